//! The sprites of the board: cells and pieces.

use bevy::prelude::*;

use super::animation::{ARRIVAL, Arriving, Turning};
use super::coordinates;
use super::{HEIGHT, View, bounds, layer, piece_sprite, place_of};
use crate::games::hexxagon::rules::{CellIndex, Hexxagon, MoveEvent};
use crate::games::hexxagon::table::Table;
use crate::shell::board::BoardSpace;
use crate::shell::settings::Settings;
use crate::shell::table::TableGame;
use crate::shell::theme::sprites::Sprites;

/// Size of a piece in cell widths.
const PIECE_SIZE: f32 = 0.92;
/// The smallest board for which space is left, in cells. Smaller boards need no huge cells.
const MIN_CELLS: Vec2 = Vec2::splat(5.0);

/// Makes the board as large as fits beside the panel.
pub(super) fn fit_board(
    mut space: BoardSpace,
    table: Res<Table>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
) {
    let rim = coordinates::rim(settings.cell_names);
    let (first, last) = bounds(table.state().board());
    let (first, last) = (first - Vec2::X * rim, last + Vec2::Y * rim);
    let size = last - first + Vec2::new(1.0, HEIGHT);
    let cells = size.max(MIN_CELLS);
    let Some(mut frame) = space.fit(Hexxagon::PANEL, cells, None) else {
        return;
    };
    let shift = first - (cells - size) / 2.0;
    // The frame counts from the middle of a square cell, and a hexagon is lower than a square.
    let half = (1.0 - HEIGHT) / 2.0;
    frame.corner -= Vec2::new(shift.x, -(shift.y + half)) * frame.cell;
    view.board.frame = if view.is_turned {
        frame.turned(first, last)
    } else {
        frame
    };
}

/// Spawns the board again when the position was changed otherwise than by a move.
pub(super) fn respawn_board(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    if !view.board.clear_if_changed(&mut commands, table.revision()) {
        return;
    }
    let board = table.state().board();
    let is_on_board = |index: &CellIndex| index.as_usize() < board.cells().len();
    *view = View {
        board: std::mem::take(&mut view.board),
        pointed: view
            .pointed
            .filter(|_| view.by_keyboard)
            .filter(is_on_board),
        by_keyboard: view.by_keyboard,
        is_turned: view.is_turned,
        ..View::default()
    };
    for cell in board.cells() {
        let (name, at) = ("hexxagon/cell", place_of(*cell));
        view.board
            .spawn_sprite(&mut commands, &sprites, name, at, 1.0, layer::GROUND);
    }
    for index in board.indices() {
        if let Some(player) = table.state().owner(index) {
            let (name, at) = (
                piece_sprite(player),
                place_of(board.cells()[index.as_usize()]),
            );
            let piece = view.board.spawn_sprite(
                &mut commands,
                &sprites,
                name,
                at,
                PIECE_SIZE,
                layer::PIECE,
            );
            view.pieces.insert(index, piece);
        }
    }
}

/// Shows the moves that were made since the last frame: a piece arrives, and the pieces that it captures turn over.
pub(super) fn show_events(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    for event in std::mem::take(&mut view.events) {
        let Some(to) = event.to else { continue };
        let board = table.state().board();
        let at = |index: CellIndex| place_of(board.cells()[index.as_usize()]);
        let from = event.from.or_else(|| parent_of(&table, &view, &event, to));
        let name = piece_sprite(event.player);
        let piece = view.board.spawn_sprite(
            &mut commands,
            &sprites,
            name,
            at(to),
            PIECE_SIZE,
            layer::MOVING,
        );
        if let Some(from) = from {
            commands.entity(piece).insert(Arriving {
                from: at(from),
                jumps: event.from.is_some(),
                seconds: 0.0,
            });
        }
        if let Some(left) = event.from.and_then(|from| view.pieces.remove(&from)) {
            commands.entity(left).despawn();
        }
        view.pieces.insert(to, piece);
        view.played_from = None;
        for captured in event.captured {
            // The pieces turn one after the other, around the target.
            let angle = (at(captured) - at(to)).to_angle() / std::f32::consts::TAU;
            if let Some(piece) = view.pieces.get(&captured) {
                commands.entity(*piece).insert(Turning {
                    to: event.player,
                    delay: ARRIVAL * 0.8 + angle.rem_euclid(1.0) * 0.22,
                    seconds: 0.0,
                    has_turned: false,
                });
            }
        }
    }
}

/// The piece that a clone grows out of: the one that the player had selected, or another one beside it.
fn parent_of(table: &Table, view: &View, event: &MoveEvent, to: CellIndex) -> Option<CellIndex> {
    let game = table.state();
    let own = game.of(event.player).without(event.captured);
    let mut beside = game.board().near(to).and(own);
    let selected = view.played_from.filter(|from| beside.has(*from));
    selected.or_else(|| beside.next())
}
