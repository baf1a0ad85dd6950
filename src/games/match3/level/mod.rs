//! Levels: their data, their files, and the problem of evolving one towards a wanted swap potential.

pub mod feasibility;
mod figures;
mod genome;
mod goals;
mod picture;
pub mod plan;
mod played_board;
pub mod potential;
pub mod prediction;
mod problem;
pub mod saved;
pub mod setup;
mod setup_text;
mod steering;

use serde::{Deserialize, Serialize};

pub use crate::session::Difficulty;
pub use feasibility::{Feasibility, Layout};
pub use genome::LevelGenome;
pub use goals::{draft, goals_with_amount, points_per_amount};
pub(super) use picture::{
    COLOUR_PIECE, EMBLEMS, board_picture, place_of_cell, plan_picture, potential_picture,
    with_blocks,
};
pub use plan::{LevelPlan, PlanFault, PlannedAim};
pub(super) use played_board::PlayedBoard;
pub use potential::{Breakdown, PotentialMap, patterns, swap_potential};
pub use prediction::Prediction;
pub use problem::{GenerationError, LevelProblem, generate, usual_parameters};
pub use setup::{
    BoardEvolution, GivenGoals, GoalKind, GoalKinds, KindGenes, Mode, Order, Setup, SetupError,
    Symmetry, ViolationMeasure, WantedRate,
};
pub use setup_text::OPTIONS;

use super::rules::{Board, Cell, Colour, Goal, Goals, GoalsError, Kind, Size, SizeError};
use saved::LevelRecord;

/// A level: special cells, goals and a move limit. A game deals the blocks when it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "LevelRecord", into = "LevelRecord")]
pub struct Level {
    size: Size,
    colours: u8,
    goals: Goals,
    moves: u32,
    powers: bool,
    special: Vec<(Cell, Kind)>,
}

/// The reason why a level is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// There are too many or too few rows or columns.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// There are too many or too few colours.
    #[error("{0} colours are not possible: there must be from 4 to 8")]
    Colours(u8),
    /// A row is longer or shorter than the first.
    #[error("row {row} has {found} cells, but the first row has {wanted}")]
    Row {
        /// The row, from 1.
        row: usize,
        /// Its number of cells.
        found: usize,
        /// The number of cells of the first row.
        wanted: usize,
    },
    /// A letter stands for no kind of cell.
    #[error("row {row}, column {col}: '{letter}' is no cell; use . # 1 2 3 4 a b c d")]
    Letter {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        col: usize,
        /// The letter.
        letter: char,
    },
    /// A goal is about a colour that the level does not have.
    #[error("the goal is to collect colour {0}, but there are only {1} colours (counted from 0)")]
    GoalColour(u8, u8),
    /// A goal asks for more blocks than a player can collect within the moves.
    #[error("{blocks} blocks can never be collected in {moves} moves: {most} at most")]
    TooMany {
        /// The blocks of the goal.
        blocks: u32,
        /// The move limit.
        moves: u32,
        /// An upper bound of the blocks.
        most: u32,
    },
    /// A goal is to clear the special cells, and no cell can be broken.
    #[error("the goal is to clear the special cells, but there are none that can be broken")]
    NothingToClear,
    /// The goals are invalid together.
    #[error(transparent)]
    Goals(#[from] GoalsError),
}

/// The most times that one move can clear the whole board.
const MAX_CLEARED_BOARDS: u32 = 4;

impl Level {
    /// A level without power pieces. A move limit of 0 means no limit.
    pub fn new(
        size: Size,
        colours: u8,
        goals: impl Into<Goals>,
        moves: u32,
        special: Vec<(Cell, Kind)>,
    ) -> Result<Self, LevelError> {
        if !(Colour::MIN..=Colour::MAX).contains(&colours) {
            return Err(LevelError::Colours(colours));
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

    /// Refuses goals that no play can meet.
    fn check_goals(&self) -> Result<(), LevelError> {
        for goal in self.goals.iter() {
            match *goal {
                Goal::Collect(Colour(colour), _) if colour >= self.colours => {
                    return Err(LevelError::GoalColour(colour, self.colours));
                }
                Goal::Collect(_, blocks) => {
                    let most = self
                        .moves
                        .saturating_mul(MAX_CLEARED_BOARDS * self.size.area() as u32);
                    if self.moves > 0 && blocks > most {
                        return Err(LevelError::TooMany {
                            blocks,
                            moves: self.moves,
                            most,
                        });
                    }
                }
                Goal::ClearSpecials if self.special.iter().all(|(_, kind)| kind.layers() == 0) => {
                    return Err(LevelError::NothingToClear);
                }
                Goal::ClearSpecials | Goal::Score(_) => {}
            }
        }
        Ok(())
    }

    /// A level from equally long rows of letters: `.` open, `#` obstacle, `1`-`4` blocked, `a`-`d` overlay.
    pub fn from_rows(
        rows: &[impl AsRef<str>],
        colours: u8,
        goals: impl Into<Goals>,
        moves: u32,
    ) -> Result<Self, LevelError> {
        let wanted = rows.first().map_or(0, |r| r.as_ref().chars().count());
        let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let size = Size::new(count(rows.len()), count(wanted))?;
        let mut special = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            let found = text.as_ref().chars().count();
            if found != wanted {
                return Err(LevelError::Row {
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
                        return Err(LevelError::Letter {
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

    /// The number of colours, 4 to 8.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// The goals.
    pub fn goals(&self) -> Goals {
        self.goals
    }

    /// The move limit; 0 means no limit.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Whether matches of four and more blocks create power pieces.
    pub fn has_powers(&self) -> bool {
        self.powers
    }

    /// The same level with power pieces or without.
    pub fn with_powers(self, powers: bool) -> Self {
        Level { powers, ..self }
    }

    /// The same level with other goals, which are not checked.
    pub fn with_goals(self, goals: impl Into<Goals>) -> Self {
        let goals = goals.into();
        Level { goals, ..self }
    }

    /// The same level with another move limit.
    pub fn with_moves(self, moves: u32) -> Self {
        Level { moves, ..self }
    }

    /// The kind of a special cell; `None` for an open one.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        let found = self.special.iter().find(|(at, _)| *at == cell);
        found.map(|&(_, kind)| kind)
    }

    /// The special cells as a genome.
    pub fn genome(&self) -> LevelGenome {
        let mut genome = LevelGenome::default();
        for &(cell, kind) in &self.special {
            genome.set(cell, Some(kind));
        }
        genome
    }

    /// The special cells and their kinds.
    pub fn special(&self) -> &[(Cell, Kind)] {
        &self.special
    }

    /// The cells of each way of being special.
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

    /// The cells that make it infeasible.
    pub fn feasibility(&self) -> Feasibility {
        Feasibility::of(self.size, &self.layout())
    }

    /// Its swap potential, and its losses by kind.
    pub fn breakdown(&self) -> Breakdown {
        Breakdown::of(self.size, |cell| self.kind(cell))
    }

    /// Its board without blocks.
    pub fn board(&self) -> Board {
        let special = self.special.iter().copied();
        Board::new(self.size, self.colours, special).with_powers(self.powers)
    }
}
