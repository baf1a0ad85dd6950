//! The modes of match-3: levels, endless games, and games against the clock.

use bevy::prelude::*;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::level::Mode;
use evolvarium::games::match3::rules::Match3;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::generation::{Pick, Seed};
use evolvarium::session::statistics::Statistics;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::{Settings, TheatrePace};
use evolvarium::shell::table::new_game::{self, FixedSeed, SetupSeed};
use evolvarium::shell::theatre;

use crate::harness::{
    app, end_and_resume, finish_run_and_pick_best, fix_frame_time, menu, notices, play_itself,
    press_text, screen, start, until, wait_for_result,
};
use crate::journeys::make_moves;
use crate::keys::press;
use crate::theatre::{finish_run, open_theatre};

#[test]
fn the_clock_stops_while_paused_and_ends_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, "match3:9x9c6-p488u10#5");
    let seconds = |app: &App| {
        app.world()
            .resource::<Table>()
            .seconds_left()
            .expect("a clock")
    };
    // The first move begins the clock.
    play_itself(&mut app, 1);
    (0..3).for_each(|_| app.update());
    assert!(seconds(&app) < 10.0);
    app.world_mut()
        .resource_mut::<NextState<Menu>>()
        .set(Menu::Pause);
    app.update();
    app.update();
    let before = seconds(&app);
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(5));
        app.update();
    }
    assert_eq!(seconds(&app), before);
    // The time is saved with the game, and the clock goes on from there.
    let mut second = end_and_resume(app, folder.path(), "match3");
    assert!((seconds(&second) - before).abs() < 0.5);
    assert_eq!(second.world().resource::<Table>().moves().len(), 1);
    second.world_mut().resource_mut::<Table>().extra.seconds = 9.9;
    until(&mut second, "the end", |world| menu(world) == Menu::Result);
    let table = second.world().resource::<Table>();
    assert!(table.is_over() && !table.can_undo());
    let points = table.state().score().points;
    let tally = second
        .world()
        .resource::<Statistics>()
        .of("match3", "timed 10");
    assert_eq!((tally.won, tally.best), (1, points));
}

#[test]
fn against_the_clock_the_board_that_was_watched_is_played() {
    for seed in [Seed(1), Seed(2)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        app.update();
        let mode = Mode::Timed(60);
        new_game::change::<Match3>(app.world_mut(), |setup| setup.mode = mode);
        app.world_mut().resource_mut::<SetupSeed>().0 = seed;
        open_theatre(&mut app);
        finish_run_and_pick_best(&mut app);
        // A board of another run would have another seed.
        let origin = app.world().resource::<Table>().origin();
        assert_eq!((origin.seed, origin.setup.mode), (seed, mode));
    }
}

#[test]
fn an_endless_game_ends_when_the_player_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, "match3:9x9c6-p488e#5");
    assert_eq!(app.world().resource::<Table>().state().moves_left(), None);
    make_moves(&mut app, 100);
    let mut table = app.world_mut().resource_mut::<Table>();
    assert!(!table.is_over() && table.can_undo());
    table.extra.is_finished = true;
    wait_for_result(&mut app);
    let points = app.world().resource::<Table>().state().score().points;
    let tally = app.world().resource::<Statistics>().of("match3", "endless");
    assert_eq!((tally.won, tally.best), (1, points));
}

#[test]
fn no_move_is_taken_back_after_the_player_has_ended_an_endless_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, "match3:9x9c6-p488e#5");
    make_moves(&mut app, 5);
    // A frame is much shorter than the time until the result.
    fix_frame_time(&mut app);
    app.update();
    press(&mut app, KeyCode::KeyU);
    assert_eq!(app.world().resource::<Table>().moves().len(), 4);
    press_text(&mut app, "End the game");
    app.update();
    press_text(&mut app, "Really end it?");
    let table = app.world().resource::<Table>();
    let (moves, points) = (table.moves().to_vec(), table.state().score().points);
    assert!(table.is_over());
    assert_eq!(menu(app.world()), Menu::None, "the result is still to come");
    for key in [KeyCode::KeyU, KeyCode::KeyY] {
        press(&mut app, key);
        let table = app.world().resource::<Table>();
        assert!(table.is_over());
        assert_eq!(table.moves(), moves, "{key:?}");
    }
    wait_for_result(&mut app);
    let tally = app.world().resource::<Statistics>().of("match3", "endless");
    assert_eq!((tally.won, tally.best), (1, points));
    // A game that is begun again is another one.
    press_text(&mut app, "Try again");
    until(&mut app, "the new game", |world| menu(world) == Menu::None);
    let table = app.world().resource::<Table>();
    assert!(!table.is_over() && table.moves().is_empty() && !table.can_redo());
}

#[test]
fn the_board_that_was_watched_is_the_level_unless_it_misses_the_wanted_rate() {
    let mut kept = 0;
    for seed in 1..=4 {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        app.update();
        app.insert_resource(FixedSeed(Seed(seed)));
        let world = app.world_mut();
        world.resource_mut::<Settings>().theatre_pace = TheatrePace::FlatOut;
        world.resource_mut::<ActiveGame>().0 = Some("match3");
        let mut next = world.resource_mut::<NextState<Screen>>();
        next.set(Screen::Setup);
        until(&mut app, "the page", |world| screen(world) == Screen::Setup);
        (0..3).for_each(|_| app.update());
        // The seed is the one that the page offers, and not one that was typed.
        press(&mut app, KeyCode::Enter);
        until(&mut app, "the theatre", |world| {
            screen(world) == Screen::Theatre
        });
        finish_run(&mut app);
        theatre::pick(app.world_mut(), Pick::Best);
        let mut is_said = false;
        until(&mut app, "the board", |world| {
            is_said |= notices(world).contains("The board that you watched is won in");
            if let Some(run) = theatre::watched(world)
                && let Some(mut driver) = world.get_mut::<RunDriver>(run)
            {
                driver.pace = Pace::FlatOut;
            }
            screen(world) == Screen::Play
        });
        let table = app.world().resource::<Table>();
        let is_own = table.origin().seed == Seed(seed);
        assert!(is_own || is_said, "{seed}: another board comes unsaid");
        if is_own && !is_said {
            let goal = table.content.goal.expect("a goal");
            let off = goal.rate - f64::from(table.setup().success);
            assert!(off.abs() <= 3.0, "{seed}: {goal:?}");
            kept += 1;
        }
    }
    assert!(kept >= 2, "{kept} of 4");
}
