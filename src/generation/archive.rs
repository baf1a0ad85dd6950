//! MAP-Elites (Mouret and Clune 2015): an archive that keeps the best individual of every cell of a map, instead of
//! one best individual of all.

use std::ops::Range;
use std::sync::Arc;

use super::picture::Picture;
use super::problem::Fact;
use crate::base::random::{Purpose, Seed, Stream, StreamKey};

/// A problem for MAP-Elites. Every method must be a pure function of its arguments.
pub trait ArchiveProblem: Send + Sync + 'static {
    /// The genome of one individual, with the results of its evaluation.
    type Genome: Clone + Send + Sync + 'static;

    /// The number of cells.
    fn cells(&self) -> usize;

    /// A random individual without parents.
    fn founder(&self, rng: &mut Stream) -> Self::Genome;

    /// A child of two parents, which may be the same individual.
    fn offspring(
        &self,
        first: &Self::Genome,
        second: &Self::Genome,
        rng: &mut Stream,
    ) -> Self::Genome;

    /// Evaluates an individual: its cell, and its quality from 0 to 1; `None` if it belongs to no cell.
    fn evaluate(&self, genome: &mut Self::Genome, rng: &mut Stream) -> Option<(usize, f64)>;

    /// The picture of an individual.
    fn picture(&self, genome: &Self::Genome) -> Picture;

    /// Another picture of an individual; see [`Problem::insight`](super::Problem::insight).
    fn insight(&self, _genome: &Self::Genome) -> Option<Picture> {
        None
    }

    /// Lines about an individual for the player to read.
    fn facts(&self, genome: &Self::Genome) -> Vec<Fact>;
}

/// The best individual of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Elite<G> {
    /// The individual.
    pub genome: G,
    /// Its quality, 0 to 1.
    pub quality: f64,
}

/// All cells, each with its elite if it has one.
pub type Cells<G> = Arc<Vec<Option<Elite<G>>>>;

/// One in so many individuals of a batch has no parents.
const FOUNDERS: u32 = 10;

/// An archive that grows by one generation at a time. The same seed gives the same archive on any number of threads.
pub struct Archive<P: ArchiveProblem> {
    problem: Arc<P>,
    seed: Seed,
    batch_size: usize,
    generation: u32,
    cells: Cells<P::Genome>,
    evaluations: u64,
}

/// The reproduction of one generation: an immutable value that several threads share.
pub struct Batch<P: ArchiveProblem> {
    problem: Arc<P>,
    cells: Cells<P::Genome>,
    /// The cells that have an elite.
    filled: Arc<Vec<usize>>,
    key: StreamKey,
}

impl<P: ArchiveProblem> Clone for Batch<P> {
    fn clone(&self) -> Self {
        Batch {
            problem: Arc::clone(&self.problem),
            cells: Arc::clone(&self.cells),
            filled: Arc::clone(&self.filled),
            key: self.key,
        }
    }
}

/// An evaluated individual with its cell; `None` if it belongs to no cell.
pub type Offspring<G> = Option<(usize, Elite<G>)>;

impl<P: ArchiveProblem> Batch<P> {
    /// Makes and evaluates individuals `range` of the batch.
    pub fn reproduce(&self, range: Range<usize>) -> Vec<Offspring<P::Genome>> {
        range.map(|index| self.individual(index as u64)).collect()
    }

    fn individual(&self, index: u64) -> Offspring<P::Genome> {
        let mut rng = self.key.stream(index);
        let parent = |rng: &mut Stream| {
            let cell = *rng.choose(&self.filled)?;
            self.cells[cell].as_ref().map(|elite| &elite.genome)
        };
        let parents = match rng.random_below(FOUNDERS) {
            0 => None,
            _ => parent(&mut rng).zip(parent(&mut rng)),
        };
        let mut genome = match parents {
            Some((first, second)) => self.problem.offspring(first, second, &mut rng),
            None => self.problem.founder(&mut rng),
        };
        let (cell, quality) = self.problem.evaluate(&mut genome, &mut rng)?;
        Some((cell, Elite { genome, quality }))
    }
}

impl<P: ArchiveProblem> Archive<P> {
    /// An empty archive. Each generation makes `batch_size` individuals.
    pub fn new(problem: Arc<P>, batch_size: usize, seed: Seed) -> Self {
        let cells = Arc::new(vec![None; problem.cells()]);
        Archive {
            problem,
            seed,
            batch_size,
            generation: 0,
            cells,
            evaluations: 0,
        }
    }

    /// The number of individuals that a generation makes.
    pub fn batch_size(&self) -> usize {
        self.batch_size
    }

    /// The number of complete generations.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The number of evaluations.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// All cells with their elites.
    pub fn cells(&self) -> &Cells<P::Genome> {
        &self.cells
    }

    /// The reproduction of the next generation, which may be done in pieces.
    pub fn next_batch(&self) -> Batch<P> {
        let filled = self.cells.iter().enumerate();
        let filled = filled.filter_map(|(cell, elite)| elite.as_ref().map(|_| cell));
        Batch {
            problem: Arc::clone(&self.problem),
            cells: Arc::clone(&self.cells),
            filled: Arc::new(filled.collect()),
            key: self
                .seed
                .stream_key(Purpose::Reproduction, u64::from(self.generation)),
        }
    }

    /// Completes a generation: each individual enters its cell if it is better than the elite there. The offspring must
    /// come in the order of the batch.
    pub fn insert_offspring(&mut self, offspring: impl IntoIterator<Item = Offspring<P::Genome>>) {
        let cells = Arc::make_mut(&mut self.cells);
        for individual in offspring {
            self.evaluations += 1;
            let Some((cell, individual)) = individual else {
                continue;
            };
            let Some(elite) = cells.get_mut(cell) else {
                continue;
            };
            if elite
                .as_ref()
                .is_none_or(|old| individual.quality > old.quality)
            {
                *elite = Some(individual);
            }
        }
        self.generation += 1;
    }

    /// Does one generation on this thread.
    pub fn step(&mut self) {
        let offspring = self.next_batch().reproduce(0..self.batch_size);
        self.insert_offspring(offspring);
    }
}
