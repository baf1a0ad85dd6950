//! The rules of the dungeon: the hero makes one move in each turn, and then every enemy acts once.

mod adaptation;
mod at_home;
mod bell;
mod belt;
mod bodies;
pub mod boons;
pub mod breed_code;
pub mod cells;
mod combat;
pub mod distance_map;
pub mod enemy;
mod enemy_turn;
mod events;
mod forecast;
mod ground;
pub mod hero;
mod moves;
pub mod noise;
pub mod notation;
mod perception;
pub mod program;
pub mod sight;
mod sights;
mod throw;
mod turn;
mod wanderers;

use std::sync::Arc;

use super::map::{Cell, Dungeon, Layout, Lock, Passage, Tile};
use crate::generation::{Purpose, Seed, Stream};
pub use adaptation::{Adaptation, NOSE_DISTANCE};
pub use at_home::{breeds_of_theme, kind_at_home};
pub use bell::BELL_TURNS;
use belt::Cloud;
pub use belt::{FIRE_DAMAGE, FIRE_TURNS, SMOKE_TURNS};
pub use bodies::HURL_DISTANCE;
use boons::OFFERED;
pub use boons::{Boon, MAX_BOONS};
pub use cells::CellSet;
pub use enemy::{Body, Breed, Enemy, EnemyKind, EnemyKindError, Roster, for_strength};
pub use events::{Actor, Defence, Event, Status};
pub use forecast::EnemyAct;
pub use ground::{GRASS_SIGHT, OIL_TURNS, RUBBLE_NOISE, WATER_TURNS};
pub use hero::{Armour, Consumable, Hero, Item, Weapon};
pub use moves::{Move, MoveError, Step};
pub use perception::{MEMORY_TURNS, TRACK_TURNS};
use sights::CellsInSight;
pub use sights::Sights;
pub use throw::THROW_DISTANCE;
pub use wanderers::{FIRST_WANDERER, LATER_WANDERER_TURNS, WANDERER_TURNS};

/// The points, which are those of the source code of GeneticGame (samus24).
pub mod points {
    /// The points for the exit's key.
    pub const KEY: u32 = 100;
    /// The points for a killed enemy.
    pub const KILL: u32 = 50;
    /// The points for a chest.
    pub const CHEST: u32 = 10;
    /// The points for leaving a dungeon alive.
    pub const DUNGEON: u32 = 500;
}

/// The distance in cells up to which the hero sees.
pub const LIGHT: i32 = 9;
/// The distance in cells up to which the hero sees with the lantern hooded.
pub const HOODED_LIGHT: i32 = 3;
/// The number of turns without damage after which the hero gains a point of life.
pub const REST_TURNS: u8 = 12;

/// A game in one dungeon. The hero, the enemies and the items are public so that a situation can be set up;
/// only [`Game::apply`] plays.
#[derive(Clone, Debug)]
pub struct Game {
    dungeon: Arc<Dungeon>,
    /// The hero.
    pub hero: Hero,
    /// The enemies; a dead one has no life.
    pub enemies: Vec<Enemy>,
    /// The items on the floor.
    pub items: Vec<(Cell, Item)>,
    /// The cells of the chests that are still shut.
    chests: Vec<Cell>,
    /// The doors that stand open, because an actor stands in them or has left them in this turn.
    open_doors: Vec<Cell>,
    /// The cells that the hero has seen.
    explored: CellSet,
    /// The cells that the hero sees now.
    visible: CellSet,
    /// The cells in sight from each cell while the doors are shut.
    sights: Arc<Sights>,
    /// The doors that are still locked.
    locked_doors: CellSet,
    /// The turn in which the hero was last on each cell, 0 if never.
    trail: Vec<u32>,
    /// The number of doors that were unlocked.
    unlocked: u32,
    /// The cells of the sealed portals that were used, with those of their twins.
    unsealed: Vec<Cell>,
    /// The cells full of smoke.
    smoke: Cloud,
    /// The cells on which bells ring.
    bells: Cloud,
    /// The cells that burn.
    fire: Cloud,
    /// The cells whose grass or oil is burnt.
    burnt: CellSet,
    /// Whether the hero's last act was a step, a blow or a portal.
    walks: bool,
    /// Whether something that blocks the view has changed since the hero last looked.
    sight_changed: bool,
    /// The boons of which the hero has to take one.
    offer: Option<[Boon; OFFERED]>,
    /// The breeds and the strength of wanderers.
    breeds: Roster,
    strength: u8,
    turns: u32,
    score: u32,
    status: Status,
    /// The index of the enemy that killed the hero.
    killer: Option<usize>,
    chance: Chance,
    scratch: Scratch,
}

/// The source of chance.
#[derive(Clone, Debug)]
enum Chance {
    /// The draws of a game that is played.
    Drawn(Stream),
    /// Every draw is the smallest one.
    Least,
    /// Every draw is the largest one.
    Most,
}

impl Chance {
    /// A number in `0..bound`.
    fn below(&mut self, bound: u32) -> u32 {
        match self {
            Chance::Drawn(rng) => rng.random_below(bound),
            Chance::Least => 0,
            Chance::Most => bound.saturating_sub(1),
        }
    }
}

/// The memory that every turn reuses. A copy of a game begins with none.
#[derive(Debug, Default)]
struct Scratch {
    /// The distances to the hero, which are computed when an enemy needs them.
    to_hero: distance_map::DistanceMap,
    /// The distances to the goal of a single enemy.
    route: distance_map::DistanceMap,
    /// The cell of the hero and the number of unlocked doors at the last computation.
    computed_for: Option<(Cell, u32)>,
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Scratch::default()
    }
}

/// The cells of all doors that have a lock.
fn locked_doors(layout: &Layout) -> CellSet {
    let mut locked = CellSet::of(&layout.map);
    let connections = layout.connections.iter();
    for connection in connections.filter(|connection| connection.lock.is_some()) {
        if let Passage::Doors(doors) = connection.passage {
            doors.iter().for_each(|door| locked.add(&layout.map, *door));
        }
    }
    locked
}

impl Game {
    /// The start of a game. The enemies are drawn from `breeds` and get bodies of a strength.
    pub fn new(dungeon: Arc<Dungeon>, breeds: &[Arc<Breed>], strength: u8, seed: Seed) -> Self {
        let sights = Arc::new(Sights::of(&dungeon.layout.map));
        Game::sharing(sights, dungeon, breeds, strength, seed)
    }

    /// The same start of a game in a dungeon whose sights are shared with other games.
    pub fn sharing(
        sights: Arc<Sights>,
        dungeon: Arc<Dungeon>,
        breeds: &[Arc<Breed>],
        strength: u8,
        seed: Seed,
    ) -> Self {
        let mut rng = seed.stream(Purpose::Play);
        let layout = &dungeon.layout;
        let enemies = layout.enemies.iter().filter_map(|at| {
            let breed = rng.choose(breeds)?;
            let facing = Cell::STEPS[rng.random_below(4) as usize];
            Some(Enemy::new(*at, facing, strength, Arc::clone(breed)))
        });
        let enemies = enemies.collect();
        let none = || CellSet::of(&layout.map);
        let mut game = Game {
            hero: Hero::new(layout.start),
            enemies,
            items: Vec::new(),
            chests: layout.chests.clone(),
            open_doors: Vec::new(),
            explored: none(),
            visible: none(),
            sights,
            locked_doors: locked_doors(layout),
            trail: vec![0; layout.map.len()],
            unlocked: 0,
            unsealed: Vec::new(),
            smoke: Cloud::default(),
            bells: Cloud::default(),
            fire: Cloud::default(),
            burnt: none(),
            walks: false,
            sight_changed: false,
            offer: None,
            breeds: breeds.to_vec(),
            strength,
            turns: 0,
            score: 0,
            status: Status::Alive,
            killer: None,
            chance: Chance::Drawn(rng),
            scratch: Scratch::default(),
            dungeon,
        };
        game.update_visibility();
        game
    }

    /// Makes the rules draw by another seed from now on.
    pub fn draw_from(&mut self, luck: Seed) {
        self.chance = Chance::Drawn(luck.stream(Purpose::Play));
    }

    /// Lets a hero of another dungeon enter instead of a new one.
    pub fn enter_with(&mut self, hero: Hero) {
        self.hero = hero;
        self.update_visibility();
    }

    /// The dungeon.
    pub fn dungeon(&self) -> &Arc<Dungeon> {
        &self.dungeon
    }

    /// The cells of the chests that are still shut.
    pub fn chests(&self) -> &[Cell] {
        &self.chests
    }

    /// Whether a door stands open.
    pub fn is_door_open(&self, door: Cell) -> bool {
        self.open_doors.contains(&door)
    }

    /// The cells that the hero has seen.
    #[inline]
    pub fn explored(&self) -> &CellSet {
        &self.explored
    }

    /// The cells that the hero sees now.
    #[inline]
    pub fn visible(&self) -> &CellSet {
        &self.visible
    }

    /// The number of turns so far.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The points in this dungeon so far.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// The enemy that killed the hero.
    pub fn killer(&self) -> Option<&Enemy> {
        self.enemies.get(self.killer?)
    }

    /// The status of the game.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The number of killed enemies.
    pub fn kills(&self) -> u32 {
        self.enemies.iter().filter(|enemy| enemy.life == 0).count() as u32
    }

    /// The index of the living enemy on a cell.
    pub fn enemy_at(&self, cell: Cell) -> Option<usize> {
        let on = |enemy: &Enemy| enemy.life > 0 && enemy.at == cell;
        self.enemies.iter().position(on)
    }

    /// The indices of the living enemies that the hero sees.
    pub fn visible_enemies(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.enemies.len()).filter(|number| self.sees_enemy(*number))
    }

    /// Whether a cell blocks the view, as walls, shut doors and smoke do.
    #[inline]
    pub fn is_opaque(&self, cell: Cell) -> bool {
        let map = &self.dungeon.layout.map;
        match map.at(cell) {
            Tile::Rock | Tile::Wall => true,
            Tile::Door => !self.is_door_open(cell) || self.is_smoky(cell),
            Tile::Floor | Tile::Corridor | Tile::Portal => self.is_smoky(cell),
        }
    }

    /// The lock of a door that is still locked.
    pub fn lock_at(&self, cell: Cell) -> Option<Lock> {
        let map = &self.dungeon.layout.map;
        if !self.locked_doors.has(map, cell) {
            return None;
        }
        self.dungeon.layout.connection_of_door(cell)?.lock
    }

    /// The other end of the portal on a cell, and the portal's lock.
    pub fn portal_at(&self, cell: Cell) -> Option<(Cell, Option<Lock>)> {
        let mut pairs = self.dungeon.layout.portal_pairs();
        let ([a, b], lock) = pairs.find(|(ends, _)| ends.contains(&cell))?;
        Some((if a == cell { b } else { a }, lock))
    }

    /// Whether the hero can open a door or portal with a lock, or without one.
    pub fn can_open(&self, lock: Option<Lock>) -> bool {
        lock.is_none_or(|lock| self.hero.has_key(lock))
    }

    /// The locks whose keys the hero has not taken yet, and the cells on which these lie.
    pub fn lying_keys(&self) -> impl Iterator<Item = (Lock, Cell)> {
        let keys = self.dungeon().layout.keys.iter();
        let keys = (0u8..).map(Lock).zip(keys.copied());
        keys.filter(|(lock, _)| !self.hero.has_key(*lock))
    }

    /// The cells in sight from a cell; `None` if smoke or an open door may change them.
    fn view_from(&self, from: Cell) -> Option<&CellsInSight> {
        if !self.smoke.is_empty() {
            return None;
        }
        let map = &self.dungeon.layout.map;
        let view = self.sights.view(map, from, self.hero.hooded);
        // A shut door blocks the view, so that only an open door in sight changes it.
        let mut doors = self.open_doors.iter();
        let is_as_usual = doors.all(|door| *door == from || !view.has(*door));
        is_as_usual.then_some(view)
    }

    /// Updates the cells that the hero sees and has seen.
    fn update_visibility(&mut self) {
        let mut visible = std::mem::take(&mut self.visible);
        visible.clear();
        let (map, from) = (&self.dungeon.layout.map, self.hero.at);
        match self.view_from(from) {
            Some(view) => view
                .rows()
                .for_each(|(first, row)| visible.add_row(map, first, row)),
            None => {
                let see = |cell| {
                    if map.has(cell) {
                        visible.add(map, cell);
                    }
                };
                sight::look(from, self.hero.light(), |cell| self.is_opaque(cell), see);
            }
        }
        self.explored.add_all(&visible);
        self.visible = visible;
        self.sight_changed = false;
    }
}
