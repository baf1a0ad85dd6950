//! The menus that lie over a screen.

mod pause;
mod search;
mod settings;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

pub use settings::open_search;

use super::input::{Action, Actions};
use super::screen::{Menu, Screen};
use super::settings::Settings;
use super::theme::bind::Told;
use super::theme::palette;
use super::theme::widget::{Look, button, panel, stack};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((pause::plugin, search::plugin, settings::plugin))
        .add_systems(Update, (back, fullscreen));
}

/// The dim cover and the panel of a menu, filled by `content`.
pub fn cover(
    commands: &mut Commands,
    menu: Menu,
    node: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    // A game that has ended is still worth looking at.
    let dim = if menu == Menu::Result { 0.4 } else { 0.72 };
    commands
        .spawn((
            Name::new("Menu"),
            DespawnOnExit(menu),
            TabGroup::modal(),
            GlobalZIndex(10),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            },
            BackgroundColor(palette::NIGHT.with_alpha(dim)),
        ))
        .with_children(|cover| {
            cover
                .spawn(panel(Node {
                    padding: UiRect::all(px(28)),
                    ..node
                }))
                .with_children(content);
        });
}

/// The usual column of a menu.
pub fn column() -> Node {
    Node {
        align_items: AlignItems::Stretch,
        ..stack(FlexDirection::Column, 14.0)
    }
}

/// Opens and closes menus with the key for back.
fn back(
    actions: Res<Actions>,
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    mut next_menu: ResMut<NextState<Menu>>,
    mut next_screen: ResMut<NextState<Screen>>,
) {
    if !actions.begun(Action::Back) {
        return;
    }
    match (menu.get(), screen.get()) {
        (Menu::Settings, Screen::Play) => next_menu.set(Menu::Pause),
        (Menu::Settings | Menu::Pause, _) => next_menu.set(Menu::None),
        (Menu::Result, _) => next_screen.set(Screen::Title),
        (Menu::None, Screen::Play) => next_menu.set(Menu::Pause),
        (Menu::None, Screen::Setup) => next_screen.set(Screen::Title),
        (Menu::None, Screen::Theatre) => next_screen.set(Screen::Setup),
        (Menu::None, Screen::Title) => {}
    }
}

fn fullscreen(actions: Res<Actions>, mut settings: ResMut<Settings>) {
    if actions.begun(Action::Fullscreen) {
        settings.fullscreen = !settings.fullscreen;
    }
}

/// The buttons that leave the game: for a new one, and for the title screen.
pub fn leave_buttons(menu: &mut ChildSpawnerCommands) {
    for (key, screen) in [
        ("pause.new", Screen::Setup),
        ("pause.title_screen", Screen::Title),
    ] {
        button(menu, Look::Plain, Told::key(key), move |world| {
            world.resource_mut::<NextState<Screen>>().set(screen);
        });
    }
}
