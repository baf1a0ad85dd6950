//! The focus in the panel beside a board. One action moves it there and back, so that the buttons of the panel are
//! reached without a mouse. While it is there, arrows and confirming actions are meant for the panel, and not for the
//! board.

use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;

use super::focus::Widgets;
use super::{Action, Actions};
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::number::NumberField;

/// The place of the focus during play.
#[derive(Resource, Default, Debug)]
pub struct PanelFocus {
    is_in_panel: bool,
    /// The widget of the panel that had the focus last.
    last: Option<Entity>,
}

impl PanelFocus {
    /// Whether the focus is in the panel, so that keys and buttons are not meant for the board. It is not while a menu
    /// is open.
    pub fn is_in_panel(&self) -> bool {
        self.is_in_panel
    }
}

/// Moves the focus into the panel, to the widget that had it last, and back to the board.
pub(super) fn move_to_panel(
    mut actions: ResMut<Actions>,
    (screen, menu): (Res<State<Screen>>, Res<State<Menu>>),
    widgets: Widgets,
    numbers: Query<&NumberField>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
    mut panel: ResMut<PanelFocus>,
) {
    if *screen.get() != Screen::Play || *menu.get() != Menu::None {
        panel.is_in_panel = false;
        return;
    }
    // After a click the focus is not visible, and keys are meant for the board.
    let is_visible = |entity: &Entity| visible.0 && widgets.is_shown(*entity);
    match focus.get().filter(is_visible) {
        Some(entity) => {
            (panel.is_in_panel, panel.last) = (true, Some(entity));
            // While a number is typed, going back ends typing and does not leave the panel.
            let is_typing = numbers.get(entity).is_ok_and(NumberField::is_typing);
            if actions.take(Action::Panel) || !is_typing && actions.take(Action::Back) {
                // `is_in_panel` stays true in this frame, so that the same press does not act on the board too.
                focus.clear();
            }
        }
        None => {
            if std::mem::take(&mut panel.is_in_panel) {
                // The widget has gone.
                focus.clear();
            }
            let last = panel.last.filter(|entity| widgets.is_shown(*entity));
            if actions.take(Action::Panel)
                && let Some(entity) = last.or_else(|| widgets.first())
            {
                focus.set(entity, FocusCause::Navigated);
                (visible.0, panel.is_in_panel) = (true, true);
            }
        }
    }
}
