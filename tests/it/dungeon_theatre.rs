//! The dungeon and its enemies in the theatre: a run is watched, picked from, and played.

use std::path::Path;

use bevy::prelude::*;
use bevy::ui_widgets::Button;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::enemies::problem as enemy_problem;
use evolvarium::games::dungeon::evolve::{ENEMIES, evolve_enemy};
use evolvarium::games::dungeon::graph::generator;
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::{EvolutionParameters, Pick, StopReason};
use evolvarium::session::Game;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::new_game::SetupSeed;
use evolvarium::shell::theatre;

use crate::dungeon_app::{KEY, card, game, new_setup, table};
use crate::fitting::{is_shown, place_of};
use crate::harness::{app, open_window, press_text, screen, until, written};

#[test]
fn a_dungeon_evolves_in_the_theatre_and_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    (card(&app).evolve)(app.world_mut()).expect("it opens");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let mut runs = app.world_mut().query::<(Entity, &mut RunDriver)>();
    let (entity, mut evolution) = runs.single_mut(app.world_mut()).expect("one run");
    evolution.pace = Pace::FlatOut;
    until(&mut app, "the end of the run", |world| {
        let evolution = world.get::<RunDriver>(entity).expect("the run is there");
        evolution.watched().progress().stop.is_some()
    });
    let pick = Pick::BestAt(5);
    theatre::pick(app.world_mut(), pick);
    until(&mut app, "the dungeon", |world| {
        screen(world) == Screen::Play
    });
    let id = table(&app).id();
    assert_eq!(id.pick, pick);
    let layout = table(&app).state().game.dungeon().layout.clone();
    // The id is enough to get the same dungeon.
    let mut again = game(folder.path(), &id.to_string());
    again.update();
    assert_eq!(table(&again).state().game.dungeon().layout, layout);
}

/// The place of the button that picks, which has another caption after the end of the run.
fn place_of_pick(app: &mut App, caption: &str) -> Rect {
    let world = app.world_mut();
    let mut texts = world.query::<(&Text, &ChildOf)>();
    let found = texts
        .iter(world)
        .filter(|(text, _)| written(text) == caption);
    let mut nodes = found.map(|(_, parent)| parent.parent());
    let button = nodes.find(|node| {
        let is_button = world.get::<Button>(*node).is_some();
        is_button && is_shown(world, *node)
    });
    let button = button.unwrap_or_else(|| panic!("no button {caption:?}"));
    place_of(world, button).expect("it is laid out")
}

#[test]
fn the_button_that_picks_stays_in_its_place_at_the_end_of_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    (card(&app).evolve)(app.world_mut()).expect("it opens");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let run = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(run).expect("a run");
    driver.pace = Pace::Paused;
    (0..5).for_each(|_| app.update());
    let before = place_of_pick(&mut app, "Play the best so far");
    let mut driver = app.world_mut().get_mut::<RunDriver>(run).expect("a run");
    driver.pace = Pace::FlatOut;
    until(&mut app, "the end of the run", |world| {
        let driver = world.get::<RunDriver>(run).expect("a run");
        driver.watched().progress().stop.is_some()
    });
    (0..5).for_each(|_| app.update());
    let after = place_of_pick(&mut app, "Play");
    assert_eq!((before.min, before.max), (after.min, after.max));
}

#[test]
fn what_a_run_has_come_to_is_what_its_seed_gives_and_counts_for_the_skill() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    (card(&app).evolve)(app.world_mut()).expect("it opens");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let run = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(run).expect("a run");
    driver.pace = Pace::FlatOut;
    // The page learns of the end in the next frame.
    let mut frames = 0;
    until(&mut app, "the end of the run on the page", |world| {
        let driver = world.get::<RunDriver>(run).expect("a run");
        let has_ended = driver.watched().progress().stop.is_some();
        let rests = !world.resource::<theatre::Show>().is_moving(false);
        frames = if has_ended && rests { frames + 1 } else { 0 };
        frames > 3
    });
    press_text(&mut app, "Play");
    until(&mut app, "the dungeon", |world| {
        screen(world) == Screen::Play
    });
    let origin = table(&app).origin();
    assert!(origin.is_outcome_of_run());
    assert!(DungeonGame::challenge(&origin.setup).is_some());
}

/// Opens the theatre on the dungeon of a search without an end, and lets it go on for a while.
fn endless_theatre(folder: &Path) -> (App, EvolutionParameters) {
    let mut app = app(folder);
    app.update();
    let parameters = EvolutionParameters {
        generations: 1_000_000,
        ..usual_parameters()
    };
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings
        .parameters
        .insert(KEY.to_owned(), parameters.clone());
    (card(&app).evolve)(app.world_mut()).expect("it opens");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let run = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(run).expect("a run");
    driver.pace = Pace::PerSecond(60.0);
    until(&mut app, "some generations", |world| {
        let driver = world.get::<RunDriver>(run).expect("a run");
        driver.watched().progress().generation > Some(12)
    });
    (app, parameters)
}

#[test]
fn what_is_picked_in_the_theatre_is_laid_out_and_not_evolved_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, parameters) = endless_theatre(folder.path());
    let spec = new_setup(&app).spec_at(1);
    let seed = app.world().resource::<SetupSeed>().0;
    let given = |pick| generator::generate(&spec, &parameters, seed, pick);
    // A member of an earlier generation, and not the best one.
    let other = (3..12).find_map(|generation| {
        let best = given(Pick::BestAt(generation)).ok()?;
        let members = (0..30).map(|member| Pick::Member(generation, member));
        members
            .filter_map(|pick| Some((pick, given(pick).ok()?)))
            .find(|(_, dungeon)| *dungeon != best)
    });
    let (pick, dungeon) = other.expect("a member that can be played");
    theatre::pick(app.world_mut(), pick);
    until(&mut app, "the dungeon", |world| {
        screen(world) == Screen::Play
    });
    assert_eq!(table(&app).id().pick, pick);
    assert_eq!(**table(&app).state().game.dungeon(), dungeon);
}

#[test]
fn the_best_so_far_of_a_run_without_an_end_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, parameters) = endless_theatre(folder.path());
    let spec = new_setup(&app).spec_at(1);
    let seed = app.world().resource::<SetupSeed>().0;
    // To evolve it again up to its end would take hours.
    theatre::pick(app.world_mut(), Pick::Best);
    until(&mut app, "the dungeon", |world| {
        screen(world) == Screen::Play
    });
    let game = &table(&app).state().game;
    let is_best = |generation: u32| {
        let best = generator::generate(&spec, &parameters, seed, Pick::BestAt(generation));
        best.is_ok_and(|best| best == **game.dungeon())
    };
    // The run was watched for more than twelve generations, and goes on until it is left.
    assert!((12..500).any(is_best));
}

#[test]
fn the_deeper_dungeons_have_as_many_generations_as_a_time_limit_has_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let parameters = EvolutionParameters {
        generations: 1_000_000,
        // In this time even a busy machine makes some generations.
        milliseconds: 2_000,
        ..usual_parameters()
    };
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.parameters.insert(KEY.to_owned(), parameters);
    (card(&app).evolve)(app.world_mut()).expect("it opens");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let run = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(run).expect("a run");
    driver.pace = Pace::FlatOut;
    let mut made = None;
    until(&mut app, "the end of the time", |world| {
        let driver = world.get::<RunDriver>(run).expect("a run");
        let progress = driver.watched().progress();
        made = progress.generation;
        progress.stop == Some(StopReason::TimeBudget)
    });
    let made = made.expect("some generations");
    theatre::pick(app.world_mut(), Pick::Best);
    until(&mut app, "the dungeon", |world| {
        screen(world) == Screen::Play
    });
    let parameters = &table(&app).origin().parameters;
    let wanted = (made.max(1), 0);
    assert_eq!((parameters.generations, parameters.milliseconds), wanted);
}

#[test]
fn an_enemy_evolves_with_its_own_parameters_from_the_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(KEY);
    let parameters = EvolutionParameters {
        population: 4,
        elitism: 1,
        generations: 3,
        ..enemy_problem::usual_parameters()
    };
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.parameters.insert(ENEMIES.to_owned(), parameters);
    evolve_enemy(app.world_mut()).expect("it opens");
    let run = theatre::watched(app.world()).expect("a run");
    let mut driver = app.world_mut().get_mut::<RunDriver>(run).expect("a run");
    driver.pace = Pace::FlatOut;
    until(&mut app, "the end of the run", |world| {
        let driver = world.get::<RunDriver>(run).expect("a run");
        let progress = driver.watched().progress();
        assert!(progress.evaluations <= 16);
        progress.stop == Some(StopReason::GenerationLimit) && progress.generation == Some(3)
    });
}
