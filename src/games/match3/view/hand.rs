//! The player's hand: mouse, keyboard and gamepad become wanted swaps.

use bevy::prelude::*;

use super::board::{self, SpritePlace};
use super::{View, animate, place_of};
use crate::games::match3::level::Mode;
use crate::games::match3::players::Player;
use crate::games::match3::rules::{Cell, Kind, Match3, Swap};
use crate::games::match3::table::Table;
use crate::generation::{Purpose, Seed};
use crate::shell::at_rest::DecorationTime;
use crate::shell::audio::{PlaySound, Sound};
use crate::shell::board::Pointer;
use crate::shell::input::{Action, Actions};
use crate::shell::notice::{Notices, show_phrase};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;
use crate::shell::table::{self, Hint, TableGame, lesson};
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::Words;

/// Seconds without a move after which a hint is shown.
const HINT_DELAY: f32 = 12.0;

/// The neighbour of a cell in a direction, if it is on the board.
fn neighbour(view: &View, cell: Cell, right: isize, down: isize) -> Option<Cell> {
    let row = cell.row().checked_add_signed(down)?;
    view.size?.cell(row, cell.col().checked_add_signed(right)?)
}

/// The key of the phrase that says why the player cannot move the block of a cell; `None` if they can.
pub(super) fn why_not_movable(table: &Table, cell: Cell) -> Option<&'static str> {
    let board = table.state().board();
    match board.kind(cell) {
        _ if board.has_movable_block(cell) => None,
        Some(Kind::Obstacle) => Some("match3.held.stone"),
        Some(kind) if kind.is_overlay() => Some("match3.held.thread"),
        Some(_) => Some("match3.held.shell"),
        None => Some("match3.spoken.not_movable"),
    }
}

/// Shows that a cell cannot be chosen, and says why.
fn refuse_cell(view: &mut View, cell: Cell, why: &'static str, commands: &mut Commands) {
    view.input.chosen = None;
    commands.write_message(PlaySound(Sound::Refuse));
    // While blocks move, another one may be on the cell by now.
    let is_still = view.playback.is_over();
    commands.queue(move |world: &mut World| {
        if is_still {
            animate::shake_cell(world, cell);
        }
        show_phrase(world, why);
    });
}

/// Shows that a swap is refused because of a block that cannot be moved, and says why it cannot.
pub(super) fn refuse_swap(world: &mut World, swap: Swap) {
    let cells = [swap.a(), swap.b()];
    for cell in cells {
        animate::shake_cell(world, cell);
    }
    let table = world.get_resource::<Table>();
    let why = |cell| table.and_then(|table| why_not_movable(table, cell));
    if let Some(why) = cells.into_iter().find_map(why) {
        show_phrase(world, why);
    }
}

/// Notes that the player wants to swap two cells, if they are neighbours and not too many swaps wait already.
pub(super) fn want_swap(view: &mut View, one: Cell, other: Cell) {
    // At most two swaps wait, because the player cannot see the board on which a later one would be made.
    if let Some(swap) = Swap::new(one, other)
        && view.input.wanted.len() < 2
    {
        view.input.wanted.push_back(swap);
    }
    view.input.chosen = None;
}

/// The player swaps blocks by two clicks, or by dragging a block.
pub(super) fn read_pointer(
    pointer: Pointer,
    menu: Res<State<Menu>>,
    table: Res<Table>,
    mut view: ResMut<View>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        view.input.pressed = None;
        return;
    }
    let Some(point) = pointer.at() else { return };
    let mouse = &pointer.buttons;
    if mouse.just_pressed(MouseButton::Left) {
        view.input.idle = 0.0;
        view.input.cursor = None;
        view.input.pressed = None;
        let cell = view.cell_at(pointer.pressed_at().unwrap_or(point));
        press_cell(&mut view, &table, cell, &mut commands);
    }
    if let Some(pressed) = view.input.pressed {
        let point = pointer.dragged_to().unwrap_or(point);
        let offset = (point - view.frame.world(place_of(pressed))) / view.frame.cell;
        // A drag may begin and end in the same frame.
        let is_drag = mouse.pressed(MouseButton::Left) || mouse.just_released(MouseButton::Left);
        let is_far = offset.length() > 0.6;
        if is_drag && is_far {
            drag_block(&mut view, pressed, offset);
        }
        // After a release, a press in the next frame begins anew.
        if is_far || !mouse.pressed(MouseButton::Left) {
            view.input.pressed = None;
        }
    }
}

/// A press on a cell chooses its block, or swaps it with the chosen one; beside the cells it forgets the chosen one.
fn press_cell(view: &mut View, table: &Table, cell: Option<Cell>, commands: &mut Commands) {
    let why_not = cell.and_then(|cell| why_not_movable(table, cell));
    match (view.input.chosen, cell, why_not) {
        (Some(chosen), Some(cell), _) if Swap::new(chosen, cell).is_some() => {
            want_swap(view, chosen, cell);
        }
        (Some(chosen), Some(cell), _) if chosen == cell => view.input.chosen = None,
        (_, Some(cell), Some(why)) => refuse_cell(view, cell, why, commands),
        (_, Some(cell), None) => {
            view.input.chosen = Some(cell);
            view.input.pressed = Some(cell);
        }
        (_, None, _) => view.input.chosen = None,
    }
}

/// Swaps a block with its neighbour in the main direction of a drag. `offset` points upwards where its `y` is positive.
fn drag_block(view: &mut View, pressed: Cell, offset: Vec2) {
    let across = offset.x.abs() > offset.y.abs();
    let (right, down) = if across {
        (offset.x.signum() as isize, 0)
    } else {
        (0, -offset.y.signum() as isize)
    };
    if let Some(other) = neighbour(view, pressed, right, down) {
        want_swap(view, pressed, other);
    }
}

/// Arrows move the cursor, or the chosen block; Space or Enter chooses.
pub(super) fn read_keys(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    table: Res<Table>,
    mut view: ResMut<View>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    for step in actions.arrow_steps() {
        view.input.idle = 0.0;
        let Some(cursor) = view.input.cursor else {
            view.input.cursor = view.size.and_then(|s| s.cell(s.rows() / 2, s.cols() / 2));
            continue;
        };
        let Some(next) = neighbour(&view, cursor, step.x as isize, step.y as isize) else {
            continue;
        };
        if view.input.chosen == Some(cursor) {
            want_swap(&mut view, cursor, next);
        }
        view.input.cursor = Some(next);
    }
    if (actions.has_begun(Action::Toggle) || actions.has_begun(Action::Confirm))
        && let Some(cursor) = view.input.cursor
    {
        view.input.idle = 0.0;
        match why_not_movable(&table, cursor) {
            Some(why) => refuse_cell(&mut view, cursor, why, &mut commands),
            None => view.input.chosen = (view.input.chosen != Some(cursor)).then_some(cursor),
        }
    }
}

/// The swap that an automatic player would make. The same position always gives the same one.
pub(super) fn swap_of(table: &Table, player: Player) -> Option<Swap> {
    let moves = table.moves().len() as u64;
    let mut rng = Seed(moves).stream(Purpose::Player);
    player.choose(table.state(), &mut rng)
}

/// Shows a good swap. A player who asks again gets the swap of the strong player, and pays for it once. A hint that was
/// shown unasked is not the first one that is asked for.
pub(super) fn ask_for_hint(world: &mut World) {
    // Hints are free in lessons.
    if lesson::is_under_way::<Match3>(world) {
        return show_hint(world);
    }
    let is_shown = world.resource::<Hint<Match3>>().0.is_some();
    let mut view = world.resource_mut::<View>();
    if !is_shown || !view.input.hint_asked {
        view.input.hint_asked = true;
        return show_first_hint(world, is_shown);
    }
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let swap = swap_of(table, Player::LookAhead);
    let is_shown = swap == world.resource::<Hint<Match3>>().0;
    // The swap of both players is often the same, and then it is free.
    if is_shown && swap == Match3::hint(table) {
        show_phrase(world, "match3.hint.same");
        return;
    }
    if is_shown {
        // The hint that is shown was paid for already.
        return;
    }
    let key = match table.extra.has_paid() {
        true => "match3.hint.strong",
        false => "match3.hint.paid",
    };
    table::change::<Match3>(world, |table| table.extra.strong_hints += 1);
    world.resource_mut::<Hint<Match3>>().0 = swap;
    let text = hint_text(world, key);
    world.resource_mut::<Notices>().show(text);
}

/// Shows the first hint for a position, and tells the cost of the second one. The first one is free, unless the player
/// wants every hint to cost a star; a hint that was shown unasked is free in any case.
fn show_first_hint(world: &mut World, is_shown: bool) {
    let is_wanted = world.resource::<Settings>().hints_cost_star;
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let costs = is_wanted && !is_shown && table.mode() == Mode::Level;
    let key = match (table.extra.has_paid(), costs) {
        (true, _) => "match3.hint.again.paid",
        (false, true) => "match3.hint.cost",
        (false, false) => "match3.hint.again",
    };
    if costs {
        table::change::<Match3>(world, |table| table.extra.paid_hint = true);
    }
    let text = hint_text(world, key);
    world.resource_mut::<Notices>().show(text);
    show_hint(world);
}

/// A text about a hint, with its cost: a star of a level, or the record of a game for points.
fn hint_text(world: &World, key: &str) -> String {
    let words = world.resource::<Words>();
    let table = world.get_resource::<Table>();
    let is_level = table.is_some_and(|table| table.mode() == Mode::Level);
    let cost = ["match3.hint.record", "match3.hint.star"][usize::from(is_level)];
    words.fill(key, &[("cost", words.get(cost))])
}

/// Shows a swap of the reference player, or in a lesson the swap that it teaches, as soon as the board is at rest. A
/// swap that waits is made before, because the hint would be gone with it.
pub(super) fn show_hint(world: &mut World) {
    let view = world.resource::<View>();
    let rests = view.is_at_rest() && view.input.wanted.is_empty();
    let mut view = world.resource_mut::<View>();
    view.input.hint_waits = !rests;
    if !rests {
        return;
    }
    view.input.idle = 0.0;
    let table = world.get_resource::<Table>();
    let hint = table.and_then(lesson::good_move);
    world.resource_mut::<Hint<Match3>>().0 = hint;
}

/// Shows a hint to a player who has not found a move for a while.
pub(super) fn offer_hint(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    settings: Res<Settings>,
    table: Res<Table>,
    mut view: ResMut<View>,
    mut hint: ResMut<Hint<Match3>>,
    mut commands: Commands,
) {
    if !table.is_human_turn() {
        (hint.0, view.input.hint_waits) = (None, false);
    }
    if *menu.get() != Menu::None || !table.is_human_turn() || !view.is_at_rest() {
        return;
    }
    if view.input.hint_waits {
        commands.queue(show_hint);
    }
    view.input.idle += time.delta_secs();
    if settings.idle_hints && view.input.idle > HINT_DELAY && hint.0.is_none() {
        view.input.hint_asked = false;
        commands.queue(show_hint);
    }
}

/// The kind of a mark.
#[derive(Component, Clone, Copy, PartialEq)]
pub(super) enum Mark {
    Chosen,
    Cursor,
    HintA,
    HintB,
}

/// Spawns, moves and despawns the marks of the chosen block, the cursor and the hint.
pub(super) fn update_marks(
    mut commands: Commands,
    time: Res<DecorationTime>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    view: Res<View>,
    hint: Res<Hint<Match3>>,
    mut marks: Query<(Entity, &Mark, &mut SpritePlace)>,
) {
    let hint = hint.0.filter(|_| view.is_at_rest());
    let wanted = [
        (Mark::Chosen, "match3/select", view.input.chosen),
        (Mark::Cursor, "shared/cursor", view.input.cursor),
        (Mark::HintA, "shared/hint", hint.map(Swap::a)),
        (Mark::HintB, "shared/hint", hint.map(Swap::b)),
    ];
    for (mark, name, cell) in wanted {
        let found = marks.iter_mut().find(|(_, m, _)| **m == mark);
        match (found, cell) {
            (Some((_, _, mut place)), Some(cell)) => {
                place.at = place_of(cell);
                let breath = (time.seconds() * 3.0).sin() * 0.03;
                place.scale = match mark {
                    Mark::Cursor => 1.04,
                    _ if settings.reduced_motion => 1.0,
                    _ => 1.0 + breath,
                };
            }
            (Some((entity, ..)), None) => commands.entity(entity).despawn(),
            (None, Some(cell)) => {
                if let Some(root) = view.root {
                    let sprite = board::mark(&sprites, name, place_of(cell));
                    commands.spawn(sprite).insert((mark, ChildOf(root)));
                }
            }
            (None, None) => {}
        }
    }
}
