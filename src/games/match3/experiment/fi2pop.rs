//! Experiment: whether FI-2Pop (Kimbrough et al. 2008) needs fewer generations than one population, as limbsoo's first
//! post expects.

use super::COLOURS;
use super::schemes::{EvolutionResult, Treatment};
use crate::experiment::{Experiment, ExperimentError, Phrases, Report, Table};
use crate::games::match3::level::{GenerationError, KindGenes, Order, Setup, Symmetry, patterns};
use crate::games::match3::rules::{Kinds, Size};
use crate::generation::Seed;
use crate::generation::laboratory::statistics::{RankTest, mann_whitney};
use crate::generation::quartiles::quartiles;
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};
use crate::session::Difficulty;

/// The sides of the square boards.
const SIDES: [u8; 3] = [7, 10, 12];
/// The wanted swap potentials, in percent of that of an open board.
const WANTED: [u32; 5] = [20, 40, 60, 80, 95];
/// The tolerances, in percent of the swap potential of an open board. The first is about that of limbsoo's program.
const TOLERANCES: [u32; 2] = [5, 1];
/// The probability of one or more wrong findings among all comparisons.
const SIGNIFICANCE: f64 = 0.05;

/// The rivals of FI-2Pop.
const RIVALS: std::ops::Range<usize> = 1..Treatment::ALL.len();

/// The comparison of FI-2Pop with one population.
pub struct SchemeComparison {
    /// The setup of the boards; size, wanted potential and tolerance are replaced.
    setup: Setup,
    /// Evolutions in each case with each treatment.
    runs: u32,
    /// The limit on generations.
    limit: u32,
    seed: Seed,
}

/// A size with a wanted potential and a tolerance, the last two in percent of an open board's potential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Case {
    side: u8,
    tolerance: u32,
    wanted: u32,
}

/// All cases, panel by panel of the plot.
fn cases() -> impl Iterator<Item = Case> {
    TOLERANCES.into_iter().flat_map(|tolerance| {
        SIDES.into_iter().flat_map(move |side| {
            WANTED.into_iter().map(move |wanted| Case {
                side,
                tolerance,
                wanted,
            })
        })
    })
}

/// One evolution.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    case: usize,
    treatment: usize,
    result: EvolutionResult,
}

impl SchemeComparison {
    /// The usual generation after which a run is given up.
    pub const GENERATIONS: u32 = 2_000;

    /// A comparison of `runs` evolutions of at most `limit` generations for each case and treatment.
    pub fn new(setup: Setup, runs: u32, limit: u32, seed: Seed) -> Self {
        SchemeComparison {
            setup,
            runs,
            limit,
            seed,
        }
    }

    /// The setup of limbsoo's first post: kinds are drawn anew, and cells lie anywhere. The kinds are those of the
    /// levels that limbsoo measured.
    pub fn usual_setup() -> Setup {
        let size = Size::new(10, 10).expect("10 is from 5 to 12");
        Setup {
            colours: COLOURS,
            kinds: Kinds::MEASURED,
            genes: KindGenes::Redrawn,
            symmetry: Symmetry::None,
            order: Order::Scattered,
            powers: false,
            ..Setup::of(Difficulty::Normal, size)
        }
    }

    fn setup_of(&self, case: Case) -> Result<Setup, ExperimentError> {
        let size = Size::new(case.side, case.side).expect("sides are from 5 to 12");
        let setup = Setup {
            size,
            wanted: patterns(size) * case.wanted / 100,
            tolerance: patterns(size) * case.tolerance / 100,
            board: None,
            ..self.setup.clone()
        };
        setup.check().map_err(GenerationError::from)?;
        Ok(setup)
    }
}

impl Experiment for SchemeComparison {
    type Sample = Sample;

    fn samples(&self) -> usize {
        cases().count() * Treatment::ALL.len() * self.runs as usize
    }

    fn sample(&self, number: usize) -> Result<Sample, ExperimentError> {
        // Consecutive samples belong to different cases, so that the experiment goes on at an even speed.
        let number_of_cases = cases().count();
        let (case, rest) = (number % number_of_cases, number / number_of_cases);
        let treatment = rest % Treatment::ALL.len();
        let setup = self.setup_of(cases().nth(case).expect("the number of a case"))?;
        let seed = self.seed.child(number as u64);
        Ok(Sample {
            case,
            treatment,
            result: Treatment::ALL[treatment].evolve(&setup, self.limit, seed)?,
        })
    }

    fn report(&self, samples: &[&Sample], phrase: Phrases) -> Result<Report, ExperimentError> {
        let results: Vec<CaseResult> = cases()
            .enumerate()
            .map(|(number, case)| CaseResult::of(case, number, samples))
            .collect();
        let mut report = Report {
            plot: self.plot(&results, phrase),
            ..Report::default()
        };
        let values = [
            ("runs", self.runs.to_string()),
            ("limit", self.limit.to_string()),
        ];
        report.say(phrase("match3.experiment.fi2pop.generations", &values));
        report.table(self.generations_table(&results, phrase));
        let level = SIGNIFICANCE / (results.len() * RIVALS.len()) as f64;
        report.say(phrase(
            "match3.experiment.fi2pop.ranks",
            &[("level", format!("{level:.4}"))],
        ));
        report.table(ranks_table(&results, level, phrase));
        report.say(phrase("match3.experiment.fi2pop.feasible", &[]));
        report.table(feasible_table(samples, phrase));
        report.say(phrase("match3.experiment.fi2pop.claim", &[]));
        for rival in RIVALS {
            report.say(verdict_text(&results, rival, level, phrase));
        }
        Ok(report)
    }
}

/// The generations of a case with each treatment; infinite where the limit came first.
struct CaseResult {
    case: Case,
    generations: [Vec<f64>; Treatment::ALL.len()],
}

impl CaseResult {
    fn of(case: Case, number: usize, samples: &[&Sample]) -> Self {
        let with = |treatment: usize| {
            let own = samples
                .iter()
                .filter(|sample| (sample.case, sample.treatment) == (number, treatment));
            own.map(|sample| sample.result.generations.map_or(f64::INFINITY, f64::from))
                .collect()
        };
        CaseResult {
            case,
            generations: std::array::from_fn(with),
        }
    }

    /// The rank test of FI-2Pop against a rival; `None` if there is none.
    fn test(&self, rival: usize) -> Option<RankTest> {
        mann_whitney(&self.generations[0], &self.generations[rival])
    }

    /// Whether FI-2Pop needs fewer generations than a rival (`true`) or more (`false`); `None` if the difference is not
    /// significant.
    fn is_fewer(&self, rival: usize, level: f64) -> Option<bool> {
        let test = self.test(rival)?;
        (test.p < level).then_some(test.lower > 0.5)
    }
}

impl Case {
    fn name(self, phrase: Phrases) -> String {
        let values = [
            ("side", self.side.to_string()),
            ("tolerance", self.tolerance.to_string()),
        ];
        phrase("match3.experiment.fi2pop.case", &values)
    }
}

/// The words above the columns of a table of cases.
fn table_head(phrase: Phrases, treatments: impl Iterator<Item = usize>) -> Vec<String> {
    let fixed = ["match3.experiment.board", "match3.experiment.wanted"].map(|key| phrase(key, &[]));
    let named = treatments.map(|treatment| phrase(Treatment::ALL[treatment].key(), &[]));
    fixed.into_iter().chain(named).collect()
}

impl SchemeComparison {
    /// The quartiles of the generations, and the number of runs that have found a level if not all have.
    fn generations_table(&self, results: &[CaseResult], phrase: Phrases) -> Table {
        let bounded = |generations: f64| {
            if generations.is_finite() {
                generations.to_string()
            } else {
                format!(">{}", self.limit)
            }
        };
        let cell = |generations: &Vec<f64>| {
            let found = generations.iter().filter(|number| number.is_finite());
            let (found, all) = (found.count(), generations.len());
            let quartiles =
                quartiles(&mut generations.clone()).map(|all| all.map(bounded).join(" "));
            let quartiles = quartiles.unwrap_or_default();
            if found < all {
                format!("{quartiles} ({found}/{all})")
            } else {
                quartiles
            }
        };
        let row = |result: &CaseResult| {
            let mut row = vec![result.case.name(phrase), format!("{}%", result.case.wanted)];
            row.extend(result.generations.iter().map(cell));
            row
        };
        Table {
            head: table_head(phrase, 0..Treatment::ALL.len()),
            rows: results.iter().map(row).collect(),
        }
    }

    fn plot(&self, results: &[CaseResult], phrase: Phrases) -> Plot {
        let panels = results.chunks(WANTED.len()).map(|panel| Panel {
            title: panel[0].case.name(phrase),
            x: Axis::linear(
                phrase("match3.experiment.fi2pop.x", &[]),
                [WANTED[0], WANTED[WANTED.len() - 1]].map(f64::from),
            )
            .with_ticks(WANTED.map(f64::from)),
            y: Axis::logarithmic(
                phrase("match3.experiment.fi2pop.y", &[]),
                [1.0, f64::from(self.limit)],
            ),
            series: (0..Treatment::ALL.len())
                .map(|treatment| self.series(panel, treatment))
                .collect(),
        });
        Plot {
            title: phrase("match3.experiment.fi2pop.title", &[]),
            panels: panels.collect(),
            columns: SIDES.len(),
            legend: Treatment::ALL
                .iter()
                .map(|treatment| phrase(treatment.key(), &[]))
                .enumerate()
                .collect(),
        }
    }

    /// The medians of a treatment with their quartiles. The treatments stand beside each other.
    fn series(&self, panel: &[CaseResult], treatment: usize) -> Series {
        let limit = f64::from(self.limit);
        let point = |result: &CaseResult| {
            let [low, median, high] = quartiles(&mut result.generations[treatment].clone())?;
            let aside = treatment as f64 - (Treatment::ALL.len() - 1) as f64 / 2.0;
            Some(Point {
                x: f64::from(result.case.wanted) + 1.2 * aside,
                y: median.clamp(1.0, limit),
                span: [low.clamp(1.0, limit), high.clamp(1.0, limit)],
                is_hollow: median.is_infinite(),
            })
        };
        Series {
            ink: treatment,
            style: Style::Both,
            points: panel.iter().filter_map(point).collect(),
        }
    }
}

/// The probability that FI-2Pop needs fewer generations than each rival, with the p of the rank test where it is not
/// below `level`.
fn ranks_table(results: &[CaseResult], level: f64, phrase: Phrases) -> Table {
    let cell = |test: RankTest| {
        let percent = format!("{:.0}%", 100.0 * test.lower);
        match test.p {
            p if p < level => percent,
            p if p < 0.001 => format!("{percent} (p <0.001)"),
            p => format!("{percent} (p {p:.3})"),
        }
    };
    let row = |result: &CaseResult| {
        let mut row = vec![result.case.name(phrase), format!("{}%", result.case.wanted)];
        row.extend(RIVALS.map(|rival| result.test(rival).map_or_else(String::new, cell)));
        row
    };
    Table {
        head: table_head(phrase, RIVALS),
        rows: results.iter().map(row).collect(),
    }
}

/// The generation of the first feasible board, and the part of the boards that are feasible, for each wanted potential.
fn feasible_table(samples: &[&Sample], phrase: Phrases) -> Table {
    let wanted_of: Vec<u32> = cases().map(|case| case.wanted).collect();
    let cell = |wanted: u32, treatment: usize| {
        let own = samples
            .iter()
            .filter(|one| (wanted_of[one.case], one.treatment) == (wanted, treatment));
        let results: Vec<EvolutionResult> = own.map(|one| one.result).collect();
        let first =
            |result: &EvolutionResult| result.first_feasible.map_or(f64::INFINITY, f64::from);
        let mut firsts: Vec<f64> = results.iter().map(first).collect();
        let mut parts: Vec<f64> = results.iter().map(|result| result.feasible_part).collect();
        match (quartiles(&mut firsts), quartiles(&mut parts)) {
            (Some([_, first, _]), Some([_, part, _])) if first.is_finite() => {
                format!("{first}, {:.0}%", 100.0 * part)
            }
            _ => "–".into(),
        }
    };
    let row = |wanted: u32| {
        let cells = (0..Treatment::ALL.len()).map(|treatment| cell(wanted, treatment));
        std::iter::once(format!("{wanted}%")).chain(cells).collect()
    };
    Table {
        head: table_head(phrase, 0..Treatment::ALL.len()).split_off(1),
        rows: WANTED.map(row).to_vec(),
    }
}

/// Says in how many cases FI-2Pop needs fewer generations than a rival, and at which wanted potentials.
fn verdict_text(results: &[CaseResult], rival: usize, level: f64, phrase: Phrases) -> String {
    let where_it_is = |is_fewer: bool| {
        let hits = |wanted: u32| {
            let of_wanted = results.iter().filter(|result| result.case.wanted == wanted);
            of_wanted
                .filter(|result| result.is_fewer(rival, level) == Some(is_fewer))
                .count()
        };
        let count: usize = WANTED.iter().map(|wanted| hits(*wanted)).sum();
        let most = SIDES.len() * TOLERANCES.len();
        let places = WANTED.iter().filter(|wanted| hits(**wanted) > 0);
        let places: Vec<String> = places
            .map(|wanted| format!("{wanted}%: {}/{most}", hits(*wanted)))
            .collect();
        let text = match places.is_empty() {
            true => count.to_string(),
            false => format!("{count} ({})", places.join(", ")),
        };
        (count, text)
    };
    let ((fewer, fewer_text), (more, more_text)) = (where_it_is(true), where_it_is(false));
    let treatment = Treatment::ALL[rival];
    let key = match (fewer, more) {
        _ if !treatment.is_in_the_post() => "match3.experiment.fi2pop.fair",
        (0, 0) => "match3.experiment.fi2pop.unsure",
        (_, 0) => "match3.experiment.fi2pop.agrees",
        (0, _) => "match3.experiment.fi2pop.differs",
        _ => "match3.experiment.fi2pop.mixed",
    };
    let values = [
        ("rival", phrase(treatment.key(), &[])),
        ("all", results.len().to_string()),
        ("fewer", fewer_text),
        ("more", more_text),
        ("unsure", (results.len() - fewer - more).to_string()),
    ];
    phrase(key, &values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{AnyExperiment, ExperimentRun, Part};

    /// Generations of all treatments in one case, with those of FI-2Pop apart.
    fn result(wanted: u32, two: &[f64], one: &[f64]) -> CaseResult {
        let case = Case {
            side: 7,
            tolerance: 5,
            wanted,
        };
        CaseResult {
            case,
            generations: std::array::from_fn(|at| if at == 0 { two } else { one }.to_vec()),
        }
    }

    fn words(key: &str, values: &[(&str, String)]) -> String {
        let values: Vec<String> = values
            .iter()
            .map(|(name, v)| format!("{name}={v}"))
            .collect();
        format!("{key} {}", values.join(" "))
    }

    #[test]
    fn a_verdict_counts_what_is_sure_alone() {
        let low: Vec<f64> = (0..50).map(f64::from).collect();
        let high: Vec<f64> = (40..90).map(f64::from).collect();
        let results = [
            result(20, &high, &low),
            result(40, &low, &low),
            result(95, &low, &high),
        ];
        let text = verdict_text(&results, 1, 0.001, &words);
        assert!(text.starts_with("match3.experiment.fi2pop.mixed"), "{text}");
        assert!(text.contains("fewer=1 (95%: 1/6)"), "{text}");
        assert!(text.contains("more=1 (20%: 1/6)"), "{text}");
        assert!(text.contains("unsure=1"), "{text}");
        let text = verdict_text(&results, 4, 0.001, &words);
        assert!(text.starts_with("match3.experiment.fi2pop.fair"), "{text}");
        let text = verdict_text(&results[1..2], 1, 0.001, &words);
        assert!(
            text.starts_with("match3.experiment.fi2pop.unsure"),
            "{text}"
        );
    }

    #[test]
    fn runs_that_reach_the_limit_are_counted_and_never_left_out() {
        let found = [3.0, 5.0, 8.0];
        let censored = [4.0, f64::INFINITY, f64::INFINITY];
        let setup = SchemeComparison::usual_setup();
        let comparison = SchemeComparison::new(setup, 3, 500, Seed(1));
        let results = [result(20, &found, &censored)];
        let table = comparison.generations_table(&results, &words);
        assert_eq!(table.rows[0][2], "3 5 8");
        assert_eq!(table.rows[0][3], "4 >500 >500 (1/3)");
        let points = comparison.series(&results, 1).points;
        assert!(points[0].is_hollow && points[0].y == 500.0, "{points:?}");
        // In 7 of the 9 pairs FI-2Pop is the faster one.
        let test = results[0].test(1).expect("two samples");
        assert!((test.lower - 7.0 / 9.0).abs() < 1e-12, "{test:?}");
    }

    #[test]
    fn each_case_and_treatment_gets_its_runs() {
        let comparison = SchemeComparison::new(SchemeComparison::usual_setup(), 1, 3, Seed(1));
        let run = ExperimentRun::new(comparison);
        run.take_samples(2, &|| ());
        let report = run.report(&words).expect("a report");
        let Some(Part::Table(table)) = report.parts.get(1) else {
            panic!("{:?}", report.parts);
        };
        assert_eq!(table.rows.len(), 30);
        let cells = table.rows.iter().flatten();
        assert!(cells.clone().all(|cell| !cell.is_empty()), "{table:?}");
        assert_eq!(report.plot.panels.len(), 6);
    }
}
