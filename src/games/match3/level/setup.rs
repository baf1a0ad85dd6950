//! The setup of a game: the choices of a player, and their checks.

use std::ops::RangeInclusive;

use super::feasibility::Feasibility;
use super::genome::LevelGenome;
use super::potential::patterns;
use super::setup_text::OPTIONS;
use super::{Level, LevelError};
use crate::base::{RangeError, check_range};
use crate::games::match3::players::{IntendedPlayer, Player};
use crate::games::match3::rules::{Colour, Goals, Kind, Kinds, Size, SizeError};
use crate::session::Difficulty;

/// A success rate that a level is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedRate {
    /// The part of the plays by the reference player that succeed, in percent.
    pub success: u8,
    /// The wanted swap potential in percent of that of a board without special cells.
    pub potential: u32,
}

impl WantedRate {
    /// A very easy rate, and those of the difficulties, the easiest first.
    pub const NAMED: [WantedRate; 5] = [
        WantedRate::new(90, 80),
        WantedRate::new(75, 70),
        WantedRate::new(60, 55),
        WantedRate::new(40, 40),
        WantedRate::new(20, 25),
    ];

    const fn new(success: u8, potential: u32) -> Self {
        WantedRate { success, potential }
    }

    /// A rate for any success in percent. Its potential is interpolated between its named neighbours.
    pub fn near(success: u8) -> Self {
        let named = WantedRate::NAMED;
        let after = named.iter().position(|rate| rate.success <= success);
        let (easy, hard) = match after {
            Some(0) => (named[0], named[0]),
            Some(at) => (named[at - 1], named[at]),
            None => (named[named.len() - 1], named[named.len() - 1]),
        };
        let span = u32::from(easy.success - hard.success).max(1);
        let way = u32::from(success.saturating_sub(hard.success)).min(span);
        let potential = hard.potential + (easy.potential - hard.potential) * way / span;
        WantedRate { success, potential }
    }

    /// The rate of a difficulty of the settings.
    pub fn of(difficulty: Difficulty) -> Self {
        WantedRate::NAMED[1 + difficulty as usize]
    }

    /// The wanted swap potential on a board of `size`, in patterns.
    pub fn wanted(self, size: Size) -> u32 {
        (patterns(size) * self.potential + 50) / 100
    }
}

/// The symmetry of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Any board.
    #[default]
    None,
    /// The left half mirrors the right one.
    LeftRight,
    /// The left half mirrors the right one, and the upper half the lower one.
    Both,
}

impl Symmetry {
    /// All symmetries, in the order of their numbers in game ids.
    pub const ALL: [Symmetry; 3] = [Symmetry::None, Symmetry::LeftRight, Symmetry::Both];
}

/// The arrangement of special cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Cells form figures: groups of one kind with smooth outlines.
    #[default]
    Grouped,
    /// Cells lie anywhere, as in limbsoo's posts.
    Scattered,
}

/// A kind of goal. Calibration chooses its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoalKind {
    /// Collect blocks of one colour.
    Collect,
    /// Break all special cells.
    Clear,
    /// Reach a score.
    Score,
    /// Collect as many blocks of another colour too.
    Second,
}

impl GoalKind {
    /// All kinds, in the order of their digits in game ids.
    pub const ALL: [GoalKind; 4] = [Self::Collect, Self::Clear, Self::Score, Self::Second];
}

/// The kinds of the goals of a level, at least one. A player has to meet all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoalKinds(u8);

impl GoalKinds {
    /// Whether `kind` is among them.
    pub fn has(self, kind: GoalKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    /// The same kinds with `kind` or without it. Taking out the only kind changes nothing.
    pub fn with(self, kind: GoalKind, on: bool) -> Self {
        let bit = 1 << kind as u8;
        match if on { self.0 | bit } else { self.0 & !bit } {
            0 => self,
            some => GoalKinds(some),
        }
    }

    /// The kinds, in order.
    pub fn iter(self) -> impl Iterator<Item = GoalKind> {
        GoalKind::ALL
            .into_iter()
            .filter(move |kind| self.has(*kind))
    }

    /// Whether a goal has an amount: any goal but clearing.
    pub fn have_amounts(self) -> bool {
        self != GoalKinds::from(GoalKind::Clear)
    }
}

impl From<GoalKind> for GoalKinds {
    fn from(kind: GoalKind) -> Self {
        GoalKinds(1 << kind as u8)
    }
}

/// The mode of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A level with goals and a move limit.
    #[default]
    Level,
    /// Points without an end.
    Endless,
    /// As many points as possible in this many seconds.
    Timed(u16),
}

/// The inheritance of the kinds of special cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KindGenes {
    /// The kind is part of the gene, and a child inherits it.
    Inherited,
    /// Each child draws its kinds again, as in limbsoo's program.
    Redrawn,
}

/// The unit in which the violation of a board is measured. A board has violation 0 in both units or in neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ViolationMeasure {
    /// A cell that can never be filled or hit, as in the code of limbsoo's first post.
    #[default]
    Cells,
    /// A connected group of such cells, as in the text of the same post. One large group counts as little as one cell,
    /// so that the violation hardly guides the evolution on large boards.
    Groups,
}

impl ViolationMeasure {
    /// Both measures, with their names on the command line.
    pub const NAMED: [(&'static str, ViolationMeasure); 2] =
        [("cells", Self::Cells), ("groups", Self::Groups)];
}

/// The setup of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Height and width of the board.
    pub size: Size,
    /// The number of colours, 4 to 8.
    pub colours: u8,
    /// The kinds of special cells to use, at least one.
    pub kinds: Kinds,
    /// The inheritance of kinds.
    pub genes: KindGenes,
    /// The wanted swap potential, in patterns.
    pub wanted: u32,
    /// The largest difference to the wanted swap potential that counts as met, in patterns.
    pub tolerance: u32,
    /// The mode.
    pub mode: Mode,
    /// The kinds of goals, which only matter in [`Mode::Level`].
    pub goals: GoalKinds,
    /// The wanted success rate, in percent, 5 to 95.
    pub success: u8,
    /// The player whose success rate is wanted.
    pub intended_player: IntendedPlayer,
    /// Whether matches of four and more blocks create power pieces.
    pub powers: bool,
    /// The symmetry of the board.
    pub symmetry: Symmetry,
    /// The arrangement of special cells.
    pub order: Order,
    /// The unit of the violation while a board is evolved.
    pub violation: ViolationMeasure,
    /// A board to use as it is, instead of evolving one.
    pub board: Option<LevelGenome>,
    /// The goals and the move limit of this board, if they are given and not calibrated.
    pub given: Option<GivenGoals>,
}

/// Goals and a move limit that were chosen for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GivenGoals {
    /// The goals.
    pub goals: Goals,
    /// The move limit; 0 means no limit.
    pub moves: u32,
}

impl Default for Setup {
    fn default() -> Self {
        Setup::of(
            Difficulty::Normal,
            Size::new(9, 9).expect("9 is from 5 to 12"),
        )
    }
}

/// The reason why a setup is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A number is outside its range.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// No kind is chosen.
    #[error("choose at least one kind of special cell")]
    NoKinds,
    /// All special cells would be obstacles, which cannot be cleared.
    #[error("to clear all special cells, choose a kind that can be broken")]
    NothingToClear,
    /// This many cells of the board are infeasible.
    #[error("{0} cells of the board can never be filled or hit")]
    Board(u32),
    /// Goals are given that the board or the mode cannot have.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// Goals are given without a board, or in a mode without goals.
    #[error("goals and moves can only be given for a level whose board is given too")]
    GivenWithoutBoard,
    /// A text is not a board of this size.
    #[error("\"{0}\" is not a board of this size")]
    Code(String),
    /// A text is not a setup, for this reason.
    #[error("\"{0}\" is not a match-3 setup, such as 9x9c6-p500s40: {1}")]
    Text(String, String),
    /// A letter is no option of setups.
    #[error("\"{0}\" is not a match-3 setup: there is no option '{1}'; the options are: {options}", options = OPTIONS.join(", "))]
    Option(String, char),
    /// An option stands twice.
    #[error("\"{0}\" is not a match-3 setup: the option '{1}' stands twice")]
    Twice(String, char),
}

/// The way in which boards evolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEvolution {
    /// Kinds are inherited, and special cells form symmetrical shapes.
    Usual,
    /// As in limbsoo's first post: kinds are drawn anew, cells lie anywhere, and the violation counts cells, as the code
    /// of the post does. With groups, as in its text, hardly any board is found.
    Limbsoo,
}

impl Setup {
    /// Allowed tolerances.
    pub const TOLERANCE: RangeInclusive<u32> = 0..=1_000;
    /// Allowed success rates, in percent.
    pub const SUCCESS: RangeInclusive<u32> = 5..=95;
    /// Allowed durations of a timed game, in seconds.
    pub const SECONDS: RangeInclusive<u32> = 10..=3_600;

    /// The default setup of a difficulty.
    pub fn of(difficulty: Difficulty, size: Size) -> Self {
        Setup {
            size,
            colours: 6,
            kinds: [Kind::Blocked1, Kind::Blocked2, Kind::Overlay1]
                .into_iter()
                .collect(),
            genes: KindGenes::Inherited,
            wanted: WantedRate::of(difficulty).wanted(size),
            tolerance: Setup::default_tolerance(size),
            mode: Mode::Level,
            goals: GoalKind::Collect.into(),
            success: WantedRate::of(difficulty).success,
            intended_player: IntendedPlayer::Reference,
            powers: true,
            symmetry: Symmetry::LeftRight,
            order: Order::Grouped,
            violation: ViolationMeasure::Cells,
            board: None,
            given: None,
        }
    }

    /// The player whose success rate is wanted.
    pub fn player(&self) -> Player {
        self.intended_player.player()
    }

    /// The setup of a given level, with its goals and moves as they are.
    pub fn of_level(level: &Level) -> Self {
        let setup = Setup {
            colours: level.colours(),
            powers: level.has_powers(),
            given: Some(GivenGoals {
                goals: level.goals(),
                moves: level.moves(),
            }),
            ..Setup::of(Difficulty::Normal, level.size())
        };
        setup.with_board(level.genome())
    }

    /// The level whose board, goals and moves are given; `None` if a part of it is still to be found.
    pub fn given_level(&self) -> Option<Result<Level, LevelError>> {
        let (board, given) = self.board.zip(self.given)?;
        let special = board.specials().collect();
        let level = Level::new(self.size, self.colours, given.goals, given.moves, special);
        Some(level.map(|level| level.with_powers(self.powers)))
    }

    /// The same setup with another evolution of its boards.
    pub fn with_evolution(self, evolution: BoardEvolution) -> Self {
        let (genes, symmetry, order) = match evolution {
            BoardEvolution::Usual => (KindGenes::Inherited, Symmetry::LeftRight, Order::Grouped),
            BoardEvolution::Limbsoo => (KindGenes::Redrawn, Symmetry::None, Order::Scattered),
        };
        Setup {
            genes,
            symmetry,
            order,
            violation: ViolationMeasure::Cells,
            ..self
        }
    }

    /// The same setup for one board.
    pub fn with_board(&self, board: LevelGenome) -> Self {
        Setup {
            board: Some(board),
            wanted: board.potential(self.size),
            ..self.clone()
        }
    }

    /// The default tolerance: one twentieth of the patterns of an open board, about as limbsoo's program has it.
    pub fn default_tolerance(size: Size) -> u32 {
        patterns(size) / 20
    }

    /// Refuses a setup that no level can meet.
    pub fn check(&self) -> Result<(), SetupError> {
        let colours = u32::from(Colour::MIN)..=u32::from(Colour::MAX);
        check_range("colours", u32::from(self.colours), colours)?;
        check_range("wanted potential", self.wanted, 0..=patterns(self.size))?;
        check_range("tolerance", self.tolerance, Self::TOLERANCE)?;
        check_range("success", u32::from(self.success), Self::SUCCESS)?;
        if let Mode::Timed(seconds) = self.mode {
            check_range("seconds", u32::from(seconds), Self::SECONDS)?;
        }
        if self.kinds.is_empty() {
            return Err(SetupError::NoKinds);
        }
        if self.requires_clearing() && self.kinds.iter().all(|k| k == Kind::Obstacle) {
            return Err(SetupError::NothingToClear);
        }
        if let Some(board) = &self.board {
            self.check_board(board)?;
        }
        if self.given.is_some() {
            let is_level = self.mode == Mode::Level;
            let level = self.given_level().filter(|_| is_level);
            level.ok_or(SetupError::GivenWithoutBoard)??;
        }
        Ok(())
    }

    /// Whether a player has to clear the special cells.
    pub fn requires_clearing(&self) -> bool {
        self.mode == Mode::Level && self.goals.has(GoalKind::Clear)
    }

    /// Refuses an infeasible board.
    fn check_board(&self, board: &LevelGenome) -> Result<(), SetupError> {
        let layout = board.layout();
        let wrong = Feasibility::of(self.size, &layout).violation();
        if wrong > 0 {
            return Err(SetupError::Board(wrong));
        }
        if self.requires_clearing() && (layout.blocked | layout.overlays).is_empty() {
            return Err(SetupError::NothingToClear);
        }
        Ok(())
    }
}
