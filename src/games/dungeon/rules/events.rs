//! The events of a turn, in the order in which they happen.

use super::boons::Boon;
use super::hero::{Consumable, Item};
use crate::games::dungeon::map::{Cell, Lock};

/// Whoever acts in a dungeon: the hero or an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The hero.
    Hero,
    /// The enemy of an index.
    Enemy(usize),
}

/// The defence of its target that a blow met, and that halved its damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// A guard that was up, with or without a shield that met the blow too.
    Guard,
    /// A shield alone.
    Shield,
}

/// Something that happened in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An actor went from a cell to another one.
    Moved(Actor, Cell, Cell),
    /// An actor went through a portal, from a cell to another one.
    Teleported(Actor, Cell, Cell),
    /// An actor struck another one.
    Struck {
        /// The actor that struck.
        by: Actor,
        /// The actor that was struck.
        target: Actor,
        /// The life that the target lost.
        damage: u8,
        /// The defence of the target that met the blow, if there was one.
        defence: Option<Defence>,
    },
    /// The hero threw an item from a cell to another one.
    Thrown(Item, Cell, Cell),
    /// The hero used a consumable.
    Used(Consumable),
    /// The hero threw a consumable from a cell to another one.
    ConsumableThrown(Consumable, Cell, Cell),
    /// An actor lost life in the fire.
    Burnt(Actor, u8),
    /// A noise was made on a cell, and was heard up to this many steps away.
    Noise(Cell, u16),
    /// The hero hooded the lantern, or took the hood off.
    Hooded(bool),
    /// An actor died.
    Died(Actor),
    /// The enemy of an index noticed the hero.
    Noticed(usize),
    /// The enemy of an index heard something.
    Heard(usize),
    /// The enemy of an index forgot the hero, because it listens to a bell.
    Listens(usize),
    /// The wanderer of an index came in by the start.
    CameIn(usize),
    /// The hunter of an index found the tracks of the hero.
    Tracked(usize),
    /// The enemy of an index no longer knows where the hero is.
    Lost(usize),
    /// The hunter of an index leapt at the hero; its blow follows.
    Lunged(usize),
    /// The coward of an index threw from a cell at the hero's; its hit follows.
    Hurled(usize, Cell, Cell),
    /// The ambusher of an index struck from hiding; its blow follows.
    Ambushed(usize),
    /// An actor gained some life.
    Healed(Actor, u8),
    /// A shut door was opened.
    Opened(Cell),
    /// A lock was opened: that of a door, or of a portal that is used for the first time.
    Unlocked(Lock, Cell),
    /// The hero found the exit's key.
    FoundExitKey,
    /// The hero found the key of a lock.
    FoundKey(Lock),
    /// The chest on a cell held an item.
    Chest(Cell, Item),
    /// The hero picked an item up.
    Found(Item),
    /// The hero has no room to carry an item.
    Full(Item),
    /// The hero found a weapon or armour that they have already, and gained life of it.
    Spare(Item),
    /// The hero took a boon.
    TookBoon(Boon),
    /// The hero wields or wears an item now.
    InUse(Item),
    /// The hero reached the exit with its key.
    Escaped,
    /// The hero entered the next dungeon, of this depth.
    Deeper(u8),
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The hero lives and has not escaped.
    Alive,
    /// The hero reached the exit.
    Escaped,
    /// The hero is dead.
    Dead,
}
