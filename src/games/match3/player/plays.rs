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

/// How many plays measure a level.
const PLAYS: usize = 64;

/// Measuring a level by plays of the documents' player, one play a step.
pub struct Measure<'a> {
    level: &'a Level,
    seed: Seed,
    /// The moves that each play needed; [`PATIENCE`] if it never got there.
    moves: Vec<u32>,
}

impl<'a> Measure<'a> {
    /// Nothing played yet. The same level and seed give the same result.
    pub fn new(level: &'a Level, seed: Seed) -> Self {
        Measure {
            level,
            seed,
            moves: Vec::new(),
        }
    }

    /// Plays once; false when enough was played.
    pub fn step(&mut self) -> bool {
        if self.moves.len() < PLAYS {
            let seed = self.seed.child(self.moves.len() as u64 + 1);
            let played = play(self.level, Player::Document, PATIENCE, seed);
            self.moves.push(if played.won {
                played.moves.max(1)
            } else {
                PATIENCE
            });
        }
        self.moves.len() < PLAYS
    }

    /// The fewest moves within which `percent` of the plays reached the goal.
    pub fn moves_for_success(mut self, percent: u32) -> u32 {
        self.moves.sort_unstable();
        let at = (self.moves.len() * percent.min(100) as usize).div_ceil(100);
        self.moves.get(at.max(1) - 1).copied().unwrap_or(PATIENCE)
    }
}
