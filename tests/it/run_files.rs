//! Runs as files: saved in the theatre, opened again to the same result, and refused with file, line and reason.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use evolvarium::generation::ParameterValue;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::session::{Autosave, RunFile};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::open_file::{FilesInReading, open_file};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::table::launch::AnyLaunch;
use evolvarium::shell::theatre::kept_picture::picture_path;
use evolvarium::shell::theatre::waiting_runs::WaitingKind;
use evolvarium::shell::theatre::{self, run_file};

use crate::harness::{app, card, notices, open_dropped, refusal_of_file, screen, until};
use crate::watched_run::{driver, result, set_pace};

/// Begins a run and makes its first generation.
fn begin_run(app: &mut App, game: &'static str) {
    let card = card(app, game);
    (card.evolve)(app.world_mut()).expect("the usual setup is valid");
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    // The run goes step by step, because in the long frames of a busy machine it might end before anything is asked of
    // it. The next step waits for the one before; otherwise many steps of a run with a late thread would be due at
    // once.
    let mut stepped_from = None;
    until(app, "a generation", |world| {
        let run = theatre::watched(world).expect("a run");
        let mut driver = world.get_mut::<RunDriver>(run).expect("a run");
        let generation = driver.watched().progress().generation;
        let is_reached = generation >= Some(1);
        if !is_reached && stepped_from != Some((run, generation)) {
            driver.step();
            stepped_from = Some((run, generation));
        }
        is_reached
    });
}

/// Starts the evolution of a game in the theatre, and intervenes in it. Returns whether all interventions were made.
fn intervene(app: &mut App, game: &'static str) -> bool {
    begin_run(app, game);
    let run = std::sync::Arc::clone(driver(app.world()).watched());
    let steering = run.steerable().expect("a run that can be steered");
    let pick = evolvarium::generation::Pick::BestAt(1);
    steering.more_like(pick);
    steering.lock_all(pick);
    steering.unlock_all();
    steering.set_parameter(ParameterValue::Generations(12));
    steering.set_parameter(ParameterValue::Mutation(0.1));
    set_pace(app.world_mut(), Pace::PerSecond(60.0));
    let made = || steering.steering_state().log.len();
    until(app, "what was asked for, or the end", |_| {
        made() == 5 || run.progress().stop.is_some()
    });
    made() == 5
}

/// Starts the evolution of a game in the theatre, intervenes in it, and returns the path of the saved run and its
/// result.
fn saved(app: &mut App, game: &'static str) -> (std::path::PathBuf, (Option<u32>, String)) {
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
    // By luck a run can meet its target before all interventions are made, and another run is begun then.
    while !intervene(app, game) {}
    set_pace(app.world_mut(), Pace::FlatOut);
    until(app, "the end", |world| {
        driver(world).watched().progress().stop.is_some()
    });
    let path = run_file::save_run(app.world_mut()).expect("it is saved");
    until(app, "the file", |_| path.exists());
    (path, result(app.world()))
}

#[test]
fn a_saved_run_opens_to_the_same_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for game in ["match3", "tic-tac-toe", "dungeon"] {
        let (path, before) = saved(&mut app, game);
        // It is opened by being dropped on the window.
        app.world_mut().write_message(FileDragAndDrop::DroppedFile {
            window: Entity::PLACEHOLDER,
            path_buf: path,
        });
        let old = theatre::watched(app.world());
        until(&mut app, "the run of the file", |world| {
            theatre::watched(world) != old
        });
        set_pace(app.world_mut(), Pace::FlatOut);
        until(&mut app, "the same generation", |world| {
            driver(world).watched().progress().generation == before.0
        });
        until(&mut app, "its end", |world| {
            let driver = driver(world);
            driver.watched().progress().stop.is_some() || driver.pace == Pace::Paused
        });
        assert_eq!(result(app.world()), before, "{game}");
    }
}

/// Saves a run and takes its picture away, as if the file came from somebody else. Returns the path of the run, and the
/// bytes of the picture.
fn saved_without_picture(app: &mut App) -> (PathBuf, Vec<u8>) {
    let (path, _) = saved(app, "tic-tac-toe");
    let picture = picture_path(&path);
    until(app, "its picture", |world| {
        picture.exists() && !world.resource::<Autosave>().is_pending(&picture)
    });
    let painted = std::fs::read(&picture).expect("a picture");
    std::fs::remove_file(&picture).expect("it is removed");
    (path, painted)
}

/// Opens a run, which is paused at once.
fn open_paused(app: &mut App, path: &Path) {
    let old = theatre::watched(app.world());
    open_dropped(app, path);
    assert!(theatre::watched(app.world()) != old);
    set_pace(app.world_mut(), Pace::Paused);
}

/// Lets the run go on to its end, or to the generation that its file names, and leaves time for a picture.
fn watch_to_end(app: &mut App) {
    set_pace(app.world_mut(), Pace::FlatOut);
    until(app, "the end", |world| {
        let driver = driver(world);
        driver.watched().progress().stop.is_some() || driver.pace == Pace::Paused
    });
    for _ in 0..100 {
        app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_saved_run_without_a_picture_gets_one_when_it_is_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let (path, painted) = saved_without_picture(&mut app);
    let picture = picture_path(&path);
    // Files in other folders are left alone.
    let elsewhere = folder.path().join("elsewhere.ron");
    std::fs::copy(&path, &elsewhere).expect("it is copied");
    for path in [&elsewhere, &path] {
        open_paused(&mut app, path);
        watch_to_end(&mut app);
    }
    until(&mut app, "the picture again", |_| picture.exists());
    assert_eq!(std::fs::read(&picture).expect("a picture"), painted);
    assert!(!picture_path(&elsewhere).exists());
}

#[test]
fn a_run_that_has_waited_still_gets_its_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let (path, painted) = saved_without_picture(&mut app);
    let picture = picture_path(&path);
    open_paused(&mut app, &path);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(&mut app, "the setup page", |world| {
        screen(world) == Screen::Setup
    });
    assert!(!picture.exists());
    WaitingKind::Run.go_back(app.world_mut());
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    watch_to_end(&mut app);
    until(&mut app, "the picture again", |_| picture.exists());
    assert_eq!(std::fs::read(&picture).expect("a picture"), painted);
}

#[test]
fn a_run_that_the_player_changes_gives_its_file_no_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let (path, _) = saved_without_picture(&mut app);
    open_paused(&mut app, &path);
    let run = std::sync::Arc::clone(driver(app.world()).watched());
    let steering = run.steerable().expect("a run that can be steered");
    steering.set_parameter(ParameterValue::Mutation(0.2));
    watch_to_end(&mut app);
    assert!(!picture_path(&path).exists());
}

const FILE: &str = r#"(
    version: 1,
    content: (
        problem: "match3-levels",
        setup: "9x9c6-p500",
        seed: "k3f9",
        hand: [
            (before: 2, act: Aim("match3.aim.potential", 450)),
            (before: 3, act: Put("81")),
        ],
        generation: Some(7),
    ),
)"#;

#[test]
fn a_broken_file_is_refused_with_its_line() {
    let path = Path::new("run.ron");
    let file = RunFile::parse(path, FILE).expect("a run");
    let text = file.text(path).expect("it can be written");
    assert_eq!(RunFile::parse(path, &text).expect("the same run"), file);
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut refused = |from: &str, to: &str| {
        let path = folder.path().join("run.ron");
        std::fs::write(&path, FILE.replace(from, to)).expect("it is written");
        let why = refusal_of_file(&mut app, &path);
        assert!(why.contains("run.ron"), "{why}");
        why
    };
    for (from, to, line, reason) in [
        ("seed: ", "sead: ", "line 6", "sead"),
        ("k3f9", "k3 f9", "line 6", "seed"),
        ("match3-levels", "chess", "line 4", "\"chess\""),
        ("c6-p500", "c6-p5000", "line 5", "potential"),
        ("\"81\"", "\"82\"", "line 9", "81 cells"),
        ("450", "9450", "line 8", "match3.aim.potential"),
        ("version: 1", "version: 9", "format 9", "formats up to 1"),
    ] {
        let why = refused(from, to);
        assert!(why.contains(line) && why.contains(reason), "{to}: {why}");
    }
    let missing = folder.path().join("nothing.ron");
    let why = refusal_of_file(&mut app, &missing);
    assert!(why.contains("nothing.ron"), "{why}");
    assert_eq!(screen(app.world()), Screen::Title);
}

#[test]
fn of_files_dropped_together_each_is_refused_and_a_game_in_preparation_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let preparation = app.world_mut().spawn(AnyLaunch).id();
    let [broken, missing] = ["broken.ron", "missing.ron"].map(|name| folder.path().join(name));
    std::fs::write(&broken, FILE.replace("seed: ", "sead: ")).expect("it is written");
    for path in [&broken, &missing] {
        open_file(app.world_mut(), path);
    }
    until(&mut app, "both files", |world| {
        world.resource::<FilesInReading>().is_empty()
    });
    let said = notices(app.world());
    let places = ["broken.ron", "missing.ron"].map(|name| said.find(name));
    assert!(places[0].is_some() && places[0] < places[1], "{said}");
    assert!(app.world().get_entity(preparation).is_ok());
}
