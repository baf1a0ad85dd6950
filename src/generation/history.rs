//! The history of a run: one record per generation, thinned as the run grows.

use std::sync::Arc;

use super::population::{Generation, Individual, Population};

/// Best, mean and standard deviation of the fitness in one population.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The number of individuals.
    pub size: usize,
    /// The highest fitness; 0 in an empty population.
    pub best: f64,
    /// The mean fitness; 0 in an empty population.
    pub mean: f64,
    /// The standard deviation of the fitness.
    pub deviation: f64,
}

impl Summary {
    fn of<'a, G: 'a>(members: impl Iterator<Item = &'a Individual<G>> + Clone) -> Self {
        let (mut size, mut best, mut sum, mut squares) = (0usize, 0.0f64, 0.0, 0.0);
        for member in members {
            size += 1;
            best = best.max(member.fitness);
            sum += member.fitness;
            squares += member.fitness * member.fitness;
        }
        if size == 0 {
            return Summary::default();
        }
        let mean = sum / size as f64;
        let variance = (squares / size as f64 - mean * mean).max(0.0);
        Summary {
            size,
            best,
            mean,
            deviation: variance.sqrt(),
        }
    }
}

/// A snapshot of one generation.
#[derive(Clone, Debug)]
pub struct Record<G> {
    /// The generation's number; the founders are generation 0.
    pub generation: u32,
    /// Individuals evaluated up to and including this generation.
    pub evaluations: u64,
    /// The feasible individuals' fitness.
    pub feasible: Summary,
    /// The infeasible individuals' fitness.
    pub infeasible: Summary,
    /// The best individual so far in the run (feasible before infeasible).
    pub best: Individual<G>,
    /// All individuals of the generation: feasible before infeasible, elites first in each.
    pub members: Box<[Individual<G>]>,
    /// The number of elites at the front of the feasible members.
    pub feasible_elites: usize,
    /// The number of elites at the front of the infeasible members.
    pub infeasible_elites: usize,
}

impl<G> Record<G> {
    /// The member with this index; the best individual so far if the index is `None` or too large.
    pub fn member_or_best(&self, member: Option<u32>) -> &Individual<G> {
        let member = member.and_then(|member| self.members.get(member as usize));
        member.unwrap_or(&self.best)
    }
}

impl<G: Clone> Record<G> {
    /// Records a generation.
    pub(super) fn new(
        generation: u32,
        evaluations: u64,
        newest: &Generation<G>,
        best: Individual<G>,
    ) -> Self {
        let group = |feasible: bool| newest.members().filter(move |m| m.feasible() == feasible);
        let elites = |population: &Population<G>, feasible: bool| {
            let elites = &population.members[..population.elites];
            elites.iter().filter(|m| m.feasible() == feasible).count()
        };
        let mut members = Vec::with_capacity(newest.len());
        members.extend(group(true).chain(group(false)).cloned());
        Record {
            generation,
            evaluations,
            feasible: Summary::of(group(true)),
            infeasible: Summary::of(group(false)),
            best,
            members: members.into(),
            feasible_elites: elites(&newest.feasible, true),
            infeasible_elites: elites(&newest.infeasible, false) + elites(&newest.feasible, false),
        }
    }
}

/// The number of individuals that a history may hold before it drops every other record.
const MAX_INDIVIDUALS: usize = 100_000;
/// The number of bytes that these individuals may take.
const MAX_BYTES: usize = 12 << 20;
/// The number of records that a history may hold.
const MAX_RECORDS: usize = 1_024;

/// The records of a run: evenly spaced, and always with the newest one.
#[derive(Clone, Debug)]
pub struct History<G> {
    records: Vec<Arc<Record<G>>>,
    /// Only generations divisible by this number stay when a newer one arrives.
    stride: u32,
    max_records: usize,
}

impl<G> History<G> {
    /// An empty history for generations of `population` individuals.
    pub fn new(population: u32) -> Self {
        let individuals = MAX_INDIVIDUALS.min(MAX_BYTES / size_of::<Individual<G>>());
        History {
            records: Vec::new(),
            stride: 1,
            max_records: (individuals / population.max(1) as usize).clamp(16, MAX_RECORDS),
        }
    }

    /// Adds the newest generation, and thins the older records when there are too many.
    pub fn push(&mut self, record: Record<G>) {
        if self
            .records
            .last()
            .is_some_and(|last| last.generation % self.stride != 0)
        {
            self.records.pop();
        }
        self.records.push(Arc::new(record));
        while self.records.len() > self.max_records {
            self.stride *= 2;
            let newest = self.records.len() - 1;
            let mut at = 0;
            let stride = self.stride;
            self.records.retain(|r| {
                at += 1;
                r.generation % stride == 0 || at > newest
            });
        }
    }

    /// The records, oldest first.
    pub fn records(&self) -> &[Arc<Record<G>>] {
        &self.records
    }

    /// The record of the newest generation.
    pub fn newest(&self) -> Option<&Arc<Record<G>>> {
        self.records.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(generation: u32) -> Record<u8> {
        let best = Individual {
            genome: 0,
            fitness: 1.0,
            violation: 0,
        };
        Record::new(generation, 0, &Generation::with_capacity(0), best)
    }

    #[test]
    fn a_long_history_stays_even_bounded_and_keeps_first_and_newest() {
        let mut history = History::new(100);
        for generation in 0..100_000 {
            history.push(record(generation));
            assert!(history.records().len() <= 1_000);
        }
        let kept: Vec<u32> = history.records().iter().map(|r| r.generation).collect();
        assert_eq!((kept[0], kept[kept.len() - 1]), (0, 99_999));
        let gaps: Vec<u32> = kept.windows(2).map(|w| w[1] - w[0]).collect();
        let (last, even) = gaps.split_last().expect("more than one record");
        assert!(even.iter().all(|&g| g == even[0]) && *last <= even[0]);
        assert!(kept.len() > 400);
    }

    #[test]
    fn large_genomes_are_remembered_in_no_more_memory() {
        let mut history = History::new(30);
        let best = Individual {
            genome: [0u8; 500],
            fitness: 1.0,
            violation: 0,
        };
        for generation in 0..10_000 {
            let record = Record::new(generation, 0, &Generation::with_capacity(0), best);
            history.push(record);
        }
        let bytes = history.records().len() * 30 * size_of_val(&best);
        assert!((5 << 20..=12 << 20).contains(&bytes), "{bytes}");
    }

    #[test]
    fn the_summary_of_known_numbers() {
        let members: Vec<Individual<u8>> = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
            .map(|fitness| Individual {
                genome: 0,
                fitness,
                violation: 0,
            })
            .into();
        let summary = Summary::of(members.iter());
        assert_eq!((summary.size, summary.best), (8, 9.0));
        assert_eq!((summary.mean, summary.deviation), (5.0, 2.0));
    }
}
