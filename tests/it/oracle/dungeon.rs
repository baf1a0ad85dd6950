//! The dungeon from `docs/rules/dungeon.md`, as far as chance leaves it open: steps, doors, locks, portals, what is found,
//! what is seen and heard, and the arithmetic of blows. Where chance decides, what the real game reports must be possible.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use evolvarium::base::{Seed, Stream};
use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::graph::problem::usual_search;
use evolvarium::games::dungeon::map::{Cell, Dungeon, Lock, Passage, Tile};
use evolvarium::games::dungeon::rules::{
    Armour, Creature, Enemy, EnemyKind, Event, Game, Hero, Item, Move, MoveError, Status, Step,
    Weapon, for_strength,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::Pick;

use super::sight::{Wedge, seen, wedges};
use super::{between, games, one_of};

/// How far the hero sees, and how far enemies throw and are thrown at.
const LIGHT: i64 = 9;
const THROW: u16 = 5;

/// What the hero has and is, and what has been opened. It follows the rules beside the real game.
#[derive(Clone)]
struct Plain {
    dungeon: Arc<Dungeon>,
    hero: Hero,
    open: BTreeSet<Cell>,
    chests: BTreeSet<Cell>,
    turns: u32,
    score: u32,
}

fn distance(a: Cell, b: Cell) -> u16 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

impl Plain {
    fn of(game: &Game) -> Self {
        Plain {
            dungeon: Arc::clone(game.dungeon()),
            hero: game.hero.clone(),
            open: BTreeSet::new(),
            chests: game.chests().iter().copied().collect(),
            turns: 0,
            score: 0,
        }
    }

    fn tile(&self, at: Cell) -> Tile {
        self.dungeon.layout.map.at(at)
    }

    fn is_floor(&self, at: Cell) -> bool {
        !matches!(self.tile(at), Tile::Rock | Tile::Wall)
    }

    fn is_walkable(&self, from: Cell, to: Cell) -> bool {
        let straight = from.x == to.x || from.y == to.y;
        let is_door = |at| self.tile(at) == Tile::Door;
        let beside = [Cell { x: from.x, y: to.y }, Cell { x: to.x, y: from.y }];
        let past = beside.iter().any(|at| self.is_floor(*at));
        self.is_floor(to) && (straight || (past && !is_door(from) && !is_door(to)))
    }

    /// Returns the lock of a door that nobody has opened yet.
    fn lock_at(&self, at: Cell) -> Option<Lock> {
        let connections = self.dungeon.layout.connections.iter();
        let mut locks = connections.filter_map(|connection| match connection.passage {
            Passage::Doors(doors) if doors.contains(&at) => connection.lock,
            _ => None,
        });
        locks.next().filter(|_| !self.open.contains(&at))
    }

    fn has_key(&self, lock: Option<Lock>) -> bool {
        lock.is_none_or(|lock| self.hero.keys.contains(&lock))
    }

    fn portal(&self) -> Option<(Cell, Option<Lock>)> {
        let connections = self.dungeon.layout.connections.iter();
        connections
            .filter_map(|connection| match connection.passage {
                Passage::Portals([a, b]) if a == self.hero.at => Some((b, connection.lock)),
                Passage::Portals([a, b]) if b == self.hero.at => Some((a, connection.lock)),
                _ => None,
            })
            .next()
    }

    fn is_opaque(&self, at: Cell) -> bool {
        match self.tile(at) {
            Tile::Rock | Tile::Wall => true,
            Tile::Door => !self.open.contains(&at),
            Tile::Floor | Tile::Corridor | Tile::Portal => false,
        }
    }

    /// Returns the cells of the map that the hero sees.
    fn seen(&self, wedges: &[Wedge]) -> BTreeSet<Cell> {
        let here = self.hero.at;
        let place = |x: i64, y: i64| here.step((x as i16, y as i16));
        let cells = seen(wedges, LIGHT, |x, y| self.is_opaque(place(x, y)));
        let cells = cells.into_iter().map(|(x, y)| place(x, y));
        cells
            .filter(|at| self.dungeon.layout.map.has(*at))
            .collect()
    }

    /// Returns a shortest way to a cell over cells that may be passed.
    fn path(&self, from: Cell, to: Cell, passes: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
        let (mut came, mut queue) = (BTreeMap::from([(from, from)]), VecDeque::from([from]));
        while let Some(at) = queue.pop_front() {
            if at == to {
                let back = std::iter::successors(Some(at), |at| came.get(at).copied());
                let mut path: Vec<Cell> = back.take_while(|at| *at != from).collect();
                path.reverse();
                return Some(path);
            }
            for next in at.neighbours() {
                if !came.contains_key(&next) && self.is_walkable(at, next) && passes(next) {
                    came.insert(next, at);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Returns the reason why a move is refused.
    fn refusal(&self, made: Move, game: &Game, seen: &BTreeSet<Cell>) -> Option<MoveError> {
        match made {
            Move::Step(Step(number)) if number > 7 => Some(MoveError::NoStep),
            Move::Step(Step(number)) => {
                let to = self.hero.at.step(Cell::STEPS[usize::from(number)]);
                if !self.is_walkable(self.hero.at, to) {
                    return Some(MoveError::Wall);
                }
                if enemy_at(game, to).is_some() {
                    return None;
                }
                if !self.has_key(self.lock_at(to)) {
                    return Some(MoveError::Locked);
                }
                let shut = to == self.dungeon.layout.exit && !self.hero.exit_key;
                shut.then_some(MoveError::NoKey)
            }
            Move::Wait | Move::Guard => None,
            Move::Use(place) => match self.hero.items.get(usize::from(place)) {
                None => Some(MoveError::NoItem),
                Some(Item::Potion) if self.hero.life == self.hero.max_life => {
                    Some(MoveError::Healthy)
                }
                Some(_) => None,
            },
            Move::Portal => match self.portal() {
                None => Some(MoveError::NoPortal),
                Some((_, lock)) => (!self.has_key(lock)).then_some(MoveError::Sealed),
            },
            Move::Throw => {
                let Some(_) = self.missile() else {
                    return Some(MoveError::NoMissile);
                };
                let target = self.throw_target(game, seen);
                target.is_none().then_some(MoveError::NoTarget)
            }
        }
    }

    /// Returns the first carried weapon that can be thrown.
    fn missile(&self) -> Option<Weapon> {
        let flies =
            |weapon: &Weapon| matches!(weapon, Weapon::Dagger | Weapon::Axe | Weapon::Spear);
        let mut weapons = self.hero.items.iter().filter_map(|item| match item {
            Item::Weapon(weapon) => Some(*weapon),
            _ => None,
        });
        weapons.find(flies)
    }

    /// Returns the nearest enemy in sight, of equals the first.
    fn throw_target(&self, game: &Game, seen: &BTreeSet<Cell>) -> Option<usize> {
        let far = |enemy: &Enemy| distance(enemy.at, self.hero.at);
        let hidden = |enemy: &Enemy| {
            enemy.breed.kind == EnemyKind::Ambusher && enemy.still && far(enemy) > 1
        };
        let enemies = game.enemies.iter().enumerate();
        let targets = enemies.filter(|(_, enemy)| {
            enemy.life > 0 && seen.contains(&enemy.at) && !hidden(enemy) && far(enemy) <= THROW
        });
        targets
            .min_by_key(|(_, enemy)| far(enemy))
            .map(|(number, _)| number)
    }

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

    /// Takes what lies on the hero's cell, as the events say what it was.
    fn arrive(&mut self, events: &mut Events) {
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
        if self.chests.contains(&at) {
            let Some(Event::Chest(cell, _)) = events.next() else {
                panic!("{}: a chest", events.what);
            };
            assert_eq!(cell, at, "{}", events.what);
            self.score += 10;
            // Two chests may share a cell; the real game says what is left.
            self.chests.remove(&at);
        }
        while let Some(event) = events.peek() {
            let room = |hero: &Hero, item: Item| {
                hero.items.len() < 8 || (item == Item::Potion && hero.items.contains(&item))
            };
            match event {
                Event::Found(item) => {
                    assert!(room(&self.hero, item), "{}: no room", events.what);
                    if item == Item::Potion {
                        self.hero.potions += 1;
                    }
                    if item != Item::Potion || self.hero.potions == 1 {
                        self.hero.items.push(item);
                    }
                }
                Event::Full(item) => assert!(!room(&self.hero, item), "{}: room", events.what),
                _ => break,
            }
            events.next();
        }
        if at == self.dungeon.layout.exit {
            events.expect(Event::Escaped);
            self.score += 500;
        }
    }

    /// Opens a door through which somebody goes.
    fn pass(&mut self, at: Cell, events: &mut Events) {
        if self.tile(at) == Tile::Door && self.open.insert(at) {
            events.expect(Event::Opened(at));
        }
    }

    /// Makes the hero's part of a legal move. Returns the number of turns that it takes.
    fn play(&mut self, made: Move, game: &Game, seen: &BTreeSet<Cell>, events: &mut Events) -> u32 {
        let from = self.hero.at;
        self.hero.guard = made == Move::Guard;
        match made {
            Move::Wait | Move::Guard => {}
            Move::Step(Step(number)) => {
                let step = Cell::STEPS[usize::from(number)];
                let to = from.step(step);
                if enemy_at(game, to).is_some() {
                    for number in self.struck(game, step) {
                        self.blow(self.hero.weapon, &game.enemies[number], number, events);
                    }
                    return if self.hero.weapon == Weapon::Mace {
                        2
                    } else {
                        1
                    };
                }
                if let Some(lock) = self.lock_at(to) {
                    events.expect(Event::Unlocked(lock));
                }
                self.pass(to, events);
                events.expect(Event::Moved(Creature::Hero, from, to));
                self.hero.at = to;
                self.arrive(events);
            }
            Move::Use(place) => self.use_item(usize::from(place), events),
            Move::Portal => {
                let (to, lock) = self.portal().expect("it is legal");
                if let Some(lock) = lock {
                    events.expect(Event::Unlocked(lock));
                }
                if let Some(number) = enemy_at(game, to) {
                    events.expect(Event::Teleported(Creature::Enemy(number), to, from));
                }
                events.expect(Event::Teleported(Creature::Hero, from, to));
                self.hero.at = to;
                self.arrive(events);
            }
            Move::Throw => {
                let weapon = self.missile().expect("it is legal");
                let number = self.throw_target(game, seen).expect("it is legal");
                let at = game.enemies[number].at;
                let place = self
                    .hero
                    .items
                    .iter()
                    .position(|item| *item == Item::Weapon(weapon));
                self.hero.items.remove(place.expect("it is carried"));
                events.expect(Event::Thrown(Item::Weapon(weapon), from, at));
                self.blow(weapon, &game.enemies[number], number, events);
            }
        }
        1
    }

    fn use_item(&mut self, place: usize, events: &mut Events) {
        let hero = &mut self.hero;
        match hero.items[place] {
            Item::Potion => {
                hero.potions -= 1;
                if hero.potions == 0 {
                    hero.items.remove(place);
                }
                let healed = 12.min(hero.max_life - hero.life);
                hero.life += healed;
                events.expect(Event::Healed(Creature::Hero, healed));
            }
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
        }
    }

    /// The hero strikes or hits an enemy: the damage must be one that the rules allow.
    fn blow(&mut self, weapon: Weapon, enemy: &Enemy, number: usize, events: &mut Events) {
        let (x, y) = (self.hero.at.x - enemy.at.x, self.hero.at.y - enemy.at.y);
        let in_front = x * enemy.facing.0 + y * enemy.facing.1 > 0;
        let shield = enemy.breed.kind == EnemyKind::Guard && enemy.shield && in_front;
        let range = match weapon {
            Weapon::Dagger => 2..=3,
            Weapon::Sword => 3..=5,
            Weapon::Axe => 2..=4,
            Weapon::Spear => 3..=4,
            Weapon::Mace => 6..=9,
        };
        let allowed = range.map(|drawn: u8| {
            let surprise = weapon == Weapon::Dagger && !enemy.aware;
            let mut damage = if surprise { 3 * drawn } else { drawn };
            for halves in [enemy.guard, shield] {
                damage /= if halves { 2 } else { 1 };
            }
            damage.max(1).min(enemy.life)
        });
        let Some(Event::Struck {
            by: Creature::Hero,
            target,
            damage,
            guarded,
        }) = events.next()
        else {
            panic!("{}: a blow at {number}", events.what);
        };
        assert_eq!(target, Creature::Enemy(number), "{}", events.what);
        assert!(
            allowed.clone().any(|allowed| allowed == damage),
            "{}: {damage}",
            events.what
        );
        assert_eq!(guarded, enemy.guard || shield, "{}", events.what);
        if damage == enemy.life {
            events.expect(Event::Died(Creature::Enemy(number)));
            self.score += 50;
        }
    }

    /// Follows what the enemies do: their steps must be possible, and so must their damage.
    fn enemies_act(&mut self, before: &[Enemy], events: &mut Events) {
        let mut at: Vec<Cell> = before.iter().map(|enemy| enemy.at).collect();
        let (mut wounded, mut from_hiding) = (false, false);
        while let Some(event) = events.next() {
            match event {
                Event::Opened(door) => assert!(self.open.insert(door), "{}", events.what),
                Event::Moved(Creature::Enemy(number), from, to) => {
                    assert_eq!(from, at[number], "{}", events.what);
                    let taken =
                        (0..at.len()).any(|other| before[other].life > 0 && at[other] == to);
                    let free = !taken && to != self.hero.at && self.lock_at(to).is_none();
                    assert!(
                        free && distance(from, to) == 1,
                        "{}: {event:?}",
                        events.what
                    );
                    assert!(self.is_walkable(from, to), "{}: {event:?}", events.what);
                    at[number] = to;
                    if self.tile(to) == Tile::Door && !self.open.contains(&to) {
                        let opened = events.next();
                        assert_eq!(opened, Some(Event::Opened(to)), "{}", events.what);
                        self.open.insert(to);
                    }
                }
                Event::Ambushed(_) => from_hiding = true,
                Event::Struck {
                    by: Creature::Enemy(number),
                    damage,
                    guarded,
                    ..
                } => {
                    wounded = true;
                    self.wound(&before[number], from_hiding, damage, guarded, &events.what);
                    from_hiding = false;
                }
                Event::Healed(Creature::Hero, life) => {
                    assert_eq!((life, self.hero.life < self.hero.max_life), (1, true));
                    // A blow with the mace takes two turns, the second of which may be the twelfth.
                    let rested = self.hero.unhurt_turns >= 10 && !wounded;
                    assert!(rested, "{}", events.what);
                    self.hero.life += 1;
                }
                _ => {}
            }
        }
    }

    /// An enemy strikes the hero.
    fn wound(&mut self, enemy: &Enemy, from_hiding: bool, damage: u8, guarded: bool, what: &str) {
        let strength = i32::from(enemy.body.max_life) - 4;
        let most = match enemy.breed.kind {
            EnemyKind::Hunter => 2 + strength / 2,
            EnemyKind::Guard => 2 + (strength - 3) / 2,
            EnemyKind::Coward => (2 + strength / 2 + 1) / 2,
            EnemyKind::Ambusher if from_hiding => 2 * (3 + strength / 2),
            EnemyKind::Ambusher => 3 + strength / 2,
        };
        let off = match self.hero.armour {
            Armour::Cloak => 0,
            Armour::Leather => 1,
            Armour::Mail => 2,
        };
        assert_eq!(guarded, self.hero.guard, "{what}");
        let life = i32::from(self.hero.life);
        let mut allowed = (1..=most).map(|drawn| {
            let damage = (drawn - off).max(1);
            (if guarded { damage / 2 } else { damage }).min(life)
        });
        assert!(
            allowed.any(|allowed| allowed == i32::from(damage)),
            "{what}: {damage} of {most}"
        );
        self.hero.life -= damage;
        self.hero.unhurt_turns = 0;
    }

    /// Tells whether an enemy sees or hears the hero.
    fn is_noticed(&self, enemy: &Enemy, seen: &BTreeSet<Cell>) -> bool {
        let (x, y) = (self.hero.at.x - enemy.at.x, self.hero.at.y - enemy.at.y);
        let steps = distance(enemy.at, self.hero.at);
        let sight = match enemy.breed.kind {
            EnemyKind::Hunter => 9,
            EnemyKind::Guard => 6,
            EnemyKind::Coward => 8,
            EnemyKind::Ambusher => 7,
        };
        let faces = x * enemy.facing.0 + y * enemy.facing.1 >= 0;
        if steps <= sight && seen.contains(&enemy.at) && faces {
            return true;
        }
        let heard = match self.hero.armour {
            Armour::Cloak => 1,
            Armour::Leather => 3,
            Armour::Mail => 6,
        };
        if steps == 1 {
            return self.is_walkable(enemy.at, self.hero.at);
        }
        let near = |at: Cell| distance(at, self.hero.at) <= heard && self.lock_at(at).is_none();
        let path = || self.path(enemy.at, self.hero.at, near);
        steps <= heard && path().is_some_and(|path| path.len() <= usize::from(heard))
    }
}

fn enemy_at(game: &Game, at: Cell) -> Option<usize> {
    game.enemies
        .iter()
        .position(|enemy| enemy.life > 0 && enemy.at == at)
}

/// What the real game reported of a move, to be taken in order.
struct Events {
    all: VecDeque<Event>,
    what: String,
}

impl Events {
    fn next(&mut self) -> Option<Event> {
        self.all.pop_front()
    }

    fn peek(&self) -> Option<Event> {
        self.all.front().copied()
    }

    fn expect(&mut self, event: Event) {
        let found = self.next();
        assert_eq!(found, Some(event), "{}", self.what);
    }
}

/// Makes a dungeon of few rooms.
fn dungeon(rng: &mut Stream) -> Arc<Dungeon> {
    let setup: Setup = "d1f4r8s9e2c2l2".parse().expect("a setup");
    let search = usual_search();
    let seed = Seed(rng.next_u64());
    let descent = Descent::new(&setup, &search, seed, Pick::Best).expect("a dungeon");
    Arc::clone(descent.game.dungeon())
}

/// Starts a game whose hero has any things, with one enemy or all.
fn random_game(dungeon: &Arc<Dungeon>, number: u64, rng: &mut Stream) -> Game {
    let strength = between(rng, 1, 12) as u8;
    let breeds = for_strength(&Setup::default().roster(), strength);
    let mut game = Game::new(Arc::clone(dungeon), &breeds, strength, Seed(number));
    if rng.random_below(2) == 0 {
        game.enemies.truncate(1);
    }
    game.hero.weapon = one_of(rng, &Weapon::ALL);
    game.hero.armour = one_of(rng, &Armour::ALL);
    for _ in 0..rng.random_below(4) {
        game.hero.pick_up(Item::Weapon(one_of(rng, &Weapon::ALL)));
    }
    if rng.random_below(2) == 0 {
        game.hero.potions += 2;
        game.hero.life = 9;
    }
    // Some live long enough to come to the exit.
    if rng.random_below(3) == 0 {
        (game.hero.life, game.hero.max_life) = (200, 200);
    }
    game
}

/// Chooses a move: mostly the next step on the way to something, else any move at all.
fn choose(plain: &Plain, game: &Game, goal: Cell, rng: &mut Stream) -> Move {
    let any = [
        Move::Wait,
        Move::Guard,
        Move::Use(rng.random_below(9) as u8),
        Move::Portal,
        Move::Throw,
        Move::Step(Step(rng.random_below(9) as u8)),
    ];
    if rng.random_below(4) == 0 {
        return one_of(rng, &any);
    }
    // An enemy beside the hero is mostly struck.
    let here = plain.hero.at;
    let beside = (0..8).find(|step| enemy_at(game, here.step(Cell::STEPS[*step])).is_some());
    if let Some(step) = beside.filter(|_| rng.random_below(3) > 0) {
        return Move::Step(Step(step as u8));
    }
    let path = plain.path(here, goal, |at| plain.has_key(plain.lock_at(at)));
    let next = path.as_ref().and_then(|path| path.first());
    let step = next.and_then(|next| (0..8).find(|step| here.step(Cell::STEPS[*step]) == *next));
    match (step, plain.portal()) {
        (Some(step), _) => Move::Step(Step(step as u8)),
        (None, Some(_)) => Move::Portal,
        _ => one_of(rng, &any),
    }
}

/// Chooses where to go.
fn random_goal(plain: &Plain, game: &Game, rng: &mut Stream) -> Cell {
    let layout = &plain.dungeon.layout;
    let mut goals = vec![if plain.hero.exit_key {
        layout.exit
    } else {
        layout.key
    }];
    goals.extend(&layout.keys);
    goals.extend(game.chests());
    goals.extend(
        game.enemies
            .iter()
            .filter(|enemy| enemy.life > 0)
            .map(|enemy| enemy.at),
    );
    for connection in &layout.connections {
        if let Passage::Portals(ends) = connection.passage {
            goals.extend(ends);
        }
    }
    one_of(rng, &goals)
}

fn compare(game: &Game, plain: &Plain, seen: &BTreeSet<Cell>, what: &str) {
    let map = &plain.dungeon.layout.map;
    assert_eq!(game.hero.at, plain.hero.at, "{what}");
    assert_eq!(game.hero.life, plain.hero.life, "{what}: life");
    assert_eq!(game.hero.items, plain.hero.items, "{what}");
    assert_eq!(game.hero.potions, plain.hero.potions, "{what}");
    assert_eq!(game.hero.keys, plain.hero.keys, "{what}");
    let own = |hero: &Hero| (hero.weapon, hero.armour, hero.exit_key, hero.guard);
    assert_eq!(own(&game.hero), own(&plain.hero), "{what}");
    assert_eq!(
        (game.turns(), game.score()),
        (plain.turns, plain.score),
        "{what}"
    );
    for at in map.cells() {
        assert_eq!(
            game.open_doors().has(map, at),
            plain.open.contains(&at),
            "{what}: door {at}"
        );
        assert_eq!(
            game.visible().has(map, at),
            seen.contains(&at),
            "{what}: sight of {at}"
        );
    }
}

/// Plays one move in both. Returns false when the game is over.
fn turn(game: &mut Game, plain: &mut Plain, made: Move, wedges: &[Wedge], what: String) -> bool {
    let seen_before = plain.seen(wedges);
    let refusal = plain.refusal(made, game, &seen_before);
    let before = game.clone();
    let mut events = Vec::new();
    if let Some(why) = refusal {
        let refused = game.apply(made, &mut events).expect_err("illegal");
        assert_eq!(refused, why, "{what}");
        compare(game, plain, &seen_before, &what);
        return true;
    }
    game.apply(made, &mut events)
        .unwrap_or_else(|why| panic!("{what}: {why}"));
    let mut events = Events {
        all: events.into(),
        what,
    };
    let turns = plain.play(made, &before, &seen_before, &mut events);
    // The game ends where the hero leaves; nobody acts any more.
    let is_over = game.status() != Status::Alive;
    let seen_now = plain.seen(wedges);
    let noticed: Vec<bool> = before
        .enemies
        .iter()
        .map(|enemy| plain.is_noticed(enemy, &seen_now))
        .collect();
    let mut enemies = before.enemies.clone();
    for (enemy, after) in enemies.iter_mut().zip(&game.enemies) {
        if after.life == 0 {
            enemy.life = 0;
        }
        if made == Move::Portal && enemy.at == plain.hero.at {
            enemy.at = before.hero.at;
        }
    }
    plain.enemies_act(&enemies, &mut events);
    plain.hero.unhurt_turns = game.hero.unhurt_turns;
    plain.turns += if game.status() == Status::Escaped {
        0
    } else {
        turns
    };
    if is_over {
        assert_eq!(game.score(), plain.score, "{}", events.what);
        assert_eq!(game.hero.life, plain.hero.life, "{}", events.what);
        return false;
    }
    // With a single enemy nothing changes between the hero's move and its look.
    if let ([enemy], 1, false) = (&enemies[..], turns, made == Move::Portal)
        && enemy.life > 0
    {
        assert_eq!(game.enemies[0].notices, noticed[0], "{}", events.what);
    }
    compare(game, plain, &plain.seen(wedges), &events.what);
    true
}

#[test]
fn games_in_the_dungeon_go_as_by_the_plain_rules() {
    let wedges = wedges(LIGHT);
    let mut dungeons = Vec::new();
    let mut ends = [0; 3];
    for (number, mut rng) in games(40) {
        if number % 20 == 0 {
            dungeons.push(dungeon(&mut rng));
        }
        let dungeon = one_of(&mut rng, &dungeons.iter().collect::<Vec<_>>());
        let mut game = random_game(dungeon, number, &mut rng);
        let mut plain = Plain::of(&game);
        let mut goal = random_goal(&plain, &game, &mut rng);
        for _ in 0..300 {
            if plain.hero.at == goal || rng.random_below(20) == 0 {
                goal = random_goal(&plain, &game, &mut rng);
            }
            let made = choose(&plain, &game, goal, &mut rng);
            let what = format!("game {number}, turn {}, {made:?}", game.turns());
            if !turn(&mut game, &mut plain, made, &wedges, what) {
                break;
            }
        }
        ends[game.status() as usize] += 1;
    }
    assert!(ends.iter().all(|count| *count > 0), "ends met: {ends:?}");
}
