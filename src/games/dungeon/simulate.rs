//! Descents played by the careful player: how often one comes through, and where it ends else.

use std::sync::atomic::{AtomicU32, Ordering};

use super::careful::Careful;
use crate::games::dungeon::descent::{Descent, Fate};
use crate::games::dungeon::generator::NoDungeon;
use crate::games::dungeon::setup::Setup;
use crate::generation::{Pick, Search, Seed};

/// Turns after which a descent counts as lost.
pub const MOST_TURNS: u32 = 60_000;

/// How one descent went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// Whether the hero came through all dungeons.
    pub through: bool,
    /// The last dungeon, from 1.
    pub depth: u8,
    /// Turns.
    pub turns: u32,
    /// Points.
    pub score: u32,
    /// Enemies killed.
    pub killed: u32,
}

/// Plays one descent to its end.
pub fn play(setup: &Setup, search: &Search, seed: Seed) -> Result<Play, NoDungeon> {
    let mut descent = Descent::new(setup, search, seed, Pick::Best)?;
    let (mut player, mut events) = (Careful::default(), Vec::new());
    while descent.fate() == Fate::Descending && descent.sum().turns < MOST_TURNS {
        events.clear();
        let Some(made) = player.choose(&descent.game) else {
            break;
        };
        // Refused moves would be made for ever.
        if descent.make(made, &mut events).is_err() {
            break;
        }
    }
    let sum = descent.sum();
    Ok(Play {
        through: descent.fate() == Fate::Through,
        depth: descent.depth(),
        turns: sum.turns,
        score: sum.score,
        killed: sum.killed,
    })
}

/// Plays so many descents, each from its own seed, on several threads. The same arguments give the same
/// plays in the same order.
pub fn plays(
    setup: &Setup,
    search: &Search,
    seed: Seed,
    count: u32,
    threads: usize,
) -> Result<Vec<Play>, NoDungeon> {
    let next = AtomicU32::new(0);
    let work = || -> Result<Vec<(u32, Play)>, NoDungeon> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(done);
            }
            let seed = seed.child(u64::from(number) + 1);
            done.push((number, play(setup, search, seed)?));
        }
    };
    let parts = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<_>| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers
            .into_iter()
            .map(join)
            .collect::<Result<Vec<_>, NoDungeon>>()
    })?;
    let mut plays: Vec<(u32, Play)> = parts.into_iter().flatten().collect();
    plays.sort_unstable_by_key(|(number, _)| *number);
    Ok(plays.into_iter().map(|(_, play)| play).collect())
}
