//! Changes that a player makes to a tree of a program, one node at a time.

use crate::games::dungeon::rules::program::{Node, Tree, TreeError, TreeKind};

/// Puts a node in the place of another one. The new node keeps as many subtrees as it needs; missing subtrees become
/// [`Node::Wait`], and a leaf that is replaced by an inner node becomes its first subtree.
pub fn replace(tree: &Tree, kind: TreeKind, at: usize, node: Node) -> Result<Tree, TreeError> {
    let mut subtrees = subtrees_of(tree, at);
    if subtrees.is_empty() {
        subtrees.push(vec![tree.nodes()[at]]);
    }
    subtrees.resize(node.arity(), vec![Node::Wait]);
    let graft: Vec<Node> = std::iter::once(node)
        .chain(subtrees.into_iter().flatten())
        .collect();
    grafted(tree, kind, at, &graft)
}

/// Adds a [`Node::Wait`] after a subtree. Returns the tree and the index of the new node.
pub fn add_after(tree: &Tree, kind: TreeKind, at: usize) -> Result<(Tree, usize), TreeError> {
    let end = tree.subtree_end(at);
    let mut graft = vec![Node::Prog2];
    graft.extend_from_slice(&tree.nodes()[at..end]);
    graft.push(Node::Wait);
    Ok((grafted(tree, kind, at, &graft)?, end + 1))
}

/// Removes a subtree. In a sequence the other subtrees stay; a branch of a condition or the whole tree becomes
/// [`Node::Wait`].
pub fn remove(tree: &Tree, kind: TreeKind, at: usize) -> Result<Tree, TreeError> {
    let parent = parent_of(tree, at).filter(|parent| !tree.nodes()[*parent].is_condition());
    let Some(parent) = parent else {
        return grafted(tree, kind, at, &[Node::Wait]);
    };
    let mut subtrees = subtrees_of(tree, parent);
    let first = parent + 1;
    let mut start = first;
    let number = subtrees.iter().position(|subtree| {
        let is_it = start == at;
        start += subtree.len();
        is_it
    });
    if let Some(number) = number {
        subtrees.remove(number);
    }
    let mut graft = match subtrees.len() {
        1 => Vec::new(),
        _ => vec![Node::Prog2],
    };
    graft.extend(subtrees.into_iter().flatten());
    grafted(tree, kind, parent, &graft)
}

/// The subtrees of a node.
fn subtrees_of(tree: &Tree, at: usize) -> Vec<Vec<Node>> {
    let mut next = at + 1;
    let subtree = |_| {
        let start = next;
        next = tree.subtree_end(start);
        tree.nodes()[start..next].to_vec()
    };
    (0..tree.nodes()[at].arity()).map(subtree).collect()
}

/// The parent of a node; `None` for the root.
fn parent_of(tree: &Tree, at: usize) -> Option<usize> {
    (0..at).rev().find(|node| {
        let mut next = node + 1;
        (0..tree.nodes()[*node].arity()).any(|_| {
            let start = next;
            next = tree.subtree_end(start);
            start == at
        })
    })
}

/// The tree with other nodes in the place of a subtree.
fn grafted(tree: &Tree, kind: TreeKind, at: usize, graft: &[Node]) -> Result<Tree, TreeError> {
    let nodes = tree.nodes();
    let after = &nodes[tree.subtree_end(at)..];
    Tree::of([&nodes[..at], graft, after].concat(), kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::rules::program::read;

    const KIND: TreeKind = TreeKind::Attack;

    fn tree(text: &str) -> Tree {
        read(text, KIND).expect("a tree")
    }

    #[test]
    fn a_node_is_replaced_with_what_it_needs() {
        let before = tree("if-near(attack approach)");
        let replaced = |at, node| {
            let tree = replace(&before, KIND, at, node).expect("it fits");
            tree.to_string()
        };
        assert_eq!(replaced(0, Node::IfWeak), "if-weak(attack approach)");
        assert_eq!(replaced(0, Node::Heal), "heal");
        assert_eq!(
            replaced(1, Node::Prog3),
            "if-near(prog3(attack wait wait) approach)"
        );
        assert!(
            replace(&before, KIND, 1, Node::Forward).is_err(),
            "it belongs into the other tree"
        );
    }

    #[test]
    fn what_is_added_comes_after_and_what_is_removed_leaves_the_rest() {
        let before = tree("if-near(attack approach)");
        let (added, at) = add_after(&before, KIND, 1).expect("it fits");
        assert_eq!(added, tree("if-near(prog2(attack wait) approach)"));
        assert_eq!(added.nodes()[at], Node::Wait);
        let removed = |tree: &Tree, at| remove(tree, KIND, at).expect("it fits");
        assert_eq!(removed(&added, at), before);
        assert_eq!(removed(&added, 2), tree("if-near(wait approach)"));
        assert_eq!(removed(&before, 2), tree("if-near(attack wait)"));
        assert_eq!(removed(&before, 0), tree("wait"));
        let three = tree("prog3(attack block heal)");
        assert_eq!(removed(&three, 2), tree("prog2(attack heal)"));
    }
}
