//! Whether heredity is worth it: after some dungeons against one automatic player, the children and their ancestors meet the
//! same hero in the same dungeon.

use super::descent::{Descent, DescentError, DescentStatus};
use super::graph::generator::GenerateError;
use super::players::{Player, Ruler};
use super::setup::Setup;
use super::simulate::MAX_TURNS;
use crate::base::try_parallel_map;
use crate::generation::{EvolutionParameters, Pick, Seed};

/// A hero that reached the dungeon of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether the hero got through the dungeon with the ancestors.
    pub past_ancestors: bool,
    /// Whether the hero got through the dungeon with the children.
    pub past_children: bool,
}

/// The trial of a player.
#[derive(Clone, Copy, Debug)]
pub struct HeredityTrial<'a> {
    /// The player.
    pub ruler: Ruler,
    /// The setup, whose enemies learn.
    pub setup: &'a Setup,
    /// The parameters of the search for dungeons.
    pub search: &'a EvolutionParameters,
    /// The number of dungeons before the comparison.
    pub depths: u8,
}

impl HeredityTrial<'_> {
    /// Plays the descent of a seed. `None` if the hero dies before the comparison.
    pub fn play(&self, seed: Seed) -> Result<Option<Comparison>, TrialError> {
        let mut descent = Descent::new(self.setup, self.search, seed, Pick::Best)?;
        if !self.play_to(&mut descent, self.depths + 1)? {
            return Ok(None);
        }
        let after = self.depths + 2;
        let mut with_ancestors = descent.with_ancestors();
        Ok(Some(Comparison {
            past_ancestors: self.play_to(&mut with_ancestors, after)?,
            past_children: self.play_to(&mut descent, after)?,
        }))
    }

    /// Plays until the hero enters a depth, or completes the descent. Returns false if they do not.
    fn play_to(&self, descent: &mut Descent, depth: u8) -> Result<bool, TrialError> {
        let mut player = self.ruler.player();
        let mut events = Vec::new();
        while descent.status() == DescentStatus::Descending && descent.depth() < depth {
            let chosen = player.choose(&descent.game);
            let Some(chosen) = chosen.filter(|_| descent.totals().turns < MAX_TURNS) else {
                return Ok(false);
            };
            events.clear();
            descent.make(chosen, &mut events)?;
        }
        Ok(descent.status() != DescentStatus::Dead)
    }

    /// Plays descents, each with its own seed, on several threads.
    pub fn play_many(
        &self,
        seed: Seed,
        count: u32,
        threads: usize,
    ) -> Result<Vec<Option<Comparison>>, TrialError> {
        let play = |(): &mut (), at: usize| self.play(seed.child(at as u64 + 1));
        try_parallel_map(count as usize, threads, || (), play)
    }
}

/// The reason why a trial cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrialError {
    /// The first dungeon cannot be generated.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// A later one cannot be generated, or the rules refused a move of the player.
    #[error(transparent)]
    Descent(#[from] DescentError),
}
