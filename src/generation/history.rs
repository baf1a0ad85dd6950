//! What a run remembers: a record of each generation, thinned as it grows.

use std::sync::Arc;

use super::population::{Generation, Individual, Population};

/// Best, mean and spread of the fitness in one population.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many individuals it has.
    pub size: usize,
    /// Highest fitness; 0 if nobody is there.
    pub best: f64,
    /// Mean fitness; 0 if nobody is there.
    pub mean: f64,
    /// Standard deviation of the fitness.
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

/// One generation as it was.
#[derive(Clone, Debug)]
pub struct Record<G> {
    /// Its number; the founders are generation 0.
    pub generation: u32,
    /// Individuals evaluated up to and including this generation.
    pub evaluations: u64,
    /// The feasible individuals' fitness.
    pub feasible: Summary,
    /// The infeasible individuals' fitness.
    pub infeasible: Summary,
    /// The best individual so far in the run (feasible before infeasible).
    pub best: Individual<G>,
    /// Everybody alive: feasible before infeasible, elites first in each.
    pub members: Box<[Individual<G>]>,
    /// How many of the first feasible members are elites.
    pub feasible_elites: usize,
    /// How many of the first infeasible members are elites.
    pub infeasible_elites: usize,
}

impl<G> Record<G> {
    /// A member by its place; the best so far if none is named or there is none.
    pub fn lead(&self, member: Option<u32>) -> &Individual<G> {
        let named = member.and_then(|member| self.members.get(member as usize));
        named.unwrap_or(&self.best)
    }
}

impl<G: Clone> Record<G> {
    /// Records a generation.
    pub(super) fn new(
        generation: u32,
        evaluations: u64,
        alive: &Generation<G>,
        best: Individual<G>,
    ) -> Self {
        let kind = |feasible: bool| alive.members().filter(move |m| m.feasible() == feasible);
        let elites = |population: &Population<G>, feasible: bool| {
            let elites = &population.members[..population.elites];
            elites.iter().filter(|m| m.feasible() == feasible).count()
        };
        let mut members = Vec::with_capacity(alive.len());
        members.extend(kind(true).chain(kind(false)).cloned());
        Record {
            generation,
            evaluations,
            feasible: Summary::of(kind(true)),
            infeasible: Summary::of(kind(false)),
            best,
            members: members.into(),
            feasible_elites: elites(&alive.feasible, true),
            infeasible_elites: elites(&alive.infeasible, false) + elites(&alive.feasible, false),
        }
    }
}

/// How many individuals a history may hold before it drops every other record.
const ROOM: usize = 100_000;
/// How many bytes these may take.
const BYTES: usize = 12 << 20;
/// How many records a history may hold.
const RECORDS: usize = 1_024;

/// The records of a run, evenly spaced, the newest always among them.
#[derive(Clone, Debug)]
pub struct History<G> {
    records: Vec<Arc<Record<G>>>,
    /// Only generations divisible by this are kept for good.
    stride: u32,
    most: usize,
}

impl<G> History<G> {
    /// An empty history for generations of `population` individuals.
    pub fn new(population: u32) -> Self {
        let room = ROOM.min(BYTES / size_of::<Individual<G>>());
        History {
            records: Vec::new(),
            stride: 1,
            most: (room / population.max(1) as usize).clamp(16, RECORDS),
        }
    }

    /// Adds the newest generation, and thins the older ones when there is no more room.
    pub fn push(&mut self, record: Record<G>) {
        if self
            .records
            .last()
            .is_some_and(|last| last.generation % self.stride != 0)
        {
            self.records.pop();
        }
        self.records.push(Arc::new(record));
        while self.records.len() > self.most {
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

    /// The records kept, oldest first.
    pub fn records(&self) -> &[Arc<Record<G>>] {
        &self.records
    }

    /// The newest generation.
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
        Record::new(generation, 0, &Generation::with_room(0), best)
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
            let record = Record::new(generation, 0, &Generation::with_room(0), best);
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
