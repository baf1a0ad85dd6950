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
        if let Some(steering) = problem.steering() {
            steering.restore(genome, &self.of, &self.parts);
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

#[cfg(test)]
mod tests {

    use super::*;
    use crate::base::{Purpose, Seed};
    use crate::generation::Crossover;
    use crate::generation::one_max::{OneMax, SteeredOnes};

    /// Changes that put these genomes in at these numbers.
    fn with_immigrants(immigrants: &[(u32, u32)]) -> ManualChanges<u32> {
        let immigrants = immigrants.iter();
        ManualChanges {
            immigrants: immigrants
                .map(|(number, genome)| (*number, Immigrant::Itself(*genome)))
                .collect(),
            ..ManualChanges::NONE
        }
    }

    fn genomes(changes: &ManualChanges<u32>) -> Vec<(u32, u32)> {
        let genome = |immigrant: &Immigrant<u32>| match immigrant {
            Immigrant::Itself(genome) => *genome,
            other => panic!("{other:?}"),
        };
        let immigrants = changes.immigrants.iter();
        immigrants
            .map(|(number, one)| (*number, genome(one)))
            .collect()
    }

    #[test]
    fn immigrants_get_the_last_numbers_that_no_elite_and_no_immigrant_has() {
        let put_in = |before: &[(u32, u32)], count: u32, size, elites: &[u32]| {
            let mut changes = with_immigrants(before);
            let new = (0..count).map(|at| Immigrant::Itself(10 + at));
            changes.put_in(new, size, |number| elites.contains(&number));
            genomes(&changes)
        };
        assert_eq!(put_in(&[], 2, 6, &[0, 1]), [(4, 11), (5, 10)]);
        assert_eq!(put_in(&[(5, 1)], 2, 6, &[0, 3]), [(2, 11), (4, 10), (5, 1)]);
        // No more of them are put in than there is room for.
        assert_eq!(put_in(&[], 9, 3, &[0]), [(1, 11), (2, 10)]);
        assert_eq!(put_in(&[(2, 1)], 9, 3, &[0, 1]), [(2, 1)]);
        // If there are only elites, one of them makes room.
        assert_eq!(put_in(&[], 9, 3, &[0, 1, 2]), [(2, 10)]);
        assert_eq!(put_in(&[], 9, 0, &[]), []);
    }

    #[test]
    fn an_immigrant_is_found_by_its_number() {
        let changes = with_immigrants(&[(2, 20), (5, 50)]);
        let found = |number| match changes.immigrant(number) {
            Some(Immigrant::Itself(genome)) => Some(*genome),
            _ => None,
        };
        assert_eq!([2, 3, 5, 6].map(found), [Some(20), None, Some(50), None]);
    }

    #[test]
    fn only_a_lock_lasts() {
        let lock = Some(Lock {
            parts: vec![1],
            of: 2,
        });
        let all = ManualChanges {
            lock,
            renews_elites: true,
            ..with_immigrants(&[(1, 1)])
        };
        let lasting = all.lasting();
        let lock = lasting.lock.as_ref().expect("it lasts");
        assert_eq!((&lock.parts, lock.of), (&vec![1], 2));
        assert!(lasting.immigrants.is_empty() && !lasting.renews_elites);
        assert!(!lasting.is_none() && !all.is_none());
        assert!(!with_immigrants(&[(1, 1)]).is_none());
        let renewing = ManualChanges::<u32> {
            renews_elites: true,
            ..ManualChanges::NONE
        };
        assert!(!renewing.is_none() && renewing.lasting().is_none());
        assert!(ManualChanges::<u32>::NONE.is_none());
    }

    #[test]
    fn a_genome_gets_the_locked_parts() {
        let mut genome = 0b0101;
        let changes = ManualChanges {
            lock: Some(Lock {
                parts: vec![1, 2],
                of: 0b1010,
            }),
            ..ManualChanges::NONE
        };
        changes.restore(&OneMax, &mut genome);
        assert_eq!(genome, 0b0101, "nothing of this problem can be locked");
        ManualChanges::NONE.restore(&SteeredOnes { wanted: 9 }, &mut genome);
        assert_eq!(genome, 0b0101);
        changes.restore(&SteeredOnes { wanted: 9 }, &mut genome);
        assert_eq!(genome, 0b0011);
    }

    #[test]
    fn an_immigrant_is_a_genome_or_a_child_of_two_or_a_mutant_of_one() {
        let genome = |immigrant: &Immigrant<u32>, rng: &mut Stream| {
            let operators = (Crossover::Uniform, &MutationGaps::new(0.0, 24));
            genome_of_immigrant(&OneMax, immigrant, operators, 0.0, rng)
        };
        let mut rng = Seed(3).stream(Purpose::Reproduction);
        assert_eq!(genome(&Immigrant::Itself(6), &mut rng), 6);
        let family = Immigrant::Child(0b0011, 0b0101);
        let children = (0..200).map(|_| genome(&family, &mut rng));
        let children: std::collections::BTreeSet<u32> = children.collect();
        assert_eq!(children, [0b0001, 0b0011, 0b0101, 0b0111].into());
        // Two of the 24 bits mutate on average, although the run has no mutation.
        let flipped = |_| genome(&Immigrant::Mutant(0), &mut rng).count_ones();
        let all: u32 = (0..2_000).map(flipped).sum();
        assert!((3_800..4_200).contains(&all), "{all}");
    }

    #[test]
    fn copies_mutate_as_often_as_the_run_asks_for_if_that_is_more() {
        let mean = |mutation, genes| {
            let gaps = gaps_of_copies(mutation, genes);
            let mut rng = Seed(3).stream(Purpose::Reproduction);
            let mut count = 0;
            (0..1_000).for_each(|_| gaps.each(&mut rng, |_, _| count += 1));
            f64::from(count) / 1_000.0
        };
        assert!((mean(0.5, 20) - 10.0).abs() < 0.4);
        assert!((mean(0.01, 20) - 2.0).abs() < 0.2);
        assert_eq!(mean(0.0, 1), 1.0, "more than there are");
        assert_eq!(mean(0.0, 0), 0.0);
    }
}
