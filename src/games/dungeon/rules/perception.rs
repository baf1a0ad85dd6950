//! What an enemy knows of the hero: what it sees and hears, what it remembers, and the tracks that a hunter follows.

use super::distance_map::DistanceMap;
use super::program::TreeKind;
use super::{Cell, CellSet, EnemyKind, Event, Game, LIGHT, sight};

/// The number of turns for which an enemy remembers where it last noticed the hero.
pub const MEMORY_TURNS: u8 = 20;
/// The number of turns after which hunters can no longer make out a track.
pub const TRACK_TURNS: u32 = 30;

impl Game {
    /// An enemy looks and listens, at the beginning of its turn.
    pub(super) fn perceive(&mut self, number: usize, events: &mut Vec<Event>) {
        let at = self.enemies[number].at;
        let heard = self.hero.armour.heard_from();
        if (2..=heard).contains(&at.distance_to(self.hero.at)) {
            self.measure_to_hero(at, heard);
        }
        let notices = self.notices(number);
        let track = if notices { None } else { self.track(number) };
        let hero = self.hero.at;
        let enemy = &mut self.enemies[number];
        let knew = enemy.aware;
        enemy.notices = notices;
        enemy.tracks = track.is_some();
        if let Some(cell) = notices.then_some(hero).or(track) {
            (enemy.target, enemy.memory, enemy.aware) = (cell, MEMORY_TURNS, true);
            if !knew {
                events.push(match notices {
                    true => Event::Noticed(number),
                    false => Event::Tracked(number),
                });
            }
        } else if enemy.aware {
            // It has looked where it believed the hero to be, or has forgotten.
            enemy.memory = enemy.memory.saturating_sub(1);
            if enemy.memory == 0 || enemy.at == enemy.target {
                enemy.aware = false;
                enemy.thread.enter(TreeKind::Patrol);
                events.push(Event::Lost(number));
            }
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

    /// The cells on which an enemy would see the hero.
    pub fn cells_seen_by(&self, number: usize) -> CellSet {
        let (enemy, map) = (&self.enemies[number], &self.dungeon.layout.map);
        let mut seen = CellSet::of(map);
        let see = |cell: Cell| {
            let near = enemy.at.distance_to(cell) <= enemy.body.sight;
            if map.at(cell).is_open() && near && enemy.faces(cell) {
                seen.add(map, cell);
            }
        };
        sight::look(enemy.at, LIGHT, |cell| self.is_opaque(cell), see);
        seen
    }

    /// The cells on which an enemy would hear the hero, wherever it looks.
    pub fn cells_heard_by(&self, number: usize) -> CellSet {
        let (at, map) = (self.enemies[number].at, &self.dungeon.layout.map);
        let heard = self.hero.armour.heard_from();
        let mut distances = DistanceMap::default();
        distances.compute(map, at, heard, |index| !self.locked_doors.has_index(index));
        let mut cells = CellSet::of(map);
        map.cells()
            .filter(|cell| distances.of(map, *cell).is_some())
            .for_each(|cell| cells.add(map, cell));
        cells
    }

    /// The next cell of the hero's tracks, for a hunter that stands on them or beside them.
    fn track(&self, number: usize) -> Option<Cell> {
        let enemy = &self.enemies[number];
        if enemy.breed.kind != EnemyKind::Hunter {
            return None;
        }
        let map = &self.dungeon.layout.map;
        let fresh = |cell: &Cell| {
            let turn = *self.trail.get(map.index(*cell))?;
            (turn > 0 && turn + TRACK_TURNS > self.turns).then_some(turn)
        };
        let here = fresh(&enemy.at).unwrap_or(0);
        let next = enemy.at.neighbours();
        let next = next.filter(|cell| map.walkable(enemy.at, *cell));
        let tracks = next.filter_map(|cell| Some((fresh(&cell)?, cell)));
        let (turn, cell) = tracks.max_by_key(|(turn, _)| *turn)?;
        (turn > here).then_some(cell)
    }

    /// Leaves a track on the cell of the hero.
    pub(super) fn leave_track(&mut self) {
        let at = self.dungeon.layout.map.index(self.hero.at);
        if let Some(turn) = self.trail.get_mut(at) {
            *turn = self.turns;
        }
    }
}
