//! The names of the sprites that both the game's view and the pictures of generators show.

use super::map::floor_plan::{DOOR, ground_sign, lock_sprite, tile_sprite};
use super::map::{Cell, Ground, Tile};
use super::rules::{EnemyKind, Game};

/// The sprite of the hero.
pub const HERO: &str = "dungeon/hero";
/// The sprite of a hunter, which also stands for enemies of any kind.
pub const HUNTER: &str = "dungeon/hunter";

/// The sprite of the cell on which the hero enters.
pub const START: &str = "dungeon/start";
/// The sprite of the exit's key.
pub const EXIT_KEY: &str = "dungeon/key";
/// The sprite of the open exit.
pub const EXIT: &str = "dungeon/exit";
/// The sprites of the special rooms, in the order of their roles.
pub const ROLES: [&str; 3] = [START, EXIT_KEY, EXIT];
/// The sprite of a chest that is shut.
pub const CHEST: &str = "dungeon/chest";

/// The sprite of fire.
pub const FLAMES: &str = "dungeon/flames";
/// The sprite of smoke.
pub const SMOKE: &str = "dungeon/smoke";
/// The sprite of a bell, in the belt and where it rings.
pub const BELL: &str = "dungeon/bell";

/// The sign of an enemy that notices the hero now.
pub const AWAKE: &str = "dungeon/awake";
/// The sign of an enemy that looks for the hero.
pub const SEEKS: &str = "dungeon/seeks";
/// The sign of an enemy that has heard something.
pub const LISTENS: &str = "dungeon/listens";
/// The sign of a fighter that keeps up its guard.
pub const GUARD_UP: &str = "dungeon/guard_up";
/// The sprite of a blow that hurts.
pub const SLASH: &str = "dungeon/slash";

/// The sprite of a kind of enemy.
pub fn of_kind(kind: EnemyKind) -> &'static str {
    [
        HUNTER,
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
            None => DOOR,
        }),
        tile => tile_sprite(tile, cell),
    }
}
