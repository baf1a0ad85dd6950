//! The genome of a level: one gene per cell, open or special, with the kind in the gene.

use super::feasibility::Layout;
use super::potential::swap_potential;
use crate::games::match3::rules::{Cell, Cells, Kind, Size};
use crate::generation::{Bits, Stream};

/// One gene per cell in bit planes: one plane for being special and four for the number of the kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LevelGenome {
    special: Cells,
    /// The number of the kind in binary, lowest bit first; 0 in open cells.
    kind: [Cells; 4],
}

impl LevelGenome {
    /// Makes `cell` open or special.
    #[inline]
    pub fn set(&mut self, cell: Cell, kind: Option<Kind>) {
        let code = kind.map_or(0, |k| k as usize);
        if kind.is_some() {
            self.special.insert(cell);
        } else {
            self.special.remove(cell);
        }
        for (bit, plane) in self.kind.iter_mut().enumerate() {
            if code >> bit & 1 == 1 {
                plane.insert(cell);
            } else {
                plane.remove(cell);
            }
        }
    }

    /// The kind of a special cell; `None` for an open one.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        let bit = |b: usize| usize::from(self.kind[b].has(cell)) << b;
        let code = bit(0) | bit(1) | bit(2) | bit(3);
        self.special.has(cell).then(|| Kind::ALL[code])
    }

    /// The special cells.
    #[inline]
    pub fn special(&self) -> Cells {
        self.special
    }

    /// The special cells and their kinds, in reading order.
    pub fn specials(&self) -> impl Iterator<Item = (Cell, Kind)> {
        let cells = self.special.iter();
        cells.filter_map(|cell| Some((cell, self.kind(cell)?)))
    }

    /// Genes of `self` where `mask` is 1, of `other` where it is 0.
    #[inline]
    pub fn blend(&self, other: &Self, mask: &Bits<4>) -> Self {
        let mix = |a: Cells, b: Cells| Cells(Bits(a.0).blend(&Bits(b.0), mask).0);
        LevelGenome {
            special: mix(self.special, other.special),
            kind: std::array::from_fn(|i| mix(self.kind[i], other.kind[i])),
        }
    }

    /// The genes of `half` and their mirror images; `mirror` maps cells to their images.
    pub fn mirrored(&self, half: Cells, mirror: impl Fn(Cells) -> Cells) -> Self {
        let whole = |plane: Cells| (plane & half) | mirror(plane & half);
        LevelGenome {
            special: whole(self.special),
            kind: self.kind.map(whole),
        }
    }

    /// Draws the kind of every special cell again.
    pub fn redraw_kinds(&mut self, kinds: &[Kind], rng: &mut Stream) {
        for cell in self.special.iter() {
            self.set(cell, rng.choose(kinds).copied());
        }
    }

    /// The special cells whose neighbour to the right, left, below and above is of their own kind.
    #[inline]
    pub(super) fn alike(&self) -> [Cells; 4] {
        let beside = |shift: fn(Cells) -> Cells| {
            let unlike = self.kind.map(|plane| plane ^ shift(plane));
            let [a, b, c, d] = unlike;
            (self.special & shift(self.special)) - (a | b | c | d)
        };
        [
            beside(Cells::east::<1>),
            beside(Cells::west::<1>),
            beside(Cells::south::<1>),
            beside(Cells::north::<1>),
        ]
    }

    /// The difference to another board of `size`, 0 to 1: the part of the cells special in either board that are not
    /// special in both. Cells special in both with different kinds count half. A board and its mirror image do not
    /// differ.
    pub fn difference(&self, other: &Self, size: Size) -> f64 {
        let unlike = |one: &Self| {
            let either = (one.special | other.special).len();
            let both = one.special & other.special;
            let alike = both
                .iter()
                .filter(|cell| one.kind(*cell) == other.kind(*cell));
            let same = 0.5 * f64::from(both.len()) + 0.5 * alike.count() as f64;
            1.0 - same / f64::from(either.max(1))
        };
        let right = size.cols() - 1;
        let mut mirrored = LevelGenome::default();
        for (cell, kind) in self.specials() {
            mirrored.set(Cell::at(cell.row(), right - cell.col()), Some(kind));
        }
        unlike(self).min(unlike(&mirrored))
    }

    /// Its swap potential on a board of `size`.
    #[inline]
    pub fn potential(&self, size: Size) -> u32 {
        swap_potential(size.all() - self.special, self.layout().overlays)
    }

    /// The cells of each way of being special.
    #[inline]
    pub fn layout(&self) -> Layout {
        let [a, b, c, d] = self.kind;
        // Kind 0 is the obstacle, 1 to 4 are blocked, 5 to 8 overlays.
        let overlays = self.special & (d | (c & (a | b)));
        let obstacles = self.special - (a | b | c | d);
        Layout {
            obstacles,
            overlays,
            blocked: self.special - obstacles - overlays,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> Size {
        Size::new(6, 7).expect("a size")
    }

    fn board(cells: &[(usize, usize, Kind)]) -> LevelGenome {
        let mut board = LevelGenome::default();
        for (row, col, kind) in cells {
            board.set(Cell::at(*row, *col), Some(*kind));
        }
        board
    }

    #[test]
    fn each_kind_is_kept_and_acts_in_its_own_way() {
        let cell = Cell::at(2, 3);
        let of = |holds: bool| Cells::from_iter(holds.then_some(cell));
        let mut genome = LevelGenome::default();
        for kind in Kind::ALL {
            genome.set(cell, Some(kind));
            assert_eq!(genome.kind(cell), Some(kind));
            let (stays, overlay) = (kind == Kind::Obstacle, kind.is_overlay());
            let layout = Layout {
                obstacles: of(stays),
                overlays: of(overlay),
                blocked: of(!stays && !overlay),
            };
            assert_eq!(genome.layout(), layout, "{kind:?}");
            let all: Vec<(Cell, Kind)> = genome.specials().collect();
            assert_eq!(all, [(cell, kind)]);
        }
        genome.set(cell, None);
        assert_eq!(genome, LevelGenome::default());
    }

    #[test]
    fn boards_differ_in_the_cells_that_are_not_special_in_both() {
        use Kind::{Blocked1, Obstacle};
        let one = board(&[(0, 0, Obstacle), (1, 1, Blocked1), (2, 0, Obstacle)]);
        let difference = |other: &[(usize, usize, Kind)]| one.difference(&board(other), size());
        assert_eq!(one.difference(&one, size()), 0.0);
        // The mirror image.
        let mirrored = [(0, 6, Obstacle), (1, 5, Blocked1), (2, 6, Obstacle)];
        assert_eq!(difference(&mirrored), 0.0);
        // No cell is special in both, and the same holds for the mirror image.
        assert_eq!(difference(&[(5, 3, Obstacle)]), 1.0);
        // One of three cells is the same, and one has another kind, which counts half.
        assert_eq!(difference(&[(0, 0, Obstacle), (1, 1, Obstacle)]), 0.5);
        // Two are the same, and one more is special in each.
        let other = [(0, 0, Obstacle), (1, 1, Blocked1), (5, 3, Obstacle)];
        assert_eq!(difference(&other), 0.5);
    }
}
