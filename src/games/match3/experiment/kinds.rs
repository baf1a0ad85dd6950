//! Experiment after limbsoo's second post: how many swaps each pattern of swap potential that is lost to a kind of
//! special cell adds to a play.

use super::regression::Regression;
use super::{COLOURS, Extent, GOAL, evolve_level};
use crate::experiment::{Experiment, ExperimentError, Phrases, Report, Table};
use crate::games::match3::level::{Level, Order, Setup, Symmetry, patterns};
use crate::games::match3::playtest::{PlayStatistics, REFERENCE_PLAYER, play_many};
use crate::games::match3::rules::{Kind, Kinds, Size};
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};
use crate::session::Difficulty;

/// The terms of the regression: a constant, and a slope for each kind.
const TERMS: usize = 10;
/// Standard errors in half of a 95 % interval.
const INTERVAL: f64 = 1.96;
/// The standard errors between two slopes from which on they surely differ, among all pairs of kinds.
const CLEARLY_APART: f64 = 4.0;

/// The measurement of the cost of a lost pattern, by kind.
pub struct KindsExperiment {
    extent: Extent,
    size: Size,
    colours: u8,
}

/// The measurement of one level.
#[derive(Clone, Debug)]
pub struct Sample {
    /// 1, and the losses by kind.
    row: Vec<f64>,
    mean: f64,
    /// The standard error of the mean.
    error: f64,
}

impl KindsExperiment {
    /// Rows and columns of limbsoo's levels.
    pub const SIDE: u8 = 10;
    /// The number of colours of limbsoo's levels.
    pub const COLOURS: u8 = COLOURS;

    /// An experiment with boards of a size and 4 to 8 colours.
    pub fn new(extent: Extent, size: Size, colours: u8) -> Self {
        KindsExperiment {
            extent,
            size,
            colours,
        }
    }

    fn setup(&self, number: u32) -> Setup {
        let kinds: Kinds = [0, 1 + number / 9, 4 + number / 81]
            .into_iter()
            .map(|step| Kind::ALL[(number + step) as usize % 9])
            .take(1 + number as usize % 3)
            .collect();
        Setup {
            colours: self.colours,
            kinds,
            wanted: patterns(self.size) * (30 + number * 7 % 60) / 100,
            powers: false,
            symmetry: Symmetry::None,
            order: Order::Scattered,
            ..Setup::of(Difficulty::Normal, self.size)
        }
    }
}

impl Experiment for KindsExperiment {
    type Sample = Sample;

    fn samples(&self) -> usize {
        self.extent.levels as usize
    }

    fn sample(&self, number: usize) -> Result<Sample, ExperimentError> {
        let seed = self.extent.seed.child(number as u64);
        let level: Level = evolve_level(&self.setup(number as u32), seed)?;
        let plays = play_many(&level, REFERENCE_PLAYER, seed, self.extent.plays, 1);
        let statistics = PlayStatistics::of(&plays);
        let losses = level.breakdown();
        let mut row = vec![1.0; TERMS];
        for kind in Kind::ALL {
            row[1 + kind as usize] = losses.lost_to(kind);
        }
        Ok(Sample {
            row,
            mean: statistics.mean,
            error: statistics.mean_error(),
        })
    }

    fn report(&self, samples: &[&Sample], phrase: Phrases) -> Result<Report, ExperimentError> {
        let points: Vec<_> = samples
            .iter()
            .map(|sample| (sample.row.clone(), sample.mean))
            .collect();
        let too_few = || ExperimentError::TooFew(samples.len(), self.samples());
        let fit = Regression::fit(&points).ok_or_else(too_few)?;
        let mut report = Report {
            plot: plot(samples, &fit, phrase),
            ..Report::default()
        };
        let values = [
            ("levels", samples.len().to_string()),
            ("plays", self.extent.plays.to_string()),
            ("size", self.size.to_string()),
            ("colours", self.colours.to_string()),
            ("goal", GOAL.amount().unwrap_or(0).to_string()),
            ("open", format!("{:.2}", fit.coefficients[0])),
        ];
        report.say(phrase("match3.experiment.kinds.levels", &values));
        report.table(table(&fit, phrase));
        let values = [
            ("r2", format!("{:.3}", fit.r2)),
            ("residual", format!("{:.2}", fit.residual)),
        ];
        report.say(phrase("match3.experiment.kinds.fit", &values));
        report.say(claim_text(&fit, phrase));
        Ok(report)
    }
}

fn name(kind: Kind, phrase: Phrases) -> String {
    let layers = [("layers", kind.layers().to_string())];
    phrase(kind.phrase_key(), &layers)
}

fn table(fit: &Regression, phrase: Phrases) -> Table {
    let row = |kind: Kind| {
        let at = 1 + kind as usize;
        let error = INTERVAL * fit.errors[at];
        vec![
            format!("{} ({})", name(kind, phrase), kind.name()),
            format!("{:+.5}", fit.coefficients[at]),
            format!("{error:.5}"),
        ]
    };
    let keys = [
        "match3.experiment.kind",
        "match3.experiment.kinds.slope",
        "match3.experiment.kinds.error",
    ];
    Table {
        head: keys.map(|key| phrase(key, &[])).to_vec(),
        rows: Kind::ALL.map(row).to_vec(),
    }
}

/// Says whether the kinds differ in their cost, as limbsoo's second post says.
fn claim_text(fit: &Regression, phrase: Phrases) -> String {
    let slope = |kind: &Kind| fit.coefficients[1 + *kind as usize];
    let by_slope = |a: &Kind, b: &Kind| slope(a).total_cmp(&slope(b));
    let cheapest = Kind::ALL
        .into_iter()
        .min_by(by_slope)
        .unwrap_or(Kind::ALL[0]);
    let dearest = Kind::ALL
        .into_iter()
        .max_by(by_slope)
        .unwrap_or(Kind::ALL[0]);
    let error = |kind: Kind| fit.errors[1 + kind as usize];
    let apart = (slope(&dearest) - slope(&cheapest)) / error(dearest).hypot(error(cheapest));
    let adding = Kind::ALL
        .into_iter()
        .filter(|kind| slope(kind) > INTERVAL * error(*kind));
    let key = if apart > CLEARLY_APART {
        "match3.experiment.kinds.agrees"
    } else {
        "match3.experiment.kinds.unsure"
    };
    let values = [
        ("adding", adding.count().to_string()),
        ("all", Kind::ALL.len().to_string()),
        ("cheapest", name(cheapest, phrase)),
        ("dearest", name(dearest, phrase)),
        ("least", format!("{:.4}", slope(&cheapest))),
        ("most", format!("{:.4}", slope(&dearest))),
    ];
    phrase(key, &values)
}

fn plot(samples: &[&Sample], fit: &Regression, phrase: Phrases) -> Plot {
    let point = |sample: &&Sample| {
        let predicted = fit.predict(&sample.row);
        Point::with_error(predicted, sample.mean, INTERVAL * sample.error)
    };
    let points: Vec<Point> = samples.iter().map(point).collect();
    let ends = points.iter().flat_map(|point| [point.x, point.y]);
    let [low, high] = ends.fold([f64::MAX, f64::MIN], |[low, high], value| {
        [low.min(value), high.max(value)]
    });
    let swaps = |points: &[Point]| -> Vec<f64> { points.iter().flat_map(|p| p.span).collect() };
    let slopes: Vec<Point> = Kind::ALL
        .map(|kind| {
            let at = 1 + kind as usize;
            let error = INTERVAL * fit.errors[at];
            Point::with_error(f64::from(kind as u8), fit.coefficients[at], error)
        })
        .to_vec();
    let zero = [-0.6, 8.6].map(|x| Point::new(x, 0.0)).to_vec();
    let series = |ink: usize, style: Style, points: Vec<Point>| Series { ink, style, points };
    Plot {
        title: phrase("match3.experiment.kinds.title", &[]),
        columns: 2,
        legend: vec![
            (1, phrase("match3.experiment.kinds.ink.level", &[])),
            (3, phrase("match3.experiment.kinds.ink.same", &[])),
            (0, phrase("match3.experiment.kinds.ink.kind", &[])),
        ],
        panels: vec![
            Panel {
                title: phrase("match3.experiment.kinds.panel.levels", &[]),
                x: Axis::linear(phrase("match3.experiment.kinds.x", &[]), [low, high]),
                y: Axis::linear(phrase("match3.experiment.kinds.y", &[]), swaps(&points)),
                series: vec![
                    series(
                        3,
                        Style::Line,
                        [low, high].map(|x| Point::new(x, x)).to_vec(),
                    ),
                    series(1, Style::Dots, points),
                ],
            },
            Panel {
                title: phrase("match3.experiment.kinds.panel.kinds", &[]),
                x: Axis::named(
                    phrase("match3.experiment.kind", &[]),
                    Kind::ALL.map(|kind| name(kind, phrase)),
                ),
                y: Axis::linear(
                    phrase("match3.experiment.kinds.slope", &[]),
                    swaps(&slopes).into_iter().chain([0.0]),
                ),
                series: vec![series(3, Style::Line, zero), series(0, Style::Dots, slopes)],
            },
        ],
    }
}
