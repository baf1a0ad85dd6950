//! The player's hand: mouse, keyboard, number pad and gamepad.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::{View, cell_at};
use crate::games::tic_tac_toe::insight::{Insight, Kind};
use crate::games::tic_tac_toe::rules::ultimate::join;
use crate::games::tic_tac_toe::rules::{Board, Cell, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::shell::board::Pointer;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::table::play_for_human;

/// A click marks a cell.
pub(super) fn pointer(
    pointer: Pointer,
    menu: Res<State<Menu>>,
    table: Res<Table>,
    mut view: ResMut<View>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None || !pointer.buttons.just_pressed(MouseButton::Left) {
        return;
    }
    let point = pointer.at();
    let cell = point.and_then(|at| cell_at(table.setup().board, view.frame.place_at(at)));
    if let Some(cell) = cell.filter(|_| table.is_human_turn()) {
        view.cursor = None;
        commands.queue(move |world: &mut World| play_for_human::<TicTacToe>(world, cell));
    }
}

/// Arrows move the cursor, Space or Enter marks; the number pad is the board.
pub(super) fn keys(
    actions: Res<Actions>,
    keyboard: Res<ButtonInput<KeyCode>>,
    menu: Res<State<Menu>>,
    mut view: ResMut<View>,
    mut insight: ResMut<Insight>,
    table: Res<Table>,
    focus: Res<InputFocus>,
    buttons: Query<(), With<Button>>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    move_cursor(&actions, &mut view, table.setup().board);
    let pad = PAD.iter().position(|key| keyboard.just_pressed(*key));
    let padded = pad.and_then(|spot| padded(&table, spot));
    // A focused button takes Enter and Space for itself.
    let free = !focus.get().is_some_and(|entity| buttons.contains(entity));
    let chosen = free && (actions.begun(Action::Toggle) || actions.begun(Action::Confirm));
    let cell = padded.or(view.cursor.filter(|_| chosen));
    if let Some(cell) = cell.filter(|_| table.is_human_turn()) {
        commands.queue(move |world: &mut World| play_for_human::<TicTacToe>(world, cell));
    }
    if actions.begun(Action::Insight) {
        insight.look_next();
    }
    if insight.kind() == Kind::Search {
        if actions.begun(Action::Step) {
            insight.step();
        }
        if actions.begun(Action::Skip) {
            insight.climb_out();
        }
    }
}

fn move_cursor(actions: &Actions, view: &mut View, board: Board) {
    for (action, right, down) in [
        (Action::Left, -1, 0),
        (Action::Right, 1, 0),
        (Action::Up, 0, -1),
        (Action::Down, 0, 1),
    ] {
        if !actions.begun(action) {
            continue;
        }
        let Some(cursor) = view.cursor else {
            view.cursor = board.cell(board.rows() / 2, board.cols() / 2);
            continue;
        };
        let (row, col) = board.place(cursor);
        let next = row
            .checked_add_signed(down)
            .zip(col.checked_add_signed(right));
        let next = next.and_then(|(row, col)| board.cell(row, col));
        view.cursor = next.or(view.cursor);
    }
}

/// The number pad, as it lies, row by row from the top.
const PAD: [KeyCode; 9] = [
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

/// The cell that a key of the number pad stands for: on 3x3 boards, and in Ultimate on the board that
/// must be played on.
fn padded(table: &Table, spot: usize) -> Option<Cell> {
    match (table.setup().board, table.state().ultimate()) {
        (Board::Lines(lines), _) if lines.rows() == 3 && lines.cols() == 3 => {
            Some(Cell(spot as u8))
        }
        (_, Some(ultimate)) => {
            let allowed = ultimate.boards_allowed();
            let one = allowed.count_ones() == 1;
            one.then(|| join(allowed.trailing_zeros() as usize, spot))
        }
        _ => None,
    }
}
