//! The bodies of the kinds: their reach, and their ways to strike. The hunter lunges, the guard has a shield, the
//! coward throws, and the ambusher hides.

use super::{Actor, Adaptation, Cell, EnemyKind, Event, Game};
use crate::games::dungeon::map::Ground;

/// The largest distance in steps from which a coward throws; beside the hero it cannot.
pub const HURL_DISTANCE: u16 = 4;

impl Game {
    /// Whether an enemy is an ambusher that stands still, so that the hero does not see it unless it is beside them.
    pub fn is_hidden(&self, number: usize) -> bool {
        self.enemies.get(number).is_some_and(|enemy| {
            let near = enemy.at.distance_to(self.hero.at) <= 1;
            enemy.breed.kind == EnemyKind::Ambusher && enemy.still && !near
        })
    }

    /// Whether the hero sees a living enemy.
    pub fn sees_enemy(&self, number: usize) -> bool {
        let map = &self.dungeon.layout.map;
        let lit = |at: Cell| self.visible.has(map, at);
        let in_grass = |at: Cell| self.is_hidden_by_grass(at, self.hero.at);
        let there = |enemy: &super::Enemy| enemy.life > 0 && lit(enemy.at) && !in_grass(enemy.at);
        self.enemies.get(number).is_some_and(there) && !self.is_hidden(number)
    }

    /// The living enemy on a cell, if the hero sees it.
    pub fn seen_enemy_at(&self, cell: Cell) -> Option<usize> {
        self.enemy_at(cell)
            .filter(|number| self.sees_enemy(*number))
    }

    /// Whether an enemy can strike the hero from its cell.
    pub(super) fn reaches(&self, number: usize) -> bool {
        let enemy = &self.enemies[number];
        if !enemy.notices {
            return false;
        }
        match enemy.breed.kind {
            EnemyKind::Hunter => self.is_beside_hero(enemy.at) || self.lunge(enemy.at).is_some(),
            EnemyKind::Coward => {
                let steps = enemy.at.distance_to(self.hero.at);
                let map = &self.dungeon.layout.map;
                (2..=HURL_DISTANCE).contains(&steps) && self.visible.has(map, enemy.at)
            }
            EnemyKind::Guard | EnemyKind::Ambusher => {
                self.is_beside_hero(enemy.at) || self.strikes_over_friend(number)
            }
        }
    }

    /// Whether an actor can strike or step from a cell to that of the hero.
    pub(super) fn is_beside_hero(&self, cell: Cell) -> bool {
        let map = &self.dungeon.layout.map;
        cell.distance_to(self.hero.at) == 1 && map.is_walkable(cell, self.hero.at)
    }

    /// Whether an enemy with long arms is two steps away from the hero in a straight line, with another enemy between.
    fn strikes_over_friend(&self, number: usize) -> bool {
        let enemy = &self.enemies[number];
        let from = enemy.at;
        enemy.has(Adaptation::Arms)
            && middle(from, self.hero.at).is_some_and(|over| {
                let map = &self.dungeon.layout.map;
                map.is_walkable(from, over)
                    && self.enemy_at(over).is_some()
                    && self.is_beside_hero(over)
            })
    }

    /// The free cell over which a hunter leaps at a hero two steps away in a straight line.
    fn lunge(&self, from: Cell) -> Option<Cell> {
        let over = middle(from, self.hero.at)?;
        (self.is_free(from, over) && self.is_beside_hero(over)).then_some(over)
    }

    /// An enemy that reaches the hero strikes in the way of its kind, and faces the hero.
    pub(super) fn attack(&mut self, number: usize, events: &mut Vec<Event>) {
        let Game { hero, enemies, .. } = self;
        let enemy = &enemies[number];
        let (kind, at, target) = (enemy.breed.kind, enemy.at, hero.at);
        let mut most = enemy.body.max_damage;
        match kind {
            EnemyKind::Hunter => {
                if let Some(over) = self.lunge(at) {
                    self.go(number, over, events);
                    events.push(Event::Lunged(number));
                }
            }
            EnemyKind::Guard => self.enemies[number].shield = false,
            EnemyKind::Coward => {
                most = most.div_ceil(2);
                events.push(Event::Hurled(number, at, target));
            }
            EnemyKind::Ambusher => {
                if self.strikes_from_hiding(number) {
                    most = self.ambush_damage(number);
                    events.push(Event::Ambushed(number));
                }
            }
        }
        self.face(number);
        self.damage_hero(number, most, events);
    }

    /// Whether a blow of an ambusher would be from hiding, and harder. It cannot be so against a shrouded hero, at whom
    /// the ambusher cannot aim.
    pub(super) fn strikes_from_hiding(&self, number: usize) -> bool {
        let enemy = &self.enemies[number];
        enemy.breed.kind == EnemyKind::Ambusher && enemy.still && !self.hero.is_shrouded()
    }

    /// The largest damage of the blow of an ambusher from hiding: twice as much as usual out of grass, and half as much
    /// again elsewhere, rounded down.
    pub(super) fn ambush_damage(&self, number: usize) -> u8 {
        let enemy = &self.enemies[number];
        let usual = enemy.body.max_damage;
        match self.ground_at(enemy.at) {
            Ground::Grass => 2 * usual,
            _ => usual + usual / 2,
        }
    }

    /// Turns an enemy to the cell on which it believes the hero to be, if it knows of the hero.
    pub(super) fn face(&mut self, number: usize) {
        let enemy = &mut self.enemies[number];
        if enemy.aware {
            enemy.turn_to(enemy.target);
        }
    }

    /// Whether the shield of a guard is between it and the hero: the shield is up unless the guard struck in its last
    /// turn, and covers its front.
    pub(super) fn meets_shield(&self, number: usize) -> bool {
        let enemy = &self.enemies[number];
        let (x, y) = (self.hero.at.x - enemy.at.x, self.hero.at.y - enemy.at.y);
        let ahead = x * enemy.facing.0 + y * enemy.facing.1 > 0;
        enemy.breed.kind == EnemyKind::Guard && enemy.shield && ahead
    }

    /// Notes after the act of an enemy whether it stood still, and raises the shield of a guard again unless it struck.
    pub(super) fn finish_enemy_act(&mut self, number: usize, from: Cell, events: &[Event]) {
        let by = Actor::Enemy(number);
        let strikes = |event: &Event| matches!(event, Event::Struck { by: who, .. } if *who == by);
        let struck = events.iter().any(strikes);
        let enemy = &mut self.enemies[number];
        enemy.still = enemy.at == from && !struck;
        enemy.shield = !struck;
    }
}

/// The cell between two cells that are two steps away from each other in a straight line.
fn middle(from: Cell, to: Cell) -> Option<Cell> {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let straight = |step: i16| step == 0 || step.abs() == 2;
    let is_between = from.distance_to(to) == 2 && straight(x) && straight(y);
    is_between.then(|| from.step((x / 2, y / 2)))
}
