//! The shelf: one thing of every kind is kept, found, named, removed, put back, played and looked at.

use std::path::{Path, PathBuf};

use bevy::prelude::*;
use bevy::text::EditableText;
use evolvarium::games::dungeon::enemies::shipped::shipped_roster;
use evolvarium::games::dungeon::graph::plan::DungeonPlan;
use evolvarium::games::dungeon::{DungeonEditor, DungeonGame, ProgramEditor};
use evolvarium::games::hexxagon::players::Weights;
use evolvarium::games::hexxagon::rules::{Board, BoardNumber, Hexxagon};
use evolvarium::games::hexxagon::{BoardDraft, BoardEditor, WeightsEditor};
use evolvarium::games::match3::LevelEditor;
use evolvarium::games::match3::level::LevelPlan;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::players::Strategy;
use evolvarium::games::tic_tac_toe::{StrategyEditor, TicTacToe};
use evolvarium::generation::driver::RunDriver;
use evolvarium::generation::{Purpose, Seed};
use evolvarium::session::{Autosave, Folders, Game, KeptFrom, Labels, PlayerFile};
use evolvarium::shell::editor::{self, Editor};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::shelf::{self, Shelf, are_things_read};
use evolvarium::shell::theatre::{self, run_file};

use crate::harness::{
    ID, app, card, is_said, is_text_shown, menu, notices, press_button, screen, start, table, until,
};

/// Keeps a plan in its editor under a name that is typed.
fn keep<E: Editor>(app: &mut App, plan: E::Plan, name: &str) {
    editor::open::<E>(app.world_mut(), plan);
    until(app, "the editor", |world| menu(world) == Menu::Editor);
    app.update();
    let mut fields = app.world_mut().query::<&mut EditableText>();
    for mut field in fields.iter_mut(app.world_mut()) {
        *field = EditableText::new(name);
    }
    app.update();
    press_button(app, "Save", |world, button| {
        let mut at = Some(button);
        while let Some(entity) = at {
            let named = world.get::<Name>(entity).map(Name::as_str);
            if named == Some("Editor") {
                return true;
            }
            at = world.get::<ChildOf>(entity).map(ChildOf::parent);
        }
        false
    });
    editor::leave::<E>(app.world_mut());
    until(app, "the page behind", |world| menu(world) == Menu::None);
}

/// The names of the things that [`keep_everything`] keeps in editors, with the names of the kinds.
const NAMES: [(&str, &str); 6] = [
    ("Sailboat", "Level"),
    ("Two Ponds", "Board"),
    ("뱀 1호", "Opponent"),
    ("Old Mossy!", "Strategy"),
    ("The Tower", "Dungeon"),
    ("Biter", "Enemy"),
];

/// Keeps one thing of every kind.
fn keep_everything(app: &mut App) {
    start(app, ID);
    let level = table::<Match3>(app).content.level.clone();
    keep::<LevelEditor>(app, LevelPlan::of(&level), NAMES[0].0);
    let plan = Board::listed(BoardNumber(0), Seed(1))
        .expect("a board")
        .plan();
    let draft = BoardDraft {
        plan,
        players: 2,
        first: Default::default(),
    };
    keep::<BoardEditor>(app, draft, NAMES[1].0);
    keep::<WeightsEditor>(app, Weights([-2, 1, 1, -3, 2]), NAMES[2].0);
    let strategy = Strategy::random(&mut Seed(1).stream(Purpose::Player));
    keep::<StrategyEditor>(app, strategy.into(), NAMES[3].0);
    keep::<DungeonEditor>(app, DungeonPlan::default(), NAMES[4].0);
    keep::<ProgramEditor>(app, shipped_roster()[0].clone(), NAMES[5].0);
    keep_run(app);
}

/// Keeps a run of tic-tac-toe, and returns its file.
fn keep_run(app: &mut App) -> PathBuf {
    (card(app, TicTacToe::KEY).evolve)(app.world_mut()).expect("it can evolve");
    until(app, "a generation", |world| {
        let run = theatre::watched(world);
        let driver = run.and_then(|run| world.get::<RunDriver>(run));
        driver.is_some_and(|driver| driver.watched().progress().generation.is_some())
    });
    run_file::save_run(app.world_mut()).expect("it is saved")
}

/// Opens the shelf, and waits until everything is read.
fn open(app: &mut App) {
    shelf::open(app.world_mut(), None);
    until(app, "the shelf", |world| {
        screen(world) == Screen::Shelf && are_things_read(world)
    });
    app.update();
    app.update();
}

/// The names on the shelf, as they are shown.
fn names(app: &mut App) -> Vec<String> {
    app.update();
    let shelf = app.world().resource::<Shelf>();
    let things = shelf.found.iter().filter_map(|path| shelf.thing(path));
    things
        .map(|thing| shelf::name_of(app.world(), thing))
        .collect()
}

fn path_of(app: &App, name: &str) -> PathBuf {
    let things = app.world().resource::<Shelf>().things();
    let named = |thing: &&shelf::Thing| shelf::name_of(app.world(), thing) == name;
    let found = things.iter().find(named);
    found.unwrap_or_else(|| panic!("no {name}")).path.clone()
}

fn write_all(app: &mut App) {
    let errors = app.world_mut().resource_mut::<Autosave>().write_all();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn one_thing_of_every_kind_stands_on_the_shelf_and_is_found_by_name_kind_and_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    keep_everything(&mut app);
    open(&mut app);
    let all = names(&mut app);
    assert_eq!(all.len(), NAMES.len() + 1, "{all:?}");
    for (name, kind) in NAMES {
        assert!(all.contains(&name.to_owned()), "{name} as typed in {all:?}");
        app.update();
        app.update();
        assert!(is_said(app.world_mut(), name), "{name} is on a card");
        let path = path_of(&app, name);
        let thing = app.world().resource::<Shelf>().thing(&path);
        let content = thing.expect("it is there").content.as_ref();
        assert!(content.is_ok(), "{name}: {:?}", content.err());
        let from = app.world().resource::<Labels>().of(&path).cloned();
        let from = from.expect("it has a label").from;
        assert_eq!(from, Some(KeptFrom::Editor), "{name}");
        // The search finds it by its name and its kind, and finds no other thing with both.
        app.world_mut().resource_mut::<Shelf>().search = format!("{name} {}", kind.to_lowercase());
        assert_eq!(names(&mut app), [name]);
        app.world_mut().resource_mut::<Shelf>().search = String::new();
    }
    app.world_mut().resource_mut::<Shelf>().search = "no such thing".into();
    assert!(names(&mut app).is_empty());
    assert!(is_said(app.world_mut(), "Nothing on the shelf matches."));
    app.world_mut().resource_mut::<Shelf>().search = String::new();
    for (game, count) in [
        (Match3::KEY, 1),
        (Hexxagon::KEY, 2),
        (TicTacToe::KEY, 2),
        (DungeonGame::KEY, 2),
    ] {
        app.world_mut().resource_mut::<Shelf>().game = Some(game);
        assert_eq!(names(&mut app).len(), count, "{game}");
    }
    app.world_mut().resource_mut::<Shelf>().game = None;
    app.world_mut().resource_mut::<Shelf>().kind = Some("shelf.run");
    assert_eq!(names(&mut app).len(), 1);
}

#[test]
fn a_name_and_a_removal_outlive_the_program_and_what_is_removed_can_be_put_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    first.update();
    for (weights, name) in [([1, 2, 3, 4, 5], "One"), ([5, 4, 3, 2, 1], "Other")] {
        keep::<WeightsEditor>(&mut first, Weights(weights), name);
    }
    open(&mut first);
    let path = path_of(&first, "One");
    shelf::rename(first.world_mut(), &path, "The first of all").expect("a good name");
    assert!(shelf::rename(first.world_mut(), &path, " ").is_err());
    let other = path_of(&first, "Other");
    shelf::remove(first.world_mut(), &other).expect("it can be removed");
    assert_eq!(names(&mut first), ["The first of all"]);
    write_all(&mut first);
    assert!(path.exists() && !other.exists());
    // It is put back with its name.
    shelf::put_back(first.world_mut());
    until(&mut first, "both", |world| {
        are_things_read(world) && world.resource::<Shelf>().things().len() == 2
    });
    assert!(names(&mut first).contains(&"Other".to_owned()));
    shelf::remove(first.world_mut(), &other).expect("it can be removed");
    write_all(&mut first);
    drop(first);
    let mut second = app(folder.path());
    second.update();
    open(&mut second);
    assert_eq!(names(&mut second), ["The first of all"]);
}

#[test]
fn broken_labels_and_broken_things_are_told_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    first.update();
    keep::<WeightsEditor>(&mut first, Weights([1, 2, 3, 4, 5]), "My Rook");
    write_all(&mut first);
    drop(first);
    let folders = Folders::within(folder.path());
    let labels = Labels::path(&folders);
    let text = std::fs::read_to_string(&labels).expect("labels");
    assert!(text.contains("My Rook"), "{text}");
    let broken_labels = "(version: 1, content: {";
    std::fs::write(&labels, broken_labels).expect("written");
    let broken = evolvarium::games::hexxagon::opponents::saved::library(&folders)
        .path(&"broken".parse().expect("a name"));
    let broken_weights = "(version: 1, content: (weights: (1, 2)))";
    std::fs::write(&broken, broken_weights).expect("written");
    let mut second = app(folder.path());
    second.update();
    second.update();
    let said = notices(second.world());
    assert!(said.contains("labels.ron"), "{said}");
    let aside = std::fs::read_to_string(labels.with_extension("broken-1.ron"));
    assert_eq!(aside.expect("the labels are kept aside"), broken_labels);
    open(&mut second);
    // The thing is there under the name of its file, and the card of the broken one gives the reason why it cannot be
    // read.
    let mut all = names(&mut second);
    all.sort();
    assert_eq!(all, ["broken", "myrook"]);
    second.world_mut().resource_mut::<Shelf>().chosen = Some(broken.clone());
    second.update();
    second.update();
    let path = broken.display();
    let why = format!("This file cannot be read, and is left as it is. {path}: line 1, column ");
    assert!(is_said(second.world_mut(), &why), "{why}");
    let kept = std::fs::read_to_string(&broken).expect("it stays");
    assert_eq!(kept, broken_weights);
}

#[test]
fn a_file_that_is_too_large_to_be_put_back_is_not_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let library = folder.path().join("data/hexxagon_opponents");
    std::fs::create_dir_all(&library).expect("a folder");
    let path = library.join("big.ron");
    let file = std::fs::File::create(&path).expect("a file");
    file.set_len(17 << 20).expect("there is room");
    let why = shelf::remove(app.world_mut(), &path).expect_err("it is too large");
    let why = why.to_string();
    assert!(why.contains("big.ron") && why.contains("16 MB"), "{why}");
    write_all(&mut app);
    assert!(path.exists());
}

/// The game of the thing with a name.
fn game_of(app: &App, name: &str) -> Option<&'static str> {
    let path = path_of(app, name);
    let thing = app.world().resource::<Shelf>().thing(&path);
    thing.expect("it is there").kind.game
}

/// Plays the thing with a name, and returns to the shelf.
fn play(app: &mut App, name: &str) {
    let (path, game) = (path_of(app, name), game_of(app, name));
    app.world_mut().resource_mut::<ActiveGame>().0 = None;
    shelf::play(app.world_mut(), &path).expect("it can be played");
    until(app, "the board", |world| screen(world) == Screen::Play);
    assert!(game.is_some(), "{name} is of a game");
    assert_eq!(app.world().resource::<ActiveGame>().0, game, "{name}");
    open(app);
}

#[test]
fn things_of_the_shelf_are_played_looked_at_and_shared() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    keep_everything(&mut app);
    open(&mut app);
    for (name, kind) in NAMES {
        play(&mut app, name);
        let path = path_of(&app, name);
        let id = shelf::text_of(app.world(), &path).expect("it can be shared");
        assert!(id.contains(':') && id.contains('#'), "{kind}: {id}");
        let game = game_of(&app, name);
        app.world_mut().resource_mut::<ActiveGame>().0 = None;
        shelf::look_at(app.world_mut(), &path).expect("it can be opened");
        until(&mut app, "the editor", |world| menu(world) == Menu::Editor);
        assert_eq!(app.world().resource::<ActiveGame>().0, game, "{name}");
        app.world_mut()
            .resource_mut::<NextState<Menu>>()
            .set(Menu::None);
        app.update();
        open(&mut app);
    }
    let run = run_of(&app);
    until(&mut app, "the picture of the run", |_| {
        run.with_extension("png").exists()
    });
    let text = shelf::text_of(app.world(), &run).expect("it can be shared");
    assert!(text.contains("problem"), "{text}");
    shelf::look_at(app.world_mut(), &run).expect("it can be opened");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
}

#[test]
fn a_file_of_several_levels_says_that_the_first_one_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("data/match3_levels");
    std::fs::create_dir_all(&library).expect("a folder");
    let level = |goal: u32| {
        let rows = vec![format!("\"{}\"", ".".repeat(9)); 9].join(", ");
        format!("(level: (colours: 5, goals: [Score({goal})], moves: 20, rows: [{rows}]))")
    };
    let all = [500, 600, 700].map(level).join(", ");
    for (name, text) in [("three", all), ("one", level(500))] {
        let path = library.join(format!("{name}.ron"));
        std::fs::write(path, format!("[{text}]")).expect("written");
    }
    let mut app = app(folder.path());
    app.update();
    open(&mut app);
    let said = "This file holds 3 entries. \"Play\" takes the first one";
    for (name, is_of_several) in [("three", true), ("one", false)] {
        let path = path_of(&app, name);
        app.world_mut().resource_mut::<Shelf>().chosen = Some(path);
        app.update();
        app.update();
        assert_eq!(is_said(app.world_mut(), said), is_of_several, "{name}");
    }
    let path = path_of(&app, "three");
    shelf::play(app.world_mut(), &path).expect("it can be played");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let goals = table::<Match3>(&app).content.level.goals();
    let amounts: Vec<_> = goals.iter().filter_map(|goal| goal.amount()).collect();
    assert_eq!(amounts, [500]);
}

/// Opens the pause menu over the game under way.
fn pause(app: &mut App) {
    until(app, "the board", |world| {
        let menu = menu(world);
        screen(world) == Screen::Play && menu == Menu::None
    });
    let mut menu = app.world_mut().resource_mut::<NextState<Menu>>();
    menu.set(Menu::Pause);
    until(app, "the pause menu", |world| is_said(world, "Paused"));
}

#[test]
fn a_level_a_board_and_a_dungeon_are_kept_from_the_pause_menu_which_says_where_they_are() {
    let plan = Board::listed(BoardNumber(0), Seed(1))
        .expect("a board")
        .plan();
    let board = BoardDraft {
        plan,
        players: 2,
        first: Default::default(),
    };
    for (id, asked) in [
        (ID, "Save this level"),
        ("", "Save this board"),
        ("dungeon:d2f1r8s8e1c1l1#a", "Save this dungeon"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        app.update();
        let id = match id {
            "" => BoardEditor::id(app.world(), &board).expect("an id"),
            id => id.to_owned(),
        };
        start(&mut app, &id);
        pause(&mut app);
        until(&mut app, asked, |world| is_text_shown(world, asked));
        press_button(&mut app, "Save", |_, _| true);
        let there = "This is on the shelf as ";
        until(&mut app, there, |world| is_text_shown(world, there));
        assert!(!is_text_shown(app.world_mut(), asked), "{asked} again");
        open(&mut app);
        let thing = &app.world().resource::<Shelf>().things()[0];
        assert!(thing.content.is_ok(), "{:?}", thing.content.as_ref().err());
        let path = thing.path.clone();
        let from = app.world().resource::<Labels>().of(&path).cloned();
        let from = from.expect("it has a label").from;
        assert!(matches!(from, Some(KeptFrom::Game(_))), "{from:?}");
        // A game that comes from the shelf has nothing to keep.
        shelf::play(app.world_mut(), &path).expect("it can be played");
        pause(&mut app);
        until(&mut app, there, |world| is_text_shown(world, there));
        assert!(!is_text_shown(app.world_mut(), asked), "{asked} anew");
    }
}

#[test]
fn a_listed_board_and_the_board_of_a_lesson_are_not_to_be_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, "hexxagon:b1-human-level1#a");
    pause(&mut app);
    assert!(!is_said(app.world_mut(), "Save this board"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = crate::harness::app(folder.path());
    app.update();
    (card(&app, Match3::KEY).start_lesson)(app.world_mut(), 0);
    pause(&mut app);
    assert!(!is_said(app.world_mut(), "Save this level"));
}

fn run_of(app: &App) -> PathBuf {
    let things = app.world().resource::<Shelf>().things();
    let run = things.iter().find(|thing| thing.kind.game.is_none());
    run.expect("a run").path.clone()
}

/// The number of pictures of things on the page.
fn pictures(world: &mut World) -> usize {
    let mut nodes = world.query::<(&Name, &ImageNode)>();
    let none = ImageNode::default().image;
    let is_picture =
        |(name, node): &(&Name, &ImageNode)| name.as_str() == "Thing" && node.image != none;
    nodes.iter(world).filter(is_picture).count()
}

#[test]
fn a_run_whose_picture_comes_later_is_shown_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    keep::<WeightsEditor>(&mut app, Weights([1, 2, 3, 4, 5]), "One");
    let run = keep_run(&mut app);
    let file = run.with_extension("png");
    until(&mut app, "the picture of the run", |_| file.exists());
    let bytes = std::fs::read(&file).expect("it is there");
    std::fs::remove_file(&file).expect("removed");
    open(&mut app);
    app.world_mut().resource_mut::<Shelf>().chosen = Some(run);
    until(&mut app, "the picture of the weights alone", |world| {
        pictures(world) == 1
    });
    std::fs::write(&file, bytes).expect("written");
    // What is put back lets everything be read again.
    let other = path_of(&app, "One");
    shelf::remove(app.world_mut(), &other).expect("it can be removed");
    write_all(&mut app);
    shelf::put_back(app.world_mut());
    until(
        &mut app,
        "the pictures of both, and that of the chosen run",
        |world| pictures(world) == 3,
    );
}

#[test]
fn a_second_copy_of_the_program_removes_nothing_from_the_shelf() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    first.update();
    keep::<WeightsEditor>(&mut first, Weights([1, 2, 3, 4, 5]), "One");
    write_all(&mut first);
    let mut second = app(folder.path());
    second.update();
    open(&mut second);
    let path = path_of(&second, "One");
    let why = shelf::remove(second.world_mut(), &path).expect_err("it is refused");
    assert!(why.to_string().contains("running twice"), "{why}");
    write_all(&mut second);
    assert!(path.exists());
    assert_eq!(names(&mut second), ["One"]);
}

/// The file of a thing is in the folder of its kind.
#[test]
fn the_files_of_things_have_plain_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    keep::<WeightsEditor>(&mut app, Weights([1, 2, 3, 4, 5]), "../뱀");
    write_all(&mut app);
    let folders = Folders::within(folder.path());
    let library = evolvarium::games::hexxagon::opponents::saved::library(&folders);
    let names = library.names();
    assert_eq!(names.len(), 1, "it is in its folder");
    assert!(Path::new(&library.path(&names[0])).exists());
    let labels = app.world().resource::<Labels>();
    assert_eq!(labels.name_in(&library, &names[0]), "../뱀");
}
