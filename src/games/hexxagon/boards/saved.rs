//! Boards and opponents that were kept under a name: RON files in the player's folder.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::games::hexxagon::players::Weights;
use crate::games::hexxagon::rules::{BadBoard, Board, Cell, Cells, Plan};
use crate::session::store::{self, StoreError};
use crate::session::{Folders, Name, Shelf};

/// Format of the files.
const VERSION: u32 = 1;

/// A board as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenBoard {
    /// Its cells.
    cells: Vec<Cell>,
    /// Where each player starts.
    starts: Vec<Vec<Cell>>,
}

/// An opponent as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenOpponent {
    /// The five weights.
    weights: Weights,
}

/// Why a kept thing cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadKept {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] StoreError),
    /// There is no such file.
    #[error("{}: there is no such file", .0.display())]
    Missing(PathBuf),
    /// The board cannot be played on.
    #[error("{}: {why}", path.display())]
    Board {
        /// Which file.
        path: PathBuf,
        /// Why not.
        why: BadBoard,
    },
    /// A cell is none of the grid.
    #[error("{}: there is no cell {cell}; they go from 0 to 80", path.display())]
    Cell {
        /// Which file.
        path: PathBuf,
        /// Its number.
        cell: u8,
    },
    /// A weight is too large.
    #[error("{}: a weight of {weight} is outside -99 to 99", path.display())]
    Weight {
        /// Which file.
        path: PathBuf,
        /// The weight.
        weight: i8,
    },
    /// Something else is kept under this name.
    #[error("there is something called {0} already; choose another name")]
    Taken(Name),
}

/// The shelf of boards.
pub fn boards(folders: &Folders) -> Shelf {
    Shelf::of(folders, "hexxagon_boards")
}

/// The shelf of opponents.
pub fn opponents(folders: &Folders) -> Shelf {
    Shelf::of(folders, "hexxagon_opponents")
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, BadKept> {
    store::read(path, VERSION)?.ok_or_else(|| BadKept::Missing(path.to_owned()))
}

fn keep<T: Serialize>(shelf: &Shelf, name: &Name, content: &T) -> Result<(), BadKept> {
    if shelf.path(name).exists() {
        return Err(BadKept::Taken(name.clone()));
    }
    Ok(store::write(&shelf.path(name), VERSION, content)?)
}

/// The text of a file with a board.
pub fn board_text(plan: &Plan) -> Result<String, StoreError> {
    store::text(Path::new("board.ron"), VERSION, &written(plan))
}

fn written(plan: &Plan) -> WrittenBoard {
    let starts = &plan.starts[..plan.players()];
    WrittenBoard {
        cells: plan.cells.iter().collect(),
        starts: starts.iter().map(|start| start.iter().collect()).collect(),
    }
}

/// Keeps a board under a name that is free.
pub fn keep_board(folders: &Folders, name: &Name, plan: &Plan) -> Result<(), BadKept> {
    keep(&boards(folders), name, &written(plan))
}

/// Keeps an opponent under a name that is free.
pub fn keep_opponent(folders: &Folders, name: &Name, weights: Weights) -> Result<(), BadKept> {
    keep(&opponents(folders), name, &WrittenOpponent { weights })
}

/// Reads a board. It can be played on.
pub fn read_board(path: &Path) -> Result<Plan, BadKept> {
    let written: WrittenBoard = read(path)?;
    let all = written.cells.iter().chain(written.starts.iter().flatten());
    if let Some(cell) = all.copied().find(|cell| Cell::new(cell.0).is_none()) {
        let (path, cell) = (path.to_owned(), cell.0);
        return Err(BadKept::Cell { path, cell });
    }
    let bad = |why| BadKept::Board {
        path: path.to_owned(),
        why,
    };
    let players = written.starts.len();
    if !(2..=3).contains(&players) {
        let board = "the board".to_owned();
        return Err(bad(BadBoard::Players { board, players }));
    }
    if let Some(at) = written.starts.iter().position(Vec::is_empty) {
        let (board, player) = ("the board".to_owned(), at + 1);
        return Err(bad(BadBoard::Nowhere { board, player }));
    }
    let mut starts = [Cells::default(); 3];
    for (set, cells) in starts.iter_mut().zip(&written.starts) {
        *set = cells.iter().copied().collect();
    }
    let plan = Plan {
        cells: written.cells.into_iter().collect(),
        starts,
    };
    Board::drawn("the board", &plan).map_err(bad)?;
    Ok(plan)
}

/// Reads an opponent.
pub fn read_opponent(path: &Path) -> Result<Weights, BadKept> {
    let WrittenOpponent { weights } = read(path)?;
    let most = Weights::MOST;
    match weights.0.iter().find(|w| !(-most..=most).contains(*w)) {
        Some(weight) => Err(BadKept::Weight {
            path: path.to_owned(),
            weight: *weight,
        }),
        None => Ok(weights),
    }
}
