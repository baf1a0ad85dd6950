//! The map of the journey: the stops along a plant, in worlds.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::journey_details::spawn_details;
use super::journey_layout::{PAGE, Spot, map_size};
use super::journey_names::{key_for, mark_name, stop_name};
use super::journey_pictures::{MapPicture, StarPlace, spawn_picture, spawn_star};
use super::journey_plant::PlantPicture;
use super::journey_worlds;
use crate::games::match3::StopNumber;
use crate::games::match3::journey::{Fork, Journey, JourneyStop, PlayerJourney};
use crate::shell::notice::Notices;
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::wide_area;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, spoken_name, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Map>();
}

/// The state of the map.
#[derive(Resource, Default)]
pub(super) struct Map {
    /// The number of pages between the newest one and the one that is shown.
    back: u32,
    /// The chosen stop; the next one of the main way if none is chosen.
    chosen: Option<StopNumber>,
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

/// Whether there are older pages than the one shown.
pub(super) fn has_older_page(world: &World) -> bool {
    first_stop_of_page(journey(world), world.resource::<Map>()) > 0
}

/// Whether there are newer pages than the one shown.
pub(super) fn has_newer_page(world: &World) -> bool {
    world.resource::<Map>().back > 0
}

/// The number that belongs to a spot of the page. There need not be a stop with this number.
fn possible_number_at(world: &World, spot: Spot) -> StopNumber {
    spot.number(first_stop_of_page(journey(world), world.resource::<Map>()))
}

/// The number of the stop at a spot of the page, if it can be played. It may be still to be evolved.
pub(super) fn number_at(world: &World, spot: Spot) -> Option<StopNumber> {
    let number = possible_number_at(world, spot);
    journey(world).is_open(number).then_some(number)
}

/// Whether a bud stands for the stop at a spot of the page.
fn is_closed_at(world: &World, spot: Spot) -> bool {
    let number = possible_number_at(world, spot);
    let fork = Fork::at(number.main);
    let has_bud = !number.is_side() || fork.is_some_and(|fork| number.side <= fork.stops);
    has_bud && !journey(world).is_open(number)
}

/// The stop at a spot of the page, if it is evolved.
pub(super) fn stop_at(world: &World, spot: Spot) -> Option<&JourneyStop> {
    journey(world).stop(number_at(world, spot)?)
}

/// The number of the chosen stop.
pub(super) fn chosen_in(journey: &Journey, map: &Map) -> StopNumber {
    let chosen = map.chosen.filter(|chosen| journey.is_open(*chosen));
    chosen.unwrap_or(journey.next_number())
}

/// The number of the chosen stop.
pub(super) fn chosen_number(world: &World) -> StopNumber {
    chosen_in(journey(world), world.resource::<Map>())
}

/// The chosen stop, if it is evolved.
pub(super) fn chosen_stop(world: &World) -> Option<&JourneyStop> {
    journey(world).stop(chosen_number(world))
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

/// The width of the rim of a stop, from both sides together.
const RIM: f32 = 14.0;

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
        for spot in Spot::all() {
            spawn_stop(map, sprites, spot);
            spawn_closed_stop(map, spot);
            if spot.side > 0 {
                spawn_mark(map, spot);
            }
        }
    });
}

fn spawn_stop(map: &mut ChildSpawnerCommands, sprites: &Sprites, spot: Spot) {
    map.spawn((
        bare_button(ButtonStyle::Tile, spot.node(), move |world| {
            // If the player chooses the next stop, no stop is stored, so that the choice moves on to the stop after it.
            let next = journey(world).next_number();
            let number = number_at(world, spot).filter(|number| *number != next);
            world.resource_mut::<Map>().chosen = number;
        }),
        SelectedWhen::new(move |world| {
            number_at(world, spot).is_some_and(|number| chosen_number(world) == number)
        }),
        VisibleWhen::new(move |world| number_at(world, spot).is_some()),
    ))
    .with_children(|tile| {
        tile.spawn(spoken_name(move |world: &World| stop_name(world, spot)));
        let side = spot.width() - RIM;
        spawn_picture(tile, MapPicture::Place(spot), Vec2::splat(side));
        spawn_stop_stars(tile, sprites, spot);
        if spot.side == 0 {
            spawn_stop_number(tile, spot);
        }
    });
}

/// Spawns the place of a stop that is still closed. A click there says what opens it.
fn spawn_closed_stop(map: &mut ChildSpawnerCommands, spot: Spot) {
    let is_closed = VisibleWhen::new(move |world| is_closed_at(world, spot));
    map.spawn((Name::new("Closed stop"), spot.node(), is_closed))
        .observe(move |_: On<Pointer<Click>>, mut commands: Commands| {
            commands.queue(move |world: &mut World| {
                let number = possible_number_at(world, spot);
                let key = key_for(number, ["match3.closed", "match3.side.closed"]);
                let next = [("next", journey(world).next_number().to_string())];
                let text = world.resource::<Words>().fill(key, &next);
                world.resource_mut::<Notices>().show(text);
            });
        });
}

fn spawn_stop_stars(tile: &mut ChildSpawnerCommands, sprites: &Sprites, spot: Spot) {
    let (star, hang) = spot.stars();
    let stars = Node {
        position_type: PositionType::Absolute,
        bottom: px(-hang),
        column_gap: px(1),
        ..default()
    };
    let is_evolved = VisibleWhen::new(move |world| stop_at(world, spot).is_some());
    tile.spawn((stars, is_evolved, Pickable::IGNORE))
        .with_children(|row| {
            (1..=3).for_each(|at| spawn_star(row, sprites, StarPlace(Some(spot), at), star));
        });
}

fn spawn_stop_number(tile: &mut ChildSpawnerCommands, spot: Spot) {
    let number = Node {
        position_type: PositionType::Absolute,
        left: px(-6),
        top: px(-9),
        padding: UiRect::axes(px(6), px(0)),
        border_radius: BorderRadius::all(px(8)),
        ..default()
    };
    let caption = move |world: &World| {
        number_at(world, spot).map_or(String::new(), |number| number.to_string())
    };
    tile.spawn((number, BackgroundColor(palette::NIGHT), Pickable::IGNORE))
        .with_child(bound_text(TextSize::Small, palette::EMBER, caption));
}

/// Spawns the mark of a side shoot behind its last stop.
fn spawn_mark(map: &mut ChildSpawnerCommands, spot: Spot) {
    let is_last = VisibleWhen::new(move |world| {
        let last = possible_number_at(world, spot);
        let first = StopNumber { side: 1, ..last };
        let is_last = Fork::at(last.main).is_some_and(|fork| fork.stops == last.side);
        is_last && journey(world).is_open(first)
    });
    let mark = move |world: &World| {
        let number = possible_number_at(world, spot);
        mark_name(number.main, world.resource::<Words>())
    };
    map.spawn((spot.mark_node(), is_last, Pickable::IGNORE))
        .with_child(bound_text(TextSize::Small, palette::EMBER, mark));
}
