//! Where the player is: one screen, and at most one menu over it.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .init_state::<Menu>()
        .add_systems(OnExit(Screen::Play), close_menu)
        .add_systems(OnEnter(Screen::Title), close_menu);
}

/// The screens.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The games to choose from.
    #[default]
    Title,
    /// What to generate.
    Setup,
    /// Watching it being generated.
    Theatre,
    /// Playing it.
    Play,
}

/// The menus over a screen.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Menu {
    /// None is open.
    #[default]
    None,
    /// The game is paused.
    Pause,
    /// The settings.
    Settings,
    /// The game has ended.
    Result,
}

fn close_menu(mut menu: ResMut<NextState<Menu>>) {
    NextState::set_if_neq(&mut menu, Menu::None);
}
