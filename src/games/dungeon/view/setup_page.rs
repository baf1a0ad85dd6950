//! The setup of a descent: difficulty, dungeon, enemies, the arena, seed.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{art, bestiary, program_editor, success_rate};
use crate::games::dungeon::custom_enemies::add_saved_enemies;
use crate::games::dungeon::enemies::roster_file;
use crate::games::dungeon::evolve::{
    EnemyToEvolve, evolve_dungeon_atlas, evolve_enemy, evolve_enemy_atlas,
};
use crate::games::dungeon::graph::generator::{DungeonSpec, Method};
use crate::games::dungeon::graph::weights::TERMS;
use crate::games::dungeon::heredity::Learning;
use crate::games::dungeon::rules::EnemyKind;
use crate::games::dungeon::rules::enemy::MAX_STRENGTH;
use crate::games::dungeon::setup::Setup;
use crate::games::dungeon::{DungeonGame, sprite_names};
use crate::session::labels::kept_name;
use crate::session::{Autosave, FileName, Folders};
use crate::shell::creature::sigil;
use crate::shell::shelf::kept_creature;
use crate::shell::table::NewGame;
use crate::shell::table::new_game;
use crate::shell::table::setup_page::{
    difficulty_row, further_rows, keep_together, row, shows_all_choices, spawn_named,
};
use crate::shell::table::setup_widgets::{
    explain, setup_choices, setup_stepper, show_while, spawn_evolve_button, spawn_remark,
};
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::number::stepped;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, button, choice, choices, in_column, label, square_picture,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Page>();
}

fn setup(world: &World) -> &Setup {
    new_game::setup::<DungeonGame>(world)
}

fn change(world: &mut World, change: impl FnOnce(&mut Setup)) {
    new_game::change::<DungeonGame>(world, change);
}

/// Fills the setup page.
pub(super) fn spawn_setup_rows(page: &mut ChildSpawnerCommands, world: &World) {
    difficulty_row::<DungeonGame>(page, success_rate::text);
    let is_folded = VisibleWhen::new(|world| !shows_all_choices(world));
    let about = label("dungeon.setup.about", TextSize::Body, palette::MIST);
    page.spawn((about, is_folded));
    further_rows(page, |page| {
        spawn_page_row(page);
        spawn_dungeon_rows(page);
        spawn_method_row(page);
        spawn_enemy_rows(page);
        spawn_saved_enemies(page, saved_names(world));
        spawn_arena_row(page, world.resource::<Sprites>());
        spawn_fitness_rows(page);
        spawn_bestiary_rows(page, world.resource::<Sprites>());
    });
}

/// Spawns the row that chooses a dungeon, and a row for each kind of enemy there.
fn spawn_bestiary_rows(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let name = "dungeon.bestiary.depth";
    spawn_row_on(page, Page::Bestiary, name, bestiary::spawn_depth);
    for kind in EnemyKind::ALL {
        spawn_row_on(page, Page::Bestiary, art::name_of_kind(kind), |row| {
            bestiary::spawn_entry(row, sprites, kind);
        });
    }
}

/// The rows that the page shows below the difficulty.
#[derive(Resource, Clone, Copy, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Dungeon,
    Enemies,
    Fitness,
    Bestiary,
}

/// Whether the page shows choices of a descent, to which the seed belongs.
pub(super) fn shows_seed(world: &World) -> bool {
    matches!(world.resource::<Page>(), Page::Dungeon | Page::Enemies)
}

/// Spawns the row that chooses the page.
fn spawn_page_row(page: &mut ChildSpawnerCommands) {
    row(page, "dungeon.setup.page", |row| {
        choices(
            row,
            [
                ("dungeon.setup.page.dungeon", Page::Dungeon),
                ("dungeon.setup.page.enemies", Page::Enemies),
                ("dungeon.setup.page.fitness", Page::Fitness),
                ("dungeon.setup.page.bestiary", Page::Bestiary),
            ],
            |world, which| *world.resource::<Page>() == which,
            |world, which| {
                *world.resource_mut::<Page>() = which;
            },
        );
    });
}

/// Spawns the row of the method of the search, and the button that evolves dungeons of all kinds.
fn spawn_method_row(page: &mut ChildSpawnerCommands) {
    spawn_row_on(page, Page::Dungeon, "dungeon.setup.method", |row| {
        choices(
            row,
            [
                ("dungeon.setup.usual", Method::Usual),
                ("dungeon.setup.original", Method::Original),
            ],
            |world, method| {
                let spec = &setup(world).spec;
                spec.method == method && spec.weights == method.weights()
            },
            choose_method,
        );
    });
    let atlas = "play.atlas";
    spawn_row_on(page, Page::Dungeon, atlas, |row| {
        let name = "dungeon.setup.atlas";
        spawn_evolve_button(row, ButtonStyle::Chip, name, evolve_dungeon_atlas);
        spawn_remark(row, "dungeon.setup.atlas.what");
    });
}

/// Takes a method with its weights, and the number of rooms that belongs to it.
fn choose_method(world: &mut World, method: Method) {
    let difficulty = world.resource::<NewGame<DungeonGame>>().difficulty;
    let usual = Setup::of(difficulty.unwrap_or_default()).spec;
    change(world, |setup| {
        setup.spec = match method {
            Method::Original => setup.spec.original(),
            Method::Usual => DungeonSpec {
                rooms: usual.rooms,
                method,
                weights: method.weights(),
                ..setup.spec
            },
        };
    });
}

/// Spawns a row that only one of the pages shows.
fn spawn_row_on(
    page: &mut ChildSpawnerCommands,
    which: Page,
    name: &'static str,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let row = row(page, name, content);
    show_while(page, row, move |world| *world.resource::<Page>() == which);
}

/// Spawns the row of the weights of the fitness, one to a line.
fn spawn_fitness_rows(page: &mut ChildSpawnerCommands) {
    spawn_row_on(page, Page::Fitness, "dungeon.setup.weights", |row| {
        in_column(row, 4.0, |lines| {
            for (at, [name, what]) in TERMS.into_iter().enumerate() {
                lines
                    .spawn((weight_line(), WrapsWhenLarge))
                    .with_children(|line| spawn_weight(line, at, name, what));
            }
            let remark = |world: &World| {
                let key = match setup(world).spec.method {
                    Method::Usual => "dungeon.setup.usual.what",
                    Method::Original => "dungeon.setup.original.what",
                };
                world.resource::<Words>().get(key)
            };
            spawn_remark(lines, remark);
        });
    });
}

fn weight_line() -> Node {
    Node {
        align_items: AlignItems::Center,
        column_gap: px(14),
        row_gap: px(2),
        ..default()
    }
}

fn spawn_weight(
    line: &mut ChildSpawnerCommands,
    at: usize,
    name: &'static str,
    what: &'static str,
) {
    let read = move |world: &World| {
        let tenths = setup(world).spec.weights.0[at];
        format!("{:.1}", f64::from(tenths) / 10.0)
    };
    let place = Node {
        width: px(160),
        flex_shrink: 0.0,
        ..default()
    };
    // A screen reader names a control after the text before it.
    line.spawn(place)
        .with_child(label(name, TextSize::Body, palette::PAPER));
    stepper(line, read, move |world, step| {
        change(world, |setup| {
            setup.spec.weights.step(at, step > 0);
        });
    });
    spawn_remark(line, what);
}

/// A number of the dungeon, and its range.
type Number = fn(&mut DungeonSpec) -> (&mut u8, RangeInclusive<u8>);

/// Spawns a stepper for a number of the dungeon, with its name before it.
fn spawn_named_number(row: &mut ChildSpawnerCommands, name: &'static str, of: Number) {
    spawn_named(row, name, |part| spawn_number(part, of));
}

/// Spawns a stepper for a number of the dungeon.
fn spawn_number(row: &mut ChildSpawnerCommands, of: Number) {
    let read = move |world: &World| of(&mut setup(world).spec.clone()).0.to_string();
    stepper(row, read, move |world, step| {
        change(world, |setup| {
            let (value, range) = of(&mut setup.spec);
            *value = stepped(*value, step, range);
        });
    });
}

fn spawn_dungeon_rows(page: &mut ChildSpawnerCommands) {
    spawn_row_on(page, Page::Dungeon, "dungeon.setup.depths", |row| {
        setup_stepper::<DungeonGame>(
            row,
            |setup| setup.depths.to_string(),
            |setup, step| setup.depths = stepped(setup.depths, step, Setup::DEPTHS),
        );
        spawn_named_number(row, "dungeon.setup.rooms", |spec| {
            (&mut spec.rooms, DungeonSpec::ROOMS)
        });
        spawn_named_number(row, "dungeon.setup.side", |spec| {
            (&mut spec.side, DungeonSpec::SIDES)
        });
    });
    spawn_row_on(page, Page::Dungeon, "dungeon.setup.locks", |row| {
        spawn_number(row, |spec| (&mut spec.locks, DungeonSpec::LOCKS));
        spawn_named_number(row, "dungeon.setup.chests", |spec| {
            (&mut spec.chests, DungeonSpec::CHESTS)
        });
        spawn_named_number(row, "dungeon.setup.enemies", |spec| {
            (&mut spec.enemies, DungeonSpec::ENEMIES)
        });
    });
    spawn_row_on(page, Page::Dungeon, "dungeon.setup.ground", |row| {
        let ground = SelectedWhen::new(|world| setup(world).spec.has_ground);
        choice(row, "dungeon.setup.grounds", ground, |world| {
            change(world, |setup| setup.spec.has_ground ^= true);
        });
    });
}

/// Spawns the rows for the strength of the enemies, the custom ones among them, and their learning.
fn spawn_enemy_rows(page: &mut ChildSpawnerCommands) {
    spawn_row_on(page, Page::Enemies, "dungeon.setup.strength", |row| {
        setup_stepper::<DungeonGame>(
            row,
            |setup| setup.strength.to_string(),
            |setup, step| setup.strength = stepped(setup.strength, step, Setup::STRENGTHS),
        );
        spawn_named(row, "dungeon.setup.growth", |part| {
            let growth = |world: &World| match setup(world).growth {
                Some(thirds) => format!("{:+.1}", f64::from(thirds) / 3.0),
                None => world.resource::<Words>().get("dungeon.setup.growth.faster"),
            };
            stepper(part, growth, |world, step| {
                change(world, |setup| {
                    let growth = setup.growth.unwrap_or(*Setup::GROWTHS.start());
                    setup.growth = Some(stepped(growth, step, Setup::GROWTHS));
                });
            });
        });
        spawn_remark(row, custom_enemies_text);
        let dismiss = "dungeon.setup.dismiss";
        let dismiss = button(row, ButtonStyle::Chip, dismiss, |world| {
            change(world, |setup| setup.custom_enemies.clear());
        });
        show_while(row, dismiss, |world| {
            !setup(world).custom_enemies.is_empty()
        });
    });
    spawn_row_on(page, Page::Enemies, "dungeon.setup.learn", |row| {
        setup_choices::<DungeonGame, _>(
            row,
            Learning::ALL.map(|learning| (learning.key(), learning)),
            |setup| setup.learning,
            |setup, learning| setup.learning = learning,
        );
    });
}

fn custom_enemies_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let names = setup(world).custom_enemies.iter().map(|enemy| {
        let kind = words.get(art::name_of_kind(enemy.kind));
        format!("{kind} {}", enemy.strength)
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        words.get("dungeon.setup.shipped")
    } else {
        words.fill(
            "dungeon.setup.custom_enemies",
            &[("enemies", names.join(", "))],
        )
    }
}

/// The side of a sigil, in interface pixels.
const SIGIL: f32 = 26.0;
/// The number of saved enemies for which there is room.
const MAX_SAVED_ENEMIES: usize = 5;

/// The names of the saved enemies, the newest first.
fn saved_names(world: &World) -> Vec<FileName> {
    let Some(folders) = world.get_resource::<Folders>() else {
        return Vec::new();
    };
    let (autosave, library) = (world.resource::<Autosave>(), roster_file::library(folders));
    let mut names = autosave.names_in(&library);
    names.sort_by_cached_key(|name| Reverse(autosave.changed_at(&library.path(name))));
    names
}

/// Spawns the row of the enemies that the player has saved, if there are any.
fn spawn_saved_enemies(page: &mut ChildSpawnerCommands, names: Vec<FileName>) {
    if names.is_empty() {
        return;
    }
    let more = names.len().saturating_sub(MAX_SAVED_ENEMIES);
    spawn_row_on(page, Page::Enemies, "dungeon.setup.add_saved", |row| {
        for name in names.into_iter().take(MAX_SAVED_ENEMIES) {
            let file = name.clone();
            let called = move |world: &World| kept_name(world, roster_file::library, &file);
            let file = name.clone();
            keep_together(row, |part| {
                part.spawn(sigil(SIGIL, move |world: &World| {
                    kept_creature(world, roster_file::library, &file)
                }));
                button(part, ButtonStyle::Chip, called, move |world| {
                    add_saved_enemies(world, &name);
                });
            });
        }
        if more > 0 {
            let text = move |world: &World| {
                let count = [("count", more.to_string())];
                world
                    .resource::<Words>()
                    .fill("dungeon.setup.more_saved", &count)
            };
            spawn_remark(row, text);
        }
    });
}

fn enemy_to_evolve(world: &World) -> &EnemyToEvolve {
    world.resource::<EnemyToEvolve>()
}

/// Spawns the rows for the enemy to evolve, and the buttons that evolve and edit it.
fn spawn_arena_row(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    spawn_row_on(page, Page::Enemies, "dungeon.setup.arena", |row| {
        for kind in EnemyKind::ALL {
            let picture = square_picture(sprites.get(sprite_names::of_kind(kind)), 36.0);
            let selected = SelectedWhen::new(move |world| enemy_to_evolve(world).kind == kind);
            keep_together(row, |part| {
                part.spawn(picture);
                choice(part, art::name_of_kind(kind), selected, move |world| {
                    world.resource_mut::<EnemyToEvolve>().kind = kind;
                });
            });
        }
        spawn_named(row, "dungeon.setup.arena_strength", |part| {
            let strength = |world: &World| enemy_to_evolve(world).strength.to_string();
            stepper(part, strength, |world, step| {
                let strength = &mut world.resource_mut::<EnemyToEvolve>().strength;
                *strength = stepped(*strength, step, 1..=MAX_STRENGTH);
            });
        });
    });
    spawn_row_on(page, Page::Enemies, "dungeon.setup.aim", |row| {
        let style = ButtonStyle::Plain;
        spawn_evolve_button(row, style, "dungeon.setup.train", evolve_enemy);
        let atlas = "play.atlas";
        let opener = spawn_evolve_button(row, style, atlas, evolve_enemy_atlas);
        explain(row, opener, atlas);
        let edit = "dungeon.setup.edit_program";
        button(row, ButtonStyle::Plain, edit, program_editor::open);
        spawn_remark(row, aim_text);
    });
}

/// The aim of the evolution of the chosen kind of enemy.
fn aim_text(world: &World) -> String {
    let key = match enemy_to_evolve(world).kind {
        EnemyKind::Hunter => "dungeon.aim.hunter",
        EnemyKind::Guard => "dungeon.aim.guard",
        EnemyKind::Coward => "dungeon.aim.coward",
        EnemyKind::Ambusher => "dungeon.aim.ambusher",
    };
    world.resource::<Words>().get(key)
}
