//! The parameters of a run that differ from the usual ones of its problem.

use serde::{Deserialize, Serialize};

use crate::generation::{Crossover, EvolutionParameters, Scheme, Selection};

/// The changes to the usual parameters of a problem. There is no time limit, because the result of an experiment must
/// not depend on the speed of a computer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ParameterChanges {
    /// The number of individuals in both populations together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// The number of elites in each population.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elitism: Option<u32>,
    /// The probability that a gene mutates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutation: Option<f64>,
    /// The crossover operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossover: Option<Crossover>,
    /// The selection operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// The treatment of infeasible individuals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheme: Option<Scheme>,
    /// The number of generations after which a run is given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u32>,
    /// The number of generations without improvement after which a run is given up; 0 for no such limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stagnation: Option<u32>,
}

impl ParameterChanges {
    /// The changes that lead from the usual parameters to the chosen ones.
    pub fn between(usual: &EvolutionParameters, chosen: &EvolutionParameters) -> Self {
        fn pick<T: PartialEq>(usual: T, chosen: T) -> Option<T> {
            (chosen != usual).then_some(chosen)
        }
        ParameterChanges {
            population: pick(usual.population, chosen.population),
            elitism: pick(usual.elitism, chosen.elitism),
            mutation: pick(usual.mutation, chosen.mutation),
            crossover: pick(usual.crossover, chosen.crossover),
            selection: pick(usual.selection, chosen.selection),
            scheme: pick(usual.scheme, chosen.scheme),
            generations: pick(usual.generations, chosen.generations),
            stagnation: pick(usual.stagnation, chosen.stagnation),
        }
    }

    /// The usual parameters with these changes, and without a time limit. Elites are at most half the population,
    /// unless their number is among the changes.
    pub fn applied_to(&self, usual: &EvolutionParameters) -> EvolutionParameters {
        let population = self.population.unwrap_or(usual.population);
        EvolutionParameters {
            population,
            elitism: self
                .elitism
                .unwrap_or_else(|| usual.elitism.min(population / 2)),
            mutation: self.mutation.unwrap_or(usual.mutation),
            crossover: self.crossover.unwrap_or(usual.crossover),
            selection: self.selection.unwrap_or(usual.selection),
            scheme: self.scheme.unwrap_or(usual.scheme),
            generations: self.generations.unwrap_or(usual.generations),
            stagnation: self.stagnation.unwrap_or(usual.stagnation),
            milliseconds: 0,
        }
    }
}
