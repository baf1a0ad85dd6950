//! The machine words that sets of cells are kept in: 64 bits for nearly all boards, and 128 for those with more cells.
//! Fast code is generic over the word, so that small boards pay nothing for large ones.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use super::board::{Board, Tables};
use super::grid::{Bitboard, CellIndex};

/// A machine word with a bit for each cell of a board.
pub trait Word:
    Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// Number of bits that the index of a cell takes.
    const INDEX_BITS: u32;
    /// A set of cells for each cell.
    type Sets: Clone + Debug + Send + Sync;

    /// Returns the word with one bit.
    fn bit(index: CellIndex) -> Self;
    /// Returns the word in which the lowest `count` bits are set, at least 1.
    fn lowest(count: usize) -> Self;
    /// Tells whether a bit is set.
    fn has(self, index: CellIndex) -> bool;
    /// Returns the number of bits that are set.
    fn count(self) -> u32;
    /// Returns the index of the lowest bit that is set. The word must not be zero.
    fn first(self) -> CellIndex;
    /// Returns the word without its lowest bit. The word must not be zero.
    fn without_first(self) -> Self;
    /// Mixes the word into 64 bits. A word of 64 bits stays as it is.
    fn hashed(self) -> u64;
    /// Makes the sets of all cells; `set_of` is called with every index.
    fn sets(set_of: impl FnMut(usize) -> Bitboard<Self>) -> Self::Sets;
    /// Returns the set of a cell.
    fn set_of(sets: &Self::Sets, index: CellIndex) -> Bitboard<Self>;
    /// Returns the neighbour tables of a board in sets of this word.
    fn tables(board: &Board) -> &Tables<Self>;
}

/// Implements [`Word`] for an unsigned integer with this many bits.
macro_rules! word {
    ($word:ty, $bits:literal, $index_bits:literal, $hashed:expr, $tables:ident) => {
        impl Word for $word {
            const INDEX_BITS: u32 = $index_bits;
            type Sets = [Bitboard<Self>; $bits];

            #[inline]
            fn bit(index: CellIndex) -> Self {
                // The mask spares the check for an overflow.
                1 << (index.0 & ($bits - 1))
            }

            #[inline]
            fn lowest(count: usize) -> Self {
                <$word>::MAX >> ($bits - count)
            }

            #[inline]
            fn has(self, index: CellIndex) -> bool {
                self >> (index.0 & ($bits - 1)) & 1 == 1
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> CellIndex {
                CellIndex(self.trailing_zeros() as u8)
            }

            #[inline]
            fn without_first(self) -> Self {
                self & (self - 1)
            }

            #[inline]
            fn hashed(self) -> u64 {
                $hashed(self)
            }

            fn sets(set_of: impl FnMut(usize) -> Bitboard<Self>) -> Self::Sets {
                std::array::from_fn(set_of)
            }

            #[inline]
            fn set_of(sets: &Self::Sets, index: CellIndex) -> Bitboard<Self> {
                sets[usize::from(index.0) & ($bits - 1)]
            }

            #[inline]
            fn tables(board: &Board) -> &Tables<Self> {
                board.$tables()
            }
        }
    };
}

word!(u64, 64, 6, |word| word, narrow_tables);
word!(u128, 128, 7, hashed_halves, wide_tables);

/// Mixes both halves of a word: each half decides about all bits.
#[inline]
fn hashed_halves(word: u128) -> u64 {
    let (low, high) = (word as u64, (word >> 64) as u64);
    let product = u128::from(high ^ 0x8EBC_6AF0_9C88_C6E3) * 0x9E37_79B9_7F4A_7C15;
    low ^ product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_bits_of_both_words_are_set() {
        assert_eq!([1, 9, 64].map(u64::lowest), [1, 0x1FF, u64::MAX]);
        let all = [1, 81, 128].map(u128::lowest);
        assert_eq!(all, [1, (1 << 81) - 1, u128::MAX]);
    }

    #[test]
    fn both_halves_of_a_wide_word_decide_about_its_hash() {
        assert_eq!(7_u64.hashed(), 7);
        for (word, hash) in [
            (0, 0x8223_4897_C7D0_4A2C),
            (1, 0x8223_4897_C7D0_4A2D),
            (1 << 64, 0x63EB_CF4D_471D_C639),
            (5 << 64 | 9, 0xEC8D_E5A3_45F7_B662),
        ] {
            assert_eq!(u128::hashed(word), hash, "{word:x}");
        }
    }
}
