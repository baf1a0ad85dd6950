//! Playing with the keyboard alone, and with the gamepad alone.

use std::time::Duration;

use bevy::input::ButtonState;
use bevy::input::gamepad::{
    GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent,
    RawGamepadButtonChangedEvent, RawGamepadEvent,
};
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::rules::{Match3, Swap};
use evolvarium::shell::input::Action;
use evolvarium::shell::input::capture::{self, Capture, ControlSlot};
use evolvarium::shell::input::controls::Control;
use evolvarium::shell::input::meaning::Meaning;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{Hint, TableGame};

use crate::harness::{ID, app, notices, open_menu, open_window, press_text, screen, start, until};

/// Presses and releases a key, one frame each.
pub fn press(app: &mut App, key: KeyCode) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        move_key(app, key, state);
    }
}

/// Presses or releases a key, and lets a frame go by.
pub fn move_key(app: &mut App, key: KeyCode, state: ButtonState) {
    app.world_mut().write_message(KeyboardInput {
        key_code: key,
        logical_key: Key::Unidentified(NativeKey::Unidentified),
        state,
        text: None,
        repeat: false,
        window: Entity::PLACEHOLDER,
    });
    app.update();
}

/// Makes a swap with the keyboard. The cursor starts in the middle of a 9x9 board, or where it was before.
pub fn swap_by_keys(app: &mut App, from: &mut (usize, usize), swap: Swap) {
    let mut go = |app: &mut App, (row, col): (usize, usize)| {
        while *from != (row, col) {
            let (key, next) = match () {
                () if from.0 < row => (KeyCode::ArrowDown, (from.0 + 1, from.1)),
                () if from.0 > row => (KeyCode::ArrowUp, (from.0 - 1, from.1)),
                () if from.1 < col => (KeyCode::ArrowRight, (from.0, from.1 + 1)),
                () => (KeyCode::ArrowLeft, (from.0, from.1 - 1)),
            };
            press(app, key);
            *from = next;
        }
    };
    go(app, (swap.a().row(), swap.a().col()));
    press(app, KeyCode::Space);
    go(app, (swap.b().row(), swap.b().col()));
}

#[test]
fn a_swap_by_keys_during_a_cascade_is_neither_lost_nor_counted_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    app.update();
    let game = |app: &App| app.world().resource::<Table>().state().clone();
    let first = game(&app).board().swaps().nth(0).expect("a swap");
    let mut after = game(&app);
    after.apply(first, &mut ()).expect("it is legal");
    let second = after.board().swaps().nth(3).expect("a swap");
    let frame = |app: &mut App, milliseconds| {
        let frame = Duration::from_millis(milliseconds);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    };
    // The blocks take far more frames than the keys.
    frame(&mut app, 1);
    // The first arrow puts the cursor into the middle.
    press(&mut app, KeyCode::ArrowDown);
    let mut cursor = (4, 4);
    swap_by_keys(&mut app, &mut cursor, first);
    until(&mut app, "the first move", |world| {
        world.resource::<Table>().moves().len() == 1
    });
    // The blocks of the last swap are still moving.
    assert!(!Match3::is_at_rest(app.world()));
    swap_by_keys(&mut app, &mut cursor, second);
    assert!(!Match3::is_at_rest(app.world()));
    assert_eq!(app.world().resource::<Table>().moves(), [first]);
    frame(&mut app, 20);
    until(&mut app, "the second move", |world| {
        world.resource::<Table>().moves().len() == 2
    });
    for _ in 0..400 {
        app.update();
    }
    assert_eq!(app.world().resource::<Table>().moves(), [first, second]);
    press(&mut app, KeyCode::KeyU);
    press(&mut app, KeyCode::KeyU);
    assert_eq!(app.world().resource::<Table>().moves(), []);
    press(&mut app, KeyCode::KeyY);
    assert_eq!(app.world().resource::<Table>().moves(), [first]);
    press(&mut app, KeyCode::KeyR);
    assert_eq!(app.world().resource::<Table>().moves(), []);
}

/// A board with a stone, a thread and a shell beside each other in its middle.
const HELD: &str = "match3:9x9c6-p0m30.p500_39xap39#a";

#[test]
fn why_a_block_cannot_be_moved_is_said_when_it_is_chosen_or_swapped_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, HELD);
    until(&mut app, "the board at rest", |world| {
        Match3::is_at_rest(world)
    });
    let keys = |app: &mut App, keys: &[KeyCode]| keys.iter().for_each(|key| press(app, *key));
    let is_told = |app: &mut App, words: &str| {
        until(app, words, |world| notices(world).contains(words));
    };
    // The first arrow shows the cursor in the middle, on the thread.
    keys(&mut app, &[KeyCode::ArrowUp, KeyCode::Space]);
    is_told(&mut app, "A thread holds this block");
    // The block above the stone is swapped with it.
    let above = [KeyCode::ArrowLeft, KeyCode::ArrowUp, KeyCode::Space];
    keys(&mut app, &above);
    assert!(!notices(app.world()).contains("A stone"));
    keys(&mut app, &[KeyCode::ArrowDown]);
    is_told(&mut app, "A stone stays where it is");
    let shell = [KeyCode::ArrowRight, KeyCode::ArrowRight, KeyCode::Space];
    keys(&mut app, &shell);
    is_told(&mut app, "A shell breaks");
    assert_eq!(app.world().resource::<Table>().moves(), []);
}

#[test]
fn a_hint_comes_to_a_player_who_rests_unless_it_is_switched_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    let fifth = Duration::from_millis(200);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(fifth));
    let is_shown = |app: &App| app.world().resource::<Hint<Match3>>().0.is_some();
    app.world_mut().resource_mut::<Settings>().idle_hints = false;
    (0..100).for_each(|_| app.update());
    assert!(!is_shown(&app), "twenty seconds have passed");
    app.world_mut().resource_mut::<Settings>().idle_hints = true;
    (0..100).for_each(|_| app.update());
    assert!(is_shown(&app));
}

/// Connects a gamepad.
pub fn connect_pad(app: &mut App) -> Entity {
    let pad = app.world_mut().spawn_empty().id();
    let connection = GamepadConnection::Connected {
        name: "pad".to_owned(),
        vendor_id: None,
        product_id: None,
    };
    app.world_mut()
        .write_message(GamepadConnectionEvent::new(pad, connection));
    app.update();
    pad
}

/// Presses and releases a button of a gamepad, one frame each.
pub fn tap(app: &mut App, pad: Entity, button: GamepadButton) {
    for value in [1.0, 0.0] {
        let change = RawGamepadButtonChangedEvent::new(pad, button, value);
        app.world_mut()
            .write_message(RawGamepadEvent::Button(change));
        app.update();
    }
}

/// Moves the left stick of a gamepad: to the right and up, from -1 to 1.
pub fn move_stick(app: &mut App, pad: Entity, right: f32, up: f32) {
    for (axis, value) in [
        (GamepadAxis::LeftStickX, right),
        (GamepadAxis::LeftStickY, up),
    ] {
        let change = RawGamepadAxisChangedEvent::new(pad, axis, value);
        app.world_mut().write_message(RawGamepadEvent::Axis(change));
    }
    app.update();
}

#[test]
fn a_swap_is_made_with_the_gamepad() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    app.update();
    let pad = connect_pad(&mut app);
    let tap = |app: &mut App, button| tap(app, pad, button);
    let board = app.world().resource::<Table>().state().board().clone();
    let swap = board.swaps().nth(0).expect("a swap");
    // The first tap puts the cursor into the middle.
    tap(&mut app, GamepadButton::DPadUp);
    let to = |app: &mut App, from: (usize, usize), to: (usize, usize)| {
        for _ in to.0..from.0 {
            tap(app, GamepadButton::DPadUp);
        }
        for _ in from.0..to.0 {
            tap(app, GamepadButton::DPadDown);
        }
        for _ in to.1..from.1 {
            tap(app, GamepadButton::DPadLeft);
        }
        for _ in from.1..to.1 {
            tap(app, GamepadButton::DPadRight);
        }
        if from == (4, 4) {
            tap(app, GamepadButton::South);
        }
    };
    let place = |cell: evolvarium::games::match3::rules::Cell| (cell.row(), cell.col());
    to(&mut app, (4, 4), place(swap.a()));
    to(&mut app, place(swap.a()), place(swap.b()));
    until(&mut app, "the move", |world| {
        world.resource::<Table>().moves() == [swap]
    });
}

#[test]
fn enter_on_a_tile_opens_its_setup_page_and_presses_nothing_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    let mut demos = app.world_mut().query::<(&Name, &ChildOf)>();
    let tile = demos
        .iter(app.world())
        .find(|(name, _)| name.as_str() == "Demo")
        .map(|(_, parent)| parent.parent())
        .expect("a tile");
    app.world_mut()
        .resource_mut::<InputFocus>()
        .set(tile, FocusCause::Navigated);
    press(&mut app, KeyCode::Enter);
    for _ in 0..5 {
        app.update();
    }
    assert_eq!(screen(app.world()), Screen::Setup);
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
}

#[test]
fn while_a_key_is_waited_for_nothing_else_has_the_focus_and_the_wait_ends_with_the_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    open_menu(&mut app, Menu::Settings);
    press_text(&mut app, "Controls");
    let place = ControlSlot {
        meaning: Meaning::Action(Action::Undo),
        slot: 0,
    };
    capture::begin(app.world_mut(), place);
    press(&mut app, KeyCode::Tab);
    let waits = |app: &App| app.world().resource::<Capture>().place.is_some();
    assert!(waits(&app), "Tab has its own meaning");
    assert_eq!(app.world().resource::<InputFocus>().get(), None);
    press(&mut app, KeyCode::Enter);
    assert!(!waits(&app));
    let controls = &app.world().resource::<Settings>().controls;
    assert!(controls.means(Control::Key(KeyCode::Enter), Action::Undo));
    capture::begin(app.world_mut(), place);
    open_menu(&mut app, Menu::None);
    assert!(!waits(&app));
}
