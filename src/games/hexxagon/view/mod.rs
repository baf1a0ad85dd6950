//! The view of Hexxagon: it shows the game, and turns the player's input into moves. It keeps no rules.

mod animation;
mod bloom;
mod board;
mod board_length;
mod board_list;
mod chart;
mod comparison;
mod coordinates;
mod editor;
mod evolution_rows;
mod five_weights;
mod hand;
mod layer;
mod names;
mod notation;
mod openings;
mod opponent_picker;
mod overlays;
mod panel;
mod premove;
mod result;
mod seats;
mod setup_page;
mod spoken;
mod table_game;
mod terms;
mod weights_editor;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::rules::{
    Board, Cell, CellIndex, CellMove, CellSet, Game as Position, Hexxagon, MoveEvent, Player,
};
use super::table::Table;
use crate::shell::board::BoardView;
use crate::shell::screen::Screen;
use crate::shell::table::clock::add_clocks;
use crate::shell::table::move_list::add_move_list;
use crate::shell::table::playing;
use crate::shell::theme::sprites::{Dye, Sprites, sprite_sources};
use board_length::BoardLengths;

pub use editor::{BoardDraft, BoardEditor};
pub use notation::written_moves;
pub use weights_editor::WeightsEditor;

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    add_move_list::<Hexxagon>(app);
    add_clocks::<Hexxagon>(app);
    app.init_resource::<View>()
        .init_resource::<BoardLengths>()
        .add_plugins((
            editor::plugin,
            weights_editor::plugin,
            five_weights::plugin,
            openings::plugin,
            panel::plugin,
            chart::plugin,
            comparison::plugin,
            terms::plugin,
        ))
        .add_systems(OnExit(Screen::Play), |mut view: ResMut<View>| {
            // A player who sits at the other side of the board still does in the next game.
            *view = View {
                is_turned: view.is_turned,
                ..View::default()
            };
        })
        .add_systems(
            Update,
            (board_list::repaint_boards, board_length::measure_shown)
                .run_if(in_state(Screen::Setup)),
        )
        .add_systems(
            Update,
            (
                board::fit_board,
                board::respawn_board,
                (
                    hand::read_pointer,
                    hand::read_keys,
                    hand::draw,
                    premove::make_premove,
                    board::show_events,
                    overlays::show_overlays,
                    coordinates::show_names,
                    animation::advance_animations,
                    animation::place_sprites,
                    bloom::begin_bloom,
                    bloom::advance_bloom,
                )
                    .chain()
                    .distributive_run_if(is_of_table),
            )
                .chain()
                .run_if(playing::<Hexxagon>),
        );
}

/// A run condition: the view is that of the table. Another game can come to the table between two systems of a frame,
/// and its board may not have the cells to which the view points.
fn is_of_table(table: Option<Res<Table>>, view: Res<View>) -> bool {
    table.is_some_and(|table| view.board.is_of(table.revision()))
}

fn add_sprites(sprites: &mut Sprites) {
    sprites.add_themed(sprite_sources!(
        "hexxagon": "cell", "blank", "select", "cursor", "hint", "flip", "glow",
    ));
    // The marks of last moves are white, and get the colours of the players.
    sprites.add_all(sprite_sources!("hexxagon": "last", "left"));
    // The first player is red, the third green; near is blue, far orange.
    for (source, kind) in sprite_sources!("hexxagon": "gem1", "gem3", "near", "far")
        .into_iter()
        .zip([0, 2, 3, 5])
    {
        sprites.add(source, Dye::Shades(kind));
    }
    sprites.add_all(sprite_sources!("hexxagon": "gem2"));
}

/// The sprite of a player's pieces.
fn piece_sprite(player: Player) -> &'static str {
    match player.0 {
        0 => "hexxagon/gem1",
        1 => "hexxagon/gem2",
        _ => "hexxagon/gem3",
    }
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    board: BoardView,
    /// The piece on each cell.
    pieces: HashMap<CellIndex, Entity>,
    /// The moves that have not been shown yet.
    events: Vec<MoveEvent>,
    /// The stage of showing the end of the game.
    bloom: bloom::Bloom,
    /// The piece that the player has selected.
    selected: Option<CellIndex>,
    /// The move that the player has chosen ahead, while a computer thinks.
    premove: Option<premove::Premove>,
    /// The piece that was selected for the last move, until the move is shown.
    played_from: Option<CellIndex>,
    /// The cell at the mouse or at the cursor of the keyboard.
    pointed: Option<CellIndex>,
    /// Whether the board is turned by half a turn, so that the pieces of the other side lie below.
    is_turned: bool,
    /// Whether the keyboard has moved last, so that its cursor is shown.
    by_keyboard: bool,
}

/// Height of a cell of width 1.
const HEIGHT: f32 = 0.866;

/// The place of a cell: cell widths to the right and down.
fn place_of(cell: Cell) -> Vec2 {
    let height = cell.row() as f32 + if cell.col() % 2 == 1 { 0.5 } else { 0.0 };
    Vec2::new(cell.col() as f32 * 0.75, (8.5 - height) * HEIGHT)
}

/// The smallest and the largest place of the cells of a board.
fn bounds(board: &Board) -> (Vec2, Vec2) {
    let places = board.cells().iter().map(|cell| place_of(*cell));
    places.fold((Vec2::MAX, Vec2::MIN), |(min, max), place| {
        (min.min(place), max.max(place))
    })
}

/// The cell at a place, if there is one.
fn index_at(board: &Board, place: Vec2) -> Option<CellIndex> {
    let distance = |index: &CellIndex| place_of(board.cells()[index.as_usize()]).distance(place);
    let nearest = board
        .indices()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    (distance(&nearest) <= 0.48).then_some(nearest)
}

/// The free cells that a piece can clone to, and jump to.
fn reachable(game: &Position, from: CellIndex) -> (CellSet, CellSet) {
    let (board, free) = (game.board(), game.free());
    (board.near(from).and(free), board.far(from).and(free))
}

/// The move of a piece to a free cell, if it is within reach.
fn move_to(game: &Position, from: CellIndex, to: CellIndex) -> Option<CellMove> {
    let (near, far) = reachable(game, from);
    let cell = |index: CellIndex| game.board().cells()[index.as_usize()];
    let is_jump = far.has(to);
    (is_jump || near.has(to)).then(|| CellMove {
        from: is_jump.then(|| cell(from)),
        to: cell(to),
    })
}
