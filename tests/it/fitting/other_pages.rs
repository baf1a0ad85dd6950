//! Texts of every size fit on the pages of which a game or the laboratory fills most: editors, the results of an
//! experiment, the journey of match-3, and a descent that has ended.

use std::path::Path;

use bevy::prelude::*;
use bevy::ui::ScrollPosition;
use bevy::ui_widgets::{Button, ScrollArea};
use evolvarium::games::dungeon::{self, DungeonGame};
use evolvarium::games::hexxagon::BoardEditor;
use evolvarium::games::hexxagon::rules::{Cells, Hexxagon};
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::StrategyEditor;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::Game;
use evolvarium::shell::editor;
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::laboratory::running::{Running, start_or_stop};
use evolvarium::shell::laboratory::{Kits, Laboratory, Page, file};
use evolvarium::shell::menus::saves::SavedGames;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::Language;

use super::large_theatre::turn_wheel;
use super::{WINDOWS, check, check_briefly, is_shown, place_of, resize, with_window};
use crate::dungeon_recap::count_texts;
use crate::harness::{
    card, end_game_of_tic_tac_toe, is_text_shown, press_text, show_part_with, some_frames, start,
    until, wait_for_moves,
};
use crate::journeys::{lost_journey, open_map, won_journey};
use crate::laboratory::SMALL;

pub(super) fn until_menu(app: &mut App, menu: Menu) {
    until(app, &format!("{menu:?}"), |world| {
        crate::harness::menu(world) == menu
    });
    some_frames(app);
}

/// Opens the setup page of a game with all its choices.
fn open_setup_page(app: &mut App, game: &'static str) {
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    some_frames(app);
}

/// Opens the setup page of a game with all its choices, and presses one of its buttons.
pub(super) fn press_on_setup_page(app: &mut App, game: &'static str, button: &str) {
    open_setup_page(app, game);
    show_part_with(app, button);
    press_text(app, button);
    some_frames(app);
}

/// Opens an editor by a button of the setup page of a game.
fn open_editor(folder: &Path, game: &'static str, button: &str) -> App {
    let mut app = with_window(folder);
    press_on_setup_page(&mut app, game, button);
    until_menu(&mut app, Menu::Editor);
    app
}

/// Checks the page of an editor, on which a text must be shown.
fn check_editor(app: &mut App, shown: &str) {
    some_frames(app);
    assert!(is_text_shown(app.world_mut(), shown), "{shown}");
    let page = format!("editor, {shown}");
    check(app, (Screen::Setup, Menu::Editor), &page);
}

#[test]
fn texts_of_every_size_fit_in_the_editor_of_boards_of_hexxagon() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_editor(folder.path(), Hexxagon::KEY, "Board editor");
    check_editor(&mut app, "Board editor");
    // The report of a board with faults is longer.
    editor::change::<BoardEditor>(app.world_mut(), |draft| draft.plan.cells = Cells(7));
    check_editor(&mut app, "Too few cells");
}

#[test]
fn texts_of_every_size_fit_in_the_editor_of_positions_of_tic_tac_toe() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_editor(folder.path(), TicTacToe::KEY, "Strategy editor");
    check_editor(&mut app, "Strategy");
    // The rival has moved, and the answer is explained.
    press_text(&mut app, "It moves second");
    editor::use_spot::<StrategyEditor>(app.world_mut(), 4);
    check_editor(&mut app, "The frame marks its answer.");
}

#[test]
fn texts_of_every_size_fit_in_the_editors_of_levels_dungeons_and_programs() {
    for (game, button, title) in [
        (Match3::KEY, "Level editor", "Level editor"),
        (DungeonGame::KEY, "Dungeon editor", "Dungeon editor"),
        (DungeonGame::KEY, "Edit its program", "Program of an enemy"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = open_editor(folder.path(), game, button);
        check_editor(&mut app, title);
    }
}

/// Opens the laboratory, in which an experiment has been run.
pub(super) fn laboratory_with_results(folder: &std::path::Path) -> App {
    let mut app = with_window(folder);
    press_on_setup_page(&mut app, Match3::KEY, "Laboratory");
    let subjects = app.world().resource::<Kits>().subjects();
    let small = file::parse(Path::new("small.ron"), SMALL, &subjects);
    let experiment = small.expect("a good file").experiment().clone();
    let mut laboratory = app.world_mut().resource_mut::<Laboratory>();
    laboratory.draft.load(experiment, &subjects);
    app.update();
    start_or_stop(app.world_mut());
    until(&mut app, "the report on all runs", |world| {
        let running = world.resource::<Running>();
        let report = running.report().map(|report| report.text());
        !running.is_going() && report.is_some_and(|text| text.contains("All 16 runs are done."))
    });
    app
}

#[test]
fn texts_of_every_size_fit_in_the_laboratory_with_a_finished_experiment() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = laboratory_with_results(folder.path());
    for page in [Page::Results, Page::Settings, Page::Experiments] {
        app.world_mut().resource_mut::<Laboratory>().page = page;
        some_frames(&mut app);
        let name = format!("laboratory, {page:?}");
        check(&mut app, (Screen::Laboratory, Menu::None), &name);
    }
}

#[test]
fn texts_of_every_size_fit_on_the_journey_of_match3() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    // The next stop is still to be evolved, or it was lost and an easier one is offered.
    for (journey, name) in [
        (won_journey(7, 26), "a new stop"),
        (lost_journey(30), "a lost stop"),
        // The marks of side shoots stand on both sides of the map.
        (won_journey(7, 12), "side shoots"),
    ] {
        open_map(&mut app, journey);
        let name = format!("match3, journey, {name}");
        check(&mut app, (Screen::Setup, Menu::None), &name);
    }
}

#[test]
fn texts_of_every_size_fit_about_a_hero_who_has_died() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    start(&mut app, "dungeon:d12f8r12s8e4c0l0#b");
    until(&mut app, "the descent", |world| {
        world.contains_resource::<dungeon::Table>()
    });
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    let card = card(&app, DungeonGame::KEY);
    until(&mut app, "the end", |world| {
        (card.play_itself)(world);
        world.resource::<dungeon::Table>().is_over()
    });
    until_menu(&mut app, Menu::Result);
    assert!(is_text_shown(app.world_mut(), "You die."));
    let result = (Screen::Play, Menu::Result);
    check(&mut app, result, "dungeon, a dead hero");
    press_text(&mut app, "Look back");
    until_menu(&mut app, Menu::Recap);
    until(&mut app, "the other players", |world| {
        count_texts(world, "player came through") + count_texts(world, "player died at depth") == 3
    });
    let recap = (Screen::Play, Menu::Recap);
    check(&mut app, recap, "dungeon, looking back");
    press_text(&mut app, "Its program");
    check_briefly(&mut app, recap, "dungeon, looking back at a program");
}

#[test]
fn texts_of_every_size_fit_beside_a_game_that_was_won() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    let id = "tic-tac-toe:3x3k3-human-random#a";
    end_game_of_tic_tac_toe(&mut app, id, &[0, 3, 1, 4, 2]);
    assert!(is_text_shown(app.world_mut(), "Play a stronger opponent"));
    let result = (Screen::Play, Menu::Result);
    check(&mut app, result, "tic-tac-toe, a game that was won");
}

#[test]
fn texts_of_every_size_fit_on_the_tile_of_a_game_that_is_saved_more_than_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    for seed in ["a", "b"] {
        start(&mut app, &format!("tic-tac-toe:3x3k3-human-human#{seed}"));
        (card(&app, TicTacToe::KEY).play_itself)(app.world_mut());
        wait_for_moves::<TicTacToe>(&mut app, 1);
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Title);
        some_frames(&mut app);
    }
    let saved = app.world().resource::<SavedGames>();
    assert_eq!(saved.count(TicTacToe::KEY), 2);
    check(
        &mut app,
        (Screen::Title, Menu::None),
        "title with saved games",
    );
}

/// The area that scrolls around a node; `None` if there is none.
fn area_around(world: &World, node: Entity) -> Option<Entity> {
    let parent = |at: &Entity| world.get::<ChildOf>(*at).map(ChildOf::parent);
    let mut around = std::iter::successors(parent(&node), parent);
    around.find(|at| {
        let node = world.get::<Node>(*at);
        node.is_some_and(|node| node.overflow.y == OverflowAxis::Scroll)
    })
}

/// The buttons that reach beyond the right edge of the page on which they scroll, by more than a rounded pixel.
fn buttons_beyond_their_page(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut buttons = world.query_filtered::<Entity, With<Button>>();
    let all: Vec<Entity> = buttons.iter(world).collect();
    let world = app.world();
    let beyond = all.into_iter().filter_map(|button| {
        let area = area_around(world, button).filter(|_| is_shown(world, button))?;
        let [button_end, area_end] = [button, area].map(|node| place_of(world, node));
        let by = button_end?.max.x - area_end?.max.x;
        let texts = world.get::<Children>(button).into_iter().flatten();
        let caption = texts.filter_map(|text| world.get::<Text>(*text)).next();
        (by > 1.5).then(|| format!("{caption:?} by {by}"))
    });
    beyond.collect()
}

#[test]
fn no_button_of_a_setup_page_reaches_beyond_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    let cards = app.world().resource::<Games>().0.clone();
    for card in cards {
        open_setup_page(&mut app, card.key);
        for language in [Language::English, Language::Korean] {
            app.world_mut().resource_mut::<Settings>().language = language;
            for (width, height) in WINDOWS {
                resize(&mut app, width, height);
                let found = buttons_beyond_their_page(&mut app);
                assert!(
                    found.is_empty(),
                    "{}, {language:?}, {width}x{height}: {found:?}",
                    card.key
                );
            }
        }
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Title);
        some_frames(&mut app);
    }
}

#[test]
fn the_wheel_scrolls_a_setup_page_from_its_margins_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    app.world_mut().resource_mut::<Settings>().text_percent = 200;
    resize(&mut app, 960.0, 540.0);
    open_setup_page(&mut app, Match3::KEY);
    let world = app.world_mut();
    let mut areas = world.query_filtered::<(Entity, &ComputedNode), With<ScrollArea>>();
    let by_height = |(_, one): &(Entity, &ComputedNode), (_, other): &(Entity, &ComputedNode)| {
        one.content_size().y.total_cmp(&other.content_size().y)
    };
    let (area, _) = areas.iter(world).max_by(by_height).expect("a long page");
    let world = app.world();
    let parent = |node: Entity| world.get::<ChildOf>(node).expect("it lies in one").parent();
    let panel = parent(parent(area));
    let [panel, inner] = [panel, area].map(|node| place_of(world, node).expect("it is laid out"));
    let middle = inner.center().y;
    for at in [
        Vec2::new(panel.min.x + 4.0, middle),
        Vec2::new(inner.max.x + 4.0, middle),
        Vec2::new(panel.max.x - 4.0, middle),
        inner.center(),
    ] {
        app.world_mut()
            .entity_mut(area)
            .insert(ScrollPosition::default());
        turn_wheel(&mut app, at, -1.0);
        let scrolled = app.world().get::<ScrollPosition>(area);
        let down = scrolled.expect("it scrolls").y;
        assert!(down > 0.0, "the pointer at {at}, beside or in {inner:?}");
    }
}
