//! These tests are about experiments in files and on the command line: a written experiment can be read again, and a
//! wrong one is refused with its line and the reason.

use std::fs;
use std::path::Path;
use std::process::Output;

use evolvarium::generation::laboratory::{LabExperiment, LabRun, LabSetting, Subject};
use evolvarium::generation::{Seed, StopReason};
use evolvarium::shell::laboratory::file;
use evolvarium::shell::words::{Language, Words};

use super::{SMALL, SUBJECTS, finished, with_generations};
use crate::program::{evolvarium_in, text};

fn evolvarium_lab(folder: &Path, arguments: &[&str]) -> Output {
    evolvarium_in(folder, &[&["lab"][..], arguments].concat())
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
            "from 2 to 10000",
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
    assert!(refused("(runs: 3, settings: [])").contains("the number of settings must be from 1"));
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
    // The usual setup of each subject is accepted by the subject.
    for subject in &subjects {
        let usual = LabSetting::usual(subject);
        let runs = LabExperiment {
            name: String::new(),
            runs: 1,
            seed: Seed(1),
            settings: vec![LabSetting {
                parameters: with_generations(1),
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
            assert!(
                why.is_some_and(|why| why.to_string().len() > 10),
                "{key}: {text}"
            );
        }
    }
}

#[test]
fn the_command_line_makes_the_runs_of_a_file_and_writes_table_and_plot() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("sizes.ron"), SMALL).expect("written");
    let mut tables = Vec::new();
    for threads in ["1", "4"] {
        let done = evolvarium_lab(folder.path(), &["sizes.ron", "--threads", threads]);
        assert!(done.status.success(), "{}", text(&done.stderr));
        let report = text(&done.stdout);
        assert!(report.contains("All 16 runs are done."), "{report}");
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
    let printed = evolvarium_lab(folder.path(), &["--print", "match3-schemes"]);
    assert!(text(&printed.stdout).contains("problem: \"match3-tested\""));
    let done = evolvarium_lab(folder.path(), &["--print", "nothing"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("match3-schemes"));
    // What is printed has no runs, so that an argument about runs would be lost.
    for argument in ["--csv", "--svg", "--threads"] {
        let done = evolvarium_lab(folder.path(), &["--print", "match3-schemes", argument, "1"]);
        assert_eq!(done.status.code(), Some(2), "{argument}");
    }
}

#[test]
fn files_with_results_are_refused_before_the_runs_and_take_the_place_of_no_other_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str| fs::write(folder.path().join(name), SMALL).expect("written");
    write("sizes.ron");
    let refused = |arguments: &[&str]| {
        let done = evolvarium_lab(folder.path(), arguments);
        assert_eq!(text(&done.stdout), "", "{arguments:?}");
        (done.status.code(), text(&done.stderr))
    };
    let (status, why) = refused(&["sizes.ron", "--csv", "no/such/folder.csv"]);
    assert!(
        status == Some(1) && why.contains("no/such/folder.csv"),
        "{why}"
    );
    fs::create_dir(folder.path().join("taken")).expect("a folder");
    let (status, why) = refused(&["sizes.ron", "--csv", "taken"]);
    assert!(status == Some(1) && why.contains("taken"), "{why}");
    // Another way to write the path of the experiment is no other file.
    let (status, why) = refused(&["sizes.ron", "--csv", "./sizes.ron"]);
    assert!(
        status == Some(2) && why.contains("the experiment itself"),
        "{why}"
    );
    // A step back in a path does not make two files of one that is not there yet.
    let both = ["sizes.ron", "--csv", "new.csv", "--svg", "taken/../new.csv"];
    let (status, why) = refused(&both);
    assert!(
        status == Some(2) && why.contains("cannot hold both"),
        "{why}"
    );
    assert!(!folder.path().join("new.csv").exists());
    let kept = fs::read_to_string(folder.path().join("sizes.ron"));
    assert_eq!(kept.expect("it is there"), SMALL);
    // A name with a dot of its own keeps it.
    write("sizes.v2.ron");
    let done = evolvarium_lab(folder.path(), &["sizes.v2.ron"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    for name in ["sizes.v2.csv", "sizes.v2.svg"] {
        assert!(folder.path().join(name).exists(), "{name}");
    }
    assert!(!folder.path().join("sizes.csv").exists());
}
