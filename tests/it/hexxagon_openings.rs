//! The openings of the player's own games: how they are counted, and how they are listed while the player looks back.

use bevy::prelude::*;
use evolvarium::games::hexxagon::boards::{Symmetry, symmetries};
use evolvarium::games::hexxagon::insight::{self, InsightKind};
use evolvarium::games::hexxagon::openings::{OPENING_MOVES, OpeningBook, OpeningMove, Tally};
use evolvarium::games::hexxagon::rules::{CellMove, Hexxagon};
use evolvarium::session::replay::kept;
use evolvarium::session::statistics::GameResult;
use evolvarium::session::{Ending, Game, Origin, ReplayFile, Replays};
use evolvarium::shell::table::play_for_human;

use crate::harness::{
    can_press, fast_game, is_text_shown, press_text, table, until, wait_for_moves, wait_for_result,
    written,
};
use crate::keys::press;

/// The usual board for two: six symmetries leave the pieces of both players where they are.
const BOARD: &str = "hexxagon:b0-human-human#a";

type Position = evolvarium::games::hexxagon::rules::Game;

fn start_of(id: &str) -> Position {
    let origin = Origin::<Hexxagon>::parse(id).expect("an id");
    Hexxagon::first_state(&origin, &()).expect("a game")
}

fn moves(text: &str) -> Vec<CellMove> {
    let moves = text.split_whitespace().map(str::parse::<CellMove>);
    moves.map(|made| made.expect("a move")).collect()
}

fn after(start: &Position, made: &[CellMove]) -> Position {
    let mut position = start.clone();
    for made in made {
        let legal = position.read(made).expect("legal");
        position.make(legal);
    }
    position
}

fn turned(symmetry: Symmetry, made: CellMove) -> CellMove {
    CellMove {
        from: made.from.map(|from| symmetry.turned(from)),
        to: symmetry.turned(made.to),
    }
}

/// The numbers of a tally: games, won and drawn ones.
fn numbers(listed: &OpeningMove) -> (u32, u32, u32) {
    let Tally { games, won, drawn } = listed.tally;
    (games, won, drawn)
}

#[test]
fn games_are_counted_with_their_results_in_each_of_their_first_positions() {
    let start = start_of(BOARD);
    let mut book = OpeningBook::default();
    for (played, result) in [
        ("3 5", GameResult::Won),
        ("3 6-4", GameResult::Drawn),
        ("2-4 5", GameResult::Lost),
        ("3 5", GameResult::Lost),
    ] {
        book.add(&start, &moves(played), result).expect("legal");
    }
    let [clone, reply] = [moves("3"), moves("5")].map(|made| made[0]);
    let first = book.moves_in(&start, Some(clone));
    assert_eq!(first.len(), 2);
    assert_eq!((first[0].made, numbers(&first[0])), (clone, (3, 1, 1)));
    assert_eq!(numbers(&first[1]), (1, 0, 0));
    let second = book.moves_in(&after(&start, &[clone]), None);
    assert_eq!((second[0].made, numbers(&second[0])), (reply, (2, 1, 0)));
    assert_eq!(numbers(&second[1]), (1, 0, 1));
    // These positions were not played: one move later, and the first one of another board or another rule.
    for other in [
        after(&start, &moves("3 5")),
        start_of("hexxagon:b1-human-human#a"),
        start_of("hexxagon:b0-human-human-skip#a"),
    ] {
        assert_eq!(book.moves_in(&other, None), []);
    }
}

#[test]
fn moves_that_the_symmetries_of_the_board_turn_into_each_other_count_as_one() {
    let start = start_of(BOARD);
    let all = symmetries(&start.board().plan());
    assert_eq!(all.len(), 6);
    let mut book = OpeningBook::default();
    let game = moves("3 6-4");
    for symmetry in &all {
        let game: Vec<CellMove> = game.iter().map(|made| turned(*symmetry, *made)).collect();
        let added = book.add(&start, &game, GameResult::Won);
        added.expect("the symmetric game can be played");
    }
    for symmetry in &all {
        let [first, reply] = [game[0], game[1]].map(|made| turned(*symmetry, made));
        let listed = book.moves_in(&start, Some(first));
        // The move of the game that is looked at is named.
        assert_eq!((listed.len(), listed[0].made), (1, first));
        assert_eq!(listed[0].tally.games, 6);
        // Only one of the symmetric replies can be made in this position.
        let replies = book.moves_in(&after(&start, &[first]), None);
        assert_eq!((replies.len(), replies[0].made), (1, reply));
        assert_eq!(replies[0].tally.games, 6);
    }
    // A board with a hole at one side keeps the one symmetry that changes nothing.
    let mut plan = start.board().plan();
    let hole = "3".parse::<CellMove>().expect("a cell").to;
    plan.cells.set(hole, false);
    assert_eq!(symmetries(&plan).len(), 1);
}

#[test]
fn a_game_that_cannot_be_played_is_not_counted_and_moves_after_the_opening_are_not() {
    let start = start_of(BOARD);
    let mut book = OpeningBook::default();
    let why = book.add(&start, &moves("3 5 3"), GameResult::Won);
    assert_eq!(why.expect_err("no move").to_string(), "cell 3 is taken");
    assert_eq!(book.moves_in(&start, None), []);
    let mut game = Vec::new();
    for _ in 0..=OPENING_MOVES {
        let position = after(&start, &game);
        let first = position.moves()[0];
        game.push(position.written(first).expect("no pass"));
    }
    book.add(&start, &game, GameResult::Won).expect("legal");
    for made in 0..=OPENING_MOVES {
        let listed = book.moves_in(&after(&start, &game[..made]), None);
        assert_eq!(!listed.is_empty(), made < OPENING_MOVES, "after {made}");
    }
}

/// A kept game like another one, with other moves. The player, who moved first, has won it.
fn like(file: &ReplayFile, played: &str) -> ReplayFile {
    ReplayFile {
        moves: Hexxagon::write_moves(&moves(played)).expect("written"),
        ending: Ending::Won(0),
        resigned: None,
        ..file.clone()
    }
}

/// Plays two moves, resigns, and looks back at the first position. Returns the app and the replay.
pub fn reviewed(folder: &std::path::Path) -> (App, ReplayFile) {
    let mut app = fast_game(folder, "hexxagon:b0-human-level1#a");
    play_for_human::<Hexxagon>(app.world_mut(), moves("3")[0]);
    wait_for_moves::<Hexxagon>(&mut app, 2);
    // In a game under way the list would be a help.
    insight::show(app.world_mut(), InsightKind::Game);
    (0..6).for_each(|_| app.update());
    assert!(!can_press(app.world_mut(), "Openings"));
    insight::show(app.world_mut(), InsightKind::Off);
    (0..2).for_each(|_| press(&mut app, KeyCode::KeyG));
    wait_for_result(&mut app);
    let replays = app.world().resource::<Replays>().newest_first();
    let file = replays[0].1.clone();
    app.update();
    press_text(&mut app, "Look back");
    insight::review_move(app.world_mut(), 0);
    (0..6).for_each(|_| app.update());
    (app, file)
}

/// The text of the list with some ending.
fn line_ending(app: &mut App, end: &str) -> String {
    let mut texts = app.world_mut().query::<&Text>();
    let texts = texts.iter(app.world()).map(written);
    let lines: Vec<String> = texts.filter(|text| text.ends_with(end)).collect();
    lines.first().cloned().unwrap_or_else(|| panic!("{end}"))
}

#[test]
fn the_list_says_what_was_played_and_a_click_plays_it_as_a_variation() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, file) = reviewed(folder.path());
    // Two games go on differently, one is broken, and one was taken over from a replay.
    let world = app.world_mut();
    for kept_game in [
        like(&file, "3 5"),
        like(&file, "2-4 5"),
        like(&file, "3 3"),
        ReplayFile {
            taken_over: true,
            ..like(&file, "3 5")
        },
    ] {
        kept::keep(world, kept_game).expect("a name");
    }
    let before = world.resource::<Replays>().newest_first().len();
    press_text(&mut app, "Openings");
    until(&mut app, "the openings", |world| {
        is_text_shown(world, "Played from here in your games:")
    });
    (0..3).for_each(|_| app.update());
    assert!(is_text_shown(app.world_mut(), ": 2 times, 1 won"));
    assert!(is_text_shown(
        app.world_mut(),
        "1 game is left out: cell 3 is taken"
    ));
    // Nothing is done to the file of the broken game.
    let replays = app.world().resource::<Replays>().newest_first();
    assert_eq!(replays.len(), before);
    let line = line_ending(&mut app, ": 1 time, 1 won");
    press_text(&mut app, &line);
    (0..6).for_each(|_| app.update());
    assert_eq!(table::<Hexxagon>(&app).shown_variation(), Some(0));
    let jump = table::<Hexxagon>(&app).moves()[0];
    assert!(jump.from.is_some(), "{jump:?}");
    assert!(is_text_shown(app.world_mut(), ": 1 time, 1 won"));
    // A game that is kept later is added, and the list of moves takes the place of this one.
    press_text(&mut app, "Back to the game");
    kept::keep(app.world_mut(), like(&file, "3 5")).expect("a name");
    until(&mut app, "the new game", |world| {
        is_text_shown(world, ": 3 times, 2 won")
    });
    press_text(&mut app, "Move list");
    (0..3).for_each(|_| app.update());
    assert!(!is_text_shown(app.world_mut(), ": 3 times, 2 won"));
}

#[test]
fn a_position_without_games_says_so_and_a_removed_game_is_not_counted_any_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, file) = reviewed(folder.path());
    let other = kept::keep(app.world_mut(), like(&file, "3 5")).expect("a name");
    press_text(&mut app, "Openings");
    until(&mut app, "both games", |world| {
        is_text_shown(world, ": 2 times, 1 won")
    });
    kept::remove(app.world_mut(), &other);
    until(&mut app, "the only game", |world| {
        is_text_shown(world, ": 1 time, 0 won")
    });
    insight::review_move(app.world_mut(), 2);
    until(&mut app, "the last position", |world| {
        is_text_shown(world, "None of your games began like this.")
    });
}
