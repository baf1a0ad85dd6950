//! The next move of the player, chosen while a computer thinks. It is made as soon as the turn comes, if it is legal
//! then.

use bevy::prelude::*;

use super::names::move_name;
use super::{View, move_to};
use crate::games::hexxagon::insight::Insight;
use crate::games::hexxagon::rules::{CellIndex, CellMove, Hexxagon, Player};
use crate::games::hexxagon::table::Table;
use crate::shell::access::Speech;
use crate::shell::audio::{PlaySound, Sound};
use crate::shell::notice::Notices;
use crate::shell::screen::Menu;
use crate::shell::table::{Pacing, can_move, play_for_human};
use crate::shell::words::Words;

/// A move that was chosen ahead of the turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Premove {
    /// The player who has chosen it.
    pub(super) player: Player,
    /// The piece with which it was chosen.
    pub(super) from: CellIndex,
    /// The cell to which it leads.
    pub(super) to: CellIndex,
    made: CellMove,
    /// The revision of the table. It changes when moves are taken back, and the move ahead is dropped then.
    revision: u32,
}

/// The player who can choose a move ahead: the only human of a game in which a computer is to move.
pub(super) fn player_ahead(table: &Table, insight: &Insight, pacing: &Pacing) -> Option<Player> {
    let looks_back = pacing.trying.is_some() || insight.kind().looks_back();
    let waits = table.is_recorded() && table.computer().is_some() && !looks_back;
    let seat = table.only_human().filter(|_| waits)?;
    Some(Player(seat as u8))
}

/// A change that the player has made of the move ahead.
#[derive(Clone, Copy)]
pub(super) enum PremoveChange {
    Chosen(CellMove),
    TakenBack,
}

/// Tells a screen reader the change that the player has made. Other players see it.
pub(super) fn announce_change(world: &mut World, ahead: PremoveChange) {
    let words = world.resource::<Words>();
    let said = match ahead {
        PremoveChange::Chosen(made) => {
            words.fill("hex.premove.chosen", &[("move", move_name(made))])
        }
        PremoveChange::TakenBack => words.get("hex.premove.taken_back"),
    };
    world.resource_mut::<Speech>().say(said);
}

/// Selects a piece for the move ahead, or chooses the cell to which it is to go. Any other cell takes the choice back.
pub(super) fn choose(
    table: &Table,
    view: &mut View,
    player: Player,
    index: Option<CellIndex>,
) -> Option<PremoveChange> {
    let game = table.state();
    let was_chosen = view.premove.take().is_some();
    let selected = view.selected.take();
    if let Some(own) = index.filter(|index| game.of(player).has(*index)) {
        view.selected = (selected != Some(own)).then_some(own);
        return None;
    }
    let cells = selected.zip(index);
    let chosen = cells.and_then(|(from, to)| Some((from, to, move_to(game, from, to)?)));
    let Some((from, to, made)) = chosen else {
        return was_chosen.then_some(PremoveChange::TakenBack);
    };
    view.premove = Some(Premove {
        player,
        from,
        to,
        made,
        revision: table.revision(),
    });
    Some(PremoveChange::Chosen(made))
}

/// Makes the move ahead when the turn has come, or says that it cannot be made. It is dropped when the game is over or
/// was changed otherwise.
pub(super) fn make_premove(
    menu: Res<State<Menu>>,
    table: Res<Table>,
    insight: Res<Insight>,
    pacing: Res<Pacing>,
    words: Res<Words>,
    mut view: ResMut<View>,
    mut notices: ResMut<Notices>,
    mut sounds: MessageWriter<PlaySound>,
    mut commands: Commands,
) {
    let Some(premove) = view.premove.filter(|_| *menu.get() == Menu::None) else {
        return;
    };
    if player_ahead(&table, &insight, &pacing).is_some() && premove.revision == table.revision() {
        return;
    }
    view.premove = None;
    let has_come = table.is_human_turn() && can_move(&table, &pacing);
    if !has_come || pacing.trying.is_some() || premove.revision != table.revision() {
        return;
    }
    if table.state().read(&premove.made).is_err() {
        let values = [("move", move_name(premove.made))];
        notices.show(words.fill("hex.premove.gone", &values));
        sounds.write(PlaySound(Sound::Refuse));
        return;
    }
    (view.selected, view.played_from) = (None, Some(premove.from));
    let made = premove.made;
    commands.queue(move |world: &mut World| play_for_human::<Hexxagon>(world, made));
}
