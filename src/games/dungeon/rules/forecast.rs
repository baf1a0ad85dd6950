//! The next acts of the enemies if the hero waits, as far as chance does not decide them.

use super::{Actor, Chance, Enemy, EnemyKind, Event, Game, Status};

/// The act of an enemy in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnemyAct {
    /// It steps in a direction.
    Step((i16, i16)),
    /// It goes through a portal.
    Portal,
    /// It turns to a direction.
    Turn((i16, i16)),
    /// It strikes the hero.
    Strike,
    /// It leaps at the hero and strikes.
    Leap,
    /// It throws at the hero.
    Throw,
    /// It puts its guard up.
    Block,
    /// It heals itself.
    Heal,
    /// It does nothing.
    Wait,
}

impl EnemyAct {
    /// Whether the act harms the hero.
    pub fn is_harmful(self) -> bool {
        matches!(self, EnemyAct::Strike | EnemyAct::Leap | EnemyAct::Throw)
    }

    /// The act of an enemy, by its states before and after its turn, and the events of that turn.
    fn of(before: &Enemy, after: &Enemy, events: &[Event]) -> EnemyAct {
        let struck = |event: &Event| {
            let hit = |by: &Actor| *by != Actor::Hero;
            matches!(event, Event::Struck { by, .. } if hit(by))
        };
        if events.iter().any(struck) {
            return match before.breed.kind {
                EnemyKind::Hunter if before.at != after.at => EnemyAct::Leap,
                EnemyKind::Coward => EnemyAct::Throw,
                _ => EnemyAct::Strike,
            };
        }
        if before.at.distance_to(after.at) > 1 {
            EnemyAct::Portal
        } else if before.at != after.at {
            EnemyAct::Step((after.at.x - before.at.x, after.at.y - before.at.y))
        } else if after.guard {
            EnemyAct::Block
        } else if after.life > before.life {
            EnemyAct::Heal
        } else if after.facing != before.facing {
            EnemyAct::Turn(after.facing)
        } else {
            EnemyAct::Wait
        }
    }
}

impl Game {
    /// The next act of every enemy if the hero waits. Dead enemies have none. If the act of an enemy depends on random
    /// damage before it, neither this enemy nor any after it has one.
    pub fn forecast(&self) -> Vec<Option<EnemyAct>> {
        let none = vec![None; self.enemies.len()];
        if self.status != Status::Alive {
            return none;
        }
        // Only damage is drawn at random, so an act that is the same after the least and after the most damage does not
        // depend on chance.
        let [least, most] = [Chance::Least, Chance::Most].map(|chance| self.acts(chance));
        let mut acts = none;
        for (act, (least, most)) in acts.iter_mut().zip(least.into_iter().zip(most)) {
            if least != most {
                break;
            }
            *act = least;
        }
        acts
    }

    /// The acts of all living enemies in a turn in which the hero waits and survives.
    fn acts(&self, chance: Chance) -> Vec<Option<EnemyAct>> {
        let mut game = self.clone();
        game.chance = chance;
        game.hero.guard = false;
        let mut events = Vec::new();
        game.begin_enemies_turn(&mut events);
        let turn = |number: usize| {
            let before = game.enemies[number].clone();
            if before.life == 0 {
                return None;
            }
            events.clear();
            game.enemy_turn(number, &mut events);
            game.hero.life = game.hero.life.max(1);
            game.status = Status::Alive;
            Some(EnemyAct::of(&before, &game.enemies[number], &events))
        };
        (0..self.enemies.len()).map(turn).collect()
    }
}
