//! Plans of levels: levels as plain data that a player draws. They may have faults, which they list.

use super::setup::{GoalKind, GoalKinds, Mode, Setup, Symmetry};
use super::{Feasibility, Level, LevelError, LevelGenome, LevelProblem, patterns};
use crate::games::match3::rules::{Cell, Cells, Colour, Goal, Goals, GoalsError, Kind, Size};

/// A level that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelPlan {
    /// Height and width.
    pub size: Size,
    /// The number of colours.
    pub colours: u8,
    /// Whether matches of four and more blocks create power pieces.
    pub powers: bool,
    /// The special cells.
    pub board: LevelGenome,
    /// The goals and the move limit; `None` for a board alone, whose goals are calibrated later.
    pub aim: Option<PlannedAim>,
}

/// The goals and the move limit of a level that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedAim {
    /// The blocks to collect of each colour; 0 for none.
    pub blocks: [u32; 8],
    /// Whether all special cells are to be broken.
    pub clears: bool,
    /// The points to score; 0 for none.
    pub points: u32,
    /// The move limit; 0 means no limit.
    pub moves: u32,
}

/// A reason why a level that is drawn cannot be played.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanFault {
    /// No block can ever fill these cells.
    Unreachable(Cells),
    /// No match can ever hit these cells.
    Untouchable(Cells),
    /// The goals are wrong, or do not suit the board.
    Goals(LevelError),
}

impl Default for PlannedAim {
    fn default() -> Self {
        let mut blocks = [0; 8];
        blocks[0] = 20;
        PlannedAim {
            blocks,
            clears: false,
            points: 0,
            moves: 20,
        }
    }
}

impl PlannedAim {
    /// The most moves of a level that is drawn.
    pub const MOST_MOVES: u32 = 300;

    /// The goals, if they are valid together.
    pub fn goals(&self) -> Result<Goals, GoalsError> {
        let colours = (0u8..).zip(self.blocks);
        let blocks = colours.map(|(colour, blocks)| Goal::Collect(Colour(colour), blocks));
        let mut goals: Vec<Goal> = blocks.filter(|goal| goal.amount() != Some(0)).collect();
        goals.extend(self.clears.then_some(Goal::ClearSpecials));
        goals.extend((self.points > 0).then_some(Goal::Score(self.points)));
        Goals::of(&goals)
    }

    fn of(level: &Level) -> Self {
        let mut aim = PlannedAim {
            blocks: [0; 8],
            clears: false,
            points: 0,
            moves: level.moves(),
        };
        for goal in level.goals().iter() {
            match *goal {
                Goal::Collect(colour, blocks) => aim.blocks[usize::from(colour.0) % 8] = blocks,
                Goal::ClearSpecials => aim.clears = true,
                Goal::Score(points) => aim.points = points,
            }
        }
        aim
    }

    /// The kinds of the goals; `None` if there are none.
    fn kinds(&self) -> Option<GoalKinds> {
        let colours = self.blocks.iter().filter(|blocks| **blocks > 0).count();
        let has = [
            (GoalKind::Collect, colours > 0),
            (GoalKind::Second, colours > 1),
            (GoalKind::Clear, self.clears),
            (GoalKind::Score, self.points > 0),
        ];
        let mut kinds = has.into_iter().filter(|(_, has)| *has);
        let first = GoalKinds::from(kinds.next()?.0);
        Some(kinds.fold(first, |all, (kind, _)| all.with(kind, true)))
    }
}

impl LevelPlan {
    /// The plan of a level.
    pub fn of(level: &Level) -> Self {
        LevelPlan {
            size: level.size(),
            colours: level.colours(),
            powers: level.has_powers(),
            board: level.genome(),
            aim: Some(PlannedAim::of(level)),
        }
    }

    /// The plan with which a player begins a level of a setup: the given level if there is one, else the board of the
    /// setup, if it has one, with the usual goal.
    pub fn of_setup(setup: &Setup) -> Self {
        match setup.given_level() {
            Some(Ok(level)) => LevelPlan::of(&level),
            _ => LevelPlan {
                size: setup.size,
                colours: setup.colours,
                powers: setup.powers,
                board: setup.board.unwrap_or_default(),
                aim: Some(PlannedAim::default()),
            },
        }
    }

    /// The level, or the reason why the goals do not suit it; `None` for a board alone.
    pub fn level(&self) -> Option<Result<Level, LevelError>> {
        let aim = self.aim.as_ref()?;
        let special = self.board.specials().collect();
        let level = aim
            .goals()
            .map_err(LevelError::from)
            .and_then(|goals| Level::new(self.size, self.colours, goals, aim.moves, special));
        Some(level.map(|level| level.with_powers(self.powers)))
    }

    /// The faults of the board and of the goals.
    pub fn faults(&self) -> Vec<PlanFault> {
        let Feasibility {
            unreachable,
            untouchable,
        } = self.feasibility();
        let mut faults = Vec::new();
        if !unreachable.is_empty() {
            faults.push(PlanFault::Unreachable(unreachable));
        }
        if !untouchable.is_empty() {
            faults.push(PlanFault::Untouchable(untouchable));
        }
        if let Some(Err(why)) = self.level() {
            faults.push(PlanFault::Goals(why));
        }
        faults
    }

    /// The cells that make the board infeasible.
    pub fn feasibility(&self) -> Feasibility {
        Feasibility::of(self.size, &self.board.layout())
    }

    /// Changes the size. Cells that are no longer on the board are lost.
    pub fn resize(&mut self, size: Size) {
        let old = std::mem::take(&mut self.board);
        for cell in size.cells() {
            self.board.set(cell, old.kind(cell));
        }
        self.size = size;
    }

    /// The mirror image of a cell on the other side of the middle column.
    pub fn mirrored(&self, cell: Cell) -> Cell {
        Cell::at(cell.row(), self.size.cols() - 1 - cell.col())
    }

    /// The setup with which the board evolves: the setup that is asked for, with the size, the colours, the kinds and
    /// the goals of the plan, and without a symmetry that the board does not have.
    pub fn setup_to_evolve(&self, asked: &Setup) -> Setup {
        let mut setup = Setup {
            size: self.size,
            colours: self.colours,
            powers: self.powers,
            mode: Mode::Level,
            wanted: asked.wanted * patterns(self.size) / patterns(asked.size).max(1),
            board: None,
            given: None,
            ..asked.clone()
        };
        if self.size != asked.size {
            setup.tolerance = Setup::default_tolerance(self.size);
        }
        for (_, kind) in self.board.specials() {
            setup.kinds.set(kind, true);
        }
        if let Some(kinds) = self.aim.as_ref().and_then(PlannedAim::kinds) {
            setup.goals = kinds;
        }
        // To clear special cells there must be a kind that can be broken.
        if setup.requires_clearing() && setup.kinds.iter().all(|kind| kind == Kind::Obstacle) {
            setup.kinds.set(Kind::Blocked1, true);
        }
        let is_symmetric = LevelProblem::new(setup.clone()).symmetrised(self.board) == self.board;
        if !is_symmetric {
            setup.symmetry = Symmetry::None;
        }
        setup
    }
}
