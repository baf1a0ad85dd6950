//! Noise: enemies in earshot of an act hear it, and believe the hero to be there.

use super::{Cell, Enemy, Event, Game};

/// The distance in steps up to which a door or a portal is heard.
pub const DOOR_NOISE: u16 = 3;
/// The distance in steps up to which a chest is heard.
pub const CHEST_NOISE: u16 = 4;

impl Game {
    /// Makes a noise on a cell. Enemies hear it within a number of steps, along walkable ways. A noise of 1 is silent.
    pub(super) fn make_noise(&mut self, at: Cell, loudness: u16, events: &mut Vec<Event>) {
        if loudness <= 1 {
            return;
        }
        events.push(Event::Noise(at, loudness));
        let is_near = |enemy: &Enemy| enemy.life > 0 && enemy.at.distance_to(at) <= loudness;
        if !self.enemies.iter().any(is_near) {
            return;
        }
        if at == self.hero.at {
            // The distances to the hero serve the enemies' turn too.
            for number in 0..self.enemies.len() {
                let enemy = &self.enemies[number];
                if enemy.life > 0 && self.is_near_hero(enemy.at, loudness) {
                    self.enemies[number].heard = Some(at);
                }
            }
            return;
        }
        let (map, locked) = (&self.dungeon.layout.map, &self.locked_doors);
        let distances = &mut self.scratch.route;
        distances.compute(map, at, loudness, |index| !locked.has_index(index));
        for enemy in &mut self.enemies {
            if is_near(enemy) && distances.of(map, enemy.at).is_some() {
                enemy.heard = Some(at);
            }
        }
    }
}
