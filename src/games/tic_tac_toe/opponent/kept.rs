//! Strategies that were kept under a name: RON files in the player's folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::classes::{CLASSES, COUNT, Small};
use super::evolution::position_of;
use super::strategy::{BadReply, Strategy};
use crate::session::store::{self, StoreError};
use crate::session::{Folders, Name, Shelf};

/// Format of the files.
const VERSION: u32 = 1;

/// A strategy as it is written to a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// What it was evolved from, in words of the game id; for the reader alone.
    origin: String,
    /// For a position of each class, row by row with X first, the cell of the reply, from 1.
    replies: BTreeMap<String, u32>,
}

/// Why a strategy cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadStrategy {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] StoreError),
    /// There is no such file.
    #[error("{}: there is no such strategy", .0.display())]
    Missing(PathBuf),
    /// A reply cannot be made.
    #[error("{}: {why}", path.display())]
    Reply {
        /// Which file.
        path: PathBuf,
        /// Which reply, and why not.
        why: BadReply,
    },
    /// A position is none, or is over.
    #[error("{}: \"{position}\" is not a position to reply to: write nine of X O and . row by row, X first", path.display())]
    Position {
        /// Which file.
        path: PathBuf,
        /// The text found.
        position: String,
    },
    /// A class has no reply.
    #[error("{}: there is no reply to {position}", path.display())]
    Gap {
        /// Which file.
        path: PathBuf,
        /// The position.
        position: String,
    },
}

/// The shelf of strategies.
pub fn shelf(folders: &Folders) -> Shelf {
    Shelf::of(folders, "strategies")
}

/// The text of a file with a strategy.
pub fn text(path: &Path, strategy: &Strategy, origin: &str) -> Result<String, StoreError> {
    let replies = strategy.replies().iter().enumerate();
    let written = Written {
        origin: origin.to_owned(),
        replies: replies
            .map(|(class, cell)| (position_of(class), u32::from(*cell) + 1))
            .collect(),
    };
    store::text(path, VERSION, &written)
}

/// Keeps a strategy under a name.
pub fn keep(
    folders: &Folders,
    name: &Name,
    strategy: &Strategy,
    origin: &str,
) -> Result<(), StoreError> {
    let path = shelf(folders).path(name);
    store::write_text(&path, &text(&path, strategy, origin)?)
}

/// Reads a strategy from a file.
pub fn read(path: &Path) -> Result<Strategy, BadStrategy> {
    let written: Option<Written> = store::read(path, VERSION)?;
    let written = written.ok_or_else(|| BadStrategy::Missing(path.to_owned()))?;
    let mut replies: [Option<u8>; COUNT] = [None; COUNT];
    for (position, cell) in &written.replies {
        let small = parse(position).filter(|small| !small.over());
        let class = small.and_then(|small| Some((small, CLASSES.find(small)?)));
        let Some((small, class)) = class else {
            return Err(BadStrategy::Position {
                path: path.to_owned(),
                position: position.chars().take(40).collect(),
            });
        };
        replies[usize::from(class)] = Some(reply(path, position, small, *cell)?);
    }
    if let Some(class) = replies.iter().position(Option::is_none) {
        return Err(BadStrategy::Gap {
            path: path.to_owned(),
            position: position_of(class),
        });
    }
    let bad = |why| BadStrategy::Reply {
        path: path.to_owned(),
        why,
    };
    Strategy::of(|class| replies[class].unwrap_or(u8::MAX)).map_err(bad)
}

/// The cell of a reply as the class of its position has it.
fn reply(path: &Path, position: &str, small: Small, cell: u32) -> Result<u8, BadStrategy> {
    let at = cell
        .checked_sub(1)
        .filter(|at| *at < 9)
        .map(|at| at as usize);
    let free = at.filter(|at| small.free() >> at & 1 == 1);
    let laid = free.and_then(|free| (0..9).find(|c| CLASSES.lay(small, *c) == Some(free)));
    laid.map(|cell| cell as u8)
        .ok_or_else(|| BadStrategy::Reply {
            path: path.to_owned(),
            why: BadReply {
                position: position.to_owned(),
                cell,
                why: if at.is_some() { "taken" } else { "no cell" },
            },
        })
}

fn parse(position: &str) -> Option<Small> {
    let mut small = Small::default();
    if position.chars().count() != 9 {
        return None;
    }
    for (cell, letter) in position.chars().enumerate() {
        match letter {
            'X' => small.marks[0] |= 1 << cell,
            'O' => small.marks[1] |= 1 << cell,
            '.' => {}
            _ => return None,
        }
    }
    Some(small)
}
