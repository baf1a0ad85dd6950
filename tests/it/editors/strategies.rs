//! In these tests a strategy of tic-tac-toe is edited: from the setup page, and from a run.

use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::tic_tac_toe::opponents::saved;
use evolvarium::games::tic_tac_toe::players::classes::Position3x3;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::games::tic_tac_toe::{StrategyEditor, evolve_opponent};
use evolvarium::session::{Difficulty, Game, Table};
use evolvarium::shell::editor;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{launch, play, seat_name_at};
use evolvarium::shell::words::{Language, Words};

use super::runs::{edit_run, put_back};
use super::{editing, kept, open_editor, plan, refusal, until_it_says};
use crate::harness::{app, fast_game, press_text, screen, table, until, wait_for_moves};

#[test]
fn a_strategy_is_played_through_changed_kept_and_played_against() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, TicTacToe::KEY, "Strategy editor");
    until_it_says(&mut app, "It never loses.");
    press_text(&mut app, "It moves second");
    until_it_says(&mut app, "Click the rival's move.");
    // The rival takes the middle. Only a corner holds the draw.
    editor::use_spot::<StrategyEditor>(app.world_mut(), 4);
    until_it_says(&mut app, "The frame marks its answer.");
    let before = plan::<StrategyEditor>(&app);
    let middle = Position3x3::default().after(4);
    assert!(
        [0, 2, 6, 8]
            .map(Cell)
            .map(Some)
            .contains(&before.reply(middle))
    );
    // A taken cell is no answer.
    editor::use_spot::<StrategyEditor>(app.world_mut(), 4);
    assert_eq!(plan::<StrategyEditor>(&app), before);
    editor::use_spot::<StrategyEditor>(app.world_mut(), 1);
    let changed = plan::<StrategyEditor>(&app);
    // The four edges are one class, and the answer to it is one of them.
    let edges = [1, 3, 5, 7].map(Cell).map(Some);
    assert!(edges.contains(&changed.reply(middle)));
    assert!(changed.lost() > 0);
    until_it_says(&mut app, "of 1,329 games, such as");
    // A click on the answer makes it, and the rival is to move again.
    let Some(Cell(answer)) = changed.reply(middle) else {
        panic!("no answer");
    };
    editor::use_spot::<StrategyEditor>(app.world_mut(), answer.into());
    until_it_says(&mut app, "Click the rival's move.");
    assert_eq!(plan::<StrategyEditor>(&app), changed);
    editor::undo::<StrategyEditor>(app.world_mut());
    assert_eq!(plan::<StrategyEditor>(&app), before);
    editor::redo::<StrategyEditor>(app.world_mut());
    assert_eq!(plan::<StrategyEditor>(&app), changed);

    let path = kept::<StrategyEditor>(&mut app, folder.path(), "mine");
    assert_eq!(saved::read(&path).expect("a strategy"), *changed);
    let text = saved::text(Path::new("x"), &changed, "").expect("text");
    let why = refusal::<StrategyEditor>(&mut app, &path, &text.replacen("\": 1,", "\": 10,", 1));
    assert!(why.contains("line"), "{why}");
    let id = editor::share_text::<StrategyEditor>(app.world()).expect("an id");
    editor::play::<StrategyEditor>(app.world_mut()).expect("it can be played");
    until(&mut app, "the game", |world| screen(world) == Screen::Play);
    assert_eq!(table::<TicTacToe>(&app).id().to_string(), id);
    check_game_against_own_strategy(&mut app);
    // The id alone gives the same opponent.
    let folder = tempfile::tempdir().expect("a folder");
    let mut other = fast_game(folder.path(), &id);
    until(&mut other, "the game", |world| {
        screen(world) == Screen::Play
    });
    assert!(play::<TicTacToe>(other.world_mut(), Cell(4)));
    wait_for_moves::<TicTacToe>(&mut other, 2);
    let marks = |cell: Cell| table::<TicTacToe>(&other).state().mark(cell).is_some();
    assert!(marks(Cell(answer)), "it answers as it was edited");
}

/// Checks the names of a game against an edited strategy, and the game that follows.
fn check_game_against_own_strategy(app: &mut App) {
    // Its score is not the one of the seat, so that the game neither has its name nor tells how well the player plays.
    let made = table::<TicTacToe>(app);
    assert_eq!(TicTacToe::counted_as(made), Some("3x3k3 chosen".to_owned()));
    let words = Words::of(Language::English);
    assert_eq!(seat_name_at(made, 1, &words), "A chosen strategy");
    assert!(TicTacToe::challenge(made.setup()).is_some());
    app.world_mut().resource_mut::<Table<TicTacToe>>().resign();
    assert!(table::<TicTacToe>(app).is_over());
    assert_eq!(table::<TicTacToe>(app).sample(), None);
    // The next game at another difficulty is against what its own run gives.
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings
        .difficulty
        .insert(TicTacToe::KEY.to_owned(), Difficulty::Easy);
    launch::start_next_game::<TicTacToe>(app.world_mut());
    until(app, "the next game", |world| {
        !world.resource::<Table<TicTacToe>>().is_over()
    });
    assert!(table::<TicTacToe>(app).origin().is_outcome_of_run());
}

#[test]
fn a_strategy_of_a_run_is_edited_and_put_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    edit_run::<StrategyEditor>(&mut app, TicTacToe::KEY, evolve_opponent);
    assert!(editing::<StrategyEditor>(app.world()).is_individual());
    let before = plan::<StrategyEditor>(&app);
    let start = Position3x3::default();
    let other = if before.reply(start) == Some(Cell(4)) {
        0
    } else {
        4
    };
    editor::use_spot::<StrategyEditor>(app.world_mut(), other);
    assert_ne!(plan::<StrategyEditor>(&app), before);
    put_back::<StrategyEditor>(&mut app);
}
