//! A collection whose individuals cost next to nothing, so that it measures the collection.

use std::sync::Arc;

use evolvarium::generation::collection::{Collection, CollectionProblem};
use evolvarium::generation::{Seed, Stream};

/// A problem of numbers of 64 bits. A target is the number of bits that are to be 1, and members must differ in more
/// than 20 bits. Measuring one costs next to nothing. The collection cannot be complete, so that offering goes on.
pub struct Words;

impl CollectionProblem for Words {
    type Genome = u64;
    type Measures = u64;
    type Target = u32;

    fn founder(&self, _: &u32, rng: &mut Stream) -> u64 {
        rng.next_u64()
    }
    fn offspring(&self, parent: &u64, _: &u32, rng: &mut Stream) -> u64 {
        let flips = 1 + rng.random_below(8);
        (0..flips).fold(*parent, |word, _| word ^ (1 << rng.random_below(64)))
    }
    fn measure(&self, genome: &u64) -> u64 {
        *genome
    }
    fn quality(&self, measures: &u64) -> f64 {
        f64::from(64 - (measures & (measures >> 1)).count_ones().saturating_sub(16)) / 64.0
    }
    fn fit(&self, measures: &u64, target: &u32) -> f64 {
        1.0 - f64::from(measures.count_ones().abs_diff(*target)) / 64.0
    }
    fn are_alike(&self, first: &u64, second: &u64) -> bool {
        (first ^ second).count_ones() <= 20
    }
    fn niche(&self, measures: &u64) -> u32 {
        measures.count_ones() / 4
    }
}

/// A collection for a number of targets.
pub fn collection(targets: u32) -> Collection<Words> {
    let targets = (0..targets).map(|target| 22 + target % 20).collect();
    Collection::new(Arc::new(Words), targets, Seed(1))
}
