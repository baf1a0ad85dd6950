//! Files of levels: one level, or the list that `evolvarium generate match3` writes.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Level, LevelError};
use crate::base::bounded::at_most;
use crate::base::ron_tokens::{Token, first_token, line_and_column, tokens};
use crate::games::match3::rules::Goals;
use crate::session::store::{self, StoreError, read_existing};
use crate::session::{Autosave, FileName, Folders, Library, SaveError};

/// The most rows that are read. No level has so many; a level with a few too many is refused with a better message.
const MOST_ROWS: usize = 100;

/// The fields of a level in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRecord {
    colours: u8,
    goals: Goals,
    moves: u32,
    #[serde(default)]
    powers: bool,
    #[serde(deserialize_with = "at_most::<MOST_ROWS, _, _>")]
    rows: Vec<String>,
}

impl From<Level> for LevelRecord {
    fn from(level: Level) -> Self {
        LevelRecord {
            colours: level.colours,
            goals: level.goals,
            moves: level.moves,
            powers: level.powers,
            rows: level.rows(),
        }
    }
}

impl TryFrom<LevelRecord> for Level {
    type Error = LevelError;

    fn try_from(record: LevelRecord) -> Result<Self, LevelError> {
        let level = Level::from_rows(&record.rows, record.colours, record.goals, record.moves);
        Ok(level?.with_powers(record.powers))
    }
}

/// An entry of a list of levels. Its other fields are for human readers and are ignored.
#[derive(Deserialize)]
struct LevelEntry {
    level: LevelRecord,
}

/// Reads the levels of a file. The error names file, line, column and reason.
pub fn read(path: &Path) -> Result<Vec<Level>, StoreError> {
    let text = read_existing(path)?;
    parse(path, &text)
}

/// The version of the files of levels that a player saves.
const FILE_VERSION: u32 = 1;

/// The library of levels.
pub fn library(folders: &Folders) -> Library {
    Library::of(folders, "match3_levels")
}

/// Saves a level under a free name. The file is written in the background.
pub fn save(
    autosave: &mut Autosave,
    folders: &Folders,
    name: &FileName,
    level: &Level,
) -> Result<(), SaveError> {
    autosave.write_new(&library(folders), name, FILE_VERSION, level)
}

/// The levels of a text that was read from `path`.
fn parse(path: &Path, text: &str) -> Result<Vec<Level>, StoreError> {
    let syntax_error = |error| StoreError::syntax(path, &error);
    let is_list = text.trim_start().starts_with('[');
    let is_kept = first_token(text) == Some(Token::Name("version"));
    let records = if is_list {
        let entries: Vec<LevelEntry> = ron::from_str(text).map_err(syntax_error)?;
        entries.into_iter().map(|entry| entry.level).collect()
    } else if is_kept {
        vec![store::parse::<LevelRecord>(path, text, FILE_VERSION)?]
    } else {
        vec![ron::from_str::<LevelRecord>(text).map_err(syntax_error)?]
    };
    if records.is_empty() {
        return Err(StoreError::text(path, 1, 1, "the list contains no levels"));
    }
    let level = |(number, record)| {
        Level::try_from(record).map_err(|why| {
            let (line, column) = position(text, number, &why);
            StoreError::text(path, line, column, &why.to_string())
        })
    };
    records.into_iter().enumerate().map(level).collect()
}

/// Line and column, from 1, of an error in the level with a number, from 0, of a text.
fn position(text: &str, number: usize, why: &LevelError) -> (usize, usize) {
    let field = match why {
        LevelError::Size(_) | LevelError::Row { .. } | LevelError::Letter { .. } => "rows",
        LevelError::Colours(_) => "colours",
        _ => "goals",
    };
    let tokens = tokens(text);
    let mut fields = (0..tokens.len()).filter(|at| tokens[*at].1 == Token::Name(field));
    let Some(field) = fields.nth(number) else {
        return (1, 1);
    };
    let row_and_letter = match why {
        LevelError::Row { row, .. } => Some((*row, 0)),
        LevelError::Letter { row, col, .. } => Some((*row, col.saturating_sub(1))),
        _ => None,
    };
    let place = row_and_letter.and_then(|(row, letter)| {
        let mut strings = tokens[field..]
            .iter()
            .filter_map(|(at, token)| match token {
                Token::Text(source) => Some((*at, *source)),
                _ => None,
            });
        let (at, source) = strings.nth(row.checked_sub(1)?)?;
        // In a row with escaped characters, places in the file are not places in the row, so the start of the row is
        // taken.
        let letter = if source.contains('\\') { 0 } else { letter };
        let before = source.chars().take(letter).map(char::len_utf8);
        Some(at + before.sum::<usize>())
    });
    line_and_column(text, place.unwrap_or(tokens[field].0))
}
