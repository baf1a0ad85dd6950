//! The names of the sprites that both the game's view and the pictures of generators show.

use super::map::floor_plan::{ground_sign, lock_sprite, tile_sprite};
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
    match layout.map.at(cell) {
        Tile::Door => Some(match game.lock_at(cell) {
            Some(lock) => lock_sprite(lock),
            None if game.is_door_open(cell) => "dungeon/door_open",
            None => "dungeon/door",
        }),
        tile => tile_sprite(tile, cell),
    }
}
