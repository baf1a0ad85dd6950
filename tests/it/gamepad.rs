//! The gamepad alone reaches everything: pages, boards, and the panels beside them.

mod journey;
mod on_screen_keyboard;

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigation;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::session::Table;
use evolvarium::shell::games::Games;
use evolvarium::shell::input::meaning::Hand;
use evolvarium::shell::input::panel::PanelFocus;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;

use crate::harness::{
    app, fix_frame_time, menu, open_window, screen, start, table, until, wait_for_moves,
    wait_for_result, written,
};
use crate::keys::{connect_pad, move_stick, press, tap};
use crate::replays::watch_own_game;

/// Opens the game with a window, and connects a gamepad.
fn app_with_pad(folder: &std::path::Path) -> (App, Entity) {
    let mut app = app(folder);
    open_window(&mut app);
    (0..3).for_each(|_| app.update());
    let pad = connect_pad(&mut app);
    (app, pad)
}

fn focused(app: &App) -> Option<Entity> {
    app.world().resource::<InputFocus>().get()
}

fn is_in_panel(app: &App) -> bool {
    app.world().resource::<PanelFocus>().is_in_panel()
}

/// Whether a text is written in a widget. The key or button behind it need not be named.
fn says(world: &World, widget: Entity, wanted: &str) -> bool {
    let is_said = world.get::<Text>(widget).is_some_and(|text| {
        let text = written(text);
        text == wanted || text.starts_with(&format!("{wanted} ("))
    });
    let children = world.get::<Children>(widget);
    is_said || children.is_some_and(|all| all.iter().any(|child| says(world, child, wanted)))
}

/// The place of a widget on the screen; `None` if it is not shown.
pub fn place(world: &World, widget: Entity) -> Option<Vec2> {
    let is_shown = !world.get::<ComputedNode>(widget)?.is_empty();
    let place = world.get::<UiGlobalTransform>(widget)?.translation;
    is_shown.then_some(place)
}

/// The widget that is shown with a text, and its place.
fn widget(app: &mut App, text: &str) -> (Entity, Vec2) {
    let mut all = app
        .world_mut()
        .query_filtered::<Entity, With<AutoDirectionalNavigation>>();
    let world = app.world();
    let found = all
        .iter(world)
        .filter(|widget| says(world, *widget, text))
        .find_map(|widget| Some((widget, place(world, widget)?)));
    found.unwrap_or_else(|| panic!("{text} is not shown"))
}

/// Moves the focus with the cross to the widget with a text, as a player does who sees its place. If the straight way
/// is blocked, other ways are tried.
fn go_to(app: &mut App, pad: Entity, text: &str) {
    go_to_widget(app, pad, text, |app| widget(app, text));
}

/// Moves the focus in the same way to any widget that `find` returns.
pub fn go_to_widget(
    app: &mut App,
    pad: Entity,
    name: &str,
    find: impl Fn(&mut App) -> (Entity, Vec2),
) {
    let mut random = 1u32;
    for step in 0..400 {
        app.update();
        let (target, there) = find(app);
        if focused(app) == Some(target) {
            return;
        }
        let here = focused(app).and_then(|widget| place(app.world(), widget));
        let way = there - here.unwrap_or(there);
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let across = if way.x > 0.0 {
            GamepadButton::DPadRight
        } else {
            GamepadButton::DPadLeft
        };
        let along = if way.y >= 0.0 {
            GamepadButton::DPadDown
        } else {
            GamepadButton::DPadUp
        };
        let is_wide = way.x.abs() > way.y.abs();
        let any = [
            GamepadButton::DPadUp,
            GamepadButton::DPadDown,
            GamepadButton::DPadLeft,
            GamepadButton::DPadRight,
        ];
        let button = match step % 4 {
            3 => any[(random >> 28) as usize % 4],
            2 if is_wide => along,
            2 => across,
            _ if is_wide => across,
            _ => along,
        };
        tap(app, pad, button);
    }
    let at = focused(app).and_then(|widget| place(app.world(), widget));
    panic!("{name} at {:?} is not reached from {at:?}", find(app).1);
}

/// Begins a game of tic-tac-toe from the title, and puts the cursor into the middle of the board.
fn begin_tic_tac_toe(app: &mut App, pad: Entity) {
    go_to(app, pad, "Tic-tac-toe");
    tap(app, pad, GamepadButton::South);
    until(app, "the setup", |world| screen(world) == Screen::Setup);
    go_to(app, pad, "Play");
    tap(app, pad, GamepadButton::South);
    until(app, "the board", |world| screen(world) == Screen::Play);
    (0..5).for_each(|_| app.update());
    // The first arrow puts the cursor into the middle.
    tap(app, pad, GamepadButton::DPadUp);
}

/// The buttons with a text, and their places.
fn buttons_with(app: &mut App, text: &str) -> Vec<(Entity, Vec2)> {
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let world = app.world();
    let found = texts
        .iter(world)
        .filter(|(shown, _)| written(shown) == text);
    found
        .filter_map(|(_, parent)| Some((parent.parent(), place(world, parent.parent())?)))
        .collect()
}

#[test]
fn the_cross_reaches_the_buttons_on_the_tiles_of_the_title() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    let play = buttons_with(&mut app, "Play");
    assert_eq!(play.len(), 4, "one on each tile");
    let learn = buttons_with(&mut app, "Learn it");
    assert_eq!(learn.len(), 3, "the first tile says to start there");
    let set_up = buttons_with(&mut app, "Set up");
    assert_eq!(set_up.len(), 4, "one on each tile");
    assert_eq!(buttons_with(&mut app, "Journey").len(), 1);
    for button in &play {
        go_to_widget(&mut app, pad, "Play", |_| *button);
    }
    let is_one_of = |app: &App, buttons: &[(Entity, Vec2)]| {
        let mut buttons = buttons.iter();
        buttons.any(|(button, _)| focused(app) == Some(*button))
    };
    for (lesson, there) in learn {
        go_to_widget(&mut app, pad, "Learn it", |_| (lesson, there));
        tap(&mut app, pad, GamepadButton::DPadLeft);
        assert!(is_one_of(&app, &set_up));
        tap(&mut app, pad, GamepadButton::DPadLeft);
        assert!(is_one_of(&app, &play));
        tap(&mut app, pad, GamepadButton::DPadRight);
        tap(&mut app, pad, GamepadButton::DPadRight);
        assert_eq!(focused(&app), Some(lesson));
    }
    // From the last button of a tile the cross goes on to the first one of the tile beside it, and back.
    let left = *play
        .iter()
        .min_by_key(|(_, at)| (at.x + at.y) as i32)
        .expect("four");
    let right = play.iter().filter(|(_, at)| at.y == left.1.y);
    let right = *right.max_by_key(|(_, at)| at.x as i32).expect("two");
    go_to_widget(&mut app, pad, "Play", |_| right);
    tap(&mut app, pad, GamepadButton::DPadLeft);
    let last = focused(&app).expect("a button of the left tile");
    assert!(place(app.world(), last).expect("a place").x < right.1.x - 200.0);
    tap(&mut app, pad, GamepadButton::DPadRight);
    assert_eq!(focused(&app), Some(right.0));
    go_to_widget(&mut app, pad, "Play", |_| play[0]);
    tap(&mut app, pad, GamepadButton::South);
    until(&mut app, "the game", |world| {
        matches!(screen(world), Screen::Play | Screen::Theatre)
    });
}

#[test]
fn the_gamepad_alone_leads_from_the_title_to_the_board_and_to_the_buttons_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    begin_tic_tac_toe(&mut app, pad);
    tap(&mut app, pad, GamepadButton::South);
    wait_for_moves::<TicTacToe>(&mut app, 2);
    tap(&mut app, pad, GamepadButton::RightThumb);
    assert!(is_in_panel(&app));
    go_to(&mut app, pad, "Restart");
    tap(&mut app, pad, GamepadButton::South);
    app.update();
    assert_eq!(table::<TicTacToe>(&app).moves(), []);
    let restart = focused(&app);
    tap(&mut app, pad, GamepadButton::DPadUp);
    assert!(is_in_panel(&app) && focused(&app) != restart);
    tap(&mut app, pad, GamepadButton::East);
    app.update();
    assert!(!is_in_panel(&app));
    assert_eq!(
        menu(app.world()),
        Menu::None,
        "going back does not pause the game"
    );
    // The cursor has not moved, because the arrows were not meant for the board.
    tap(&mut app, pad, GamepadButton::South);
    wait_for_moves::<TicTacToe>(&mut app, 2);
    assert_eq!(table::<TicTacToe>(&app).moves()[0], Cell(4));
    // The same button leads back to the place where the focus was.
    tap(&mut app, pad, GamepadButton::RightThumb);
    assert!(is_in_panel(&app));
    tap(&mut app, pad, GamepadButton::RightThumb);
    app.update();
    assert!(!is_in_panel(&app));
    tap(&mut app, pad, GamepadButton::East);
    app.update();
    assert_eq!(menu(app.world()), Menu::Pause);
}

/// Moves the cursor of a board of 3x3 from one cell to another one with the cross.
fn move_cursor(app: &mut App, pad: Entity, from: Cell, to: Cell) {
    let place = |cell: Cell| (cell.0 / 3, cell.0 % 3);
    let (mut at, to) = (place(from), place(to));
    while at != to {
        let (button, next) = match () {
            () if at.0 < to.0 => (GamepadButton::DPadDown, (at.0 + 1, at.1)),
            () if at.0 > to.0 => (GamepadButton::DPadUp, (at.0 - 1, at.1)),
            () if at.1 < to.1 => (GamepadButton::DPadRight, (at.0, at.1 + 1)),
            () => (GamepadButton::DPadLeft, (at.0, at.1 - 1)),
        };
        tap(app, pad, button);
        at = next;
    }
}

#[test]
fn a_whole_game_is_played_with_the_gamepad_alone_from_the_title_and_back_to_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    begin_tic_tac_toe(&mut app, pad);
    let mut cursor = Cell(4);
    loop {
        until(&mut app, "the player's turn", |world| {
            let table = world.resource::<Table<TicTacToe>>();
            table.is_human_turn() || table.is_over()
        });
        if table::<TicTacToe>(&app).is_over() {
            break;
        }
        let free = table::<TicTacToe>(&app).state().legal_cells();
        let wanted = if free.contains(&cursor) {
            cursor
        } else {
            free[0]
        };
        move_cursor(&mut app, pad, cursor, wanted);
        cursor = wanted;
        let before = table::<TicTacToe>(&app).moves().len();
        tap(&mut app, pad, GamepadButton::South);
        app.update();
        assert_eq!(table::<TicTacToe>(&app).moves().get(before), Some(&cursor));
    }
    wait_for_result(&mut app);
    go_to(&mut app, pad, "Title screen");
    tap(&mut app, pad, GamepadButton::South);
    until(&mut app, "the title", |world| {
        screen(world) == Screen::Title
    });
}

#[test]
fn the_keyboard_reaches_the_panel_and_the_dungeon_does_nothing_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    start(&mut app, "dungeon:d2f1r8s8e1c1l0#a");
    (0..5).for_each(|_| app.update());
    let turns = |app: &App| table::<DungeonGame>(app).state().totals().turns;
    press(&mut app, KeyCode::F6);
    assert!(is_in_panel(&app));
    let first = focused(&app);
    press(&mut app, KeyCode::ArrowDown);
    assert!(
        is_in_panel(&app) && focused(&app) != first,
        "the focus moves"
    );
    let pad = connect_pad(&mut app);
    for key in [KeyCode::KeyX, KeyCode::KeyG, KeyCode::Numpad8] {
        press(&mut app, key);
    }
    tap(&mut app, pad, GamepadButton::West);
    (0..40).for_each(|_| app.update());
    assert_eq!(turns(&app), 0, "nothing is meant for the hero");
    press(&mut app, KeyCode::Escape);
    app.update();
    assert!(!is_in_panel(&app));
    assert_eq!(menu(app.world()), Menu::None);
    press(&mut app, KeyCode::KeyG);
    until(&mut app, "a turn", |world| {
        let table = world.resource::<evolvarium::games::dungeon::Table>();
        table.state().totals().turns > 0
    });
}

#[test]
fn keys_are_meant_for_the_board_after_a_click_in_the_panel() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    start(&mut app, "tic-tac-toe:3x3k3-human-random#a");
    (0..5).for_each(|_| app.update());
    let (undo, _) = widget(&mut app, "Undo");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    // A click gives the focus to a widget and does not show it.
    focus.set(undo, FocusCause::Pressed);
    app.update();
    assert!(!is_in_panel(&app));
    press(&mut app, KeyCode::Numpad5);
    wait_for_moves::<TicTacToe>(&mut app, 2);
    assert_eq!(table::<TicTacToe>(&app).moves()[0], Cell(4));
    // In the panel the number pad is not meant for the board either.
    app.world_mut().resource_mut::<InputFocus>().clear();
    tap(&mut app, pad, GamepadButton::RightThumb);
    assert!(is_in_panel(&app));
    for key in [KeyCode::Numpad1, KeyCode::Numpad2, KeyCode::Numpad3] {
        press(&mut app, key);
    }
    (0..20).for_each(|_| app.update());
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 2);
}

#[test]
fn a_push_of_the_stick_moves_the_cursor_by_one_cell() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    start(&mut app, "tic-tac-toe:5x5k4-human-random#a");
    // The first push puts the cursor into the middle of the five rows and columns.
    for (right, up) in [(0.0, 1.0), (-1.0, 0.0), (0.0, -0.9)] {
        move_stick(&mut app, pad, right, up);
        move_stick(&mut app, pad, 0.0, 0.0);
    }
    // A stick that is hardly touched does nothing.
    move_stick(&mut app, pad, 0.3, 0.3);
    tap(&mut app, pad, GamepadButton::South);
    wait_for_moves::<TicTacToe>(&mut app, 2);
    assert_eq!(table::<TicTacToe>(&app).moves()[0], Cell(3 * 5 + 1));
}

#[test]
fn a_stick_that_is_held_goes_on_moving_the_focus() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    app.world_mut()
        .resource_mut::<NextState<Menu>>()
        .set(Menu::Settings);
    (0..5).for_each(|_| app.update());
    move_stick(&mut app, pad, 0.0, -1.0);
    let mut seen = vec![focused(&app)];
    until(&mut app, "three more widgets", |world| {
        let focused = world.resource::<InputFocus>().get();
        if !seen.contains(&focused) {
            seen.push(focused);
        }
        seen.len() == 4
    });
    move_stick(&mut app, pad, 0.0, 0.0);
    let at = focused(&app);
    // A stick that is held steps several times a second.
    fix_frame_time(&mut app);
    (0..20).for_each(|_| app.update());
    assert_eq!(focused(&app), at, "it stops when the stick is let go");
}

#[test]
fn the_stick_moves_the_slider_of_a_replay_and_steps_through_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    watch_own_game(&mut app);
    let shown = |app: &App| table::<TicTacToe>(app).moves().len();
    tap(&mut app, pad, GamepadButton::DPadUp);
    assert_eq!(shown(&app), 0);
    move_stick(&mut app, pad, 1.0, 0.0);
    move_stick(&mut app, pad, 0.0, 0.0);
    assert_eq!(shown(&app), 1);
    tap(&mut app, pad, GamepadButton::RightThumb);
    let mut sliders = app
        .world_mut()
        .query_filtered::<Entity, With<bevy::ui_widgets::Slider>>();
    let slider = sliders.single(app.world()).expect("one slider");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(slider, FocusCause::Navigated);
    for _ in 0..2 {
        tap(&mut app, pad, GamepadButton::DPadRight);
        app.update();
    }
    assert_eq!(shown(&app), 3);
    assert!(is_in_panel(&app));
}

#[test]
fn the_left_half_of_the_gamepad_is_enough_for_one_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, pad) = app_with_pad(folder.path());
    app.world_mut().resource_scope(|world, games: Mut<Games>| {
        let mut settings = world.resource_mut::<Settings>();
        settings.use_one_hand(&games, Hand::Left);
    });
    start(&mut app, "tic-tac-toe:3x3k3-human-random#a");
    (0..5).for_each(|_| app.update());
    for (right, up) in [(0.0, 1.0), (1.0, 0.0)] {
        move_stick(&mut app, pad, right, up);
        move_stick(&mut app, pad, 0.0, 0.0);
    }
    tap(&mut app, pad, GamepadButton::DPadDown);
    wait_for_moves::<TicTacToe>(&mut app, 2);
    assert_eq!(table::<TicTacToe>(&app).moves()[0], Cell(5));
    tap(&mut app, pad, GamepadButton::LeftTrigger);
    assert_eq!(table::<TicTacToe>(&app).moves(), []);
    tap(&mut app, pad, GamepadButton::LeftThumb);
    assert!(is_in_panel(&app));
    tap(&mut app, pad, GamepadButton::DPadRight);
    app.update();
    assert!(!is_in_panel(&app));
    tap(&mut app, pad, GamepadButton::DPadRight);
    app.update();
    assert_eq!(menu(app.world()), Menu::Pause);
}
