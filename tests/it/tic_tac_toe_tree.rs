//! Walking through the game tree of tic-tac-toe in the whole app.

use bevy::prelude::*;
use evolvarium::games::tic_tac_toe::insight::{Insight, InsightKind};
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::games::tic_tac_toe::walk::Walk;
use evolvarium::shell::table::play_for_human;

use crate::harness::{fast_game, is_said, table, until};
use crate::keys::{connect_pad, press, tap};

fn show_tree(app: &mut App) {
    app.world_mut()
        .resource_mut::<Insight>()
        .show(InsightKind::Tree);
    wait_for_root(app, 0);
}

fn walk(app: &App) -> &Walk {
    app.world().resource::<Walk>()
}

/// Waits until the tree is shown whose root has `marks` marks, with its root in the middle.
fn wait_for_root(app: &mut App, marks: usize) {
    until(app, "the tree", |world| {
        let shown = world.resource::<Walk>().shown();
        shown.is_some_and(|shown| {
            let centre = shown.centre();
            let is_root = shown.middle() == 0 && centre.ring == 0.0 && centre.width() == 1.0;
            is_root && shown.tree.root_position().mark_count() == marks
        })
    });
}

#[test]
fn keys_look_around_in_the_tree_and_walk_there_and_back_without_a_move_in_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    show_tree(&mut app);
    press(&mut app, KeyCode::ArrowLeft);
    assert_eq!(walk(&app).cursor().len(), 1, "any arrow leaves the middle");
    press(&mut app, KeyCode::ArrowDown);
    press(&mut app, KeyCode::ArrowUp);
    assert_eq!(walk(&app).cursor().len(), 1, "the best move");
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(walk(&app).cursor()[0]);
        press(&mut app, KeyCode::ArrowRight);
    }
    assert_eq!(walk(&app).cursor()[0], seen[0], "once around");
    seen.sort();
    assert_eq!(seen, [Cell(0), Cell(1), Cell(4)]);
    assert!(walk(&app).middle().is_empty());
    press(&mut app, KeyCode::Enter);
    let there = walk(&app).middle().to_vec();
    assert_eq!((there.len(), &there[..]), (1, walk(&app).cursor()));
    wait_for_root(&mut app, 1);
    assert_eq!(walk(&app).middle(), there);
    press(&mut app, KeyCode::ArrowDown);
    assert!(walk(&app).middle().is_empty());
    wait_for_root(&mut app, 0);
    assert_eq!(table::<TicTacToe>(&app).moves(), []);
}

#[test]
fn the_gamepad_walks_along_the_best_line_to_the_end_of_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    let pad = connect_pad(&mut app);
    // X on a1 and b1, O on a2 and b2: X wins with c1.
    for cell in [0, 3, 1, 4] {
        play_for_human::<TicTacToe>(app.world_mut(), Cell(cell));
    }
    app.update();
    app.world_mut()
        .resource_mut::<Insight>()
        .show(InsightKind::Tree);
    wait_for_root(&mut app, 4);
    tap(&mut app, pad, GamepadButton::DPadUp);
    tap(&mut app, pad, GamepadButton::South);
    assert_eq!(walk(&app).middle(), [Cell(2)]);
    wait_for_root(&mut app, 5);
    app.update();
    assert!(is_said(app.world_mut(), "After c1: X has won."));
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 4);
}

#[test]
fn a_walk_begins_anew_at_a_new_position_and_ends_with_its_insight() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    show_tree(&mut app);
    app.world_mut().resource_mut::<Walk>().walk_best();
    wait_for_root(&mut app, 1);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    play_for_human::<TicTacToe>(app.world_mut(), Cell(0));
    app.update();
    assert!(walk(&app).middle().is_empty());
    wait_for_root(&mut app, 2);
    app.world_mut()
        .resource_mut::<Insight>()
        .show(InsightKind::Off);
    app.update();
    assert!(walk(&app).shown().is_none());
}

#[test]
fn the_tree_of_a_larger_board_says_how_far_it_has_been_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:5x5k4-human-human#a");
    show_tree(&mut app);
    until(&mut app, "three rings", |world| {
        let shown = world.resource::<Walk>().shown().expect("a tree");
        shown.tree.nodes().iter().any(|node| node.depth == 3)
    });
    app.update();
    let said = "Searched so far: the best 16 of 25 moves";
    assert!(is_said(app.world_mut(), said));
    app.world_mut().resource_mut::<Walk>().walk_best();
    wait_for_root(&mut app, 1);
}
