//! The hero: life, weapon, armour and what is carried.

use serde::{Deserialize, Serialize};

use crate::games::dungeon::graph::locks::Lock;
use crate::games::dungeon::layout::Cell;

/// What one strikes with. Each has its own use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// Quick and weak; three times as strong against who has not noticed the hero.
    Dagger,
    /// Good at everything.
    Sword,
    /// Strikes everybody around.
    Axe,
    /// Strikes two in a line.
    Spear,
    /// Heavy: after a blow the hero needs a turn.
    Mace,
}

impl Weapon {
    /// All, the first one is what a hero begins with.
    pub const ALL: [Weapon; 5] = [
        Weapon::Dagger,
        Weapon::Sword,
        Weapon::Axe,
        Weapon::Spear,
        Weapon::Mace,
    ];

    /// Least and most wounds of a blow.
    pub fn wounds(self) -> (u8, u8) {
        match self {
            Weapon::Dagger => (2, 3),
            Weapon::Sword => (3, 5),
            Weapon::Axe => (2, 4),
            Weapon::Spear => (3, 4),
            Weapon::Mace => (6, 9),
        }
    }
}

/// What one wears. The more it takes of blows, the further it is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Armour {
    /// Takes nothing, and makes no noise.
    Cloak,
    /// Takes one wound of a blow.
    Leather,
    /// Takes two, and is heard.
    Mail,
}

impl Armour {
    /// All, the first one is what a hero begins with.
    pub const ALL: [Armour; 3] = [Armour::Cloak, Armour::Leather, Armour::Mail];

    /// Wounds that it takes of every blow; one always comes through.
    pub fn takes(self) -> u8 {
        self as u8
    }

    /// From how many steps enemies notice the hero behind their backs or around corners.
    pub fn heard_from(self) -> u16 {
        match self {
            Armour::Cloak => 1,
            Armour::Leather => 3,
            Armour::Mail => 6,
        }
    }
}

/// What can lie on the floor and be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Item {
    /// Heals.
    Potion,
    /// To wield.
    Weapon(Weapon),
    /// To wear.
    Armour(Armour),
}

/// Life of a hero who begins.
pub const LIFE: u8 = 24;
/// Life that a potion gives.
pub const POTION: u8 = 12;
/// Most things that are carried, besides those in use.
pub const MOST_ITEMS: usize = 8;

/// Who is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hero {
    /// Where.
    pub at: Cell,
    /// Life that is left.
    pub life: u8,
    /// Life at most.
    pub whole: u8,
    /// In the hand.
    pub weapon: Weapon,
    /// On the body.
    pub armour: Armour,
    /// What is carried, in the order in which it was found; all potions lie at one place.
    pub items: Vec<Item>,
    /// How many potions are carried.
    pub potions: u8,
    /// Whether the exit's key was found.
    pub exit_key: bool,
    /// Keys of locks that were found.
    pub keys: Vec<Lock>,
    /// Whether the guard is up until the next move.
    pub guard: bool,
    /// Turns without a wound, towards the next point of life.
    pub rested: u8,
}

impl Hero {
    /// Whether a thing can be carried too.
    pub fn has_room(&self, item: Item) -> bool {
        self.items.len() < MOST_ITEMS || item == Item::Potion && self.potions > 0
    }

    /// Takes a thing along for which there is room.
    pub fn take(&mut self, item: Item) {
        if item == Item::Potion {
            self.potions += 1;
        }
        if item != Item::Potion || self.potions == 1 {
            self.items.push(item);
        }
    }

    /// Whether the key of a lock was found, by its number.
    pub fn has_key(&self, lock: usize) -> bool {
        self.keys.iter().any(|key| usize::from(key.0) == lock)
    }

    /// Who comes in.
    pub fn new(at: Cell) -> Self {
        Hero {
            at,
            life: LIFE,
            whole: LIFE,
            weapon: Weapon::Dagger,
            armour: Armour::Cloak,
            items: vec![Item::Potion],
            potions: 1,
            exit_key: false,
            keys: Vec::new(),
            guard: false,
            rested: 0,
        }
    }
}
