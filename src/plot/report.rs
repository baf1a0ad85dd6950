//! Reports: what an experiment has found, in words, tables and a plot.

use std::fmt::Write;

use super::Plot;

/// Returns the phrase of a key, in which values replace the `{names}`.
pub type Phrases<'a> = &'a dyn Fn(&str, &[(&str, String)]) -> String;

/// The findings of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Words and tables, in order.
    pub parts: Vec<Part>,
    /// The same to look at.
    pub plot: Plot,
}

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A few sentences.
    Words(String),
    /// A table.
    Table(Table),
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The words above the columns.
    pub head: Vec<String>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Report {
    /// Adds a few sentences.
    pub fn say(&mut self, words: String) {
        self.parts.push(Part::Words(words));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// The words and tables as text, with columns that begin below each other.
    pub fn text(&self) -> String {
        let parts = self.parts.iter().map(|part| match part {
            Part::Words(words) => format!("{words}\n"),
            Part::Table(table) => table.text(),
        });
        parts.collect::<Vec<_>>().join("\n")
    }
}

impl Table {
    fn text(&self) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| {
            let cells = lines().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut text = String::new();
        for line in lines() {
            let mut written = String::new();
            for (cell, width) in line.iter().zip(&widths) {
                let _ = write!(written, "  {cell:width$}");
            }
            let _ = writeln!(text, "{}", written.trim_end());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_a_table_begin_below_each_other() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let report = Report {
            parts: vec![
                Part::Words("One.".into()),
                Part::Table(Table {
                    head: row(["kind", "swaps"]),
                    rows: vec![row(["obstacle", "1"]), row(["b", "22"])],
                }),
            ],
            ..Report::default()
        };
        let expected = "One.\n\n  kind      swaps\n  obstacle  1\n  b         22\n";
        assert_eq!(report.text(), expected);
    }
}
