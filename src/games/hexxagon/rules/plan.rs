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

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(numbers: &[u8]) -> Cells {
        numbers.iter().map(|number| Cell(*number)).collect()
    }

    /// A plan with the cells of the middle column, 36 to 44, each of which lies beside the next one.
    fn column(starts: [&[u8]; 3]) -> Plan {
        Plan {
            cells: (36..=44).map(Cell).collect(),
            starts: starts.map(cells),
        }
    }

    #[test]
    fn a_set_has_the_cells_that_were_added() {
        let mut set = cells(&[0, 40, 80]);
        assert_eq!((set.count(), Cells::ALL.count()), (3, 81));
        set.set(Cell(41), true);
        set.set(Cell(41), true);
        set.set(Cell(40), false);
        set.set(Cell(39), false);
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [Cell(0), Cell(41), Cell(80)]
        );
        assert!(set.has(Cell(41)) && !set.has(Cell(40)));
        assert_eq!(set.0, 1 | 1 << 41 | 1 << 80);
    }

    #[test]
    fn a_plan_without_faults_is_playable() {
        let plan = column([&[36], &[44], &[]]);
        assert_eq!((plan.players(), plan.faults()), (2, vec![]));
        // The second player starts four steps away, which is just far enough, and so does the third.
        let plan = column([&[36], &[40], &[44]]);
        assert_eq!((plan.players(), plan.faults()), (3, vec![]));
    }

    #[test]
    fn each_fault_is_listed_with_the_cells_that_show_it() {
        let mut small = column([&[36], &[43], &[]]);
        small.cells.set(Cell(44), false);
        assert_eq!(small.faults(), [(Fault::TooFew, small.cells)]);
        let nowhere = column([&[36], &[], &[]]).faults();
        assert!(nowhere.contains(&(Fault::NoStart, Cells::default())));
        let close = column([&[36, 37], &[40, 44], &[]]);
        assert_eq!(close.faults(), [(Fault::TooClose, cells(&[37, 40]))]);
        let close = column([&[36], &[40], &[43]]);
        assert_eq!(close.faults(), [(Fault::TooClose, cells(&[40, 43]))]);
        // Two cells two columns away are reached by no jump from the column.
        let mut apart = column([&[36], &[44], &[]]);
        apart.cells.set(Cell(71), true);
        apart.cells.set(Cell(0), true);
        apart.cells.set(Cell(1), true);
        let from_first = cells(&[36, 37, 38, 39, 40, 41, 42, 43, 44, 71]);
        assert_eq!(apart.faults(), [(Fault::Disconnected, from_first)]);
        // A jump is enough.
        let mut jumped = column([&[36], &[44], &[]]);
        jumped.cells.set(Cell(43), false);
        jumped.cells.set(Cell(26), true);
        assert_eq!(jumped.faults(), []);
    }

    #[test]
    fn a_start_cell_off_the_board_or_of_two_players_is_invalid() {
        for (starts, invalid) in [
            ([&[36][..], &[44, 50], &[]], &[50][..]),
            ([&[36, 40], &[40, 44], &[]], &[40]),
            ([&[36, 44], &[40], &[44]], &[44]),
            ([&[36], &[40, 44], &[44]], &[44]),
            ([&[0], &[36], &[44]], &[0]),
            ([&[36], &[40], &[44, 80]], &[80]),
        ] {
            let faults = column(starts).faults();
            let found = faults
                .iter()
                .find(|(fault, _)| *fault == Fault::InvalidStart);
            assert_eq!(found.map(|(_, cells)| *cells), Some(cells(invalid)));
        }
    }

    #[test]
    fn a_player_without_a_move_at_the_start_is_stuck() {
        // The first piece is walled in by the second player's.
        let plan = column([&[36], &[37, 38, 44], &[]]);
        let stuck = (Fault::Stuck, cells(&[36]));
        assert!(plan.faults().contains(&stuck));
        // A jump over one piece is a move.
        let plan = column([&[36], &[37, 44], &[]]);
        assert!(
            plan.faults()
                .iter()
                .all(|(fault, _)| *fault != Fault::Stuck)
        );
    }

    #[test]
    fn a_plan_is_written_in_base_36_and_read_again() {
        let plan = |cells, starts: [u128; 3]| Plan {
            cells: Cells(cells),
            starts: starts.map(Cells),
        };
        for (plan, code) in [
            (plan(35, [1, 36, 0]), "cz.1.10"),
            (plan(1_295, [0, 37, 2]), "czz.0.11.2"),
        ] {
            assert_eq!(plan.to_string(), code);
            assert_eq!(code.parse(), Ok(plan));
        }
        let largest = plan(Cells::ALL.0, [1, 1 << 80, 0]);
        assert_eq!(largest.to_string().parse(), Ok(largest));
        let too_large = format!("c{}.1.2", base_36(Cells::ALL.0 + 1));
        for bad in [
            "",
            "c",
            "z.1.10",
            "cz.1",
            "cz.1.2.0",
            "cz.1.2.3.4",
            "cz..1",
            "cz.+1.2",
            "cz.1 .2",
            &too_large,
        ] {
            assert!(bad.parse::<Plan>().is_err(), "{bad}");
        }
    }
}
