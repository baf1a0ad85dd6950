//! Furniture: inner walls and pillars that never cut a part of a room off.

use super::grid::{Area, Cell, Map, Tile};
use crate::generation::Stream;

/// An arrangement of inner walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Single pillars in rows.
    Pillars,
    /// Two rows of pillars along the longer side.
    Nave,
    /// A block in the middle.
    Block,
    /// Walled up corners.
    Round,
    /// A wall across, with a gap.
    Parted,
    /// Walls that reach in from the two sides in turn.
    Winding,
    /// Single stones at random.
    Rubble,
}

const STYLES: [Style; 7] = [
    Style::Pillars,
    Style::Nave,
    Style::Block,
    Style::Round,
    Style::Parted,
    Style::Winding,
    Style::Rubble,
];

/// Puts inner walls into three of four rooms that are not small. The cells around `doors` stay free. If the walls
/// cut a part of the room off, the room stays empty.
pub fn furnish(map: &mut Map, room: &Area, doors: &[Cell], rng: &mut Stream) {
    let small = room.width < 5 || room.height < 5;
    let style = rng.choose(&STYLES).copied();
    let Some(style) = style.filter(|_| !small && rng.random_below(4) > 0) else {
        return;
    };
    let walls: Vec<Cell> = walls_of(style, room, rng)
        .into_iter()
        .filter(|cell| room.contains(*cell))
        .filter(|cell| doors.iter().all(|door| door.distance_to(*cell) > 1))
        .collect();
    walls.iter().for_each(|cell| map.set(*cell, Tile::Wall));
    if !is_connected(map, room) {
        walls.iter().for_each(|cell| map.set(*cell, Tile::Floor));
    }
}

/// The cells of the inner walls of a style; some of them may lie before a door.
fn walls_of(style: Style, room: &Area, rng: &mut Stream) -> Vec<Cell> {
    let Area {
        origin,
        width,
        height,
    } = *room;
    let cells = |test: &dyn Fn(i16, i16) -> bool| -> Vec<Cell> {
        let inside = |cell: &Cell| test(cell.x - origin.x, cell.y - origin.y);
        room.cells().filter(inside).collect()
    };
    let wide = width >= height;
    let (long, short) = if wide {
        (width, height)
    } else {
        (height, width)
    };
    // Swaps the columns and rows of a room that is higher than wide.
    let turned = |x: i16, y: i16| if wide { (x, y) } else { (y, x) };
    match style {
        Style::Pillars => cells(&|x, y| {
            let inner = x > 0 && y > 0 && x < width - 1 && y < height - 1;
            inner && x % 3 == 1 && y % 3 == 1
        }),
        Style::Nave => cells(&|x, y| {
            let (along, across) = turned(x, y);
            let row = across == 1 || across == short - 2;
            row && along % 2 == 1 && along < long - 1
        }),
        Style::Block => {
            let (w, h) = (width / 3, height / 3);
            cells(&|x, y| (w..width - w).contains(&x) && (h..height - h).contains(&y))
        }
        Style::Round => {
            let cut = short / 3;
            cells(&|x, y| x.min(width - 1 - x) + y.min(height - 1 - y) < cut)
        }
        Style::Parted => {
            let (wall, gap) = (long / 2, rng.random_below(short as u32) as i16);
            cells(&|x, y| {
                let (along, across) = turned(x, y);
                along == wall && (across - gap).abs() > 0
            })
        }
        Style::Winding => cells(&|x, y| {
            let (along, across) = turned(x, y);
            let is_wall = along % 4 == 2 && along < long - 2;
            is_wall
                && if along % 8 == 2 {
                    across < short - 2
                } else {
                    across > 1
                }
        }),
        Style::Rubble => rubble(room, rng),
    }
}

/// Draws single stones, one for each twelve cells of the room. A cell can be drawn more than once.
fn rubble(room: &Area, rng: &mut Stream) -> Vec<Cell> {
    let (width, cells) = (room.width, room.width * room.height);
    let stone = |_| {
        let index = rng.random_below(cells as u32) as i16;
        room.origin.step((index % width, index / width))
    };
    (0..cells / 12).map(stone).collect()
}

/// Whether orthogonal steps connect all floor of a room, and at least half of the room is floor.
fn is_connected(map: &Map, room: &Area) -> bool {
    let is_floor = |cell: &Cell| map.at(*cell) == Tile::Floor;
    let all = room.cells().filter(is_floor).count();
    let Some(first) = room.cells().find(is_floor) else {
        return false;
    };
    let mut is_reached = vec![false; map.len()];
    is_reached[map.index(first)] = true;
    let mut reached = vec![first];
    let mut at = 0;
    while let Some(cell) = reached.get(at).copied() {
        at += 1;
        for next in cell.orthogonal_neighbours() {
            let is_new = room.contains(next) && is_floor(&next) && !is_reached[map.index(next)];
            if is_new {
                is_reached[map.index(next)] = true;
                reached.push(next);
            }
        }
    }
    // Enemies and chests need floor to stand on.
    reached.len() == all && 2 * all > (room.width * room.height) as usize
}
