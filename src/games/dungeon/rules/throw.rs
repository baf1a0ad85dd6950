//! Throwing a carried weapon at an enemy.

use super::{Event, Game, Item, MoveError, Weapon};

/// The largest distance in steps of a throw.
pub const THROW_DISTANCE: u16 = 5;

impl Game {
    /// The place of the carried weapon that the hero would throw: the first one that is made for it.
    pub fn missile(&self) -> Option<(usize, Weapon)> {
        let mut carried = self.hero.items.iter().enumerate();
        carried.find_map(|(place, item)| match item {
            Item::Weapon(weapon) if weapon.flies() => Some((place, *weapon)),
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

    /// The hero throws. The weapon does the damage of a blow and falls where the enemy stands.
    pub(super) fn throw(&mut self, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let (place, weapon) = self.missile().ok_or(MoveError::NoMissile)?;
        let number = self.throw_target().ok_or(MoveError::NoTarget)?;
        self.hero.guard = false;
        self.hero.items.remove(place);
        let (item, to) = (Item::Weapon(weapon), self.enemies[number].at);
        events.push(Event::Thrown(item, self.hero.at, to));
        let damage = self.roll_damage(number, weapon);
        self.damage_enemy(number, damage, events);
        self.items.push((to, item));
        Ok(())
    }
}
