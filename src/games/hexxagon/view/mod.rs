//! What a player sees of Hexxagon, and how moves come in. The view keeps no rules.

mod board;
mod chart;
mod editor;
mod hand;
mod overlay;
mod panel;
mod result;
mod seats;
mod setup;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::KEY;
use super::play::Play;
use super::rules::{Bitboard, Board, Cell, CellMove, Game, Player, Spot};
use super::think::{good_move, move_for_human};
use crate::shell::board::Frame;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::theme::sprites::{Dye, Sprites};

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    app.init_resource::<View>()
        .add_plugins((
            setup::plugin,
            editor::plugin,
            panel::plugin,
            chart::plugin,
            result::plugin,
        ))
        .add_systems(OnExit(Screen::Play), |mut view: ResMut<View>| {
            *view = View::default();
        })
        .add_systems(
            Update,
            (
                board::fit,
                board::rebuild,
                board::follow,
                hand::pointer,
                hand::keys,
                overlay::follow,
                board::animate,
                board::place,
                board::end,
            )
                .chain()
                .run_if(in_state(Screen::Play).and_then(active(KEY)))
                .run_if(resource_exists::<Play>),
        );
}

macro_rules! svg {
    ($name:literal) => {
        include_str!(concat!("../../../../assets/sprites/hex_", $name, ".svg"))
    };
}

fn add_sprites(sprites: &mut Sprites) {
    for (name, svg) in [
        ("hex/cell", svg!("cell")),
        ("hex/blank", svg!("blank")),
        ("hex/gem1", svg!("gem1")),
        ("hex/gem2", svg!("gem2")),
        ("hex/gem3", svg!("gem3")),
        ("hex/near", svg!("near")),
        ("hex/far", svg!("far")),
        ("hex/select", svg!("select")),
        ("hex/last", svg!("last")),
        ("hex/left", svg!("left")),
        ("hex/cursor", svg!("cursor")),
        ("hex/hint", svg!("hint")),
        ("hex/flip", svg!("flip")),
        ("hex/glow", svg!("glow")),
    ] {
        sprites.add(name, svg, Dye::Own);
    }
}

/// The sprite of a player's pieces.
fn gem(player: Player) -> &'static str {
    match player.0 {
        0 => "hex/gem1",
        1 => "hex/gem2",
        _ => "hex/gem3",
    }
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    /// Where the board lies.
    frame: Frame,
    /// [`Play::jumps`] when the sprites were built.
    jumps: Option<u32>,
    root: Option<Entity>,
    /// The sprite on each spot, and whose piece it shows.
    gems: HashMap<Spot, (Entity, Player)>,
    /// The piece that is about to move.
    selected: Option<Spot>,
    /// The piece that has just moved.
    taken_up: Option<Spot>,
    /// Where the mouse or the keyboard points.
    pointed: Option<Spot>,
    /// Whether the keyboard points, so that it is shown where.
    by_keyboard: bool,
    hint: Option<CellMove>,
    /// Seconds since the game was over.
    over: f32,
    /// What lies over the cells, and the sprites of it.
    overlays: Vec<overlay::Overlay>,
    overlay_sprites: Vec<Entity>,
}

/// Height of a cell of width 1.
const HEIGHT: f32 = 0.866;

/// Where a cell is: cell widths to the right and down.
fn place_of(cell: Cell) -> Vec2 {
    let height = cell.row() as f32 + if cell.col() % 2 == 1 { 0.5 } else { 0.0 };
    Vec2::new(cell.col() as f32 * 0.75, (8.5 - height) * HEIGHT)
}

/// The places of the outermost cells of a board: the least, and the most.
fn bounds(board: &Board) -> (Vec2, Vec2) {
    let places = board.cells().iter().map(|cell| place_of(*cell));
    places.fold((Vec2::MAX, Vec2::MIN), |(least, most), place| {
        (least.min(place), most.max(place))
    })
}

/// The spot at a place, if there is one.
fn spot_at(board: &Board, place: Vec2) -> Option<Spot> {
    let away = |spot: &Spot| place_of(board.cells()[spot.index()]).distance(place);
    let nearest = board.all().min_by(|a, b| away(a).total_cmp(&away(b)))?;
    (away(&nearest) <= 0.48).then_some(nearest)
}

/// The free spots that a piece can clone to, and jump to.
fn reach(game: &Game, from: Spot) -> (Bitboard, Bitboard) {
    let (board, free) = (game.board(), game.free());
    (board.near(from).and(free), board.far(from).and(free))
}

/// The move of a piece to a free spot, if it is within reach.
fn move_to(game: &Game, from: Spot, to: Spot) -> Option<CellMove> {
    let (near, far) = reach(game, from);
    let cell = |spot: Spot| game.board().cells()[spot.index()];
    let jump = far.has(to);
    (jump || near.has(to)).then(|| CellMove {
        from: jump.then(|| cell(from)),
        to: cell(to),
    })
}

/// A move of the automatic player, where a human is to move.
pub(super) fn play_itself(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    if play.human()
        && let Some(made) = good_move(play)
    {
        move_for_human(world, made);
    }
}
