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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::match3::level::Level;
    use crate::games::match3::rules::{Cell, Goal};

    /// An offset from the middle of a board of seven by seven, in rows down and columns right.
    type Offset = (isize, isize);

    /// The pairs that make three in a line with the middle.
    const PAIRS: [[Offset; 2]; 6] = [
        [(0, 1), (0, 2)],
        [(0, -1), (0, -2)],
        [(0, -1), (0, 1)],
        [(1, 0), (2, 0)],
        [(-1, 0), (-2, 0)],
        [(-1, 0), (1, 0)],
    ];
    const SIDES: [Offset; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const MIDDLE: Offset = (0, 0);

    fn cells<const N: usize>(offsets: [Offset; N]) -> Cells {
        let at = |(down, right): Offset| Cell::at((3 + down) as usize, (3 + right) as usize);
        offsets.into_iter().map(at).collect()
    }

    #[test]
    fn a_match_touches_its_three_cells_in_each_of_the_sixteen_patterns() {
        let mut patterns = 0;
        for pair in PAIRS {
            for from in SIDES.into_iter().filter(|side| !pair.contains(side)) {
                // The pair cannot move, so that no other match is possible.
                let (free, held) = (cells([MIDDLE, from]), cells(pair));
                let line = cells([MIDDLE, pair[0], pair[1]]);
                assert_eq!(touched_cells(free, held), line, "{pair:?} from {from:?}");
                for (free, held, what) in [
                    (cells([MIDDLE]), held, "there is no block that comes"),
                    (cells([MIDDLE]), held | cells([from]), "it cannot move"),
                    (cells([from]), held | cells([MIDDLE]), "it cannot land"),
                    (free, cells([pair[0]]), "the pair is not whole"),
                    (free, cells([pair[1]]), "the pair is not whole"),
                ] {
                    let touched = touched_cells(free, held);
                    assert!(touched.is_empty(), "{pair:?} from {from:?}: {what}");
                }
                patterns += 1;
            }
        }
        assert_eq!(patterns, 16);
    }

    /// The infeasible cells of a level whose last two rows are given, below four open ones: those that cannot be
    /// reached, and those that cannot be hit.
    fn faults(last: [&str; 2]) -> [Vec<(usize, usize)>; 2] {
        let mut rows = vec!["......"; 4];
        rows.extend(last);
        let level = Level::from_rows(&rows, 6, Goal::Score(1), 0).expect("a level");
        let found = Feasibility::of(level.size(), &level.layout());
        let places = |cells: Cells| {
            let cells = cells.iter();
            cells.map(|cell| (cell.row(), cell.col())).collect()
        };
        [found.unreachable, found.untouchable].map(places)
    }

    #[test]
    fn what_is_opened_makes_room_for_matches_that_hit_the_rest() {
        // No line of three touches the shell in the corner, because the stone leaves two cells beside it.
        assert_eq!(faults(["##....", "1..#.."]), [vec![], vec![(5, 0)]]);
        // A shell in place of the stone can be hit from above, and is then the third cell of a line.
        assert_eq!(faults(["##....", "1..1.."]), [vec![], vec![]]);
        // A block that is held can be part of the line at once.
        assert_eq!(faults(["##....", "1..a.."]), [vec![], vec![]]);
        // An overlay is hit only by a line through it.
        assert_eq!(faults(["#.....", "a.#..."]), [vec![], vec![(5, 0)]]);
        assert_eq!(faults(["#.....", "a....."]), [vec![], vec![]]);
        // While a cell cannot be reached, nobody asks which cells can be hit.
        assert_eq!(faults(["##..##", "1..##."]), [vec![(5, 5)], vec![]]);
    }
}
