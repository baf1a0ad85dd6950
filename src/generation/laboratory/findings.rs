//! The findings of an experiment: figures of each setting, curves, and comparisons.

use super::lab_run::LabRun;
use super::statistics::{RankTest, holm, mann_whitney};
use super::trial::Outcome;
use crate::generation::distance;
use crate::generation::quartiles::quartiles;

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
    /// The quartiles of each of [`RunMeasure::ALL`] that this setting has; `None` without runs or without such a measure.
    pub quartiles: [Option<Quartiles>; 4],
    /// The generation and the quartiles of the best up to then.
    pub curve: Vec<(u32, Quartiles)>,
    /// The generation and the part of the runs that were solved by then; empty if there is no target.
    pub solved_by: Vec<(u32, f64)>,
}

/// A measure of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunMeasure {
    /// Generations until it was solved, or to its end if there is no target.
    Generations,
    /// Evaluations up to the same point.
    Evaluations,
    /// Seconds of work up to the same point.
    Seconds,
    /// The fitness of the best feasible individual at the end.
    Best,
}

impl RunMeasure {
    /// All measures.
    pub const ALL: [RunMeasure; 4] = [
        RunMeasure::Generations,
        RunMeasure::Evaluations,
        RunMeasure::Seconds,
        RunMeasure::Best,
    ];

    /// The value of a run. A run that was not solved took longer than is known, which counts as infinitely long.
    fn of(self, outcome: &Outcome, has_target: bool) -> f64 {
        if self == RunMeasure::Best {
            return outcome.best().unwrap_or(f64::NEG_INFINITY);
        }
        if has_target && !outcome.solved {
            return f64::INFINITY;
        }
        match self {
            RunMeasure::Generations => f64::from(outcome.generations),
            RunMeasure::Evaluations => outcome.evaluations as f64,
            RunMeasure::Seconds | RunMeasure::Best => outcome.seconds,
        }
    }
}

/// Two settings compared in one measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The numbers of the settings, from 0.
    pub pair: [usize; 2],
    /// The measure that is compared.
    pub measure: RunMeasure,
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
        let (mut failures, mut samples) = (Vec::new(), Vec::new());
        let outcomes = lab.outcomes();
        let done = outcomes.iter().map(Vec::len).sum();
        for of_setting in outcomes {
            let outcomes = of_setting.into_iter().map(|(_, outcome)| outcome);
            let (bad, good): (Vec<_>, Vec<_>) = outcomes.partition(Outcome::has_failed);
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
            comparisons: RunMeasure::ALL
                .into_iter()
                .flat_map(|measure| compare_settings(lab, &samples, measure))
                .collect(),
            shows_distance,
            done,
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
        let of_measure = |measure: RunMeasure| {
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
            quartiles: RunMeasure::ALL.map(of_measure),
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
fn compare_settings(
    lab: &LabRun,
    samples: &[Vec<Outcome>],
    measure: RunMeasure,
) -> Vec<Comparison> {
    let settings = &lab.experiment().settings;
    let is_fair = |first: usize, second: usize| {
        let targets = [first, second].map(|at| lab.has_target(at));
        let same = settings[first].problem == settings[second].problem;
        match measure {
            RunMeasure::Generations | RunMeasure::Evaluations => targets == [true, true],
            RunMeasure::Seconds => targets[0] == targets[1],
            RunMeasure::Best => targets == [false, false] && same,
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

#[cfg(test)]
mod tests {

    use super::super::LabSetting;
    use super::super::tests::{lab, setting};
    use super::*;
    use crate::generation::StopReason;

    /// A run that was solved or given up in a generation, with the best that it had from generation 1 on.
    fn outcome(generations: u32, best: f64, solved: bool) -> Outcome {
        Outcome {
            solved,
            stop: StopReason::GenerationLimit,
            generations,
            evaluations: 10 * u64::from(generations),
            seconds: f64::from(generations) / 4.0,
            steps: vec![(1, best)],
        }
    }

    #[test]
    fn a_run_that_was_not_solved_took_infinitely_long() {
        let values = |solved, has_target| {
            let outcome = outcome(8, 0.5, solved);
            RunMeasure::ALL.map(|measure| measure.of(&outcome, has_target))
        };
        let known = [8.0, 80.0, 2.0, 0.5];
        assert_eq!(values(true, true), known);
        assert_eq!(values(false, false), known);
        let [longest, best] = [f64::INFINITY, 0.5];
        assert_eq!(values(false, true), [longest, longest, longest, best]);
        let nothing = Outcome {
            steps: Vec::new(),
            ..outcome(8, 0.5, true)
        };
        assert_eq!(RunMeasure::Best.of(&nothing, false), f64::NEG_INFINITY);
    }

    #[test]
    fn curves_show_all_generations_at_first_and_fewer_later() {
        let shown = |generations| generations_to_show(&[vec![outcome(generations, 0.5, true)]]);
        assert_eq!(generations_to_show(&[]), [0]);
        assert_eq!(shown(9), (0..=9).collect::<Vec<_>>());
        let long = shown(100_000);
        assert_eq!(long[..6], [0, 1, 2, 3, 4, 5]);
        assert_eq!(long.last(), Some(&100_000));
        assert!((80..=101).contains(&long.len()));
        let gaps: Vec<u32> = long.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|gap| *gap > 0));
        // After the first few, each generation is about 12 % larger than the one before.
        assert_eq!(long[long.len() - 2], 89_125);
        let both = [vec![outcome(3, 0.5, true)], vec![outcome(9, 0.5, true)]];
        assert_eq!(generations_to_show(&both).last(), Some(&9));
    }

    #[test]
    fn the_figures_of_four_runs() {
        let sample = [
            outcome(4, 0.25, true),
            outcome(2, 0.5, true),
            outcome(8, 0.125, false),
            outcome(6, 1.0, true),
        ];
        let figures = Figures::of(&sample, true, false, &[0, 1, 4, 6, 9]);
        assert_eq!((figures.runs, figures.solved), (4, Some(3)));
        let infinite = f64::INFINITY;
        let quartiles = [
            [2.0, 4.0, 6.0],
            [20.0, 40.0, 60.0],
            [0.5, 1.0, 1.5],
            [0.125, 0.25, 0.5],
        ];
        assert_eq!(figures.quartiles, quartiles.map(Some));
        let none = [f64::NEG_INFINITY; 3];
        let best = [0.125, 0.25, 0.5];
        let curve = [(0, none), (1, best), (4, best), (6, best), (9, best)];
        assert_eq!(figures.curve, curve);
        let solved_by = [(0, 0.0), (1, 0.0), (4, 0.5), (6, 0.75), (9, 0.75)];
        assert_eq!(figures.solved_by, solved_by);
        // As distances, the best values are 7, 3, 1 and 0.
        let distances = Figures::of(&sample, false, true, &[0, 1]);
        assert_eq!(distances.curve, [(0, [infinite; 3]), (1, [0.0, 1.0, 3.0])]);
        assert_eq!((distances.solved, distances.solved_by), (None, Vec::new()));
        let nothing = Figures::of(&[], true, false, &[0, 1]);
        let expected = Figures {
            solved: Some(0),
            ..Figures::default()
        };
        assert_eq!(nothing, expected);
    }

    /// The pairs of settings that are compared in each measure.
    fn pairs(settings: Vec<LabSetting>) -> [Vec<[usize; 2]>; 4] {
        let samples = vec![vec![outcome(4, 0.25, true)]; settings.len()];
        let lab = lab(1, settings);
        RunMeasure::ALL.map(|measure| {
            let compared = compare_settings(&lab, &samples, measure).into_iter();
            compared.map(|one| one.pair).collect()
        })
    }

    #[test]
    fn only_what_can_be_compared_fairly_is_compared() {
        let aimed = LabSetting {
            target: Some(3.0),
            ..setting("endless", 9)
        };
        let both = vec![[0, 1]];
        let of = |one: &LabSetting, other: &LabSetting| pairs(vec![one.clone(), other.clone()]);
        let [ones, endless, zeros] = ["ones", "endless", "zeros"].map(|of| setting(of, 9));
        // Both have a target.
        let expected = [both.clone(), both.clone(), both.clone(), vec![]];
        assert_eq!(of(&ones, &aimed), expected);
        // Only one has.
        for (one, other) in [(&ones, &endless), (&endless, &ones), (&aimed, &endless)] {
            assert!(of(one, other).iter().all(Vec::is_empty));
        }
        // Neither has a target, and they are of one problem or of two.
        assert_eq!(
            of(&endless, &endless),
            [vec![], vec![], both.clone(), both.clone()]
        );
        assert_eq!(of(&endless, &zeros), [vec![], vec![], both, vec![]]);
        // All pairs of three are compared.
        let three = pairs(vec![ones.clone(), ones.clone(), ones]);
        assert_eq!(three[0], [[0, 1], [0, 2], [1, 2]]);
    }

    #[test]
    fn comparisons_are_corrected_for_their_number() {
        let of = |range: std::ops::Range<u32>| -> Vec<Outcome> {
            range.map(|at| outcome(at, 0.5, true)).collect()
        };
        let samples = [of(0..4), of(10..14), of(20..24)];
        let three = lab(4, vec![setting("ones", 9); 3]);
        let compared = compare_settings(&three, &samples, RunMeasure::Generations);
        for one in &compared {
            // All values of the first lie below those of the second: two of 70 orders are as extreme.
            assert_eq!(
                (one.test.lower, one.measure),
                (1.0, RunMeasure::Generations)
            );
            assert!((one.test.p - 2.0 / 70.0).abs() < 1e-12);
            assert!((one.p - 6.0 / 70.0).abs() < 1e-12);
            assert_eq!(one.lower(), None);
        }
        let medians: Vec<[f64; 2]> = compared.iter().map(|one| one.medians).collect();
        assert_eq!(medians, [[1.0, 11.0], [1.0, 21.0], [11.0, 21.0]]);
        // Alone each of them is sure.
        let mut sure = compared[0];
        sure.p = 0.04;
        assert_eq!(sure.lower(), Some(0));
        sure.test.lower = 0.25;
        assert_eq!(sure.lower(), Some(1));
        // At its very limit nothing is sure, and halves fall to the first setting.
        sure.test.lower = 0.5;
        assert_eq!(sure.lower(), Some(0));
        sure.p = Comparison::SIGNIFICANCE;
        assert_eq!(sure.lower(), None);
        // Without runs there is nothing to compare.
        let none = [Vec::new(), of(1..4), Vec::new()];
        assert!(compare_settings(&three, &none, RunMeasure::Generations).is_empty());
    }

    #[test]
    fn findings_count_failures_apart_and_show_distances_if_all_settings_have_them() {
        let findings = |problems: &[&str]| {
            let settings = problems.iter().map(|problem| setting(problem, 2));
            let lab = lab(3, settings.collect());
            assert!(!lab.is_whole(), "no run is made yet");
            lab.finish(1, &|| ());
            assert_eq!(lab.is_whole(), !problems.contains(&"broken"));
            lab.findings()
        };
        let failing = findings(&["zeros", "broken"]);
        assert_eq!((failing.done, failing.shows_distance), (6, false));
        let runs: Vec<usize> = failing.settings.iter().map(|one| one.runs).collect();
        assert_eq!(runs, [3, 0]);
        let failed = Some((3, "failed: on purpose".to_owned()));
        assert_eq!(failing.settings[1].failed, failed);
        assert_eq!(failing.settings[0].failed, None);
        assert!(failing.comparisons.is_empty());
        let distances = findings(&["zeros", "zeros"]);
        assert!(distances.shows_distance);
        let measures: Vec<RunMeasure> = distances
            .comparisons
            .iter()
            .map(|one| one.measure)
            .collect();
        assert_eq!(measures, [RunMeasure::Seconds, RunMeasure::Best]);
        let best = distances.settings[0].quartiles[3].expect("runs");
        let (_, curve) = *distances.settings[0].curve.last().expect("a curve");
        // The lowest distances belong to the highest fitness.
        let distances = [best[2], best[1], best[0]].map(distance);
        assert_eq!(curve[2], distances[2]);
        assert!(!findings(&["zeros", "endless"]).shows_distance);
    }
}
