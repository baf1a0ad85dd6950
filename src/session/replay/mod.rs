//! Replays: finished games as files. A file holds the id of the game and its moves, from which everything else follows,
//! and its result, which can be checked.

mod check;
pub mod kept;
pub(super) mod thumbnail;

use std::path::Path;

use bevy::log::warn;
use serde::{Deserialize, Serialize};

pub use check::{Checked, Checker, check, table_of};
pub use kept::Replays;
pub use thumbnail::FindSprite;

use super::date::Moment;
use super::game::{Ending, Game};
use super::statistics::GameResult;
use super::store::{self, StoreError};
use super::table::Table;
use super::variation::Variation;
use crate::generation::Picture;

/// The version of the files.
pub const FILE_VERSION: u32 = 1;

/// The number of letters of the longest name that a player gives a game.
pub const MAX_NAME: usize = 40;

/// The text of a human's seat.
const HUMAN: &str = "human";

/// A finished game as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayFile {
    /// The game id.
    pub id: String,
    /// The moves, in the format of the game.
    pub moves: String,
    /// The variations that were tried in the game, with moves in its format.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation<String>>,
    /// Data of the game beside its moves when it ended, in RON; empty if there was nothing unusual.
    #[serde(default)]
    pub extra: String,
    /// The player in each seat: `human`, or the text of an opponent.
    pub players: Vec<String>,
    /// The ending of the game.
    pub ending: Ending,
    /// The points; 0 if the game has no points.
    #[serde(default)]
    pub points: u32,
    /// The seat that resigned at the end, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<usize>,
    /// The number of moves.
    pub length: usize,
    /// The time at which it ended.
    pub ended: Moment,
    /// The time for which it was played, in seconds.
    #[serde(default)]
    pub seconds: u32,
    /// Whether it was taken over from a replay, so that it counts for no record.
    #[serde(default)]
    pub taken_over: bool,
    /// The name that the player gave it.
    #[serde(default)]
    pub name: String,
    /// Whether the player wants to keep it for ever.
    #[serde(default)]
    pub starred: bool,
    /// A small picture of its end, as text.
    #[serde(default)]
    pub picture: String,
}

/// Whether a text is a replay, even if there is something wrong with it.
pub fn is_replay(text: &str) -> bool {
    store::has_field("id", text)
}

/// A part of a replay file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The game id.
    Id,
    /// The moves.
    Moves,
    /// The variations.
    Variations,
    /// The data beside the moves.
    Extra,
    /// The number of moves.
    Length,
    /// The ending of the game.
    Ending,
    /// The seat that resigned.
    Resigned,
    /// The points.
    Points,
}

impl Field {
    fn name(self) -> &'static str {
        match self {
            Field::Id => "id",
            Field::Moves => "moves",
            Field::Variations => "variations",
            Field::Extra => "extra",
            Field::Length => "length",
            Field::Ending => "ending",
            Field::Resigned => "resigned",
            Field::Points => "points",
        }
    }
}

/// The reason why a replay cannot be shown, or is not what its file says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct ReplayError {
    /// The part that is wrong.
    pub field: Field,
    /// The description of the fault.
    pub why: String,
}

impl ReplayError {
    /// Makes an error for a part of the file.
    pub fn new(field: Field, why: impl ToString) -> Self {
        ReplayError {
            field,
            why: why.to_string(),
        }
    }

    /// The error with the file and the line of its text.
    pub fn in_file(&self, path: &Path, text: &str) -> StoreError {
        let (line, column) = store::place_of(self.field.name(), 0, text);
        StoreError::text(path, line, column, &self.why)
    }
}

impl ReplayFile {
    /// The replay of a game that has ended, with a picture of its end; `None` while it goes on.
    pub fn of<G: Game>(table: &Table<G>, picture: &Picture) -> Option<Self> {
        let written = |what: Result<String, ron::Error>| {
            what.map_err(|why| warn!("a game cannot be kept: {why}"))
                .ok()
        };
        let usual = written(ron::to_string(&G::Extra::default()))?;
        let extra = written(ron::to_string(&table.extra))?;
        Some(ReplayFile {
            id: table.id().to_string(),
            moves: written(G::write_moves(table.moves()))?,
            variations: ReplayFile::variations_of(table),
            extra: if extra == usual { String::new() } else { extra },
            players: table.seats().iter().map(ToString::to_string).collect(),
            ending: table.ending()?,
            points: G::points(table),
            resigned: table.resigned(),
            length: table.moves().len(),
            ended: Moment::now(),
            seconds: table.seconds() as u32,
            taken_over: table.is_taken_over(),
            name: String::new(),
            starred: false,
            picture: thumbnail::write(picture),
        })
    }

    /// The variations of a game, as they are written.
    pub fn variations_of<G: Game>(table: &Table<G>) -> Vec<Variation<String>> {
        let written = |variation: &Variation<Vec<G::Move>>| {
            let moves = G::write_moves(&variation.moves);
            let moves = moves.map_err(|why| warn!("a variation cannot be kept: {why}"));
            Some(Variation {
                after: variation.after,
                moves: moves.ok()?,
            })
        };
        table.variations().iter().filter_map(written).collect()
    }

    /// Reads the text of a replay file, or of the one line that is shared. The error names file, line, column and
    /// reason.
    pub fn parse(path: &Path, text: &str) -> Result<Self, StoreError> {
        // The lines of errors are counted from the beginning of the text.
        store::parse(path, text.trim_end(), FILE_VERSION)
    }

    /// The game in one line, to be shared. Name, star and picture are left out. It is an error if the content has no
    /// text.
    pub fn line(&self) -> Result<String, StoreError> {
        let shared = ReplayFile {
            name: String::new(),
            starred: false,
            picture: String::new(),
            ..self.clone()
        };
        store::line(FILE_VERSION, &shared)
    }

    /// The key of the game.
    pub fn game(&self) -> &str {
        let end = self.id.find(['.', ':']).unwrap_or(self.id.len());
        &self.id[..end]
    }

    /// The result for the human, if there was exactly one.
    pub fn result(&self) -> Option<GameResult> {
        let mut humans = (0..).zip(&self.players).filter(|(_, who)| *who == HUMAN);
        let (human, _) = humans.next().filter(|_| humans.next().is_none())?;
        Some(self.ending.result_for(human))
    }

    /// The picture of its end.
    pub fn thumbnail(&self, find: FindSprite) -> Picture {
        thumbnail::read(&self.picture, find)
    }
}
