//! The trace of a descent: the way of the hero, and the cause of each enemy's death. The recap of the descent is made
//! from it.

use super::map::Cell;
use super::rules::{Actor, EnemyKind, Event, Game};

/// The cause of the death of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A blow of the hero.
    Blow,
    /// Something that the hero threw.
    Throw,
    /// Fire.
    Fire,
}

impl Cause {
    /// All causes.
    pub const ALL: [Cause; 3] = [Cause::Blow, Cause::Throw, Cause::Fire];
}

/// An enemy that fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The number of the dungeon, from 1.
    pub depth: u8,
    /// The kind of the enemy.
    pub kind: EnemyKind,
    /// The cell on which it fell.
    pub at: Cell,
    /// The cause of its death.
    pub cause: Cause,
}

/// The way of the hero through the current dungeon, and all enemies that fell in the descent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The steps through the current dungeon, each from a cell to another one, in their order. Portals leave a gap.
    pub steps: Vec<[Cell; 2]>,
    /// The enemies that fell, in their order.
    pub fallen: Vec<Fall>,
}

impl Trace {
    /// Begins the way through the next dungeon.
    pub fn enter(&mut self) {
        self.steps.clear();
    }

    /// Records the events of a move in the dungeon of a depth; `game` is the state after the move.
    pub fn note(&mut self, depth: u8, game: &Game, events: &[Event]) {
        let mut is_thrown = false;
        let mut struck = Vec::new();
        for event in events {
            match *event {
                Event::Moved(Actor::Hero, from, to) => self.steps.push([from, to]),
                Event::Thrown(..) | Event::ConsumableThrown(..) => is_thrown = true,
                // Enemies strike the hero alone.
                Event::Struck {
                    target: Actor::Enemy(enemy),
                    ..
                } => {
                    let cause = match is_thrown {
                        true => Cause::Throw,
                        false => Cause::Blow,
                    };
                    struck.push((enemy, cause));
                }
                Event::Burnt(Actor::Enemy(enemy), _) => struck.push((enemy, Cause::Fire)),
                Event::Died(Actor::Enemy(enemy)) => {
                    let last = struck.iter().rev().find(|(one, _)| *one == enemy);
                    let body = game.enemies.get(enemy);
                    if let (Some((_, cause)), Some(body)) = (last, body) {
                        self.fallen.push(Fall {
                            depth,
                            kind: body.breed.kind,
                            at: body.at,
                            cause: *cause,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    /// The number of enemies of a kind that fell by a cause.
    pub fn count(&self, kind: EnemyKind, cause: Cause) -> usize {
        let fallen = self.fallen.iter();
        fallen
            .filter(|fall| fall.kind == kind && fall.cause == cause)
            .count()
    }
}
