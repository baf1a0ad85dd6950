//! Boards: which cells there are, which lie near each other, and who starts where.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::grid::{Cell, Spot, Spots};
use super::plan::{Cells, Plan};
use super::position::Position;
use crate::generation::{Purpose, Seed};

/// A board. Its neighbours are tables that are made once.
#[derive(Clone, Debug)]
pub struct Board {
    name: String,
    /// The cell of each spot, ascending.
    cells: Vec<Cell>,
    near: [Spots; 64],
    far: [Spots; 64],
    starts: Vec<Spots>,
}

/// The number of a board in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct BoardNumber(pub u16);

impl fmt::Display for BoardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A board as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    number: BoardNumber,
    name: String,
    removed: Vec<Cell>,
    starts: Vec<Vec<Cell>>,
    holes: usize,
}

/// Why a board cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoard {
    /// There is no board of that number.
    #[error("there is no board {0}; two players have 0 to 14, three have 40 to 46")]
    Number(u16),
    /// It cannot be read.
    #[error("line {line}, column {column}: {what}")]
    Text {
        /// Which line, from 1.
        line: usize,
        /// Which column, from 1.
        column: usize,
        /// What is wrong.
        what: String,
    },
    /// Too many or too few cells.
    #[error("{board} has {cells} cells, but must have from 3 to 64")]
    Size {
        /// Which board.
        board: String,
        /// Its cells.
        cells: usize,
    },
    /// Too many or too few players.
    #[error("{board} is for {players} players, but must be for two or three")]
    Players {
        /// Which board.
        board: String,
        /// Its players.
        players: usize,
    },
    /// A start cell is not on the board, or somebody else's.
    #[error("{board}: player {player} cannot start on cell {cell}")]
    Start {
        /// Which board.
        board: String,
        /// Which player, from 1.
        player: usize,
        /// Which cell.
        cell: u8,
    },
    /// A player has no start cell.
    #[error("{board}: player {player} starts nowhere")]
    Nowhere {
        /// Which board.
        board: String,
        /// Which player, from 1.
        player: usize,
    },
}

/// The boards that the project comes with, in the order of their numbers.
static LIST: LazyLock<Result<Vec<Written>, BadBoard>> =
    LazyLock::new(|| read(include_str!("../../../../assets/boards/hexxagon.ron")));

fn read(text: &str) -> Result<Vec<Written>, BadBoard> {
    ron::from_str(text).map_err(|error| BadBoard::Text {
        line: error.span.start.line,
        column: error.span.start.col,
        what: error.code.to_string(),
    })
}

/// For each spot the spots so many steps away.
fn neighbours(cells: &[Cell], steps: u32) -> [Spots; 64] {
    std::array::from_fn(|from| {
        let Some(from) = cells.get(from) else {
            return Spots::NONE;
        };
        let there = cells.iter().enumerate();
        let there = there.filter(|(_, cell)| from.distance(**cell) == steps);
        there.fold(Spots::NONE, |set, (at, _)| set.or(Spot(at as u8).alone()))
    })
}

impl Board {
    /// The numbers and names of all boards.
    pub fn list() -> Result<Vec<(BoardNumber, String)>, BadBoard> {
        let list = LIST.as_ref().map_err(Clone::clone)?;
        Ok(list.iter().map(|w| (w.number, w.name.clone())).collect())
    }

    /// The board of a number. Holes are drawn from the seed, where the board has some.
    pub fn of(number: BoardNumber, seed: Seed) -> Result<Arc<Self>, BadBoard> {
        let list = LIST.as_ref().map_err(Clone::clone)?;
        let written = list.iter().find(|written| written.number == number);
        let mut written = written.ok_or(BadBoard::Number(number.0))?.clone();
        // Only cells from 2 to 78 become holes, and none that a player starts on.
        let started = |cell: &Cell| written.starts.iter().flatten().any(|start| start == cell);
        let free = |cell: &Cell| !written.removed.contains(cell) && !started(cell);
        let mut cells: Vec<Cell> = (2..=78).map(Cell).filter(free).collect();
        seed.stream(Purpose::Layout).shuffle(&mut cells);
        written
            .removed
            .extend(cells.into_iter().take(written.holes));
        let cells = Cell::all().filter(|cell| !written.removed.contains(cell));
        Board::new(written.name, cells.collect(), &written.starts).map(Arc::new)
    }

    /// A board of one's own.
    pub fn drawn(name: &str, plan: &Plan) -> Result<Arc<Self>, BadBoard> {
        let starts = &plan.starts[..plan.players()];
        let starts: Vec<Vec<Cell>> = starts.iter().map(|start| start.iter().collect()).collect();
        Board::new(name.to_owned(), plan.cells.iter().collect(), &starts).map(Arc::new)
    }

    /// `cells` ascending.
    fn new(name: String, cells: Vec<Cell>, written: &[Vec<Cell>]) -> Result<Self, BadBoard> {
        let board = || name.clone();
        if !(3..=64).contains(&cells.len()) {
            let (board, cells) = (board(), cells.len());
            return Err(BadBoard::Size { board, cells });
        }
        if !(2..=3).contains(&written.len()) {
            let (board, players) = (board(), written.len());
            return Err(BadBoard::Players { board, players });
        }
        let mut taken = Spots::NONE;
        let mut starts = Vec::new();
        for (at, written) in written.iter().enumerate() {
            let player = at + 1;
            let mut start = Spots::NONE;
            for cell in written {
                let spot = cells.binary_search(cell).ok().map(|at| Spot(at as u8));
                let spot = spot.filter(|spot| !taken.has(*spot));
                let spot = spot.ok_or_else(|| BadBoard::Start {
                    board: board(),
                    player,
                    cell: cell.0,
                })?;
                start = start.or(spot.alone());
                taken = taken.or(spot.alone());
            }
            if start.is_empty() {
                let board = board();
                return Err(BadBoard::Nowhere { board, player });
            }
            starts.push(start);
        }
        Ok(Board {
            near: neighbours(&cells, 1),
            far: neighbours(&cells, 2),
            name,
            cells,
            starts,
        })
    }

    /// The plan that would give this board.
    pub fn plan(&self) -> Plan {
        let cells = |spots: Spots| spots.map(|spot| self.cells[spot.index()]).collect();
        let mut starts = [Cells::default(); 3];
        for (cell, spots) in starts.iter_mut().zip(&self.starts) {
            *cell = cells(*spots);
        }
        Plan {
            cells: self.cells.iter().copied().collect(),
            starts,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many players it is for.
    pub fn players(&self) -> usize {
        self.starts.len()
    }

    /// Where each player starts.
    pub fn starts(&self) -> &[Spots] {
        &self.starts
    }

    /// The cells, by the number of their spot.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The spot of a cell, if it is on the board.
    pub fn spot(&self, cell: Cell) -> Option<Spot> {
        let at = self.cells.binary_search(&cell).ok()?;
        Some(Spot(at as u8))
    }

    /// All spots.
    #[inline]
    pub fn all(&self) -> Spots {
        Spots(u64::MAX >> (64 - self.cells.len()))
    }

    /// The spots a clone away.
    #[inline]
    pub fn near(&self, spot: Spot) -> Spots {
        self.near[spot.index()]
    }

    /// The spots a jump away.
    #[inline]
    pub fn far(&self, spot: Spot) -> Spots {
        self.far[spot.index()]
    }

    /// The position that games begin from; `None` if the board is for another number of players.
    pub fn start<const N: usize>(&self) -> Option<Position<N>> {
        let pieces: [Spots; N] = self.starts.as_slice().try_into().ok()?;
        Some(Position::new(pieces))
    }
}
