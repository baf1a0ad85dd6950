//! The gear with which a hero goes down, for comparisons: what the hero has from the start, what is never found, and what
//! is never used.

use super::play_to;
use crate::experiment::ExperimentError;
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::players::Player;
use crate::games::dungeon::players::reference_players::Habits;
use crate::games::dungeon::rules::hero::SPARE_LIFE;
use crate::games::dungeon::rules::{Armour, Consumable, Hero, Item, Weapon};

/// The gear of a hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gear {
    /// The hero has what it finds, and uses it as the player likes.
    Usual,
    /// An armour that the hero wears from the start to the end.
    Wearing(Armour),
    /// A weapon that the hero has in hand from the start to the end. Weapons that are found are carried, so that those
    /// who throw can throw them.
    Wielding(Weapon),
    /// All weapons from the start, with the sword in hand, used as the player likes.
    AllWeapons,
    /// All weapons but one from the start. The hero never has that one.
    AllWeaponsBut(Weapon),
    /// The hero has what it finds, without one kind of thing, which is gone as soon as the hero has it.
    NeverFinding(Item),
    /// The hero has what it finds, and leaves one kind of consumable on the belt.
    NeverUsing(Consumable),
}

/// All weapons, the one that is taken in hand first.
const WEAPONS: [Weapon; 5] = [
    Weapon::Sword,
    Weapon::Dagger,
    Weapon::Axe,
    Weapon::Spear,
    Weapon::Mace,
];

impl Gear {
    /// The thing that sets the gear apart; `None` if there is none.
    pub fn item(self) -> Option<Item> {
        match self {
            Gear::Usual | Gear::AllWeapons => None,
            Gear::Wearing(armour) => Some(Item::Armour(armour)),
            Gear::Wielding(weapon) | Gear::AllWeaponsBut(weapon) => Some(Item::Weapon(weapon)),
            Gear::NeverFinding(item) => Some(item),
            Gear::NeverUsing(thing) => Some(Item::Consumable(thing)),
        }
    }

    /// The habits of a player who goes down with this gear.
    pub fn habits(self, usual: Habits) -> Habits {
        match self {
            Gear::Wearing(armour) => usual.wearing(armour),
            Gear::Wielding(weapon) => usual.wielding(weapon).keeping_one_weapon(),
            Gear::NeverUsing(thing) => Habits {
                never_uses: Some(thing),
                ..usual
            },
            Gear::Usual | Gear::AllWeapons | Gear::AllWeaponsBut(_) | Gear::NeverFinding(_) => {
                usual
            }
        }
    }

    /// Plays a descent from its start to its end. Returns whether the hero comes through.
    pub fn survives_descent(
        self,
        player: &mut impl Player,
        mut descent: Descent,
    ) -> Result<bool, ExperimentError> {
        self.equip(&mut descent.game.hero);
        play_to(player, &mut descent, u8::MAX, |hero| self.keep(hero))
    }

    /// Gives the hero what the gear has from the start.
    fn equip(self, hero: &mut Hero) {
        match self {
            Gear::Wearing(armour) => hero.armour = armour,
            Gear::Wielding(weapon) => hero.weapon = weapon,
            Gear::AllWeapons => carry(hero, WEAPONS.to_vec()),
            Gear::AllWeaponsBut(missing) => {
                let others = WEAPONS.into_iter().filter(|weapon| *weapon != missing);
                carry(hero, others.collect());
            }
            Gear::Usual | Gear::NeverFinding(_) | Gear::NeverUsing(_) => {}
        }
        self.keep(hero);
    }

    /// Takes from the hero what the gear does not have.
    fn keep(self, hero: &mut Hero) {
        match self {
            // A hero who carries all weapons gains life when they find another one of a kind. This hero gains the same
            // life in place of the missing weapon, so that both heroes differ in that weapon alone.
            Gear::AllWeaponsBut(missing) => {
                let found = hero.items.len();
                hero.items.retain(|item| *item != Item::Weapon(missing));
                if hero.items.len() < found {
                    hero.grow(SPARE_LIFE);
                }
            }
            Gear::NeverFinding(Item::Consumable(missing)) => {
                hero.belt.retain(|thing| *thing != missing);
            }
            Gear::NeverFinding(missing) => hero.items.retain(|item| *item != missing),
            Gear::Usual
            | Gear::Wearing(_)
            | Gear::Wielding(_)
            | Gear::AllWeapons
            | Gear::NeverUsing(_) => {}
        }
    }
}

/// Lets a hero carry weapons, the first of which is in hand.
fn carry(hero: &mut Hero, mut weapons: Vec<Weapon>) {
    hero.weapon = weapons.remove(0);
    hero.items = weapons.into_iter().map(Item::Weapon).collect();
}
