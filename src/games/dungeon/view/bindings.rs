//! The bindings of keys and buttons to actions of the hero. The player can change them in the settings.

use bevy::prelude::*;

use super::auto_actions::AutoAction;
use crate::games::dungeon::rules::Move;
use crate::shell::input::Action;
use crate::shell::input::controls::{Control, Slots};
use crate::shell::input::game_controls::{GameControl, GameControls, Keys};
use crate::shell::input::keys_and_mouse::KeysAndMouse;
use crate::shell::input::meaning::Meaning;
use crate::shell::input::prompts::control_text;
use crate::shell::settings::Settings;
use HeroAction::{
    Act, Begin, Drink, Pick, Play, Step, ToggleHeirs, ToggleHistory, ToggleLook, ToggleMap,
    TravelToExit,
};

/// The meaning of a key or a button for the hero or the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum HeroAction {
    /// Steps this many columns to the right and rows down. While the player looks around, the pointed cell moves
    /// instead.
    Step((i16, i16)),
    /// Makes a move.
    Play(Move),
    /// Goes to the cell that is looked at; otherwise goes through the portal, or waits where there is none.
    Act,
    /// Drinks a potion.
    Drink,
    /// Begins to choose a thing that the hero carries, or confirms the choice of a boon or a thing.
    Pick,
    /// Begins an auto-action.
    Begin(AutoAction),
    /// Travels to the exit.
    TravelToExit,
    /// Begins or ends looking around.
    ToggleLook,
    /// Shows or hides the history.
    ToggleHistory,
    /// Shows or hides the card about the heirs of this dungeon.
    ToggleHeirs,
    /// Shows or hides the large map.
    ToggleMap,
}

impl HeroAction {
    /// Whether the action repeats while its key is held.
    pub fn repeats(self) -> bool {
        matches!(self, HeroAction::Step(_) | HeroAction::Play(Move::Wait))
    }
}

/// The controls of the dungeon: its own, and those that it shares with other games. Two arrows at once make a diagonal
/// step.
pub(super) const CONTROLS: GameControls = GameControls {
    own: OWN,
    actions: &[
        Action::Up,
        Action::Down,
        Action::Left,
        Action::Right,
        Action::Back,
        Action::Panel,
        Action::NewGame,
        Action::Copy,
        Action::Picture,
        Action::Mute,
        Action::Fullscreen,
    ],
};

const fn key(key: KeyCode) -> Option<Control> {
    Some(Control::Key(key))
}

const fn button(button: GamepadButton) -> Option<Control> {
    Some(Control::Button(button))
}

const fn own(id: &'static str, usual: Slots, one_handed: [Keys; 2]) -> GameControl {
    GameControl {
        id,
        usual,
        one_handed,
        one_handed_buttons: [None, None],
    }
}

/// The number of controls.
const COUNT: usize = 33;

static OWN: &[GameControl; COUNT] = &[
    own(
        "dungeon.control.north",
        [key(KeyCode::Numpad8), key(KeyCode::KeyK), None, None],
        [[key(KeyCode::Numpad8), None], [None, None]],
    ),
    own(
        "dungeon.control.north_east",
        [key(KeyCode::Numpad9), key(KeyCode::KeyU), None, None],
        [
            [key(KeyCode::KeyE), key(KeyCode::Numpad9)],
            [key(KeyCode::PageUp), None],
        ],
    ),
    own(
        "dungeon.control.east",
        [key(KeyCode::Numpad6), key(KeyCode::KeyL), None, None],
        [[key(KeyCode::Numpad6), None], [None, None]],
    ),
    own(
        "dungeon.control.south_east",
        [key(KeyCode::Numpad3), key(KeyCode::KeyN), None, None],
        [
            [key(KeyCode::KeyC), key(KeyCode::Numpad3)],
            [key(KeyCode::PageDown), None],
        ],
    ),
    own(
        "dungeon.control.south",
        [key(KeyCode::Numpad2), key(KeyCode::KeyJ), None, None],
        [[key(KeyCode::Numpad2), None], [None, None]],
    ),
    own(
        "dungeon.control.south_west",
        [key(KeyCode::Numpad1), key(KeyCode::KeyB), None, None],
        [
            [key(KeyCode::KeyZ), key(KeyCode::Numpad1)],
            [key(KeyCode::End), None],
        ],
    ),
    own(
        "dungeon.control.west",
        [key(KeyCode::Numpad4), key(KeyCode::KeyH), None, None],
        [[key(KeyCode::Numpad4), None], [None, None]],
    ),
    own(
        "dungeon.control.north_west",
        [key(KeyCode::Numpad7), key(KeyCode::KeyY), None, None],
        [
            [key(KeyCode::KeyQ), key(KeyCode::Numpad7)],
            [key(KeyCode::Home), None],
        ],
    ),
    own(
        "dungeon.control.wait",
        [key(KeyCode::Space), key(KeyCode::Numpad5), None, None],
        [[key(KeyCode::KeyX), None], [key(KeyCode::Slash), None]],
    ),
    own(
        "dungeon.control.act",
        [
            key(KeyCode::Enter),
            key(KeyCode::NumpadEnter),
            button(GamepadButton::South),
            None,
        ],
        [
            [key(KeyCode::Space), None],
            [key(KeyCode::Enter), key(KeyCode::NumpadEnter)],
        ],
    )
    .with_one_handed_buttons(
        button(GamepadButton::DPadDown),
        button(GamepadButton::South),
    ),
    own(
        "dungeon.control.guard",
        [key(KeyCode::KeyG), None, button(GamepadButton::West), None],
        [[key(KeyCode::KeyF), None], [key(KeyCode::Semicolon), None]],
    )
    .with_one_handed_buttons(button(GamepadButton::DPadLeft), button(GamepadButton::West)),
    own(
        "dungeon.control.throw",
        [
            key(KeyCode::KeyT),
            None,
            button(GamepadButton::Select),
            None,
        ],
        [[key(KeyCode::KeyR), None], [key(KeyCode::Quote), None]],
    ),
    own(
        "dungeon.control.drink",
        [None; 4],
        [[key(KeyCode::F5), None], [key(KeyCode::Period), None]],
    ),
    own(
        "dungeon.control.pick",
        [None, None, button(GamepadButton::LeftTrigger2), None],
        [[None; 2]; 2],
    )
    .with_one_handed_buttons(
        button(GamepadButton::LeftTrigger2),
        button(GamepadButton::RightTrigger2),
    ),
    own(
        "dungeon.control.explore",
        [key(KeyCode::KeyX), None, button(GamepadButton::North), None],
        [[key(KeyCode::KeyT), None], [key(KeyCode::KeyL), None]],
    )
    .with_one_handed_buttons(button(GamepadButton::DPadUp), button(GamepadButton::North)),
    own(
        "dungeon.control.rest",
        [
            key(KeyCode::KeyZ),
            None,
            button(GamepadButton::LeftTrigger),
            None,
        ],
        [[key(KeyCode::KeyV), None], [key(KeyCode::KeyK), None]],
    )
    .with_one_handed_buttons(button(GamepadButton::LeftTrigger), None),
    own(
        "dungeon.control.itself",
        [key(KeyCode::KeyA), None, None, None],
        [[key(KeyCode::F2), None], [key(KeyCode::KeyO), None]],
    ),
    own(
        "dungeon.control.exit",
        [
            key(KeyCode::KeyE),
            None,
            button(GamepadButton::RightTrigger),
            None,
        ],
        [
            [key(KeyCode::KeyB), None],
            [key(KeyCode::BracketRight), None],
        ],
    )
    .with_one_handed_buttons(None, button(GamepadButton::RightTrigger)),
    own(
        "dungeon.control.look",
        [
            key(KeyCode::KeyV),
            None,
            button(GamepadButton::RightTrigger2),
            None,
        ],
        [[key(KeyCode::F3), None], [key(KeyCode::BracketLeft), None]],
    )
    .with_one_handed_buttons(button(GamepadButton::Select), button(GamepadButton::Start)),
    own(
        "dungeon.control.history",
        [key(KeyCode::KeyR), None, None, None],
        [[key(KeyCode::F4), None], [key(KeyCode::Backslash), None]],
    ),
    own(
        "dungeon.control.map",
        [key(KeyCode::KeyM), None, None, None],
        [[key(KeyCode::KeyY), None], [key(KeyCode::Comma), None]],
    ),
    own(
        "dungeon.control.heirs",
        [key(KeyCode::KeyF), None, None, None],
        [[key(KeyCode::F9), None], [key(KeyCode::F7), None]],
    ),
    own(
        "dungeon.control.hood",
        [
            key(KeyCode::KeyO),
            None,
            button(GamepadButton::LeftThumb),
            None,
        ],
        [[key(KeyCode::F10), None], [key(KeyCode::KeyN), None]],
    ),
    own(
        "dungeon.control.belt1",
        [key(KeyCode::Digit1), None, None, None],
        [[key(KeyCode::Digit1), None], [key(KeyCode::Digit7), None]],
    ),
    own(
        "dungeon.control.belt2",
        [key(KeyCode::Digit2), None, None, None],
        [[key(KeyCode::Digit2), None], [key(KeyCode::Digit8), None]],
    ),
    own(
        "dungeon.control.belt3",
        [key(KeyCode::Digit3), None, None, None],
        [[key(KeyCode::Digit3), None], [key(KeyCode::Digit9), None]],
    ),
    own(
        "dungeon.control.belt4",
        [key(KeyCode::Digit4), None, None, None],
        [[key(KeyCode::Digit4), None], [key(KeyCode::Digit0), None]],
    ),
    own(
        "dungeon.control.item1",
        [key(KeyCode::Digit5), None, None, None],
        [[key(KeyCode::Digit5), None], [key(KeyCode::Equal), None]],
    ),
    own(
        "dungeon.control.item2",
        [key(KeyCode::Digit6), None, None, None],
        [[key(KeyCode::Digit6), None], [key(KeyCode::KeyU), None]],
    ),
    own(
        "dungeon.control.item3",
        [key(KeyCode::Digit7), None, None, None],
        [[key(KeyCode::Digit7), None], [key(KeyCode::KeyI), None]],
    ),
    own(
        "dungeon.control.item4",
        [key(KeyCode::Digit8), None, None, None],
        [[key(KeyCode::F6), None], [key(KeyCode::KeyY), None]],
    ),
    own(
        "dungeon.control.item5",
        [key(KeyCode::Digit9), None, None, None],
        [[key(KeyCode::F7), None], [key(KeyCode::KeyJ), None]],
    ),
    own(
        "dungeon.control.item6",
        [key(KeyCode::Digit0), None, None, None],
        [[key(KeyCode::F8), None], [key(KeyCode::KeyH), None]],
    ),
];

/// The actions of the controls, in the same order.
const ACTIONS: [HeroAction; COUNT] = [
    Step((0, -1)),
    Step((1, -1)),
    Step((1, 0)),
    Step((1, 1)),
    Step((0, 1)),
    Step((-1, 1)),
    Step((-1, 0)),
    Step((-1, -1)),
    Play(Move::Wait),
    Act,
    Play(Move::Guard),
    Play(Move::Throw),
    Drink,
    Pick,
    Begin(AutoAction::Explore),
    Begin(AutoAction::Rest),
    Begin(AutoAction::PlayItself),
    TravelToExit,
    ToggleLook,
    ToggleHistory,
    ToggleMap,
    ToggleHeirs,
    Play(Move::Hood),
    Play(Move::Belt(0)),
    Play(Move::Belt(1)),
    Play(Move::Belt(2)),
    Play(Move::Belt(3)),
    Play(Move::Use(0)),
    Play(Move::Use(1)),
    Play(Move::Use(2)),
    Play(Move::Use(3)),
    Play(Move::Use(4)),
    Play(Move::Use(5)),
];

/// The name of the first key or button that makes a move, or a dash without one. `None` if the name is too long for a
/// small place.
pub(super) fn short_control_text(world: &World, made: Move) -> Option<String> {
    let at = ACTIONS.iter().position(|action| *action == Play(made))?;
    let name = control_text(world, Meaning::Game(&OWN[at]));
    (name.chars().count() <= SHORT).then_some(name)
}

/// The characters of the longest name of a control in a small place.
const SHORT: usize = 3;

/// The controls with their actions. The arrows come first.
fn bindings(settings: &Settings) -> impl Iterator<Item = (Slots, HeroAction)> + '_ {
    let arrows = ARROWS.into_iter().map(|(arrow, way)| {
        let [first, second, ..] = settings.controls.of(arrow);
        // The cross of the gamepad makes steps together with the stick.
        ([first, second, None, None], Step(way))
    });
    let own = OWN.iter().zip(ACTIONS);
    let own = own.map(|(control, action)| (settings.controls_of(Meaning::Game(control)), action));
    arrows.chain(own)
}

/// The arrows and their steps.
const ARROWS: [(Action, (i16, i16)); 4] = [
    (Action::Up, (0, -1)),
    (Action::Right, (1, 0)),
    (Action::Down, (0, 1)),
    (Action::Left, (-1, 0)),
];

/// The actions of keys that keep their meaning from the oldest games of this kind, unless they are bound to other
/// actions.
fn old_keys(keys: &ButtonInput<KeyCode>, settings: &Settings) -> Option<HeroAction> {
    let period = Some(Control::Key(KeyCode::Period));
    let is_free = bindings(settings).all(|(slots, _)| !slots.contains(&period));
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    (is_free && keys.just_pressed(KeyCode::Period)).then_some(match shift {
        true => TravelToExit,
        false => Play(Move::Wait),
    })
}

/// The actions of the keys and the buttons of the mouse in this frame. Steps and waiting repeat while a key is held and
/// `may_repeat` is true. Of several steps only the first is returned.
pub(super) fn actions_of_keys(
    pressed: &KeysAndMouse,
    settings: &Settings,
    may_repeat: bool,
) -> Vec<HeroAction> {
    let mut actions = Vec::from_iter(old_keys(&pressed.keys, settings));
    let mut has_stepped = false;
    for (slots, action) in bindings(settings) {
        let begins = |control: Control| {
            let is_held = may_repeat && action.repeats() && pressed.pressed(control);
            pressed.just_pressed(control) || is_held
        };
        if !slots.into_iter().flatten().any(begins) {
            continue;
        }
        if let Step(way) = action {
            if !has_stepped {
                actions.push(Step(
                    diagonal_of_arrows(way, pressed, settings).unwrap_or(way),
                ));
            }
            has_stepped = true;
        } else {
            actions.push(action);
        }
    }
    actions
}

/// The diagonal step of two arrows that are held, if one of them steps in this way.
fn diagonal_of_arrows(
    way: (i16, i16),
    pressed: &KeysAndMouse,
    settings: &Settings,
) -> Option<(i16, i16)> {
    let is_held = |arrow: Action| {
        let slots = settings.controls.of(arrow);
        slots
            .into_iter()
            .flatten()
            .any(|control| pressed.pressed(control))
    };
    let held = || ARROWS.into_iter().filter(|(arrow, _)| is_held(*arrow));
    held().find(|(_, step)| *step == way)?;
    let (x, y) = held().fold((0, 0), |sum, (_, way)| (sum.0 + way.0, sum.1 + way.1));
    (x != 0 && y != 0).then_some((x, y))
}

/// The direction in which the held buttons of a gamepad that mean arrows point together: columns to the right, rows up.
pub(super) fn place_of_cross(gamepad: &Gamepad, settings: &Settings) -> Vec2 {
    let is_held =
        |control: Control| matches!(control, Control::Button(button) if gamepad.pressed(button));
    let held = ARROWS.into_iter().filter(|(arrow, _)| {
        let mut controls = settings.controls.of(*arrow).into_iter().flatten();
        controls.any(is_held)
    });
    held.map(|(_, (x, y))| Vec2::new(f32::from(x), f32::from(-y)))
        .sum()
}

/// The actions of the buttons of a gamepad in this frame.
pub(super) fn actions_of_buttons(gamepad: &Gamepad, settings: &Settings) -> Vec<HeroAction> {
    let is_pressed = |control: Option<Control>| matches!(control, Some(Control::Button(button)) if gamepad.just_pressed(button));
    let all = bindings(settings);
    all.filter(|(slots, _)| slots.iter().any(|slot| is_pressed(*slot)))
        .map(|(_, action)| action)
        .collect()
}
