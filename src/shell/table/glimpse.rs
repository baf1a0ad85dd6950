//! Glimpses of the games under way: noted when the player leaves a game, and made from the save of a game that has none.

use bevy::prelude::*;

use super::{Pacing, TableGame, launch};
use crate::base::PlainError;
use crate::session::{Folders, Glimpse, Glimpses, Origin, Slot, Table, Work, save};
use crate::shell::games::ActiveGame;

/// Notes a glimpse of the game at the table, if it has a save. While the player looks back, an earlier position is on
/// the table; the glimpse is then made from the save, as soon as it is wanted.
pub(super) fn note_glimpse<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let slot = table.slot();
    let is_active = world.resource::<ActiveGame>().0 == Some(G::KEY);
    if is_active && world.resource::<Pacing>().is_looking_back() {
        if G::is_saved(table) && table.is_recorded() {
            Glimpses::forget(world, G::KEY, slot);
        }
        return;
    }
    if let Some(glimpse) = glimpse_of::<G>(world) {
        Glimpses::note(world, G::KEY, slot, glimpse);
    }
}

/// Returns the glimpse of the game under way; `None` if it is over, or a game that is not saved.
pub(super) fn glimpse_of<G: TableGame>(world: &World) -> Option<Glimpse> {
    let table = world.get_resource::<Table<G>>()?;
    let is_saved = G::is_saved(table) && table.is_recorded() && !table.is_game_over();
    is_saved.then(|| Glimpse::of(table, &G::picture(table)))
}

/// Returns the work that makes the glimpse of a saved game as it stands; `None` without folders. A board can be shown
/// without an opponent that would have to evolve first.
pub(super) fn glimpse_of_save<G: TableGame>(world: &World, slot: Slot) -> Option<Work<Glimpse>> {
    let file = save::file(world, G::KEY, slot)?;
    let folders = world.get_resource::<Folders>().cloned();
    Some(Box::pin(async move {
        let saved = launch::saved_in::<G>(&file);
        let saved = saved.ok_or_else(|| PlainError::new("this save cannot be read"))?;
        let origin = Origin::<G>::parse(&saved.id)?;
        let content = match G::replay_content(&origin) {
            Some(content) => content,
            None => launch::content_of(&origin, folders.as_ref()).await?,
        };
        let table = Table::resume(origin, content, saved).await?;
        Ok(Glimpse::of(&table, &G::picture(&table)))
    }))
}
