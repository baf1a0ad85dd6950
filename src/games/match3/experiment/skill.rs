//! Experiment: whether levels for a person whose play was learnt are won as often as wanted. The people play in ways
//! that the player model does not have.

use super::Extent;
use super::people::{PEOPLE, SimulatedPerson};
use crate::experiment::{Experiment, ExperimentError, Phrases, Report, Table};
use crate::games::match3::level::{Level, Setup, usual_parameters};
use crate::games::match3::players::IntendedPlayer;
use crate::games::match3::players::belief::{Belief, Evidence, Figure};
use crate::games::match3::playtest::regenerate;
use crate::generation::{Pick, Seed};
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

/// A rate counts as met within this many percentage points.
const NEAR: f64 = 5.0;

/// The measurement of levels for simulated people of whom a model was learnt.
pub struct SkillExperiment {
    setup: Setup,
    /// The levels that a simulated person plays before their model is learnt.
    tries: u32,
    extent: Extent,
}

/// The results for one simulated person.
#[derive(Clone, Debug)]
pub struct Sample {
    person: usize,
    belief: Belief,
    /// The success rate in levels made for them, in percent.
    learnt: f64,
    /// The success rate in levels made for the reference player, in percent.
    unknown: f64,
}

impl SkillExperiment {
    /// The usual number of levels that a simulated person plays before their model is learnt.
    pub const TRIES: u32 = 20;

    /// An experiment in which every simulated person plays `tries` levels of a setup, and then `extent.levels` fresh
    /// ones `extent.plays` times each.
    pub fn new(setup: Setup, tries: u32, extent: Extent) -> Self {
        SkillExperiment {
            setup,
            tries,
            extent,
        }
    }

    fn level(&self, intended_player: IntendedPlayer, seed: Seed) -> Result<Level, ExperimentError> {
        let setup = Setup {
            intended_player,
            ..self.setup.clone()
        };
        let parameters = usual_parameters();
        Ok(regenerate(&setup, &parameters, seed, Pick::Best, 1)?.level)
    }

    /// The percentage of fresh levels that a simulated person wins, if the levels are made for `intended_player`.
    fn rate(
        &self,
        of: &SimulatedPerson,
        intended_player: IntendedPlayer,
        seed: Seed,
    ) -> Result<f64, ExperimentError> {
        let mut won = 0;
        for number in 0..self.extent.levels {
            let seed = seed.child(number.into());
            let level = self.level(intended_player, seed)?;
            for play in 0..self.extent.plays {
                let is_won = of.play(&level, play, seed.child(u64::from(play) + 1), |_, _| {})?;
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
            // The model that is learnt from the first levels is used for the next ones, as in the game.
            let intended_player = match attempt {
                0 => IntendedPlayer::Reference,
                _ => IntendedPlayer::Model(Belief::of(&seen).model),
            };
            let level = self.level(intended_player, seed)?;
            of.play(&level, attempt, seed.child(1), |game, swap| {
                let seed = seed.child(u64::from(game.score().moves));
                seen.extend(Evidence::of(game, swap, seed));
            })?;
        }
        let belief = Belief::of(&seen);
        let fresh = seed.child(self.tries.into());
        Ok(Sample {
            person: number,
            learnt: self.rate(of, IntendedPlayer::Model(belief.model), fresh)?,
            unknown: self.rate(of, IntendedPlayer::Reference, fresh)?,
            belief,
        })
    }

    fn report(&self, samples: &[&Sample], phrase: Phrases) -> Result<Report, ExperimentError> {
        let wanted = f64::from(self.setup.success);
        let mut report = Report {
            plot: plot(wanted, samples, phrase),
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
        report.say(phrase("match3.experiment.skill.levels", &values));
        let keys = [
            "match3.experiment.skill.who",
            "match3.experiment.skill.learnt",
            "match3.experiment.skill.unknown",
            "match3.experiment.skill.most",
            "match3.experiment.skill.ahead",
            "match3.experiment.skill.lost",
        ];
        report.table(Table {
            head: keys.map(|key| phrase(key, &[])).to_vec(),
            rows: samples.iter().map(|sample| row(sample, phrase)).collect(),
        });
        Ok(report)
    }
}

fn name(sample: &Sample, phrase: Phrases) -> String {
    phrase(PEOPLE[sample.person].key, &[])
}

fn row(sample: &Sample, phrase: Phrases) -> Vec<String> {
    let belief = &sample.belief;
    let percent = |Figure { mean, error }| format!("{:.0} ± {:.0}%", 100.0 * mean, 100.0 * error);
    let Figure { mean, error } = belief.lost;
    vec![
        name(sample, phrase),
        format!("{:.1}%", sample.learnt),
        format!("{:.1}%", sample.unknown),
        percent(belief.takes_most),
        percent(belief.leads_farthest),
        format!("{mean:.2} ± {error:.2}"),
    ]
}

fn plot(wanted: f64, samples: &[&Sample], phrase: Phrases) -> Plot {
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
        title: phrase("match3.experiment.skill.title", &[]),
        columns: 1,
        legend: vec![
            (1, phrase("match3.experiment.skill.ink.learnt", &[])),
            (2, phrase("match3.experiment.skill.ink.unknown", &[])),
            (
                3,
                phrase("match3.experiment.success.ink.tolerance", &tolerance),
            ),
        ],
        panels: vec![Panel {
            title: String::new(),
            x: Axis::named(
                phrase("match3.experiment.skill.x", &[]),
                samples.iter().map(|sample| name(sample, phrase)),
            ),
            y: Axis::linear(phrase("match3.experiment.skill.y", &[]), [0.0, 100.0]),
            series: vec![
                line(wanted - NEAR),
                line(wanted + NEAR),
                dots(2, 0.12, |sample| sample.unknown),
                dots(1, -0.12, |sample| sample.learnt),
            ],
        }],
    }
}
