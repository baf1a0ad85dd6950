//! The ground under the board of the game at the table.

use bevy::prelude::*;

use super::TableGame;
use crate::session::{Difficulty, Table};
use crate::shell::window::ground::{Ground, GroundPattern, ShownGround};

/// Returns a ground whose density grows with the difficulty of the setup.
pub fn ground_for<G: TableGame>(
    setup: &G::Setup,
    pattern: GroundPattern,
    hues: [Color; 2],
) -> Ground {
    let hardest = (Difficulty::ALL.len() - 1) as f32;
    let is_own = |difficulty: &Difficulty| G::is_difficulty(setup, *difficulty);
    let at = Difficulty::ALL.iter().position(is_own);
    Ground {
        pattern,
        hues,
        density: at.map_or(0.5, |at| at as f32 / hardest),
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
