//! Experiments of match-3, on the command line and in the game.

use std::fs;
use std::process::{Command, Output};

use bevy::prelude::*;
use evolvarium::games::match3::SetupPageTab;
use evolvarium::games::match3::level::{
    Breakdown, GenerationError, LevelProblem, Prediction, Setup,
};
use evolvarium::games::match3::playtest::Forecast;
use evolvarium::generation::{EvolutionParameters, Run, Seed};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;

use crate::harness::{app, screen, until};
use crate::keys::press;

fn experiment(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_evolvarium"))
        .arg("experiment")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn each_experiment_says_what_agrees_and_draws_its_plot() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, rows, verdicts, dots) in [
        (
            &["match3-fi2pop", "--runs", "10", "--generations", "25"][..],
            30,
            2,
            150,
        ),
        (
            &["match3-potential", "--plays", "100", "--levels", "5"],
            5,
            1,
            15,
        ),
        (
            &[
                "match3-kinds",
                "--plays",
                "100",
                "--levels",
                "30",
                "--size",
                "7x7",
            ],
            9,
            1,
            39,
        ),
        (
            &["match3-success", "--plays", "100", "--levels", "1"],
            5,
            0,
            5,
        ),
    ] {
        let file = folder.path().join(arguments[0]).with_extension("svg");
        let mut all = arguments.to_vec();
        let path = file.to_str().expect("a path");
        all.extend(["--seed", "7", "--plot", path]);
        let done = experiment(&all);
        assert!(
            done.status.success(),
            "{arguments:?}: {}",
            text(&done.stderr)
        );
        let report = text(&done.stdout);
        let found = report.lines().filter(|line| {
            [
                "AGREES",
                "DIFFERS",
                "IN PART",
                "NOT SURE",
                "no difference is sure in",
            ]
            .iter()
            .any(|verdict| line.contains(verdict))
        });
        assert_eq!(found.count(), verdicts, "{arguments:?}: {report}");
        let lines = report.lines().filter(|line| line.starts_with("  "));
        assert!(lines.count() > rows, "{arguments:?}: {report}");
        let svg = fs::read_to_string(&file).expect("a plot");
        assert!(
            svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
            "{svg}"
        );
        // Each point has a dot, and so has each entry of the legend.
        assert!(svg.matches("<circle").count() >= dots, "{arguments:?}");
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

/// Whether a text on the screen contains some words.
fn shows(world: &mut World, words: &str) -> bool {
    let mut texts = world.query::<&Text>();
    texts.iter(world).any(|text| text.0.contains(words))
}

fn has_node(world: &mut World, name: &str) -> bool {
    let mut names = world.query::<&Name>();
    names.iter(world).any(|node| node.as_str() == name)
}

#[test]
fn an_experiment_runs_on_the_setup_page_is_stopped_and_shows_its_plot() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let world = app.world_mut();
    let page = SetupPageTab::Experiments as u8;
    let mut settings = world.resource_mut::<Settings>();
    settings.pages.insert("match3".to_owned(), page);
    world.resource_mut::<ActiveGame>().0 = Some("match3");
    world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
    until(&mut app, "the page", |world| screen(world) == Screen::Setup);
    until(&mut app, "the main button", |world| shows(world, "Run it"));
    press(&mut app, KeyCode::Enter);
    until(&mut app, "some samples", |world| {
        shows(world, "00 of 7500 samples")
    });
    assert!(!has_node(app.world_mut(), "Plot"), "it is under way");
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the end", |world| shows(world, "stopped after"));
    until(&mut app, "the plot", |world| has_node(world, "Plot"));
    assert!(has_node(app.world_mut(), "Table"));
    assert!(shows(
        app.world_mut(),
        "FI-2Pop against one, tested at the end"
    ));
    // In another language the same samples are told in its words.
    app.world_mut().resource_mut::<Settings>().language =
        evolvarium::shell::words::Language::Korean;
    until(&mut app, "Korean", |world| {
        shows(world, "FI-2Pop과 하나, 끝에서만 검사")
    });
}

/// A board of a setup, and the swaps that it needs.
fn forecast(setup: &str, seed: u64) -> Result<Forecast, GenerationError> {
    let setup: Setup = setup.parse()?;
    let problem = std::sync::Arc::new(LevelProblem::new(setup.clone()));
    let mut run = Run::new(problem, EvolutionParameters::default(), Seed(seed))?;
    run.finish();
    let board = run.best().expect("a best board").genome;
    let losses = Breakdown::of(setup.size, |cell| board.kind(cell));
    let forecast = Forecast::of(setup.size, board.specials().collect(), Seed(seed), 1_000, 2)?;
    let predicted = Prediction::of(setup.size, &losses).swaps;
    assert!((forecast.predicted - predicted).abs() < 0.01, "{forecast}");
    Ok(forecast)
}

#[test]
fn boards_need_about_as_many_swaps_as_their_losses_predict() {
    for (number, setup) in [
        "9x9c6-p488",
        "9x9c6-p222",
        "8x10c5-p400k6",
        "6x6c6-p200",
        "11x11c6-p800k73",
        "12x7c7-p500k2",
    ]
    .into_iter()
    .enumerate()
    {
        let forecast = forecast(setup, number as u64).expect("a board");
        let off = (forecast.predicted - forecast.measured).abs();
        let error = forecast.prediction_error.hypot(forecast.measurement_error);
        assert!(off < 4.0 * error, "{setup}: {forecast}");
    }
}
