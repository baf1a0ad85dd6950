//! Texts of every size fit on the pages of which a game or the laboratory fills most: editors, the results of an
//! experiment, the journey of match-3, and a descent that has ended.

use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::dungeon::{self, DungeonGame};
use evolvarium::games::hexxagon::BoardEditor;
use evolvarium::games::hexxagon::rules::{Cells, Hexxagon};
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::StrategyEditor;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::Game;
use evolvarium::shell::editor;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::laboratory::running::{Running, start_or_stop};
use evolvarium::shell::laboratory::{Kits, Laboratory, Page, file};
use evolvarium::shell::menus::saves::SavedGames;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;

use super::{check, with_window};
use crate::dungeon_recap::count_texts;
use crate::harness::{card, is_text_shown, press_text, start, until, wait_for_moves};
use crate::journeys::{lost_journey, open_map, won_journey};
use crate::laboratory::SMALL;

fn some_frames(app: &mut App) {
    (0..6).for_each(|_| app.update());
}

fn until_menu(app: &mut App, menu: Menu) {
    until(app, &format!("{menu:?}"), |world| {
        *world.resource::<State<Menu>>().get() == menu
    });
    some_frames(app);
}

/// Opens the setup page of a game with all its choices, and presses one of its buttons.
fn press_on_setup_page(app: &mut App, game: &'static str, button: &str) {
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    some_frames(app);
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
    let mut app = open_editor(folder.path(), Hexxagon::KEY, "Editor");
    check_editor(&mut app, "Board editor");
    // The report of a board with faults is longer.
    editor::change::<BoardEditor>(app.world_mut(), |draft| draft.plan.cells = Cells(7));
    check_editor(&mut app, "Too few cells");
}

#[test]
fn texts_of_every_size_fit_in_the_editor_of_positions_of_tic_tac_toe() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_editor(folder.path(), TicTacToe::KEY, "Edit a strategy");
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
        (DungeonGame::KEY, "Editor", "Dungeon editor"),
        (DungeonGame::KEY, "Edit its program", "Program of an enemy"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = open_editor(folder.path(), game, button);
        check_editor(&mut app, title);
    }
}

#[test]
fn texts_of_every_size_fit_in_the_laboratory_with_a_finished_experiment() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
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
        count_texts(world, "player came through")
            + count_texts(world, "player got as far as dungeon")
            == 3
    });
    let recap = (Screen::Play, Menu::Recap);
    check(&mut app, recap, "dungeon, looking back");
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
