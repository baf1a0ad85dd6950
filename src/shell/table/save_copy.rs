//! A copy of the game under way that the player saves by hand, to play on from there later. The rest can then be tried
//! again and again, so a copy counts for no record.

use bevy::prelude::*;

use super::TableGame;
use super::glimpse::glimpse_of;
use crate::session::{FileState, Glimpses, Table, save};
use crate::shell::notice::show_phrase;

/// Returns the place of the save of the game under way; `None` if it is over, or a game that is not saved.
pub(super) fn save_state<G: TableGame>(world: &World) -> Option<FileState> {
    let table = world.get_resource::<Table<G>>()?;
    let is_saved = G::is_saved(table) && !table.is_over() && table.is_recorded();
    is_saved.then(|| save::state(world, G::KEY, table.slot()))
}

/// Whether the game under way can be copied. It must have a save of its own, whose slot the copy would take otherwise.
pub(super) fn is_possible<G: TableGame>(world: &World) -> bool {
    let state = save_state::<G>(world);
    matches!(state, Some(FileState::Saved | FileState::Waiting))
}

/// Saves a copy of the game under way as it stands.
pub(super) fn save_copy<G: TableGame>(world: &mut World) {
    if !is_possible::<G>(world) {
        return;
    }
    let slot = save::free_slot(world, G::KEY);
    // `file_of_copy` restores the table, so change detection must not notice it.
    let mut table = world.resource_mut::<Table<G>>();
    let file = table.bypass_change_detection().file_of_copy();
    save::write(world, G::KEY, slot, G::SAVE_FORMAT, Some(&file));
    let table = world.get_resource::<Table<G>>();
    let is_game = table.is_some_and(|table| table.shown_variation().is_none());
    match glimpse_of::<G>(world).filter(|_| is_game) {
        Some(glimpse) => Glimpses::note(world, G::KEY, slot, glimpse),
        // The copy holds the game, and not the variation on the table. Its glimpse is made from its save.
        None => Glimpses::forget(world, G::KEY, slot),
    }
    show_phrase(world, "notice.copy_saved");
}
