//! The music follows the state of each game.

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::hexxagon::rules::{Hexxagon, Move};
use evolvarium::games::match3::rules::{Match3, Swap};
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
fn to_be_behind_is_dangerous_in_hexxagon() {
    let (_folder, mut app) = opened("hexxagon:b1-human-random#a");
    assert_eq!(stakes::<Hexxagon>(&app).danger, 0.0);
    let mut dangers = Vec::new();
    for number in 0..6 {
        let game = table::<Hexxagon>(&app).state();
        let gain = |made: &Move| {
            let mut after = game.clone();
            after.make(*made);
            after.of(game.mover()).count()
        };
        // The person gains as little as they can, and the rival as much.
        let moves = game.moves().into_iter();
        let made = match number % 2 {
            0 => moves.min_by_key(gain),
            _ => moves.max_by_key(gain),
        };
        let made = game.written(made.expect("a move")).expect("no pass");
        make::<Hexxagon>(&mut app, made);
        let counts = table::<Hexxagon>(&app).state().counts();
        let danger = stakes::<Hexxagon>(&app).danger;
        assert_eq!(danger > 0.0, counts[0] < counts[1], "{counts:?}");
        dangers.push(danger);
    }
    assert!(dangers[5] > 0.2, "{dangers:?}");
    let (_folder, app) = opened("hexxagon:b1-human-human#a");
    assert_eq!(stakes::<Hexxagon>(&app).danger, 0.0, "of two people");
}

#[test]
fn much_to_do_in_the_last_moves_is_dangerous_in_match_3() {
    let (_folder, mut app) = opened(ID);
    let mut dangers = Vec::new();
    loop {
        let table = table::<Match3>(&app);
        dangers.push(stakes::<Match3>(&app).danger);
        if table.is_over() {
            break;
        }
        // The swap that leaves most of the goal to do.
        let game = table.state();
        let goal = game.goals()[0];
        let left = |swap: &Swap| game.foreseen(*swap).map(|after| after.remaining(goal));
        let swaps = game.board().swaps();
        let swap = swaps.iter().max_by_key(|swap| left(swap).ok());
        make::<Match3>(&mut app, swap.expect("a swap"));
    }
    let last = dangers.len() - 1;
    assert_eq!(dangers[0], 0.0, "there is time enough");
    assert!(dangers[last - 1] > 0.2, "{dangers:?}");
    assert!(table::<Match3>(&app).is_lost());
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
    let mut player = ReferencePlayer::Careful.player();
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
