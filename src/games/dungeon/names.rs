//! The keys of the names of things in the language files, which both the view and experiments say.

use super::map::Ground;
use super::players::ReferencePlayer;
use super::rules::{EnemyKind, Item};

/// The key of the name of an item.
pub fn name_of_item(item: Item) -> &'static str {
    match item {
        Item::Consumable(thing) => [
            "dungeon.item.potion",
            "dungeon.item.smoke",
            "dungeon.item.fire",
            "dungeon.item.leaf",
            "dungeon.item.bell",
        ][thing as usize],
        Item::Weapon(weapon) => [
            "dungeon.item.dagger",
            "dungeon.item.sword",
            "dungeon.item.axe",
            "dungeon.item.spear",
            "dungeon.item.mace",
        ][weapon as usize],
        Item::Armour(armour) => [
            "dungeon.item.cloak",
            "dungeon.item.leather",
            "dungeon.item.mail",
        ][armour as usize],
    }
}

/// The key of the name of a kind of enemy.
pub fn name_of_kind(kind: EnemyKind) -> &'static str {
    [
        "dungeon.kind.hunter",
        "dungeon.kind.guard",
        "dungeon.kind.coward",
        "dungeon.kind.ambusher",
    ][kind as usize]
}

/// The key of the name of a ground.
pub fn name_of_ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Stone => "dungeon.ground.stone",
        Ground::Grass => "dungeon.ground.grass",
        Ground::Water => "dungeon.ground.water",
        Ground::Oil => "dungeon.ground.oil",
        Ground::Rubble => "dungeon.ground.rubble",
    }
}

/// The key of the word for an automatic player, which stands before "player".
pub fn name_of_player(player: ReferencePlayer) -> &'static str {
    match player {
        ReferencePlayer::Careful => "dungeon.player.careful",
        ReferencePlayer::Bold => "dungeon.player.bold",
        ReferencePlayer::Sneaking => "dungeon.player.sneaking",
        ReferencePlayer::Thrower => "dungeon.player.thrower",
        ReferencePlayer::Hurried => "dungeon.player.hurried",
    }
}
