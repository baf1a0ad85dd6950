//! Questions before actions that the player must not do by accident. The action is done when the player asks for it
//! again.

use bevy::prelude::*;

use super::TableGame;
use crate::session::Table;
use crate::shell::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Question>()
        .add_systems(OnExit(Screen::Play), drop_question);
}

/// The subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuestionTopic {
    /// Whether the player really resigns.
    Resign,
    /// Whether the player really leaves the game under way for another one.
    OtherGame,
}

/// The question that was asked last, and the version of the table at that time. With the next move it is dropped.
#[derive(Resource, Default)]
pub(super) struct Question {
    asked: Option<(QuestionTopic, (usize, u32))>,
    /// Whether the table still has that version.
    is_open: bool,
}

fn drop_question(mut question: ResMut<Question>) {
    *question = Question::default();
}

/// Drops the question when the position has changed.
pub(super) fn follow_table<G: TableGame>(table: Res<Table<G>>, mut question: ResMut<Question>) {
    let asked_at = question.asked.map(|(_, version)| version);
    let is_open = asked_at == Some(table.version()) && !table.is_over();
    if question.is_open != is_open {
        question.is_open = is_open;
    }
}

/// Whether the player is being asked about something.
pub(super) fn is_open(world: &World, what: QuestionTopic) -> bool {
    let question = world.resource::<Question>();
    question.is_open && question.asked.is_some_and(|(asked, _)| asked == what)
}

/// Returns true if the player was asked this question in this position, and asks it otherwise.
pub(super) fn is_confirmed<G: TableGame>(world: &mut World, what: QuestionTopic) -> bool {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return false;
    };
    let now = Some((what, table.version()));
    let mut question = world.resource_mut::<Question>();
    if question.asked == now {
        *question = Question::default();
        return true;
    }
    *question = Question {
        asked: now,
        is_open: true,
    };
    false
}
