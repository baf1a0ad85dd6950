//! Enemies in play: their bodies, and what their programs sense.

use std::sync::Arc;

use crate::games::dungeon::enemies::program::Thread;
use crate::games::dungeon::enemies::{Breed, Kind};
use crate::games::dungeon::layout::Cell;

/// What an enemy is by nature, before its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// Life at most.
    pub life: u8,
    /// Most wounds of a blow; at least 1.
    pub wounds: u8,
    /// How far it sees.
    pub sight: u16,
}

impl Body {
    /// The body of a kind and a strength, from 1 to [`STRONGEST`].
    pub fn of(kind: Kind, strength: u8) -> Self {
        let strength = strength.clamp(1, STRONGEST);
        let (life, wounds, sight) = match kind {
            Kind::Hunter => (0, 0, 9),
            Kind::Guard => (3, 0, 6),
            Kind::Coward => (0, 0, 8),
            Kind::Ambusher => (0, 1, 7),
        };
        Body {
            life: 4 + strength + life,
            wounds: 2 + strength / 2 + wounds,
            sight,
        }
    }
}

/// The strongest bodies.
pub const STRONGEST: u8 = 12;

/// An enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foe {
    /// Where.
    pub at: Cell,
    /// The step it faces.
    pub facing: (i16, i16),
    /// What it is by nature.
    pub body: Body,
    /// Life that is left.
    pub life: u8,
    /// Whether its guard is up until its next turn.
    pub guard: bool,
    /// How often it has healed itself.
    pub healed: u8,
    /// Whether it has noticed the hero in its last turn.
    pub aware: bool,
    /// What it is and does.
    pub breed: Arc<Breed>,
    /// Where it is in its program.
    pub thread: Thread,
}

/// How often an enemy can heal itself.
pub const HEALINGS: u8 = 3;

impl Foe {
    /// An enemy that knows nothing yet.
    pub fn new(at: Cell, facing: (i16, i16), strength: u8, breed: Arc<Breed>) -> Self {
        let body = Body::of(breed.kind, strength);
        Foe {
            at,
            facing,
            body,
            life: body.life,
            guard: false,
            healed: 0,
            aware: false,
            breed,
            thread: Thread::default(),
        }
    }

    /// Whether a cell lies before it rather than behind its back.
    pub fn faces(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x - self.at.x, cell.y - self.at.y);
        x * self.facing.0 + y * self.facing.1 >= 0
    }
}
