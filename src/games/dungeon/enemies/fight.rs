//! A fight in an arena that is played turn by turn, and its figures.

use crate::games::dungeon::players::Player;
use crate::games::dungeon::rules::{Actor, Enemy, Event, Game, Move, MoveError, Status};

/// The largest number of turns of a fight.
pub const MAX_TURNS: u32 = 150;
/// The distance in steps up to which an enemy counts as at its post.
const POST_DISTANCE: u16 = 4;
/// The largest damage that counts, which is a full life and a potion.
const MAX_COUNTED_DAMAGE: u32 = 36;

/// A move of an intruder that the rules refuse, which is an error of the intruder. The fight ends with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after {turns} turns the intruder made a move that the rules refuse: {made:?}: {why}")]
pub struct RefusedMoveError {
    /// The move.
    pub made: Move,
    /// The reason.
    pub why: MoveError,
    /// The number of turns before it.
    pub turns: u32,
}

/// The figures of a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FightStats {
    /// The number of enemies.
    pub enemies: u32,
    /// The damage that the intruder took.
    pub damage_dealt: u32,
    /// Whether the intruder died.
    pub killed: bool,
    /// The remaining share of the enemies' life, 0 to 1.
    pub life_left: f64,
    /// The damage of hits from two steps away or more.
    pub thrown_damage: u32,
    /// The number of steps along the intruder's tracks.
    pub tracked: u32,
    /// The number of the intruder's blows that a guard or a shield met.
    pub blocked: u32,
    /// The number of enemies that struck the intruder first, and unseen: the intruder did not see them before the blow.
    pub ambushes: u32,
    /// The share of enemies' turns at their posts among those in which they knew of the intruder, 0 to 1.
    pub kept_post: f64,
    /// The share of enemies' turns two steps away or more among those in which they noticed the intruder, 0 to 1.
    pub kept_distance: f64,
    /// The move of the intruder that the rules refused; the figures of a fight with one are worth nothing.
    pub refused: Option<RefusedMoveError>,
}

impl FightStats {
    /// The same figures, unless the rules refused a move.
    pub fn checked(self) -> Result<Self, RefusedMoveError> {
        self.refused.map_or(Ok(self), Err)
    }

    /// The points that enemies of every kind get, 0 to 220: for the intruder's death, for damage and for their own
    /// life.
    pub fn points(&self) -> f64 {
        self.harm() + 20.0 * self.life_left
    }

    /// The part of these points that is for harm, 0 to 200: for the intruder's death and for damage.
    pub fn harm(&self) -> f64 {
        let killed = if self.killed { 100.0 } else { 0.0 };
        let damage = 100.0 * f64::from(self.damage_dealt.min(MAX_COUNTED_DAMAGE))
            / f64::from(MAX_COUNTED_DAMAGE);
        killed + damage
    }
}

/// The record of an enemy in a fight.
#[derive(Clone, Copy, Debug, Default)]
struct EnemyFightRecord {
    /// Whether the intruder has struck it.
    was_struck: bool,
    /// Whether it has struck the intruder.
    has_struck: bool,
    /// Whether the intruder saw it before the last move.
    was_seen: bool,
}

/// A fight that is played turn by turn, with the figures so far.
pub(super) struct Fight<P> {
    game: Game,
    intruder: P,
    events: Vec<Event>,
    records: Vec<EnemyFightRecord>,
    /// The number of turns of living enemies that knew of the intruder, and the number of those at their posts.
    post_turns: [u32; 2],
    /// The number of turns of living enemies that noticed the intruder, and the number of those at a distance.
    distance_turns: [u32; 2],
    stats: FightStats,
}

impl<P: Player> Fight<P> {
    pub(super) fn new(game: Game, intruder: P) -> Self {
        Fight {
            intruder,
            events: Vec::new(),
            records: vec![EnemyFightRecord::default(); game.enemies.len()],
            post_turns: [0; 2],
            distance_turns: [0; 2],
            stats: FightStats::default(),
            game,
        }
    }

    /// The state of the fight.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// The events of the last turn.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Plays a turn and returns true, or returns false when the fight is over.
    pub(super) fn step(&mut self) -> bool {
        let alive = self.game.enemies.iter().any(|enemy| enemy.life > 0);
        if self.game.status() != Status::Alive || !alive || self.game.turns() >= MAX_TURNS {
            return false;
        }
        let Some(chosen_move) = self.intruder.choose(&self.game) else {
            return false;
        };
        for (number, record) in self.records.iter_mut().enumerate() {
            record.was_seen = self.game.sees_enemy(number);
        }
        self.events.clear();
        if let Err(why) = self.game.apply(chosen_move, &mut self.events) {
            self.stats.refused = Some(RefusedMoveError {
                made: chosen_move,
                why,
                turns: self.game.turns(),
            });
            return false;
        }
        let events = std::mem::take(&mut self.events);
        events.iter().for_each(|event| self.note(event));
        self.events = events;
        self.note_places();
        true
    }

    /// Counts an event.
    fn note(&mut self, event: &Event) {
        match *event {
            Event::Struck {
                by: Actor::Enemy(enemy),
                damage,
                ..
            } => {
                self.stats.damage_dealt += u32::from(damage);
                let at = self.game.enemies.get(enemy).map(|enemy| enemy.at);
                let far = at.is_some_and(|at| at.distance_to(self.game.hero.at) >= 2);
                self.stats.thrown_damage += u32::from(damage) * u32::from(far);
                let record = &mut self.records[enemy];
                let first = !std::mem::replace(&mut record.has_struck, true);
                let unseen = first && !record.was_struck && !record.was_seen;
                self.stats.ambushes += u32::from(unseen);
            }
            Event::Struck {
                target: Actor::Enemy(enemy),
                defence,
                ..
            } => {
                self.records[enemy].was_struck = true;
                self.stats.blocked += u32::from(defence.is_some());
            }
            Event::Moved(Actor::Enemy(enemy), _, to) => {
                let enemy = &self.game.enemies[enemy];
                let follows = enemy.tracks && to == enemy.target;
                self.stats.tracked += u32::from(follows);
            }
            _ => {}
        }
    }

    /// Counts the turns of enemies at their posts and at a distance.
    fn note_places(&mut self) {
        let hero = self.game.hero.at;
        for enemy in self.game.enemies.iter().filter(|enemy| enemy.life > 0) {
            let at_post = enemy.at.distance_to(enemy.post) <= POST_DISTANCE;
            let away = enemy.at.distance_to(hero) >= 2;
            self.post_turns[0] += u32::from(enemy.aware);
            self.post_turns[1] += u32::from(enemy.aware && at_post);
            self.distance_turns[0] += u32::from(enemy.notices);
            self.distance_turns[1] += u32::from(enemy.notices && away);
        }
    }

    pub(super) fn stats(&self) -> FightStats {
        let sum = |life: &dyn Fn(&Enemy) -> u8| {
            let lives = self.game.enemies.iter().map(|enemy| u32::from(life(enemy)));
            lives.sum::<u32>()
        };
        let (life, max_life) = (sum(&|enemy| enemy.life), sum(&|enemy| enemy.body.max_life));
        let share = |[all, part]: [u32; 2]| f64::from(part) / f64::from(all.max(1));
        FightStats {
            enemies: self.records.len() as u32,
            killed: self.game.status() == Status::Dead,
            life_left: f64::from(life) / f64::from(max_life.max(1)),
            kept_post: share(self.post_turns),
            kept_distance: share(self.distance_turns),
            ..self.stats
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arena::Arena;
    use super::super::shipped::shipped_roster;
    use super::*;
    use crate::base::Seed;
    use crate::games::dungeon::players::{Faulty, ReferencePlayer};

    #[test]
    fn a_fight_with_a_refused_move_gives_an_error_and_no_figures() {
        let arena = Arena::new(Seed(1), ReferencePlayer::Careful);
        let breed = &shipped_roster()[0];
        let mut fight = Fight::new(arena.start(breed, breed.strength), Faulty);
        assert!(!fight.step());
        let refused = RefusedMoveError {
            made: Move::Portal,
            why: MoveError::NoPortal,
            turns: 0,
        };
        assert_eq!(fight.stats().checked(), Err(refused));
        assert!(refused.to_string().contains("Portal"), "{refused}");
        assert!(arena.try_fight(breed, breed.strength).is_ok());
    }
}
