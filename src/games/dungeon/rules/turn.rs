//! A turn: the move of the hero, after which the enemies have their turn.

use super::hero::{POTION, Weapon};
use super::{
    Armour, Creature, Event, Game, Item, Move, MoveError, REST_TURNS, Status, Step, points,
};
use crate::games::dungeon::map::{Cell, Lock, Tile};

impl Game {
    /// Plays a turn and appends its events. A refused move changes nothing.
    pub fn apply(&mut self, chosen_move: Move, events: &mut Vec<Event>) -> Result<(), MoveError> {
        if self.status != Status::Alive {
            return Err(MoveError::Over);
        }
        let (from, doors) = (self.hero.at, self.doors_opened);
        let mut turns = 1;
        match chosen_move {
            Move::Step(step) => turns = self.step(step, events)?,
            Move::Wait => self.hero.guard = false,
            Move::Guard => self.hero.guard = true,
            Move::Use(place) => self.use_item(place, events)?,
            Move::Portal => self.use_portal(events)?,
            Move::Throw => self.throw(events)?,
        }
        if from != self.hero.at || doors != self.doors_opened {
            self.update_visibility();
        }
        for _ in 0..turns {
            self.enemies_turn(events);
        }
        Ok(())
    }

    /// Steps or strikes, and returns the number of turns that this takes.
    fn step(&mut self, Step(number): Step, events: &mut Vec<Event>) -> Result<u8, MoveError> {
        let step = *Cell::STEPS
            .get(usize::from(number))
            .ok_or(MoveError::NoStep)?;
        let (from, to) = (self.hero.at, self.hero.at.step(step));
        let layout = &self.dungeon.layout;
        if !layout.map.walkable(from, to) {
            return Err(MoveError::Wall);
        }
        if self.enemy_at(to).is_some() {
            self.hero.guard = false;
            self.strike(step, events);
            return Ok(if self.hero.weapon == Weapon::Mace {
                2
            } else {
                1
            });
        }
        let lock = self.lock_at(to);
        if !self.can_open(lock) {
            return Err(MoveError::Locked);
        }
        if to == layout.exit && !self.hero.exit_key {
            return Err(MoveError::NoKey);
        }
        self.hero.guard = false;
        self.unlock(lock, events);
        if self.dungeon.layout.map.at(to) == Tile::Door {
            self.open_door(to, events);
        }
        self.hero.at = to;
        events.push(Event::Moved(Creature::Hero, from, to));
        self.arrive(events);
        Ok(1)
    }

    pub(super) fn open_door(&mut self, door: Cell, events: &mut Vec<Event>) {
        let map = &self.dungeon.layout.map;
        if !self.open_doors.has(map, door) {
            self.open_doors.add(map, door);
            self.locked_doors.remove(map, door);
            self.doors_opened += 1;
            events.push(Event::Opened(door));
        }
    }

    fn unlock(&mut self, lock: Option<Lock>, events: &mut Vec<Event>) {
        events.extend(lock.map(Event::Unlocked));
    }

    fn use_portal(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let from = self.hero.at;
        let (to, lock) = self.portal_at(from).ok_or(MoveError::NoPortal)?;
        if !self.can_open(lock) {
            return Err(MoveError::Sealed);
        }
        self.hero.guard = false;
        self.unlock(lock, events);
        if let Some(number) = self.enemy_at(to) {
            // An enemy at the other end changes places with the hero.
            self.enemies[number].at = from;
            events.push(Event::Teleported(Creature::Enemy(number), to, from));
        }
        self.hero.at = to;
        events.push(Event::Teleported(Creature::Hero, from, to));
        self.arrive(events);
        Ok(())
    }

    /// Takes everything on the cell of the hero, and ends the game at the exit.
    fn arrive(&mut self, events: &mut Vec<Event>) {
        let at = self.hero.at;
        let layout = &self.dungeon.layout;
        if at == layout.key && !self.hero.exit_key {
            self.hero.exit_key = true;
            self.score += points::KEY;
            events.push(Event::FoundExitKey);
        }
        for (lock, key) in (0..).map(Lock).zip(&layout.keys) {
            if *key == at && !self.hero.keys.contains(&lock) {
                self.hero.keys.push(lock);
                events.push(Event::FoundKey(lock));
            }
        }
        let escaped = at == layout.exit;
        if let Some(chest) = self.chests.iter().position(|chest| *chest == at) {
            self.chests.swap_remove(chest);
            self.score += points::CHEST;
            let item = self.draw_chest_item();
            events.push(Event::Chest(at, item));
            self.items.push((at, item));
        }
        while let Some(place) = self.items.iter().position(|(cell, _)| *cell == at) {
            let (_, item) = self.items[place];
            if !self.hero.has_room(item) {
                events.push(Event::Full(item));
                break;
            }
            self.items.swap_remove(place);
            self.hero.pick_up(item);
            events.push(Event::Found(item));
        }
        if escaped {
            self.status = Status::Escaped;
            self.score += points::DUNGEON;
            events.push(Event::Escaped);
        }
    }

    /// The item of a chest, which is mostly a potion.
    fn draw_chest_item(&mut self) -> Item {
        match self.chance.below(10) {
            0..6 => Item::Potion,
            6..9 => Item::Weapon(Weapon::ALL[1 + self.chance.below(4) as usize]),
            _ => Item::Armour(Armour::ALL[1 + self.chance.below(2) as usize]),
        }
    }

    fn use_item(&mut self, place: u8, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let place = usize::from(place);
        let item = *self.hero.items.get(place).ok_or(MoveError::NoItem)?;
        let hero = &mut self.hero;
        if item == Item::Potion && hero.life == hero.max_life {
            return Err(MoveError::Healthy);
        }
        hero.guard = false;
        match item {
            Item::Potion => {
                hero.potions -= 1;
                if hero.potions == 0 {
                    hero.items.remove(place);
                }
                let life = (hero.life + POTION).min(hero.max_life);
                let healed = life - hero.life;
                hero.life = life;
                events.push(Event::Healed(Creature::Hero, healed));
            }
            Item::Weapon(weapon) => {
                hero.items[place] = Item::Weapon(std::mem::replace(&mut hero.weapon, weapon));
                events.push(Event::InUse(item));
            }
            Item::Armour(armour) => {
                hero.items[place] = Item::Armour(std::mem::replace(&mut hero.armour, armour));
                events.push(Event::InUse(item));
            }
        }
        Ok(())
    }

    /// The hero regains life after some turns without a wound.
    pub(super) fn rest(&mut self, events: &mut Vec<Event>) {
        let hero = &mut self.hero;
        if hero.life == 0 || hero.life >= hero.max_life {
            return;
        }
        hero.unhurt_turns += 1;
        if hero.unhurt_turns >= REST_TURNS {
            hero.unhurt_turns = 0;
            hero.life += 1;
            events.push(Event::Healed(Creature::Hero, 1));
        }
    }
}
