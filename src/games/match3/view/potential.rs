//! The swap potential of every cell of the board, as numbers and as heat.

use bevy::prelude::*;

use super::{View, place_of};
use crate::games::match3::level::{PotentialMap, patterns};
use crate::games::match3::rules::Board;
use crate::games::match3::table::Table;
use crate::shell::board::{BoardKeys, Overlay, Overlays};
use crate::shell::input::Action;
use crate::shell::input::prompts::with_prompts;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::Words;

/// The height of the numbers, in cells.
const NUMBER: f32 = 0.3;
/// The layer of the heat, above everything that lies on the board.
const HEAT_LAYER: f32 = 5.0;
/// The layer of the numbers, above the heat.
const NUMBER_LAYER: f32 = 6.0;

/// The potential that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shown {
    /// No potential.
    #[default]
    Nothing,
    /// The potential of the board as it is.
    Board,
    /// The potential of a board of the same size without special cells, before the level put them there.
    WithoutSpecial,
}

/// The potential that is shown, and its overlays on the screen.
#[derive(Resource, Default)]
pub(super) struct PotentialShown {
    pub(super) what: Shown,
    overlays: Overlays,
    root: Option<Entity>,
}

impl PotentialShown {
    fn go_on(&mut self) {
        self.what = match self.what {
            Shown::Nothing => Shown::Board,
            Shown::Board => Shown::WithoutSpecial,
            Shown::WithoutSpecial => Shown::Nothing,
        };
    }
}

/// Shows the potential of the board, then the one without special cells, then none.
pub(super) fn change_potential(world: &mut World) {
    world.resource_mut::<PotentialShown>().go_on();
}

/// The key that does the same, except in a lesson, which shows no potential.
pub(super) fn read_potential_key(
    keys: BoardKeys,
    table: Res<Table>,
    mut shown: ResMut<PotentialShown>,
) {
    if keys.has_begun(Action::Insight) && table.lesson().is_none() {
        shown.go_on();
    }
}

/// The potential to show; `None` if none is shown.
fn map_of(board: &Board, shown: Shown) -> Option<PotentialMap> {
    let kind = |cell| match shown {
        Shown::WithoutSpecial => None,
        Shown::Nothing | Shown::Board => board.kind(cell),
    };
    (shown != Shown::Nothing).then(|| PotentialMap::of_kinds(board.size(), kind))
}

/// The caption of the button: what it shows, with the potential that is shown now.
pub(super) fn potential_caption(world: &World) -> String {
    let key = match world.resource::<PotentialShown>().what {
        Shown::Nothing => "match3.potential",
        Shown::Board => "match3.potential.now",
        Shown::WithoutSpecial => "match3.potential.without",
    };
    with_prompts(world, with_potential(world, key))
}

/// The explanation of the potential and of the numbers on the board.
pub(super) fn potential_explanation(world: &World) -> String {
    let key = match world.resource::<PotentialShown>().what {
        Shown::Nothing | Shown::Board => "match3.potential.line",
        Shown::WithoutSpecial => "match3.potential.line_without",
    };
    with_potential(world, key)
}

/// A phrase with the potential of the board and that of a board without special cells.
fn with_potential(world: &World, key: &str) -> String {
    let words = world.resource::<Words>();
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let board = table.state().board();
    let now = map_of(board, Shown::Board).map_or(0, |map| map.total());
    let values = [
        ("now", now.to_string()),
        ("most", patterns(board.size()).to_string()),
    ];
    words.fill(key, &values)
}

/// Lays the potential of every cell over the board. A lesson has no button that would take it away.
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
    let board = table.state().board();
    let is_seen = view.is_at_rest() && table.lesson().is_none();
    let map = map_of(board, shown.what).filter(|_| is_seen);
    let overlays = map.map_or(Vec::new(), |map| cell_overlays(board, &map));
    shown
        .overlays
        .show(&mut commands, &sprites, root, view.frame, overlays);
}

/// A square of heat and a number for each cell.
fn cell_overlays(board: &Board, map: &PotentialMap) -> Vec<Overlay> {
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
