//! Enemies: what they do is a program of two trees, evolved or written by hand.

pub mod program;
pub mod written;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use program::Program;

/// What an enemy is out for, and looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// Finds the hero and strikes.
    Hunter,
    /// Keeps its place.
    Guard,
    /// Wounds, and lives.
    Coward,
    /// Strikes who did not see it coming.
    Ambusher,
}

impl Kind {
    /// All.
    pub const ALL: [Kind; 4] = [Kind::Hunter, Kind::Guard, Kind::Coward, Kind::Ambusher];

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        ["hunter", "guard", "coward", "ambusher"][self as usize]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of enemy with what it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breed {
    /// Its kind.
    pub kind: Kind,
    /// What it does.
    pub program: Program,
}

/// Those that the project comes with.
pub fn roster() -> Roster {
    let written = written::written().expect("a test has read them");
    let breed = |(kind, program)| Arc::new(Breed { kind, program });
    Kind::ALL.into_iter().zip(written).map(breed).collect()
}

/// Who lives in a dungeon: each of its enemies is one of these.
pub type Roster = Vec<Arc<Breed>>;
