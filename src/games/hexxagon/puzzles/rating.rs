//! The difficulty of a puzzle: a rating on the scale of the levels, learnt from the levels that find the move.

use crate::base::Seed;
use crate::games::hexxagon::players::{Level, Opponent};
use crate::games::hexxagon::rules::{CellMove, Game};
use crate::search::StopToken;
use crate::session::rating::Rating;

/// The number of tries of each level. The weakest ones play at random most; the strongest ones make the same move
/// nearly always.
pub const TRIES: [u32; 8] = [8, 8, 8, 4, 4, 4, 1, 1];
/// The number of levels that try while a puzzle evolves. The others search longer than the search that finds a puzzle,
/// so they are expected to find it too.
const QUICK_LEVELS: usize = 6;
/// The seed of the tries. All puzzles have the same one, so that equal positions have equal ratings.
const SEED: Seed = Seed(0x70757a7a6c65);

/// The difficulty of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Difficulty {
    /// The rating: a player of this rating solves it in half of the tries.
    pub rating: f64,
    /// Its standard deviation.
    pub error: f64,
    /// The number of tries in which each level has found the move, the weakest level first.
    pub found: [u32; 8],
}

/// Lets every level try to find the move, and rates the puzzle as a rival that the levels have met.
pub fn difficulty_of(game: &Game, best: CellMove) -> Difficulty {
    rate(game, best, Level::ALL.len())
}

/// Rates the puzzle without the two strongest levels, which take most of the time.
pub(super) fn quick_difficulty_of(game: &Game, best: CellMove) -> Difficulty {
    rate(game, best, QUICK_LEVELS)
}

/// Rates a puzzle. Only the weakest `trying` levels try; the stronger ones count as finding the move.
fn rate(game: &Game, best: CellMove, trying: usize) -> Difficulty {
    let mut found = [0; 8];
    let mut rating = Rating::default();
    for (at, level) in Level::ALL.into_iter().enumerate() {
        let opponent = Opponent::Level(level);
        for number in 0..TRIES[at] {
            let solves =
                at >= trying || finds_move(opponent, game, best, SEED.child(number.into()));
            found[at] += u32::from(solves);
            if let Some(strength) = opponent.rating() {
                rating.observe(strength, if solves { 0.0 } else { 1.0 });
            }
        }
    }
    Difficulty {
        rating: rating.mean(),
        error: rating.deviation(),
        found,
    }
}

/// Whether a player makes the move.
fn finds_move(player: Opponent, game: &Game, best: CellMove, seed: Seed) -> bool {
    let choice = player.choose(game, seed, &StopToken::default(), &mut |_| {});
    choice.and_then(|choice| game.written(choice.made)) == Some(best)
}
