//! A game of tic-tac-toe.

use accesskit::Role;
use bevy::prelude::*;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::Table;

use super::Listener;
use crate::harness::start;

const ENDS: [&str; 3] = ["You win", "You lose", "A draw"];

#[test]
fn a_game_of_tic_tac_toe_is_played_by_ear() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    listener.choose("Tic-tac-toe");
    listener.hear("Setting up Tic-tac-toe");
    assert!(listener.find(Role::Button, "Play").is_some());
    listener.choose("Play");
    listener.hear("Board of 3 rows and 3 columns.");
    for _ in 0..5 {
        let cells = listener.cells();
        let read = cells.concat();
        assert_eq!(read.len(), 9);
        let free = read.iter().position(|cell| cell.ends_with("empty"));
        let free = free.expect("an empty cell");
        listener.go_to((free / 3, free % 3));
        listener.said.clear();
        listener.press(KeyCode::Space);
        let name = &read[free][..2];
        listener.wait_for_one_of(&[&format!("X on {name}."), &format!("O on {name}.")]);
        let heard = listener.hear_one_of(&[&["Your turn"][..], &ENDS[..]].concat());
        if heard != "Your turn" {
            return;
        }
    }
    panic!("five marks do not end a game");
}

#[test]
fn a_player_hears_that_time_is_short_and_then_whose_time_is_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut listener = Listener::new(folder.path());
    let id = "tic-tac-toe:3x3k3-human-human-t1#a";
    start(&mut listener.app, id);
    // A moment before each sentence the game goes on by itself.
    for (left, sentence) in [
        (10.02, "10 seconds left."),
        (0.02, "X has run out of time. O wins"),
    ] {
        let world = listener.app.world_mut();
        let mut table = world.resource_mut::<Table<TicTacToe>>();
        let now = table.seconds_left(0).expect("a clock");
        table.run_clock(now - left);
        listener.hear(sentence);
    }
}
