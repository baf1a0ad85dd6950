//! The map of the journey: the stops along a plant, and the details of the chosen one.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::journey_ahead::{self, BOARD_SIDE};
use super::journey_names::{number_and_name, stop_name};
use super::journey_plant::PlantPicture;
use crate::games::match3::journey::{self, Journey, JourneyStop, PlayerJourney};
use crate::games::match3::level::{LevelGenome, LevelProblem, Setup};
use crate::games::match3::rules::Size as BoardSize;
use crate::generation::{Picture, Problem};
use crate::shell::notice::show_failure_of;
use crate::shell::screen::Screen;
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::large::WrapsWhenLarge;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::wide_area;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, in_row, label, spoken_name,
    square_picture, stack,
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
    /// The chosen stop; the next one if none is chosen.
    chosen: Option<u32>,
    /// The content of the map when it was painted.
    painted: Option<Shown>,
}

/// The content of the map: the page, the chosen stop, the number of stops, the number of stars, the size of the next
/// stop and the look.
type Shown = ((u32, Option<u32>), usize, u32, BoardSize, Look);

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

fn journey(world: &World) -> &Journey {
    &world.resource::<PlayerJourney>().0
}

fn stops(world: &World) -> &[JourneyStop] {
    &journey(world).stops
}

/// The number of the newest page, which has the next stop.
fn newest_page(journey: &Journey) -> u32 {
    journey.next_index() / PAGE
}

/// The first stop of the page shown.
pub(super) fn first_stop_of_page(journey: &Journey, map: &Map) -> u32 {
    newest_page(journey).saturating_sub(map.back) * PAGE
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
fn chosen_number(world: &World) -> u32 {
    let next = journey(world).next_index();
    let chosen = world.resource::<Map>().chosen;
    chosen.map_or(next, |chosen| chosen.min(next))
}

/// The chosen stop, if it is evolved.
fn chosen_stop(world: &World) -> Option<&JourneyStop> {
    stops(world).get(chosen_number(world) as usize)
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
pub(super) fn map_size() -> Vec2 {
    Vec2::new(COLS as f32, ROWS as f32) * STEP
}

/// A picture on the map: of a place, of the chosen stop, or of the open board of the next stop, before it is evolved.
#[derive(Component, Clone, Copy, PartialEq)]
pub(super) enum MapPicture {
    Place(u32),
    Chosen,
    Ahead,
}

/// A star of a place, or of the chosen stop; counted from 1.
#[derive(Component, Clone, Copy)]
struct StarPlace(Option<u32>, u8);

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
        spawn_picture(map, PlantPicture, size);
        (0..PAGE).for_each(|place| spawn_stop(map, sprites, place));
    });
}

/// A picture that is painted later.
pub(super) fn spawn_picture(
    parent: &mut ChildSpawnerCommands,
    picture: impl Component,
    size: Vec2,
) {
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

fn spawn_star(row: &mut ChildSpawnerCommands, sprites: &Sprites, of: StarPlace, side: f32) {
    let picture = square_picture(sprites.get("match3/star_empty"), side);
    row.spawn((of, picture, Pickable::IGNORE));
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

/// A line about the chosen stop.
fn stop_line(world: &World, say: impl Fn(&Words, u32, &JourneyStop) -> String) -> String {
    let words = world.resource::<Words>();
    chosen_stop(world).map_or(String::new(), |stop| say(words, chosen_number(world), stop))
}

/// Whether the chosen stop is the last one, and was lost.
fn is_lost(world: &World) -> bool {
    let lost = chosen_stop(world).is_some_and(|stop| stop.stars == 0 && stop.tries > 0);
    lost && chosen_number(world) == journey(world).next_index()
}

/// Spawns the details of the chosen stop, and the buttons that lead on.
fn spawn_details(side: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let empty = VisibleWhen::new(|world| stops(world).is_empty());
    side.spawn((Node::default(), empty)).with_child(label(
        "match3.journey.empty",
        TextSize::Body,
        palette::MIST,
    ));
    let is_evolved = VisibleWhen::new(|world| chosen_stop(world).is_some());
    let known = (stack(FlexDirection::Column, 6.0), is_evolved);
    side.spawn(known).with_children(|side| {
        spawn_chosen_stop(side, sprites);
        spawn_stop_buttons(side);
    });
    let is_ahead = VisibleWhen::new(|world| chosen_stop(world).is_none());
    journey_ahead::spawn(side, sprites, is_ahead);
    journey_ahead::spawn_easier(side, VisibleWhen::new(is_lost));
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

/// Spawns the picture of the chosen stop, its stars, and the number of its tries.
fn spawn_chosen_stop(side: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let title = |world: &World| {
        let values = number_and_name(world, chosen_number(world));
        world.resource::<Words>().fill("match3.stop.named", &values)
    };
    side.spawn(bound_text(TextSize::Lead, palette::LAMP, title));
    spawn_picture(side, MapPicture::Chosen, Vec2::splat(LARGE));
    in_row(side, 4.0, |row| {
        (1..=3).for_each(|at| spawn_star(row, sprites, StarPlace(None, at), 30.0));
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
        let number = chosen_number(world);
        show_failure_of(world, |world| journey::open_stop(world, number));
    });
    // The main button plays the next stop, so this button is only for the others.
    let other = |world: &World| chosen_number(world) != journey(world).next_index();
    side.commands_mut()
        .entity(play)
        .insert(VisibleWhen::new(other));
    let key = "match3.journey.easier";
    let easier = button(side, ButtonStyle::Plain, key, |world| {
        show_failure_of(world, journey::evolve_next_stop);
    });
    let lost = VisibleWhen::new(is_lost);
    side.commands_mut().entity(easier).insert(lost);
}

/// Spawns the buttons that turn to older and newer stops.
fn spawn_page_turner(foot: &mut ChildSpawnerCommands) {
    let pages = (
        stack(FlexDirection::Row, 8.0),
        VisibleWhen::new(|world| newest_page(journey(world)) > 0),
    );
    foot.spawn(pages).with_children(|row| {
        let turn = |by: i32| {
            move |world: &mut World| {
                let most = newest_page(journey(world));
                let mut map = world.resource_mut::<Map>();
                map.back = map.back.saturating_add_signed(by).min(most);
            }
        };
        let older = button(row, ButtonStyle::Chip, "match3.journey.older", turn(1));
        let newer = button(row, ButtonStyle::Chip, "match3.journey.newer", turn(-1));
        let mut commands = row.commands_mut().entity(older);
        commands.insert(EnabledWhen::new(|world| {
            first_stop_of_page(journey(world), world.resource::<Map>()) > 0
        }));
        let mut commands = row.commands_mut().entity(newer);
        commands.insert(EnabledWhen::new(|world| world.resource::<Map>().back > 0));
    });
}

/// Spawns the number of stars and stops of the journey.
fn spawn_journey_sum(foot: &mut ChildSpawnerCommands) {
    let sum = |world: &World| {
        let way = journey(world);
        let values = [
            ("stars", way.stars().to_string()),
            ("stops", way.stops.len().to_string()),
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

/// Spawns the button that begins a new journey, after a question.
fn spawn_new_journey_button(foot: &mut ChildSpawnerCommands) {
    let question = Question {
        caption: "match3.journey.anew",
        really: "match3.journey.really",
        number: 0,
    };
    let anew = question.spawn_button(foot, ButtonStyle::Chip, |world| {
        *world.resource_mut::<Map>() = Map::default();
        journey::start_new_journey(world);
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

/// The picture of the next stop, whose special cells are not known before it is evolved.
fn open_board(setup: &Setup) -> Picture {
    LevelProblem::new(setup.clone()).picture(&LevelGenome::default())
}

fn paint_board(board: &Picture, side: u32, sprites: &Sprites) -> Option<Image> {
    let mut canvas = Canvas::with_sprites(side, side, sprites.painter())?;
    canvas.thumbnail(board, Vec2::ZERO, side as f32);
    Some(canvas.image())
}

/// Paints the pictures that have changed.
fn paint_map(
    mut map: ResMut<Map>,
    travels: Res<PlayerJourney>,
    sprites: Res<Sprites>,
    added: Query<(), Added<MapPicture>>,
    mut nodes: Query<(&MapPicture, &mut ImageNode), Without<StarPlace>>,
    mut stars: Query<(&StarPlace, &mut ImageNode), Without<MapPicture>>,
    mut images: ResMut<Assets<Image>>,
) {
    if nodes.is_empty() {
        return;
    }
    let (journey, stops) = (&travels.0, &travels.0.stops);
    let (ahead, _) = journey.next_setup();
    let place = (map.back, map.chosen);
    let look = sprites.look();
    let now = (place, stops.len(), journey.stars(), ahead.size, look);
    if added.is_empty() && map.painted == Some(now) {
        return;
    }
    map.painted = Some(now);
    let (first, next) = (first_stop_of_page(journey, &map), journey.next_index());
    let chosen = map.chosen.map_or(next, |chosen| chosen.min(next));
    let at = |number: u32| stops.get(number as usize);
    for (picture, mut node) in &mut nodes {
        let (number, side) = match *picture {
            MapPicture::Place(place) => (first + place, SIDE),
            MapPicture::Chosen => (chosen, LARGE),
            MapPicture::Ahead => (stops.len() as u32, BOARD_SIDE),
        };
        let board = match at(number) {
            Some(stop) => board_of(stop),
            None => (number == next).then(|| open_board(&ahead)),
        };
        let image = board.and_then(|board| paint_board(&board, 2 * side as u32, &sprites));
        if let Some(image) = image {
            node.image = images.add(image);
        }
    }
    for (StarPlace(place, number), mut node) in &mut stars {
        let stop = at(place.map_or(chosen, |place| first + place));
        let lit = stop.is_some_and(|stop| stop.stars >= *number);
        node.image = sprites.get(if lit {
            "match3/star"
        } else {
            "match3/star_empty"
        });
    }
}
