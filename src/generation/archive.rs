//! MAP-Elites (Mouret and Clune 2015): an archive that keeps the best individual of every cell of a map, instead of
//! one best individual of all.
//!
//! The archive keeps the elites of the maps of *all* pairs of measures. With another pair of axes, it therefore shows
//! another map that is already filled, and evolution goes on from that map.
//!
//! Where measurements are uncertain, an individual is measured several times before it counts (adaptive sampling;
//! Justesen, Risi and Mouret 2019), and the elites of the map are measured again and again. A lucky elite loses its
//! place, and so does an elite that lies so near to the edge of its cell that many measurements cannot tell on which
//! side it lies.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::archive_batch::{Batch, Outcome};
use super::genome::{Crossover, MutationGaps};
use super::measure::{Axes, BINS, CELLS, Estimate, MapPlace, Measure, Sample};
use super::problem::Problem;
use crate::base::parallel_map;
use crate::base::random::{Purpose, Seed, Stream};

/// A problem for MAP-Elites. Every method must be a pure function of its arguments.
pub trait ArchiveProblem: Send + Sync + 'static {
    /// The problem with the genome, its operators and its pictures. Its objective is not used.
    type Problem: Problem;

    /// The usual number of individuals that a generation makes. It is small because most archives measure individuals
    /// by games, which take long.
    const BATCH: u32 = 24;
    /// The usual number of generations.
    const GENERATIONS: u32 = 400;

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// The measures, at most [`MOST_MEASURES`](super::measure::MOST_MEASURES). Any two of them are the axes of a map.
    fn measures(&self) -> Vec<Measure>;

    /// The axes of the map at first.
    fn usual_axes(&self) -> Axes {
        Axes { across: 0, up: 1 }
    }

    /// The number of measurements after which an individual counts; 1 if measurements are exact.
    fn samples(&self) -> u32 {
        1
    }

    /// The amount by which a genome breaks the constraints; 0 is feasible.
    fn violation(&self, genome: &GenomeOf<Self>) -> u32 {
        self.problem().violation(genome)
    }

    /// Measures a feasible individual; `None` if it belongs into no map.
    fn measure(&self, genome: &GenomeOf<Self>, rng: &mut Stream) -> Option<Sample>;

    /// The genes that mutate.
    fn gaps(&self) -> &MutationGaps;

    /// The crossover operator.
    fn crossover(&self) -> Crossover {
        Crossover::Uniform
    }
}

/// The genome of an archive's problem.
pub type GenomeOf<P> = <<P as ArchiveProblem>::Problem as Problem>::Genome;

/// An individual of the archive.
#[derive(Clone, Debug)]
pub struct Elite<G> {
    /// The genome.
    pub genome: G,
    /// The estimate of its quality and its measures.
    pub estimate: Estimate,
    /// Its places in the maps.
    pub place: MapPlace,
    /// The generation in which it was made.
    pub born: u32,
    /// Whether it was measured so often that it gives up a place that is still unsure.
    pub is_settled: bool,
}

impl<G> Elite<G> {
    /// The quality, 0 to 1.
    pub fn quality(&self) -> f64 {
        self.estimate.mean.quality
    }

    /// Whether it may stand in the map with these axes.
    fn holds_place(&self, axes: Axes) -> bool {
        !self.is_settled || self.place.is_sure(axes)
    }

    /// The rank by which elites compete for a cell: a sure place beats an unsure one, then the quality decides.
    pub(super) fn rank(&self, axes: Axes) -> (bool, f64) {
        (self.place.is_sure(axes), self.quality())
    }
}

/// The elites of all maps.
pub type Elites<G> = Arc<Vec<Arc<Elite<G>>>>;

/// The map with these axes: for each cell the index of its elite among `elites`; `None` for an empty cell.
pub fn map_of<G>(elites: &[Arc<Elite<G>>], axes: Axes) -> [Option<usize>; CELLS] {
    let mut map = [None; CELLS];
    for (index, elite) in elites.iter().enumerate() {
        if !elite.holds_place(axes) {
            continue;
        }
        let place = &mut map[elite.place.cell(axes)];
        if place.is_none_or(|old: usize| elite.rank(axes) > elites[old].rank(axes)) {
            *place = Some(index);
        }
    }
    map
}

/// The elites of a map that have an empty cell beside them, along a row, a column or a diagonal.
fn frontier(map: &[Option<usize>; CELLS]) -> Vec<usize> {
    let beside = |at: usize| at.saturating_sub(1)..=(at + 1).min(BINS - 1);
    let has_gap = |cell: usize| {
        beside(cell / BINS)
            .any(|row| beside(cell % BINS).any(|column| map[row * BINS + column].is_none()))
    };
    let cells = map.iter().enumerate();
    cells
        .filter_map(|(cell, elite)| elite.filter(|_| has_gap(cell)))
        .collect()
}

/// The elites that have a place in the map of at least one pair of a number of measures.
fn pruned<G>(elites: Vec<Arc<Elite<G>>>, measures: usize) -> Vec<Arc<Elite<G>>> {
    let mut has_place = vec![false; elites.len()];
    for axes in Axes::pairs(measures) {
        for index in map_of(&elites, axes).into_iter().flatten() {
            has_place[index] = true;
        }
    }
    let kept = elites.into_iter().zip(has_place);
    kept.filter(|(_, kept)| *kept)
        .map(|(elite, _)| elite)
        .collect()
}

/// The number of infeasible individuals that are kept, the ones with the smallest violations.
const MOST_INFEASIBLE: usize = 40;
/// Where measurements are uncertain, at most one in this many individuals of a batch is an elite that is measured
/// again.
const MEASURED_AGAIN: usize = 3;
/// After the last generation an elite is sure of its cell if it was measured this many times as often as it must be to
/// count. Elites with fewer measurements may have been lucky.
const SURE_SAMPLES: u32 = 4;

/// An archive that grows by one generation at a time. The same seed gives the same archive on any number of threads.
pub struct Archive<P: ArchiveProblem> {
    problem: Arc<P>,
    measures: Arc<[Measure]>,
    seed: Seed,
    batch_size: usize,
    axes: Axes,
    generation: u32,
    /// The number of generations that make new individuals. Later generations only measure elites whose place is
    /// unsure.
    generations: u32,
    elites: Elites<GenomeOf<P>>,
    /// The individuals with the smallest violations, with these violations, the smallest first.
    infeasible: Arc<Vec<(u32, GenomeOf<P>)>>,
    evaluations: u64,
}

impl<P: ArchiveProblem> Archive<P> {
    /// An empty archive. Each of `generations` generations makes `batch_size` individuals. Later generations only
    /// measure the elites whose place is unsure.
    pub fn new(problem: Arc<P>, batch_size: usize, generations: u32, seed: Seed) -> Self {
        Archive {
            measures: problem.measures().into(),
            axes: problem.usual_axes(),
            problem,
            seed,
            batch_size,
            generation: 0,
            generations,
            elites: Arc::default(),
            infeasible: Arc::default(),
            evaluations: 0,
        }
    }

    /// The problem.
    pub fn problem(&self) -> &Arc<P> {
        &self.problem
    }

    /// The number of individuals that a generation makes.
    pub fn batch_size(&self) -> usize {
        self.batch_size
    }

    /// The number of complete generations.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The number of measurements.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The axes of the map that is being filled.
    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// Chooses the axes of the map that is being filled.
    pub fn set_axes(&mut self, axes: Axes) {
        self.axes = axes;
    }

    /// The elites of all maps.
    pub fn elites(&self) -> &Elites<GenomeOf<P>> {
        &self.elites
    }

    /// The elites of the map, with their cells.
    pub fn cells(&self) -> impl Iterator<Item = (usize, &Elite<GenomeOf<P>>)> {
        let cells = map_of(&self.elites, self.axes).into_iter().enumerate();
        cells.filter_map(|(cell, elite)| Some((cell, &*self.elites[elite?])))
    }

    /// The work of the next generation, which may be done in pieces.
    pub fn next_batch(&self) -> Batch<P> {
        let map = map_of(&self.elites, self.axes);
        let parents: Vec<usize> = map.into_iter().flatten().collect();
        let generation = u64::from(self.generation);
        Batch {
            problem: Arc::clone(&self.problem),
            measures: Arc::clone(&self.measures),
            axes: self.axes,
            generation: self.generation,
            elites: Arc::clone(&self.elites),
            infeasible: Arc::clone(&self.infeasible),
            doubtful: Arc::new(self.doubtful(&parents)),
            makes_new: self.generation < self.generations,
            frontier: Arc::new(frontier(&map)),
            map: Arc::new(map),
            parents: Arc::new(parents),
            key: self.seed.stream_key(Purpose::Reproduction, generation),
        }
    }

    /// Whether all generations are made and every elite of the map is sure of its cell.
    pub fn is_complete(&self) -> bool {
        self.generation >= self.generations && self.doubtful(&self.of_map()).is_empty()
    }

    fn of_map(&self) -> Vec<usize> {
        map_of(&self.elites, self.axes)
            .into_iter()
            .flatten()
            .collect()
    }

    /// The elites of the map that are to be measured again: unsure ones first, then those that were measured least.
    fn doubtful(&self, of_map: &[usize]) -> Vec<usize> {
        let needed = self.problem.samples();
        if needed == 1 {
            return Vec::new();
        }
        let makes_new = self.generation < self.generations;
        let order = |at: &usize| {
            let elite = &self.elites[*at];
            (elite.place.is_sure(self.axes), elite.estimate.samples)
        };
        let is_due = |at: &&usize| {
            let (is_sure, samples) = order(at);
            let is_enough = !makes_new && is_sure && samples >= SURE_SAMPLES * needed;
            !self.elites[**at].is_settled && !is_enough
        };
        let mut doubtful: Vec<usize> = of_map.iter().filter(is_due).copied().collect();
        doubtful.sort_by_key(order);
        let part = if makes_new { MEASURED_AGAIN } else { 1 };
        doubtful.truncate(self.batch_size / part);
        doubtful
    }

    /// Completes a generation: puts every individual where it belongs. The outcomes must come in the order of the
    /// batch.
    pub fn insert(&mut self, outcomes: impl IntoIterator<Item = (Outcome<GenomeOf<P>>, u32)>) {
        let mut elites = (*self.elites).clone();
        let mut lost = BTreeSet::new();
        for (outcome, measurements) in outcomes {
            self.evaluations += u64::from(measurements);
            match outcome {
                Outcome::Born(elite) => elites.push(Arc::new(elite)),
                Outcome::Measured(index, elite) => elites[index] = Arc::new(elite),
                Outcome::Infeasible(violation, genome) => self.keep_infeasible(violation, genome),
                Outcome::Unmeasurable(index) => {
                    lost.insert(index);
                }
                Outcome::Lost => {}
            }
        }
        let left = (0..).zip(elites).filter(|(index, _)| !lost.contains(index));
        let left = left.map(|(_, elite)| elite).collect();
        self.elites = Arc::new(pruned(left, self.measures.len()));
        self.generation += 1;
    }

    fn keep_infeasible(&mut self, violation: u32, genome: GenomeOf<P>) {
        let kept = Arc::make_mut(&mut self.infeasible);
        let at = kept.partition_point(|(other, _)| *other < violation);
        if at < MOST_INFEASIBLE {
            kept.insert(at, (violation, genome));
            kept.truncate(MOST_INFEASIBLE);
        }
    }

    /// Does one generation on up to `threads` threads.
    pub fn step(&mut self, threads: usize) {
        let batch = self.next_batch();
        let outcomes = parallel_map(self.batch_size, threads, |at| batch.individual(at));
        drop(batch);
        self.insert(outcomes);
    }
}

/// The sum of the qualities of a map's elites, each 0 to 1 (Pugh, Soros and Stanley 2016); 0 without elites.
pub fn total_quality<'a, G: 'a>(elites: impl Iterator<Item = &'a Elite<G>>) -> f64 {
    // The sum of no numbers would be -0.
    elites.map(Elite::quality).fold(0.0, |sum, one| sum + one)
}

#[cfg(test)]
mod tests;
