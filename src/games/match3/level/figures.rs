//! Figures make a board look drawn and not scattered: large groups of one kind, few figures, smooth outlines with open
//! space between them.

use super::genome::LevelGenome;
use crate::games::match3::rules::{Cell, Cells, Kind, Kinds, Size};
use crate::generation::Stream;

/// The number of times that founders are smoothed.
const SMOOTHINGS: u32 = 2;
/// Special cells for each figure beyond the first two.
const CELLS_PER_FIGURE: u32 = 8;

impl LevelGenome {
    /// The special cells in groups of fewer than three cells of their own kind.
    #[inline]
    pub fn scraps(&self) -> Cells {
        let [right, left, below, above] = self.alike();
        let joints = (right & left) | (below & above) | ((right | left) & (below | above));
        let beside_joints = (right & joints.east::<1>())
            | (left & joints.west::<1>())
            | (below & joints.south::<1>())
            | (above & joints.north::<1>());
        self.special() - joints - beside_joints
    }

    /// The open cells with special cells on three sides or four.
    #[inline]
    pub fn notches(&self, size: Size) -> Cells {
        let special = self.special();
        let (e, w) = (special.east::<1>(), special.west::<1>());
        let (s, n) = (special.south::<1>(), special.north::<1>());
        let three = (e & w & (s | n)) | (s & n & (e | w));
        (size.all() - special) & three
    }

    /// The numbers of cells of the figures. Special cells that touch at sides or corners are one figure, whatever their
    /// kinds.
    pub fn figures(&self) -> Vec<u32> {
        let (mut rest, mut sizes) = (self.special(), Vec::new());
        while let Some(cell) = rest.first() {
            let mut figure: Cells = [cell].into_iter().collect();
            loop {
                let sides = figure | figure.east::<1>() | figure.west::<1>();
                let wider = (sides | sides.north::<1>() | sides.south::<1>()) & rest;
                if wider == figure {
                    break;
                }
                figure = wider;
            }
            rest = rest - figure;
            sizes.push(figure.len());
        }
        sizes
    }

    /// The number of faults: cells in groups of one or two, notches, and figures beyond two and one for each
    /// `CELLS_PER_FIGURE` special cells.
    #[inline]
    pub fn faults(&self, size: Size) -> u32 {
        let figures = self.figures().len() as u32;
        let most = 2 + self.special().len() / CELLS_PER_FIGURE;
        self.scraps().len() + self.notches(size).len() + figures.saturating_sub(most)
    }

    /// The likeness of the board to a drawing, 0 to 1. The board should show `kinds` kinds of cells.
    pub fn figure_score(&self, size: Size, kinds: usize) -> f64 {
        let special = f64::from(self.special().len().max(1));
        let flaws = self.scraps().len() + self.notches(size).len();
        let clean = 1.0 - (f64::from(flaws) / special).min(1.0);
        let shares = self.figures().into_iter();
        let concentration: f64 = shares
            .map(|cells| (f64::from(cells) / special).powi(2))
            .sum();
        let shown: Kinds = self.specials().map(|(_, kind)| kind).collect();
        let variety = shown.len() as f64 / kinds.max(1) as f64;
        // Three figures of one size are few enough.
        0.4 * clean + 0.35 * (3.0 * concentration).min(1.0) + 0.25 * variety.min(1.0)
    }

    /// Draws the kinds again, one for each connected part of the special cells.
    pub fn redraw_kinds_of_groups(&mut self, kinds: &[Kind], rng: &mut Stream) {
        let mut rest = self.special();
        while let Some(cell) = rest.first() {
            let group = rest.flood([cell].into_iter().collect());
            let kind = rng.choose(kinds).copied();
            group.iter().for_each(|cell| self.set(cell, kind));
            rest = rest - group;
        }
    }

    /// Gives every cell the most frequent gene in and around it, a few times. Among equally frequent genes one is drawn
    /// at random.
    pub fn smoothed(mut self, size: Size, rng: &mut Stream) -> Self {
        for _ in 0..SMOOTHINGS {
            let before = self;
            for cell in size.cells() {
                let mut counts = [0u32; 1 + Kind::ALL.len()];
                for near in around(size, cell) {
                    counts[before.kind(near).map_or(0, |kind| 1 + kind as usize)] += 1;
                }
                let most = counts.iter().copied().max().unwrap_or(0);
                let frequent = (0..counts.len()).filter(|gene| counts[*gene] == most);
                let frequent: Vec<usize> = frequent.collect();
                let gene = rng.choose(&frequent).copied().unwrap_or(0);
                self.set(cell, gene.checked_sub(1).map(|kind| Kind::ALL[kind]));
            }
        }
        self
    }
}

/// A cell and its neighbours on the board, at sides and corners.
fn around(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    let (rows, cols) = (cell.row(), cell.col());
    let near = move |at: usize, most: usize| at.saturating_sub(1)..=(at + 1).min(most - 1);
    near(rows, size.rows())
        .flat_map(move |row| near(cols, size.cols()).map(move |col| Cell::at(row, col)))
}

/// A neighbour of a cell at one of its sides, drawn at random; `None` if it is off the board.
pub(super) fn random_neighbour(size: Size, cell: Cell, rng: &mut Stream) -> Option<Cell> {
    let (row, col) = (cell.row(), cell.col());
    let (row, col) = match rng.random_below(4) {
        0 => (row.checked_sub(1)?, col),
        1 => (row + 1, col),
        2 => (row, col.checked_sub(1)?),
        _ => (row, col + 1),
    };
    size.cell(row, col)
}
