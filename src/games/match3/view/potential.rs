//! The swap potential of every cell of the board, as numbers and as heat.

use bevy::prelude::*;

use super::{View, place_of};
use crate::games::match3::level::{PotentialMap, patterns};
use crate::games::match3::rules::Board;
use crate::games::match3::table::Table;
use crate::shell::board::{BoardKeys, Overlay, Overlays};
use crate::shell::input::Action;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::Words;

/// The height of the numbers, in cells.
const NUMBER: f32 = 0.3;
/// The layers of heat and numbers, above everything that lies on the board.
const HEAT_LAYER: f32 = 5.0;
const NUMBER_LAYER: f32 = 6.0;

/// Whether the potential is shown, and what is on the screen of it.
#[derive(Resource, Default)]
pub(super) struct PotentialShown {
    pub(super) is_on: bool,
    overlays: Overlays,
    root: Option<Entity>,
}

/// Shows the potential, or hides it.
pub(super) fn toggle_potential(world: &mut World) {
    let mut shown = world.resource_mut::<PotentialShown>();
    shown.is_on = !shown.is_on;
}

/// The key that shows the potential.
pub(super) fn read_potential_key(keys: BoardKeys, mut shown: ResMut<PotentialShown>) {
    if keys.begun(Action::Insight) {
        shown.is_on = !shown.is_on;
    }
}

fn map_of(board: &Board) -> PotentialMap {
    PotentialMap::of_kinds(board.size(), |cell| board.kind(cell))
}

/// The potential of the board beside that of a board without special cells, in words.
pub(super) fn potential_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let table = world.get_resource::<Table>();
    let is_on = world.resource::<PotentialShown>().is_on;
    let Some(table) = table.filter(|_| is_on) else {
        return String::new();
    };
    let board = table.state().board();
    let values = [
        ("now", map_of(board).total().to_string()),
        ("most", patterns(board.size()).to_string()),
    ];
    words.fill("match3.potential.line", &values)
}

/// Lays the potential of every cell over the board.
pub(super) fn show_potential(
    mut commands: Commands,
    table: Res<Table>,
    view: Res<View>,
    sprites: Res<Sprites>,
    mut shown: ResMut<PotentialShown>,
) {
    let Some(root) = view.root else { return };
    let shown = &mut *shown;
    if shown.root != Some(root) {
        // The old overlays are gone with the old board.
        shown.overlays = Overlays::default();
        shown.root = Some(root);
    }
    let overlays = if shown.is_on && view.at_rest() {
        cell_overlays(table.state().board())
    } else {
        Vec::new()
    };
    shown
        .overlays
        .show(&mut commands, &sprites, root, view.frame, overlays);
}

/// A square of heat and a number for each cell.
fn cell_overlays(board: &Board) -> Vec<Overlay> {
    let map = map_of(board);
    let of_cell = |cell| {
        let potential = map.at(cell);
        let part = potential as f32 / PotentialMap::MOST as f32;
        let at = place_of(cell);
        [
            Overlay::Square {
                at,
                size: 0.96,
                layer: HEAT_LAYER,
                colour: palette::heat(part).with_alpha(0.72),
            },
            Overlay::Word {
                text: potential.to_string(),
                at,
                size: NUMBER,
                layer: NUMBER_LAYER,
                colour: palette::PAPER,
            },
        ]
    };
    board.size().cells().flat_map(of_cell).collect()
}
