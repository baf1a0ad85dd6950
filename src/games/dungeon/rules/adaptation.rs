//! Adaptations, with which the children of enemies may be born, so that they suit the hero who met their parents. Each
//! costs a part of the body's life, so that no adaptation is better against every hero than having none.

use serde::{Deserialize, Serialize};

use super::enemy::EnemyKind;

/// An adaptation of a breed, which gives an ability and costs life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Adaptation {
    /// It bites through half of the protection of armour and tough skin.
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
    /// All adaptations.
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

    /// Whether enemies of a kind can be born with it. Hunters leap and cowards throw, so that longer arms are of no use
    /// to them.
    pub fn suits(self, kind: EnemyKind) -> bool {
        match self {
            Adaptation::Arms => matches!(kind, EnemyKind::Guard | EnemyKind::Ambusher),
            Adaptation::Fangs | Adaptation::Nose | Adaptation::Hide => true,
        }
    }

    /// The life that the adaptation leaves of a body's life.
    pub fn life_of(self, life: u8) -> u8 {
        life - life / 5
    }
}
