//! The games under way: a save never takes the place of another one, and all of them can be resumed, listed and
//! removed.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use bevy::prelude::*;
use evolvarium::base::PlainError;
use evolvarium::games::hexxagon::insight;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{Autosave, Folders, Game, Glimpses, PlayerFile, save};
use evolvarium::shell::menus::saves::{SavedGames, open_saves_menu};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::table::save_row::save_file;
use evolvarium::shell::table::{Pacing, look_back, play_for_human};

use crate::harness::{
    app, app_with_resumed_game, card, end_program, is_said, menu, notices, press_text, screen,
    start, table, until, wait_for_moves, wait_for_result,
};

pub const FIRST: &str = "hexxagon:b1-human-level1#a";
pub const SECOND: &str = "hexxagon:b2-human-level1#b";

/// Starts a game and plays until `moves` moves are made.
pub fn play(app: &mut App, id: &str, moves: usize) {
    start(app, id);
    until(app, "the new game", |world| {
        let table = world.get_resource::<evolvarium::session::Table<Hexxagon>>();
        table.is_some_and(|table| table.moves().is_empty())
    });
    let card = card(app, Hexxagon::KEY);
    (card.play_itself)(app.world_mut());
    wait_for_moves::<Hexxagon>(app, moves);
}

pub fn go_to_title(app: &mut App) {
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    until(app, "the title", |world| screen(world) == Screen::Title);
    app.update();
}

fn end(mut app: App) {
    end_program(&mut app);
}

fn count(app: &App) -> usize {
    app.world().resource::<SavedGames>().count(Hexxagon::KEY)
}

#[test]
fn a_new_game_never_takes_the_place_of_one_under_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    play(&mut first, FIRST, 2);
    play(&mut first, SECOND, 2);
    go_to_title(&mut first);
    assert_eq!(count(&first), 2);
    end(first);
    // Both are there after a start, each with its own moves.
    let mut second = app(folder.path());
    second.update();
    assert_eq!(count(&second), 2);
    let card = card(&second, Hexxagon::KEY);
    let slots = save::slots(second.world(), Hexxagon::KEY);
    let summary = |app: &App, slot| (card.save_summary)(app.world(), slot)().expect("readable");
    let mut ids: Vec<_> = slots.iter().map(|slot| summary(&second, *slot)).collect();
    ids.sort_by_key(|summary| summary.id.clone());
    assert!(ids[0].id.contains("b1-human") && ids[1].id.contains("b2-human"));
    assert!(ids.iter().all(|summary| summary.moves == 2));
    // A resumed game is saved where it was, so that the number of saves stays.
    (card.resume_slot)(second.world_mut(), slots[1]);
    until(&mut second, "the board", |world| {
        screen(world) == Screen::Play
    });
    let before = table::<Hexxagon>(&second).id().to_string();
    assert_eq!(before, summary(&second, slots[1]).id);
    (card.play_itself)(second.world_mut());
    wait_for_moves::<Hexxagon>(&mut second, 4);
    go_to_title(&mut second);
    assert_eq!(count(&second), 2);
    assert_eq!(summary(&second, slots[1]).moves, 4);
}

#[test]
fn a_game_without_a_move_gives_its_place_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, FIRST);
    start(&mut app, SECOND);
    until(&mut app, "the second game", |world| {
        let table = world.resource::<evolvarium::session::Table<Hexxagon>>();
        table.id().to_string().contains("b2-human")
    });
    go_to_title(&mut app);
    assert_eq!(count(&app), 1);
}

#[test]
fn a_game_without_a_move_gives_its_place_up_behind_many_newer_saves_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    play(&mut app, FIRST, 2);
    go_to_title(&mut app);
    start(&mut app, SECOND);
    go_to_title(&mut app);
    let errors = app.world_mut().resource_mut::<Autosave>().write_all();
    assert!(errors.is_empty(), "{errors:?}");
    let data = Folders::within(folder.path()).data;
    for number in 3..=12 {
        let newer = data.join(format!("hexxagon-{number}.ron"));
        fs::copy(data.join("hexxagon.ron"), &newer).expect("copied");
        let file = File::options().append(true).open(&newer).expect("a file");
        let later = SystemTime::now() + Duration::from_secs(number);
        file.set_modified(later).expect("it has another time");
    }
    let slots = |app: &App| save::slots(app.world(), Hexxagon::KEY).len();
    assert_eq!(slots(&app), 12);
    // Not all saves are read at once, and the next new game looks at the others.
    play(&mut app, "hexxagon:b3-human-level1#c", 2);
    assert_eq!(slots(&app), 13);
    start(&mut app, FIRST);
    until(&mut app, "the last game", |world| {
        let table = world.resource::<evolvarium::session::Table<Hexxagon>>();
        table.id().to_string().contains("b1-human")
    });
    assert_eq!(slots(&app), 13);
}

#[test]
fn a_copy_saved_by_hand_is_played_on_from_where_it_was_and_counts_for_no_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, "tic-tac-toe:3x3k3-human-human#a");
    let mark = |app: &mut App, cell| play_for_human::<TicTacToe>(app.world_mut(), Cell(cell));
    mark(&mut app, 0);
    let pause = |app: &mut App, to| {
        app.world_mut().resource_mut::<NextState<Menu>>().set(to);
        (0..3).for_each(|_| app.update());
    };
    pause(&mut app, Menu::Pause);
    press_text(&mut app, "Save a copy");
    app.update();
    assert!(notices(app.world()).contains("does not count for your records"));
    pause(&mut app, Menu::None);
    assert!(!table::<TicTacToe>(&app).is_taken_over());
    mark(&mut app, 8);
    go_to_title(&mut app);
    let card = card(&app, TicTacToe::KEY);
    let moves = |app: &App, slot| (card.save_summary)(app.world(), slot)().map(|save| save.moves);
    let slots = save::slots(app.world(), TicTacToe::KEY);
    let copy = *(slots.iter().find(|slot| moves(&app, **slot) == Some(1))).expect("the copy");
    assert_eq!(slots.len(), 2);
    let glimpses = app.world().resource::<Glimpses>();
    assert!(glimpses.of(TicTacToe::KEY, copy).is_some());
    // The copy is played to its end.
    (card.resume_slot)(app.world_mut(), copy);
    until(&mut app, "the copy", |world| screen(world) == Screen::Play);
    assert!(table::<TicTacToe>(&app).is_taken_over());
    [3, 1, 4, 2]
        .into_iter()
        .for_each(|cell| mark(&mut app, cell));
    wait_for_result(&mut app);
    let statistics = app.world().resource::<Statistics>();
    assert_eq!(statistics.names_of(TicTacToe::KEY).count(), 0);
    // The game itself goes on where it was.
    go_to_title(&mut app);
    let left = save::slots(app.world(), TicTacToe::KEY);
    assert_eq!(left.len(), 1);
    assert_eq!(moves(&app, left[0]), Some(2));
}

#[test]
fn a_copy_saved_while_a_variation_is_on_the_table_has_no_picture_of_the_variation() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, "tic-tac-toe:3x3k3-human-human#a");
    for cell in [0, 3, 1, 4] {
        play_for_human::<TicTacToe>(app.world_mut(), Cell(cell));
    }
    look_back::show_move::<TicTacToe>(app.world_mut(), 1);
    app.world_mut().resource_mut::<Pacing>().trying = Some(4);
    play_for_human::<TicTacToe>(app.world_mut(), Cell(8));
    assert!(table::<TicTacToe>(&app).shown_variation().is_some());
    let own = table::<TicTacToe>(&app).slot();
    (card(&app, TicTacToe::KEY).save_copy)(app.world_mut());
    let slots = save::slots(app.world(), TicTacToe::KEY);
    let copy = slots.iter().find(|slot| **slot != own).expect("the copy");
    let glimpses = app.world().resource::<Glimpses>();
    assert!(glimpses.of(TicTacToe::KEY, *copy).is_none());
}

#[test]
fn the_list_of_saves_removes_one_and_keeps_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    play(&mut app, FIRST, 2);
    play(&mut app, SECOND, 2);
    go_to_title(&mut app);
    let card = card(&app, Hexxagon::KEY);
    open_saves_menu(app.world_mut(), &card);
    until(&mut app, "the list", |world| menu(world) == Menu::Saves);
    for part in ["against Level 1  ·  2 moves", "b1-human", "b2-human"] {
        until(&mut app, part, |world| is_said(world, part));
    }
    let slots = save::slots(app.world(), Hexxagon::KEY);
    let slots_now = |app: &App| save::slots(app.world(), Hexxagon::KEY);
    // The button of the first game in the list asks, another button takes the question back, and the next press asks
    // again.
    press_text(&mut app, "Remove");
    app.update();
    press_text(&mut app, "Remove");
    app.update();
    press_text(&mut app, "Remove");
    app.update();
    assert_eq!(slots_now(&app), slots);
    press_text(&mut app, "Really remove?");
    until(&mut app, "the save to go", |world| {
        save::slots(world, Hexxagon::KEY).len() == 1
    });
    let left = slots_now(&app);
    assert!(slots.contains(&left[0]));
    go_to_title(&mut app);
    end(app);
    let resumed = app_with_resumed_game(folder.path(), Hexxagon::KEY);
    assert_eq!(table::<Hexxagon>(&resumed).moves().len(), 2);
}

#[test]
fn a_game_without_a_glimpse_gets_one_from_its_save_when_the_list_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let glimpse = |world: &World| {
        let slot = save::slots(world, Hexxagon::KEY)[0];
        let glimpses = world.resource::<Glimpses>();
        glimpses.of(Hexxagon::KEY, slot).cloned()
    };
    let mut first = app(folder.path());
    play(&mut first, FIRST, 2);
    go_to_title(&mut first);
    let noted = glimpse(first.world());
    assert!(noted.is_some());
    end(first);
    // The program may end before a glimpse is noted.
    let file = Folders::within(folder.path()).data.join(Glimpses::NAME);
    std::fs::remove_file(file).expect("it is there");
    let mut second = app(folder.path());
    second.update();
    assert_eq!(glimpse(second.world()), None);
    let card = card(&second, Hexxagon::KEY);
    open_saves_menu(second.world_mut(), &card);
    until(&mut second, "the glimpse", |world| glimpse(world) == noted);
    let about = "against Level 1  ·  2 moves";
    until(&mut second, about, |world| is_said(world, about));
}

#[test]
fn the_glimpse_of_a_game_shows_its_newest_position_also_if_the_player_looks_back_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let glimpse = |world: &World| {
        let slot = save::slots(world, Hexxagon::KEY)[0];
        let glimpses = world.resource::<Glimpses>();
        glimpses.of(Hexxagon::KEY, slot).cloned()
    };
    let mut first = app(folder.path());
    play(&mut first, FIRST, 2);
    go_to_title(&mut first);
    let newest = glimpse(first.world());
    assert!(newest.is_some());
    end(first);
    let mut second = app_with_resumed_game(folder.path(), Hexxagon::KEY);
    insight::review_move(second.world_mut(), 0);
    second.update();
    assert_eq!(table::<Hexxagon>(&second).moves(), []);
    end(second);
    let mut third = app(folder.path());
    third.update();
    let card = card(&third, Hexxagon::KEY);
    open_saves_menu(third.world_mut(), &card);
    until(&mut third, "the glimpse", |world| glimpse(world).is_some());
    assert_eq!(glimpse(third.world()), newest);
}

#[test]
fn a_game_that_another_one_replaces_on_the_screen_has_a_glimpse() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    play(&mut app, FIRST, 2);
    start(&mut app, "tic-tac-toe:3x3k3-human-human#a");
    let slot = save::slots(app.world(), Hexxagon::KEY)[0];
    let glimpses = app.world().resource::<Glimpses>();
    assert!(glimpses.of(Hexxagon::KEY, slot).is_some());
}

#[test]
fn a_game_that_is_resumed_from_the_list_is_seen_without_the_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    play(&mut app, FIRST, 2);
    play(&mut app, SECOND, 2);
    go_to_title(&mut app);
    let card = card(&app, Hexxagon::KEY);
    open_saves_menu(app.world_mut(), &card);
    until(&mut app, "the list", |world| menu(world) == Menu::Saves);
    let slot = save::slots(app.world(), Hexxagon::KEY)[1];
    (card.resume_slot)(app.world_mut(), slot);
    until(&mut app, "the board", |world| {
        screen(world) == Screen::Play && menu(world) == Menu::None
    });
}

fn write_save(folder: &Path, text: &str) {
    let path = Folders::within(folder).game(Hexxagon::KEY);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    std::fs::write(path, text).expect("written");
}

#[test]
fn the_list_says_that_a_save_is_broken() {
    let folder = tempfile::tempdir().expect("a folder");
    write_save(folder.path(), "(version: 1");
    let mut app = app(folder.path());
    app.update();
    let card = card(&app, Hexxagon::KEY);
    open_saves_menu(app.world_mut(), &card);
    let broken = "This save cannot be read.";
    until(&mut app, broken, |world| is_said(world, broken));
}

#[test]
fn a_save_of_a_newer_version_is_kept_under_a_name_that_tells_its_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let newer = "(version: 9, content: ())";
    write_save(folder.path(), newer);
    let mut app = app(folder.path());
    play(&mut app, FIRST, 2);
    go_to_title(&mut app);
    let path = Folders::within(folder.path()).game(Hexxagon::KEY);
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert_eq!(text, newer, "a new game leaves it alone");
    let card = card(&app, Hexxagon::KEY);
    (card.resume_slot)(app.world_mut(), save::Slot::FIRST);
    app.update();
    assert!(notices(app.world()).contains("hexxagon.version-9-1.ron"));
    let kept = path.with_extension("version-9-1.ron");
    assert_eq!(std::fs::read_to_string(kept).expect("kept"), newer);
}

#[test]
fn a_second_copy_says_that_it_saves_nothing_and_leaves_the_saves_of_the_first_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    play(&mut first, FIRST, 2);
    let mut second = app(folder.path());
    second.update();
    assert!(notices(second.world()).contains("not saved"));
    play(&mut second, SECOND, 2);
    // Things that the player wants to keep are refused, instead of being lost without a word.
    let kept = save_file(second.world_mut(), |_, _| Ok::<_, PlainError>(()));
    let why = kept.expect_err("it would not be written").to_string();
    assert!(why.contains("running twice"), "{why}");
    end(second);
    go_to_title(&mut first);
    assert_eq!(count(&first), 1);
    end(first);
    let resumed = app_with_resumed_game(folder.path(), Hexxagon::KEY);
    assert!(
        table::<Hexxagon>(&resumed)
            .id()
            .to_string()
            .contains("b1-human")
    );
}
