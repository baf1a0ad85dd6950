//! The rows of the setup page that describe a level or an atlas: difficulty, board, goals, special cells.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_tabs::{
    ModeTab, SECONDS, change, has_boards, is_one_game, on_tab, setup, show_on,
};
use super::spoken::kind_text;
use super::{KINDS, evolution, person_row};
use crate::games::match3::level::{
    GoalKind, KindGenes, Mode, Order, Setup, Symmetry, WantedRate, patterns,
};
use crate::games::match3::rules::{Colour, Kind, Match3, Size as BoardSize};
use crate::shell::access::spoken_choice;
use crate::shell::table::setup_page::{row, spawn_difficulty_choices, spawn_named};
use crate::shell::table::setup_widgets::{setup_choices, setup_stepper, spawn_remark};
use crate::shell::theme::bind::SelectedWhen;
use crate::shell::theme::number::stepped;
use crate::shell::theme::palette;
use crate::shell::theme::picture_button::picture_button;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::stepper::stepper_of_width;
use crate::shell::theme::widget::{TextSize, choices, label};
use crate::shell::words::Words;

/// Changes the wanted potential and the success rate; the player's other choices stay.
pub(super) fn set_rate(setup: &mut Setup, rate: WantedRate) {
    setup.wanted = rate.wanted(setup.size);
    setup.success = rate.success;
}

/// Changes the size. The wanted potential stays that of the success rate, so that the difficulty stays, or else the
/// same part of all patterns.
fn set_size(setup: &mut Setup, rows: i32, cols: i32) {
    let (r, c): (u8, u8) = setup.size.into();
    let side = |now, step| stepped(now, step, BoardSize::MIN..=BoardSize::MAX);
    if let Ok(size) = BoardSize::new(side(r, rows), side(c, cols)) {
        let usual = WantedRate::near(setup.success);
        setup.wanted = match setup.wanted == usual.wanted(setup.size) {
            true => usual.wanted(size),
            false => setup.wanted * patterns(size) / patterns(setup.size).max(1),
        };
        setup.tolerance = Setup::default_tolerance(size);
        setup.size = size;
    }
}

/// Adds the explanation of an atlas.
pub(super) fn spawn_atlas(page: &mut ChildSpawnerCommands) {
    let what = row(page, "match3.setup.mode.atlas", |row| {
        row.spawn(label("match3.atlas.what", TextSize::Body, palette::MIST));
    });
    show_on(page, what, |tab| tab == ModeTab::Atlas);
}

/// Adds the row of the difficulties, and of the success rate, which can also have any other value.
pub(super) fn spawn_difficulty(page: &mut ChildSpawnerCommands) {
    let rates = row(page, "play.difficulty", |row| {
        spawn_difficulty_choices::<Match3>(row);
        let level = (
            Node {
                column_gap: px(14),
                align_items: AlignItems::Center,
                ..default()
            },
            on_tab(|tab| tab == ModeTab::Level),
        );
        row.spawn(level).with_children(|row| {
            setup_stepper::<Match3>(
                row,
                |setup| format!("{}%", setup.success),
                |setup, step| {
                    let success = u32::from(setup.success);
                    setup.success = stepped(success, 5 * step, Setup::SUCCESS) as u8;
                },
            );
            spawn_remark(row, person_row::success_label);
        });
    });
    show_on(page, rates, is_one_game);
}

/// Adds the row of the swap potential.
pub(super) fn spawn_wanted(page: &mut ChildSpawnerCommands) {
    let wanted = row(page, "match3.setup.wanted", |row| {
        setup_stepper::<Match3>(
            row,
            |setup| setup.wanted.to_string(),
            |setup, step| {
                setup.wanted = stepped(setup.wanted, 20 * step, 0..=patterns(setup.size));
            },
        );
        let percent = |world: &World| {
            let setup = setup(world);
            let percent = setup.wanted * 100 / patterns(setup.size);
            let values = [("percent", percent.to_string())];
            world.resource::<Words>().fill("match3.setup.open", &values)
        };
        spawn_remark(row, percent);
        spawn_named(row, "match3.setup.tolerance", |part| {
            setup_stepper::<Match3>(
                part,
                |setup| format!("± {}", setup.tolerance),
                |setup, step| {
                    setup.tolerance = stepped(setup.tolerance, 5 * step, Setup::TOLERANCE);
                },
            );
        });
    });
    show_on(page, wanted, is_one_game);
}

/// The width of a number below 100, in interface pixels.
const SHORT: f32 = 84.0;

/// Adds the row of the size and the colours.
pub(super) fn spawn_board(page: &mut ChildSpawnerCommands) {
    let size = row(page, "match3.setup.size", |row| {
        let rows = |world: &World| setup(world).size.rows().to_string();
        stepper_of_width(row, SHORT, rows, |world, step| {
            change(world, |setup| set_size(setup, step, 0))
        });
        let cols = |world: &World| setup(world).size.cols().to_string();
        stepper_of_width(row, SHORT, cols, |world, step| {
            change(world, |setup| set_size(setup, 0, step))
        });
        spawn_named(row, "match3.setup.colours", |part| {
            let colours = |world: &World| setup(world).colours.to_string();
            stepper_of_width(part, SHORT, colours, |world, step| {
                change(world, |setup| {
                    setup.colours = stepped(setup.colours, step, Colour::MIN..=Colour::MAX);
                });
            });
        });
        evolution::spawn_violation_choice(row);
    });
    show_on(page, size, has_boards);
}

/// Adds the row of the goals, which can be combined, and the row of the time.
pub(super) fn spawn_goals(page: &mut ChildSpawnerCommands) {
    let goals = row(page, "match3.goal", |row| {
        choices(
            row,
            [
                ("match3.setup.goal.collect", GoalKind::Collect),
                ("match3.setup.goal.second", GoalKind::Second),
                ("match3.setup.goal.clear", GoalKind::Clear),
                ("match3.setup.goal.score", GoalKind::Score),
            ],
            |world, goal| setup(world).goals.has(goal),
            |world, goal| {
                change(world, |setup| {
                    setup.goals = setup.goals.with(goal, !setup.goals.has(goal));
                });
            },
        );
        spawn_remark(row, "match3.setup.goal.all");
    });
    show_on(page, goals, |tab| {
        matches!(tab, ModeTab::Level | ModeTab::Atlas)
    });
    let time = row(page, "match3.setup.time", |row| {
        let modes = SECONDS.map(|seconds| {
            let caption = move |world: &World| {
                let values = [("minutes", (seconds / 60).to_string())];
                let words = world.resource::<Words>();
                words.fill("match3.setup.minutes", &values)
            };
            (caption, Mode::Timed(seconds))
        });
        setup_choices::<Match3, _>(
            row,
            modes,
            |setup| setup.mode,
            |setup, mode| setup.mode = mode,
        );
    });
    show_on(page, time, |tab| tab == ModeTab::Timed);
}

/// The side of the button of a kind of special cells, in interface pixels.
const KIND_SIDE: f32 = 50.0;

/// Adds the row of the kinds of special cells.
pub(super) fn spawn_kinds(page: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let kinds = row(page, "match3.setup.kinds", |row| {
        for kind in Kind::ALL {
            let image = sprites.get(KINDS[kind as usize].name);
            let name = move |words: &Words| {
                spoken_choice(words, "match3.setup.kinds", kind_text(kind, words))
            };
            let selected = SelectedWhen::new(move |world| setup(world).kinds.has(kind));
            picture_button(row, (image, KIND_SIDE), name, selected, move |world| {
                change(world, |setup| {
                    let on = setup.kinds.has(kind);
                    setup.kinds.set(kind, !on);
                });
            });
        }
        evolution::spawn_search_choice(row);
    });
    show_on(page, kinds, has_boards);
}

/// Adds the row of the power pieces, and of the inheritance of kinds.
pub(super) fn spawn_powers(page: &mut ChildSpawnerCommands) {
    let powers = row(page, "match3.setup.powers", |row| {
        setup_choices::<Match3, _>(
            row,
            [("settings.off", false), ("settings.on", true)],
            |setup| setup.powers,
            |setup, powers| setup.powers = powers,
        );
        spawn_remark(row, "match3.setup.powers.what");
        spawn_named(row, "match3.setup.genes", |part| {
            setup_choices::<Match3, _>(
                part,
                [
                    ("match3.setup.genes.inherited", KindGenes::Inherited),
                    ("match3.setup.genes.redrawn", KindGenes::Redrawn),
                ],
                |setup| setup.genes,
                |setup, genes| setup.genes = genes,
            );
        });
    });
    show_on(page, powers, has_boards);
}

/// Adds the row of the symmetry and the arrangement of special cells.
pub(super) fn spawn_symmetry(page: &mut ChildSpawnerCommands) {
    let symmetry = row(page, "match3.setup.symmetry", |row| {
        setup_choices::<Match3, _>(
            row,
            [
                ("match3.setup.symmetry.none", Symmetry::None),
                ("match3.setup.symmetry.left_right", Symmetry::LeftRight),
                ("match3.setup.symmetry.both", Symmetry::Both),
            ],
            |setup| setup.symmetry,
            |setup, symmetry| setup.symmetry = symmetry,
        );
        spawn_named(row, "match3.setup.order", |part| {
            setup_choices::<Match3, _>(
                part,
                [
                    ("match3.setup.order.grouped", Order::Grouped),
                    ("match3.setup.order.scattered", Order::Scattered),
                ],
                |setup| setup.order,
                |setup, order| setup.order = order,
            );
        });
    });
    show_on(page, symmetry, has_boards);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Difficulty;
    use crate::shell::table::TableGame;

    #[test]
    fn a_difficulty_stays_while_the_size_changes() {
        for difficulty in Difficulty::ALL {
            let mut setup = Setup::default();
            Match3::set_difficulty(&mut setup, difficulty);
            for (rows, cols) in [(0, 1), (1, 0), (-3, 0), (0, -4), (2, 0), (0, 5)] {
                set_size(&mut setup, rows, cols);
                assert!(Match3::is_difficulty(&setup, difficulty), "{setup}");
            }
        }
    }

    #[test]
    fn a_potential_of_ones_own_stays_the_same_part_of_all_patterns() {
        let mut setup = Setup::default();
        let before = patterns(setup.size);
        setup.wanted = before / 4;
        set_size(&mut setup, 0, 3);
        assert!(patterns(setup.size) > before);
        assert!(
            setup.wanted.abs_diff(patterns(setup.size) / 4) <= 1,
            "{setup}"
        );
    }
}
