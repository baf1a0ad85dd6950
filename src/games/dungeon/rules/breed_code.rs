//! Short codes of breeds, so that game ids can hold evolved enemies: the letter of the kind, the strength, and a letter
//! for each node, with a dot between the trees, and after another dot the letter of the adaptation, if there is one.

use std::fmt;
use std::str::FromStr;

use super::adaptation::Adaptation;
use super::enemy::{Breed, EnemyKind, MAX_STRENGTH};
use super::program::{Node, Program, Tree, TreeError, TreeKind};
use crate::base::{SHORT, excerpt};

/// The reason why a text is not the code of a breed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BreedCodeError {
    /// The text does not have the form of a code.
    #[error("\"{0}\" is not an enemy; one looks like h5j.eoq")]
    Shape(String),
    /// A tree is invalid.
    #[error("the {0} of the enemy \"{1}\": {2}")]
    Tree(&'static str, String, TreeError),
}

impl EnemyKind {
    fn letter(self) -> char {
        ['h', 'g', 'c', 'a'][self as usize]
    }
}

fn letters(tree: &Tree) -> impl Iterator<Item = char> + '_ {
    let letter = |node: &Node| char::from(b'a' + *node as u8);
    tree.nodes().iter().map(letter)
}

impl fmt::Display for Breed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.strength)?;
        let Program { patrol, attack } = &self.program;
        let dot = std::iter::once('.');
        let text: String = letters(patrol).chain(dot).chain(letters(attack)).collect();
        f.write_str(&text)?;
        match self.adaptation {
            Some(adaptation) => write!(f, ".{}", adaptation.letter()),
            None => Ok(()),
        }
    }
}

impl FromStr for Breed {
    type Err = BreedCodeError;

    fn from_str(text: &str) -> Result<Self, BreedCodeError> {
        let short = || excerpt(text, SHORT);
        let shape = || BreedCodeError::Shape(short());
        let kind = EnemyKind::ALL
            .into_iter()
            .find(|kind| text.starts_with(kind.letter()));
        let kind = kind.ok_or_else(shape)?;
        let rest = &text[1..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(shape)?;
        let strength = rest[..end].parse().map_err(|_| shape())?;
        if !(1..=MAX_STRENGTH).contains(&strength) || rest.starts_with('0') {
            return Err(shape());
        }
        let mut parts = rest[end..].split('.');
        let (patrol, attack) = (
            parts.next().ok_or_else(shape)?,
            parts.next().ok_or_else(shape)?,
        );
        let adaptation = parts.next().map(|letter| {
            let named = |one: &Adaptation| one.suits(kind) && letter == one.letter().to_string();
            Adaptation::ALL.into_iter().find(named).ok_or_else(shape)
        });
        if parts.next().is_some() {
            return Err(shape());
        }
        let tree = |letters: &str, kind: TreeKind| {
            let node = |letter: char| {
                let at = (letter as usize).checked_sub('a' as usize);
                at.and_then(|at| Node::ALL.get(at).copied())
                    .ok_or_else(shape)
            };
            let nodes = letters
                .chars()
                .map(node)
                .collect::<Result<Vec<Node>, BreedCodeError>>()?;
            Tree::of(nodes, kind).map_err(|why| BreedCodeError::Tree(kind.name(), short(), why))
        };
        Ok(Breed {
            kind,
            strength,
            program: Program {
                patrol: tree(patrol, TreeKind::Patrol)?,
                attack: tree(attack, TreeKind::Attack)?,
            },
            adaptation: adaptation.transpose()?,
        })
    }
}
