//! Resigning: the player is asked once, and the game then counts as lost.

use bevy::prelude::*;

use super::{TableGame, change, player_name};
use crate::session::Table;
use crate::shell::access::Speech;
use crate::shell::theme::asking::Question;
use crate::shell::words::Words;

/// The question before resigning.
pub(super) const QUESTION: Question = Question {
    caption: "play.resign",
    question: "play.resign.really",
    number: 0,
};

/// Asks the player, or resigns if the player was asked in this position already.
pub(super) fn ask_or_resign<G: TableGame>(world: &mut World) {
    if QUESTION.confirm_or_ask(world) {
        change::<G>(world, Table::resign);
        return;
    }
    let question = QUESTION.text(world);
    world.resource_mut::<Speech>().say(question);
}

/// Names the player who has resigned; empty if no player has.
pub(super) fn resigned_text<G: TableGame>(world: &World) -> String {
    let (table, words) = (world.get_resource::<Table<G>>(), world.resource::<Words>());
    let Some((table, seat)) = table.and_then(|table| Some((table, table.resigned()?))) else {
        return String::new();
    };
    if table.only_human() == Some(seat) {
        return words.get("play.resigned.you");
    }
    let player = player_name(table, seat, words);
    words.fill("play.resigned", &[("player", player)])
}
