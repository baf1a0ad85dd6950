//! Generates dungeons: a graph evolves, and the picked individual is locked and laid out.

use std::fmt;
use std::ops::RangeInclusive;

use super::fitness::Weights;
use super::operators::Bounds;
use super::problem::GraphProblem;
use crate::base::{RangeError, check_range};
use crate::games::dungeon::map::{Dungeon, Graph, MAX_LOCKS, MAX_ROOMS};
use crate::generation::{EvolutionParameters, Pick, PickError, Rerun, Seed};

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
        check_range("rooms", self.rooms, Self::ROOMS)?;
        check_range("side", self.side, Self::SIDES)?;
        check_range("enemies", self.enemies, Self::ENEMIES)?;
        check_range("chests", self.chests, Self::CHESTS)?;
        check_range("locks", self.locks, Self::LOCKS)
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
    /// A number of the specification or of the search is outside its range.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// The special rooms are not connected.
    #[error("the start, the key and the exit are not connected")]
    Disconnected,
    /// The run has no playable individual for the pick.
    #[error(transparent)]
    Pick(#[from] PickError),
}

/// A dungeon on its way: the run of its graph, and what turns the graph into a dungeon.
pub struct DungeonRun {
    run: Rerun<GraphProblem>,
    spec: DungeonSpec,
    seed: Seed,
}

impl DungeonRun {
    /// Prepares the run. Refuses numbers outside their ranges.
    pub fn new(
        spec: &DungeonSpec,
        search: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Result<Self, GenerateError> {
        spec.check()?;
        Ok(DungeonRun {
            run: Rerun::new(spec.problem(), search, seed, pick)?,
            spec: *spec,
            seed,
        })
    }

    /// Evolves the dungeon here and now.
    pub fn finish_now(mut self) -> Result<Dungeon, GenerateError> {
        while !self.run.step() {}
        self.dungeon()
    }

    /// Evolves the dungeon in slices, so that the work can be dropped at any time.
    pub async fn finish(mut self) -> Result<Dungeon, GenerateError> {
        self.run.finish().await;
        self.dungeon()
    }

    fn dungeon(&self) -> Result<Dungeon, GenerateError> {
        dungeon_of(&self.run.individual()?.genome, &self.spec, self.seed)
    }
}

/// Evolves a dungeon here and now. The same arguments always give the same one.
pub fn generate(
    spec: &DungeonSpec,
    search: &EvolutionParameters,
    seed: Seed,
    pick: Pick,
) -> Result<Dungeon, GenerateError> {
    DungeonRun::new(spec, search, seed, pick)?.finish_now()
}

/// The dungeon that an evolved graph gives.
pub fn dungeon_of(graph: &Graph, spec: &DungeonSpec, seed: Seed) -> Result<Dungeon, GenerateError> {
    Dungeon::of(graph, spec.locks, seed).ok_or(GenerateError::Disconnected)
}
