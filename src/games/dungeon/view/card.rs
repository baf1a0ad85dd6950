//! Cards that lie over the dungeon, beside the panel: a title, a button that closes the card, and the content.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::View;
use super::map::PANEL;
use crate::shell::board::SwapsWithPanel;
use crate::shell::screen::{Screen, is_without_menu};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, label, panel, stack};

/// The distance of a card from the edges of the window and from the panel, in interface pixels.
const MARGIN: f32 = 24.0;

/// Spawns a card, which is shown while it is open and no menu lies over the dungeon.
pub(super) fn spawn_card(
    commands: &mut Commands,
    name: &'static str,
    is_open: fn(&View) -> bool,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let card = Node {
        position_type: PositionType::Absolute,
        top: px(MARGIN),
        bottom: px(MARGIN),
        padding: UiRect::all(px(22)),
        ..stack(FlexDirection::Column, 12.0)
    };
    let is_shown = move |world: &World| is_without_menu(world) && is_open(world.resource::<View>());
    commands
        .spawn((
            Name::new(name),
            DespawnOnExit(Screen::Play),
            GlobalZIndex(5),
            panel(card),
            SwapsWithPanel {
                left: px(MARGIN),
                right: px(PANEL + MARGIN),
            },
            VisibleWhen::new(is_shown),
        ))
        // The dungeon and its messages would make small letters hard to read, and look like a part of the card.
        .insert(BackgroundColor(palette::GLASS))
        .with_children(content);
}

/// Spawns the title of a card, something behind it, and the button that closes the card.
pub(super) fn spawn_heading(
    card: &mut ChildSpawnerCommands,
    title: &'static str,
    behind_title: impl FnOnce(&mut ChildSpawnerCommands),
    close: fn(&mut World),
) {
    let head = Node {
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        column_gap: px(12),
        row_gap: px(6),
        ..default()
    };
    card.spawn((head, WrapsWhenLarge)).with_children(|head| {
        head.spawn(label(title, TextSize::Head, palette::PAPER));
        head.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        behind_title(head);
        button(head, ButtonStyle::Primary, "interlude.go_on", close);
    });
}
