//! The map of the journey: the stops along a plant, in worlds.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::journey_details::spawn_details;
use super::journey_layout::{PAGE, SIDE, map_size, place_at, square_at};
use super::journey_names::stop_name;
use super::journey_pictures::{MapPicture, StarPlace, spawn_picture, spawn_star};
use super::journey_plant::PlantPicture;
use super::journey_worlds;
use crate::games::match3::journey::{Journey, JourneyStop, PlayerJourney};
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::wide_area;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, spoken_name, stack,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Map>();
}

/// The state of the map.
#[derive(Resource, Default)]
pub(super) struct Map {
    /// The number of pages between the newest one and the one that is shown.
    back: u32,
    /// The chosen stop; the next one if none is chosen.
    chosen: Option<u32>,
}

pub(super) fn journey(world: &World) -> &Journey {
    &world.resource::<PlayerJourney>().0
}

pub(super) fn stops(world: &World) -> &[JourneyStop] {
    &journey(world).stops
}

/// The number of the newest page, which has the next stop.
pub(super) fn newest_page(journey: &Journey) -> u32 {
    journey.next_index() / PAGE
}

/// The first stop of the page shown.
pub(super) fn first_stop_of_page(journey: &Journey, map: &Map) -> u32 {
    newest_page(journey).saturating_sub(map.back) * PAGE
}

/// Turns to older pages, or to newer ones with a negative number.
pub(super) fn turn_pages(world: &mut World, by: i32) {
    let most = newest_page(journey(world));
    let mut map = world.resource_mut::<Map>();
    map.back = map.back.saturating_add_signed(by).min(most);
}

/// Whether there are older pages than the one shown, and newer ones.
pub(super) fn has_older_page(world: &World) -> bool {
    first_stop_of_page(journey(world), world.resource::<Map>()) > 0
}

pub(super) fn has_newer_page(world: &World) -> bool {
    world.resource::<Map>().back > 0
}

/// The stop at a place of the page, up to the next one, which may be still to be evolved.
pub(super) fn number_at(world: &World, place: u32) -> Option<u32> {
    let number = first_stop_of_page(journey(world), world.resource::<Map>()) + place;
    (number <= journey(world).next_index()).then_some(number)
}

/// The stop at a place of the page, if it is evolved.
pub(super) fn stop_at(world: &World, place: u32) -> Option<&JourneyStop> {
    stops(world).get(number_at(world, place)? as usize)
}

/// The number of the chosen stop.
pub(super) fn chosen_in(journey: &Journey, map: &Map) -> u32 {
    let next = journey.next_index();
    map.chosen.map_or(next, |chosen| chosen.min(next))
}

/// The number of the chosen stop.
pub(super) fn chosen_number(world: &World) -> u32 {
    chosen_in(journey(world), world.resource::<Map>())
}

/// The chosen stop, if it is evolved.
pub(super) fn chosen_stop(world: &World) -> Option<&JourneyStop> {
    stops(world).get(chosen_number(world) as usize)
}

/// Puts the map on the setup page.
pub(super) fn spawn(page: &mut ChildSpawnerCommands, sprites: &Sprites, shown: VisibleWhen) {
    let node = Node {
        flex_grow: 1.0,
        ..stack(FlexDirection::Row, 24.0)
    };
    page.spawn((node, shown, WrapsWhenLarge))
        .with_children(|row| {
            wide_area(row, |area| spawn_map(area, sprites));
            row.spawn(Node {
                flex_grow: 1.0,
                ..stack(FlexDirection::Column, 8.0)
            })
            .with_children(|side| spawn_details(side, sprites));
        });
}

/// Spawns the stops on their plant.
fn spawn_map(area: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let size = map_size();
    let room = Node {
        width: px(size.x),
        height: px(size.y),
        flex_shrink: 0.0,
        ..default()
    };
    area.spawn(room).with_children(|map| {
        journey_worlds::spawn_bands(map);
        spawn_picture(map, PlantPicture, size);
        (0..PAGE).for_each(|place| spawn_stop(map, sprites, place));
    });
}

fn spawn_stop(map: &mut ChildSpawnerCommands, sprites: &Sprites, place: u32) {
    let node = Node {
        border_radius: BorderRadius::all(px(12)),
        ..square_at(place_at(place), SIDE)
    };
    map.spawn((
        bare_button(ButtonStyle::Tile, node, move |world| {
            // If the player chooses the next stop, no stop is stored, so that the choice moves on to the stop after it.
            let next = journey(world).next_index();
            let number = number_at(world, place).filter(|number| *number != next);
            world.resource_mut::<Map>().chosen = number;
        }),
        SelectedWhen::new(move |world| {
            number_at(world, place).is_some_and(|number| chosen_number(world) == number)
        }),
        VisibleWhen::new(move |world| number_at(world, place).is_some()),
    ))
    .with_children(|tile| {
        tile.spawn(spoken_name(move |world: &World| stop_name(world, place)));
        spawn_picture(tile, MapPicture::Place(place), Vec2::splat(SIDE - 14.0));
        spawn_stop_stars(tile, sprites, place);
        spawn_stop_number(tile, place);
    });
}

fn spawn_stop_stars(tile: &mut ChildSpawnerCommands, sprites: &Sprites, place: u32) {
    let stars = Node {
        position_type: PositionType::Absolute,
        bottom: px(-11),
        column_gap: px(1),
        ..default()
    };
    let is_evolved = VisibleWhen::new(move |world| stop_at(world, place).is_some());
    tile.spawn((stars, is_evolved, Pickable::IGNORE))
        .with_children(|row| {
            (1..=3).for_each(|at| spawn_star(row, sprites, StarPlace(Some(place), at), 20.0));
        });
}

fn spawn_stop_number(tile: &mut ChildSpawnerCommands, place: u32) {
    let number = Node {
        position_type: PositionType::Absolute,
        left: px(-6),
        top: px(-9),
        padding: UiRect::axes(px(6), px(0)),
        border_radius: BorderRadius::all(px(8)),
        ..default()
    };
    let caption = move |world: &World| {
        number_at(world, place).map_or(String::new(), |number| (number + 1).to_string())
    };
    tile.spawn((number, BackgroundColor(palette::NIGHT), Pickable::IGNORE))
        .with_child(bound_text(TextSize::Small, palette::EMBER, caption));
}
