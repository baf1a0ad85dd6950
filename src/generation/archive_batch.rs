//! A batch: the work of one generation of an archive.

use std::ops::Range;
use std::sync::Arc;

use super::archive::{ArchiveProblem, Elite, Elites, GenomeOf};
use super::measure::{Axes, CELLS, Estimate, MEASURES, Measure, Place};
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
    pub(super) measures: [Measure; MEASURES],
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
            measures: self.measures,
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

    /// Measures a new individual as often as it must be to count, or until it is clear that it gets no place.
    fn measure_new(&self, genome: GenomeOf<P>, rng: &mut Stream) -> (Outcome<GenomeOf<P>>, u32) {
        let Some(first) = self.problem.measure(&genome, rng) else {
            return (Outcome::Lost, 1);
        };
        let mut elite = self.elite(genome, Estimate::of(first), self.generation);
        let samples = self.problem.samples();
        while elite.estimate.samples < samples {
            let sample = match self.may_get_place(&elite) {
                true => self.problem.measure(&elite.genome, rng),
                false => None,
            };
            let Some(sample) = sample else {
                return (Outcome::Lost, elite.estimate.samples);
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
                return (Outcome::Lost, time + 1);
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
            place: Place::of(&self.measures, &estimate, is_exact),
            is_settled: !is_exact && estimate.samples >= MOST_SAMPLES * needed,
            estimate,
            born,
        }
    }

    /// Whether the cell in which the measurements so far put an individual is free, unsure, or has an elite of lower
    /// quality.
    fn may_get_place(&self, elite: &Elite<GenomeOf<P>>) -> bool {
        let place = Place::of(&self.measures, &elite.estimate, false);
        self.map[place.cell(self.axes)].is_none_or(|old| {
            let (is_sure, quality) = self.elites[old].rank(self.axes);
            !is_sure || quality < elite.quality()
        })
    }
}
