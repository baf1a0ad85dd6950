//! A program as a picture: its two trees side by side, nodes coloured by what they do.

use super::program::{Branches, MOST_NODES, Node, Program, Tree};
use crate::generation::{Form, Picture, Shape, Tint};

/// Where a node of a tree is drawn: column in leaves from the left, and row from the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The node.
    pub node: Node,
    /// Leaves from the left, to the node's middle.
    pub column: f32,
    /// Rows from the top.
    pub row: u8,
    /// The place of the node above, if there is one.
    pub above: Option<usize>,
}

/// The places of all nodes, in prefix order, and how many leaves there are.
pub fn places(branches: &Branches) -> (Vec<Place>, usize) {
    let mut places = Vec::with_capacity(branches.nodes().len());
    let mut leaves = 0;
    put(branches, 0, None, 0, &mut leaves, &mut places);
    (places, leaves)
}

fn put(
    branches: &Branches,
    at: usize,
    above: Option<usize>,
    row: u8,
    leaves: &mut usize,
    places: &mut Vec<Place>,
) {
    let node = branches.nodes()[at];
    let first = *leaves;
    places.push(Place {
        node,
        column: 0.0,
        row,
        above,
    });
    let mut next = at + 1;
    for _ in 0..node.arity() {
        put(branches, next, Some(at), row + 1, leaves, places);
        next = branches.end(next);
    }
    if node.arity() == 0 {
        *leaves += 1;
    }
    places[at].column = (first + *leaves) as f32 / 2.0;
}

/// What a node stands for.
pub fn tint(node: Node) -> Tint {
    match node {
        Node::Prog2 | Node::Prog3 => Tint::Calm,
        Node::ChangeState => Tint::Kind(0),
        Node::Attack => Tint::Fault,
        Node::Block | Node::Heal => Tint::Kind(2),
        Node::Approach | Node::Forward => Tint::Kind(4),
        Node::Retreat | Node::TurnLeft | Node::TurnRight | Node::Wait => Tint::Ground,
        _ => Tint::Player(0),
    }
}

/// Both trees, the patrol on the left.
pub fn picture(program: &Program) -> Picture {
    let trees = [Tree::Patrol, Tree::Attack].map(|tree| places(program.tree(tree)));
    let leaves = trees.each_ref().map(|(_, leaves)| *leaves as f32 + 1.0);
    let rows = trees
        .iter()
        .flat_map(|(places, _)| places)
        .map(|place| place.row)
        .max();
    let rows = f32::from(rows.unwrap_or(0)) + 1.0;
    let width = 1.0 / leaves.iter().sum::<f32>();
    let height = (1.0 / rows).min(0.2);
    let size = (width.min(height) * 0.75).clamp(0.012, 0.07);
    let (mut links, mut nodes) = (Vec::new(), Vec::new());
    for (tree, (places, _)) in trees.iter().enumerate() {
        let left = if tree == 0 { 0.0 } else { leaves[0] };
        let spot = |place: &Place| {
            let x = (left + 0.5 + place.column) * width;
            let y = 0.5 + (f32::from(place.row) + 0.5 - rows / 2.0) * height;
            (x, y)
        };
        for (number, place) in places.iter().enumerate() {
            let key = (tree * MOST_NODES + number) as u16;
            let (x, y) = spot(place);
            if let Some(above) = place.above {
                let to = spot(&places[above]);
                links.push(Shape {
                    key,
                    form: Form::Link { x: to.0, y: to.1 },
                    tint: Tint::Stone,
                    x,
                    y,
                    size: 0.006,
                });
            }
            let form = if place.node.arity() > 0 {
                Form::Disc
            } else {
                Form::Tile
            };
            nodes.push(Shape {
                key: 1_000 + key,
                form,
                tint: tint(place.node),
                x,
                y,
                size,
            });
        }
    }
    links.append(&mut nodes);
    Picture { shapes: links }
}
