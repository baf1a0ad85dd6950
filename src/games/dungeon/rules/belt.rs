//! Consumables: their use from the belt, and the smoke and the fire that they make.

use super::bell::BELL_TURNS;
use super::distance_map::DistanceMap;
use super::hero::{Consumable, LEAF, POTION};
use super::{Actor, Cell, Event, Game, MoveError};

/// The number of turns for which smoke stands.
pub const SMOKE_TURNS: u8 = 6;
/// The distance in steps up to which smoke spreads.
const SMOKE_DISTANCE: u16 = 2;
/// The number of turns for which fire burns.
pub const FIRE_TURNS: u8 = 4;
/// The life that fire takes in each turn.
pub const FIRE_DAMAGE: u8 = 3;

/// Cells that are covered for some turns, for instance with smoke.
#[derive(Clone, Debug, Default)]
pub(super) struct Cloud(Vec<(Cell, u8)>);

impl Cloud {
    /// Whether it covers a cell.
    #[inline]
    pub fn covers(&self, cell: Cell) -> bool {
        self.0.iter().any(|(at, _)| *at == cell)
    }

    /// Whether it covers no cell.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The cells that it covers.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().map(|(at, _)| *at)
    }

    /// Covers a cell for a number of turns from now, or for longer if it is covered for longer already.
    pub fn add(&mut self, cell: Cell, turns: u8) {
        let before = self.0.iter().position(|(at, _)| *at == cell);
        let before = before.map_or(0, |at| self.0.remove(at).1);
        self.0.push((cell, turns.max(before)));
    }

    /// Lets a turn pass. Returns whether the cloud became smaller.
    pub fn pass_turn(&mut self) -> bool {
        let before = self.0.len();
        self.0.retain_mut(|(_, turns)| {
            *turns -= 1;
            *turns > 0
        });
        self.0.len() < before
    }
}

impl Game {
    /// Whether smoke stands on a cell.
    #[inline]
    pub fn is_smoky(&self, cell: Cell) -> bool {
        self.smoke.covers(cell)
    }

    /// The cells on which smoke stands.
    pub fn smoky_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.smoke.cells()
    }

    /// The cells that burn.
    pub fn burning_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.fire.cells()
    }

    /// Puts out all fires.
    pub fn put_out_fires(&mut self) {
        self.fire = Cloud::default();
    }

    /// Whether a cell burns.
    #[inline]
    pub fn burns(&self, cell: Cell) -> bool {
        self.fire.covers(cell)
    }

    /// The hero uses the consumable of an index.
    pub(super) fn use_belt(&mut self, place: u8, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let place = usize::from(place);
        let thing = *self.hero.belt.get(place).ok_or(MoveError::NoItem)?;
        let hero = self.hero.at;
        match thing {
            Consumable::Potion if self.hero.life == self.hero.max_life => {
                return Err(MoveError::Healthy);
            }
            Consumable::Leaf if hero == self.dungeon.layout.start => {
                return Err(MoveError::AtStart);
            }
            Consumable::Fire => drop(self.throw_target().ok_or(MoveError::NoTarget)?),
            _ => {}
        }
        self.hero.guard = false;
        self.hero.belt.remove(place);
        events.push(Event::Used(thing));
        match thing {
            Consumable::Potion => self.heal_hero(POTION, events),
            Consumable::Smoke => self.spread_smoke(),
            Consumable::Fire => {
                if let Some(number) = self.throw_target() {
                    self.set_fire(self.enemies[number].at, events);
                }
            }
            Consumable::Leaf => {
                self.heal_hero(LEAF, events);
                self.teleport(self.dungeon.layout.start, events);
            }
            Consumable::Bell => {
                let to = self.bell_target();
                events.push(Event::ConsumableThrown(thing, hero, to));
                self.bells.add(to, BELL_TURNS);
            }
        }
        Ok(())
    }

    /// Gives the hero life back, up to the largest life.
    fn heal_hero(&mut self, life: u8, events: &mut Vec<Event>) {
        let hero = &mut self.hero;
        let healed = life.min(hero.max_life - hero.life);
        hero.life += healed;
        if healed > 0 {
            events.push(Event::Healed(Actor::Hero, healed));
        }
    }

    /// Spreads smoke over the open cells around the hero.
    fn spread_smoke(&mut self) {
        let (map, hero) = (&self.dungeon.layout.map, self.hero.at);
        let locked = &self.locked_doors;
        let mut distances = DistanceMap::default();
        distances.compute(map, hero, SMOKE_DISTANCE, |index| !locked.has_index(index));
        let near = map
            .cells()
            .filter(|cell| distances.of(map, *cell).is_some());
        let cells: Vec<Cell> = near.collect();
        cells
            .into_iter()
            .for_each(|cell| self.smoke.add(cell, SMOKE_TURNS));
        self.sight_changed = true;
    }

    /// Breaks a flask on a cell: it burns there and on the cells a step away.
    fn set_fire(&mut self, at: Cell, events: &mut Vec<Event>) {
        events.push(Event::ConsumableThrown(Consumable::Fire, self.hero.at, at));
        let map = &self.dungeon.layout.map;
        let around = at.neighbours().filter(|to| map.is_walkable(at, *to));
        let cells: Vec<Cell> = around.chain([at]).collect();
        cells.into_iter().for_each(|cell| self.kindle(cell));
    }

    /// Burns every actor in the fire, spreads fire over grass and oil, and lets a turn pass for fire and smoke.
    pub(super) fn burn(&mut self, events: &mut Vec<Event>) {
        if self.fire.is_empty() && self.smoke.is_empty() {
            return;
        }
        for number in 0..self.enemies.len() {
            let enemy = &self.enemies[number];
            if enemy.life > 0 && self.fire.covers(enemy.at) {
                let damage = self.past_hide(number, FIRE_DAMAGE);
                let enemy = &mut self.enemies[number];
                let damage = damage.min(enemy.life);
                enemy.life -= damage;
                events.push(Event::Burnt(Actor::Enemy(number), damage));
                self.note_death(number, events);
            }
        }
        if self.fire.covers(self.hero.at) {
            let damage = FIRE_DAMAGE.min(self.hero.life);
            self.hero.life -= damage;
            self.hero.unhurt_turns = 0;
            events.push(Event::Burnt(Actor::Hero, damage));
            self.end_if_dead(None, events);
        }
        let kindled = self.kindled_cells();
        self.fire.pass_turn();
        kindled.into_iter().for_each(|cell| self.kindle(cell));
        self.sight_changed |= self.smoke.pass_turn();
    }
}
