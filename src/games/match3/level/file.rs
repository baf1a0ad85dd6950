//! Levels in files: one level, or a list as `evolvarium generate match3` writes it.

use std::path::Path;

use serde::Deserialize;

use super::{BadLevel, Level, Written};
use crate::session::store::{StoreError, read_text};

/// What a list of levels holds of each; the rest is for the reader.
#[derive(Deserialize)]
struct Listed {
    level: Written,
}

/// Reads the levels of a file. Refuses what is no level, naming file, line and reason.
pub fn read_levels(path: &Path) -> Result<Vec<Level>, StoreError> {
    let text = read_text(path)?.ok_or_else(|| StoreError::Io {
        path: path.to_owned(),
        source: std::io::ErrorKind::NotFound.into(),
    })?;
    parse(path, &text)
}

/// The levels of a text.
fn parse(path: &Path, text: &str) -> Result<Vec<Level>, StoreError> {
    let bad = |error: ron::error::SpannedError| StoreError::Text {
        path: path.to_owned(),
        line: error.span.start.line,
        column: error.span.start.col,
        what: error.code.to_string(),
    };
    let written = if text.trim_start().starts_with('[') {
        let listed: Vec<Listed> = ron::from_str(text).map_err(bad)?;
        listed.into_iter().map(|one| one.level).collect()
    } else {
        vec![ron::from_str::<Written>(text).map_err(bad)?]
    };
    let level = |(number, written)| {
        Level::try_from(written).map_err(|why| {
            let (line, column) = place(text, number, &why);
            StoreError::Text {
                path: path.to_owned(),
                line,
                column,
                what: why.to_string(),
            }
        })
    };
    written.into_iter().enumerate().map(level).collect()
}

/// Line and column, from 1, of what is wrong with a level of a text.
fn place(text: &str, number: usize, why: &BadLevel) -> (usize, usize) {
    let field = match why {
        BadLevel::Size(_) | BadLevel::Row { .. } | BadLevel::Letter { .. } => "rows:",
        BadLevel::Colours(_) => "colours:",
        _ => "goals:",
    };
    let start = text
        .match_indices(field)
        .nth(number)
        .map_or(0, |(at, _)| at);
    let (row, column) = match why {
        BadLevel::Row { row, .. } => (*row, 1),
        BadLevel::Letter { row, col, .. } => (*row, *col),
        _ => (0, 1),
    };
    // Each row is a text between two quotes.
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
