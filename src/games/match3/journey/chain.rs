//! The journey: an unending chain of levels whose difficulty follows the results of the player.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::contents::{Contents, Novelty};
use super::forks::SideDifference;
use super::seeds::seeds_of_try;
use crate::base::PlainError;
use crate::games::match3::level::{Difficulty, LevelGenome, Setup, Symmetry, WantedRate};
use crate::games::match3::playtest::board_seeds;
use crate::games::match3::rules::Size;
use crate::games::match3::stop_number::StopNumber;
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

    /// The success rate in percent that its level was made for; `None` if its text is invalid.
    pub fn wanted_rate(&self) -> Option<u8> {
        self.board.parse().ok().map(|setup: Setup| setup.success)
    }

    /// Checks a stop that comes from a file. The error says what is wrong with it.
    fn check(&self) -> Result<(), PlainError> {
        self.id.parse::<GameId>()?;
        let setup: Setup = self.board.parse()?;
        if setup.board.is_none() {
            return Err(PlainError::new("it has no board"));
        }
        match self.stars {
            0..=3 => Ok(()),
            stars => Err(PlainError::new(format!("it has {stars} stars"))),
        }
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
    /// The stops of side shoots, in any order. All but the last one of a shoot are won. Earlier versions had none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sides: BTreeMap<StopNumber, JourneyStop>,
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
        why: PlainError,
    },
    /// A side stop is invalid.
    #[error("side stop {number}: {why}")]
    Side {
        /// The number of the side stop.
        number: StopNumber,
        /// The reason.
        why: PlainError,
    },
}

/// The percentage points by which the wanted success rate falls, by the stars of the result; after a loss, with 0
/// stars, it rises. With two stars in three of five tries the rate stays about the same.
const RATE_STEPS: [i32; 4] = [-6, 3, 4, 6];

/// The number of tries after which the levels of a stop are no longer recognised.
const MOST_TRIES: u32 = 1_000;

/// The number of the first seed of side stops, among the child seeds of the stop where their side shoot begins. Smaller
/// numbers belong to the tries of that stop.
const FIRST_SIDE: u64 = 1 << 32;

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
            sides: BTreeMap::new(),
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
            let invalid = |why: PlainError| JourneyError::Stop { number, why };
            stop.check().map_err(invalid)?;
            if stop.stars == 0 && number < self.stops.len() {
                return Err(invalid(PlainError::new("it has 0 stars")));
            }
        }
        for (number, stop) in &self.sides {
            let number = *number;
            let invalid = |why: PlainError| JourneyError::Side { number, why };
            stop.check().map_err(invalid)?;
            if SideDifference::of(number).is_none() {
                return Err(invalid(PlainError::new("there is no such side stop")));
            }
            if !self.is_open(number) {
                return Err(invalid(PlainError::new("the stop before it is not won")));
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

    /// The number of the stop to play next on the main way.
    pub fn next_number(&self) -> StopNumber {
        StopNumber::on_main_way(self.next_index())
    }

    /// A stop that the player has reached, on the main way or on a side shoot.
    pub fn stop(&self, number: StopNumber) -> Option<&JourneyStop> {
        match number.is_side() {
            false => self.stops.get(number.main as usize),
            true => self.sides.get(&number),
        }
    }

    /// Whether a stop can be played: on the main way up to the next one, and on a side shoot if the stop before it is
    /// won.
    pub fn is_open(&self, number: StopNumber) -> bool {
        match number.before_on_shoot() {
            None => number.main <= self.next_index(),
            Some(before) => {
                let is_won = self.stop(before).is_some_and(|stop| stop.stars > 0);
                is_won && SideDifference::of(number).is_some()
            }
        }
    }

    /// The text that decides the name of a stop. An easier level of a stop that was lost keeps the name.
    pub fn naming_text(&self, number: StopNumber) -> String {
        match number.is_side() {
            false => format!("{} {}", self.seed, number.main),
            true => format!("{} {number}", self.seed),
        }
    }

    /// The stars of all stops of the main way together.
    pub fn stars(&self) -> u32 {
        self.stops.iter().map(|stop| u32::from(stop.stars)).sum()
    }

    /// The stars of all side stops together.
    pub fn side_stars(&self) -> u32 {
        self.sides.values().map(|stop| u32::from(stop.stars)).sum()
    }

    /// The setup and the seed of the next stop. After each lost try they give another level, which is easier.
    pub fn next_setup(&self) -> (Setup, Seed) {
        self.setup_of(self.next_number())
    }

    /// The setup and the seed of a level that is evolved now for the next stop or for a side stop. After each lost try
    /// they give another level. It is easier on the main way; a side stop keeps what its mark says.
    pub fn setup_of(&self, number: StopNumber) -> (Setup, Seed) {
        let tries = self.stop(number).map_or(0, |stop| stop.tries);
        let seed = self.seed_of(number).child(tries.into());
        let Some(difference) = SideDifference::of(number) else {
            return (setup_with_rate(number.main, self.rate, seed), seed);
        };
        let foot = self.stops.get(number.main as usize);
        let main_rate = foot.and_then(JourneyStop::wanted_rate);
        let rate = difference.rate(main_rate.unwrap_or(self.rate));
        let mut setup = setup_with_rate(number.main, rate, seed);
        difference.apply(&mut setup);
        (setup, seed)
    }

    /// The seed of a stop, from which those of its levels follow.
    fn seed_of(&self, number: StopNumber) -> Seed {
        let main = self.seed().child(number.main.into());
        match number.side {
            0 => main,
            side => main.child(FIRST_SIDE + u64::from(side)),
        }
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
    pub fn is_level_of(&self, number: StopNumber, id: &GameId) -> bool {
        let own = self
            .stop(number)
            .and_then(|stop| stop.id.parse::<GameId>().ok());
        own.is_some_and(|own| own.seed == id.seed)
    }

    /// Whether a level has evolved for a stop of this journey: from one of the seeds that the stop has had, as the
    /// watched board or as one of its siblings.
    fn has_made(&self, number: StopNumber, id: &GameId) -> bool {
        let seed = self.seed_of(number);
        let tries = self.stop(number).map_or(0, |stop| stop.tries);
        // The number of tries in a file may be anything.
        let tries = (0..=tries.min(MOST_TRIES)).map(|tries| seed.child(tries.into()));
        let mut seeds = tries.flat_map(seeds_of_try);
        self.is_level_of(number, id)
            || seeds.any(|seed| board_seeds(seed).any(|one| one == id.seed))
    }

    /// Adds a stop that the player has reached, or gives it another level while it is not won. A level that did not
    /// evolve in this journey changes nothing.
    pub fn add_stop(
        &mut self,
        number: StopNumber,
        id: &GameId,
        setup: &Setup,
        board: LevelGenome,
        rate: f64,
    ) {
        let old = self.stop(number);
        if !self.is_open(number)
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
        if number.is_side() {
            self.sides.insert(number, stop);
        } else {
            self.stops.truncate(number.main as usize);
            self.stops.push(stop);
        }
    }

    /// Records that the player has finished a stop; 0 stars mean that the player lost. Only results of the next stop of
    /// the main way change the difficulty.
    pub fn record_result(&mut self, number: StopNumber, stars: u8, points: u32) {
        let is_next = number == self.next_number();
        let stop = match number.is_side() {
            false => self.stops.get_mut(number.main as usize),
            true => self.sides.get_mut(&number),
        };
        let Some(stop) = stop else {
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

/// The setup of a stop of the main way with a wanted success rate in percent. Size, symmetry and contents vary.
fn setup_with_rate(number: u32, rate: u8, seed: Seed) -> Setup {
    let mut rng = seed.stream(Purpose::Layout);
    let side = |rng: &mut Stream| 7 + rng.random_below(3) as u8;
    let (rows, cols) = (side(&mut rng), side(&mut rng));
    let size = Size::new(rows, cols).unwrap_or_else(|_| Setup::default().size);
    let mut setup = Setup::of(Difficulty::Normal, size);
    let contents = Contents::of(number, &mut rng);
    (setup.colours, setup.kinds, setup.goals) = (contents.colours, contents.kinds, contents.goals);
    setup.symmetry = *rng.choose(&Symmetry::ALL).unwrap_or(&Symmetry::None);
    setup.success = rate;
    setup.wanted = WantedRate::near(rate).wanted(size);
    setup
}
