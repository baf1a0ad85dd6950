//! Puzzles as text: the position as the code of a board, the move, and the rating.

use serde::{Deserialize, Serialize};

use super::judge::Claim;
use super::rating::{Difficulty, TRIES};
use super::{Puzzle, game_of};
use crate::games::hexxagon::rules::{BoardError, CellMove, MoveError, ParsePlanError, Plan};
use crate::session::rating;

/// The content of a puzzle in a file.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleFile {
    /// The code of the position, see [`Plan`].
    position: String,
    best: CellMove,
    claim: Claim,
    rating: f64,
    error: f64,
    found: [u32; 8],
}

/// The reason why a puzzle of a file cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PuzzleError {
    /// The position is no code.
    #[error(transparent)]
    Code(#[from] ParsePlanError),
    /// The position cannot be built.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The position is not for two players.
    #[error("a puzzle is for 2 players, and not for {0}")]
    Players(usize),
    /// The best move is illegal.
    #[error("the best move cannot be made: {0}")]
    Move(#[from] MoveError),
    /// The rating is not one.
    #[error("{0} cannot be the rating of a puzzle, with an error of {1}")]
    Rating(f64, f64),
    /// A level has found the move more often than it has tried.
    #[error("level {0} tries {1} times, and cannot find the move {2} times")]
    Found(usize, u32, u32),
}

impl From<Puzzle> for PuzzleFile {
    fn from(puzzle: Puzzle) -> Self {
        PuzzleFile {
            position: puzzle.position.to_string(),
            best: puzzle.best,
            claim: puzzle.claim,
            rating: puzzle.difficulty.rating,
            error: puzzle.difficulty.error,
            found: puzzle.difficulty.found,
        }
    }
}

impl TryFrom<PuzzleFile> for Puzzle {
    type Error = PuzzleError;

    fn try_from(file: PuzzleFile) -> Result<Self, PuzzleError> {
        let position: Plan = file.position.parse()?;
        if position.players() != 2 {
            return Err(PuzzleError::Players(position.players()));
        }
        game_of(&position)?.read(&file.best)?;
        if !rating::is_possible(file.rating) || !(0.0..=1_000.0).contains(&file.error) {
            return Err(PuzzleError::Rating(file.rating, file.error));
        }
        for (at, (found, tries)) in file.found.into_iter().zip(TRIES).enumerate() {
            if found > tries {
                return Err(PuzzleError::Found(at + 1, tries, found));
            }
        }
        Ok(Puzzle {
            position,
            best: file.best,
            claim: file.claim,
            difficulty: Difficulty {
                rating: file.rating,
                error: file.error,
                found: file.found,
            },
        })
    }
}
