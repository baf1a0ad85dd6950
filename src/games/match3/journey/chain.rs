//! The journey: an unending chain of levels whose difficulty follows how the player does.

use serde::{Deserialize, Serialize};

use crate::games::match3::level::{
    Difficulty, GoalKind, GoalKinds, LevelGenome, Rate, Setup, Symmetry,
};
use crate::games::match3::rules::{Kind, Kinds, Size};
use crate::generation::{Purpose, Seed, Stream};
use crate::session::GameId;

/// A level that was reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The game id of its level.
    pub id: String,
    /// Its setup with its board, as in game ids.
    pub board: String,
    /// How many of 100 tries by the reference player succeed.
    pub rate: f64,
    /// Most stars so far, 0 to 3; 0 is not won yet.
    pub stars: u8,
    /// Most points so far.
    pub best: u32,
    /// How often it was played to an end.
    pub tries: u32,
}

/// All stops so far, and what comes next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journey {
    /// All levels follow from it and from how the player does.
    pub seed: String,
    /// How many of 100 tries shall succeed at the next stop.
    pub rate: u8,
    /// The stops, the first one first; only the last may not be won yet.
    pub stops: Vec<Stop>,
}

/// Why a journey that was read cannot be gone on with.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadJourney {
    /// The seed is none.
    #[error(transparent)]
    Seed(#[from] crate::base::SeedError),
    /// A rate that no level has.
    #[error("the rate is {0}, but must be from {min} to {max}", min = Journey::LEAST, max = Journey::MOST)]
    Rate(u8),
    /// A stop that cannot be played.
    #[error("stop {number}: {why}")]
    Stop {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl Journey {
    /// The hardest it becomes.
    pub const LEAST: u8 = 15;
    /// The easiest, and how it begins.
    pub const MOST: u8 = 90;

    /// At its beginning.
    pub fn new(seed: Seed) -> Self {
        Journey {
            seed: seed.to_string(),
            rate: Journey::MOST,
            stops: Vec::new(),
        }
    }

    /// Refuses what cannot be gone on with.
    pub fn check(&self) -> Result<(), BadJourney> {
        let _: Seed = self.seed.parse()?;
        if !(Journey::LEAST..=Journey::MOST).contains(&self.rate) {
            return Err(BadJourney::Rate(self.rate));
        }
        for (at, stop) in self.stops.iter().enumerate() {
            let number = at + 1;
            let bad = |why: String| BadJourney::Stop { number, why };
            let id: Result<GameId, _> = stop.id.parse();
            id.map_err(|error| bad(error.to_string()))?;
            let setup: Result<Setup, _> = stop.board.parse();
            let setup = setup.map_err(|error| bad(error.to_string()))?;
            if setup.board.is_none() {
                return Err(bad("it has no board".to_owned()));
            }
            let last = number == self.stops.len();
            if stop.stars > 3 || stop.stars == 0 && !last {
                return Err(bad(format!("it has {} stars", stop.stars)));
            }
        }
        Ok(())
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed.parse().unwrap_or(Seed(0))
    }

    /// Which stop is to be played next: the last one until it is won, then a new one; counted from 0.
    pub fn next(&self) -> u32 {
        let open = self.stops.last().is_some_and(|stop| stop.stars == 0);
        self.stops.len() as u32 - u32::from(open)
    }

    /// Stars altogether.
    pub fn stars(&self) -> u32 {
        self.stops.iter().map(|stop| u32::from(stop.stars)).sum()
    }

    /// What the level of the next stop shall be like, and its seed. Who has lost it gets another, easier one.
    pub fn wish(&self) -> (Setup, Seed) {
        let number = self.next();
        let tries = self.stops.get(number as usize).map_or(0, |stop| stop.tries);
        let seed = self.seed().child(u64::from(number)).child(tries.into());
        (setup_of(number, self.rate, seed), seed)
    }

    /// Another level has been reached, or stands in for the last one.
    pub fn arrive(
        &mut self,
        number: u32,
        id: &GameId,
        setup: &Setup,
        board: LevelGenome,
        rate: f64,
    ) {
        let at = number as usize;
        let old = self.stops.get(at);
        if at > self.stops.len()
            || old.is_some_and(|stop| stop.id == id.to_string() || stop.stars > 0)
        {
            return;
        }
        let stop = Stop {
            id: id.to_string(),
            board: setup.on(board).to_string(),
            rate,
            stars: 0,
            best: 0,
            tries: old.map_or(0, |stop| stop.tries),
        };
        self.stops.truncate(at);
        self.stops.push(stop);
    }

    /// A stop has been played to its end: 0 stars is lost. The difficulty follows the last stop until it is won.
    pub fn record(&mut self, number: u32, stars: u8, points: u32) {
        let leads = number == self.next();
        let Some(stop) = self.stops.get_mut(number as usize) else {
            return;
        };
        stop.tries = stop.tries.saturating_add(1);
        stop.stars = stop.stars.max(stars.min(3));
        stop.best = stop.best.max(points);
        if leads {
            let rate = i32::from(self.rate) - STEPS[usize::from(stars.min(3))];
            let rate = rate.clamp(Journey::LEAST.into(), Journey::MOST.into());
            self.rate = rate as u8;
        }
    }
}

/// By how much the rate falls, by the stars that were won. Who wins three of five with two stars stays where they are.
const STEPS: [i32; 4] = [-6, 3, 4, 6];

/// A level of its own for every stop: sizes, goals, kinds and symmetry vary, and become more by and by.
fn setup_of(number: u32, rate: u8, seed: Seed) -> Setup {
    let mut rng = seed.stream(Purpose::Layout);
    let side = |rng: &mut Stream| 7 + rng.below(3) as u8;
    let (rows, cols) = (side(&mut rng), side(&mut rng));
    let size = Size::new(rows, cols).unwrap_or_else(|_| Setup::default().size);
    let mut setup = Setup::of(Difficulty::Normal, size);
    setup.colours = if number < 3 {
        5
    } else {
        5 + rng.below(2) as u8
    };
    setup.kinds = kinds_of(number, &mut rng);
    setup.goals = goals_of(number, &mut rng);
    setup.symmetry = *rng.pick(&Symmetry::ALL).unwrap_or(&Symmetry::None);
    setup.success = rate;
    setup.wanted = Rate::near(rate).wanted(size);
    setup
}

/// Kinds that are known at a stop, two or three of them at a time.
fn kinds_of(number: u32, rng: &mut Stream) -> Kinds {
    const ORDER: [Kind; 9] = [
        Kind::Blocked1,
        Kind::Overlay1,
        Kind::Blocked2,
        Kind::Obstacle,
        Kind::Overlay2,
        Kind::Blocked3,
        Kind::Overlay3,
        Kind::Blocked4,
        Kind::Overlay4,
    ];
    let known = (1 + number as usize / 2).min(ORDER.len());
    let mut some = ORDER[..known].to_vec();
    rng.shuffle(&mut some);
    some.truncate(2 + rng.below(2) as usize);
    let mut kinds: Kinds = some.into_iter().collect();
    // Something that can be broken.
    kinds.set(Kind::Blocked1, true);
    kinds
}

/// One goal at first, later two or three at once.
fn goals_of(number: u32, rng: &mut Stream) -> GoalKinds {
    const MIXED: [&[GoalKind]; 6] = [
        &[GoalKind::Collect],
        &[GoalKind::Score],
        &[GoalKind::Collect, GoalKind::Second],
        &[GoalKind::Clear],
        &[GoalKind::Collect, GoalKind::Score],
        &[GoalKind::Collect, GoalKind::Clear],
    ];
    let known = match number {
        0 => 1,
        1 => 2,
        _ => (2 + number as usize / 2).min(MIXED.len()),
    };
    let kinds = MIXED[rng.below(known as u32) as usize];
    let first = GoalKinds::from(kinds[0]);
    kinds.iter().fold(first, |all, kind| all.with(*kind, true))
}
