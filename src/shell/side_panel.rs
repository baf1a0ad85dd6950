//! The panel beside the board of every game: what is going on at the top, what can be done at the
//! bottom.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::screen::{Menu, Screen};
use super::theme::bind::Shown;
use super::theme::widget::{panel, stack};

/// Puts up the panel until the play screen is left. It takes `width` interface pixels of the window,
/// its margin among them, and gives way to menus.
pub fn spawn(
    commands: &mut Commands,
    width: f32,
    top: impl FnOnce(&mut ChildSpawnerCommands),
    bottom: impl FnOnce(&mut ChildSpawnerCommands),
) {
    commands
        .spawn((
            Name::new("Panel"),
            TabGroup::new(0),
            DespawnOnExit(Screen::Play),
            panel(Node {
                position_type: PositionType::Absolute,
                right: px(20),
                top: px(20),
                bottom: px(20),
                width: px(width - 20.0),
                padding: UiRect::all(px(18)),
                justify_content: JustifyContent::SpaceBetween,
                ..stack(FlexDirection::Column, 10.0)
            }),
            Shown::when(|world| *world.resource::<State<Menu>>().get() == Menu::None),
        ))
        .with_children(|panel| {
            panel
                .spawn(stack(FlexDirection::Column, 8.0))
                .with_children(top);
            panel
                .spawn(stack(FlexDirection::Column, 8.0))
                .with_children(bottom);
        });
}
