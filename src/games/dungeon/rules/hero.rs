//! The hero: life, weapon, armour and carried items.

use serde::{Deserialize, Serialize};

use super::boons::{Boon, QUICK_REST_TURNS, QUIET};
use super::{HOODED_LIGHT, LIGHT, REST_TURNS};
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::map::Lock;

/// A weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// A weak and quiet weapon that does [`SURPRISE`] times its damage to enemies that do not know of the hero.
    Dagger,
    /// A strong weapon without a special ability.
    Sword,
    /// A weapon that strikes all eight cells around the hero.
    Axe,
    /// A weapon that strikes two cells in a line.
    Spear,
    /// A heavy and loud weapon; each blow takes two turns.
    Mace,
}

impl Weapon {
    /// All weapons; the hero starts with the first one.
    pub const ALL: [Weapon; 5] = [
        Weapon::Dagger,
        Weapon::Sword,
        Weapon::Axe,
        Weapon::Spear,
        Weapon::Mace,
    ];

    /// Whether the weapon can be thrown.
    pub fn can_be_thrown(self) -> bool {
        matches!(self, Weapon::Dagger | Weapon::Axe | Weapon::Spear)
    }

    /// The distance in steps up to which a blow is heard.
    pub fn noise(self) -> u16 {
        match self {
            Weapon::Dagger => 2,
            Weapon::Sword | Weapon::Axe | Weapon::Spear => 6,
            Weapon::Mace => 9,
        }
    }

    /// The number of turns that a blow takes.
    pub fn turns(self) -> u8 {
        match self {
            Weapon::Dagger | Weapon::Sword | Weapon::Axe | Weapon::Spear => 1,
            Weapon::Mace => 2,
        }
    }

    /// The smallest and the largest damage of a blow.
    pub fn damage(self) -> (u8, u8) {
        match self {
            Weapon::Dagger => (2, 3),
            Weapon::Sword => (3, 5),
            Weapon::Axe => (2, 4),
            Weapon::Spear => (3, 4),
            Weapon::Mace => (6, 8),
        }
    }
}

/// Armour. Steps in better armour make more noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Armour {
    /// Armour that stops no damage and makes no noise, and in which a hero with a hooded lantern is hard to make out.
    Cloak,
    /// Armour that stops one point of damage, and leaves the arms free: thrown weapons do twice the damage.
    Leather,
    /// Armour that stops two points of damage, makes noise, and is too stiff to throw weapons in.
    Mail,
}

impl Armour {
    /// All armour; the hero starts with the first one.
    pub const ALL: [Armour; 3] = [Armour::Cloak, Armour::Leather, Armour::Mail];

    /// The damage that the armour takes off every blow; one point always comes through.
    pub fn damage_reduction(self) -> u8 {
        self as u8
    }

    /// The factor of the damage of a thrown weapon; `None` if a hero cannot throw in the armour.
    pub fn throw_factor(self) -> Option<u8> {
        match self {
            Armour::Cloak => Some(1),
            Armour::Leather => Some(2),
            Armour::Mail => None,
        }
    }

    /// The distance in steps up to which a step is heard.
    pub fn noise(self) -> u16 {
        match self {
            Armour::Cloak => 1,
            Armour::Leather => 3,
            Armour::Mail => 6,
        }
    }
}

/// Something that is used once. The hero carries it on the belt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Consumable {
    /// A potion that heals.
    Potion,
    /// Smoke that nobody sees through, and in which no enemy notices anything.
    Smoke,
    /// A flask that is thrown at an enemy and burns around it.
    Fire,
    /// A leaf that takes the hero back to the start of the dungeon.
    Leaf,
    /// A bell that is thrown and rings; enemies that hear it go to it and notice nothing.
    Bell,
}

impl Consumable {
    /// All consumables.
    pub const ALL: [Consumable; 5] = [
        Consumable::Potion,
        Consumable::Smoke,
        Consumable::Fire,
        Consumable::Leaf,
        Consumable::Bell,
    ];
}

/// An item that can lie on the floor and be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Item {
    /// Something that is used once.
    Consumable(Consumable),
    /// A weapon to wield.
    Weapon(Weapon),
    /// Armour to wear.
    Armour(Armour),
}

/// The factor of the damage of a dagger against enemies that do not know of the hero.
pub const SURPRISE: u8 = 5;
/// The life of a new hero.
pub const LIFE: u8 = 24;
/// The life that a potion restores.
pub const POTION: u8 = 12;
/// The life that a homing leaf gives back.
pub const LEAF: u8 = 6;
/// The life that the hero gains by a weapon or armour that they have already.
pub const SPARE_LIFE: u8 = 1;
/// The largest number of carried weapons and armours, besides those in use: one of each other kind.
pub const MAX_ITEMS: usize = 6;
/// The number of places on the belt.
pub const BELT: usize = 4;
/// The largest number of potions on the belt.
pub const MAX_POTIONS: usize = 3;

/// The hero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hero {
    /// The cell of the hero.
    pub at: Cell,
    /// The remaining life.
    pub life: u8,
    /// The largest life.
    pub max_life: u8,
    /// The weapon in use.
    pub weapon: Weapon,
    /// The armour in use.
    pub armour: Armour,
    /// The carried weapons and armours in the order in which the hero found them. A thing that is put away takes the
    /// place of the one that is taken in use.
    pub items: Vec<Item>,
    /// The consumables on the belt, at most [`BELT`], in the order in which the hero found them.
    pub belt: Vec<Consumable>,
    /// The boons that the hero has taken.
    pub boons: Vec<Boon>,
    /// Whether the lantern is hooded.
    pub hooded: bool,
    /// Whether the hero has the exit's key.
    pub exit_key: bool,
    /// The locks whose keys the hero has.
    pub keys: Vec<Lock>,
    /// Whether the guard is up until the next move.
    pub guard: bool,
    /// The turns of rest since the last damage or the last regained point of life.
    pub unhurt_turns: u8,
}

impl Hero {
    /// Whether the hero would take an item that lies on the floor. Weapons and armours always find room.
    pub fn has_room(&self, item: Item) -> bool {
        match item {
            Item::Consumable(Consumable::Potion) if self.potions() >= MAX_POTIONS => false,
            Item::Consumable(_) => self.belt.len() < BELT,
            Item::Weapon(_) | Item::Armour(_) => true,
        }
    }

    /// Whether the hero has a weapon or armour of this kind already, in use or carried.
    pub fn has(&self, item: Item) -> bool {
        let in_use = [Item::Weapon(self.weapon), Item::Armour(self.armour)];
        in_use.contains(&item) || self.items.contains(&item)
    }

    /// Adds an item for which the hero has room. A weapon or armour that the hero has already raises the largest life
    /// and the life by 1 instead.
    pub fn pick_up(&mut self, item: Item) {
        match item {
            Item::Consumable(thing) => self.belt.push(thing),
            _ if self.has(item) => self.grow(SPARE_LIFE),
            _ => self.items.push(item),
        }
    }

    /// Raises the largest life and the life.
    pub fn grow(&mut self, by: u8) {
        self.max_life = self.max_life.saturating_add(by);
        self.life = self.life.saturating_add(by).min(self.max_life);
    }

    /// The number of potions on the belt.
    pub fn potions(&self) -> usize {
        let is_potion = |thing: &&Consumable| **thing == Consumable::Potion;
        self.belt.iter().filter(is_potion).count()
    }

    /// The number of times that the hero has taken a boon.
    pub fn count(&self, boon: Boon) -> u8 {
        self.boons.iter().filter(|taken| **taken == boon).count() as u8
    }

    /// The distance in steps up to which a step of the hero is heard, at least 1.
    pub fn step_noise(&self) -> u16 {
        let softer = QUIET * u16::from(self.count(Boon::Quiet));
        self.armour.noise().saturating_sub(softer).max(1)
    }

    /// The damage that armour and skin take off every blow.
    pub fn damage_reduction(&self) -> u8 {
        self.armour.damage_reduction() + self.count(Boon::Skin)
    }

    /// The number of turns of rest for a point of life.
    pub fn rest_turns(&self) -> u8 {
        match self.count(Boon::Rest) {
            0 => REST_TURNS,
            _ => QUICK_REST_TURNS,
        }
    }

    /// The distance in cells up to which the hero sees, and is seen.
    pub fn light(&self) -> i32 {
        if self.hooded { HOODED_LIGHT } else { LIGHT }
    }

    /// Whether the hero is hard to make out: in a cloak, with the lantern hooded. Enemies see such a hero only from one
    /// step away, and ambushers strike no harder than usual.
    pub fn is_shrouded(&self) -> bool {
        self.hooded && self.armour == Armour::Cloak
    }

    /// Whether the hero has the key of a lock.
    pub fn has_key(&self, lock: Lock) -> bool {
        self.keys.contains(&lock)
    }

    /// A new hero on a cell.
    pub fn new(at: Cell) -> Self {
        Hero {
            at,
            life: LIFE,
            max_life: LIFE,
            weapon: Weapon::Dagger,
            armour: Armour::Cloak,
            items: Vec::new(),
            belt: vec![Consumable::Potion],
            boons: Vec::new(),
            hooded: false,
            exit_key: false,
            keys: Vec::new(),
            guard: false,
            unhurt_turns: 0,
        }
    }
}
