//! The clocks of people in tic-tac-toe: what its ids, saves, series and pages make of them. How they run is the same as
//! in Hexxagon.

use bevy::prelude::*;
use bevy::tasks::block_on;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::games::tic_tac_toe::setup::Setup;
use evolvarium::session::replay::{Checker, table_of};
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{Ending, Game, Origin, ReplayFile, SaveFile, Status, Table};
use evolvarium::shell::screen::Menu;
use evolvarium::shell::table::{NewGame, Pacing, look_back, play_for_human};

use crate::harness::{
    app, end_and_resume, fast_game, is_said, is_text_shown, menu, open_whole_setup, press_text,
    table, until, wait_for_moves, wait_for_result,
};
use crate::keys::press;

fn origin(setup: &str) -> Origin<TicTacToe> {
    Origin::parse(&format!("tic-tac-toe:{setup}#a")).expect("a good id")
}

/// A game in which no computer has to move.
fn game(setup: &str) -> Table<TicTacToe> {
    let origin = origin(setup);
    let content = TicTacToe::replay_content(&origin).expect("the moves are enough");
    Table::new(origin, content, Default::default()).expect("a game")
}

fn play(table: &mut Table<TicTacToe>, cell: u8) {
    table.play(Cell(cell)).expect("legal");
}

#[test]
fn a_clock_is_the_last_part_of_a_setup_and_the_others_mean_what_they_meant() {
    for text in [
        "3x3k3-human-human-t5",
        "3x3k3-human-rules-second-t10i2",
        "ultimate-human-search2-second-noughts-t60i60",
    ] {
        let setup: Setup = text.parse().expect(text);
        assert_eq!(setup.to_string(), text);
        let time = setup.time.expect("a clock").to_string();
        let plain = text
            .strip_suffix(&format!("-{time}"))
            .expect("its last part");
        let plain: Setup = plain.parse().expect(text);
        assert_eq!(plain.time, None);
        assert_eq!(
            Setup {
                time: None,
                ..setup
            },
            plain
        );
    }
    assert_eq!(Setup::default().time, None);
    for bad in [
        "3x3k3-human-human-t0",
        "3x3k3-human-human-t61",
        "3x3k3-human-human-t5i",
        "3x3k3-human-human-t5-second",
        "3x3k3-human-human-t5-t3",
        "3x3k3-human-t5",
        "t5",
    ] {
        assert!(bad.parse::<Setup>().is_err(), "{bad}");
    }
}

#[test]
fn each_seat_gains_time_by_its_own_moves_whoever_begins() {
    for (setup, [first, second]) in [
        ("3x3k3-human-human-t1i10", [0, 1]),
        ("3x3k3-human-human-second-t1i10", [1, 0]),
    ] {
        let mut table = game(setup);
        table.run_clock(20.0);
        assert_eq!(table.seconds_left(first), Some(40.0));
        assert_eq!(table.seconds_left(second), Some(60.0));
        play(&mut table, 4);
        assert_eq!(table.seconds_left(first), Some(50.0));
        assert_eq!(table.seconds_left(second), Some(60.0));
        table.run_clock(5.0);
        play(&mut table, 0);
        assert_eq!(table.seconds_left(first), Some(50.0));
        assert_eq!(table.seconds_left(second), Some(65.0));
    }
}

#[test]
fn the_other_seat_wins_when_the_time_of_a_person_is_up() {
    let mut table = game("3x3k3-human-human-second-t1");
    table.run_clock(59.0);
    assert_eq!(table.status(), Status::Turn(1));
    table.run_clock(1.5);
    assert_eq!(table.status(), Status::Over(Ending::Won(0)));
    assert_eq!(table.seat_out_of_time(), Some(1));
    // Computers have no clock, and without a clock nobody runs out of time.
    let mut table = game("3x3k3-rules-human-t1");
    table.run_clock(100.0);
    assert_eq!((table.seconds_left(0), table.is_over()), (None, false));
    let mut table = game("3x3k3-human-human");
    table.run_clock(100_000.0);
    assert_eq!((table.seconds_left(0), table.is_over()), (None, false));
}

#[test]
fn a_win_on_the_board_counts_although_the_time_is_short() {
    let mut table = game("3x3k3-human-human-t1");
    for cell in [0, 3, 1, 4] {
        play(&mut table, cell);
    }
    table.run_clock(59.9);
    play(&mut table, 2);
    table.run_clock(10.0);
    assert_eq!(table.status(), Status::Over(Ending::Won(0)));
    assert_eq!(table.seat_out_of_time(), None);
}

#[test]
fn against_the_clock_no_move_is_taken_back_but_the_game_can_begin_again() {
    let mut plain = game("3x3k3-human-human");
    play(&mut plain, 4);
    assert!(plain.can_undo());
    let mut table = game("3x3k3-human-human-t1");
    assert!(!table.can_restart());
    play(&mut table, 4);
    table.run_clock(60.0);
    assert!(table.is_over() && !table.can_undo() && table.can_restart());
    table.restart();
    assert_eq!(table.status(), Status::Turn(0));
    assert_eq!(table.seconds_left(1), Some(60.0));
    assert!(table.moves().is_empty() && !table.can_redo());
}

#[test]
fn a_new_start_against_the_clock_forgets_the_variations_with_the_moves_before_them() {
    let mut table = game("3x3k3-human-human-t1");
    for cell in [4, 0] {
        play(&mut table, cell);
    }
    table.go_to(1);
    table.try_move(Cell(8), 2).expect("legal");
    table.show_game(usize::MAX);
    table.run_clock(60.0);
    assert_eq!(table.variations().len(), 1);
    table.restart();
    assert!(table.variations().is_empty());
}

#[test]
fn a_loss_on_time_counts_in_the_series_and_the_next_game_has_all_its_time() {
    let mut table = game("3x3k3-human-human-t1");
    table.run_clock(60.0);
    assert!(table.count_once());
    assert_eq!(table.extra.won, [0, 1]);
    let next = TicTacToe::next(&table);
    assert_eq!(next.extra.won, [0, 1]);
    assert!(next.extra.clocks.are_unused());
    assert_eq!(next.origin.setup.time, table.setup().time);
}

#[test]
fn a_save_keeps_the_clocks_and_saves_from_before_them_still_open() {
    type File = <TicTacToe as Game>::File;
    let text_of = |table: &Table<TicTacToe>| {
        ron::to_string(&<File as SaveFile<TicTacToe>>::of(table)).expect("it can be written")
    };
    let resumed = |text: &str, setup: &str| {
        let file: File = ron::from_str(text).expect("it can be read");
        let saved = SaveFile::<TicTacToe>::open(file).expect("a game");
        block_on(Table::resume(origin(setup), game(setup).content, saved)).expect("a table")
    };
    let mut table = game("3x3k3-human-human-t1");
    play(&mut table, 4);
    table.run_clock(12.0);
    let again = resumed(&text_of(&table), "3x3k3-human-human-t1");
    assert_eq!(again.seconds_left(1), Some(48.0));
    for extra in ["series", "extra"] {
        let old = format!(
            "(game:(id:\"tic-tac-toe.1:3x3k3-human-human#a\",moves:[4],made:1),\
             {extra}:(won:(1,2),drawn:3))"
        );
        let again = resumed(&old, "3x3k3-human-human");
        assert_eq!((again.extra.won, again.extra.drawn), ([1, 2], 3));
        assert_eq!(again.moves(), [Cell(4)]);
        assert!(!text_of(&again).contains("clocks"));
    }
}

#[test]
fn a_replay_ends_as_the_game_that_was_lost_by_time() {
    let mut table = game("3x3k3-human-human-t1");
    play(&mut table, 4);
    table.run_clock(60.0);
    let file = ReplayFile::of(&table, &Default::default()).expect("it has ended");
    let line = file.line().expect("a line");
    let read = ReplayFile::parse("line".as_ref(), &line).expect("it can be read");
    let mut again = block_on(table_of::<TicTacToe>(&read, None)).expect("a replay");
    assert_eq!(again.ending(), Some(Ending::Won(0)));
    // Earlier positions are not lost.
    again.go_to(0);
    assert_eq!(again.ending(), None);
    let checked = (Checker::of::<TicTacToe>().check)(&read).expect("it is as it says");
    assert_eq!((checked.moves, checked.ending), (1, Ending::Won(0)));
    // A computer cannot lose on time, whatever a file says.
    let id = read.id.replace("human-human", "human-rules");
    let forged = ReplayFile { id, ..read };
    assert!((Checker::of::<TicTacToe>().check)(&forged).is_err());
}

/// Lets the time of the player to move be up, and waits for the result.
fn lose_on_time(app: &mut App) {
    let mut table = app.world_mut().resource_mut::<Table<TicTacToe>>();
    table.run_clock(59.999);
    wait_for_result(app);
    app.update();
}

#[test]
fn time_that_is_up_ends_the_game_and_the_result_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human-t1#a");
    assert!(is_text_shown(app.world_mut(), "1:00"));
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    lose_on_time(&mut app);
    assert_eq!(table::<TicTacToe>(&app).ending(), Some(Ending::Won(0)));
    assert_eq!(table::<TicTacToe>(&app).extra.won, [1, 0]);
    assert!(is_text_shown(app.world_mut(), "O has run out of time."));
    assert!(!is_said(app.world_mut(), "Undo last move"));
    // The next game of the series has all its time.
    press_text(&mut app, "Rematch");
    until(&mut app, "the next game", |world| {
        let table = world.resource::<Table<TicTacToe>>();
        !table.is_over() && menu(world) == Menu::None
    });
    app.update();
    assert_eq!(table::<TicTacToe>(&app).seconds_left(0), Some(60.0));
    assert!(!is_text_shown(app.world_mut(), "O has run out of time."));
}

#[test]
fn a_person_who_runs_out_of_time_against_a_computer_has_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-rules-t1#a");
    lose_on_time(&mut app);
    assert!(is_text_shown(app.world_mut(), "Your time is up."));
    let statistics = app.world().resource::<Statistics>();
    assert_eq!(statistics.of(TicTacToe::KEY, "3x3k3 rules").lost, 1);
}

#[test]
fn the_clock_stands_still_while_one_looks_back_and_goes_on_in_the_next_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human-t5#a");
    for cell in [4, 0] {
        play_for_human::<TicTacToe>(app.world_mut(), Cell(cell));
        app.update();
    }
    let left = |app: &App| table::<TicTacToe>(app).seconds_left(0).expect("a clock");
    until(&mut app, "the clock", |world| {
        let table = world.resource::<Table<TicTacToe>>();
        table.seconds_left(0).is_some_and(|left| left < 299.9)
    });
    look_back::show_move::<TicTacToe>(app.world_mut(), 0);
    app.update();
    let before = left(&app);
    // A move that cannot be taken back can be looked back at.
    press(&mut app, KeyCode::KeyU);
    assert_eq!(table::<TicTacToe>(&app).moves(), []);
    (0..20).for_each(|_| app.update());
    assert_eq!(left(&app), before);
    assert!(!is_text_shown(app.world_mut(), "5:00"));
    press_text(&mut app, "Back to the game");
    assert!(!app.world().resource::<Pacing>().is_looking_back());
    wait_for_moves::<TicTacToe>(&mut app, 2);
    // Moves are not taken back.
    press(&mut app, KeyCode::KeyU);
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 2);
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the menu", |world| menu(world) == Menu::Pause);
    let paused = left(&app);
    let app = end_and_resume(app, folder.path(), TicTacToe::KEY);
    let now = left(&app);
    assert!(0.0 < now && now <= paused, "{now} of {paused}");
}

#[test]
fn the_time_that_was_used_since_the_last_move_is_not_given_back_when_the_window_closes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human-t5#a");
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    app.update();
    let left = |app: &App| table::<TicTacToe>(app).seconds_left(1).expect("a clock");
    let mut game = app.world_mut().resource_mut::<Table<TicTacToe>>();
    game.run_clock(100.0);
    assert!(left(&app) < 201.0);
    let app = end_and_resume(app, folder.path(), TicTacToe::KEY);
    let now = left(&app);
    assert!(0.0 < now && now < 201.0, "{now}");
}

#[test]
fn the_setup_page_offers_the_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_whole_setup(&mut app, TicTacToe::KEY);
    let time = |app: &App| {
        let setup = &app.world().resource::<NewGame<TicTacToe>>().setup;
        setup.time.map(|time| time.to_string())
    };
    press_text(&mut app, "Players and rules");
    (0..3).for_each(|_| app.update());
    assert!(is_text_shown(app.world_mut(), "Clock for people"));
    assert!(!is_text_shown(app.world_mut(), "For each move"));
    for (button, wanted) in [
        ("5 min", Some("t5")),
        ("2 s", Some("t5i2")),
        ("20 min", Some("t20i2")),
        ("None", None),
    ] {
        press_text(&mut app, button);
        app.update();
        assert_eq!(time(&app).as_deref(), wanted, "{button}");
        let has_clock = wanted.is_some();
        assert_eq!(is_text_shown(app.world_mut(), "For each move"), has_clock);
    }
}
