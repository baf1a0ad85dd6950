//! Making the individuals of one generation: selection, crossover, mutation, evaluation, and elites.

use std::ops::Range;
use std::sync::Arc;

use super::birth::Birth;
use super::genome::MutationGaps;
use super::hold::Hold;
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
    /// What a player's hand does to this generation.
    pub(super) hold: Option<Arc<Hold<P::Genome>>>,
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
            hold: self.hold.clone(),
            generation: self.generation,
        }
    }
}

impl<P: Problem> Reproduction<P> {
    /// Makes and evaluates individual `index` of the next generation.
    #[inline]
    pub fn reproduce(&self, index: usize) -> Individual<P::Genome> {
        let mut rng = self.key.stream(index as u64);
        let number = index as u32;
        if let Some(hold) = &self.hold {
            return self.reproduce_by_hand(hold, number, &mut rng);
        }
        if self.parents.is_empty() {
            let genome = self.problem.random(&mut rng);
            return self.evaluate(genome, number, &mut rng);
        }
        let (population, before) = self.population_of(index);
        let within = index - before;
        if within < population.elites {
            let elite = population.members[within].clone();
            if self.problem.judges_anew() {
                return self.evaluate(elite.genome, number, &mut rng);
            }
            return Individual { number, ..elite };
        }
        self.child(population, number, &mut rng)
    }

    /// The population from which individual `index` comes, and the number of parents before it.
    #[inline]
    pub(super) fn population_of(&self, index: usize) -> (&Population<P::Genome>, usize) {
        let feasible = self.feasible_places;
        if index < feasible {
            (&self.parents.feasible, 0)
        } else {
            (&self.parents.infeasible, feasible)
        }
    }

    /// How an individual of the next generation comes into it. The numbers of parents are their places among
    /// [`Generation::members`].
    pub(super) fn birth(&self, number: u32) -> Birth {
        if self
            .hold
            .as_ref()
            .is_some_and(|hold| hold.immigrant(number).is_some())
        {
            return Birth::Immigrant;
        }
        if self.parents.is_empty() {
            return Birth::Founder;
        }
        let index = number as usize;
        let (population, before) = self.population_of(index);
        if index - before < population.elites {
            return Birth::Elite((self.place_of(before) + index - before) as u32);
        }
        // The parents are the first thing that an individual draws.
        let mut rng = self.key.stream(index as u64);
        let selection = self.parameters.selection;
        let first = population.select_parent(selection, &mut rng);
        let second = population.select_parent(selection, &mut rng);
        let place = self.place_of(before);
        Birth::Child((place + first) as u32, (place + second) as u32)
    }

    /// The place among [`Generation::members`] of the first member of the population that has so many places before it.
    fn place_of(&self, before: usize) -> usize {
        if before == 0 {
            0
        } else {
            self.parents.feasible.members.len()
        }
    }

    /// Makes and evaluates individuals `range` of the next generation.
    pub fn reproduce_range(&self, range: Range<usize>) -> Vec<Individual<P::Genome>> {
        range.map(|index| self.reproduce(index)).collect()
    }

    /// A child of two members of `population`.
    #[inline]
    fn child(
        &self,
        population: &Population<P::Genome>,
        number: u32,
        rng: &mut Stream,
    ) -> Individual<P::Genome> {
        let genome = self.child_genome(population, rng);
        self.evaluate(genome, number, rng)
    }

    /// The genome of a child of two members of `population`.
    #[inline]
    pub(super) fn child_genome(
        &self,
        population: &Population<P::Genome>,
        rng: &mut Stream,
    ) -> P::Genome {
        let parameters = &*self.parameters;
        let first = population.select_parent(parameters.selection, rng);
        let second = population.select_parent(parameters.selection, rng);
        let (first, second) = (&population.members[first], &population.members[second]);
        let mut genome =
            self.problem
                .cross(&first.genome, &second.genome, parameters.crossover, rng);
        self.problem.mutate(&mut genome, &self.gaps, rng);
        genome
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
