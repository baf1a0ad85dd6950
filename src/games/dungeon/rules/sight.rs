//! The field of view: symmetric shadowcasting (Ford 2017). If one cell can be seen from another one, the reverse
//! is true as well.

use crate::games::dungeon::map::Cell;

/// A slope as a fraction with a positive denominator.
#[derive(Clone, Copy)]
struct Slope(i32, i32);

/// The cells of one row between two slopes, as seen from the middle.
#[derive(Clone, Copy)]
struct Row {
    depth: i32,
    from: Slope,
    to: Slope,
}

impl Row {
    /// The columns of which at least half lies between the slopes.
    fn columns(&self) -> std::ops::RangeInclusive<i32> {
        let Row { depth, from, to } = *self;
        let first = (2 * depth * from.0 + from.1).div_euclid(2 * from.1);
        let last = -(-(2 * depth * to.0 - to.1)).div_euclid(2 * to.1);
        first..=last
    }

    /// Whether the middle of a column lies between the slopes.
    fn is_symmetric(&self, col: i32) -> bool {
        let Row { depth, from, to } = *self;
        col * from.1 >= depth * from.0 && col * to.1 <= depth * to.0
    }

    fn next(&self) -> Row {
        Row {
            depth: self.depth + 1,
            ..*self
        }
    }
}

/// The slope of a cell's edge towards the first column.
fn edge(depth: i32, col: i32) -> Slope {
    Slope(2 * col - 1, 2 * depth)
}

/// Calls `see` with every visible cell within a radius, which includes the cells that block the view. It may be
/// called more than once with the same cell.
pub fn look(from: Cell, radius: i32, opaque: impl Fn(Cell) -> bool, mut see: impl FnMut(Cell)) {
    see(from);
    let mut rows: Vec<Row> = Vec::new();
    for quadrant in 0..4 {
        let place = |depth: i32, col: i32| {
            let (x, y) = match quadrant {
                0 => (col, -depth),
                1 => (depth, col),
                2 => (col, depth),
                _ => (-depth, col),
            };
            from.step((x as i16, y as i16))
        };
        let near = |depth: i32, col: i32| depth * depth + col * col <= radius * radius + radius;
        rows.push(Row {
            depth: 1,
            from: Slope(-1, 1),
            to: Slope(1, 1),
        });
        while let Some(mut row) = rows.pop() {
            if row.depth > radius {
                continue;
            }
            let mut before: Option<bool> = None;
            for col in row.columns() {
                let cell = place(row.depth, col);
                let wall = opaque(cell);
                if (wall || row.is_symmetric(col)) && near(row.depth, col) {
                    see(cell);
                }
                match (before, wall) {
                    (Some(true), false) => row.from = edge(row.depth, col),
                    (Some(false), true) => rows.push(Row {
                        to: edge(row.depth, col),
                        ..row.next()
                    }),
                    _ => {}
                }
                before = Some(wall);
            }
            if before == Some(false) {
                rows.push(row.next());
            }
        }
    }
}
