//! Sight from `docs/rules/dungeon.md`: symmetric shadowcasting (Ford), here ray by ray with exact fractions.
//!
//! In each of the four quadrants a cell that blocks the view is a line across it, through its middle. The ends of all
//! these lines divide the quadrant into wedges. A wedge is clear up to a row if no blocking cell of an earlier row lies
//! in it. A cell that blocks is seen if a clear wedge meets it, any other one if a clear wedge holds or touches its
//! middle.

use std::collections::BTreeSet;

/// A slope as columns over rows; the rows are above 0.
type Slope = (i64, i64);
/// The part of the view between two slopes.
pub type Wedge = (Slope, Slope);

fn less(a: Slope, b: Slope) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// Returns the wedges between the ends of all cells of all rows, each as its two slopes.
pub fn wedges(radius: i64) -> Vec<Wedge> {
    let mut slopes = vec![(-1, 1), (1, 1)];
    for row in 1..=radius {
        slopes.extend((-row..row).map(|col| (2 * col + 1, 2 * row)));
    }
    slopes.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    slopes.dedup_by(|a, b| a.0 * b.1 == b.0 * a.1);
    slopes.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Returns the column of a row in which a wedge lies: that of a slope between its two.
fn column((low, high): Wedge, row: i64) -> i64 {
    let middle = (low.0 + high.0, low.1 + high.1);
    (2 * row * middle.0 + middle.1).div_euclid(2 * middle.1)
}

/// Returns the cells that are seen from the origin.
pub fn seen(
    wedges: &[Wedge],
    radius: i64,
    opaque: impl Fn(i64, i64) -> bool,
) -> BTreeSet<(i64, i64)> {
    let mut seen = BTreeSet::from([(0, 0)]);
    for quadrant in 0..4 {
        let place = |row: i64, col: i64| match quadrant {
            0 => (col, -row),
            1 => (row, col),
            2 => (col, row),
            _ => (-row, col),
        };
        let is_opaque = |row, col| {
            let (x, y) = place(row, col);
            opaque(x, y)
        };
        for wedge in wedges {
            for row in 1..=radius {
                let col = column(*wedge, row);
                let is_near = |col: i64| row * row + col * col <= radius * radius + radius;
                // The middle of a cell may lie on the border of the wedge as well.
                for col in [col - 1, col, col + 1] {
                    let middle = (col, row);
                    let holds = !less(middle, wedge.0) && !less(wedge.1, middle);
                    if is_near(col) && holds && !is_opaque(row, col) {
                        seen.insert(place(row, col));
                    }
                }
                if is_opaque(row, col) {
                    if is_near(col) {
                        seen.insert(place(row, col));
                    }
                    break;
                }
            }
        }
    }
    seen
}
