//! The laboratory: experiments as data and in files, and on the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU64, Ordering};

use evolvarium::generation::laboratory::csv::csv;
use evolvarium::generation::laboratory::{
    Experiment, LabRun, Measure, Prepared, SearchChanges, Setting, Subject,
};
use evolvarium::generation::{
    Crossover, EvolutionParameters, MutationGaps, Picture, Problem, Seed, StopReason, Stream,
};
use evolvarium::shell::laboratory::file;
use evolvarium::shell::words::{Language, Words};

/// The number of individuals of [`OneMax`] that have been judged.
static JUDGED: AtomicU64 = AtomicU64::new(0);

/// The more of 24 bits are set, the better. A genome whose first bit is set is infeasible.
struct OneMax {
    has_target: bool,
    counts: bool,
}

impl Problem for OneMax {
    type Genome = u32;

    fn genes(&self) -> usize {
        24
    }

    fn random(&self, rng: &mut Stream) -> u32 {
        rng.random_below(1 << 24)
    }

    fn cross(&self, first: &u32, second: &u32, _: Crossover, rng: &mut Stream) -> u32 {
        let mask = rng.random_below(1 << 24);
        (first & mask) | (second & !mask)
    }

    fn mutate(&self, genome: &mut u32, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, _| *genome ^= 1 << at);
    }

    fn violation(&self, genome: &u32) -> u32 {
        if self.counts {
            JUDGED.fetch_add(1, Ordering::Relaxed);
        }
        genome & 1
    }

    fn objective(&self, genome: &u32, _: &mut Stream) -> f64 {
        f64::from(genome.count_ones())
    }

    fn target(&self) -> Option<f64> {
        self.has_target.then_some(23.0)
    }

    fn picture(&self, _: &u32) -> Picture {
        Picture::of(Vec::new())
    }
}

fn prepare(text: &str, has_target: bool) -> Result<Prepared, String> {
    let counts = match text {
        "24" => false,
        "counted" => true,
        "panics" => {
            return Ok(Prepared::new(EvolutionParameters::default(), |seed| {
                assert!(seed == Seed::default(), "no such seed");
                OneMax {
                    has_target: true,
                    counts: false,
                }
            }));
        }
        _ => return Err(format!("\"{text}\" is not 24")),
    };
    let problem = move |_| OneMax { has_target, counts };
    Ok(Prepared::new(EvolutionParameters::default(), problem))
}

const SUBJECTS: [Subject; 2] = [
    Subject {
        key: "one-max",
        name: "one-max",
        usual_setup: || "24".into(),
        prepare: |text| prepare(text, true),
        without: &[],
    },
    Subject {
        key: "endless",
        name: "endless",
        usual_setup: || "24".into(),
        prepare: |text| prepare(text, false),
        without: &[],
    },
];

fn setting(problem: &str, search: SearchChanges) -> Setting {
    Setting {
        problem: problem.into(),
        search,
        ..Setting::default()
    }
}

fn with_generations(generations: u32) -> SearchChanges {
    SearchChanges {
        generations: Some(generations),
        ..SearchChanges::default()
    }
}

fn lab(runs: u32, settings: Vec<Setting>) -> LabRun {
    let experiment = Experiment {
        name: "a test".into(),
        runs,
        seed: Seed(7),
        settings,
    };
    LabRun::new(experiment, &SUBJECTS).expect("a good experiment")
}

pub fn finished(lab: LabRun, threads: usize) -> LabRun {
    lab.finish(threads, &|| ());
    lab
}

/// The runs as a table without the times, which stand in the last column but two.
pub fn without_times(lab: &LabRun) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        cells.remove(cells.len() - 3);
        cells
    };
    csv(lab).lines().map(cells).collect()
}

#[test]
fn runs_have_the_same_figures_on_any_number_of_threads_and_seeds_of_their_own() {
    let three = || {
        let mutation = SearchChanges {
            mutation: Some(0.1),
            ..SearchChanges::default()
        };
        let settings = vec![
            setting("one-max", SearchChanges::default()),
            setting("one-max", mutation),
            setting("endless", with_generations(30)),
        ];
        lab(12, settings)
    };
    let (one, four) = (finished(three(), 1), finished(three(), 4));
    assert_eq!(one.done(), 36);
    assert_eq!(without_times(&one), without_times(&four));
    let lines = without_times(&one);
    assert_eq!(lines.len(), 1 + 36);
    let seeds: std::collections::BTreeSet<&String> = lines[1..].iter().map(|l| &l[5]).collect();
    assert_eq!(seeds.len(), 36, "no two runs have one seed");
    // Whoever has the seed of a run can make it again.
    let outcome = &one.outcomes()[0][3].1;
    let bench = one.bench(0);
    let mut again = bench
        .start(one.parameters(0).clone(), one.seed(0, 3), None)
        .expect("in range");
    while again.outcome().is_none() {
        again.work(std::time::Duration::from_micros(50));
    }
    let again = again.outcome().expect("it is over");
    assert_eq!(again.generations, outcome.generations);
    assert_eq!(again.steps, outcome.steps);
}

#[test]
fn every_individual_that_is_made_is_counted_and_an_elite_once() {
    JUDGED.store(0, Ordering::Relaxed);
    let counted = Setting {
        setup: "counted".into(),
        ..setting("one-max", SearchChanges::default())
    };
    let lab = finished(lab(10, vec![counted]), 2);
    let outcomes = &lab.outcomes()[0];
    let counted: u64 = outcomes.iter().map(|(_, one)| one.evaluations).sum();
    assert_eq!(counted, JUDGED.load(Ordering::Relaxed));
    assert!(outcomes.iter().all(|(_, one)| one.solved));
}

#[test]
fn runs_that_are_given_up_count_as_longer_than_all_others() {
    let given_up = setting("one-max", with_generations(1));
    let solving = setting("one-max", with_generations(100_000));
    let lab = finished(lab(20, vec![given_up, solving]), 2);
    let findings = lab.findings();
    assert_eq!(findings.settings[0].solved, Some(0));
    assert_eq!(findings.settings[1].solved, Some(20));
    assert_eq!(findings.settings[0].quartiles[0], Some([f64::INFINITY; 3]));
    let [low, median, high] = findings.settings[1].quartiles[0].expect("runs");
    assert!(low <= median && median <= high && high < 100_000.0);
    let generations = findings
        .comparisons
        .iter()
        .find(|one| one.measure == Measure::Generations)
        .expect("both have a target");
    // Each of the 20 that were solved needed fewer than each of the 20 that were not.
    assert_eq!(generations.test.lower, 0.0);
    assert_eq!(generations.lower(), Some(1));
    assert!(generations.p < 1e-6);
    let last = findings.settings[1].solved_by.last().expect("generations");
    assert_eq!(last.1, 1.0);
    assert!(
        findings.settings[0]
            .solved_by
            .iter()
            .all(|(_, part)| *part == 0.0)
    );
}

#[test]
fn a_problem_without_a_target_is_compared_by_its_best_unless_the_setting_names_one() {
    let short = setting("endless", with_generations(2));
    let long = setting("endless", with_generations(60));
    let runs = lab(15, vec![short, long]);
    assert!(!runs.has_target(0));
    let findings = finished(runs, 2).findings();
    assert_eq!(findings.settings[0].solved, None);
    let measures: Vec<Measure> = findings.comparisons.iter().map(|one| one.measure).collect();
    assert_eq!(measures, [Measure::Seconds, Measure::Best]);
    assert_eq!(
        findings.comparisons[1].lower(),
        Some(0),
        "two are fewer than sixty"
    );
    let aimed = Setting {
        target: Some(18.0),
        ..setting("endless", with_generations(10_000))
    };
    let runs = finished(lab(10, vec![aimed]), 2);
    for (_, outcome) in &runs.outcomes()[0] {
        assert!(outcome.solved && outcome.stop == StopReason::TargetMet);
        assert!(outcome.best().is_some_and(|best| best >= 18.0));
        // It ended in the generation in which it got there.
        let last = outcome.steps.last().expect("a step");
        assert_eq!(last.0, outcome.generations);
    }
}

#[test]
fn an_experiment_that_is_stopped_keeps_the_runs_that_are_over() {
    let endless = setting("endless", with_generations(1_000_000));
    let quick = setting("one-max", SearchChanges::default());
    let runs = lab(50, vec![quick, endless]);
    let mut first = runs.begin().expect("a run");
    while !runs.work_on(&mut first, std::time::Duration::from_millis(1)) {}
    let mut second = runs.begin().expect("a run");
    assert!(!runs.work_on(&mut second, std::time::Duration::from_micros(10)));
    runs.stop();
    assert!(runs.work_on(&mut second, std::time::Duration::from_micros(10)));
    assert!(runs.begin().is_none());
    assert_eq!(runs.done(), 1);
    let findings = runs.findings();
    assert_eq!(
        (findings.settings[0].runs, findings.settings[1].runs),
        (1, 0)
    );
    assert_eq!(findings.settings[1].quartiles, [None; 4]);
}

#[test]
fn a_run_that_fails_is_counted_apart_and_the_others_go_on() {
    let broken = Setting {
        setup: "panics".into(),
        ..setting("one-max", SearchChanges::default())
    };
    let fine = setting("one-max", SearchChanges::default());
    let runs = finished(lab(5, vec![broken, fine]), 2);
    let findings = runs.findings();
    let (count, why) = findings.settings[0].failed.clone().expect("failures");
    assert_eq!(count, 5);
    assert!(why.contains("no such seed"), "{why}");
    assert_eq!(findings.settings[0].runs, 0);
    assert_eq!(findings.settings[1].solved, Some(5));
}

fn refused(text: &str) -> String {
    let parsed = file::parse(Path::new("exp.ron"), text, &SUBJECTS);
    parsed.err().expect("it is refused").to_string()
}

#[test]
fn a_broken_file_is_refused_with_its_line_and_the_reason() {
    let good = "(\n  runs: 5,\n  settings: [\n    (problem: \"one-max\"),\n    // (problem: \"no\")\n    (\n      \
                setup: \"24\",\n      search: (population: 40, selection: Tournament(3)),\n      problem: \"endless\",\n      \
                target: 20.0,\n    ),\n  ],\n)\n";
    assert!(file::parse(Path::new("exp.ron"), good, &SUBJECTS).is_ok());
    for (from, to, place, reason) in [
        ("runs: 5", "runs: 5000", "line 2, column 3", "1 to 1000"),
        (
            "\"endless\"",
            "\"chess\"",
            "line 9, column 7",
            "one-max, endless",
        ),
        ("\"24\"", "\"25\"", "line 7, column 7", "is not 24"),
        (
            "population: 40",
            "population: 1",
            "line 8, column 16",
            "from 2 to 2000",
        ),
        ("Tournament(3)", "Tournament(99)", "line 8", "from 2 to 16"),
        (
            "target: 20.0",
            "target: -1.0",
            "line 10, column 7",
            "from 0",
        ),
        (
            "(problem: \"one-max\")",
            "(problem: \"one-max\", target: 3.0)",
            "line 4",
            "target of its own",
        ),
        ("setup: \"24\"", "sutep: \"24\"", "line 7", "sutep"),
        (
            "population: 40",
            "milliseconds: 40",
            "line 8",
            "milliseconds",
        ),
        (
            "    (problem: \"one-max\"),\n",
            "    (problem: \"one-max\")\n",
            "line 6",
            "",
        ),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good);
        let why = refused(&bad);
        assert!(
            why.contains("exp.ron") && why.contains(place),
            "{to}: {why}"
        );
        assert!(why.contains(reason), "{to}: {why}");
    }
    let none = good
        .replace("(problem: \"one-max\"),", "")
        .replace("settings: [", "settings: [], x: [");
    assert!(refused(&none).contains("line"), "an unknown field");
    assert!(refused("(runs: 3, settings: [])").contains("the number of settings is 0"));
}

#[test]
fn every_preset_can_be_prepared_written_and_read_again() {
    let kits = evolvarium::kits();
    let subjects: Vec<Subject> = kits.iter().flat_map(|kit| kit.subjects).copied().collect();
    assert!(
        subjects.len() >= 6,
        "levels, boards, opponents, strategies, dungeons, enemies"
    );
    let mut keys = std::collections::BTreeSet::new();
    for (language, _) in Language::ALL {
        let words = Words::of(language);
        for preset in kits.iter().flat_map(|kit| kit.presets) {
            keys.insert(preset.key);
            let experiment = preset.in_words(&|key| words.get(key));
            let text = file::text(&experiment).expect("it can be written");
            let read = file::parse(Path::new("preset.ron"), &text, &subjects);
            let read = read.unwrap_or_else(|why| panic!("{}: {why}", preset.key));
            assert_eq!(*read.experiment(), experiment, "{text}");
        }
    }
    assert!(keys.len() >= 6);
    // The usual setup of each subject is one that it takes.
    for subject in &subjects {
        let usual = Setting::usual(subject);
        let runs = Experiment {
            name: String::new(),
            runs: 1,
            seed: Seed(1),
            settings: vec![Setting {
                search: with_generations(1),
                ..usual
            }],
        };
        let runs = LabRun::new(runs, &subjects).expect("a usual setting");
        let runs = finished(runs, 1);
        let (_, outcome) = runs.outcomes()[0][0].clone();
        assert!(
            outcome.generations <= 1 && outcome.evaluations > 0,
            "{}",
            subject.key
        );
        assert!(
            !matches!(outcome.stop, StopReason::Failed(_)),
            "{outcome:?}"
        );
    }
}

#[test]
fn each_subject_takes_its_setups_and_refuses_others_in_words() {
    let kits = evolvarium::kits();
    let subjects: Vec<Subject> = kits.iter().flat_map(|kit| kit.subjects).copied().collect();
    for (key, good, bad) in [
        (
            "match3",
            &["9x9c6-p488", "7x7c7-p280t30k10ro"][..],
            &["", "9x9", "90x9c6-p1"][..],
        ),
        (
            "hexxagon-board",
            &["2p100x170s", "3p90x130s", "2p100x170"],
            &["", "2p", "4p100x170s", "2p100x170q", "2p1x170", "p100x170"],
        ),
        (
            "hexxagon-opponent",
            &["50-level2-b1", "90-level3-b0-skip"],
            &[
                "",
                "50",
                "5-level2-b1",
                "50-level4-b1",
                "50-level2-b999x",
                "50-level2-b40",
            ],
        ),
        (
            "tic-tac-toe",
            &["evolved70", "unbeaten"],
            &["", "evolved5", "beaten"],
        ),
        (
            "dungeon",
            &["d5f4r16s12e2c2l1", "d1f1r40s12e2c1l1o"],
            &["", "arena", "d5", "d5f4r99s12e2c2l1"],
        ),
        (
            "dungeon-enemy",
            &["hunter5", "guard12x9"],
            &[
                "",
                "hunter",
                "hunter0",
                "hunter13",
                "hunter5x0",
                "wolf5",
                "hunter5x",
            ],
        ),
    ] {
        let subject = subjects.iter().find(|subject| subject.key == key);
        let subject = subject.expect("it is handed over");
        for text in good {
            let refused = (subject.prepare)(text).err();
            assert_eq!(refused, None, "{key}: {text}");
        }
        for text in bad {
            let why = (subject.prepare)(text).err();
            assert!(why.is_some_and(|why| why.len() > 10), "{key}: {text}");
        }
    }
}

fn evolvarium_lab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_evolvarium"))
        .current_dir(folder)
        .arg("lab")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// A small experiment in a file.
pub const SMALL: &str = r#"(
    name: "Populations",
    runs: 8,
    seed: "k3f9",
    settings: [
        (name: "twenty", problem: "match3", setup: "7x7c7-p280t30o"),
        (name: "four, alone", problem: "match3", setup: "7x7c7-p280t30o", search: (population: 4, elitism: 0, generations: 20)),
    ],
)"#;

#[test]
fn the_command_line_makes_the_runs_of_a_file_and_writes_table_and_plot() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("sizes.ron"), SMALL).expect("written");
    let mut tables = Vec::new();
    for threads in ["1", "4"] {
        let done = evolvarium_lab(folder.path(), &["sizes.ron", "--threads", threads]);
        assert!(done.status.success(), "{}", text(&done.stderr));
        let report = text(&done.stdout);
        assert!(report.contains("All 16 runs are made."), "{report}");
        assert!(report.contains("A needs fewer generations (p"), "{report}");
        let written = fs::read_to_string(folder.path().join("sizes.csv")).expect("the table");
        assert_eq!(written.lines().count(), 1 + 16);
        assert!(written.contains("\"four, alone\""), "{written}");
        // The cells without the times; no name has a comma before them but one, which is quoted.
        let line = |line: &str| {
            let seconds = line.split(',').rev().nth(2).unwrap_or_default().to_owned();
            line.replacen(&seconds, "", 1)
        };
        tables.push(written.lines().map(line).collect::<Vec<_>>());
        let svg = fs::read_to_string(folder.path().join("sizes.svg")).expect("the plot");
        assert!(
            svg.contains("<polygon") && svg.contains("twenty"),
            "bands and a legend"
        );
    }
    assert_eq!(tables[0], tables[1]);
}

#[test]
fn the_command_line_refuses_files_with_their_line_and_prints_presets() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = SMALL.replace("7x7c7-p280t30o\"),", "7x7c7\"),");
    fs::write(folder.path().join("broken.ron"), broken).expect("written");
    let done = evolvarium_lab(folder.path(), &["broken.ron"]);
    assert_eq!(done.status.code(), Some(1));
    let why = text(&done.stderr);
    assert!(why.contains("broken.ron: line 6, column 45"), "{why}");
    assert!(!folder.path().join("broken.csv").exists());
    let done = evolvarium_lab(folder.path(), &["missing.ron"]);
    assert!(text(&done.stderr).contains("missing.ron"));
    let done = evolvarium_lab(
        folder.path(),
        &["broken.ron", "--csv", "no/such/folder.csv"],
    );
    assert_eq!(done.status.code(), Some(1));
    let printed = evolvarium_lab(folder.path(), &["--print", "match3-schemes"]);
    assert!(text(&printed.stdout).contains("problem: \"match3-tested\""));
    let done = evolvarium_lab(folder.path(), &["--print", "nothing"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("match3-schemes"));
}
