//! Notes a glimpse of the game under way when the player leaves it.

use bevy::prelude::*;

use super::TableGame;
use crate::session::{Glimpse, Glimpses, Table};

/// Notes a glimpse of the game at the table, if it has a save.
pub(super) fn note_glimpse<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    if !G::is_saved(table) || !table.is_recorded() || table.is_game_over() {
        return;
    }
    let glimpse = Glimpse::of(table, &G::picture(table));
    let slot = table.slot();
    Glimpses::note(world, G::KEY, slot, glimpse);
}
