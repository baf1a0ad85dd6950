//! Descriptions of the cell or the item that the player points at.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::{View, art};
use crate::games::dungeon::Table;
use crate::games::dungeon::map::{Cell, Tile};
use crate::games::dungeon::rules::{Game, Item};
use crate::shell::words::Words;

fn of_item(words: &Words, item: Item) -> String {
    let name = words.get(art::name_of_item(item));
    format!("{name}: {}", words.get(art::use_of_item(item)))
}

/// The place of a carried item.
#[derive(Component)]
pub(super) struct ItemSlot(pub(super) usize);

/// The description of the item or the cell that the player points at.
pub(super) fn pointed(world: &World) -> String {
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let (game, words) = (&table.state().game, world.resource::<Words>());
    let mut places = world.try_query::<(&ItemSlot, &Hovered)>();
    if let Some(places) = &mut places {
        let over = places.iter(world).find(|(_, hovered)| hovered.get());
        if let Some(item) = over.and_then(|(place, _)| game.hero.items.get(place.0)) {
            return of_item(words, *item);
        }
    }
    let view = world.resource::<View>();
    let Some(cell) = view.pointed else {
        return match view.looking {
            true => words.get("dungeon.look"),
            false => String::new(),
        };
    };
    on_map(game, words, cell)
}

/// The description of a cell, as far as the hero knows it.
fn on_map(game: &Game, words: &Words, cell: Cell) -> String {
    let layout = &game.dungeon().layout;
    let map = &layout.map;
    if !game.explored().has(map, cell) {
        return words.get("dungeon.look.unseen");
    }
    if cell == game.hero.at {
        return words.get("dungeon.look.hero");
    }
    if let Some(enemy) = game.seen_enemy_at(cell) {
        let enemy = &game.enemies[enemy];
        let key = match (enemy.notices, enemy.tracks, enemy.aware) {
            (true, ..) => "dungeon.look.enemy_aware",
            (false, true, _) => "dungeon.look.enemy_tracks",
            (false, false, true) => "dungeon.look.enemy_seeks",
            (false, false, false) => "dungeon.look.enemy",
        };
        let values = [
            ("enemy", words.get(art::name_of_kind(enemy.breed.kind))),
            ("life", format!("{} / {}", enemy.life, enemy.body.max_life)),
            ("wounds", enemy.body.max_damage.to_string()),
        ];
        return words.fill(key, &values);
    }
    if let Some((_, item)) = game.items.iter().find(|(at, _)| *at == cell) {
        return of_item(words, *item);
    }
    let mut keys = layout.keys.iter().enumerate();
    let key = keys.any(|(lock, at)| *at == cell && !game.hero.has_key(lock));
    words.get(if game.chests().contains(&cell) {
        "dungeon.look.chest"
    } else if key {
        "dungeon.look.key"
    } else if cell == layout.key && !game.hero.exit_key {
        "dungeon.look.exit_key"
    } else if cell == layout.exit {
        "dungeon.look.exit"
    } else {
        match map.at(cell) {
            Tile::Wall | Tile::Rock => "dungeon.look.wall",
            Tile::Floor => "dungeon.look.floor",
            Tile::Corridor => "dungeon.look.corridor",
            Tile::Door if game.lock_at(cell).is_some() => "dungeon.look.locked",
            Tile::Door => "dungeon.look.door",
            Tile::Portal => "dungeon.look.portal",
        }
    })
}
