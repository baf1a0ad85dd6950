//! The price of hints in match-3.

use bevy::prelude::*;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::rules::Match3;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{self, Hint, TableGame};

use crate::harness::{
    ID, app, end_and_resume, fast_game, fix_frame_time, is_text_shown, notices, play_itself,
    some_frames, start, until, wait_for_moves, wait_for_result,
};
use crate::journeys::EASY;
use crate::keys::press;
use crate::replays::{finish, open_page, watch};

#[test]
fn a_hint_that_was_shown_unasked_costs_nothing_when_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    let offered = Match3::hint(app.world().resource::<Table>());
    assert!(offered.is_some());
    app.world_mut().resource_mut::<Hint<Match3>>().0 = offered;
    Match3::show_hint(app.world_mut());
    let table = app.world().resource::<Table>();
    assert_eq!(table.extra.strong_hints, 0);
    assert_eq!(app.world().resource::<Hint<Match3>>().0, offered);
}

#[test]
fn a_replay_offers_no_hint_however_long_it_is_paused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), EASY);
    finish(&mut app, "match3");
    open_page(&mut app);
    watch::<Match3>(&mut app);
    press(&mut app, KeyCode::ArrowUp);
    assert!(app.world().resource::<Settings>().idle_hints);
    fix_frame_time(&mut app);
    for _ in 0..300 {
        app.update();
        assert_eq!(app.world().resource::<Hint<Match3>>().0, None);
    }
    assert!(!app.world().resource::<Table>().is_over(), "it was paused");
}

/// Plays a level to its end, in which a hint has cost a star.
fn win_with_a_star_less(app: &mut App) {
    while !app.world().resource::<Table>().is_over() {
        play_itself(app, 1);
    }
    let table = app.world().resource::<Table>();
    let earned = table.state().stars();
    assert!(earned > 1, "the strong player wins with moves to spare");
    assert_eq!(table.stars(), earned - 1);
}

#[test]
fn the_second_hint_for_a_position_is_the_strong_one_and_costs_a_star() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    until(&mut app, "the stars of a win now", |world| {
        is_text_shown(world, "3 stars for a win now")
    });
    let strong = |app: &App| app.world().resource::<Table>().extra.strong_hints;
    let hint = |app: &App| app.world().resource::<Hint<Match3>>().0;
    let mut asked = 0;
    while strong(&app) == 0 {
        asked += 1;
        assert!(asked < 20, "the players differ sooner or later");
        Match3::show_hint(app.world_mut());
        until(&mut app, "the free hint", |world| {
            world.resource::<Hint<Match3>>().0.is_some()
        });
        assert_eq!(strong(&app), 0, "the first hint is free");
        let free = hint(&app);
        Match3::show_hint(app.world_mut());
        assert_eq!(strong(&app) == 1, hint(&app) != free);
        // A third request shows no other hint and costs nothing more.
        let (price, shown) = (strong(&app), hint(&app));
        let told = notices(app.world());
        Match3::show_hint(app.world_mut());
        assert_eq!((strong(&app), hint(&app)), (price, shown));
        assert_eq!(notices(app.world()), told, "nothing false is said");
        if strong(&app) == 0 {
            play_itself(&mut app, 1);
        }
    }
    // The save remembers the price.
    let mut app = end_and_resume(app, folder.path(), "match3");
    assert_eq!(strong(&app), 1);
    win_with_a_star_less(&mut app);
}

#[test]
fn every_hint_costs_a_star_where_the_player_wants_that_but_only_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    let paid = |app: &App| app.world().resource::<Table>().extra.paid_hint;
    let mut settings = app.world_mut().resource_mut::<Settings>();
    assert!(!settings.hints_cost_star, "it is off as usual");
    settings.hints_cost_star = true;
    // A hint that came unasked is free.
    let offered = Match3::hint(app.world().resource::<Table>());
    app.world_mut().resource_mut::<Hint<Match3>>().0 = offered;
    Match3::show_hint(app.world_mut());
    assert!(!paid(&app));
    play_itself(&mut app, 1);
    until(&mut app, "rest", |world| Match3::is_at_rest(world));
    Match3::show_hint(app.world_mut());
    assert!(paid(&app));
    assert!(app.world().resource::<Hint<Match3>>().0.is_some());
    assert!(notices(app.world()).contains("This hint costs a star"));
    play_itself(&mut app, 1);
    until(&mut app, "rest", |world| Match3::is_at_rest(world));
    Match3::show_hint(app.world_mut());
    assert!(notices(app.world()).contains("That costs nothing more"));
    // The save remembers the payment.
    let mut app = end_and_resume(app, folder.path(), "match3");
    assert!(paid(&app));
    win_with_a_star_less(&mut app);
    wait_for_result(&mut app);
    app.update();
    assert!(is_text_shown(
        app.world_mut(),
        "You took a hint, which costs a star."
    ));
    // A new try begins with all stars.
    table::actions::restart::<Match3>(app.world_mut());
    assert!(!paid(&app));
}

#[test]
fn the_save_of_a_level_remembers_that_the_player_was_helped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    // The automatic player makes a swap for the player.
    play_itself(&mut app, 1);
    assert!(app.world().resource::<Table>().is_helped());
    let app = end_and_resume(app, folder.path(), "match3");
    assert!(app.world().resource::<Table>().is_helped());
}

/// Chooses the two blocks of a good swap, as a screen reader does.
fn choose_good_swap(app: &mut App) {
    let swap = Match3::hint(app.world().resource::<Table>()).expect("a swap");
    for cell in [swap.a(), swap.b()] {
        Match3::choose_cell(app.world_mut(), cell.row(), cell.col());
    }
}

#[test]
fn a_hint_that_is_asked_for_while_a_swap_waits_is_shown_after_that_swap() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    some_frames(&mut app);
    choose_good_swap(&mut app);
    wait_for_moves::<Match3>(&mut app, 1);
    assert!(!Match3::is_at_rest(app.world()), "the blocks still move");
    choose_good_swap(&mut app);
    Match3::show_hint(app.world_mut());
    wait_for_moves::<Match3>(&mut app, 2);
    until(&mut app, "rest", |world| Match3::is_at_rest(world));
    some_frames(&mut app);
    assert!(app.world().resource::<Hint<Match3>>().0.is_some());
}
