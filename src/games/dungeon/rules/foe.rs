//! Enemies in play: their bodies, and what their programs sense.

use std::sync::Arc;

use crate::games::dungeon::enemies::program::{Program, Thread};
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
    /// The body of a strength, 1 to 8.
    pub fn of(strength: u8) -> Self {
        Body {
            life: 4 + strength,
            wounds: 2 + strength / 2,
            sight: 7,
        }
    }
}

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
    /// What it does.
    pub program: Arc<Program>,
    /// Where it is in its program.
    pub thread: Thread,
}

/// How often an enemy can heal itself.
pub const HEALINGS: u8 = 3;

impl Foe {
    /// An enemy that knows nothing yet.
    pub fn new(at: Cell, facing: (i16, i16), body: Body, program: Arc<Program>) -> Self {
        Foe {
            at,
            facing,
            body,
            life: body.life,
            guard: false,
            healed: 0,
            aware: false,
            program,
            thread: Thread::default(),
        }
    }

    /// Whether a cell lies before it rather than behind its back.
    pub fn faces(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x - self.at.x, cell.y - self.at.y);
        x * self.facing.0 + y * self.facing.1 >= 0
    }
}
