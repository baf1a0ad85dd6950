//! From a wish to a dungeon: the graph evolves, what is best of it is locked and laid out.

use std::fmt;
use std::ops::RangeInclusive;

use super::graph::fitness::{Terms, Weights};
use super::graph::locks::{self, Locks, MOST_LOCKS};
use super::graph::operators::Bounds;
use super::graph::problem::GraphProblem;
use super::graph::{Graph, MOST_ROOMS};
use super::layout::{Layout, Passage, Way};
use crate::generation::search::OutOfRange;
use crate::generation::{Again, NotThere, Pick, Purpose, Search, Seed};

/// What a dungeon should be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wish {
    /// Most rooms, [`Wish::ROOMS`].
    pub rooms: u8,
    /// Longest side of a room, [`Wish::SIDES`].
    pub side: u8,
    /// Most enemies of a room, [`Wish::ENEMIES`].
    pub enemies: u8,
    /// Most chests of a room, [`Wish::CHESTS`].
    pub chests: u8,
    /// Locks beyond the exit's, up to [`MOST_LOCKS`].
    pub locks: u8,
    /// What the terms of the fitness are worth.
    pub tastes: Tastes,
}

/// What the terms of the fitness are worth, in tenths, in their order; each at most [`Tastes::MOST`], and at
/// least minus that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tastes(pub [i16; 7]);

impl Tastes {
    /// The largest.
    pub const MOST: i16 = 500;

    /// As weights of the fitness.
    pub fn weights(&self) -> Weights {
        let [distance, degree, rooms, chests, enemies, format, junctions] =
            self.0.map(|tenths| f64::from(tenths) / 10.0);
        Weights {
            distance,
            degree,
            rooms,
            chests,
            enemies,
            format,
            junctions,
            base: Weights::GAME.base,
        }
    }
}

impl Default for Tastes {
    /// [`Weights::GAME`].
    fn default() -> Self {
        Tastes([10, -10, 3, 10, 10, 10, 180])
    }
}

/// As in game ids: numbers parted by dots, n after negative ones.
impl fmt::Display for Tastes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, tenths) in self.0.iter().enumerate() {
            let dot = if at > 0 { "." } else { "" };
            let sign = if *tenths < 0 { "n" } else { "" };
            write!(f, "{dot}{}{sign}", tenths.abs())?;
        }
        Ok(())
    }
}

/// A text that gives no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" are no weights of a fitness: write seven tenths as 10.10n.3.10.10.10.180, n after negative \
     ones, up to {most}",
    most = Tastes::MOST
)]
pub struct BadTastes(String);

impl std::str::FromStr for Tastes {
    type Err = BadTastes;

    fn from_str(text: &str) -> Result<Self, BadTastes> {
        let bad = || BadTastes(text.chars().take(60).collect());
        let one = |part: &str| -> Option<i16> {
            let digits = part.strip_suffix('n').unwrap_or(part);
            let plain = digits == "0" && part == "0"
                || !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
            let tenths: i16 = plain.then(|| digits.parse().ok())??;
            let sign = if digits.len() < part.len() { -1 } else { 1 };
            (tenths <= Tastes::MOST).then_some(sign * tenths)
        };
        let parts: Option<Vec<i16>> = text.split('.').map(one).collect();
        let parts: Option<[i16; 7]> = parts.and_then(|parts| parts.try_into().ok());
        parts.map(Tastes).ok_or_else(bad)
    }
}

impl Default for Wish {
    fn default() -> Self {
        Wish {
            rooms: 16,
            side: 12,
            enemies: 2,
            chests: 1,
            locks: 1,
            tastes: Tastes::default(),
        }
    }
}

/// A number of a wish that is outside its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {value}, but must be from {min} to {max}")]
pub struct BadWish {
    /// What it is called.
    pub name: &'static str,
    /// The value given.
    pub value: u8,
    /// Smallest value allowed.
    pub min: u8,
    /// Largest value allowed.
    pub max: u8,
}

impl Wish {
    /// Rooms to wish for.
    pub const ROOMS: RangeInclusive<u8> = 6..=MOST_ROOMS as u8;
    /// Longest sides to wish for.
    pub const SIDES: RangeInclusive<u8> = 6..=40;
    /// Enemies of a room to wish for.
    pub const ENEMIES: RangeInclusive<u8> = 0..=4;
    /// Chests of a room to wish for.
    pub const CHESTS: RangeInclusive<u8> = 0..=2;
    /// Locks to wish for.
    pub const LOCKS: RangeInclusive<u8> = 0..=MOST_LOCKS;

    /// Refuses nonsense and names it.
    pub fn check(&self) -> Result<(), BadWish> {
        for (name, value, range) in [
            ("rooms", self.rooms, Self::ROOMS),
            ("side", self.side, Self::SIDES),
            ("enemies", self.enemies, Self::ENEMIES),
            ("chests", self.chests, Self::CHESTS),
            ("locks", self.locks, Self::LOCKS),
        ] {
            if !range.contains(&value) {
                let (min, max) = (*range.start(), *range.end());
                return Err(BadWish {
                    name,
                    value,
                    min,
                    max,
                });
            }
        }
        Ok(())
    }

    /// The problem whose best graph is the dungeon.
    pub fn problem(&self) -> GraphProblem {
        let bounds = Bounds {
            founders: (self.rooms / 2).max(6)..=self.rooms,
            most: self.rooms,
            sides: 5..=self.side,
            enemies: self.enemies,
            chests: self.chests,
        };
        GraphProblem {
            bounds,
            weights: self.tastes.weights(),
            ..GraphProblem::usual()
        }
    }
}

/// Rooms, longest side, enemies, chests and locks, as in game ids, and the weights if they are not the usual
/// ones.
impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wish {
            rooms,
            side,
            enemies,
            chests,
            locks,
            tastes,
        } = self;
        write!(f, "r{rooms}s{side}e{enemies}c{chests}l{locks}")?;
        if *tastes == Tastes::default() {
            return Ok(());
        }
        write!(f, "w{tastes}")
    }
}

/// A dungeon to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Dungeon {
    /// Its rooms and ways.
    pub graph: Graph,
    /// Its locks and where their keys are.
    pub locks: Locks,
    /// Its map.
    pub layout: Layout,
}

impl Dungeon {
    /// The dungeon of a graph that can be played, locked and laid out by a seed; `None` if its special rooms
    /// are not together.
    pub fn of(graph: &Graph, wished_locks: u8, seed: Seed) -> Option<Self> {
        let mut graph = graph.playable()?;
        // Nobody waits where one comes in.
        graph.room_mut(graph.roles.start).enemies = 0;
        let mut rng = seed.stream(Purpose::Layout);
        let locks = locks::draw(&graph, wished_locks, &mut rng);
        let layout = Layout::of(&graph, &locks, &mut rng);
        Some(Dungeon {
            graph,
            locks,
            layout,
        })
    }

    /// How many ways are pairs of portals.
    pub fn portals(&self) -> usize {
        let apart = |way: &&Way| matches!(way.passage, Passage::Portals(_));
        self.layout.ways.iter().filter(apart).count()
    }

    /// The terms of its fitness.
    pub fn terms(&self) -> Terms {
        Terms::of(&self.graph, self.graph.all())
    }
}

/// Why no dungeon came of a wish.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoDungeon {
    /// The wish is nonsense.
    #[error(transparent)]
    Wish(#[from] BadWish),
    /// The search cannot be run.
    #[error(transparent)]
    Search(#[from] OutOfRange),
    /// Its special rooms are not together.
    #[error("the start, the key and the exit are not connected")]
    Apart,
    /// Nothing that can be played was found.
    #[error(transparent)]
    Again(#[from] NotThere),
}

/// Evolves the dungeon of a wish: the same wish, search, seed and pick always give the same one.
pub fn generate(
    wish: &Wish,
    search: &Search,
    seed: Seed,
    pick: Pick,
) -> Result<Dungeon, NoDungeon> {
    wish.check()?;
    let mut again = Again::new(wish.problem(), search, seed, pick)?;
    while !again.step() {}
    let best = again.individual()?.genome;
    Dungeon::of(&best, wish.locks, seed).ok_or(NoDungeon::Apart)
}
