//! Resigning: the player is asked once, and the game then counts as lost.

use bevy::prelude::*;

use super::{TableGame, change, player_name};
use crate::session::Table;
use crate::shell::access::Speech;
use crate::shell::input::prompts::with_prompts;
use crate::shell::screen::Screen;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Question>()
        .add_systems(OnExit(Screen::Play), drop_question);
}

/// The version of the table at which the player was asked whether they really resign. With the next move the question is
/// dropped.
#[derive(Resource, Default)]
pub(super) struct Question {
    asked_at: Option<(usize, u32)>,
    /// Whether the table still has that version.
    is_open: bool,
}

fn drop_question(mut question: ResMut<Question>) {
    *question = Question::default();
}

/// Drops the question when the position has changed.
pub(super) fn follow_table<G: TableGame>(table: Res<Table<G>>, mut question: ResMut<Question>) {
    let is_open = question.asked_at == Some(table.version()) && !table.is_over();
    if question.is_open != is_open {
        question.is_open = is_open;
    }
}

/// The text on the button.
pub(super) fn caption(world: &World) -> String {
    let key = match world.resource::<Question>().is_open {
        true => "play.resign.really",
        false => "play.resign",
    };
    with_prompts(world, world.resource::<Words>().get(key))
}

/// Asks the player, or resigns if that was asked in this position.
pub(super) fn ask_or_resign<G: TableGame>(world: &mut World) {
    let table = world.get_resource::<Table<G>>();
    let Some(version) = table.map(Table::version) else {
        return;
    };
    let asked_at = world.resource::<Question>().asked_at;
    if asked_at == Some(version) {
        *world.resource_mut::<Question>() = Question::default();
        change::<G>(world, Table::resign);
        return;
    }
    *world.resource_mut::<Question>() = Question {
        asked_at: Some(version),
        is_open: true,
    };
    let question = caption(world);
    world.resource_mut::<Speech>().say(question);
}

/// Says who has resigned; empty if nobody has.
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
