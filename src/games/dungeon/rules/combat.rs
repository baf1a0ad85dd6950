//! Combat: the targets of a blow and its damage.

use super::hero::Weapon;
use super::{Cell, Creature, Event, Game, MEMORY_TURNS, Status, points};

impl Game {
    /// The hero strikes the cell one step away and the other cells that the weapon reaches.
    pub(super) fn strike(&mut self, step: (i16, i16), events: &mut Vec<Event>) {
        let at = self.hero.at;
        let cells: Vec<Cell> = match self.hero.weapon {
            Weapon::Axe => at.neighbours().collect(),
            Weapon::Spear => vec![at.step(step), at.step((2 * step.0, 2 * step.1))],
            Weapon::Dagger | Weapon::Sword | Weapon::Mace => vec![at.step(step)],
        };
        for cell in cells {
            if let Some(number) = self.enemy_at(cell) {
                let damage = self.roll_damage(number, self.hero.weapon);
                self.damage_enemy(number, damage, events);
            }
        }
    }

    /// The damage of a blow of the hero at an enemy, before its guard.
    pub(super) fn roll_damage(&mut self, number: usize, weapon: Weapon) -> u8 {
        let (least, most) = weapon.damage();
        let damage = least + self.rng.random_below(u32::from(most - least) + 1) as u8;
        let unaware = !self.enemies[number].aware;
        match weapon {
            Weapon::Dagger if unaware => 3 * damage,
            _ => damage,
        }
    }

    pub(super) fn damage_enemy(&mut self, number: usize, damage: u8, events: &mut Vec<Event>) {
        let (guard, shield) = (self.enemies[number].guard, self.meets_shield(number));
        let guarded = guard || shield;
        let hero = self.hero.at;
        let enemy = &mut self.enemies[number];
        // At least one point comes through.
        let damage = halved(halved(damage, guard), shield).max(1).min(enemy.life);
        enemy.life -= damage;
        // A blow tells where it comes from.
        (enemy.aware, enemy.target, enemy.memory) = (true, hero, MEMORY_TURNS);
        events.push(Event::Struck {
            by: Creature::Hero,
            target: Creature::Enemy(number),
            damage,
            guarded,
        });
        if enemy.life == 0 {
            events.push(Event::Died(Creature::Enemy(number)));
            self.score += points::KILL;
        }
    }

    /// An enemy strikes the hero, with a damage of 1 to `most`.
    pub(super) fn damage_hero(&mut self, number: usize, most: u8, events: &mut Vec<Event>) {
        let damage = 1 + self.rng.random_below(u32::from(most)) as u8;
        let guarded = self.hero.guard;
        // At least one point of damage comes through any armour.
        let after_armour = damage
            .saturating_sub(self.hero.armour.damage_reduction())
            .max(1);
        let damage = halved(after_armour, guarded).min(self.hero.life);
        self.hero.life -= damage;
        self.hero.unhurt_turns = 0;
        events.push(Event::Struck {
            by: Creature::Enemy(number),
            target: Creature::Hero,
            damage,
            guarded,
        });
        if self.hero.life == 0 {
            events.push(Event::Died(Creature::Hero));
            self.status = Status::Dead;
            self.killer = Some(self.enemies[number].breed.kind);
        }
    }
}

/// The damage behind a guard, which is half and rounded down.
fn halved(damage: u8, guarded: bool) -> u8 {
    if guarded { damage / 2 } else { damage }
}
