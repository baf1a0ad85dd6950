//! Whole plays of levels, and what they measure.

use super::Player;
use crate::games::match3::level::Level;
use crate::games::match3::rules::{Board, Game, Status, Witness};
use crate::generation::{Purpose, Seed};

/// Moves after which a play counts as lost where the level sets no limit.
pub const PATIENCE: u32 = 300;

/// How a play went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whether the goals were met.
    pub won: bool,
    /// Swaps made.
    pub moves: u32,
    /// How often the board was dead and laid anew.
    pub reshuffles: u32,
}

/// Counts what no score holds.
#[derive(Default)]
struct Reshuffles(u32);

impl Witness for Reshuffles {
    fn reshuffled(&mut self, _: &Board) {
        self.0 += 1;
    }
}

/// Plays a level to its end, with at most so many moves.
pub fn play(level: &Level, player: Player, limit: u32, seed: Seed) -> Played {
    let mut rng = seed.stream(Purpose::Player);
    let chance = seed.stream(Purpose::Play);
    let mut seen = Reshuffles::default();
    let mut played = Played {
        won: false,
        moves: 0,
        reshuffles: 0,
    };
    let Ok(mut game) = Game::new(level.board(), level.goals(), limit, chance) else {
        return played;
    };
    while game.status() == Status::Playing {
        let swap = player.choose(&game, &mut rng);
        if swap.is_none_or(|swap| game.apply(swap, &mut seen).is_err()) {
            break;
        }
    }
    played.won = game.status() == Status::Won;
    played.moves = game.score().moves;
    played.reshuffles = seen.0;
    played
}
