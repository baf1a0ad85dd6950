//! The player's hand: mouse, keyboard and gamepad become moves.

use bevy::prelude::*;

use super::animation::Shaking;
use super::names::colour_key;
use super::premove::{self, PremoveChange};
use super::{View, index_at, move_to, place_of};
use crate::base::Towards;
use crate::games::hexxagon::insight::{self, Insight, InsightKind};
use crate::games::hexxagon::rules::{CellIndex, CellMove, CellSet, Game, Hexxagon, Player};
use crate::games::hexxagon::table::Table;
use crate::shell::audio::{self, Sound};
use crate::shell::board::{BoardKeys, DrawingHand, Pointer};
use crate::shell::input::Action;
use crate::shell::notice::{Notices, show_phrase};
use crate::shell::screen::Menu;
use crate::shell::table::{Pacing, can_move, look_back, move_list, play_for_human};
use crate::shell::words::Words;

/// A click on a piece selects it, and a click within its reach moves it. The piece can also be dragged there.
pub(super) fn read_pointer(
    pointer: Pointer,
    menu: Res<State<Menu>>,
    table: Res<Table>,
    insight: Res<Insight>,
    pacing: Res<Pacing>,
    mut view: ResMut<View>,
    mut commands: Commands,
    mut last_point: Local<Option<Vec2>>,
) {
    if *menu.get() != Menu::None {
        return;
    }
    let point = pointer.at();
    let index_of = |view: &View, point: Option<Vec2>| {
        let place = view.board.frame.place_at(point?);
        index_at(table.state().board(), place)
    };
    let index = index_of(&view, point);
    // A mouse outside the board leaves the cursor of the keyboard where it is.
    let takes_over = index.is_some() || !view.by_keyboard;
    if std::mem::replace(&mut *last_point, point) != point && takes_over {
        view.pointed = index;
        view.by_keyboard = false;
    }
    if insight.kind() == InsightKind::Compare {
        // The page of the comparison covers the board.
        view.selected = None;
        return;
    }
    let allowed = AllowedAction::of(&table, &insight, &pacing);
    // A piece that was selected may be captured before the turn comes.
    let pieces = allowed.pieces(table.state());
    if view.selected.is_some_and(|index| !pieces.has(index)) {
        view.selected = None;
    }
    if allowed == AllowedAction::Waits {
        let is_click = pointer.buttons.just_pressed(MouseButton::Left);
        if pacing.is_looking_back() && is_click && index_of(&view, pointer.pressed_at()).is_some() {
            commands.queue(|world: &mut World| show_phrase(world, "play.variation.how"));
        }
        return;
    }
    if pointer.buttons.just_pressed(MouseButton::Left) {
        let pressed = index_of(&view, pointer.pressed_at());
        choose_cell(&mut commands, &table, &mut view, allowed, pressed);
    }
    // A drag may begin and end in the same frame.
    let released = index_of(&view, pointer.dragged_to());
    if pointer.buttons.just_released(MouseButton::Left)
        && let (Some(from), Some(to)) = (view.selected, released)
        && move_to(table.state(), from, to).is_some()
    {
        choose_cell(&mut commands, &table, &mut view, allowed, released);
    }
}

/// The right button draws arrows and circles.
pub(super) fn draw(
    mut hand: DrawingHand,
    table: Res<Table>,
    insight: Res<Insight>,
    view: Res<View>,
) {
    // The page of the comparison covers the board.
    let is_seen = insight.kind() != InsightKind::Compare;
    let board = table.state().board();
    hand.draw(&view.board.frame, table.version(), |place| {
        let index = index_at(board, place).filter(|_| is_seen)?;
        Some(place_of(board.cells()[index.as_usize()]))
    });
}

/// The actions that the player can take with the pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AllowedAction {
    /// No action.
    Waits,
    /// Make a move.
    Moves,
    /// Choose the next move of this player, while a computer thinks.
    Premoves(Player),
}

impl AllowedAction {
    pub(super) fn of(table: &Table, insight: &Insight, pacing: &Pacing) -> Self {
        if can_move(table, pacing) {
            return AllowedAction::Moves;
        }
        premove::player_ahead(table, insight, pacing)
            .map_or(AllowedAction::Waits, AllowedAction::Premoves)
    }

    /// The pieces that can be selected for it.
    fn pieces(self, game: &Game) -> CellSet {
        match self {
            AllowedAction::Waits => CellSet::none(),
            AllowedAction::Moves => game.sides().0,
            AllowedAction::Premoves(player) => game.of(player),
        }
    }
}

/// Selects the piece on a cell, or moves the selected piece to the cell, now or ahead of the turn.
fn choose_cell(
    commands: &mut Commands,
    table: &Table,
    view: &mut View,
    allowed: AllowedAction,
    index: Option<CellIndex>,
) {
    if let Some(wanted) = select(table, view, allowed, index) {
        commands.queue(move |world: &mut World| perform_action(world, wanted));
    }
}

/// The action that the player wants to take with the selected piece.
pub(super) enum PieceAction {
    Move(CellMove),
    /// A move of this piece to a cell out of its reach.
    TooFar(CellIndex),
    /// An action with a piece of this rival, which is refused. The piece on the cell shakes its head.
    OfRival(CellIndex, Player),
    /// A change of the move ahead, which is already made.
    PremoveChange(PremoveChange),
}

/// Selects the piece on a cell, or returns the action that is wanted of the piece that was selected. A piece that
/// cannot do it stays selected.
pub(super) fn select(
    table: &Table,
    view: &mut View,
    allowed: AllowedAction,
    index: Option<CellIndex>,
) -> Option<PieceAction> {
    match allowed {
        AllowedAction::Waits => return None,
        AllowedAction::Premoves(player) => {
            return premove::choose(table, view, player, index).map(PieceAction::PremoveChange);
        }
        AllowedAction::Moves => view.premove = None,
    }
    let game = table.state();
    let Some(index) = index else {
        view.selected = None;
        return None;
    };
    if game.sides().0.has(index) {
        view.selected = (view.selected != Some(index)).then_some(index);
        return None;
    }
    if let Some(rival) = game.owner(index) {
        return Some(PieceAction::OfRival(view.selected.unwrap_or(index), rival));
    }
    let from = view.selected?;
    let Some(made) = move_to(game, from, index) else {
        return Some(PieceAction::TooFar(from));
    };
    view.selected = None;
    view.played_from = Some(from);
    Some(PieceAction::Move(made))
}

/// Makes the move that is wanted, or says why it cannot be made.
pub(super) fn perform_action(world: &mut World, wanted: PieceAction) {
    let words = world.resource::<Words>();
    let (piece, why) = match wanted {
        PieceAction::Move(made) => return play_for_human::<Hexxagon>(world, made),
        PieceAction::PremoveChange(ahead) => return premove::announce_change(world, ahead),
        PieceAction::TooFar(piece) => (piece, words.get("hex.too_far")),
        PieceAction::OfRival(piece, rival) => {
            let rival = words.get(colour_key(rival));
            (piece, words.fill("hex.not_yours", &[("colour", rival)]))
        }
    };
    world.resource_mut::<Notices>().show(why);
    world.write_message(audio::PlaySound(Sound::Refuse));
    if let Some(piece) = world.resource::<View>().pieces.get(&piece).copied()
        && let Ok(mut piece) = world.get_entity_mut(piece)
    {
        piece.insert(Shaking::default());
    }
}

/// Arrows move the cursor, Space or Enter chooses its cell. While the player looks back and tries no moves, keys go
/// through the game.
pub(super) fn read_keys(
    keys: BoardKeys,
    mut view: ResMut<View>,
    insight: Res<Insight>,
    pacing: Res<Pacing>,
    table: Res<Table>,
    mut commands: Commands,
) {
    // The panel of a lesson has no insights either.
    if keys.has_begun(Action::Insight) && table.lesson().is_none() {
        commands.queue(|world: &mut World| {
            move_list::close(world);
            insight::show_next(world);
        });
    }
    if insight.kind().looks_back() && pacing.trying.is_none() {
        read_keys_of_looking_back(&keys, &mut commands);
        return;
    }
    for step in keys.steps() {
        let sign = if view.is_turned { -1.0 } else { 1.0 };
        view.pointed = next_index(table.state(), view.pointed, step.as_vec2() * sign);
        view.by_keyboard = true;
    }
    if keys.is_confirmed() && view.by_keyboard {
        let (allowed, index) = (AllowedAction::of(&table, &insight, &pacing), view.pointed);
        choose_cell(&mut commands, &table, &mut view, allowed, index);
    }
}

/// Left and Right go a move back or on, and the keys for steps go to the mistakes.
fn read_keys_of_looking_back(keys: &BoardKeys, commands: &mut Commands) {
    look_back::read_keys::<Hexxagon>(keys, commands);
    for (action, towards) in [
        (Action::Step, Towards::Next),
        (Action::Skip, Towards::Previous),
    ] {
        if keys.has_begun(action) {
            commands.queue(move |world: &mut World| insight::go_to_mistake(world, towards));
        }
    }
}

/// The next cell in a direction: a near one, rather ahead than to the side, so that every column can be reached. Among
/// equally good ones it is that of the same row, so that the cursor does not climb or sink on its way.
fn next_index(game: &Game, from: Option<CellIndex>, direction: Vec2) -> Option<CellIndex> {
    let board = game.board();
    let place = |index: CellIndex| place_of(board.cells()[index.as_usize()]);
    let Some(from) = from else {
        // The cursor starts at a piece of the player to move.
        let own = game.sides().0.next();
        return own.or_else(|| board.indices().next());
    };
    let row = |index: CellIndex| board.cells()[index.as_usize()].row();
    let cost = |index: &CellIndex| {
        let step = place(*index) - place(from);
        let ahead = step.dot(direction);
        let aside = step.perp_dot(direction).abs();
        let climbed = row(*index).abs_diff(row(from)) as f32;
        (ahead > 0.2).then_some(ahead + 1.2 * aside + 0.01 * climbed)
    };
    let reachable = board
        .indices()
        .filter_map(|index| Some((cost(&index)?, index)));
    let nearest = reachable.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, index)| index).or(Some(from))
}
