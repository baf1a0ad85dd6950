//! Saved strategies: RON files with a name in the player's folder.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::problem::class_text;
use crate::base::ron_tokens::line_and_column;
use crate::base::{QUOTE, excerpt};
use crate::games::tic_tac_toe::players::classes::{CLASS_COUNT, CLASSES, Position3x3};
use crate::games::tic_tac_toe::players::strategy::{IllegalReplyError, ReplyError, Strategy};
use crate::session::store::{self, StoreError};
use crate::session::{Autosave, FileName, Folders, Library, SaveError};

/// The version of the file format.
const VERSION: u32 = 1;

/// The content of a strategy file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyFile {
    /// The game id that the strategy was evolved for. The program does not read it.
    origin: String,
    /// The reply to a position of each class. Positions are written row by row, X moves first; cells
    /// count from 1.
    replies: BTreeMap<String, u32>,
}

/// The name of the folder of saved strategies.
const FOLDER: &str = "strategies";

/// The folder of saved strategies.
pub fn library(folders: &Folders) -> Library {
    Library::of(folders, FOLDER)
}

/// The key of a saved strategy among the labels.
pub fn label_key(name: &FileName) -> String {
    Library::label_key(FOLDER, name)
}

impl StrategyFile {
    fn of(strategy: &Strategy, origin: &str) -> Self {
        let replies = strategy.replies().iter().enumerate();
        StrategyFile {
            origin: origin.to_owned(),
            replies: replies
                .map(|(class, cell)| (class_text(class), u32::from(*cell) + 1))
                .collect(),
        }
    }
}

/// The text of a strategy file. Returns an error if it cannot be written as RON.
pub fn text(path: &Path, strategy: &Strategy, origin: &str) -> Result<String, StoreError> {
    store::text(path, VERSION, &StrategyFile::of(strategy, origin))
}

/// Saves a strategy under a free name. The file is written in the background.
pub fn save(
    autosave: &mut Autosave,
    folders: &Folders,
    name: &FileName,
    strategy: &Strategy,
    origin: &str,
) -> Result<(), SaveError> {
    let file = StrategyFile::of(strategy, origin);
    autosave.write_new(&library(folders), name, VERSION, &file)
}

/// Reads a strategy from a file. Every class must have a legal reply. The error names file, line and reason.
pub fn read(path: &Path) -> Result<Strategy, StoreError> {
    let text = store::read_existing(path)?;
    let file: StrategyFile = store::parse(path, &text, VERSION)?;
    strategy_of(&file).map_err(|(position, why)| {
        let quoted = position.and_then(|position| text.find(&format!("\"{position}\"")));
        let at = quoted.or_else(|| text.find("replies")).unwrap_or(0);
        let (line, column) = line_and_column(&text, at);
        StoreError::text(path, line, column, &why)
    })
}

/// The strategy of a file, or the reason why there is none, with the text of the position where it is wrong.
fn strategy_of(file: &StrategyFile) -> Result<Strategy, (Option<&str>, String)> {
    let mut replies: [Option<u8>; CLASS_COUNT] = [None; CLASS_COUNT];
    for (text, cell) in &file.replies {
        let wrong = |why: String| (Some(text.as_str()), why);
        let position = parse(text).filter(|position| !position.is_over());
        let class = position.and_then(|position| Some((position, CLASSES.find(position)?)));
        let Some((position, class)) = class else {
            let start = excerpt(text, QUOTE);
            return Err(wrong(format!(
                "\"{start}\" is not a position to reply to: write nine of X O and . row by row, X first"
            )));
        };
        let reply = canonical_reply(text, position, *cell);
        replies[usize::from(class)] = Some(reply.map_err(|why| wrong(why.to_string()))?);
    }
    if let Some(class) = replies.iter().position(Option::is_none) {
        return Err((None, format!("there is no reply to {}", class_text(class))));
    }
    Strategy::of(|class| replies[class].unwrap_or(u8::MAX)).map_err(|why| (None, why.to_string()))
}

/// Converts a reply in `position` into the cell of its canonical position.
fn canonical_reply(text: &str, position: Position3x3, cell: u32) -> Result<u8, ReplyError> {
    let at = cell
        .checked_sub(1)
        .filter(|at| *at < 9)
        .map(|at| at as usize);
    let free = at.filter(|at| position.free() >> at & 1 == 1);
    let canonical =
        free.and_then(|free| (0..9).find(|c| CLASSES.cell_in_position(position, *c) == Some(free)));
    canonical.map(|cell| cell as u8).ok_or_else(|| ReplyError {
        position: text.to_owned(),
        cell,
        fault: at.map_or(IllegalReplyError::NoCell, |_| IllegalReplyError::Taken),
    })
}

fn parse(text: &str) -> Option<Position3x3> {
    let mut position = Position3x3::default();
    if text.chars().count() != 9 {
        return None;
    }
    for (cell, letter) in text.chars().enumerate() {
        match letter {
            'X' => position.marks[0] |= 1 << cell,
            'O' => position.marks[1] |= 1 << cell,
            '.' => {}
            _ => return None,
        }
    }
    Some(position)
}
