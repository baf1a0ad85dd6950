//! A turn: the move of the hero, after which the enemies have their turn.

use super::hero::Weapon;
use super::noise::{CHEST_NOISE, DOOR_NOISE};
use super::{
    Actor, Armour, Consumable, Event, Game, Item, Move, MoveError, RUBBLE_NOISE, Status, Step,
    WATER_TURNS, points,
};
use crate::games::dungeon::map::{Cell, Ground, Lock, Tile};

/// The distance in steps on foot up to which an enemy that knows of the hero disturbs the rest of a hero who keeps
/// walking.
const CHASE_DISTANCE: u16 = 3;

/// The cost of an act of the hero: the number of turns, and the distance in steps up to which it is heard.
struct Cost {
    turns: u8,
    noise: u16,
}

impl Cost {
    /// The cost of a silent act of one turn.
    const QUIET: Cost = Cost { turns: 1, noise: 0 };
}

impl Game {
    /// Plays a turn and appends its events. A refused move changes nothing.
    pub fn apply(&mut self, chosen_move: Move, events: &mut Vec<Event>) -> Result<(), MoveError> {
        if self.status != Status::Alive {
            return Err(MoveError::Over);
        }
        if let Move::Boon(place) = chosen_move {
            return self.take_boon(place, events);
        }
        if self.offer.is_some() {
            return Err(MoveError::Choose);
        }
        let cost = self.act_of_hero(chosen_move, events)?;
        self.walks = matches!(chosen_move, Move::Step(_) | Move::Portal);
        if self.status == Status::Alive {
            self.make_noise(self.hero.at, cost.noise, events);
        }
        if self.sight_changed {
            self.update_visibility();
        }
        for _ in 0..cost.turns {
            self.enemies_turn(events);
        }
        Ok(())
    }

    /// Does the act of a move of the hero. Returns its cost.
    fn act_of_hero(
        &mut self,
        chosen_move: Move,
        events: &mut Vec<Event>,
    ) -> Result<Cost, MoveError> {
        match chosen_move {
            Move::Step(step) => return self.step(step, events),
            Move::Portal => return self.use_portal(events),
            Move::Wait => self.hero.guard = false,
            Move::Guard => self.hero.guard = true,
            Move::Use(place) => self.use_item(place, events)?,
            Move::Belt(place) => self.use_belt(place, events)?,
            Move::Throw => self.throw(events)?,
            Move::Hood => {
                self.hero.guard = false;
                self.hero.hooded = !self.hero.hooded;
                self.sight_changed = true;
                events.push(Event::Hooded(self.hero.hooded));
            }
            Move::Boon(place) => self.take_boon(place, events)?,
        }
        Ok(Cost::QUIET)
    }

    /// Steps or strikes.
    fn step(&mut self, Step(number): Step, events: &mut Vec<Event>) -> Result<Cost, MoveError> {
        let step = *Cell::STEPS
            .get(usize::from(number))
            .ok_or(MoveError::NoStep)?;
        let (from, to) = (self.hero.at, self.hero.at.step(step));
        let layout = &self.dungeon.layout;
        if !layout.map.is_walkable(from, to) {
            let is_door = |cell| layout.map.at(cell) == Tile::Door;
            let is_open = layout.map.at(to).is_open();
            return Err(match is_open && (is_door(from) || is_door(to)) {
                true => MoveError::Doorway,
                false => MoveError::Wall,
            });
        }
        if self.enemy_at(to).is_some() || self.spear_target(step).is_some() {
            self.hero.guard = false;
            self.strike(step, events);
            let weapon = self.hero.weapon;
            return Ok(Cost {
                turns: weapon.turns(),
                noise: weapon.noise(),
            });
        }
        let lock = self.lock_at(to);
        if let Some(lock) = lock.filter(|lock| !self.hero.has_key(*lock)) {
            return Err(MoveError::Locked(lock));
        }
        if to == layout.exit && !self.hero.exit_key {
            return Err(MoveError::NoKey);
        }
        self.hero.guard = false;
        events.extend(lock.map(|lock| Event::Unlocked(lock, to)));
        let ground = self.ground_at(to);
        let mut noise = self.step_noise_on(to);
        self.open_door(to, events);
        self.hero.at = to;
        events.push(Event::Moved(Actor::Hero, from, to));
        if self.arrive(events) {
            noise = noise.max(CHEST_NOISE);
        }
        let turns = match ground {
            Ground::Water => WATER_TURNS,
            _ => 1,
        };
        Ok(Cost { turns, noise })
    }

    /// The distance in steps up to which a step of the hero onto a cell is heard, with the opening of a shut door there.
    pub(super) fn step_noise_on(&self, to: Cell) -> u16 {
        let noise = match self.ground_at(to) {
            Ground::Water => 0,
            Ground::Rubble => RUBBLE_NOISE,
            _ => self.hero.step_noise(),
        };
        match self.is_shut_door(to) {
            true => noise.max(DOOR_NOISE),
            false => noise,
        }
    }

    fn is_shut_door(&self, at: Cell) -> bool {
        self.dungeon.layout.map.at(at) == Tile::Door && !self.is_door_open(at)
    }

    /// Opens the door on a cell into which an actor goes. Returns whether a door was opened.
    pub(super) fn open_door(&mut self, door: Cell, events: &mut Vec<Event>) -> bool {
        if !self.is_shut_door(door) {
            return false;
        }
        let map = &self.dungeon.layout.map;
        self.open_doors.push(door);
        if self.locked_doors.has(map, door) {
            self.locked_doors.remove(map, door);
            self.unlocked += 1;
        }
        self.sight_changed = true;
        events.push(Event::Opened(door));
        true
    }

    fn use_portal(&mut self, events: &mut Vec<Event>) -> Result<Cost, MoveError> {
        let (to, lock) = self.portal_at(self.hero.at).ok_or(MoveError::NoPortal)?;
        if let Some(lock) = lock.filter(|lock| !self.hero.has_key(*lock)) {
            return Err(MoveError::Sealed(lock));
        }
        self.hero.guard = false;
        let from = self.hero.at;
        if let Some(lock) = lock
            && !self.unsealed.contains(&from)
        {
            self.unsealed.extend([from, to]);
            events.push(Event::Unlocked(lock, from));
        }
        self.teleport(to, events);
        Ok(Cost {
            turns: 1,
            noise: DOOR_NOISE,
        })
    }

    /// Moves the hero to another cell at once. An enemy there changes places with the hero.
    pub(super) fn teleport(&mut self, to: Cell, events: &mut Vec<Event>) {
        let from = self.hero.at;
        if let Some(number) = self.enemy_at(to) {
            let enemy = &mut self.enemies[number];
            // The enemy is out of the water into which it may have stepped.
            (enemy.at, enemy.wades) = (from, false);
            events.push(Event::Teleported(Actor::Enemy(number), to, from));
        }
        self.hero.at = to;
        events.push(Event::Teleported(Actor::Hero, from, to));
        self.arrive(events);
    }

    /// Takes everything on the cell of the hero, and ends the game at the exit. Returns whether a chest was opened.
    fn arrive(&mut self, events: &mut Vec<Event>) -> bool {
        self.sight_changed = true;
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
        let chest = self.chests.iter().position(|chest| *chest == at);
        if let Some(chest) = chest {
            self.chests.swap_remove(chest);
            self.score += points::CHEST;
            let item = self.draw_chest_item();
            events.push(Event::Chest(at, item));
            self.items.push((at, item));
        }
        self.pick_up_all(at, events);
        if escaped {
            self.status = Status::Escaped;
            self.score += points::DUNGEON;
            events.push(Event::Escaped);
        }
        chest.is_some()
    }

    /// Takes every item on a cell that finds room. The others stay.
    fn pick_up_all(&mut self, at: Cell, events: &mut Vec<Event>) {
        let hero = &mut self.hero;
        self.items.retain(|(cell, item)| {
            if *cell != at {
                return true;
            }
            let fits = hero.has_room(*item);
            events.push(match (fits, hero.has(*item)) {
                (false, _) => Event::Full(*item),
                (true, true) => Event::Spare(*item),
                (true, false) => Event::Found(*item),
            });
            if fits {
                hero.pick_up(*item);
            }
            !fits
        });
    }

    /// The item of a chest, which in 14 of 20 cases is a consumable.
    fn draw_chest_item(&mut self) -> Item {
        match self.chance.below(20) {
            0..6 => Item::Consumable(Consumable::Potion),
            6..9 => Item::Consumable(Consumable::Fire),
            9..11 => Item::Consumable(Consumable::Smoke),
            11..13 => Item::Consumable(Consumable::Bell),
            13 => Item::Consumable(Consumable::Leaf),
            14..18 => Item::Weapon(Weapon::ALL[1 + self.chance.below(4) as usize]),
            _ => Item::Armour(Armour::ALL[1 + self.chance.below(2) as usize]),
        }
    }

    fn use_item(&mut self, place: u8, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let place = usize::from(place);
        let item = *self.hero.items.get(place).ok_or(MoveError::NoItem)?;
        let hero = &mut self.hero;
        hero.items[place] = match item {
            Item::Weapon(weapon) => Item::Weapon(std::mem::replace(&mut hero.weapon, weapon)),
            Item::Armour(armour) => Item::Armour(std::mem::replace(&mut hero.armour, armour)),
            // Consumables hang on the belt.
            Item::Consumable(_) => return Err(MoveError::NoItem),
        };
        hero.guard = false;
        events.push(Event::InUse(item));
        Ok(())
    }

    /// Whether a living enemy notices the hero, who cannot rest then.
    pub fn is_watched(&self) -> bool {
        let watches = |enemy: &super::Enemy| enemy.life > 0 && enemy.notices;
        self.enemies.iter().any(watches)
    }

    /// Whether the hero keeps walking while an enemy that knows of them is near, as round a pillar. Such a hero cannot
    /// rest.
    fn is_chased(&mut self) -> bool {
        let follows = |game: &mut Game, number: usize| {
            let enemy = &game.enemies[number];
            let (at, knows) = (enemy.at, enemy.life > 0 && enemy.aware);
            knows && game.is_near_hero(at, CHASE_DISTANCE)
        };
        self.walks && (0..self.enemies.len()).any(|number| follows(self, number))
    }

    /// The hero regains life after some turns without damage in which no enemy notices them or follows closely.
    pub(super) fn rest(&mut self, events: &mut Vec<Event>) {
        let hero = &self.hero;
        let is_whole = hero.life == 0 || hero.life >= hero.max_life;
        if is_whole || self.is_watched() || self.is_chased() {
            return;
        }
        let hero = &mut self.hero;
        hero.unhurt_turns += 1;
        if hero.unhurt_turns >= hero.rest_turns() {
            hero.unhurt_turns = 0;
            hero.life += 1;
            events.push(Event::Healed(Actor::Hero, 1));
        }
    }
}
