//! Whether a level can be played: cells that are never filled and specials that are never hit.

use crate::games::match3::rules::fill::reached;
use crate::games::match3::rules::grid::{Cells, Size};
use crate::games::match3::rules::swaps::Pairs;

/// Where special cells lie, by how they act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Cells that can never be opened.
    pub obstacles: Cells,
    /// Cells that are blocked until hit.
    pub blocked: Cells,
    /// Cells whose block is held until matched.
    pub overlays: Cells,
}

/// What is wrong with a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feasibility {
    /// Open cells that no block can reach, and breakable cells with no reached cell above, left or
    /// right: the documents' infeasible cells.
    pub unreachable: Cells,
    /// Breakable cells that no possible match ever touches, looked for where nothing is
    /// unreachable. The documents do not ask this; without it some of their levels cannot be won.
    pub untouchable: Cells,
}

impl Feasibility {
    /// Examines a level.
    pub fn of(size: Size, layout: &Layout) -> Self {
        let unreachable = unreachable(size, layout);
        let untouchable = if unreachable.is_empty() {
            untouchable(size, layout)
        } else {
            Cells::default()
        };
        Feasibility {
            unreachable,
            untouchable,
        }
    }

    /// How many cells are wrong; 0 is feasible.
    pub fn violation(&self) -> u32 {
        self.unreachable.len() + self.untouchable.len()
    }

    /// Connected groups of unreachable cells, the documents' measure.
    pub fn components(&self) -> u32 {
        self.unreachable.components()
    }
}

fn unreachable(size: Size, layout: &Layout) -> Cells {
    let closed = layout.obstacles | layout.blocked | layout.overlays;
    let open = size.all() - closed;
    let fed = reached(size, open);
    let beside = fed.north::<1>() | fed.west::<1>() | fed.east::<1>();
    // An overlay in row 0 is under a spawner itself.
    let beside = beside | (layout.overlays & size.row(0));
    (open - fed) | ((layout.blocked | layout.overlays) - beside)
}

/// Opens breakable cells that a match can touch, again and again; returns those that stay shut.
fn untouchable(size: Size, layout: &Layout) -> Cells {
    let (mut blocked, mut overlays) = (layout.blocked, layout.overlays);
    while !(blocked | overlays).is_empty() {
        let open = size.all() - layout.obstacles - blocked - overlays;
        let touched = touched(reached(size, open), overlays);
        let hit = (touched.around() & blocked) | (touched & overlays);
        if hit.is_empty() {
            break;
        }
        blocked = blocked - hit;
        overlays = overlays - hit;
    }
    blocked | overlays
}

/// The cells that lie in some match which a swap of two `free` blocks can make.
fn touched(free: Cells, overlays: Cells) -> Cells {
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
