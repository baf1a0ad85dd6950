//! The sprites of the dungeon, by the things that they show.

use bevy::prelude::*;

pub(super) use crate::games::dungeon::names::{name_of_item, name_of_kind};
use crate::games::dungeon::rules::{
    Adaptation, Armour, Boon, Consumable, EnemyAct, EnemyKind, Item, Weapon,
};
use crate::games::dungeon::sprite_names;
use crate::shell::theme::sprites::{Dye, Sprites, sprite_sources};

/// The sprite of a potion, which also stands for the boon that fills the belt with them.
pub(super) const POTION: &str = "dungeon/potion";

/// Adds the dungeon's sprites.
pub(super) fn add(sprites: &mut Sprites) {
    sprites.add_all(sprite_sources!(
        "dungeon": "floor1", "floor2", "floor3", "grass", "water", "oil", "rubble", "ash", "path", "wall1", "wall2", "door", "door_open",
        "portal1", "portal2", "portal3", "portal4", "portal5", "portal6", "exit", "exit_shut",
        "start", "chest", "chest_open", "remains", "key", "potion", "dagger", "sword", "axe",
        "spear", "mace", "cloak", "leather", "mail", "hero", "hunter", "guard", "coward",
        "ambusher", "smoke", "flames", "smoke_pot", "fire_flask", "leaf", "bell", "boon_life", "boon_edge", "boon_skin",
        "boon_quiet", "boon_rest", "guard_up", "awake", "seeks", "listens", "facing", "shield", "stone", "target", "step", "slash",
        "act_step", "act_portal", "act_turn", "act_strike", "act_leap", "act_throw", "act_block", "act_heal", "act_wait", "adapted_fangs",
        "adapted_nose", "adapted_hide", "adapted_arms",
    ));
    // The locks, seals and keys are red, blue and violet, with a shape for each colour.
    for (kind, sources) in [0, 3, 4].into_iter().zip([
        sprite_sources!("dungeon": "lock1", "seal1", "key1"),
        sprite_sources!("dungeon": "lock2", "seal2", "key2"),
        sprite_sources!("dungeon": "lock3", "seal3", "key3"),
    ]) {
        for source in sources {
            sprites.add(source, Dye::Shades(kind));
        }
    }
    // This sprite is stretched over the whole map.
    let [low_life] = sprite_sources!("dungeon": "low_life");
    sprites.add_sized(low_life, 512);
}

/// The sign of an act.
pub(super) fn of_act(act: EnemyAct) -> &'static str {
    match act {
        EnemyAct::Step(_) => "dungeon/act_step",
        EnemyAct::Portal => "dungeon/act_portal",
        EnemyAct::Turn(_) => "dungeon/act_turn",
        EnemyAct::Strike => "dungeon/act_strike",
        EnemyAct::Leap => "dungeon/act_leap",
        EnemyAct::Throw => "dungeon/act_throw",
        EnemyAct::Block => "dungeon/act_block",
        EnemyAct::Heal => "dungeon/act_heal",
        EnemyAct::Wait => "dungeon/act_wait",
    }
}

/// The badge of an adaptation.
pub(super) fn of_adaptation(adaptation: Adaptation) -> &'static str {
    [
        "dungeon/adapted_fangs",
        "dungeon/adapted_nose",
        "dungeon/adapted_hide",
        "dungeon/adapted_arms",
    ][adaptation as usize]
}

/// The key of the name of an adaptation.
pub(super) fn name_of_adaptation(adaptation: Adaptation) -> &'static str {
    [
        "dungeon.adaptation.fangs",
        "dungeon.adaptation.nose",
        "dungeon.adaptation.hide",
        "dungeon.adaptation.arms",
    ][adaptation as usize]
}

/// The key of the phrase about the effect of an adaptation.
pub(super) fn use_of_adaptation(adaptation: Adaptation) -> &'static str {
    [
        "dungeon.adaptation.fangs.what",
        "dungeon.adaptation.nose.what",
        "dungeon.adaptation.hide.what",
        "dungeon.adaptation.arms.what",
    ][adaptation as usize]
}

/// The sprite of an item.
pub(super) fn of_item(item: Item) -> &'static str {
    match item {
        Item::Consumable(thing) => of_consumable(thing),
        Item::Weapon(weapon) => of_weapon(weapon),
        Item::Armour(armour) => of_armour(armour),
    }
}

/// The sprite of a consumable.
pub(super) fn of_consumable(thing: Consumable) -> &'static str {
    [
        POTION,
        "dungeon/smoke_pot",
        "dungeon/fire_flask",
        "dungeon/leaf",
        sprite_names::BELL,
    ][thing as usize]
}

/// The sprite of a boon.
pub(super) fn of_boon(boon: Boon) -> &'static str {
    [
        "dungeon/boon_life",
        "dungeon/boon_edge",
        POTION,
        "dungeon/boon_skin",
        "dungeon/boon_quiet",
        "dungeon/boon_rest",
    ][boon as usize]
}

/// The key of the name of a boon.
pub(super) fn name_of_boon(boon: Boon) -> &'static str {
    [
        "dungeon.boon.life",
        "dungeon.boon.edge",
        "dungeon.boon.potions",
        "dungeon.boon.skin",
        "dungeon.boon.quiet",
        "dungeon.boon.rest",
    ][boon as usize]
}

/// The key of the phrase about the effect of a boon.
pub(super) fn use_of_boon(boon: Boon) -> &'static str {
    [
        "dungeon.boon.life.what",
        "dungeon.boon.edge.what",
        "dungeon.boon.potions.what",
        "dungeon.boon.skin.what",
        "dungeon.boon.quiet.what",
        "dungeon.boon.rest.what",
    ][boon as usize]
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

/// The key of the phrase about the effect of an item, which is short enough for a line of the panel.
pub(super) fn use_of_item(item: Item) -> &'static str {
    match item {
        Item::Consumable(thing) => [
            "dungeon.use.potion",
            "dungeon.use.smoke",
            "dungeon.use.fire",
            "dungeon.use.leaf",
            "dungeon.use.bell",
        ][thing as usize],
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

/// The key of the phrase that says all that an item does.
pub(super) fn effect_of_item(item: Item) -> &'static str {
    match item {
        Item::Consumable(_) => use_of_item(item),
        Item::Weapon(weapon) => [
            "dungeon.use.dagger.what",
            "dungeon.use.sword.what",
            "dungeon.use.axe.what",
            "dungeon.use.spear.what",
            "dungeon.use.mace.what",
        ][weapon as usize],
        Item::Armour(armour) => [
            "dungeon.use.cloak.what",
            "dungeon.use.leather.what",
            "dungeon.use.mail.what",
        ][armour as usize],
    }
}

/// The key of the phrase about the abilities of a kind's body.
pub(super) fn body_of_kind(kind: EnemyKind) -> &'static str {
    [
        "dungeon.body.hunter",
        "dungeon.body.guard",
        "dungeon.body.coward",
        "dungeon.body.ambusher",
    ][kind as usize]
}

/// Shows a sprite in a node, or nothing.
pub(super) fn show_sprite(image: &mut Mut<ImageNode>, sprites: &Sprites, name: Option<&str>) {
    let colour = if name.is_some() {
        Color::WHITE
    } else {
        Color::NONE
    };
    if image.color != colour {
        image.color = colour;
    }
    if let Some(name) = name {
        let handle = sprites.get(name);
        if image.image != handle {
            image.image = handle;
        }
    }
}

/// A sprite at a layer, to be placed.
pub(super) fn sprite(sprites: &Sprites, name: &str, z: f32) -> impl Bundle {
    sprite_of(sprites.get(name), z)
}

/// A white sprite at a layer, to be placed, and to be coloured or given a picture.
pub(super) fn white_sprite(z: f32) -> impl Bundle {
    sprite_of(Handle::default(), z)
}

fn sprite_of(image: Handle<Image>, z: f32) -> impl Bundle {
    (
        Sprite {
            image,
            custom_size: Some(Vec2::ZERO),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, z),
    )
}
