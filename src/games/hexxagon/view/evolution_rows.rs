//! The rows of the setup page that evolve an opponent, a board or a puzzle.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::games::hexxagon::boards::BoardSpec;
use crate::games::hexxagon::evolve::{
    EvolutionSpecs, board_spec, change_board_spec, evolve_board, evolve_board_atlas,
    evolve_opponent, evolve_opponent_atlas,
};
use crate::games::hexxagon::opponents::OpponentSpec;
use crate::games::hexxagon::puzzle_book::evolve_puzzle;
use crate::games::hexxagon::rules::Hexxagon;
use crate::shell::table::puzzle::rating_text;
use crate::shell::table::setup_page::{row, spawn_named};
use crate::shell::table::setup_widgets::{spawn_evolve_button, spawn_remark};
use crate::shell::theme::bind::SelectedWhen;
use crate::shell::theme::number::stepped;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{ButtonStyle, choice, choices};
use crate::shell::words::Words;

/// Spawns the rows.
pub(super) fn spawn_rows(page: &mut ChildSpawnerCommands) {
    spawn_opponent_row(page);
    spawn_board_row(page);
    spawn_atlas_row(page);
    spawn_puzzle_row(page);
}

/// Spawns the row of a puzzle whose rating suits the player, with the player's rating.
fn spawn_puzzle_row(page: &mut ChildSpawnerCommands) {
    row(page, "puzzle.title", |row| {
        let style = ButtonStyle::Chip;
        spawn_evolve_button(row, style, "hex.setup.evolve_puzzle", evolve_puzzle);
        spawn_remark(row, rating_text::<Hexxagon>);
    });
}

fn spawn_atlas_row(page: &mut ChildSpawnerCommands) {
    row(page, "play.atlas", |row| {
        let style = ButtonStyle::Chip;
        spawn_evolve_button(row, style, "hex.setup.atlas.boards", evolve_board_atlas);
        let opponents = "hex.setup.atlas.opponents";
        spawn_evolve_button(row, style, opponents, evolve_opponent_atlas);
        spawn_remark(row, "hex.setup.atlas.what");
    });
}

fn spawn_opponent_row(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.opponent", |row| {
        spawn_named(row, "hex.setup.points", |part| {
            let points =
                |world: &World| format!("{}%", world.resource::<EvolutionSpecs>().opponent.points);
            stepper(part, points, |world, step| {
                let spec = &mut world.resource_mut::<EvolutionSpecs>().opponent;
                spec.points = stepped(spec.points, 5 * step, OpponentSpec::POINTS);
            });
        });
        spawn_named(row, "hex.setup.against", |part| {
            let levels = OpponentSpec::LEVELS.map(|level| {
                let number = move |_: &World| level.number().to_string();
                (number, level)
            });
            let is_set =
                |world: &World, level| world.resource::<EvolutionSpecs>().opponent.against == level;
            choices(part, levels, is_set, |world, level| {
                world.resource_mut::<EvolutionSpecs>().opponent.against = level;
            });
        });
        let evolve = "hex.setup.evolve_opponent";
        spawn_evolve_button(row, ButtonStyle::Chip, evolve, evolve_opponent);
    });
}

/// A number with its unit, which is the phrase of a key.
fn with_unit(world: &World, key: &str, value: String) -> String {
    world.resource::<Words>().fill(key, &[("value", value)])
}

fn spawn_board_row(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.new_board", |row| {
        let selected = SelectedWhen::new(|world| board_spec(world).symmetric);
        choice(row, "hex.setup.symmetric", selected, |world| {
            change_board_spec(world, |spec| spec.symmetric = !spec.symmetric);
        });
        spawn_named(row, "hex.setup.length", |part| {
            let plies = |world: &World| {
                let plies = board_spec(world).plies;
                with_unit(world, "hex.setup.length.moves", plies.to_string())
            };
            stepper(part, plies, |world, step| {
                change_board_spec(world, |spec| {
                    spec.plies = stepped(spec.plies, 10 * step, BoardSpec::PLIES);
                });
            });
        });
        spawn_named(row, "hex.setup.sharpness", |part| {
            let sharpness = |world: &World| {
                let in_hundred = board_spec(world).sharpness;
                let a_move = format!("{:.1}", f64::from(in_hundred) / 100.0);
                with_unit(world, "hex.setup.sharpness.a_move", a_move)
            };
            stepper(part, sharpness, |world, step| {
                change_board_spec(world, |spec| {
                    spec.sharpness = stepped(spec.sharpness, 10 * step, BoardSpec::SHARPNESS);
                });
            });
        });
        let evolve = "hex.setup.evolve_board";
        spawn_evolve_button(row, ButtonStyle::Chip, evolve, evolve_board);
    });
}
