//! Experiment after limbsoo: how well swap potential predicts the swaps of a play.

use serde::Deserialize;

use super::regression::Regression;
use super::{COLOURS, Extent, GOAL, evolve_level};
use crate::experiment::{Experiment, ExperimentError, Phrases, Report, Table};
use crate::games::match3::level::{Level, Order, Setup, Symmetry, patterns};
use crate::games::match3::playtest::{PlayStatistics, REFERENCE_PLAYER, play_many};
use crate::games::match3::rules::{Kind, Kinds, Size};
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

/// A level that limbsoo measured; the figures come from the author's program, not from the posts.
#[derive(Clone, Deserialize)]
#[serde(rename = "Measured")]
struct MeasuredLevel {
    id: u32,
    mean_swaps: f64,
    sd_swaps: f64,
    rows: Vec<String>,
    #[serde(rename = "swap_potential")]
    _swap_potential: u32,
}

/// Rows and columns of these levels.
const SIDE: u8 = 10;
/// The swap potentials of limbsoo's levels, in patterns.
const RANGE: [u32; 2] = [253, 1_109];
/// The correlation that limbsoo's program found over nine levels.
const LIMBSOOS_R: f64 = -0.98;
/// Standard errors in half of a 95 % interval.
const INTERVAL: f64 = 1.96;

/// The measurement of swap potential against the swaps of a play.
pub struct PotentialExperiment {
    extent: Extent,
    measured: Vec<MeasuredLevel>,
}

/// The measurement of one level.
#[derive(Clone, Debug)]
pub struct Sample {
    potential: f64,
    /// The patterns lost to one layer and to three layers.
    lost: [f64; 2],
    mean: f64,
    deviation: f64,
    /// Mean and standard deviation in limbsoo's program, for the measured levels.
    limbsoos: Option<[f64; 2]>,
}

impl PotentialExperiment {
    /// An experiment with the measured levels and fresh ones.
    pub fn new(extent: Extent) -> Result<Self, ExperimentError> {
        let file = include_str!("../../../../assets/levels/match3_measured.ron");
        let broken = |why| format!("assets/levels/match3_measured.ron: {why}");
        let measured = ron::from_str(file).map_err(|why: ron::error::SpannedError| broken(why));
        Ok(PotentialExperiment {
            extent,
            measured: measured.map_err(ExperimentError::Failed)?,
        })
    }

    fn measure(&self, level: &Level, number: u64, limbsoos: Option<[f64; 2]>) -> Sample {
        let seed = self.extent.seed.child(number);
        let plays = play_many(level, REFERENCE_PLAYER, seed, self.extent.plays, 1);
        let statistics = PlayStatistics::of(&plays);
        let breakdown = level.breakdown();
        Sample {
            potential: f64::from(breakdown.potential),
            lost: [Kind::Blocked1, Kind::Blocked3].map(|kind| breakdown.lost_to(kind)),
            mean: statistics.mean,
            deviation: statistics.deviation,
            limbsoos,
        }
    }
}

/// The setup of limbsoo's levels: 10x10 cells, blocks of one and three layers, tolerance 55.
fn setup(wanted: u32) -> Setup {
    let size = Size::new(SIDE, SIDE).expect("10 is from 5 to 12");
    Setup {
        colours: COLOURS,
        kinds: Kinds::MEASURED,
        wanted: wanted.min(patterns(size)),
        tolerance: 55,
        powers: false,
        symmetry: Symmetry::None,
        order: Order::Scattered,
        ..Setup::of(crate::session::Difficulty::Normal, size)
    }
}

impl Experiment for PotentialExperiment {
    type Sample = Sample;

    fn samples(&self) -> usize {
        self.measured.len() + self.extent.levels as usize
    }

    /// The first samples are the measured levels. The wanted potentials of the fresh ones are spread evenly over the
    /// range of limbsoo's levels.
    fn sample(&self, number: usize) -> Result<Sample, ExperimentError> {
        if let Some(one) = self.measured.get(number) {
            let level = Level::from_rows(&one.rows, COLOURS, GOAL, 0)?;
            let limbsoos = Some([one.mean_swaps, one.sd_swaps]);
            return Ok(self.measure(&level, u64::from(one.id), limbsoos));
        }
        let fresh = (number - self.measured.len()) as u32;
        let wanted = RANGE[0] + (RANGE[1] - RANGE[0]) * fresh / self.extent.levels.max(2);
        let seed = 1_000 + u64::from(fresh);
        let level = evolve_level(&setup(wanted), self.extent.seed.child(seed))?;
        Ok(self.measure(&level, seed, None))
    }

    fn report(&self, samples: &[&Sample], phrase: Phrases) -> Result<Report, ExperimentError> {
        let measured: Vec<&Sample> = samples
            .iter()
            .copied()
            .filter(|sample| sample.limbsoos.is_some())
            .collect();
        let too_few = || ExperimentError::TooFew(samples.len(), self.samples());
        let known = Fit::of(&measured).ok_or_else(too_few)?;
        let all = Fit::of(samples).ok_or_else(too_few)?;
        let mut report = Report {
            plot: self.plot(samples, &all, phrase),
            ..Report::default()
        };
        let plays = [("plays", self.extent.plays.to_string())];
        report.say(phrase("match3.experiment.potential.measured", &plays));
        report.table(measured_table(&measured, phrase));
        report.say(phrase("match3.experiment.potential.fits", &[]));
        report.table(fits_table(
            &[(measured.len(), &known), (samples.len(), &all)],
            phrase,
        ));
        report.say(spread_text(samples, phrase));
        report.say(claim_text(&all, phrase));
        report.say(program_text(&measured, &known, phrase));
        Ok(report)
    }
}

fn measured_table(measured: &[&Sample], phrase: Phrases) -> Table {
    let row = |sample: &&Sample| {
        let [mean, deviation] = sample.limbsoos.unwrap_or_default();
        vec![
            sample.potential.to_string(),
            format!("{:.2} ({:.2})", sample.mean, sample.deviation),
            format!("{mean:.2} ({deviation:.2})"),
        ]
    };
    let keys = [
        "match3.experiment.swap_potential",
        "match3.experiment.here",
        "match3.experiment.limbsoos",
    ];
    Table {
        head: keys.map(|key| phrase(key, &[])).to_vec(),
        rows: measured.iter().map(row).collect(),
    }
}

/// The fits to some numbers of levels, and below them the fit of limbsoo's program.
fn fits_table(fits: &[(usize, &Fit)], phrase: Phrases) -> Table {
    let row = |(count, fit): &(usize, &Fit)| {
        let plane = &fit.plane.coefficients;
        vec![
            phrase("match3.experiment.levels", &[("count", count.to_string())]),
            format!("{:.3}", fit.r),
            format!("{:.5}", fit.slope),
            format!("{:.2} {:+.5} {:+.5}", plane[0], plane[1], plane[2]),
            format!("{:.3}", fit.plane.r2),
            format!("{:.2}", fit.left_out),
        ]
    };
    let mut rows: Vec<Vec<String>> = fits.iter().map(row).collect();
    let limbsoos = phrase("match3.experiment.limbsoos.nine", &[]);
    rows.push(
        [
            &limbsoos,
            "-0.98",
            "–",
            "16.82 +0.00244 +0.00519",
            "0.977",
            "0.22",
        ]
        .map(str::to_owned)
        .to_vec(),
    );
    let keys = [
        "match3.experiment.fitted",
        "match3.experiment.r",
        "match3.experiment.slope",
        "match3.experiment.plane",
        "match3.experiment.r2",
        "match3.experiment.left_out",
    ];
    Table {
        head: keys.map(|key| phrase(key, &[])).to_vec(),
        rows,
    }
}

/// Says how far the means lie apart, beside the deviation of a single play.
fn spread_text(samples: &[&Sample], phrase: Phrases) -> String {
    let deviations = samples.iter().map(|sample| sample.deviation).sum::<f64>();
    let deviation = deviations / samples.len() as f64;
    let means = || samples.iter().map(|sample| sample.mean);
    let (least, most) = (
        means().fold(f64::MAX, f64::min),
        means().fold(0.0, f64::max),
    );
    let values = [
        ("least", format!("{least:.2}")),
        ("most", format!("{most:.2}")),
        ("part", format!("{:.2}", (most - least) / deviation)),
        ("deviation", format!("{deviation:.2}")),
    ];
    phrase("match3.experiment.potential.spread", &values)
}

/// Says whether fewer patterns need more swaps, as limbsoo's second post expects.
fn claim_text(all: &Fit, phrase: Phrases) -> String {
    let [low, high] = all.r_interval;
    let key = match (low < 0.0, high < 0.0) {
        (_, true) => "match3.experiment.potential.agrees",
        (true, false) => "match3.experiment.potential.unsure",
        (false, _) => "match3.experiment.potential.differs",
    };
    let values = [
        ("r", format!("{:.3}", all.r)),
        ("low", format!("{low:.3}")),
        ("high", format!("{high:.3}")),
    ];
    phrase(key, &values)
}

/// Says how far the measured levels differ from the figures of limbsoo's program.
fn program_text(measured: &[&Sample], known: &Fit, phrase: Phrases) -> String {
    let off = |sample: &&Sample| Some(sample.mean - sample.limbsoos?[0]);
    let off: Vec<f64> = measured.iter().filter_map(off).collect();
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    let most = off.iter().fold(0.0f64, |most, off| most.max(off.abs()));
    let [low, high] = known.r_interval;
    let key = if (low..=high).contains(&LIMBSOOS_R) {
        "match3.experiment.potential.program"
    } else {
        "match3.experiment.potential.program.differs"
    };
    let values = [
        ("mean", format!("{mean:+.2}")),
        ("most", format!("{most:.2}")),
        ("r", format!("{:.3}", known.r)),
        ("low", format!("{low:.3}")),
        ("high", format!("{high:.3}")),
        ("theirs", LIMBSOOS_R.to_string()),
    ];
    phrase(key, &values)
}

impl PotentialExperiment {
    fn plot(&self, samples: &[&Sample], fit: &Fit, phrase: Phrases) -> Plot {
        let plays = f64::from(self.extent.plays);
        let point = |sample: &&Sample| {
            let error = INTERVAL * sample.deviation / plays.sqrt();
            Point::with_error(sample.potential, sample.mean, error)
        };
        let limbsoos = |sample: &&Sample| Some(Point::new(sample.potential, sample.limbsoos?[0]));
        let (measured, fresh): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| sample.limbsoos.is_some());
        let [low, high] = RANGE.map(f64::from);
        let line = [low, high].map(|x| Point::new(x, fit.intercept + fit.slope * x));
        let dots = |ink: usize, points: Vec<Point>| Series {
            ink,
            style: Style::Dots,
            points,
        };
        let series = vec![
            Series {
                ink: 3,
                style: Style::Line,
                points: line.to_vec(),
            },
            dots(1, fresh.iter().map(point).collect()),
            dots(0, measured.iter().map(point).collect()),
            dots(2, measured.iter().filter_map(limbsoos).collect()),
        ];
        let points = || series.iter().flat_map(|series| &series.points);
        Plot {
            title: phrase("match3.experiment.potential.title", &[]),
            columns: 1,
            legend: [
                (0, "match3.experiment.potential.ink.measured"),
                (2, "match3.experiment.limbsoos"),
                (1, "match3.experiment.potential.ink.fresh"),
                (3, "match3.experiment.potential.ink.fit"),
            ]
            .map(|(ink, key)| (ink, phrase(key, &[])))
            .to_vec(),
            panels: vec![Panel {
                title: String::new(),
                x: Axis::linear(
                    phrase("match3.experiment.potential.x", &[]),
                    points().map(|p| p.x),
                ),
                y: Axis::linear(
                    phrase("match3.experiment.potential.y", &[]),
                    points().flat_map(|p| p.span),
                ),
                series,
            }],
        }
    }
}

/// A line and a plane through some levels, and their errors.
struct Fit {
    /// The correlation of swap potential and mean swaps.
    r: f64,
    /// Its 95 % interval, by Fisher's transformation.
    r_interval: [f64; 2],
    /// The mean swaps at a swap potential of 0.
    intercept: f64,
    /// The mean swaps that one pattern adds.
    slope: f64,
    /// The constant, and the swaps that a pattern lost to one and to three layers adds.
    plane: Regression,
    /// The mean error of the leave-one-out prediction, in swaps.
    left_out: f64,
}

impl Fit {
    /// `None` if the levels determine no line and no plane.
    fn of(samples: &[&Sample]) -> Option<Self> {
        let row = |sample: &&Sample| (vec![1.0, sample.potential], sample.mean);
        let line = Regression::fit(&samples.iter().map(row).collect::<Vec<_>>())?;
        let row = |sample: &&Sample| (vec![1.0, sample.lost[0], sample.lost[1]], sample.mean);
        let rows: Vec<_> = samples.iter().map(row).collect();
        let left_out = (0..rows.len()).map(|at| {
            let mut others = rows.clone();
            let (row, mean) = others.remove(at);
            Some((mean - Regression::fit(&others)?.predict(&row)).abs())
        });
        let left_out: f64 = left_out.sum::<Option<f64>>()? / rows.len() as f64;
        let r = line.r2.max(0.0).sqrt() * line.coefficients[1].signum();
        let error = INTERVAL / (samples.len() as f64 - 3.0).max(0.0).sqrt();
        Some(Fit {
            r,
            r_interval: [-error, error].map(|error| (r.atanh() + error).tanh()),
            intercept: line.coefficients[0],
            slope: line.coefficients[1],
            plane: Regression::fit(&rows)?,
            left_out,
        })
    }
}
