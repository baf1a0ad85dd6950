//! Boards as they are drawn: which cells there are, and who starts where. Any plan can be written as a
//! short code, and says itself what is wrong with it.

use std::fmt;
use std::str::FromStr;

use super::grid::Cell;

/// Cells of the grid, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub u128);

impl Cells {
    /// All cells of the grid.
    pub const ALL: Cells = Cells((1 << Cell::COUNT) - 1);

    /// Whether a cell is among them.
    pub fn has(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// With a cell, or without it.
    pub fn set(&mut self, cell: Cell, among: bool) {
        if among {
            self.0 |= 1 << cell.0;
        } else {
            self.0 &= !(1 << cell.0);
        }
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Each of them, ascending.
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

/// A board as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The cells of the board.
    pub cells: Cells,
    /// Where each player starts; nothing for a third one who does not play.
    pub starts: [Cells; 3],
}

/// What is wrong with a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Fewer cells than [`Plan::LEAST`].
    TooFew,
    /// More cells than a board can have.
    TooMany,
    /// A player starts nowhere.
    Nowhere,
    /// A start cell is not on the board, or given to two.
    BadStart,
    /// Some cells cannot be reached by clones and jumps.
    Disconnected,
    /// A player can turn over a start piece with the first move.
    TooClose,
    /// A player cannot move at the start.
    Stuck,
}

impl Plan {
    /// Fewest cells of a board.
    pub const LEAST: u32 = 9;
    /// Most cells of a board.
    pub const MOST: u32 = 64;
    /// Steps between the starts of two players, so that no first move turns anything over.
    pub const APART: u32 = 4;

    /// How many players it is for.
    pub fn players(&self) -> usize {
        if self.starts[2].0 == 0 { 2 } else { 3 }
    }

    /// What is wrong with it; each fault with the cells where it shows.
    pub fn faults(&self) -> Vec<(Fault, Cells)> {
        let mut faults = Vec::new();
        let mut add = |fault, cells: Cells, wrong: bool| {
            if wrong {
                faults.push((fault, cells));
            }
        };
        let starts = &self.starts[..self.players()];
        add(Fault::TooFew, self.cells, self.cells.count() < Self::LEAST);
        add(Fault::TooMany, self.cells, self.cells.count() > Self::MOST);
        let nobody = Cells::default();
        add(Fault::Nowhere, nobody, starts.contains(&nobody));
        let bad = self.bad_starts();
        add(Fault::BadStart, bad, bad != nobody);
        let cut_off = self.cut_off();
        add(Fault::Disconnected, cut_off, cut_off != nobody);
        let close = self.too_close();
        add(Fault::TooClose, close, close != nobody);
        let stuck = starts.iter().filter(|start| !self.can_move(**start));
        let stuck: Cells = stuck.flat_map(|start| start.iter()).collect();
        add(Fault::Stuck, stuck, stuck != nobody);
        faults
    }

    /// The players' start cells that are not on the board, or somebody else's.
    fn bad_starts(&self) -> Cells {
        let [a, b, c] = self.starts.map(|start| start.0);
        let twice = a & b | a & c | b & c;
        Cells(((a | b | c) & !self.cells.0) | twice)
    }

    /// The cells that cannot be reached from the first one by clones and jumps.
    fn cut_off(&self) -> Cells {
        let Some(first) = self.cells.iter().next() else {
            return Cells::default();
        };
        let mut reached = Cells::from_iter([first]);
        let mut edge = vec![first];
        while let Some(cell) = edge.pop() {
            for next in self.cells.iter() {
                if !reached.has(next) && cell.distance(next) <= 2 {
                    reached.set(next, true);
                    edge.push(next);
                }
            }
        }
        Cells(self.cells.0 & !reached.0)
    }

    /// Start cells that a rival can reach the side of with the first move.
    fn too_close(&self) -> Cells {
        let mut close = Cells::default();
        for (at, start) in self.starts.iter().enumerate() {
            let others = self.starts.iter().enumerate().filter(|(o, _)| *o != at);
            for rival in others.flat_map(|(_, other)| other.iter()) {
                let near = |cell: &Cell| cell.distance(rival) < Self::APART;
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

/// The digits of codes.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

fn digits(mut number: u128) -> String {
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

/// As `c`, the cells, and each player's start, in base 36 with dots between.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", digits(self.cells.0))?;
        for start in &self.starts[..self.players()] {
            write!(f, ".{}", digits(start.0))?;
        }
        Ok(())
    }
}

/// A text that is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not the code of a board")]
pub struct BadCode(String);

impl FromStr for Plan {
    type Err = BadCode;

    fn from_str(text: &str) -> Result<Self, BadCode> {
        let bad = || BadCode(text.chars().take(60).collect());
        let cells = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
            let cells = u128::from_str_radix(text, 36).ok().filter(|_| plain);
            cells.filter(|c| c & !Cells::ALL.0 == 0).map(Cells)
        };
        let parts = text.strip_prefix('c').ok_or_else(bad)?.split('.');
        let parts: Option<Vec<Cells>> = parts.map(cells).collect();
        let (all, starts) = match parts.ok_or_else(bad)?[..] {
            [all, first, second] => (all, [first, second, Cells::default()]),
            [all, first, second, third] if third.0 != 0 => (all, [first, second, third]),
            _ => return Err(bad()),
        };
        Ok(Plan { cells: all, starts })
    }
}
