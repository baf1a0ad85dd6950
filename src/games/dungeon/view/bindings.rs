//! The bindings: which key or button of the gamepad lets the hero do what.

use bevy::prelude::*;

use super::auto_actions::AutoAction;
use crate::games::dungeon::rules::Move;
use HeroAction::{Act, Begin, Drink, Play, Step, ToggleHistory, ToggleLook, TravelToExit};
use Input::{Button, Key, Shifted, Unshifted};

/// The meaning of a key or a button for the hero or the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum HeroAction {
    /// Steps so many columns to the right and rows down. While the player looks around, the pointed cell moves instead.
    Step((i16, i16)),
    /// Makes a move.
    Play(Move),
    /// Goes to the cell that is looked at, or through the portal.
    Act,
    /// Drinks a potion.
    Drink,
    /// Begins an auto-action.
    Begin(AutoAction),
    /// Travels to the exit.
    TravelToExit,
    /// Begins or ends looking around.
    ToggleLook,
    /// Shows or hides the history.
    ToggleHistory,
}

impl HeroAction {
    /// Whether it is done again while its key is held.
    pub fn repeats(self) -> bool {
        matches!(self, HeroAction::Step(_) | HeroAction::Play(Move::Wait))
    }
}

/// A key or a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A key, with Shift or without it.
    Key(KeyCode),
    /// A key without Shift.
    Unshifted(KeyCode),
    /// A key with Shift.
    Shifted(KeyCode),
    /// A button of the gamepad. The stick and the cross have no bindings, because they only make steps.
    Button(GamepadButton),
}

const NORTH: HeroAction = Step((0, -1));
const EAST: HeroAction = Step((1, 0));
const SOUTH: HeroAction = Step((0, 1));
const WEST: HeroAction = Step((-1, 0));
const NORTH_EAST: HeroAction = Step((1, -1));
const SOUTH_EAST: HeroAction = Step((1, 1));
const SOUTH_WEST: HeroAction = Step((-1, 1));
const NORTH_WEST: HeroAction = Step((-1, -1));

/// All bindings.
pub(super) const BINDINGS: &[(Input, HeroAction)] = &[
    // Arrows; two at once step diagonally.
    (Key(KeyCode::ArrowUp), NORTH),
    (Key(KeyCode::ArrowRight), EAST),
    (Key(KeyCode::ArrowDown), SOUTH),
    (Key(KeyCode::ArrowLeft), WEST),
    // The number pad.
    (Key(KeyCode::Numpad8), NORTH),
    (Key(KeyCode::Numpad6), EAST),
    (Key(KeyCode::Numpad2), SOUTH),
    (Key(KeyCode::Numpad4), WEST),
    (Key(KeyCode::Numpad9), NORTH_EAST),
    (Key(KeyCode::Numpad3), SOUTH_EAST),
    (Key(KeyCode::Numpad1), SOUTH_WEST),
    (Key(KeyCode::Numpad7), NORTH_WEST),
    // The keys of vi.
    (Key(KeyCode::KeyK), NORTH),
    (Key(KeyCode::KeyL), EAST),
    (Key(KeyCode::KeyJ), SOUTH),
    (Key(KeyCode::KeyH), WEST),
    (Key(KeyCode::KeyU), NORTH_EAST),
    (Key(KeyCode::KeyN), SOUTH_EAST),
    (Key(KeyCode::KeyB), SOUTH_WEST),
    (Key(KeyCode::KeyY), NORTH_WEST),
    // Other moves.
    (Key(KeyCode::Space), Play(Move::Wait)),
    (Unshifted(KeyCode::Period), Play(Move::Wait)),
    (Key(KeyCode::Numpad5), Play(Move::Wait)),
    (Key(KeyCode::KeyG), Play(Move::Guard)),
    (Key(KeyCode::KeyT), Play(Move::Throw)),
    (Key(KeyCode::Enter), Act),
    (Key(KeyCode::NumpadEnter), Act),
    // Carried items.
    (Key(KeyCode::Digit1), Play(Move::Use(0))),
    (Key(KeyCode::Digit2), Play(Move::Use(1))),
    (Key(KeyCode::Digit3), Play(Move::Use(2))),
    (Key(KeyCode::Digit4), Play(Move::Use(3))),
    (Key(KeyCode::Digit5), Play(Move::Use(4))),
    (Key(KeyCode::Digit6), Play(Move::Use(5))),
    (Key(KeyCode::Digit7), Play(Move::Use(6))),
    (Key(KeyCode::Digit8), Play(Move::Use(7))),
    // Auto-actions.
    (Key(KeyCode::KeyX), Begin(AutoAction::Explore)),
    (Key(KeyCode::KeyZ), Begin(AutoAction::Rest)),
    (Key(KeyCode::KeyA), Begin(AutoAction::PlayItself)),
    (Key(KeyCode::KeyE), TravelToExit),
    (Shifted(KeyCode::Period), TravelToExit),
    // The view.
    (Key(KeyCode::KeyV), ToggleLook),
    (Key(KeyCode::KeyM), ToggleHistory),
    // The gamepad.
    (Button(GamepadButton::South), Act),
    (Button(GamepadButton::West), Play(Move::Guard)),
    (Button(GamepadButton::North), Begin(AutoAction::Explore)),
    (Button(GamepadButton::LeftTrigger), Begin(AutoAction::Rest)),
    (Button(GamepadButton::RightTrigger), TravelToExit),
    (Button(GamepadButton::LeftTrigger2), Drink),
    (Button(GamepadButton::RightTrigger2), ToggleLook),
    (Button(GamepadButton::RightThumb), Play(Move::Throw)),
    (Button(GamepadButton::Select), ToggleHistory),
];

/// The actions of the keys in this frame. Steps and waiting repeat while a key is held and `may_repeat` is true. Of
/// several steps only the first is returned.
pub(super) fn actions_of_keys(keys: &ButtonInput<KeyCode>, may_repeat: bool) -> Vec<HeroAction> {
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let mut actions = Vec::new();
    let mut has_stepped = false;
    for (input, action) in BINDINGS {
        let (key, fits) = match input {
            Key(key) => (*key, true),
            Unshifted(key) => (*key, !shift),
            Shifted(key) => (*key, shift),
            Button(_) => continue,
        };
        let repeats = may_repeat && action.repeats() && keys.pressed(key);
        if !fits || !keys.just_pressed(key) && !repeats {
            continue;
        }
        if let Step(way) = action {
            if !has_stepped {
                actions.push(Step(diagonal_of_arrows(key, keys).unwrap_or(*way)));
            }
            has_stepped = true;
        } else {
            actions.push(*action);
        }
    }
    actions
}

/// The arrows and their steps.
fn arrows() -> impl Iterator<Item = (KeyCode, (i16, i16))> {
    use KeyCode::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp};
    BINDINGS.iter().filter_map(|binding| match *binding {
        (Key(key @ (ArrowUp | ArrowRight | ArrowDown | ArrowLeft)), Step(way)) => Some((key, way)),
        _ => None,
    })
}

/// The diagonal step of two arrows that are held, if `key` is an arrow.
fn diagonal_of_arrows(key: KeyCode, keys: &ButtonInput<KeyCode>) -> Option<(i16, i16)> {
    arrows().find(|(arrow, _)| *arrow == key)?;
    let held = arrows().filter(|(arrow, _)| keys.pressed(*arrow));
    let (x, y) = held.fold((0, 0), |sum, (_, way)| (sum.0 + way.0, sum.1 + way.1));
    (x != 0 && y != 0).then_some((x, y))
}

/// The actions of the buttons of a gamepad in this frame.
pub(super) fn actions_of_buttons(gamepad: &Gamepad) -> impl Iterator<Item = HeroAction> + '_ {
    BINDINGS.iter().filter_map(|(input, action)| match input {
        Button(button) if gamepad.just_pressed(*button) => Some(*action),
        _ => None,
    })
}
