//! Files of the games that are dropped on the window: a level, a board, five weights, a dungeon, a strategy and
//! enemies. A broken one is refused with its name, line and reason, and changes nothing.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use evolvarium::base::PlainError;
use evolvarium::games::dungeon::enemies::roster_file;
use evolvarium::games::dungeon::enemies::shipped::shipped_roster;
use evolvarium::games::dungeon::{DungeonEditor, DungeonGame};
use evolvarium::games::hexxagon::players::Weights;
use evolvarium::games::hexxagon::rules::{Board, BoardNumber, Hexxagon};
use evolvarium::games::hexxagon::{BoardEditor, WeightsEditor, boards};
use evolvarium::games::match3::LevelEditor;
use evolvarium::games::tic_tac_toe::StrategyEditor;
use evolvarium::games::tic_tac_toe::opponents::saved as strategy_file;
use evolvarium::games::tic_tac_toe::players::Strategy;
use evolvarium::generation::{Purpose, Seed};
use evolvarium::session::{Game, Table};
use evolvarium::shell::editor::{self, Editing, Editor};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::open_file::{FileKind, FilesInReading, Opening, open_as};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::table::NewGame;

use crate::harness::{
    ID, app, fix_frame_time, is_text_shown, last_said, menu, notices, press_text, screen, start,
    until,
};

const LEVEL: &str = r#"(
    colours: 5, goals: [Collect((2), 9)], moves: 20,
    rows: [".....", ".1.#.", "..a..", ".4.d.", "....."],
)"#;
const WEIGHTS: &str = "(version: 1, content: (\n    weights: (1, 2, -3, 4, 5),\n))";
const DUNGEON: &str = r#"(version: 1, content: (
    rooms: [
        (width: 6, height: 6, at: (0.2, 0.5)),
        (width: 7, height: 5, enemies: 1, at: (0.5, 0.5)),
        (width: 6, height: 6, chests: 1, at: (0.8, 0.5)),
    ],
    ways: [(0, 1), (1, 2)],
    start: 0, key: 1, exit: 2, seed: "k3f9",
))"#;

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path
}

fn drop_on_window(app: &mut App, path: PathBuf) {
    app.world_mut().write_message(FileDragAndDrop::DroppedFile {
        window: Entity::PLACEHOLDER,
        path_buf: path,
    });
}

/// Drops a file, which its editor opens above the setup page of its game, and returns the plan that the editor has
/// then.
fn opened<E: Editor>(app: &mut App, path: PathBuf) -> E::Plan {
    drop_on_window(app, path);
    until(app, "the editor", |world| {
        world.contains_resource::<Editing<E>>() && menu(world) == Menu::Editor
    });
    app.update();
    assert_eq!(menu(app.world()), Menu::Editor, "it stays open");
    assert_eq!(screen(app.world()), Screen::Setup);
    assert_eq!(app.world().resource::<ActiveGame>().0, Some(E::GAME));
    let plan = app.world().resource::<Editing<E>>().plan().clone();
    editor::leave::<E>(app.world_mut());
    until(app, "the page", |world| menu(world) == Menu::None);
    plan
}

fn strategy() -> Strategy {
    Strategy::random(&mut Seed(3).stream(Purpose::Player))
}

#[test]
fn editors_open_what_is_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    // A game is under way, and the page of another one comes.
    start(&mut app, ID);
    let here = |name, text: &str| file(folder.path(), name, text);

    let weights = opened::<WeightsEditor>(&mut app, here("weights.ron", WEIGHTS));
    assert_eq!(weights, Weights([1, 2, -3, 4, 5]));
    let level = opened::<LevelEditor>(&mut app, here("level.ron", LEVEL));
    let level = level.level().expect("a goal").expect("a level");
    assert_eq!((level.colours(), level.moves()), (5, 20));
    let number = BoardNumber(3);
    let board = Board::listed(number, Seed(1)).expect("a board").plan();
    let text = boards::saved::text(Path::new("b.ron"), &board).expect("it can be written");
    let draft = opened::<BoardEditor>(&mut app, here("board.ron", &text));
    assert_eq!(draft.plan, board);
    let dungeon = opened::<DungeonEditor>(&mut app, here("dungeon.ron", DUNGEON));
    assert_eq!(dungeon.graph.len(), 3);
    let strategy = strategy();
    let text = strategy_file::text(Path::new("s.ron"), &strategy, "by hand").expect("text");
    let opened = opened::<StrategyEditor>(&mut app, here("strategy.ron", &text));
    assert_eq!(*opened, strategy);
}

#[test]
fn enemies_that_are_dropped_come_into_the_next_dungeon() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let enemies = &shipped_roster()[..2];
    let text = roster_file::text(Path::new("e.ron"), enemies, "by hand").expect("text");
    drop_on_window(&mut app, file(folder.path(), "e.ron", &text));
    until(&mut app, "the enemies", |world| {
        let setup = &world.resource::<NewGame<DungeonGame>>().setup;
        setup.custom_enemies.last() == enemies.last()
    });
    assert!(notices(app.world()).contains("come into your next dungeon"));
    assert_eq!(
        app.world().resource::<ActiveGame>().0,
        Some(DungeonGame::KEY)
    );
    until(&mut app, "the page", |world| screen(world) == Screen::Setup);
}

#[test]
fn broken_files_are_refused_by_name_line_and_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let text = strategy_file::text(Path::new("s.ron"), &strategy(), "by hand").expect("text");
    let replies = text.find("replies").expect("a field");
    let first = text[replies..].find('"').expect("a position") + replies + 1;
    let line = text[..first].matches('\n').count() + 1;
    let mut misspelt = text.clone();
    misspelt.replace_range(first..=first, "?");
    let enemies = roster_file::text(Path::new("e.ron"), &shipped_roster()[..1], "").expect("text");
    let enemies = enemies.replacen("patrol: \"", "patrol: \"fly ", 1);
    let at = enemies.lines().position(|line| line.contains("fly "));
    let at = at.expect("a line") + 1;
    for (name, text, line, reason) in [
        ("a.ron", LEVEL.replace(".1.#.", ".1.?."), 3, "?"),
        (
            "b.ron",
            WEIGHTS.replace("-3", "120"),
            2,
            "a weight of 120 is outside -99 to 99",
        ),
        ("c.ron", DUNGEON.replace("(1, 2)", "(1, 9)"), 7, "9"),
        (
            "d.ron",
            "(version: 1, content: (\n cells: [1, 2, 3, 99],\n starts: [[1], [2]]))".to_owned(),
            2,
            "there is no cell 99",
        ),
        ("e.ron", misspelt, line, "is not a position to reply to"),
        ("f.ron", enemies, at, "fly"),
        (
            "g.ron",
            LEVEL.replace("moves: 20", "moves: many"),
            2,
            "nteger",
        ),
    ] {
        let path = file(folder.path(), name, &text);
        drop_on_window(&mut app, path.clone());
        let place = format!("{name}: line {line}");
        until(&mut app, name, |world| notices(world).contains(name));
        let said = notices(app.world());
        let told = said.lines().find(|line| line.contains(name));
        let told = told.expect("a notice");
        assert!(told.contains(&place) && told.contains(reason), "{told}");
        assert_eq!(menu(app.world()), Menu::None, "{name}");
        let kept = std::fs::read_to_string(&path).expect("it is still there");
        assert_eq!(kept, text);
    }
    assert!(!app.world().contains_resource::<Table<Hexxagon>>());
}

/// Whether the disk of [`read_slowly`] has read the file.
static HAS_COME: AtomicBool = AtomicBool::new(false);

/// Lets the disk read the file, also if the test fails, because a background thread waits for it.
struct Disk;

impl Drop for Disk {
    fn drop(&mut self) {
        HAS_COME.store(true, Ordering::Relaxed);
    }
}

fn read_slowly(_: &Path) -> Result<Opening, PlainError> {
    while !HAS_COME.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    Err(PlainError::new("the file has come"))
}

#[test]
fn a_file_that_is_read_for_long_is_told_and_can_be_stopped() {
    const WORDS: &str = "The file is being read.";
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    fix_frame_time(&mut app);
    app.update();
    let disk = Disk;
    let kind = FileKind {
        game: DungeonGame::KEY,
        fields: &[],
        read: read_slowly,
    };
    open_as(app.world_mut(), kind, Path::new("slow.ron"));
    (0..3).for_each(|_| app.update());
    assert!(!is_text_shown(app.world_mut(), WORDS), "it may come soon");
    assert!(!last_said(app.world_mut()).contains(WORDS));
    (0..20).for_each(|_| app.update());
    assert!(is_text_shown(app.world_mut(), WORDS));
    assert!(last_said(app.world_mut()).contains(WORDS));
    press_text(&mut app, "Stop");
    assert!(app.world().resource::<FilesInReading>().is_empty());
    (0..3).for_each(|_| app.update());
    assert!(!is_text_shown(app.world_mut(), WORDS));
    drop(disk);
    // The player learns why the next one cannot be opened.
    open_as(app.world_mut(), kind, Path::new("slow.ron"));
    until(&mut app, "the reason", |world| {
        notices(world).contains("the file has come")
    });
}
