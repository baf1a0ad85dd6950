//! A turn: what the hero does, and then everybody else.

use super::foe::HEALINGS;
use super::hero::{POTION, Weapon};
use super::{Armour, Cell, Event, Game, Item, Move, REST, Refusal, Status, Step, Who, points};
use crate::games::dungeon::enemies::program::{Node, Tree};
use crate::games::dungeon::graph::locks::Lock;
use crate::games::dungeon::layout::Tile;

/// How far an enemy looks for a way to the hero.
const HUNT: u16 = 40;
/// How near another enemy is a friend at hand.
const NEAR: u16 = 4;

impl Game {
    /// Makes a move, or leaves the game as it was.
    pub fn apply(&mut self, made: Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.status != Status::Alive {
            return Err(Refusal::Over);
        }
        let (from, doors) = (self.hero.at, self.doors_opened);
        let mut turns = 1;
        match made {
            Move::Step(step) => turns = self.step(step, events)?,
            Move::Wait => self.hero.guard = false,
            Move::Guard => self.hero.guard = true,
            Move::Use(place) => self.use_item(place, events)?,
            Move::Portal => self.portal(events)?,
        }
        if from != self.hero.at || doors != self.doors_opened {
            self.look();
        }
        for _ in 0..turns {
            self.others(events);
        }
        Ok(())
    }

    /// A step or a blow; returns the turns that it takes.
    fn step(&mut self, Step(number): Step, events: &mut Vec<Event>) -> Result<u8, Refusal> {
        let step = *Cell::STEPS
            .get(usize::from(number))
            .ok_or(Refusal::NoStep)?;
        let (from, to) = (self.hero.at, self.hero.at.step(step));
        let layout = &self.dungeon.layout;
        if !layout.map.walkable(from, to) {
            return Err(Refusal::Wall);
        }
        if self.foe_at(to).is_some() {
            self.hero.guard = false;
            self.strike(step, events);
            return Ok(if self.hero.weapon == Weapon::Mace {
                2
            } else {
                1
            });
        }
        let lock = self.lock_at(to);
        if !self.opens(lock) {
            return Err(Refusal::Locked);
        }
        if to == layout.exit && !self.hero.exit_key {
            return Err(Refusal::NoKey);
        }
        self.hero.guard = false;
        self.unlock(lock, events);
        if self.dungeon.layout.map.at(to) == Tile::Door {
            self.open_door(to, events);
        }
        self.hero.at = to;
        events.push(Event::Went(Who::Hero, from, to));
        self.arrive(events);
        Ok(1)
    }

    fn open_door(&mut self, door: Cell, events: &mut Vec<Event>) {
        let map = &self.dungeon.layout.map;
        if !self.open.has(map, door) {
            self.open.add(map, door);
            self.locked.remove(map, door);
            self.doors_opened += 1;
            events.push(Event::Opened(door));
        }
    }

    fn unlock(&mut self, lock: Option<Lock>, events: &mut Vec<Event>) {
        events.extend(lock.map(Event::Unlocked));
    }

    fn portal(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let from = self.hero.at;
        let (to, lock) = self.portal_at(from).ok_or(Refusal::NoPortal)?;
        if !self.opens(lock) {
            return Err(Refusal::Sealed);
        }
        self.hero.guard = false;
        self.unlock(lock, events);
        if let Some(number) = self.foe_at(to) {
            // Who stands there is thrown to this side.
            self.foes[number].at = from;
            events.push(Event::Jumped(Who::Foe(number), to, from));
        }
        self.hero.at = to;
        events.push(Event::Jumped(Who::Hero, from, to));
        self.arrive(events);
        Ok(())
    }

    /// What lies where the hero has come to.
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
            let item = self.chest();
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
            self.hero.take(item);
            events.push(Event::Found(item));
        }
        if escaped {
            self.status = Status::Escaped;
            self.score += points::DUNGEON;
            events.push(Event::Escaped);
        }
    }

    /// What a chest holds: mostly potions.
    fn chest(&mut self) -> Item {
        match self.rng.below(10) {
            0..6 => Item::Potion,
            6..9 => Item::Weapon(Weapon::ALL[1 + self.rng.below(4) as usize]),
            _ => Item::Armour(Armour::ALL[1 + self.rng.below(2) as usize]),
        }
    }

    fn use_item(&mut self, place: u8, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let place = usize::from(place);
        let item = *self.hero.items.get(place).ok_or(Refusal::NoItem)?;
        let hero = &mut self.hero;
        if item == Item::Potion && hero.life == hero.whole {
            return Err(Refusal::Healthy);
        }
        hero.guard = false;
        match item {
            Item::Potion => {
                hero.potions -= 1;
                if hero.potions == 0 {
                    hero.items.remove(place);
                }
                let life = (hero.life + POTION).min(hero.whole);
                let healed = life - hero.life;
                hero.life = life;
                events.push(Event::Healed(Who::Hero, healed));
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

    /// Everybody else has a turn.
    fn others(&mut self, events: &mut Vec<Event>) {
        if self.status != Status::Alive {
            return;
        }
        self.turns += 1;
        let doors = self.doors_opened;
        for number in 0..self.foes.len() {
            if self.foes[number].life > 0 && self.status == Status::Alive {
                self.foe_turn(number, events);
            }
        }
        self.rest(events);
        if doors != self.doors_opened {
            self.look();
        }
    }

    /// Finds the ways to the hero, unless they are known.
    fn find_ways(&mut self) {
        let now = Some((self.hero.at, self.doors_opened));
        if self.scratch.found_at == now {
            return;
        }
        self.scratch.found_at = now;
        let (map, locked) = (&self.dungeon.layout.map, &self.locked);
        let free = |index| !locked.has_index(index);
        let to_hero = &mut self.scratch.to_hero;
        to_hero.spread(map, self.hero.at, HUNT, free);
    }

    /// Who is left alone gets better.
    fn rest(&mut self, events: &mut Vec<Event>) {
        let hero = &mut self.hero;
        if hero.life == 0 || hero.life >= hero.whole {
            return;
        }
        hero.rested += 1;
        if hero.rested >= REST {
            hero.rested = 0;
            hero.life += 1;
            events.push(Event::Healed(Who::Hero, 1));
        }
    }

    /// Whether an enemy sees the hero before it, or hears them near.
    fn notices(&self, number: usize) -> bool {
        let foe = &self.foes[number];
        let (map, steps) = (&self.dungeon.layout.map, foe.at.steps_to(self.hero.at));
        // What is seen sees: the hero's view says it for both.
        let sees = steps <= foe.body.sight && self.visible.has(map, foe.at);
        if sees && foe.faces(self.hero.at) {
            return true;
        }
        let heard = self.hero.armour.heard_from();
        if steps <= 1 {
            return map.walkable(foe.at, self.hero.at);
        }
        let way = || self.scratch.to_hero.of(map, foe.at);
        steps <= heard && way().is_some_and(|way| way <= heard)
    }

    fn foe_turn(&mut self, number: usize, events: &mut Vec<Event>) {
        let steps = self.foes[number].at.steps_to(self.hero.at);
        if (2..=self.hero.armour.heard_from()).contains(&steps) {
            self.find_ways();
        }
        let noticed = self.notices(number);
        let foe = &mut self.foes[number];
        foe.guard = false;
        if noticed && !foe.aware {
            events.push(Event::Noticed(number));
        }
        foe.aware = noticed || foe.aware && foe.thread.tree == Tree::Attack;
        let breed = std::sync::Arc::clone(&foe.breed);
        let mut thread = foe.thread;
        let act = thread.next(&breed.program, |condition| self.holds(number, condition));
        self.foes[number].thread = thread;
        self.act(number, act, events);
    }

    /// Whether a condition of a program holds for an enemy.
    fn holds(&self, number: usize, condition: Node) -> bool {
        let foe = &self.foes[number];
        let map = &self.dungeon.layout.map;
        match condition {
            Node::IfDetected => self.notices(number),
            Node::IfBlocked => !self.is_free(foe.at, foe.at.step(foe.facing)),
            Node::IfRange => {
                map.walkable(foe.at, self.hero.at) && foe.at.steps_to(self.hero.at) == 1
            }
            Node::PlayerLife => 2 * self.hero.life <= self.hero.whole,
            Node::OwnLife => 2 * foe.life <= foe.body.life,
            Node::IfSeen => self.visible.has(map, foe.at),
            Node::IfFriend => self.foes.iter().enumerate().any(|(other, friend)| {
                other != number && friend.life > 0 && friend.at.steps_to(foe.at) <= NEAR
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
            && self.foe_at(to).is_none()
    }

    fn act(&mut self, number: usize, act: Node, events: &mut Vec<Event>) {
        let foe = &mut self.foes[number];
        let (at, (x, y)) = (foe.at, foe.facing);
        if matches!(act, Node::Approach | Node::Retreat) {
            self.find_ways();
        }
        let foe = &mut self.foes[number];
        match act {
            Node::TurnLeft => foe.facing = (y, -x),
            Node::TurnRight => foe.facing = (-y, x),
            Node::Forward => self.go(number, at.step((x, y)), events),
            Node::Block => foe.guard = true,
            Node::Heal if foe.healed < HEALINGS && foe.life < foe.body.life => {
                foe.healed += 1;
                foe.life += 1;
                events.push(Event::Healed(Who::Foe(number), 1));
            }
            Node::Attack if self.holds(number, Node::IfRange) => self.wound_hero(number, events),
            Node::Approach => {
                let to = self.scratch.to_hero.nearer(&self.dungeon.layout.map, at);
                if let Some(to) = to.or_else(|| self.beside_way(at)) {
                    self.go(number, to, events);
                }
            }
            Node::Retreat => {
                if let Some(to) = self.away(at) {
                    self.go(number, to, events);
                }
            }
            _ => {}
        }
    }

    /// A free cell around that lies no further from the hero: for when the nearest one is taken.
    fn beside_way(&self, at: Cell) -> Option<Cell> {
        let map = &self.dungeon.layout.map;
        let here = self.scratch.to_hero.of(map, at)?;
        at.around().find(|to| {
            let there = self.scratch.to_hero.of(map, *to);
            self.is_free(at, *to) && there.is_some_and(|steps| steps <= here)
        })
    }

    /// The free cell around that lies furthest from the hero, if that is further.
    fn away(&self, at: Cell) -> Option<Cell> {
        let map = &self.dungeon.layout.map;
        let steps = |cell: Cell| self.scratch.to_hero.of(map, cell).unwrap_or(u16::MAX);
        let free = at.around().filter(|to| self.is_free(at, *to));
        let best = free.max_by_key(|to| steps(*to))?;
        (steps(best) > steps(at)).then_some(best)
    }

    /// An enemy goes to the next cell, if it is free, and faces it.
    fn go(&mut self, number: usize, to: Cell, events: &mut Vec<Event>) {
        let from = self.foes[number].at;
        if !self.is_free(from, to) {
            return;
        }
        if self.dungeon.layout.map.at(to) == Tile::Door {
            self.open_door(to, events);
        }
        let foe = &mut self.foes[number];
        foe.at = to;
        foe.facing = (to.x - from.x, to.y - from.y);
        events.push(Event::Went(Who::Foe(number), from, to));
    }
}
