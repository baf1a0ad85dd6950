//! A program as a picture to be read: its two trees side by side, line by line, as in a listing.

use super::program::{Branches, Node, Program, Tree};
use crate::generation::{Form, Label, Picture, Shape, Tint};

/// A line of the listing. Sequences need none: what stands in one column is run from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    node: Node,
    /// How far to the right it begins.
    indent: u8,
    /// Whether it is the first one of what is done otherwise.
    otherwise: bool,
}

/// A condition's line down to the last one of a branch.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    indent: u8,
    first: usize,
    last: usize,
    /// Whether it is what is done otherwise.
    otherwise: bool,
}

#[derive(Default)]
struct Listing {
    lines: Vec<Line>,
    spans: Vec<Span>,
}

impl Listing {
    fn of(branches: &Branches) -> Self {
        let mut listing = Listing::default();
        listing.write(branches, 0, 0, false);
        listing
    }

    fn write(&mut self, branches: &Branches, at: usize, indent: u8, otherwise: bool) {
        let node = branches.nodes()[at];
        let mut next = at + 1;
        if !node.is_condition() && node.arity() > 0 {
            for argument in 0..node.arity() {
                self.write(branches, next, indent, otherwise && argument == 0);
                next = branches.end(next);
            }
            return;
        }
        let first = self.lines.len();
        self.lines.push(Line {
            node,
            indent,
            otherwise,
        });
        for argument in 0..node.arity() {
            self.write(branches, next, indent + 1, argument == 1);
            next = branches.end(next);
            self.spans.push(Span {
                indent,
                first,
                last: self.lines.len() - 1,
                otherwise: argument == 1,
            });
        }
    }

    /// The width that its words need, in parts of the picture.
    fn width(&self) -> f32 {
        let words = |line: &Line| text(line).len() as f32 * LETTER;
        let ends = self
            .lines
            .iter()
            .map(|line| f32::from(line.indent) * INDENT + MARK + words(line));
        ends.fold(0.2, f32::max)
    }
}

/// Widths as parts of the picture: of a letter, of a step to the right, and of the mark before a word.
const LETTER: f32 = 0.024;
const INDENT: f32 = 0.038;
const MARK: f32 = 0.05;
/// Lines that can be read, the heading among them.
const LINES: usize = 21;
/// The greatest height of a line.
const LINE: f32 = 0.062;

fn text(line: &Line) -> String {
    let name = line.node.name();
    if line.otherwise {
        format!("else {name}")
    } else {
        name.to_owned()
    }
}

/// What a node stands for.
fn tint(node: Node) -> Tint {
    match node {
        Node::ChangeState => Tint::Kind(0),
        Node::Attack => Tint::Fault,
        Node::Block | Node::Heal => Tint::Kind(7),
        Node::Approach | Node::Forward => Tint::Kind(3),
        Node::Retreat | Node::TurnLeft | Node::TurnRight | Node::Wait => Tint::Ground,
        _ => Tint::Player(0),
    }
}

/// Whether all of a program can be read in its picture.
pub fn is_legible(program: &Program) -> bool {
    let lines = |tree| Listing::of(program.tree(tree)).lines.len();
    [Tree::Patrol, Tree::Attack]
        .into_iter()
        .all(|tree| lines(tree) < LINES)
}

/// Both trees, the patrol on the left.
pub fn picture(program: &Program) -> Picture {
    let trees = [Tree::Patrol, Tree::Attack].map(|tree| Listing::of(program.tree(tree)));
    let [left, right] = trees.each_ref().map(Listing::width);
    let split = (left / (left + right)).clamp(0.25, 0.75);
    let rows = trees.iter().map(|tree| tree.lines.len()).max().unwrap_or(0) + 1;
    let height = (1.0 / rows as f32).min(LINE);
    let y = |row: usize| (row as f32 + 1.5) * height;
    let (mut picture, mut marks) = (Picture::default(), Vec::new());
    for (number, (listing, tree)) in trees.iter().zip([Tree::Patrol, Tree::Attack]).enumerate() {
        let key = number as u16 * 1_000;
        let begin = number as f32 * split;
        let x = |indent: u8| begin + f32::from(indent) * INDENT + MARK / 2.0;
        picture.labels.push(Label {
            text: tree.name().to_owned(),
            x: begin,
            y: height / 2.0,
            height,
        });
        picture
            .shapes
            .extend((key..).zip(&listing.spans).map(|(key, span)| {
                let aside = if span.otherwise { 0.006 } else { -0.006 };
                let x = x(span.indent) + aside;
                Shape {
                    key,
                    form: Form::Link { x, y: y(span.last) },
                    tint: if span.otherwise {
                        Tint::Ground
                    } else {
                        Tint::Kind(8)
                    },
                    x,
                    y: y(span.first),
                    size: 0.008,
                }
            }));
        for (row, line) in listing.lines.iter().enumerate() {
            let leaf = line.node.arity() == 0;
            marks.push(Shape {
                key: 10_000 + key + row as u16,
                form: if leaf { Form::Tile } else { Form::Disc },
                tint: tint(line.node),
                x: x(line.indent),
                y: y(row),
                size: height * 0.6,
            });
            picture.labels.push(Label {
                text: text(line),
                x: x(line.indent) + MARK * 0.6,
                y: y(row),
                height,
            });
        }
    }
    picture.shapes.append(&mut marks);
    picture
}
