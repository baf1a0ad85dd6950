//! The title: ids that are typed there, and its texts for newcomers.

use bevy::prelude::*;
use bevy::text::EditableText;
use evolvarium::session::statistics::{GameResult, Statistics};
use evolvarium::shell::game_id;
use evolvarium::shell::screen::Screen;

use crate::harness::{app, is_said, notices, press_text, screen, until};

#[test]
fn an_empty_id_on_the_title_is_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    press_text(&mut app, "Open");
    app.update();
    assert_eq!(notices(app.world()), "");
    assert_eq!(screen(app.world()), Screen::Title);
}

#[test]
fn why_an_id_is_refused_stands_below_its_field_until_another_one_is_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let type_id = |app: &mut App, id: &str| {
        let mut fields = app.world_mut().query::<&mut EditableText>();
        let mut field = fields.single_mut(app.world_mut()).expect("one field");
        *field = EditableText::new(id);
        app.update();
    };
    type_id(&mut app, "hexxagon:b1-human-level9#a");
    press_text(&mut app, "Open");
    app.update();
    let why = "There is no opponent called \"level9\"";
    assert!(is_said(app.world_mut(), why));
    assert_eq!(notices(app.world()), "");
    type_id(&mut app, "hexxagon:b1-human-level8#a");
    app.update();
    assert!(!is_said(app.world_mut(), why));
}

#[test]
fn bad_ids_are_refused_with_words_and_nothing_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for (id, part) in [
        ("chess:8x8#a", "no game called chess"),
        ("match3:99x9c6-p500#a", "from 5 to 12"),
        ("match3:9x9c6-p500k0#a", "at least one kind"),
        ("rubbish", "is not a game id"),
        ("hexxagon:rubbish", "one looks like hexxagon"),
        (
            "hexxagon:b1-human-level9#a",
            "\"level9\": there are level1 to level8",
        ),
        ("hexxagon:b77-human-level1#a", "two players have 0 to 14"),
        (
            "tic-tac-toe:3x3k3-human-search21#a",
            "there are search1 to search20",
        ),
    ] {
        let why = game_id::open_id(app.world_mut(), id).expect_err(id);
        assert!(why.contains(part), "{id}: {why}");
    }
    app.update();
    assert_eq!(screen(app.world()), Screen::Title);
    // The pick names a member that the run does not have; this is noticed in the background.
    game_id::open_id(app.world_mut(), "match3:9x9c6-p500#a@3.99").expect("it looks right");
    until(&mut app, "the notice", |world| {
        notices(world).contains("no individual 99")
    });
}

/// The number of texts with these words.
fn texts(world: &mut World, words: &str) -> usize {
    let mut texts = world.query::<&Text>();
    let all = texts.iter(world);
    all.filter(|text| text.0.contains(words)).count()
}

#[test]
fn the_title_says_where_to_start_and_later_where_one_stands() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    until(&mut app, "the title", |world| {
        texts(world, "Start here") == 1
    });
    Statistics::count(app.world_mut(), "hexxagon", "level1", GameResult::Won, 0);
    Statistics::count(app.world_mut(), "hexxagon", "level2", GameResult::Lost, 0);
    until(&mut app, "the games", |world| {
        texts(world, "Won 1 of 2") == 1
    });
    assert_eq!(texts(app.world_mut(), "Start here"), 0);
}
