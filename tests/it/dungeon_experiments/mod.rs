//! The experiments with the gear of the dungeon: all variants meet the same dungeons and rooms, what is missing is missing,
//! and the figures are those of the plays.

mod fights;
mod gear;

use evolvarium::experiment::{AnyExperiment, Experiment, ExperimentRun, Part, Report, Table};

use crate::program::{evolvarium, text};

/// The words of a report: its keys.
fn words(key: &str, _: &[(&str, String)]) -> String {
    key.to_owned()
}

fn tables(report: &Report) -> Vec<&Table> {
    let tables = report.parts.iter().filter_map(|part| match part {
        Part::Table(table) => Some(table),
        Part::Words(_) => None,
    });
    tables.collect()
}

/// All samples of an experiment, one after the other.
fn samples<E: Experiment>(experiment: &E) -> Vec<E::Sample> {
    let all = 0..experiment.samples();
    let sample = |number| experiment.sample(number).expect("it is played");
    all.map(sample).collect()
}

/// The report of an experiment whose samples are taken on some threads.
fn reported(experiment: impl Experiment, threads: usize) -> Report {
    let run = ExperimentRun::new(experiment);
    run.take_samples(threads, &|| ());
    run.report(&words).expect("a report")
}

#[test]
fn the_command_line_writes_the_tables_and_refuses_what_it_does_not_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let plot = folder.path().join("plot.svg");
    let plot = plot.to_str().expect("a path");
    let run = |arguments: &[&str]| {
        let rest = ["--seed", "7", "--plot", plot];
        evolvarium(&[&["experiment"], arguments, &rest].concat())
    };
    for (arguments, told) in [
        (
            &[
                "dungeon-gear",
                "--player",
                "bold",
                "--what",
                "armours",
                "--difficulty",
                "easy,normal",
                "--descents",
                "1",
            ][..],
            "leather jerkin",
        ),
        (
            &[
                "dungeon-fights",
                "--player",
                "careful",
                "--what",
                "beside",
                "--rooms",
                "2",
            ],
            "sword alone",
        ),
    ] {
        let done = run(arguments);
        assert!(done.status.success(), "{}", text(&done.stderr));
        let report = text(&done.stdout);
        assert!(report.contains(told), "{report}");
        let drawn = std::fs::read_to_string(plot).expect("a plot");
        assert!(drawn.starts_with("<svg"), "{drawn}");
        std::fs::remove_file(plot).expect("it is there");
    }
    for (wrong, named) in [
        (&["dungeon-gear", "--what", "boons"][..], "boons"),
        (&["dungeon-gear", "--difficulty", "normal,"], "--difficulty"),
        (&["dungeon-gear", "--player", "nobody"], "nobody"),
        (&["dungeon-gear", "--descents", "0"], "--descents"),
        (&["dungeon-fights", "--what", "armours"], "armours"),
        (&["dungeon-fights", "--player", ""], "--player"),
        (&["dungeon-fights", "--rooms", "1"], "--rooms"),
    ] {
        let done = run(wrong);
        assert_eq!(done.status.code(), Some(2), "{wrong:?}");
        let why = text(&done.stderr);
        assert!(why.contains(named), "{why}");
    }
}
