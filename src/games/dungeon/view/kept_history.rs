//! The history as it was after some of the moves of a descent. When the player goes to another position, it is written
//! from there, because to make all moves again would take longer than a frame.

use bevy::prelude::*;

use super::View;
use super::messages::{Line, Tone, entry_message, messages_of, write};
use super::sighted::Sighted;
use crate::games::dungeon::Table;
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::rules::{Event, Move};
use crate::shell::words::{Language, Words};

/// The histories after some of the moves of a descent.
#[derive(Debug, Default)]
pub(super) struct KeptHistories {
    /// The id of the game and the language of the lines.
    of: Option<(String, Language)>,
    moves: Vec<Move>,
    kept: Vec<KeptHistory>,
    /// The history of the position on the table, with the revision of the table; `None` before it is written. The
    /// history on the screen may have other lines too, for instance why a move was refused.
    now: Option<(u32, KeptHistory)>,
}

/// The history after a number of moves.
#[derive(Clone, Debug, Default)]
struct KeptHistory {
    made: usize,
    log: Vec<Line>,
    sighted: Sighted,
}

impl KeptHistories {
    /// The language of the lines; `None` before any are written.
    fn language(&self) -> Option<Language> {
        self.of.as_ref().map(|(_, language)| *language)
    }

    /// Forgets the histories that are not about the first of these moves, of this game and in this language.
    fn keep_common(&mut self, of: (String, Language), moves: &[Move]) {
        if self.of.as_ref() != Some(&of) {
            *self = KeptHistories {
                of: Some(of),
                ..default()
            };
        }
        let pairs = self.moves.iter().zip(moves);
        let common = pairs.take_while(|(old, new)| old == new).count();
        self.kept.retain(|kept| kept.made <= common);
        self.moves = moves.to_vec();
    }

    /// Adds the last move on the table to the history, and keeps the history if the session keeps the position.
    fn note(&mut self, table: &Table, words: &Words, events: &[Event]) {
        let (session, revision) = (table.session(), table.revision());
        let made = session.moves().len();
        let is_known = self.language() == Some(words.language());
        let now = self.now.take().filter(|_| is_known);
        let now = now.filter(|(of, history)| *of == revision && history.made + 1 == made);
        let (Some((_, mut history)), Some(last)) = (now, session.moves().last()) else {
            // The position has changed otherwise. The history will be written again.
            return;
        };
        if self.moves.get(history.made) != Some(last) {
            self.moves.truncate(history.made);
            self.moves.push(*last);
            self.kept.retain(|kept| kept.made < made);
        }
        history.note(session.state(), events, words);
        let is_new = self.kept.iter().all(|kept| kept.made != made);
        if is_new && session.kept_before(made).0 == made {
            self.kept.push(history.clone());
        }
        self.now = Some((revision, history));
    }
}

/// Takes a move that was made just now, with its events, into the history that is kept.
pub(super) fn note_events(world: &mut World, events: &[Event]) {
    let mut histories = std::mem::take(&mut world.resource_mut::<View>().histories);
    let (table, words) = (world.resource::<Table>(), world.resource::<Words>());
    histories.note(table, words, events);
    world.resource_mut::<View>().histories = histories;
}

/// Writes the history of the position on the table: the greeting, and the messages of all moves.
pub(super) fn rebuild_history(world: &mut World) {
    let table = world.resource::<Table>();
    let (language, revision) = (world.resource::<Words>().language(), table.revision());
    let of = (table.id().to_string(), language);
    let moves = table.session().all_moves().to_vec();
    let mut histories = std::mem::take(&mut world.resource_mut::<View>().histories);
    histories.keep_common(of, &moves);
    let history = write_history(world, &mut histories.kept);
    histories.now = Some((revision, history.clone()));
    let mut view = world.resource_mut::<View>();
    (view.log, view.sighted) = (history.log, history.sighted);
    view.histories = histories;
}

/// Writes the history again when the player has chosen another language. Lines that are not about moves, such as the
/// reason of a refusal, are not in it any more.
pub(super) fn follow_language(world: &mut World) {
    let language = world.resource::<Words>().language();
    let written = world.resource::<View>().histories.language();
    if written.is_some_and(|written| written != language) {
        rebuild_history(world);
    }
}

/// Writes the history of the position on the table, from the last kept one on, and keeps those of the positions that
/// the session keeps.
fn write_history(world: &World, kept: &mut Vec<KeptHistory>) -> KeptHistory {
    let session = world.resource::<Table>().session();
    let (words, moves) = (world.resource::<Words>(), session.moves());
    let is_kept = |made: usize| session.kept_before(made).0 == made;
    let mut earlier = kept.iter().filter(|kept| kept.made <= moves.len());
    let last = earlier.rfind(|kept| is_kept(kept.made)).cloned();
    let mut history = last.unwrap_or_else(|| greet(world));
    let mut descent = session.kept_before(history.made).1.clone();
    let mut events: Vec<Event> = Vec::new();
    for chosen_move in &moves[history.made..] {
        events.clear();
        // These moves were all made before, so the rules accept them.
        if descent.make(*chosen_move, &mut events).is_err() {
            break;
        }
        history.note(&descent, &events, words);
        if is_kept(history.made) {
            kept.push(history.clone());
        }
    }
    history
}

/// The history before the first move.
fn greet(world: &World) -> KeptHistory {
    let (table, words) = (world.resource::<Table>(), world.resource::<Words>());
    let descent = table.session().start();
    let mut history = KeptHistory::default();
    let greeting = if table.lesson().is_some() {
        // The card of the lesson tells the player what to do.
        None
    } else if descent.setup().arena {
        Some(("dungeon.say.arena", Tone::Plain, vec![]))
    } else {
        Some(entry_message(descent, words))
    };
    if let Some(greeting) = greeting {
        write(&mut history.log, words, 0, greeting);
    }
    history
}

impl KeptHistory {
    /// Adds the messages of a move. `descent` is the state after it.
    fn note(&mut self, descent: &Descent, events: &[Event], words: &Words) {
        self.made += 1;
        let turn = descent.totals().turns;
        let in_sight = self.sighted.note(descent);
        for phrase in messages_of(descent, words, events, &in_sight) {
            write(&mut self.log, words, turn, phrase);
        }
    }
}
