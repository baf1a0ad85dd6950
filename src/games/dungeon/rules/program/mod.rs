//! Programs of enemies: two trees, one for patrol and one for attack, written in prefix order.

use std::fmt;
use std::str::FromStr;

/// What a node of a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Node {
    /// One after the other.
    Prog2,
    /// Three, one after the other.
    Prog3,
    /// The first if the hero is noticed, else the second.
    IfDetected,
    /// The first if the way ahead is blocked, else the second.
    IfBlocked,
    /// The first if the hero is within reach of a blow, else the second.
    IfRange,
    /// The first if the hero has at most half of their life, else the second.
    PlayerLife,
    /// The first if at most half of the own life is left, else the second.
    OwnLife,
    /// The first if the hero can see this enemy, else the second.
    IfSeen,
    /// The first if another enemy is near, else the second.
    IfFriend,
    /// From patrol to attack, or back.
    ChangeState,
    /// A step ahead.
    Forward,
    /// A turn to the left.
    TurnLeft,
    /// A turn to the right.
    TurnRight,
    /// Keeps the guard up until the next turn.
    Block,
    /// A blow at the hero, if within reach.
    Attack,
    /// A step away from the hero.
    Retreat,
    /// A step on the shortest way to the hero.
    Approach,
    /// Gains a little life.
    Heal,
    /// Does nothing.
    Wait,
}

/// Which of the two trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tree {
    /// While the hero is not known of.
    #[default]
    Patrol,
    /// Once the hero is known of.
    Attack,
}

impl Node {
    /// All, in the order of their numbers.
    pub const ALL: [Node; 19] = [
        Node::Prog2,
        Node::Prog3,
        Node::IfDetected,
        Node::IfBlocked,
        Node::IfRange,
        Node::PlayerLife,
        Node::OwnLife,
        Node::IfSeen,
        Node::IfFriend,
        Node::ChangeState,
        Node::Forward,
        Node::TurnLeft,
        Node::TurnRight,
        Node::Block,
        Node::Attack,
        Node::Retreat,
        Node::Approach,
        Node::Heal,
        Node::Wait,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Node::Prog2 => "prog2",
            Node::Prog3 => "prog3",
            Node::IfDetected => "if-detected",
            Node::IfBlocked => "if-blocked",
            Node::IfRange => "if-range",
            Node::PlayerLife => "if-player-weak",
            Node::OwnLife => "if-weak",
            Node::IfSeen => "if-seen",
            Node::IfFriend => "if-friend",
            Node::ChangeState => "change-state",
            Node::Forward => "forward",
            Node::TurnLeft => "turn-left",
            Node::TurnRight => "turn-right",
            Node::Block => "block",
            Node::Attack => "attack",
            Node::Retreat => "retreat",
            Node::Approach => "approach",
            Node::Heal => "heal",
            Node::Wait => "wait",
        }
    }

    /// How many trees hang from it.
    #[inline]
    pub fn arity(self) -> usize {
        match self {
            Node::Prog3 => 3,
            Node::Prog2 => 2,
            _ if self.is_condition() => 2,
            _ => 0,
        }
    }

    /// Whether it chooses between its two trees.
    #[inline]
    pub fn is_condition(self) -> bool {
        (Node::IfDetected as u8..=Node::IfFriend as u8).contains(&(self as u8))
    }

    /// Whether it may stand in a tree: both have the sequences and a few more, each its own.
    pub fn fits(self, tree: Tree) -> bool {
        match self {
            Node::IfDetected | Node::IfBlocked | Node::Forward => tree == Tree::Patrol,
            Node::TurnLeft | Node::TurnRight => tree == Tree::Patrol,
            Node::IfRange | Node::PlayerLife | Node::OwnLife => tree == Tree::Attack,
            Node::Block | Node::Attack | Node::Retreat | Node::Approach | Node::Heal => {
                tree == Tree::Attack
            }
            _ => true,
        }
    }
}

/// A tree, its nodes in prefix order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Branches(Vec<Node>);

/// Most nodes of a tree.
pub const MOST_NODES: usize = 127;
/// Most nodes from the root to a leaf, both included.
pub const MOST_DEPTH: usize = 8;

/// What is wrong with a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTree {
    /// A word is no node.
    #[error("\"{0}\" is no node of a program")]
    Unknown(String),
    /// A node does not belong into the tree.
    #[error("\"{0}\" does not belong into the {1} tree")]
    Misplaced(&'static str, &'static str),
    /// Something is missing or left over.
    #[error("\"{name}\" needs {needed} arguments, but has {found}")]
    Arity {
        /// The node.
        name: &'static str,
        /// How many there must be.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// It nests too deeply.
    #[error("it is more than {MOST_DEPTH} nodes deep")]
    Deep,
    /// It is too large.
    #[error("it has more than {MOST_NODES} nodes")]
    Large,
    /// The brackets do not match, or there is nothing.
    #[error("it must be one node, with its arguments in brackets: {0}")]
    Shape(&'static str),
}

impl Branches {
    /// A tree of nodes in prefix order. Refuses what is no tree, misplaced, too deep or too large.
    pub fn of(nodes: Vec<Node>, tree: Tree) -> Result<Self, BadTree> {
        if nodes.len() > MOST_NODES {
            return Err(BadTree::Large);
        }
        if let Some(node) = nodes.iter().find(|node| !node.fits(tree)) {
            return Err(BadTree::Misplaced(node.name(), tree.name()));
        }
        let (end, depth) = measure(&nodes, 0)?;
        if end != nodes.len() {
            return Err(BadTree::Shape("there is more than one"));
        }
        if depth > MOST_DEPTH {
            return Err(BadTree::Deep);
        }
        Ok(Branches(nodes))
    }

    /// The nodes in prefix order.
    pub fn nodes(&self) -> &[Node] {
        &self.0
    }

    /// Where the tree that begins at a node ends.
    pub fn end(&self, at: usize) -> usize {
        let mut open = 1;
        let mut end = at;
        while open > 0 && end < self.0.len() {
            open += self.0[end].arity();
            open -= 1;
            end += 1;
        }
        end
    }

    /// Nodes from the root to the deepest leaf.
    pub fn depth(&self) -> usize {
        measure(&self.0, 0).map_or(0, |(_, depth)| depth)
    }

    fn write(&self, at: usize, f: &mut fmt::Formatter<'_>) -> Result<usize, fmt::Error> {
        let node = self.0[at];
        f.write_str(node.name())?;
        let mut next = at + 1;
        for argument in 0..node.arity() {
            f.write_str(if argument == 0 { "(" } else { " " })?;
            next = self.write(next, f)?;
        }
        if node.arity() > 0 {
            f.write_str(")")?;
        }
        Ok(next)
    }
}

impl Tree {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Tree::Patrol => "patrol",
            Tree::Attack => "attack",
        }
    }
}

/// Where the tree at a node ends, and how deep it is.
fn measure(nodes: &[Node], at: usize) -> Result<(usize, usize), BadTree> {
    let node = *nodes
        .get(at)
        .ok_or(BadTree::Shape("something is missing"))?;
    let (mut end, mut deepest) = (at + 1, 0);
    for _ in 0..node.arity() {
        let (next, depth) = measure(nodes, end)?;
        end = next;
        deepest = deepest.max(depth);
    }
    Ok((end, deepest + 1))
}

/// As in files: `prog2(if-range(attack approach) block)`.
impl fmt::Display for Branches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f).map(drop)
    }
}

/// Reads a tree as it is written in files.
pub fn read(text: &str, tree: Tree) -> Result<Branches, BadTree> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut nodes = Vec::new();
    let end = read_node(&words, 0, 1, &mut nodes)?;
    if end != words.len() {
        return Err(BadTree::Shape("there is something after it"));
    }
    Branches::of(nodes, tree)
}

fn read_node(
    words: &[&str],
    at: usize,
    depth: usize,
    nodes: &mut Vec<Node>,
) -> Result<usize, BadTree> {
    if depth > MOST_DEPTH {
        return Err(BadTree::Deep);
    }
    if nodes.len() >= MOST_NODES {
        return Err(BadTree::Large);
    }
    let word = *words
        .get(at)
        .ok_or(BadTree::Shape("it is empty or ends early"))?;
    if word == "(" || word == ")" {
        return Err(BadTree::Shape("a bracket stands alone"));
    }
    let node: Node = word.parse()?;
    nodes.push(node);
    let (mut next, mut found) = (at + 1, 0);
    if words.get(next) == Some(&"(") {
        next += 1;
        while words.get(next).is_some_and(|word| *word != ")") {
            next = read_node(words, next, depth + 1, nodes)?;
            found += 1;
        }
        if next >= words.len() {
            return Err(BadTree::Shape("a bracket is not closed"));
        }
        next += 1;
    }
    if found != node.arity() {
        return Err(BadTree::Arity {
            name: node.name(),
            needed: node.arity(),
            found,
        });
    }
    Ok(next)
}

impl FromStr for Node {
    type Err = BadTree;

    fn from_str(word: &str) -> Result<Self, BadTree> {
        let named = Node::ALL.into_iter().find(|node| node.name() == word);
        named.ok_or_else(|| BadTree::Unknown(word.chars().take(40).collect()))
    }
}

/// What an enemy plays by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// While the hero is not known of.
    pub patrol: Branches,
    /// Once the hero is known of.
    pub attack: Branches,
}

impl Program {
    /// The tree for a state.
    #[inline]
    pub fn tree(&self, tree: Tree) -> &Branches {
        match tree {
            Tree::Patrol => &self.patrol,
            Tree::Attack => &self.attack,
        }
    }
}

impl Program {
    /// The tree for a state, to be changed.
    pub fn tree_mut(&mut self, tree: Tree) -> &mut Branches {
        match tree {
            Tree::Patrol => &mut self.patrol,
            Tree::Attack => &mut self.attack,
        }
    }

    /// Nodes of both trees.
    pub fn size(&self) -> usize {
        self.patrol.nodes().len() + self.attack.nodes().len()
    }
}

/// Where an enemy is in its program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// Which tree is run.
    pub tree: Tree,
    /// Nodes that are still to be run, the next one last; each tree nests at most [`MOST_DEPTH`] deep and
    /// leaves at most two behind on every level.
    pending: [u8; 2 * MOST_DEPTH],
    count: u8,
}

/// Nodes that are run in a turn before an enemy that has not acted loses it.
const PATIENCE: usize = 64;

impl Thread {
    /// Runs the program to the next act; [`Node::Wait`] if none comes of it. `holds` says whether a
    /// condition does. Changing state takes no turn, but is done at most once in one.
    pub fn next(&mut self, program: &Program, mut holds: impl FnMut(Node) -> bool) -> Node {
        let mut changed = false;
        for _ in 0..PATIENCE {
            let tree = program.tree(self.tree);
            let at = match self.count {
                0 => 0,
                _ => {
                    self.count -= 1;
                    usize::from(self.pending[usize::from(self.count)])
                }
            };
            let node = tree.nodes()[at];
            match node {
                Node::Prog2 | Node::Prog3 => {
                    let second = tree.end(at + 1);
                    if node == Node::Prog3 {
                        self.push(tree.end(second));
                    }
                    self.push(second);
                    self.push(at + 1);
                }
                Node::ChangeState if changed => {
                    self.push(at);
                    return Node::Wait;
                }
                Node::ChangeState => {
                    changed = true;
                    self.enter(match self.tree {
                        Tree::Patrol => Tree::Attack,
                        Tree::Attack => Tree::Patrol,
                    });
                }
                condition if condition.is_condition() => {
                    let next = if holds(condition) {
                        at + 1
                    } else {
                        tree.end(at + 1)
                    };
                    self.push(next);
                }
                act => return act,
            }
        }
        Node::Wait
    }

    /// Begins a tree from its root.
    pub fn enter(&mut self, tree: Tree) {
        *self = Thread {
            tree,
            ..Thread::default()
        };
    }

    fn push(&mut self, at: usize) {
        // A tree of the greatest depth never fills it.
        if let Some(place) = self.pending.get_mut(usize::from(self.count)) {
            *place = at as u8;
            self.count += 1;
        }
    }
}
