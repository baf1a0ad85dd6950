//! The moves of the hero, and the reasons why a move is refused.

use serde::{Deserialize, Serialize};

use crate::games::dungeon::map::Lock;

/// One of the eight steps, as its index in [`Cell::STEPS`].
///
/// [`Cell::STEPS`]: crate::games::dungeon::map::Cell::STEPS
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step(pub u8);

/// The move of the hero in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Move {
    /// Steps to a cell, or strikes the enemy that stands there.
    Step(Step),
    /// Rests for a turn.
    Wait,
    /// Puts the guard up, which halves the damage of blows until the next turn.
    Guard,
    /// Wields or wears the carried item of an index.
    Use(u8),
    /// Uses the consumable of an index on the belt.
    Belt(u8),
    /// Hoods the lantern, or takes the hood off.
    Hood,
    /// Goes through the portal on which the hero stands.
    Portal,
    /// Throws a carried weapon at the nearest enemy.
    Throw,
    /// Takes the boon of an index. It takes no turn, and comes before any other move in a dungeon.
    Boon(u8),
}

/// The reason why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// A wall is in the way.
    #[error("there is a wall")]
    Wall,
    /// A door is at one end of a diagonal step.
    #[error("nobody can go through a door diagonally")]
    Doorway,
    /// No step has this index.
    #[error("there is no such step")]
    NoStep,
    /// The hero lacks the key of the door, which has this lock.
    #[error("the door is locked")]
    Locked(Lock),
    /// The hero lacks the key of the portal, which has this lock.
    #[error("the portal is sealed")]
    Sealed(Lock),
    /// The hero lacks the exit's key.
    #[error("the exit needs its key")]
    NoKey,
    /// The hero carries no item of this index.
    #[error("nothing is carried there")]
    NoItem,
    /// The hero has full life, so that a potion would be wasted.
    #[error("nothing needs to be healed")]
    Healthy,
    /// The hero stands at the start, to which a leaf would take them.
    #[error("the hero is at the start")]
    AtStart,
    /// A boon has to be taken first.
    #[error("a boon has to be taken first")]
    Choose,
    /// No boon of this index is offered.
    #[error("no such boon is offered")]
    NoBoon,
    /// The hero does not stand on a portal.
    #[error("there is no portal here")]
    NoPortal,
    /// The hero carries no weapon that can be thrown.
    #[error("nothing is carried that can be thrown")]
    NoMissile,
    /// The hero's armour is too stiff to throw in.
    #[error("weapons cannot be thrown in mail")]
    Stiff,
    /// No enemy is in sight and near enough.
    #[error("no enemy is near enough")]
    NoTarget,
    /// The game is over.
    #[error("the game is over")]
    Over,
}
