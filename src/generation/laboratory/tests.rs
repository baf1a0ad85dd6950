//! Tests of experiments, their runs and the table of them, and the subjects that they share with other tests.

use std::sync::Arc;
use std::time::Duration;

use bevy::tasks::AsyncComputeTaskPool;
use bevy::tasks::futures_lite::future::block_on;

use super::csv::{csv, letter};
use super::task::run_in_background;
use super::*;
use crate::base::{Seed, Stream};
use crate::generation::one_max::{OneMax, SteeredOnes, bits_as_genes};
use crate::generation::{
    Crossover, EvolutionParameters, Picture, Problem, Scheme, Selection, StopReason,
};

/// The problem of 24 bits, whose objective stands for the number of bits that are 0.
struct Zeros;

impl Problem for Zeros {
    bits_as_genes!();

    fn objective(&self, genome: &u32, _: &mut Stream) -> f64 {
        1.0 / f64::from(25 - genome.count_ones())
    }

    fn met_distance(&self) -> Option<f64> {
        Some(0.5)
    }

    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }
}

/// Subjects of bits: with a target, which is the setup; without one; with distances; and one whose runs cannot begin.
pub const SUBJECTS: [Subject; 4] = [
    Subject {
        key: "ones",
        name: "ones",
        usual_setup: || "12".to_owned(),
        prepare: |text| {
            let wanted = text.parse()?;
            let usual = EvolutionParameters::default();
            Ok(Prepared::new(usual, move |_| SteeredOnes { wanted }))
        },
        without: &[],
    },
    Subject {
        key: "endless",
        name: "endless",
        usual_setup: String::new,
        prepare: |_| Ok(Prepared::new(EvolutionParameters::default(), |_| OneMax)),
        without: &[],
    },
    Subject {
        key: "zeros",
        name: "zeros",
        usual_setup: String::new,
        prepare: |_| Ok(Prepared::new(EvolutionParameters::default(), |_| Zeros)),
        without: &[],
    },
    Subject {
        key: "broken",
        name: "broken",
        usual_setup: String::new,
        prepare: |_| {
            let usual = EvolutionParameters::default();
            Ok(Prepared::new(usual, |seed| {
                assert!(seed == Seed::default(), "on purpose");
                OneMax
            }))
        },
        without: &[],
    },
];

/// The setting of a problem with a limit on generations.
pub fn setting(problem: &str, generations: u32) -> LabSetting {
    let parameters = ParameterChanges {
        generations: Some(generations),
        ..ParameterChanges::default()
    };
    LabSetting {
        problem: problem.to_owned(),
        parameters,
        ..LabSetting::default()
    }
}

fn experiment(runs: u32, settings: Vec<LabSetting>) -> LabExperiment {
    LabExperiment {
        name: "a test".to_owned(),
        runs,
        seed: Seed(7),
        settings,
    }
}

/// An experiment that is ready to be run.
pub fn lab(runs: u32, settings: Vec<LabSetting>) -> LabRun {
    LabRun::new(experiment(runs, settings), &SUBJECTS).expect("a good experiment")
}

fn finished(runs: u32, settings: Vec<LabSetting>) -> LabRun {
    let lab = lab(runs, settings);
    lab.finish(1, &|| ());
    lab
}

#[test]
fn settings_take_turns_and_each_run_has_the_next_seed() {
    let lab = lab(3, vec![setting("endless", 1), setting("ones", 2)]);
    assert_eq!((lab.all(), lab.done()), (6, 0));
    for setting in 0..2 {
        for run in 0..3 {
            let seed = Seed(7).child(setting as u64 + 1).child(run as u64 + 1);
            assert_eq!(lab.seed(setting, run), seed);
        }
    }
    // The runs that are over after each one, of both settings.
    for over in [[1, 0], [1, 1], [2, 1], [2, 2], [3, 2], [3, 3]] {
        let mut begun = lab.begin().expect("there is one more");
        while !lab.work_on(&mut begun, Duration::ZERO) {}
        let found: Vec<usize> = lab.outcomes().iter().map(Vec::len).collect();
        assert_eq!(found, over);
    }
    assert!(lab.begin().is_none() && lab.begin().is_none());
    assert_eq!(lab.done(), 6);
    let outcomes = lab.outcomes();
    let numbers: Vec<usize> = outcomes[1].iter().map(|(run, _)| *run).collect();
    assert_eq!(numbers, [0, 1, 2]);
    let endless = &outcomes[0][2].1;
    assert_eq!((endless.generations, endless.solved), (1, false));
    assert_eq!(endless.stop, StopReason::GenerationLimit);
    // Elites are not evaluated again.
    assert_eq!(endless.evaluations, 20 + 16);
    assert!(endless.seconds > 0.0);
}

#[test]
fn all_runs_are_made_and_each_is_told() {
    for threads in [1, 2] {
        let lab = lab(4, vec![setting("endless", 2)]);
        let told = std::sync::atomic::AtomicU32::new(0);
        lab.finish(threads, &|| {
            told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!((told.into_inner(), lab.done()), (4, 4));
        assert!(!lab.is_stopped());
    }
}

#[test]
fn a_stopped_experiment_begins_no_run_and_gives_up_those_that_are_begun() {
    let lab = lab(4, vec![setting("endless", 1_000_000)]);
    let mut begun = lab.begin().expect("one");
    assert!(!lab.work_on(&mut begun, Duration::ZERO));
    lab.stop();
    assert!(lab.is_stopped());
    assert!(lab.work_on(&mut begun, Duration::ZERO));
    assert!(lab.begin().is_none());
    assert_eq!(lab.done(), 0);
}

#[test]
fn an_experiment_is_made_in_the_background_until_its_task_is_dropped() {
    AsyncComputeTaskPool::get_or_init(Default::default);
    let short = Arc::new(lab(5, vec![setting("endless", 2)]));
    block_on(run_in_background(&short));
    assert_eq!(short.done(), 5);
    let long = Arc::new(lab(5, vec![setting("endless", 1_000_000)]));
    let task = run_in_background(&long);
    assert!(!long.is_stopped());
    drop(task);
    while !long.is_stopped() {
        std::thread::yield_now();
    }
    assert!(long.done() < 5);
}

#[test]
fn a_setting_may_name_a_target_for_a_problem_that_has_none() {
    let aimed = LabSetting {
        target: Some(14.0),
        ..setting("endless", 500)
    };
    let lab = finished(3, vec![setting("endless", 9), setting("ones", 9), aimed]);
    assert_eq!([0, 1, 2].map(|at| lab.has_target(at)), [false, true, true]);
    for (_, outcome) in &lab.outcomes()[2] {
        assert!(outcome.solved && outcome.stop == StopReason::TargetMet);
        assert!(outcome.best() >= Some(14.0));
        let before = outcome.generations.checked_sub(1);
        let before = before.and_then(|before| outcome.best_at(before));
        assert!(before < Some(14.0), "it ends as soon as it is met");
    }
    // The target is met in the last generation, and a worse one is not.
    let unmet = LabSetting {
        target: Some(24.0),
        ..setting("endless", 1)
    };
    let unmet = finished(3, vec![unmet]);
    assert!(unmet.outcomes()[0].iter().all(|(_, one)| !one.solved));
    let founders = LabSetting {
        target: Some(1.0),
        ..setting("endless", 500)
    };
    let outcomes = finished(1, vec![founders]).outcomes();
    assert_eq!(
        (outcomes[0][0].1.generations, outcomes[0][0].1.evaluations),
        (0, 20)
    );
}

#[test]
fn the_best_rises_from_step_to_step() {
    let outcome = &finished(1, vec![setting("endless", 60)]).outcomes()[0][0].1;
    let steps = &outcome.steps;
    assert!(steps.len() > 2);
    assert!(steps.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
    let (first, second) = (steps[0], steps[1]);
    assert_eq!(outcome.best_at(first.0), Some(first.1));
    assert_eq!(outcome.best_at(second.0 - 1), Some(first.1));
    assert_eq!(outcome.best_at(second.0), Some(second.1));
    assert_eq!(outcome.best_at(99), outcome.best());
    assert_eq!(outcome.best(), steps.last().map(|(_, best)| *best));
    let unborn = Outcome {
        steps: vec![(3, 0.5)],
        ..outcome.clone()
    };
    assert_eq!((unborn.best_at(2), unborn.best_at(3)), (None, Some(0.5)));
    let nothing = Outcome {
        steps: Vec::new(),
        ..outcome.clone()
    };
    assert_eq!((nothing.best(), nothing.best_at(9)), (None, None));
}

/// The lines of the table of a finished experiment, cell by cell, without the seconds.
fn cells(lab: &LabRun) -> Vec<Vec<String>> {
    let table = csv(lab);
    let lines = table.strip_suffix("\r\n").expect("an end").split("\r\n");
    let cells = |line: &str| {
        let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        let seconds = cells.remove(10);
        let digits = seconds.split_once('.').map(|(_, digits)| digits.len());
        assert!(seconds == "seconds" || digits == Some(6), "{seconds}");
        cells
    };
    lines.map(cells).collect()
}

#[test]
fn the_table_has_a_line_for_each_run_with_its_fitness_and_its_distance() {
    let settings = ["endless", "zeros", "broken"].map(|problem| setting(problem, 3));
    let lab = finished(2, settings.into());
    let lines = cells(&lab);
    let head =
        "setting,name,problem,setup,run,seed,solved,stop,generations,evaluations,fitness,distance";
    assert_eq!(lines[0].join(","), head);
    assert_eq!(lines.len(), 1 + 3 * 2);
    let outcomes = lab.outcomes();
    for (line, (setting, run)) in lines[1..].iter().zip((0..3).flat_map(|s| [(s, 0), (s, 1)])) {
        let outcome = &outcomes[setting][run].1;
        let problem = ["endless", "zeros", "broken"][setting];
        let seed = lab.seed(setting, run).to_string();
        let number = (run + 1).to_string();
        let name = letter(setting).to_string();
        let begin = [&name, "", problem, "", &number, &seed, "false"];
        assert_eq!(line[..7], begin.map(str::to_owned));
        let fitness = outcome
            .best()
            .map_or(String::new(), |best| best.to_string());
        assert_eq!(line[10], fitness);
        let (stop, counts, distance) = match setting {
            0 => ("generation limit", ["3", "68"], String::new()),
            1 => {
                let zeros = 1.0 / outcome.best().expect("one") - 1.0;
                ("generation limit", ["3", "74"], zeros.to_string())
            }
            _ => ("failed: on purpose", ["0", "0"], String::new()),
        };
        assert_eq!(
            (line[7].as_str(), &line[8..10]),
            (stop, &counts.map(str::to_owned)[..])
        );
        assert_eq!(line[11], distance);
    }
    assert_eq!([0, 1, 5].map(letter), ['A', 'B', 'F']);
}

#[test]
fn texts_with_commas_quotes_and_breaks_stand_between_quotes() {
    let named = |name: &str| LabSetting {
        name: name.to_owned(),
        ..setting("endless", 1)
    };
    let names = ["plain", "a, b", "say \"a\"", "a\nb", "a\rb"];
    let table = csv(&finished(1, names.map(named).into()));
    let expected = [
        "plain",
        "\"a, b\"",
        "\"say \"\"a\"\"\"",
        "\"a\nb\"",
        "\"a\rb\"",
    ];
    for (setting, name) in expected.into_iter().enumerate() {
        let begin = format!("\r\n{},{name},endless,", letter(setting));
        assert!(table.contains(&begin), "{table}");
    }
}

/// The place of the fault of an experiment; `None` if it is good.
fn fault(experiment: LabExperiment) -> Option<FaultPlace> {
    let prepared = LabRun::new(experiment, &SUBJECTS);
    prepared.err().map(|fault| fault.place)
}

#[test]
fn a_wrong_experiment_is_refused_with_the_place_of_the_fault() {
    let good = || setting("ones", 9);
    let runs = |runs| fault(experiment(runs, vec![good()]));
    assert_eq!([1, 1_000].map(runs), [None, None]);
    assert_eq!(
        [0, 1_001].map(runs),
        [Some(FaultPlace::Experiment("runs")); 2]
    );
    let settings = |count| fault(experiment(1, vec![good(); count]));
    assert_eq!([1, 6].map(settings), [None, None]);
    assert_eq!(
        [0, 7].map(settings),
        [Some(FaultPlace::Experiment("settings")); 2]
    );
    let second = |setting| fault(experiment(1, vec![good(), setting]));
    let place = |field| Some(FaultPlace::Setting(1, field));
    assert_eq!(second(setting("twos", 9)), place("problem"));
    let setup = |setup: &str| LabSetting {
        setup: setup.to_owned(),
        ..good()
    };
    assert_eq!(second(setup("3")), None);
    assert_eq!(second(setup("three")), place("setup"));
    assert_eq!(second(setting("ones", 0)), place("generations"));
    let mut small = good();
    small.parameters.selection = Some(Selection::Tournament(1));
    assert_eq!(second(small), place("selection"));
    let aimed = |problem, target| LabSetting {
        target: Some(target),
        ..setting(problem, 9)
    };
    assert_eq!(second(aimed("ones", 3.0)), place("target"));
    assert_eq!(second(aimed("endless", 0.0)), None);
    assert_eq!(second(aimed("endless", 1_000_000.0)), None);
    assert_eq!(second(aimed("endless", -0.5)), place("target"));
    assert_eq!(second(aimed("endless", 1_000_001.0)), place("target"));
    let unknown = setting("twos", 9).prepare_problem(&SUBJECTS);
    let (_, why) = unknown.err().expect("it is refused");
    let known = "\"twos\"; the problems are ones, endless, zeros, broken";
    assert!(why.to_string().contains(known), "{why}");
}

#[test]
fn a_setting_without_a_setup_has_the_usual_one() {
    let own = LabSetting {
        setup: "5".to_owned(),
        ..setting("ones", 9)
    };
    let lab = lab(1, vec![setting("ones", 9), own]);
    let setups = lab.experiment().settings.iter();
    let setups: Vec<&str> = setups.map(|one| one.setup.as_str()).collect();
    assert_eq!(setups, ["12", "5"]);
    let usual = LabSetting::usual(&SUBJECTS[0]);
    assert_eq!(
        (usual.problem.as_str(), usual.setup.as_str()),
        ("ones", "12")
    );
    assert_eq!(usual.parameters, ParameterChanges::default());
    assert_eq!(lab.parameters(1).generations, 9);
    assert!(lab.prepared(0).has_target && !lab.prepared(0).measures_distance);
}

#[test]
fn changes_lead_from_the_usual_search_to_the_chosen_one_but_for_its_time() {
    let usual = EvolutionParameters {
        milliseconds: 9,
        ..EvolutionParameters::default()
    };
    let none = ParameterChanges::default();
    assert_eq!(ParameterChanges::between(&usual, &usual), none);
    let chosen = EvolutionParameters {
        population: 30,
        elitism: 5,
        mutation: 0.25,
        crossover: Crossover::OnePoint,
        selection: Selection::Tournament(3),
        scheme: Scheme::OnePopulation,
        generations: 70,
        stagnation: 8,
        milliseconds: 0,
    };
    let changes = ParameterChanges::between(&usual, &chosen);
    assert_eq!(changes.applied_to(&usual), chosen);
    let kept = EvolutionParameters {
        milliseconds: 0,
        ..usual.clone()
    };
    assert_eq!(none.applied_to(&usual), kept);
    let of_game = LabSetting::of("ones", "7".to_owned(), &usual, &chosen);
    assert_eq!(
        (of_game.problem.as_str(), of_game.setup.as_str()),
        ("ones", "7")
    );
    assert_eq!(of_game.parameters, changes);
    // One of three individuals is an elite, unless another number is asked for.
    let elitism = |elitism| {
        let few = ParameterChanges {
            population: Some(3),
            elitism,
            ..ParameterChanges::default()
        };
        few.applied_to(&usual).elitism
    };
    assert_eq!([None, Some(2)].map(elitism), [1, 2]);
}

#[test]
fn a_seed_stands_in_a_file_as_its_text() {
    let written = ron::to_string(&experiment(2, vec![setting("ones", 9)])).expect("text");
    assert!(written.contains("seed:\"7\""), "{written}");
    let read = ron::from_str::<LabExperiment>(&written.replace("\"7\"", "\"10\""));
    assert_eq!(read.map(|one| one.seed), Ok(Seed(36)));
    assert!(ron::from_str::<LabExperiment>(&written.replace("\"7\"", "\"?\"")).is_err());
}

#[test]
fn a_preset_has_its_names_in_words() {
    let preset = Preset {
        key: "two",
        name: "two",
        what: "two",
        experiment: || {
            let named = |name: &str| LabSetting {
                name: name.to_owned(),
                ..setting("ones", 9)
            };
            experiment(2, vec![named("one"), named("other")])
        },
    };
    let said = preset.in_words(&|key| format!("<{key}>"));
    assert_eq!(said.name, "<a test>");
    let names: Vec<&str> = said.settings.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["<one>", "<other>"]);
}
