//! The parameters of a run, with their ranges and defaults.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::genome::Crossover;
use crate::base::{RangeError, check_range};

/// The selection operator, which chooses parents within a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selection {
    /// A parent's probability is in proportion to its fitness.
    Roulette,
    /// The parent is the best of this many individuals drawn at random (2 to 16).
    Tournament(u8),
}

/// The treatment of infeasible individuals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scheme {
    /// FI-2Pop (Kimbrough et al. 2008): feasible and infeasible individuals form two populations that reproduce
    /// separately; a child joins the population of its own feasibility.
    TwoPopulations,
    /// One population in which every feasible individual ranks above every infeasible one.
    OnePopulation,
}

/// The parameters of a run. Game ids are written as differences from the defaults, so the defaults never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Search", default, deny_unknown_fields)]
pub struct EvolutionParameters {
    /// The number of individuals in both populations together.
    pub population: u32,
    /// The number of elites in each population, which enter the next generation unchanged; at most half the population.
    pub elitism: u32,
    /// The probability that a gene mutates.
    pub mutation: f64,
    /// The crossover operator.
    pub crossover: Crossover,
    /// The selection operator.
    pub selection: Selection,
    /// The treatment of infeasible individuals.
    pub scheme: Scheme,
    /// The number of generations after which the run ends.
    pub generations: u32,
    /// The number of generations without improvement after which the run ends; 0 for no such limit. It never ends a run
    /// whose problem judges every generation anew.
    pub stagnation: u32,
    /// The milliseconds of work after which the run ends, at the end of a generation; 0 for no such limit. The time of
    /// tasks is that of all threads together.
    pub milliseconds: u32,
}

impl Default for EvolutionParameters {
    fn default() -> Self {
        EvolutionParameters {
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

impl EvolutionParameters {
    /// Allowed sizes of the population.
    pub const POPULATION: RangeInclusive<u32> = 2..=10_000;
    /// Allowed numbers of elites; also at most half the population.
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

    /// Refuses a parameter outside its range. The error names it.
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

    /// Returns these parameters with every change that leads from `usual` to `chosen`. In this way, a player's choice
    /// for one evolution of a game also applies to another one, whose usual parameters are these.
    pub fn changed_like(self, usual: &Self, chosen: &Self) -> Self {
        fn pick<T: PartialEq + Copy>(own: T, usual: T, chosen: T) -> T {
            if chosen == usual { own } else { chosen }
        }
        let population = pick(self.population, usual.population, chosen.population);
        EvolutionParameters {
            population,
            elitism: pick(self.elitism, usual.elitism, chosen.elitism).min(population / 2),
            mutation: pick(self.mutation, usual.mutation, chosen.mutation),
            crossover: pick(self.crossover, usual.crossover, chosen.crossover),
            selection: pick(self.selection, usual.selection, chosen.selection),
            scheme: pick(self.scheme, usual.scheme, chosen.scheme),
            generations: pick(self.generations, usual.generations, chosen.generations),
            stagnation: pick(self.stagnation, usual.stagnation, chosen.stagnation),
            milliseconds: pick(self.milliseconds, usual.milliseconds, chosen.milliseconds),
        }
    }

    /// The time limit, if there is one.
    pub fn time(&self) -> Option<Duration> {
        (self.milliseconds > 0).then(|| Duration::from_millis(u64::from(self.milliseconds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_parameters_are_carried_over_to_another_evolution() {
        let usual = EvolutionParameters::default();
        let own = EvolutionParameters {
            population: 10,
            elitism: 4,
            mutation: 0.3,
            generations: 300,
            ..EvolutionParameters::default()
        };
        assert_eq!(own.clone().changed_like(&usual, &usual), own);
        let chosen = EvolutionParameters {
            population: 6,
            crossover: Crossover::OnePoint,
            stagnation: 50,
            ..usual.clone()
        };
        let changed = own.clone().changed_like(&usual, &chosen);
        let wanted = EvolutionParameters {
            population: 6,
            // Six individuals have at most three elites.
            elitism: 3,
            crossover: Crossover::OnePoint,
            stagnation: 50,
            ..own
        };
        assert_eq!(changed, wanted);
        assert!(changed.check().is_ok());
    }

    #[test]
    fn a_time_of_0_is_no_limit() {
        let time = |milliseconds| {
            let parameters = EvolutionParameters {
                milliseconds,
                ..EvolutionParameters::default()
            };
            parameters.time()
        };
        assert_eq!(time(0), None);
        assert_eq!(time(1), Some(Duration::from_millis(1)));
    }

    #[test]
    fn at_most_half_of_a_generation_are_elites() {
        let check = |elitism| {
            let population = 10;
            let parameters = EvolutionParameters {
                population,
                elitism,
                ..EvolutionParameters::default()
            };
            parameters.check().is_ok()
        };
        assert_eq!([5, 6].map(check), [true, false]);
    }
}
