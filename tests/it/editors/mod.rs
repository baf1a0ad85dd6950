//! The editors in the whole app: a plan is edited, its faults are named, and it is played, kept, opened again, shared,
//! evolved from, and put back into a run.
//!
//! This file has the tests of the editors alone; the tests with runs are in `runs`.

mod levels;
mod pointer;
mod programs;
mod runs;
mod strategies;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use accesskit::Role;
use bevy::a11y::{AccessibilityNode, AccessibilityRequested, ActionRequest};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use evolvarium::games::dungeon::graph::plan::DungeonFault;
use evolvarium::games::dungeon::map::{Lock, RoomNo};
use evolvarium::games::dungeon::{DungeonEditor, DungeonGame};
use evolvarium::games::hexxagon::players::Weights;
use evolvarium::games::hexxagon::rules::{Cells, Hexxagon};
use evolvarium::games::hexxagon::setup::BoardChoice;
use evolvarium::games::hexxagon::{BoardEditor, WeightsEditor};
use evolvarium::games::match3::LevelEditor;
use evolvarium::games::match3::rules::{Cell as LevelCell, Kind, Match3};
use evolvarium::games::tic_tac_toe::StrategyEditor;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::{FileName, Folders, Game};
use evolvarium::shell::editor::{self, Editing, Editor};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::{Language, Words};

use crate::harness::{
    app, is_said, menu, press_text, screen, show_part_with, some_frames, start, table, until,
};
use crate::keys::{connect_pad, press, tap};

/// Opens the setup page of a game, and from there the editor by its button.
fn open_editor(app: &mut App, game: &'static str, button: &str) {
    app.update();
    // The button is one of the further choices.
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Setup);
    until(app, "the page", |world| screen(world) == Screen::Setup);
    app.update();
    show_part_with(app, button);
    press_text(app, button);
    until(app, "the editor", |world| menu(world) == Menu::Editor);
}

fn editing<E: Editor>(world: &World) -> &Editing<E> {
    world.resource::<Editing<E>>()
}

fn plan<E: Editor>(app: &App) -> E::Plan {
    editing::<E>(app.world()).plan().clone()
}

/// The spots of the canvas that screen readers know by names that begin so, in their order.
fn spots_named(app: &mut App, name: &str) -> Vec<Entity> {
    let mut spots = app.world_mut().query::<(Entity, &Name, &Children)>();
    let world = app.world();
    let is_wanted = |child: Entity| {
        let text = world.get::<Text>(child);
        text.is_some_and(|text| text.0.starts_with(name))
    };
    let found = spots
        .iter(world)
        .filter(|(_, kind, children)| kind.as_str() == "Spot" && children.iter().any(is_wanted));
    found.map(|(spot, ..)| spot).collect()
}

/// Waits until a phrase is on the screen.
fn until_it_says(app: &mut App, phrase: &str) {
    until(app, phrase, |world| {
        let mut texts = world.query::<&Text>();
        texts.iter(world).any(|text| text.0.contains(phrase))
    });
}

fn name(text: &str) -> FileName {
    text.parse().expect("a name")
}

/// Keeps the edited plan, and returns the path of its file.
fn kept<E: Editor>(app: &mut App, folder: &Path, called: &str) -> PathBuf {
    let name = name(called);
    editor::keep::<E>(app.world_mut(), &name).expect("it is kept");
    let path = E::library(&Folders::within(folder)).path(&name);
    until(app, "the file", |_| path.exists());
    // Its name is offered at once, and is taken.
    until_it_says(app, called);
    let again = editor::keep::<E>(app.world_mut(), &name).expect_err("the name is taken");
    assert!(again.to_string().contains(called), "{again}");
    path
}

/// Keeps the edited plan and leaves the editor at once, so that the page behind comes before the file is on the disk.
fn keep_and_leave<E: Editor>(app: &mut App, called: &str) {
    editor::keep::<E>(app.world_mut(), &name(called)).expect("it is kept");
    editor::leave::<E>(app.world_mut());
    until(app, "the page behind", |world| menu(world) == Menu::None);
    some_frames(app);
}

#[test]
fn what_is_kept_just_before_its_editor_is_left_is_offered_on_the_page_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, TicTacToe::KEY, "Strategy editor");
    let none = "no strategy is saved yet";
    until_it_says(&mut app, none);
    keep_and_leave::<StrategyEditor>(&mut app, "fox");
    assert!(!is_said(app.world_mut(), none));
    open_editor(&mut app, Hexxagon::KEY, "Board editor");
    editor::use_spot::<BoardEditor>(app.world_mut(), 21);
    keep_and_leave::<BoardEditor>(&mut app, "pond");
    assert!(is_said(app.world_mut(), "Board: pond"));
}

/// Writes a file beside a kept one and tries to open it. Returns the reason why that is refused.
fn refusal<E: Editor>(app: &mut App, kept: &Path, text: &str) -> String {
    std::fs::write(kept.with_file_name("broken.ron"), text).expect("written");
    let why = editor::load::<E>(app.world_mut(), &name("broken")).expect_err("it is broken");
    assert!(why.to_string().contains("broken.ron"), "{why}");
    why.to_string()
}

#[test]
fn a_board_says_what_is_wrong_and_is_undone_kept_shared_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Hexxagon::KEY, "Board editor");
    until_it_says(&mut app, "The board is sound.");
    let before = plan::<BoardEditor>(&app);
    press_text(&mut app, "Clear");
    let cleared = plan::<BoardEditor>(&app).plan;
    assert_eq!((cleared.cells, cleared.starts), Default::default());
    press(&mut app, KeyCode::KeyU);
    assert_eq!(plan::<BoardEditor>(&app), before);
    editor::change::<BoardEditor>(app.world_mut(), |draft| draft.plan.cells = Cells(7));
    assert!(!BoardEditor::is_playable(&plan::<BoardEditor>(&app)));
    until_it_says(&mut app, "Too few cells: at least 9 are needed.");
    assert!(editor::play::<BoardEditor>(app.world_mut()).is_err());
    assert!(editor::share_text::<BoardEditor>(app.world()).is_err());
    assert!(editor::keep::<BoardEditor>(app.world_mut(), &name("no")).is_err());
    press(&mut app, KeyCode::KeyU);
    assert_eq!(plan::<BoardEditor>(&app), before);
    press(&mut app, KeyCode::KeyY);
    assert_eq!(plan::<BoardEditor>(&app).plan.cells, Cells(7));
    press(&mut app, KeyCode::KeyU);
    editor::use_spot::<BoardEditor>(app.world_mut(), 21);
    let changed = plan::<BoardEditor>(&app);
    let gone = before.plan.cells.0 & !changed.plan.cells.0;
    assert_eq!(gone.count_ones(), 1);
    let path = kept::<BoardEditor>(&mut app, folder.path(), "mine");
    let why = refusal::<BoardEditor>(
        &mut app,
        &path,
        "(version: 1, content: (cells: [1],\nstarts: 4))",
    );
    assert!(why.contains("line 2"), "{why}");
    let why = refusal::<BoardEditor>(
        &mut app,
        &path,
        "(version: 1, content: (cells: [99], starts: [[1], [2]]))",
    );
    assert!(why.contains("no cell 99"), "{why}");
    assert_eq!(plan::<BoardEditor>(&app), changed, "nothing is lost");
    editor::undo::<BoardEditor>(app.world_mut());
    editor::load::<BoardEditor>(app.world_mut(), &name("mine")).expect("it is good");
    assert_eq!(plan::<BoardEditor>(&app), changed);
    // The board stays as it is when the player leaves the editor.
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the page", |world| menu(world) == Menu::None);
    open_editor(&mut app, Hexxagon::KEY, "Board editor");
    assert_eq!(plan::<BoardEditor>(&app), changed);
    let id = editor::share_text::<BoardEditor>(app.world()).expect("it can be played");
    editor::play::<BoardEditor>(app.world_mut()).expect("it can be played");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let board = BoardChoice::Custom(changed.plan);
    assert_eq!(table::<Hexxagon>(&app).setup().board, board);
    assert_eq!(menu(app.world()), Menu::None);
    let other = tempfile::tempdir().expect("a folder");
    let again = elsewhere(other.path(), &id);
    assert_eq!(table::<Hexxagon>(&again).setup().board, board);
}

#[test]
fn a_board_that_is_opened_over_an_open_editor_takes_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Hexxagon::KEY, "Board editor");
    editor::use_spot::<BoardEditor>(app.world_mut(), 21);
    let draft = plan::<BoardEditor>(&app);
    let mut other = draft;
    other.plan.cells = Cells(7);
    editor::open::<BoardEditor>(app.world_mut(), other);
    until_it_says(&mut app, "Too few cells: at least 9 are needed.");
    assert_eq!(plan::<BoardEditor>(&app), other);
    // The draft is kept for the next time.
    editor::open::<BoardEditor>(app.world_mut(), draft);
    until_it_says(&mut app, "The board is sound.");
    assert_eq!(plan::<BoardEditor>(&app), draft);
    // An editor that the player has left is not opened with the next one.
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the page", |world| menu(world) == Menu::None);
    assert!(!app.world().contains_resource::<Editing<BoardEditor>>());
    open_editor(&mut app, Match3::KEY, "Level editor");
    app.update();
    let mut names = app.world_mut().query::<&Name>();
    let pages = names.iter(app.world());
    assert_eq!(pages.filter(|name| name.as_str() == "Editor").count(), 1);
}

#[test]
fn a_cell_with_a_cross_says_what_is_wrong_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Hexxagon::KEY, "Board editor");
    let start = plan::<BoardEditor>(&app).plan.starts[0].iter().next();
    let start = start.expect("a start");
    editor::change::<BoardEditor>(app.world_mut(), |draft| draft.plan.cells.set(start, false));
    let (draft, words) = (plan::<BoardEditor>(&app), Words::of(Language::English));
    let fault = |spot| BoardEditor::spot_fault(&draft, spot, &words);
    let why = "A start is off the board, or two players start there.";
    assert!(fault(start.0.into()).contains(why));
    let spots = BoardEditor::spots(&draft);
    assert!(spots.iter().any(|spot| fault(spot.id).is_empty()));
    // A screen reader hears it after the name of the cell.
    until_it_says(&mut app, &format!(". {why}"));
}

/// Another player's game, started by an id that was shared.
fn elsewhere(folder: &Path, id: &str) -> App {
    let mut app = app(folder);
    start(&mut app, id);
    app
}

/// Paints cells of a level.
fn paint(app: &mut App, kind: Option<Kind>, cells: impl Iterator<Item = LevelCell>) {
    let cells: Vec<LevelCell> = cells.collect();
    editor::change::<LevelEditor>(app.world_mut(), |plan| {
        for cell in cells {
            plan.board.set(cell, kind);
        }
    });
}

#[test]
fn a_room_whose_key_lies_behind_its_own_lock_is_named_although_the_way_out_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, DungeonGame::KEY, "Dungeon editor");
    let [hall, side] = [3, 4].map(RoomNo);
    editor::change::<DungeonEditor>(app.world_mut(), |plan| {
        plan.toggle_lock(Lock(1), (hall, side));
    });
    editor::change::<DungeonEditor>(app.world_mut(), |plan| plan.toggle_key(Lock(1), side));
    until_it_says(&mut app, "never reaches these rooms");
    assert_eq!(plan::<DungeonEditor>(&app).faults(), []);
}

#[test]
fn a_dungeon_is_locked_solved_kept_and_played_with_its_own_locks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, DungeonGame::KEY, "Dungeon editor");
    until_it_says(&mut app, "The hero can reach every key, and escape.");
    let [_, key, exit, _, side, far] = [0, 1, 2, 3, 4, 5].map(RoomNo);
    // A key that lies behind its own lock.
    editor::change::<DungeonEditor>(app.world_mut(), |plan| {
        plan.toggle_lock(Lock(0), (exit, far));
    });
    until_it_says(
        &mut app,
        "Lock 1 has no key in a room that is joined to the start.",
    );
    editor::change::<DungeonEditor>(app.world_mut(), |plan| plan.toggle_key(Lock(0), exit));
    until_it_says(&mut app, "The hero cannot escape");
    let faults = plan::<DungeonEditor>(&app).faults();
    assert!(matches!(faults[..], [DungeonFault::Unsolvable(_)]));
    assert!(editor::play::<DungeonEditor>(app.world_mut()).is_err());
    editor::change::<DungeonEditor>(app.world_mut(), |plan| plan.toggle_key(Lock(0), side));
    until_it_says(&mut app, "The hero can reach every key, and escape.");
    until_it_says(&mut app, "corridor");
    // A room with two chests is added beside that of the key.
    editor::change::<DungeonEditor>(app.world_mut(), |plan| {
        let added = plan.add_room((0.5, 0.9), Some(key)).expect("there is room");
        plan.graph.room_mut(added).chests = 2;
    });
    let made = plan::<DungeonEditor>(&app);
    let path = kept::<DungeonEditor>(&mut app, folder.path(), "tower");
    let text = std::fs::read_to_string(&path).expect("readable");
    let wrong_way = text.replacen(
        "ways: [\n            (",
        "ways: [\n            (77, 1), (",
        1,
    );
    assert_ne!(wrong_way, text);
    let why = refusal::<DungeonEditor>(&mut app, &path, &wrong_way);
    assert!(why.contains("no room 77") && why.contains("line"), "{why}");
    let why = refusal::<DungeonEditor>(&mut app, &path, &text.replacen("width: 7", "width: 99", 1));
    assert!(why.contains("99 x 6"), "{why}");
    // Another room is removed, and comes back with the saved plan.
    editor::change::<DungeonEditor>(app.world_mut(), |plan| plan.remove_room(side));
    assert_eq!(plan::<DungeonEditor>(&app).graph.len(), 6);
    editor::load::<DungeonEditor>(app.world_mut(), &name("tower")).expect("it is good");
    assert_eq!(plan::<DungeonEditor>(&app).content(), made.content());
    let (graph, locks) = made.content().expect("it can be played");
    assert_eq!(locks.keys, [side]);
    let id = editor::share_text::<DungeonEditor>(app.world()).expect("it can be played");
    editor::play::<DungeonEditor>(app.world_mut()).expect("it can be played");
    until(&mut app, "the dungeon", |world| {
        screen(world) == Screen::Play
    });
    let played = table::<DungeonGame>(&app).state().game.dungeon().clone();
    assert_eq!(played.locks, locks);
    assert_eq!(played.graph.len(), graph.len());
    let other = tempfile::tempdir().expect("a folder");
    let again = elsewhere(other.path(), &id);
    assert_eq!(*table::<DungeonGame>(&again).state().game.dungeon(), played);
}

/// Presses what a screen reader takes for a button.
fn press_as_screen_reader(app: &mut App, button: Entity) {
    app.world().resource::<AccessibilityRequested>().set(true);
    app.update();
    let node = app.world().get::<AccessibilityNode>(button);
    let node = node.expect("it is described");
    assert_eq!(node.role(), Role::Button);
    assert!(node.supports_action(accesskit::Action::Click));
    let request = accesskit::ActionRequest {
        action: accesskit::Action::Click,
        target_tree: accesskit::TreeId::ROOT,
        target_node: accesskit::NodeId(button.to_bits()),
        data: None,
    };
    app.world_mut().write_message(ActionRequest(request));
    app.update();
}

/// Opens an editor, and checks that all places of its canvas have names for screen readers, each another one.
fn check_names<E: Editor>(game: &'static str, button: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, game, button);
    let (plan, words) = (plan::<E>(&app), Words::of(Language::English));
    let tool = editing::<E>(app.world()).tool();
    let spots: BTreeSet<u16> = E::spots(&plan).iter().map(|spot| spot.id).collect();
    assert!(spots.len() > 1, "{button}");
    let names: BTreeSet<String> = spots
        .iter()
        .map(|spot| E::spot_name(&plan, tool, *spot, &words))
        .collect();
    assert_eq!(names.len(), spots.len(), "{button}: {names:?}");
    assert!(names.iter().all(|name| !name.is_empty()), "{button}");
}

#[test]
fn every_place_of_a_canvas_has_a_name_of_its_own_for_screen_readers() {
    check_names::<LevelEditor>(Match3::KEY, "Level editor");
    check_names::<BoardEditor>(Hexxagon::KEY, "Board editor");
    check_names::<DungeonEditor>(DungeonGame::KEY, "Dungeon editor");
    check_names::<StrategyEditor>(TicTacToe::KEY, "Strategy editor");
    let weights = Weights([1, -2, 0, 9, 5]);
    let (words, spots) = (Words::of(Language::English), WeightsEditor::spots(&weights));
    let names = spots
        .iter()
        .map(|spot| WeightsEditor::spot_name(&weights, (), spot.id, &words));
    let names: BTreeSet<String> = names.collect();
    assert_eq!(names.len(), spots.len());
    let selected = names.iter().filter(|name| name.ends_with(", selected"));
    assert_eq!(selected.count(), weights.0.len(), "{names:?}");
}

#[test]
fn keys_and_the_gamepad_use_the_tool_on_the_spot_that_has_the_focus() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Match3::KEY, "Level editor");
    until(&mut app, "the spots", |world| {
        let mut names = world.query::<&Name>();
        names.iter(world).any(|name| name.as_str() == "Spot")
    });
    let mut names = app.world_mut().query::<(Entity, &Name)>();
    let spots = names
        .iter(app.world())
        .filter(|(_, name)| name.as_str() == "Spot");
    let first = spots.map(|(entity, _)| entity).next().expect("a spot");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(first, FocusCause::Navigated);
    let painted = |app: &App| plan::<LevelEditor>(app).board.special().len();
    let name = |app: &App| {
        let children = app.world().get::<Children>(first).expect("its name");
        let texts = children
            .iter()
            .filter_map(|child| app.world().get::<Text>(child));
        texts.map(|text| text.0.clone()).collect::<String>()
    };
    let empty = name(&app);
    assert!(empty.ends_with(", empty"), "{empty}");
    press_as_screen_reader(&mut app, first);
    assert_eq!(painted(&app), 2, "a screen reader presses it too");
    press(&mut app, KeyCode::KeyU);
    assert_eq!(painted(&app), 0);
    press(&mut app, KeyCode::Space);
    app.update();
    assert_ne!(name(&app), empty, "it says what is there now");
    // The other half is painted too.
    assert_eq!(painted(&app), 2);
    let pad = connect_pad(&mut app);
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(first, FocusCause::Navigated);
    tap(&mut app, pad, GamepadButton::South);
    assert_eq!(painted(&app), 0, "painted again, it is open");
    tap(&mut app, pad, GamepadButton::LeftTrigger);
    assert_eq!(painted(&app), 2);
    tap(&mut app, pad, GamepadButton::East);
    until(&mut app, "the page", |world| menu(world) == Menu::None);
    assert_eq!(screen(app.world()), Screen::Setup);
}
