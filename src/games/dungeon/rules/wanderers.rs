//! Wanderers: enemies that come in at the start after a while, at ever shorter intervals, and follow the hero's tracks
//! however old the tracks are. A hero who rests for long therefore loses more life to them than the rest gives.

use std::sync::Arc;

use super::{Cell, Enemy, Event, Game};

/// The turn in a dungeon in which the first wanderer comes.
pub const FIRST_WANDERER: u32 = 300;
/// The numbers of turns from each of the first wanderers to the next one.
pub const WANDERER_TURNS: [u32; 4] = [100, 100, 80, 60];
/// The number of turns between all later wanderers.
pub const LATER_WANDERER_TURNS: u32 = 40;

impl Game {
    /// Whether a wanderer comes in this turn.
    fn is_wanderer_due(&self) -> bool {
        let Some(mut turns) = self.turns.checked_sub(FIRST_WANDERER) else {
            return false;
        };
        for interval in WANDERER_TURNS {
            if turns < interval {
                return turns == 0;
            }
            turns -= interval;
        }
        turns.is_multiple_of(LATER_WANDERER_TURNS)
    }

    /// Lets a wanderer in at the start, or on the first free cell around it, when one is due.
    pub(super) fn let_wanderer_in(&mut self, events: &mut Vec<Event>) {
        if !self.is_wanderer_due() || self.breeds.is_empty() {
            return;
        }
        let start = self.dungeon.layout.start;
        let map = &self.dungeon.layout.map;
        let is_free = |cell: &Cell| {
            let near = *cell == start || map.is_walkable(start, *cell);
            let taken = *cell == self.hero.at || self.enemy_at(*cell).is_some();
            near && !taken && self.lock_at(*cell).is_none()
        };
        let free = std::iter::once(start).chain(start.neighbours());
        let Some(at) = free.into_iter().find(is_free) else {
            return;
        };
        let drawn = self.chance.below(self.breeds.len() as u32) as usize;
        let breed = Arc::clone(&self.breeds[drawn]);
        let mut enemy = Enemy::new(at, Cell::STEPS[2], self.strength, breed);
        enemy.wanders = true;
        self.enemies.push(enemy);
        events.push(Event::CameIn(self.enemies.len() - 1));
    }

    /// Lets a wanderer that does not notice the hero go where the tracks or a noise lead. Returns whether it went.
    pub(super) fn wander(&mut self, number: usize, events: &mut Vec<Event>) -> bool {
        let enemy = &self.enemies[number];
        if !enemy.wanders || enemy.notices || !enemy.aware {
            return false;
        }
        let goal = enemy.target;
        self.step_towards(number, goal, events);
        true
    }
}
