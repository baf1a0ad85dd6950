//! Simulated descents by the careful player, which measure the difficulty of a setup.

use std::sync::Arc;

use super::descent::{Descent, DescentStatus};
use super::graph::generator::{DungeonRun, GenerateError};
use super::players::Player;
use super::players::careful::Careful;
use super::rules::{Event, Move};
use super::setup::Setup;
use crate::base::try_parallel_map;
use crate::generation::{EvolutionParameters, Pick, Seed, yield_now};

/// The number of turns after which a descent counts as lost.
pub const MAX_TURNS: u32 = 60_000;
/// The number of turns after which other work gets its turn, about a millisecond's worth.
const TURNS_PER_SLICE: u32 = 32;

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

/// Plays one descent to its end, here and now.
pub fn play_descent(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
) -> Result<DescentOutcome, GenerateError> {
    let mut play = Play::of(Descent::new(setup, search, seed, Pick::Best)?);
    while let Some(chosen_move) = play.choose() {
        if !play.make(chosen_move) {
            break;
        }
    }
    Ok(play.outcome())
}

/// Plays one descent to its end in slices, so that the work can be dropped at any time.
pub async fn play_descent_in_slices(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
) -> Result<DescentOutcome, GenerateError> {
    let run = DungeonRun::new(&setup.spec_at(1), search, seed, Pick::Best)?;
    let first = Arc::new(run.finish().await?);
    let mut play = Play::of(Descent::starting_in(Some(first), setup, search, seed)?);
    while let Some(chosen_move) = play.choose() {
        if let Some(work) = play.descent.work_before(chosen_move) {
            work.await;
        }
        if !play.make(chosen_move) {
            break;
        }
        if play.descent.totals().turns.is_multiple_of(TURNS_PER_SLICE) {
            yield_now().await;
        }
    }
    Ok(play.outcome())
}

/// A descent that the careful player plays.
struct Play {
    descent: Descent,
    player: Careful,
    events: Vec<Event>,
}

impl Play {
    fn of(descent: Descent) -> Self {
        Play {
            descent,
            player: Careful::default(),
            events: Vec::new(),
        }
    }

    /// Chooses the next move; `None` at the end.
    fn choose(&mut self) -> Option<Move> {
        let goes_on = self.descent.status() == DescentStatus::Descending
            && self.descent.totals().turns < MAX_TURNS;
        goes_on.then(|| self.player.choose(&self.descent.game))?
    }

    /// Makes a move, and returns whether the play goes on. The player would repeat a refused move for ever.
    fn make(&mut self, chosen_move: Move) -> bool {
        self.events.clear();
        self.descent.make(chosen_move, &mut self.events).is_ok()
    }

    fn outcome(&self) -> DescentOutcome {
        let descent = &self.descent;
        let totals = descent.totals();
        DescentOutcome {
            completed: descent.status() == DescentStatus::Completed,
            depth: descent.depth(),
            turns: totals.turns,
            score: totals.score,
            killed: totals.killed,
        }
    }
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
