//! The pictures on the map of the journey: boards of stops, with a sprout where the level is still to evolve, and stars.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::journey_layout::Spot;
use super::journey_map::{Map, chosen_in, first_stop_of_page};
use super::journey_plant::tint_at;
use super::journey_sprout::paint_sprout;
use crate::games::match3::StopNumber;
use crate::games::match3::journey::{Journey, PlayerJourney};
use crate::games::match3::level::{LevelGenome, LevelProblem, Setup};
use crate::games::match3::rules::Size as BoardSize;
use crate::generation::{Picture, Problem};
use crate::shell::screen::Screen;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::paint_task::PaintTasks;
use crate::shell::theme::sprites::{SpritePainter, Sprites};
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
#[require(PaintedStop)]
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

/// The board of a stop that can be played.
#[derive(Clone, PartialEq)]
enum StopBoard {
    /// The text of a level that was evolved.
    Evolved(String),
    /// The setup of a level that is still to be evolved, in the tint of the world of the stop.
    Ahead(Box<Setup>, Color),
}

impl StopBoard {
    /// The board of a stop; `None` if it cannot be played yet.
    fn of(journey: &Journey, number: StopNumber) -> Option<Self> {
        if let Some(stop) = journey.stop(number) {
            return Some(StopBoard::Evolved(stop.board.clone()));
        }
        let is_open = journey.is_open(number);
        is_open
            .then(|| StopBoard::Ahead(Box::new(journey.setup_of(number).0), tint_at(number.main)))
    }

    /// The picture of the board; `None` if the text of the level is invalid. The special cells of a level that is still
    /// to be evolved are not known.
    fn picture(&self) -> Option<Picture> {
        match self {
            StopBoard::Evolved(text) => {
                let setup: Setup = text.parse().ok()?;
                let board = setup.board?;
                Some(LevelProblem::new(setup).picture(&board))
            }
            StopBoard::Ahead(setup, _) => {
                Some(LevelProblem::new(Setup::clone(setup)).picture(&LevelGenome::default()))
            }
        }
    }

    /// Paints the board in a square, with a sprout on it if it is still to be evolved.
    fn paint(&self, side: u32, sprites: Arc<SpritePainter>) -> Option<Image> {
        let mut canvas = Canvas::with_sprites(side, side, sprites)?;
        canvas.thumbnail(&self.picture()?, Vec2::ZERO, side as f32);
        if let StopBoard::Ahead(_, tint) = self {
            paint_sprout(&mut canvas, side as f32, *tint);
        }
        Some(canvas.image())
    }
}

/// The board that a picture shows, and its look.
#[derive(Component, Default)]
struct PaintedStop(Option<(StopBoard, Look)>);

/// Paints the pictures whose board or look has changed in the background, and the stars.
fn paint_map(
    map: Res<Map>,
    mut painted: ResMut<PaintedMap>,
    travels: Res<PlayerJourney>,
    sprites: Res<Sprites>,
    added: Query<(), Added<MapPicture>>,
    mut nodes: Query<(&MapPicture, &mut PaintedStop, &mut ImageNode), Without<StarPlace>>,
    mut stars: Query<(&StarPlace, &mut ImageNode), Without<MapPicture>>,
    mut images: ResMut<Assets<Image>>,
    mut tasks: ResMut<PaintTasks>,
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
    for (picture, mut shown, mut node) in &mut nodes {
        let (number, side) = match *picture {
            MapPicture::Place(spot) => (spot.number(first), spot.width()),
            MapPicture::Chosen => (chosen, LARGE),
            MapPicture::Ahead => (chosen, AHEAD),
        };
        let wanted = StopBoard::of(journey, number).map(|board| (board, sprites.look()));
        if shown.0 == wanted {
            continue;
        }
        if let Some((board, _)) = wanted.clone() {
            let painter = sprites.painter();
            let work = Box::new(move || board.paint(2 * side as u32, painter));
            node.image = tasks.paint_new(&mut images, work);
        }
        shown.0 = wanted;
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
