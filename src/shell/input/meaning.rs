//! The meanings of keys and buttons: the actions that all games share, and the controls that only one game has.

use bevy::input::gamepad::GamepadButton;
use bevy::input::keyboard::KeyCode;

use super::action::Action;
use super::controls::{Control, KEY_SLOTS, Slots};
use super::game_controls::{GameControl, Keys};
use crate::shell::games::{GameCard, Games};
use crate::shell::settings::Settings;

/// The meaning of a key or a button.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// An action.
    Action(Action),
    /// A control of a game.
    Game(&'static GameControl),
}

impl PartialEq for Meaning {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Meaning::Action(one), Meaning::Action(other)) => one == other,
            (Meaning::Game(one), Meaning::Game(other)) => one.id == other.id,
            _ => false,
        }
    }
}

impl Eq for Meaning {}

impl Meaning {
    /// Returns the key of its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            Meaning::Action(action) => action.key(),
            Meaning::Game(control) => control.id,
        }
    }

    /// Its keys and its button for one hand.
    fn one_handed(self, hand: Hand) -> Slots {
        let ([first, second], button) = match self {
            Meaning::Action(action) => (action_keys(action, hand), action_button(action, hand)),
            Meaning::Game(control) => (
                control.one_handed[hand as usize],
                control.one_handed_buttons[hand as usize],
            ),
        };
        [first, second, button, None]
    }
}

/// A hand that plays alone. For both hands the sticks of a gamepad are arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The left hand, on the letters at the left, or on the left half of a gamepad.
    Left,
    /// The right hand, on the arrows and the keys beside them, or on the right half of a gamepad.
    Right,
}

/// The keys of an action for one hand.
fn action_keys(action: Action, hand: Hand) -> Keys {
    use KeyCode::{
        ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Backquote, Backslash, Backspace, BracketLeft,
        BracketRight, Comma, Delete, Enter, Equal, Escape, F1, F9, F11, F12, KeyA, KeyB, KeyC,
        KeyD, KeyE, KeyF, KeyG, KeyH, KeyM, KeyN, KeyP, KeyR, KeyS, KeyT, KeyV, KeyW, KeyX, KeyZ,
        Minus, NumpadEnter, Period, Quote, Semicolon, Slash, Space,
    };
    let keys: [Option<KeyCode>; KEY_SLOTS] = match (hand, action) {
        (Hand::Left, Action::Up) => [Some(KeyW), None],
        (Hand::Left, Action::Down) => [Some(KeyS), None],
        (Hand::Left, Action::Left) => [Some(KeyA), None],
        (Hand::Left, Action::Right) => [Some(KeyD), None],
        (Hand::Left, Action::Confirm) => [Some(Space), None],
        (Hand::Left, Action::Back) => [Some(Escape), Some(Backquote)],
        (Hand::Left, Action::Hint) => [Some(KeyF), None],
        (Hand::Left, Action::Undo) => [Some(KeyZ), None],
        (Hand::Left, Action::Redo) => [Some(KeyX), None],
        (Hand::Left, Action::Restart) => [Some(KeyR), None],
        (Hand::Left, Action::Resign) => [Some(KeyB), None],
        (Hand::Left, Action::NewGame) => [Some(F12), None],
        (Hand::Left, Action::Toggle) => [Some(KeyE), None],
        (Hand::Left, Action::Step) => [Some(KeyC), None],
        (Hand::Left, Action::Skip) => [Some(KeyV), None],
        (Hand::Left, Action::Copy) => [Some(KeyG), None],
        (Hand::Left, Action::Picture) => [Some(F11), None],
        (Hand::Left, Action::Insight) => [Some(KeyT), None],
        (Hand::Left, Action::Panel) => [Some(KeyH), None],
        (Hand::Left, Action::Mute) => [Some(KeyN), None],
        (Hand::Left, Action::Fullscreen) => [Some(F1), None],
        (Hand::Right, Action::Up) => [Some(ArrowUp), None],
        (Hand::Right, Action::Down) => [Some(ArrowDown), None],
        (Hand::Right, Action::Left) => [Some(ArrowLeft), None],
        (Hand::Right, Action::Right) => [Some(ArrowRight), None],
        (Hand::Right, Action::Confirm) => [Some(Enter), Some(NumpadEnter)],
        (Hand::Right, Action::Back) => [Some(Backspace), Some(KeyP)],
        (Hand::Right, Action::Hint) => [Some(Semicolon), None],
        (Hand::Right, Action::Undo) => [Some(Comma), None],
        (Hand::Right, Action::Redo) => [Some(Period), None],
        (Hand::Right, Action::Restart) => [Some(Backslash), None],
        (Hand::Right, Action::Resign) => [Some(Equal), None],
        (Hand::Right, Action::NewGame) => [Some(F9), None],
        (Hand::Right, Action::Toggle) => [Some(Slash), None],
        (Hand::Right, Action::Step) => [Some(Quote), None],
        (Hand::Right, Action::Skip) => [Some(BracketRight), None],
        (Hand::Right, Action::Copy) => [Some(Minus), None],
        (Hand::Right, Action::Picture) => [Some(F11), None],
        (Hand::Right, Action::Insight) => [Some(BracketLeft), None],
        (Hand::Right, Action::Panel) => [Some(Delete), None],
        (Hand::Right, Action::Mute) => [Some(KeyM), None],
        (Hand::Right, Action::Fullscreen) => [Some(F12), None],
    };
    keys.map(|key| key.map(Control::Key))
}

/// The button of an action for one hand. An action without one can be done in the panel beside the board, or on the
/// page.
fn action_button(action: Action, hand: Hand) -> Option<Control> {
    use GamepadButton as Pad;
    let button = match (hand, action) {
        (Hand::Left, Action::Confirm) => Pad::DPadDown,
        (Hand::Left, Action::Back) => Pad::DPadRight,
        (Hand::Left, Action::Hint) => Pad::DPadUp,
        (Hand::Left, Action::Toggle) => Pad::DPadLeft,
        (Hand::Left, Action::Undo) => Pad::LeftTrigger,
        (Hand::Left, Action::Redo) => Pad::LeftTrigger2,
        (Hand::Left, Action::Panel) => Pad::LeftThumb,
        (Hand::Left, Action::Insight) => Pad::Select,
        (Hand::Right, Action::Confirm) => Pad::South,
        (Hand::Right, Action::Back) => Pad::East,
        (Hand::Right, Action::Hint) => Pad::North,
        (Hand::Right, Action::Toggle) => Pad::West,
        (Hand::Right, Action::Undo) => Pad::RightTrigger,
        (Hand::Right, Action::Redo) => Pad::RightTrigger2,
        (Hand::Right, Action::Panel) => Pad::RightThumb,
        (Hand::Right, Action::Insight) => Pad::Start,
        _ => return None,
    };
    Some(Control::Button(button))
}

impl Settings {
    /// Returns the keys and buttons with a meaning.
    pub fn controls_of(&self, meaning: Meaning) -> Slots {
        match meaning {
            Meaning::Action(action) => self.controls.of(action),
            Meaning::Game(control) => self.game_controls.of(control),
        }
    }

    /// Puts a control into a place of a meaning, or takes it away.
    pub fn set_control(&mut self, meaning: Meaning, slot: usize, control: Option<Control>) {
        match meaning {
            Meaning::Action(action) => self.controls.set(action, slot, control),
            Meaning::Game(of) => {
                let mut slots = self.controls_of(meaning);
                if let Some(place) = slots.get_mut(slot) {
                    *place = control;
                }
                self.game_controls.set(of, slots);
            }
        }
    }

    /// Gives every meaning its usual keys and buttons.
    pub fn reset_controls(&mut self) {
        self.controls.reset();
        self.game_controls.reset();
    }

    /// Whether any key or button was changed.
    pub fn has_changed_controls(&self) -> bool {
        self.controls.is_changed() || self.game_controls.is_changed()
    }

    /// Gives every meaning its keys and its button for one hand.
    pub fn use_one_hand(&mut self, games: &Games, hand: Hand) {
        for meaning in all(games) {
            for (slot, control) in meaning.one_handed(hand).into_iter().enumerate() {
                self.set_control(meaning, slot, control);
            }
        }
    }

    /// Returns each control of a meaning that has another meaning at the same time, with the other meaning.
    pub fn conflicts(&self, games: &Games, meaning: Meaning) -> Vec<(Control, Meaning)> {
        let others: Vec<Meaning> = all(games)
            .filter(|other| *other != meaning && can_meet(games, meaning, *other))
            .collect();
        let own = self.controls_of(meaning).into_iter().flatten();
        own.flat_map(|control| {
            let same = |other: &&Meaning| self.controls_of(**other).contains(&Some(control));
            let same: Vec<Meaning> = others.iter().filter(same).copied().collect();
            same.into_iter().map(move |other| (control, other))
        })
        .collect()
    }
}

/// All meanings.
pub fn all(games: &Games) -> impl Iterator<Item = Meaning> + '_ {
    let own = games.0.iter().flat_map(|card| card.controls.own);
    Action::ALL
        .into_iter()
        .map(Meaning::Action)
        .chain(own.map(Meaning::Game))
}

/// Whether two meanings can apply at the same time.
fn can_meet(games: &Games, one: Meaning, other: Meaning) -> bool {
    let of_game = |control: &'static GameControl| {
        let is_its = |card: &&GameCard| card.controls.own.iter().any(|own| own.id == control.id);
        games.0.iter().find(is_its)
    };
    match (one, other) {
        (Meaning::Action(_), Meaning::Action(_)) => true,
        (Meaning::Game(one), Meaning::Game(other)) => {
            of_game(one).map(|card| card.key) == of_game(other).map(|card| card.key)
        }
        (Meaning::Action(action), Meaning::Game(own))
        | (Meaning::Game(own), Meaning::Action(action)) => {
            of_game(own).is_some_and(|card| card.controls.actions.contains(&action))
        }
    }
}
