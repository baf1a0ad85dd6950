//! The rules of the dungeon: a turn at a time, one step or blow each.

mod blows;
pub mod cells;
pub mod foe;
pub mod hero;
pub mod notation;
pub mod path;
pub mod sight;
mod turn;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::enemies::{Breed, Kind};
use super::generator::Dungeon;
use super::graph::locks::Lock;
use super::layout::{Cell, Passage, Tile};
use crate::generation::{Purpose, Seed, Stream};
pub use cells::CellSet;
pub use foe::{Body, Foe};
pub use hero::{Armour, Hero, Item, Weapon};

/// One of the eight steps, by its number in [`Cell::STEPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step(pub u8);

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Move {
    /// A step, or a blow at who stands there.
    Step(Step),
    /// Rests for a turn.
    Wait,
    /// Puts the guard up: blows until the next turn wound half.
    Guard,
    /// Drinks, wields or wears what is carried at a place.
    Use(u8),
    /// Through the portal on which one stands.
    Portal,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is a wall.
    #[error("there is a wall")]
    Wall,
    /// The number is none of a step.
    #[error("there is no such step")]
    NoStep,
    /// A door whose key is missing.
    #[error("the door is locked")]
    Locked,
    /// A portal whose key is missing.
    #[error("the portal is sealed")]
    Sealed,
    /// The exit needs its key.
    #[error("the exit needs its key")]
    NoKey,
    /// There is nothing at that place.
    #[error("nothing is carried there")]
    NoItem,
    /// A potion would be wasted.
    #[error("nothing needs to be healed")]
    Healthy,
    /// There is no portal.
    #[error("there is no portal here")]
    NoPortal,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Who something happens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The hero.
    Hero,
    /// An enemy, by its number.
    Foe(usize),
}

/// Something that happened, for the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody went.
    Went(Who, Cell, Cell),
    /// Somebody went through a portal.
    Jumped(Who, Cell, Cell),
    /// A blow, with its wounds; whether the guard was up.
    Struck {
        /// Who struck.
        by: Who,
        /// Whom.
        at: Who,
        /// Life lost.
        wounds: u8,
        /// Whether the guard was up.
        guarded: bool,
    },
    /// Somebody died.
    Died(Who),
    /// An enemy has noticed the hero.
    Noticed(usize),
    /// Somebody was healed.
    Healed(Who, u8),
    /// A door was opened.
    Opened(Cell),
    /// A lock was opened.
    Unlocked(Lock),
    /// The exit's key was found.
    FoundExitKey,
    /// The key of a lock was found.
    FoundKey(Lock),
    /// A chest gave something.
    Chest(Cell, Item),
    /// Something was picked up.
    Found(Item),
    /// There is no room to carry more.
    Full(Item),
    /// A weapon or armour was changed for this one.
    InUse(Item),
    /// The exit was reached with its key.
    Escaped,
    /// The next dungeon was entered, by its depth.
    Deeper(u8),
}

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on.
    Alive,
    /// The exit was reached.
    Escaped,
    /// The hero is dead.
    Dead,
}

/// Points, as in the original.
pub mod points {
    /// For the exit's key.
    pub const KEY: u32 = 100;
    /// For an enemy.
    pub const KILL: u32 = 50;
    /// For a chest.
    pub const CHEST: u32 = 10;
    /// For a dungeon left alive.
    pub const DUNGEON: u32 = 500;
}

/// How far the lantern shines.
pub const LIGHT: i32 = 9;
/// Turns without a wound for a point of life.
pub const REST: u8 = 12;

/// A dungeon being played.
#[derive(Clone, Debug)]
pub struct Game {
    dungeon: Arc<Dungeon>,
    /// Who is played.
    pub hero: Hero,
    /// The enemies; the dead ones have no life.
    pub foes: Vec<Foe>,
    /// What lies on the floor.
    pub items: Vec<(Cell, Item)>,
    /// Chests that are still shut.
    pub chests: Vec<Cell>,
    /// Doors that stand open.
    pub open: CellSet,
    /// Cells that were seen.
    pub seen: CellSet,
    /// Cells that are seen now.
    pub visible: CellSet,
    /// Doors that are locked still.
    locked: CellSet,
    /// How many doors were opened.
    doors_opened: u32,
    /// Turns so far.
    pub turns: u32,
    /// Points in this dungeon.
    pub score: u32,
    status: Status,
    /// What killed the hero.
    pub killer: Option<Kind>,
    rng: Stream,
    scratch: Scratch,
}

/// Memory that is used in every turn.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// Ways to the hero, found when an enemy asks.
    to_hero: path::Distances,
    /// Where the hero was and how many doors were open then.
    found_at: Option<(Cell, u32)>,
}

impl Game {
    /// A dungeon's start, its enemies drawn from breeds and given bodies of a strength.
    pub fn new(dungeon: Arc<Dungeon>, breeds: &[Arc<Breed>], strength: u8, seed: Seed) -> Self {
        let mut rng = seed.stream(Purpose::Play);
        let layout = &dungeon.layout;
        let foes = layout.enemies.iter().filter_map(|at| {
            let breed = rng.pick(breeds)?;
            let facing = Cell::STEPS[rng.below(4) as usize];
            Some(Foe::new(*at, facing, strength, Arc::clone(breed)))
        });
        let foes = foes.collect();
        let none = || CellSet::of(&layout.map);
        let mut locked = none();
        for way in layout.ways.iter().filter(|way| way.lock.is_some()) {
            if let Passage::Doors(doors) = way.passage {
                doors.iter().for_each(|door| locked.add(&layout.map, *door));
            }
        }
        let mut game = Game {
            hero: Hero::new(layout.start),
            foes,
            items: Vec::new(),
            chests: layout.chests.clone(),
            open: none(),
            seen: none(),
            visible: none(),
            locked,
            doors_opened: 0,
            turns: 0,
            score: 0,
            status: Status::Alive,
            killer: None,
            rng,
            scratch: Scratch::default(),
            dungeon,
        };
        game.look();
        game
    }

    /// The dungeon.
    pub fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// How it stands.
    pub fn status(&self) -> Status {
        self.status
    }

    /// How many enemies were killed.
    pub fn killed(&self) -> u32 {
        self.foes.iter().filter(|foe| foe.life == 0).count() as u32
    }

    /// The living enemy on a cell.
    pub fn foe_at(&self, cell: Cell) -> Option<usize> {
        let on = |foe: &Foe| foe.life > 0 && foe.at == cell;
        self.foes.iter().position(on)
    }

    /// The living enemies that are seen.
    pub fn foes_seen(&self) -> impl Iterator<Item = usize> + '_ {
        let map = &self.dungeon.layout.map;
        let seen = |foe: &Foe| foe.life > 0 && self.visible.has(map, foe.at);
        (0..self.foes.len()).filter(move |at| seen(&self.foes[*at]))
    }

    /// Whether a cell shuts the view off: walls, and doors nobody has opened.
    #[inline]
    pub fn is_opaque(&self, cell: Cell) -> bool {
        let map = &self.dungeon.layout.map;
        match map.at(cell) {
            Tile::Rock | Tile::Wall => true,
            Tile::Door => !self.open.has(map, cell),
            Tile::Floor | Tile::Corridor | Tile::Portal => false,
        }
    }

    /// The lock of a door that is still shut.
    pub fn lock_at(&self, cell: Cell) -> Option<Lock> {
        let map = &self.dungeon.layout.map;
        if !self.locked.has(map, cell) {
            return None;
        }
        let on = |way: &&super::layout::Way| matches!(way.passage, Passage::Doors(doors) if doors.contains(&cell));
        self.dungeon.layout.ways.iter().find(on)?.lock
    }

    /// The other end of a portal, and its lock.
    pub fn portal_at(&self, cell: Cell) -> Option<(Cell, Option<Lock>)> {
        self.dungeon
            .layout
            .ways
            .iter()
            .find_map(|way| match way.passage {
                Passage::Portals([a, b]) if a == cell => Some((b, way.lock)),
                Passage::Portals([a, b]) if b == cell => Some((a, way.lock)),
                _ => None,
            })
    }

    /// Whether the hero can open a lock.
    pub fn opens(&self, lock: Option<Lock>) -> bool {
        lock.is_none_or(|lock| self.hero.keys.contains(&lock))
    }

    /// Looks around.
    fn look(&mut self) {
        let mut visible = std::mem::take(&mut self.visible);
        visible.clear();
        let map = &self.dungeon.layout.map;
        let see = |cell| {
            if map.has(cell) {
                visible.add(map, cell);
            }
        };
        sight::look(self.hero.at, LIGHT, |cell| self.is_opaque(cell), see);
        self.seen.add_all(&visible);
        self.visible = visible;
    }
}
