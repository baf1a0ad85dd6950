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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Purpose, Seed};

    fn size() -> Size {
        Size::new(9, 9).expect("a size")
    }

    /// A board of nine by nine with special cells of one kind, and an open one where there is none.
    fn board(cells: impl IntoIterator<Item = (usize, usize)>) -> LevelGenome {
        let mut board = LevelGenome::default();
        for (row, col) in cells {
            board.set(Cell::at(row, col), Some(Kind::Blocked2));
        }
        board
    }

    /// Some cells that touch each other nowhere.
    fn apart(count: usize) -> LevelGenome {
        board((0..count).map(|number| (number / 5 * 2, number % 5 * 2)))
    }

    fn places(cells: Cells) -> Vec<(usize, usize)> {
        cells.iter().map(|cell| (cell.row(), cell.col())).collect()
    }

    /// The groups of three cells, each with the middle one first.
    const THREES: [[(usize, usize); 3]; 6] = [
        [(4, 4), (4, 3), (4, 5)],
        [(4, 4), (3, 4), (5, 4)],
        [(4, 4), (4, 3), (3, 4)],
        [(4, 4), (4, 3), (5, 4)],
        [(4, 4), (4, 5), (3, 4)],
        [(4, 4), (4, 5), (5, 4)],
    ];

    #[test]
    fn three_cells_of_a_kind_are_no_scraps_and_fewer_are() {
        for three in THREES {
            assert!(board(three).scraps().is_empty(), "{three:?}");
            for other in three {
                let mut mixed = board(three);
                mixed.set(Cell::at(other.0, other.1), Some(Kind::Blocked1));
                assert_eq!(mixed.scraps().len(), 3, "{three:?} without {other:?}");
                mixed.set(Cell::at(other.0, other.1), None);
                assert_eq!(mixed.scraps().len(), 2, "{three:?} without {other:?}");
            }
        }
        // A cell at the end of a longer group belongs to it.
        assert!(board([(4, 2), (4, 3), (4, 4), (4, 5)]).scraps().is_empty());
        // A cell that touches a group at a corner does not.
        let corner = board([(4, 2), (4, 3), (4, 4), (5, 5)]);
        assert_eq!(places(corner.scraps()), [(5, 5)]);
    }

    #[test]
    fn an_open_cell_with_special_cells_on_three_sides_is_a_notch() {
        let sides = [(3, 4), (5, 4), (4, 3), (4, 5)];
        for chosen in 0u32..16 {
            let around = sides.into_iter().enumerate();
            let around = around.filter(|(side, _)| chosen >> side & 1 == 1);
            let mut board = board(around.map(|(_, cell)| cell));
            let is_notch = chosen.count_ones() >= 3;
            let wanted = if is_notch { vec![(4, 4)] } else { vec![] };
            assert_eq!(places(board.notches(size())), wanted, "{chosen:04b}");
            board.set(Cell::at(4, 4), Some(Kind::Obstacle));
            assert!(board.notches(size()).is_empty());
        }
        // Beyond the edge there is no special cell.
        assert!(board([(0, 1), (1, 0)]).notches(size()).is_empty());
        assert_eq!(
            places(board([(0, 0), (0, 2), (1, 1)]).notches(size())),
            [(0, 1)]
        );
    }

    #[test]
    fn figures_hang_together_at_sides_and_corners() {
        let chain = board([
            (0, 0),
            (1, 1),
            (2, 2),
            (1, 3),
            (5, 5),
            (5, 6),
            (6, 4),
            (8, 8),
        ]);
        assert_eq!(chain.figures(), [4, 3, 1]);
        assert!(LevelGenome::default().figures().is_empty());
    }

    #[test]
    fn two_figures_are_allowed_and_one_more_for_eight_cells() {
        let faults = |count| apart(count).faults(size());
        // Each cell is a scrap. The seventh is the fifth figure too many; the eighth allows one more.
        assert_eq!([0, 1, 2, 3, 7, 8, 9].map(faults), [0, 1, 2, 4, 12, 13, 15]);
    }

    #[test]
    fn the_score_of_a_drawing_is_that_of_its_flaws_its_figures_and_its_kinds() {
        let near = |board: &LevelGenome, kinds, wanted: f64| {
            let score = board.figure_score(size(), kinds);
            assert!((score - wanted).abs() < 1e-9, "{score} is not {wanted}");
        };
        near(&board(THREES[0]), 1, 1.0);
        near(&board(THREES[0]), 2, 0.4 + 0.35 + 0.125);
        // One of four cells is a flaw.
        let flawed = board(THREES[0].into_iter().chain([(0, 0)]));
        near(&flawed, 1, 0.3 + 0.35 + 0.25);
        // Four figures of one cell each are too many, and all cells are flaws.
        near(&apart(4), 1, 0.35 * 0.75 + 0.25);
        near(&LevelGenome::default(), 0, 0.4);
    }

    #[test]
    fn smoothing_fills_holes_and_drops_single_cells() {
        let mut rng = Seed(1).stream(Purpose::Founders);
        let full = board(size().cells().map(|cell| (cell.row(), cell.col())));
        let mut hole = full;
        hole.set(Cell::at(4, 4), None);
        hole.set(Cell::at(0, 0), Some(Kind::Obstacle));
        assert_eq!(hole.smoothed(size(), &mut rng), full);
        let smoothed = apart(3).smoothed(size(), &mut rng);
        assert_eq!(smoothed, LevelGenome::default());
        let near = |row, col| around(size(), Cell::at(row, col)).count();
        assert_eq!(
            [near(0, 0), near(0, 4), near(4, 8), near(4, 4)],
            [4, 6, 6, 9]
        );
    }

    #[test]
    fn a_neighbour_is_drawn_from_each_side_that_the_board_has() {
        let mut rng = Seed(1).stream(Purpose::Founders);
        let mut drawn = |row, col| {
            let cell = Cell::at(row, col);
            let all = (0..200).filter_map(|_| random_neighbour(size(), cell, &mut rng));
            places(all.collect())
        };
        assert_eq!(drawn(4, 4), [(3, 4), (4, 3), (4, 5), (5, 4)]);
        assert_eq!(drawn(0, 0), [(0, 1), (1, 0)]);
        assert_eq!(drawn(8, 8), [(7, 8), (8, 7)]);
    }
}
