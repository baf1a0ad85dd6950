//! Rotations and reflections of boards around the middle of the grid.

use crate::games::hexxagon::rules::{Cell, Cells, Plan};

/// The middle of the grid, the centre of all rotations.
const MIDDLE: Cell = Cell(40);
/// Number of steps from the middle to the rim of the largest board.
const RADIUS: u32 = 4;

/// Returns the axial coordinates of a cell: steps along two axes from the middle.
fn axial(cell: Cell) -> (i32, i32) {
    let (col, row) = (cell.col() as i32 - 4, cell.row() as i32 - 4);
    // Odd columns are half a cell higher.
    (col, row - (col - (col & 1)) / 2)
}

/// Returns the cell at axial coordinates; `None` outside the grid.
fn at_axial((q, r): (i32, i32)) -> Option<Cell> {
    let (col, row) = (q + 4, r + (q - (q & 1)) / 2 + 4);
    let inside = (0..9).contains(&col) && (0..9).contains(&row);
    inside.then(|| Cell((col * 9 + row) as u8))
}

/// Rotates a cell around the middle, by a half turn for two players and a third for three. A cell
/// that would leave the grid stays where it is.
pub fn rotated(cell: Cell, players: usize) -> Cell {
    let (q, r) = axial(cell);
    let target = if players == 2 {
        (-q, -r)
    } else {
        // A third of a turn permutes the three cube coordinates.
        let s = -q - r;
        (r, s)
    };
    at_axial(target).unwrap_or(cell)
}

/// Rotates each cell of a set.
pub(super) fn rotated_all(cells: Cells, players: usize) -> Cells {
    cells.iter().map(|cell| rotated(cell, players)).collect()
}

/// A rotation around the middle of the grid, or a reflection in a line through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The sixths of a turn.
    sixths: u8,
    /// Whether the grid is reflected before it is turned.
    is_reflected: bool,
}

impl Symmetry {
    /// All twelve, the first of which leaves everything where it is.
    fn all() -> impl Iterator<Item = Symmetry> {
        let of = |is_reflected| {
            (0..6).map(move |sixths| Symmetry {
                sixths,
                is_reflected,
            })
        };
        of(false).chain(of(true))
    }

    /// Returns the place to which a cell goes; `None` outside the grid.
    fn target(self, cell: Cell) -> Option<Cell> {
        let (q, r) = axial(cell);
        let reflected = if self.is_reflected { (r, q) } else { (q, r) };
        let sixth = |(q, r): (i32, i32), _| (-r, q + r);
        at_axial((0..self.sixths).fold(reflected, sixth))
    }

    /// Returns the place to which a cell goes. A cell that would leave the grid stays where it is; those of a board with
    /// this symmetry never leave it.
    pub fn turned(self, cell: Cell) -> Cell {
        self.target(cell).unwrap_or(cell)
    }

    /// Turns each cell of a set.
    pub fn turned_all(self, cells: Cells) -> Cells {
        cells.iter().map(|cell| self.turned(cell)).collect()
    }

    /// Whether a board stays as it is, with the start cells of each player.
    fn keeps(self, plan: &Plan) -> bool {
        let stays = |cells: &Cells| {
            let turned = cells.iter().map(|cell| self.target(cell));
            turned.collect::<Option<Cells>>() == Some(*cells)
        };
        stays(&plan.cells) && plan.starts.iter().all(stays)
    }
}

/// Returns the symmetries of a board in which every player keeps the start cells, beginning with the one that leaves
/// everything where it is.
pub fn symmetries(plan: &Plan) -> Vec<Symmetry> {
    Symmetry::all().filter(|one| one.keeps(plan)).collect()
}

/// Whether a rotation or a reflection leaves the board as it is and gives every player the start cells of the next one,
/// so that no player is better off.
pub fn is_alike_for_all(plan: &Plan) -> bool {
    let players = plan.players();
    let turned = |one: Symmetry, cells: Cells| -> Option<Cells> {
        cells.iter().map(|cell| one.target(cell)).collect()
    };
    Symmetry::all().any(|one| {
        let is_next = |player: usize| {
            let next = plan.starts[(player + 1) % players];
            turned(one, plan.starts[player]) == Some(next)
        };
        turned(one, plan.cells) == Some(plan.cells) && (0..players).all(is_next)
    })
}

/// Returns the number of cells and start cells that differ after a rotation.
pub fn asymmetry(plan: &Plan) -> u32 {
    let players = plan.players();
    let mut differ = (plan.cells.0 ^ rotated_all(plan.cells, players).0).count_ones();
    for player in 0..players {
        let next = plan.starts[(player + 1) % players];
        let here = rotated_all(plan.starts[player], players);
        differ += (next.0 ^ here.0).count_ones();
    }
    differ
}

/// The largest number of pieces with which a player begins on an evolved board.
pub const MOST_STARTS: u32 = 3;

/// Returns the cells that evolved boards may use: a hexagon around the middle.
pub fn full_area() -> Cells {
    Cell::all()
        .filter(|cell| cell.distance(MIDDLE) <= RADIUS)
        .collect()
}
