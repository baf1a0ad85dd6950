//! A fifth game is added from outside and played. It gets everything that the table offers, and no shared line changes.

pub mod reversi;

use std::path::Path;

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{Difficulty, Ending, Folders, Game, Seat, Table};
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::shelf;
use evolvarium::shell::table::{NewGame, new_game};

use crate::harness::{
    app, card, finish_run_and_pick_best, menu, open_window, screen, start, table, texts, until,
    wait_for_moves,
};
use crate::keys::press;
use reversi::Reversi;

/// Returns the app with the fifth game in it.
fn app_with_reversi(folder: &Path) -> App {
    let mut app = app(folder);
    reversi::plugin(&mut app);
    app.update();
    app
}

#[test]
fn it_has_a_tile_a_setup_page_and_a_difficulty() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_reversi(folder.path());
    assert!(texts(&mut app).contains("Reversi"), "a tile on the title");
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(Reversi::KEY);
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Setup);
    app.update();
    let page = texts(&mut app);
    assert!(
        page.contains("Set up a game") && page.contains("reversi.1:human-ahead2w"),
        "{page}"
    );
    new_game::choose_difficulty::<Reversi>(app.world_mut(), Difficulty::Expert);
    let setup = &app.world().resource::<NewGame<Reversi>>().setup;
    assert_eq!(setup.to_string(), "human-ahead4w922433");
    let settings = app.world().resource::<Settings>();
    assert_eq!(settings.difficulty_of(Reversi::KEY), Difficulty::Expert);
    // Enter does what the main button does.
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    assert!(texts(&mut app).contains("Your turn"));
}

/// Makes the first move on cell 8 with the mouse, takes it back, and makes it again with the keys. The cell is a legal
/// first move of black.
fn move_by_mouse_and_keys(app: &mut App) {
    click(app, 8);
    wait_for_moves::<Reversi>(app, 2);
    assert_eq!(table::<Reversi>(app).moves()[0], 8);
    press(app, KeyCode::KeyU);
    assert!(
        table::<Reversi>(app).moves().is_empty(),
        "the reply is taken back too"
    );
    // The keys start below and right of the middle.
    for key in [
        KeyCode::ArrowUp,
        KeyCode::ArrowUp,
        KeyCode::ArrowUp,
        KeyCode::ArrowLeft,
    ] {
        press(app, key);
    }
    press(app, KeyCode::Enter);
    wait_for_moves::<Reversi>(app, 2);
    assert_eq!(table::<Reversi>(app).moves()[0], 8);
}

/// Lets the game play itself to its result, which is counted.
fn play_to_result(app: &mut App) {
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    let card = card(app, Reversi::KEY);
    until(app, "the result", |world| {
        (card.play_itself)(world);
        menu(world) == Menu::Result
    });
    let ending = table::<Reversi>(app).ending().expect("it is over");
    let tally = app.world().resource::<Statistics>();
    let tally = tally.of(Reversi::KEY, "ahead1w922433");
    let won = u32::from(ending == Ending::Won(0));
    assert_eq!((tally.games(), tally.won), (1, won));
}

#[test]
fn it_is_played_by_mouse_and_keys_taken_back_saved_killed_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_reversi(folder.path());
    open_window(&mut app);
    start(&mut app, "reversi:human-ahead1w922433#a");
    app.update();
    move_by_mouse_and_keys(&mut app);
    let (moves, position) = (
        table::<Reversi>(&app).moves().to_vec(),
        *table::<Reversi>(&app).state(),
    );
    let save = Folders::within(folder.path()).game(Reversi::KEY);
    until(&mut app, "the save", |_| {
        std::fs::read_to_string(&save).is_ok_and(|text| text.contains("made: 2"))
    });
    // The program is killed: no system learns that it ends.
    drop(app);
    let mut second = app_with_reversi(folder.path());
    (card(&second, Reversi::KEY).resume)(second.world_mut());
    until(&mut second, "the board", |world| {
        screen(world) == Screen::Play
    });
    assert_eq!(
        (
            table::<Reversi>(&second).moves(),
            *table::<Reversi>(&second).state()
        ),
        (&moves[..], position)
    );
    // At the end the save is gone. The id is enough to get the same game.
    play_to_result(&mut second);
    until(&mut second, "the save to go", |_| !save.exists());
    let id = table::<Reversi>(&second).id().to_string();
    assert_eq!(id, "reversi.1:human-ahead1w922433#a");
    start(&mut second, &id);
    until(&mut second, "a new game", |world| {
        world.resource::<Table<Reversi>>().moves().is_empty()
    });
}

#[test]
fn what_is_kept_of_it_stands_on_the_shelf_and_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_reversi(folder.path());
    let library = folder.path().join("data").join("reversi");
    std::fs::create_dir_all(&library).expect("a folder");
    std::fs::write(library.join("corner.ron"), "ahead1w922433").expect("written");
    shelf::open(app.world_mut(), Some(Reversi::KEY));
    until(&mut app, "the shelf", |world| {
        screen(world) == Screen::Shelf && shelf::are_things_read(world)
    });
    app.update();
    let page = texts(&mut app);
    for part in ["corner", "Weights", "Reversi"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let shown = app.world().resource::<shelf::Shelf>().found.clone();
    assert_eq!(shown, [library.join("corner.ron")]);
    shelf::play(app.world_mut(), &shown[0]).expect("it can be played");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let id = table::<Reversi>(&app).id().to_string();
    assert_eq!(id, "reversi.1:human-ahead1w922433#a");
}

/// Clicks on a cell. The 6 by 6 cells of 113 pixels lie to the left of the panel.
fn click(app: &mut App, cell: u16) {
    let side = 113.0;
    let left = (1280.0 - 424.0) / 2.0 - 2.5 * side;
    let top = 360.0 - 2.5 * side;
    let at = Vec2::new(
        left + f32::from(cell % 6) * side,
        top + f32::from(cell / 6) * side,
    );
    let mut windows = app
        .world_mut()
        .query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let (window, mut found) = windows.single_mut(app.world_mut()).expect("a window");
    found.set_cursor_position(Some(at));
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(MouseButtonInput {
            button: MouseButton::Left,
            state,
            window,
        });
        app.update();
    }
}

#[test]
fn its_weights_evolve_in_the_theatre_and_are_played_against() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_reversi(folder.path());
    (card(&app, Reversi::KEY).evolve)(app.world_mut()).expect("it begins");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    finish_run_and_pick_best(&mut app);
    let Seat::Computer(evolved) = table::<Reversi>(&app).seats()[1] else {
        panic!("the evolved opponent sits in the second seat");
    };
    assert!(
        table::<Reversi>(&app)
            .id()
            .to_string()
            .contains(&evolved.to_string())
    );
}

#[test]
fn its_subcommand_counts_positions_as_is_known() {
    let subcommand = reversi::subcommand();
    // The first plies are those of the usual board; each of the first twelve positions is known to have 4 or 5 moves.
    for (depth, count) in [("1", "4\n"), ("2", "12\n"), ("3", "56\n")] {
        let arguments = ["reversi", "--depth", depth];
        let matches = subcommand.command.clone().try_get_matches_from(arguments);
        let counted = subcommand.run(&matches.expect("good arguments"));
        assert_eq!(counted.expect("it counts").text, count, "depth {depth}");
    }
    let arguments = ["evolvarium", "perft", "reversi", "--depth", "1"].map(Into::into);
    let exit = evolvarium::cli::run(arguments, &[subcommand]);
    assert_eq!(exit, std::process::ExitCode::SUCCESS);
}
