//! The pictures on the map of the journey: boards of stops, with a sprout where the level is still to evolve, and stars.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::journey_layout::Spot;
use super::journey_map::{Map, chosen_in, first_stop_of_page};
use super::journey_plant::tint_at;
use super::journey_sprout::paint_sprout;
use crate::games::match3::StopNumber;
use crate::games::match3::journey::{Journey, JourneyStop, PlayerJourney};
use crate::games::match3::level::{LevelGenome, LevelProblem, Setup};
use crate::games::match3::rules::Size as BoardSize;
use crate::generation::{Picture, Problem};
use crate::shell::screen::Screen;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::square_picture;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PaintedMap>()
        .add_systems(Update, paint_map.run_if(in_state(Screen::Setup)));
}

/// Side of the picture of the chosen stop.
pub(super) const LARGE: f32 = 176.0;
/// Side of the picture of a stop that is still to be evolved. It shows no more of its board than the shape, so it is
/// small.
pub(super) const AHEAD: f32 = 110.0;

/// The content of the map when it was painted.
#[derive(Resource, Default)]
struct PaintedMap(Option<Shown>);

/// The content of the map: the first stop of the page, the chosen stop, the numbers of stops and of stars on the main
/// way and on side shoots, the size of the next stop of the main way and the look.
type Shown = ((u32, StopNumber), [usize; 2], [u32; 2], BoardSize, Look);

/// A picture on the map: of a spot, of the chosen stop, or of the open board of the chosen stop, before it is evolved.
#[derive(Component, Clone, Copy, PartialEq)]
pub(super) enum MapPicture {
    Place(Spot),
    Chosen,
    Ahead,
}

/// A star of a spot, or of the chosen stop; counted from 1.
#[derive(Component, Clone, Copy)]
pub(super) struct StarPlace(pub(super) Option<Spot>, pub(super) u8);

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

/// A star that is painted later.
pub(super) fn spawn_star(
    row: &mut ChildSpawnerCommands,
    sprites: &Sprites,
    of: StarPlace,
    side: f32,
) {
    let picture = square_picture(sprites.get("match3/star_empty"), side);
    row.spawn((of, picture, Pickable::IGNORE));
}

/// The picture of the board of a stop; `None` if its text is invalid.
fn board_of(stop: &JourneyStop) -> Option<Picture> {
    let setup: Setup = stop.board.parse().ok()?;
    let board = setup.board?;
    Some(LevelProblem::new(setup).picture(&board))
}

/// The picture of a stop that is still to be evolved, whose special cells are not known before it is evolved.
fn open_board(setup: &Setup) -> Picture {
    LevelProblem::new(setup.clone()).picture(&LevelGenome::default())
}

fn paint_board(board: &Picture, side: u32, sprites: &Sprites) -> Option<Image> {
    let mut canvas = Canvas::with_sprites(side, side, sprites.painter())?;
    canvas.thumbnail(board, Vec2::ZERO, side as f32);
    Some(canvas.image())
}

/// Paints the open board of a stop that is still to be evolved, with a sprout in the tint of its world.
fn paint_ahead(board: &Picture, tint: Color, side: u32, sprites: &Sprites) -> Option<Image> {
    let mut canvas = Canvas::with_sprites(side, side, sprites.painter())?;
    canvas.thumbnail(board, Vec2::ZERO, side as f32);
    paint_sprout(&mut canvas, side as f32, tint);
    Some(canvas.image())
}

/// Paints the picture of a stop that can be played; `None` for other stops.
fn paint_stop(
    journey: &Journey,
    number: StopNumber,
    side: u32,
    sprites: &Sprites,
) -> Option<Image> {
    if let Some(stop) = journey.stop(number) {
        return paint_board(&board_of(stop)?, side, sprites);
    }
    if !journey.is_open(number) {
        return None;
    }
    let board = open_board(&journey.setup_of(number).0);
    paint_ahead(&board, tint_at(number.main), side, sprites)
}

/// Paints the pictures that have changed.
fn paint_map(
    map: Res<Map>,
    mut painted: ResMut<PaintedMap>,
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
    let journey = &travels.0;
    let (first, chosen) = (first_stop_of_page(journey, &map), chosen_in(journey, &map));
    let now = (
        (first, chosen),
        [journey.stops.len(), journey.sides.len()],
        [journey.stars(), journey.side_stars()],
        journey.next_setup().0.size,
        sprites.look(),
    );
    if added.is_empty() && painted.0 == Some(now) {
        return;
    }
    painted.0 = Some(now);
    for (picture, mut node) in &mut nodes {
        let (number, side) = match *picture {
            MapPicture::Place(spot) => (spot.number(first), spot.width()),
            MapPicture::Chosen => (chosen, LARGE),
            MapPicture::Ahead => (chosen, AHEAD),
        };
        if let Some(image) = paint_stop(journey, number, 2 * side as u32, &sprites) {
            node.image = images.add(image);
        }
    }
    for (StarPlace(place, number), mut node) in &mut stars {
        let stop = journey.stop(place.map_or(chosen, |spot| spot.number(first)));
        let lit = stop.is_some_and(|stop| stop.stars >= *number);
        node.image = sprites.get(if lit {
            "match3/star"
        } else {
            "match3/star_empty"
        });
    }
}
