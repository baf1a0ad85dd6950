//! The ground under the board of the game at the table.

use bevy::prelude::*;

use super::{TableGame, new_game};
use crate::session::{Difficulty, Table};
use crate::shell::window::ground::{Ground, GroundPattern, ShownGround};

/// Returns a ground whose density grows with the difficulty of the setup.
pub fn ground_for<G: TableGame>(
    setup: &G::Setup,
    pattern: GroundPattern,
    hues: [Color; 2],
) -> Ground {
    let hardest = (Difficulty::ALL.len() - 1) as f32;
    let difficulty = new_game::difficulty_of::<G>(setup);
    Ground {
        pattern,
        hues,
        density: difficulty.map_or(0.5, |difficulty| difficulty as u8 as f32 / hardest),
    }
}

/// Shows the ground of the game under way.
pub(super) fn show_ground<G: TableGame>(
    table: Res<Table<G>>,
    mut shown: ResMut<ShownGround>,
    mut seen: Local<Option<u32>>,
) {
    let revision = Some(table.revision());
    if *seen != revision || shown.0.is_none() {
        *seen = revision;
        shown.set_if_neq(ShownGround(Some(G::ground(&table))));
    }
}
