//! The setup of a descent: difficulty, dungeon, enemies, the arena, seed.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::art;
use super::odds::Odds;
use crate::games::dungeon::KEY;
use crate::games::dungeon::enemies::roster_file;
use crate::games::dungeon::graph::generator::{DungeonSpec, WeightsInTenths};
use crate::games::dungeon::map::locks::MAX_LOCKS;
use crate::games::dungeon::play::{self, Wish};
use crate::games::dungeon::rules::EnemyKind;
use crate::games::dungeon::rules::enemy::MAX_STRENGTH;
use crate::games::dungeon::setup::Setup;
use crate::generation::Seed;
use crate::session::{Difficulty, Folders};
use crate::shell::games::active;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::{self, WishedSeed, row};
use crate::shell::theme::bind::{Lit, Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Look, Size, button, choice, label, stack, stepper, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Page>()
        .add_systems(OnEnter(Screen::Setup), spawn.run_if(active(KEY)));
}

fn wished(world: &World) -> &Setup {
    &world.resource::<Wish>().setup
}

fn change(world: &mut World, change: impl FnOnce(&mut Setup)) {
    change(&mut world.resource_mut::<Wish>().setup);
}

/// A difficulty keeps the enemies that were invited.
fn set_difficulty(setup: &mut Setup, difficulty: Difficulty) {
    *setup = Setup {
        custom_enemies: std::mem::take(&mut setup.custom_enemies),
        ..Setup::of(difficulty)
    };
}

fn spawn(
    mut commands: Commands,
    mut wish: ResMut<Wish>,
    mut wished: ResMut<WishedSeed>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    folders: Option<Res<Folders>>,
) {
    let level = settings.difficulty_of(KEY);
    if wish.difficulty != Some(level) {
        wish.difficulty = Some(level);
        set_difficulty(&mut wish.setup, level);
    }
    wished.0 = Seed::fresh();
    let seed = wished.0;
    setup::page(&mut commands, "dungeon.setup", play::generate, |page| {
        difficulty(page);
        pages(page);
        dungeon(page);
        enemies(page, folders.as_deref());
        arena(page, &sprites);
        fitness(page);
        setup::seed_row(page, seed, |world| play::wished_id(world).to_string());
        setup::foot(page, Told::key("dungeon.setup.go"));
    });
}

fn difficulty(page: &mut ChildSpawnerCommands) {
    row(page, "play.difficulty", |row| {
        for level in Difficulty::ALL {
            let lit = Lit::when(move |world| {
                let setup = wished(world);
                let preset = Setup::of(level);
                (setup.depths, setup.strength, setup.spec)
                    == (preset.depths, preset.strength, preset.spec)
            });
            choice(row, Told::key(level.key()), lit, move |world| {
                change(world, |setup| set_difficulty(setup, level));
                world.resource_mut::<Wish>().difficulty = Some(level);
                let mut settings = world.resource_mut::<Settings>();
                settings.difficulty.insert(KEY.to_owned(), level);
            });
        }
        row.spawn(words(Size::Small, palette::EMBER, Told::by(odds)));
    });
}

/// What the page shows below the difficulty.
#[derive(Resource, Clone, Copy, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Dungeon,
    Fitness,
}

/// The row that chooses what is shown.
fn pages(page: &mut ChildSpawnerCommands) {
    row(page, "dungeon.setup.page", |row| {
        for (key, which) in [
            ("dungeon.setup.page.dungeon", Page::Dungeon),
            ("dungeon.setup.page.fitness", Page::Fitness),
        ] {
            let lit = Lit::when(move |world| *world.resource::<Page>() == which);
            choice(row, Told::key(key), lit, move |world| {
                *world.resource_mut::<Page>() = which;
            });
        }
    });
}

/// A row that is there on one of the pages alone.
fn row_on(
    page: &mut ChildSpawnerCommands,
    which: Page,
    name: &'static str,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let row = row(page, name, content);
    page.commands_mut()
        .entity(row)
        .insert(Shown::when(move |world| *world.resource::<Page>() == which));
}

/// The terms of the fitness in their order, and what each is.
const TERMS: [[&str; 2]; 7] = [
    ["dungeon.term.distance", "dungeon.term.distance.what"],
    ["dungeon.term.degree", "dungeon.term.degree.what"],
    ["dungeon.term.rooms", "dungeon.term.rooms.what"],
    ["dungeon.term.chests", "dungeon.term.chests.what"],
    ["dungeon.term.enemies", "dungeon.term.enemies.what"],
    ["dungeon.term.format", "dungeon.term.format.what"],
    ["dungeon.term.junctions", "dungeon.term.junctions.what"],
];

/// The weights of the fitness, one to a line.
fn fitness(page: &mut ChildSpawnerCommands) {
    row_on(page, Page::Fitness, "dungeon.setup.weights", |row| {
        row.spawn(stack(FlexDirection::Column, 4.0))
            .with_children(|lines| {
                for (at, [name, what]) in TERMS.into_iter().enumerate() {
                    lines
                        .spawn(line())
                        .with_children(|line| weight(line, at, name, what));
                }
                lines.spawn(line()).with_children(|line| {
                    button(
                        line,
                        Look::Chip,
                        Told::key("dungeon.setup.usual"),
                        |world| {
                            change(world, |setup| {
                                setup.spec.weights = WeightsInTenths::default()
                            });
                        },
                    );
                });
            });
    });
}

fn line() -> Node {
    Node {
        align_items: AlignItems::Center,
        column_gap: px(14),
        ..default()
    }
}

fn weight(line: &mut ChildSpawnerCommands, at: usize, name: &'static str, what: &'static str) {
    let read = move |world: &World| {
        let tenths = wished(world).spec.weights.0[at];
        format!("{:.1}", f64::from(tenths) / 10.0)
    };
    stepper(line, read, move |world, step| {
        change(world, |setup| {
            let tenths = &mut setup.spec.weights.0[at];
            *tenths = (*tenths + step as i16).clamp(-WeightsInTenths::MAX, WeightsInTenths::MAX);
        });
    });
    let place = Node {
        width: px(128),
        ..default()
    };
    line.spawn(place)
        .with_child(label(name, Size::Body, palette::PAPER));
    line.spawn(label(what, Size::Small, palette::MIST));
}

/// How often the careful player comes through.
fn odds(world: &World) -> String {
    let (odds, words) = (world.resource::<Odds>(), world.resource::<Words>());
    let key = if odds.goes_on() {
        "dungeon.setup.measuring"
    } else {
        "dungeon.setup.odds"
    };
    let values = [
        ("through", odds.through.to_string()),
        ("plays", odds.plays.to_string()),
    ];
    words.fill(key, &values)
}

/// A named number of the wish for the dungeon, kept within its range.
fn number(
    row: &mut ChildSpawnerCommands,
    name: Option<&'static str>,
    of: fn(&mut DungeonSpec) -> (&mut u8, std::ops::RangeInclusive<u8>),
) {
    if let Some(name) = name {
        row.spawn(label(name, Size::Body, palette::MIST));
    }
    let read = move |world: &World| of(&mut wished(world).spec.clone()).0.to_string();
    stepper(row, read, move |world, step| {
        change(world, |setup| {
            let (value, range) = of(&mut setup.spec);
            let next = i32::from(*value) + step;
            *value = next.clamp((*range.start()).into(), (*range.end()).into()) as u8;
        });
    });
}

fn dungeon(page: &mut ChildSpawnerCommands) {
    row_on(page, Page::Dungeon, "dungeon.setup.depths", |row| {
        let depths = |world: &World| wished(world).depths.to_string();
        stepper(row, depths, |world, step| {
            change(world, |setup| {
                let (least, most) = Setup::DEPTHS.into_inner();
                let next = i32::from(setup.depths) + step;
                setup.depths = next.clamp(least.into(), most.into()) as u8;
            });
        });
        number(row, Some("dungeon.setup.rooms"), |wish| {
            (&mut wish.rooms, DungeonSpec::ROOMS)
        });
        number(row, Some("dungeon.setup.side"), |wish| {
            (&mut wish.side, DungeonSpec::SIDES)
        });
    });
    row_on(page, Page::Dungeon, "dungeon.setup.locks", |row| {
        number(row, None, |wish| (&mut wish.locks, 0..=MAX_LOCKS));
        number(row, Some("dungeon.setup.chests"), |wish| {
            (&mut wish.chests, DungeonSpec::CHESTS)
        });
        number(row, Some("dungeon.setup.enemies"), |wish| {
            (&mut wish.enemies, DungeonSpec::ENEMIES)
        });
    });
}

fn enemies(page: &mut ChildSpawnerCommands, folders: Option<&Folders>) {
    row_on(page, Page::Dungeon, "dungeon.setup.strength", |row| {
        let strength = |world: &World| wished(world).strength.to_string();
        stepper(row, strength, |world, step| {
            change(world, |setup| {
                let (least, most) = Setup::STRENGTHS.into_inner();
                let next = i32::from(setup.strength) + step;
                setup.strength = next.clamp(least.into(), most.into()) as u8;
            });
        });
        let guests = |world: &World| {
            let words = world.resource::<Words>();
            let guests = wished(world).custom_enemies.iter();
            let named = guests.map(|guest| {
                format!(
                    "{} {}",
                    words.say(art::name_of_kind(guest.kind)),
                    guest.strength
                )
            });
            let named: Vec<String> = named.collect();
            if named.is_empty() {
                words.say("dungeon.setup.shipped")
            } else {
                words.fill("dungeon.setup.guests", &[("guests", named.join(", "))])
            }
        };
        row.spawn(words(Size::Small, palette::MIST, Told::by(guests)));
        let dismiss = button(
            row,
            Look::Chip,
            Told::key("dungeon.setup.dismiss"),
            |world| {
                change(world, |setup| setup.custom_enemies.clear());
            },
        );
        row.commands_mut()
            .entity(dismiss)
            .insert(Shown::when(|world| {
                !wished(world).custom_enemies.is_empty()
            }));
    });
    let kept = folders.map(|folders| roster_file::shelf(folders).names());
    let kept = kept.unwrap_or_default();
    if kept.is_empty() {
        return;
    }
    row_on(page, Page::Dungeon, "dungeon.setup.kept", |row| {
        for name in kept.into_iter().take(MOST_KEPT) {
            let told = name.to_string();
            let told = Told::by(move |_| told.clone());
            button(row, Look::Chip, told, move |world| {
                play::invite(world, &name);
            });
        }
    });
}

/// Kept enemies that there is room for.
const MOST_KEPT: usize = 5;

/// Evolving an enemy.
fn arena(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    row_on(page, Page::Dungeon, "dungeon.setup.arena", |row| {
        for kind in EnemyKind::ALL {
            row.spawn((
                ImageNode::new(sprites.get(art::of_kind(kind))),
                Node {
                    width: px(36),
                    height: px(36),
                    ..default()
                },
            ));
            let lit = Lit::when(move |world| world.resource::<Wish>().enemy.0 == kind);
            choice(row, Told::key(art::name_of_kind(kind)), lit, move |world| {
                world.resource_mut::<Wish>().enemy.0 = kind;
            });
        }
        stepper(
            row,
            |world| world.resource::<Wish>().enemy.1.to_string(),
            |world, step| {
                let enemy = &mut world.resource_mut::<Wish>().enemy;
                let next = i32::from(enemy.1) + step;
                enemy.1 = next.clamp(1, MAX_STRENGTH.into()) as u8;
            },
        );
    });
    let means = |world: &World| {
        let kind = world.resource::<Wish>().enemy.0;
        world.resource::<Words>().say(
            [
                "dungeon.aim.hunter",
                "dungeon.aim.guard",
                "dungeon.aim.coward",
                "dungeon.aim.ambusher",
            ][kind as usize],
        )
    };
    row_on(page, Page::Dungeon, "dungeon.setup.aim", |row| {
        button(
            row,
            Look::Plain,
            Told::key("dungeon.setup.train"),
            |world| {
                if let Err(why) = play::evolve_enemy(world) {
                    world.resource_mut::<Notices>().say(why);
                }
            },
        );
        row.spawn(words(Size::Small, palette::MIST, Told::by(means)));
    });
}
