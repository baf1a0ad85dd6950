//! The setup of a level: difficulty, board, goal, special cells, seed.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{KINDS, journey as journey_map};
use crate::games::match3::KEY;
use crate::games::match3::journey::{self, PlayerJourney};
use crate::games::match3::level::{
    Difficulty, GoalKind, KindGenes, Mode, Order, Rate, Setup, Symmetry, patterns,
};
use crate::games::match3::opening;
use crate::games::match3::play::{Face, Wish};
use crate::games::match3::rules::{Colour, Kind, Size as BoardSize};
use crate::generation::Seed;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::{self, WishedSeed, row};
use crate::shell::theme::bind::{Lit, Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Look, Size, bare_button, choice, label, stepper, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Setup), spawn.run_if(active(KEY)));
}

fn wished(world: &World) -> &Setup {
    &world.resource::<Wish>().setup
}

fn change(world: &mut World, change: impl FnOnce(&mut Setup)) {
    change(&mut world.resource_mut::<Wish>().setup);
}

/// A rate keeps the player's other choices.
fn set_rate(setup: &mut Setup, rate: Rate) {
    setup.wanted = rate.wanted(setup.size);
    setup.success = rate.success;
}

/// Another size keeps the difficulty: the same part of the patterns.
fn set_size(setup: &mut Setup, rows: i32, cols: i32) {
    let (r, c): (u8, u8) = setup.size.into();
    let side = |now: u8, step: i32| (i32::from(now) + step).clamp(5, 12) as u8;
    if let Ok(size) = BoardSize::new(side(r, rows), side(c, cols)) {
        setup.wanted = setup.wanted * patterns(size) / patterns(setup.size).max(1);
        setup.tolerance = Setup::default_tolerance(size);
        setup.size = size;
    }
}

fn spawn(
    mut commands: Commands,
    mut wish: ResMut<Wish>,
    mut wished: ResMut<WishedSeed>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    mut images: ResMut<Assets<Image>>,
) {
    let level = settings.difficulty_of(KEY);
    if wish.difficulty != Some(level) {
        wish.difficulty = Some(level);
        set_rate(&mut wish.setup, Rate::of(level));
    }
    let page = settings.pages.get(KEY).map_or(0, |page| usize::from(*page));
    open_face(&mut wish, *Face::ALL.get(page).unwrap_or(&Face::Level));
    wished.0 = Seed::fresh();
    let seed = wished.0;
    wish.offered = Some(seed);
    let images = &mut *images;
    setup::page(&mut commands, "match3.setup", go, |page| {
        faces(page);
        difficulty(page);
        board(page);
        goal(page);
        kinds(page, &sprites);
        let id = |world: &World| match face(world) {
            Face::Atlas => world.resource::<Words>().say("match3.atlas.what"),
            _ => opening::wished_id(world).to_string(),
        };
        let row = setup::seed_row(page, seed, id);
        shown(page, row, |face| face != Face::Journey);
        journey_map::spawn(
            page,
            images,
            &sprites,
            on_face(|face| face == Face::Journey),
        );
        setup::foot(page, Told::by(main_words));
    });
}

fn face(world: &World) -> Face {
    world.resource::<Wish>().face
}

fn on_face(test: fn(Face) -> bool) -> Shown {
    Shown::when(move |world| test(face(world)))
}

fn shown(page: &mut ChildSpawnerCommands, row: Entity, test: fn(Face) -> bool) {
    page.commands_mut().entity(row).insert(on_face(test));
}

/// What the main button does.
fn go(world: &mut World) -> Result<(), String> {
    match face(world) {
        Face::Level | Face::Endless | Face::Timed => opening::generate(world),
        Face::Journey => journey::open_next_stop(world),
        Face::Atlas => opening::chart(world),
    }
}

fn main_words(world: &World) -> String {
    let words = world.resource::<Words>();
    match face(world) {
        Face::Level | Face::Endless | Face::Timed => words.say("match3.setup.generate"),
        Face::Atlas => words.say("match3.setup.chart"),
        Face::Journey => {
            let journey = &world.resource::<PlayerJourney>().0;
            let reached = journey.stops.len() > journey.next_index() as usize;
            let key = if reached {
                "match3.journey.retry"
            } else {
                "match3.journey.go"
            };
            words.fill(key, &[("number", (journey.next_index() + 1).to_string())])
        }
    }
}

/// Seconds to choose from, against the clock.
const SECONDS: [u16; 4] = [60, 120, 180, 300];

/// What is played.
fn faces(page: &mut ChildSpawnerCommands) {
    row(page, "match3.setup.mode", |row| {
        for (key, wanted) in [
            ("match3.setup.mode.level", Face::Level),
            ("match3.setup.mode.endless", Face::Endless),
            ("match3.setup.mode.timed", Face::Timed),
            ("match3.setup.mode.journey", Face::Journey),
            ("match3.setup.mode.atlas", Face::Atlas),
        ] {
            let lit = Lit::when(move |world| face(world) == wanted);
            choice(row, Told::key(key), lit, move |world| {
                set_face(world, wanted)
            });
        }
    });
}

fn set_face(world: &mut World, face: Face) {
    let mut settings = world.resource_mut::<Settings>();
    settings.pages.insert(KEY.to_owned(), face as u8);
    open_face(&mut world.resource_mut::<Wish>(), face);
}

fn open_face(wish: &mut Wish, face: Face) {
    wish.face = face;
    wish.setup.mode = match (face, wish.setup.mode) {
        (Face::Endless, _) => Mode::Endless,
        (Face::Timed, Mode::Timed(seconds)) => Mode::Timed(seconds),
        (Face::Timed, _) => Mode::Timed(SECONDS[1]),
        (Face::Level | Face::Journey | Face::Atlas, _) => Mode::Level,
    };
}

fn difficulty(page: &mut ChildSpawnerCommands) {
    let rates = row(page, "play.difficulty", |row| {
        for rate in Rate::NAMED {
            let lit = Lit::when(move |world| {
                let setup = wished(world);
                setup.wanted == rate.wanted(setup.size) && setup.success == rate.success
            });
            choice(row, Told::key(rate.key), lit, move |world| {
                change(world, |setup| set_rate(setup, rate));
                // The settings know four of the five.
                let named = Difficulty::ALL
                    .into_iter()
                    .find(|level| Rate::of(*level) == rate);
                if let Some(level) = named {
                    world.resource_mut::<Wish>().difficulty = Some(level);
                    let mut settings = world.resource_mut::<Settings>();
                    settings.difficulty.insert(KEY.to_owned(), level);
                }
            });
        }
        let level = (
            Node {
                column_gap: px(14),
                align_items: AlignItems::Center,
                ..default()
            },
            on_face(|face| face == Face::Level),
        );
        row.spawn(level).with_children(|row| {
            stepper(
                row,
                |world| format!("{} %", wished(world).success),
                |world, step| {
                    change(world, |setup| {
                        let success = i32::from(setup.success) + 5 * step;
                        setup.success = success.clamp(5, 95) as u8;
                    });
                },
            );
            row.spawn(label("match3.setup.success", Size::Small, palette::MIST));
        });
    });
    shown(page, rates, |face| {
        !matches!(face, Face::Journey | Face::Atlas)
    });
    let wanted = row(page, "match3.setup.wanted", |row| {
        stepper(
            row,
            |world| wished(world).wanted.to_string(),
            |world, step| {
                change(world, |setup| {
                    let most = patterns(setup.size);
                    setup.wanted = setup.wanted.saturating_add_signed(step * 20).min(most);
                });
            },
        );
        let percent = |world: &World| {
            let setup = wished(world);
            let percent = setup.wanted * 100 / patterns(setup.size);
            let values = [("percent", percent.to_string())];
            world.resource::<Words>().fill("match3.setup.open", &values)
        };
        row.spawn(words(Size::Small, palette::MIST, Told::by(percent)));
        row.spawn(label("match3.setup.tolerance", Size::Body, palette::MIST));
        stepper(
            row,
            |world| format!("± {}", wished(world).tolerance),
            |world, step| {
                change(world, |setup| {
                    setup.tolerance = setup.tolerance.saturating_add_signed(step * 5).min(1_000);
                });
            },
        );
    });
    shown(page, wanted, |face| {
        !matches!(face, Face::Journey | Face::Atlas)
    });
}

fn board(page: &mut ChildSpawnerCommands) {
    let size = row(page, "match3.setup.size", |row| {
        let rows = |world: &World| wished(world).size.rows().to_string();
        stepper(row, rows, |world, step| {
            change(world, |setup| set_size(setup, step, 0))
        });
        let cols = |world: &World| wished(world).size.cols().to_string();
        stepper(row, cols, |world, step| {
            change(world, |setup| set_size(setup, 0, step))
        });
        row.spawn(label("match3.setup.colours", Size::Body, palette::MIST));
        let colours = |world: &World| wished(world).colours.to_string();
        stepper(row, colours, |world, step| {
            change(world, |setup| {
                let colours = i32::from(setup.colours) + step;
                let range = (i32::from(Colour::MIN), i32::from(Colour::MAX));
                setup.colours = colours.clamp(range.0, range.1) as u8;
            });
        });
    });
    shown(page, size, |face| face != Face::Journey);
}

/// Goals, any of them together; or the time.
fn goal(page: &mut ChildSpawnerCommands) {
    let goals = row(page, "match3.setup.goal", |row| {
        for (key, goal) in [
            ("match3.setup.goal.collect", GoalKind::Collect),
            ("match3.setup.goal.second", GoalKind::Second),
            ("match3.setup.goal.clear", GoalKind::Clear),
            ("match3.setup.goal.score", GoalKind::Score),
        ] {
            let lit = Lit::when(move |world| wished(world).goals.has(goal));
            choice(row, Told::key(key), lit, move |world| {
                change(world, |setup| {
                    setup.goals = setup.goals.with(goal, !setup.goals.has(goal));
                });
            });
        }
        row.spawn(label("match3.setup.goal.all", Size::Small, palette::MIST));
    });
    shown(page, goals, |face| {
        matches!(face, Face::Level | Face::Atlas)
    });
    let time = row(page, "match3.setup.time", |row| {
        for seconds in SECONDS {
            let mode = Mode::Timed(seconds);
            let told = Told::by(move |world| {
                let values = [("minutes", (seconds / 60).to_string())];
                world
                    .resource::<Words>()
                    .fill("match3.setup.minutes", &values)
            });
            let lit = Lit::when(move |world| wished(world).mode == mode);
            choice(row, told, lit, move |world| {
                change(world, |setup| setup.mode = mode)
            });
        }
    });
    shown(page, time, |face| face == Face::Timed);
}

fn kinds(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let kinds = row(page, "match3.setup.kinds", |row| {
        for kind in Kind::ALL {
            let node = Node {
                width: px(50),
                height: px(50),
                padding: UiRect::all(px(4)),
                border: px(2).all(),
                ..default()
            };
            row.spawn((
                bare_button(Look::Chip, node, move |world| {
                    change(world, |setup| {
                        let on = setup.kinds.has(kind);
                        setup.kinds.set(kind, !on);
                    });
                }),
                Lit::when(move |world| wished(world).kinds.has(kind)),
            ))
            .with_child((
                ImageNode::new(sprites.get(KINDS[kind as usize])),
                Node {
                    width: percent(100),
                    height: percent(100),
                    ..default()
                },
                Pickable::IGNORE,
            ));
        }
    });
    shown(page, kinds, |face| face != Face::Journey);
    let powers = row(page, "match3.setup.powers", |row| {
        for (key, powers) in [
            ("match3.setup.powers.on", true),
            ("match3.setup.powers.off", false),
        ] {
            let lit = Lit::when(move |world| wished(world).powers == powers);
            choice(row, Told::key(key), lit, move |world| {
                change(world, |setup| setup.powers = powers);
            });
        }
        row.spawn(label(
            "match3.setup.powers.what",
            Size::Small,
            palette::MIST,
        ));
        row.spawn(label("match3.setup.genes", Size::Body, palette::MIST));
        for (key, genes) in [
            ("match3.setup.genes.inherited", KindGenes::Inherited),
            ("match3.setup.genes.redrawn", KindGenes::Redrawn),
        ] {
            let lit = Lit::when(move |world| wished(world).genes == genes);
            choice(row, Told::key(key), lit, move |world| {
                change(world, |setup| setup.genes = genes);
            });
        }
    });
    shown(page, powers, |face| face != Face::Journey);
    let symmetry = row(page, "match3.setup.symmetry", |row| {
        for (key, symmetry) in [
            ("match3.setup.symmetry.none", Symmetry::None),
            ("match3.setup.symmetry.left_right", Symmetry::LeftRight),
            ("match3.setup.symmetry.both", Symmetry::Both),
        ] {
            let lit = Lit::when(move |world| wished(world).symmetry == symmetry);
            choice(row, Told::key(key), lit, move |world| {
                change(world, |setup| setup.symmetry = symmetry);
            });
        }
        row.spawn(label("match3.setup.order", Size::Body, palette::MIST));
        for (key, order) in [
            ("match3.setup.order.grouped", Order::Grouped),
            ("match3.setup.order.scattered", Order::Scattered),
        ] {
            let lit = Lit::when(move |world| wished(world).order == order);
            choice(row, Told::key(key), lit, move |world| {
                change(world, |setup| setup.order = order);
            });
        }
    });
    shown(page, symmetry, |face| face != Face::Journey);
}
