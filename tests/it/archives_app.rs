//! Atlases in the whole app: from the setup page through the theatre, where the axes are chosen, to a game with the
//! picked elite.

use std::path::Path;
use std::sync::Arc;

use bevy::a11y::AccessibilityRequested;
use bevy::prelude::*;
use evolvarium::base::PlainError;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::enemies::epithet;
use evolvarium::games::dungeon::evolve::{evolve_dungeon_atlas, evolve_enemy_atlas};
use evolvarium::games::hexxagon::evolve::{evolve_board_atlas, evolve_opponent_atlas};
use evolvarium::games::hexxagon::players::Opponent;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::hexxagon::setup::{BoardChoice, Seat};
use evolvarium::games::tic_tac_toe::evolve::evolve_atlas as evolve_strategies;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::measure::Axes;
use evolvarium::generation::watch::Thumbnail;
use evolvarium::generation::{
    Creature, DisplaySelection, EvolutionParameters, Pick, StopReason, WatchedRun,
};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theatre::waiting_runs::WaitingKind;
use evolvarium::shell::theatre::{self, run_file};

use crate::harness::{
    app, card, end_and_resume, is_text_shown, open_dropped, press_text, refusal_of_file, screen,
    table, texts, until,
};

/// Atlases with their games, their keys, and the functions that open them.
const ATLASES: [(&str, &str, fn(&mut World) -> Result<(), PlainError>); 5] = [
    ("hexxagon", "hexxagon-board-atlas", evolve_board_atlas),
    ("hexxagon", "hexxagon-opponent-atlas", evolve_opponent_atlas),
    ("tic-tac-toe", "tic-tac-toe-atlas", evolve_strategies),
    ("dungeon", "dungeon-atlas", evolve_dungeon_atlas),
    ("dungeon", "dungeon-enemy-atlas", evolve_enemy_atlas),
];

/// Opens an atlas as a game's setup page does, and lets it grow for some generations. Afterwards it is paused, and no
/// generation is under way.
pub fn grown_atlas(
    app: &mut App,
    key: &'static str,
    open: fn(&mut World) -> Result<(), PlainError>,
) -> Arc<dyn WatchedRun> {
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(key);
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Setup);
    until(app, "the page", |world| screen(world) == Screen::Setup);
    open(app.world_mut()).expect("the usual setup is valid");
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    let entity = theatre::watched(app.world()).expect("a run");
    let driver = app.world().get::<RunDriver>(entity).expect("a run");
    let run = Arc::clone(driver.watched());
    // The first generations of dungeons may all be infeasible, and then there is no elite to show.
    for generation in (5..).step_by(5) {
        grow_until(app, Some(generation));
        assert_eq!(run.progress().stop, None, "it ends without an elite");
        if run.frame(DisplaySelection::BEST, 1).is_some() {
            break;
        }
    }
    // The theatre shows the last generation.
    for _ in 0..20 {
        app.update();
    }
    run
}

/// Picks the elite in the middle of those of a paused archive, and waits until there is a game. Returns the name and the
/// sigil of the elite, if it has them.
fn pick_one(app: &mut App, run: &Arc<dyn WatchedRun>) -> Option<Creature> {
    let frame = run.frame(DisplaySelection::BEST, 100).expect("a frame");
    let (cell, _) = frame.members[frame.members.len() / 2];
    let picked = DisplaySelection {
        member: Some(cell),
        ..DisplaySelection::BEST
    };
    let creature = run.frame(picked, 1).expect("a frame").creature;
    theatre::pick(app.world_mut(), Pick::Member(frame.generation, cell));
    until(app, "the game", |world| screen(world) == Screen::Play);
    creature
}

#[test]
fn the_axes_are_chosen_while_one_watches_and_the_map_is_another_one_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = grown_atlas(&mut app, "tic-tac-toe", evolve_strategies);
    let archive = run.archive().expect("an archive");
    let before = run.progress().generation;
    let cells = || -> Vec<u32> {
        let frame = run.frame(DisplaySelection::BEST, 100).expect("a frame");
        frame.members.iter().map(|(cell, _)| *cell).collect()
    };
    let (axes, shown) = (archive.axes(), cells());
    // Each axis has a button with these words.
    press_text(&mut app, "Length");
    let now = archive.axes();
    assert!(now != axes && (now.across == 3 || now.up == 3), "{now:?}");
    assert_ne!(cells(), shown);
    assert_eq!(run.progress().generation, before);
    let filled = run.curve().last().map(|one| one.feasible.size);
    assert_eq!(filled, Some(cells().len()));
    archive.set_axes(axes);
    assert_eq!(cells(), shown);
}

#[test]
fn an_atlas_is_explained_as_a_map_and_no_last_atlas_stands_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.world().resource::<AccessibilityRequested>().set(true);
    // A second atlas of the same kind has a last one before it, of which its chart shows nothing.
    for _ in 0..2 {
        grown_atlas(&mut app, "tic-tac-toe", evolve_strategies);
        until(&mut app, "the map", |world| {
            is_text_shown(world, "—  Total quality")
        });
    }
    assert!(!is_text_shown(app.world_mut(), "Pale: the last run"));
    press_text(&mut app, "—  Total quality");
    assert!(is_text_shown(
        app.world_mut(),
        "the qualities of all cells add up to"
    ));
    let line = texts(&mut app);
    let is_line = |line: &&str| line.starts_with("Generation ") && line.contains("seed ");
    let line = line.lines().find(is_line).expect("the figures").to_owned();
    press_text(&mut app, &line);
    assert!(is_text_shown(app.world_mut(), "The map after generation "));
    // Both axes have a button with the same words.
    let mut names = app.world_mut().query::<&AccessibleLabel>();
    let names: Vec<&str> = names.iter(app.world()).map(|name| &*name.0).collect();
    for name in ["Across: Length", "Upwards: Length"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
}

/// The population of an atlas whose size is checked.
const POPULATION: u32 = 5;
/// The number of its generations.
const GENERATIONS: u32 = 3;

#[test]
fn an_atlas_has_the_size_that_the_settings_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for (game, key, open) in ATLASES {
        let evolved = card(&app, game).evolved.iter();
        let row = evolved.filter(|evolved| evolved.key == key).count();
        assert_eq!(row, 1, "{key} is on the page of the settings");
        let size = EvolutionParameters {
            population: POPULATION,
            generations: GENERATIONS,
            ..EvolutionParameters::default()
        };
        let mut settings = app.world_mut().resource_mut::<Settings>();
        settings.parameters.insert(key.to_owned(), size);
        let old = theatre::watched(app.world());
        open(app.world_mut()).unwrap_or_else(|why: PlainError| panic!("{key}: {why}"));
        until(&mut app, "the theatre", |world| {
            theatre::watched(world).is_some_and(|run| Some(run) != old)
        });
        let entity = theatre::watched(app.world()).expect("a run");
        let mut driver = app.world_mut().get_mut::<RunDriver>(entity).expect("a run");
        driver.pace = Pace::FlatOut;
        let run = Arc::clone(driver.watched());
        until(&mut app, "the end", |_| run.progress().stop.is_some());
        let progress = run.progress();
        assert_eq!(progress.stop, Some(StopReason::GenerationLimit), "{key}");
        let last = progress.generation.expect("a generation");
        let (made, measured) = (POPULATION * GENERATIONS, progress.evaluations);
        // Generations that only measure anew come after the requested ones. Each measures at least one of the elites,
        // and none of them is measured again more than 14 times.
        let most = match key {
            "tic-tac-toe-atlas" | "dungeon-atlas" => GENERATIONS - 1,
            _ => GENERATIONS - 1 + 14 * made,
        };
        assert!((GENERATIONS - 1..=most).contains(&last), "{key}: {last}");
        // An individual is measured once where measurements are exact, and not at all if it is infeasible.
        match key {
            "tic-tac-toe-atlas" => assert_eq!(measured, u64::from(made), "{key}"),
            "dungeon-atlas" => assert!(measured <= u64::from(made), "{key}: {measured}"),
            _ => assert!(measured > 0, "{key}"),
        }
    }
}

/// The generation of an archive, its axes, and a text about each elite of its map.
fn standing(run: &Arc<dyn WatchedRun>) -> (Option<u32>, Axes, Vec<String>) {
    let axes = run.archive().expect("an archive").axes();
    let frame = run.frame(DisplaySelection::BEST, 100).expect("a frame");
    let of = |(cell, one): &(u32, Thumbnail)| format!("{cell} {}", one.fitness);
    let mut elites: Vec<String> = frame.members.iter().map(of).collect();
    elites.push(format!("{:?}", frame.facts));
    (run.progress().generation, axes, elites)
}

/// Lets the archive that is watched grow until it pauses by itself.
fn grow_until(app: &mut App, generation: Option<u32>) -> Arc<dyn WatchedRun> {
    let entity = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(entity).expect("a run");
    driver.until = generation.or(driver.until);
    driver.pace = Pace::FlatOut;
    let run = Arc::clone(driver.watched());
    until(app, "the pause", |world| {
        let driver = world.get::<RunDriver>(entity).expect("a run");
        driver.pace == Pace::Paused || run.progress().stop.is_some()
    });
    run
}

#[test]
fn an_atlas_opens_from_its_file_and_grows_to_the_same_elites() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for (game, key, open) in ATLASES {
        let size = EvolutionParameters {
            population: 8,
            // It must not end before it is paused.
            generations: 50_000,
            ..EvolutionParameters::default()
        };
        let mut settings = app.world_mut().resource_mut::<Settings>();
        settings.parameters.insert(key.to_owned(), size);
        let run = grown_atlas(&mut app, game, open);
        let archive = run.archive().expect("an archive");
        archive.set_axes(archive.axes().with_up(4));
        let made = run.progress().generation.expect("a generation");
        grow_until(&mut app, Some(made + 3));
        // The axes that are chosen after the last generation are those of the next one.
        archive.set_axes(archive.axes().with_across(5));
        let path = run_file::save_run(app.world_mut()).expect("it is saved");
        until(&mut app, "the file", |_| path.exists());
        let old = theatre::watched(app.world());
        open_dropped(&mut app, &path);
        until(&mut app, "the atlas of the file", |world| {
            theatre::watched(world).is_some_and(|run| Some(run) != old)
        });
        let again = grow_until(&mut app, None);
        let [before, after] = [standing(&run), standing(&again)];
        assert_eq!(before.0, Some(made + 3), "{key}");
        assert_eq!(before.1, Axes { across: 5, up: 4 }, "{key}");
        assert_eq!(after, before, "{key}");
    }
}

/// The elites of an atlas of dungeons after ten generations, from a file with a key and a setup.
fn dungeons_of_file(app: &mut App, path: &Path, key: &str, setup: &str) -> Vec<String> {
    let search = "(population: 200, generations: 20)";
    let rest = format!("search: {search}, seed: \"k3f9\", generation: Some(10)");
    let text = format!("(version: 1, content: (problem: \"{key}\", setup: \"{setup}\", {rest}))");
    std::fs::write(path, text).expect("it is written");
    let old = theatre::watched(app.world());
    open_dropped(app, path);
    until(app, "the atlas of the file", |world| {
        theatre::watched(world).is_some_and(|run| Some(run) != old)
    });
    let run = grow_until(app, None);
    let (generation, _, elites) = standing(&run);
    assert_eq!(generation, Some(10), "{key}");
    elites
}

#[test]
fn a_dungeon_atlas_from_before_ground_mutated_by_itself_grows_without_that_mutation() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let path = folder.path().join("atlas.ron");
    let [before, now] = ["dungeon-atlas", "dungeon-atlas-2"];
    let mut elites = |key, setup| dungeons_of_file(&mut app, &path, key, setup);
    let without_ground = "d5f1i5r8s12e2c1l1";
    assert_eq!(elites(before, without_ground), elites(now, without_ground));
    let with_ground = "d5f1i5r8s12e2c1l1g";
    assert_ne!(elites(before, with_ground), elites(now, with_ground));
}

const LEVELS: &str = r#"(
    version: 1,
    content: (
        problem: "match3-atlas",
        setup: "9x9c6-p488",
        search: (population: 4, generations: 3),
        seed: "k3f9",
        axes: [
            (before: 1, across: 4, up: 0),
            (before: 2, across: 4, up: 5),
        ],
        generation: Some(2),
    ),
)"#;

#[test]
fn an_atlas_of_levels_opens_from_a_file_and_a_broken_one_is_refused_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let path = folder.path().join("atlas.ron");
    for (from, to, line, reason) in [
        ("across: 4, up: 5", "across: 5, up: 5", "line 10", "5 and 5"),
        ("across: 4, up: 0", "across: 6, up: 0", "line 9", "0 to 5"),
        ("before: 2", "before: 1", "line 10", "order"),
        (
            "axes: [",
            "hand: [(before: 1, act: Seed(3))], axes: [",
            "line 8",
            "Seed",
        ),
        (
            "axes: [",
            "hand: [(before: 1, act: Put(\"81\"))], axes: [",
            "line 8",
            "intervene in an atlas",
        ),
        ("match3-atlas", "match3-levels", "line 9", "no atlas"),
        ("c6-p488", "c66-p488", "line 5", "66"),
    ] {
        std::fs::write(&path, LEVELS.replace(from, to)).expect("it is written");
        let why = refusal_of_file(&mut app, &path);
        assert!(why.contains("atlas.ron"), "{why}");
        assert!(why.contains(line) && why.contains(reason), "{to}: {why}");
    }
    std::fs::write(&path, LEVELS).expect("it is written");
    open_dropped(&mut app, &path);
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let run = grow_until(&mut app, None);
    assert_eq!(run.progress().generation, Some(2));
    let axes = run.archive().expect("an archive").axes();
    assert_eq!(axes, Axes { across: 4, up: 5 });
}

#[test]
fn one_comes_back_to_the_atlas_after_a_game_as_it_was_left_and_it_grows_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    // It must not end before it is left.
    let size = EvolutionParameters {
        population: 8,
        generations: 1_000_000,
        ..EvolutionParameters::default()
    };
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings
        .parameters
        .insert("tic-tac-toe-atlas".to_owned(), size);
    let run = grown_atlas(&mut app, "tic-tac-toe", evolve_strategies);
    let archive = run.archive().expect("an archive");
    let axes = archive.axes().with_up(4);
    archive.set_axes(axes);
    let before = run.progress().generation;
    pick_one(&mut app, &run);
    let go_to = |app: &mut App, to| {
        app.world_mut().resource_mut::<NextState<Screen>>().set(to);
        until(app, "the screen", |world| screen(world) == to);
    };
    go_to(&mut app, Screen::Setup);
    press_text(&mut app, "Back to the atlas");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let entity = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(entity).expect("a run");
    assert_eq!(driver.pace, Pace::Paused, "it is as it was left");
    driver.pace = Pace::FlatOut;
    let again = Arc::clone(driver.watched());
    assert_eq!(again.progress().generation, before);
    assert_eq!(again.archive().expect("an archive").axes(), axes);
    let made = again.progress().generation;
    until(&mut app, "growth", |_| again.progress().generation > made);
    // The run is left in the middle of a generation, and no part of it is lost.
    for _ in 0..5 {
        let entity = theatre::watched(app.world()).expect("a run");
        let mut driver = app.world_mut().get_mut::<RunDriver>(entity).expect("a run");
        driver.pace = Pace::FlatOut;
        let made = again.progress().generation;
        until(&mut app, "growth", |_| again.progress().generation > made);
        go_to(&mut app, Screen::Setup);
        press_text(&mut app, "Back to the atlas");
        until(&mut app, "the theatre", |world| {
            screen(world) == Screen::Theatre
        });
    }
    let made = again.progress().generation;
    until(&mut app, "growth", |_| again.progress().generation > made);
    // Another game has no atlas to go back to.
    go_to(&mut app, Screen::Title);
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("hexxagon");
    assert!(!WaitingKind::Archive.is_there(app.world()));
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("tic-tac-toe");
    assert!(WaitingKind::Archive.is_there(app.world()));
}

#[test]
fn a_strategy_of_the_atlas_is_kept_and_its_game_goes_on_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = grown_atlas(&mut app, "tic-tac-toe", evolve_strategies);
    pick_one(&mut app, &run);
    let id = table::<TicTacToe>(&app).id().to_string();
    assert!(id.contains("atlas1"), "{id}");
    let app = end_and_resume(app, folder.path(), "tic-tac-toe");
    assert_eq!(table::<TicTacToe>(&app).id().to_string(), id);
}

#[test]
fn a_dungeon_of_the_atlas_is_the_first_of_a_descent_and_its_id_gives_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = grown_atlas(&mut app, "dungeon", evolve_dungeon_atlas);
    pick_one(&mut app, &run);
    let map = |app: &App| {
        let descent = table::<DungeonGame>(app).state();
        descent.game.dungeon().layout.map.to_string()
    };
    let (id, shown) = (table::<DungeonGame>(&app).id().to_string(), map(&app));
    let app = end_and_resume(app, folder.path(), "dungeon");
    assert_eq!(table::<DungeonGame>(&app).id().to_string(), id);
    assert_eq!(map(&app), shown);
}

#[test]
fn an_enemy_of_the_atlas_fights_in_the_arena() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = grown_atlas(&mut app, "dungeon", evolve_enemy_atlas);
    let picked = pick_one(&mut app, &run);
    let setup = table::<DungeonGame>(&app).setup().clone();
    assert!(setup.arena);
    // The enemy is the one that was picked, and the id gives it again.
    let [enemy] = &setup.custom_enemies[..] else {
        panic!("one enemy");
    };
    assert_eq!(picked, Some(epithet::creature(enemy)));
    assert_eq!(
        table::<DungeonGame>(&app).state().game.enemies[0].breed,
        *enemy
    );
    let id = table::<DungeonGame>(&app).id().to_string();
    assert!(id.contains(&enemy.to_string()), "{id}");
}

#[test]
fn boards_and_opponents_of_the_atlas_are_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    let run = grown_atlas(&mut app, "hexxagon", evolve_board_atlas);
    pick_one(&mut app, &run);
    let setup = table::<Hexxagon>(&app).setup();
    assert!(matches!(setup.board, BoardChoice::Custom(_)));
    let run = grown_atlas(&mut app, "hexxagon", evolve_opponent_atlas);
    let picked = pick_one(&mut app, &run);
    let seats = &table::<Hexxagon>(&app).setup().seats;
    let evolved = seats.iter().find_map(|seat| match seat {
        Seat::Computer(Opponent::Weights(weights)) => Some(weights.creature()),
        _ => None,
    });
    assert!(evolved.is_some() && evolved == picked, "{evolved:?}");
}
