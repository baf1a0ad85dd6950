//! Levels: what one is, and how one is evolved.

pub mod atlas;
mod breeding;
pub mod feasibility;
mod file;
pub mod generator;
pub mod genome;
mod guide;
pub mod potential;
pub mod setup;
mod setup_text;
pub mod trial;

use serde::{Deserialize, Serialize};

pub use crate::session::Difficulty;
pub use breeding::{Bred, Breeding};
pub use feasibility::{Feasibility, Layout};
pub use file::read_levels;
pub use generator::{
    Failure, Graded, LevelProblem, draft, generate, goals_of, graded, level_of, regenerate,
    unjudged,
};
pub use genome::LevelGenome;
pub use potential::{Breakdown, patterns, swap_potential};
pub use setup::{GoalKind, GoalKinds, KindGenes, Mode, Order, Rate, Setup, Symmetry};
pub use trial::{Offer, Trial};

use super::rules::{BadGoals, Board, Cell, Colour, Goal, Goals, Kind, Size};

/// A level: special cells, goal and move limit. Blocks are dealt when play starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Level {
    size: Size,
    colours: u8,
    goals: Goals,
    moves: u32,
    powers: bool,
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
    /// More blocks than can be collected within the moves.
    #[error("{blocks} blocks can never be collected in {moves} moves: {most} at most")]
    TooMany {
        /// What is asked for.
        blocks: u32,
        /// The moves for it.
        moves: u32,
        /// What can be reached.
        most: u32,
    },
    /// The goal is to clear special cells, and none can be broken.
    #[error("the goal is to clear the special cells, but there are none that can be broken")]
    NothingToClear,
    /// The goals make no game.
    #[error(transparent)]
    Goals(#[from] BadGoals),
}

/// How often the whole board can be taken off in one move, at the very most.
const BOARDS: u32 = 4;

impl Level {
    /// A level.
    pub fn new(
        size: Size,
        colours: u8,
        goals: impl Into<Goals>,
        moves: u32,
        special: Vec<(Cell, Kind)>,
    ) -> Result<Self, BadLevel> {
        if !(Colour::MIN..=Colour::MAX).contains(&colours) {
            return Err(BadLevel::Colours(colours));
        }
        let level = Level {
            size,
            colours,
            goals: goals.into(),
            moves,
            powers: false,
            special,
        };
        level.check_goals()?;
        Ok(level)
    }

    /// Refuses goals that cannot be met however one plays.
    fn check_goals(&self) -> Result<(), BadLevel> {
        for goal in self.goals.iter() {
            match *goal {
                Goal::Collect(Colour(colour), _) if colour >= self.colours => {
                    return Err(BadLevel::GoalColour(colour, self.colours));
                }
                Goal::Collect(_, blocks) => {
                    let most = self.moves.saturating_mul(BOARDS * self.size.area() as u32);
                    if self.moves > 0 && blocks > most {
                        return Err(BadLevel::TooMany {
                            blocks,
                            moves: self.moves,
                            most,
                        });
                    }
                }
                Goal::ClearSpecials if self.special.iter().all(|(_, kind)| kind.layers() == 0) => {
                    return Err(BadLevel::NothingToClear);
                }
                Goal::ClearSpecials | Goal::Score(_) => {}
            }
        }
        Ok(())
    }

    /// A level from rows of letters: `.` open, `#` obstacle, `1`-`4` blocked, `a`-`d` overlay.
    pub fn from_rows(
        rows: &[impl AsRef<str>],
        colours: u8,
        goals: impl Into<Goals>,
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
        Level::new(size, colours, goals, moves, special)
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
    pub fn goals(&self) -> Goals {
        self.goals
    }

    /// The move limit; 0 is none.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Whether matches of four and more make power pieces.
    pub fn powers(&self) -> bool {
        self.powers
    }

    /// The same level with power pieces or without.
    pub fn with_powers(self, powers: bool) -> Self {
        Level { powers, ..self }
    }

    /// The same level with another goal.
    pub fn with_goals(self, goals: impl Into<Goals>) -> Self {
        let goals = goals.into();
        Level { goals, ..self }
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
        let special = self.special.iter().copied();
        Board::new(self.size, self.colours, special).with_powers(self.powers)
    }
}

/// A level as it is written in files.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    colours: u8,
    goals: Goals,
    moves: u32,
    #[serde(default)]
    powers: bool,
    rows: Vec<String>,
}

impl From<Level> for Written {
    fn from(level: Level) -> Self {
        Written {
            colours: level.colours,
            goals: level.goals,
            moves: level.moves,
            powers: level.powers,
            rows: level.rows(),
        }
    }
}

impl TryFrom<Written> for Level {
    type Error = BadLevel;

    fn try_from(written: Written) -> Result<Self, BadLevel> {
        let level = Level::from_rows(&written.rows, written.colours, written.goals, written.moves);
        Ok(level?.with_powers(written.powers))
    }
}
