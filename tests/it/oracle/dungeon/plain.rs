//! This is the state that is kept beside the real game: the hero, and the doors, chests and other things that have
//! changed. It tells the contents of cells, the cells that the hero sees, and the moves that the rules refuse.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use evolvarium::games::dungeon::map::{Cell, Dungeon, Ground, Lock, Passage, Tile};
use evolvarium::games::dungeon::rules::{
    Armour, Boon, Consumable, Enemy, EnemyKind, Game, Hero, Item, Move, MoveError, Step, Weapon,
};

use crate::oracle::plain_sight::{Wedge, seen};

/// The distance that the hero sees.
pub(super) const LIGHT: i64 = 9;
/// The distance over which enemies throw and are thrown at.
const THROW: u16 = 5;

/// The state of the hero and of the things that have changed. It follows the rules beside the real game.
#[derive(Clone)]
pub(super) struct Plain {
    pub(super) dungeon: Arc<Dungeon>,
    /// The strength of all enemies.
    pub(super) strength: u8,
    pub(super) hero: Hero,
    /// The doors that stand open, and those that were unlocked.
    pub(super) open: BTreeSet<Cell>,
    pub(super) unlocked: BTreeSet<Cell>,
    /// The ends of the sealed portals that the hero has used.
    pub(super) used_seals: BTreeSet<Cell>,
    /// The turns for which cells are still full of smoke, and for which they still burn.
    pub(super) smoke: BTreeMap<Cell, u8>,
    pub(super) fire: BTreeMap<Cell, u8>,
    /// The turns for which bells still ring on cells.
    pub(super) bells: BTreeMap<Cell, u8>,
    /// The cells whose grass or oil has burnt.
    pub(super) burnt: BTreeSet<Cell>,
    /// The enemies that stepped into water in the last turn.
    pub(super) wading: BTreeSet<usize>,
    /// The last noise: its cell, and the distance at which it is heard.
    pub(super) noise: Option<(Cell, u16)>,
    pub(super) offer: Option<[Boon; 3]>,
    pub(super) chests: BTreeSet<Cell>,
    pub(super) turns: u32,
    /// Whether the hero's last move was a step, a blow or a portal.
    pub(super) walks: bool,
    pub(super) score: u32,
}

pub(super) fn distance(a: Cell, b: Cell) -> u16 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

impl Plain {
    pub(super) fn of(game: &Game, strength: u8) -> Self {
        Plain {
            strength,
            dungeon: Arc::clone(game.dungeon()),
            hero: game.hero.clone(),
            open: BTreeSet::new(),
            unlocked: BTreeSet::new(),
            used_seals: BTreeSet::new(),
            smoke: BTreeMap::new(),
            fire: BTreeMap::new(),
            bells: BTreeMap::new(),
            burnt: BTreeSet::new(),
            wading: BTreeSet::new(),
            noise: None,
            walks: false,
            offer: game.offer(),
            chests: game.chests().iter().copied().collect(),
            turns: 0,
            score: 0,
        }
    }

    pub(super) fn tile(&self, at: Cell) -> Tile {
        self.dungeon.layout.map.at(at)
    }

    /// The present ground of a cell.
    pub(super) fn ground(&self, at: Cell) -> Ground {
        match self.burnt.contains(&at) {
            true => Ground::Stone,
            false => self.dungeon.layout.map.ground(at),
        }
    }

    /// Sets a cell on fire.
    pub(super) fn light(&mut self, at: Cell) {
        let turns = match self.ground(at) {
            Ground::Water => return,
            Ground::Oil => 8,
            Ground::Grass | Ground::Rubble | Ground::Stone => 4,
        };
        if matches!(self.ground(at), Ground::Grass | Ground::Oil) {
            self.burnt.insert(at);
        }
        let before = self.fire.get(&at).copied().unwrap_or(0);
        self.fire.insert(at, turns.max(before));
    }

    /// A turn of the fire: it grows older, and cells beside it that can burn begin to burn.
    pub(super) fn age_fire(&mut self) {
        let burning: Vec<Cell> = self.fire.keys().copied().collect();
        self.fire.values_mut().for_each(|left| *left -= 1);
        self.fire.retain(|_, left| *left > 0);
        for from in burning {
            for at in from.neighbours() {
                let burns = matches!(self.ground(at), Ground::Grass | Ground::Oil);
                if burns && self.is_walkable(from, at) {
                    self.light(at);
                }
            }
        }
    }

    pub(super) fn is_floor(&self, at: Cell) -> bool {
        !matches!(self.tile(at), Tile::Rock | Tile::Wall)
    }

    pub(super) fn is_walkable(&self, from: Cell, to: Cell) -> bool {
        let straight = from.x == to.x || from.y == to.y;
        let is_door = |at| self.tile(at) == Tile::Door;
        let beside = [Cell { x: from.x, y: to.y }, Cell { x: to.x, y: from.y }];
        let past = beside.iter().any(|at| self.is_floor(*at));
        self.is_floor(to) && (straight || (past && !is_door(from) && !is_door(to)))
    }

    /// Returns the lock of a door that was not unlocked yet.
    pub(super) fn lock_at(&self, at: Cell) -> Option<Lock> {
        let connections = self.dungeon.layout.connections.iter();
        let mut locks = connections.filter_map(|connection| match connection.passage {
            Passage::Doors(doors) if doors.contains(&at) => connection.lock,
            _ => None,
        });
        locks.next().filter(|_| !self.unlocked.contains(&at))
    }

    pub(super) fn has_key(&self, lock: Option<Lock>) -> bool {
        lock.is_none_or(|lock| self.hero.keys.contains(&lock))
    }

    pub(super) fn portal(&self) -> Option<(Cell, Option<Lock>)> {
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
            _ if self.smoke.contains_key(&at) => true,
            Tile::Door => !self.open.contains(&at),
            Tile::Floor | Tile::Corridor | Tile::Portal => false,
        }
    }

    /// Returns the cells of the map that the hero sees.
    pub(super) fn seen(&self, wedges: &[Wedge]) -> BTreeSet<Cell> {
        let here = self.hero.at;
        let place = |x: i64, y: i64| here.step((x as i16, y as i16));
        let light = if self.hero.hooded { 3 } else { LIGHT };
        let cells = seen(wedges, light, |x, y| self.is_opaque(place(x, y)));
        let cells = cells.into_iter().map(|(x, y)| place(x, y));
        cells
            .filter(|at| self.dungeon.layout.map.has(*at))
            .collect()
    }

    /// Returns a shortest way to a cell over cells that may be passed.
    pub(super) fn path(
        &self,
        from: Cell,
        to: Cell,
        passes: impl Fn(Cell) -> bool,
    ) -> Option<Vec<Cell>> {
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
    pub(super) fn refusal(
        &self,
        made: Move,
        game: &Game,
        seen: &BTreeSet<Cell>,
    ) -> Option<MoveError> {
        if let Move::Boon(place) = made {
            let is_offered = self.offer.is_some() && place < 3;
            return (!is_offered).then_some(MoveError::NoBoon);
        }
        if self.offer.is_some() {
            return Some(MoveError::Choose);
        }
        match made {
            Move::Boon(_) | Move::Hood | Move::Wait | Move::Guard => None,
            Move::Step(Step(number)) => match Cell::STEPS.get(usize::from(number)) {
                None => Some(MoveError::NoStep),
                Some(step) => self.refusal_of_step(*step, game, seen),
            },
            Move::Use(place) => {
                let is_there = usize::from(place) < self.hero.items.len();
                (!is_there).then_some(MoveError::NoItem)
            }
            Move::Belt(place) => self.refusal_of_belt(usize::from(place), game, seen),
            Move::Portal => match self.portal() {
                None => Some(MoveError::NoPortal),
                Some((_, lock)) => lock
                    .filter(|lock| !self.has_key(Some(*lock)))
                    .map(MoveError::Sealed),
            },
            Move::Throw => {
                if self.hero.armour == Armour::Mail {
                    return Some(MoveError::Stiff);
                }
                if self.missile().is_none() {
                    return Some(MoveError::NoMissile);
                }
                let target = self.throw_target(game, seen);
                target.is_none().then_some(MoveError::NoTarget)
            }
        }
    }

    /// Returns the reason why a step or a blow in a direction is refused.
    fn refusal_of_step(
        &self,
        step: (i16, i16),
        game: &Game,
        seen: &BTreeSet<Cell>,
    ) -> Option<MoveError> {
        let to = self.hero.at.step(step);
        if !self.is_walkable(self.hero.at, to) {
            let ends = [self.hero.at, to].map(|cell| self.tile(cell));
            let is_doorway = self.is_floor(to) && ends.contains(&Tile::Door);
            return Some(match is_doorway {
                true => MoveError::Doorway,
                false => MoveError::Wall,
            });
        }
        let is_blow = enemy_at(game, to).is_some();
        if is_blow || self.speared(game, seen, step).is_some() {
            return None;
        }
        if let Some(lock) = self.lock_at(to)
            && !self.has_key(Some(lock))
        {
            return Some(MoveError::Locked(lock));
        }
        let shut = to == self.dungeon.layout.exit && !self.hero.exit_key;
        shut.then_some(MoveError::NoKey)
    }

    /// Returns the reason why the thing in a place of the belt cannot be used.
    fn refusal_of_belt(
        &self,
        place: usize,
        game: &Game,
        seen: &BTreeSet<Cell>,
    ) -> Option<MoveError> {
        match self.hero.belt.get(place) {
            None => Some(MoveError::NoItem),
            Some(Consumable::Potion) => {
                (self.hero.life == self.hero.max_life).then_some(MoveError::Healthy)
            }
            Some(Consumable::Leaf) => {
                (self.hero.at == self.dungeon.layout.start).then_some(MoveError::AtStart)
            }
            Some(Consumable::Fire) => {
                let target = self.throw_target(game, seen);
                target.is_none().then_some(MoveError::NoTarget)
            }
            Some(Consumable::Smoke | Consumable::Bell) => None,
        }
    }

    /// Returns the first carried weapon that can be thrown.
    pub(super) fn missile(&self) -> Option<Weapon> {
        let flies =
            |weapon: &Weapon| matches!(weapon, Weapon::Dagger | Weapon::Axe | Weapon::Spear);
        let mut weapons = self.hero.items.iter().filter_map(|item| match item {
            Item::Weapon(weapon) => Some(*weapon),
            _ => None,
        });
        weapons.find(flies)
    }

    /// Returns whether the hero makes an enemy out; `seen` are the cells in sight.
    fn makes_out(&self, enemy: &Enemy, seen: &BTreeSet<Cell>) -> bool {
        let far = distance(enemy.at, self.hero.at);
        let in_dark = enemy.breed.kind == EnemyKind::Ambusher && enemy.still && far > 1;
        let in_grass = self.ground(enemy.at) == Ground::Grass && far > 2;
        enemy.life > 0 && seen.contains(&enemy.at) && !in_dark && !in_grass
    }

    /// Returns the enemy that a step strikes with a spear over a free cell.
    pub(super) fn speared(
        &self,
        game: &Game,
        seen: &BTreeSet<Cell>,
        (x, y): (i16, i16),
    ) -> Option<usize> {
        let here = self.hero.at;
        let (over, beyond) = (here.step((x, y)), here.step((2 * x, 2 * y)));
        let in_doorway = [Tile::Door, Tile::Corridor].contains(&self.tile(here));
        let is_way = self.is_walkable(here, over) && self.is_walkable(over, beyond);
        if self.hero.weapon != Weapon::Spear || !in_doorway || !is_way {
            return None;
        }
        let target = enemy_at(game, beyond).filter(|_| enemy_at(game, over).is_none())?;
        self.makes_out(&game.enemies[target], seen)
            .then_some(target)
    }

    /// Returns the nearest enemy in sight, of equals the first.
    pub(super) fn throw_target(&self, game: &Game, seen: &BTreeSet<Cell>) -> Option<usize> {
        let far = |enemy: &Enemy| distance(enemy.at, self.hero.at);
        let enemies = game.enemies.iter().enumerate();
        let targets =
            enemies.filter(|(_, enemy)| self.makes_out(enemy, seen) && far(enemy) <= THROW);
        targets
            .min_by_key(|(_, enemy)| far(enemy))
            .map(|(number, _)| number)
    }
}

pub(super) fn enemy_at(game: &Game, at: Cell) -> Option<usize> {
    game.enemies
        .iter()
        .position(|enemy| enemy.life > 0 && enemy.at == at)
}
