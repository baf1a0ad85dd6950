//! Levels: what one is, and how one is evolved.

pub mod feasibility;
pub mod generator;
pub mod genome;
pub mod potential;
pub mod setup;

use serde::{Deserialize, Serialize};

pub use crate::session::Difficulty;
pub use feasibility::{Feasibility, Layout};
pub use generator::{Failure, LevelProblem, again, draft, generate, level_of, regenerate};
pub use genome::LevelGenome;
pub use potential::{Breakdown, patterns, swap_potential};
pub use setup::{GoalKind, KindGenes, Setup};

use super::rules::{Board, Cell, Colour, Goal, Kind, Size};

/// A level: special cells, goal and move limit. Blocks are dealt when play starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Level {
    size: Size,
    colours: u8,
    goal: Goal,
    moves: u32,
    special: Vec<(Cell, Kind)>,
}

/// Why a written level cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLevel {
    /// Too many or too few rows or columns.
    #[error(transparent)]
    Size(#[from] super::rules::grid::BadSize),
    /// Too many or too few colours.
    #[error("{0} colours are not possible: there must be from 4 to 8")]
    Colours(u8),
    /// A row is longer or shorter than the first.
    #[error("row {row} has {found} cells, but the first row has {wanted}")]
    Row {
        /// Which, from 1.
        row: usize,
        /// Cells it has.
        found: usize,
        /// Cells it should have.
        wanted: usize,
    },
    /// A letter that means nothing.
    #[error("row {row}, column {col}: '{letter}' is no cell; use . # 1 2 3 4 a b c d")]
    Letter {
        /// Which row, from 1.
        row: usize,
        /// Which column, from 1.
        col: usize,
        /// The letter found.
        letter: char,
    },
    /// A colour to collect that the level has not.
    #[error("the goal is to collect colour {0}, but there are only {1} colours (counted from 0)")]
    GoalColour(u8, u8),
}

impl Level {
    /// A level.
    pub fn new(
        size: Size,
        colours: u8,
        goal: Goal,
        moves: u32,
        special: Vec<(Cell, Kind)>,
    ) -> Result<Self, BadLevel> {
        if !(Colour::MIN..=Colour::MAX).contains(&colours) {
            return Err(BadLevel::Colours(colours));
        }
        match goal {
            Goal::Collect(Colour(colour), _) if colour >= colours => {
                Err(BadLevel::GoalColour(colour, colours))
            }
            _ => Ok(Level {
                size,
                colours,
                goal,
                moves,
                special,
            }),
        }
    }

    /// A level from rows of letters: `.` open, `#` obstacle, `1`-`4` blocked, `a`-`d` overlay.
    pub fn from_rows(
        rows: &[impl AsRef<str>],
        colours: u8,
        goal: Goal,
        moves: u32,
    ) -> Result<Self, BadLevel> {
        let wanted = rows.first().map_or(0, |r| r.as_ref().chars().count());
        let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let size = Size::new(count(rows.len()), count(wanted))?;
        let mut special = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            let found = text.as_ref().chars().count();
            if found != wanted {
                return Err(BadLevel::Row {
                    row: row + 1,
                    found,
                    wanted,
                });
            }
            for (col, letter) in text.as_ref().chars().enumerate() {
                match Kind::of_letter(letter) {
                    Some(kind) => special.push((Cell::at(row, col), kind)),
                    None if letter == '.' => {}
                    None => {
                        return Err(BadLevel::Letter {
                            row: row + 1,
                            col: col + 1,
                            letter,
                        });
                    }
                }
            }
        }
        Level::new(size, colours, goal, moves, special)
    }

    /// The level as rows of letters.
    pub fn rows(&self) -> Vec<String> {
        (0..self.size.rows())
            .map(|row| {
                (0..self.size.cols())
                    .map(|col| self.kind(Cell::at(row, col)).map_or('.', Kind::letter))
                    .collect()
            })
            .collect()
    }

    /// Height and width.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many colours.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// What wins.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The move limit; 0 is none.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The same level with another move limit.
    pub fn with_moves(self, moves: u32) -> Self {
        Level { moves, ..self }
    }

    /// The special of a cell.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        let found = self.special.iter().find(|(at, _)| *at == cell);
        found.map(|&(_, kind)| kind)
    }

    /// The special cells.
    pub fn special(&self) -> &[(Cell, Kind)] {
        &self.special
    }

    /// Where its special cells lie.
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        for &(cell, kind) in &self.special {
            match kind {
                Kind::Obstacle => layout.obstacles.insert(cell),
                _ if kind.is_overlay() => layout.overlays.insert(cell),
                _ => layout.blocked.insert(cell),
            }
        }
        layout
    }

    /// Whether and where it cannot be played.
    pub fn feasibility(&self) -> Feasibility {
        Feasibility::of(self.size, &self.layout())
    }

    /// Its swap potential and losses.
    pub fn breakdown(&self) -> Breakdown {
        Breakdown::of(self.size, |cell| self.kind(cell))
    }

    /// Its board, without blocks.
    pub fn board(&self) -> Board {
        Board::new(self.size, self.colours, self.special.iter().copied())
    }
}

/// A level as it is written in files.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    colours: u8,
    goal: Goal,
    moves: u32,
    rows: Vec<String>,
}

impl From<Level> for Written {
    fn from(level: Level) -> Self {
        Written {
            colours: level.colours,
            goal: level.goal,
            moves: level.moves,
            rows: level.rows(),
        }
    }
}

impl TryFrom<Written> for Level {
    type Error = BadLevel;

    fn try_from(written: Written) -> Result<Self, BadLevel> {
        Level::from_rows(&written.rows, written.colours, written.goal, written.moves)
    }
}
