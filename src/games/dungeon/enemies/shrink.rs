//! Shrinking a program to the nodes that it needs: those without which it does worse.

use super::operators;
use crate::games::dungeon::rules::program::{Program, Tree, TreeKind};

/// The programs in which a subtree is replaced by one of its own arguments, for every subtree and argument, the largest
/// savings first.
fn smaller_programs(program: &Program) -> Vec<Program> {
    let mut found: Vec<Program> = Vec::new();
    for kind in [TreeKind::Patrol, TreeKind::Attack] {
        let tree = program.tree(kind);
        for at in 0..tree.nodes().len() {
            let end = tree.subtree_end(at);
            let mut argument = at + 1;
            for _ in 0..tree.nodes()[at].arity() {
                let after = tree.subtree_end(argument);
                let nodes = [
                    &tree.nodes()[..at],
                    &tree.nodes()[argument..after],
                    &tree.nodes()[end..],
                ]
                .concat();
                argument = after;
                if let Ok(tree) = Tree::of(nodes, kind) {
                    let mut changed = program.clone();
                    *changed.tree_mut(kind) = tree;
                    found.push(operators::simplified_program(&changed));
                }
            }
        }
    }
    found.sort_by_key(Program::size);
    found.dedup();
    found
}

/// Shrinks a program as long as its score does not fall by more than `price` for each node that is saved.
pub fn shrink(program: &Program, price: f64, score: impl Fn(&Program) -> f64) -> Program {
    let mut best = operators::simplified_program(program);
    let mut best_score = score(&best);
    loop {
        let size = best.size();
        let better = smaller_programs(&best).into_iter().find_map(|tried| {
            let saved = size.checked_sub(tried.size()).filter(|saved| *saved > 0)?;
            let scored = score(&tried);
            (scored + price * saved as f64 >= best_score).then_some((tried, scored))
        });
        match better {
            Some(found) => (best, best_score) = found,
            None => return best,
        }
    }
}
