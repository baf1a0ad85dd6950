//! The menus over a screen.

mod controls;
mod evolution;
pub mod lessons;
mod missing_glimpses;
pub mod parameters;
pub mod pause;
mod row;
pub mod saves;
mod settings;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

pub use settings::{open_evolution_settings, show_settings_page};

use super::catalogue;
use super::input::{Action, Actions};
use super::laboratory::Laboratory;
use super::played::Played;
use super::screen::{Menu, Screen, set_screen};
use super::settings::Settings;
use super::shelf::Shelf;
use super::theme::palette;
use super::theme::scroll::{SCROLL_BAR_SPACE, scroll_area};
use super::theme::widget::{ButtonStyle, button, panel, stack};
use super::window_picture::NotInPictures;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        evolution::plugin,
        lessons::plugin,
        missing_glimpses::plugin,
        pause::plugin,
        saves::plugin,
        settings::plugin,
    ))
    .add_systems(
        Update,
        (
            handle_back,
            toggle_fullscreen,
            (press_main_button, despawn_click_guards).chain(),
        ),
    );
}

const CLICK_GUARD_SECONDS: f32 = 0.8;

/// Spawns a menu: a dark cover over the screen, and a panel that `content` fills.
pub fn spawn_menu(
    commands: &mut Commands,
    menu: Menu,
    node: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    // The board must stay visible behind a result. It is not darkened if the result stands beside it.
    let is_aside = node.margin != UiRect::default();
    let dim = match menu {
        Menu::Result if is_aside => 0.0,
        Menu::Result => 0.4,
        _ => 0.72,
    };
    let mut cover = commands.spawn((
        Name::new("Menu"),
        MenuCover,
        DespawnOnExit(menu),
        TabGroup::new(0),
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
    ));
    if menu == Menu::Pause {
        cover.insert(NotInPictures);
    }
    cover.with_children(|cover| {
        spawn_menu_panel(cover, node, content);
        if menu == Menu::Result {
            let whole = Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                ..default()
            };
            cover.spawn((
                Name::new("Click guard"),
                ClickGuard(CLICK_GUARD_SECONDS),
                whole,
            ));
        }
    });
}

/// Spawns the panel of a menu. Its content scrolls where the window is too small for it.
fn spawn_menu_panel(
    cover: &mut ChildSpawnerCommands,
    node: Node,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let inner = Node {
        flex_direction: node.flex_direction,
        row_gap: node.row_gap,
        column_gap: node.column_gap,
        align_items: node.align_items,
        ..default()
    };
    let outer = panel(Node {
        padding: UiRect {
            right: px(28.0 - SCROLL_BAR_SPACE),
            ..UiRect::all(px(28))
        },
        flex_direction: FlexDirection::Row,
        row_gap: Val::ZERO,
        column_gap: Val::ZERO,
        align_items: AlignItems::Stretch,
        max_height: percent(100),
        max_width: match node.max_width {
            Val::Auto => percent(100),
            width => width,
        },
        ..node
    });
    // A board that shines through would make small letters hard to read.
    let mut panel = cover.spawn(outer);
    panel.insert(BackgroundColor(palette::GLASS));
    panel.with_children(|panel| {
        let fills = Node {
            flex_grow: 1.0,
            min_width: px(0),
            ..default()
        };
        scroll_area(panel, fills, inner, content);
    });
}

/// Presses the main button of a result when the player confirms and no button has the focus, unless they may still be
/// playing.
fn press_main_button(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    guards: Query<(), With<ClickGuard>>,
    covers: Query<Entity, With<MenuCover>>,
    parents: Query<&ChildOf>,
    buttons: Query<(Entity, &ButtonStyle)>,
    mut commands: Commands,
) {
    let is_asked = *menu.get() == Menu::Result && actions.has_begun(Action::Confirm);
    if !is_asked || !guards.is_empty() {
        return;
    }
    let mut main = buttons.iter().filter(|(entity, style)| {
        let root = parents.root_ancestor(*entity);
        **style == ButtonStyle::Primary && covers.contains(root)
    });
    if let Some((entity, _)) = main.next() {
        commands.trigger(Activate { entity });
    }
}

/// Marks the cover of a menu.
#[derive(Component)]
struct MenuCover;

/// Takes all clicks on the result for this many seconds, because the player may still be clicking on the board.
#[derive(Component)]
struct ClickGuard(f32);

fn despawn_click_guards(
    time: Res<Time>,
    mut guards: Query<(Entity, &mut ClickGuard)>,
    mut commands: Commands,
) {
    for (entity, mut guard) in &mut guards {
        guard.0 -= time.delta_secs();
        if guard.0 <= 0.0 {
            commands.entity(entity).despawn();
        }
    }
}

/// Returns the usual layout of a menu, a column.
pub fn column() -> Node {
    Node {
        align_items: AlignItems::Stretch,
        ..stack(FlexDirection::Column, 14.0)
    }
}

/// Opens the pause menu, closes a menu, or leaves the screen, when the player goes back.
fn handle_back(
    actions: Res<Actions>,
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    laboratory: Res<Laboratory>,
    mut commands: Commands,
    mut next_menu: ResMut<NextState<Menu>>,
    mut next_screen: ResMut<NextState<Screen>>,
) {
    if !actions.has_begun(Action::Back) {
        return;
    }
    match (menu.get(), screen.get()) {
        (Menu::Settings | Menu::Lessons, Screen::Play) => next_menu.set(Menu::Pause),
        (Menu::Settings | Menu::Pause | Menu::Saves | Menu::Lessons, _) => {
            next_menu.set(Menu::None);
        }
        (Menu::Recap, _) => next_menu.set(Menu::Result),
        (Menu::Result, _) => next_screen.set(Screen::Title),
        // The interlude and the editor read this action themselves.
        (Menu::Interlude | Menu::Editor, _) => {}
        (Menu::None, Screen::Play) => next_menu.set(Menu::Pause),
        (Menu::None, Screen::Setup) => next_screen.set(Screen::Title),
        (Menu::None, Screen::Played) => commands.queue(catalogue::leave::<Played>),
        (Menu::None, Screen::Shelf) => commands.queue(catalogue::leave::<Shelf>),
        (Menu::None, Screen::Theatre) => next_screen.set(Screen::Setup),
        (Menu::None, Screen::Laboratory) => {
            next_screen.set(laboratory.screen_behind());
        }
        (Menu::None, Screen::Title) => {}
    }
}

fn toggle_fullscreen(actions: Res<Actions>, mut settings: ResMut<Settings>) {
    if actions.has_begun(Action::Fullscreen) {
        settings.fullscreen = !settings.fullscreen;
    }
}

/// Spawns the buttons that leave the game; `setup_key` is the phrase of the button that leads to the setup page.
pub fn spawn_leave_buttons(menu: &mut ChildSpawnerCommands, setup_key: &'static str) {
    for (key, screen) in [
        (setup_key, Screen::Setup),
        ("pause.title_screen", Screen::Title),
    ] {
        button(menu, ButtonStyle::Plain, key, move |world| {
            set_screen(world, screen);
        });
    }
}
