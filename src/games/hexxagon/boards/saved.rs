//! Saved boards: named RON files in the player's folder.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::games::hexxagon::rules::{Board, BoardError, Cell, Cells, Plan};
use crate::session::store::{self, StoreError, place_of};
use crate::session::{Autosave, FileName, Folders, Library, SaveError};

/// The version of the file format of boards.
const FILE_VERSION: u32 = 1;

/// The content of a board file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    /// The cells of the board.
    cells: Vec<Cell>,
    /// Start cells of each player.
    starts: Vec<Vec<Cell>>,
}

/// Returns the library of boards.
pub fn library(folders: &Folders) -> Library {
    Library::of(folders, "hexxagon_boards")
}

/// Saves a board under a free name. The file is written in the background.
pub fn save(
    autosave: &mut Autosave,
    folders: &Folders,
    name: &FileName,
    plan: &Plan,
) -> Result<(), SaveError> {
    autosave.write_new(&library(folders), name, FILE_VERSION, &BoardFile::of(plan))
}

/// Returns the text of a board file; `path` is only for errors.
pub fn text(path: &Path, plan: &Plan) -> Result<String, StoreError> {
    store::text(path, FILE_VERSION, &BoardFile::of(plan))
}

/// Reads a board, and checks that it can be built. The error names file, line and reason.
pub fn read(path: &Path) -> Result<Plan, StoreError> {
    parse(path, &store::read_existing(path)?)
}

/// Reads the text of a board file as [`read`] does; `path` is only for errors.
pub fn parse(path: &Path, text: &str) -> Result<Plan, StoreError> {
    let file: BoardFile = store::parse(path, text, FILE_VERSION)?;
    let wrong = |field: &str, why: &str| {
        let (line, column) = place_of(field, 0, text);
        StoreError::text(path, line, column, why)
    };
    for (field, cells) in [("cells", &file.cells), ("starts", &file.starts.concat())] {
        if let Some(cell) = cells.iter().find(|cell| Cell::new(cell.0).is_none()) {
            let why = format!("there is no cell {}; they go from 0 to 80", cell.0);
            return Err(wrong(field, &why));
        }
    }
    let invalid = |why: BoardError| {
        let field = match why {
            BoardError::Number(_) | BoardError::Text { .. } | BoardError::Size { .. } => "cells",
            BoardError::Players { .. } | BoardError::Start { .. } | BoardError::NoStart { .. } => {
                "starts"
            }
        };
        wrong(field, &why.to_string())
    };
    let plan = file.plan().map_err(invalid)?;
    Board::from_plan(BOARD_NAME, &plan).map_err(invalid)?;
    Ok(plan)
}

/// The name of a board in error messages.
const BOARD_NAME: &str = "the board";

impl BoardFile {
    fn of(plan: &Plan) -> Self {
        let starts = &plan.starts[..plan.players()];
        BoardFile {
            cells: plan.cells.iter().collect(),
            starts: starts.iter().map(|start| start.iter().collect()).collect(),
        }
    }

    /// Converts the content to a plan for two or three players who all have start cells.
    fn plan(self) -> Result<Plan, BoardError> {
        let board = || BOARD_NAME.to_owned();
        let players = self.starts.len();
        if !(2..=3).contains(&players) {
            let board = board();
            return Err(BoardError::Players { board, players });
        }
        if let Some(at) = self.starts.iter().position(Vec::is_empty) {
            let (board, player) = (board(), at + 1);
            return Err(BoardError::NoStart { board, player });
        }
        let mut starts = [Cells::default(); 3];
        for (set, cells) in starts.iter_mut().zip(&self.starts) {
            *set = cells.iter().copied().collect();
        }
        Ok(Plan {
            cells: self.cells.into_iter().collect(),
            starts,
        })
    }
}
