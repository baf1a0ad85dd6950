//! The genome of a lesson: a short list of numbers from which its first position is made.

use std::fmt;

use crate::base::{Seed, Stream};

/// The largest number of genes of a lesson.
pub const MOST_GENES: usize = 64;

/// The genes of a lesson, up to [`MOST_GENES`] numbers from 0 to 255. The first one is the seed of all that the others
/// leave open. Each of the others decides one choice, so that another number changes one thing in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LessonGenome {
    /// The genes; those past the length are 0.
    genes: [u8; MOST_GENES],
    length: usize,
}

impl LessonGenome {
    /// Reads a genome that is written in the sources, two hexadecimal digits a gene. A constant with a text that is no
    /// genome does not compile, because this function panics.
    pub const fn of(text: &str) -> Self {
        let digits = text.as_bytes();
        let length = digits.len().div_ceil(2);
        let mut genes = [0; MOST_GENES];
        let mut at = 0;
        while at < length {
            genes[at] = (value(digits[2 * at]) << 4) | value(digits[2 * at + 1]);
            at += 1;
        }
        LessonGenome { genes, length }
    }

    /// The genome of some genes. Those after the first [`MOST_GENES`] are left out.
    pub fn of_genes(some: &[u8]) -> Self {
        let length = some.len().min(MOST_GENES);
        let mut genes = [0; MOST_GENES];
        genes[..length].copy_from_slice(&some[..length]);
        LessonGenome { genes, length }
    }

    /// A genome of a number of random genes, at most [`MOST_GENES`].
    pub fn random(length: usize, rng: &mut Stream) -> Self {
        let genes: Vec<u8> = (0..length).map(|_| random_gene(rng)).collect();
        LessonGenome::of_genes(&genes)
    }

    /// The genes.
    pub fn genes(&self) -> &[u8] {
        &self.genes[..self.length]
    }

    /// Replaces a gene by a random one. A gene that the genome does not have stays away.
    pub(super) fn redraw(&mut self, at: usize, rng: &mut Stream) {
        if let Some(gene) = self.genes[..self.length].get_mut(at) {
            *gene = random_gene(rng);
        }
    }

    /// The genes of this genome where `is_own` is true, and those of another one elsewhere.
    pub(super) fn crossed(&self, other: &Self, is_own: impl Fn(usize) -> bool) -> Self {
        let mut child = *other;
        for (at, gene) in self.genes().iter().enumerate() {
            if is_own(at) {
                child.genes[at] = *gene;
            }
        }
        child
    }

    /// A reader of the genes after the first one.
    pub fn reader(&self) -> GeneReader {
        GeneReader {
            genome: *self,
            next: 1,
        }
    }
}

fn random_gene(rng: &mut Stream) -> u8 {
    rng.random_below(256) as u8
}

/// The value of a hexadecimal digit.
const fn value(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => panic!("a genome is written with the digits 0 to 9 and a to f"),
    }
}

/// Writes two hexadecimal digits for each gene, as [`LessonGenome::of`] reads them.
impl fmt::Display for LessonGenome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.genes()
            .iter()
            .try_for_each(|gene| write!(f, "{gene:02x}"))
    }
}

/// Reads the genes of a lesson one after the other, one for each choice. When all are read, it reads zeros.
#[derive(Clone, Debug)]
pub struct GeneReader {
    genome: LessonGenome,
    next: usize,
}

impl GeneReader {
    /// The seed of all that the other genes leave open: the first gene.
    pub fn seed(&self) -> Seed {
        Seed(self.genome.genes[0].into())
    }

    /// A number in `0..bound`; 0 if the bound is 0. Bounds up to 256 can give all their numbers.
    pub fn below(&mut self, bound: usize) -> usize {
        let gene = self.genome.genes().get(self.next).copied().unwrap_or(0);
        self.next += 1;
        usize::from(gene) % bound.max(1)
    }

    /// The item that the next gene names or, if it is not allowed, the next one that is. After the last item it goes on
    /// with the first one. `None` if no item is allowed.
    ///
    /// A gene names the same item whichever are allowed, so a choice stays the same when an earlier one changes, unless
    /// both concern the same item.
    pub fn choose<T: Copy>(&mut self, items: &[T], is_allowed: impl Fn(T) -> bool) -> Option<T> {
        let (before, after) = items.split_at(self.below(items.len()));
        let mut from_named = after.iter().chain(before).copied();
        from_named.find(|item| is_allowed(*item))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::Purpose;

    #[test]
    fn a_genome_is_read_as_it_is_written() {
        const GENOME: LessonGenome = LessonGenome::of("00ff7a");
        assert_eq!(GENOME.genes(), [0, 255, 0x7a]);
        assert_eq!(GENOME.to_string(), "00ff7a");
        assert!(LessonGenome::of("").genes().is_empty());
        let mut rng = Seed(1).stream(Purpose::Founders);
        for length in [0, 1, 37, MOST_GENES] {
            let genome = LessonGenome::random(length, &mut rng);
            assert_eq!(genome.genes().len(), length);
            assert_eq!(LessonGenome::of(&genome.to_string()), genome);
        }
        assert_eq!(LessonGenome::of_genes(&[7; 100]).genes(), [7; MOST_GENES]);
    }

    #[test]
    fn one_gene_makes_one_choice_and_missing_genes_are_zeros() {
        let mut genes = LessonGenome::of("030b02").reader();
        assert_eq!(genes.seed(), Seed(3));
        assert_eq!(genes.below(10), 1);
        assert_eq!(genes.choose(&[5, 6, 7], |_| true), Some(7));
        assert_eq!(genes.below(10), 0, "no gene is left");
        assert_eq!(genes.choose(&[5, 6, 7], |_| true), Some(5));
        assert_eq!(LessonGenome::of("").reader().seed(), Seed(0));
        assert_eq!(genes.below(0), 0);
    }

    #[test]
    fn a_choice_that_is_not_allowed_goes_on_to_the_next_one() {
        let choose = |gene, is_allowed: fn(u8) -> bool| {
            let mut genes = LessonGenome::of_genes(&[0, gene]).reader();
            genes.choose(&[5, 6, 7], is_allowed)
        };
        assert_eq!(choose(1, |item| item != 6), Some(7));
        assert_eq!(choose(2, |item| item != 7), Some(5));
        assert_eq!(choose(1, |_| false), None);
        let nothing: [u8; 0] = [];
        let mut genes = LessonGenome::of("0101").reader();
        assert_eq!(genes.choose(&nothing, |_| true), None);
    }

    #[test]
    fn a_child_has_the_genes_of_both_and_a_redrawn_gene_is_the_only_new_one() {
        let (first, second) = (LessonGenome::of("01020304"), LessonGenome::of("11121314"));
        let child = first.crossed(&second, |at| at < 2);
        assert_eq!(child, LessonGenome::of("01021314"));
        let mut redrawn = first;
        let mut rng = Seed(1).stream(Purpose::Reproduction);
        let rest = |genome: LessonGenome| genome.crossed(&second, |at| at != 2);
        let mut drawn = BTreeSet::new();
        for _ in 0..50 {
            redrawn.redraw(2, &mut rng);
            // There is no fifth gene.
            redrawn.redraw(4, &mut rng);
            assert_eq!(rest(redrawn), rest(first));
            assert_eq!(redrawn.genes().len(), 4);
            drawn.insert(redrawn.genes()[2]);
        }
        assert!(drawn.len() > 20, "{drawn:?}");
    }
}
