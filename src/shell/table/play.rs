//! The one place where the game at the table is changed: by a move, or in another way.

use bevy::prelude::*;

use super::ending::count_and_save;
use super::pacing::Pacing;
use super::table_game::TableGame;
use super::{held_move, interlude, variations};
use crate::session::{Game, SaveFile, Table, save};
use crate::shell::access::Speech;
use crate::shell::audio::{PlaySound, Sound};
use crate::shell::notice::show_phrase;
use crate::shell::words::Words;

/// A good move that is shown until the position changes.
#[derive(Resource)]
pub struct Hint<G: Game>(pub Option<G::Move>);

/// Plays a sound when a good move is shown, or another one instead of it.
pub(super) fn sound_hint<G: TableGame>(
    hint: Res<Hint<G>>,
    mut shown: Local<Option<G::Move>>,
    mut sounds: MessageWriter<PlaySound>,
) {
    if hint.0 == *shown {
        return;
    }
    shown.clone_from(&hint.0);
    if hint.0.is_some() {
        sounds.write(PlaySound(Sound::Hint));
    }
}

/// Makes a move for the seat to move, and returns whether it was made. A move that the rules refuse is not made. This
/// is the only place in the program where a new move of a game is made; those of variations are made in `variations`.
pub fn play<G: TableGame>(world: &mut World, made: G::Move) -> bool {
    // The game does not go on while a run is shown.
    if interlude::is_open(world) {
        return false;
    }
    let table = world.get_resource_mut::<Table<G>>();
    let Some(mut table) = table.filter(|table| table.takes_moves()) else {
        return false;
    };
    if let Some(work) = G::work_before(table.state(), &made) {
        let version = table.version();
        held_move::hold::<G>(world, made, version, work);
        return false;
    }
    match table.play(made.clone()) {
        Ok(events) => {
            world.resource_mut::<Hint<G>>().0 = None;
            world.resource_mut::<Pacing>().since_move = 0.0;
            count_and_save::<G>(world);
            say_move::<G>(world, &events);
            G::show_events(world, events);
            true
        }
        Err(why) => {
            refuse::<G>(world, &made, why);
            false
        }
    }
}

/// Tells the player that a move was refused.
pub(super) fn refuse<G: TableGame>(world: &mut World, made: &G::Move, why: G::MoveError) {
    let refused = world.resource::<Words>().get("access.refused");
    world.resource_mut::<Speech>().say(refused);
    G::show_move_error(world, made, why);
}

/// Says the effects of a move for a screen reader.
pub(super) fn say_move<G: TableGame>(world: &mut World, events: &G::Events) {
    let (table, words) = (world.get_resource::<Table<G>>(), world.resource::<Words>());
    let spoken = table.map(|table| G::spoken_move(table, events, words));
    world
        .resource_mut::<Speech>()
        .say(spoken.unwrap_or_default());
}

/// Says the good move that is shown, for a screen reader. A player who asks again hears it again.
pub(super) fn say_hint<G: TableGame>(
    hint: Res<Hint<G>>,
    (table, words): (Res<Table<G>>, Res<Words>),
    mut speech: ResMut<Speech>,
) {
    if !hint.is_changed() {
        return;
    }
    let spoken = hint
        .0
        .as_ref()
        .map(|made| G::spoken_hint(&table, made, &words));
    if let Some(made) = spoken.filter(|made| !made.is_empty()) {
        speech.say(words.fill("access.hint", &[("move", made)]));
    }
}

/// Whether the player can move. While they look back at the game, they can only try moves, for every seat.
pub fn can_move<G: Game>(table: &Table<G>, pacing: &Pacing) -> bool {
    if pacing.trying.is_some() {
        return !table.is_over();
    }
    table.is_human_turn() && !pacing.is_looking_back()
}

/// Makes a move for a human, or tries it in a variation. If no human is to move, no move is made.
pub fn play_for_human<G: TableGame>(world: &mut World, made: G::Move) {
    if world.resource::<Pacing>().trying.is_some() {
        variations::try_move::<G>(world, made);
        return;
    }
    // A player who looks back at an earlier position must not change the game there.
    if world.resource::<Pacing>().is_looking_back() {
        show_phrase(world, "play.variation.how");
        return;
    }
    let table = world.get_resource::<Table<G>>();
    if table.is_some_and(Table::is_human_turn) {
        play::<G>(world, made);
    }
}

/// Changes the game otherwise than by a move, and saves it.
pub fn change<G: TableGame>(world: &mut World, change: impl FnOnce(&mut Table<G>)) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    change(&mut table);
    world.resource_mut::<Hint<G>>().0 = None;
    count_and_save::<G>(world);
}

/// Saves the game under way. The save of a game that has ended is removed.
pub(super) fn save<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    if !G::is_saved(table) || !table.is_recorded() {
        return;
    }
    let file = (!table.is_game_over()).then(|| G::File::of(table));
    let slot = table.slot();
    save::write(world, G::KEY, slot, G::SAVE_FORMAT, file.as_ref());
}

/// Notes that a player who sees an insight into the game at the table is helped, as long as the game goes on.
pub fn note_insight<G: TableGame>(table: &mut ResMut<Table<G>>) {
    if !table.is_over() {
        // No view shows it, so this change is not announced.
        table.bypass_change_detection().note_help();
    }
}
