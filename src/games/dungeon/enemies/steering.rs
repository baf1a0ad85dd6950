//! The parts of an enemy that a player can lock while it evolves: the nodes of its two trees.
//!
//! A node is numbered by its way from the root, so that it keeps its number when a tree changes elsewhere: the root is
//! 1, and the arguments of node n are 4 n, 4 n + 1 and 4 n + 2. The attack tree has the highest bit.

use super::listing;
use super::problem::EnemyProblem;
use crate::base::PlainError;
use crate::games::dungeon::rules::Breed;
use crate::games::dungeon::rules::program::{Node, Program, Tree, TreeKind};
use crate::generation::{Part, Steering};

/// The bit of the nodes of the attack tree.
const ATTACK: Part = 1 << 15;
/// The trees of a program, with the bits of their nodes.
const KINDS: [(TreeKind, Part); 2] = [(TreeKind::Patrol, 0), (TreeKind::Attack, ATTACK)];

/// Appends the numbers of the nodes of a subtree in prefix order. Its root is at an index and has the given number.
fn number_nodes(tree: &Tree, at: usize, number: Part, into: &mut Vec<Part>) {
    into.push(number);
    let mut next = at + 1;
    for argument in 0..tree.nodes()[at].arity() as Part {
        number_nodes(tree, next, 4 * number + argument, into);
        next = tree.subtree_end(next);
    }
}

/// The numbers of the nodes of a tree, in prefix order and without the bit of the tree.
fn numbers(tree: &Tree) -> Vec<Part> {
    let mut all = Vec::with_capacity(tree.nodes().len());
    number_nodes(tree, 0, 1, &mut all);
    all
}

/// Whether a node is `other` or an ancestor of it. The number of a node divided by 4 is the number of its parent.
fn leads_to(node: Part, mut other: Part) -> bool {
    while other > node {
        other /= 4;
    }
    other == node
}

/// Two trees that are joined: locked nodes come from `locked`, everything else from `other`.
struct TreeJoin<'a> {
    locked: &'a Tree,
    other: &'a Tree,
    /// The numbers of the locked nodes.
    parts: Vec<Part>,
}

impl TreeJoin<'_> {
    /// Appends the subtree of the node with a number. The node has the index `at` in the locked tree, and the index
    /// `other` in the other tree if it is there too.
    fn write(&self, number: Part, at: usize, other: Option<usize>, into: &mut Vec<Node>) {
        if !self.parts.iter().any(|part| leads_to(number, *part)) {
            let (tree, at) = match other {
                Some(other) => (self.other, other),
                None => (self.locked, at),
            };
            into.extend_from_slice(&tree.nodes()[at..tree.subtree_end(at)]);
            return;
        }
        let node = self.locked.nodes()[at];
        into.push(node);
        let mut next = at + 1;
        let mut next_other = other.map(|other| (other + 1, self.other.nodes()[other].arity()));
        for argument in 0..node.arity() {
            let there = next_other.filter(|(_, arity)| argument < *arity);
            let there = there.map(|(at, _)| at);
            self.write(4 * number + argument as Part, next, there, into);
            next = self.locked.subtree_end(next);
            if let (Some(there), Some((next, _))) = (there, &mut next_other) {
                *next = self.other.subtree_end(there);
            }
        }
    }
}

impl Steering<EnemyProblem> for EnemyProblem {
    fn parts(&self, program: &Program) -> Vec<Part> {
        let numbers = |(kind, bit)| {
            let numbers = numbers(program.tree(kind)).into_iter();
            numbers.map(move |number| number | bit)
        };
        let mut all: Vec<Part> = KINDS.into_iter().flat_map(numbers).collect();
        all.sort_unstable();
        all
    }

    /// A line of a listing stands for its node with everything below it.
    fn parts_of_shape(&self, program: &Program, key: u16) -> Vec<Part> {
        let Some((kind, at)) = listing::node_of_shape(program, key) else {
            return Vec::new();
        };
        let tree = program.tree(kind);
        let bit = KINDS[kind as usize].1;
        let below = at..tree.subtree_end(at);
        numbers(tree)[below].iter().map(|part| part | bit).collect()
    }

    /// Locked nodes stay where they are, and so do the nodes on the way to them. A tree that becomes too large that way
    /// is locked as a whole.
    fn restore(&self, program: &mut Program, locked: &Program, parts: &[Part]) {
        for (kind, bit) in KINDS {
            let of_tree = parts.iter().filter(|part| **part & ATTACK == bit);
            let joined = TreeJoin {
                locked: locked.tree(kind),
                other: program.tree(kind),
                parts: of_tree.map(|part| part & !ATTACK).collect(),
            };
            if joined.parts.is_empty() {
                continue;
            }
            let mut nodes = Vec::new();
            joined.write(1, 0, Some(0), &mut nodes);
            let tree = Tree::of(nodes, kind);
            *program.tree_mut(kind) = tree.unwrap_or_else(|_| locked.tree(kind).clone());
        }
    }

    fn code(&self, program: &Program) -> String {
        self.spec().breed(program.clone()).to_string()
    }

    fn genome(&self, code: &str) -> Result<Program, PlainError> {
        let breed: Breed = code.parse()?;
        let kind = self.spec().kind;
        let nodes = |tree| breed.program.tree(tree).nodes().iter();
        let mut all = nodes(TreeKind::Patrol).chain(nodes(TreeKind::Attack));
        match all.find(|node| !kind.may_use(**node)).copied() {
            Some(node) => Err(PlainError::new(format!(
                "an enemy of this kind cannot use {}",
                node.name()
            ))),
            None => Ok(breed.program.clone()),
        }
    }
}
