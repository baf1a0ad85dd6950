//! The player's hand: mouse, keyboard, number pad and gamepad become moves.

use bevy::prelude::*;

use super::{View, cell_at, place_of};
use crate::games::tic_tac_toe::insight::{Insight, InsightKind};
use crate::games::tic_tac_toe::rules::ultimate::join;
use crate::games::tic_tac_toe::rules::{Board, Cell, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::shell::board::{BoardKeys, DrawingHand, Pointer};
use crate::shell::input::Action;
use crate::shell::screen::Menu;
use crate::shell::table::{Pacing, can_move, look_back, move_list, play_for_human};

/// A click marks a cell.
pub(super) fn read_pointer(
    pointer: Pointer,
    menu: Res<State<Menu>>,
    insight: Res<Insight>,
    (table, pacing): (Res<Table>, Res<Pacing>),
    mut view: ResMut<View>,
    mut commands: Commands,
) {
    let is_click = pointer.buttons.just_pressed(MouseButton::Left);
    // The tree covers the board.
    if *menu.get() != Menu::None || !is_click || insight.kind() == InsightKind::Tree {
        return;
    }
    let place = pointer
        .pressed_at()
        .map(|point| view.board.frame.place_at(point));
    let cell = place.and_then(|place| cell_at(table.setup().board, place));
    if let Some(cell) = cell.filter(|_| pacing.is_looking_back() || can_move(&table, &pacing)) {
        view.cursor = None;
        commands.queue(move |world: &mut World| play_for_human::<TicTacToe>(world, cell));
    }
}

/// The right button draws arrows and circles.
pub(super) fn draw(
    mut hand: DrawingHand,
    table: Res<Table>,
    insight: Res<Insight>,
    view: Res<View>,
) {
    // The tree covers the board.
    let is_seen = insight.kind() != InsightKind::Tree;
    let board = table.setup().board;
    hand.draw(&view.board.frame, table.version(), |place| {
        let cell = cell_at(board, place).filter(|_| is_seen)?;
        Some(place_of(board, cell))
    });
}

/// The keys of the number pad, row by row from the top.
const NUMBER_PAD: [KeyCode; 9] = [
    KeyCode::Numpad7,
    KeyCode::Numpad8,
    KeyCode::Numpad9,
    KeyCode::Numpad4,
    KeyCode::Numpad5,
    KeyCode::Numpad6,
    KeyCode::Numpad1,
    KeyCode::Numpad2,
    KeyCode::Numpad3,
];

/// Arrows move the cursor, Space or Enter marks its cell, and the keys of the number pad mark theirs. While the player
/// looks back and does not try moves, arrows go through the game.
pub(super) fn read_keys(
    keys: BoardKeys,
    keyboard: Res<ButtonInput<KeyCode>>,
    mut view: ResMut<View>,
    mut insight: ResMut<Insight>,
    table: Res<Table>,
    pacing: Res<Pacing>,
    mut commands: Commands,
) {
    let mut on_board = insight.kind() != InsightKind::Tree;
    if on_board && pacing.is_looking_back() && pacing.trying.is_none() {
        look_back::read_keys::<TicTacToe>(&keys, &mut commands);
        on_board = false;
    }
    for step in keys.steps().filter(|_| on_board) {
        view.cursor = next_cell(table.setup().board, view.cursor, step);
    }
    let key = NUMBER_PAD
        .iter()
        .position(|key| on_board && keys.are_free() && keyboard.just_pressed(*key));
    let cell = key.and_then(|key| cell_of_key(&table, key));
    let cell = cell.or(view.cursor.filter(|_| on_board && keys.is_confirmed()));
    if let Some(cell) = cell.filter(|_| pacing.is_looking_back() || can_move(&table, &pacing)) {
        commands.queue(move |world: &mut World| play_for_human::<TicTacToe>(world, cell));
    }
    // A lesson shows no insights, because they would give its moves away.
    if keys.has_begun(Action::Insight) && table.lesson().is_none() {
        insight.show_next();
        commands.queue(move_list::close);
    }
    if insight.kind() == InsightKind::Search {
        if keys.has_begun(Action::Step) {
            insight.step();
        }
        if keys.has_begun(Action::Skip) {
            insight.finish_branch();
        }
    }
}

/// The cell beside the cursor. The cursor stays if there is none, and starts in the middle of the board.
fn next_cell(board: Board, cursor: Option<Cell>, step: IVec2) -> Option<Cell> {
    let Some(cursor) = cursor else {
        return board.cell(board.rows() / 2, board.cols() / 2);
    };
    let (row, col) = board.place(cursor);
    let row = row.checked_add_signed(step.y as isize);
    let next = row.zip(col.checked_add_signed(step.x as isize));
    let next = next.and_then(|(row, col)| board.cell(row, col));
    next.or(Some(cursor))
}

/// The cell of a key of the number pad. The pad stands for a 3x3 board, or for the one board of Ultimate on which the
/// player must move.
fn cell_of_key(table: &Table, key: usize) -> Option<Cell> {
    match (table.setup().board, table.state().ultimate()) {
        (Board::Lines(lines), _) if lines.rows() == 3 && lines.cols() == 3 => Some(Cell(key as u8)),
        (_, Some(ultimate)) => {
            let allowed = ultimate.boards_allowed();
            let one = allowed.count_ones() == 1;
            one.then(|| join(allowed.trailing_zeros() as usize, key))
        }
        _ => None,
    }
}
