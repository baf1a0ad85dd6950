//! Keys and buttons that a player gives other meanings, and numbers that are typed.

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::rules::Move;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::rules::Match3;
use evolvarium::session::{Game, Table};
use evolvarium::shell::games::Games;
use evolvarium::shell::input::capture::{self, Capture, ControlSlot};
use evolvarium::shell::input::controls::{Control, Controls, usual_controls};
use evolvarium::shell::input::meaning::{self, Hand, Meaning};
use evolvarium::shell::input::prompts::Device;
use evolvarium::shell::input::{Action, Actions};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::NewGame;
use evolvarium::shell::theme::number::NumberField;

use crate::harness::{
    app, card, end_program, fast_game, menu, open_menu, open_setup, open_whole_setup, press_text,
    screen, table, texts, until, wait_for_moves,
};
use crate::keys::{connect_pad, move_key, press, tap};

#[test]
fn a_key_gets_another_meaning_a_conflict_is_named_and_the_settings_keep_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level1#a");
    (card(&app, Hexxagon::KEY).play_itself)(app.world_mut());
    wait_for_moves::<Hexxagon>(&mut app, 2);
    open_controls(&mut app);
    let place = ControlSlot {
        meaning: Meaning::Action(Action::Undo),
        slot: 0,
    };
    capture::begin(app.world_mut(), place);
    assert!(texts(&mut app).contains("Press …"));
    // The key that is pressed for the binding does nothing else: H would show a hint, and Escape would close the menu.
    press(&mut app, KeyCode::Escape);
    assert_eq!(app.world().resource::<Capture>().place, None);
    assert_eq!(menu(app.world()), Menu::Settings);
    capture::begin(app.world_mut(), place);
    press(&mut app, KeyCode::KeyH);
    assert!(texts(&mut app).contains("H also means: Hint."));
    capture::begin(app.world_mut(), place);
    press(&mut app, KeyCode::KeyB);
    assert!(!texts(&mut app).contains("also means"));
    open_menu(&mut app, Menu::None);
    assert!(
        texts(&mut app).contains("Undo (B)"),
        "the button tells the key"
    );
    press(&mut app, KeyCode::KeyU);
    assert_eq!(
        table::<Hexxagon>(&app).moves().len(),
        2,
        "the old key means nothing"
    );
    press(&mut app, KeyCode::KeyB);
    assert!(table::<Hexxagon>(&app).moves().is_empty());
    end_program(&mut app);
    drop(app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    let mut settings = second.world_mut().resource_mut::<Settings>();
    assert!(
        settings
            .controls
            .means(Control::Key(KeyCode::KeyB), Action::Undo)
    );
    settings.controls.reset();
    assert!(
        settings
            .controls
            .means(Control::Key(KeyCode::KeyU), Action::Undo)
    );
}

#[test]
fn a_place_can_be_emptied_and_a_button_is_no_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let place = |slot| ControlSlot {
        meaning: Meaning::Action(Action::Hint),
        slot,
    };
    capture::begin(app.world_mut(), place(0));
    press(&mut app, KeyCode::Backspace);
    capture::begin(app.world_mut(), place(2));
    press(&mut app, KeyCode::KeyQ);
    assert_eq!(
        app.world().resource::<Capture>().place,
        Some(place(2)),
        "it still waits for a button"
    );
    press(&mut app, KeyCode::Escape);
    let controls = &app.world().resource::<Settings>().controls;
    assert_eq!(controls.of(Action::Hint)[0], None);
    assert!(controls.of(Action::Hint)[2].is_some());
}

/// Presses and releases a button of the mouse, one frame each.
fn click(app: &mut App, button: MouseButton) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(MouseButtonInput {
            button,
            state,
            window: Entity::PLACEHOLDER,
        });
        app.update();
    }
}

#[test]
fn a_side_button_of_the_mouse_gets_a_meaning_and_has_conflicts_as_keys_have() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level1#a");
    (card(&app, Hexxagon::KEY).play_itself)(app.world_mut());
    wait_for_moves::<Hexxagon>(&mut app, 2);
    click(&mut app, MouseButton::Back);
    assert_eq!(table::<Hexxagon>(&app).moves().len(), 2, "it means nothing");
    open_controls(&mut app);
    let place = |action| ControlSlot {
        meaning: Meaning::Action(action),
        slot: 1,
    };
    capture::begin(app.world_mut(), place(Action::Undo));
    click(&mut app, MouseButton::Left);
    let controls = &app.world().resource::<Settings>().controls;
    assert_eq!(app.world().resource::<Capture>().place, None);
    assert_eq!(controls.of(Action::Undo), usual_controls(Action::Undo));
    for action in [Action::Undo, Action::Hint] {
        capture::begin(app.world_mut(), place(action));
        click(&mut app, MouseButton::Back);
    }
    assert!(texts(&mut app).contains("Mouse back also means: Hint."));
    capture::begin(app.world_mut(), place(Action::Hint));
    click(&mut app, MouseButton::Middle);
    assert!(!texts(&mut app).contains("also means"));
    // A button of the mouse is no button of the gamepad.
    let of_pad = ControlSlot {
        slot: 2,
        ..place(Action::Undo)
    };
    capture::begin(app.world_mut(), of_pad);
    click(&mut app, MouseButton::Forward);
    assert_eq!(app.world().resource::<Capture>().place, Some(of_pad));
    press(&mut app, KeyCode::Escape);
    open_menu(&mut app, Menu::None);
    click(&mut app, MouseButton::Back);
    assert!(table::<Hexxagon>(&app).moves().is_empty(), "it undoes");
    end_program(&mut app);
    drop(app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    let controls = &second.world().resource::<Settings>().controls;
    assert!(controls.means(Control::Mouse(MouseButton::Back), Action::Undo));
    let hint = Control::Mouse(MouseButton::Middle);
    assert!(controls.means(hint, Action::Hint));
}

#[test]
fn a_button_of_the_mouse_lets_the_hero_act() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "dungeon:d2f1r8s8e1c1l0#a");
    let games = app.world().resource::<Games>().0.clone();
    let mut own = games.iter().flat_map(|card| card.controls.own);
    let guard = own.find(|own| own.id == "dungeon.control.guard");
    let guard = Meaning::Game(guard.expect("the dungeon has it"));
    let side = Some(Control::Mouse(MouseButton::Forward));
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.set_control(guard, 1, side);
    click(&mut app, MouseButton::Forward);
    until(&mut app, "a turn", |world| {
        let table = world.resource::<Table<DungeonGame>>();
        table.state().totals().turns > 0
    });
    let table = app.world().resource::<Table<DungeonGame>>();
    assert_eq!(table.moves(), [Move::Guard]);
}

#[test]
fn numbers_of_a_setup_page_are_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    crate::harness::open_window(&mut app);
    open_whole_setup(&mut app, "match3");
    let setup = |app: &App| {
        let new_game = app.world().resource::<NewGame<Match3>>();
        new_game.setup.size.rows() + new_game.setup.size.cols()
    };
    assert_eq!(setup(&app), 18);
    // The first number that shows nine is that of the rows or that of the columns.
    app.update();
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let shown = texts.iter(app.world()).filter(|(text, _)| text.0 == "9");
    let mut shown = shown.map(|(_, parent)| parent.parent());
    let rows = shown.find(|parent| {
        let parent = app.world().entity(*parent);
        let is_seen = |node: &ComputedNode| !node.is_empty();
        parent.contains::<NumberField>() && parent.get().is_some_and(is_seen)
    });
    let rows = rows.expect("a number");
    let focus = |app: &mut App| {
        let mut focus = app.world_mut().resource_mut::<InputFocus>();
        focus.set(rows, FocusCause::Navigated);
    };
    focus(&mut app);
    press(&mut app, KeyCode::Digit7);
    assert_eq!(setup(&app), 18, "nothing is entered yet");
    press(&mut app, KeyCode::Enter);
    app.update();
    assert_eq!(setup(&app), 16);
    assert_eq!(
        screen(app.world()),
        Screen::Setup,
        "Enter does not begin the game"
    );
    // A number above the range becomes the largest allowed one.
    focus(&mut app);
    press(&mut app, KeyCode::Digit9);
    press(&mut app, KeyCode::Digit9);
    press(&mut app, KeyCode::Enter);
    app.update();
    assert_eq!(setup(&app), 21);
    // Escape leaves the number, and the page stays.
    focus(&mut app);
    press(&mut app, KeyCode::Digit5);
    press(&mut app, KeyCode::Escape);
    app.update();
    assert_eq!((setup(&app), screen(app.world())), (21, Screen::Setup));
}

#[test]
fn controls_are_read_as_they_are_written_and_the_usual_ones_have_no_conflicts() {
    let settings = Settings::default();
    for action in Action::ALL {
        let found = settings.conflicts(&Games::default(), Meaning::Action(action));
        assert_eq!(found, [], "{action:?}");
        for control in usual_controls(action).into_iter().flatten() {
            assert_eq!(Control::try_from(control.to_string()), Ok(control));
        }
    }
    for button in [MouseButton::Middle, MouseButton::Back] {
        let control = Control::of_mouse(button).expect("it can have a meaning");
        assert_eq!(Control::try_from(control.to_string()), Ok(control));
    }
    assert_eq!(Control::of_mouse(MouseButton::Left), None);
    let why = Control::try_from("Ctrl".to_owned()).expect_err("no control");
    assert!(why.to_string().contains("\"Ctrl\""), "{why}");
}

#[test]
fn usual_controls_are_not_stored() {
    let mut controls = Controls::default();
    let h = Some(Control::Key(KeyCode::KeyH));
    controls.set(Action::Undo, 1, h);
    let settings = Settings {
        controls: controls.clone(),
        ..default()
    };
    let hint = Meaning::Action(Action::Hint);
    let conflicts = [(Control::Key(KeyCode::KeyH), hint)];
    let found = settings.conflicts(&Games::default(), Meaning::Action(Action::Undo));
    assert_eq!(found, conflicts);
    assert!(controls.is_changed());
    let stored = |controls: &Controls| ron::to_string(controls).expect("it can be written");
    assert!(stored(&controls).contains("Undo"), "{}", stored(&controls));
    controls.set(Action::Undo, 1, None);
    assert!(!controls.is_changed());
    assert_eq!(stored(&controls), "{}");
}

/// Opens the page of the controls.
fn open_controls(app: &mut App) {
    open_menu(app, Menu::Settings);
    press_text(app, "Controls");
    app.update();
}

#[test]
fn keys_of_the_dungeon_get_other_meanings_and_prompts_and_conflicts_follow() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "dungeon:d2f1r8s8e1c1l0#a");
    assert!(texts(&mut app).contains("Explore (X)"));
    open_controls(&mut app);
    let games = app.world().resource::<Games>().0.clone();
    let own = games.iter().flat_map(|card| card.controls.own);
    let explore = own.clone().find(|own| own.id == "dungeon.control.explore");
    let explore = Meaning::Game(explore.expect("the dungeon has it"));
    let place = ControlSlot {
        meaning: explore,
        slot: 0,
    };
    capture::begin(app.world_mut(), place);
    press(&mut app, KeyCode::KeyG);
    assert!(texts(&mut app).contains("G also means: Block."));
    // H is a step in the dungeon and a hint elsewhere, which is no conflict.
    assert!(!texts(&mut app).contains("H also means"));
    capture::begin(app.world_mut(), place);
    press(&mut app, KeyCode::KeyQ);
    assert!(!texts(&mut app).contains("also means"));
    open_menu(&mut app, Menu::None);
    assert!(texts(&mut app).contains("Explore (Q)"));
    let turns = |app: &App| table::<DungeonGame>(app).state().totals().turns;
    press(&mut app, KeyCode::KeyX);
    (0..20).for_each(|_| app.update());
    assert_eq!(turns(&app), 0, "the old key means nothing");
    press(&mut app, KeyCode::KeyQ);
    until(&mut app, "a turn", |world| {
        let table = world.resource::<Table<DungeonGame>>();
        table.state().totals().turns > 0
    });
    end_program(&mut app);
    drop(app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    let settings = second.world().resource::<Settings>();
    let key = Some(Control::Key(KeyCode::KeyQ));
    assert_eq!(settings.controls_of(explore)[0], key);
}

const OF_LEFT_HALF: [GamepadButton; 8] = [
    GamepadButton::DPadUp,
    GamepadButton::DPadDown,
    GamepadButton::DPadLeft,
    GamepadButton::DPadRight,
    GamepadButton::LeftTrigger,
    GamepadButton::LeftTrigger2,
    GamepadButton::LeftThumb,
    GamepadButton::Select,
];
const OF_RIGHT_HALF: [GamepadButton; 8] = [
    GamepadButton::North,
    GamepadButton::South,
    GamepadButton::West,
    GamepadButton::East,
    GamepadButton::RightTrigger,
    GamepadButton::RightTrigger2,
    GamepadButton::RightThumb,
    GamepadButton::Start,
];

#[test]
fn keys_for_one_hand_conflict_nowhere_and_can_be_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_controls(&mut app);
    for (caption, hand) in [
        ("Left hand alone", Hand::Left),
        ("Right hand alone", Hand::Right),
    ] {
        press_text(&mut app, caption);
        let said = texts(&mut app);
        assert!(!said.contains("also means"), "{hand:?}: {said}");
        let settings = app.world().resource::<Settings>();
        assert!(settings.has_changed_controls());
        let up = settings.controls.of(Action::Up)[0];
        let wanted = match hand {
            Hand::Left => KeyCode::KeyW,
            Hand::Right => KeyCode::ArrowUp,
        };
        assert_eq!(up, Some(Control::Key(wanted)));
        // The buttons are on one half of the gamepad.
        let confirm = settings.controls.of(Action::Confirm)[2];
        let wanted = match hand {
            Hand::Left => GamepadButton::DPadDown,
            Hand::Right => GamepadButton::South,
        };
        assert_eq!(confirm, Some(Control::Button(wanted)));
        let other_half = match hand {
            Hand::Left => OF_RIGHT_HALF,
            Hand::Right => OF_LEFT_HALF,
        };
        let games = app.world().resource::<Games>();
        for meaning in meaning::all(games) {
            let [_, _, one, other] = settings.controls_of(meaning);
            for control in other_half.map(Control::Button) {
                assert!(
                    one != Some(control) && other != Some(control),
                    "{meaning:?}"
                );
            }
        }
    }
    press_text(&mut app, "Default keys and buttons");
    let said = texts(&mut app);
    assert!(!said.contains("also means"), "{said}");
    assert!(!app.world().resource::<Settings>().has_changed_controls());
}

/// The setup page of Hexxagon after the keys for one hand were chosen with a button of the settings.
fn setup_with_one_hand(folder: &std::path::Path, button: &str) -> App {
    let mut app = app(folder);
    crate::harness::open_window(&mut app);
    open_controls(&mut app);
    press_text(&mut app, button);
    open_menu(&mut app, Menu::None);
    open_whole_setup(&mut app, Hexxagon::KEY);
    app
}

#[test]
fn backspace_edits_a_field_also_where_it_is_the_key_to_go_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = setup_with_one_hand(folder.path(), "Right hand alone");
    let mut fields = app
        .world_mut()
        .query_filtered::<(Entity, &ComputedNode), With<EditableText>>();
    let shown = fields.iter(app.world()).find(|(_, node)| !node.is_empty());
    let (field, _) = shown.expect("the field of the seed");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(field, FocusCause::Navigated);
    app.update();
    press(&mut app, KeyCode::Backspace);
    app.update();
    assert_eq!(app.world().resource::<InputFocus>().get(), Some(field));
    assert_eq!(screen(app.world()), Screen::Setup);
    // Elsewhere it goes back.
    app.world_mut().resource_mut::<InputFocus>().clear();
    press(&mut app, KeyCode::Backspace);
    until(&mut app, "the title", |world| {
        screen(world) == Screen::Title
    });
}

#[test]
fn enter_in_a_field_acts_also_where_another_key_confirms() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = setup_with_one_hand(folder.path(), "Left hand alone");
    press(&mut app, KeyCode::Enter);
    app.update();
    assert_eq!(screen(app.world()), Screen::Setup, "the space bar confirms");
    let mut fields = app
        .world_mut()
        .query_filtered::<(Entity, &ComputedNode), With<EditableText>>();
    let shown = fields.iter(app.world()).find(|(_, node)| !node.is_empty());
    let (field, _) = shown.expect("the field of the seed");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(field, FocusCause::Navigated);
    app.update();
    press(&mut app, KeyCode::Enter);
    until(&mut app, "the game", |world| screen(world) == Screen::Play);
}

#[test]
fn the_minus_of_a_number_does_not_copy_where_it_is_the_key_to_copy() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    crate::harness::open_window(&mut app);
    open_controls(&mut app);
    press_text(&mut app, "Right hand alone");
    open_menu(&mut app, Menu::None);
    open_setup(&mut app, "match3");
    app.update();
    let copies = |app: &mut App| {
        move_key(app, KeyCode::Minus, ButtonState::Pressed);
        let copies = app.world().resource::<Actions>().has_begun(Action::Copy);
        move_key(app, KeyCode::Minus, ButtonState::Released);
        copies
    };
    assert!(copies(&mut app));
    let mut numbers = app
        .world_mut()
        .query_filtered::<(Entity, &ComputedNode), With<NumberField>>();
    let shown = numbers.iter(app.world()).find(|(_, node)| !node.is_empty());
    let (number, _) = shown.expect("a number");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(number, FocusCause::Navigated);
    assert!(!copies(&mut app));
}

#[test]
fn prompts_name_the_keys_or_the_buttons_of_the_device_that_was_used_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level1#a");
    assert!(texts(&mut app).contains("Hint (H)"));
    let pad = connect_pad(&mut app);
    tap(&mut app, pad, GamepadButton::DPadUp);
    assert_eq!(*app.world().resource::<Device>(), Device::Gamepad);
    assert!(texts(&mut app).contains("Hint (Ⓨ)"));
    press(&mut app, KeyCode::F9);
    assert!(texts(&mut app).contains("Hint (H)"));
}
