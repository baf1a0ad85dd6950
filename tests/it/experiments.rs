//! The experiments of all games, on the command line and in the laboratory.

use std::fs;
use std::process::Output;

use bevy::prelude::*;
use evolvarium::shell::laboratory::{self, Laboratory, Page};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::Words;

use crate::harness::{app, is_said, open_window, press_text, screen, until};
use crate::keys::press;
use crate::program::{evolvarium, text};

fn experiment(arguments: &[&str]) -> Output {
    evolvarium(&[&["experiment"][..], arguments].concat())
}

/// A small form of an experiment, and what it must print and draw.
struct Small {
    arguments: &'static str,
    /// The lines of its table are more than this.
    rows: usize,
    /// The number of lines that say how it agrees with what was published.
    verdicts: usize,
    /// The least number of marks in its plot. Each point has one, and so has each entry of the legend.
    marks: usize,
}

const fn small(arguments: &'static str, rows: usize, verdicts: usize, marks: usize) -> Small {
    Small {
        arguments,
        rows,
        verdicts,
        marks,
    }
}

/// Small forms of the experiments, which are soon done.
const SMALL_EXPERIMENTS: [Small; 10] = [
    small("match3-fi2pop --runs 10 --generations 25", 30, 2, 150),
    small("match3-potential --plays 100 --levels 5", 5, 1, 15),
    small("match3-kinds --plays 100 --levels 30 --size 7x7", 9, 1, 39),
    small("match3-success --plays 100 --levels 1", 5, 0, 5),
    small("match3-skill --tries 1 --plays 20 --levels 1", 16, 0, 32),
    small("hexxagon-ranking set6 set7 --games 2", 2, 0, 4),
    small(
        "dungeon-heredity --player careful,bold --descents 2 --depths 1 --difficulty easy",
        2,
        0,
        2,
    ),
    small(
        "dungeon-gear --player careful,bold --descents 2 --what armours --difficulty easy",
        2,
        0,
        10,
    ),
    small(
        "dungeon-fights --player careful --rooms 2 --what weapons",
        20,
        0,
        6,
    ),
    small("dungeon-arenas --arenas 4", 12, 0, 48),
];

/// The words of which each verdict has one.
const VERDICTS: [&str; 5] = [
    "AGREES",
    "DIFFERS",
    "IN PART",
    "NOT SURE",
    "no difference is sure in",
];

/// The number of samples that the page says to be taken of 7,500.
fn samples_taken(world: &mut World) -> Option<u32> {
    let mut texts = world.query::<&Text>();
    let number = |text: &Text| {
        let (before, _) = text.0.split_once(" of 7500 samples")?;
        before.rsplit(' ').next()?.parse().ok()
    };
    texts.iter(world).find_map(number)
}

#[test]
fn each_experiment_says_what_agrees_and_draws_its_plot() {
    let folder = tempfile::tempdir().expect("a folder");
    for small in SMALL_EXPERIMENTS {
        let what = small.arguments;
        let mut arguments: Vec<&str> = what.split(' ').collect();
        let file = folder.path().join(arguments[0]).with_extension("svg");
        let path = file.to_str().expect("a path");
        arguments.extend(["--seed", "7", "--plot", path]);
        let done = experiment(&arguments);
        assert!(done.status.success(), "{what}: {}", text(&done.stderr));
        let report = text(&done.stdout);
        let is_verdict = |line: &&str| VERDICTS.iter().any(|words| line.contains(words));
        let verdicts = report.lines().filter(is_verdict).count();
        assert_eq!(verdicts, small.verdicts, "{what}: {report}");
        let lines = report.lines().filter(|line| line.starts_with("  "));
        assert!(lines.count() > small.rows, "{what}: {report}");
        let svg = fs::read_to_string(&file).expect("a plot");
        assert!(
            svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
            "{svg}"
        );
        let marks = svg.matches("<circle").count() + svg.matches("<polygon").count();
        assert!(marks >= small.marks, "{what}: {marks} marks");
    }
}

#[test]
fn a_plot_that_cannot_be_written_is_said_before_the_work_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing").join("plot.svg");
    let path = missing.to_str().expect("a path");
    // This experiment would take minutes.
    let done = experiment(&["match3-success", "--levels", "10000", "--plot", path]);
    assert_eq!(done.status.code(), Some(1));
    let line = text(&done.stderr);
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.contains("cannot be written"), "{line}");
    assert!(done.stdout.is_empty());
}

#[test]
fn an_impossible_setup_is_a_usage_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let plot = folder.path().join("plot.svg");
    let path = plot.to_str().expect("a path");
    let arguments = [
        "match3-success",
        "--setup",
        "9x9c6-p488k1g1",
        "--plot",
        path,
    ];
    let done = experiment(&arguments);
    assert_eq!(done.status.code(), Some(2), "{}", text(&done.stderr));
    assert!(!plot.exists());
}

fn has_node(world: &mut World, name: &str) -> bool {
    let mut names = world.query::<&Name>();
    names.iter(world).any(|node| node.as_str() == name)
}

#[test]
fn an_experiment_runs_in_the_laboratory_is_stopped_and_shows_its_plot() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_window(&mut app);
    laboratory::open(app.world_mut());
    until(&mut app, "the laboratory", |world| {
        screen(world) == Screen::Laboratory
    });
    app.update();
    press_text(&mut app, "Experiments");
    until(&mut app, "the main button", |world| {
        is_said(world, "Run it")
    });
    let page = app.world().resource::<Laboratory>().page;
    assert_eq!(page, Page::Experiments);
    for entry in evolvarium::experiments() {
        let words = app.world().resource::<Words>();
        let [name, what] = [entry.name, entry.what].map(|key| words.get(key));
        press_text(&mut app, &name);
        until(&mut app, &name, |world| is_said(world, &what));
    }
    let first = app
        .world()
        .resource::<Words>()
        .get("match3.experiment.fi2pop");
    press_text(&mut app, &first);
    press(&mut app, KeyCode::Enter);
    until(&mut app, "some samples", |world| {
        samples_taken(world).is_some_and(|taken| taken >= 100)
    });
    assert!(!has_node(app.world_mut(), "Plot"), "it is under way");
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the end", |world| is_said(world, "stopped after"));
    until(&mut app, "the plot", |world| has_node(world, "Plot"));
    assert!(has_node(app.world_mut(), "Table"));
    assert!(is_said(
        app.world_mut(),
        "FI-2Pop against one, tested at the end"
    ));
    // In another language the same samples are told in its words.
    app.world_mut().resource_mut::<Settings>().language =
        evolvarium::shell::words::Language::Korean;
    until(&mut app, "Korean", |world| {
        is_said(world, "FI-2Pop과 하나, 끝에서만 검사")
    });
    press_text(&mut app, "차트 저장 (SVG)");
    let saved = folder.path().join("data/laboratory/match3-fi2pop-1.svg");
    until(&mut app, "the plot in a file", |_| saved.exists());
    let svg = fs::read_to_string(saved).expect("it is written");
    assert!(svg.contains("FI-2Pop"), "{svg}");
}
