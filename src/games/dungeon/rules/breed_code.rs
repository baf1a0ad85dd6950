//! Breeds as short codes, so that a game id holds the enemies that were evolved for it: the kind's letter,
//! the strength, and a letter for each node, the trees parted by a dot.

use std::fmt;
use std::str::FromStr;

use super::program::{BadTree, Branches, Node, Program, Tree};
use super::{Breed, Kind};
use crate::games::dungeon::rules::foe::STRONGEST;

/// A text that is no breed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCode {
    /// It is not written as one is.
    #[error("\"{0}\" is not an enemy; one looks like h5j.eoq")]
    Shape(String),
    /// A tree is none.
    #[error("the {0} of the enemy \"{1}\": {2}")]
    Tree(&'static str, String, BadTree),
}

impl Kind {
    fn letter(self) -> char {
        ['h', 'g', 'c', 'a'][self as usize]
    }
}

fn letters(branches: &Branches) -> impl Iterator<Item = char> + '_ {
    let letter = |node: &Node| char::from(b'a' + *node as u8);
    branches.nodes().iter().map(letter)
}

impl fmt::Display for Breed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.strength)?;
        let Program { patrol, attack } = &self.program;
        let dot = std::iter::once('.');
        let text: String = letters(patrol).chain(dot).chain(letters(attack)).collect();
        f.write_str(&text)
    }
}

impl FromStr for Breed {
    type Err = BadCode;

    fn from_str(text: &str) -> Result<Self, BadCode> {
        let short = || text.chars().take(60).collect::<String>();
        let shape = || BadCode::Shape(short());
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| text.starts_with(kind.letter()));
        let kind = kind.ok_or_else(shape)?;
        let rest = &text[1..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(shape)?;
        let strength = rest[..end].parse().map_err(|_| shape())?;
        if !(1..=STRONGEST).contains(&strength) || rest.starts_with('0') {
            return Err(shape());
        }
        let (patrol, attack) = rest[end..].split_once('.').ok_or_else(shape)?;
        let tree = |letters: &str, tree: Tree| {
            let node = |letter: char| {
                let at = (letter as usize).checked_sub('a' as usize);
                at.and_then(|at| Node::ALL.get(at).copied())
                    .ok_or_else(shape)
            };
            let nodes = letters
                .chars()
                .map(node)
                .collect::<Result<Vec<Node>, BadCode>>()?;
            Branches::of(nodes, tree).map_err(|why| BadCode::Tree(tree.name(), short(), why))
        };
        Ok(Breed {
            kind,
            strength,
            program: Program {
                patrol: tree(patrol, Tree::Patrol)?,
                attack: tree(attack, Tree::Attack)?,
            },
        })
    }
}
