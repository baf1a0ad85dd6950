//! What a player asks for when a level is to be made.

use std::ops::RangeInclusive;

use super::LevelGenome;
use super::feasibility::Feasibility;
use super::potential::patterns;
use crate::games::match3::rules::{Colour, Kind, Kinds, Size};
use crate::session::Difficulty;

/// A rate of success with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Key of its name in the language files.
    pub key: &'static str,
    /// How many of 100 plays by the reference player succeed.
    pub success: u8,
    /// The part of the patterns of a board without special cells that are open, in percent.
    pub potential: u32,
}

impl Rate {
    /// Those with a name, easiest first.
    pub const NAMED: [Rate; 5] = [
        Rate::new("match3.gentle", 90, 80),
        Rate::new("difficulty.easy", 75, 70),
        Rate::new("difficulty.normal", 60, 55),
        Rate::new("difficulty.hard", 40, 40),
        Rate::new("difficulty.expert", 20, 25),
    ];

    const fn new(key: &'static str, success: u8, potential: u32) -> Self {
        Rate {
            key,
            success,
            potential,
        }
    }

    /// Any rate, its potential between those of its named neighbours.
    pub fn near(success: u8) -> Self {
        let named = Rate::NAMED;
        let after = named.iter().position(|rate| rate.success <= success);
        let (easy, hard) = match after {
            Some(0) => (named[0], named[0]),
            Some(at) => (named[at - 1], named[at]),
            None => (named[named.len() - 1], named[named.len() - 1]),
        };
        let span = u32::from(easy.success - hard.success).max(1);
        let way = u32::from(success.saturating_sub(hard.success)).min(span);
        let potential = hard.potential + (easy.potential - hard.potential) * way / span;
        Rate {
            success,
            potential,
            ..hard
        }
    }

    /// What a difficulty of the settings means in match-3.
    pub fn of(difficulty: Difficulty) -> Self {
        Rate::NAMED[1 + difficulty as usize]
    }

    /// The swap potential wanted on a board of `size`.
    pub fn wanted(self, size: Size) -> u32 {
        (patterns(size) * self.potential + 50) / 100
    }
}

/// Whether a level is its own mirror image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// It need not be.
    #[default]
    None,
    /// Left and right.
    LeftRight,
    /// Left and right, and top and bottom.
    Both,
}

impl Symmetry {
    /// All.
    pub const ALL: [Symmetry; 3] = [Symmetry::None, Symmetry::LeftRight, Symmetry::Both];
}

/// How special cells lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// In groups of one kind.
    #[default]
    Grouped,
    /// Anywhere, as in the documents.
    Scattered,
}

/// A kind of goal; how much of it follows from the level.
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
    /// All of them.
    pub const ALL: [GoalKind; 4] = [Self::Collect, Self::Clear, Self::Score, Self::Second];
}

/// The goals of a level, at least one, all to be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoalKinds(u8);

impl GoalKinds {
    /// Whether `kind` is among them.
    pub fn has(self, kind: GoalKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    /// With `kind` or without it; the last one stays.
    pub fn with(self, kind: GoalKind, on: bool) -> Self {
        let bit = 1 << kind as u8;
        match if on { self.0 | bit } else { self.0 & !bit } {
            0 => self,
            some => GoalKinds(some),
        }
    }

    /// Them, in order.
    pub fn iter(self) -> impl Iterator<Item = GoalKind> {
        GoalKind::ALL
            .into_iter()
            .filter(move |kind| self.has(*kind))
    }

    /// Whether something is counted, and not only cleared.
    pub fn are_counted(self) -> bool {
        self != GoalKinds::from(GoalKind::Clear)
    }
}

impl From<GoalKind> for GoalKinds {
    fn from(kind: GoalKind) -> Self {
        GoalKinds(1 << kind as u8)
    }
}

/// What is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A level with goals and a move limit.
    #[default]
    Level,
    /// Points without end.
    Endless,
    /// As many points as possible in so many seconds.
    Timed(u16),
}

/// Where the kind of a special cell comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KindGenes {
    /// It is part of the gene and inherited.
    Inherited,
    /// It is drawn anew for every child, as in the documents.
    Redrawn,
}

/// A wish for a level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Height and width of the board.
    pub size: Size,
    /// How many colours, 4 to 8.
    pub colours: u8,
    /// The kinds of special cells to use; at least one.
    pub kinds: Kinds,
    /// Whether kinds are inherited.
    pub genes: KindGenes,
    /// Swap potential to evolve towards.
    pub wanted: u32,
    /// How far from it is near enough.
    pub tolerance: u32,
    /// What is played.
    pub mode: Mode,
    /// What wins, where levels are played.
    pub goals: GoalKinds,
    /// How many of 100 plays by the automatic player shall end within the move limit, 5 to 95.
    pub success: u8,
    /// Whether matches of four and more make power pieces.
    pub powers: bool,
    /// Whether it is its own mirror image.
    pub symmetry: Symmetry,
    /// How special cells lie.
    pub order: Order,
    /// A board to be used as it is, instead of evolving one.
    pub board: Option<LevelGenome>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup::of(
            Difficulty::Normal,
            Size::new(9, 9).expect("9 is from 5 to 12"),
        )
    }
}

/// Why a wish cannot be granted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSetup {
    /// Too small or too large a board.
    #[error(transparent)]
    Size(#[from] crate::games::match3::rules::grid::BadSize),
    /// A number outside its range.
    #[error("{name} is {value}, but must be from {min} to {max}")]
    Range {
        /// What the number is.
        name: &'static str,
        /// Its value.
        value: u32,
        /// Smallest allowed.
        min: u32,
        /// Largest allowed.
        max: u32,
    },
    /// No kind is chosen.
    #[error("choose at least one kind of special cell")]
    NoKinds,
    /// All kinds chosen are obstacles, which cannot be cleared.
    #[error("to clear all special cells, choose a kind that can be broken")]
    NothingToClear,
    /// The board is not playable.
    #[error("{0} cells of the board can never be filled or hit")]
    Board(u32),
    /// The text of the board is no board of this size.
    #[error("\"{0}\" is not a board of this size")]
    Code(String),
    /// The text is not a setup.
    #[error("\"{0}\" is not a match-3 setup, such as 9x9c6-p500")]
    Text(String),
}

impl Setup {
    /// Allowed tolerances.
    pub const TOLERANCE: RangeInclusive<u32> = 0..=1_000;
    /// Allowed rates of success, in percent.
    pub const SUCCESS: RangeInclusive<u32> = 5..=95;
    /// Allowed seconds of a game against the clock.
    pub const SECONDS: RangeInclusive<u32> = 10..=3_600;

    /// The usual level of a difficulty.
    pub fn of(difficulty: Difficulty, size: Size) -> Self {
        Setup {
            size,
            colours: 6,
            kinds: [Kind::Blocked1, Kind::Blocked2, Kind::Overlay1]
                .into_iter()
                .collect(),
            genes: KindGenes::Inherited,
            wanted: Rate::of(difficulty).wanted(size),
            tolerance: Setup::usual_tolerance(size),
            mode: Mode::Level,
            goals: GoalKind::Collect.into(),
            success: Rate::of(difficulty).success,
            powers: true,
            symmetry: Symmetry::None,
            order: Order::Grouped,
            board: None,
        }
    }

    /// The same wish, for one board.
    pub fn on(&self, board: LevelGenome) -> Self {
        Setup {
            board: Some(board),
            wanted: board.potential(self.size),
            ..self.clone()
        }
    }

    /// One twentieth of the patterns of an open board: about what the documents use.
    pub fn usual_tolerance(size: Size) -> u32 {
        patterns(size) / 20
    }

    /// Refuses what cannot be made, and says why.
    pub fn check(&self) -> Result<(), BadSetup> {
        let colours = u32::from(Colour::MIN)..=u32::from(Colour::MAX);
        within("colours", u32::from(self.colours), colours)?;
        within("wanted potential", self.wanted, 0..=patterns(self.size))?;
        within("tolerance", self.tolerance, Self::TOLERANCE)?;
        within("success", u32::from(self.success), Self::SUCCESS)?;
        if let Mode::Timed(seconds) = self.mode {
            within("seconds", u32::from(seconds), Self::SECONDS)?;
        }
        if self.kinds.is_empty() {
            return Err(BadSetup::NoKinds);
        }
        if self.is_cleared() && self.kinds.iter().all(|k| k == Kind::Obstacle) {
            return Err(BadSetup::NothingToClear);
        }
        if let Some(board) = &self.board {
            self.check_board(board)?;
        }
        Ok(())
    }
}

impl Setup {
    /// Whether special cells have to be cleared.
    pub fn is_cleared(&self) -> bool {
        self.mode == Mode::Level && self.goals.has(GoalKind::Clear)
    }

    /// Refuses a board that cannot be played.
    fn check_board(&self, board: &LevelGenome) -> Result<(), BadSetup> {
        let layout = board.layout();
        let wrong = Feasibility::of(self.size, &layout).violation();
        if wrong > 0 {
            return Err(BadSetup::Board(wrong));
        }
        if self.is_cleared() && (layout.blocked | layout.overlays).is_empty() {
            return Err(BadSetup::NothingToClear);
        }
        Ok(())
    }
}

fn within(name: &'static str, value: u32, range: RangeInclusive<u32>) -> Result<(), BadSetup> {
    let (min, max) = (*range.start(), *range.end());
    range.contains(&value).then_some(()).ok_or(BadSetup::Range {
        name,
        value,
        min,
        max,
    })
}
