//! Power pieces: blocks that take more than themselves when they go.

use serde::{Deserialize, Serialize};

use super::grid::{Cell, Cells, Size};

/// What a power piece does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Power {
    /// Takes its row. Made by four in a column.
    Across,
    /// Takes its column. Made by four in a row.
    Down,
    /// Takes everything around it. Made by a T or an L.
    Bomb,
    /// Takes a colour. Made by five in a line; it has no colour of its own, and goes with any block that it is
    /// swapped with.
    Colour,
}

impl Power {
    /// All.
    pub const ALL: [Power; 4] = [Power::Across, Power::Down, Power::Bomb, Power::Colour];

    /// What it does alone.
    pub fn blast(self) -> Blast {
        [Blast::Row, Blast::Column, Blast::Around, Blast::Colour][self as usize]
    }
}

/// What is taken at once, by one power piece or by two together.
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
    /// The cells of a board that it takes around `middle`; none for a colour.
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

/// Where power pieces lie, at most one to a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Powers([Cells; 4]);

impl Powers {
    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// All cells with one.
    #[inline]
    pub fn all(&self) -> Cells {
        self.0[0] | self.0[1] | self.0[2] | self.0[3]
    }

    /// The cells with one that does something.
    #[inline]
    pub fn of(&self, power: Power) -> Cells {
        self.0[power as usize]
    }

    /// The one in a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<Power> {
        Power::ALL
            .into_iter()
            .find(|power| self.of(*power).has(cell))
    }

    /// Puts one into a cell, in place of what is there.
    pub(super) fn put(&mut self, cell: Cell, power: Power) {
        self.clear([cell].into_iter().collect());
        self.0[power as usize].insert(cell);
    }

    /// Takes those in `cells` away.
    #[inline]
    pub(super) fn clear(&mut self, cells: Cells) {
        self.0 = self.0.map(|plane| plane - cells);
    }

    /// What is in one cell goes to another one, which is empty.
    #[inline]
    pub(super) fn travel(&mut self, from: Cell, to: Cell) {
        if let Some(power) = self.at(from) {
            self.0[power as usize].remove(from);
            self.0[power as usize].insert(to);
        }
    }

    /// Two cells change what is in them.
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
