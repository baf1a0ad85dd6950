//! The changes that a player makes to the making of a generation: locked parts, and individuals that are put in.

use super::genome::MutationGaps;
use super::intervention::Part;
use super::problem::Problem;
use crate::base::Stream;

/// Parts that stay unchanged, with the genome that they are from.
#[derive(Clone, Debug)]
pub(super) struct Lock<G> {
    pub(super) parts: Vec<Part>,
    pub(super) of: G,
}

impl<G> Lock<G> {
    /// Gives a genome the locked parts.
    pub(super) fn restore<P: Problem<Genome = G>>(&self, problem: &P, genome: &mut G) {
        if let Some(hand) = problem.hand() {
            hand.restore(genome, &self.of, &self.parts);
        }
    }
}

/// An individual that a player puts into a generation, by the way in which it is made.
#[derive(Clone, Debug)]
pub(super) enum Immigrant<G> {
    /// The genome as it is.
    Itself(G),
    /// A child of two genomes.
    Child(G, G),
    /// A mutated copy.
    Mutant(G),
}

/// The least mean number of genes that mutate in a copy, so that few copies are the same as their model.
const MUTATIONS_OF_COPY: f64 = 2.0;

/// The differences from a usual generation.
#[derive(Clone, Debug)]
pub(super) struct ManualChanges<G> {
    pub(super) lock: Option<Lock<G>>,
    /// The individuals that are put in, with their numbers in the generation, ascending.
    pub(super) immigrants: Vec<(u32, Immigrant<G>)>,
    /// Whether elites are evaluated anew, because a lock or the problem has changed.
    pub(super) renews_elites: bool,
}

impl<G: Clone> ManualChanges<G> {
    pub(super) const NONE: ManualChanges<G> = ManualChanges {
        lock: None,
        immigrants: Vec::new(),
        renews_elites: false,
    };

    /// Whether a generation is made as usual.
    pub(super) fn is_none(&self) -> bool {
        self.lock.is_none() && self.immigrants.is_empty() && !self.renews_elites
    }

    /// The changes that stay in the generation after this one.
    pub(super) fn lasting(&self) -> Self {
        ManualChanges {
            lock: self.lock.clone(),
            ..ManualChanges::NONE
        }
    }

    /// The immigrant with a number.
    pub(super) fn immigrant(&self, number: u32) -> Option<&Immigrant<G>> {
        let at = self.immigrants.binary_search_by_key(&number, |(at, _)| *at);
        Some(&self.immigrants[at.ok()?].1)
    }

    /// Puts immigrants in at the last free numbers of a generation. `is_kept` is true for the numbers of elites. If
    /// there are only elites, one immigrant takes the place of the last.
    pub(super) fn put_in(
        &mut self,
        immigrants: impl Iterator<Item = Immigrant<G>>,
        size: u32,
        is_kept: impl Fn(u32) -> bool,
    ) {
        let is_free = |number: &u32| !is_kept(*number) && self.immigrant(*number).is_none();
        let mut free: Vec<u32> = (0..size).rev().filter(is_free).collect();
        if free.is_empty() && self.immigrants.is_empty() {
            free.extend(size.checked_sub(1));
        }
        self.immigrants.extend(free.into_iter().zip(immigrants));
        self.immigrants.sort_by_key(|(number, _)| *number);
    }

    /// Gives a genome the locked parts.
    pub(super) fn restore<P: Problem<Genome = G>>(&self, problem: &P, genome: &mut G) {
        if let Some(lock) = &self.lock {
            lock.restore(problem, genome);
        }
    }
}

/// The mutation of copies.
pub(super) fn gaps_of_copies(mutation: f64, genes: usize) -> MutationGaps {
    MutationGaps::new(mutation.max(MUTATIONS_OF_COPY / genes.max(1) as f64), genes)
}

/// The genome of an immigrant, before locked parts are restored.
pub(super) fn genome_of_immigrant<P: Problem>(
    problem: &P,
    immigrant: &Immigrant<P::Genome>,
    (crossover, gaps): (super::genome::Crossover, &MutationGaps),
    mutation: f64,
    rng: &mut Stream,
) -> P::Genome {
    match immigrant {
        Immigrant::Itself(genome) => genome.clone(),
        Immigrant::Child(first, second) => {
            let mut child = problem.cross(first, second, crossover, rng);
            problem.mutate(&mut child, gaps, rng);
            child
        }
        Immigrant::Mutant(model) => {
            let mut copy = model.clone();
            problem.mutate(&mut copy, &gaps_of_copies(mutation, problem.genes()), rng);
            copy
        }
    }
}
