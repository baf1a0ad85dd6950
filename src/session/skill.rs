//! The player's skill at games whose difficulty is measured, learnt from the results and kept on the player's machine.
//! A game may also measure the skill by a model of its own and tell it after each game ([`SkillSample::Measured`]).

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::autosave::ReadFiles;
use super::forecast::Forecast;
use super::form::{Form, RivalScore};
use super::player_file::{self, PlayerFile, PlayerFiles};
use super::rating::{self, Rating};
use super::statistics::GameResult;
use super::survival::{StageRates, Survival};
use crate::base::PlainError;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Skills>()
        .add_systems(PreStartup, load_skills.in_set(ReadFiles));
}

/// The number of tries of each game that are remembered. Older ones hardly count any more.
const MOST: usize = 300;
/// The number of tries after which a forecast is shown.
pub const ENOUGH: usize = 5;
/// The number of games, the newest ones, whose moves are remembered. Their results are remembered longer.
const MOST_RECORDS: usize = 100;
/// The most letters of a record that a file may hold.
const LONGEST_RECORD: usize = 20_000;
/// The most stages that a file may name.
const MOST_STAGES: usize = 20;
/// The most games that a file may name. The estimates for one game take twenty kilobytes.
const MOST_GAMES: usize = 100;

/// Something whose difficulty is measured.
#[derive(Clone, Debug, PartialEq)]
pub enum Challenge {
    /// A rival with a rating.
    Rival(f64),
    /// Stages that the player must come through one after the other.
    Stages(StageRates),
}

/// A try at a challenge, as it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SkillSample {
    /// A game against a rival.
    Game {
        /// The rating of the rival.
        rival: f64,
        /// The result.
        result: GameResult,
    },
    /// A game against a rival, with its moves.
    Recorded {
        /// The rating of the rival.
        rival: f64,
        /// The result.
        result: GameResult,
        /// The game.
        record: RecordedGame,
    },
    /// A row of stages, as far as the player came through.
    Stages {
        /// The rates at which the reference players come through each stage.
        rates: StageRates,
        /// The number of stages that the player came through.
        passed: usize,
    },
    /// A game after which the game itself has said how well the player plays, by a model of its own.
    Measured(Forecast),
}

/// A game from which the player's choices are learnt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Record", deny_unknown_fields)]
pub struct RecordedGame {
    /// Its id.
    pub id: String,
    /// Its moves, in the format of the game.
    pub moves: String,
}

impl SkillSample {
    /// The score against the rival; `None` if it was not a game against a rival.
    fn game(&self) -> Option<RivalScore> {
        match self {
            SkillSample::Game { rival, result } | SkillSample::Recorded { rival, result, .. } => {
                Some(RivalScore {
                    rival: *rival,
                    score: result.score(),
                })
            }
            SkillSample::Stages { .. } | SkillSample::Measured(_) => None,
        }
    }

    /// The moves, if they are remembered.
    fn record(&self) -> Option<&RecordedGame> {
        match self {
            SkillSample::Recorded { record, .. } => Some(record),
            SkillSample::Game { .. } | SkillSample::Stages { .. } | SkillSample::Measured(_) => {
                None
            }
        }
    }

    /// Forgets the moves.
    fn forget_moves(&mut self) {
        if let SkillSample::Recorded { rival, result, .. } = *self {
            *self = SkillSample::Game { rival, result };
        }
    }

    /// Whether the skill can be learnt from it. A file may hold impossible values.
    fn is_possible(&self) -> bool {
        match self {
            SkillSample::Game { rival, .. } => rating::is_possible(*rival),
            SkillSample::Recorded { rival, record, .. } => {
                rating::is_possible(*rival)
                    && record.id.len() + record.moves.len() <= LONGEST_RECORD
            }
            SkillSample::Stages { rates, passed } => {
                let is_rate = |rate: &f64| *rate > 0.0 && *rate < 1.0;
                *passed <= rates.len()
                    && (1..=MOST_STAGES).contains(&rates.len())
                    && rates.iter().flatten().all(is_rate)
            }
            SkillSample::Measured(share) => share.is_possible(),
        }
    }
}

/// The rating after a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// The mean of the rating.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// The player's skill at one game.
#[derive(Clone, Debug, Default)]
pub struct Skill {
    /// The tries, the oldest first.
    samples: Vec<SkillSample>,
    rating: Rating,
    /// The rating after each game.
    course: Vec<RatingPoint>,
    /// The form that was learnt from the moves; `None` before they were evaluated.
    form: Option<Form>,
    survival: Survival,
}

impl Skill {
    /// Learns the skill from tries, the oldest first.
    fn of(samples: impl IntoIterator<Item = SkillSample>) -> Self {
        let mut skill = Skill::default();
        samples.into_iter().for_each(|sample| skill.learn(sample));
        skill
    }

    /// Learns from a try.
    pub fn learn(&mut self, sample: SkillSample) {
        if let Some(RivalScore { rival, score }) = sample.game() {
            self.rating.observe(rival, score);
            self.course.push(RatingPoint {
                mean: self.rating.mean(),
                deviation: self.rating.deviation(),
            });
        }
        if let SkillSample::Stages { rates, passed } = &sample {
            self.survival.observe(rates, *passed);
        }
        self.samples.push(sample);
        let older = self.samples.iter_mut().rev().skip(MOST_RECORDS);
        older.for_each(SkillSample::forget_moves);
        // The estimates learnt from forgotten tries stay until the program is started again.
        let surplus = self.samples.len().saturating_sub(MOST);
        self.samples.drain(..surplus);
    }

    /// Returns the number of tries that are remembered.
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    /// Returns the number of tries that are still needed before a forecast is shown. Percentages that a
    /// game itself has measured do not count, because no forecast is learnt from them.
    pub fn missing(&self) -> usize {
        let is_result = |sample: &&SkillSample| !matches!(sample, SkillSample::Measured(_));
        let results = self.samples.iter().filter(is_result).count();
        ENOUGH.saturating_sub(results)
    }

    /// Returns the rating after each game against a rival, the oldest first.
    pub fn course(&self) -> &[RatingPoint] {
        &self.course
    }

    /// Returns the tries at rows of stages, each with the number of stages that the player came through, the oldest
    /// first.
    pub fn stage_tries(&self) -> Vec<(StageRates, usize)> {
        let tries = self.samples.iter().filter_map(|sample| match sample {
            SkillSample::Stages { rates, passed } => Some((rates.clone(), *passed)),
            _ => None,
        });
        tries.collect()
    }

    /// Returns how well the player played after each game, as the game itself has said it, the oldest first.
    pub fn measured(&self) -> Vec<Forecast> {
        let shares = self.samples.iter().filter_map(|sample| match sample {
            SkillSample::Measured(share) => Some(*share),
            _ => None,
        });
        shares.collect()
    }

    /// Returns the games whose moves are remembered, the oldest first.
    pub fn records(&self) -> impl Iterator<Item = &RecordedGame> {
        self.samples.iter().filter_map(SkillSample::record)
    }

    /// Learns from the scores of an automatic player that chooses like the player.
    pub fn learn_scores(&mut self, scores: Vec<RivalScore>) {
        let results = self.samples.iter().filter_map(SkillSample::game);
        self.form = Form::of(scores, &results.collect::<Vec<_>>());
    }

    /// Returns the rate at which the player is expected to succeed, 0 to 1; in games against rivals a draw counts half.
    pub fn rate(&self, challenge: &Challenge) -> f64 {
        match challenge {
            Challenge::Rival(rating) => match &self.form {
                Some(form) => form.expected(*rating),
                None => self.rating.expected(*rating),
            },
            Challenge::Stages(rates) => self.survival.expected(rates),
        }
    }

    /// Returns this rate with its interval.
    pub fn forecast(&self, challenge: &Challenge) -> Forecast {
        match challenge {
            Challenge::Rival(rating) => match &self.form {
                Some(form) => form.forecast(*rating),
                None => self.rating.forecast(*rating),
            },
            Challenge::Stages(rates) => self.survival.forecast(rates),
        }
    }
}

/// The player's skill at each game, by its key.
#[derive(Resource, Clone, Debug, Default)]
pub struct Skills(BTreeMap<String, Skill>);

impl Skills {
    /// Returns the player's skill at a game; `None` before the first try.
    pub fn of(&self, game: &str) -> Option<&Skill> {
        self.0.get(game)
    }

    /// Learns the skills from the tries of a file, which were checked.
    pub fn of_samples(samples: SkillSamples) -> Self {
        let skill = |(game, samples): (String, Vec<SkillSample>)| {
            let surplus = samples.len().saturating_sub(MOST);
            (game, Skill::of(samples.into_iter().skip(surplus)))
        };
        Skills(samples.into_iter().map(skill).collect())
    }

    /// Learns from a try at a game, and writes the file.
    pub fn learn(world: &mut World, game: &str, sample: SkillSample) {
        let mut skills = world.resource_mut::<Skills>();
        skills.0.entry(game.to_owned()).or_default().learn(sample);
        save_skills(world);
    }

    /// Learns from the scores at a game of an automatic player that chooses like the player. They are in no file,
    /// because they can be computed again from the moves.
    pub fn learn_scores(world: &mut World, game: &str, scores: Vec<RivalScore>) {
        if let Some(skill) = world.resource_mut::<Skills>().0.get_mut(game) {
            skill.learn_scores(scores);
        }
    }

    /// Forgets the player's skill at a game, and writes the file.
    pub fn forget(world: &mut World, game: &str) {
        world.resource_mut::<Skills>().0.remove(game);
        save_skills(world);
    }
}

/// The tries of each game, as they are in the file.
pub type SkillSamples = BTreeMap<String, Vec<SkillSample>>;

impl PlayerFile for SkillSamples {
    const NAME: &'static str = "skills.ron";
    const VERSION: u32 = 3;

    fn check(&self) -> Result<(), PlainError> {
        if self.len() > MOST_GAMES {
            return Err(PlainError::new(format!(
                "there are tries at {} games, but at most {MOST_GAMES} are allowed",
                self.len()
            )));
        }
        let impossible = self.iter().find_map(|(game, samples)| {
            let at = samples.iter().position(|sample| !sample.is_possible())?;
            Some((game, at + 1))
        });
        match impossible {
            Some((game, number)) => Err(PlainError::new(format!(
                "game {number} of {game} cannot have been played"
            ))),
            None => Ok(()),
        }
    }
}

fn save_skills(world: &mut World) {
    let skills = &world.resource::<Skills>().0;
    let samples = skills
        .iter()
        .map(|(game, skill)| (game.clone(), skill.samples.clone()));
    let samples: SkillSamples = samples.collect();
    player_file::save_long(world, samples);
}

fn load_skills(mut files: PlayerFiles, mut skills: ResMut<Skills>) {
    if let Some(samples) = files.read() {
        *skills = Skills::of_samples(samples);
    }
}
