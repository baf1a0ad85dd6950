//! The text form of programs in files, such as `prog2(if-range(attack approach) block)`.

use std::fmt;
use std::str::FromStr;

use super::{MAX_DEPTH, MAX_NODES, Node, Tree, TreeError, TreeKind};
use crate::base::{SHORT, excerpt};

impl Node {
    /// The name of the node in files.
    pub fn name(self) -> &'static str {
        match self {
            Node::Prog2 => "prog2",
            Node::Prog3 => "prog3",
            Node::IfDetected => "if-detected",
            Node::IfBlocked => "if-blocked",
            Node::IfRange => "if-range",
            Node::IfHeroWeak => "if-player-weak",
            Node::IfWeak => "if-weak",
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
            Node::IfHome => "if-home",
            Node::IfNear => "if-near",
            Node::GoHome => "go-home",
            Node::IfGrass => "if-grass",
            Node::IfWading => "if-wading",
            Node::SeekGrass => "seek-grass",
        }
    }
}

impl TreeKind {
    /// The name of the kind in files.
    pub fn name(self) -> &'static str {
        match self {
            TreeKind::Patrol => "patrol",
            TreeKind::Attack => "attack",
        }
    }
}

impl Tree {
    /// Writes the subtree at a node and returns the index after it.
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

/// Writes the tree as in files.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f).map(drop)
    }
}

/// Reads a tree as it stands in files.
pub fn read(text: &str, tree: TreeKind) -> Result<Tree, TreeError> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut nodes = Vec::new();
    let end = read_node(&words, 0, 1, &mut nodes)?;
    if end != words.len() {
        return Err(TreeError::Shape("there is something after it"));
    }
    Tree::of(nodes, tree)
}

/// Appends the subtree at a word to `nodes` and returns the index of the word after it.
fn read_node(
    words: &[&str],
    at: usize,
    depth: usize,
    nodes: &mut Vec<Node>,
) -> Result<usize, TreeError> {
    if depth > MAX_DEPTH {
        return Err(TreeError::Deep);
    }
    if nodes.len() >= MAX_NODES {
        return Err(TreeError::Large);
    }
    let word = *words
        .get(at)
        .ok_or(TreeError::Shape("it is empty or ends early"))?;
    if word == "(" || word == ")" {
        return Err(TreeError::Shape("a bracket stands alone"));
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
            return Err(TreeError::Shape("a bracket is not closed"));
        }
        next += 1;
    }
    if found != node.arity() {
        return Err(TreeError::Arity {
            name: node.name(),
            needed: node.arity(),
            found,
        });
    }
    Ok(next)
}

impl FromStr for Node {
    type Err = TreeError;

    fn from_str(word: &str) -> Result<Self, TreeError> {
        let named = Node::ALL.into_iter().find(|node| node.name() == word);
        named.ok_or_else(|| TreeError::Unknown(excerpt(word, SHORT)))
    }
}
