//! The sprites of the dungeon, by what they show.

use bevy::prelude::*;

use crate::games::dungeon::rules::EnemyKind;
use crate::games::dungeon::rules::{Armour, Item, Weapon};
use crate::shell::theme::sprites::{Dye, Sprites};

macro_rules! sprites {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../assets/sprites/", $name, ".svg")))),*]
    };
}

/// All of them.
const SPRITES: &[(&str, &str)] = sprites![
    "dun_floor1",
    "dun_floor2",
    "dun_floor3",
    "dun_path",
    "dun_wall1",
    "dun_wall2",
    "dun_door",
    "dun_door_open",
    "dun_lock1",
    "dun_lock2",
    "dun_lock3",
    "dun_seal1",
    "dun_seal2",
    "dun_seal3",
    "dun_portal",
    "dun_exit",
    "dun_exit_shut",
    "dun_start",
    "dun_chest",
    "dun_key",
    "dun_key1",
    "dun_key2",
    "dun_key3",
    "dun_potion",
    "dun_dagger",
    "dun_sword",
    "dun_axe",
    "dun_spear",
    "dun_mace",
    "dun_cloak",
    "dun_leather",
    "dun_mail",
    "dun_hero",
    "dun_hunter",
    "dun_guard",
    "dun_coward",
    "dun_ambusher",
    "dun_guard_up",
    "dun_awake",
    "dun_target",
    "dun_step",
    "dun_slash",
];

pub(super) fn add(sprites: &mut Sprites) {
    for (name, svg) in SPRITES {
        sprites.add(name, svg, Dye::Own);
    }
}

/// The sprite of a kind of enemy.
pub(super) fn of_kind(kind: EnemyKind) -> &'static str {
    ["dun_hunter", "dun_guard", "dun_coward", "dun_ambusher"][kind as usize]
}

/// The sprite of a thing.
pub(super) fn of_item(item: Item) -> &'static str {
    match item {
        Item::Potion => "dun_potion",
        Item::Weapon(weapon) => of_weapon(weapon),
        Item::Armour(armour) => of_armour(armour),
    }
}

/// The sprite of a weapon.
pub(super) fn of_weapon(weapon: Weapon) -> &'static str {
    [
        "dun_dagger",
        "dun_sword",
        "dun_axe",
        "dun_spear",
        "dun_mace",
    ][weapon as usize]
}

/// The sprite of armour.
pub(super) fn of_armour(armour: Armour) -> &'static str {
    ["dun_cloak", "dun_leather", "dun_mail"][armour as usize]
}

/// The key in the language files of a thing's name.
pub(super) fn name_of_item(item: Item) -> &'static str {
    match item {
        Item::Potion => "dungeon.item.potion",
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

/// The key of what a thing does.
pub(super) fn use_of_item(item: Item) -> &'static str {
    match item {
        Item::Potion => "dungeon.use.potion",
        Item::Weapon(weapon) => [
            "dungeon.use.dagger",
            "dungeon.use.sword",
            "dungeon.use.axe",
            "dungeon.use.spear",
            "dungeon.use.mace",
        ][weapon as usize],
        Item::Armour(armour) => [
            "dungeon.use.cloak",
            "dungeon.use.leather",
            "dungeon.use.mail",
        ][armour as usize],
    }
}

/// The key of a kind's name.
pub(super) fn name_of_kind(kind: EnemyKind) -> &'static str {
    [
        "dungeon.kind.hunter",
        "dungeon.kind.guard",
        "dungeon.kind.coward",
        "dungeon.kind.ambusher",
    ][kind as usize]
}

/// A sprite at a layer, to be placed.
pub(super) fn sprite(sprites: &Sprites, name: &str, z: f32) -> impl Bundle {
    (
        Sprite {
            image: sprites.get(name),
            custom_size: Some(Vec2::ZERO),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, z),
    )
}
