//! Simulated descents by the careful player, which measure the difficulty of a setup.

use super::descent::{Descent, DescentStatus};
use super::graph::generator::GenerateError;
use super::players::Player;
use super::players::careful::Careful;
use super::setup::Setup;
use crate::base::try_parallel_map;
use crate::generation::{EvolutionParameters, Pick, Seed};

/// The number of turns after which a descent counts as lost.
pub const MAX_TURNS: u32 = 60_000;

/// The outcome of a descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescentOutcome {
    /// Whether the hero completed all dungeons.
    pub completed: bool,
    /// The number of the last dungeon, from 1.
    pub depth: u8,
    /// The number of turns.
    pub turns: u32,
    /// The points.
    pub score: u32,
    /// The number of killed enemies.
    pub killed: u32,
}

/// Plays one descent to its end.
pub fn play_descent(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
) -> Result<DescentOutcome, GenerateError> {
    let mut descent = Descent::new(setup, search, seed, Pick::Best)?;
    let (mut player, mut events) = (Careful::default(), Vec::new());
    while descent.status() == DescentStatus::Descending && descent.totals().turns < MAX_TURNS {
        events.clear();
        let Some(chosen_move) = player.choose(&descent.game) else {
            break;
        };
        // The player would repeat a refused move for ever.
        if descent.make(chosen_move, &mut events).is_err() {
            break;
        }
    }
    let totals = descent.totals();
    Ok(DescentOutcome {
        completed: descent.status() == DescentStatus::Completed,
        depth: descent.depth(),
        turns: totals.turns,
        score: totals.score,
        killed: totals.killed,
    })
}

/// Plays `count` descents, each with its own seed, on several threads. The outcomes and their order do not depend
/// on the number of threads.
pub fn play_descents(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
    count: u32,
    threads: usize,
) -> Result<Vec<DescentOutcome>, GenerateError> {
    let play = |(): &mut (), at: usize| play_descent(setup, search, seed.child(at as u64 + 1));
    try_parallel_map(count as usize, threads, || (), play)
}
