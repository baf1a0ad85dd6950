//! Blows: who is struck, and how much it hurts.

use super::foe::Foe;
use super::hero::Weapon;
use super::{Cell, Event, Game, Status, Who, points};

impl Game {
    /// The hero strikes at the cell one step away, with what the weapon reaches besides.
    pub(super) fn strike(&mut self, step: (i16, i16), events: &mut Vec<Event>) {
        let at = self.hero.at;
        let cells: Vec<Cell> = match self.hero.weapon {
            Weapon::Axe => at.around().collect(),
            Weapon::Spear => vec![at.step(step), at.step((2 * step.0, 2 * step.1))],
            Weapon::Dagger | Weapon::Sword | Weapon::Mace => vec![at.step(step)],
        };
        for cell in cells {
            if let Some(number) = self.foe_at(cell) {
                let wounds = self.wounds_for(number);
                self.wound_foe(number, wounds, events);
            }
        }
    }

    fn wounds_for(&mut self, number: usize) -> u8 {
        let (least, most) = self.hero.weapon.wounds();
        let wounds = least + self.rng.below(u32::from(most - least) + 1) as u8;
        let unaware = !self.foes[number].aware;
        match self.hero.weapon {
            Weapon::Dagger if unaware => 3 * wounds,
            _ => wounds,
        }
    }

    fn wound_foe(&mut self, number: usize, wounds: u8, events: &mut Vec<Event>) {
        let foe = &mut self.foes[number];
        let guarded = foe.guard;
        let wounds = halved(wounds, guarded).min(foe.life);
        foe.life -= wounds;
        foe.aware = true;
        events.push(Event::Struck {
            by: Who::Hero,
            at: Who::Foe(number),
            wounds,
            guarded,
        });
        if foe.life == 0 {
            events.push(Event::Died(Who::Foe(number)));
            self.score += points::KILL;
        }
    }

    /// An enemy strikes the hero.
    pub(super) fn wound_hero(&mut self, number: usize, events: &mut Vec<Event>) {
        let Foe { body, .. } = self.foes[number];
        let wounds = 1 + self.rng.below(u32::from(body.wounds)) as u8;
        let guarded = self.hero.guard;
        // One always comes through.
        let through = wounds.saturating_sub(self.hero.armour.takes()).max(1);
        let wounds = halved(through, guarded).min(self.hero.life);
        self.hero.life -= wounds;
        self.hero.rested = 0;
        events.push(Event::Struck {
            by: Who::Foe(number),
            at: Who::Hero,
            wounds,
            guarded,
        });
        if self.hero.life == 0 {
            events.push(Event::Died(Who::Hero));
            self.status = Status::Dead;
            self.killer = Some(self.foes[number].breed.kind);
        }
    }
}

/// Half of the wounds behind a guard, rounded down: a guard stops the weakest blows.
fn halved(wounds: u8, guarded: bool) -> u8 {
    if guarded { wounds / 2 } else { wounds }
}
