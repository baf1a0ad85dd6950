//! Plans: boards as plain data, which editors and evolution change freely. A plan lists its own
//! faults and has a short text code.

use std::fmt;
use std::str::FromStr;

use super::grid::Cell;
use crate::base::{SHORT, excerpt};

/// A set of cells of the grid, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub u128);

impl Cells {
    /// The set of all 81 cells.
    pub const ALL: Cells = Cells((1 << Cell::COUNT) - 1);

    /// Tells whether the set contains a cell.
    pub fn has(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Adds a cell, or removes it.
    pub fn set(&mut self, cell: Cell, included: bool) {
        if included {
            self.0 |= 1 << cell.0;
        } else {
            self.0 &= !(1 << cell.0);
        }
    }

    /// Returns the number of cells in the set.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Iterates over the cells, ascending.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |cell| self.has(*cell))
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Cells::default();
        for cell in cells {
            set.set(cell, true);
        }
        set
    }
}

/// A board as plain data; it need not be playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The cells of the board.
    pub cells: Cells,
    /// Start cells of each player; the third set is empty on a board for two.
    pub starts: [Cells; 3],
}

/// A reason why a plan is not playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The plan has fewer cells than [`Plan::MIN_CELLS`].
    TooFew,
    /// A player has no start cell.
    NoStart,
    /// A start cell is not on the board, or two players start there.
    InvalidStart,
    /// Clones and jumps do not reach all cells.
    Disconnected,
    /// A player can capture a start piece with the first move.
    TooClose,
    /// A player has no move at the start.
    Stuck,
}

impl Plan {
    /// Least number of cells of a board.
    pub const MIN_CELLS: u32 = 9;
    /// Least number of steps between start cells of two players, so that no first move captures.
    pub const MIN_START_DISTANCE: u32 = 4;

    /// Returns the number of players, 2 or 3.
    pub fn players(&self) -> usize {
        if self.starts[2].0 == 0 { 2 } else { 3 }
    }

    /// Returns all faults, each with the cells that show it.
    pub fn faults(&self) -> Vec<(Fault, Cells)> {
        let mut faults = Vec::new();
        let mut add = |fault, cells: Cells, wrong: bool| {
            if wrong {
                faults.push((fault, cells));
            }
        };
        let starts = &self.starts[..self.players()];
        add(
            Fault::TooFew,
            self.cells,
            self.cells.count() < Self::MIN_CELLS,
        );
        let nobody = Cells::default();
        add(Fault::NoStart, nobody, starts.contains(&nobody));
        let invalid = self.invalid_starts();
        add(Fault::InvalidStart, invalid, invalid != nobody);
        let cut_off = self.cut_off();
        add(Fault::Disconnected, cut_off, cut_off != nobody);
        let close = self.too_close();
        add(Fault::TooClose, close, close != nobody);
        let stuck = starts.iter().filter(|start| !self.can_move(**start));
        let stuck: Cells = stuck.flat_map(|start| start.iter()).collect();
        add(Fault::Stuck, stuck, stuck != nobody);
        faults
    }

    /// Returns the start cells that are not on the board or belong to two players.
    fn invalid_starts(&self) -> Cells {
        let [a, b, c] = self.starts.map(|start| start.0);
        let twice = a & b | a & c | b & c;
        Cells(((a | b | c) & !self.cells.0) | twice)
    }

    /// Returns the cells that clones and jumps do not reach from the first cell.
    fn cut_off(&self) -> Cells {
        let Some(first) = self.cells.iter().next() else {
            return Cells::default();
        };
        let mut reached = Cells::from_iter([first]);
        let mut frontier = vec![first];
        while let Some(cell) = frontier.pop() {
            for next in self.cells.iter() {
                if !reached.has(next) && cell.distance(next) <= 2 {
                    reached.set(next, true);
                    frontier.push(next);
                }
            }
        }
        Cells(self.cells.0 & !reached.0)
    }

    /// Returns the start cells that a rival can capture with the first move.
    fn too_close(&self) -> Cells {
        let mut close = Cells::default();
        for (at, start) in self.starts.iter().enumerate() {
            let others = self.starts.iter().enumerate().filter(|(o, _)| *o != at);
            for rival in others.flat_map(|(_, other)| other.iter()) {
                let near = |cell: &Cell| cell.distance(rival) < Self::MIN_START_DISTANCE;
                for cell in start.iter().filter(near) {
                    close.set(cell, true);
                }
            }
        }
        close
    }

    fn can_move(&self, start: Cells) -> bool {
        let taken = self.starts.iter().fold(0, |taken, start| taken | start.0);
        let free = Cells(self.cells.0 & !taken);
        start
            .iter()
            .any(|from| free.iter().any(|to| from.distance(to) <= 2))
    }
}

/// The digits of plan codes.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

fn base_36(mut number: u128) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from(DIGITS[(number % 36) as usize]));
        number /= 36;
        if number == 0 {
            break;
        }
    }
    digits.iter().rev().collect()
}

/// Writes `c`, the cells and each player's start cells, in base 36 and separated by dots.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", base_36(self.cells.0))?;
        for start in &self.starts[..self.players()] {
            write!(f, ".{}", base_36(start.0))?;
        }
        Ok(())
    }
}

/// A text is not the code of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not the code of a board")]
pub struct ParsePlanError(String);

impl FromStr for Plan {
    type Err = ParsePlanError;

    fn from_str(text: &str) -> Result<Self, ParsePlanError> {
        let error = || ParsePlanError(excerpt(text, SHORT));
        let cells = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
            let cells = u128::from_str_radix(text, 36).ok().filter(|_| plain);
            cells.filter(|c| c & !Cells::ALL.0 == 0).map(Cells)
        };
        let parts = text.strip_prefix('c').ok_or_else(error)?.split('.');
        let parts: Option<Vec<Cells>> = parts.map(cells).collect();
        let (all, starts) = match parts.ok_or_else(error)?[..] {
            [all, first, second] => (all, [first, second, Cells::default()]),
            [all, first, second, third] if third.0 != 0 => (all, [first, second, third]),
            _ => return Err(error()),
        };
        Ok(Plan { cells: all, starts })
    }
}
