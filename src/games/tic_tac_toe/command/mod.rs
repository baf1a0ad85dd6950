//! The subcommands of tic-tac-toe: games and proofs without a display.

mod atlas;
mod duel;
mod generate;
mod solve;

use crate::games::command::{CommandError, Subcommand, Verb};
use crate::games::tic_tac_toe::opponents::problem::EvolveError;
use crate::games::tic_tac_toe::players::{MissingStrategyError, OpponentError};
use crate::games::tic_tac_toe::rules::{Board, TicTacToe};
use crate::session::Game;

/// The subcommands, for the command line.
pub fn subcommands() -> Vec<Subcommand> {
    let name = TicTacToe::KEY;
    vec![
        Subcommand::new(Verb::Duel, name, "Tic-tac-toe on any board", |args| {
            duel::run(args).map_err(CommandError::usage)
        }),
        Subcommand::new(Verb::Solve, name, "Tic-tac-toe on any board", |args| {
            solve::run(args).map_err(CommandError::usage)
        }),
        Subcommand::new(Verb::Generate, name, "A strategy for tic-tac-toe", |args| {
            generate::run(args).map_err(CommandError::usage)
        }),
        Subcommand::new(
            Verb::Atlas,
            name,
            "Strategies for tic-tac-toe, by how they play",
            atlas::run,
        ),
    ]
}

/// The error of a command.
#[derive(Debug, thiserror::Error)]
pub enum TicTacToeError {
    /// There is no such player.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// A strategy cannot be evolved.
    #[error(transparent)]
    Evolution(#[from] EvolveError),
    /// An opponent has no strategy.
    #[error(transparent)]
    Missing(#[from] MissingStrategyError),
    /// A strategy plays 3x3 only.
    #[error("a strategy plays on 3x3k3 only, not on {0}")]
    Board(Board),
    /// A time is set, and no player has use for it.
    #[error("--milliseconds is for the player search, and no player is search")]
    NoSearch,
    /// A move cannot be made.
    #[error("move {number}, \"{text}\", cannot be made: {why}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The text of the move.
        text: String,
        /// The reason.
        why: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    Store(#[from] crate::session::StoreError),
}
