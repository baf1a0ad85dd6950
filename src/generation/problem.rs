//! What a game says about the thing it wants evolved.

use super::genome::{Crossover, Gaps};
use super::picture::Picture;
use crate::base::Stream;

/// A thing to evolve. It says what a genome is and what is good; the engine knows how to search.
///
/// Every method must be a pure function of its arguments: that is what makes a run repeatable on
/// any number of threads. Breeding and evaluating one individual should stay below 1 ms, since it
/// is the smallest slice of work between two yields.
pub trait Problem: Send + Sync + 'static {
    /// The inherited description of one individual.
    type Genome: Clone + Send + Sync + 'static;

    /// How many genes a genome has: the length over which mutation gaps are drawn.
    fn genes(&self) -> usize;

    /// A founder of the first generation.
    fn random(&self, rng: &mut Stream) -> Self::Genome;

    /// A child of two parents.
    fn cross(
        &self,
        first: &Self::Genome,
        second: &Self::Genome,
        how: Crossover,
        rng: &mut Stream,
    ) -> Self::Genome;

    /// Changes the genes that `gaps` names.
    fn mutate(&self, genome: &mut Self::Genome, gaps: &Gaps, rng: &mut Stream);

    /// By how much the constraints are broken; 0 is feasible.
    fn violation(&self, _genome: &Self::Genome) -> u32 {
        0
    }

    /// How good a feasible genome is: 0 or more, higher is better. Never asked of an infeasible one.
    fn objective(&self, genome: &Self::Genome, rng: &mut Stream) -> f64;

    /// The objective at which the search is done; `None` to go on to a limit.
    fn target(&self) -> Option<f64> {
        None
    }

    /// What an individual looks like in the theatre.
    fn picture(&self, genome: &Self::Genome) -> Picture;

    /// What becomes of the best one when the run has ended, as a picture; `None` if it stays as it is.
    fn outcome(&self, _genome: &Self::Genome) -> Option<Picture> {
        None
    }

    /// What an individual does, as pictures to be shown one after the other; showings are counted from 0,
    /// where there is more than one thing to watch. Empty if there is nothing.
    fn scenes(&self, _genome: &Self::Genome, _showing: u32) -> Vec<Picture> {
        Vec::new()
    }

    /// What a player may want to read about an individual.
    fn facts(&self, _genome: &Self::Genome) -> Vec<Fact> {
        Vec::new()
    }
}

/// One line about an individual: a language key and a value to fill in.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Key of the phrase in the language files, with `{value}` in it.
    pub key: &'static str,
    /// What stands for `{value}`.
    pub value: String,
    /// How much it counts, -1 to 1, where that is worth a bar.
    pub bar: Option<f32>,
}

impl Fact {
    /// A fact in words alone.
    pub fn new(key: &'static str, value: String) -> Self {
        Fact {
            key,
            value,
            bar: None,
        }
    }
}
