//! The journey: an unending chain of levels whose difficulty follows the results of the player.

use serde::{Deserialize, Serialize};

use super::contents::{Contents, Novelty};
use crate::games::match3::level::{Difficulty, LevelGenome, Rate, Setup, Symmetry};
use crate::games::match3::playtest::board_seeds;
use crate::games::match3::rules::Size;
use crate::generation::{Purpose, Seed, Stream};
use crate::session::GameId;

/// A level of the journey that the player has reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Stop", deny_unknown_fields)]
pub struct JourneyStop {
    /// The game id of its level.
    pub id: String,
    /// The text of its setup with its board.
    pub board: String,
    /// The success rate in percent: that of the player, if it was made for them, or that of the reference player.
    pub rate: f64,
    /// The most stars so far, 0 to 3; 0 means that it is not won yet.
    pub stars: u8,
    /// The most points so far.
    pub best: u32,
    /// The number of times that the player has finished it.
    pub tries: u32,
}

impl JourneyStop {
    /// Whether it was made for the player, as they were known when it evolved.
    pub fn is_for_player(&self) -> bool {
        let setup = self.board.parse::<Setup>();
        setup.is_ok_and(|setup| setup.intended_player.is_known())
    }
}

/// All stops so far, and the difficulty of the next one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journey {
    /// The text of the seed. The seed and the results of the player decide all levels.
    pub seed: String,
    /// The wanted success rate of the next stop, in percent.
    pub rate: u8,
    /// The stops in their order. All but the last one are won.
    pub stops: Vec<JourneyStop>,
}

/// The reason why a journey from a file is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JourneyError {
    /// The seed is invalid.
    #[error(transparent)]
    Seed(#[from] crate::base::SeedError),
    /// The rate is out of range.
    #[error("the rate is {0}, but must be from {min} to {max}", min = Journey::MIN_RATE, max = Journey::MAX_RATE)]
    Rate(u8),
    /// A stop is invalid.
    #[error("stop {number}: {why}")]
    Stop {
        /// The number of the stop, from 1.
        number: usize,
        /// The reason.
        why: String,
    },
}

/// The percentage points by which the wanted success rate falls, by the stars of the result; after a loss, with 0
/// stars, it rises. With two stars in three of five tries the rate stays about the same.
const RATE_STEPS: [i32; 4] = [-6, 3, 4, 6];

/// The number of tries after which the levels of a stop are no longer recognised.
const MOST_TRIES: u32 = 1_000;

impl Journey {
    /// The success rate of the hardest stops, in percent.
    pub const MIN_RATE: u8 = 15;
    /// The success rate of the easiest stops and of the first one, in percent.
    pub const MAX_RATE: u8 = 90;

    /// A journey without stops.
    pub fn new(seed: Seed) -> Self {
        Journey {
            seed: seed.to_string(),
            rate: Journey::MAX_RATE,
            stops: Vec::new(),
        }
    }

    /// Checks a journey that comes from a file.
    pub fn check(&self) -> Result<(), JourneyError> {
        let _: Seed = self.seed.parse()?;
        if !(Journey::MIN_RATE..=Journey::MAX_RATE).contains(&self.rate) {
            return Err(JourneyError::Rate(self.rate));
        }
        for (at, stop) in self.stops.iter().enumerate() {
            let number = at + 1;
            let invalid = |why: String| JourneyError::Stop { number, why };
            let id: Result<GameId, _> = stop.id.parse();
            id.map_err(|error| invalid(error.to_string()))?;
            let setup: Result<Setup, _> = stop.board.parse();
            let setup = setup.map_err(|error| invalid(error.to_string()))?;
            if setup.board.is_none() {
                return Err(invalid("it has no board".to_owned()));
            }
            let last = number == self.stops.len();
            if stop.stars > 3 || stop.stars == 0 && !last {
                return Err(invalid(format!("it has {} stars", stop.stars)));
            }
        }
        Ok(())
    }

    /// The seed; 0 if its text is invalid.
    pub fn seed(&self) -> Seed {
        self.seed.parse().unwrap_or(Seed(0))
    }

    /// The index of the stop to play next: the last one until it is won, then a new one.
    pub fn next_index(&self) -> u32 {
        let open = self.stops.last().is_some_and(|stop| stop.stars == 0);
        self.stops.len() as u32 - u32::from(open)
    }

    /// The text that decides the name of a stop. An easier level of a stop that was lost keeps the name.
    pub fn naming_text(&self, index: u32) -> String {
        format!("{} {index}", self.seed)
    }

    /// The stars of all stops together.
    pub fn stars(&self) -> u32 {
        self.stops.iter().map(|stop| u32::from(stop.stars)).sum()
    }

    /// The setup and the seed of the next stop. After each lost try they give another level, which is easier.
    pub fn next_setup(&self) -> (Setup, Seed) {
        let number = self.next_index();
        let tries = self.stops.get(number as usize).map_or(0, |stop| stop.tries);
        let seed = self.seed().child(u64::from(number)).child(tries.into());
        (setup_of(number, self.rate, seed), seed)
    }

    /// The new thing in the next stop; `None` if the stop has none.
    pub fn next_novelty(&self) -> Option<Novelty> {
        Novelty::of(self.next_index())
    }

    /// Whether the next stop is still to be evolved: every stop so far is won.
    pub fn is_next_new(&self) -> bool {
        self.next_index() as usize == self.stops.len()
    }

    /// Sets the success rate that the next stop aims at, as a percentage. Results change it from there.
    pub fn set_rate(&mut self, rate: u8) {
        self.rate = rate.clamp(Journey::MIN_RATE, Journey::MAX_RATE);
    }

    /// Whether a level is that of a stop, because it has evolved from the same seed. A level of an earlier journey,
    /// and a level that an easier one has replaced, have other seeds.
    pub fn is_level_of(&self, number: u32, id: &GameId) -> bool {
        let stop = self.stops.get(number as usize);
        let own = stop.and_then(|stop| stop.id.parse::<GameId>().ok());
        own.is_some_and(|own| own.seed == id.seed)
    }

    /// Whether a level has evolved for a stop of this journey: from one of the seeds that the stop has had, as the
    /// watched board or as one of its siblings.
    fn has_made(&self, number: u32, id: &GameId) -> bool {
        let seed = self.seed().child(u64::from(number));
        let tries = self.stops.get(number as usize).map_or(0, |stop| stop.tries);
        // The number of tries in a file may be anything.
        let mut seeds = (0..=tries.min(MOST_TRIES)).map(|tries| seed.child(tries.into()));
        self.is_level_of(number, id)
            || seeds.any(|seed| board_seeds(seed).any(|one| one == id.seed))
    }

    /// Adds a stop that the player has reached, or replaces the last one while it is not won. A level that did not
    /// evolve in this journey changes nothing.
    pub fn add_stop(
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
            || !self.has_made(number, id)
            || old.is_some_and(|stop| stop.id == id.to_string() || stop.stars > 0)
        {
            return;
        }
        let stop = JourneyStop {
            id: id.to_string(),
            board: setup.with_board(board).to_string(),
            rate,
            stars: 0,
            best: 0,
            tries: old.map_or(0, |stop| stop.tries),
        };
        self.stops.truncate(at);
        self.stops.push(stop);
    }

    /// Records that the player has finished a stop; 0 stars mean that the player lost. Only results of the next stop
    /// change the difficulty.
    pub fn record_result(&mut self, number: u32, stars: u8, points: u32) {
        let is_next = number == self.next_index();
        let Some(stop) = self.stops.get_mut(number as usize) else {
            return;
        };
        stop.tries = stop.tries.saturating_add(1);
        stop.stars = stop.stars.max(stars.min(3));
        stop.best = stop.best.max(points);
        if is_next {
            let rate = i32::from(self.rate) - RATE_STEPS[usize::from(stars.min(3))];
            let rate = rate.clamp(Journey::MIN_RATE.into(), Journey::MAX_RATE.into());
            self.rate = rate as u8;
        }
    }
}

/// The setup of a stop. Size, symmetry and contents vary.
fn setup_of(number: u32, rate: u8, seed: Seed) -> Setup {
    let mut rng = seed.stream(Purpose::Layout);
    let side = |rng: &mut Stream| 7 + rng.random_below(3) as u8;
    let (rows, cols) = (side(&mut rng), side(&mut rng));
    let size = Size::new(rows, cols).unwrap_or_else(|_| Setup::default().size);
    let mut setup = Setup::of(Difficulty::Normal, size);
    let contents = Contents::of(number, &mut rng);
    (setup.colours, setup.kinds, setup.goals) = (contents.colours, contents.kinds, contents.goals);
    setup.symmetry = *rng.choose(&Symmetry::ALL).unwrap_or(&Symmetry::None);
    setup.success = rate;
    setup.wanted = Rate::near(rate).wanted(size);
    setup
}
