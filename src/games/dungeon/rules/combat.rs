//! Combat: the targets of a blow and its damage.

use super::hero::{SURPRISE, Weapon};
use super::{
    Actor, Adaptation, Boon, Cell, Defence, EnemyKind, Event, Game, MEMORY_TURNS, Status, points,
};

impl Game {
    /// The hero strikes the cell one step away and the other cells that the weapon reaches.
    pub(super) fn strike(&mut self, step: (i16, i16), events: &mut Vec<Event>) {
        let (at, weapon) = (self.hero.at, self.hero.weapon);
        let cells: Vec<Cell> = match weapon {
            Weapon::Axe => at.neighbours().collect(),
            Weapon::Spear => vec![at.step(step), at.step((2 * step.0, 2 * step.1))],
            Weapon::Dagger | Weapon::Sword | Weapon::Mace => vec![at.step(step)],
        };
        let bonus = self.blow_bonus();
        for cell in cells {
            if let Some(number) = self.enemy_at(cell) {
                let damage = bonus + self.roll_damage(number, weapon);
                self.damage_enemy(number, weapon, damage, events);
            }
        }
    }

    /// The additional damage of a blow at each enemy: with the axe 2 for each enemy beside the hero except the first.
    fn blow_bonus(&self) -> u8 {
        if self.hero.weapon != Weapon::Axe {
            return 0;
        }
        let around = self.hero.at.neighbours();
        let beside = around.filter(|cell| self.enemy_at(*cell).is_some());
        2 * beside.count().saturating_sub(1) as u8
    }

    /// The enemy that a step of the hero would strike over a free cell: with a spear, from a door or a corridor, a seen
    /// one two cells away in the line of the step.
    pub fn spear_target(&self, step: (i16, i16)) -> Option<usize> {
        let (map, at) = (&self.dungeon.layout.map, self.hero.at);
        let (over, beyond) = (at.step(step), at.step((2 * step.0, 2 * step.1)));
        let is_narrow = map.at(at).is_narrow();
        let is_way = map.is_walkable(at, over) && map.is_walkable(over, beyond);
        let reaches = self.hero.weapon == Weapon::Spear && is_narrow && is_way;
        let target = self.seen_enemy_at(beyond).filter(|_| reaches);
        target.filter(|_| self.enemy_at(over).is_none())
    }

    /// The damage of a weapon of the hero at an enemy, before its guard.
    pub(super) fn roll_damage(&mut self, number: usize, weapon: Weapon) -> u8 {
        let (least, most) = self.damage_range(weapon);
        let drawn = least + self.chance.below(u32::from(most - least) + 1) as u8;
        self.with_surprise(number, weapon, drawn)
    }

    /// The smallest and the largest damage of a weapon in the hero's hand.
    fn damage_range(&self, weapon: Weapon) -> (u8, u8) {
        let ((least, most), edge) = (weapon.damage(), self.hero.count(Boon::Edge));
        (least + edge, most + edge)
    }

    /// The smallest and the largest damage of a blow, as the hero stands now.
    fn blow_range(&self) -> (u8, u8) {
        let ((least, most), bonus) = (self.damage_range(self.hero.weapon), self.blow_bonus());
        (least + bonus, most + bonus)
    }

    /// The damage of a weapon, which is [`SURPRISE`] times as large for a dagger if the enemy does not know of the
    /// hero.
    fn with_surprise(&self, number: usize, weapon: Weapon, drawn: u8) -> u8 {
        let surprises = weapon == Weapon::Dagger && !self.enemies[number].aware;
        if surprises { SURPRISE * drawn } else { drawn }
    }

    /// Whether a shield halves the damage of a weapon. The mace breaks through shields.
    fn is_shielded(&self, number: usize, weapon: Weapon) -> bool {
        weapon != Weapon::Mace && self.meets_shield(number)
    }

    /// The defence of an enemy that the blow of a weapon meets. A guard halves the blows of every weapon, also where a
    /// shield halves them once more, so that it is named first.
    fn defence(&self, number: usize, weapon: Weapon) -> Option<Defence> {
        match self.enemies[number].guard {
            true => Some(Defence::Guard),
            false => self.is_shielded(number, weapon).then_some(Defence::Shield),
        }
    }

    /// The damage of a weapon that comes through the guard and the shield of an enemy, at least one point.
    fn past_guard(&self, number: usize, weapon: Weapon, damage: u8) -> u8 {
        let shield = self.is_shielded(number, weapon);
        halved(halved(damage, self.enemies[number].guard), shield).max(1)
    }

    pub(super) fn damage_enemy(
        &mut self,
        number: usize,
        weapon: Weapon,
        damage: u8,
        events: &mut Vec<Event>,
    ) {
        let defence = self.defence(number, weapon);
        let damage = self.past_guard(number, weapon, damage);
        let hero = self.hero.at;
        let enemy = &mut self.enemies[number];
        let damage = damage.min(enemy.life);
        enemy.life -= damage;
        // The blow tells the enemy where the hero is.
        (enemy.aware, enemy.target, enemy.memory) = (true, hero, MEMORY_TURNS);
        events.push(Event::Struck {
            by: Actor::Hero,
            target: Actor::Enemy(number),
            damage,
            defence,
        });
        self.note_death(number, events);
    }

    /// Counts an enemy that has no life left. Wanderers give no points, so that waiting for them gains nothing.
    pub(super) fn note_death(&mut self, number: usize, events: &mut Vec<Event>) {
        let enemy = &self.enemies[number];
        if enemy.life == 0 {
            events.push(Event::Died(Actor::Enemy(number)));
            self.score += if enemy.wanders { 0 } else { points::KILL };
        }
    }

    /// Ends the game if the hero has no life left.
    pub(super) fn end_if_dead(&mut self, killer: Option<usize>, events: &mut Vec<Event>) {
        if self.hero.life == 0 {
            events.push(Event::Died(Actor::Hero));
            self.status = Status::Dead;
            self.killer = killer;
        }
    }

    /// An enemy strikes the hero, with a damage of 1 to `most`.
    pub(super) fn damage_hero(&mut self, number: usize, most: u8, events: &mut Vec<Event>) {
        let damage = 1 + self.chance.below(u32::from(most)) as u8;
        let guarded = self.hero.guard;
        let after_armour = self.past_armour(number, damage);
        let damage = halved(after_armour, guarded).min(self.hero.life);
        self.hero.life -= damage;
        self.hero.unhurt_turns = 0;
        events.push(Event::Struck {
            by: Actor::Enemy(number),
            target: Actor::Hero,
            damage,
            defence: guarded.then_some(Defence::Guard),
        });
        self.end_if_dead(Some(number), events);
    }

    /// The least and the largest number of blows after which an enemy is dead, if it stays as it stands now.
    pub fn blows_to_kill(&self, number: usize) -> (u8, u8) {
        let (life, weapon) = (self.enemies[number].life, self.hero.weapon);
        let blows = |drawn: u8| {
            let first = self.with_surprise(number, weapon, drawn);
            let first = self.past_guard(number, weapon, first);
            1 + life
                .saturating_sub(first)
                .div_ceil(self.past_guard(number, weapon, drawn))
        };
        let (least, most) = self.blow_range();
        (blows(most), blows(least))
    }

    /// The least and the largest number of turns that these blows take.
    pub fn turns_to_kill(&self, number: usize) -> (u8, u8) {
        let (least, most) = self.blows_to_kill(number);
        let turns = self.hero.weapon.turns();
        (turns * least, turns * most)
    }

    /// The chance, in percent, that the next blow of the hero kills an enemy. Every blow hits.
    pub fn chance_to_kill(&self, number: usize) -> u32 {
        let (life, weapon) = (self.enemies[number].life, self.hero.weapon);
        let (least, most) = self.blow_range();
        let kills = |drawn: &u8| {
            let damage = self.with_surprise(number, weapon, *drawn);
            self.past_guard(number, weapon, damage) >= life
        };
        let killing = (least..=most).filter(kills).count();
        100 * killing as u32 / u32::from(most - least + 1)
    }

    /// The largest damage that a blow of an enemy does to the hero, after armour and skin.
    pub fn worst_hit(&self, number: usize) -> u8 {
        let enemy = &self.enemies[number];
        let most = enemy.body.max_damage;
        let most = match enemy.breed.kind {
            EnemyKind::Coward => most.div_ceil(2),
            EnemyKind::Ambusher if self.strikes_from_hiding(number) => self.ambush_damage(number),
            _ => most,
        };
        self.past_armour(number, most)
    }

    /// The damage of a blow of an enemy that comes through armour and skin, at least one point.
    fn past_armour(&self, number: usize, damage: u8) -> u8 {
        let stopped = match self.enemies[number].has(Adaptation::Fangs) {
            true => self.hero.damage_reduction() / 2,
            false => self.hero.damage_reduction(),
        };
        damage.saturating_sub(stopped).max(1)
    }
}

/// The damage behind a guard, which is half and rounded down.
fn halved(damage: u8, guarded: bool) -> u8 {
    if guarded { damage / 2 } else { damage }
}
