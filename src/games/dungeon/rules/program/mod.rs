//! Programs of enemies: a tree for patrol and a tree for attack, each in prefix order. The nodes are those of the
//! source code of GeneticGame (samus24), and `IfSeen`, `IfFriend`, `IfHome`, `IfNear`, `GoHome`, `Wait`, `IfGrass`,
//! `IfWading` and `SeekGrass` besides.

mod text;
mod thread;

pub use text::read;
pub use thread::Thread;

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Node {
    /// Runs two subtrees one after the other.
    Prog2,
    /// Runs three subtrees one after the other.
    Prog3,
    /// Runs the first subtree if the enemy notices the hero or has heard a noise, otherwise the second.
    IfDetected,
    /// Runs the first subtree if the cell ahead is blocked, otherwise the second.
    IfBlocked,
    /// Runs the first subtree if the hero is within reach of the enemy's body, otherwise the second.
    IfRange,
    /// Runs the first subtree if the enemy notices the hero, who has at most half of their life, otherwise the second.
    IfHeroWeak,
    /// Runs the first subtree if the enemy has at most half of its life, otherwise the second.
    IfWeak,
    /// Runs the first subtree if the enemy notices the hero and its cell is in the hero's sight, otherwise the second.
    IfSeen,
    /// Runs the first subtree if another enemy is near, otherwise the second.
    IfFriend,
    /// Switches from patrol to attack if the enemy knows of the hero, or back.
    ChangeState,
    /// Steps ahead.
    Forward,
    /// Turns left.
    TurnLeft,
    /// Turns right.
    TurnRight,
    /// Keeps the guard up until the next turn.
    Block,
    /// Strikes the hero if within reach.
    Attack,
    /// Steps away from the cell on which the enemy believes the hero to be.
    Retreat,
    /// Steps along the shortest path to the cell on which the enemy believes the hero to be.
    Approach,
    /// Gains one point of life.
    Heal,
    /// Does nothing.
    Wait,
    /// Runs the first subtree if the enemy is within two steps of its post, otherwise the second.
    IfHome,
    /// Runs the first subtree if the hero is within two steps as far as the enemy knows, otherwise the second.
    IfNear,
    /// Steps along the shortest path to its post.
    GoHome,
    /// Runs the first subtree if the enemy stands in grass, otherwise the second.
    IfGrass,
    /// Runs the first subtree if the enemy notices the hero, who stands in water, otherwise the second.
    IfWading,
    /// Steps along the shortest path to the nearest grass, or stays if it stands there.
    SeekGrass,
}

/// One of the two trees of a program, which is also the state of an enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TreeKind {
    /// The enemy does not know of the hero.
    #[default]
    Patrol,
    /// The enemy knows of the hero.
    Attack,
}

impl Node {
    /// All nodes, in the order of their discriminants.
    pub const ALL: [Node; 25] = [
        Node::Prog2,
        Node::Prog3,
        Node::IfDetected,
        Node::IfBlocked,
        Node::IfRange,
        Node::IfHeroWeak,
        Node::IfWeak,
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
        Node::IfHome,
        Node::IfNear,
        Node::GoHome,
        Node::IfGrass,
        Node::IfWading,
        Node::SeekGrass,
    ];

    /// The number of subtrees.
    #[inline]
    pub fn arity(self) -> usize {
        match self {
            Node::Prog3 => 3,
            Node::Prog2 => 2,
            _ if self.is_condition() => 2,
            _ => 0,
        }
    }

    /// Whether the node chooses between its two subtrees.
    #[inline]
    pub fn is_condition(self) -> bool {
        let original = Node::IfDetected as u8..=Node::IfFriend as u8;
        let later = matches!(
            self,
            Node::IfHome | Node::IfNear | Node::IfGrass | Node::IfWading
        );
        later || original.contains(&(self as u8))
    }

    /// Whether the node may stand in a tree of a kind.
    pub fn fits(self, tree: TreeKind) -> bool {
        match self {
            Node::IfDetected | Node::IfBlocked | Node::Forward => tree == TreeKind::Patrol,
            Node::TurnLeft | Node::TurnRight => tree == TreeKind::Patrol,
            Node::IfRange | Node::IfHeroWeak | Node::IfWeak | Node::IfNear | Node::IfWading => {
                tree == TreeKind::Attack
            }
            Node::Block | Node::Attack | Node::Retreat | Node::Approach | Node::Heal => {
                tree == TreeKind::Attack
            }
            _ => true,
        }
    }
}

/// A tree in prefix order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree(Vec<Node>);

/// The largest number of nodes of a tree.
pub const MAX_NODES: usize = 127;
/// The largest depth of a tree, which counts the nodes from the root to a leaf.
pub const MAX_DEPTH: usize = 8;

/// The reason why a tree is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// A word does not name a node.
    #[error("\"{0}\" is no node of a program")]
    Unknown(String),
    /// A node is not allowed in this kind of tree.
    #[error("\"{0}\" does not belong into the {1} tree")]
    Misplaced(&'static str, &'static str),
    /// A node has the wrong number of subtrees.
    #[error("\"{name}\" needs {needed} arguments, but has {found}")]
    Arity {
        /// The name of the node.
        name: &'static str,
        /// The number of subtrees that the node needs.
        needed: usize,
        /// The number of subtrees found.
        found: usize,
    },
    /// The tree is too deep.
    #[error("it is more than {MAX_DEPTH} nodes deep")]
    Deep,
    /// The tree has too many nodes.
    #[error("it has more than {MAX_NODES} nodes")]
    Large,
    /// The brackets do not match, or the text is empty.
    #[error("it must be one node, with its arguments in brackets: {0}")]
    Shape(&'static str),
}

impl Tree {
    /// A tree of nodes in prefix order. Returns an error if they are not one tree, if a node is not allowed, or if
    /// the tree is too deep or too large.
    pub fn of(nodes: Vec<Node>, tree: TreeKind) -> Result<Self, TreeError> {
        if nodes.len() > MAX_NODES {
            return Err(TreeError::Large);
        }
        if let Some(node) = nodes.iter().find(|node| !node.fits(tree)) {
            return Err(TreeError::Misplaced(node.name(), tree.name()));
        }
        let (end, depth) = measure(&nodes, 0)?;
        if end != nodes.len() {
            return Err(TreeError::Shape("there is more than one"));
        }
        if depth > MAX_DEPTH {
            return Err(TreeError::Deep);
        }
        Ok(Tree(nodes))
    }

    /// The nodes in prefix order.
    pub fn nodes(&self) -> &[Node] {
        &self.0
    }

    /// The index after the subtree that begins at a node.
    pub fn subtree_end(&self, at: usize) -> usize {
        let mut open = 1;
        let mut end = at;
        while open > 0 && end < self.0.len() {
            open += self.0[end].arity();
            open -= 1;
            end += 1;
        }
        end
    }

    /// The number of nodes from the root to the deepest leaf.
    pub fn depth(&self) -> usize {
        measure(&self.0, 0).map_or(0, |(_, depth)| depth)
    }
}

/// The index after the subtree that begins at a node, and the depth of that subtree.
fn measure(nodes: &[Node], at: usize) -> Result<(usize, usize), TreeError> {
    let node = *nodes
        .get(at)
        .ok_or(TreeError::Shape("something is missing"))?;
    let (mut end, mut deepest) = (at + 1, 0);
    for _ in 0..node.arity() {
        let (next, depth) = measure(nodes, end)?;
        end = next;
        deepest = deepest.max(depth);
    }
    Ok((end, deepest + 1))
}

/// The behaviour of an enemy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// The tree that runs while the enemy does not know of the hero.
    pub patrol: Tree,
    /// The tree that runs once the enemy knows of the hero.
    pub attack: Tree,
}

impl Program {
    /// The tree of a kind.
    #[inline]
    pub fn tree(&self, kind: TreeKind) -> &Tree {
        match kind {
            TreeKind::Patrol => &self.patrol,
            TreeKind::Attack => &self.attack,
        }
    }

    /// The tree of a kind, to be changed.
    pub fn tree_mut(&mut self, kind: TreeKind) -> &mut Tree {
        match kind {
            TreeKind::Patrol => &mut self.patrol,
            TreeKind::Attack => &mut self.attack,
        }
    }

    /// Whether both trees have more than one node.
    pub fn has_decisions(&self) -> bool {
        self.patrol.nodes().len() > 1 && self.attack.nodes().len() > 1
    }

    /// The number of nodes of both trees.
    pub fn size(&self) -> usize {
        self.patrol.nodes().len() + self.attack.nodes().len()
    }
}
