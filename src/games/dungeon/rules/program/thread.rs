//! The interpreter of programs: a thread runs a tree until it reaches an action.

use super::{MAX_DEPTH, Node, Program, TreeKind};

/// The position of an enemy in its program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// The running tree.
    pub tree: TreeKind,
    /// The stack of nodes that are still to run. A tree is at most [`MAX_DEPTH`] deep, and every level leaves at
    /// most two nodes on the stack.
    pending: [u8; 2 * MAX_DEPTH],
    count: u8,
}

/// The number of nodes after which an enemy that has not acted loses its turn.
const MAX_NODES_PER_TURN: usize = 64;

impl Thread {
    /// Runs the program to the next action and returns it, or [`Node::Wait`] if it reaches none. `holds` decides
    /// conditions, and whether a patrol may change to the attack. A change of state takes no turn, but a second one in
    /// the same turn has to wait.
    pub fn next(&mut self, program: &Program, mut holds: impl FnMut(Node) -> bool) -> Node {
        let mut changed = false;
        for _ in 0..MAX_NODES_PER_TURN {
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
                    let second = tree.subtree_end(at + 1);
                    if node == Node::Prog3 {
                        self.push(tree.subtree_end(second));
                    }
                    self.push(second);
                    self.push(at + 1);
                }
                Node::ChangeState if self.tree == TreeKind::Patrol && !holds(Node::ChangeState) => {
                }
                Node::ChangeState if changed => {
                    self.push(at);
                    return Node::Wait;
                }
                Node::ChangeState => {
                    changed = true;
                    self.enter(match self.tree {
                        TreeKind::Patrol => TreeKind::Attack,
                        TreeKind::Attack => TreeKind::Patrol,
                    });
                }
                condition if condition.is_condition() => {
                    let next = if holds(condition) {
                        at + 1
                    } else {
                        tree.subtree_end(at + 1)
                    };
                    self.push(next);
                }
                action => return action,
            }
        }
        // It has not acted, so the tree begins anew.
        self.count = 0;
        Node::Wait
    }

    /// Starts a tree at its root.
    pub fn enter(&mut self, tree: TreeKind) {
        *self = Thread {
            tree,
            ..Thread::default()
        };
    }

    fn push(&mut self, at: usize) {
        // A tree of the largest depth never fills the stack.
        if let Some(place) = self.pending.get_mut(usize::from(self.count)) {
            *place = at as u8;
            self.count += 1;
        }
    }
}
