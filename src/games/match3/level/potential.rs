//! Swap potential (limbsoo, second post): the number of ways in which a swap can make a match, and the losses to
//! special cells.

use crate::games::match3::rules::grid::{Cell, Cells, Size};
use crate::games::match3::rules::kind::Kind;
use crate::games::match3::rules::swaps::Pairs;

/// The swap potential of a board without special cells, for R rows and C columns:
/// 6(R-1)(C-2) + 2R(C-3) + 6(C-1)(R-2) + 2C(R-3).
pub fn patterns(size: Size) -> u32 {
    let (r, c) = (size.rows() as u32, size.cols() as u32);
    6 * (r - 1) * (c - 2) + 2 * r * (c - 3) + 6 * (c - 1) * (r - 2) + 2 * c * (r - 3)
}

/// The number of patterns that are alive. `free` cells hold a block that can move, `held` ones a block that can only
/// be matched.
pub fn swap_potential(free: Cells, held: Cells) -> u32 {
    PotentialMap::of(free, held).total()
}

/// The number of patterns that are alive in each cell, which is the cell where the block of a pattern lands. The
/// numbers are stored in binary, a set of cells for each digit, so that five bit counts are enough for their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PotentialMap {
    digits: [Cells; 5],
}

impl PotentialMap {
    /// The most patterns that a cell can have.
    pub const MOST: u32 = 16;

    /// Counts the patterns. `free` cells hold a block that can move, `held` ones a block that can only be matched.
    #[inline]
    pub fn of(free: Cells, held: Cells) -> Self {
        let lines = Pairs::of(free | held);
        let (e, w) = (free.east::<1>(), free.west::<1>());
        let (s, n) = (free.south::<1>(), free.north::<1>());
        let (right, left) = (lines.right & free, lines.left & free);
        let (above, below) = (lines.above & free, lines.below & free);
        let (beside, astride) = (lines.beside & free, lines.astride & free);
        let mut map = PotentialMap::default();
        map.add4([right & n, right & s, right & w, left & n]);
        map.add4([left & s, left & e, beside & n, beside & s]);
        map.add4([above & w, above & e, above & s, below & w]);
        map.add4([below & e, below & n, astride & w, astride & e]);
        map
    }

    /// Counts the patterns of a board whose special cells are known one by one.
    pub fn of_kinds(size: Size, kind: impl Fn(Cell) -> Option<Kind>) -> Self {
        let (mut free, mut held) = (Cells::default(), Cells::default());
        for cell in size.cells() {
            match kind(cell) {
                None => free.insert(cell),
                Some(kind) if kind.is_overlay() => held.insert(cell),
                Some(_) => {}
            }
        }
        PotentialMap::of(free, held)
    }

    /// The number of patterns of a cell, 0 to [`PotentialMap::MOST`].
    pub fn at(&self, cell: Cell) -> u32 {
        let digits = self.digits.iter().enumerate();
        digits
            .map(|(digit, cells)| u32::from(cells.has(cell)) << digit)
            .sum()
    }

    /// The number of patterns of all cells: the swap potential.
    #[inline]
    pub fn total(&self) -> u32 {
        let digits = self.digits.iter().enumerate();
        digits.map(|(digit, cells)| cells.len() << digit).sum()
    }

    #[inline]
    fn add4(&mut self, [a, b, c, d]: [Cells; 4]) {
        let [ones, twos, fours, eights, sixteens] = self.digits;
        let (ones, two_a) = full_add(ones, a, b);
        let (ones, two_b) = full_add(ones, c, d);
        let (twos, four) = full_add(twos, two_a, two_b);
        let (fours, eight) = (fours ^ four, fours & four);
        let (eights, sixteen) = (eights ^ eight, eights & eight);
        self.digits = [ones, twos, fours, eights, sixteens | sixteen];
    }
}

/// The sum and the carry of three bits in every cell.
#[inline]
fn full_add(a: Cells, b: Cells, c: Cells) -> (Cells, Cells) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// The swap potential of a level, and the losses by kind of special cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakdown {
    /// Patterns that are alive: the swap potential.
    pub potential: u32,
    /// Lost patterns by kind, in twelfths and in the order of [`Kind::ALL`].
    pub lost: [u32; 9],
}

/// The 16 patterns of a cell (limbsoo, second post): the pair and the cell that the block comes from, relative to the
/// cell where the block lands.
const PATTERNS: [([Offset; 2], Offset); 16] = [
    ([(0, 1), (0, 2)], (-1, 0)),
    ([(0, 1), (0, 2)], (1, 0)),
    ([(0, 1), (0, 2)], (0, -1)),
    ([(0, -1), (0, -2)], (-1, 0)),
    ([(0, -1), (0, -2)], (1, 0)),
    ([(0, -1), (0, -2)], (0, 1)),
    ([(0, -1), (0, 1)], (-1, 0)),
    ([(0, -1), (0, 1)], (1, 0)),
    ([(-1, 0), (-2, 0)], (0, -1)),
    ([(-1, 0), (-2, 0)], (0, 1)),
    ([(-1, 0), (-2, 0)], (1, 0)),
    ([(1, 0), (2, 0)], (0, -1)),
    ([(1, 0), (2, 0)], (0, 1)),
    ([(1, 0), (2, 0)], (-1, 0)),
    ([(-1, 0), (1, 0)], (0, -1)),
    ([(-1, 0), (1, 0)], (0, 1)),
];

impl Breakdown {
    /// The patterns lost to a kind. The cells that stop a pattern share its loss equally (limbsoo, second post).
    pub fn lost_to(&self, kind: Kind) -> f64 {
        f64::from(self.lost[kind as usize]) / 12.0
    }

    /// Counts pattern by pattern; `kind` returns the kind of a special cell.
    pub fn of(size: Size, kind: impl Fn(Cell) -> Option<Kind>) -> Self {
        let mut sum = Breakdown::default();
        for cell in size.cells() {
            for (pair, from) in PATTERNS {
                let at = |(down, right): (i8, i8)| {
                    let row = cell.row().checked_add_signed(down.into())?;
                    size.cell(row, cell.col().checked_add_signed(right.into())?)
                };
                if let (Some(l), Some(t), Some(s)) = (at(pair[0]), at(pair[1]), at(from)) {
                    let held = [kind(l), kind(t)];
                    let stops = held.map(|k| k.filter(|k| !k.is_overlay()));
                    sum.count([kind(cell), kind(s), stops[0], stops[1]]);
                }
            }
        }
        sum
    }

    fn count(&mut self, stops: [Option<Kind>; 4]) {
        match stops.iter().flatten().count() as u32 {
            0 => self.potential += 1,
            many => {
                for kind in stops.into_iter().flatten() {
                    self.lost[kind as usize] += 12 / many;
                }
            }
        }
    }
}

/// An offset in rows down and columns right.
type Offset = (i8, i8);

#[cfg(test)]
mod tests {
    use super::*;

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows as u8, cols as u8).expect("a size")
    }

    #[test]
    fn the_cells_of_an_open_board_of_five_by_five_are_as_worked_out_by_hand() {
        let size = size(5, 5);
        let map = PotentialMap::of_kinds(size, |_| None);
        let row = |row| {
            (0..5)
                .map(|col| map.at(Cell::at(row, col)))
                .collect::<Vec<u32>>()
        };
        // A block lands in the corner in two ways, and in the middle in all sixteen.
        assert_eq!(row(0), [2, 5, 7, 5, 2]);
        assert_eq!(row(1), [5, 10, 13, 10, 5]);
        assert_eq!(row(2), [7, 13, 16, 13, 7]);
        assert_eq!(map.total(), 184);
        assert_eq!(row(0), row(4));
    }

    #[test]
    fn the_cells_add_up_and_agree_with_counting_pattern_by_pattern() {
        let size = size(9, 8);
        let kind = |cell: Cell| match (cell.row() * 5 + cell.col() * 3) % 7 {
            0 => Some(Kind::Obstacle),
            3 => Some(Kind::ALL[6]),
            _ => None,
        };
        let map = PotentialMap::of_kinds(size, kind);
        assert_eq!(map.total(), Breakdown::of(size, kind).potential);
        assert_eq!(
            map.total(),
            size.cells().map(|cell| map.at(cell)).sum::<u32>()
        );
        let dead = |cell: &Cell| kind(*cell).is_some();
        assert!(size.cells().filter(dead).all(|cell| map.at(cell) == 0));
    }
}
