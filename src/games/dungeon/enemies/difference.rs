//! The difference between two programs: their trees are overlaid from the root (Ekárt and Németh 2000), and nodes that
//! are not the same are counted.

use crate::games::dungeon::rules::program::{Program, Tree};

/// The places of overlaid trees.
#[derive(Default)]
struct Overlay {
    /// The number of places at which at least one tree has a node.
    all: usize,
    /// The number of places at which both trees have the same node.
    same: usize,
}

impl Overlay {
    /// Lays the subtree of one tree that begins at a node over that of another one. Returns the indices after both.
    fn add(&mut self, trees: [&Tree; 2], at: [usize; 2]) -> [usize; 2] {
        let nodes = [0, 1].map(|side| trees[side].nodes()[at[side]]);
        self.all += 1;
        self.same += usize::from(nodes[0] == nodes[1]);
        let arities = nodes.map(|node| node.arity());
        let mut next = at.map(|at| at + 1);
        for _ in 0..arities[0].min(arities[1]) {
            next = self.add(trees, next);
        }
        // Nothing lies over the other subtrees of the node that has more of them.
        [0, 1].map(|side| {
            let end = trees[side].subtree_end(at[side]);
            self.all += end - next[side];
            end
        })
    }
}

/// The share of the nodes in which two programs differ when both trees are overlaid from the root, 0 to 1. A node with
/// nothing over it differs.
pub fn difference(one: &Program, other: &Program) -> f64 {
    let mut overlay = Overlay::default();
    overlay.add([&one.patrol, &other.patrol], [0, 0]);
    overlay.add([&one.attack, &other.attack], [0, 0]);
    1.0 - overlay.same as f64 / overlay.all as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::enemies::hand_written::read_program;

    /// Programs with the same patrol of three nodes and different attacks, and how much they differ.
    fn attacks_differ(one: &str, other: &str) -> f64 {
        let program =
            |attack| read_program("if-detected(change-state forward)", attack).expect("a program");
        let (one, other) = (program(one), program(other));
        let there = difference(&one, &other);
        assert_eq!(there, difference(&other, &one), "it is the same both ways");
        there
    }

    #[test]
    fn programs_differ_in_the_nodes_that_are_not_the_same_at_their_places() {
        let simplest = "if-range(attack approach)";
        assert_eq!(attacks_differ(simplest, simplest), 0.0);
        // One leaf of six nodes is another one.
        let one_leaf = attacks_differ(simplest, "if-range(attack retreat)");
        assert!((one_leaf - 1.0 / 6.0).abs() < 1e-12, "{one_leaf}");
        // The root is another one, and its arguments are the same.
        let root = attacks_differ(simplest, "if-near(attack approach)");
        assert!((root - 1.0 / 6.0).abs() < 1e-12, "{root}");
        // The same leaves in the other order are not the same.
        let turned = attacks_differ(simplest, "if-range(approach attack)");
        assert!((turned - 2.0 / 6.0).abs() < 1e-12, "{turned}");
    }

    #[test]
    fn nodes_with_nothing_over_them_differ() {
        let simplest = "if-range(attack approach)";
        // A single node lies over the root of three: the three of the attack differ, the three of the patrol do not.
        assert_eq!(attacks_differ(simplest, "approach"), 0.5);
        // A third argument is more: of seven places the root and that argument differ.
        let more = attacks_differ("prog2(attack approach)", "prog3(attack approach block)");
        assert!((more - 2.0 / 7.0).abs() < 1e-12, "{more}");
        // A subtree over a leaf differs in all of its three nodes; the next arguments are compared with each other: of
        // eight places the three of the subtree differ.
        let deeper = attacks_differ(simplest, "if-range(if-weak(heal attack) approach)");
        assert!((deeper - 3.0 / 8.0).abs() < 1e-12, "{deeper}");
        // An argument without a counterpart differs in all of its nodes: of eleven places the root and five nodes
        // differ.
        let whole = attacks_differ(
            "prog2(attack approach)",
            "prog3(attack approach if-weak(heal if-near(block retreat)))",
        );
        assert!((whole - 6.0 / 11.0).abs() < 1e-12, "{whole}");
    }

    #[test]
    fn both_trees_count_and_programs_may_differ_wholly() {
        let program = |patrol, attack| read_program(patrol, attack).expect("a program");
        let one = program("wait", "if-range(attack approach)");
        let other = program("forward", "if-range(attack approach)");
        assert_eq!(difference(&one, &other), 0.25);
        let other = program("prog2(forward wait)", "prog2(block if-near(heal retreat))");
        assert_eq!(difference(&one, &other), 1.0);
    }
}
