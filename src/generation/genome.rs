//! Bit-string genomes packed into 64-bit words, and genetic operators that work on whole words.

use crate::base::Stream;

/// A genome of up to `64 * W` bits; bits past the length stay 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Bits([0; W])
    }
}

impl<const W: usize> Bits<W> {
    /// `length` bits, each 1 with probability one half.
    #[inline]
    pub fn random(length: usize, rng: &mut Stream) -> Self {
        let mut bits = Bits([0; W]);
        for (word, ones) in bits.0.iter_mut().zip(Self::ones(length).0) {
            *word = rng.next_u64() & ones;
        }
        bits
    }

    /// The first `length` bits set.
    #[inline]
    pub fn ones(length: usize) -> Self {
        Bits(std::array::from_fn(|w| {
            match length.saturating_sub(w * 64) {
                0 => 0,
                n if n >= 64 => u64::MAX,
                n => (1 << n) - 1,
            }
        }))
    }

    /// Bit `at`.
    #[inline]
    pub fn get(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Sets bit `at` to `value`.
    #[inline]
    pub fn set(&mut self, at: usize, value: bool) {
        let bit = 1 << (at % 64);
        if value {
            self.0[at / 64] |= bit;
        } else {
            self.0[at / 64] &= !bit;
        }
    }

    /// Flips bit `at`.
    #[inline]
    pub fn flip(&mut self, at: usize) {
        self.0[at / 64] ^= 1 << (at % 64);
    }

    /// The number of bits that are 1.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Crossover by a mask: the bits of `self` where `mask` is 1, those of `other` where it is 0.
    #[inline]
    pub fn blend(&self, other: &Self, mask: &Self) -> Self {
        Bits(std::array::from_fn(|w| {
            other.0[w] ^ ((self.0[w] ^ other.0[w]) & mask.0[w])
        }))
    }
}

/// The crossover operator, which combines the genes of two parents in a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Crossover {
    /// Every gene from either parent with probability one half.
    Uniform,
    /// The genes before a random point from one parent, the others from the second.
    OnePoint,
}

impl Crossover {
    /// A mask over `length` genes: 1 takes the first parent's gene.
    #[inline]
    pub fn mask<const W: usize>(self, length: usize, rng: &mut Stream) -> Bits<W> {
        match self {
            Crossover::Uniform => Bits(std::array::from_fn(|_| rng.next_u64())),
            Crossover::OnePoint => Bits::ones(rng.random_below(length as u32 + 1) as usize),
        }
    }
}

/// Chooses the genes that mutate by drawing the gaps between them: one draw per mutation instead of one per gene.
///
/// A gap follows the geometric distribution of the mutation rate. It is looked up in a table that is filled by
/// multiplications alone, so that it is the same on every machine. Logarithms differ between machines.
#[derive(Clone, Debug)]
pub struct MutationGaps {
    /// `survival[k]` is 2^64 times the probability that none of the next `k + 1` genes mutates.
    survival: Vec<u64>,
    /// For each value of a draw's top 8 bits, the index in `survival` at which the look-up starts.
    start: [u16; 256],
}

impl MutationGaps {
    /// Prepares mutation of genomes of `length` genes, where each gene mutates with probability `rate` (0 to 1).
    pub fn new(rate: f64, length: usize) -> Self {
        let stay = 1.0 - rate.clamp(0.0, 1.0);
        let mut chance = 1.0;
        let survival: Vec<u64> = (0..length)
            .map(|_| {
                chance *= stay;
                (chance * 18_446_744_073_709_551_616.0) as u64
            })
            .collect();
        let start = std::array::from_fn(|top| {
            let highest = (top as u64) << 56 | (u64::MAX >> 8);
            survival.partition_point(|&s| s > highest) as u16
        });
        MutationGaps { survival, start }
    }

    /// Calls `mutate` with the index of each mutated gene, ascending.
    #[inline]
    pub fn each(&self, rng: &mut Stream, mut mutate: impl FnMut(usize, &mut Stream)) {
        let mut gene = self.gap(rng);
        while gene < self.survival.len() {
            mutate(gene, rng);
            gene += 1 + self.gap(rng);
        }
    }

    /// The number of genes before the next one that mutates; the genome's length if no more gene mutates.
    #[inline]
    fn gap(&self, rng: &mut Stream) -> usize {
        let draw = rng.next_u64();
        let mut k = self.start[(draw >> 56) as usize] as usize;
        while k < self.survival.len() && self.survival[k] > draw {
            k += 1;
        }
        k
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::{Purpose, Seed};

    #[test]
    fn gaps_mutate_each_gene_at_the_rate_and_no_gene_more_than_another() {
        let gaps = MutationGaps::new(0.05, 40);
        let mut rng = Seed(7).stream(Purpose::Reproduction);
        let mut hits = [0u32; 40];
        let rounds = 40_000;
        for _ in 0..rounds {
            gaps.each(&mut rng, |gene, _| hits[gene] += 1);
        }
        // 2,000 expected a gene, standard deviation 44: six of them either way.
        assert!(
            hits.iter().all(|&n| (1_735..=2_265).contains(&n)),
            "{hits:?}"
        );
    }

    #[test]
    fn rates_0_and_1_mutate_nothing_and_everything() {
        let mut rng = Seed(1).stream(Purpose::Reproduction);
        let mut seen = Vec::new();
        MutationGaps::new(0.0, 100).each(&mut rng, |gene, _| seen.push(gene));
        assert!(seen.is_empty());
        MutationGaps::new(1.0, 100).each(&mut rng, |gene, _| seen.push(gene));
        assert_eq!(seen, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn one_point_takes_a_prefix_and_blend_follows_the_mask() {
        let mut rng = Seed(3).stream(Purpose::Reproduction);
        let (ones, zeros) = (Bits::<2>::ones(100), Bits::<2>::default());
        let mut cuts = BTreeSet::new();
        for _ in 0..200 {
            let mask = Crossover::OnePoint.mask::<2>(100, &mut rng);
            let child = ones.blend(&zeros, &mask);
            assert_eq!(
                (child, zeros.blend(&ones, &mask).count()),
                (mask, 100 - mask.count())
            );
            let cut = child.count() as usize;
            assert_eq!(child, Bits::ones(cut));
            cuts.insert(cut);
        }
        assert!(cuts.len() > 50, "the point is drawn anew: {cuts:?}");
    }

    #[test]
    fn bits_are_counted_read_set_and_flipped_across_words() {
        for (length, words) in [
            (0, [0, 0]),
            (1, [1, 0]),
            (63, [u64::MAX >> 1, 0]),
            (64, [u64::MAX, 0]),
            (65, [u64::MAX, 1]),
            (100, [u64::MAX, (1 << 36) - 1]),
            (128, [u64::MAX; 2]),
        ] {
            let ones = Bits::<2>::ones(length);
            assert_eq!(ones, Bits(words));
            assert_eq!(ones.count() as usize, length);
            assert!((0..128).all(|at| ones.get(at) == (at < length)));
        }
        let mut bits = Bits::<2>::default();
        for at in [0, 63, 64, 100] {
            bits.set(at, true);
            bits.set(at, true);
        }
        assert_eq!(bits, Bits([1 | 1 << 63, 1 | 1 << 36]));
        bits.set(63, false);
        bits.set(99, false);
        assert_eq!(bits, Bits([1, 1 | 1 << 36]));
        bits.flip(0);
        bits.flip(127);
        assert_eq!(bits, Bits([0, 1 | 1 << 36 | 1 << 63]));
    }

    #[test]
    fn half_of_random_bits_are_1_and_none_beyond_the_length() {
        let mut rng = Seed(4).stream(Purpose::Founders);
        let (mut often, rounds) = ([0u32; 128], 1_000);
        for _ in 0..rounds {
            let bits = Bits::<2>::random(100, &mut rng);
            for (at, often) in often.iter_mut().enumerate() {
                *often += u32::from(bits.get(at));
            }
        }
        // 500 expected, standard deviation 16.
        assert!(often[..100].iter().all(|often| (400..600).contains(often)));
        assert_eq!(often[100..], [0; 28]);
    }

    #[test]
    fn blending_takes_the_bits_of_the_first_where_the_mask_is_1() {
        let [first, second, mask] = [0b1100, 0b1010, 0b0110].map(|bits| Bits([bits]));
        assert_eq!(first.blend(&second, &mask), Bits([0b1100]));
        assert_eq!(second.blend(&first, &mask), Bits([0b1010]));
        let mut rng = Seed(3).stream(Purpose::Reproduction);
        let masks = (0..1_000).map(|_| Crossover::Uniform.mask::<1>(64, &mut rng).count());
        let ones: u32 = masks.sum();
        // 32,000 expected, standard deviation 126.
        assert!((31_200..32_800).contains(&ones), "{ones}");
        let cuts = (0..200).map(|_| Crossover::OnePoint.mask::<1>(3, &mut rng).count());
        let cuts: std::collections::BTreeSet<u32> = cuts.collect();
        assert_eq!(cuts, (0..=3).collect());
    }

    #[test]
    fn the_look_up_of_a_gap_begins_at_the_first_one_that_its_highest_bits_leave_possible() {
        let gaps = MutationGaps::new(0.125, 40);
        let survival = |gap: usize| (0.875f64.powi(gap as i32 + 1) * 2f64.powi(64)) as u64;
        for (gap, found) in gaps.survival.iter().enumerate() {
            assert!(found.abs_diff(survival(gap)) < 1 << 16);
        }
        for (top, start) in (0..256u64).zip(gaps.start) {
            let highest = top << 56 | ((1 << 56) - 1);
            let above = gaps.survival.iter().filter(|one| **one > highest);
            assert_eq!(usize::from(start), above.count());
        }
    }

    #[test]
    fn a_gene_survives_a_draw_below_its_probability() {
        let stream = || Seed(9).stream(Purpose::Reproduction);
        let draw = stream().next_u64();
        let gap = |survival: u64| {
            let gaps = MutationGaps {
                survival: vec![survival, draw - 2],
                start: [0; 256],
            };
            gaps.gap(&mut stream())
        };
        assert_eq!([draw - 1, draw, draw + 1].map(gap), [0, 0, 1]);
    }

    #[test]
    fn a_mask_takes_each_bit_of_one_parent() {
        let (first, second, mask) = (Bits([0b0011]), Bits([0b0101]), Bits([0b1111]));
        assert_eq!(first.blend(&second, &mask).0, [0b0011]);
        let mask = Bits([0b1010]);
        assert_eq!(first.blend(&second, &mask).0, [0b0111]);
    }
}
