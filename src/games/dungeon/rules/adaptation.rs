//! Adaptations: what the children of enemies may be born with, so that they suit the hero who met their parents. Each costs
//! a part of the body's life, so that none is better than none against every hero.

use serde::{Deserialize, Serialize};

use super::enemy::EnemyKind;

/// Something that a breed does better than others, for less life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Adaptation {
    /// It bites through armour and tough skin.
    Fangs,
    /// It notices the hero from [`NOSE_DISTANCE`] steps away wherever it looks, in the dark too.
    Nose,
    /// Thrown weapons and fire do it half the damage.
    Hide,
    /// It strikes over another enemy that stands between it and the hero.
    Arms,
}

/// The distance in steps from which a keen nose notices the hero.
pub const NOSE_DISTANCE: u16 = 5;

impl Adaptation {
    /// All of them.
    pub const ALL: [Adaptation; 4] = [
        Adaptation::Fangs,
        Adaptation::Nose,
        Adaptation::Hide,
        Adaptation::Arms,
    ];

    /// The letter in codes of breeds.
    pub fn letter(self) -> char {
        ['f', 'n', 'h', 'a'][self as usize]
    }

    /// Whether enemies of a kind can be born with it. Hunters leap and cowards throw, so that longer arms are nothing to them.
    pub fn suits(self, kind: EnemyKind) -> bool {
        match self {
            Adaptation::Arms => matches!(kind, EnemyKind::Guard | EnemyKind::Ambusher),
            Adaptation::Fangs | Adaptation::Nose | Adaptation::Hide => true,
        }
    }

    /// The life that is left of a body's life.
    pub fn life_of(self, life: u8) -> u8 {
        life - life / 5
    }
}
