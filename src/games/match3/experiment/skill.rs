//! Experiment: whether levels for somebody whose play was learnt are won as often as wanted. The people play in ways that the
//! model of a [`Person`] does not have.

use super::Extent;
use crate::experiment::{Experiment, ExperimentError, Report, Say, Table};
use crate::games::match3::level::{Level, Setup};
use crate::games::match3::players::belief::{Belief, Evidence};
use crate::games::match3::players::{Favourite, Person};
use crate::games::match3::playtest::regenerate;
use crate::games::match3::rules::{Colour, Game, Status, Swap, Swaps};
use crate::generation::{EvolutionParameters, Pick, Purpose, Seed, Stream};
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

/// A rate counts as met within so many percentage points.
const NEAR: f64 = 5.0;

/// A way to play that the model does not have.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Sees only swaps so many cells from the last one, if there are any.
    Near(usize),
    /// Sees only the upper half of the board, if it has swaps.
    UpperHalf,
    /// Errs more with every move, by so many percent.
    Tires(u8),
    /// Errs half of the time in the last moves.
    PanicsAtTheEnd,
    /// Every second move only sees swaps of one colour, if there are any.
    LovesAColour,
    /// Sees only swaps to the side, if there are any.
    Sideways,
    /// Makes every second move without a thought.
    EverySecond,
    /// Nothing of this.
    Steady,
}

/// Somebody who plays: their key in the language files, their way, and what they are like apart from it.
struct Somebody {
    key: &'static str,
    way: Way,
    like: Person,
}

const fn somebody(
    key: &'static str,
    way: Way,
    errors: u8,
    notices: u8,
    looks_ahead: u8,
) -> Somebody {
    Somebody {
        key,
        way,
        like: Person {
            errors,
            notices,
            favours: 0,
            favourite: Favourite::Long,
            looks_ahead,
        },
    }
}

const fn liking(mut somebody: Somebody, favourite: Favourite, favours: u8) -> Somebody {
    somebody.like.favourite = favourite;
    somebody.like.favours = favours;
    somebody
}

const PEOPLE: [Somebody; 10] = [
    somebody("match3.somebody.near", Way::Near(3), 0, 100, 0),
    somebody("match3.somebody.near_ahead", Way::Near(4), 0, 80, 60),
    somebody("match3.somebody.upper", Way::UpperHalf, 0, 80, 30),
    somebody("match3.somebody.tires", Way::Tires(3), 0, 90, 40),
    somebody("match3.somebody.panics", Way::PanicsAtTheEnd, 0, 80, 40),
    somebody("match3.somebody.colour", Way::LovesAColour, 0, 70, 30),
    somebody("match3.somebody.sideways", Way::Sideways, 5, 90, 20),
    somebody("match3.somebody.second", Way::EverySecond, 0, 80, 100),
    liking(
        somebody("match3.somebody.top", Way::Steady, 0, 80, 20),
        Favourite::Top,
        40,
    ),
    liking(
        somebody("match3.somebody.bottom", Way::Steady, 0, 80, 20),
        Favourite::Bottom,
        40,
    ),
];

impl Somebody {
    fn choose(&self, game: &Game, last: Option<Swap>, rng: &mut Stream) -> Option<Swap> {
        let moves = game.score().moves;
        let mut like = self.like;
        let mut seen = game.board().swaps();
        match self.way {
            Way::Near(cells) => {
                seen = some_of(seen, |swap| {
                    last.is_none_or(|last| distance(last, swap) <= cells)
                })
            }
            Way::UpperHalf => {
                let half = game.board().size().rows() / 2;
                seen = some_of(seen, |swap| swap.b().row() < half);
            }
            Way::Tires(percent) => like.errors = (u32::from(percent) * moves).min(70) as u8,
            Way::PanicsAtTheEnd if game.moves_left().is_some_and(|left| left <= 5) => {
                like.errors = 50
            }
            Way::LovesAColour if moves.is_multiple_of(2) => {
                let own = game.board().swaps_of(Colour(0));
                seen = some_of(seen, |swap| own.iter().any(|one| one == swap));
            }
            Way::Sideways => seen = some_of(seen, |swap| swap.a().row() == swap.b().row()),
            Way::EverySecond if moves % 2 == 1 => like.errors = 100,
            _ => {}
        }
        like.choose_among(game, seen, rng)
    }

    /// Plays a level to its end. `watch` sees each swap before it is made. Returns whether it was won.
    fn play(
        &self,
        level: &Level,
        seed: Seed,
        mut watch: impl FnMut(&Game, Swap),
    ) -> Result<bool, ExperimentError> {
        let chance = seed.stream(Purpose::Play);
        let game = Game::new(level.board(), level.goals(), level.moves(), chance);
        let mut game = game.map_err(ExperimentError::failed)?;
        let mut rng = seed.stream(Purpose::Player);
        let mut last = None;
        while game.status() == Status::Playing {
            let Some(swap) = self.choose(&game, last, &mut rng) else {
                break;
            };
            watch(&game, swap);
            game.apply(swap, &mut ()).map_err(ExperimentError::failed)?;
            last = Some(swap);
        }
        Ok(game.status() == Status::Won)
    }
}

/// The swaps for which `keep` is true; all if there are none.
fn some_of(all: Swaps, keep: impl FnMut(Swap) -> bool) -> Swaps {
    let mut kept = all;
    kept.retain(keep);
    if kept.is_empty() { all } else { kept }
}

fn distance(one: Swap, other: Swap) -> usize {
    let (one, other) = (one.a(), other.a());
    one.row()
        .abs_diff(other.row())
        .max(one.col().abs_diff(other.col()))
}

/// The experiment.
pub struct SkillExperiment {
    setup: Setup,
    /// The levels that somebody plays before their play is asked for.
    tries: u32,
    extent: Extent,
}

/// What was found of somebody.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    somebody: usize,
    belief: Belief,
    /// How often they win the levels made for them, in percent.
    learnt: f64,
    /// How often they win the levels made for the reference player.
    unknown: f64,
}

impl SkillExperiment {
    /// The usual number of levels that somebody plays before their play is asked for.
    pub const TRIES: u32 = 20;

    /// Everybody plays `tries` levels of a setup, and then `extent.levels` fresh ones `extent.plays` times each.
    pub fn new(setup: Setup, tries: u32, extent: Extent) -> Self {
        SkillExperiment {
            setup,
            tries,
            extent,
        }
    }

    fn level(&self, person: Person, seed: Seed) -> Result<Level, ExperimentError> {
        let setup = Setup {
            person,
            ..self.setup.clone()
        };
        let search = EvolutionParameters::default();
        Ok(regenerate(&setup, &search, seed, Pick::Best, 1)?.level)
    }

    /// How often somebody wins fresh levels made for a person, in percent.
    fn rate(&self, of: &Somebody, person: Person, seed: Seed) -> Result<f64, ExperimentError> {
        let mut won = 0;
        for number in 0..self.extent.levels {
            let seed = seed.child(number.into());
            let level = self.level(person, seed)?;
            for play in 0..self.extent.plays {
                let is_won = of.play(&level, seed.child(u64::from(play) + 1), |_, _| {})?;
                won += u32::from(is_won);
            }
        }
        let plays = self.extent.levels * self.extent.plays;
        Ok(100.0 * f64::from(won) / f64::from(plays.max(1)))
    }
}

impl Experiment for SkillExperiment {
    type Sample = Sample;

    fn samples(&self) -> usize {
        PEOPLE.len()
    }

    fn sample(&self, number: usize) -> Result<Sample, ExperimentError> {
        let of = &PEOPLE[number];
        let seed = self.extent.seed.child(number as u64);
        let mut seen = Vec::new();
        for attempt in 0..self.tries {
            let seed = seed.child(attempt.into());
            // What is learnt from the first levels is used for the next ones, as in the game.
            let person = Belief::of(&seen).person;
            let level = self.level(person, seed)?;
            of.play(&level, seed.child(1), |game, swap| {
                seen.extend(Evidence::of(
                    game,
                    swap,
                    seed.child(u64::from(game.score().moves)),
                ));
            })?;
        }
        let belief = Belief::of(&seen);
        let fresh = seed.child(self.tries.into());
        Ok(Sample {
            somebody: number,
            learnt: self.rate(of, belief.person, fresh)?,
            unknown: self.rate(of, Person::default(), fresh)?,
            belief,
        })
    }

    fn report(&self, samples: &[&Sample], say: Say) -> Result<Report, ExperimentError> {
        let wanted = f64::from(self.setup.success);
        let mut report = Report {
            plot: plot(wanted, samples, say),
            ..Report::default()
        };
        let is_near = |sample: &&&Sample| (sample.learnt - wanted).abs() <= NEAR;
        let values = [
            ("tries", self.tries.to_string()),
            ("levels", self.extent.levels.to_string()),
            ("plays", self.extent.plays.to_string()),
            ("wanted", self.setup.success.to_string()),
            ("near", NEAR.to_string()),
            ("met", samples.iter().filter(is_near).count().to_string()),
            ("all", samples.len().to_string()),
        ];
        report.say(say("match3.experiment.skill.levels", &values));
        let keys = [
            "match3.experiment.skill.who",
            "match3.experiment.skill.learnt",
            "match3.experiment.skill.unknown",
            "match3.experiment.skill.errors",
            "match3.experiment.skill.notices",
            "match3.experiment.skill.favours",
            "match3.experiment.skill.ahead",
        ];
        report.table(Table {
            head: keys.map(|key| say(key, &[])).to_vec(),
            rows: samples.iter().map(|sample| row(sample, say)).collect(),
        });
        Ok(report)
    }
}

fn name(sample: &Sample, say: Say) -> String {
    say(PEOPLE[sample.somebody].key, &[])
}

fn row(sample: &Sample, say: Say) -> Vec<String> {
    let person = sample.belief.person;
    let parts = [
        person.errors,
        person.notices,
        person.favours,
        person.looks_ahead,
    ];
    let mut row = vec![
        name(sample, say),
        format!("{:.1}%", sample.learnt),
        format!("{:.1}%", sample.unknown),
    ];
    let parts = parts.into_iter().zip(sample.belief.spread);
    row.extend(parts.map(|(part, spread)| format!("{part} ± {spread:.0}%")));
    row
}

fn plot(wanted: f64, samples: &[&Sample], say: Say) -> Plot {
    let dots = |ink: usize, aside: f64, of: fn(&Sample) -> f64| Series {
        ink,
        style: Style::Dots,
        points: (samples.iter().enumerate())
            .map(|(at, sample)| Point::new(at as f64 + aside, of(sample)))
            .collect(),
    };
    let line = |y: f64| Series {
        ink: 3,
        style: Style::Line,
        points: [-0.6, samples.len() as f64 - 0.4]
            .map(|x| Point::new(x, y))
            .to_vec(),
    };
    let tolerance = [("tolerance", NEAR.to_string())];
    Plot {
        title: say("match3.experiment.skill.title", &[]),
        columns: 1,
        legend: vec![
            (1, say("match3.experiment.skill.ink.learnt", &[])),
            (2, say("match3.experiment.skill.ink.unknown", &[])),
            (
                3,
                say("match3.experiment.success.ink.tolerance", &tolerance),
            ),
        ],
        panels: vec![Panel {
            title: String::new(),
            x: Axis::named(
                say("match3.experiment.skill.x", &[]),
                samples.iter().map(|sample| name(sample, say)),
            ),
            y: Axis::linear(say("match3.experiment.skill.y", &[]), [0.0, 100.0]),
            series: vec![
                line(wanted - NEAR),
                line(wanted + NEAR),
                dots(2, 0.12, |sample| sample.unknown),
                dots(1, -0.12, |sample| sample.learnt),
            ],
        }],
    }
}
