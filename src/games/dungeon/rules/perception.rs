//! The knowledge of an enemy about the hero: its senses, its memory, and the tracks that a hunter follows.

use super::distance_map::DistanceMap;
use super::program::TreeKind;
use super::{
    Actor, Adaptation, Cell, CellSet, EnemyKind, Event, Game, NOSE_DISTANCE, RUBBLE_NOISE, sight,
};
use crate::games::dungeon::map::{Ground, Tile};

/// The number of turns for which an enemy remembers where it last noticed the hero.
pub const MEMORY_TURNS: u8 = 20;
/// The distance in steps from which enemies see a hero who wears a cloak and has the lantern hooded.
pub const SHROUDED_SIGHT: u16 = 1;
/// The number of turns after which hunters can no longer make out a track.
pub const TRACK_TURNS: u32 = 30;

impl Game {
    /// An enemy looks and listens, at the beginning of its turn.
    pub(super) fn perceive(&mut self, number: usize, events: &mut Vec<Event>) {
        if self.listen_to_bell(number, events) {
            return;
        }
        let notices = self.notices(number) || self.smells(number);
        let heard = self.enemies[number].heard.take();
        let track = if notices || heard.is_some() {
            None
        } else {
            self.track(number)
        };
        let (hero, may_pass) = (self.hero.at, self.way_through_portal(number).is_some());
        let enemy = &mut self.enemies[number];
        let knew = enemy.aware;
        (enemy.notices, enemy.hears, enemy.tracks) = (notices, heard.is_some(), track.is_some());
        if let Some(cell) = notices.then_some(hero).or(heard).or(track) {
            (enemy.target, enemy.memory, enemy.aware) = (cell, MEMORY_TURNS, true);
            if !knew {
                events.push(match (notices, enemy.hears) {
                    (true, _) => Event::Noticed(number),
                    (false, true) => Event::Heard(number),
                    (false, false) => Event::Tracked(number),
                });
            }
        } else if enemy.aware {
            // The enemy no longer knows of the hero once it has looked where it believed them to be, or has forgotten
            // them.
            enemy.memory = enemy.memory.saturating_sub(1);
            let is_there = enemy.at == enemy.target && !may_pass;
            if enemy.memory == 0 || is_there {
                enemy.aware = false;
                enemy.thread.enter(TreeKind::Patrol);
                events.push(Event::Lost(number));
            }
        }
    }

    /// Whether an enemy sees the hero, or knows of them and stands beside them. An enemy in smoke notices nothing.
    fn notices(&self, number: usize) -> bool {
        let enemy = &self.enemies[number];
        let (map, steps) = (&self.dungeon.layout.map, enemy.at.distance_to(self.hero.at));
        if self.is_smoky(enemy.at) {
            return false;
        }
        if steps <= 1 && enemy.aware && map.is_walkable(enemy.at, self.hero.at) {
            return true;
        }
        // Sight is symmetric, so that the hero's field of view answers for the enemy too.
        let sees = steps <= self.sight_of(number) && self.visible.has(map, enemy.at);
        let hidden = || self.is_hidden_by_grass(self.hero.at, enemy.at);
        sees && enemy.faces(self.hero.at) && !hidden()
    }

    /// Whether the hero is near enough for a keen nose. A smell goes round corners, along walkable ways.
    fn smells(&mut self, number: usize) -> bool {
        let enemy = &self.enemies[number];
        let (at, has_nose) = (enemy.at, enemy.has(Adaptation::Nose));
        has_nose && !self.is_smoky(at) && self.is_near_hero(at, NOSE_DISTANCE)
    }

    /// The distance in steps from which an enemy can see the hero.
    fn sight_of(&self, number: usize) -> u16 {
        let sight = self.enemies[number].body.sight;
        match self.hero.is_shrouded() {
            true => sight.min(SHROUDED_SIGHT),
            false => sight,
        }
    }

    /// The cells on which an enemy would notice the hero, by its eyes or by a keen nose: none for an enemy that stands
    /// in smoke or listens to a bell.
    pub fn cells_seen_by(&self, number: usize) -> CellSet {
        let (enemy, map) = (&self.enemies[number], &self.dungeon.layout.map);
        let mut seen = CellSet::of(map);
        // A bell that has stopped holds nobody, although the enemy learns of that only when it looks the next time.
        let listens = enemy.listens_to.is_some_and(|bell| self.rings(bell));
        if self.is_smoky(enemy.at) || listens {
            return seen;
        }
        let see = |cell: Cell| {
            let near = enemy.at.distance_to(cell) <= self.sight_of(number);
            let hidden = || self.is_hidden_by_grass(cell, enemy.at);
            if map.at(cell).is_open() && near && enemy.faces(cell) && !hidden() {
                seen.add(map, cell);
            }
        };
        let opaque = |cell| self.is_opaque(cell);
        match self.view_from(enemy.at) {
            Some(view) => view.cells().for_each(see),
            None => sight::look(enemy.at, self.hero.light(), opaque, see),
        }
        if enemy.has(Adaptation::Nose) {
            self.cells_within(enemy.at, NOSE_DISTANCE, &mut seen);
        }
        if enemy.aware {
            // An enemy that knows of the hero notices the hero on all cells that are a step away, also behind it.
            self.cells_within(enemy.at, 1, &mut seen);
        }
        seen
    }

    /// Whether an actor can walk from a cell to the hero in at most `steps` steps.
    pub(super) fn is_near_hero(&mut self, from: Cell, steps: u16) -> bool {
        if from.distance_to(self.hero.at) > steps {
            return false;
        }
        self.measure_to_hero(from, steps);
        let map = &self.dungeon.layout.map;
        let measured = self.scratch.to_hero.of(map, from);
        measured.is_some_and(|measured| measured <= steps)
    }

    /// Adds the cells from which an actor can walk to `at` in at most `steps` steps.
    fn cells_within(&self, at: Cell, steps: u16, cells: &mut CellSet) {
        let map = &self.dungeon.layout.map;
        for (cell, _) in self.cells_in_earshot(at, steps) {
            cells.add(map, cell);
        }
    }

    /// The cells on which a noise of a loudness is heard, with their distances from it in steps along walkable ways.
    pub fn cells_in_earshot(&self, at: Cell, loudness: u16) -> Vec<(Cell, u16)> {
        let map = &self.dungeon.layout.map;
        let mut distances = DistanceMap::default();
        distances.compute(map, at, loudness, |index| {
            !self.locked_doors.has_index(index)
        });
        map.cells()
            .filter_map(|cell| Some((cell, distances.of(map, cell)?)))
            .collect()
    }

    /// The cells on which an enemy would hear a step of the hero, wherever it looks.
    pub fn cells_heard_by(&self, number: usize) -> CellSet {
        let (at, map) = (self.enemies[number].at, &self.dungeon.layout.map);
        let loudest = self.hero.step_noise().max(RUBBLE_NOISE);
        let mut cells = CellSet::of(map);
        for (cell, distance) in self.cells_in_earshot(at, loudest) {
            let noise = self.step_noise_on(cell);
            // A noise of 1 is silent.
            if noise > 1 && distance <= noise {
                cells.add(map, cell);
            }
        }
        cells
    }

    /// The next cell of the hero's tracks, for a hunter or a wanderer that stands on them or beside them. They may lead
    /// through a portal.
    fn track(&self, number: usize) -> Option<Cell> {
        let enemy = &self.enemies[number];
        if enemy.breed.kind != EnemyKind::Hunter && !enemy.wanders {
            return None;
        }
        let map = &self.dungeon.layout.map;
        let fresh = |cell: &Cell| {
            let turn = *self.trail.get(map.index(*cell))?;
            let is_fresh = enemy.wanders || turn + TRACK_TURNS > self.turns;
            (turn > 0 && is_fresh).then_some(turn)
        };
        let here = fresh(&enemy.at).unwrap_or(0);
        let steps = map.steps_from(map.index(enemy.at), enemy.at);
        let next = steps.map(|(_, cell)| cell);
        let next = next.chain(self.open_portal(enemy.at));
        let tracks = next.filter_map(|cell| Some((fresh(&cell)?, cell)));
        let (turn, cell) = tracks.max_by_key(|(turn, _)| *turn)?;
        (turn > here).then_some(cell)
    }

    /// The other end of the portal on a cell, if there is one without a lock.
    fn open_portal(&self, cell: Cell) -> Option<Cell> {
        if self.dungeon.layout.map.at(cell) != Tile::Portal {
            return None;
        }
        let (other, lock) = self.portal_at(cell)?;
        lock.is_none().then_some(other)
    }

    /// The other end of the portal on which an enemy stands, if that end is free and the enemy believes the hero to be
    /// on the portal or to have gone through it.
    pub(super) fn way_through_portal(&self, number: usize) -> Option<Cell> {
        let enemy = &self.enemies[number];
        let other = self.open_portal(enemy.at)?;
        let follows = enemy.aware && (enemy.target == enemy.at || enemy.target == other);
        let free = other != self.hero.at && self.enemy_at(other).is_none();
        (follows && free).then_some(other)
    }

    /// Sends an enemy through the portal on which it stands. If it does not notice the hero behind it, it gives up
    /// there.
    pub(super) fn pass_portal(&mut self, number: usize, to: Cell, events: &mut Vec<Event>) {
        let enemy = &mut self.enemies[number];
        let from = enemy.at;
        (enemy.at, enemy.target, enemy.memory) = (to, to, 1);
        events.push(Event::Teleported(Actor::Enemy(number), from, to));
    }

    /// Leaves a track on the cell of the hero, unless it is water.
    pub(super) fn leave_track(&mut self) {
        if self.ground_at(self.hero.at) == Ground::Water {
            return;
        }
        let at = self.dungeon.layout.map.index(self.hero.at);
        if let Some(turn) = self.trail.get_mut(at) {
            *turn = self.turns;
        }
    }
}
