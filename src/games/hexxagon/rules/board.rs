//! Boards: their cells, neighbour tables and start pieces.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::grid::{Bitboard, Cell, CellIndex, CellSet};
use super::plan::{Cells, Plan};
use super::position::Position;
use super::word::Word;
use crate::generation::{Purpose, Seed};

/// A board. It computes its neighbour tables once, when it is built.
#[derive(Clone, Debug)]
pub struct Board {
    name: String,
    /// The neighbours of each cell, on a board of at most 64 cells.
    narrow: Tables<u64>,
    /// The neighbours of each cell, on any board.
    wide: Tables<u128>,
    /// The cell of each index, ascending.
    cells: Vec<Cell>,
    /// Start pieces of each player.
    starts: Vec<CellSet>,
}

/// The neighbours of each cell of a board.
#[derive(Clone, Debug)]
pub struct Tables<W: Word> {
    /// For each cell the cells one step away.
    near: W::Sets,
    /// For each cell the cells two steps away.
    far: W::Sets,
    /// All cells.
    all: Bitboard<W>,
}

impl<W: Word> Tables<W> {
    /// Computes the tables of these cells. The word must have a bit for each.
    fn new(cells: &[Cell]) -> Self {
        let sets = |steps| W::sets(|from| neighbours(cells, from, steps));
        Tables {
            near: sets(1),
            far: sets(2),
            all: Bitboard(W::lowest(cells.len())),
        }
    }
}

/// The number of a board in the built-in list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct BoardNumber(pub u16);

impl fmt::Display for BoardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An entry of the board file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardEntry {
    number: BoardNumber,
    name: String,
    removed: Vec<Cell>,
    starts: Vec<Vec<Cell>>,
    /// Number of cells that the seed removes besides `removed`.
    holes: usize,
}

/// The reason why a board cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The list has no board with this number.
    #[error("there is no board {0}; two players have 0 to 14 and 999, three have 40 to 46")]
    Number(u16),
    /// The board file cannot be parsed.
    #[error("line {line}, column {column}: {what}")]
    Text {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The parser's message.
        what: String,
    },
    /// The board has too many or too few cells.
    #[error("{board} has {cells} cells, but must have from 3 to 81")]
    Size {
        /// Name of the board.
        board: String,
        /// Its number of cells.
        cells: usize,
    },
    /// The board has too many or too few players.
    #[error("{board} is for {players} players, but must be for two or three")]
    Players {
        /// Name of the board.
        board: String,
        /// Its number of players.
        players: usize,
    },
    /// A start cell is not on the board, or another player starts there.
    #[error("{board}: player {player} cannot start on cell {cell}")]
    Start {
        /// Name of the board.
        board: String,
        /// Player, from 1.
        player: usize,
        /// Number of the cell.
        cell: u8,
    },
    /// A player has no start cell.
    #[error("{board}: player {player} starts nowhere")]
    NoStart {
        /// Name of the board.
        board: String,
        /// Player, from 1.
        player: usize,
    },
}

/// The built-in boards, ordered by number (Chang, Hexxagon, source code).
static LIST: LazyLock<Result<Vec<BoardEntry>, BoardError>> =
    LazyLock::new(|| read(include_str!("../../../../assets/boards/hexxagon.ron")));

fn read(text: &str) -> Result<Vec<BoardEntry>, BoardError> {
    ron::from_str(text).map_err(|error| BoardError::Text {
        line: error.span.start.line,
        column: error.span.start.col,
        what: error.code.to_string(),
    })
}

/// Returns the cells exactly `steps` steps away from the one with this index; none beyond the last.
fn neighbours<W: Word>(cells: &[Cell], from: usize, steps: u32) -> Bitboard<W> {
    let Some(from) = cells.get(from) else {
        return Bitboard::none();
    };
    let there = cells.iter().enumerate();
    let there = there.filter(|(_, cell)| from.distance(**cell) == steps);
    there.fold(Bitboard::none(), |set, (at, _)| {
        set.or(CellIndex(at as u8).alone())
    })
}

/// The largest number of cells for which a word of 64 bits suffices.
const NARROW_CELLS: usize = 64;

impl Board {
    /// Returns the numbers and names of all built-in boards.
    pub fn list() -> Result<Vec<(BoardNumber, String)>, BoardError> {
        let list = LIST.as_ref().map_err(Clone::clone)?;
        let named = |entry: &BoardEntry| (entry.number, entry.name.clone());
        Ok(list.iter().map(named).collect())
    }

    /// Builds the board with this number. If the board has random holes, the seed decides their places.
    pub fn listed(number: BoardNumber, seed: Seed) -> Result<Arc<Self>, BoardError> {
        let list = LIST.as_ref().map_err(Clone::clone)?;
        let entry = list.iter().find(|entry| entry.number == number);
        let mut entry = entry.ok_or(BoardError::Number(number.0))?.clone();
        // Only cells 2 to 78 become holes, and no start cell does.
        let is_start = |cell: &Cell| entry.starts.iter().flatten().any(|start| start == cell);
        let free = |cell: &Cell| !entry.removed.contains(cell) && !is_start(cell);
        let mut cells: Vec<Cell> = (2..=78).map(Cell).filter(free).collect();
        seed.stream(Purpose::Layout).shuffle(&mut cells);
        entry.removed.extend(cells.into_iter().take(entry.holes));
        let cells = Cell::all().filter(|cell| !entry.removed.contains(cell));
        Board::new(entry.name, cells.collect(), &entry.starts).map(Arc::new)
    }

    /// Builds the board of a plan.
    pub fn from_plan(name: &str, plan: &Plan) -> Result<Arc<Self>, BoardError> {
        let starts = &plan.starts[..plan.players()];
        let starts: Vec<Vec<Cell>> = starts.iter().map(|start| start.iter().collect()).collect();
        Board::new(name.to_owned(), plan.cells.iter().collect(), &starts).map(Arc::new)
    }

    /// Builds a board from ascending cells and the start cells of each player.
    fn new(name: String, cells: Vec<Cell>, start_cells: &[Vec<Cell>]) -> Result<Self, BoardError> {
        let board = || name.clone();
        if !(3..=Cell::COUNT).contains(&cells.len()) {
            let (board, cells) = (board(), cells.len());
            return Err(BoardError::Size { board, cells });
        }
        if !(2..=3).contains(&start_cells.len()) {
            let (board, players) = (board(), start_cells.len());
            return Err(BoardError::Players { board, players });
        }
        let mut taken = CellSet::none();
        let mut starts = Vec::new();
        for (at, player_cells) in start_cells.iter().enumerate() {
            let player = at + 1;
            let mut start = CellSet::none();
            for cell in player_cells {
                let index = cells.binary_search(cell).ok().map(|at| CellIndex(at as u8));
                let index = index.filter(|index| !taken.has(*index));
                let index = index.ok_or_else(|| BoardError::Start {
                    board: board(),
                    player,
                    cell: cell.0,
                })?;
                start = start.or(index.alone());
                taken = taken.or(index.alone());
            }
            if start.is_empty() {
                let board = board();
                return Err(BoardError::NoStart { board, player });
            }
            starts.push(start);
        }
        let narrow = &cells[..cells.len().min(NARROW_CELLS)];
        Ok(Board {
            narrow: Tables::new(narrow),
            wide: Tables::new(&cells),
            name,
            cells,
            starts,
        })
    }

    /// Returns the plan of this board; [`Board::from_plan`] builds it again.
    pub fn plan(&self) -> Plan {
        let cells = |set: CellSet| set.map(|index| self.cells[index.as_usize()]).collect();
        let mut starts = [Cells::default(); 3];
        for (cell, set) in starts.iter_mut().zip(&self.starts) {
            *cell = cells(*set);
        }
        Plan {
            cells: self.cells.iter().copied().collect(),
            starts,
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of players, 2 or 3.
    pub fn players(&self) -> usize {
        self.starts.len()
    }

    /// Returns the start pieces of each player.
    pub fn starts(&self) -> &[CellSet] {
        &self.starts
    }

    /// Returns the cells, ordered by index.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the index of a cell; `None` if the cell is not on the board.
    pub fn index_of(&self, cell: Cell) -> Option<CellIndex> {
        let at = self.cells.binary_search(&cell).ok()?;
        Some(CellIndex(at as u8))
    }

    /// Returns the number of cells.
    pub fn size(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Iterates over the indices of all cells.
    pub fn indices(&self) -> impl Iterator<Item = CellIndex> + use<> {
        (0..self.cells.len() as u8).map(CellIndex)
    }

    /// Tells whether the board has more cells than a word of 64 bits. Its positions need `u128`.
    pub fn is_wide(&self) -> bool {
        self.cells.len() > NARROW_CELLS
    }

    /// Returns the tables for positions in words of 64 bits. They are of no use on a wide board.
    #[inline]
    pub fn narrow_tables(&self) -> &Tables<u64> {
        &self.narrow
    }

    /// Returns the tables for positions in words of 128 bits.
    #[inline]
    pub fn wide_tables(&self) -> &Tables<u128> {
        &self.wide
    }

    /// Returns the set of all cells.
    #[inline]
    pub fn all<W: Word>(&self) -> Bitboard<W> {
        W::tables(self).all
    }

    /// Returns the cells one step away, which a clone reaches.
    #[inline]
    pub fn near<W: Word>(&self, index: CellIndex) -> Bitboard<W> {
        W::set_of(&W::tables(self).near, index)
    }

    /// Returns the cells two steps away, which a jump reaches.
    #[inline]
    pub fn far<W: Word>(&self, index: CellIndex) -> Bitboard<W> {
        W::set_of(&W::tables(self).far, index)
    }

    /// Returns the start position in words of 64 bits; `None` if the board is not for `N` players, or is
    /// too wide.
    pub fn start<const N: usize>(&self) -> Option<Position<N>> {
        (!self.is_wide()).then(|| self.start_in_word())?
    }

    /// Returns the start position in words of 128 bits; `None` if the board is not for `N` players.
    pub fn wide_start<const N: usize>(&self) -> Option<Position<N, u128>> {
        self.start_in_word()
    }

    fn start_in_word<const N: usize, W: Word>(&self) -> Option<Position<N, W>> {
        let starts: [CellSet; N] = self.starts.as_slice().try_into().ok()?;
        Some(Position::new(starts.map(CellSet::in_word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(numbers: &[u8]) -> Vec<Cell> {
        numbers.iter().map(|number| Cell(*number)).collect()
    }

    fn build(numbers: &[u8], starts: &[&[u8]]) -> Result<Board, BoardError> {
        let starts: Vec<Vec<Cell>> = starts.iter().map(|start| cells(start)).collect();
        Board::new("board".to_owned(), cells(numbers), &starts)
    }

    fn refusal(numbers: &[u8], starts: &[&[u8]]) -> String {
        let refused = build(numbers, starts).map(|_| ());
        refused.map_or_else(|error| error.to_string(), |()| "none".to_owned())
    }

    #[test]
    fn boards_that_cannot_be_played_are_refused_with_the_reason() {
        for (numbers, starts, why) in [
            (&[36, 37, 38][..], &[&[36][..], &[38]][..], "none"),
            (
                &[36, 37],
                &[&[36], &[37]],
                "board has 2 cells, but must have from 3 to 81",
            ),
            (
                &[36, 37, 38],
                &[&[36]],
                "board is for 1 players, but must be for two or three",
            ),
            (
                &[36, 37, 38, 39],
                &[&[36], &[37], &[38], &[39]],
                "board is for 4 players, but must be for two or three",
            ),
            (&[36, 37, 38], &[&[36], &[37], &[38]], "none"),
            (
                &[36, 37, 38],
                &[&[36], &[39]],
                "board: player 2 cannot start on cell 39",
            ),
            (
                &[36, 37, 38],
                &[&[36, 37], &[37]],
                "board: player 2 cannot start on cell 37",
            ),
            (
                &[36, 37, 38],
                &[&[36, 36], &[37]],
                "board: player 1 cannot start on cell 36",
            ),
            (
                &[36, 37, 38],
                &[&[36], &[]],
                "board: player 2 starts nowhere",
            ),
        ] {
            assert_eq!(refusal(numbers, starts), why);
        }
    }

    #[test]
    fn a_board_file_that_cannot_be_read_is_refused_with_the_place() {
        let error = read("[\n  (x: 1)]")
            .map(|_| ())
            .expect_err("it is no board");
        assert!(error.to_string().starts_with("line 2, column "), "{error}");
        assert_eq!(BoardNumber(14).to_string(), "14");
    }

    #[test]
    fn a_board_knows_its_cells_and_its_starts() {
        let board = build(&[36, 38, 40, 44], &[&[36, 40], &[44]]).expect("a board");
        assert_eq!(
            (board.name(), board.players(), board.size()),
            ("board", 2, 4)
        );
        assert_eq!(board.cells(), cells(&[36, 38, 40, 44]));
        assert_eq!(board.index_of(Cell(40)), Some(CellIndex(2)));
        assert_eq!(board.index_of(Cell(37)), None);
        assert_eq!(
            board.indices().map(|index| index.0).collect::<Vec<_>>(),
            [0, 1, 2, 3]
        );
        let starts: Vec<Vec<u8>> = board
            .starts()
            .iter()
            .map(|start| start.map(|index| index.0).collect())
            .collect();
        assert_eq!(starts, [vec![0, 2], vec![3]]);
        let plan = board.plan();
        assert_eq!(plan.cells.iter().collect::<Vec<_>>(), board.cells());
        assert_eq!(plan.starts[0].iter().collect::<Vec<_>>(), cells(&[36, 40]));
        assert_eq!(plan.starts[1].iter().collect::<Vec<_>>(), cells(&[44]));
        assert_eq!(plan.players(), 2);
    }

    #[test]
    fn clones_reach_one_step_and_jumps_two_in_both_words() {
        fn check<W: Word>() {
            let board = build(&[36, 37, 38, 39, 44], &[&[36], &[44]]).expect("a board");
            let indices = |set: Bitboard<W>| set.map(|index| index.0).collect::<Vec<_>>();
            assert_eq!(indices(board.all()), [0, 1, 2, 3, 4]);
            assert_eq!(indices(board.near(CellIndex(1))), [0, 2]);
            assert_eq!(indices(board.far(CellIndex(1))), [3]);
            // The last cell is far from all others.
            assert!(board.near::<W>(CellIndex(4)).is_empty());
            assert!(board.far::<W>(CellIndex(4)).is_empty());
        }
        check::<u64>();
        check::<u128>();
    }

    #[test]
    fn a_position_in_a_word_of_64_bits_needs_a_board_of_at_most_64_cells() {
        let board = |cells: u8| {
            let numbers: Vec<u8> = (0..cells).collect();
            build(&numbers, &[&[0], &[63]]).expect("a board")
        };
        let (narrow, wide) = (board(64), board(65));
        assert!(!narrow.is_wide() && wide.is_wide());
        assert!(narrow.start::<2>().is_some() && wide.start::<2>().is_none());
        assert!(narrow.start::<3>().is_none() && wide.wide_start::<3>().is_none());
        let start = wide.wide_start::<2>().expect("a board for two");
        assert_eq!((start.own().0, start.rivals().0), (1, 1 << 63));
        assert_eq!(wide.all::<u128>().count(), 65);
    }

    #[test]
    fn holes_are_drawn_from_the_cells_that_nobody_starts_on() {
        let list = LIST.as_ref().expect("it can be read");
        let entry = list.iter().find(|entry| entry.holes > 0).expect("one");
        for seed in 0..20 {
            let board = Board::listed(entry.number, Seed(seed)).expect("a board");
            let left = Cell::COUNT - entry.removed.len() - entry.holes;
            assert_eq!(board.cells().len(), left);
            for cell in [0, 1, 79, 80].map(Cell) {
                let is_there = board.cells().contains(&cell);
                assert_eq!(is_there, !entry.removed.contains(&cell));
            }
        }
    }
}
