//! What a player sees of tic-tac-toe, and how moves come in. The view keeps no rules.

mod board;
mod hand;
mod overlay;
mod panel;
mod result;
mod setup;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::KEY;
use super::play::Play;
use super::rules::{Board, Cell};
use super::think::{good_move, mark_for_human};
use crate::shell::board::Frame;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::theme::sprites::{Dye, Sprites};

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    app.init_resource::<View>()
        .add_plugins((setup::plugin, panel::plugin, result::plugin))
        .add_systems(OnExit(Screen::Play), |mut view: ResMut<View>| {
            *view = View::default();
        })
        .add_systems(
            Update,
            (
                board::fit,
                board::rebuild,
                board::follow,
                overlay::follow,
                hand::pointer,
                hand::keys,
                board::grow,
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
        include_str!(concat!("../../../../assets/sprites/", $name, ".svg"))
    };
}

fn add_sprites(sprites: &mut Sprites) {
    for (name, svg) in [
        ("ttt/x", svg!("ttt_x")),
        ("ttt/o", svg!("ttt_o")),
        ("ttt/cell", svg!("ttt_cell")),
        ("ttt/open", svg!("ttt_open")),
        ("ttt/last", svg!("ttt_last")),
        ("ttt/cursor", svg!("cursor")),
        ("ttt/hint", svg!("hint")),
    ] {
        sprites.add(name, svg, Dye::Own);
    }
    for (name, svg) in [
        ("ttt/x_big", svg!("ttt_x_big")),
        ("ttt/o_big", svg!("ttt_o_big")),
        ("ttt/drop", svg!("ttt_drop")),
    ] {
        sprites.add_sized(name, svg, 640);
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
    marks: HashMap<Cell, Entity>,
    /// The boards of Ultimate whose winners are shown.
    boards: [bool; 9],
    /// Where the keyboard is, once it is used.
    cursor: Option<Cell>,
    hint: Option<Cell>,
    /// Seconds since the game was over.
    over: f32,
    /// What lies over the cells, and the sprites of it.
    overlays: Vec<overlay::Overlay>,
    overlay_sprites: Vec<Entity>,
}

/// Where a cell is on the screen: columns to the right, rows down; the boards of Ultimate lie apart.
fn place_of(board: Board, cell: Cell) -> Vec2 {
    let (row, col) = board.place(cell);
    let place = Vec2::new(col as f32, row as f32);
    match board {
        Board::Lines(_) => place,
        Board::Ultimate => place + (place / 3.0).floor() * GAP,
    }
}

/// Cells between two boards of Ultimate.
const GAP: f32 = 0.28;

/// The cell at a place, if there is one.
fn cell_at(board: Board, place: Vec2) -> Option<Cell> {
    let cells = (0..board.cells()).map(|cell| Cell(cell as u8));
    cells.into_iter().find(|cell| {
        let away = (place - place_of(board, *cell)).abs();
        away.max_element() <= 0.5
    })
}

/// The name of the sprite of a mark.
fn mark_sprite(crosses: bool) -> &'static str {
    if crosses { "ttt/x" } else { "ttt/o" }
}

/// A move of the automatic player, where a human is to move.
pub(super) fn play_itself(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    if play.human()
        && let Some(cell) = good_move(play)
    {
        mark_for_human(world, cell);
    }
}
