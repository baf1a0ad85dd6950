//! The automatic players by whose descents the dungeon is measured. They differ in their habits alone, and all habits
//! stand here.

use std::fmt;
use std::str::FromStr;

use super::automatic::Automatic;
use crate::base::{SHORT, excerpt};
use crate::games::dungeon::rules::{Armour, Boon, Consumable, Weapon};

/// The habits of an automatic player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// The number of turns for which it waits for an enemy that knows of it.
    pub waits: u8,
    /// It waits for such an enemy with its guard up.
    pub guards: bool,
    /// It rests while it has less than this many quarters of its life.
    pub rests_below: u8,
    /// Against several enemies it steps back to a place where only one can come at a time.
    pub steps_back: bool,
    /// It goes on towards the exit past enemies that do not stand beside it.
    pub goes_past: bool,
    /// It keeps out of the sight of enemies that do not know of it, and comes from behind.
    pub sneaks: bool,
    /// It goes with the lantern hooded.
    pub hoods: bool,
    /// It rests in grass, if there is some near.
    pub hides: bool,
    /// It rings a bell when at least this many enemies in sight know of it.
    pub rings_for: usize,
    /// It throws the weapons that can be thrown.
    pub throws: bool,
    /// The boons, the best one first.
    pub boons: [Boon; 6],
    /// The weapon that it wields while no enemy knows of the hero, if it has one for that.
    pub first_weapon: Option<Weapon>,
    /// The weapon that it takes in hand when only guards come.
    pub against_guards: Option<Weapon>,
    /// The weapon that it takes in hand when several enemies come.
    pub against_several: Option<Weapon>,
    /// The weapon that it takes in hand in a door or a corridor when several enemies come. A player with this weapon goes
    /// to a place where it can use it.
    pub in_doorways: Option<Weapon>,
    /// The weapons, the worst one first.
    pub weapons: [Weapon; 5],
    /// The armour, the worst first.
    pub armours: [Armour; 3],
    /// A consumable that the player never uses. No player has this habit; an experiment measures with it how much a
    /// consumable is worth.
    pub never_uses: Option<Consumable>,
}

impl Habits {
    /// The same habits, with the armour that it likes best.
    pub fn wearing(mut self, best: Armour) -> Self {
        // The sort is stable, so that the others keep their order.
        self.armours.sort_by_key(|armour| *armour == best);
        self
    }

    /// The same habits, with the weapon that it likes best.
    pub fn wielding(mut self, best: Weapon) -> Self {
        self.weapons.sort_by_key(|weapon| *weapon == best);
        self
    }

    /// The same habits, without changing weapons when enemies come, or when none knows of the hero.
    pub fn keeping_one_weapon(self) -> Self {
        Habits {
            first_weapon: None,
            against_guards: None,
            against_several: None,
            in_doorways: None,
            ..self
        }
    }
}

/// An automatic player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReferencePlayer {
    /// It explores, rests and picks its fights.
    #[default]
    Careful,
    /// It goes at every enemy that it sees, and rests only when it is nearly dead.
    Bold,
    /// It keeps out of sight in the dark, and strikes from behind with a dagger.
    Sneaking,
    /// It is careful, and throws its carried weapons before it fights.
    Thrower,
    /// It runs past enemies and never rests.
    Hurried,
}

/// The habits of the careful player. The habits of the others are given by their differences from these.
const CAREFUL: Habits = Habits {
    waits: 6,
    guards: true,
    rests_below: 2,
    steps_back: true,
    goes_past: false,
    sneaks: false,
    hoods: false,
    hides: true,
    rings_for: 3,
    throws: false,
    boons: [
        Boon::Skin,
        Boon::Edge,
        Boon::Life,
        Boon::Rest,
        Boon::Potions,
        Boon::Quiet,
    ],
    first_weapon: None,
    against_guards: Some(Weapon::Mace),
    against_several: None,
    in_doorways: Some(Weapon::Spear),
    weapons: [
        Weapon::Dagger,
        Weapon::Axe,
        Weapon::Spear,
        Weapon::Mace,
        Weapon::Sword,
    ],
    armours: [Armour::Cloak, Armour::Leather, Armour::Mail],
    never_uses: None,
};

impl ReferencePlayer {
    /// All automatic players.
    pub const ALL: [ReferencePlayer; 5] = [
        ReferencePlayer::Careful,
        ReferencePlayer::Bold,
        ReferencePlayer::Sneaking,
        ReferencePlayer::Thrower,
        ReferencePlayer::Hurried,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        ["careful", "bold", "sneaking", "thrower", "hurried"][self as usize]
    }

    /// The habits.
    pub fn habits(self) -> Habits {
        match self {
            ReferencePlayer::Careful => CAREFUL,
            ReferencePlayer::Bold => Habits {
                waits: 0,
                rests_below: 1,
                hides: false,
                rings_for: 2,
                steps_back: false,
                against_several: Some(Weapon::Axe),
                in_doorways: None,
                ..CAREFUL
            },
            ReferencePlayer::Sneaking => Habits {
                sneaks: true,
                hoods: true,
                rings_for: 2,
                boons: [
                    Boon::Edge,
                    Boon::Skin,
                    Boon::Life,
                    Boon::Quiet,
                    Boon::Potions,
                    Boon::Rest,
                ],
                first_weapon: Some(Weapon::Dagger),
                armours: [Armour::Mail, Armour::Leather, Armour::Cloak],
                ..CAREFUL
            },
            ReferencePlayer::Thrower => Habits {
                throws: true,
                rings_for: 1,
                // The player throws the spear.
                in_doorways: None,
                armours: [Armour::Cloak, Armour::Mail, Armour::Leather],
                ..CAREFUL
            },
            ReferencePlayer::Hurried => Habits {
                rests_below: 0,
                hides: false,
                goes_past: true,
                against_several: Some(Weapon::Axe),
                in_doorways: None,
                boons: [
                    Boon::Potions,
                    Boon::Life,
                    Boon::Skin,
                    Boon::Quiet,
                    Boon::Edge,
                    Boon::Rest,
                ],
                ..CAREFUL
            },
        }
    }

    /// The player at the start of a descent.
    pub fn player(self) -> Automatic {
        Automatic::new(self.habits())
    }
}

impl fmt::Display for ReferencePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The reason why a text names no automatic player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is none of careful, bold, sneaking, thrower and hurried")]
pub struct ReferencePlayerError(String);

impl FromStr for ReferencePlayer {
    type Err = ReferencePlayerError;

    fn from_str(text: &str) -> Result<Self, ReferencePlayerError> {
        let named = ReferencePlayer::ALL
            .into_iter()
            .find(|reference| reference.name() == text);
        named.ok_or_else(|| ReferencePlayerError(excerpt(text, SHORT)))
    }
}
