//! The deeds of the enemies of a dungeon against the hero.

use std::ops::AddAssign;

use crate::games::dungeon::players::{Conduct, Situation};
use crate::games::dungeon::rules::{Actor, Event, Game, Move};

/// The deeds of an enemy, or of several enemies together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// The life that the hero lost by its blows.
    pub damage: u32,
    /// The number of the hero's blows that its guard or shield met.
    pub blocked: u32,
    /// The number of enemies that were alive when the hero left.
    pub left_alive: u32,
    /// The number of these enemies that had noticed the hero or found tracks.
    pub met_alive: u32,
    /// The number of enemies.
    pub count: u32,
}

impl Deeds {
    /// The merit by which enemies have children: twice the damage, and 3 for each enemy that met the hero and lives, 1
    /// for each other enemy that lives.
    pub fn merit(&self) -> u32 {
        2 * self.damage + 3 * self.met_alive + (self.left_alive - self.met_alive)
    }
}

impl AddAssign for Deeds {
    fn add_assign(&mut self, other: Self) {
        self.damage += other.damage;
        self.blocked += other.blocked;
        self.left_alive += other.left_alive;
        self.met_alive += other.met_alive;
        self.count += other.count;
    }
}

/// The deeds of an enemy so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct EnemyRecord {
    damage: u32,
    blocked: u32,
    /// Whether it has noticed the hero or found tracks.
    has_met: bool,
}

/// The chronicle of a dungeon so far, which heredity needs: the deeds of its enemies and the conduct of the hero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chronicle {
    /// The record of each enemy, by its index.
    enemies: Vec<EnemyRecord>,
    /// The conduct of the hero.
    pub conduct: Conduct,
}

impl Chronicle {
    /// Records a move, with the situation before it, the game after it, and its events.
    pub fn note(&mut self, before: Situation, game: &Game, made: Move, events: &[Event]) {
        self.enemies
            .resize(game.enemies.len(), EnemyRecord::default());
        for event in events {
            match *event {
                Event::Struck {
                    by: Actor::Enemy(enemy),
                    target: Actor::Hero,
                    damage,
                    ..
                } => self.of(enemy).damage += u32::from(damage),
                Event::Struck {
                    target: Actor::Enemy(enemy),
                    defence: Some(_),
                    ..
                } => self.of(enemy).blocked += 1,
                Event::Noticed(enemy) | Event::Tracked(enemy) => self.of(enemy).has_met = true,
                _ => {}
            }
        }
        // An enemy that has heard the hero, or was struck, knows of them before it notices them, and no event tells
        // that it notices them.
        for (record, enemy) in self.enemies.iter_mut().zip(&game.enemies) {
            record.has_met |= enemy.notices || enemy.tracks;
        }
        self.conduct.note(before, game, made, events);
    }

    fn of(&mut self, enemy: usize) -> &mut EnemyRecord {
        if enemy >= self.enemies.len() {
            self.enemies.resize(enemy + 1, EnemyRecord::default());
        }
        &mut self.enemies[enemy]
    }

    /// The deeds of each enemy of a game; they say whether it is alive now.
    pub fn deeds(&self, game: &Game) -> Vec<Deeds> {
        let each = game.enemies.iter().enumerate();
        each.map(|(number, enemy)| {
            let record = self.enemies.get(number).copied().unwrap_or_default();
            let is_alive = enemy.life > 0;
            Deeds {
                damage: record.damage,
                blocked: record.blocked,
                left_alive: u32::from(is_alive),
                met_alive: u32::from(is_alive && record.has_met),
                count: 1,
            }
        })
        .collect()
    }
}
