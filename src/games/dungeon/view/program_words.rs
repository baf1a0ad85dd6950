//! Programs of enemies in words.

use crate::games::dungeon::enemies::node_names::{self, name_of_tree};
use crate::games::dungeon::enemies::tree_difference::text_of;
use crate::games::dungeon::rules::program::{Node, Program, TreeKind};
use crate::shell::words::Words;

/// The name of a node.
pub(super) fn node_name(node: Node, words: &Words) -> String {
    words.get(node_names::name_of_node(node))
}

/// The name of a tree.
pub(super) fn tree_name(tree: TreeKind, words: &Words) -> String {
    words.get(name_of_tree(tree))
}

/// A tree of a program, after its name.
pub(super) fn tree_text(program: &Program, tree: TreeKind, words: &Words) -> String {
    let nodes = text_of(program.tree(tree), |node| node_name(node, words));
    format!("{}: {nodes}", tree_name(tree, words))
}
