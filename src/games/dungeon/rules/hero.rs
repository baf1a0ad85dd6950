//! The hero: life, weapon, armour and carried items.

use serde::{Deserialize, Serialize};

use crate::games::dungeon::map::Cell;
use crate::games::dungeon::map::Lock;

/// A weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// A weak weapon with triple damage against enemies that do not know of the hero.
    Dagger,
    /// A strong weapon without a special ability.
    Sword,
    /// A weapon that strikes all eight cells around the hero.
    Axe,
    /// A weapon that strikes two cells in a line.
    Spear,
    /// A heavy weapon; each blow takes two turns.
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
    pub fn flies(self) -> bool {
        matches!(self, Weapon::Dagger | Weapon::Axe | Weapon::Spear)
    }

    /// The smallest and the largest damage of a blow.
    pub fn damage(self) -> (u8, u8) {
        match self {
            Weapon::Dagger => (2, 3),
            Weapon::Sword => (3, 5),
            Weapon::Axe => (2, 4),
            Weapon::Spear => (3, 4),
            Weapon::Mace => (6, 9),
        }
    }
}

/// Armour. Better armour makes more noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Armour {
    /// Armour that stops no damage and makes no noise.
    Cloak,
    /// Armour that stops one point of damage.
    Leather,
    /// Armour that stops two points of damage and makes noise.
    Mail,
}

impl Armour {
    /// All armour; the hero starts with the first one.
    pub const ALL: [Armour; 3] = [Armour::Cloak, Armour::Leather, Armour::Mail];

    /// The damage that the armour takes off every blow; one point always comes through.
    pub fn damage_reduction(self) -> u8 {
        self as u8
    }

    /// The distance in steps up to which enemies hear the hero behind their backs or around corners.
    pub fn heard_from(self) -> u16 {
        match self {
            Armour::Cloak => 1,
            Armour::Leather => 3,
            Armour::Mail => 6,
        }
    }
}

/// An item that can lie on the floor and be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Item {
    /// A potion that heals.
    Potion,
    /// A weapon to wield.
    Weapon(Weapon),
    /// Armour to wear.
    Armour(Armour),
}

/// The life of a new hero.
pub const LIFE: u8 = 24;
/// The life that a potion restores.
pub const POTION: u8 = 12;
/// The largest number of carried items, besides those in use.
pub const MAX_ITEMS: usize = 8;

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
    /// The carried items in the order in which the hero found them. All potions share one entry.
    pub items: Vec<Item>,
    /// The number of carried potions.
    pub potions: u8,
    /// Whether the hero has the exit's key.
    pub exit_key: bool,
    /// The locks whose keys the hero has.
    pub keys: Vec<Lock>,
    /// Whether the guard is up until the next move.
    pub guard: bool,
    /// The turns without a wound since the last regained point of life.
    pub unhurt_turns: u8,
}

impl Hero {
    /// Whether the hero can carry one more item.
    pub fn has_room(&self, item: Item) -> bool {
        self.items.len() < MAX_ITEMS || item == Item::Potion && self.potions > 0
    }

    /// Adds an item for which the hero has room.
    pub fn pick_up(&mut self, item: Item) {
        if item == Item::Potion {
            self.potions += 1;
        }
        if item != Item::Potion || self.potions == 1 {
            self.items.push(item);
        }
    }

    /// Whether the hero has the key of the lock of an index.
    pub fn has_key(&self, lock: usize) -> bool {
        self.keys.iter().any(|key| usize::from(key.0) == lock)
    }

    /// A new hero on a cell.
    pub fn new(at: Cell) -> Self {
        Hero {
            at,
            life: LIFE,
            max_life: LIFE,
            weapon: Weapon::Dagger,
            armour: Armour::Cloak,
            items: vec![Item::Potion],
            potions: 1,
            exit_key: false,
            keys: Vec::new(),
            guard: false,
            unhurt_turns: 0,
        }
    }
}
