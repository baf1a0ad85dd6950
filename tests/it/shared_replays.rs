//! Replays as files and as lines of text: all games can be checked, what was shared opens, and faults are named.

use std::path::Path;

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::replay::{Checker, ReplayFile};
use evolvarium::session::{Ending, Game, Replays, Table};
use evolvarium::shell::played::{self, Played};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;

use crate::fifth_game::reversi::{self, Reversi};
use crate::harness::{app, fast_game, notices, screen, start, table, texts, until};
use crate::replays::{GAME, check_file, finish, open_page, replay_path};

/// Plays a game to its end, and checks its replay and the line that is shared.
fn check_game<G: Game>(app: &mut App, id: &str) {
    start(app, id);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    let (_, file) = finish(app, G::KEY);
    let line = file.line().expect("a line");
    assert!(!line.contains('\n'), "{line}");
    let read = ReplayFile::parse(Path::new("line"), &line).expect("it can be read");
    let check = Checker::of::<G>().check;
    let checked = check(&read).unwrap_or_else(|why| panic!("{id}: {why}"));
    assert_eq!((checked.moves, checked.ending), (file.length, file.ending));
    let shorter = ReplayFile {
        length: file.length - 1,
        ..read.clone()
    };
    let other = ReplayFile {
        ending: match file.ending {
            Ending::Drawn => Ending::Won(0),
            _ => Ending::Drawn,
        },
        ..read
    };
    for wrong in [shorter, other] {
        assert!(check(&wrong).is_err(), "{id}: {wrong:?}");
    }
}

#[test]
fn the_replays_of_all_games_can_be_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    reversi::plugin(&mut app);
    app.update();
    check_game::<TicTacToe>(&mut app, "tic-tac-toe:3x3k3-rules-random#b");
    check_game::<Hexxagon>(&mut app, "hexxagon:b1-random-random#a");
    check_game::<Match3>(&mut app, "match3:9x9c6-p500~n10,g4#k3f9");
    check_game::<DungeonGame>(&mut app, "dungeon:d1f1r6s6e0c0l0#d");
    check_game::<Reversi>(&mut app, "reversi:human-ahead1w922433#a");
    // The list finds each by its name.
    open_page(&mut app);
    for (search, found) in [("", 5), ("hexx", 1), ("tic-tac", 1), ("nothing like it", 0)] {
        app.world_mut().resource_mut::<Played>().search = search.to_owned();
        app.update();
        assert_eq!(
            app.world().resource::<Played>().found.len(),
            found,
            "{search}"
        );
    }
}

/// Drops a file on the window.
fn drop_file(app: &mut App, path: &Path) {
    app.world_mut().write_message(FileDragAndDrop::DroppedFile {
        window: Entity::PLACEHOLDER,
        path_buf: path.to_owned(),
    });
}

/// Drops a good replay with a fault in its text on the window: the game and the command line say what is wrong where.
fn refuse_faults(app: &mut App, folder: &Path, good: &str) {
    let mut lines = good.lines();
    let moves = lines
        .position(|line| line.contains("moves:"))
        .expect("a line")
        + 1;
    for (from, to, line, part) in [
        (
            "moves: \"[",
            "moves: \"[9,9,",
            format!("line {moves}"),
            "move 1",
        ),
        ("3x3k3", "3x3k9", "line 4".to_owned(), "9"),
        ("tic-tac-toe", "chess", String::new(), "chess"),
        ("moves:", "mover:", "line".to_owned(), "mover"),
    ] {
        let sent = folder.join("sent.ron");
        std::fs::write(&sent, good.replacen(from, to, 1)).expect("written");
        drop_file(app, &sent);
        until(app, to, |world| {
            let said = notices(world);
            said.contains(part) && said.contains(&line)
        });
        assert_eq!(screen(app.world()), Screen::Played);
        let (is_good, said) = check_file(&sent);
        assert!(
            !is_good && said.contains(part) && said.contains(&line),
            "{said}"
        );
    }
}

#[test]
fn broken_and_newer_files_are_refused_in_words_and_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = folder.path().join("data/replays");
    std::fs::create_dir_all(&files).expect("made");
    let newer = "(version: 9, content: (moves: 1))";
    std::fs::write(files.join("new1.ron"), newer).expect("written");
    std::fs::write(files.join("broken1.ron"), "(version: 1, content: (id: 5").expect("written");
    let mut app = fast_game(folder.path(), GAME);
    until(&mut app, "the files", |world| {
        world.resource::<Replays>().unreadable().len() == 2
    });
    let (name, _) = finish(&mut app, TicTacToe::KEY);
    open_page(&mut app);
    let page = texts(&mut app);
    assert!(
        page.contains("are left as they are: 2") && page.contains("broken1.ron: line 1"),
        "{page}"
    );
    let kept = std::fs::read_to_string(files.join("new1.ron")).expect("it is there");
    assert_eq!(kept, newer);
    let path = replay_path(folder.path(), &name);
    until(&mut app, "the file", |_| path.exists());
    let good = std::fs::read_to_string(&path).expect("it is there");
    refuse_faults(&mut app, folder.path(), &good);
    let (is_good, said) = check_file(&path);
    assert!(is_good && said.contains("as the file says"), "{said}");
    drop_file(&mut app, &path);
    until(&mut app, "the replay", |world| {
        screen(world) == Screen::Play
    });
    assert!(table::<TicTacToe>(&app).is_replay());
}

#[test]
fn a_line_of_text_opens_the_game_that_was_shared() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), GAME);
    let (_, file) = finish(&mut app, TicTacToe::KEY);
    let line = file.line().expect("a line");
    played::open_line(app.world_mut(), &line).expect("a replay");
    until(&mut app, "the replay", |world| {
        world.resource::<Table<TicTacToe>>().is_replay()
    });
    let shown = table::<TicTacToe>(&app);
    assert_eq!(shown.id().to_string(), file.id);
    assert_eq!(shown.session().all_moves().len(), file.length);
    let why = played::open_line(app.world_mut(), "hello").expect_err("no replay");
    assert!(why.to_string().contains("line 1"), "{why}");
}

#[test]
fn the_lines_of_a_broken_replay_are_counted_from_the_beginning_of_its_text() {
    let text = "\n\n\n(version: 1, content: (id: 5))";
    let why = ReplayFile::parse(Path::new("shared.ron"), text).expect_err("its id is a number");
    assert!(why.to_string().contains("line 4"), "{why}");
}
