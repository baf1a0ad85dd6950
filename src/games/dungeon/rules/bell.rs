//! Bells that ring, and the enemies that go to them and notice nothing else.

use super::program::TreeKind;
use super::{Cell, Event, Game};

/// The number of turns for which a bell rings.
pub const BELL_TURNS: u8 = 8;
/// The distance in steps up to which a bell is heard.
pub const BELL_NOISE: u16 = 12;
/// The distance in steps up to which a bell is thrown.
const BELL_DISTANCE: u16 = 8;

impl Game {
    /// The cell on which a bell would fall: the visible open cell that is furthest from the hero, at most 8 steps away;
    /// of equals the first one, row by row.
    pub fn bell_target(&self) -> Cell {
        let (map, hero) = (&self.dungeon.layout.map, self.hero.at);
        let mut furthest = (0, hero);
        for cell in map.cells().filter(|cell| self.visible.has(map, *cell)) {
            let steps = cell.distance_to(hero);
            let is_open = map.at(cell).is_open() && self.lock_at(cell).is_none();
            if is_open && steps <= BELL_DISTANCE && steps > furthest.0 {
                furthest = (steps, cell);
            }
        }
        furthest.1
    }

    /// The cells on which bells ring.
    pub fn ringing_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.bells.cells()
    }

    /// Whether a bell rings on a cell.
    pub fn rings(&self, cell: Cell) -> bool {
        self.bells.covers(cell)
    }

    /// Lets every bell ring, before the enemies act.
    pub(super) fn ring_bells(&mut self, events: &mut Vec<Event>) {
        if self.bells.is_empty() {
            return;
        }
        let cells: Vec<Cell> = self.ringing_cells().collect();
        for cell in cells {
            self.make_noise(cell, BELL_NOISE, events);
        }
    }

    /// Lets an enemy that hears a bell forget the hero and listen to the bell, unless it knows of the hero and stands
    /// beside them. Returns whether it listens.
    pub(super) fn listen_to_bell(&mut self, number: usize, events: &mut Vec<Event>) -> bool {
        let enemy = &self.enemies[number];
        let bell = enemy.heard.filter(|at| self.bells.covers(*at));
        let listened = enemy.listens_to.is_some();
        let bell = bell.filter(|_| !(enemy.aware && self.is_beside_hero(enemy.at)));
        let enemy = &mut self.enemies[number];
        enemy.listens_to = bell;
        if bell.is_none() {
            return false;
        }
        (enemy.heard, enemy.hears) = (None, true);
        (enemy.notices, enemy.tracks, enemy.aware) = (false, false, false);
        enemy.thread.enter(TreeKind::Patrol);
        if !listened {
            events.push(Event::Listens(number));
        }
        true
    }

    /// Lets an enemy that listens to a bell go to it, or look at it. Returns whether the enemy listens to one.
    pub(super) fn go_to_bell(&mut self, number: usize, events: &mut Vec<Event>) -> bool {
        let Some(bell) = self.enemies[number].listens_to else {
            return false;
        };
        let from = self.enemies[number].at;
        self.step_towards(number, bell, events);
        let enemy = &mut self.enemies[number];
        if enemy.at == from {
            enemy.turn_to(bell);
        }
        true
    }
}
