//! The genetic operators on programs (Koza 1992). Patrol and attack trees never mix, and no tree exceeds the
//! largest depth or size.

use super::hand_written;
use crate::games::dungeon::rules::EnemyKind;
use crate::games::dungeon::rules::program::{MAX_DEPTH, MAX_NODES, Node, Program, Tree, TreeKind};
use crate::generation::Stream;

/// The depths of the trees of founders.
const FOUNDER_DEPTHS: std::ops::RangeInclusive<usize> = 2..=5;
/// The largest depth of the subtrees that mutation grows.
const MUTATION_DEPTH: usize = 4;

/// The nodes from which trees are grown.
#[derive(Clone, Copy)]
struct NodeSet {
    enemy: EnemyKind,
    tree: TreeKind,
}

impl NodeSet {
    fn allows(self, node: Node) -> bool {
        node.fits(self.tree) && self.enemy.may_use(node)
    }

    /// The leaves or the inner nodes of the set.
    fn nodes(self, leaves: bool) -> impl Iterator<Item = Node> {
        let all = Node::ALL.into_iter();
        all.filter(move |node| self.allows(*node) && (node.arity() == 0) == leaves)
    }

    /// A random leaf or inner node of the set.
    fn random(self, leaves: bool, rng: &mut Stream) -> Node {
        let count = self.nodes(leaves).count() as u32;
        let at = rng.random_below(count) as usize;
        self.nodes(leaves).nth(at).unwrap_or(Node::Wait)
    }
}

/// Appends a random subtree of at most a depth. A `full` one has leaves only at that depth.
fn grow(into: &mut Vec<Node>, nodes: NodeSet, depth: usize, full: bool, rng: &mut Stream) {
    let leaf = depth <= 1 || !full && rng.random_below(3) == 0;
    let node = nodes.random(leaf, rng);
    into.push(node);
    for _ in 0..node.arity() {
        grow(into, nodes, depth - 1, full, rng);
    }
}

/// A random subtree of at most a depth.
fn subtree(set: NodeSet, depth: usize, full: bool, rng: &mut Stream) -> Vec<Node> {
    let mut nodes = Vec::new();
    grow(&mut nodes, set, depth, full, rng);
    nodes
}

/// A random program, grown by ramped half-and-half (Koza 1992).
pub fn random_program(kind: EnemyKind, rng: &mut Stream) -> Program {
    let mut one = |tree| loop {
        let span = (FOUNDER_DEPTHS.end() - FOUNDER_DEPTHS.start() + 1) as u32;
        let depth = FOUNDER_DEPTHS.start() + rng.random_below(span) as usize;
        let full = rng.random_below(2) == 0;
        // A full tree of depth 5 can be too large.
        let set = NodeSet { enemy: kind, tree };
        if let Ok(tree) = Tree::of(subtree(set, depth, full, rng), tree) {
            return tree;
        }
    };
    Program {
        patrol: one(TreeKind::Patrol),
        attack: one(TreeKind::Attack),
    }
}

/// A program that is known to be good and that a kind may have: one of those written by hand, or the simplest one.
pub fn known_program(kind: EnemyKind, rng: &mut Stream) -> Option<Program> {
    let [fighter, survivor] = hand_written::hand_written_programs().ok()?;
    let simplest = hand_written::simplest_program().ok()?;
    let may_use = |tree: &Tree| tree.nodes().iter().all(|node| kind.may_use(*node));
    let mut known = vec![fighter, survivor, simplest];
    known.retain(|program| may_use(&program.patrol) && may_use(&program.attack));
    rng.choose(&known).cloned()
}

/// A random node of a tree. Nine times out of ten it is an inner node, if there is one (Koza 1992).
fn crossover_point(tree: &Tree, rng: &mut Stream) -> usize {
    let nodes = tree.nodes();
    let inner = nodes.iter().filter(|node| node.arity() > 0).count() as u32;
    if inner == 0 || rng.random_below(10) == 0 {
        return rng.random_below(nodes.len() as u32) as usize;
    }
    let wanted = rng.random_below(inner) as usize;
    let mut places = (0..nodes.len()).filter(|at| nodes[*at].arity() > 0);
    places.nth(wanted).unwrap_or(0)
}

/// The tree with the subtree at a node replaced, unless it becomes too deep or too large.
fn grafted(tree: &Tree, at: usize, graft: &[Node], kind: TreeKind) -> Option<Tree> {
    let (nodes, end) = (tree.nodes(), tree.subtree_end(at));
    if nodes.len() - (end - at) + graft.len() > MAX_NODES {
        return None;
    }
    let mut grown = Vec::with_capacity(nodes.len() + graft.len());
    grown.extend_from_slice(&nodes[..at]);
    grown.extend_from_slice(graft);
    grown.extend_from_slice(&nodes[end..]);
    Tree::of(grown, kind).ok()
}

/// Subtree crossover: the child is the first program with a subtree of the second one.
pub fn cross(first: &Program, second: &Program, rng: &mut Stream) -> Program {
    let tree = random_tree_kind(rng);
    let (own, other) = (first.tree(tree), second.tree(tree));
    let (at, from) = (crossover_point(own, rng), crossover_point(other, rng));
    let graft = &other.nodes()[from..other.subtree_end(from)];
    let mut child = first.clone();
    if let Some(grown) = grafted(own, at, graft, tree) {
        *child.tree_mut(tree) = grown;
    }
    child
}

/// The patrol tree once in three times, otherwise the attack tree.
fn random_tree_kind(rng: &mut Stream) -> TreeKind {
    if rng.random_below(3) == 0 {
        TreeKind::Patrol
    } else {
        TreeKind::Attack
    }
}

/// Subtree mutation, point mutation or hoist mutation: a subtree is grown anew, a node is replaced by one of the
/// same arity, or a subtree is replaced by a part of itself.
pub fn mutate(program: &mut Program, kind: EnemyKind, rng: &mut Stream) {
    let tree = random_tree_kind(rng);
    let set = NodeSet { enemy: kind, tree };
    let own = program.tree(tree);
    let changed = match rng.random_below(4) {
        0 | 1 => {
            let at = crossover_point(own, rng);
            let graft = subtree(set, MUTATION_DEPTH.min(MAX_DEPTH), false, rng);
            grafted(own, at, &graft, tree)
        }
        2 => {
            let at = rng.random_below(own.nodes().len() as u32) as usize;
            let arity = own.nodes()[at].arity();
            let fits = |node: &Node| set.allows(*node) && node.arity() == arity;
            let candidates: Vec<Node> = Node::ALL.into_iter().filter(fits).collect();
            let mut nodes = own.nodes().to_vec();
            nodes[at] = rng.choose(&candidates).copied().unwrap_or(nodes[at]);
            Tree::of(nodes, tree).ok()
        }
        _ => {
            let at = crossover_point(own, rng);
            let inside = at + rng.random_below((own.subtree_end(at) - at) as u32) as usize;
            let graft = own.nodes()[inside..own.subtree_end(inside)].to_vec();
            grafted(own, at, &graft, tree)
        }
    };
    if let Some(changed) = changed {
        *program.tree_mut(tree) = changed;
    }
}

/// The same program without introns, which are the nodes that can never run.
pub fn simplified_program(program: &Program) -> Program {
    let one = |tree: TreeKind| {
        let own = program.tree(tree);
        let mut nodes = Vec::with_capacity(own.nodes().len());
        simplify(own, 0, tree, &mut KnownAnswers::default(), &mut nodes);
        // Simplifying never makes a tree larger, so that it stays valid.
        Tree::of(nodes, tree).unwrap_or_else(|_| own.clone())
    };
    Program {
        patrol: one(TreeKind::Patrol),
        attack: one(TreeKind::Attack),
    }
}

/// The answers of the conditions since the last action.
#[derive(Clone, Copy, Default)]
struct KnownAnswers {
    yes: u32,
    no: u32,
}

impl KnownAnswers {
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
            KnownAnswers {
                yes: self.yes | bit,
                ..self
            }
        } else {
            KnownAnswers {
                no: self.no | bit,
                ..self
            }
        }
    }
}

/// Appends the subtree at a node without introns. Returns whether the subtree always changes state, so that no node
/// after it runs. A change from patrol to attack fails while the enemy does not know of the hero.
fn simplify(
    tree: &Tree,
    at: usize,
    kind: TreeKind,
    known: &mut KnownAnswers,
    into: &mut Vec<Node>,
) -> bool {
    let node = tree.nodes()[at];
    if node.is_condition() {
        return simplify_condition(tree, at, kind, known, into);
    }
    if node.arity() == 0 {
        into.push(node);
        // After an action the conditions may have other answers.
        *known = KnownAnswers::default();
        return node == Node::ChangeState && kind == TreeKind::Attack;
    }
    let (root, mut argument, mut kept, mut exits) = (into.len(), at + 1, 0, false);
    into.push(node);
    for _ in 0..node.arity() {
        if exits {
            break;
        }
        exits = simplify(tree, argument, kind, known, into);
        kept += 1;
        argument = tree.subtree_end(argument);
    }
    match kept {
        1 => {
            into.remove(root);
        }
        2 => into[root] = Node::Prog2,
        _ => {}
    }
    exits
}

/// Like [`simplify`], for a condition.
fn simplify_condition(
    tree: &Tree,
    at: usize,
    kind: TreeKind,
    known: &mut KnownAnswers,
    into: &mut Vec<Node>,
) -> bool {
    let condition = tree.nodes()[at];
    let (then, other) = (at + 1, tree.subtree_end(at + 1));
    if let Some(answer) = known.answer(condition) {
        return simplify(tree, if answer { then } else { other }, kind, known, into);
    }
    let root = into.len();
    into.push(condition);
    let mut yes = known.with(condition, true);
    let mut no = known.with(condition, false);
    let first = simplify(tree, then, kind, &mut yes, into);
    let middle = into.len();
    let second = simplify(tree, other, kind, &mut no, into);
    if into[root + 1..middle] == into[middle..] {
        // The condition is needless if both subtrees do the same.
        into.truncate(middle);
        into.remove(root);
    }
    *known = KnownAnswers::default();
    first && second
}
