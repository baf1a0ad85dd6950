//! The history of a run: one record per generation, thinned as the run grows.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use super::birth::PackedBirth;
use super::dots;
use super::parameters::Scheme;
use super::pedigree::Pedigree;
use super::population::{Generation, Individual, Population, PopulationKind};
use super::quartiles::quartiles;

/// The summary of the fitness in one population, for the chart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The number of individuals.
    pub size: usize,
    /// The highest fitness; 0 in an empty population.
    pub best: f64,
    /// The mean fitness; 0 in an empty population.
    pub mean: f64,
    /// The lower and the upper quartile of the fitness: the middle half of the individuals lies between them.
    pub quartiles: [f64; 2],
    /// The median of the fitness: half of the individuals are no better, half no worse.
    pub median: f64,
    /// The mean of the distances that the fitness stands for; see [`distance`].
    pub mean_distance: f64,
}

/// The distance from the goal, if the fitness is 1 / (1 + distance): 0 or more, infinite for a fitness of 0. The
/// fitness of every infeasible individual is of this kind, and its distance is its violation.
pub fn distance(fitness: f64) -> f64 {
    (1.0 / fitness - 1.0).max(0.0)
}

impl Summary {
    /// The summary of the fitness of some individuals.
    pub fn of(mut fitness: Vec<f64>) -> Self {
        let size = fitness.len();
        let Some(quartiles) = quartiles(&mut fitness) else {
            return Summary::default();
        };
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / size as f64;
        Summary {
            quartiles: [quartiles[0], quartiles[2]],
            median: quartiles[1],
            size,
            best: fitness.iter().copied().fold(0.0, f64::max),
            mean: mean(&mut fitness.iter().copied()),
            mean_distance: mean(&mut fitness.iter().map(|one| distance(*one))),
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
    /// The best individual so far in the run (feasible before infeasible).
    pub best: Individual<G>,
    /// All individuals of the generation: feasible before infeasible, elites first in each.
    pub members: Box<[Individual<G>]>,
    /// The number of feasible members.
    pub feasible: usize,
    /// The number of elites at the front of the feasible members.
    pub feasible_elites: usize,
    /// The number of elites at the front of the infeasible members.
    pub infeasible_elites: usize,
    /// The summaries for the chart, computed when they are first wanted: most records of a fast run are thinned out
    /// unseen.
    pub(super) summaries: OnceLock<[Summary; 2]>,
    /// The fitness of the dots of the chart, computed when they are first wanted.
    pub(super) dots: OnceLock<[Box<[f64]>; 2]>,
    /// The diversity, measured when it is first wanted: copies of a history share their records, so that none is measured
    /// twice.
    pub(super) diversity: OnceLock<f64>,
}

impl<G> Record<G> {
    /// The fitness of the feasible and of the infeasible members.
    pub fn summaries(&self) -> &[Summary; 2] {
        self.summaries.get_or_init(|| {
            let (feasible, infeasible) = self.members.split_at(self.feasible);
            [feasible, infeasible].map(|members| {
                let fitness = members.iter().map(|member| member.fitness);
                Summary::of(fitness.collect())
            })
        })
    }

    /// The fitness of those feasible and infeasible members that are dots of the chart, the lowest first.
    pub fn dots(&self) -> &[Box<[f64]>; 2] {
        self.dots.get_or_init(|| {
            let (feasible, infeasible) = self.members.split_at(self.feasible);
            [feasible, infeasible]
                .map(|members| dots::spread(members.iter().map(|member| member.fitness)))
        })
    }

    /// The member with this index; the best individual so far if the index is `None` or too large.
    pub fn member_or_best(&self, member: Option<u32>) -> &Individual<G> {
        let member = member.and_then(|member| self.members.get(member as usize));
        member.unwrap_or(&self.best)
    }
}

/// The place of each of [`Generation::members`] in the record of the generation, where feasible individuals come first.
/// `None` if the places are the same, as in the scheme of two populations.
pub(super) fn places_in_record<G>(generation: &Generation<G>, scheme: Scheme) -> Option<Vec<u32>> {
    if scheme == Scheme::TwoPopulations {
        return None;
    }
    let split = generation.members().filter(|one| one.is_feasible()).count() as u32;
    let (mut feasible, mut infeasible) = (0, split);
    let place = |one: &Individual<G>| {
        let next = if one.is_feasible() {
            &mut feasible
        } else {
            &mut infeasible
        };
        *next += 1;
        *next - 1
    };
    Some(generation.members().map(place).collect())
}

impl<G: Clone> Record<G> {
    /// Records a generation.
    pub(super) fn new(
        generation: u32,
        evaluations: u64,
        newest: &Generation<G>,
        best: Individual<G>,
        scheme: Scheme,
    ) -> Self {
        let elites = |population: &Population<G>, kind: PopulationKind| {
            let elites = &population.members[..population.elites];
            elites.iter().filter(|m| m.population() == kind).count()
        };
        let (feasible, infeasible) = (&newest.feasible.members, &newest.infeasible.members);
        let mut members = Vec::with_capacity(newest.len());
        let split = if scheme == Scheme::TwoPopulations {
            members.extend_from_slice(feasible);
            members.extend_from_slice(infeasible);
            feasible.len()
        } else {
            let members_of = |kind| newest.members().filter(move |m| m.population() == kind);
            members.extend(members_of(PopulationKind::Feasible).cloned());
            let split = members.len();
            members.extend(members_of(PopulationKind::Infeasible).cloned());
            split
        };
        Record {
            generation,
            evaluations,
            best,
            members: members.into(),
            feasible: split,
            feasible_elites: elites(&newest.feasible, PopulationKind::Feasible),
            infeasible_elites: elites(&newest.infeasible, PopulationKind::Infeasible)
                + elites(&newest.feasible, PopulationKind::Infeasible),
            summaries: OnceLock::new(),
            dots: OnceLock::new(),
            diversity: OnceLock::new(),
        }
    }
}

/// The number of individuals that a history may hold before it drops every other record.
const MAX_INDIVIDUALS: usize = 100_000;
/// The number of bytes that these individuals may take, without what lies on the heap.
const MAX_BYTES: usize = 12 << 20;
/// The number of records that a history always has room for, however large its generations are.
const MIN_RECORDS: usize = 16;
/// The number of records that a history may hold: about as many as the timeline has places to be clicked.
const MAX_RECORDS: usize = 512;

/// The records of a run: evenly spaced, and always with the newest one.
#[derive(Clone, Debug)]
pub struct History<G> {
    records: Vec<Arc<Record<G>>>,
    /// Only generations divisible by this number stay when a newer one arrives.
    stride: u32,
    max_records: usize,
    pedigree: Pedigree,
}

impl<G> History<G> {
    /// An empty history for generations of `population` individuals.
    pub fn new(population: u32) -> Self {
        let individuals = MAX_INDIVIDUALS.min(MAX_BYTES / size_of::<Individual<G>>());
        History {
            records: Vec::new(),
            stride: 1,
            max_records: (individuals / population.max(1) as usize).clamp(MIN_RECORDS, MAX_RECORDS),
            pedigree: Pedigree::default(),
        }
    }

    /// Sets the largest number of records to the one for generations of another size.
    pub(super) fn resize(&mut self, population: u32) {
        self.max_records = History::<G>::new(population).max_records;
    }

    /// Notes that the fitness of the next generation cannot be compared with that of the generations before.
    pub(super) fn begin_new_scale(&mut self) {
        self.pedigree.begin_new_scale();
    }

    /// Adds the newest generation, and thins the older records when there are too many. `births` are those of its
    /// members.
    pub fn push(&mut self, record: Record<G>, births: &[PackedBirth]) {
        self.pedigree.push(&record, births);
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

    /// The pedigree: the parents of every individual, also in the generations that the records leave out.
    pub fn pedigree(&self) -> &Pedigree {
        &self.pedigree
    }

    /// The record of the newest generation.
    pub fn newest(&self) -> Option<&Arc<Record<G>>> {
        self.records.last()
    }

    /// The bytes of the records and of the pedigree that were not counted yet, without what lies on the heap of genomes.
    /// `counted` are the addresses of what was counted, because copies of a history share most of it.
    pub(super) fn bytes_beside(&self, counted: &mut HashSet<*const ()>) -> usize {
        let mut individuals = 0;
        for record in &self.records {
            if counted.insert(Arc::as_ptr(record).cast()) {
                individuals += record.members.len();
            }
        }
        individuals * size_of::<Individual<G>>() + self.pedigree.bytes_beside(counted)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::generation::parameters::Selection;
    use crate::generation::population::tests::individual;

    /// A record of some members, feasible ones before infeasible ones, without elites and evaluations.
    pub fn record_of<G>(
        generation: u32,
        best: Individual<G>,
        members: impl IntoIterator<Item = Individual<G>>,
    ) -> Record<G> {
        let members: Box<[Individual<G>]> = members.into_iter().collect();
        Record {
            generation,
            evaluations: 0,
            best,
            feasible: members.iter().filter(|one| one.is_feasible()).count(),
            members,
            feasible_elites: 0,
            infeasible_elites: 0,
            summaries: OnceLock::new(),
            dots: OnceLock::new(),
            diversity: OnceLock::new(),
        }
    }

    fn record(generation: u32) -> Record<u8> {
        let none = Generation::with_capacity(0);
        let best = individual(0, 1.0, 0);
        Record::new(generation, 0, &none, best, Scheme::TwoPopulations)
    }

    #[test]
    fn a_long_history_stays_even_bounded_and_keeps_first_and_newest() {
        let mut history = History::new(100);
        for generation in 0..100_000 {
            history.push(record(generation), &[]);
            assert!(history.records().len() <= 512);
        }
        let kept: Vec<u32> = history.records().iter().map(|r| r.generation).collect();
        assert_eq!((kept[0], kept[kept.len() - 1]), (0, 99_999));
        let gaps: Vec<u32> = kept.windows(2).map(|w| w[1] - w[0]).collect();
        let (last, even) = gaps.split_last().expect("more than one record");
        assert!(even.iter().all(|&g| g == even[0]) && *last <= even[0]);
        assert!(kept.len() > 250);
    }

    #[test]
    fn large_genomes_are_remembered_in_no_more_memory() {
        let mut history = History::new(30);
        let best = Individual {
            genome: [0u8; 500],
            fitness: 1.0,
            violation: 0,
            number: 0,
        };
        for generation in 0..10_000 {
            let record = Record::new(
                generation,
                0,
                &Generation::with_capacity(0),
                best,
                Scheme::TwoPopulations,
            );
            history.push(record, &[]);
        }
        let bytes = history.records().len() * 30 * size_of_val(&best);
        assert!((3 << 20..=12 << 20).contains(&bytes), "{bytes}");
    }

    #[test]
    fn the_summary_of_known_numbers() {
        let summary = Summary::of(vec![0.5, 0.25, 1.0, 0.125, 0.125]);
        assert_eq!((summary.size, summary.best, summary.mean), (5, 1.0, 0.4));
        assert_eq!(summary.quartiles, [0.125, 0.5]);
        assert_eq!(summary.median, 0.25);
        // The distances are 1, 3, 0, 7 and 7.
        assert_eq!(summary.mean_distance, 3.6);
        assert_eq!(Summary::of(Vec::new()), Summary::default());
    }

    fn generations(history: &History<u8>) -> Vec<u32> {
        let records = history.records().iter();
        records.map(|record| record.generation).collect()
    }

    #[test]
    fn fewer_generations_are_kept_if_they_are_larger() {
        // 50 generations of 2,000 are 100,000 individuals.
        let mut history = History::new(2_000);
        (0..50).for_each(|generation| history.push(record(generation), &[]));
        assert_eq!(generations(&history), (0..50).collect::<Vec<_>>());
        history.push(record(50), &[]);
        let mut even: Vec<u32> = (0..=50).step_by(2).collect();
        assert_eq!(generations(&history), even);
        // An odd generation stays as long as it is the newest one.
        history.push(record(51), &[]);
        assert_eq!(generations(&history)[26..], [51]);
        history.push(record(52), &[]);
        even.push(52);
        assert_eq!(generations(&history), even);
        // At least 16 are kept, however large they are.
        history.resize(100_000);
        history.push(record(53), &[]);
        let kept: Vec<u32> = (0..=52).step_by(4).chain([53]).collect();
        assert_eq!(generations(&history), kept);
        (54..57).for_each(|generation| history.push(record(generation), &[]));
        let kept: Vec<u32> = (0..=56).step_by(4).collect();
        assert_eq!(generations(&history), kept);
        (57..=60).for_each(|generation| history.push(record(generation), &[]));
        assert_eq!(generations(&history).len(), 16);
        history.push(record(61), &[]);
        assert_eq!(generations(&history), [0, 8, 16, 24, 32, 40, 48, 56, 61]);
    }

    /// A generation of two feasible and two infeasible individuals, and the numbers of its elites.
    fn generation(scheme: Scheme, elitism: usize) -> Generation<u8> {
        let mut generation = Generation::with_capacity(4);
        for (number, fitness, violation) in [(0, 0.25, 3), (1, 0.5, 0), (2, 0.5, 1), (3, 0.75, 0)] {
            generation.add(scheme, individual(number, fitness, violation));
        }
        for population in [&mut generation.feasible, &mut generation.infeasible] {
            population.prepare_selection(elitism, Selection::Tournament(2), scheme);
        }
        generation
    }

    /// The numbers of the members of a record, and its numbers of feasible members and of elites.
    fn summary(record: &Record<u8>) -> (Vec<u32>, [usize; 3]) {
        let numbers = record.members.iter().map(|one| one.number);
        let counts = [
            record.feasible,
            record.feasible_elites,
            record.infeasible_elites,
        ];
        (numbers.collect(), counts)
    }

    #[test]
    fn feasible_members_stand_first_in_a_record_and_elites_first_in_each_kind() {
        use Scheme::{OnePopulation, TwoPopulations};
        for (scheme, elitism, members, counts) in [
            (TwoPopulations, 0, [1, 3, 0, 2], [2, 0, 0]),
            (TwoPopulations, 1, [3, 1, 2, 0], [2, 1, 1]),
            (OnePopulation, 0, [1, 3, 0, 2], [2, 0, 0]),
            (OnePopulation, 1, [3, 1, 2, 0], [2, 1, 0]),
            (OnePopulation, 3, [3, 1, 2, 0], [2, 2, 1]),
        ] {
            let made = generation(scheme, elitism);
            let best = individual(3, 0.75, 0);
            let record = Record::new(0, 4, &made, best, scheme);
            assert_eq!(summary(&record), (members.into(), counts), "{scheme:?}");
            // The place of each member in its record is where it is told to be.
            let numbers: Vec<u32> = made.members().map(|one| one.number).collect();
            let places = places_in_record(&made, scheme);
            assert_eq!(places.is_none(), scheme == TwoPopulations);
            let places = places.unwrap_or((0..4).collect());
            for (number, place) in numbers.into_iter().zip(places) {
                assert_eq!(record.members[place as usize].number, number);
            }
            let [feasible, infeasible] = record.summaries();
            assert_eq!(
                (feasible.size, feasible.best, feasible.mean),
                (2, 0.75, 0.625)
            );
            assert_eq!((infeasible.size, infeasible.best), (2, 0.5));
            // The distances are the violations.
            assert_eq!(infeasible.mean_distance, 2.0);
        }
    }

    #[test]
    fn a_member_that_is_not_there_is_the_best_so_far() {
        let scheme = Scheme::TwoPopulations;
        let best = individual(9, 0.95, 0);
        let record = Record::new(0, 4, &generation(scheme, 0), best, scheme);
        let number = |member| record.member_or_best(member).number;
        let found = [None, Some(0), Some(3), Some(4)].map(number);
        assert_eq!(found, [9, 1, 2, 9]);
    }

    #[test]
    fn distances_begin_at_0() {
        let found = [1.0, 0.25, 2.0, 0.0].map(distance);
        assert_eq!(found, [0.0, 3.0, 0.0, f64::INFINITY]);
    }
}
