//! Variations: moves that are tried while the player looks back at a game. The game itself does not change.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::tasks::block_on;
use evolvarium::games::hexxagon::insight::{self, Insight, InsightKind};
use evolvarium::games::hexxagon::rules::{CellMove, Hexxagon};
use evolvarium::session::replay::kept::Replays;
use evolvarium::session::replay::table_of;
use evolvarium::session::{Game, Origin, ReplayFile, SaveFile, Table, Variation};
use evolvarium::shell::games::ReplaySource;
use evolvarium::shell::table::{Pacing, play_for_human};

use crate::harness::{
    card, end_and_resume, fast_game, fix_frame_time, press_text, some_frames, table, until,
    wait_for_result,
};
use crate::keys::press;

const ID: &str = "hexxagon:b1-human-human#a";

fn origin() -> Origin<Hexxagon> {
    Origin::parse(ID).expect("a good id")
}

/// Legal moves of the player to move, the first and the last of the list.
fn two_moves(table: &Table<Hexxagon>) -> [CellMove; 2] {
    let game = table.state();
    let moves = game.moves();
    let written = |made: Option<&_>| {
        let made = made.copied().expect("a move");
        game.written(made).expect("no pass")
    };
    [written(moves.first()), written(moves.last())]
}

/// A game in which the first legal move was made `moves` times.
fn game(moves: usize) -> Table<Hexxagon> {
    let mut table = Table::new(origin(), (), Default::default()).expect("a game");
    for _ in 0..moves {
        let [first, _] = two_moves(&table);
        table.play(first).expect("legal");
    }
    table
}

/// Tries another move than the game's after two of its four moves.
fn with_variation() -> Table<Hexxagon> {
    let mut table = game(4);
    table.go_to(2);
    let [_, other] = two_moves(&table);
    table.try_move(other, 4).expect("legal");
    table
}

#[test]
fn a_variation_leaves_the_game_as_it_was() {
    let before = game(4);
    let mut table = with_variation();
    assert_eq!(table.shown_variation(), Some(0));
    assert_eq!(table.moves().len(), 3);
    assert_eq!(table.moves()[..2], before.moves()[..2]);
    assert_ne!(table.moves()[2], before.moves()[2]);
    assert_eq!(table.game().moves(), before.moves());
    table.show_game(usize::MAX);
    assert_eq!(table.shown_variation(), None);
    assert_eq!(table.moves(), before.moves());
    let kept = &table.variations()[0];
    assert_eq!((kept.after, kept.moves.len()), (2, 1));
}

#[test]
fn a_variation_grows_at_its_end_and_another_one_begins_inside_it() {
    let mut table = with_variation();
    for _ in 0..2 {
        let [first, _] = two_moves(&table);
        table.try_move(first, 4).expect("legal");
    }
    assert_eq!(table.variations().len(), 1);
    assert_eq!(table.variations()[0].moves.len(), 3);
    table.go_to(4);
    let [_, other] = two_moves(&table);
    table.try_move(other, 4).expect("legal");
    assert_eq!(table.shown_variation(), Some(1));
    let [first, second] = table.variations() else {
        panic!("two variations");
    };
    assert_eq!((second.after, second.moves.len()), (2, 3));
    assert_eq!(first.moves[..2], second.moves[..2]);
    assert_ne!(first.moves[2], second.moves[2]);
}

#[test]
fn moves_that_are_known_begin_no_variation() {
    let mut table = game(4);
    let all = table.moves().to_vec();
    table.go_to(2);
    table.try_move(all[2], 4).expect("legal");
    assert_eq!((table.shown_variation(), table.moves().len()), (None, 3));
    // The same variation is found again, and from its first position the move of the game leads back to the game.
    let mut table = with_variation();
    let tried = table.moves()[2];
    table.show_game(2);
    table.try_move(tried, 4).expect("legal");
    assert_eq!(
        (table.shown_variation(), table.variations().len()),
        (Some(0), 1)
    );
    table.go_to(2);
    table.try_move(all[2], 4).expect("legal");
    assert_eq!((table.shown_variation(), table.moves().len()), (None, 3));
    assert_eq!(table.game().all_moves(), all);
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let mut table = game(4);
    table.go_to(2);
    let nowhere: CellMove = "0-80".parse().expect("it has the shape of a move");
    assert!(table.try_move(nowhere, 4).is_err());
    assert_eq!((table.shown_variation(), table.moves().len()), (None, 2));
    assert!(table.variations().is_empty());
}

#[test]
fn a_removed_variation_is_gone_and_the_game_is_at_its_last_position() {
    let mut table = with_variation();
    table.remove_variation();
    assert!(table.variations().is_empty() && table.shown_variation().is_none());
    assert_eq!(table.moves(), game(4).moves());
}

/// The text of a save.
fn saved(table: &Table<Hexxagon>) -> String {
    let file = <<Hexxagon as Game>::File as SaveFile<Hexxagon>>::of(table);
    ron::to_string(&file).expect("it can be written")
}

#[test]
fn a_save_keeps_the_game_with_its_variations_and_one_without_them_still_opens() {
    let table = with_variation();
    let text = saved(&table);
    let resumed = |text: &str| {
        let file: <Hexxagon as Game>::File = ron::from_str(text).expect("it can be read");
        block_on(Table::resume(
            origin(),
            (),
            SaveFile::<Hexxagon>::open(file).expect("a game"),
        ))
    };
    let again = resumed(&text).expect("a table");
    assert_eq!(again.moves(), game(4).moves());
    assert_eq!(again.variations(), table.variations());
    let plain = saved(&game(4));
    assert!(!plain.contains("variations"), "{plain}");
    assert!(resumed(&plain).expect("a table").variations().is_empty());
    // A variation that cannot be played is an error with its reason.
    let wrong = text.replace("after:2", "after:9");
    assert_ne!(wrong, text);
    let why = resumed(&wrong).err().expect("an error").to_string();
    assert!(why.contains("variation 1 cannot be played"), "{why}");
}

#[test]
fn a_replay_keeps_variations_in_its_file_and_in_the_line_that_is_shared() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut table = game(0);
    while !table.is_over() {
        let [first, _] = two_moves(&table);
        table.play(first).expect("legal");
    }
    let all = table.moves().len();
    let plain = ReplayFile::of(&table, &Default::default()).expect("it has ended");
    assert!(!plain.line().expect("a line").contains("variations"));
    table.go_to(2);
    let [_, other] = two_moves(&table);
    table.try_move(other, all).expect("legal");
    let written = ReplayFile {
        variations: ReplayFile::variations_of(&table),
        ..plain.clone()
    };
    let line = written.line().expect("a line");
    let read = ReplayFile::parse(&folder.path().join("line"), &line).expect("it can be read");
    assert_eq!(read.variations, written.variations);
    let again = block_on(table_of::<Hexxagon>(&read, None)).expect("a replay");
    assert_eq!(again.variations(), table.variations());
    let without = ReplayFile::parse(Path::new("line"), &plain.line().expect("a line"));
    let without = block_on(table_of::<Hexxagon>(
        &without.expect("it can be read"),
        None,
    ));
    assert!(without.expect("a replay").variations().is_empty());
    let broken = ReplayFile {
        variations: vec![Variation {
            after: 0,
            moves: "[\"80\"]".to_owned(),
        }],
        ..plain
    };
    let why = block_on(table_of::<Hexxagon>(&broken, None))
        .err()
        .expect("an error");
    assert!(why.to_string().contains("variation 1"), "{why}");
}

/// Plays a game of four moves and looks back at its position after the second one.
pub fn reviewed(folder: &Path) -> App {
    let mut app = fast_game(folder, ID);
    for _ in 0..4 {
        let [first, _] = two_moves(table::<Hexxagon>(&app));
        play_for_human::<Hexxagon>(app.world_mut(), first);
        app.update();
    }
    some_frames(&mut app);
    insight::review_move(app.world_mut(), 2);
    some_frames(&mut app);
    app
}

/// Tries the last legal move in the position on the table.
pub fn try_other(app: &mut App) {
    let [_, other] = two_moves(table::<Hexxagon>(app));
    play_for_human::<Hexxagon>(app.world_mut(), other);
    some_frames(app);
}

#[test]
fn moves_are_tried_in_a_review_and_the_game_goes_on_afterwards() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = reviewed(folder.path());
    let game = table::<Hexxagon>(&app).game().all_moves().to_vec();
    press_text(&mut app, "Try moves");
    try_other(&mut app);
    try_other(&mut app);
    assert_eq!(table::<Hexxagon>(&app).shown_variation(), Some(0));
    assert_eq!(table::<Hexxagon>(&app).moves().len(), 4);
    // The moves of the variation are judged like those of the game.
    until(&mut app, "the judgement", |world| {
        let insight = world.resource::<Insight>();
        insight.length() == 4 && insight.is_done()
    });
    let judged = app.world().resource::<Insight>().judged_moves().to_vec();
    let made: Vec<CellMove> = judged.iter().map(|one| one.made.0).collect();
    assert_eq!(made, table::<Hexxagon>(&app).moves());
    press_text(&mut app, "Back to the game");
    some_frames(&mut app);
    assert_eq!(table::<Hexxagon>(&app).shown_variation(), None);
    assert_eq!(table::<Hexxagon>(&app).moves(), &game[..2]);
    insight::show(app.world_mut(), InsightKind::Off);
    some_frames(&mut app);
    assert_eq!(table::<Hexxagon>(&app).moves(), game);
    // When the player no longer looks back, moves are made in the game again.
    try_other(&mut app);
    assert_eq!(table::<Hexxagon>(&app).game().moves().len(), 5);
    assert_eq!(table::<Hexxagon>(&app).variations().len(), 1);
}

#[test]
fn the_page_of_the_comparison_ends_the_trying_of_moves_because_it_covers_the_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = reviewed(folder.path());
    press_text(&mut app, "Try moves");
    assert!(app.world().resource::<Pacing>().trying.is_some());
    insight::show(app.world_mut(), InsightKind::Compare);
    some_frames(&mut app);
    assert!(app.world().resource::<Pacing>().trying.is_none());
    // The arrows go through the game again.
    let before = table::<Hexxagon>(&app).moves().len();
    press(&mut app, KeyCode::ArrowLeft);
    assert_eq!(table::<Hexxagon>(&app).moves().len(), before - 1);
    assert!(table::<Hexxagon>(&app).variations().is_empty());
}

#[test]
fn the_arrows_move_the_cursor_while_moves_are_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    play_for_human::<Hexxagon>(app.world_mut(), "3".parse().expect("a move"));
    insight::review_move(app.world_mut(), 0);
    some_frames(&mut app);
    press_text(&mut app, "Try moves");
    // The first own piece is on cell 2, and a jump two cells further up leads to cell 4.
    press(&mut app, KeyCode::ArrowUp);
    press(&mut app, KeyCode::Space);
    (0..2).for_each(|_| press(&mut app, KeyCode::ArrowUp));
    press(&mut app, KeyCode::Space);
    some_frames(&mut app);
    let jump: CellMove = "2-4".parse().expect("a move");
    assert_eq!(table::<Hexxagon>(&app).moves(), [jump]);
    assert_eq!(table::<Hexxagon>(&app).shown_variation(), Some(0));
}

#[test]
fn variations_are_saved_with_the_game_while_one_is_on_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = reviewed(folder.path());
    press_text(&mut app, "Try moves");
    try_other(&mut app);
    let (game, tried) = {
        let table = table::<Hexxagon>(&app);
        (table.game().moves().to_vec(), table.variations().to_vec())
    };
    assert_eq!((game.len(), tried.len()), (4, 1));
    let app = end_and_resume(app, folder.path(), Hexxagon::KEY);
    assert_eq!(table::<Hexxagon>(&app).moves(), game);
    assert_eq!(table::<Hexxagon>(&app).variations(), tried);
}

#[test]
fn a_variation_is_kept_with_the_replay_also_if_the_end_was_taken_back_and_the_game_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    fix_frame_time(&mut app);
    while !table::<Hexxagon>(&app).is_over() {
        let [first, _] = two_moves(table::<Hexxagon>(&app));
        play_for_human::<Hexxagon>(app.world_mut(), first);
        app.update();
    }
    // The key takes back the last move only until the result is shown.
    press(&mut app, KeyCode::KeyU);
    some_frames(&mut app);
    let mut app = end_and_resume(app, folder.path(), Hexxagon::KEY);
    assert!(!table::<Hexxagon>(&app).is_over());
    press(&mut app, KeyCode::KeyY);
    wait_for_result(&mut app);
    assert!(table::<Hexxagon>(&app).is_over());
    press_text(&mut app, "Look back");
    some_frames(&mut app);
    insight::review_move(app.world_mut(), 2);
    some_frames(&mut app);
    press_text(&mut app, "Try moves");
    try_other(&mut app);
    let replays = app.world().resource::<Replays>().newest_first();
    let [(_, replay)] = replays[..] else {
        panic!("one game was kept, not {}", replays.len());
    };
    let tried = ReplayFile::variations_of(table::<Hexxagon>(&app));
    assert_eq!((replay.variations.len(), &replay.variations), (1, &tried));
}

#[test]
fn the_list_of_moves_shows_a_variation_in_brackets_and_a_click_opens_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = reviewed(folder.path());
    press_text(&mut app, "Try moves");
    try_other(&mut app);
    press_text(&mut app, "Back to the game");
    press_text(&mut app, "Move list");
    some_frames(&mut app);
    let mut texts = app.world_mut().query::<&Text>();
    let lines: Vec<String> = texts.iter(app.world()).map(|text| text.0.clone()).collect();
    let line = lines.iter().find(|line| line.starts_with("(3. "));
    let line = line.expect("the variation is listed").clone();
    press_text(&mut app, &line);
    some_frames(&mut app);
    assert_eq!(table::<Hexxagon>(&app).shown_variation(), Some(0));
    press_text(&mut app, "Remove variation");
    some_frames(&mut app);
    assert!(table::<Hexxagon>(&app).variations().is_empty());
    assert_eq!(table::<Hexxagon>(&app).moves().len(), 2);
}

#[test]
fn a_variation_of_a_replay_that_is_longer_than_the_game_is_played_on_from_where_it_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), ID);
    let mut resigned = game(2);
    resigned.resign();
    let replay = ReplayFile::of(&resigned, &Default::default()).expect("it has ended");
    let of = ReplaySource::File(PathBuf::from("game.ron"), String::new());
    (card(&app, Hexxagon::KEY).open_replay)(app.world_mut(), &replay, of);
    until(&mut app, "the replay", |world| {
        world.resource::<Table<Hexxagon>>().is_replay()
    });
    some_frames(&mut app);
    // The replay stops at its start.
    press(&mut app, KeyCode::ArrowUp);
    insight::review_move(app.world_mut(), 0);
    some_frames(&mut app);
    press_text(&mut app, "Try moves");
    (0..3).for_each(|_| try_other(&mut app));
    let tried = table::<Hexxagon>(&app).moves().to_vec();
    assert_eq!(tried.len(), 3);
    press_text(&mut app, "Play on from here");
    until(&mut app, "the game", |world| {
        !world.resource::<Table<Hexxagon>>().is_replay()
    });
    some_frames(&mut app);
    assert_eq!(table::<Hexxagon>(&app).moves(), tried);
}
