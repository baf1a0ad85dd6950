//! The map of the journey: the stops along a plant, and the details of the chosen one.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::journey_plant::PlantPicture;
use crate::games::match3::journey::{self, JourneyStop, PlayerJourney};
use crate::games::match3::level::{LevelProblem, Setup};
use crate::generation::{Picture, Problem};
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::wide_area;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, in_row, label, spoken_name, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Map>()
        .add_systems(Update, paint_map.run_if(in_state(Screen::Setup)));
}

/// The state of the map.
#[derive(Resource, Default)]
pub(super) struct Map {
    /// The number of pages between the newest one and the one that is shown.
    back: u32,
    /// The chosen stop; the last one if none is chosen.
    chosen: Option<u32>,
    /// Whether the button for a new journey was pressed once; the second press begins it.
    new_pressed: bool,
    /// The page, the chosen stop, the number of stops, the number of stars and the look when the map was painted.
    painted: Option<((u32, Option<u32>), usize, u32, Look)>,
}

/// Stops a row and rows a page.
const COLS: u32 = 6;
const ROWS: u32 = 4;
pub(super) const PAGE: u32 = COLS * ROWS;
/// The distance between neighbouring stops, in interface pixels.
const STEP: Vec2 = Vec2::new(116.0, 110.0);
/// Side of a stop.
pub(super) const SIDE: f32 = 78.0;
/// Side of the picture of the chosen stop.
const LARGE: f32 = 176.0;

fn stops(world: &World) -> &[JourneyStop] {
    &world.resource::<PlayerJourney>().0.stops
}

/// The first stop of the page shown.
pub(super) fn first(stops: usize, map: &Map) -> u32 {
    let newest = (stops as u32).saturating_sub(1) / PAGE;
    newest.saturating_sub(map.back) * PAGE
}

/// The stop at a place of the page.
fn number_at(world: &World, place: u32) -> Option<u32> {
    let number = first(stops(world).len(), world.resource::<Map>()) + place;
    ((number as usize) < stops(world).len()).then_some(number)
}

fn chosen(world: &World) -> Option<u32> {
    let last = (stops(world).len() as u32).checked_sub(1)?;
    Some(
        world
            .resource::<Map>()
            .chosen
            .map_or(last, |chosen| chosen.min(last)),
    )
}

/// The middle of a place of the page. The rows run to the right and to the left in turn, and the stem swings up and
/// down.
pub(super) fn place_at(place: u32) -> Vec2 {
    let (row, col) = (place / COLS, place % COLS);
    let col = if row.is_multiple_of(2) {
        col
    } else {
        COLS - 1 - col
    };
    let swing = (place as f32 * 1.9).sin() * 9.0;
    Vec2::new(col as f32, row as f32) * STEP
        + Vec2::new(SIDE / 2.0 + 8.0, SIDE / 2.0 + 14.0 + swing)
}

/// The size of the map.
pub(super) fn extent() -> Vec2 {
    Vec2::new(COLS as f32, ROWS as f32) * STEP
}

/// A picture on the map: of a place, or of the chosen stop.
#[derive(Component, Clone, Copy, PartialEq)]
enum MapPicture {
    Place(u32),
    Chosen,
}

/// A star of a place, or of the chosen stop; counted from 1.
#[derive(Component, Clone, Copy)]
struct StarOf(Option<u32>, u8);

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
    let size = extent();
    let room = Node {
        width: px(size.x),
        height: px(size.y),
        flex_shrink: 0.0,
        ..default()
    };
    area.spawn(room).with_children(|map| {
        spawn_picture(map, PlantPicture, size);
        (0..PAGE).for_each(|place| spawn_stop(map, sprites, place));
    });
}

/// A picture that is painted later.
fn spawn_picture(parent: &mut ChildSpawnerCommands, picture: impl Component, size: Vec2) {
    parent.spawn((
        picture,
        ImageNode::default(),
        Node {
            width: px(size.x),
            height: px(size.y),
            ..default()
        },
        Pickable::IGNORE,
    ));
}

fn spawn_star(row: &mut ChildSpawnerCommands, sprites: &Sprites, of: StarOf, side: f32) {
    let node = Node {
        width: px(side),
        height: px(side),
        ..default()
    };
    row.spawn((
        of,
        ImageNode::new(sprites.get("match3/star_empty")),
        node,
        Pickable::IGNORE,
    ));
}

fn spawn_stop(map: &mut ChildSpawnerCommands, sprites: &Sprites, place: u32) {
    let at = place_at(place) - Vec2::splat(SIDE / 2.0);
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(at.x),
        top: px(at.y),
        width: px(SIDE),
        height: px(SIDE),
        border_radius: BorderRadius::all(px(12)),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    map.spawn((
        bare_button(ButtonStyle::Tile, node, move |world| {
            let number = number_at(world, place);
            let mut map = world.resource_mut::<Map>();
            (map.chosen, map.new_pressed) = (number, false);
        }),
        SelectedWhen::new(move |world| {
            number_at(world, place).is_some_and(|number| chosen(world) == Some(number))
        }),
        VisibleWhen::new(move |world| number_at(world, place).is_some()),
    ))
    .with_children(|tile| {
        tile.spawn(spoken_name(move |world: &World| stop_name(world, place)));
        spawn_picture(tile, MapPicture::Place(place), Vec2::splat(SIDE - 14.0));
        let stars = Node {
            position_type: PositionType::Absolute,
            bottom: px(-11),
            column_gap: px(1),
            ..default()
        };
        tile.spawn((stars, Pickable::IGNORE)).with_children(|row| {
            (1..=3).for_each(|at| spawn_star(row, sprites, StarOf(Some(place), at), 20.0));
        });
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
    });
}

/// A stop in words: its number and its stars.
fn stop_name(world: &World, place: u32) -> String {
    let stop = number_at(world, place)
        .and_then(|number| Some((number, stops(world).get(number as usize)?)));
    let Some((number, stop)) = stop else {
        return String::new();
    };
    let values = [
        ("number", (number + 1).to_string()),
        ("stars", stop.stars.to_string()),
    ];
    world
        .resource::<Words>()
        .fill("match3.stop.spoken", &values)
}

/// A line about the chosen stop.
fn stop_line(world: &World, say: impl Fn(&Words, u32, &JourneyStop) -> String) -> String {
    let stop = chosen(world).and_then(|number| Some((number, stops(world).get(number as usize)?)));
    let words = world.resource::<Words>();
    stop.map_or(String::new(), |(number, stop)| say(words, number, stop))
}

/// Whether the chosen stop is the last one, and was lost.
fn is_lost(world: &World) -> bool {
    let last = stops(world).last();
    let lost = last.is_some_and(|stop| stop.stars == 0 && stop.tries > 0);
    lost && chosen(world) == Some(world.resource::<PlayerJourney>().0.next_index())
}

/// Spawns the details of the chosen stop, and what leads on.
fn spawn_details(side: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let empty = VisibleWhen::new(|world| stops(world).is_empty());
    side.spawn((Node::default(), empty)).with_child(label(
        "match3.journey.empty",
        TextSize::Body,
        palette::MIST,
    ));
    let any = VisibleWhen::new(|world| chosen(world).is_some());
    let known = (stack(FlexDirection::Column, 6.0), any);
    side.spawn(known).with_children(|side| {
        spawn_chosen_stop(side, sprites);
        spawn_stop_buttons(side);
    });
    let foot = Node {
        margin: UiRect::top(auto()),
        ..stack(FlexDirection::Column, 6.0)
    };
    side.spawn(foot).with_children(|foot| {
        spawn_page_turner(foot);
        spawn_journey_sum(foot);
        spawn_new_journey_button(foot);
    });
}

/// Spawns the picture of the chosen stop, its stars, and how often it was tried.
fn spawn_chosen_stop(side: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let title = |words: &Words, number: u32, _: &JourneyStop| {
        words.fill("match3.stop", &[("number", (number + 1).to_string())])
    };
    side.spawn(bound_text(
        TextSize::Lead,
        palette::LAMP,
        BoundText::new(move |world| stop_line(world, title)),
    ));
    spawn_picture(side, MapPicture::Chosen, Vec2::splat(LARGE));
    in_row(side, 4.0, |row| {
        (1..=3).for_each(|at| spawn_star(row, sprites, StarOf(None, at), 30.0));
    });
    let rate = |words: &Words, _: u32, stop: &JourneyStop| {
        let key = match stop.is_for_player() {
            true => "match3.journey.rate.me",
            false => "match3.journey.rate",
        };
        words.fill(key, &[("rate", format!("{:.0}", stop.rate))])
    };
    let best = |words: &Words, _: u32, stop: &JourneyStop| {
        let values = [
            ("best", stop.best.to_string()),
            ("tries", stop.tries.to_string()),
        ];
        words.fill("match3.journey.best", &values)
    };
    side.spawn(bound_text(
        TextSize::Small,
        palette::PAPER,
        BoundText::new(move |world| stop_line(world, rate)),
    ));
    side.spawn(bound_text(
        TextSize::Small,
        palette::PAPER,
        BoundText::new(move |world| stop_line(world, best)),
    ));
}

/// Spawns the buttons that play the chosen stop again, or an easier one in place of a stop that was lost.
fn spawn_stop_buttons(side: &mut ChildSpawnerCommands) {
    let caption = |words: &Words, number: u32, _: &JourneyStop| {
        words.fill(
            "match3.journey.retry",
            &[("number", (number + 1).to_string())],
        )
    };
    let caption = BoundText::new(move |world| stop_line(world, caption));
    let play = button(side, ButtonStyle::Plain, caption, |world| {
        let Some(number) = chosen(world) else { return };
        if let Err(why) = journey::open_stop(world, number) {
            world.resource_mut::<Notices>().show(why);
        }
    });
    // The main button plays the next stop, so this button is only for the others.
    let other =
        |world: &World| chosen(world) != Some(world.resource::<PlayerJourney>().0.next_index());
    side.commands_mut()
        .entity(play)
        .insert(VisibleWhen::new(other));
    let key = "match3.journey.easier";
    let easier = button(side, ButtonStyle::Plain, key, |world| {
        if let Err(why) = journey::evolve_next_stop(world) {
            world.resource_mut::<Notices>().show(why);
        }
    });
    let lost = VisibleWhen::new(is_lost);
    side.commands_mut().entity(easier).insert(lost);
}

/// Spawns the buttons that turn to older and newer stops.
fn spawn_page_turner(foot: &mut ChildSpawnerCommands) {
    let pages = (
        stack(FlexDirection::Row, 8.0),
        VisibleWhen::new(|world| stops(world).len() as u32 > PAGE),
    );
    foot.spawn(pages).with_children(|row| {
        let turn = |by: i32| {
            move |world: &mut World| {
                let most = (stops(world).len() as u32).saturating_sub(1) / PAGE;
                let mut map = world.resource_mut::<Map>();
                map.back = map.back.saturating_add_signed(by).min(most);
            }
        };
        let older = button(row, ButtonStyle::Chip, "match3.journey.older", turn(1));
        let newer = button(row, ButtonStyle::Chip, "match3.journey.newer", turn(-1));
        let mut commands = row.commands_mut().entity(older);
        commands.insert(EnabledWhen::new(|world| {
            first(stops(world).len(), world.resource::<Map>()) > 0
        }));
        let mut commands = row.commands_mut().entity(newer);
        commands.insert(EnabledWhen::new(|world| world.resource::<Map>().back > 0));
    });
}

/// Spawns the number of stars and stops of the journey.
fn spawn_journey_sum(foot: &mut ChildSpawnerCommands) {
    let sum = |world: &World| {
        let journey = &world.resource::<PlayerJourney>().0;
        let values = [
            ("stars", journey.stars().to_string()),
            ("stops", journey.stops.len().to_string()),
        ];
        world
            .resource::<Words>()
            .fill("match3.journey.sum", &values)
    };
    foot.spawn((
        bound_text(TextSize::Small, palette::MIST, sum),
        VisibleWhen::new(|world| !stops(world).is_empty()),
    ));
}

/// Spawns the button that begins a new journey when it is pressed twice.
fn spawn_new_journey_button(foot: &mut ChildSpawnerCommands) {
    let caption = |world: &World| {
        let key = if world.resource::<Map>().new_pressed {
            "match3.journey.really"
        } else {
            "match3.journey.anew"
        };
        world.resource::<Words>().get(key)
    };
    let anew = button(foot, ButtonStyle::Chip, caption, |world| {
        let mut map = world.resource_mut::<Map>();
        if std::mem::replace(&mut map.new_pressed, true) {
            *map = Map::default();
            journey::start_new_journey(world);
        }
    });
    foot.commands_mut()
        .entity(anew)
        .insert(VisibleWhen::new(|world| !stops(world).is_empty()));
}

/// The picture of the board of a stop; `None` if its text is invalid.
fn board_of(stop: &JourneyStop) -> Option<Picture> {
    let setup: Setup = stop.board.parse().ok()?;
    let board = setup.board?;
    Some(LevelProblem::new(setup).picture(&board))
}

fn paint_board(stop: &JourneyStop, side: u32, sprites: &Sprites) -> Option<Image> {
    let mut canvas = Canvas::with_sprites(side, side, sprites.painter())?;
    canvas.thumbnail(&board_of(stop)?, Vec2::ZERO, side as f32);
    Some(canvas.image())
}

/// Paints what has changed.
fn paint_map(
    mut map: ResMut<Map>,
    travels: Res<PlayerJourney>,
    sprites: Res<Sprites>,
    added: Query<(), Added<MapPicture>>,
    mut nodes: Query<(&MapPicture, &mut ImageNode), Without<StarOf>>,
    mut stars: Query<(&StarOf, &mut ImageNode), Without<MapPicture>>,
    mut images: ResMut<Assets<Image>>,
) {
    let stops = &travels.0.stops;
    let place = (map.back, map.chosen);
    let now = (place, stops.len(), travels.0.stars(), sprites.look());
    if nodes.is_empty() || (added.is_empty() && map.painted == Some(now)) {
        return;
    }
    map.painted = Some(now);
    let first = first(stops.len(), &map);
    let last = stops.len().saturating_sub(1);
    let chosen = map
        .chosen
        .map_or(last, |chosen| (chosen as usize).min(last));
    let at = |place: u32| stops.get((first + place) as usize);
    for (picture, mut node) in &mut nodes {
        let image = match *picture {
            MapPicture::Place(place) => {
                at(place).and_then(|stop| paint_board(stop, 2 * SIDE as u32, &sprites))
            }
            MapPicture::Chosen => stops
                .get(chosen)
                .and_then(|stop| paint_board(stop, 2 * LARGE as u32, &sprites)),
        };
        if let Some(image) = image {
            node.image = images.add(image);
        }
    }
    for (StarOf(place, number), mut node) in &mut stars {
        let stop = place.map_or(stops.get(chosen), at);
        let lit = stop.is_some_and(|stop| stop.stars >= *number);
        node.image = sprites.get(if lit {
            "match3/star"
        } else {
            "match3/star_empty"
        });
    }
}
