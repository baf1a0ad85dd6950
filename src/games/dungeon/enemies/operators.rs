//! How programs are drawn, crossed, mutated and simplified (Koza 1992): trees of each kind stay in their
//! place, and none outgrows the bounds.

use super::Kind;
use super::program::{Branches, MOST_DEPTH, MOST_NODES, Node, Program, Tree};
use crate::generation::Stream;

/// Depths of founders.
const FOUNDERS: std::ops::RangeInclusive<usize> = 2..=5;
/// Depths of branches that mutation grows.
const GROWN: usize = 4;

/// Where nodes are drawn for: a tree of a kind.
#[derive(Clone, Copy)]
struct Place {
    kind: Kind,
    tree: Tree,
}

impl Place {
    fn allows(self, node: Node) -> bool {
        node.fits(self.tree) && self.kind.knows(node)
    }

    /// The nodes that may stand here, those without arguments or those with some.
    fn nodes(self, leaves: bool) -> impl Iterator<Item = Node> {
        let all = Node::ALL.into_iter();
        all.filter(move |node| self.allows(*node) && (node.arity() == 0) == leaves)
    }

    fn any(self, leaves: bool, rng: &mut Stream) -> Node {
        let count = self.nodes(leaves).count() as u32;
        let at = rng.below(count) as usize;
        self.nodes(leaves).nth(at).unwrap_or(Node::Wait)
    }
}

/// Grows a branch of at most so many nodes in depth; a `full` one has leaves at that depth alone.
fn grow(into: &mut Vec<Node>, here: Place, depth: usize, full: bool, rng: &mut Stream) {
    let leaf = depth <= 1 || !full && rng.below(3) == 0;
    let node = here.any(leaf, rng);
    into.push(node);
    for _ in 0..node.arity() {
        grow(into, here, depth - 1, full, rng);
    }
}

/// A branch of at most so many nodes in depth.
fn branch(here: Place, depth: usize, full: bool, rng: &mut Stream) -> Vec<Node> {
    let mut nodes = Vec::new();
    grow(&mut nodes, here, depth, full, rng);
    nodes
}

/// A program at random: ramped half and half.
pub fn random(kind: Kind, rng: &mut Stream) -> Program {
    let mut one = |tree| loop {
        let span = (FOUNDERS.end() - FOUNDERS.start() + 1) as u32;
        let depth = FOUNDERS.start() + rng.below(span) as usize;
        let full = rng.below(2) == 0;
        // A full one of five nodes in depth can be too large.
        let here = Place { kind, tree };
        if let Ok(branches) = Branches::of(branch(here, depth, full, rng), tree) {
            return branches;
        }
    };
    Program {
        patrol: one(Tree::Patrol),
        attack: one(Tree::Attack),
    }
}

/// A place in a tree; inner nodes are taken nine times of ten where there are some.
fn somewhere(branches: &Branches, rng: &mut Stream) -> usize {
    let nodes = branches.nodes();
    let inner = nodes.iter().filter(|node| node.arity() > 0).count() as u32;
    if inner == 0 || rng.below(10) == 0 {
        return rng.below(nodes.len() as u32) as usize;
    }
    let wanted = rng.below(inner) as usize;
    let mut places = (0..nodes.len()).filter(|at| nodes[*at].arity() > 0);
    places.nth(wanted).unwrap_or(0)
}

/// The tree with the branch at a place replaced, unless it would outgrow the bounds.
fn grafted(branches: &Branches, at: usize, graft: &[Node], tree: Tree) -> Option<Branches> {
    let (nodes, end) = (branches.nodes(), branches.end(at));
    if nodes.len() - (end - at) + graft.len() > MOST_NODES {
        return None;
    }
    let mut grown = Vec::with_capacity(nodes.len() + graft.len());
    grown.extend_from_slice(&nodes[..at]);
    grown.extend_from_slice(graft);
    grown.extend_from_slice(&nodes[end..]);
    Branches::of(grown, tree).ok()
}

/// Two branches of the same tree change places; the child is the first program with one of the second.
pub fn cross(first: &Program, second: &Program, rng: &mut Stream) -> Program {
    let tree = any_tree(rng);
    let (own, other) = (first.tree(tree), second.tree(tree));
    let (at, from) = (somewhere(own, rng), somewhere(other, rng));
    let graft = &other.nodes()[from..other.end(from)];
    let mut child = first.clone();
    if let Some(grown) = grafted(own, at, graft, tree) {
        *child.tree_mut(tree) = grown;
    }
    child
}

fn any_tree(rng: &mut Stream) -> Tree {
    if rng.below(3) == 0 {
        Tree::Patrol
    } else {
        Tree::Attack
    }
}

/// One change: a new branch, a node for another of as many arguments, or a branch for a part of itself.
pub fn mutate(program: &mut Program, kind: Kind, rng: &mut Stream) {
    let tree = any_tree(rng);
    let here = Place { kind, tree };
    let own = program.tree(tree);
    let changed = match rng.below(4) {
        0 | 1 => {
            let at = somewhere(own, rng);
            let graft = branch(here, GROWN.min(MOST_DEPTH), false, rng);
            grafted(own, at, &graft, tree)
        }
        2 => {
            let at = rng.below(own.nodes().len() as u32) as usize;
            let arity = own.nodes()[at].arity();
            let kin = |node: &Node| here.allows(*node) && node.arity() == arity;
            let kin: Vec<Node> = Node::ALL.into_iter().filter(kin).collect();
            let mut nodes = own.nodes().to_vec();
            nodes[at] = rng.pick(&kin).copied().unwrap_or(nodes[at]);
            Branches::of(nodes, tree).ok()
        }
        _ => {
            let at = somewhere(own, rng);
            let inside = at + rng.below((own.end(at) - at) as u32) as usize;
            let graft = own.nodes()[inside..own.end(inside)].to_vec();
            grafted(own, at, &graft, tree)
        }
    };
    if let Some(changed) = changed {
        *program.tree_mut(tree) = changed;
    }
}

/// The same program without what can never be run (introns).
pub fn simplified(program: &Program) -> Program {
    let one = |tree: Tree| {
        let own = program.tree(tree);
        let mut nodes = Vec::with_capacity(own.nodes().len());
        simplify(own, 0, &mut Known::default(), &mut nodes);
        // It only ever gets smaller.
        Branches::of(nodes, tree).unwrap_or_else(|_| own.clone())
    };
    Program {
        patrol: one(Tree::Patrol),
        attack: one(Tree::Attack),
    }
}

/// What the conditions asked since the last act have answered.
#[derive(Clone, Copy, Default)]
struct Known {
    yes: u32,
    no: u32,
}

impl Known {
    fn answer(self, condition: Node) -> Option<bool> {
        let bit = 1 << condition as u8;
        if self.yes & bit != 0 {
            Some(true)
        } else {
            (self.no & bit != 0).then_some(false)
        }
    }

    fn with(self, condition: Node, answer: bool) -> Self {
        let bit = 1 << condition as u8;
        if answer {
            Known {
                yes: self.yes | bit,
                ..self
            }
        } else {
            Known {
                no: self.no | bit,
                ..self
            }
        }
    }
}

/// Writes the branch at a place without what is never run; whether it always leaves the tree.
fn simplify(tree: &Branches, at: usize, known: &mut Known, into: &mut Vec<Node>) -> bool {
    let node = tree.nodes()[at];
    if node.is_condition() {
        return simplify_condition(tree, at, known, into);
    }
    if node.arity() == 0 {
        into.push(node);
        // The world has changed once it has acted.
        *known = Known::default();
        return node == Node::ChangeState;
    }
    let (root, mut argument, mut kept, mut leaves) = (into.len(), at + 1, 0, false);
    into.push(node);
    for _ in 0..node.arity() {
        if leaves {
            break;
        }
        leaves = simplify(tree, argument, known, into);
        kept += 1;
        argument = tree.end(argument);
    }
    match kept {
        1 => {
            into.remove(root);
        }
        2 => into[root] = Node::Prog2,
        _ => {}
    }
    leaves
}

fn simplify_condition(tree: &Branches, at: usize, known: &mut Known, into: &mut Vec<Node>) -> bool {
    let condition = tree.nodes()[at];
    let (then, other) = (at + 1, tree.end(at + 1));
    if let Some(answer) = known.answer(condition) {
        return simplify(tree, if answer { then } else { other }, known, into);
    }
    let root = into.len();
    into.push(condition);
    let mut yes = known.with(condition, true);
    let mut no = known.with(condition, false);
    let first = simplify(tree, then, &mut yes, into);
    let middle = into.len();
    let second = simplify(tree, other, &mut no, into);
    if into[root + 1..middle] == into[middle..] {
        // Both do the same, so that nobody needs to ask.
        into.truncate(middle);
        into.remove(root);
    }
    *known = Known::default();
    first && second
}
