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

/// Adds a [`Node::Wait`] after a subtree. Returns the tree and the index of the new node. A sequence that gets too deep or
/// too large is written with as few nodes as possible.
pub fn add_after(tree: &Tree, kind: TreeKind, at: usize) -> Result<(Tree, usize), TreeError> {
    let end = tree.subtree_end(at);
    let mut graft = vec![Node::Prog2];
    graft.extend_from_slice(&tree.nodes()[at..end]);
    graft.push(Node::Wait);
    match grafted(tree, kind, at, &graft) {
        Err(TreeError::Deep | TreeError::Large) => add_to_flat_sequence(tree, kind, at),
        tree => Ok((tree?, end + 1)),
    }
}

/// Adds a [`Node::Wait`] after a subtree of a sequence, and writes the whole sequence anew.
fn add_to_flat_sequence(
    tree: &Tree,
    kind: TreeKind,
    at: usize,
) -> Result<(Tree, usize), TreeError> {
    let mut top = at;
    while let Some(parent) = parent_of(tree, top).filter(|parent| is_sequence(tree, *parent)) {
        top = parent;
    }
    let parts = parts_of_sequence(tree, top);
    let new = parts.iter().filter(|part| **part <= at).count();
    let subtree = |part: &usize| tree.nodes()[*part..tree.subtree_end(*part)].to_vec();
    let mut subtrees: Vec<Vec<Node>> = parts.iter().map(subtree).collect();
    subtrees.insert(new, vec![Node::Wait]);
    let tree = grafted(tree, kind, top, &flat_sequence(&subtrees))?;
    let new = parts_of_sequence(&tree, top)[new];
    Ok((tree, new))
}

fn is_sequence(tree: &Tree, at: usize) -> bool {
    let node = tree.nodes()[at];
    node.arity() > 0 && !node.is_condition()
}

/// The subtrees of a sequence in their order, those of the sequences in it among them.
fn parts_of_sequence(tree: &Tree, at: usize) -> Vec<usize> {
    if !is_sequence(tree, at) {
        return vec![at];
    }
    let mut parts = Vec::new();
    let mut next = at + 1;
    for _ in 0..tree.nodes()[at].arity() {
        parts.extend(parts_of_sequence(tree, next));
        next = tree.subtree_end(next);
    }
    parts
}

/// The nodes of a sequence of subtrees, of which there is at least one.
fn flat_sequence(subtrees: &[Vec<Node>]) -> Vec<Node> {
    let count = subtrees.len();
    let (node, parts) = match count {
        0 | 1 => return subtrees.concat(),
        2 => (Node::Prog2, 2),
        _ => (Node::Prog3, 3),
    };
    let part =
        |number| flat_sequence(&subtrees[number * count / parts..(number + 1) * count / parts]);
    std::iter::once(node)
        .chain((0..parts).flat_map(part))
        .collect()
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

    #[test]
    fn lines_are_added_until_the_tree_is_full_and_stay_in_their_order() {
        let mut longer = tree("if-near(attack if-weak(heal approach))");
        let mut at = 4;
        let mut leaves = vec![Node::Attack, Node::Heal, Node::Approach];
        let refused = loop {
            match add_after(&longer, KIND, at) {
                Ok((tree, new)) => (longer, at) = (tree, new),
                Err(refused) => break refused,
            }
            longer = replace(&longer, KIND, at, Node::Retreat).expect("it fits");
            leaves.push(Node::Retreat);
            let found = longer.nodes().iter().filter(|node| node.arity() == 0);
            assert_eq!(found.copied().collect::<Vec<Node>>(), leaves);
        };
        assert_eq!(refused, TreeError::Large);
        assert!(leaves.len() > 60, "{} leaves", leaves.len());
        // In the middle the new line comes after the selected one.
        let middle = parts_of_sequence(&longer, 4)[10];
        let removed = remove(&longer, KIND, middle).expect("it fits");
        let before = parts_of_sequence(&removed, 4);
        let (added, new) = add_after(&removed, KIND, before[20]).expect("it fits");
        assert_eq!(parts_of_sequence(&added, 4)[21], new);
        assert_eq!(added.nodes()[new], Node::Wait);
    }
}
