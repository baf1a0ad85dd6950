//! Files of levels: one level, or the list that `evolvarium generate match3` writes.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Level, LevelError};
use crate::games::match3::rules::Goals;
use crate::session::store::{StoreError, read_text};

/// The fields of a level in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRecord {
    colours: u8,
    goals: Goals,
    moves: u32,
    #[serde(default)]
    powers: bool,
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
pub fn read_levels(path: &Path) -> Result<Vec<Level>, StoreError> {
    let text = read_text(path)?.ok_or_else(|| StoreError::Io {
        path: path.to_owned(),
        source: std::io::ErrorKind::NotFound.into(),
    })?;
    parse(path, &text)
}

/// The levels of a text that was read from `path`.
fn parse(path: &Path, text: &str) -> Result<Vec<Level>, StoreError> {
    let syntax_error = |error: ron::error::SpannedError| StoreError::Text {
        path: path.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        what: error.code.to_string(),
    };
    let records = if text.trim_start().starts_with('[') {
        let entries: Vec<LevelEntry> = ron::from_str(text).map_err(syntax_error)?;
        entries.into_iter().map(|entry| entry.level).collect()
    } else {
        vec![ron::from_str::<LevelRecord>(text).map_err(syntax_error)?]
    };
    let level = |(number, record)| {
        Level::try_from(record).map_err(|why| {
            let (line, column) = position(text, number, &why);
            StoreError::Text {
                path: path.to_owned(),
                line,
                column,
                what: why.to_string(),
            }
        })
    };
    records.into_iter().enumerate().map(level).collect()
}

/// Line and column, from 1, of an error in the level with a number, from 0, of a text.
fn position(text: &str, number: usize, why: &LevelError) -> (usize, usize) {
    let field = match why {
        LevelError::Size(_) | LevelError::Row { .. } | LevelError::Letter { .. } => "rows:",
        LevelError::Colours(_) => "colours:",
        _ => "goals:",
    };
    let start = text
        .match_indices(field)
        .nth(number)
        .map_or(0, |(at, _)| at);
    let (row, column) = match why {
        LevelError::Row { row, .. } => (*row, 1),
        LevelError::Letter { row, col, .. } => (*row, *col),
        _ => (0, 1),
    };
    // Each row stands between two quotes.
    let quotes = text[start..].match_indices('"').map(|(at, _)| start + at);
    let at = match row {
        0 => start,
        row => quotes
            .step_by(2)
            .nth(row - 1)
            .map_or(start, |at| at + column),
    };
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rfind('\n').map_or(at, |end| at - end - 1) + 1;
    (line, column)
}
