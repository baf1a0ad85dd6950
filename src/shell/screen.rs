//! The state of the interface: one screen, and at most one menu over it.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .init_state::<Menu>()
        .add_systems(OnExit(Screen::Play), close_menu)
        .add_systems(OnEnter(Screen::Title), close_menu);
}

/// A screen.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The list of games.
    #[default]
    Title,
    /// The setup page of a game.
    Setup,
    /// The theatre, which shows a run.
    Theatre,
    /// The laboratory, which compares settings of an evolution.
    Laboratory,
    /// The games that were played, and the statistics.
    Played,
    /// The game under way, or a replay.
    Play,
}

/// A menu over a screen.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Menu {
    /// No menu is open.
    #[default]
    None,
    /// The pause menu.
    Pause,
    /// The settings menu.
    Settings,
    /// The result of a game.
    Result,
    /// The list of the games under way.
    Saves,
    /// A run that is shown before a move is made.
    Interlude,
}

fn close_menu(mut menu: ResMut<NextState<Menu>>) {
    NextState::set_if_neq(&mut menu, Menu::None);
}
