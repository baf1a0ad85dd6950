//! A batch: the work of one generation of an archive.

use std::ops::Range;
use std::sync::Arc;

use super::archive::{ArchiveProblem, Elite, Elites, GenomeOf};
use super::measure::{Axes, CELLS, Estimate, MapPlace, Measure};
use super::problem::Problem;
use crate::base::random::{Stream, StreamKey};

/// One in this many individuals of a batch has no parents.
const FOUNDERS: u32 = 10;
/// One in this many parents stands beside an empty cell, if there are empty cells, so that the map fills sooner.
const FRONTIER_PARENTS: u32 = 2;
/// One in this many parents is infeasible, if there are infeasible individuals.
const INFEASIBLE_PARENTS: u32 = 10;
/// An infeasible individual is made anew this many times, because a violation costs little beside a measurement.
const TRIES: u32 = 8;
/// An elite gets, at a time, one in this many of the measurements that it needs to count.
const MEASURED_AT_A_TIME: u32 = 2;
/// An elite is measured up to this many times as often as it must be to count.
const MOST_SAMPLES: u32 = 8;

/// The work of one generation: an immutable value that several threads share.
pub struct Batch<P: ArchiveProblem> {
    pub(super) problem: Arc<P>,
    pub(super) measures: Arc<[Measure]>,
    pub(super) axes: Axes,
    pub(super) generation: u32,
    pub(super) elites: Elites<GenomeOf<P>>,
    pub(super) infeasible: Arc<Vec<(u32, GenomeOf<P>)>>,
    pub(super) map: Arc<[Option<usize>; CELLS]>,
    /// The elites of the map, by their indices.
    pub(super) parents: Arc<Vec<usize>>,
    /// The parents that have an empty cell beside them.
    pub(super) frontier: Arc<Vec<usize>>,
    /// The elites that are measured again, by their indices. They come first in the batch.
    pub(super) doubtful: Arc<Vec<usize>>,
    /// Whether the rest of the batch is new individuals.
    pub(super) makes_new: bool,
    pub(super) key: StreamKey,
}

impl<P: ArchiveProblem> Clone for Batch<P> {
    fn clone(&self) -> Self {
        Batch {
            problem: Arc::clone(&self.problem),
            measures: Arc::clone(&self.measures),
            axes: self.axes,
            generation: self.generation,
            elites: Arc::clone(&self.elites),
            infeasible: Arc::clone(&self.infeasible),
            map: Arc::clone(&self.map),
            parents: Arc::clone(&self.parents),
            frontier: Arc::clone(&self.frontier),
            doubtful: Arc::clone(&self.doubtful),
            makes_new: self.makes_new,
            key: self.key,
        }
    }
}

/// The result of one individual of a batch.
#[derive(Clone, Debug)]
pub enum Outcome<G> {
    /// A new individual that may have a place.
    Born(Elite<G>),
    /// An elite, by its index, that was measured again.
    Measured(usize, Elite<G>),
    /// A new individual that breaks the constraints by this amount.
    Infeasible(u32, G),
    /// A new individual that has no place.
    Lost,
    /// An elite, by its index, that cannot be measured any more, so that it loses its place.
    Unmeasurable(usize),
}

impl<P: ArchiveProblem> Batch<P> {
    /// Makes and measures the individuals `range` of the batch, and returns each with the number of its measurements.
    pub fn reproduce(&self, range: Range<usize>) -> Vec<(Outcome<GenomeOf<P>>, u32)> {
        range.map(|index| self.individual(index)).collect()
    }

    /// Makes and measures one individual of the batch.
    pub(super) fn individual(&self, index: usize) -> (Outcome<GenomeOf<P>>, u32) {
        let mut rng = self.key.stream(index as u64);
        if let Some(elite) = self.doubtful.get(index) {
            return self.measure_again(*elite, &mut rng);
        }
        if !self.makes_new {
            return (Outcome::Lost, 0);
        }
        let (mut genome, mut violation) = self.draw_genome(&mut rng);
        for _ in 1..TRIES {
            if violation == 0 {
                return self.measure_new(genome, &mut rng);
            }
            (genome, violation) = self.draw_genome(&mut rng);
        }
        match violation {
            0 => self.measure_new(genome, &mut rng),
            _ => (Outcome::Infeasible(violation, genome), 0),
        }
    }

    /// A new genome with its violation.
    fn draw_genome(&self, rng: &mut Stream) -> (GenomeOf<P>, u32) {
        let genome = self.genome(rng);
        let violation = self.problem.violation(&genome);
        (genome, violation)
    }

    /// The genome of a founder or of a child. Half of the children are mutants of one parent.
    fn genome(&self, rng: &mut Stream) -> GenomeOf<P> {
        let problem = self.problem.problem();
        let is_founder = rng.random_below(FOUNDERS) == 0;
        let (Some(first), Some(second), false) = (self.parent(rng), self.parent(rng), is_founder)
        else {
            return problem.random(rng);
        };
        let mut genome = match rng.random_below(2) {
            0 => first.clone(),
            _ => problem.cross(first, second, self.problem.crossover(), rng),
        };
        problem.mutate(&mut genome, self.problem.gaps(), rng);
        genome
    }

    /// A parent: mostly the elite of a cell. It is drawn from all filled cells with the same chance, or from all filled
    /// cells beside an empty one.
    fn parent(&self, rng: &mut Stream) -> Option<&GenomeOf<P>> {
        let is_infeasible = self.parents.is_empty() || rng.random_below(INFEASIBLE_PARENTS) == 0;
        if is_infeasible && let Some((_, genome)) = rng.choose(&self.infeasible) {
            return Some(genome);
        }
        let is_near_gap = rng.random_below(FRONTIER_PARENTS) == 0 && !self.frontier.is_empty();
        let elite = rng.choose(if is_near_gap {
            &self.frontier
        } else {
            &self.parents
        })?;
        Some(&self.elites[*elite].genome)
    }

    /// Measures a new individual `samples` times. It stops earlier when the individual can no longer get a place on the
    /// map that is being filled.
    fn measure_new(&self, genome: GenomeOf<P>, rng: &mut Stream) -> (Outcome<GenomeOf<P>>, u32) {
        let Some(first) = self.problem.measure(&genome, rng) else {
            return (Outcome::Lost, 1);
        };
        let mut elite = self.elite(genome, Estimate::of(first), self.generation);
        let samples = self.problem.samples();
        while elite.estimate.samples < samples {
            if !self.may_get_place(&elite) {
                return (Outcome::Lost, elite.estimate.samples);
            }
            let Some(sample) = self.problem.measure(&elite.genome, rng) else {
                return (Outcome::Lost, elite.estimate.samples + 1);
            };
            elite.estimate.add(&sample);
        }
        let elite = self.elite(elite.genome, elite.estimate, self.generation);
        (Outcome::Born(elite), samples)
    }

    /// Measures an elite again, by its index.
    fn measure_again(&self, index: usize, rng: &mut Stream) -> (Outcome<GenomeOf<P>>, u32) {
        let old = &self.elites[index];
        let mut estimate = old.estimate;
        let times = (self.problem.samples() / MEASURED_AT_A_TIME).max(1);
        for time in 0..times {
            let Some(sample) = self.problem.measure(&old.genome, rng) else {
                return (Outcome::Unmeasurable(index), time + 1);
            };
            estimate.add(&sample);
        }
        let elite = self.elite(old.genome.clone(), estimate, old.born);
        (Outcome::Measured(index, elite), times)
    }

    fn elite(&self, genome: GenomeOf<P>, estimate: Estimate, born: u32) -> Elite<GenomeOf<P>> {
        let needed = self.problem.samples();
        let is_exact = needed == 1;
        Elite {
            genome,
            place: MapPlace::of(&self.measures, &estimate, is_exact),
            is_settled: !is_exact && estimate.samples >= MOST_SAMPLES * needed,
            estimate,
            born,
        }
    }

    /// Whether the cell in which the measurements so far put an individual is free, unsure, or has an elite of lower
    /// quality.
    fn may_get_place(&self, elite: &Elite<GenomeOf<P>>) -> bool {
        let place = MapPlace::of(&self.measures, &elite.estimate, false);
        self.map[place.cell(self.axes)].is_none_or(|old| {
            let (is_sure, quality) = self.elites[old].rank(self.axes);
            !is_sure || quality < elite.quality()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::base::{Purpose, Seed};
    use crate::generation::archive::map_of;
    use crate::generation::draws::{assert_near, counts};
    use crate::generation::genome::{Crossover, MutationGaps};
    use crate::generation::measure::Sample;
    use crate::generation::picture::Picture;

    /// A problem whose genomes tell how they were made: a founder is 1, a child of two parents is 10 more than the
    /// first, and mutation adds 100. All of them belong in the same cell.
    struct Traced {
        samples: u32,
        /// The number of genomes that break the constraints before all others are feasible.
        infeasible: u32,
        /// The number of measurements that succeed before all others fail.
        measurable: u32,
        tried: AtomicU32,
        measured: AtomicU32,
        gaps: MutationGaps,
    }

    fn traced(samples: u32) -> Traced {
        Traced {
            samples,
            infeasible: 0,
            measurable: u32::MAX,
            tried: AtomicU32::new(0),
            measured: AtomicU32::new(0),
            gaps: MutationGaps::new(1.0, 1),
        }
    }

    impl Problem for Traced {
        type Genome = u32;

        fn genes(&self) -> usize {
            1
        }

        fn random(&self, _: &mut Stream) -> u32 {
            1
        }

        fn cross(&self, first: &u32, _: &u32, _: Crossover, _: &mut Stream) -> u32 {
            first + 10
        }

        fn mutate(&self, genome: &mut u32, _: &MutationGaps, _: &mut Stream) {
            *genome += 100;
        }

        fn objective(&self, _: &u32, _: &mut Stream) -> f64 {
            0.0
        }

        fn picture(&self, _: &u32) -> Picture {
            Picture::default()
        }
    }

    const MEASURED: [Measure; 2] = [Measure::new("traced", "traced", 0.0, 10.0); 2];
    const AXES: Axes = Axes { across: 0, up: 1 };

    fn sample(quality: f64) -> Sample {
        Sample::of(quality, [4.5; 2])
    }

    impl ArchiveProblem for Traced {
        type Problem = Self;

        const BATCH: u32 = 4;
        const GENERATIONS: u32 = 10;

        fn problem(&self) -> &Self {
            self
        }

        fn measures(&self) -> Vec<Measure> {
            MEASURED.to_vec()
        }

        fn samples(&self) -> u32 {
            self.samples
        }

        fn violation(&self, _: &u32) -> u32 {
            let tried = self.tried.fetch_add(1, Ordering::Relaxed);
            if tried < self.infeasible { 3 } else { 0 }
        }

        fn measure(&self, _: &u32, _: &mut Stream) -> Option<Sample> {
            let measured = self.measured.fetch_add(1, Ordering::Relaxed);
            (measured < self.measurable).then(|| sample(0.5))
        }

        fn gaps(&self) -> &MutationGaps {
            &self.gaps
        }
    }

    /// An elite that was measured some times.
    fn elite(genome: u32, quality: f64, samples: u32, is_sure: bool) -> Elite<u32> {
        let mut estimate = Estimate::of(sample(quality));
        (1..samples).for_each(|_| estimate.add(&sample(quality)));
        Elite {
            genome,
            place: MapPlace::of(&MEASURED, &estimate, is_sure),
            estimate,
            born: 2,
            is_settled: false,
        }
    }

    /// A batch of generation 7.
    fn batch(problem: Traced, elites: Vec<Elite<u32>>) -> Batch<Traced> {
        let elites: Vec<Arc<Elite<u32>>> = elites.into_iter().map(Arc::new).collect();
        Batch {
            problem: Arc::new(problem),
            measures: MEASURED.into(),
            axes: AXES,
            generation: 7,
            infeasible: Arc::default(),
            map: Arc::new(map_of(&elites, AXES)),
            parents: Arc::new((0..elites.len()).collect()),
            elites: Arc::new(elites),
            frontier: Arc::default(),
            doubtful: Arc::default(),
            makes_new: true,
            key: Seed(5).stream_key(Purpose::Reproduction, 7),
        }
    }

    #[test]
    fn a_tenth_are_founders_and_half_of_the_children_have_one_parent() {
        let mut rng = Seed(1).stream(Purpose::Reproduction);
        let made = batch(traced(1), vec![elite(1_000, 0.5, 1, true)]);
        let found = counts([1, 1_100, 1_110], || made.genome(&mut rng));
        assert_near(found, [1_000, 4_500, 4_500]);
        // Without parents all are founders.
        let first = batch(traced(1), Vec::new());
        assert_eq!(counts([1], || first.genome(&mut rng)), [10_000]);
    }

    #[test]
    fn half_of_the_parents_stand_beside_a_gap_and_a_tenth_is_infeasible() {
        let mut rng = Seed(1).stream(Purpose::Reproduction);
        let elites = (0..4).map(|genome| elite(genome, 0.5, 1, true)).collect();
        let mut made = batch(traced(1), elites);
        let mut parents = |made: &Batch<Traced>| {
            counts([0, 1, 2, 3, 99], || {
                *made.parent(&mut rng).expect("a parent")
            })
        };
        assert_near(parents(&made), [2_500, 2_500, 2_500, 2_500, 0]);
        made.frontier = Arc::new(vec![3]);
        assert_near(parents(&made), [1_250, 1_250, 1_250, 6_250, 0]);
        made.infeasible = Arc::new(vec![(5, 99)]);
        assert_near(parents(&made), [1_125, 1_125, 1_125, 5_625, 1_000]);
        // Before the first elite all parents are infeasible.
        (made.parents, made.frontier) = (Arc::default(), Arc::default());
        assert_eq!(parents(&made), [0, 0, 0, 0, 10_000]);
        made.infeasible = Arc::default();
        assert!(made.parent(&mut rng).is_none());
    }

    #[test]
    fn an_infeasible_individual_is_made_anew_until_the_eighth_try() {
        let after = |infeasible| {
            let problem = Traced {
                infeasible,
                ..traced(1)
            };
            let made = batch(problem, Vec::new());
            let outcome = made.individual(0);
            (outcome, made.problem.tried.load(Ordering::Relaxed))
        };
        for infeasible in 0..8 {
            let (outcome, tried) = after(infeasible);
            assert!(matches!(outcome, (Outcome::Born(_), 1)), "{outcome:?}");
            assert_eq!(tried, infeasible + 1);
        }
        let (outcome, tried) = after(8);
        assert!(
            matches!(outcome, (Outcome::Infeasible(3, 1), 0)),
            "{outcome:?}"
        );
        assert_eq!(tried, 8);
    }

    #[test]
    fn a_new_individual_is_measured_until_it_counts_or_cannot_get_a_place() {
        let measured = |rival: Option<Elite<u32>>| {
            let made = batch(traced(3), rival.into_iter().collect());
            let found = made.individual(0);
            (found, made.problem.measured.load(Ordering::Relaxed))
        };
        // The cell is free, has an elite of lower quality, or one whose place is unsure.
        for rival in [
            None,
            Some(elite(0, 0.4, 1, true)),
            Some(elite(0, 0.9, 1, false)),
        ] {
            let ((outcome, times), measured) = measured(rival);
            assert_eq!((times, measured), (3, 3));
            let Outcome::Born(new) = outcome else {
                panic!("{outcome:?}");
            };
            assert_eq!((new.estimate.samples, new.born), (3, 7));
            assert!(new.place.is_sure(AXES) && !new.is_settled);
        }
        // An elite of the same quality keeps its cell.
        let (lost, measured) = measured(Some(elite(0, 0.5, 1, true)));
        assert!(matches!(lost, (Outcome::Lost, 1)), "{lost:?}");
        assert_eq!(measured, 1);
    }

    #[test]
    fn what_cannot_be_measured_gets_no_place() {
        // The measurement that fails counts too.
        for measurable in 0..3 {
            let problem = Traced {
                measurable,
                ..traced(3)
            };
            let made = batch(problem, Vec::new());
            let (outcome, counted) = made.individual(0);
            assert!(matches!(outcome, Outcome::Lost), "{outcome:?}");
            let measured = made.problem.measured.load(Ordering::Relaxed);
            assert_eq!((counted, measured), (measurable + 1, measurable + 1));
        }
    }

    #[test]
    fn an_elite_is_settled_after_eight_times_the_measurements_that_count() {
        for (samples, is_settled) in [(4, false), (29, false), (30, true)] {
            let mut made = batch(traced(4), vec![elite(0, 0.5, samples, true)]);
            made.doubtful = Arc::new(vec![0]);
            let (outcome, times) = made.individual(0);
            let Outcome::Measured(0, again) = outcome else {
                panic!("{outcome:?}");
            };
            assert_eq!((times, again.estimate.samples), (2, samples + 2));
            assert_eq!((again.born, again.is_settled), (2, is_settled));
        }
        // One that cannot be measured any more loses its place.
        let problem = Traced {
            measurable: 1,
            ..traced(4)
        };
        let mut made = batch(problem, vec![elite(0, 0.5, 4, true)]);
        made.doubtful = Arc::new(vec![0]);
        assert!(matches!(made.individual(0), (Outcome::Unmeasurable(0), 2)));
        // Exact measurements leave nothing to settle.
        let (outcome, _) = batch(traced(1), Vec::new()).individual(0);
        let is_exact = |new: &Elite<u32>| new.place.is_sure(AXES) && !new.is_settled;
        assert!(
            matches!(&outcome, Outcome::Born(new) if is_exact(new)),
            "{outcome:?}"
        );
    }
}
