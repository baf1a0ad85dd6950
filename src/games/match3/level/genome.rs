//! The genome of a level: one gene a cell, open or special, with the kind in the gene.

use super::feasibility::Layout;
use super::potential::swap_potential;
use crate::games::match3::rules::{Cell, Cells, Kind, Size};
use crate::generation::{Bits, Stream};

/// One gene a cell, as planes of bits: whether it is special, and four bits of its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LevelGenome {
    special: Cells,
    /// The number of the kind in binary, lowest bit first; 0 where a cell is open.
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

    /// What is in `cell`.
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

    /// Special cells and their kinds, in reading order.
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

    /// The genes of `half`, and what `mirror` says where their images lie.
    pub fn mirrored(&self, half: Cells, mirror: impl Fn(Cell) -> Cell) -> Self {
        let mut whole = LevelGenome {
            special: self.special & half,
            kind: self.kind.map(|plane| plane & half),
        };
        for cell in (self.special & half).iter() {
            whole.set(mirror(cell), self.kind(cell));
        }
        whole
    }

    /// Draws the kind of every special cell anew.
    pub fn redraw(&mut self, kinds: &[Kind], rng: &mut Stream) {
        for cell in self.special.iter() {
            self.set(cell, rng.pick(kinds).copied());
        }
    }

    /// The special cells that have no neighbour of their own kind.
    #[inline]
    pub fn lonely(&self) -> Cells {
        let beside = |shift: fn(Cells) -> Cells| {
            let unlike = self.kind.map(|plane| plane ^ shift(plane));
            let [a, b, c, d] = unlike;
            (self.special & shift(self.special)) - (a | b | c | d)
        };
        let across = beside(Cells::east::<1>) | beside(Cells::west::<1>);
        let down = beside(Cells::north::<1>) | beside(Cells::south::<1>);
        self.special - (across | down)
    }

    /// How unlike another board of the same size it is, 0 to 1: 1 less the special cells of both that are the same
    /// (those of another kind count half), as part of the cells where either has one. Its mirror image is like it.
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

    /// The swap potential on a board of `size`.
    #[inline]
    pub fn potential(&self, size: Size) -> u32 {
        swap_potential(size.all() - self.special, self.layout().overlays)
    }

    /// Where the special cells lie, by how they act.
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
