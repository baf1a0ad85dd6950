//! Power pieces: blocks that clear other cells when they leave the board.

use serde::{Deserialize, Serialize};

use super::grid::{Cell, Cells, Size};

/// A kind of power piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Power {
    /// Clears its row. Four blocks in a column make it.
    Across,
    /// Clears its column. Four blocks in a row make it.
    Down,
    /// Clears the cells around it. A T or an L of blocks makes it.
    Bomb,
    /// Clears all blocks of a colour. Five blocks in a line make it. It has no colour of its own, and fires when it is
    /// swapped with any block.
    Colour,
}

impl Power {
    /// All kinds.
    pub const ALL: [Power; 4] = [Power::Across, Power::Down, Power::Bomb, Power::Colour];

    /// Its blast when it fires alone.
    pub fn blast(self) -> Blast {
        [Blast::Row, Blast::Column, Blast::Around, Blast::Colour][self as usize]
    }
}

/// The area that one power piece clears, or two together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blast {
    /// A row.
    Row,
    /// A column.
    Column,
    /// The cell and the eight around it.
    Around,
    /// All blocks of a colour.
    Colour,
    /// A row and a column: two line pieces.
    Cross,
    /// Three rows and three columns: a line piece and a bomb.
    BroadCross,
    /// Five by five cells: two bombs.
    Wide,
    /// The whole board: two colour pieces.
    Everything,
}

impl Blast {
    /// The cells of a board that it hits around `middle`; none for [`Blast::Colour`].
    pub fn cells(self, middle: Cell, size: Size) -> Cells {
        let (row, col) = (middle.row(), middle.col());
        let near = |at: usize, from: usize, most: usize| at.abs_diff(from) <= most;
        let any = |holds: &dyn Fn(usize, usize) -> bool| {
            size.cells()
                .filter(|cell| holds(cell.row(), cell.col()))
                .collect()
        };
        match self {
            Blast::Row => size.row(row),
            Blast::Column => (0..size.rows()).map(|row| Cell::at(row, col)).collect(),
            Blast::Around => any(&|r, c| near(r, row, 1) && near(c, col, 1)),
            Blast::Colour => Cells::default(),
            Blast::Cross => any(&|r, c| r == row || c == col),
            Blast::BroadCross => any(&|r, c| near(r, row, 1) || near(c, col, 1)),
            Blast::Wide => any(&|r, c| near(r, row, 2) && near(c, col, 2)),
            Blast::Everything => size.all(),
        }
    }
}

/// The cells of all power pieces, at most one piece per cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Powers([Cells; 4]);

impl Powers {
    /// Whether there is no piece.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// The cells of all pieces.
    #[inline]
    pub fn all(&self) -> Cells {
        self.0[0] | self.0[1] | self.0[2] | self.0[3]
    }

    /// The cells of the pieces of one kind.
    #[inline]
    pub fn of(&self, power: Power) -> Cells {
        self.0[power as usize]
    }

    /// The piece in a cell; `None` without one.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<Power> {
        Power::ALL
            .into_iter()
            .find(|power| self.of(*power).has(cell))
    }

    /// Sets the piece of a cell, in place of any other.
    pub(super) fn set(&mut self, cell: Cell, power: Power) {
        self.clear([cell].into_iter().collect());
        self.0[power as usize].insert(cell);
    }

    /// Removes the pieces of `cells`.
    #[inline]
    pub(super) fn clear(&mut self, cells: Cells) {
        self.0 = self.0.map(|plane| plane - cells);
    }

    /// Moves the piece of a cell to an empty one.
    #[inline]
    pub(super) fn move_piece(&mut self, from: Cell, to: Cell) {
        if let Some(power) = self.at(from) {
            self.0[power as usize].remove(from);
            self.0[power as usize].insert(to);
        }
    }

    /// Exchanges the pieces of two cells.
    pub(super) fn exchange(&mut self, a: Cell, b: Cell) {
        let (first, second) = (self.at(a), self.at(b));
        self.clear([a, b].into_iter().collect());
        for (cell, power) in [(b, first), (a, second)] {
            if let Some(power) = power {
                self.0[power as usize].insert(cell);
            }
        }
    }
}
