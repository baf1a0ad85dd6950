//! In these tests an individual of a run is edited and put back, and an edited plan becomes an ancestor of a run.

use bevy::prelude::*;
use evolvarium::base::PlainError;
use evolvarium::games::dungeon::{DungeonEditor, DungeonGame};
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::hexxagon::{BoardDraft, BoardEditor, WeightsEditor, evolve_opponent};
use evolvarium::games::match3::LevelEditor;
use evolvarium::games::match3::rules::{Kind, Match3};
use evolvarium::games::tic_tac_toe::opponents::code;
use evolvarium::games::tic_tac_toe::{StrategyEditor, TicTacToe};
use evolvarium::generation::Act;
use evolvarium::generation::driver::Pace;
use evolvarium::session::Game;
use evolvarium::shell::editor::{self, Editing, Editor};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::theatre::{self, edit, run_file};

use super::{editing, menu, open_editor, paint, plan, until_it_says};
use crate::harness::{app, card, open_dropped, screen, until};
use crate::watched_run::{driver, result, set_pace};

/// Starts the evolution of a game in the theatre, and edits the best of an early generation.
fn edit_one<E: Editor>(app: &mut App, game: &'static str) {
    app.update();
    let evolve = card(app, game).evolve;
    edit_run::<E>(app, game, evolve);
}

/// Edits the best of an early generation of a run.
pub(super) fn edit_run<E: Editor>(
    app: &mut App,
    game: &'static str,
    evolve: fn(&mut World) -> Result<(), PlainError>,
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

/// Puts the edited individual back, and waits until the run has it.
pub(super) fn put_back<E: Editor>(app: &mut App) {
    editor::put_back::<E>(app.world_mut());
    until(app, "the theatre", |world| {
        menu(world) == Menu::None && screen(world) == Screen::Theatre
    });
    // A generation that was begun already is made to its end before.
    until(app, "its generation", |world| {
        set_pace(world, Pace::PerSecond(60.0));
        let steering = driver(world)
            .watched()
            .steerable()
            .expect("a run that can be steered")
            .steering_state();
        steering.in_effect == 1 && matches!(steering.log[0].act, Act::Put(()))
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
    open_dropped(&mut app, &path);
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

/// Evolves from the edited plan, and checks that it is among the founders.
pub(super) fn evolve_from<E: Editor>(app: &mut App, founder: String) {
    editor::evolve::<E>(app.world_mut()).expect("it can evolve");
    until(app, "the theatre", |world| screen(world) == Screen::Theatre);
    set_pace(app.world_mut(), Pace::FlatOut);
    until(app, "the founders", |world| {
        driver(world).watched().progress().generation.is_some()
    });
    let steering = driver(app.world())
        .watched()
        .steerable()
        .expect("a run that can be steered")
        .steering_state();
    assert!(steering.log.len() == 2 && steering.in_effect == 2);
    assert!(steering.log.iter().all(|entry| entry.before == 0));
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
    // Evolution mends even a board that cannot be filled.
    let size = plan::<LevelEditor>(&app).size;
    let row = (0..size.cols()).filter_map(|col| size.cell(2, col));
    paint(&mut app, Some(Kind::Obstacle), row);
    let columns = size.cols();
    let founder = format!("Put(\"{}{}", 2 * columns, "x".repeat(columns));
    evolve_from::<LevelEditor>(&mut app, founder);
    open_editor(&mut app, Hexxagon::KEY, "Board editor");
    let board = plan::<BoardEditor>(&app).plan.to_string();
    evolve_from::<BoardEditor>(&mut app, board);
    open_editor(&mut app, DungeonGame::KEY, "Dungeon editor");
    let graph = plan::<DungeonEditor>(&app).graph.to_string();
    evolve_from::<DungeonEditor>(&mut app, graph);
    open_editor(&mut app, TicTacToe::KEY, "Strategy editor");
    let replies = code::write(&plan::<StrategyEditor>(&app));
    evolve_from::<StrategyEditor>(&mut app, replies);
}
