//! The automatic player: for measuring levels, for hints and for the tour.

use super::level::Level;
use super::rules::swaps::lines;
use super::rules::{Cells, Game, Goal, Status, Swap};
use crate::generation::{Purpose, Seed, Stream};

/// The swap it would make: most for the goal first, then one that hits a special, then any.
pub fn choose(game: &Game, rng: &mut Stream) -> Option<Swap> {
    let swaps = game.board().swaps();
    let mut best = ((0, 0), None);
    // Reservoir sampling picks evenly among equals.
    let mut equals = 0;
    for swap in swaps.iter() {
        let worth = worth(game, swap);
        if best.1.is_none() || worth > best.0 {
            best = (worth, Some(swap));
            equals = 1;
        } else if worth == best.0 {
            equals += 1;
            if rng.below(equals) == 0 {
                best.1 = Some(swap);
            }
        }
    }
    best.1
}

/// What the first match of a swap does: for the goal, and to specials.
fn worth(game: &Game, swap: Swap) -> (u32, u32) {
    let board = game.board();
    let (mut matched, mut wanted) = (Cells::default(), 0);
    for (colour, &plane) in board.after(swap).iter().enumerate() {
        let line = lines(plane);
        matched |= line;
        if matches!(game.goal(), Goal::Collect(target, _) if usize::from(target.0) == colour) {
            wanted = line.len();
        }
    }
    let breakable = board.breakable();
    let beside = matched.around() & breakable & board.walls();
    let hits = (beside | (matched & breakable & board.overlays())).len();
    match game.goal() {
        Goal::Collect(..) => (wanted, hits),
        Goal::ClearSpecials => (hits, matched.len()),
        Goal::Score(_) => (matched.len(), hits),
    }
}

/// How many plays measure a level.
const PLAYS: usize = 64;
/// Moves after which a play counts as lost.
const PATIENCE: u32 = 300;

/// Measuring a level by plays of the automatic player, one play a step.
pub struct Measure<'a> {
    level: &'a Level,
    seed: Seed,
    /// The moves that each play needed; `PATIENCE` if it never got there.
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
            self.moves.push(play_once(self.level, seed));
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

/// How many moves the automatic player needs; [`PATIENCE`] if it never gets there.
fn play_once(level: &Level, seed: Seed) -> u32 {
    let mut rng = seed.stream(Purpose::Player);
    let chance = seed.stream(Purpose::Play);
    let Ok(mut game) = Game::new(level.board(), level.goal(), PATIENCE, chance) else {
        return PATIENCE;
    };
    while game.status() == Status::Playing {
        let Some(swap) = choose(&game, &mut rng) else {
            break;
        };
        if game.apply(swap, &mut ()).is_err() {
            break;
        }
    }
    match game.status() {
        Status::Won => game.score().moves.max(1),
        _ => PATIENCE,
    }
}
