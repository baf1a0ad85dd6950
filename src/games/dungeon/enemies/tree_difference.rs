//! The nodes that two trees of programs have in common, and the texts of the trees with signs at the nodes in which
//! they differ.

use crate::games::dungeon::rules::program::{Node, Tree};

/// The sign before a node that only the later tree has.
pub const NEW: char = '+';
/// The sign before a node that only the earlier tree has.
pub const GONE: char = '−';

/// A piece of the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text. If the piece is changed, it is the name of a node with a sign before it.
    pub text: String,
    /// Whether the other tree lacks the node.
    pub is_changed: bool,
}

/// The texts of the earlier and of the later tree, in which nodes have the names of `name`. As few nodes as possible are
/// marked; the others stand in both trees in the same order.
pub fn marked(earlier: &Tree, later: &Tree, name: impl Fn(Node) -> String) -> [Vec<Piece>; 2] {
    let (in_earlier, in_later) = common(earlier.nodes(), later.nodes());
    [
        pieces(earlier, &in_earlier, GONE, &name),
        pieces(later, &in_later, NEW, &name),
    ]
}

/// The text of a tree, in which nodes have the names of `name`.
pub fn text_of(tree: &Tree, name: impl Fn(Node) -> String) -> String {
    let all = vec![true; tree.nodes().len()];
    let pieces = pieces(tree, &all, NEW, &name).into_iter();
    pieces.map(|piece| piece.text).collect()
}

/// For each node of two trees whether it belongs to their longest common sequence of nodes.
fn common(earlier: &[Node], later: &[Node]) -> (Vec<bool>, Vec<bool>) {
    // The length of the longest common sequence from a node of each tree on.
    let mut lengths = vec![vec![0usize; later.len() + 1]; earlier.len() + 1];
    for (a, one) in earlier.iter().enumerate().rev() {
        for (b, other) in later.iter().enumerate().rev() {
            lengths[a][b] = match one == other {
                true => lengths[a + 1][b + 1] + 1,
                false => lengths[a + 1][b].max(lengths[a][b + 1]),
            };
        }
    }
    let (mut in_earlier, mut in_later) = (vec![false; earlier.len()], vec![false; later.len()]);
    let (mut a, mut b) = (0, 0);
    while a < earlier.len() && b < later.len() {
        if earlier[a] == later[b] {
            (in_earlier[a], in_later[b]) = (true, true);
            (a, b) = (a + 1, b + 1);
        } else if lengths[a + 1][b] >= lengths[a][b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    (in_earlier, in_later)
}

/// The text of a tree, with a sign before each node that is not common.
fn pieces(
    tree: &Tree,
    is_common: &[bool],
    sign: char,
    name: &impl Fn(Node) -> String,
) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut push = |text: &str, is_changed: bool| match pieces.last_mut() {
        Some(last) if !last.is_changed && !is_changed => last.text += text,
        _ => pieces.push(Piece {
            text: text.to_owned(),
            is_changed,
        }),
    };
    // The number of arguments that each open bracket still lacks.
    let mut open: Vec<usize> = Vec::new();
    for (node, is_common) in tree.nodes().iter().zip(is_common) {
        match is_common {
            true => push(&name(*node), false),
            false => push(&format!("{sign}{}", name(*node)), true),
        }
        if node.arity() > 0 {
            push(" (", false);
            open.push(node.arity());
            continue;
        }
        while let Some(lacking) = open.last_mut() {
            *lacking -= 1;
            if *lacking > 0 {
                push(", ", false);
                break;
            }
            // The node whose bracket is closed is itself an argument of the node around it.
            push(")", false);
            open.pop();
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::enemies::shipped::shipped_roster;
    use crate::games::dungeon::rules::program::{TreeKind, read};

    fn tree(text: &str) -> Tree {
        read(text, TreeKind::Attack).expect("a tree")
    }

    fn whole(pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| piece.text.as_str()).collect()
    }

    fn in_file(node: Node) -> String {
        node.name().to_owned()
    }

    /// The text of a tree as in files, but for the spaces and commas between nodes.
    fn spaced(tree: &Tree) -> String {
        tree.to_string().replace(' ', ", ").replace('(', " (")
    }

    #[test]
    fn what_is_new_and_what_is_gone_has_a_sign_and_nothing_else_has() {
        let texts = |earlier, later| {
            let both = marked(&tree(earlier), &tree(later), in_file);
            both.map(|one| whole(&one))
        };
        assert_eq!(
            texts(
                "if-range(attack approach)",
                "if-range(prog2(attack heal) approach)"
            ),
            [
                "if-range (attack, approach)",
                "if-range (+prog2 (attack, +heal), approach)"
            ]
        );
        assert_eq!(
            texts("if-weak(retreat attack)", "if-near(block attack)"),
            ["−if-weak (−retreat, attack)", "+if-near (+block, attack)"]
        );
        assert_eq!(texts("attack", "attack"), ["attack", "attack"]);
        assert_eq!(texts("attack", "heal"), ["−attack", "+heal"]);
    }

    #[test]
    fn a_changed_piece_is_one_node_and_the_pieces_are_the_whole_tree() {
        let earlier = tree("prog3(attack block heal)");
        let later = tree("prog3(heal if-near(attack block) approach)");
        let mut changes = 0;
        for (pieces, tree) in marked(&earlier, &later, in_file)
            .iter()
            .zip([&earlier, &later])
        {
            let unsigned = whole(pieces).replace([NEW, GONE], "");
            assert_eq!(unsigned, spaced(tree));
            let changed = pieces.iter().filter(|piece| piece.is_changed);
            for name in changed.map(|piece| piece.text.trim_start_matches([NEW, GONE])) {
                assert!(name.parse::<Node>().is_ok(), "{name}");
                changes += 1;
            }
        }
        assert!(changes > 0, "the trees differ");
        // However long a tree is, all of it is there.
        for breed in shipped_roster() {
            for kind in [TreeKind::Patrol, TreeKind::Attack] {
                let tree = breed.program.tree(kind);
                let [earlier, later] = marked(tree, tree, in_file);
                assert_eq!(whole(&earlier), spaced(tree));
                assert_eq!(text_of(tree, in_file), spaced(tree));
                assert_eq!(earlier, later);
                assert!(earlier.iter().all(|piece| !piece.is_changed));
            }
        }
    }
}
