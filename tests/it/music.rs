//! The music follows the state of each game.

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::players::{Player, Ruler};
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::session::{self, Game};
use evolvarium::shell::audio::music::{Mood, Stakes};
use evolvarium::shell::table::TableGame;
use tempfile::TempDir;

use crate::harness::{ID, app, start, table};

/// A game that is opened by its id, with the folder that it needs.
fn opened(id: &str) -> (TempDir, App) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, id);
    (folder, app)
}

fn stakes<G: TableGame>(app: &App) -> Stakes {
    G::stakes(table::<G>(app))
}

fn make<G: Game>(app: &mut App, made: G::Move) {
    let mut table = app.world_mut().resource_mut::<session::Table<G>>();
    assert!(table.play(made).is_ok(), "a legal move");
}

#[test]
fn a_line_that_lacks_one_mark_is_heard_in_tic_tac_toe_and_that_of_the_rival_is_dangerous() {
    let (_folder, app) = opened("tic-tac-toe:3x3k3-human-human#a");
    assert_eq!(stakes::<TicTacToe>(&app), Stakes::default());
    let (_folder, mut app) = opened("tic-tac-toe:3x3k3-human-random#a");
    for cell in [0, 3, 1] {
        make::<TicTacToe>(&mut app, Cell(cell));
    }
    let of_person = stakes::<TicTacToe>(&app);
    assert_eq!((of_person.danger, of_person.ending), (0.0, 0.5));
    make::<TicTacToe>(&mut app, Cell(4));
    let of_both = stakes::<TicTacToe>(&app);
    assert_eq!((of_both.danger, of_both.ending), (0.5, 0.5));
    // The person has won, so nothing is at stake any more.
    make::<TicTacToe>(&mut app, Cell(2));
    assert_eq!(stakes::<TicTacToe>(&app), Stakes::default());
}

#[test]
fn the_mood_of_the_music_follows_the_stakes() {
    let (_folder, mut app) = opened("tic-tac-toe:3x3k3-human-human#a");
    for cell in [0, 3, 1] {
        make::<TicTacToe>(&mut app, Cell(cell));
    }
    app.update();
    let mood = app.world().resource::<Mood>();
    assert_eq!(mood.stakes, stakes::<TicTacToe>(&app));
    assert!(mood.stakes.danger > 0.0);
}

#[test]
fn the_last_seconds_against_the_clock_are_heard() {
    let (_folder, app) = opened(ID);
    assert_eq!(stakes::<Match3>(&app).ending, 0.0);
    let (_folder, mut app) = opened("match3:9x9c6-p488u10#5");
    assert_eq!(stakes::<Match3>(&app).ending, 0.0);
    let mut table = app.world_mut().resource_mut::<session::Table<Match3>>();
    table.extra.seconds = 7.5;
    assert_eq!(stakes::<Match3>(&app).ending, 0.75);
}

#[test]
fn the_way_out_with_the_key_and_the_last_depth_are_heard_in_the_dungeon() {
    let (_folder, mut app) = opened("dungeon:d2f1r8s8e0c0l0#a");
    let mut player = Ruler::Careful.player();
    let mut heard = vec![stakes::<DungeonGame>(&app).ending];
    while heard.last() != Some(&1.0) {
        let game = &table::<DungeonGame>(&app).state().game;
        let chosen = player.choose(game).expect("a move");
        make::<DungeonGame>(&mut app, chosen);
        let state = table::<DungeonGame>(&app).state();
        let wanted = match (state.depth(), state.game.hero.exit_key) {
            (1, false) => 0.0,
            (2, true) => 1.0,
            _ => 0.5,
        };
        let ending = stakes::<DungeonGame>(&app).ending;
        assert_eq!(ending, wanted);
        heard.push(ending);
    }
    heard.dedup();
    assert_eq!(heard, [0.0, 0.5, 1.0]);
}
