//! Resigning a game, and looking back at a game that has ended.

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::tasks::block_on;
use bevy::ui_widgets::Button;
use evolvarium::games::hexxagon::Hexxagon;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::generation::Picture;
use evolvarium::session::replay::{Field, check};
use evolvarium::session::statistics::{GameResult, Statistics};
use evolvarium::session::{Ending, Folders, Game, Origin, ReplayFile, Replays, Table};
use evolvarium::shell::screen::Menu;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::move_list::PointedMove;
use evolvarium::shell::table::{Pacing, TableGame, play_for_human, share};
use evolvarium::shell::theme::palette;
use evolvarium::shell::words::{Language, Words};

use crate::harness::{
    fast_game, fix_frame_time, is_said, menu, press_button, table, until, wait_for_moves,
    wait_for_result, won_game_of_tic_tac_toe,
};
use crate::keys::press;

pub const ID: &str = "tic-tac-toe:3x3k3-human-rules#a";

/// Whether a button stands out as one whose next press cannot be taken back.
fn is_any_button_red(app: &mut App) -> bool {
    let world = app.world_mut();
    let mut rims = world.query_filtered::<&BorderColor, With<Button>>();
    let red = BorderColor::all(palette::FAULT);
    rims.iter(world).any(|rim| *rim == red)
}

/// A game that the player resigned after two moves.
pub fn given_up_game() -> ReplayFile {
    let origin = Origin::<TicTacToe>::parse(ID).expect("an id");
    let content = TicTacToe::replay_content(&origin).expect("its moves are enough");
    let mut table = Table::new(origin, content, Default::default()).expect("a game");
    table.play(Cell(4)).expect("it is free");
    table.play(Cell(0)).expect("it is free");
    table.resign();
    ReplayFile::of(&table, &Picture::default()).expect("it has ended")
}

fn lost(app: &App) -> u32 {
    let statistics = app.world().resource::<Statistics>();
    statistics.of(TicTacToe::KEY, "3x3k3 rules").lost
}

#[test]
fn a_game_that_has_ended_is_told_in_one_line_with_its_id() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    press(&mut app, KeyCode::KeyG);
    press(&mut app, KeyCode::KeyG);
    wait_for_result(&mut app);
    assert!(is_said(app.world_mut(), "Copy result"));
    assert_eq!(
        share::result_line::<TicTacToe>(app.world()),
        format!(
            "Evolvarium, Tic-tac-toe: Lost against Rules  ·  {}",
            table::<TicTacToe>(&app).id()
        )
    );
    let korean = Words::of(Language::Korean);
    let told = TicTacToe::shared_result(table::<TicTacToe>(&app), &korean);
    assert!(told.ends_with("상대로 패배"), "{told}");
}

#[test]
fn enter_presses_the_main_button_of_a_result_after_a_moment() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    fix_frame_time(&mut app);
    press(&mut app, KeyCode::KeyG);
    press(&mut app, KeyCode::KeyG);
    wait_for_result(&mut app);
    // The player may still be playing.
    press(&mut app, KeyCode::Enter);
    assert_eq!(menu(app.world()), Menu::Result);
    (0..20).for_each(|_| app.update());
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the rematch", |world| menu(world) == Menu::None);
    assert!(!table::<TicTacToe>(&app).is_over());
}

#[test]
fn a_player_who_resigns_is_asked_once_and_has_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    assert!(!is_any_button_red(&mut app));
    press(&mut app, KeyCode::KeyG);
    app.update();
    assert!(is_said(app.world_mut(), "Really resign? (G)"));
    assert!(is_any_button_red(&mut app));
    assert_eq!(table::<TicTacToe>(&app).ending(), None);
    // A move drops the question.
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    app.update();
    assert!(is_said(app.world_mut(), "Resign (G)"));
    assert!(!is_any_button_red(&mut app));
    press(&mut app, KeyCode::KeyG);
    assert_eq!((table::<TicTacToe>(&app).ending(), lost(&app)), (None, 0));
    press(&mut app, KeyCode::KeyG);
    assert_eq!(table::<TicTacToe>(&app).ending(), Some(Ending::Won(1)));
    wait_for_result(&mut app);
    assert!(is_said(app.world_mut(), "You resigned."));
    assert_eq!(
        (lost(&app), table::<TicTacToe>(&app).extra.won),
        (1, [0, 1])
    );
    // The game is over, so its save is removed.
    let save = Folders::within(folder.path()).game(TicTacToe::KEY);
    until(&mut app, "the save to go", |_| !save.exists());
    until(&mut app, "the replay", |world| {
        !world.resource::<Replays>().newest_first().is_empty()
    });
}

#[test]
fn the_result_of_a_game_without_moves_offers_no_move_to_take_back_and_no_look_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    (0..2).for_each(|_| press(&mut app, KeyCode::KeyG));
    wait_for_result(&mut app);
    assert!(is_said(app.world_mut(), "You resigned."));
    assert!(is_said(app.world_mut(), "Rematch"));
    for button in ["Look back", "Undo last move"] {
        assert!(!is_said(app.world_mut(), button), "{button}");
    }
}

#[test]
fn an_evolved_opponent_wins_under_its_own_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b0-human-w2n.1.1.3n.2#a");
    for _ in 0..2 {
        press(&mut app, KeyCode::KeyG);
    }
    assert_eq!(table::<Hexxagon>(&app).ending(), Some(Ending::Won(1)));
    wait_for_result(&mut app);
    assert!(is_said(app.world_mut(), "Kulhomrung wins"));
    assert!(!is_said(app.world_mut(), "Pearl wins"));
}

#[test]
fn after_a_resignation_that_was_taken_back_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    for _ in 0..2 {
        press(&mut app, KeyCode::KeyG);
    }
    wait_for_result(&mut app);
    // No move is made in a game that was given up.
    play_for_human::<TicTacToe>(app.world_mut(), Cell(8));
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 2);
    assert!(!is_said(app.world_mut(), "Undo last move"));
    press_button(&mut app, "Play on", |_, _| true);
    until(&mut app, "the board", |world| menu(world) == Menu::None);
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 2);
    assert_eq!(table::<TicTacToe>(&app).ending(), None);
    let made = table::<TicTacToe>(&app).moves();
    let free = (0..9).map(Cell).find(|cell| !made.contains(cell));
    play_for_human::<TicTacToe>(app.world_mut(), free.expect("seven are free"));
    wait_for_moves::<TicTacToe>(&mut app, 4);
    // The loss was counted, and whatever comes now is not.
    assert_eq!((table::<TicTacToe>(&app).ending(), lost(&app)), (None, 1));
}

#[test]
fn the_replay_of_a_game_that_was_given_up_is_checked() {
    let file = given_up_game();
    assert_eq!(
        (file.resigned, file.result()),
        (Some(0), Some(GameResult::Lost))
    );
    let line = file.line().expect("a line");
    let read = ReplayFile::parse("shared".as_ref(), &line).expect("it is read again");
    let checked = block_on(check::<TicTacToe>(&read)).expect("it is right");
    assert_eq!((checked.ending, checked.moves), (Ending::Won(1), 2));
    let field = |file: ReplayFile| {
        let why = block_on(check::<TicTacToe>(&file)).expect_err("it is wrong");
        why.field
    };
    let by_the_computer = ReplayFile {
        resigned: Some(1),
        ..file.clone()
    };
    assert_eq!(field(by_the_computer), Field::Resigned);
    let by_nobody = ReplayFile {
        resigned: None,
        ..file
    };
    assert_eq!(field(by_nobody), Field::Moves);
}

#[test]
fn of_three_the_one_who_resigns_has_lost_although_the_others_are_level() {
    let id = "hexxagon:b40-human-level1-level1#a";
    let origin = Origin::<Hexxagon>::parse(id).expect("an id");
    let mut table = Table::new(origin, (), Default::default()).expect("a game");
    table.resign();
    assert_eq!(table.resigned(), Some(0));
    assert_eq!(table.result(), Some(GameResult::Lost));
    assert!(table.is_lost());
}

#[test]
fn nobody_resigns_without_a_rival() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), crate::harness::ID);
    assert!(!is_said(app.world_mut(), "Resign"));
    let table = app.world().resource::<evolvarium::games::match3::Table>();
    assert_eq!(table.seat_to_resign(), None);
}

#[test]
fn one_looks_back_at_a_game_of_tic_tac_toe_move_by_move_without_changing_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = won_game_of_tic_tac_toe(folder.path());
    wait_for_result(&mut app);
    press_button(&mut app, "Look back", |_, _| true);
    until(&mut app, "the board", |world| menu(world) == Menu::None);
    press(&mut app, KeyCode::KeyU);
    press(&mut app, KeyCode::KeyU);
    until(&mut app, "the place in the game", |world| {
        is_said(world, "After move 3 of 5")
    });
    // Nothing is paused, because the game is over.
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the menu", |world| {
        is_said(world, "The game is over")
    });
    assert!(!is_said(app.world_mut(), "Paused"));
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the board", |world| menu(world) == Menu::None);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(8));
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 3, "nobody moves");
    assert_eq!(table::<TicTacToe>(&app).session().all_moves().len(), 5);
    // All moves are listed, and a click on one goes there.
    until(&mut app, "the list", |world| is_said(world, "5. "));
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let mut texts = texts.iter(app.world());
    let (_, entry) = texts.find(|(text, _)| text.0 == "4. b2").expect("a move");
    let entry = entry.parent();
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(entry, FocusCause::Navigated);
    app.update();
    let pointed = *app.world().resource::<PointedMove>();
    assert_eq!(pointed, PointedMove(Some(3)), "its cell is marked");
    press_button(&mut app, "1. a1", |_, _| true);
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 1);
    press_button(&mut app, "To the result", |_, _| true);
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 5);
    assert!(!app.world().resource::<Pacing>().is_looking_back());
    wait_for_result(&mut app);
}

#[test]
fn one_can_resign_where_no_move_is_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    app.world_mut().resource_mut::<Settings>().allow_undo = false;
    for _ in 0..2 {
        press(&mut app, KeyCode::KeyG);
    }
    wait_for_result(&mut app);
    assert_eq!(lost(&app), 1);
}
