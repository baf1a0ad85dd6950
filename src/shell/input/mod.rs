//! Translates the keyboard, the mouse and the gamepad into actions, and moves the focus with them.

pub mod action;
pub mod capture;
mod chords;
pub mod controls;
mod enter;
mod focus;
pub mod game_controls;
pub mod keys_and_mouse;
mod lost_clicks;
pub mod meaning;
pub mod on_screen_keyboard;
pub mod panel;
pub mod prompts;
mod read;
mod scroll;
mod stick;

use bevy::input_focus::InputFocusSystems;
use bevy::prelude::*;

pub use action::Action;
pub use enter::EnterAction;
pub use focus::KeepsFocus;

pub(super) fn plugin(app: &mut App) {
    let order = (
        ReadActions,
        TakeActions::OfNumber,
        TakeActions::OfOverlay,
        TakeActions::OfPage,
    );
    app.configure_sets(PreUpdate, order.chain())
        .add_plugins((
            capture::plugin,
            focus::plugin,
            lost_clicks::plugin,
            keys_and_mouse::plugin,
        ))
        .init_resource::<Actions>()
        .init_resource::<chords::HeldModifiers>()
        .init_resource::<enter::EnteredField>()
        .init_resource::<on_screen_keyboard::OnScreenKeyboard>()
        .init_resource::<panel::PanelFocus>()
        .init_resource::<prompts::Device>()
        .add_systems(
            PreUpdate,
            (
                prompts::note_device,
                capture::hold_focus,
                capture::capture_control,
                read::read_actions,
                capture::silence_actions,
                focus::show_focus,
                focus::skip_hidden_nodes,
                on_screen_keyboard::follow_focus,
                on_screen_keyboard::read_actions,
                enter::read_enter,
                panel::move_to_panel,
                focus::move_focus,
                scroll::scroll_by_page,
            )
                .chain()
                .in_set(ReadActions)
                .after(bevy::input::InputSystems)
                // A focused button that is pressed may lose the focus at once.
                .before(InputFocusSystems::Dispatch),
        )
        .add_systems(
            PreUpdate,
            (
                chords::hold_modifiers
                    .after(bevy::input::InputSystems)
                    .before(InputFocusSystems::Dispatch),
                chords::release_modifiers.after(InputFocusSystems::Dispatch),
                capture::hold_focus.after(InputFocusSystems::Dispatch),
            ),
        )
        .add_systems(
            Last,
            (
                enter::do_enter_action,
                (
                    focus::leave_hidden_widget,
                    focus::unfocus_clicked_button,
                    capture::give_focus_back,
                )
                    .chain(),
            ),
        );
}

/// The actions that began in this frame.
#[derive(Resource, Default, Debug)]
pub struct Actions {
    begun: Vec<Action>,
    /// Whether the focused button is pressed by something else than Enter or Space, which the button reads itself.
    presses: bool,
}

/// The systems that fill [`Actions`], in `PreUpdate`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ReadActions;

/// The systems that take actions after they were read and before all others see them, in `PreUpdate` and in this order.
/// The key for back thus closes the topmost thing first.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TakeActions {
    /// A number that is being typed.
    OfNumber,
    /// A layer that lies over a board, such as a card.
    OfOverlay,
    /// A page, an editor or a replay.
    OfPage,
}

const ARROWS: [(Action, IVec2); 4] = [
    (Action::Left, IVec2::NEG_X),
    (Action::Right, IVec2::X),
    (Action::Up, IVec2::NEG_Y),
    (Action::Down, IVec2::Y),
];

impl Actions {
    /// Returns whether an action began in this frame, and removes it, so that no other system gets it.
    pub fn take(&mut self, action: Action) -> bool {
        let before = self.begun.len();
        self.begun.retain(|begun| *begun != action);
        self.begun.len() < before
    }

    /// Returns whether an action began in this frame.
    pub fn has_begun(&self, action: Action) -> bool {
        self.begun.contains(&action)
    }

    /// The steps that the direction keys of this frame ask for: columns to the right, rows down.
    pub fn arrow_steps(&self) -> impl Iterator<Item = IVec2> + '_ {
        ARROWS
            .into_iter()
            .filter(|(action, _)| self.has_begun(*action))
            .map(|(_, step)| step)
    }

    /// Whether the focused button is pressed by something else than Enter or Space, which it reads itself.
    pub fn has_press(&self) -> bool {
        self.presses
    }

    /// Removes all actions of this frame.
    fn clear(&mut self) {
        self.begun.clear();
        self.presses = false;
    }
}
