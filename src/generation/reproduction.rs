//! Making the individuals of one generation: selection, crossover, mutation, evaluation, and elites.

use std::ops::Range;
use std::sync::Arc;

use super::birth::PackedBirth;
use super::genome::MutationGaps;
use super::manual_changes::ManualChanges;
use super::parameters::EvolutionParameters;
use super::population::{Generation, Individual, Population};
use super::problem::Problem;
use crate::base::random::{Stream, StreamKey};

/// Reproduction and evaluation for one generation: an immutable value that several threads share.
pub struct Reproduction<P: Problem> {
    pub(super) problem: Arc<P>,
    pub(super) parameters: Arc<EvolutionParameters>,
    pub(super) gaps: Arc<MutationGaps>,
    pub(super) parents: Arc<Generation<P::Genome>>,
    pub(super) key: StreamKey,
    /// The number of individuals that come from the feasible population.
    pub(super) feasible_places: usize,
    /// The changes that a player makes to this generation.
    pub(super) manual_changes: Option<Arc<ManualChanges<P::Genome>>>,
    /// The number of the generation that is being made.
    pub(super) generation: u32,
}

impl<P: Problem> Clone for Reproduction<P> {
    fn clone(&self) -> Self {
        Reproduction {
            problem: Arc::clone(&self.problem),
            parameters: Arc::clone(&self.parameters),
            gaps: Arc::clone(&self.gaps),
            parents: Arc::clone(&self.parents),
            key: self.key,
            feasible_places: self.feasible_places,
            manual_changes: self.manual_changes.clone(),
            generation: self.generation,
        }
    }
}

/// An individual of the next generation with its birth. The places of its parents are among [`Generation::members`].
pub struct Offspring<G> {
    pub(super) individual: Individual<G>,
    pub(super) birth: PackedBirth,
}

impl<P: Problem> Reproduction<P> {
    /// Makes and evaluates individual `index` of the next generation.
    #[inline]
    pub fn reproduce(&self, index: usize) -> Offspring<P::Genome> {
        let mut rng = self.key.stream(index as u64);
        let number = index as u32;
        if let Some(changes) = &self.manual_changes {
            return self.reproduce_with_changes(changes, number, &mut rng);
        }
        if self.parents.is_empty() {
            let genome = self.problem.random(&mut rng);
            return Offspring {
                individual: self.evaluate(genome, number, &mut rng),
                birth: PackedBirth::FOUNDER,
            };
        }
        let (population, before) = self.population_of(index);
        let within = index - before;
        if within < population.elites {
            let elite = population.members[within].clone();
            let individual = if self.problem.judges_anew() {
                self.evaluate(elite.genome, number, &mut rng)
            } else {
                Individual { number, ..elite }
            };
            let birth = PackedBirth::elite(self.place_of(before) + within);
            return Offspring { individual, birth };
        }
        let (genome, birth) = self.child(population, self.place_of(before), &mut rng);
        let individual = self.evaluate(genome, number, &mut rng);
        Offspring { individual, birth }
    }

    /// The population from which individual `index` comes, and the number of places before that population.
    #[inline]
    pub(super) fn population_of(&self, index: usize) -> (&Population<P::Genome>, usize) {
        let feasible = self.feasible_places;
        if index < feasible {
            (&self.parents.feasible, 0)
        } else {
            (&self.parents.infeasible, feasible)
        }
    }

    /// The place among [`Generation::members`] of the first member of a population. `before` is the number of places
    /// before that population, as [`Self::population_of`] returns it.
    #[inline]
    pub(super) fn place_of(&self, before: usize) -> usize {
        if before == 0 {
            0
        } else {
            self.parents.feasible.members.len()
        }
    }

    /// Makes and evaluates the individuals `range` of the next generation.
    pub fn reproduce_range(&self, range: Range<usize>) -> Vec<Offspring<P::Genome>> {
        range.map(|index| self.reproduce(index)).collect()
    }

    /// The genome of a child of two members of `population`, the first of which stands at `place`.
    #[inline]
    pub(super) fn child(
        &self,
        population: &Population<P::Genome>,
        place: usize,
        rng: &mut Stream,
    ) -> (P::Genome, PackedBirth) {
        let parameters = &*self.parameters;
        let first = population.select_parent(parameters.selection, rng);
        let second = population.select_parent(parameters.selection, rng);
        let birth = PackedBirth::child(place + first, place + second);
        let (first, second) = (&population.members[first], &population.members[second]);
        let mut genome =
            self.problem
                .cross(&first.genome, &second.genome, parameters.crossover, rng);
        self.problem.mutate(&mut genome, &self.gaps, rng);
        (genome, birth)
    }

    #[inline]
    pub(super) fn evaluate(
        &self,
        genome: P::Genome,
        number: u32,
        rng: &mut Stream,
    ) -> Individual<P::Genome> {
        let violation = self.problem.violation(&genome);
        let fitness = if violation == 0 {
            self.problem.objective_in(&genome, self.generation, rng)
        } else {
            1.0 / (1.0 + f64::from(violation))
        };
        Individual {
            genome,
            fitness,
            violation,
            number,
        }
    }
}
