//! The setup page: players, board, seats, and the evolution of opponents and boards.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{board_list, evolution_rows, opponent_picker, seats};
use crate::games::hexxagon::boards::picture;
use crate::games::hexxagon::evolve::{evolve_board, evolve_opponent};
use crate::games::hexxagon::players::{Level, Opponent};
use crate::games::hexxagon::rules::{BoardNumber, Hexxagon, Player, StuckRule};
use crate::games::hexxagon::setup::{BoardChoice, Seat, Setup, opponent_of};
use crate::games::hexxagon::table::counted_as;
use crate::session::Game;
use crate::session::statistics::Statistics;
use crate::shell::table::board_section::spawn_board_section;
use crate::shell::table::setup_page::row;
use crate::shell::table::setup_tabs::{SetupTab, setup_tabs, spawn_evolution_row};
use crate::shell::table::setup_widgets::{setup_choices, spawn_evolve_button};
use crate::shell::table::{Preview, Sides, TableGame, clock, joined_lines, new_game, tally_text};
use crate::shell::theme::widget::{ButtonStyle, choices};
use crate::shell::words::Words;

pub(super) fn setup(world: &World) -> &Setup {
    new_game::setup::<Hexxagon>(world)
}

pub(super) fn change(world: &mut World, change: impl FnOnce(&mut Setup)) -> bool {
    new_game::change::<Hexxagon>(world, change)
}

/// Reads the boards and opponents that the player has saved.
pub(super) fn read_saved(world: &mut World) {
    board_list::read_boards(world);
    opponent_picker::read_opponents(world);
}

/// Spawns the content of the setup page.
pub(super) fn spawn_content(page: &mut ChildSpawnerCommands, world: &World) {
    setup_tabs(page, |tab, page| match tab {
        SetupTab::Game => {
            spawn_players_row(page);
            for count in [2, 3] {
                board_list::spawn_row(page, world, count);
            }
            spawn_board_section::<Hexxagon>(page, world, difficulty_text);
            spawn_evolution_row(page, |row| {
                let style = ButtonStyle::Chip;
                spawn_evolve_button(row, style, "hex.setup.opponent", evolve_opponent);
                spawn_evolve_button(row, style, "hex.setup.new_board", evolve_board);
            });
        }
        SetupTab::Seats => {
            for number in 0..3 {
                seats::spawn_row(page, number);
            }
            spawn_stuck_row(page);
            clock::spawn_rows::<Hexxagon>(page);
        }
        SetupTab::Evolution => evolution_rows::spawn_rows(page),
    });
}

/// The board of the new game.
pub(super) fn preview(world: &World) -> Option<Preview> {
    let origin = new_game::origin::<Hexxagon>(world);
    let board = origin.setup.board.build(origin.seed).ok()?;
    Some(Preview::Board(picture(&board.plan(), false)))
}

/// The sides, which are the colours.
pub(super) const SIDES: Sides<Hexxagon> = Sides {
    all: &[
        ("hex.ruby", "hexxagon/gem1"),
        ("hex.pearl", "hexxagon/gem2"),
        ("hex.jade", "hexxagon/gem3"),
    ],
    seat: |_, side| side,
    seats: |setup| &mut setup.seats,
    usual: |_, difficulty| opponent_of(difficulty),
};

/// Changes the number of players, and takes the usual board and rule for them.
fn set_players(setup: &mut Setup, count: usize) {
    if setup.seats.len() == count {
        return;
    }
    setup.resize_seats(count);
    setup.board = BoardChoice::Listed(BoardNumber(if count == 2 { 1 } else { 40 }));
    setup.stuck = StuckRule::usual(count);
    setup.first = Player::default();
}

fn spawn_players_row(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.players", |row| {
        let counts = [("hex.setup.two", 2), ("hex.setup.three", 3)];
        choices(
            row,
            counts,
            |world, count| setup(world).seats.len() == count,
            |world, count| {
                change(world, |setup| set_players(setup, count));
            },
        );
    });
}

/// Spawns the row of the rule for a player who cannot move.
fn spawn_stuck_row(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.stuck", |row| {
        setup_choices::<Hexxagon, _>(
            row,
            [
                ("hex.setup.ends", StuckRule::Ends),
                ("hex.setup.skip", StuckRule::Skip),
                ("hex.setup.loses", StuckRule::Loses),
            ],
            |setup| setup.stuck,
            |setup, stuck| setup.stuck = stuck,
        );
    });
}

/// The opponent of the difficulty, and the results against it.
fn difficulty_text(world: &World) -> String {
    let level = new_game::difficulty_of::<Hexxagon>(setup(world));
    let words = world.resource::<Words>();
    let opponent = level.map(|level| words.get(Hexxagon::difficulty_key(setup(world), level)));
    joined_lines([opponent.unwrap_or_default(), results_text(world)])
}

/// The results of all games against these opponents, and the levels that the player has beaten.
fn results_text(world: &World) -> String {
    let setup = setup(world);
    if setup.humans().count() != 1 {
        return String::new();
    }
    let tally = tally_text::<Hexxagon>(world, &counted_as(setup));
    match beaten_levels(world) {
        beaten if beaten.is_empty() => tally,
        beaten => {
            let beaten: Vec<String> = beaten
                .iter()
                .map(|level| level.number().to_string())
                .collect();
            let values = [("levels", beaten.join(", "))];
            format!(
                "{tally}\n{}",
                world.resource::<Words>().fill("hex.beaten", &values)
            )
        }
    }
}

/// The levels that the player has beaten in games of two.
fn beaten_levels(world: &World) -> Vec<Level> {
    let results = world.resource::<Statistics>();
    let is_beaten = |level: &Level| {
        let rival: Seat = Seat::Computer(Opponent::Level(*level));
        results.of(Hexxagon::KEY, &format!("2 {rival}")).won > 0
    };
    Level::ALL.into_iter().filter(is_beaten).collect()
}
