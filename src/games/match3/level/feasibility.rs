//! Feasibility of a level: it has no cell that stays empty for ever, and no special cell that no match can hit.

use crate::games::match3::rules::fill::reached;
use crate::games::match3::rules::grid::{Cells, Size};
use crate::games::match3::rules::swaps::Pairs;

/// The special cells of a level, by the way they act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Cells that stay blocked for ever.
    pub obstacles: Cells,
    /// Cells that are blocked until matches beside them break all layers.
    pub blocked: Cells,
    /// Cells whose block cannot move until its matches break all layers.
    pub overlays: Cells,
}

/// The cells that make a level infeasible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feasibility {
    /// Open cells that no block can reach (limbsoo, first post), and breakable cells with no reached cell above, left
    /// or right (limbsoo's program). Row 0 lies under the spawners: there a reached cell below is enough, and an
    /// overlay needs none.
    pub unreachable: Cells,
    /// Breakable cells that no possible match ever touches; empty while cells are unreachable. Limbsoo's program does
    /// not ask for this, so that some of its levels cannot be won.
    pub untouchable: Cells,
}

impl Feasibility {
    /// The infeasible cells of a level.
    pub fn of(size: Size, layout: &Layout) -> Self {
        let unreachable = unreachable_cells(size, layout);
        let untouchable = if unreachable.is_empty() {
            untouchable_cells(size, layout)
        } else {
            Cells::default()
        };
        Feasibility {
            unreachable,
            untouchable,
        }
    }

    /// The number of infeasible cells; 0 for a feasible level.
    pub fn violation(&self) -> u32 {
        self.unreachable.len() + self.untouchable.len()
    }

    /// The number of connected groups of infeasible cells, which the text of limbsoo's first post counts; 0 for a
    /// feasible level.
    pub fn components(&self) -> u32 {
        self.unreachable.components() + self.untouchable.components()
    }
}

fn unreachable_cells(size: Size, layout: &Layout) -> Cells {
    let closed = layout.obstacles | layout.blocked | layout.overlays;
    let open = size.all() - closed;
    let fed = reached(size, open);
    let beside = fed.north::<1>() | fed.west::<1>() | fed.east::<1>();
    // A cell in row 0 lies under a spawner itself, so that a match of its own block or below it is enough.
    let in_row_0 = size.row(0) & (layout.overlays | fed.south::<1>());
    (open - fed) | ((layout.blocked | layout.overlays) - (beside | in_row_0))
}

/// Opens the breakable cells that a match can touch until nothing changes; returns the cells that stay closed.
fn untouchable_cells(size: Size, layout: &Layout) -> Cells {
    let (mut blocked, mut overlays) = (layout.blocked, layout.overlays);
    while !(blocked | overlays).is_empty() {
        let open = size.all() - layout.obstacles - blocked - overlays;
        let touched = touched_cells(reached(size, open), overlays);
        let hit = (touched.around() & blocked) | (touched & overlays);
        if hit.is_empty() {
            break;
        }
        blocked = blocked - hit;
        overlays = overlays - hit;
    }
    blocked | overlays
}

/// The cells of all matches that a swap of two `free` blocks can make.
fn touched_cells(free: Cells, overlays: Cells) -> Cells {
    let lines = Pairs::of(free | overlays);
    let (e, w) = (free.east::<1>(), free.west::<1>());
    let (s, n) = (free.south::<1>(), free.north::<1>());
    let right = lines.right & free & (n | s | w);
    let left = lines.left & free & (n | s | e);
    let beside = lines.beside & free & (n | s);
    let above = lines.above & free & (e | w | s);
    let below = lines.below & free & (e | w | n);
    let astride = lines.astride & free & (e | w);
    right
        | right.west::<1>()
        | right.west::<2>()
        | left
        | left.east::<1>()
        | left.east::<2>()
        | beside
        | beside.west::<1>()
        | beside.east::<1>()
        | above
        | above.south::<1>()
        | above.south::<2>()
        | below
        | below.north::<1>()
        | below.north::<2>()
        | astride
        | astride.north::<1>()
        | astride.south::<1>()
}
