//! The insights into a position of tic-tac-toe: its values, the steps of minimax, the rules, and why the
//! computer moved as it did.

use bevy::prelude::*;
use evolvarium::games::tic_tac_toe::insight::{Insight, InsightKind};
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::search::GameValue;
use evolvarium::shell::table::play_for_human;

use crate::harness::{fast_game, is_said, until, wait_for_moves};
use crate::keys::press;

#[test]
fn insights_show_values_the_minimax_steps_and_the_rule_of_any_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    let insight = |app: &App| app.world().resource::<Insight>().kind();
    assert_eq!(insight(&app), InsightKind::Off);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(0));
    press(&mut app, KeyCode::KeyV);
    app.update();
    assert_eq!(insight(&app), InsightKind::Values);
    let values = app.world().resource::<Insight>().values().to_vec();
    assert_eq!(values.len(), 8);
    let drawn = values.iter().filter(|(_, value)| *value == GameValue::Draw);
    assert_eq!(drawn.map(|(cell, _)| *cell).collect::<Vec<_>>(), [Cell(4)]);
    // The values follow the game.
    play_for_human::<TicTacToe>(app.world_mut(), Cell(1));
    app.update();
    let values = app.world().resource::<Insight>().values().to_vec();
    assert!(
        values
            .iter()
            .any(|(_, value)| matches!(value, GameValue::Win(_)))
    );
    press(&mut app, KeyCode::KeyV);
    app.update();
    for _ in 0..5 {
        press(&mut app, KeyCode::KeyN);
    }
    let steps = app.world().resource::<Insight>().minimax().expect("3x3");
    assert_eq!(steps.stack().len(), 6);
    press(&mut app, KeyCode::KeyF);
    assert!(
        app.world()
            .resource::<Insight>()
            .minimax()
            .expect("3x3")
            .stack()
            .len()
            < 6
    );
    press(&mut app, KeyCode::KeyV);
    assert_eq!(insight(&app), InsightKind::Rules);
    app.update();
    // Nobody has two in a line, and c1 is the first free cell beside O.
    for line in [
        "rule 1, complete a line: –",
        "rule 2, block: –",
        "rule 3, beside the rival: c1",
    ] {
        assert!(is_said(app.world_mut(), line), "{line}");
    }
    press(&mut app, KeyCode::KeyV);
    assert_eq!(insight(&app), InsightKind::Tree);
    press(&mut app, KeyCode::KeyV);
    assert_eq!(insight(&app), InsightKind::Off);
}

#[test]
fn a_large_branch_is_finished_in_several_frames_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    let mut insight = app.world_mut().resource_mut::<Insight>();
    insight.show(InsightKind::Search);
    app.update();
    let nodes = |app: &App| {
        let minimax = app.world().resource::<Insight>().minimax();
        minimax.expect("3x3").nodes()
    };
    let finishing = "Finishing the branch";
    press(&mut app, KeyCode::KeyF);
    app.update();
    assert!(is_said(app.world_mut(), finishing));
    assert!(nodes(&app) < 30_000, "{}", nodes(&app));
    // A second press changes nothing, and a step stops it.
    press(&mut app, KeyCode::KeyF);
    assert!(app.world().resource::<Insight>().is_finishing());
    press(&mut app, KeyCode::KeyN);
    let stopped = nodes(&app);
    (0..5).for_each(|_| app.update());
    assert_eq!(nodes(&app), stopped);
    assert!(!is_said(app.world_mut(), finishing));
    // From where it stopped, branch by branch, it comes to the end of the first move.
    let is_at_root = |insight: &Insight| insight.minimax().expect("3x3").stack().len() == 1;
    until(&mut app, "the first move to be searched", |world| {
        let mut insight = world.resource_mut::<Insight>();
        if !is_at_root(&insight) {
            insight.finish_branch();
        }
        is_at_root(&insight)
    });
    // The plain tree of a corner has 59,705 positions, and the root is one more.
    assert_eq!(nodes(&app), 59_706);
    let minimax = app.world().resource::<Insight>().minimax().expect("3x3");
    assert_eq!(minimax.stack()[0].tried.len(), 1);
}

#[test]
fn values_of_larger_boards_appear_where_they_are_proven() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x4k3-human-human#a");
    press(&mut app, KeyCode::KeyV);
    until(&mut app, "all values", |world| {
        world.resource::<Insight>().values().len() == 12
    });
    let values = app.world().resource::<Insight>().values();
    let best = values
        .iter()
        .filter(|(_, value)| *value == GameValue::Win(7));
    assert_eq!(best.count(), 6);
}

#[test]
fn what_is_estimated_and_not_proven_is_told_as_open_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:5x5k4-human-search2#a");
    play_for_human::<TicTacToe>(app.world_mut(), Cell(12));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    until(&mut app, "the reason for the reply", |world| {
        is_said(world, "in open lines")
    });
}
