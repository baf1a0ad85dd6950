//! The second part of a level of match-3 in the theatre, in which the automatic player tests boards: what its figures
//! say, and that it waits if the player leaves it.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::ui_widgets::ControlOrientation;
use evolvarium::games::match3::Table;
use evolvarium::generation::driver::Pace;
use evolvarium::generation::{DisplaySelection, Pick, StopReason};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theatre;

use crate::fitting::is_bar_shown;
use crate::harness::{
    app, can_press, fix_frame_time, is_said, is_text_shown, notices, open_window, press_text,
    screen, until,
};
use crate::keys::press;
use crate::theatre::{finish_run, open_theatre, texts};
use crate::watched_run::{driver, set_pace};

/// The title of the run that is watched, as the key of its phrase.
fn title(world: &World) -> Option<&str> {
    let run = theatre::watched(world)?;
    world.get::<Name>(run).map(Name::as_str)
}

/// Picks the best level of a run, and stops the calibration of it after its first round.
fn begin_calibration(app: &mut App) {
    open_theatre(app);
    finish_run(app);
    theatre::pick(app.world_mut(), Pick::Best);
    until(app, "the first round", |world| {
        let is_calibration = title(world) == Some("match3.calibrating");
        is_calibration && driver(world).watched().progress().generation.is_some()
    });
    set_pace(app.world_mut(), Pace::Paused);
}

#[test]
fn the_figures_of_a_trial_are_explained_as_rounds_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    begin_calibration(&mut app);
    let is_line = |text: &&String| text.starts_with("Round ") && text.contains("seed ");
    until(&mut app, "the figures", |world| {
        texts(world).iter().any(|text| is_line(&text))
    });
    let line = texts(app.world_mut());
    let line = line.iter().find(is_line).expect("a line").clone();
    press_text(&mut app, &line);
    until(&mut app, "the explanation", |world| {
        is_said(world, "A round adds one more board, or lets")
    });
    assert!(!is_said(app.world_mut(), "Elites are not evaluated again"));
}

#[test]
fn boards_on_trial_are_said_to_be_in_the_test_and_have_no_chart_of_their_spread_or_sizes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    begin_calibration(&mut app);
    let caption = |world: &mut World| {
        let is_caption = |text: &String| {
            text.starts_with("In the test: ") && !text.starts_with("In the test: 0")
        };
        texts(world).into_iter().find(is_caption)
    };
    until(&mut app, "the boards", |world| caption(world).is_some());
    let line = caption(app.world_mut()).expect("a caption");
    press_text(&mut app, &line);
    assert!(is_text_shown(
        app.world_mut(),
        "still in the test: the automatic player goes on"
    ));
    for (kind, is_there) in [("Progress", true), ("Spread", false), ("Sizes", false)] {
        assert_eq!(can_press(app.world_mut(), kind), is_there, "{kind}");
    }
}

#[test]
fn the_tries_of_a_trial_are_shown_and_counted_and_can_be_switched_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    begin_calibration(&mut app);
    until(&mut app, "a board that was not tried yet", |world| {
        is_text_shown(world, "No try is shown.")
    });
    let calibration = Arc::clone(driver(app.world()).watched());
    let first = calibration.showing(DisplaySelection::BEST, 0);
    assert!(first.scenes.is_empty() && first.shown_try.is_none());
    set_pace(app.world_mut(), Pace::FlatOut);
    until(&mut app, "the end", |_| {
        calibration.progress().stop.is_some()
    });
    // The level does not begin while the player looks.
    set_pace(app.world_mut(), Pace::Paused);
    let showing = calibration.showing(DisplaySelection::BEST, 0);
    let shown_try = showing.shown_try.expect("it is a try");
    assert!(showing.scenes.len() > 3 && (0.0..=1.0).contains(&shown_try.wanted));
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    fix_frame_time(&mut app);
    press_text(&mut app, "Tries");
    until(&mut app, "no try", |world| {
        is_text_shown(world, "No try is shown.")
    });
    // Switched on again they begin from the first one.
    press_text(&mut app, "Tries");
    until(&mut app, "the first try", |world| {
        is_text_shown(world, "Try 1")
    });
    until(&mut app, "its end", |world| {
        is_text_shown(world, "Try 1: ") && is_text_shown(world, " of 1")
    });
    until(&mut app, "the second try", |world| {
        is_text_shown(world, "Try 2")
    });
    let line = texts(app.world_mut());
    let line = line.iter().find(|text| text.starts_with("Try "));
    press_text(&mut app, line.expect("the line"));
    until(&mut app, "the explanation", |world| {
        is_text_shown(world, "A few tries say little")
    });
    assert_eq!(screen(app.world()), Screen::Theatre);
}

#[test]
fn a_player_who_asks_for_the_level_before_the_end_of_its_calibration_gets_it_at_the_end_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    begin_calibration(&mut app);
    // Time stands still, so that no level starts because the end of its calibration has been seen for a while.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    theatre::pick(app.world_mut(), Pick::Best);
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    assert!(app.world().contains_resource::<Table>());
}

#[test]
fn a_trial_that_is_left_before_its_end_waits_until_its_level_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    begin_calibration(&mut app);
    let calibration = Arc::clone(driver(app.world()).watched());
    press(&mut app, KeyCode::Escape);
    // In slow frames the notice may have gone on the way to the page.
    until(&mut app, "a notice of the trial that waits", |world| {
        notices(world).contains("Back to the run")
    });
    until(&mut app, "the setup page", |world| {
        screen(world) == Screen::Setup
    });
    assert!(!calibration.is_cancelled());
    (0..3).for_each(|_| app.update());
    press_text(&mut app, "Back to the run");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    assert!(Arc::ptr_eq(driver(app.world()).watched(), &calibration));
    assert_eq!(driver(app.world()).pace, Pace::Paused, "as it was left");
    // It goes on, and its level begins by itself.
    set_pace(app.world_mut(), Pace::FlatOut);
    until(&mut app, "the end", |_| {
        calibration.progress().stop.is_some()
    });
    assert_ne!(calibration.progress().stop, Some(StopReason::Cancelled));
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    assert!(app.world().contains_resource::<Table>());
    // Now the way back leads to the run before it.
    app.world_mut().resource_mut::<ActiveGame>().0 = Some("match3");
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(&mut app, "the setup page", |world| {
        screen(world) == Screen::Setup
    });
    (0..3).for_each(|_| app.update());
    press_text(&mut app, "Back to the run");
    until(&mut app, "the evolution", |world| {
        screen(world) == Screen::Theatre && title(world) == Some("match3.evolving")
    });
}

#[test]
fn texts_of_a_trial_do_not_make_the_page_scroll_sideways() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    begin_calibration(&mut app);
    until(&mut app, "the figures", |world| is_said(world, "Round "));
    (0..10).for_each(|_| app.update());
    assert!(!is_bar_shown(&mut app, ControlOrientation::Horizontal));
}

#[test]
fn the_best_board_of_a_trial_that_was_stopped_can_be_played_after_any_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    begin_calibration(&mut app);
    let calibration = Arc::clone(driver(app.world()).watched());
    press_text(&mut app, "Stop");
    until(&mut app, "the end", |_| {
        calibration.progress().stop == Some(StopReason::Cancelled)
    });
    // The level of a trial that has come to its end would begin in this time.
    set_pace(app.world_mut(), Pace::Usual);
    fix_frame_time(&mut app);
    (0..200).for_each(|_| app.update());
    assert_eq!(screen(app.world()), Screen::Theatre);
    let round = calibration.progress().generation.expect("a round");
    theatre::pick(app.world_mut(), Pick::BestAt(round));
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    assert!(app.world().contains_resource::<Table>());
}
