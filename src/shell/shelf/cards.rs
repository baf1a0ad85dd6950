//! The cards: the picture of a thing, its name and its kind.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::list::{kind_text, name_of};
use super::{Shelf, Thing};
use crate::shell::catalogue::picture_node;
use crate::shell::creature::sigil;
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bare_button, bound_text, stack};

/// The number of cards in a row.
const COLUMNS: usize = 5;
/// The number of cards on a page.
pub(super) const CARDS: usize = 2 * COLUMNS;
/// The width and the height of a card, in interface pixels.
const CARD: Vec2 = Vec2::new(141.0, 192.0);
/// The side of the picture of a card, in interface pixels.
const PICTURE: f32 = 96.0;
/// The gap between cards, in interface pixels.
const GAP: f32 = 8.0;
/// The side of a sigil, in interface pixels.
const SIGIL: f32 = 32.0;
/// The width of a row of cards, in interface pixels.
pub(super) const WIDTH: f32 = COLUMNS as f32 * (CARD.x + GAP) - GAP;

/// The thing on a card.
fn thing_on(world: &World, card: usize) -> Option<&Thing> {
    let shelf = world.resource::<Shelf>();
    shelf.thing(shelf.at(card)?)
}

/// Spawns the cards. Each shows the thing at its place in the list that was found.
pub(super) fn spawn(column: &mut ChildSpawnerCommands) {
    let grid = Node {
        flex_wrap: FlexWrap::Wrap,
        row_gap: px(GAP),
        ..stack(FlexDirection::Row, GAP)
    };
    column.spawn(grid).with_children(|grid| {
        for card in 0..CARDS {
            spawn_card(grid, card);
        }
    });
}

fn spawn_card(grid: &mut ChildSpawnerCommands, card: usize) {
    let node = Node {
        width: px(CARD.x),
        min_height: px(CARD.y),
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        padding: UiRect::all(px(8)),
        ..stack(FlexDirection::Column, 3.0)
    };
    let choose = move |world: &mut World| world.resource_mut::<Shelf>().choose(card);
    grid.spawn((
        bare_button(ButtonStyle::Tile, node, choose),
        SelectedWhen::new(move |world| world.resource::<Shelf>().is_chosen(card)),
        VisibleWhen::new(move |world| thing_on(world, card).is_some()),
    ))
    .with_children(|place| {
        spawn_mark(place, card);
        place.spawn(picture_node::<Shelf>(Some(card), PICTURE));
        let corner = Node {
            position_type: PositionType::Absolute,
            top: px(10),
            right: px(8),
            ..default()
        };
        let creature = move |world: &World| thing_on(world, card)?.creature();
        place
            .spawn((corner, Pickable::IGNORE))
            .with_child(sigil(SIGIL, creature));
        let text = move |of: fn(&World, &Thing) -> String| {
            move |world: &World| {
                thing_on(world, card).map_or(String::new(), |thing| of(world, thing))
            }
        };
        for (size, colour, of) in [
            (
                TextSize::Body,
                palette::PAPER,
                name_of as fn(&World, &Thing) -> String,
            ),
            (TextSize::Small, palette::MIST, kind_text),
        ] {
            place.spawn((
                bound_text(size, colour, text(of)),
                TextLayout {
                    justify: Justify::Center,
                    linebreak: LineBreak::WordOrCharacter,
                },
            ));
        }
    });
}

/// Marks the card of the thing that is chosen, at its upper end.
fn spawn_mark(place: &mut ChildSpawnerCommands, card: usize) {
    let is_chosen = move |world: &World| world.resource::<Shelf>().is_chosen(card);
    let mark = Node {
        width: percent(80),
        height: px(4),
        border_radius: BorderRadius::MAX,
        ..default()
    };
    let room = Node {
        width: percent(100),
        height: px(4),
        flex_shrink: 0.0,
        justify_content: JustifyContent::Center,
        ..default()
    };
    place.spawn((room, Pickable::IGNORE)).with_child((
        mark,
        BackgroundColor(palette::LAMP),
        Pickable::IGNORE,
        VisibleWhen::new(is_chosen),
    ));
}
