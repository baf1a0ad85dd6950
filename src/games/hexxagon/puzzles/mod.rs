//! Puzzles: positions in which one move wins. They come from games that were played and from evolution, are checked by
//! a search ten times as long as the one that found them, and are rated by the levels that find the move.

mod evolved;
mod file;
mod judge;
mod played;
mod problem;
mod rating;

pub use evolved::{Maker, usual_parameters};
pub use file::PuzzleError;
pub use judge::{Claim, DECIDED, FINDING_NODES, TIMES_AS_LONG, Verdict, check, find_best_move};
pub use played::MistakeFinder;
pub use problem::{PuzzleProblem, is_greedy};
pub use rating::{Difficulty, TRIES, difficulty_of};

use file::PuzzleFile;
use serde::{Deserialize, Serialize};

use super::rules::{Board, BoardError, CellMove, Game, Plan, Player, StuckRule};

/// A puzzle, checked and rated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "PuzzleFile", into = "PuzzleFile")]
pub struct Puzzle {
    /// The position, as a board on which the pieces stand at the start. The first player is to move.
    pub position: Plan,
    /// The move that wins.
    pub best: CellMove,
    /// The claim about this move.
    pub claim: Claim,
    /// The difficulty of finding it.
    pub difficulty: Difficulty,
}

impl Puzzle {
    /// Checks the verdict on a position by a search ten times as long, and rates the puzzle. `None` if the verdict does
    /// not hold.
    pub fn checked(position: Plan, verdict: &Verdict) -> Option<Puzzle> {
        let game = game_of(&position).ok()?;
        let claim = check(&game, verdict)?;
        Some(Puzzle {
            position,
            best: verdict.best,
            claim,
            difficulty: difficulty_of(&game, verdict.best),
        })
    }
}

/// Builds the game in which a puzzle is to be solved.
pub fn game_of(position: &Plan) -> Result<Game, BoardError> {
    let board = Board::from_plan("the puzzle", position)?;
    Ok(Game::new(&board, StuckRule::usual(2)))
}

/// Returns the position of a game of two as a plan in which the player to move is the first one.
pub fn plan_of(game: &Game) -> Plan {
    let mut plan = game.plan();
    if game.mover() != Player::default() {
        plan.starts.swap(0, 1);
    }
    plan
}
