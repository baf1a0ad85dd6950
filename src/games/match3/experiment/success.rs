//! Experiment: whether fresh plays succeed as often as the setup of a level wants. The texts that the project comes
//! from do not say how often a level should be won.

use std::time::Instant;

use super::Extent;
use crate::experiment::{Experiment, ExperimentError, Phrases, Report, Table};
use crate::games::match3::level::{Setup, WantedRate, usual_parameters};
use crate::games::match3::playtest::{PlayStatistics, RATE_TOLERANCE, play_many, regenerate};
use crate::generation::Pick;
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

/// The child seed of the fresh plays, which calibration does not use.
const FRESH_PLAYS: u64 = 0xF4E5;

/// The measurement of levels of every named rate.
pub struct SuccessExperiment {
    setup: Setup,
    extent: Extent,
}

/// The measurement of one level.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The wanted rate, as its place among the named ones.
    rate: usize,
    /// The measured rate less the wanted one, in percentage points.
    error: f64,
    /// The time to make the level, in milliseconds.
    took: f64,
    /// The plays of its calibration.
    plays: u32,
}

impl SuccessExperiment {
    /// Levels of every named rate for a setup, with `extent.levels` of each rate.
    pub fn new(setup: Setup, extent: Extent) -> Self {
        SuccessExperiment { setup, extent }
    }
}

impl Experiment for SuccessExperiment {
    type Sample = Sample;

    fn samples(&self) -> usize {
        WantedRate::NAMED.len() * self.extent.levels as usize
    }

    fn sample(&self, number: usize) -> Result<Sample, ExperimentError> {
        let (rate, level) = (
            number % WantedRate::NAMED.len(),
            number / WantedRate::NAMED.len(),
        );
        let named = WantedRate::NAMED[rate];
        let setup = Setup {
            success: named.success,
            wanted: named.wanted(self.setup.size),
            ..self.setup.clone()
        };
        let seed = self.extent.seed.child(level as u64);
        let started = Instant::now();
        let made = regenerate(&setup, &usual_parameters(), seed, Pick::Best, 1)?;
        let took = started.elapsed().as_secs_f64() * 1e3;
        let fresh = seed.child(FRESH_PLAYS);
        let results = play_many(&made.level, setup.player(), fresh, self.extent.plays, 1);
        Ok(Sample {
            rate,
            error: 100.0 * PlayStatistics::of(&results).success() - f64::from(setup.success),
            took,
            plays: made.goal.map_or(0, |goal| goal.plays),
        })
    }

    fn report(&self, samples: &[&Sample], phrase: Phrases) -> Result<Report, ExperimentError> {
        let mut report = Report {
            plot: plot(samples, phrase),
            ..Report::default()
        };
        let values = [
            ("levels", self.extent.levels.to_string()),
            ("plays", self.extent.plays.to_string()),
        ];
        report.say(phrase("match3.experiment.success.levels", &values));
        let rows = (0..WantedRate::NAMED.len()).filter_map(|rate| {
            let own = samples.iter().filter(|sample| sample.rate == rate);
            row(rate, &own.copied().collect::<Vec<_>>())
        });
        let keys = [
            "match3.experiment.success.wanted",
            "match3.experiment.success.near",
            "match3.experiment.success.error",
            "match3.experiment.success.bias",
            "match3.experiment.success.median",
            "match3.experiment.success.most",
            "match3.experiment.success.plays",
        ];
        let tolerance = [("tolerance", RATE_TOLERANCE.to_string())];
        report.table(Table {
            head: keys.map(|key| phrase(key, &tolerance)).to_vec(),
            rows: rows.collect(),
        });
        report.say(phrase("match3.experiment.success.claim", &[]));
        Ok(report)
    }
}

/// The row of a rate; `None` without samples.
fn row(rate: usize, samples: &[&Sample]) -> Option<Vec<String>> {
    let near = |sample: &&&Sample| sample.error.abs() <= RATE_TOLERANCE;
    let count = samples.len() as f64;
    let mean =
        |of: fn(&Sample) -> f64| samples.iter().map(|sample| of(sample)).sum::<f64>() / count;
    let mut times: Vec<f64> = samples.iter().map(|sample| sample.took).collect();
    times.sort_by(f64::total_cmp);
    Some(vec![
        format!("{}%", WantedRate::NAMED[rate].success),
        format!("{}/{}", samples.iter().filter(near).count(), samples.len()),
        format!("{:.2}", mean(|sample| sample.error.abs())),
        format!("{:+.2}", mean(|sample| sample.error)),
        format!("{:.0} ms", times.get(times.len() / 2)?),
        format!("{:.0} ms", times.last()?),
        format!("{:.0}", mean(|sample| f64::from(sample.plays))),
    ])
}

fn plot(samples: &[&Sample], phrase: Phrases) -> Plot {
    let points: Vec<Point> = samples
        .iter()
        .enumerate()
        .map(|(number, sample)| {
            // Levels of one rate lie beside each other.
            let aside = (number / WantedRate::NAMED.len()) as f64 % 40.0 / 80.0 - 0.25;
            Point::new(sample.rate as f64 + aside, sample.error)
        })
        .collect();
    let line = |y: f64| Series {
        ink: 3,
        style: Style::Line,
        points: [-0.6, 4.6].map(|x| Point::new(x, y)).to_vec(),
    };
    let errors = points.iter().map(|point| point.y);
    let ends = errors.chain([-RATE_TOLERANCE - 1.0, RATE_TOLERANCE + 1.0]);
    let y = Axis::linear(phrase("match3.experiment.success.y", &[]), ends);
    let dots = Series {
        ink: 1,
        style: Style::Dots,
        points,
    };
    let tolerance = [("tolerance", RATE_TOLERANCE.to_string())];
    Plot {
        title: phrase("match3.experiment.success.title", &[]),
        columns: 1,
        legend: vec![
            (1, phrase("match3.experiment.success.ink.level", &[])),
            (
                3,
                phrase("match3.experiment.success.ink.tolerance", &tolerance),
            ),
        ],
        panels: vec![Panel {
            title: String::new(),
            x: Axis::named(
                phrase("match3.experiment.success.x", &[]),
                WantedRate::NAMED.map(|rate| format!("{}%", rate.success)),
            ),
            y,
            series: vec![line(-RATE_TOLERANCE), line(RATE_TOLERANCE), dots],
        }],
    }
}
