//! A small problem for tests, and an archive of it.

use super::archive::ArchiveProblem;
use super::creature::Creature;
use super::genome::MutationGaps;
use super::intervention::{Aim, Part, Steering};
use super::measure::{Measure, Sample};
use super::picture::{Form, Picture, Shape, Tint};
use super::problem::{CloseUp, Fact, Problem};
use crate::base::{PlainError, Stream};

/// The genes of a test problem: 24 bits, with all that draws, crosses and mutates them.
macro_rules! bits_as_genes {
    () => {
        type Genome = u32;

        fn genes(&self) -> usize {
            24
        }

        fn random(&self, rng: &mut $crate::base::Stream) -> u32 {
            rng.next_u64() as u32 & 0xFF_FFFF
        }

        fn cross(
            &self,
            first: &u32,
            second: &u32,
            _: $crate::generation::Crossover,
            rng: &mut $crate::base::Stream,
        ) -> u32 {
            let mask = rng.next_u64() as u32;
            first & mask | second & !mask
        }

        fn mutate(
            &self,
            genome: &mut u32,
            gaps: &$crate::generation::MutationGaps,
            rng: &mut $crate::base::Stream,
        ) {
            gaps.each(rng, |gene, _| *genome ^= 1 << gene);
        }
    };
}
pub(crate) use bits_as_genes;

/// A problem of 24 bits, whose objective is the number of bits that are 1.
pub struct OneMax;

impl Problem for OneMax {
    bits_as_genes!();

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

/// The same problem with everything that a player can look at and change. A run ends with a number of bits that are 1.
#[derive(Debug, PartialEq, Eq)]
pub struct SteeredOnes {
    /// The number of bits at which a run ends. No run reaches 25.
    pub wanted: i32,
}

impl SteeredOnes {
    /// A picture of one shape with a key, which is told from that of another genome by its size.
    pub fn sign(genome: u32, key: u16) -> Picture {
        Picture::of(vec![Shape {
            key,
            form: Form::Disc,
            tint: Tint::Calm,
            x: 0.5,
            y: 0.5,
            size: genome as f32,
        }])
    }
}

impl Problem for SteeredOnes {
    bits_as_genes!();

    fn violation(&self, genome: &u32) -> u32 {
        OneMax.violation(genome)
    }

    fn objective(&self, genome: &u32, rng: &mut Stream) -> f64 {
        OneMax.objective(genome, rng)
    }

    fn target(&self) -> Option<f64> {
        Some(f64::from(self.wanted))
    }

    /// A tile for each bit and a disc on it, which have keys from 0 and from 24 on, and a frame around all.
    fn picture(&self, genome: &u32) -> Picture {
        let shape = |key: u16, form| Shape {
            key,
            form,
            tint: Tint::Heat((genome >> (key % 24) & 1) as u8),
            x: f32::from(key % 24) / 24.0,
            y: 0.5,
            size: 0.04,
        };
        let tiles = (0..24).map(|key| shape(key, Form::Tile));
        let discs = (24..48).map(|key| shape(key, Form::Disc));
        let all = tiles.chain(discs).chain([shape(48, Form::Frame)]);
        Picture::of(all.collect())
    }

    fn outcome(&self, genome: &u32) -> Option<Picture> {
        Some(Self::sign(*genome, 100))
    }

    fn insight(&self, genome: &u32) -> Option<Picture> {
        Some(Self::sign(*genome, 101))
    }

    fn close_up(&self, genome: &u32, key: u16) -> Option<CloseUp> {
        Some(CloseUp {
            picture: Self::sign(*genome, key),
            facts: Vec::new(),
        })
    }

    fn scenes(&self, genome: &u32, showing: u32) -> Vec<Picture> {
        vec![Self::sign(*genome, showing as u16)]
    }

    fn creature(&self, genome: &u32) -> Option<Creature> {
        Some(Creature::of(&genome.to_string(), "ones"))
    }

    fn facts(&self, genome: &u32) -> Vec<Fact> {
        vec![Fact::new("ones", genome.to_string())]
    }

    fn steering(&self) -> Option<&dyn Steering<Self>> {
        Some(self)
    }
}

/// A part is a bit. The last tile stands for the last two of them, each other tile and each disc for one.
impl Steering<SteeredOnes> for SteeredOnes {
    fn parts(&self, _: &u32) -> Vec<Part> {
        (0..24).collect()
    }

    fn parts_of_shape(&self, _: &u32, key: u16) -> Vec<Part> {
        match key {
            23 => vec![22, 23],
            0..48 => vec![key % 24],
            _ => Vec::new(),
        }
    }

    fn restore(&self, genome: &mut u32, locked: &u32, parts: &[Part]) {
        for part in parts {
            let bit = 1 << part;
            *genome = *genome & !bit | locked & bit;
        }
    }

    fn code(&self, genome: &u32) -> String {
        genome.to_string()
    }

    fn genome(&self, code: &str) -> Result<u32, PlainError> {
        code.parse().map_err(|_| PlainError::new("no number"))
    }

    fn aims(&self) -> Vec<Aim> {
        vec![Aim {
            name: "ones",
            value: self.wanted,
            range: 0..=25,
            step: 1,
            parts_of_one: 1,
        }]
    }

    fn with_aim(&self, number: usize, value: i32) -> Option<Self> {
        (number == 0).then_some(SteeredOnes { wanted: value })
    }
}

/// The number of measures of [`OneMaxArchive`].
pub const MEASURES: usize = 6;

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

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::new("ones", "ones", 0.0, 24.0); MEASURES]
    }

    fn measure(&self, genome: &u32, _: &mut Stream) -> Option<Sample> {
        let ones = f64::from(genome.count_ones());
        Some(Sample::of(ones / 24.0, [ones; MEASURES]))
    }

    fn gaps(&self) -> &MutationGaps {
        &self.0
    }
}
