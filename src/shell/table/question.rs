//! Questions about the game at the table, which are dropped when its position changes.

use bevy::prelude::*;

use super::TableGame;
use crate::session::{Table, TableVersion};
use crate::shell::theme::asking::OpenQuestion;

/// Drops the question when the position has changed: it was asked about another position.
pub(super) fn drop_old_question<G: TableGame>(
    table: Res<Table<G>>,
    mut seen: Local<Option<TableVersion>>,
    mut asked: ResMut<OpenQuestion>,
) {
    let version = Some(table.version());
    if *seen != version {
        *seen = version;
        asked.drop_question();
    }
}
