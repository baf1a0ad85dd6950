//! The setup of a descent and its text in game ids.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use super::enemies::shipped;
use super::graph::generator::{DungeonSpec, Method};
use super::graph::problem::GraphProblem;
use super::graph::weights::WeightsError;
use super::heredity::Learning;
use super::map::graph_code::GraphCodeError;
use super::map::{Dungeon, Graph, Locks, Theme};
use super::rules::breed_code::BreedCodeError;
use super::rules::enemy::MAX_STRENGTH;
use super::rules::{Breed, MAX_BOONS, Roster};
use crate::base::{RangeError, SHORT, check_range, excerpt};
use crate::generation::Problem;
use crate::session::Difficulty;

/// The most rooms to which dungeons grow with their depth. Known game ids depend on it.
const MOST_GROWN_ROOMS: u8 = 40;

/// Everything that a descent starts from, except the search and the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The number of dungeons, [`Setup::DEPTHS`].
    pub depths: u8,
    /// The specification of the first dungeon; each deeper one may have a room more.
    pub spec: DungeonSpec,
    /// The strength of the enemies of the first dungeon, [`Setup::STRENGTHS`].
    pub strength: u8,
    /// The growth of the enemies' strength from each dungeon to the next one, in thirds, [`Setup::GROWTHS`]. `None` is
    /// the growth of ids from before there was a choice, which becomes faster with the depth.
    pub growth: Option<u8>,
    /// The enemies that replace the shipped ones of their kinds, at most [`MAX_CUSTOM_ENEMIES`].
    pub custom_enemies: Vec<Arc<Breed>>,
    /// Whether the game is a fight against the custom enemy in the arena instead of a descent.
    pub arena: bool,
    /// The kinds of enemies that learn. Unless it is off, those of each dungeon but the first descend from those in the
    /// dungeon above.
    pub learning: Learning,
    /// The graph of the first dungeon, if it is not to be evolved.
    pub graph: Option<Box<Graph>>,
    /// The locks of this graph, if they are not to be drawn.
    pub locks: Option<Box<Locks>>,
}

/// The largest number of custom enemies.
pub const MAX_CUSTOM_ENEMIES: usize = 4;

impl Default for Setup {
    fn default() -> Self {
        Setup::of(Difficulty::default())
    }
}

/// The reason why a text or numbers are not a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text does not have the form of a setup.
    #[error("\"{0}\" is not a setup of the dungeon; one looks like d5f2r16s12e2c1l1")]
    Shape(String),
    /// A number is outside its range.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// The weights of the fitness are invalid.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// An enemy is invalid.
    #[error(transparent)]
    Enemy(#[from] BreedCodeError),
    /// The text of the graph is invalid.
    #[error(transparent)]
    Graph(#[from] GraphCodeError),
    /// The graph cannot be played.
    #[error(
        "the graph of the first dungeon cannot be played: its rooms are not joined, or have too many connections"
    )]
    Unplayable,
    /// The locks do not suit the graph.
    #[error(
        "the locks of the first dungeon do not suit it: a room or a connection is missing, or a key lies behind its own \
         lock"
    )]
    Locks,
    /// There are too many custom enemies, or not exactly one for the arena.
    #[error(
        "a dungeon takes up to {MAX_CUSTOM_ENEMIES} enemies of your own, and the arena 1, but there are {0}"
    )]
    CustomEnemies(usize),
}

impl Setup {
    /// The range of [`Setup::depths`].
    pub const DEPTHS: RangeInclusive<u8> = 1..=MAX_BOONS as u8 + 1;
    /// The range of [`Setup::strength`].
    pub const STRENGTHS: RangeInclusive<u8> = 1..=8;

    /// The range of [`Setup::growth`].
    pub const GROWTHS: RangeInclusive<u8> = 0..=12;

    /// The setup of a difficulty. The enemies of each next dungeon are so much stronger that fewer heroes come through
    /// it, although they have found more.
    pub fn of(difficulty: Difficulty) -> Self {
        let (depths, rooms, growth) = match difficulty {
            Difficulty::Easy => (3, 6, 5),
            Difficulty::Normal => (5, 6, 5),
            Difficulty::Hard => (5, 8, 6),
            Difficulty::Expert => (6, 8, 6),
        };
        Setup {
            depths,
            spec: DungeonSpec {
                rooms,
                has_ground: true,
                ..DungeonSpec::default()
            },
            strength: 1,
            growth: Some(growth),
            custom_enemies: Vec::new(),
            arena: false,
            learning: Learning::AllKinds,
            graph: None,
            locks: None,
        }
    }

    /// The same setup with another first dungeon: a graph, with its locks if they are given, or one that evolves.
    pub fn with_first(self, graph: Option<Graph>, locks: Option<Locks>) -> Self {
        Setup {
            graph: graph.map(Box::new),
            locks: locks.map(Box::new),
            ..self
        }
    }

    /// The setup of a fight in the arena against enemies of a breed.
    pub fn arena(breed: Arc<Breed>) -> Self {
        Setup {
            depths: 1,
            strength: breed.strength.min(*Self::STRENGTHS.end()),
            custom_enemies: vec![breed],
            arena: true,
            learning: Learning::Off,
            ..Setup::default()
        }
    }

    /// The breeds of the descent: the custom enemies, and the shipped ones of all other kinds.
    pub fn roster(&self) -> Roster {
        let is_replaced = |kind| self.custom_enemies.iter().any(|enemy| enemy.kind == kind);
        let others = shipped::shipped_roster()
            .iter()
            .filter(|breed| !is_replaced(breed.kind));
        others.chain(&self.custom_enemies).cloned().collect()
    }

    /// Returns an error for the first value that is not allowed.
    pub fn check(&self) -> Result<(), SetupError> {
        self.spec.check()?;
        check_range("depths", self.depths, Self::DEPTHS)?;
        check_range("strength", self.strength, Self::STRENGTHS)?;
        if let Some(growth) = self.growth {
            check_range("growth", growth, Self::GROWTHS)?;
        }
        let count = self.custom_enemies.len();
        if count > MAX_CUSTOM_ENEMIES || self.arena && count != 1 {
            return Err(SetupError::CustomEnemies(count));
        }
        let is_unplayable = |graph: &Graph| GraphProblem::usual().violation(graph) > 0;
        if self.graph.as_deref().is_some_and(is_unplayable) {
            return Err(SetupError::Unplayable);
        }
        if let Some(locks) = &self.locks {
            let suit = |graph: &Graph| Dungeon::can_have(graph, locks);
            if !self.graph.as_deref().is_some_and(suit) {
                return Err(SetupError::Locks);
            }
        }
        Ok(())
    }

    /// The specification of the dungeon at a depth, from 1. If rooms have ground, about half of them have that of the
    /// depth's theme.
    pub fn spec_at(&self, depth: u8) -> DungeonSpec {
        let rooms = self.spec.rooms.saturating_add(depth - 1);
        let theme = Theme::of_depth(depth).ground();
        DungeonSpec {
            theme: self.spec.has_ground.then_some(theme),
            rooms: rooms.min(MOST_GROWN_ROOMS).max(self.spec.rooms),
            ..self.spec
        }
    }

    /// The strength of the enemies at a depth, from 1.
    pub fn strength_at(&self, depth: u8) -> u8 {
        let depth = u16::from(depth);
        let thirds = self.growth.map_or(depth, u16::from) * depth.saturating_sub(1);
        // The growth is rounded to the nearest number.
        let strength = u16::from(self.strength) + (thirds + 1) / 3;
        strength.min(MAX_STRENGTH.into()) as u8
    }
}

/// Writes the setup as in game ids.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.arena {
            f.write_str("arena")?;
        } else {
            write!(f, "d{}f{}", self.depths, self.strength)?;
            if let Some(growth) = self.growth {
                write!(f, "i{growth}")?;
            }
            write!(f, "{}", self.spec)?;
        }
        f.write_str(self.learning.code())?;
        if let Some(graph) = &self.graph {
            write!(f, "_{graph}")?;
        }
        if let Some(locks) = &self.locks {
            write!(f, ".{locks}")?;
        }
        self.custom_enemies
            .iter()
            .try_for_each(|enemy| write!(f, "-{enemy}"))
    }
}

/// Parses the graph of the first dungeon, and its locks if they are given behind a dot.
fn parse_graph(text: &str) -> Result<(Option<Box<Graph>>, Option<Box<Locks>>), SetupError> {
    let (graph, locks) = match text.split_once('.') {
        Some((graph, locks)) => (graph, Some(locks)),
        None => (text, None),
    };
    let graph = Box::new(graph.parse()?);
    let locks = locks.map(str::parse).transpose()?;
    Ok((Some(graph), locks.map(Box::new)))
}

/// Takes the number after a letter off the beginning of a text. Returns `Some(None)` if the letter is not there, and
/// `None` if the letter is not followed by a number from 0 to 255 as this program writes it.
fn take_number(text: &mut &str, letter: char) -> Option<Option<u8>> {
    let Some(after) = text.strip_prefix(letter) else {
        return Some(None);
    };
    let end = after.find(|c: char| !c.is_ascii_digit());
    let (digits, after) = after.split_at(end.unwrap_or(after.len()));
    *text = after;
    let is_canonical = digits.len() <= 3 && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| is_canonical).map(Some)
}

/// Reads the options that may follow the numbers: the ground, the method, the weights and the learning. Returns whether
/// the text has no other parts.
fn read_options(setup: &mut Setup, mut text: &str) -> Result<bool, SetupError> {
    if let Some(after) = text.strip_prefix('g') {
        setup.spec.has_ground = true;
        text = after;
    }
    if let Some(after) = text.strip_prefix('o') {
        setup.spec.method = Method::Original;
        text = after;
    }
    // The longest code is tried first, because one code is the beginning of another one.
    for learning in [Learning::AllKinds, Learning::OneKind] {
        if let Some(before) = text.strip_suffix(learning.code()) {
            setup.learning = learning;
            text = before;
            break;
        }
    }
    setup.spec.weights = setup.spec.method.weights();
    if let Some(weights) = text.strip_prefix('w') {
        setup.spec.weights = weights.parse()?;
        return Ok(true);
    }
    Ok(text.is_empty())
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let shape = || SetupError::Shape(excerpt(text, SHORT));
        let mut parts = text.split('-');
        let mut rest = parts.next().unwrap_or_default();
        let custom_enemies = parts.map(|part| Ok(Arc::new(part.parse::<Breed>()?)));
        let custom_enemies = custom_enemies.collect::<Result<Vec<_>, SetupError>>()?;
        let (mut graph, mut locks) = (None, None);
        if let Some((spec, code)) = rest.split_once('_') {
            (graph, locks) = parse_graph(code)?;
            rest = spec;
        }
        if rest == "arena" {
            if graph.is_some() {
                return Err(shape());
            }
            let [enemy] = custom_enemies.as_slice() else {
                return Err(SetupError::CustomEnemies(custom_enemies.len()));
            };
            return Ok(Setup::arena(Arc::clone(enemy)));
        }
        let mut number = |letter| take_number(&mut rest, letter).ok_or_else(shape);
        let mut needed = |letter| number(letter)?.ok_or_else(shape);
        let (depths, strength) = (needed('d')?, needed('f')?);
        let growth = number('i')?;
        let mut needed = |letter| number(letter)?.ok_or_else(shape);
        let mut setup = Setup {
            depths,
            strength,
            growth,
            spec: DungeonSpec {
                rooms: needed('r')?,
                side: needed('s')?,
                enemies: needed('e')?,
                chests: needed('c')?,
                locks: needed('l')?,
                ..DungeonSpec::default()
            },
            custom_enemies,
            arena: false,
            learning: Learning::Off,
            graph,
            locks,
        };
        if !read_options(&mut setup, rest)? {
            return Err(shape());
        }
        setup.check()?;
        Ok(setup)
    }
}
