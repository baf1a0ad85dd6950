//! The editors in the whole app: something is edited, says what is wrong with it, and is played, kept, opened again, shared,
//! evolved from, and put back into a run.

use std::path::{Path, PathBuf};

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use evolvarium::games::dungeon::graph::plan::DungeonFault;
use evolvarium::games::dungeon::map::{Lock, RoomNo};
use evolvarium::games::dungeon::{DungeonEditor, DungeonGame};
use evolvarium::games::hexxagon::rules::{Cells, Hexxagon};
use evolvarium::games::hexxagon::setup::BoardChoice;
use evolvarium::games::hexxagon::{BoardDraft, BoardEditor, WeightsEditor, evolve_opponent};
use evolvarium::games::match3::LevelEditor;
use evolvarium::games::match3::level::{LevelPlan, Setup as LevelSetup, read_levels};
use evolvarium::games::match3::rules::{Cell as LevelCell, Kind, Match3};
use evolvarium::generation::task::{Pace, RunDriver};
use evolvarium::generation::{Act, DisplaySelection};
use evolvarium::session::{FileName, Folders, Game};
use evolvarium::shell::editor::{self, Editing, Editor};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::open_file;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::theatre::{self, edit, run_file};

use crate::harness::{app, card, press_button, screen, start, table, until};
use crate::keys::{connect_pad, press, tap};

fn menu(world: &World) -> Menu {
    *world.resource::<State<Menu>>().get()
}

/// Opens the setup page of a game, and from there the editor by its button.
fn open_editor(app: &mut App, game: &'static str, button: &str) {
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Setup);
    until(app, "the page", |world| screen(world) == Screen::Setup);
    app.update();
    press_button(app, button, |_, _| true);
    until(app, "the editor", |world| menu(world) == Menu::Editor);
}

fn editing<E: Editor>(world: &World) -> &Editing<E> {
    world.resource::<Editing<E>>()
}

fn plan<E: Editor>(app: &App) -> E::Plan {
    editing::<E>(app.world()).plan().clone()
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

/// Keeps what is edited, and returns the path of its file.
fn kept<E: Editor>(app: &mut App, folder: &Path, called: &str) -> PathBuf {
    let name = name(called);
    editor::keep::<E>(app.world_mut(), &name).expect("it is kept");
    let path = E::library(&Folders::within(folder)).path(&name);
    until(app, "the file", |_| path.exists());
    // Its name is offered at once, and is taken.
    until_it_says(app, called);
    let again = editor::keep::<E>(app.world_mut(), &name).expect_err("the name is taken");
    assert!(again.contains(called), "{again}");
    path
}

/// Writes a file beside a kept one and tries to open it. Returns why that is refused.
fn refusal<E: Editor>(app: &mut App, kept: &Path, text: &str) -> String {
    std::fs::write(kept.with_file_name("broken.ron"), text).expect("written");
    let why = editor::load::<E>(app.world_mut(), &name("broken")).expect_err("it is broken");
    assert!(why.contains("broken.ron"), "{why}");
    why
}

#[test]
fn a_board_says_what_is_wrong_and_is_undone_kept_shared_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Hexxagon::KEY, "Editor");
    until_it_says(&mut app, "The board is sound.");
    let before = plan::<BoardEditor>(&app);
    editor::change::<BoardEditor>(app.world_mut(), |draft| draft.plan.cells = Cells(7));
    assert!(!BoardEditor::is_playable(&plan::<BoardEditor>(&app)));
    until_it_says(&mut app, "Too few: at least 9 cells.");
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
    // Who leaves the editor finds the board as it was left.
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the page", |world| menu(world) == Menu::None);
    open_editor(&mut app, Hexxagon::KEY, "Editor");
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
fn a_level_says_what_is_wrong_is_measured_kept_and_played_with_its_own_goals() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Match3::KEY, "Level editor");
    let size = plan::<LevelEditor>(&app).size;
    let row = |row: usize| (0..size.cols()).filter_map(move |col| size.cell(row, col));
    paint(&mut app, Some(Kind::Obstacle), row(3));
    until_it_says(&mut app, "can never be filled or hit");
    assert!(editor::play::<LevelEditor>(app.world_mut()).is_err());
    editor::undo::<LevelEditor>(app.world_mut());
    let aim = |app: &mut App, change: fn(&mut evolvarium::games::match3::level::PlannedAim)| {
        editor::change::<LevelEditor>(app.world_mut(), |plan| {
            change(plan.aim.as_mut().expect("a level has an aim"));
        });
    };
    aim(&mut app, |aim| aim.clears = true);
    until_it_says(&mut app, "none of them can be");
    aim(&mut app, |aim| aim.blocks = [0; 8]);
    let threads = || row(size.rows() - 1).skip(3).take(3);
    paint(&mut app, Some(Kind::Overlay2), threads());
    until_it_says(&mut app, "The goals suit the board.");
    aim(&mut app, |aim| (aim.blocks[2], aim.moves) = (12, 34));
    until(&mut app, "the plays", |world| {
        editing::<LevelEditor>(world).study().plays == 960
    });
    let (made, study) = (
        plan::<LevelEditor>(&app),
        *editing::<LevelEditor>(app.world()).study(),
    );
    assert!(study.won <= study.plays);
    let path = kept::<LevelEditor>(&mut app, folder.path(), "mylevel");
    // The file is one that the command line reads too.
    let level = read_levels(&path).expect("a level").remove(0);
    assert_eq!(LevelPlan::of(&level), made);
    let text = std::fs::read_to_string(&path).expect("readable");
    let letter = text.replace('b', "?");
    let why = refusal::<LevelEditor>(&mut app, &path, &letter);
    assert!(why.contains("line"), "{why}");
    paint(&mut app, None, threads());
    editor::load::<LevelEditor>(app.world_mut(), &name("mylevel")).expect("it is good");
    assert_eq!(plan::<LevelEditor>(&app), made);
    let id = editor::share_text::<LevelEditor>(app.world()).expect("it can be played");
    editor::play::<LevelEditor>(app.world_mut()).expect("it can be played");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let content = table::<Match3>(&app).content.clone();
    assert_eq!(content.level, level);
    assert_eq!(content.goal.map(|goal| goal.moves), Some(34));
    // The id gives the same level with the same rate anywhere.
    let other = tempfile::tempdir().expect("a folder");
    let again = elsewhere(other.path(), &id);
    assert_eq!(table::<Match3>(&again).content, content);
}

#[test]
fn goals_that_are_given_have_a_text_and_need_a_board_that_suits_them() {
    let text = "9x9c6-p0m30.c0x20.l.p500_4a5b70";
    let setup: LevelSetup = text.parse().expect("a setup");
    let level = setup.given_level().expect("it is given").expect("a level");
    assert_eq!(level.moves(), 30);
    assert_eq!(level.goals().len(), 3);
    let of_level = LevelSetup::of_level(&level);
    let again: LevelSetup = of_level.to_string().parse().expect("its own text");
    assert_eq!(again, of_level);
    assert_eq!(again.given_level(), Some(Ok(level)));
    for (wrong, why) in [
        ("9x9c6-p500m30.c0x20", "board"),
        ("9x9c6-p500m30_81", "cannot be read"),
        ("9x9c6-p500m30.l_81", "none that can be broken"),
        ("9x9c6-p500m30.c7x20_81", "colour 7"),
        ("9x9c6-p500em30.p500_81", "board"),
        ("9x9c6-p500m30.c0x20.c0x5_81", "cannot be read"),
    ] {
        let refused = wrong.parse::<LevelSetup>().expect_err(wrong).to_string();
        assert!(refused.contains(why), "{wrong}: {refused}");
    }
}

#[test]
fn a_dungeon_is_locked_solved_kept_and_played_with_its_own_locks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, DungeonGame::KEY, "Editor");
    until_it_says(&mut app, "The hero can reach every key, and escape.");
    let [_, key, exit, _, side, far] = [0, 1, 2, 3, 4, 5].map(RoomNo);
    // A key that lies behind its own lock.
    editor::change::<DungeonEditor>(app.world_mut(), |plan| {
        plan.toggle_lock(Lock(0), (exit, far));
    });
    until_it_says(&mut app, "Lock 1 has no key.");
    editor::change::<DungeonEditor>(app.world_mut(), |plan| plan.toggle_key(Lock(0), exit));
    until_it_says(&mut app, "The hero cannot escape");
    let faults = plan::<DungeonEditor>(&app).faults();
    assert!(matches!(faults[..], [DungeonFault::Unsolvable(_)]));
    assert!(editor::play::<DungeonEditor>(app.world_mut()).is_err());
    editor::change::<DungeonEditor>(app.world_mut(), |plan| plan.toggle_key(Lock(0), side));
    until_it_says(&mut app, "The hero can reach every key, and escape.");
    until_it_says(&mut app, "corridor");
    // A new room takes a role, and one without a role is removed; the others keep what they have.
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
    press(&mut app, KeyCode::Space);
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

fn driver(world: &World) -> &RunDriver {
    let run = theatre::watched(world).expect("a run");
    world.get::<RunDriver>(run).expect("it is driven")
}

fn set_pace(world: &mut World, pace: Pace) {
    let run = theatre::watched(world).expect("a run");
    world.get_mut::<RunDriver>(run).expect("it is driven").pace = pace;
}

/// The generation that is reached, and all its members as they look.
fn result(world: &World) -> (Option<u32>, String) {
    let run = driver(world).watched();
    let frame = run.frame(DisplaySelection::BEST, 2_000).expect("a frame");
    let looks = frame
        .members
        .iter()
        .map(|(_, member)| format!("{} {:?}", member.fitness, member.picture));
    (
        run.progress().generation,
        looks.collect::<Vec<_>>().join("\n"),
    )
}

/// Evolves in the theatre what a game evolves, and edits the best of an early generation.
fn edit_one<E: Editor>(app: &mut App, game: &'static str) {
    app.update();
    let evolve = card(app, game).evolve;
    edit_run::<E>(app, game, evolve);
}

/// Edits the best of an early generation of a run.
fn edit_run<E: Editor>(
    app: &mut App,
    game: &'static str,
    evolve: fn(&mut World) -> Result<(), String>,
) {
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
    let old = theatre::watched(app.world());
    evolve(app.world_mut()).expect("the usual setup is valid");
    until(app, "the run", |world| theatre::watched(world) != old);
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    set_pace(app.world_mut(), Pace::PerSecond(60.0));
    until(app, "a generation", |world| {
        driver(world).watched().progress().generation >= Some(1)
    });
    set_pace(app.world_mut(), Pace::Paused);
    // The button is in the panel of the hand, when there is a view of the run.
    until(app, "the editor", |world| {
        edit::edit_selected(world);
        world.contains_resource::<Editing<E>>()
    });
    until(app, "the page", |world| menu(world) == Menu::Editor);
    assert!(editing::<E>(app.world()).is_individual());
}

/// Puts what is edited back, and waits until the run has it.
fn put_back<E: Editor>(app: &mut App) {
    editor::put_back::<E>(app.world_mut());
    until(app, "the theatre", |world| {
        menu(world) == Menu::None && screen(world) == Screen::Theatre
    });
    // A generation that was begun already is made to its end before.
    until(app, "its generation", |world| {
        set_pace(world, Pace::PerSecond(60.0));
        let hand = driver(world).watched().hand().expect("a hand").hand_state();
        hand.in_effect == 1 && matches!(hand.log[0].act, Act::Put(()))
    });
}

#[test]
fn an_individual_is_edited_and_put_back_and_the_file_of_the_run_gives_the_same_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    edit_one::<LevelEditor>(&mut app, Match3::KEY);
    let before = plan::<LevelEditor>(&app);
    assert_eq!(before.aim, None, "the goals of a board of a run come later");
    let cell = before.size.cell(4, 4).expect("on the board");
    let kind = if before.board.kind(cell) == Some(Kind::Blocked2) {
        None
    } else {
        Some(Kind::Blocked2)
    };
    paint(&mut app, kind, [cell].into_iter());
    put_back::<LevelEditor>(&mut app);
    set_pace(app.world_mut(), Pace::FlatOut);
    until(&mut app, "the end", |world| {
        driver(world).watched().progress().stop.is_some()
    });
    let path = run_file::save_run(app.world_mut()).expect("it is saved");
    until(&mut app, "the file", |_| path.exists());
    assert!(
        std::fs::read_to_string(&path)
            .expect("readable")
            .contains("Put(")
    );
    let ended = result(app.world());
    let old = theatre::watched(app.world());
    open_file::open_file(app.world_mut(), &path).expect("its own file");
    until(&mut app, "the run of the file", |world| {
        theatre::watched(world) != old
    });
    set_pace(app.world_mut(), Pace::FlatOut);
    until(&mut app, "its end", |world| {
        let driver = driver(world);
        driver.watched().progress().generation == ended.0
            && (driver.watched().progress().stop.is_some() || driver.pace == Pace::Paused)
    });
    assert_eq!(result(app.world()), ended);
}

#[test]
fn boards_and_dungeons_of_runs_go_back_too_but_not_into_a_run_that_cannot_have_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    edit_one::<BoardEditor>(&mut app, Hexxagon::KEY);
    // A board for another number of players is refused, and the editor stays open.
    let own = plan::<BoardEditor>(&app);
    editor::change::<BoardEditor>(app.world_mut(), |draft: &mut BoardDraft| {
        draft.plan.starts[2].set(draft.plan.cells.iter().next().expect("a cell"), true);
    });
    editor::put_back::<BoardEditor>(app.world_mut());
    until_it_says(&mut app, "and not for 2");
    assert_eq!(menu(app.world()), Menu::Editor);
    editor::undo::<BoardEditor>(app.world_mut());
    assert_eq!(plan::<BoardEditor>(&app), own);
    put_back::<BoardEditor>(&mut app);
    // Five weights are set by clicks on their columns.
    edit_run::<WeightsEditor>(&mut app, Hexxagon::KEY, evolve_opponent);
    let spot = |weight: u16, value: u16| 32 * weight + value + 9;
    editor::use_spot::<WeightsEditor>(app.world_mut(), spot(2, 7));
    assert_eq!(plan::<WeightsEditor>(&app).0[2], 7);
    put_back::<WeightsEditor>(&mut app);
    edit_one::<DungeonEditor>(&mut app, DungeonGame::KEY);
    let before = plan::<DungeonEditor>(&app);
    assert_eq!(
        before.locks, None,
        "the locks of a dungeon of a run come later"
    );
    editor::change::<DungeonEditor>(app.world_mut(), |plan| {
        let beside = plan.graph.roles.start;
        plan.add_room((0.5, 0.5), Some(beside));
    });
    put_back::<DungeonEditor>(&mut app);
}

/// Evolves from what is edited, and checks that it is among the founders.
fn evolve_from<E: Editor>(app: &mut App, founder: String) {
    editor::evolve::<E>(app.world_mut()).expect("it can evolve");
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    set_pace(app.world_mut(), Pace::FlatOut);
    until(app, "the founders", |world| {
        driver(world).watched().progress().generation.is_some()
    });
    let hand = driver(app.world())
        .watched()
        .hand()
        .expect("a hand")
        .hand_state();
    assert!(hand.log.len() == 2 && hand.in_effect == 2);
    assert!(hand.log.iter().all(|entry| entry.before == 0));
    let path = run_file::save_run(app.world_mut()).expect("it is saved");
    until(app, "the file", |_| path.exists());
    let text = std::fs::read_to_string(&path).expect("readable");
    assert!(text.contains(&founder), "{text}");
}

#[test]
fn what_is_edited_is_an_ancestor_of_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Match3::KEY, "Level editor");
    // Even a board that cannot be filled: evolution mends it.
    let size = plan::<LevelEditor>(&app).size;
    let row = (0..size.cols()).filter_map(|col| size.cell(2, col));
    paint(&mut app, Some(Kind::Obstacle), row);
    let columns = size.cols();
    let founder = format!("Put(\"{}{}", 2 * columns, "x".repeat(columns));
    evolve_from::<LevelEditor>(&mut app, founder);
    open_editor(&mut app, Hexxagon::KEY, "Editor");
    let board = plan::<BoardEditor>(&app).plan.to_string();
    evolve_from::<BoardEditor>(&mut app, board);
    open_editor(&mut app, DungeonGame::KEY, "Editor");
    let graph = plan::<DungeonEditor>(&app).graph.to_string();
    evolve_from::<DungeonEditor>(&mut app, graph);
}
