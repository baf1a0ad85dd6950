//! Generates dungeons: a graph evolves, and the picked individual is locked and laid out.

use std::fmt;
use std::ops::RangeInclusive;

use super::fitness::Weights;
use super::operators::Bounds;
use super::problem::GraphProblem;
use crate::games::dungeon::map::{Dungeon, MAX_LOCKS, MAX_ROOMS};
use crate::generation::search::OutOfRange;
use crate::generation::{Again, NotThere, Pick, Search, Seed};

/// The specification of a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DungeonSpec {
    /// The largest number of rooms, [`DungeonSpec::ROOMS`].
    pub rooms: u8,
    /// The longest side of a room in cells, [`DungeonSpec::SIDES`].
    pub side: u8,
    /// The largest number of enemies of a room, [`DungeonSpec::ENEMIES`].
    pub enemies: u8,
    /// The largest number of chests of a room, [`DungeonSpec::CHESTS`].
    pub chests: u8,
    /// The largest number of locks besides the exit's, [`DungeonSpec::LOCKS`].
    pub locks: u8,
    /// The weights of the fitness terms.
    pub weights: WeightsInTenths,
}

/// The weights of the fitness terms in tenths and in the order of the terms, each from
/// -[`WeightsInTenths::MAX`] to [`WeightsInTenths::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WeightsInTenths(pub [i16; 7]);

impl WeightsInTenths {
    /// The largest weight in tenths.
    pub const MAX: i16 = 500;

    /// The weights as they enter the fitness.
    pub fn to_weights(self) -> Weights {
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

impl Default for WeightsInTenths {
    /// Returns [`Weights::GAME`] in tenths.
    fn default() -> Self {
        WeightsInTenths([10, -10, 3, 10, 10, 10, 180])
    }
}

/// Writes the weights as in game ids: the numbers are separated by dots, and an n follows a negative one.
impl fmt::Display for WeightsInTenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, tenths) in self.0.iter().enumerate() {
            let dot = if at > 0 { "." } else { "" };
            let sign = if *tenths < 0 { "n" } else { "" };
            write!(f, "{dot}{}{sign}", tenths.abs())?;
        }
        Ok(())
    }
}

/// A text that is not a list of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" are no weights of a fitness: write seven tenths as 10.10n.3.10.10.10.180, n after negative \
     ones, up to {most}",
    most = WeightsInTenths::MAX
)]
pub struct WeightsError(String);

impl std::str::FromStr for WeightsInTenths {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let error = || WeightsError(text.chars().take(60).collect());
        let one = |part: &str| -> Option<i16> {
            let digits = part.strip_suffix('n').unwrap_or(part);
            let canonical = digits == "0" && part == "0"
                || !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
            let tenths: i16 = canonical.then(|| digits.parse().ok())??;
            let sign = if digits.len() < part.len() { -1 } else { 1 };
            (tenths <= WeightsInTenths::MAX).then_some(sign * tenths)
        };
        let parts: Option<Vec<i16>> = text.split('.').map(one).collect();
        let parts: Option<[i16; 7]> = parts.and_then(|parts| parts.try_into().ok());
        parts.map(WeightsInTenths).ok_or_else(error)
    }
}

impl Default for DungeonSpec {
    fn default() -> Self {
        DungeonSpec {
            rooms: 16,
            side: 12,
            enemies: 2,
            chests: 1,
            locks: 1,
            weights: WeightsInTenths::default(),
        }
    }
}

/// A number that is outside its range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {value}, but must be from {min} to {max}")]
pub struct RangeError {
    /// The name of the number.
    pub name: &'static str,
    /// The value.
    pub value: u8,
    /// The smallest value allowed.
    pub min: u8,
    /// The largest value allowed.
    pub max: u8,
}

impl RangeError {
    /// Returns an error unless a range holds the value.
    pub fn check(
        name: &'static str,
        value: u8,
        range: RangeInclusive<u8>,
    ) -> Result<(), RangeError> {
        if range.contains(&value) {
            return Ok(());
        }
        let (min, max) = range.into_inner();
        Err(RangeError {
            name,
            value,
            min,
            max,
        })
    }
}

impl DungeonSpec {
    /// The range of [`DungeonSpec::rooms`].
    pub const ROOMS: RangeInclusive<u8> = 6..=MAX_ROOMS as u8;
    /// The range of [`DungeonSpec::side`].
    pub const SIDES: RangeInclusive<u8> = 6..=40;
    /// The range of [`DungeonSpec::enemies`].
    pub const ENEMIES: RangeInclusive<u8> = 0..=4;
    /// The range of [`DungeonSpec::chests`].
    pub const CHESTS: RangeInclusive<u8> = 0..=2;
    /// The range of [`DungeonSpec::locks`].
    pub const LOCKS: RangeInclusive<u8> = 0..=MAX_LOCKS;

    /// Returns an error for the first number outside its range.
    pub fn check(&self) -> Result<(), RangeError> {
        RangeError::check("rooms", self.rooms, Self::ROOMS)?;
        RangeError::check("side", self.side, Self::SIDES)?;
        RangeError::check("enemies", self.enemies, Self::ENEMIES)?;
        RangeError::check("chests", self.chests, Self::CHESTS)?;
        RangeError::check("locks", self.locks, Self::LOCKS)
    }

    /// The problem whose best graph becomes the dungeon.
    pub fn problem(&self) -> GraphProblem {
        let bounds = Bounds {
            founders: (self.rooms / 2).max(6)..=self.rooms,
            max_rooms: self.rooms,
            sides: 5..=self.side,
            enemies: self.enemies,
            chests: self.chests,
        };
        GraphProblem {
            bounds,
            weights: self.weights.to_weights(),
            ..GraphProblem::usual()
        }
    }
}

/// Writes the specification as in game ids, with the weights only if they are not the default ones.
impl fmt::Display for DungeonSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DungeonSpec {
            rooms,
            side,
            enemies,
            chests,
            locks,
            weights,
        } = self;
        write!(f, "r{rooms}s{side}e{enemies}c{chests}l{locks}")?;
        if *weights == WeightsInTenths::default() {
            return Ok(());
        }
        write!(f, "w{weights}")
    }
}

/// The reason why no dungeon can be generated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerateError {
    /// A number of the specification is outside its range.
    #[error(transparent)]
    Spec(#[from] RangeError),
    /// A parameter of the search is outside its range.
    #[error(transparent)]
    Search(#[from] OutOfRange),
    /// The special rooms are not connected.
    #[error("the start, the key and the exit are not connected")]
    Disconnected,
    /// The run has no playable individual for the pick.
    #[error(transparent)]
    Pick(#[from] NotThere),
}

/// Evolves a dungeon. The same arguments always give the same one.
pub fn generate(
    spec: &DungeonSpec,
    search: &Search,
    seed: Seed,
    pick: Pick,
) -> Result<Dungeon, GenerateError> {
    spec.check()?;
    let mut run = Again::new(spec.problem(), search, seed, pick)?;
    while !run.step() {}
    let best = run.individual()?.genome;
    Dungeon::of(&best, spec.locks, seed).ok_or(GenerateError::Disconnected)
}
