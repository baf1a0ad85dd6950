//! The names of the sprites that both the game's view and the pictures of generators show.

use super::map::floor_plan::ground_sign;
use super::map::{Cell, Ground, Tile};
use super::rules::{EnemyKind, Game};

/// The sprite of the hero.
pub const HERO: &str = "dungeon/hero";

/// The sprite of a kind of enemy.
pub fn of_kind(kind: EnemyKind) -> &'static str {
    [
        "dungeon/hunter",
        "dungeon/guard",
        "dungeon/coward",
        "dungeon/ambusher",
    ][kind as usize]
}

/// The sprite of ground; `None` for plain stone.
pub fn of_ground(ground: Ground) -> Option<&'static str> {
    ground_sign(ground).map(|(name, _)| name)
}

/// The sprite of the floor or the wall of a cell; `None` for rock.
pub fn of_cell(game: &Game, cell: Cell) -> Option<&'static str> {
    let layout = &game.dungeon().layout;
    let ground = of_ground(game.ground_at(cell));
    if ground.is_some() {
        return ground;
    }
    if layout.map.ground(cell) != Ground::Stone {
        return Some("dungeon/ash");
    }
    let chance = (cell.x as u32)
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add((cell.y as u32).wrapping_mul(0x85EB_CA6B));
    let chance = (chance ^ (chance >> 15)).wrapping_mul(0x2C1B_3C6D) >> 24;
    match layout.map.at(cell) {
        Tile::Rock => None,
        Tile::Wall => Some(["dungeon/wall1", "dungeon/wall2"][chance as usize % 2]),
        Tile::Floor | Tile::Portal => {
            let kinds = [
                "dungeon/floor1",
                "dungeon/floor1",
                "dungeon/floor2",
                "dungeon/floor3",
            ];
            Some(kinds[chance as usize % kinds.len()])
        }
        Tile::Corridor => Some("dungeon/path"),
        Tile::Door => Some(match game.lock_at(cell) {
            Some(lock) => {
                ["dungeon/lock1", "dungeon/lock2", "dungeon/lock3"][usize::from(lock.0) % 3]
            }
            None if game.is_door_open(cell) => "dungeon/door_open",
            None => "dungeon/door",
        }),
    }
}
