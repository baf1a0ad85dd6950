//! The view of tic-tac-toe: it shows the game, and turns the player's input into moves. It keeps no rules.

mod animation;
mod board;
mod coordinates;
mod demo;
mod editor;
mod hand;
mod layer;
mod notation;
mod overlays;
mod panel;
mod result;
mod seats;
mod setup_page;
mod spoken;
mod sunburst;
mod table_game;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::rules::{Board, Cell, Event, TicTacToe};
use crate::shell::board::BoardView;
use crate::shell::screen::Screen;
use crate::shell::table::clock::add_clocks;
use crate::shell::table::move_list::add_move_list;
use crate::shell::table::{look_back, playing};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::{Sprites, sprite_sources};

pub use editor::StrategyEditor;

pub(super) fn plugin(app: &mut App) {
    add_sprites(&mut app.world_mut().resource_mut::<Sprites>());
    app.add_plugins((editor::plugin, sunburst::plugin));
    add_move_list::<TicTacToe>(app);
    add_clocks::<TicTacToe>(app);
    look_back::add_look_back::<TicTacToe>(app);
    app.init_resource::<View>()
        .init_resource::<seats::SavedStrategies>()
        .add_systems(OnExit(Screen::Play), |mut view: ResMut<View>| {
            *view = View::default();
        })
        .add_systems(
            Update,
            (
                board::fit_board,
                board::respawn_board,
                hand::read_pointer,
                hand::read_keys,
                hand::draw,
                board::show_events,
                overlays::show_overlays,
                coordinates::show_names,
                animation::advance_animations,
                animation::place_sprites,
            )
                .chain()
                .run_if(playing::<TicTacToe>),
        );
}

fn add_sprites(sprites: &mut Sprites) {
    sprites.add_all(sprite_sources!("tic_tac_toe": "x", "o"));
    sprites.add_themed(sprite_sources!("tic_tac_toe": "cell", "open", "last"));
    for source in sprite_sources!("tic_tac_toe": "x_big", "o_big", "drop") {
        sprites.add_sized(source, 640);
    }
}

/// The state of the view; all of it can be lost without changing the game.
#[derive(Resource, Default)]
struct View {
    board: BoardView,
    /// The mark on each cell.
    marks: HashMap<Cell, Entity>,
    /// The events that have not been shown yet.
    events: Vec<Event>,
    /// The cell at which the keyboard is, once it is used.
    cursor: Option<Cell>,
}

/// Cells between two boards of Ultimate.
const GAP: f32 = 0.28;

/// The place of a cell: columns to the right, rows down. There are gaps between the boards of Ultimate.
fn place_of(board: Board, cell: Cell) -> Vec2 {
    let (row, col) = board.place(cell);
    let place = Vec2::new(col as f32, row as f32);
    match board {
        Board::Lines(_) => place,
        Board::Ultimate => place + (place / 3.0).floor() * GAP,
    }
}

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
    if crosses {
        "tic_tac_toe/x"
    } else {
        "tic_tac_toe/o"
    }
}

/// The colour of a mark.
fn mark_colour(crosses: bool) -> Color {
    if crosses {
        palette::LAMP
    } else {
        palette::THOUGHT
    }
}
