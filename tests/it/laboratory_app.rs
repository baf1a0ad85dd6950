//! The laboratory in the game: its pages, its files, and its size in a small window.

use std::path::Path;

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::window::WindowResized;
use evolvarium::generation::laboratory::{LabExperiment, LabRun, Subject};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::laboratory::running::{Running, start_or_stop};
use evolvarium::shell::laboratory::{self, Kits, Laboratory, Page, file};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;

use crate::harness::{
    app, notices, open_dropped, open_window, press_text, refusal_of_file, screen, until,
};
use crate::keys::press;
use crate::laboratory::{SMALL, finished, without_times};

/// Opens the laboratory from the setup page of a game.
fn in_laboratory(folder: &Path, game: &'static str) -> App {
    let mut app = app(folder);
    app.update();
    open_window(&mut app);
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    app.update();
    app.update();
    press_text(&mut app, "Laboratory");
    app.update();
    app.update();
    assert_eq!(screen(app.world()), Screen::Laboratory);
    app
}

#[test]
fn back_leads_to_the_page_from_which_the_laboratory_was_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = in_laboratory(folder.path(), "match3");
    let mut go_back = |to: Screen| {
        press(&mut app, KeyCode::Escape);
        until(&mut app, "the page behind", |world| screen(world) == to);
        app.update();
    };
    go_back(Screen::Setup);
    go_back(Screen::Title);
    laboratory::open(app.world_mut());
    until(&mut app, "the laboratory", |world| {
        screen(world) == Screen::Laboratory
    });
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the title", |world| {
        screen(world) == Screen::Title
    });
}

#[test]
fn enter_in_a_text_field_starts_nothing_and_elsewhere_it_starts_the_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = in_laboratory(folder.path(), "match3");
    press_text(&mut app, "Comparison");
    (0..3).for_each(|_| app.update());
    let mut fields = app
        .world_mut()
        .query_filtered::<Entity, With<EditableText>>();
    let field = fields.iter(app.world()).next().expect("a text field");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(field, FocusCause::Navigated);
    press(&mut app, KeyCode::Enter);
    (0..3).for_each(|_| app.update());
    assert!(app.world().resource::<Running>().lab().is_none());
    app.world_mut().resource_mut::<InputFocus>().clear();
    press(&mut app, KeyCode::Enter);
    (0..3).for_each(|_| app.update());
    assert!(app.world().resource::<Running>().lab().is_some());
    start_or_stop(app.world_mut());
}

/// The experiment of the settings page.
fn lab_experiment(app: &App) -> &LabExperiment {
    app.world().resource::<Laboratory>().draft.experiment()
}

#[test]
fn a_text_that_is_no_seed_starts_no_runs_with_another_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = in_laboratory(folder.path(), "match3");
    press_text(&mut app, "Comparison");
    (0..3).for_each(|_| app.update());
    let own = lab_experiment(&app).seed.to_string();
    let mut fields = app.world_mut().query::<&mut EditableText>();
    let mut fields = fields.iter_mut(app.world_mut());
    let field = fields.find(|field| field.value().to_string() == own);
    *field.expect("the field of the seed") = EditableText::new("my seed");
    app.update();
    start_or_stop(app.world_mut());
    assert!(notices(app.world()).contains("A seed has 1 to 40 characters"));
    assert!(app.world().resource::<Running>().lab().is_none());
}

/// Describes a setup that cannot be read: it starts no runs, and the player is told.
fn refuse_nonsense(app: &mut App, subjects: &[Subject]) {
    let mut laboratory = app.world_mut().resource_mut::<Laboratory>();
    let draft = &mut laboratory.draft;
    assert_eq!(draft.settings().len(), 2);
    assert_eq!(draft.settings()[0], draft.settings()[1]);
    assert_eq!(draft.settings()[0].problem, "match3");
    draft.set_setup(1, "nonsense", subjects);
    assert_eq!(draft.fault().map(|(number, _)| number), Some(1));
    start_or_stop(app.world_mut());
    assert!(notices(app.world()).contains("nonsense"));
    assert!(app.world().resource::<Running>().lab().is_none());
}

/// Makes all runs of the small experiment. They are those that are made without the game.
fn run_small_experiment(app: &mut App, subjects: &[Subject]) {
    let runs = file::parse(Path::new("small.ron"), SMALL, subjects).expect("a good file");
    let experiment = runs.experiment().clone();
    let by_hand = finished(LabRun::new(experiment.clone(), subjects).expect("good"), 2);
    let mut laboratory = app.world_mut().resource_mut::<Laboratory>();
    laboratory.draft.load(experiment, subjects);
    app.update();
    start_or_stop(app.world_mut());
    assert_eq!(app.world().resource::<Laboratory>().page, Page::Results);
    until(app, "the report on all runs", |world| {
        let running = world.resource::<Running>();
        let report = running.report().map(|report| report.text());
        !running.is_going() && report.is_some_and(|text| text.contains("All 16 runs are done."))
    });
    let running = app.world().resource::<Running>();
    let lab = running.lab().expect("an experiment");
    assert_eq!(without_times(lab), without_times(&by_hand));
}

/// Saves the experiment, its table and its plot in a folder.
fn save_with_buttons(app: &mut App, files: &Path) {
    for (button, file) in [
        ("Save experiment", "populations-1.ron"),
        ("Save table (CSV)", "populations-1.csv"),
        ("Save plot (SVG)", "populations-1.svg"),
    ] {
        press_text(app, button);
        // The notice comes at once, and the file is written in the background.
        until(app, "the notice", |world| notices(world).contains(file));
        let path = files.join(file);
        until(app, "the file", |_| path.exists());
    }
}

/// Opens a saved experiment again. A broken file is refused with the line of its fault.
fn open_with_button(app: &mut App, path: &Path, saved: &LabExperiment) {
    app.world_mut().resource_mut::<Laboratory>().draft.add();
    press_text(app, "Comparison");
    (0..3).for_each(|_| app.update());
    assert_ne!(saved, lab_experiment(app));
    press_text(app, "Open");
    app.update();
    assert_eq!(saved, lab_experiment(app));
    std::fs::write(path, SMALL.replace("runs: 8", "runs: eight")).expect("it is written");
    press_text(app, "Open");
    app.update();
    let said = notices(app.world());
    assert!(said.contains("populations-1.ron: line 3"), "{said}");
    assert_eq!(saved, lab_experiment(app));
}

#[test]
fn an_experiment_is_described_run_and_saved_in_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = in_laboratory(folder.path(), "match3");
    let subjects = app.world().resource::<Kits>().subjects();
    refuse_nonsense(&mut app, &subjects);
    run_small_experiment(&mut app, &subjects);
    let files = folder.path().join("data").join("laboratory");
    save_with_buttons(&mut app, &files);
    // The runs are saved under the name of their own experiment, whatever is described now.
    let set_title = |app: &mut App, title: &str| {
        let mut laboratory = app.world_mut().resource_mut::<Laboratory>();
        laboratory.draft.set_title(title);
    };
    set_title(&mut app, "Elites");
    press_text(&mut app, "Save table (CSV)");
    until(&mut app, "the notice", |world| {
        notices(world).contains("populations-2.csv")
    });
    set_title(&mut app, "Populations");
    // The command line reads the saved file.
    let path = files.join("populations-1.ron");
    let read = file::read(&path, &subjects).expect("a good file");
    assert_eq!(read.experiment(), lab_experiment(&app));
    open_with_button(&mut app, &path, read.experiment());
    press_text(&mut app, "Back");
    app.update();
    assert_eq!(screen(app.world()), Screen::Setup);
    // A file that is dropped on the window opens the laboratory, unless it is broken.
    let why = refusal_of_file(&mut app, &path);
    assert!(why.contains("populations-1.ron: line 3"), "{why}");
    assert_eq!(screen(app.world()), Screen::Setup);
    std::fs::write(&path, SMALL).expect("it is written");
    open_dropped(&mut app, &path);
    app.update();
    assert_eq!(screen(app.world()), Screen::Laboratory);
    assert_eq!(read.experiment(), lab_experiment(&app));
}

#[test]
fn an_experiment_can_be_stopped_and_each_game_brings_its_setup() {
    for (game, problem) in [
        ("hexxagon", "hexxagon-board"),
        ("tic-tac-toe", "tic-tac-toe"),
        ("dungeon", "dungeon"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = in_laboratory(folder.path(), game);
        let settings = app.world().resource::<Laboratory>().draft.settings();
        assert_eq!(settings[0].problem, problem);
        assert_eq!(app.world().resource::<Laboratory>().draft.fault(), None);
        if game == "hexxagon" {
            // 40 runs of boards would take minutes.
            start_or_stop(app.world_mut());
            for _ in 0..10 {
                app.update();
            }
            assert!(app.world().resource::<Running>().is_going());
            start_or_stop(app.world_mut());
            until(&mut app, "the end", |world| {
                !world.resource::<Running>().is_going()
            });
            let running = app.world().resource::<Running>();
            let lab = running.lab().expect("an experiment");
            assert!(lab.is_stopped() && lab.done() < lab.all());
        }
        // The same setup finds the same draft again.
        app.world_mut().resource_mut::<Laboratory>().draft.add();
        laboratory::open(app.world_mut());
        let settings = app.world().resource::<Laboratory>().draft.settings();
        assert_eq!(settings.len(), 3);
    }
}

/// The texts that are shown, each with the edges of its node: left, top, right, bottom.
fn shown_texts(app: &mut App) -> Vec<(String, [f32; 4])> {
    let mut texts = app
        .world_mut()
        .query::<(&Text, &ComputedNode, &UiGlobalTransform)>();
    let shown = texts
        .iter(app.world())
        .filter(|(text, node, _)| !text.0.is_empty() && node.size().x > 0.0);
    let edges = |(text, node, at): (&Text, &ComputedNode, &UiGlobalTransform)| {
        let (middle, half) = (at.translation, node.size() / 2.0);
        let [low, high] = [middle - half, middle + half];
        (text.0.clone(), [low.x, low.y, high.x, high.y])
    };
    shown.map(edges).collect()
}

#[test]
fn six_settings_and_their_buttons_fit_into_the_smallest_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = in_laboratory(folder.path(), "match3");
    let mut windows = app.world_mut().query::<(Entity, &mut Window)>();
    let (window, mut size) = windows.single_mut(app.world_mut()).expect("a window");
    size.resolution.set(960.0, 540.0);
    app.world_mut().write_message(WindowResized {
        window,
        width: 960.0,
        height: 540.0,
    });
    for _ in 0..4 {
        app.world_mut().resource_mut::<Laboratory>().draft.add();
    }
    for (page, text) in [
        (Page::Settings, "F"),
        (Page::Results, "Save plot (SVG)"),
        (Page::Experiments, "Run it"),
    ] {
        app.world_mut().resource_mut::<Laboratory>().page = page;
        for _ in 0..4 {
            app.update();
        }
        let texts = shown_texts(&mut app);
        assert!(texts.iter().any(|(shown, _)| shown == text), "{texts:?}");
        for (shown, [left, top, right, bottom]) in &texts {
            assert!(
                *left >= 0.0 && *right <= 960.0,
                "{shown}: {left} to {right}"
            );
            let is_button = ["Start", "Run it", "Back", "Save experiment", "Experiments"]
                .contains(&shown.as_str());
            let is_inside = *top >= 0.0 && *bottom <= 540.0;
            assert!(is_inside || !is_button, "{shown}: {top} to {bottom}");
        }
    }
}
