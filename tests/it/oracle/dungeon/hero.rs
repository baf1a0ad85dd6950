//! This is the hero's part of a turn: blows, steps and doors, things that are found, the belt, and boons. Each move
//! changes the plain state, and takes the events that must have happened from the report of the real game.

use std::collections::BTreeSet;

use evolvarium::games::dungeon::map::{Cell, Ground, Lock, Tile};
use evolvarium::games::dungeon::rules::{
    Actor, Adaptation, Armour, Boon, Consumable, Defence, Enemy, EnemyKind, Event, Game, Hero,
    Item, Move, Step, Weapon,
};

use super::Events;
use super::plain::{Plain, distance, enemy_at};

/// The way in which the hero hurts an enemy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// By a blow, which does this much more damage.
    Struck(u8),
    Thrown,
}

/// Returns the number of potions on a hero's belt.
fn potions(hero: &Hero) -> usize {
    let belt = hero.belt.iter();
    belt.filter(|thing| **thing == Consumable::Potion).count()
}

/// Returns whether a hero can take one more of an item. The belt holds four things, of which three may be potions.
fn has_room(hero: &Hero, item: Item) -> bool {
    match item {
        Item::Consumable(thing) => {
            let many = thing == Consumable::Potion && potions(hero) >= 3;
            hero.belt.len() < 4 && !many
        }
        _ => true,
    }
}

/// Returns whether a hero uses or carries such an item.
fn has(hero: &Hero, item: Item) -> bool {
    item == Item::Weapon(hero.weapon)
        || item == Item::Armour(hero.armour)
        || hero.items.contains(&item)
}

impl Plain {
    /// Returns the enemies that a blow in a direction strikes.
    fn struck(&self, game: &Game, (x, y): (i16, i16)) -> Vec<usize> {
        let at = self.hero.at;
        let cells: Vec<Cell> = match self.hero.weapon {
            Weapon::Axe => at.neighbours().collect(),
            Weapon::Spear => vec![at.step((x, y)), at.step((2 * x, 2 * y))],
            _ => vec![at.step((x, y))],
        };
        cells
            .iter()
            .filter_map(|cell| enemy_at(game, *cell))
            .collect()
    }

    /// Takes the things on the hero's cell, as the events name them. Returns whether a chest was opened.
    fn arrive(&mut self, events: &mut Events) -> bool {
        self.take_keys(events);
        let is_chest = self.open_chest(events);
        self.take_things(events);
        if self.hero.at == self.dungeon.layout.exit {
            events.expect(Event::Escaped);
            self.score += 500;
        }
        is_chest
    }

    /// Takes the keys on the hero's cell that the hero does not have yet.
    fn take_keys(&mut self, events: &mut Events) {
        let (at, layout) = (self.hero.at, &self.dungeon.layout);
        if at == layout.key && !self.hero.exit_key {
            events.expect(Event::FoundExitKey);
            self.hero.exit_key = true;
            self.score += 100;
        }
        for (number, key) in layout.keys.iter().enumerate() {
            let lock = Lock(number as u8);
            if *key == at && !self.hero.keys.contains(&lock) {
                events.expect(Event::FoundKey(lock));
                self.hero.keys.push(lock);
            }
        }
    }

    /// Opens a chest on the hero's cell. Returns whether there is one.
    fn open_chest(&mut self, events: &mut Events) -> bool {
        let at = self.hero.at;
        let is_chest = self.chests.contains(&at);
        if is_chest {
            let Some(Event::Chest(cell, _)) = events.next() else {
                panic!("{}: a chest", events.what);
            };
            assert_eq!(cell, at, "{}", events.what);
            self.score += 10;
            // Two chests may share a cell; the events of the real game tell what is left.
            self.chests.remove(&at);
        }
        is_chest
    }

    /// Takes what the events say lies here: a first one of its sort for which there is room. A second one adds to
    /// the hero's life instead.
    fn take_things(&mut self, events: &mut Events) {
        while let Some(event) = events.peek() {
            let hero = &mut self.hero;
            match event {
                Event::Found(item) => {
                    assert!(has_room(hero, item), "{}: no room", events.what);
                    assert!(!has(hero, item), "{}: a second one", events.what);
                    match item {
                        Item::Consumable(thing) => hero.belt.push(thing),
                        _ => hero.items.push(item),
                    }
                }
                Event::Spare(item) => {
                    assert!(has(hero, item), "{}: a first one", events.what);
                    hero.max_life += 1;
                    hero.life += 1;
                }
                Event::Full(item) => assert!(!has_room(hero, item), "{}: room", events.what),
                _ => break,
            }
            events.next();
        }
    }

    /// Opens a door through which an actor goes. Returns whether it was shut.
    fn pass(&mut self, at: Cell, events: &mut Events) -> bool {
        let opens = self.tile(at) == Tile::Door && self.open.insert(at);
        if opens {
            self.unlocked.insert(at);
            events.expect(Event::Opened(at));
        }
        opens
    }

    /// The distance at which the steps of the hero are heard.
    fn step_noise(&self) -> u16 {
        let armour = match self.hero.armour {
            Armour::Cloak => 1,
            Armour::Leather => 3,
            Armour::Mail => 6,
        };
        match self.hero.boons.contains(&Boon::Quiet) {
            true => armour.max(4) - 3,
            false => armour,
        }
    }

    /// Makes a noise, which is heard if it is loud enough.
    fn make_noise(&mut self, at: Cell, loudness: u16, events: &mut Events) {
        if loudness > 1 {
            events.expect(Event::Noise(at, loudness));
            self.noise = Some((at, loudness));
        }
    }

    /// Makes the hero's part of a legal move. Returns the number of turns that it takes.
    pub(super) fn play(
        &mut self,
        made: Move,
        game: &Game,
        seen: &BTreeSet<Cell>,
        events: &mut Events,
    ) -> u32 {
        self.noise = None;
        if let Move::Boon(place) = made {
            self.take_boon(place, events);
            return 0;
        }
        self.hero.guard = made == Move::Guard;
        self.walks = matches!(made, Move::Step(_) | Move::Portal);
        match made {
            Move::Wait | Move::Guard | Move::Boon(_) => {}
            Move::Hood => {
                self.hero.hooded = !self.hero.hooded;
                events.expect(Event::Hooded(self.hero.hooded));
            }
            Move::Step(Step(number)) => {
                let step = Cell::STEPS[usize::from(number)];
                let to = self.hero.at.step(step);
                let is_blow =
                    enemy_at(game, to).is_some() || self.speared(game, seen, step).is_some();
                return match is_blow {
                    true => self.strike(game, step, events),
                    false => self.step(to, events),
                };
            }
            Move::Use(place) => self.use_item(usize::from(place), events),
            Move::Belt(place) => self.use_belt(usize::from(place), game, seen, events),
            Move::Portal => self.take_portal(game, events),
            Move::Throw => self.throw(game, seen, events),
        }
        1
    }

    /// Strikes the enemies in a direction. Returns the number of turns that it takes.
    fn strike(&mut self, game: &Game, step: (i16, i16), events: &mut Events) -> u32 {
        let struck = self.struck(game, step);
        let weapon = self.hero.weapon;
        let more = match weapon {
            Weapon::Axe => 2 * (struck.len() as u8 - 1),
            _ => 0,
        };
        for number in struck {
            let enemy = &game.enemies[number];
            self.blow(weapon, How::Struck(more), enemy, number, events);
        }
        let (turns, noise) = match weapon {
            Weapon::Dagger => (1, 2),
            Weapon::Mace => (2, 9),
            _ => (1, 6),
        };
        self.make_noise(self.hero.at, noise, events);
        turns
    }

    /// Steps to a free cell. Returns the number of turns that it takes.
    fn step(&mut self, to: Cell, events: &mut Events) -> u32 {
        if let Some(lock) = self.lock_at(to) {
            events.expect(Event::Unlocked(lock, to));
        }
        let (mut noise, turns) = match self.ground(to) {
            Ground::Water => (0, 2),
            Ground::Rubble => (6, 1),
            _ => (self.step_noise(), 1),
        };
        if self.pass(to, events) {
            noise = noise.max(3);
        }
        events.expect(Event::Moved(Actor::Hero, self.hero.at, to));
        self.hero.at = to;
        if self.arrive(events) {
            noise = noise.max(4);
        }
        if to != self.dungeon.layout.exit {
            self.make_noise(to, noise, events);
        }
        turns
    }

    /// Goes through the portal on the hero's cell, which is heard at the other end.
    fn take_portal(&mut self, game: &Game, events: &mut Events) {
        let (to, lock) = self.portal().expect("it is legal");
        if let Some(lock) = lock
            && self.used_seals.insert(self.hero.at)
        {
            self.used_seals.insert(to);
            events.expect(Event::Unlocked(lock, self.hero.at));
        }
        self.teleport(to, game, events);
        if to != self.dungeon.layout.exit {
            self.make_noise(to, 3, events);
        }
    }

    /// Throws a carried weapon at the nearest enemy in sight.
    fn throw(&mut self, game: &Game, seen: &BTreeSet<Cell>, events: &mut Events) {
        let weapon = self.missile().expect("it is legal");
        let number = self.throw_target(game, seen).expect("it is legal");
        let at = game.enemies[number].at;
        let thrown = Item::Weapon(weapon);
        let items = &mut self.hero.items;
        let place = items.iter().position(|item| *item == thrown);
        items.remove(place.expect("it is carried"));
        events.expect(Event::Thrown(thrown, self.hero.at, at));
        self.blow(weapon, How::Thrown, &game.enemies[number], number, events);
    }

    fn teleport(&mut self, to: Cell, game: &Game, events: &mut Events) {
        let from = self.hero.at;
        if let Some(number) = enemy_at(game, to) {
            events.expect(Event::Teleported(Actor::Enemy(number), to, from));
            self.wading.remove(&number);
        }
        events.expect(Event::Teleported(Actor::Hero, from, to));
        self.hero.at = to;
        self.arrive(events);
    }

    fn take_boon(&mut self, place: u8, events: &mut Events) {
        let offer = self.offer.take().expect("it is legal");
        let boon = offer[usize::from(place)];
        let hero = &mut self.hero;
        hero.boons.push(boon);
        match boon {
            Boon::Life => {
                hero.max_life += 5;
                hero.life += 5;
            }
            Boon::Potions => {
                while hero.belt.len() < 4 && potions(hero) < 3 {
                    hero.belt.push(Consumable::Potion);
                }
            }
            _ => {}
        }
        events.expect(Event::TookBoon(boon));
    }

    fn use_belt(&mut self, place: usize, game: &Game, seen: &BTreeSet<Cell>, events: &mut Events) {
        let thing = self.hero.belt.remove(place);
        events.expect(Event::Used(thing));
        let here = self.hero.at;
        match thing {
            Consumable::Potion => {
                let healed = 12.min(self.hero.max_life - self.hero.life);
                self.hero.life += healed;
                events.expect(Event::Healed(Actor::Hero, healed));
            }
            Consumable::Smoke => {
                let map = &self.dungeon.layout.map;
                let near = map.cells().filter(|at| distance(*at, here) <= 2);
                let open = |at: Cell| self.lock_at(at).is_none();
                let reached = near.filter(|at| {
                    let path = self.path(here, *at, open);
                    path.is_some_and(|path| path.len() <= 2)
                });
                let reached: Vec<Cell> = reached.collect();
                self.smoke.extend(reached.into_iter().map(|at| (at, 6)));
            }
            Consumable::Fire => {
                let number = self.throw_target(game, seen).expect("it is legal");
                let at = game.enemies[number].at;
                events.expect(Event::ConsumableThrown(thing, here, at));
                let around = at.neighbours().filter(|to| self.is_walkable(at, *to));
                let burning: Vec<Cell> = around.chain([at]).collect();
                burning.into_iter().for_each(|at| self.light(at));
            }
            Consumable::Leaf => {
                let healed = 6.min(self.hero.max_life - self.hero.life);
                if healed > 0 {
                    self.hero.life += healed;
                    events.expect(Event::Healed(Actor::Hero, healed));
                }
                self.teleport(self.dungeon.layout.start, game, events);
            }
            Consumable::Bell => {
                let map = &self.dungeon.layout.map;
                let far = |at: &Cell| {
                    let is_open = self.is_floor(*at) && self.lock_at(*at).is_none();
                    seen.contains(at) && is_open && distance(*at, here) <= 8
                };
                let reached: Vec<Cell> = map.cells().filter(far).collect();
                let furthest = reached.iter().map(|at| distance(*at, here)).max();
                let to = reached
                    .iter()
                    .find(|at| Some(distance(**at, here)) == furthest);
                let to = *to.expect("the hero's own cell");
                events.expect(Event::ConsumableThrown(thing, here, to));
                self.bells.insert(to, 8);
            }
        }
    }

    fn use_item(&mut self, place: usize, events: &mut Events) {
        let hero = &mut self.hero;
        match hero.items[place] {
            Item::Weapon(weapon) => {
                hero.items[place] = Item::Weapon(hero.weapon);
                hero.weapon = weapon;
                events.expect(Event::InUse(Item::Weapon(weapon)));
            }
            Item::Armour(armour) => {
                hero.items[place] = Item::Armour(hero.armour);
                hero.armour = armour;
                events.expect(Event::InUse(Item::Armour(armour)));
            }
            Item::Consumable(_) => panic!("it hangs on the belt"),
        }
    }

    /// The hero strikes or hits an enemy: the damage must be one that the rules allow.
    fn blow(
        &mut self,
        weapon: Weapon,
        how: How,
        enemy: &Enemy,
        number: usize,
        events: &mut Events,
    ) {
        let (x, y) = (self.hero.at.x - enemy.at.x, self.hero.at.y - enemy.at.y);
        let in_front = x * enemy.facing.0 + y * enemy.facing.1 > 0;
        let has_shield = enemy.breed.kind == EnemyKind::Guard && enemy.shield;
        let shield = has_shield && in_front && weapon != Weapon::Mace;
        let range = match weapon {
            Weapon::Dagger => 2..=3,
            Weapon::Sword => 3..=5,
            Weapon::Axe => 2..=4,
            Weapon::Spear => 3..=4,
            Weapon::Mace => 6..=8,
        };
        let edge = self.count(Boon::Edge);
        let allowed = range.map(|drawn: u8| {
            let drawn = drawn + edge;
            let surprise = weapon == Weapon::Dagger && !enemy.aware;
            let mut damage = if surprise { 5 * drawn } else { drawn };
            if let How::Struck(more) = how {
                damage += more;
            }
            let thrown = how == How::Thrown;
            damage *= if thrown && self.hero.armour == Armour::Leather {
                2
            } else {
                1
            };
            let hide = thrown && enemy.breed.adaptation == Some(Adaptation::Hide);
            for halves in [hide, enemy.guard, shield] {
                damage /= if halves { 2 } else { 1 };
            }
            damage.max(1).min(enemy.life)
        });
        let Some(Event::Struck {
            by: Actor::Hero,
            target,
            damage,
            defence,
        }) = events.next()
        else {
            panic!("{}: a blow at {number}", events.what);
        };
        assert_eq!(target, Actor::Enemy(number), "{}", events.what);
        assert!(
            allowed.clone().any(|allowed| allowed == damage),
            "{}: {damage}",
            events.what
        );
        let met = match enemy.guard {
            true => Some(Defence::Guard),
            false => shield.then_some(Defence::Shield),
        };
        assert_eq!(defence, met, "{}", events.what);
        if damage == enemy.life {
            events.expect(Event::Died(Actor::Enemy(number)));
            self.score += if enemy.wanders { 0 } else { 50 };
        }
    }

    pub(super) fn count(&self, boon: Boon) -> u8 {
        self.hero
            .boons
            .iter()
            .filter(|taken| **taken == boon)
            .count() as u8
    }
}
