//! What the enemies of a dungeon did to the hero.

use std::ops::AddAssign;

use crate::games::dungeon::players::{Conduct, Situation};
use crate::games::dungeon::rules::{Creature, Event, Game, Move};

/// What an enemy did, or several of them together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// The life that the hero lost by its blows.
    pub wounds: u32,
    /// The number of the hero's blows that its guard or shield met.
    pub blocked: u32,
    /// The number of enemies that knew of the hero at some time.
    pub met: u32,
    /// The number of enemies that were alive when the hero left.
    pub left_alive: u32,
    /// The number of enemies.
    pub count: u32,
}

impl Deeds {
    /// How much they deserve children: twice the wounds, and 3 for each that met the hero and lives, 1 for each other that
    /// lives.
    pub fn merit(&self) -> u32 {
        let met_and_alive = self.left_alive.min(self.met);
        2 * self.wounds + 3 * met_and_alive + (self.left_alive - met_and_alive)
    }
}

impl AddAssign for Deeds {
    fn add_assign(&mut self, other: Self) {
        self.wounds += other.wounds;
        self.blocked += other.blocked;
        self.met += other.met;
        self.left_alive += other.left_alive;
        self.count += other.count;
    }
}

/// What happened in a dungeon so far, as far as heredity needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chronicle {
    /// The deeds of each enemy, by its index.
    enemies: Vec<Deeds>,
    /// How the hero played.
    pub conduct: Conduct,
}

impl Chronicle {
    /// Takes note of a move: of what was before it, the game after it, and its events.
    pub fn note(&mut self, before: Situation, game: &Game, made: Move, events: &[Event]) {
        self.enemies.resize(game.enemies.len(), Deeds::default());
        for event in events {
            match *event {
                Event::Struck {
                    by: Creature::Enemy(enemy),
                    target: Creature::Hero,
                    damage,
                    ..
                } => self.of(enemy).wounds += u32::from(damage),
                Event::Struck {
                    target: Creature::Enemy(enemy),
                    guarded: true,
                    ..
                } => self.of(enemy).blocked += 1,
                Event::Noticed(enemy) | Event::Tracked(enemy) => self.of(enemy).met = 1,
                _ => {}
            }
        }
        self.conduct.note(before, game, made, events);
    }

    fn of(&mut self, enemy: usize) -> &mut Deeds {
        if enemy >= self.enemies.len() {
            self.enemies.resize(enemy + 1, Deeds::default());
        }
        &mut self.enemies[enemy]
    }

    /// The deeds of each enemy of a game, with who is alive in it.
    pub fn deeds(&self, game: &Game) -> Vec<Deeds> {
        let each = game.enemies.iter().enumerate();
        each.map(|(number, enemy)| Deeds {
            left_alive: u32::from(enemy.life > 0),
            count: 1,
            ..self.enemies.get(number).copied().unwrap_or_default()
        })
        .collect()
    }
}
