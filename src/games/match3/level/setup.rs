//! What a player asks for when a level is to be made, and its short text.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// What kind of goal a level gets; how much of it follows from the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GoalKind {
    /// Collect blocks of one colour.
    Collect,
    /// Break all special cells.
    Clear,
    /// Reach a score.
    Score,
}

impl GoalKind {
    /// All of them.
    pub const ALL: [GoalKind; 3] = [Self::Collect, Self::Clear, Self::Score];
}

/// Where the kind of a special cell comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KindGenes {
    /// It is part of the gene and inherited.
    Inherited,
    /// It is drawn anew for every child, as in the documents.
    Redrawn,
}

/// A wish for a level.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// What wins.
    pub goal: GoalKind,
    /// How many of 100 plays by the automatic player shall end within the move limit, 5 to 95.
    pub success: u8,
    /// Whether matches of four and more make power pieces.
    pub powers: bool,
    /// Whether it is its own mirror image.
    pub symmetry: Symmetry,
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
    /// The text is not a setup.
    #[error("\"{0}\" is not a match-3 setup, such as 9x9c6-p500")]
    Text(String),
}

impl Setup {
    /// Allowed tolerances.
    pub const TOLERANCE: RangeInclusive<u32> = 0..=1_000;
    /// Allowed rates of success, in percent.
    pub const SUCCESS: RangeInclusive<u32> = 5..=95;

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
            goal: GoalKind::Collect,
            success: Rate::of(difficulty).success,
            powers: true,
            symmetry: Symmetry::None,
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
        if self.kinds.is_empty() {
            return Err(BadSetup::NoKinds);
        }
        if self.goal == GoalKind::Clear && self.kinds.iter().all(|k| k == Kind::Obstacle) {
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

/// The short text: `9x9c6-p500`, then what differs from the usual: `t` tolerance, `k` kinds as a
/// number, `g` goal, `s` success in percent, `r` kinds redrawn, `n` no power pieces, `y` symmetry.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Setup::of(Difficulty::Normal, self.size);
        write!(f, "{}c{}-p{}", self.size, self.colours, self.wanted)?;
        if self.tolerance != usual.tolerance {
            write!(f, "t{}", self.tolerance)?;
        }
        if self.kinds != usual.kinds {
            write!(f, "k{}", self.kinds.code())?;
        }
        if self.goal != usual.goal {
            write!(f, "g{}", self.goal as u8)?;
        }
        if self.success != usual.success {
            write!(f, "s{}", self.success)?;
        }
        if self.genes != usual.genes {
            f.write_str("r")?;
        }
        if self.powers != usual.powers {
            f.write_str("n")?;
        }
        if self.symmetry != usual.symmetry {
            write!(f, "y{}", self.symmetry as u8)?;
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = BadSetup;

    fn from_str(text: &str) -> Result<Self, BadSetup> {
        let bad = || BadSetup::Text(text.chars().take(60).collect());
        let mut parts = Parts(text);
        let rows = parts.number().ok_or_else(bad)?;
        parts.letter('x').ok_or_else(bad)?;
        let cols = parts.number().ok_or_else(bad)?;
        let side = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
        let size = Size::new(side(rows), side(cols))?;
        let mut setup = Setup::of(Difficulty::Normal, size);
        parts.letter('c').ok_or_else(bad)?;
        setup.colours = side(parts.number().ok_or_else(bad)?);
        parts.letter('-').ok_or_else(bad)?;
        parts.letter('p').ok_or_else(bad)?;
        setup.wanted = parts.number().ok_or_else(bad)?;
        if parts.letter('t').is_some() {
            setup.tolerance = parts.number().ok_or_else(bad)?;
        }
        if parts.letter('k').is_some() {
            let code = parts.number().and_then(|n| u16::try_from(n).ok());
            setup.kinds = code.and_then(Kinds::of_code).ok_or_else(bad)?;
        }
        if parts.letter('g').is_some() {
            let goal = parts.number().and_then(|n| GoalKind::ALL.get(n as usize));
            setup.goal = *goal.ok_or_else(bad)?;
        }
        if parts.letter('s').is_some() {
            setup.success = side(parts.number().ok_or_else(bad)?);
        }
        if parts.letter('r').is_some() {
            setup.genes = KindGenes::Redrawn;
        }
        if parts.letter('n').is_some() {
            setup.powers = false;
        }
        if parts.letter('y').is_some() {
            let number = parts.number().and_then(|n| Symmetry::ALL.get(n as usize));
            setup.symmetry = *number.ok_or_else(bad)?;
        }
        if !parts.0.is_empty() {
            return Err(bad());
        }
        setup.check()?;
        Ok(setup)
    }
}

/// The rest of a short text.
struct Parts<'a>(&'a str);

impl Parts<'_> {
    fn letter(&mut self, letter: char) -> Option<()> {
        self.0 = self.0.strip_prefix(letter)?;
        Some(())
    }

    fn number(&mut self) -> Option<u32> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        number.parse().ok()
    }
}
