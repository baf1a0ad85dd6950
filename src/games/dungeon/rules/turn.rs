//! A turn: the move of the hero, and then the actions of the enemies.

use super::enemy::MAX_HEALINGS;
use super::hero::{POTION, Weapon};
use super::program::{Node, TreeKind};
use super::{
    Armour, Creature, Event, Game, Item, Move, MoveError, REST_TURNS, Status, Step, points,
};
use crate::games::dungeon::map::{Cell, Lock, Tile};

/// The largest distance in steps from which an enemy finds a path to the hero.
const HUNT_DISTANCE: u16 = 40;
/// The largest distance in steps at which another enemy counts as near.
const FRIEND_DISTANCE: u16 = 4;

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

    fn open_door(&mut self, door: Cell, events: &mut Vec<Event>) {
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
        match self.rng.random_below(10) {
            0..6 => Item::Potion,
            6..9 => Item::Weapon(Weapon::ALL[1 + self.rng.random_below(4) as usize]),
            _ => Item::Armour(Armour::ALL[1 + self.rng.random_below(2) as usize]),
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

    /// Every living enemy acts, and the hero rests.
    fn enemies_turn(&mut self, events: &mut Vec<Event>) {
        if self.status != Status::Alive {
            return;
        }
        self.turns += 1;
        let doors = self.doors_opened;
        for number in 0..self.enemies.len() {
            if self.enemies[number].life > 0 && self.status == Status::Alive {
                self.enemy_turn(number, events);
            }
        }
        self.rest(events);
        if doors != self.doors_opened {
            self.update_visibility();
        }
    }

    /// Computes the distances to the hero, unless they are up to date.
    fn update_distances(&mut self) {
        let now = Some((self.hero.at, self.doors_opened));
        if self.scratch.computed_for == now {
            return;
        }
        self.scratch.computed_for = now;
        let (map, locked) = (&self.dungeon.layout.map, &self.locked_doors);
        let free = |index| !locked.has_index(index);
        let to_hero = &mut self.scratch.to_hero;
        to_hero.compute(map, self.hero.at, HUNT_DISTANCE, free);
    }

    /// The hero regains life after some turns without a wound.
    fn rest(&mut self, events: &mut Vec<Event>) {
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

    /// Whether an enemy sees the hero or hears them.
    fn notices(&self, number: usize) -> bool {
        let enemy = &self.enemies[number];
        let (map, steps) = (&self.dungeon.layout.map, enemy.at.distance_to(self.hero.at));
        // Sight is symmetric, so that the hero's field of view answers for the enemy too.
        let sees = steps <= enemy.body.sight && self.visible.has(map, enemy.at);
        if sees && enemy.faces(self.hero.at) {
            return true;
        }
        let heard = self.hero.armour.heard_from();
        if steps <= 1 {
            return map.walkable(enemy.at, self.hero.at);
        }
        let path_length = || self.scratch.to_hero.of(map, enemy.at);
        steps <= heard && path_length().is_some_and(|length| length <= heard)
    }

    /// An enemy runs its program to the next action and does it.
    fn enemy_turn(&mut self, number: usize, events: &mut Vec<Event>) {
        let steps = self.enemies[number].at.distance_to(self.hero.at);
        if (2..=self.hero.armour.heard_from()).contains(&steps) {
            self.update_distances();
        }
        let noticed = self.notices(number);
        let enemy = &mut self.enemies[number];
        enemy.guard = false;
        if noticed && !enemy.aware {
            events.push(Event::Noticed(number));
        }
        enemy.aware = noticed || enemy.aware && enemy.thread.tree == TreeKind::Attack;
        let breed = std::sync::Arc::clone(&enemy.breed);
        let mut thread = enemy.thread;
        let action = thread.next(&breed.program, |condition| self.holds(number, condition));
        self.enemies[number].thread = thread;
        self.act(number, action, events);
    }

    /// Whether a condition holds for an enemy.
    fn holds(&self, number: usize, condition: Node) -> bool {
        let enemy = &self.enemies[number];
        let map = &self.dungeon.layout.map;
        match condition {
            Node::IfDetected => self.notices(number),
            Node::IfBlocked => !self.is_free(enemy.at, enemy.at.step(enemy.facing)),
            Node::IfRange => {
                map.walkable(enemy.at, self.hero.at) && enemy.at.distance_to(self.hero.at) == 1
            }
            Node::PlayerLife => 2 * self.hero.life <= self.hero.max_life,
            Node::OwnLife => 2 * enemy.life <= enemy.body.max_life,
            Node::IfSeen => self.visible.has(map, enemy.at),
            Node::IfFriend => self.enemies.iter().enumerate().any(|(other, friend)| {
                other != number
                    && friend.life > 0
                    && friend.at.distance_to(enemy.at) <= FRIEND_DISTANCE
            }),
            _ => false,
        }
    }

    /// Whether an enemy can step from a cell to the next.
    fn is_free(&self, from: Cell, to: Cell) -> bool {
        let map = &self.dungeon.layout.map;
        map.walkable(from, to)
            && to != self.hero.at
            && self.lock_at(to).is_none()
            && self.enemy_at(to).is_none()
    }

    /// An enemy does the action of a node.
    fn act(&mut self, number: usize, action: Node, events: &mut Vec<Event>) {
        let enemy = &mut self.enemies[number];
        let (at, (x, y)) = (enemy.at, enemy.facing);
        if matches!(action, Node::Approach | Node::Retreat) {
            self.update_distances();
        }
        let enemy = &mut self.enemies[number];
        match action {
            Node::TurnLeft => enemy.facing = (y, -x),
            Node::TurnRight => enemy.facing = (-y, x),
            Node::Forward => self.go(number, at.step((x, y)), events),
            Node::Block => enemy.guard = true,
            Node::Heal if enemy.healed < MAX_HEALINGS && enemy.life < enemy.body.max_life => {
                enemy.healed += 1;
                enemy.life += 1;
                events.push(Event::Healed(Creature::Enemy(number), 1));
            }
            Node::Attack if self.holds(number, Node::IfRange) => self.damage_hero(number, events),
            Node::Approach => {
                let to = self.scratch.to_hero.next_step(&self.dungeon.layout.map, at);
                if let Some(to) = to.or_else(|| self.detour(at)) {
                    self.go(number, to, events);
                }
            }
            Node::Retreat => {
                if let Some(to) = self.retreat(at) {
                    self.go(number, to, events);
                }
            }
            _ => {}
        }
    }

    /// A free neighbouring cell that lies no further from the hero, for an enemy whose next step is blocked.
    fn detour(&self, at: Cell) -> Option<Cell> {
        let map = &self.dungeon.layout.map;
        let here = self.scratch.to_hero.of(map, at)?;
        at.neighbours().find(|to| {
            let there = self.scratch.to_hero.of(map, *to);
            self.is_free(at, *to) && there.is_some_and(|steps| steps <= here)
        })
    }

    /// The free neighbouring cell that lies furthest from the hero, if it lies further than this one.
    fn retreat(&self, at: Cell) -> Option<Cell> {
        let map = &self.dungeon.layout.map;
        let steps = |cell: Cell| self.scratch.to_hero.of(map, cell).unwrap_or(u16::MAX);
        let free = at.neighbours().filter(|to| self.is_free(at, *to));
        let best = free.max_by_key(|to| steps(*to))?;
        (steps(best) > steps(at)).then_some(best)
    }

    /// An enemy goes to a neighbouring cell if it is free, and faces that way.
    fn go(&mut self, number: usize, to: Cell, events: &mut Vec<Event>) {
        let from = self.enemies[number].at;
        if !self.is_free(from, to) {
            return;
        }
        if self.dungeon.layout.map.at(to) == Tile::Door {
            self.open_door(to, events);
        }
        let enemy = &mut self.enemies[number];
        enemy.at = to;
        enemy.facing = (to.x - from.x, to.y - from.y);
        events.push(Event::Moved(Creature::Enemy(number), from, to));
    }
}
