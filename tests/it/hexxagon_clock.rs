//! The clocks of people in Hexxagon: each runs during its player's turn, and a player whose time is up has lost. In a
//! game without clocks no time runs.

use bevy::prelude::*;
use bevy::tasks::block_on;
use evolvarium::games::hexxagon::rules::{CellMove, Hexxagon};
use evolvarium::games::hexxagon::setup::Setup;
use evolvarium::session::replay::{Checker, table_of};
use evolvarium::session::{Ending, Game, Origin, ReplayFile, SaveFile, Status, Table};
use evolvarium::shell::screen::Menu;
use evolvarium::shell::table::play_for_human;

use crate::harness::{end_and_resume, fast_game, table, until, wait_for_result};

fn origin(setup: &str) -> Origin<Hexxagon> {
    Origin::parse(&format!("hexxagon:{setup}#a")).expect("a good id")
}

fn game(setup: &str) -> Table<Hexxagon> {
    Table::new(origin(setup), (), Default::default()).expect("a game")
}

/// Makes the first legal move.
fn play(table: &mut Table<Hexxagon>) {
    let game = table.state();
    let made = game.moves().into_iter().find_map(|made| game.written(made));
    table.play(made.expect("a move")).expect("legal");
}

#[test]
fn a_setup_says_whether_there_is_a_clock() {
    for text in [
        "b1-human-human-t5",
        "b1-human-level4-skip-t3i2",
        "b40-human-human-human-t60i60",
    ] {
        let setup: Setup = text.parse().expect(text);
        assert_eq!(setup.to_string(), text);
        assert!(setup.time.is_some());
    }
    let plain: Setup = "b1-human-human".parse().expect("a setup");
    assert_eq!(plain.time, None);
    assert_eq!(Setup::default().time, None);
    for bad in [
        "b1-human-human-t0",
        "b1-human-human-t61",
        "b1-human-human-t5i",
        "t5",
    ] {
        assert!(bad.parse::<Setup>().is_err(), "{bad}");
    }
}

#[test]
fn only_the_person_to_move_uses_time_and_each_move_gives_some() {
    let mut table = game("b1-human-human-t1i10");
    table.run_clock(20.0);
    assert_eq!(table.seconds_left(0), Some(40.0));
    assert_eq!(table.seconds_left(1), Some(60.0));
    play(&mut table);
    assert_eq!(table.seconds_left(0), Some(50.0));
    table.run_clock(5.0);
    assert_eq!(table.seconds_left(0), Some(50.0));
    assert_eq!(table.seconds_left(1), Some(55.0));
}

#[test]
fn computers_have_no_clock() {
    let mut table = game("b1-level1-human-t1");
    table.run_clock(100.0);
    assert_eq!(table.seconds_left(0), None);
    assert_eq!(table.seconds_left(1), Some(60.0));
    assert!(!table.is_over());
}

#[test]
fn without_a_clock_nobody_runs_out_of_time() {
    let mut table = game("b1-human-human");
    table.run_clock(100_000.0);
    assert_eq!(table.seconds_left(0), None);
    assert!(!table.is_over());
}

#[test]
fn a_player_whose_time_is_up_has_lost() {
    let mut table = game("b1-human-human-t1");
    play(&mut table);
    table.run_clock(59.0);
    assert!(!table.is_over());
    table.run_clock(1.5);
    assert_eq!(table.status(), Status::Over(Ending::Won(0)));
    assert_eq!(table.seat_out_of_time(), Some(1));
    assert_eq!(table.seconds_left(1), Some(0.0));
    // Earlier positions are not lost, so that they can be looked back at.
    table.go_to(0);
    assert_eq!(table.status(), Status::Turn(0));
}

#[test]
fn of_the_other_two_players_the_one_with_more_pieces_wins() {
    // If they are level, they share the win, which is a loss for the only human.
    for (id, ending) in [
        ("b40-human-human-human-t1", Ending::Drawn),
        ("b40-human-level1-level1-t1", Ending::Lost),
    ] {
        let mut table = game(id);
        table.run_clock(60.0);
        assert_eq!(table.status(), Status::Over(ending), "{id}");
    }
    // The first player grows once, and the second one runs out of time.
    let mut table = game("b40-human-human-human-t1");
    play(&mut table);
    assert_eq!(table.turn(), Some(1));
    table.run_clock(60.0);
    assert_eq!(table.status(), Status::Over(Ending::Won(0)));
}

#[test]
fn against_the_clock_no_move_is_taken_back_but_the_game_can_begin_again() {
    let mut plain = game("b1-human-human");
    play(&mut plain);
    assert!(plain.can_undo());
    let mut table = game("b1-human-human-t1");
    play(&mut table);
    table.run_clock(30.0);
    assert!(!table.can_undo() && table.can_restart());
    table.restart();
    assert_eq!(table.seconds_left(1), Some(60.0));
    assert_eq!(table.moves(), []);
}

#[test]
fn a_save_keeps_the_clocks_and_saves_from_before_them_still_open() {
    let mut table = game("b1-human-human-t1");
    play(&mut table);
    table.run_clock(12.0);
    let file = <<Hexxagon as Game>::File as SaveFile<Hexxagon>>::of(&table);
    let text = ron::to_string(&file).expect("it can be written");
    let resumed = |text: &str, setup: &str| {
        let file: <Hexxagon as Game>::File = ron::from_str(text).expect("it can be read");
        let saved = SaveFile::<Hexxagon>::open(file).expect("a game");
        block_on(Table::resume(origin(setup), (), saved)).expect("a table")
    };
    let again = resumed(&text, "b1-human-human-t1");
    assert_eq!(again.seconds_left(1), Some(48.0));
    let old =
        "(game:(id:\"hexxagon.1:b1-human-human#a\",moves:[\"3\"],made:1),extra:(),counted:false)";
    assert_eq!(resumed(old, "b1-human-human").moves().len(), 1);
}

#[test]
fn a_replay_ends_as_the_game_that_was_lost_by_time() {
    let mut table = game("b1-human-human-t1");
    play(&mut table);
    table.run_clock(60.0);
    let file = ReplayFile::of(&table, &Default::default()).expect("it has ended");
    assert_eq!(file.ending, Ending::Won(0));
    let line = file.line().expect("a line");
    let read = ReplayFile::parse(std::path::Path::new("line"), &line).expect("it can be read");
    let again = block_on(table_of::<Hexxagon>(&read, None)).expect("a replay");
    assert_eq!(again.ending(), Some(Ending::Won(0)));
    let checked = (Checker::of::<Hexxagon>().check)(&read).expect("it is as it says");
    assert_eq!((checked.moves, checked.ending), (1, Ending::Won(0)));
}

fn left(app: &App, seat: usize) -> f32 {
    table::<Hexxagon>(app).seconds_left(seat).expect("a clock")
}

#[test]
fn the_clock_stands_still_in_the_pause_menu_and_goes_on_in_the_next_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human-t5#a");
    until(&mut app, "the clock", |world| {
        let table = world.resource::<Table<Hexxagon>>();
        table.seconds_left(0).is_some_and(|left| left < 300.0)
    });
    app.world_mut()
        .resource_mut::<NextState<Menu>>()
        .set(Menu::Pause);
    app.update();
    let paused = left(&app, 0);
    (0..20).for_each(|_| app.update());
    assert_eq!(left(&app, 0), paused);
    let mut app = end_and_resume(app, folder.path(), Hexxagon::KEY);
    assert!(left(&app, 0) <= paused);
    until(&mut app, "the clock to go on", |world| {
        let table = world.resource::<Table<Hexxagon>>();
        table.seconds_left(0).is_some_and(|left| left < paused)
    });
    assert!(left(&app, 0) > 0.0);
    assert_eq!(left(&app, 1), 300.0);
}

#[test]
fn time_that_is_up_ends_the_game_and_the_result_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human-t1#a");
    let made: CellMove = "3".parse().expect("a move");
    play_for_human::<Hexxagon>(app.world_mut(), made);
    let world = app.world_mut();
    world.resource_mut::<Table<Hexxagon>>().run_clock(59.999);
    wait_for_result(&mut app);
    app.update();
    assert_eq!(table::<Hexxagon>(&app).ending(), Some(Ending::Won(0)));
    let said = crate::harness::is_said(app.world_mut(), "Pearl has run out of time.");
    assert!(said);
}
