//! The findings of an experiment: figures of each setting, curves, and comparisons.

use super::lab_run::LabRun;
use super::statistics::{RankTest, holm, mann_whitney};
use super::trial::Outcome;
use crate::generation::quartiles::quartiles;
use crate::generation::{StopReason, distance};

/// The lower quartile, the median and the upper quartile. A quartile is infinite if too many runs were not solved.
pub type Quartiles = [f64; 3];

/// The findings from the runs that are over.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The figures of each setting.
    pub settings: Vec<Figures>,
    /// The comparisons of all pairs of settings.
    pub comparisons: Vec<Comparison>,
    /// Whether the curves show distances, 0 being best. Else they show fitness.
    pub shows_distance: bool,
    /// The number of runs that are over.
    pub done: usize,
}

/// The figures of the runs of one setting. A run that has failed counts for `failed` alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// The number of runs that are over.
    pub runs: usize,
    /// The number of runs that have met the target; `None` if there is no target.
    pub solved: Option<usize>,
    /// The number of runs that have failed, and the reason of the first failure.
    pub failed: Option<(usize, String)>,
    /// The quartiles of each of [`Measure::ALL`] that this setting has; `None` without runs or without such a measure.
    pub quartiles: [Option<Quartiles>; 4],
    /// The generation and the quartiles of the best up to then.
    pub curve: Vec<(u32, Quartiles)>,
    /// The generation and the part of the runs that were solved by then; empty if there is no target.
    pub solved_by: Vec<(u32, f64)>,
}

/// A measure of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Generations until it was solved, or to its end if there is no target.
    Generations,
    /// Evaluations up to the same point.
    Evaluations,
    /// Seconds of work up to the same point.
    Seconds,
    /// The fitness of the best feasible individual at the end.
    Best,
}

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 4] = [
        Measure::Generations,
        Measure::Evaluations,
        Measure::Seconds,
        Measure::Best,
    ];

    /// The value of a run. A run that was not solved took longer than is known, which counts as infinitely long.
    fn of(self, outcome: &Outcome, has_target: bool) -> f64 {
        if self == Measure::Best {
            return outcome.best().unwrap_or(f64::NEG_INFINITY);
        }
        if has_target && !outcome.solved {
            return f64::INFINITY;
        }
        match self {
            Measure::Generations => f64::from(outcome.generations),
            Measure::Evaluations => outcome.evaluations as f64,
            Measure::Seconds | Measure::Best => outcome.seconds,
        }
    }
}

/// Two settings compared in one measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The numbers of the settings, from 0.
    pub pair: [usize; 2],
    /// The measure that is compared.
    pub measure: Measure,
    /// The rank test of the first against the second.
    pub test: RankTest,
    /// The p of the test, 0 to 1, corrected for the number of pairs that are compared in this measure.
    pub p: f64,
    /// The median of each setting of the pair.
    pub medians: [f64; 2],
}

impl Comparison {
    /// A difference counts as sure if its p is below this.
    pub const SIGNIFICANCE: f64 = 0.05;

    /// The place in the pair, 0 or 1, of the setting with the lower values; `None` if that is not sure.
    pub fn lower(&self) -> Option<usize> {
        (self.p < Self::SIGNIFICANCE).then(|| usize::from(self.test.lower < 0.5))
    }
}

/// The approximate number of generations in a curve.
const POINTS: u32 = 100;

impl Findings {
    /// The findings from the runs of an experiment that are over.
    pub(super) fn of(lab: &LabRun) -> Self {
        let mut failures = Vec::new();
        let mut samples = Vec::new();
        for of_setting in lab.outcomes() {
            let outcomes = of_setting.into_iter().map(|(_, outcome)| outcome);
            let failed = |outcome: &Outcome| matches!(outcome.stop, StopReason::Failed(_));
            let (bad, good): (Vec<_>, Vec<_>) = outcomes.partition(failed);
            failures.push(bad);
            samples.push(good);
        }
        let numbers = 0..samples.len();
        let shows_distance = numbers.clone().all(|at| lab.prepared(at).measures_distance);
        let generations = generations_to_show(&samples);
        let settings = numbers.map(|at| {
            let figures = Figures::of(
                &samples[at],
                lab.has_target(at),
                shows_distance,
                &generations,
            );
            let failed = failures[at].first().map(|first| first.stop.to_string());
            Figures {
                failed: failed.map(|why| (failures[at].len(), why)),
                ..figures
            }
        });
        Findings {
            settings: settings.collect(),
            comparisons: Measure::ALL
                .into_iter()
                .flat_map(|measure| compare_settings(lab, &samples, measure))
                .collect(),
            shows_distance,
            done: lab.done(),
        }
    }
}

/// The generations that curves show: all at first, and ever fewer later.
fn generations_to_show(samples: &[Vec<Outcome>]) -> Vec<u32> {
    let ends = samples.iter().flatten().map(|outcome| outcome.generations);
    let last = ends.max().unwrap_or(0);
    let place = |point: u32| {
        let part = f64::from(point) / f64::from(POINTS);
        (f64::from(last + 1).powf(part) - 1.0).round() as u32
    };
    let mut all: Vec<u32> = (0..=POINTS).map(place).collect();
    all.dedup();
    all
}

impl Figures {
    fn of(sample: &[Outcome], has_target: bool, shows_distance: bool, generations: &[u32]) -> Self {
        let of_measure = |measure: Measure| {
            let values = sample.iter().map(|one| measure.of(one, has_target));
            quartiles(&mut values.collect::<Vec<f64>>())
        };
        let best_at = |generation: u32| {
            let value = |outcome: &Outcome| match (outcome.best_at(generation), shows_distance) {
                (Some(fitness), true) => distance(fitness),
                (Some(fitness), false) => fitness,
                (None, true) => f64::INFINITY,
                (None, false) => f64::NEG_INFINITY,
            };
            let mut values: Vec<f64> = sample.iter().map(value).collect();
            quartiles(&mut values).map(|quartiles| (generation, quartiles))
        };
        let solved_by = |generation: u32| {
            let by_then = |one: &&Outcome| one.solved && one.generations <= generation;
            let part = sample.iter().filter(by_then).count() as f64 / sample.len().max(1) as f64;
            (generation, part)
        };
        let solved = sample.iter().filter(|one| one.solved).count();
        Figures {
            runs: sample.len(),
            solved: has_target.then_some(solved),
            failed: None,
            quartiles: Measure::ALL.map(of_measure),
            curve: generations.iter().copied().filter_map(best_at).collect(),
            solved_by: if has_target && !sample.is_empty() {
                generations.iter().copied().map(solved_by).collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// Compares all pairs of settings in a measure. Generations and evaluations are compared if both settings have a
/// target, because without one the limits decide them. The best fitness is compared if neither setting has a target and
/// both have the same problem.
fn compare_settings(lab: &LabRun, samples: &[Vec<Outcome>], measure: Measure) -> Vec<Comparison> {
    let settings = &lab.experiment().settings;
    let is_fair = |first: usize, second: usize| {
        let targets = [first, second].map(|at| lab.has_target(at));
        let same = settings[first].problem == settings[second].problem;
        match measure {
            Measure::Generations | Measure::Evaluations => targets == [true, true],
            Measure::Seconds => targets[0] == targets[1],
            Measure::Best => targets == [false, false] && same,
        }
    };
    let pairs =
        (0..samples.len()).flat_map(|first| (first + 1..samples.len()).map(move |at| [first, at]));
    let mut comparisons: Vec<Comparison> = pairs
        .filter(|[first, second]| is_fair(*first, *second))
        .filter_map(|pair| {
            let mut values = pair.map(|at| -> Vec<f64> {
                let value = |one: &Outcome| measure.of(one, lab.has_target(at));
                samples[at].iter().map(value).collect()
            });
            let test = mann_whitney(&values[0], &values[1])?;
            let median = |values: &mut Vec<f64>| quartiles(values).map_or(f64::NAN, |all| all[1]);
            Some(Comparison {
                pair,
                measure,
                test,
                p: test.p,
                medians: values.each_mut().map(median),
            })
        })
        .collect();
    let tests: Vec<f64> = comparisons.iter().map(|one| one.test.p).collect();
    for (comparison, p) in comparisons.iter_mut().zip(holm(&tests)) {
        comparison.p = p;
    }
    comparisons
}
