//! Swap potential (limbsoo, second post): the number of ways in which a swap can make a match, and what special cells
//! take away from it.

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
    let lines = Pairs::of(free | held);
    let (e, w) = (free.east::<1>(), free.west::<1>());
    let (s, n) = (free.south::<1>(), free.north::<1>());
    let (right, left) = (lines.right & free, lines.left & free);
    let (above, below) = (lines.above & free, lines.below & free);
    let (beside, astride) = (lines.beside & free, lines.astride & free);
    let mut sum = Counter::default();
    sum.add4([right & n, right & s, right & w, left & n]);
    sum.add4([left & s, left & e, beside & n, beside & s]);
    sum.add4([above & w, above & e, above & s, below & w]);
    sum.add4([below & e, below & n, astride & w, astride & e]);
    sum.total()
}

/// Adds sets cell by cell in binary, so that only five bit counts are needed in the end.
#[derive(Default)]
struct Counter {
    ones: Cells,
    twos: Cells,
    fours: Cells,
    eights: Cells,
    sixteens: Cells,
}

impl Counter {
    #[inline]
    fn add4(&mut self, [a, b, c, d]: [Cells; 4]) {
        let (ones, two_a) = full_add(self.ones, a, b);
        let (ones, two_b) = full_add(ones, c, d);
        let (twos, four) = full_add(self.twos, two_a, two_b);
        let (fours, eight) = (self.fours ^ four, self.fours & four);
        let (eights, sixteen) = (self.eights ^ eight, self.eights & eight);
        (self.ones, self.twos, self.fours, self.eights) = (ones, twos, fours, eights);
        self.sixteens |= sixteen;
    }

    #[inline]
    fn total(&self) -> u32 {
        let planes = [self.ones, self.twos, self.fours, self.eights, self.sixteens];
        let weighted = planes.iter().enumerate();
        weighted.map(|(i, plane)| plane.len() << i).sum()
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
