//! Ground: patches of grass, water, oil or rubble on the floor of a room.

use super::grid::{Area, Cell, Map, Tile};
use crate::games::dungeon::map::ground::Ground;
use crate::generation::Stream;

/// The covered part of a room's floor from which no more patches are added, in percent.
const COVERED: usize = 35;
/// The largest number of patches in a room.
const MAX_PATCHES: usize = 6;

/// Covers a part of a room with its ground, in round patches. Stone takes no random draws, so that dungeons without
/// ground are laid out as if there were no ground.
pub fn cover(map: &mut Map, room: &Area, ground: Ground, rng: &mut Stream) {
    if ground == Ground::Stone {
        return;
    }
    let floor: Vec<Cell> = room
        .cells()
        .filter(|cell| map.at(*cell) == Tile::Floor)
        .collect();
    let short = room.width.min(room.height) as u32;
    let mut covered = 0;
    for _ in 0..MAX_PATCHES {
        if 100 * covered >= COVERED * floor.len() {
            return;
        }
        let Some(middle) = rng.choose(&floor).copied() else {
            return;
        };
        // The radius in halves of a cell, from one and a half cells to half of the room.
        let radius = (3 + rng.random_below(short.saturating_sub(2).max(1))) as i32;
        for cell in &floor {
            let (x, y) = (
                2 * i32::from(cell.x - middle.x),
                2 * i32::from(cell.y - middle.y),
            );
            let is_in = x * x + y * y <= radius * radius + 1;
            if is_in && map.ground(*cell) == Ground::Stone {
                map.set_ground(*cell, ground);
                covered += 1;
            }
        }
    }
}
