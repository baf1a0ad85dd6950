//! Another game of the same setup with a fresh seed, by one key. The player is asked first if a game is going. That
//! game keeps its save, from which it can be resumed.

use bevy::prelude::*;

use super::{Pacing, TableGame};
use crate::session::Table;
use crate::shell::input::{Action, Actions};
use crate::shell::notice::{show_failure_of, show_phrase};
use crate::shell::screen::Menu;
use crate::shell::theme::asking::Question;

/// Whether another game of the same setup can take the place of the one at the table. Lessons, puzzles and replays are
/// not games of their own, and have other buttons for the next one.
pub(super) fn is_possible<G: TableGame>(world: &World) -> bool {
    let table = world.get_resource::<Table<G>>();
    let table = table.filter(|table| table.is_recorded());
    table.is_some_and(|table| G::why_no_other_game(table).is_none())
}

/// The question before the game under way is left for another one.
pub const QUESTION: Question = Question {
    caption: "play.other",
    question: "play.other.really",
    number: 0,
};

/// Begins another game of the same setup. If a game is going, the player is asked first.
pub(super) fn ask_or_begin<G: TableGame>(world: &mut World) {
    let table = world.get_resource::<Table<G>>();
    let Some(table) = table.filter(|table| table.is_recorded()) else {
        return;
    };
    if let Some(why) = G::why_no_other_game(table) {
        return show_phrase(world, why);
    }
    let pacing = world.resource::<Pacing>();
    // The position at which the player looks back tells neither whether the game was begun nor whether it has ended.
    let is_going = match pacing.is_looking_back() {
        true => pacing.length_of_game() > 0 && !pacing.is_at_ended_game(),
        false => !table.moves().is_empty() && !table.is_over(),
    };
    let question = match G::is_saved(table) {
        true => "play.other.ask",
        false => "play.other.ask.unsaved",
    };
    if is_going && !QUESTION.confirm_or_ask(world) {
        return show_phrase(world, question);
    }
    NextState::set_if_neq(&mut world.resource_mut::<NextState<Menu>>(), Menu::None);
    show_failure_of(world, G::begin_other_game);
}

/// Begins another game when its key is pressed, during the game, beside its result and in the pause menu.
pub(super) fn read_key<G: TableGame>(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    mut commands: Commands,
) {
    let is_read = matches!(menu.get(), Menu::None | Menu::Pause | Menu::Result);
    if is_read && actions.has_begun(Action::NewGame) {
        commands.queue(ask_or_begin::<G>);
    }
}
