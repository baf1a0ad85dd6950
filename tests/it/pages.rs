//! The contents of the pages beside the boards: the pause menu, the settings, the statistics, and the setup pages.

use std::fs;
use std::path::Path;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::window::PrimaryWindow;
use evolvarium::games::hexxagon::BoardEditor;
use evolvarium::games::hexxagon::Hexxagon;
use evolvarium::games::hexxagon::rules::CellMove;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::players::Opponent;
use evolvarium::games::tic_tac_toe::rules::{Board, TicTacToe};
use evolvarium::games::tic_tac_toe::setup::Seat;
use evolvarium::session::labels::{SavedLabel, set_label};
use evolvarium::session::played::{PlayedGame, PlayedGames};
use evolvarium::session::puzzle::key_of;
use evolvarium::session::statistics::{GameResult, Statistics};
use evolvarium::session::{Difficulty, Folders, Game, Moment, PlayerFile};
use evolvarium::shell::audio::Loudness;
use evolvarium::shell::editor;
use evolvarium::shell::played::{self, Played, PlayedTab};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{NewGame, TableGame, new_game, play_for_human};

use crate::harness::{
    app, end_and_resume, fast_game, is_said, menu, notices, open_whole_setup, open_window,
    press_button, screen, start, table, until, wait_for_moves,
};
use crate::keys::press;

/// Whether an entity is inside an entity with this name.
fn is_inside(world: &World, entity: Entity, name: &str) -> bool {
    let mut above = Some(entity);
    while let Some(here) = above {
        if world
            .get::<Name>(here)
            .is_some_and(|own| own.as_str() == name)
        {
            return true;
        }
        above = world.get::<ChildOf>(here).map(ChildOf::parent);
    }
    false
}

#[test]
fn the_pause_menu_begins_the_game_again_and_switches_the_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level1#a");
    let first = table::<Hexxagon>(&app).state().moves()[0];
    let first = table::<Hexxagon>(&app).state().written(first);
    play_for_human::<Hexxagon>(app.world_mut(), first.expect("a move"));
    wait_for_moves::<Hexxagon>(&mut app, 2);
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the menu", |world| menu(world) == Menu::Pause);
    app.update();
    press_button(&mut app, "Sound off", |_, _| true);
    assert!(app.world().resource::<Settings>().muted);
    app.update();
    press_button(&mut app, "Sound on", |_, _| true);
    assert!(!app.world().resource::<Settings>().muted);
    press_button(&mut app, "Restart (R)", |world, button| {
        is_inside(world, button, "Menu")
    });
    until(&mut app, "the board", |world| menu(world) == Menu::None);
    assert_eq!(table::<Hexxagon>(&app).moves(), []);
}

#[test]
fn nothing_is_heard_behind_another_window_unless_the_player_wants_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    let loudness = |app: &mut App, is_in_front: bool| {
        let mut windows = app
            .world_mut()
            .query_filtered::<&mut Window, With<PrimaryWindow>>();
        let mut window = windows.single_mut(app.world_mut()).expect("a window");
        window.focused = is_in_front;
        app.update();
        app.world().resource::<Loudness>().0
    };
    assert!(loudness(&mut app, true) > 0);
    assert_eq!(loudness(&mut app, false), 0);
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.quiet_in_background = false;
    assert!(loudness(&mut app, false) > 0);
}

#[test]
fn statistics_begin_anew_after_a_question_and_only_those_of_the_chosen_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for key in [Hexxagon::KEY, TicTacToe::KEY] {
        Statistics::count(app.world_mut(), key, "any", GameResult::Won, 0);
        let game = PlayedGame {
            game: key.to_owned(),
            name: "any".to_owned(),
            result: GameResult::Won,
            ended: Moment(0),
            seconds: 9,
            announced: None,
            announced_for: Default::default(),
        };
        PlayedGames::add(app.world_mut(), game);
    }
    played::open(app.world_mut(), Some(Hexxagon::KEY));
    until(&mut app, "the page", |world| {
        screen(world) == Screen::Played
    });
    app.world_mut().resource_mut::<Played>().tab = PlayedTab::Statistics;
    (0..3).for_each(|_| app.update());
    let won = |app: &App, key: &str| app.world().resource::<Statistics>().of(key, "any").won;
    press_button(&mut app, "Delete results", |_, _| true);
    assert_eq!(won(&app, Hexxagon::KEY), 1, "first it is asked");
    app.update();
    press_button(
        &mut app,
        "All these results will be gone. Really delete them?",
        |_, _| true,
    );
    assert_eq!(
        (won(&app, Hexxagon::KEY), won(&app, TicTacToe::KEY)),
        (0, 1)
    );
    let games = app.world().resource::<PlayedGames>();
    let count = |key| games.of(Some(key)).count();
    assert_eq!((count(Hexxagon::KEY), count(TicTacToe::KEY)), (0, 1));
    let path = Statistics::path(&Folders::within(folder.path()));
    until(&mut app, "the file", |_| {
        fs::read_to_string(&path).is_ok_and(|text| !text.contains("hexxagon"))
    });
}

#[test]
fn the_statistics_show_the_course_of_the_rating_for_puzzles() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = |result: &str| format!("Game(rival: 1000.0, result: {result})");
    let samples = ["Won", "Lost", "Won"].map(sample).join(", ");
    let key = key_of(Hexxagon::KEY);
    fs::create_dir_all(folder.path().join("data")).expect("a folder");
    let text = format!("(version: 1, content: {{\"{key}\": [{samples}]}})");
    fs::write(folder.path().join("data/skills.ron"), text).expect("it is written");
    let mut app = app(folder.path());
    app.update();
    played::open(app.world_mut(), Some(Hexxagon::KEY));
    until(&mut app, "the page", |world| {
        screen(world) == Screen::Played
    });
    app.world_mut().resource_mut::<Played>().tab = PlayedTab::Statistics;
    until(&mut app, "the chart", |world| {
        is_said(world, "rating and its interval") && is_said(world, "Puzzle rating")
    });
    // A screen reader gets the chart in words.
    let mut names = app.world_mut().query::<(&Name, &AccessibleLabel)>();
    let mut plots = names.iter(app.world());
    let plot = plots.find(|(name, _)| name.as_str() == "Plot");
    let words = plot.expect("a chart").1.0.clone();
    for part in ["Puzzle rating", " at 1, ", " at 3, between "] {
        assert!(words.contains(part), "{part} in {words}");
    }
}

#[test]
fn two_computers_of_different_strengths_have_no_difficulty() {
    let lit = |text: &str| {
        let setup = text.parse().expect(text);
        let levels = Difficulty::ALL.into_iter();
        levels
            .filter(|level| Hexxagon::is_difficulty(&setup, *level))
            .collect::<Vec<_>>()
    };
    assert_eq!(lit("b1-level3-level5"), []);
    assert_eq!(lit("b1-human-level3"), [Difficulty::Normal]);
    assert_eq!(lit("b1-level5-level5"), [Difficulty::Hard]);
    let lit = |text: &str| {
        let setup = text.parse().expect(text);
        let levels = Difficulty::ALL.into_iter();
        levels
            .filter(|level| TicTacToe::is_difficulty(&setup, *level))
            .collect::<Vec<_>>()
    };
    assert_eq!(lit("3x3k3-rules-random"), []);
    assert_eq!(lit("3x3k3-rules-human"), [Difficulty::Normal]);
}

#[test]
fn another_board_of_tic_tac_toe_keeps_the_difficulty() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_whole_setup(&mut app, TicTacToe::KEY);
    let rival = |app: &App| new_game::setup::<TicTacToe>(app.world()).seats[1].clone();
    let seat = |app: &mut App, opponent: Opponent| {
        new_game::change::<TicTacToe>(app.world_mut(), |setup| {
            setup.seats = [Seat::Human, Seat::Computer(opponent)];
        });
    };
    let of = |level, board| Seat::Computer(Opponent::of(level, board));
    for level in Difficulty::ALL {
        seat(&mut app, Opponent::of(level, Board::default()));
        press_button(&mut app, "Ultimate", |_, _| true);
        assert_eq!(rival(&app), of(level, Board::Ultimate));
        press_button(&mut app, "3 x 3", |_, _| true);
        assert_eq!(rival(&app), of(level, Board::default()));
    }
    // A saved strategy plays on 3 x 3 only, and has no difficulty: that of the settings takes its place.
    let name = "mine".parse().expect("a name");
    seat(&mut app, Opponent::Saved(name));
    press_button(&mut app, "Ultimate", |_, _| true);
    assert_eq!(rival(&app), of(Difficulty::Normal, Board::Ultimate));
}

#[test]
fn a_saved_strategy_keeps_its_typed_name_while_it_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let name = "sailboat".parse().expect("a name");
    let folders = Folders::within(folder.path());
    let library = evolvarium::games::tic_tac_toe::opponents::saved::library(&folders);
    let label = SavedLabel {
        name: "Sail Boat 1".to_owned(),
        kept: Moment(0),
        from: None,
    };
    set_label(app.world_mut(), &library.path(&name), Some(label));
    app.update();
    let words = app.world().resource::<evolvarium::shell::words::Words>();
    let said = TicTacToe::opponent_name(&Opponent::Saved(name), words);
    assert_eq!(said, "Saved: Sail Boat 1");
    // The name is known in another language too.
    let language = evolvarium::shell::words::Language::Korean;
    app.world_mut().resource_mut::<Settings>().language = language;
    app.update();
    let words = app.world().resource::<evolvarium::shell::words::Words>();
    let name = "sailboat".parse().expect("a name");
    let said = TicTacToe::opponent_name(&Opponent::Saved(name), words);
    assert!(said.contains("Sail Boat 1"), "{said}");
}

#[test]
fn a_resumed_game_of_hexxagon_says_what_was_played_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    assert!(is_said(app.world_mut(), "Pick up one of your pieces."));
    let made = table::<Hexxagon>(&app).state().moves()[0];
    let made: Option<CellMove> = table::<Hexxagon>(&app).state().written(made);
    play_for_human::<Hexxagon>(app.world_mut(), made.expect("a move"));
    wait_for_moves::<Hexxagon>(&mut app, 1);
    let mut app = end_and_resume(app, folder.path(), Hexxagon::KEY);
    (0..3).for_each(|_| app.update());
    assert!(is_said(app.world_mut(), "Ruby: "));
    assert!(!is_said(app.world_mut(), "Pick up one of your pieces."));
}

#[test]
fn the_setup_page_names_the_levels_that_were_beaten() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for (name, result) in [
        ("2 level1", GameResult::Won),
        ("2 level2", GameResult::Lost),
        ("2 level3", GameResult::Won),
    ] {
        Statistics::count(app.world_mut(), Hexxagon::KEY, name, result, 0);
    }
    let setup = "b1-human-level3".parse().expect("a setup");
    app.world_mut().resource_mut::<NewGame<Hexxagon>>().setup = setup;
    open_whole_setup(&mut app, Hexxagon::KEY);
    assert!(is_said(app.world_mut(), "Levels beaten so far: 1, 3"));
}

fn open_editor(app: &mut App, game: &'static str, button: &str) {
    open_whole_setup(app, game);
    press_button(app, button, |_, _| true);
    until(app, "the editor", |world| menu(world) == Menu::Editor);
    (0..3).for_each(|_| app.update());
}

#[test]
fn an_unfair_board_is_played_and_saved_when_the_player_has_been_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Hexxagon::KEY, "Board editor");
    let in_editor = |world: &World, button| is_inside(world, button, "Editor");
    let take_a_start = |app: &mut App| {
        editor::change::<BoardEditor>(app.world_mut(), |draft| {
            let start = &mut draft.plan.starts[1];
            *start = start.iter().skip(1).collect();
        });
        app.update();
    };
    take_a_start(&mut app);
    let mut fields = app.world_mut().query::<(Entity, &mut EditableText)>();
    let fields: Vec<Entity> = fields.iter(app.world()).map(|(field, _)| field).collect();
    for field in fields {
        if is_inside(app.world(), field, "Editor") {
            let mut text = app.world_mut().get_mut::<EditableText>(field);
            **text.as_mut().expect("a field") = EditableText::new("lopsided");
        }
    }
    press_button(&mut app, "Save", in_editor);
    assert!(notices(app.world()).contains("This board is not fair"));
    let library = evolvarium::games::hexxagon::boards::saved::library;
    let saved = |world: &World| library(world.resource::<Folders>()).names().len();
    (0..5).for_each(|_| app.update());
    assert_eq!(saved(app.world()), 0);
    press_button(&mut app, "Save", in_editor);
    until(&mut app, "the file", |world| saved(world) == 1);
    press_button(&mut app, "Play", in_editor);
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    // A fair board is played without a question.
    let other = tempfile::tempdir().expect("a folder");
    let mut app = crate::harness::app(other.path());
    open_editor(&mut app, Hexxagon::KEY, "Board editor");
    press_button(&mut app, "Play", in_editor);
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    assert!(!notices(app.world()).contains("not fair"));
}

#[test]
fn the_squares_of_a_strategy_are_explained_in_its_editor() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, TicTacToe::KEY, "Strategy editor");
    assert!(is_said(app.world_mut(), "it can lose from here"));
}

fn timed_game(folder: &Path) -> App {
    let mut app = app(folder);
    start(&mut app, "match3:9x9c6-p488u60#5");
    app.update();
    app
}

fn seconds(app: &App) -> f32 {
    table::<Match3>(app).extra.seconds
}

#[test]
fn the_clock_begins_after_a_countdown_or_with_the_first_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = timed_game(folder.path());
    assert!(is_said(app.world_mut(), "Ready … "));
    assert_eq!(seconds(&app), 0.0);
    until(&mut app, "the end of the countdown", |world| {
        !is_said(world, "Ready … ")
    });
    until(&mut app, "the clock", |world| {
        let table = world.resource::<evolvarium::games::match3::Table>();
        table.extra.seconds > 0.0
    });
    let other = tempfile::tempdir().expect("a folder");
    let mut app = timed_game(other.path());
    let swap = Match3::hint(table::<Match3>(&app)).expect("a swap");
    play_for_human::<Match3>(app.world_mut(), swap);
    (0..2).for_each(|_| app.update());
    assert!(!is_said(app.world_mut(), "Ready … "));
    until(&mut app, "the clock", |world| {
        let table = world.resource::<evolvarium::games::match3::Table>();
        table.extra.seconds > 0.0
    });
}

/// Presses and releases keys within a single frame, in this order.
fn type_in_a_frame(app: &mut App, strokes: &[(KeyCode, Key, ButtonState)]) {
    let mut windows = app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).expect("a window");
    for (key_code, logical_key, state) in strokes.iter().cloned() {
        let text = match &logical_key {
            Key::Character(text) => Some(text.clone()),
            _ => None,
        };
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key,
            state,
            text,
            repeat: false,
            window,
        });
    }
    app.update();
}

#[test]
fn a_chord_within_a_slow_frame_types_no_letter() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    open_whole_setup(&mut app, Hexxagon::KEY);
    let mut fields = app.world_mut().query::<(Entity, &EditableText)>();
    let (field, text) = fields
        .iter(app.world())
        .next()
        .expect("the field of the seed");
    let before = text.value().to_string();
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(field, FocusCause::Navigated);
    app.update();
    let a = Key::Character("a".into());
    type_in_a_frame(
        &mut app,
        &[
            (KeyCode::ControlLeft, Key::Control, ButtonState::Pressed),
            (KeyCode::KeyA, a.clone(), ButtonState::Pressed),
            (KeyCode::KeyA, a.clone(), ButtonState::Released),
            (KeyCode::ControlLeft, Key::Control, ButtonState::Released),
        ],
    );
    (0..3).for_each(|_| app.update());
    let value = |app: &App| {
        let text = app.world().get::<EditableText>(field).expect("it is there");
        text.value().to_string()
    };
    assert_eq!(value(&app), before);
    // The letter alone is typed, in place of the selected text.
    type_in_a_frame(
        &mut app,
        &[
            (KeyCode::KeyA, a.clone(), ButtonState::Pressed),
            (KeyCode::KeyA, a, ButtonState::Released),
        ],
    );
    (0..3).for_each(|_| app.update());
    assert_eq!(value(&app), "a");
}
