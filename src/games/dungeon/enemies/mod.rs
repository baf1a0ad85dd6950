//! Enemies: what they do is a program of two trees, evolved or written by hand.

pub mod arena;
pub mod breeding;
pub mod code;
pub mod drawing;
pub mod evolution;
pub mod program;
pub mod scenes;
pub mod shipped;
pub mod written;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use program::{Node, Program};

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

    /// Whether programs of it are bred with a node: only ambushers know when they are seen, since any kind
    /// that does turns into one.
    pub fn knows(self, node: Node) -> bool {
        node != Node::IfSeen || self == Kind::Ambusher
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
    /// The strength of the bodies that it was evolved in.
    pub strength: u8,
    /// What it does.
    pub program: Program,
}

/// Who lives in a dungeon: each of its enemies is one of these.
pub type Roster = Vec<Arc<Breed>>;

/// Those of each kind that were evolved for bodies nearest to a strength.
pub fn for_strength(breeds: &[Arc<Breed>], strength: u8) -> Roster {
    let apart = |breed: &Breed| breed.strength.abs_diff(strength);
    let nearest = |kind| {
        let kin = breeds.iter().filter(move |breed| breed.kind == kind);
        let least = kin.clone().map(|breed| apart(breed)).min();
        kin.filter(move |breed| Some(apart(breed)) == least)
    };
    Kind::ALL.into_iter().flat_map(nearest).cloned().collect()
}
