//! Throwing a carried weapon at an enemy.

use super::{Adaptation, Event, Game, Item, MoveError, Weapon};

/// The largest distance in steps of a throw.
pub const THROW_DISTANCE: u16 = 5;

impl Game {
    /// The place of the carried weapon that the hero would throw, the first one that can be thrown; `None` without one,
    /// or in mail.
    pub fn missile(&self) -> Option<(usize, Weapon)> {
        self.hero.armour.throw_factor()?;
        let mut carried = self.hero.items.iter().enumerate();
        carried.find_map(|(place, item)| match item {
            Item::Weapon(weapon) if weapon.can_be_thrown() => Some((place, *weapon)),
            _ => None,
        })
    }

    /// The enemy at which the hero would throw: the nearest one in sight and within [`THROW_DISTANCE`], the first of
    /// equals.
    pub fn throw_target(&self) -> Option<usize> {
        let distance = |number: &usize| self.enemies[*number].at.distance_to(self.hero.at);
        self.visible_enemies()
            .filter(|number| distance(number) <= THROW_DISTANCE)
            .min_by_key(distance)
    }

    /// The damage of a thrown weapon or of fire that comes through the hide of an enemy, at least one point.
    pub(super) fn past_hide(&self, number: usize, damage: u8) -> u8 {
        match self.enemies[number].has(Adaptation::Hide) {
            true => (damage / 2).max(1),
            false => damage,
        }
    }

    /// The hero throws. The weapon does the damage of a blow, twice as much in leather, and falls where the enemy
    /// stands.
    pub(super) fn throw(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let factor = self.hero.armour.throw_factor().ok_or(MoveError::Stiff)?;
        let (place, weapon) = self.missile().ok_or(MoveError::NoMissile)?;
        let number = self.throw_target().ok_or(MoveError::NoTarget)?;
        self.hero.guard = false;
        self.hero.items.remove(place);
        let (item, to) = (Item::Weapon(weapon), self.enemies[number].at);
        events.push(Event::Thrown(item, self.hero.at, to));
        let drawn = self.roll_damage(number, weapon);
        let damage = self.past_hide(number, factor * drawn);
        self.damage_enemy(number, weapon, damage, events);
        self.items.push((to, item));
        Ok(())
    }
}
