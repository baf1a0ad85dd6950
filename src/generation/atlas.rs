//! An atlas: not one best individual, but a good one for every place of a map (MAP-Elites, Mouret and Clune 2015).
//!
//! Children of those who have a place are put where they belong, if they are better than whoever is there.

use std::ops::Range;
use std::sync::Arc;

use super::picture::Picture;
use super::problem::Fact;
use crate::base::random::{Era, Purpose, Seed, Stream};

/// A thing to fill an atlas with. Every method must be a pure function of its arguments.
pub trait Chart: Send + Sync + 'static {
    /// The inherited description of one individual, with what was found out about it.
    type Genome: Clone + Send + Sync + 'static;

    /// How many places there are.
    fn places(&self) -> usize;

    /// Somebody without parents.
    fn founder(&self, rng: &mut Stream) -> Self::Genome;

    /// A child of two parents, who may be the same.
    fn child(&self, first: &Self::Genome, second: &Self::Genome, rng: &mut Stream) -> Self::Genome;

    /// Finds out where an individual belongs and how good it is, 0 to 1; `None` if it belongs nowhere.
    fn judge(&self, genome: &mut Self::Genome, rng: &mut Stream) -> Option<(usize, f64)>;

    /// What an individual looks like.
    fn picture(&self, genome: &Self::Genome) -> Picture;

    /// What there is to say about an individual.
    fn facts(&self, genome: &Self::Genome) -> Vec<Fact>;
}

/// Who has a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Holder<G> {
    /// The individual.
    pub genome: G,
    /// How good it is there, 0 to 1.
    pub quality: f64,
}

/// All places.
pub type Places<G> = Arc<Vec<Option<Holder<G>>>>;

/// One part in so many of the children has no parents.
const FOUNDERS: u32 = 10;

/// The filling of an atlas, a generation at a time. The same seed gives the same atlas on any number of threads.
pub struct Atlas<C: Chart> {
    chart: Arc<C>,
    seed: Seed,
    batch: usize,
    generation: u32,
    places: Places<C::Genome>,
    evaluations: u64,
}

/// The children of one generation: shared by all who help.
pub struct Brood<C: Chart> {
    chart: Arc<C>,
    places: Places<C::Genome>,
    filled: Arc<Vec<usize>>,
    era: Era,
}

impl<C: Chart> Clone for Brood<C> {
    fn clone(&self) -> Self {
        Brood {
            chart: Arc::clone(&self.chart),
            places: Arc::clone(&self.places),
            filled: Arc::clone(&self.filled),
            era: self.era,
        }
    }
}

/// A child with the place where it belongs and its quality.
pub type Born<G> = Option<(usize, Holder<G>)>;

impl<C: Chart> Brood<C> {
    /// Some of the children, judged.
    pub fn bear(&self, which: Range<usize>) -> Vec<Born<C::Genome>> {
        which.map(|index| self.one(index as u64)).collect()
    }

    fn one(&self, index: u64) -> Born<C::Genome> {
        let mut rng = self.era.stream(index);
        let parent = |rng: &mut Stream| {
            let place = *rng.pick(&self.filled)?;
            self.places[place].as_ref().map(|holder| &holder.genome)
        };
        let parents = match rng.below(FOUNDERS) {
            0 => None,
            _ => parent(&mut rng).zip(parent(&mut rng)),
        };
        let mut genome = match parents {
            Some((first, second)) => self.chart.child(first, second, &mut rng),
            None => self.chart.founder(&mut rng),
        };
        let (place, quality) = self.chart.judge(&mut genome, &mut rng)?;
        Some((place, Holder { genome, quality }))
    }
}

impl<C: Chart> Atlas<C> {
    /// An empty one, to be filled with so many children a generation.
    pub fn new(chart: Arc<C>, batch: usize, seed: Seed) -> Self {
        let places = Arc::new(vec![None; chart.places()]);
        Atlas {
            chart,
            seed,
            batch,
            generation: 0,
            places,
            evaluations: 0,
        }
    }

    /// Children a generation.
    pub fn batch(&self) -> usize {
        self.batch
    }

    /// Generations that are complete.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Individuals judged.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Who has which place.
    pub fn places(&self) -> &Places<C::Genome> {
        &self.places
    }

    /// The next generation, to be borne in pieces.
    pub fn brood(&self) -> Brood<C> {
        let filled = self.places.iter().enumerate();
        let filled = filled.filter_map(|(at, holder)| holder.as_ref().map(|_| at));
        Brood {
            chart: Arc::clone(&self.chart),
            places: Arc::clone(&self.places),
            filled: Arc::new(filled.collect()),
            era: self.seed.era(Purpose::Breed, u64::from(self.generation)),
        }
    }

    /// Puts the children of a generation in their places, in their order.
    pub fn settle(&mut self, born: impl IntoIterator<Item = Born<C::Genome>>) {
        let places = Arc::make_mut(&mut self.places);
        for child in born {
            self.evaluations += 1;
            let Some((place, child)) = child else {
                continue;
            };
            let Some(holder) = places.get_mut(place) else {
                continue;
            };
            if holder
                .as_ref()
                .is_none_or(|old| child.quality > old.quality)
            {
                *holder = Some(child);
            }
        }
        self.generation += 1;
    }

    /// Does a generation here and now.
    pub fn step(&mut self) {
        let born = self.brood().bear(0..self.batch);
        self.settle(born);
    }
}
