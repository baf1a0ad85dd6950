//! The player's hand: mouse, keyboard, number pad and gamepad.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::{View, cell_at};
use crate::games::tic_tac_toe::insight::{Insight, Kind};
use crate::games::tic_tac_toe::play::{Play, go_through};
use crate::games::tic_tac_toe::rules::ultimate::join;
use crate::games::tic_tac_toe::rules::{Board, Cell};
use crate::games::tic_tac_toe::think::{Thought, good_move, mark_for_human};
use crate::shell::board::Pointer;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;

/// A click marks a cell.
pub(super) fn pointer(
    pointer: Pointer,
    menu: Res<State<Menu>>,
    play: Res<Play>,
    mut view: ResMut<View>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None || !pointer.buttons.just_pressed(MouseButton::Left) {
        return;
    }
    let point = pointer.at();
    let cell = point.and_then(|at| cell_at(play.setup.board, view.frame.place_at(at)));
    if let Some(cell) = cell.filter(|_| play.human()) {
        view.cursor = None;
        commands.queue(move |world: &mut World| mark_for_human(world, cell));
    }
}

/// Arrows move the cursor, Space or Enter marks; the number pad is the board.
pub(super) fn keys(
    actions: Res<Actions>,
    keyboard: Res<ButtonInput<KeyCode>>,
    menu: Res<State<Menu>>,
    mut view: ResMut<View>,
    mut insight: ResMut<Insight>,
    play: Res<Play>,
    focus: Res<InputFocus>,
    buttons: Query<(), With<Button>>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    move_cursor(&actions, &mut view, play.setup.board);
    let pad = PAD.iter().position(|key| keyboard.just_pressed(*key));
    let padded = pad.and_then(|spot| padded(&play, spot));
    // A focused button takes Enter and Space for itself.
    let free = !focus.get().is_some_and(|entity| buttons.contains(entity));
    let chosen = free && (actions.begun(Action::Toggle) || actions.begun(Action::Confirm));
    let cell = padded.or(view.cursor.filter(|_| chosen));
    if let Some(cell) = cell.filter(|_| play.human()) {
        commands.queue(move |world: &mut World| mark_for_human(world, cell));
    }
    if actions.begun(Action::Toggle) && play.setup.humans().count() == 0 {
        commands.queue(toggle_computers);
    }
    for (action, act) in [
        (Action::Hint, show_hint as fn(&mut World)),
        (Action::Undo, undo),
        (Action::Redo, redo),
        (Action::Restart, restart),
    ] {
        if actions.begun(action) {
            commands.queue(act);
        }
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
fn padded(play: &Play, spot: usize) -> Option<Cell> {
    match (play.setup.board, play.game().ultimate()) {
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

/// Takes the last move back, and the computer's reply with it.
pub(super) fn undo(world: &mut World) {
    // Computers among themselves would at once go on as before.
    let alone = |play: &Play| play.setup.humans().count() == 0;
    if world.get_resource::<Play>().is_some_and(alone) {
        world.resource_mut::<Thought>().paused = true;
    }
    go_through(world, |session| session.undo());
}

/// Makes it again.
pub(super) fn redo(world: &mut World) {
    go_through(world, |session| session.redo());
}

/// Empties the board.
pub(super) fn restart(world: &mut World) {
    go_through(world, |session| session.restart());
}

/// Computers among themselves wait, or go on.
pub(super) fn toggle_computers(world: &mut World) {
    let mut thought = world.resource_mut::<Thought>();
    thought.paused = !thought.paused;
}

/// Shows a good move to a human.
pub(super) fn show_hint(world: &mut World) {
    let play = world.get_resource::<Play>().filter(|play| play.human());
    let hint = play.and_then(good_move);
    world.resource_mut::<View>().hint = hint;
}
