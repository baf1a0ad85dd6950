//! A small problem for tests, and an archive of it.

use super::archive::ArchiveProblem;
use super::genome::{Crossover, MutationGaps};
use super::measure::{MEASURES, Measure, Sample};
use super::picture::{Form, Picture, Shape, Tint};
use super::problem::Problem;
use crate::base::Stream;

/// A problem of 24 bits, whose objective is the number of bits that are 1.
pub struct OneMax;

impl Problem for OneMax {
    type Genome = u32;

    fn genes(&self) -> usize {
        24
    }

    fn random(&self, rng: &mut Stream) -> u32 {
        rng.next_u64() as u32 & 0xFF_FFFF
    }

    fn cross(&self, first: &u32, second: &u32, _: Crossover, rng: &mut Stream) -> u32 {
        let mask = rng.next_u64() as u32;
        first & mask | second & !mask
    }

    fn mutate(&self, genome: &mut u32, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |gene, _| *genome ^= 1 << gene);
    }

    fn violation(&self, genome: &u32) -> u32 {
        genome & 1
    }

    fn objective(&self, genome: &u32, _: &mut Stream) -> f64 {
        f64::from(genome.count_ones())
    }

    fn picture(&self, genome: &u32) -> Picture {
        let shape = |key: u16| Shape {
            key,
            form: Form::Tile,
            tint: Tint::Heat((genome >> key & 1) as u8),
            x: 0.5,
            y: 0.5,
            size: 0.1,
        };
        Picture::of((0..24).map(shape).collect())
    }
}

/// An archive of bits. All its measures are the number of bits that are 1.
pub struct OneMaxArchive(MutationGaps);

impl OneMaxArchive {
    pub fn new() -> Self {
        OneMaxArchive(MutationGaps::new(0.05, 24))
    }
}

impl ArchiveProblem for OneMaxArchive {
    type Problem = OneMax;

    const BATCH: u32 = 4;
    const GENERATIONS: u32 = 10;

    fn problem(&self) -> &OneMax {
        &OneMax
    }

    fn measures(&self) -> [Measure; MEASURES] {
        [Measure::new("ones", "ones", 0.0, 24.0); MEASURES]
    }

    fn measure(&self, genome: &u32, _: &mut Stream) -> Option<Sample> {
        let ones = f64::from(genome.count_ones());
        Some(Sample {
            quality: ones / 24.0,
            values: [ones; MEASURES],
        })
    }

    fn gaps(&self) -> &MutationGaps {
        &self.0
    }
}
