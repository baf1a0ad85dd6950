//! Seeds and keyed random streams. All random numbers of games and runs come from them.
//!
//! The key of a stream is (seed, purpose, generation, index), so a result depends neither on the number of threads nor on
//! the order in which individuals are made.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use rand::TryRng;
use serde::{Deserialize, Serialize};

use super::excerpt::{SHORT, excerpt};

/// The seed of a run. Its text is a number of up to 13 digits in base 36. Any other name gives a seed too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

/// The reason why a text is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a seed: use 1 to {MAX_NAME} letters a-z, digits, - and _")]
pub struct SeedError(String);

/// The longest name that gives a seed, in characters.
const MAX_NAME: usize = 40;

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Seed {
    /// Makes a random seed of up to 6 characters, which can be read out easily.
    pub fn fresh() -> Self {
        Seed(rand::random::<u64>() % 36u64.pow(6))
    }

    /// Returns the stream of a purpose.
    pub fn stream(self, purpose: Purpose) -> Stream {
        self.stream_key(purpose, 0).stream(0)
    }

    /// Returns the key of the streams of one generation.
    pub fn stream_key(self, purpose: Purpose, generation: u64) -> StreamKey {
        StreamKey(mix(
            mix(self.0 ^ mix(purpose as u64 + 1)) ^ generation.wrapping_mul(ODD)
        ))
    }

    /// Returns the `n`-th seed that follows from this seed. Number 0 is the seed itself.
    pub fn child(self, n: u64) -> Seed {
        if n == 0 {
            return self;
        }
        Seed(mix(self.0 ^ mix(n)))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0u8; 13];
        let mut rest = self.0;
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % 36) as usize];
            rest /= 36;
            if rest == 0 {
                break;
            }
        }
        digits[at..]
            .iter()
            .try_for_each(|&d| write!(f, "{}", d as char))
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    /// Reads a name as a number in base 36. A name that stands for no number, because it is too long or has a hyphen,
    /// gives the hash of its lower-case letters.
    fn from_str(text: &str) -> Result<Self, SeedError> {
        let is_name = text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.len() <= MAX_NAME
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if !is_name {
            return Err(SeedError(excerpt(text, SHORT)));
        }
        let number = u64::from_str_radix(text, 36).ok();
        Ok(Seed(
            number.unwrap_or_else(|| text_hash(&text.to_ascii_lowercase())),
        ))
    }
}

/// Returns the FNV-1a hash of a text (Fowler, Noll and Vo). It is the same on every machine.
pub fn text_hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The purpose of a stream. Streams of one seed for different purposes are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The genomes of the first generation.
    Founders,
    /// Selection, crossover, mutation and evaluation of offspring.
    Reproduction,
    /// The layout of parts that a genome does not determine.
    Layout,
    /// Random events during play.
    Play,
    /// Decisions of an automatic player.
    Player,
    /// The name of an evolved creature.
    Name,
    /// The sigil of an evolved creature.
    Sigil,
    /// The side of a player who leaves it to chance.
    Side,
}

/// The key of the streams of one generation.
#[derive(Clone, Copy, Debug)]
pub struct StreamKey(u64);

impl StreamKey {
    /// Returns the stream of the individual with this index.
    #[inline]
    pub fn stream(self, index: u64) -> Stream {
        Stream(mix(self.0.wrapping_add(index.wrapping_mul(ODD))))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A portable random generator with 64 bits of state: wyrand (Wang Yi, wyhash final version 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stream(u64);

impl Stream {
    /// Returns the next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xA076_1D64_78BD_642F);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xE703_7ED1_A0B4_28DB);
        (product >> 64) as u64 ^ product as u64
    }

    /// Returns a random number in `0..bound`. It is computed by multiplication and shift; the bias is below `bound` / 2^32.
    ///
    /// The function `random_range` of `rand` is not used, because a new version of it could change the content of every seed.
    #[inline]
    pub fn random_below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Returns two random numbers in `0..bound`, computed from 64 random bits.
    #[inline]
    pub fn random_pair_below(&mut self, bound: u32) -> (u32, u32) {
        let (word, bound) = (self.next_u64(), u64::from(bound));
        let high = ((word >> 32) * bound) >> 32;
        let low = ((word & u64::from(u32::MAX)) * bound) >> 32;
        (high as u32, low as u32)
    }

    /// Returns a random number in `0.0..1.0` with 53 random bits.
    #[inline]
    pub fn random_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Returns a random element, or `None` from an empty slice. All elements have the same probability.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.random_below(from.len() as u32) as usize)
    }

    /// Shuffles a slice by the algorithm of Fisher and Yates.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.random_below(i as u32 + 1) as usize);
        }
    }
}

/// With this the distributions and algorithms of `rand` can use a stream.
impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_u64())
    }

    fn try_fill_bytes(&mut self, into: &mut [u8]) -> Result<(), Infallible> {
        for chunk in into.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_u64().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}
