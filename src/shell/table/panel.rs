//! The panel beside the board: what is going on at the top, what can be done at the bottom.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::ecs::world::CommandQueue;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::{TableGame, actions, share};
use crate::session::Table;
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::{Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Size, panel, stack, words};

/// Spawns the panel of a game. It stays until the play screen is left, and gives way to menus.
pub(super) fn spawn<G: TableGame>(world: &mut World) {
    with_commands(world, |world, commands| {
        let Some(table) = world.get_resource::<Table<G>>() else {
            return;
        };
        frame(commands, G::PANEL).with_children(|panel| {
            panel
                .spawn(stack(FlexDirection::Column, 8.0))
                .with_children(|top| {
                    top.spawn(words(Size::Head, palette::PAPER, Told::by(G::headline)));
                    G::panel(top, world);
                });
            panel
                .spawn(stack(FlexDirection::Column, 8.0))
                .with_children(|bottom| {
                    G::controls(bottom, world);
                    actions::buttons::<G>(bottom, table);
                    id_block::<G>(bottom);
                });
        });
    });
}

/// The frame of the panel: it takes `width` interface pixels of the window, its margin among them.
fn frame<'a>(commands: &'a mut Commands, width: f32) -> EntityCommands<'a> {
    commands.spawn((
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
}

/// The game id, where there is room for it.
fn id_block<G: TableGame>(bottom: &mut ChildSpawnerCommands) {
    bottom
        .spawn((stack(FlexDirection::Column, 8.0), Shown::when(G::shows_id)))
        .with_children(|block| {
            share::spawn(block, |world| {
                let table = world.get_resource::<Table<G>>();
                table.map_or(String::new(), |table| table.id().to_string())
            });
        });
}

/// Spawns entities with the world in sight: a game decides by what is there what it puts up.
pub(super) fn with_commands(world: &mut World, spawn: impl FnOnce(&World, &mut Commands)) {
    let mut queue = CommandQueue::default();
    {
        let world: &World = world;
        spawn(world, &mut Commands::new(&mut queue, world));
    }
    queue.apply(world);
}
