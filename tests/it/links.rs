//! Links to games: what they hold, how they are read on the command line and on the title, and what a desktop is told.

use std::process::Stdio;

use bevy::clipboard::Clipboard;
use bevy::prelude::*;
use bevy::text::EditableText;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::link::{MOST_BYTES, SCHEME};
use evolvarium::session::{Game, GameId, Link, LinkError, Table};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::played;
use evolvarium::shell::screen::Screen;

use crate::command_line::check_refusal;
use crate::harness::{
    app, is_text_shown, notices, open_setup, press_text, screen, some_frames, start, table, until,
};
use crate::keys::press;
use crate::resigning::{ID, given_up_game};
use crate::window::with_a_display;

/// The ids whose meaning is watched, of all games.
fn ids() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("pinned/ids.txt").lines();
    lines.filter_map(|line| line.split_once(' ').map(|(_, id)| id))
}

/// A finished game as a line of text.
fn line() -> String {
    given_up_game().line().expect("a line")
}

fn read(link: &str) -> Link {
    link.parse().unwrap_or_else(|why| panic!("{link}: {why}"))
}

#[test]
fn the_id_of_every_game_comes_back_from_its_link() {
    let mut games = 0;
    for id in ids() {
        let link = Link::Game(id.parse::<GameId>().expect("an id"));
        let text = link.to_string();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:@,=%".contains(c);
        assert!(
            text.starts_with(SCHEME) && text.chars().all(is_plain),
            "{text}"
        );
        // A link is read too if somebody has written it by hand, or if another program has escaped more of it.
        let escaped: String = id.bytes().map(|byte| format!("%{byte:02x}")).collect();
        for same in [
            text,
            format!("Evolvarium:{id} "),
            format!("{SCHEME}{escaped}"),
        ] {
            assert_eq!(read(&same), link);
        }
        games += 1;
    }
    assert!(games > 50, "{games} ids");
}

#[test]
fn a_finished_game_comes_back_from_its_link_unless_it_is_too_long() {
    let line = line();
    let link = Link::of_line(&line).expect("it is short");
    assert_eq!(link.game(), TicTacToe::KEY);
    assert_eq!(read(&link.to_string()), Link::Replay(line));
    let longest = "x".repeat(MOST_BYTES);
    assert!(Link::of_line(&longest).is_ok());
    let why = Link::of_line(&format!("{longest}x"));
    assert!(matches!(why, Err(LinkError::TooLong)));
    // The length is that of the game, however it is escaped.
    for escaped in ["x", "%78"] {
        let link = format!("{SCHEME}{}", escaped.repeat(MOST_BYTES + 1));
        assert!(matches!(link.parse::<Link>(), Err(LinkError::TooLong)));
    }
}

#[test]
fn broken_links_are_refused_in_one_line_and_nothing_starts() {
    let long = "x".repeat(MOST_BYTES + 1);
    for (named, part) in [
        ("", "\"\" is not a game id"),
        ("match3:9x9c6-p500", "is not a game id"),
        (
            "match3:9x9c6-p500%2",
            "\"%2\" in the link is not a percent sign",
        ),
        ("match3:9x9c6-p500%zz3f9", "\"%zz\" in the link"),
        ("match3:9x9c6-p500%+1", "\"%+1\" in the link"),
        ("match3:9x9c6%0A-p500%23a", "a control character"),
        ("match3:9x9c6\u{1b}-p500%23a", "a control character"),
        ("%ff", "UTF-8"),
        (
            "chess:8x8%23a",
            "there is no game \"chess\"; there are match3",
        ),
        ("%28version: 1, content: (id: 5", "the link: line 1"),
        ("match3:9x9c6-p500%23!!", "is not a seed"),
        (long.as_str(), "the link is too long"),
    ] {
        let link = format!("{SCHEME}{named}");
        check_refusal(&["open", &link], part);
        check_refusal(&[&link], part);
    }
    let scheme = "is not a link of Evolvarium, which begins with evolvarium:";
    check_refusal(&["open", "https://example.org/match3"], scheme);
    check_refusal(&["open", ID], scheme);
    check_refusal(&["open", "nowhere.ron"], "there is no such file");
}

#[test]
fn a_link_opens_a_game_or_shows_one_that_has_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut fields = app.world_mut().query::<&mut EditableText>();
    let mut field = fields.single_mut(app.world_mut()).expect("one field");
    *field = EditableText::new(Link::Game(ID.parse().expect("an id")).to_string());
    app.update();
    press_text(&mut app, "Open");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    assert!(
        table::<TicTacToe>(&app)
            .id()
            .to_string()
            .ends_with("3x3k3-human-rules#a")
    );
    (0..3).for_each(|_| app.update());
    assert!(is_text_shown(app.world_mut(), "Copy link"));
    let link = Link::of_line(&line()).expect("it is short");
    played::open_line(app.world_mut(), &link.to_string()).expect("a game");
    until(&mut app, "the replay", |world| {
        let table = world.get_resource::<Table<TicTacToe>>();
        table.is_some_and(Table::is_replay)
    });
    let why = played::open_line(app.world_mut(), "evolvarium:%zz").expect_err("no link");
    assert!(why.to_string().contains("%zz"), "{why}");
}

/// The text in the clipboard.
fn copied(app: &mut App) -> String {
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    let text = clipboard.fetch_text().poll_result();
    text.expect("it is there").expect("a text")
}

/// The program with a display, and so with a clipboard.
#[test]
#[ignore = "another test starts it as a program of its own"]
fn a_program_that_copies_the_link_and_the_id_of_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    (0..3).for_each(|_| app.update());
    let id = table::<TicTacToe>(&app).id();
    press_text(&mut app, "Copy link");
    assert_eq!(read(&copied(&mut app)), Link::Game(id.clone()));
    assert!(notices(app.world()).contains("The link to the game is copied."));
    press_text(&mut app, "Copy (C)");
    assert_eq!(copied(&mut app), id.to_string());
    assert!(notices(app.world()).contains("The game id is copied."));
}

#[test]
fn the_copy_buttons_put_the_link_and_the_id_into_the_clipboard() {
    let own = std::env::current_exe().expect("this program");
    let test = "links::a_program_that_copies_the_link_and_the_id_of_its_game";
    let output = with_a_display(own.as_os_str())
        .args(["--ignored", "--exact", test, "--nocapture"])
        .stdin(Stdio::null())
        .output()
        .expect("xvfb-run is installed by scripts/setup --headless");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
}

#[test]
fn the_desktop_file_hands_links_over_and_starts_the_title_without_one() {
    let desktop = include_str!("../../assets/desktop/org.evolvarium.Evolvarium.desktop");
    let value = |key: &str| {
        let mut lines = desktop.lines();
        lines.find_map(|line| line.strip_prefix(&format!("{key}=")))
    };
    // A desktop leaves %u out if there is no link.
    assert_eq!(value("Exec"), Some("evolvarium %u"));
    let scheme = SCHEME.trim_end_matches(':');
    let handled = format!("x-scheme-handler/{scheme};");
    assert_eq!(value("MimeType"), Some(handled.as_str()));
}

#[test]
fn behind_the_list_after_a_shared_replay_lies_the_page_on_which_it_was_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_setup(&mut app, Hexxagon::KEY);
    played::open_line(app.world_mut(), &line()).expect("a replay");
    until(&mut app, "the replay", |world| {
        let table = world.get_resource::<Table<TicTacToe>>();
        screen(world) == Screen::Play && table.is_some_and(|table| table.is_replay())
    });
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the list", |world| {
        screen(world) == Screen::Played
    });
    some_frames(&mut app);
    press_text(&mut app, "Back");
    until(&mut app, "the setup page", |world| {
        screen(world) == Screen::Setup
    });
    assert_eq!(app.world().resource::<ActiveGame>().0, Some(Hexxagon::KEY));
}
