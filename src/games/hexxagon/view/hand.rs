//! The player's hand: mouse, keyboard and gamepad.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::{View, move_to, place_of, spot_at};
use crate::games::hexxagon::review::{self, Kind, Review};
use crate::games::hexxagon::rules::{Game, Hexxagon, Spot};
use crate::games::hexxagon::table::Table;
use crate::shell::audio::{self, Sound};
use crate::shell::board::Pointer;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::Menu;
use crate::shell::table::{actions, play_for_human};

/// A click on a piece takes it up, a click within its reach moves it; so does dragging it there.
pub(super) fn pointer(
    pointer: Pointer,
    menu: Res<State<Menu>>,
    table: Res<Table>,
    review: Res<Review>,
    mut view: ResMut<View>,
    mut commands: Commands,
    mut last: Local<Option<Vec2>>,
) {
    if *menu.get() != Menu::None {
        return;
    }
    let point = pointer.at();
    let spot = point.and_then(|at| spot_at(table.state().board(), view.frame.place_at(at)));
    if point != *last {
        *last = point;
        view.pointed = spot;
        view.by_keyboard = false;
    }
    // A game that is looked back at is not changed.
    if !table.is_human_turn() || review.kind() == Kind::Game {
        view.selected = None;
        return;
    }
    if pointer.buttons.just_pressed(MouseButton::Left) {
        touch(&mut commands, &table, &mut view, spot);
    } else if pointer.buttons.just_released(MouseButton::Left)
        && let (Some(from), Some(to)) = (view.selected, spot)
        && move_to(table.state(), from, to).is_some()
    {
        touch(&mut commands, &table, &mut view, spot);
    }
}

/// Takes up the piece on a spot, puts it down, or moves to the spot.
fn touch(commands: &mut Commands, table: &Table, view: &mut View, spot: Option<Spot>) {
    let game = table.state();
    let Some(spot) = spot else {
        view.selected = None;
        return;
    };
    if game.sides().0.has(spot) {
        view.selected = (view.selected != Some(spot)).then_some(spot);
        return;
    }
    let Some(from) = view.selected else { return };
    match move_to(game, from, spot) {
        Some(made) => {
            view.taken_up = view.selected.take();
            commands.queue(move |world: &mut World| play_for_human::<Hexxagon>(world, made));
        }
        None => {
            view.selected = None;
            commands.queue(|world: &mut World| {
                world.write_message(audio::PlaySound(Sound::Refuse));
            });
        }
    }
}

/// Arrows move the cursor, Space or Enter takes up and moves.
pub(super) fn keys(
    pressed: Res<Actions>,
    menu: Res<State<Menu>>,
    mut view: ResMut<View>,
    review: Res<Review>,
    table: Res<Table>,
    focus: Res<InputFocus>,
    buttons: Query<(), With<Button>>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    for (action, way) in [
        (Action::Left, Vec2::NEG_X),
        (Action::Right, Vec2::X),
        (Action::Up, Vec2::NEG_Y),
        (Action::Down, Vec2::Y),
    ] {
        if pressed.begun(action) && review.kind() != Kind::Game {
            view.pointed = next_spot(table.state(), view.pointed, way);
            view.by_keyboard = true;
        }
    }
    // A focused button takes Enter and Space for itself.
    let free = !focus.get().is_some_and(|entity| buttons.contains(entity));
    let chosen = free && (pressed.begun(Action::Toggle) || pressed.begun(Action::Confirm));
    let looking_back = review.kind() == Kind::Game;
    if chosen && view.by_keyboard && table.is_human_turn() && !looking_back {
        let spot = view.pointed;
        touch(&mut commands, &table, &mut view, spot);
    }
    if pressed.begun(Action::Insight) {
        commands.queue(review::look_next);
    }
    if looking_back {
        for (action, act) in [
            (Action::Left, actions::undo::<Hexxagon> as fn(&mut World)),
            (Action::Right, actions::redo::<Hexxagon>),
        ] {
            if pressed.begun(action) {
                commands.queue(act);
            }
        }
        for (action, forward) in [(Action::Step, true), (Action::Skip, false)] {
            if pressed.begun(action) {
                commands
                    .queue(move |world: &mut World| review::go_to_turning_point(world, forward));
            }
        }
    }
}

/// The next spot in a direction: near, and straight ahead rather than aside.
fn next_spot(game: &Game, from: Option<Spot>, way: Vec2) -> Option<Spot> {
    let board = game.board();
    let place = |spot: Spot| place_of(board.cells()[spot.index()]);
    let Some(from) = from else {
        // One begins at a piece of one's own.
        let own = game.sides().0.next();
        return own.or_else(|| board.all().next());
    };
    let cost = |spot: &Spot| {
        let step = place(*spot) - place(from);
        let ahead = step.dot(way);
        let aside = step.perp_dot(way).abs();
        (ahead > 0.2).then_some(ahead + 2.2 * aside)
    };
    let reachable = board.all().filter_map(|spot| Some((cost(&spot)?, spot)));
    let nearest = reachable.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, spot)| spot).or(Some(from))
}
