//! The title: ids that are typed there, its texts for newcomers, and games that begin at once.

use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use evolvarium::games::match3::ModeTab;
use evolvarium::games::match3::level::Mode;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::statistics::{GameResult, Statistics};
use evolvarium::shell::game_id;
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{NewGame, new_game};
use evolvarium::shell::theme::widget::{ButtonStyle, Prominence, SpokenName};
use evolvarium::shell::words::Words;

use crate::fitting::is_shown;
use crate::harness::{
    app, fast_game, finish_run_and_pick_best, fix_frame_time, is_said, notices, open_window,
    press_button, press_text, screen, table, until,
};
use crate::keys::press;

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
fn an_id_of_any_length_can_be_pasted_into_the_field() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut fields = app
        .world_mut()
        .query_filtered::<Entity, With<EditableText>>();
    let field = fields.single(app.world()).expect("one field");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(field, FocusCause::Navigated);
    app.update();
    let id = format!("dungeon:d5f1r8s12e2c1l1-{}#a", "0".repeat(900));
    let text = |app: &App| {
        let field = app.world().get::<EditableText>(field);
        field.expect("the field").value().to_string()
    };
    let mut entity = app.world_mut().entity_mut(field);
    let mut editable = entity.get_mut::<EditableText>().expect("a field");
    editable.queue_edit(TextEdit::Insert(id.as_str().into()));
    until(&mut app, "the id", |world| {
        let field = world.get::<EditableText>(field);
        !field.expect("the field").value().to_string().is_empty()
    });
    assert_eq!(text(&app), id);
}

#[test]
fn while_a_game_is_played_a_bad_id_of_another_one_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    let id = "match3:99x9c6-p500#a";
    game_id::open_id(app.world_mut(), id).expect_err("it has too many rows");
    app.update();
    press(&mut app, KeyCode::Numpad5);
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 1);
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
        ("hexxagon:rubbish", "looks like this: hexxagon"),
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
        assert!(why.to_string().contains(part), "{id}: {why}");
    }
    app.update();
    assert_eq!(screen(app.world()), Screen::Title);
    assert_eq!(app.world().resource::<ActiveGame>().0, None);
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
    let world = app.world_mut();
    let mut captions = world.query::<(&Text, &ChildOf)>();
    let mut captions = captions.iter(world);
    let start = captions.find(|(text, _)| text.0 == "Start here");
    let start = start.expect("it is written").1.parent();
    let stands_out = |app: &App| app.world().get::<Prominence>(start) == Some(&Prominence::Main);
    assert!(stands_out(&app));
    Statistics::count(app.world_mut(), "hexxagon", "level1", GameResult::Won, 0);
    Statistics::count(app.world_mut(), "hexxagon", "level2", GameResult::Lost, 0);
    until(&mut app, "the games", |world| {
        texts(world, "Won 1 of 2") == 1
    });
    assert_eq!(texts(app.world_mut(), "Start here"), 0);
    assert!(!stands_out(&app));
}

/// The button of the title with a name that is said and not written.
fn named_button(app: &mut App, name: &str) -> Entity {
    let world = app.world_mut();
    let mut names = world.query_filtered::<(&Text, &ChildOf), With<SpokenName>>();
    let found = names.iter(world).find(|(text, _)| text.0 == name);
    let (_, button) = found.unwrap_or_else(|| panic!("nothing is called {name}"));
    button.parent()
}

/// Whether a button of the title is seen.
fn is_offered(app: &mut App, name: &str) -> bool {
    let button = named_button(app, name);
    is_shown(app.world(), button)
}

/// Presses a button of the title by the caption on it and by its name.
fn press_named(app: &mut App, caption: &str, name: &str) {
    let named = named_button(app, name);
    press_button(app, caption, |_, button| button == named);
}

fn go_to_title(app: &mut App) {
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Title);
    until(app, "the title", |world| screen(world) == Screen::Title);
    (0..3).for_each(|_| app.update());
}

#[test]
fn a_game_begins_at_once_from_its_tile_with_the_setup_that_was_played_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    (0..3).for_each(|_| app.update());
    let mut game = app.world_mut().resource_mut::<NewGame<TicTacToe>>();
    game.setup = "5x5k4-human-human".parse().expect("a setup");
    assert!(is_offered(&mut app, "Play Tic-tac-toe"));
    assert!(!is_offered(&mut app, "Resume Tic-tac-toe"));
    press_named(&mut app, "Play", "Play Tic-tac-toe");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let id = table::<TicTacToe>(&app).id().to_string();
    assert!(id.contains(":5x5k4-human-human#"), "{id}");
    // The game is saved now. It can be resumed, and another one begun beside it.
    go_to_title(&mut app);
    assert!(is_offered(&mut app, "Play Tic-tac-toe"));
    assert!(is_offered(&mut app, "Resume Tic-tac-toe"));
    assert!(!is_offered(&mut app, "Resume Hexxagon"));
    press_named(&mut app, "Resume", "Resume Tic-tac-toe");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    assert_eq!(table::<TicTacToe>(&app).id().to_string(), id);
}

#[test]
fn a_level_grows_at_once_from_the_tile_for_the_tab_that_was_shown_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    (0..3).for_each(|_| app.update());
    let timed = ModeTab::Timed as u8;
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.pages.insert("match3".to_owned(), timed);
    press_named(&mut app, "Play", "Play Match-3");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let setup = new_game::setup::<Match3>(app.world());
    assert!(matches!(setup.mode, Mode::Timed(_)), "{setup}");
    finish_run_and_pick_best(&mut app);
    let setup = table::<Match3>(&app).setup();
    assert!(matches!(setup.mode, Mode::Timed(_)), "{setup}");
}

#[test]
fn every_game_begins_at_once_from_its_tile() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    (0..3).for_each(|_| app.update());
    for card in app.world().resource::<Games>().0.clone() {
        let name = app.world().resource::<Words>().get(card.words.name);
        press_named(&mut app, "Play", &format!("Play {name}"));
        until(&mut app, "the game", |world| {
            matches!(screen(world), Screen::Play | Screen::Theatre)
        });
        assert_eq!(app.world().resource::<ActiveGame>().0, Some(card.key));
        go_to_title(&mut app);
    }
}

#[test]
fn each_tile_leads_to_the_setup_page_of_its_game_and_that_of_match_3_to_the_journey() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    (0..3).for_each(|_| app.update());
    for card in app.world().resource::<Games>().0.clone() {
        let name = app.world().resource::<Words>().get(card.words.name);
        press_named(&mut app, "Set up", &format!("Set up {name}"));
        until(&mut app, "the setup page", |world| {
            screen(world) == Screen::Setup
        });
        assert_eq!(app.world().resource::<ActiveGame>().0, Some(card.key));
        go_to_title(&mut app);
    }
    press_text(&mut app, "Journey");
    until(&mut app, "the map", |world| screen(world) == Screen::Setup);
    assert_eq!(app.world().resource::<ActiveGame>().0, Some("match3"));
    let page = app.world().resource::<Settings>().pages.get("match3");
    assert_eq!(page, Some(&(ModeTab::Journey as u8)));
}

/// The size of the tile around a button in pixels, and the place of the button.
fn tile_around(app: &App, button: Entity) -> (Vec2, Vec2) {
    let world = app.world();
    let mut at = button;
    let tile = loop {
        at = world.get::<ChildOf>(at).expect("a tile around it").parent();
        if world.get::<ButtonStyle>(at) == Some(&ButtonStyle::Tile) {
            break at;
        }
    };
    let size = world.get::<ComputedNode>(tile).expect("a layout").size();
    let place = world.get::<UiGlobalTransform>(button).expect("a place");
    (size, place.translation)
}

#[test]
fn a_tile_with_the_focus_grows_and_its_buttons_stand_out_where_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    fix_frame_time(&mut app);
    (0..3).for_each(|_| app.update());
    let play = named_button(&mut app, "Play Hexxagon");
    let other = named_button(&mut app, "Play Dungeon");
    let prominence = |app: &App, button| *app.world().get::<Prominence>(button).expect("a way");
    let (size, place) = tile_around(&app, play);
    assert_eq!(prominence(&app, play), Prominence::Quiet);
    let focus = |app: &mut App, button| {
        let mut focus = app.world_mut().resource_mut::<InputFocus>();
        focus.set(button, FocusCause::Navigated);
        app.world_mut().resource_mut::<InputFocusVisible>().0 = true;
        (0..10).for_each(|_| app.update());
    };
    let set_up = named_button(&mut app, "Set up Hexxagon");
    focus(&mut app, set_up);
    let (grown, stayed) = tile_around(&app, play);
    assert!(grown.x > size.x && grown.y > size.y, "{size} {grown}");
    assert!(stayed.distance(place) < 1.0, "{place} {stayed}");
    assert_eq!(prominence(&app, play), Prominence::Lit);
    assert_eq!(prominence(&app, set_up), Prominence::Main);
    assert_eq!(prominence(&app, other), Prominence::Quiet);
    // With reduced motion the buttons stand out, and nothing grows.
    app.world_mut().resource_mut::<Settings>().reduced_motion = true;
    let (size, _) = tile_around(&app, other);
    focus(&mut app, other);
    assert_eq!(prominence(&app, play), Prominence::Quiet);
    assert_eq!(prominence(&app, other), Prominence::Lit);
    assert_eq!(tile_around(&app, other).0, size);
    assert!(tile_around(&app, play).0.x < grown.x);
}
