//! The parameters of a search, with their ranges and defaults.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::genome::Crossover;
/// The name that games still use.
pub use crate::base::RangeError as OutOfRange;
use crate::base::{RangeError, check_range};

/// How parents are chosen within a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selection {
    /// With probability in proportion to fitness.
    Roulette,
    /// The best of this many drawn at random (2 to 16).
    Tournament(u8),
}

/// How infeasible individuals are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scheme {
    /// FI-2Pop (Kimbrough and others 2008): feasible and infeasible individuals breed among their
    /// own kind; children move to the population that their own feasibility names.
    TwoPopulations,
    /// One population in which every feasible individual ranks above every infeasible one.
    OnePopulation,
}

/// How to search. The defaults are those of the level generation documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// Individuals in both populations together.
    pub population: u32,
    /// Best individuals of each population that live on unchanged; below half the population.
    pub elitism: u32,
    /// Probability that a gene mutates.
    pub mutation: f64,
    /// How parents mix.
    pub crossover: Crossover,
    /// How parents are chosen.
    pub selection: Selection,
    /// One population or two.
    pub scheme: Scheme,
    /// Generations after which the search gives up.
    pub generations: u32,
    /// Generations without a better best after which the search gives up; 0 is never.
    pub stagnation: u32,
    /// Milliseconds of work after which the search gives up; 0 is never.
    pub milliseconds: u32,
}

impl Default for Search {
    fn default() -> Self {
        Search {
            population: 20,
            elitism: 2,
            mutation: 0.01,
            crossover: Crossover::Uniform,
            selection: Selection::Roulette,
            scheme: Scheme::TwoPopulations,
            generations: 500,
            stagnation: 0,
            milliseconds: 0,
        }
    }
}

impl Search {
    /// Allowed sizes of the population.
    pub const POPULATION: RangeInclusive<u32> = 2..=2_000;
    /// Allowed numbers of elites; also below half the population.
    pub const ELITISM: RangeInclusive<u32> = 0..=100;
    /// Allowed mutation rates.
    pub const MUTATION: RangeInclusive<f64> = 0.0..=0.5;
    /// Allowed limits on generations.
    pub const GENERATIONS: RangeInclusive<u32> = 1..=1_000_000;
    /// Allowed tournament sizes.
    pub const TOURNAMENT: RangeInclusive<u32> = 2..=16;
    /// Allowed limits on generations without progress.
    pub const STAGNATION: RangeInclusive<u32> = 0..=1_000_000;
    /// Allowed time limits, in milliseconds.
    pub const MILLISECONDS: RangeInclusive<u32> = 0..=3_600_000;

    /// Refuses a parameter outside its range and names it.
    pub fn check(&self) -> Result<(), RangeError> {
        check_range("population", self.population, Self::POPULATION)?;
        let most = (self.population / 2).min(*Self::ELITISM.end());
        check_range("elitism", self.elitism, 0..=most)?;
        check_range("mutation", self.mutation, Self::MUTATION)?;
        check_range("generations", self.generations, Self::GENERATIONS)?;
        check_range("stagnation", self.stagnation, Self::STAGNATION)?;
        check_range("milliseconds", self.milliseconds, Self::MILLISECONDS)?;
        match self.selection {
            Selection::Roulette => Ok(()),
            Selection::Tournament(size) => {
                check_range("tournament", u32::from(size), Self::TOURNAMENT)
            }
        }
    }

    /// The time limit, if there is one.
    pub fn time(&self) -> Option<Duration> {
        (self.milliseconds > 0).then(|| Duration::from_millis(u64::from(self.milliseconds)))
    }
}
