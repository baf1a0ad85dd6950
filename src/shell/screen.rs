//! The state of the interface: one screen, and at most one menu over it.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::theme::bind::VisibleWhen;

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
    /// Everything that the player has kept.
    Shelf,
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
    /// A page about a game that has ended.
    Recap,
    /// The list of the games under way.
    Saves,
    /// The list of the lessons of a game.
    Lessons,
    /// A run that is shown before a move is made.
    Interlude,
    /// The editor of something that a game has.
    Editor,
}

impl Menu {
    /// Whether the menu is a page, which covers the board.
    pub fn is_page(self) -> bool {
        use Menu::{Editor, Interlude, Lessons, Saves, Settings};
        matches!(self, Settings | Saves | Lessons | Interlude | Editor)
    }

    /// Whether the game stands still behind the menu: behind the pause menu and behind pages.
    pub fn holds_game(self) -> bool {
        self == Menu::Pause || self.is_page()
    }
}

/// Whether no menu is open.
pub fn is_without_menu(world: &World) -> bool {
    *world.resource::<State<Menu>>().get() == Menu::None
}

/// Goes to a screen in the next frame. If it is the screen that is shown, it is spawned again.
pub fn set_screen(world: &mut World, screen: Screen) {
    world.resource_mut::<NextState<Screen>>().set(screen);
}

/// Opens a menu in the next frame, in place of the one that is open. `Menu::None` closes that one.
pub fn set_menu(world: &mut World, menu: Menu) {
    world.resource_mut::<NextState<Menu>>().set(menu);
}

/// The components of the root of every screen but the title: it despawns when its state ends, and hides behind a menu.
pub fn screen_frame(name: &'static str, screen: Screen) -> impl Bundle {
    (
        Name::new(name),
        TabGroup::new(0),
        DespawnOnExit(screen),
        VisibleWhen::new(is_without_menu),
    )
}

fn close_menu(mut menu: ResMut<NextState<Menu>>) {
    NextState::set_if_neq(&mut menu, Menu::None);
}
