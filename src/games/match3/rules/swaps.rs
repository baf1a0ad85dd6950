//! Swaps, and the patterns in which a swap makes a match (limbsoo, second post).
//!
//! A pattern has four cells: `c0`, where the moved block lands, a pair that it completes to three in a line, and `s`,
//! where it comes from. Each cell has 16 patterns: three for each pair that lies to one side, and two for each pair
//! with a cell on both sides, where `s` lies across the line.

use serde::{Deserialize, Serialize};

use super::grid::{Cell, Cells, Size};

/// An exchange of two neighbouring cells; `a` is the upper or left one.
///
/// Files hold it as (row, column, row, column), counted from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(u8, u8, u8, u8)", into = "(u8, u8, u8, u8)")]
pub struct Swap {
    a: Cell,
    b: Cell,
}

impl Swap {
    /// The swap of two cells, in either order; `None` if they are not orthogonal neighbours.
    pub fn new(one: Cell, other: Cell) -> Option<Self> {
        let (a, b) = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        (a.right() == b || a.below() == b).then_some(Swap { a, b })
    }

    /// The upper or left cell.
    #[inline]
    pub fn a(self) -> Cell {
        self.a
    }

    /// The lower or right cell.
    #[inline]
    pub fn b(self) -> Cell {
        self.b
    }
}

/// Four numbers that are no swap, because their cells are not neighbours on any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("({0}, {1}) and ({2}, {3}) are not neighbours on a board")]
pub struct SwapError(u8, u8, u8, u8);

impl TryFrom<(u8, u8, u8, u8)> for Swap {
    type Error = SwapError;

    fn try_from((r1, c1, r2, c2): (u8, u8, u8, u8)) -> Result<Self, SwapError> {
        let fits = [r1, c1, r2, c2].iter().all(|&n| n < Size::MAX);
        let cell = |r: u8, c: u8| Cell::at(r.into(), c.into());
        fits.then(|| Swap::new(cell(r1, c1), cell(r2, c2)))
            .flatten()
            .ok_or(SwapError(r1, c1, r2, c2))
    }
}

impl From<Swap> for (u8, u8, u8, u8) {
    fn from(swap: Swap) -> Self {
        let [a, b] = [swap.a, swap.b].map(|cell| (cell.row() as u8, cell.col() as u8));
        (a.0, a.1, b.0, b.1)
    }
}

/// A set of swaps, stored as their left and upper cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swaps {
    /// The left cells of horizontal swaps.
    pub across: Cells,
    /// The upper cells of vertical swaps.
    pub down: Cells,
}

impl Swaps {
    /// The number of swaps.
    #[inline]
    pub fn len(&self) -> u32 {
        self.across.len() + self.down.len()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.across.is_empty() && self.down.is_empty()
    }

    /// The `n`-th swap, from 0: the horizontal ones first, both in reading order.
    #[inline]
    pub fn nth(&self, n: u32) -> Option<Swap> {
        let across = self.across.len();
        if n < across {
            self.across.nth(n).map(|a| Swap { a, b: a.right() })
        } else {
            let a = self.down.nth(n - across)?;
            Some(Swap { a, b: a.below() })
        }
    }

    /// Keeps the swaps for which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(Swap) -> bool) {
        let mut kept = Swaps::default();
        for swap in self.iter() {
            if keep(swap) {
                let cells = match swap.a.right() == swap.b {
                    true => &mut kept.across,
                    false => &mut kept.down,
                };
                cells.insert(swap.a);
            }
        }
        *self = kept;
    }

    /// All swaps, in the order of [`Swaps::nth`].
    pub fn iter(&self) -> impl Iterator<Item = Swap> {
        let across = self.across.iter().map(|a| Swap { a, b: a.right() });
        across.chain(self.down.iter().map(|a| Swap { a, b: a.below() }))
    }

    /// Adds the swaps of a cell of `first` with its right or lower neighbour in `second`.
    #[inline]
    pub(super) fn add_neighbours(&mut self, first: Cells, second: Cells) {
        self.across |= first & second.east::<1>();
        self.down |= first & second.south::<1>();
    }

    /// Adds the swaps that bring a block of `from` into a line with a pair of `pair`. The other cell of the swap lies
    /// in `free`.
    #[inline]
    pub(super) fn add(&mut self, pair: Cells, from: Cells, free: Cells) {
        let lines = Pairs::of(pair);
        let above = lines.across() | lines.below;
        let below = lines.across() | lines.above;
        let left = lines.down() | lines.right;
        let right = lines.down() | lines.left;
        self.down |= (above & free).south::<1>() & from;
        self.down |= below & free & from.south::<1>();
        self.across |= (left & free).east::<1>() & from;
        self.across |= right & free & from.east::<1>();
    }
}

impl std::ops::BitAnd for Swaps {
    type Output = Swaps;

    /// The swaps that are in both sets.
    fn bitand(self, other: Swaps) -> Swaps {
        Swaps {
            across: self.across & other.across,
            down: self.down & other.down,
        }
    }
}

/// For each direction the cells whose pair in that direction lies in a set.
#[derive(Clone, Copy)]
pub(crate) struct Pairs {
    /// The pair lies one and two cells to the right.
    pub right: Cells,
    /// The pair lies one and two cells to the left.
    pub left: Cells,
    /// The pair lies one cell to the left and one to the right.
    pub beside: Cells,
    /// The pair lies one and two cells up.
    pub above: Cells,
    /// The pair lies one and two cells down.
    pub below: Cells,
    /// The pair lies one cell up and one down.
    pub astride: Cells,
}

impl Pairs {
    #[inline]
    pub(crate) fn of(set: Cells) -> Self {
        let (e, w) = (set.east::<1>(), set.west::<1>());
        let (s, n) = (set.south::<1>(), set.north::<1>());
        Pairs {
            right: e & set.east::<2>(),
            left: w & set.west::<2>(),
            beside: e & w,
            above: n & set.north::<2>(),
            below: s & set.south::<2>(),
            astride: n & s,
        }
    }

    /// The cells with any pair in their row.
    #[inline]
    fn across(&self) -> Cells {
        self.right | self.left | self.beside
    }

    /// The cells with any pair in their column.
    #[inline]
    fn down(&self) -> Cells {
        self.above | self.below | self.astride
    }
}

/// The cells of `set` that lie in lines of three or more cells of it.
#[inline]
pub(crate) fn lines(set: Cells) -> Cells {
    let across = set & set.east::<1>() & set.east::<2>();
    let down = set & set.south::<1>() & set.south::<2>();
    across | across.west::<1>() | across.west::<2>() | down | down.north::<1>() | down.north::<2>()
}
