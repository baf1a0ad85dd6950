//! Looking back at the game under way: its moves are gone through, others are tried, and the game stays as it was.

use bevy::prelude::*;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::session::Ending;
use evolvarium::shell::table::{look_back, play_for_human};

use crate::harness::{
    fast_game, fix_frame_time, is_text_shown, press_text, table, wait_for_result,
};
use crate::keys::press;

#[test]
fn while_one_looks_back_left_and_right_go_through_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    // The first player completes the middle column.
    for key in [
        KeyCode::Numpad5,
        KeyCode::Numpad7,
        KeyCode::Numpad8,
        KeyCode::Numpad4,
        KeyCode::Numpad2,
    ] {
        press(&mut app, key);
    }
    wait_for_result(&mut app);
    press_text(&mut app, "Look back");
    let moves = |app: &App| table::<TicTacToe>(app).moves().len();
    for (key, wanted) in [
        (KeyCode::ArrowLeft, 4),
        (KeyCode::ArrowLeft, 3),
        (KeyCode::ArrowRight, 4),
        (KeyCode::ArrowRight, 5),
        (KeyCode::ArrowRight, 5),
    ] {
        press(&mut app, key);
        assert_eq!(moves(&app), wanted, "{key:?}");
    }
}

#[test]
fn moves_that_were_taken_back_stay_so_while_one_looks_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    for key in [KeyCode::Numpad5, KeyCode::Numpad7, KeyCode::Numpad8] {
        press(&mut app, key);
    }
    press(&mut app, KeyCode::KeyU);
    look_back::begin::<TicTacToe>(app.world_mut());
    let moves = |app: &App| table::<TicTacToe>(app).moves().len();
    for (key, wanted) in [
        (KeyCode::ArrowRight, 2),
        (KeyCode::ArrowLeft, 1),
        (KeyCode::ArrowRight, 2),
        (KeyCode::ArrowRight, 2),
    ] {
        press(&mut app, key);
        assert_eq!(moves(&app), wanted, "{key:?}");
    }
    press_text(&mut app, "Back to the game");
    assert_eq!(moves(&app), 2);
    press(&mut app, KeyCode::KeyY);
    assert_eq!(moves(&app), 3);
}

#[test]
fn the_time_of_looking_back_is_no_time_of_playing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    fix_frame_time(&mut app);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    app.update();
    let seconds = |app: &App| table::<TicTacToe>(app).seconds();
    look_back::begin::<TicTacToe>(app.world_mut());
    let before = seconds(&app);
    (0..5).for_each(|_| app.update());
    assert_eq!(seconds(&app), before);
    press_text(&mut app, "Back to the game");
    (0..5).for_each(|_| app.update());
    assert!(seconds(&app) > before);
}

#[test]
fn moves_are_tried_in_an_earlier_position_and_the_game_stays_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    let game = [0, 3, 1, 4].map(Cell);
    for cell in game {
        play_for_human::<TicTacToe>(app.world_mut(), cell);
        app.update();
    }
    look_back::show_move::<TicTacToe>(app.world_mut(), 1);
    app.update();
    assert_eq!(table::<TicTacToe>(&app).moves(), &game[..2]);
    // No move is made until the player asks for it.
    press(&mut app, KeyCode::Numpad5);
    assert_eq!(table::<TicTacToe>(&app).moves(), &game[..2]);
    press_text(&mut app, "Try moves");
    // The number pad marks cells for both sides.
    for key in [KeyCode::Numpad5, KeyCode::Numpad9] {
        press(&mut app, key);
    }
    let line = [0, 3, 4, 2].map(Cell);
    assert_eq!(table::<TicTacToe>(&app).moves(), line);
    assert_eq!(table::<TicTacToe>(&app).game().all_moves(), game);
    app.update();
    assert!(is_text_shown(
        app.world_mut(),
        "Variation at move 3: after move 4 of 4"
    ));
    press_text(&mut app, "Back to the game");
    assert_eq!(table::<TicTacToe>(&app).moves(), &game[..2]);
    // The list has the variation, and a click opens it again.
    (0..6).for_each(|_| app.update());
    press_text(&mut app, "(3. b2  c1)");
    assert_eq!(table::<TicTacToe>(&app).moves(), line);
    // Once the game itself is shown, the same caption leads back to its newest position, and it goes on.
    (0..2).for_each(|_| {
        app.update();
        press_text(&mut app, "Back to the game");
    });
    assert_eq!(table::<TicTacToe>(&app).moves(), game);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(2));
    app.update();
    let table = table::<TicTacToe>(&app);
    assert_eq!(table.ending(), Some(Ending::Won(0)));
    assert_eq!(table.variations().len(), 1);
}
