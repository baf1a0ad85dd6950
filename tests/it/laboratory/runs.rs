//! These tests are about the runs of an experiment: their seeds and figures, the counts and comparisons, and runs that
//! are given up, stopped or fail.

use std::sync::atomic::Ordering;

use evolvarium::generation::StopReason;
use evolvarium::generation::laboratory::{LabSetting, ParameterChanges, RunMeasure};

use super::{JUDGED, finished, lab, setting, with_generations, without_times};

#[test]
fn runs_have_the_same_figures_on_any_number_of_threads_and_seeds_of_their_own() {
    let three = || {
        let mutation = ParameterChanges {
            mutation: Some(0.1),
            ..ParameterChanges::default()
        };
        let settings = vec![
            setting("one-max", ParameterChanges::default()),
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
    // A run can be made again by its seed.
    let outcome = &one.outcomes()[0][3].1;
    let prepared = one.prepared(0);
    let mut again = prepared
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
    let counted = LabSetting {
        setup: "counted".into(),
        ..setting("one-max", ParameterChanges::default())
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
        .find(|one| one.measure == RunMeasure::Generations)
        .expect("both have a target");
    // Each of the 20 runs that were solved needed fewer generations than each of the 20 that were not.
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
    let measures: Vec<RunMeasure> = findings.comparisons.iter().map(|one| one.measure).collect();
    assert_eq!(measures, [RunMeasure::Seconds, RunMeasure::Best]);
    assert_eq!(
        findings.comparisons[1].lower(),
        Some(0),
        "two are fewer than sixty"
    );
    let aimed = LabSetting {
        target: Some(18.0),
        ..setting("endless", with_generations(10_000))
    };
    let runs = finished(lab(10, vec![aimed]), 2);
    for (_, outcome) in &runs.outcomes()[0] {
        assert!(outcome.solved && outcome.stop == StopReason::TargetMet);
        assert!(outcome.best().is_some_and(|best| best >= 18.0));
        // The run ended in the generation in which it met the target.
        let last = outcome.steps.last().expect("a step");
        assert_eq!(last.0, outcome.generations);
    }
}

#[test]
fn an_experiment_that_is_stopped_keeps_the_runs_that_are_over() {
    let endless = setting("endless", with_generations(1_000_000));
    let quick = setting("one-max", ParameterChanges::default());
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
    let broken = LabSetting {
        setup: "panics".into(),
        ..setting("one-max", ParameterChanges::default())
    };
    let fine = setting("one-max", ParameterChanges::default());
    let runs = finished(lab(5, vec![broken, fine]), 2);
    let findings = runs.findings();
    let (count, why) = findings.settings[0].failed.clone().expect("failures");
    assert_eq!(count, 5);
    assert!(why.contains("no such seed"), "{why}");
    assert_eq!(findings.settings[0].runs, 0);
    assert_eq!(findings.settings[1].solved, Some(5));
}
