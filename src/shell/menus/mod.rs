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
        .add_systems(Update, (back, fullscreen, lift_guards));
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
            if menu == Menu::Result {
                let whole = Node {
                    position_type: PositionType::Absolute,
                    width: percent(100),
                    height: percent(100),
                    ..default()
                };
                cover.spawn((Name::new("Guard"), Guard(GUARD), whole));
            }
        });
}

/// Who was still clicking on the board has not chosen anything yet: for a moment the result takes no clicks.
#[derive(Component)]
struct Guard(f32);

/// Seconds for which it does.
const GUARD: f32 = 0.8;

fn lift_guards(time: Res<Time>, mut guards: Query<(Entity, &mut Guard)>, mut commands: Commands) {
    for (entity, mut guard) in &mut guards {
        guard.0 -= time.delta_secs();
        if guard.0 <= 0.0 {
            commands.entity(entity).despawn();
        }
    }
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
    leave_buttons_to(menu, "pause.new");
}

/// The same, where the setup is called something else.
pub fn leave_buttons_to(menu: &mut ChildSpawnerCommands, setup: &'static str) {
    for (key, screen) in [
        (setup, Screen::Setup),
        ("pause.title_screen", Screen::Title),
    ] {
        button(menu, Look::Plain, Told::key(key), move |world| {
            world.resource_mut::<NextState<Screen>>().set(screen);
        });
    }
}
