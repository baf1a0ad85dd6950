//! The sprites of the dungeon, by what they show.

use bevy::prelude::*;

use crate::games::dungeon::rules::{Act, Armour, EnemyKind, Item, Weapon};
use crate::shell::theme::sprites::{Sprites, sprite_sources};

/// Adds the dungeon's sprites.
pub(super) fn add(sprites: &mut Sprites) {
    sprites.add_all(sprite_sources!(
        "dungeon": "floor1", "floor2", "floor3", "path", "wall1", "wall2", "door", "door_open",
        "lock1", "lock2", "lock3", "seal1", "seal2", "seal3", "portal", "exit", "exit_shut",
        "start", "chest", "key", "key1", "key2", "key3", "potion", "dagger", "sword", "axe",
        "spear", "mace", "cloak", "leather", "mail", "hero", "hunter", "guard", "coward",
        "ambusher", "guard_up", "awake", "seeks", "facing", "shield", "stone", "target", "step", "slash",
        "act_step", "act_turn", "act_strike", "act_leap", "act_throw", "act_block", "act_heal", "act_wait",
    ));
    // These are stretched over many cells.
    for source in sprite_sources!("dungeon": "ripple", "low_life") {
        sprites.add_sized(source, 512);
    }
}

/// The sprite of a kind of enemy.
pub(super) fn of_kind(kind: EnemyKind) -> &'static str {
    [
        "dungeon/hunter",
        "dungeon/guard",
        "dungeon/coward",
        "dungeon/ambusher",
    ][kind as usize]
}

/// The sign of an act.
pub(super) fn of_act(act: Act) -> &'static str {
    match act {
        Act::Step(_) => "dungeon/act_step",
        Act::Turn(_) => "dungeon/act_turn",
        Act::Strike => "dungeon/act_strike",
        Act::Leap => "dungeon/act_leap",
        Act::Throw => "dungeon/act_throw",
        Act::Block => "dungeon/act_block",
        Act::Heal => "dungeon/act_heal",
        Act::Wait => "dungeon/act_wait",
    }
}

/// The sprite of an item.
pub(super) fn of_item(item: Item) -> &'static str {
    match item {
        Item::Potion => "dungeon/potion",
        Item::Weapon(weapon) => of_weapon(weapon),
        Item::Armour(armour) => of_armour(armour),
    }
}

/// The sprite of a weapon.
pub(super) fn of_weapon(weapon: Weapon) -> &'static str {
    [
        "dungeon/dagger",
        "dungeon/sword",
        "dungeon/axe",
        "dungeon/spear",
        "dungeon/mace",
    ][weapon as usize]
}

/// The sprite of armour.
pub(super) fn of_armour(armour: Armour) -> &'static str {
    ["dungeon/cloak", "dungeon/leather", "dungeon/mail"][armour as usize]
}

/// The key of an item's name in the language files.
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

/// The key of the phrase that says what an item does.
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

/// The key of the phrase that says what the body of a kind does.
pub(super) fn body_of_kind(kind: EnemyKind) -> &'static str {
    [
        "dungeon.body.hunter",
        "dungeon.body.guard",
        "dungeon.body.coward",
        "dungeon.body.ambusher",
    ][kind as usize]
}

/// The key of the name of a kind of enemy.
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
