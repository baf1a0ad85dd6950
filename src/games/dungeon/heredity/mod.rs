//! Heredity on the way down: enemies that wounded the hero or were left alive breed, and the children train against the
//! way in which the hero played. The same moves give the same children on every machine.

pub mod breeding;
pub mod deeds;
pub mod family;
pub mod learning;

pub use breeding::Breeding;
pub use deeds::{Chronicle, Deeds};
pub use family::{ChildBreed, EnemyLineage, EnemySkill, EnemyWithDeeds, Gain, Heirs};
pub use learning::{Learners, Learning};
