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
const PLAYS: u32 = 64;
/// Moves after which a play counts as lost.
const PATIENCE: u32 = 300;

/// How many moves the automatic player needs, for each of `plays` plays; 300 if it never got there.
/// The same level and seed give the same numbers.
pub fn measure(level: &Level, plays: u32, seed: Seed) -> Vec<u32> {
    let one = |play: u32| {
        let seed = seed.child(u64::from(play) + 1);
        let mut rng = seed.stream(Purpose::Player);
        let dealt = Game::new(
            level.board(),
            level.goal(),
            PATIENCE,
            seed.stream(Purpose::Play),
        );
        let Ok(mut game) = dealt else {
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
            Status::Won => game.score().moves,
            _ => PATIENCE,
        }
    };
    (0..plays).map(one).collect()
}

/// The fewest moves within which `percent` of the automatic player's plays reach the goal.
pub fn moves_for_success(level: &Level, percent: u32, seed: Seed) -> u32 {
    let mut moves = measure(level, PLAYS, seed);
    moves.sort_unstable();
    let at = (moves.len() * percent.min(100) as usize)
        .div_ceil(100)
        .max(1)
        - 1;
    moves[at].max(1)
}
