//! The picture of a program: listings of its two trees side by side.

use super::node_names::{ELSE, name_of_node, name_of_tree};
use crate::games::dungeon::rules::program::{Node, Program, Tree, TreeKind};
use crate::generation::{Form, Label, LabelPlace, Picture, Shape, Tint};

/// A line of a listing. Sequences have no lines, because lines of one column run from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    node: Node,
    /// The index of the node in its tree.
    at: usize,
    /// The number of steps to the right.
    indent: u8,
    /// Whether the line is the first one of an else branch.
    is_else: bool,
}

/// The lines from a condition to the end of one of its branches.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    indent: u8,
    first: usize,
    last: usize,
    /// Whether the branch is the else branch.
    is_else: bool,
}

#[derive(Default)]
struct Listing {
    lines: Vec<Line>,
    spans: Vec<Span>,
}

/// The width of a letter, as a part of the picture.
const LETTER: f32 = 0.024;
/// The greatest number of letters in the name of a node.
const NAME_LETTERS: u8 = 15;
/// The greatest number of letters in the word before an else branch.
const ELSE_LETTERS: u8 = 5;
/// The width of a step to the right, as a part of the picture.
const INDENT: f32 = 0.038;
/// The width of the mark before a line, as a part of the picture.
const MARK: f32 = 0.05;
/// The size of a mark, as a part of the height of a line.
const MARK_SIZE: f32 = 0.6;

impl Listing {
    fn of(tree: &Tree) -> Self {
        let mut listing = Listing::default();
        listing.write(tree, 0, 0, false);
        listing
    }

    fn write(&mut self, tree: &Tree, at: usize, indent: u8, is_else: bool) {
        let node = tree.nodes()[at];
        let mut next = at + 1;
        if !node.is_condition() && node.arity() > 0 {
            for argument in 0..node.arity() {
                self.write(tree, next, indent, is_else && argument == 0);
                next = tree.subtree_end(next);
            }
            return;
        }
        let first = self.lines.len();
        self.lines.push(Line {
            node,
            at,
            indent,
            is_else,
        });
        for argument in 0..node.arity() {
            self.write(tree, next, indent + 1, argument == 1);
            next = tree.subtree_end(next);
            self.spans.push(Span {
                indent,
                first,
                last: self.lines.len() - 1,
                is_else: argument == 1,
            });
        }
    }

    /// The width of the listing at its usual size, as a part of the picture.
    fn width(&self) -> f32 {
        let ends = self
            .lines
            .iter()
            .map(|line| f32::from(line.indent) * INDENT + MARK + width_of(line.is_else));
        ends.fold(0.2, f32::max)
    }
}

/// The largest number of legible lines, which includes the heading.
const MAX_LINES: usize = 21;
/// The usual height of a line, as a part of the picture.
const LINE_HEIGHT: f32 = 0.062;
/// The largest factor by which short programs are enlarged.
const MAX_SCALE: f32 = 1.7;

/// The text of a line, as keys of phrases.
fn text(line: &Line) -> String {
    let name = name_of_node(line.node);
    if line.is_else {
        format!("{ELSE} {name}")
    } else {
        name.to_owned()
    }
}

/// The room for the text of a line at its usual size, as a part of the picture.
fn width_of(is_else: bool) -> f32 {
    let before = if is_else { ELSE_LETTERS } else { 0 };
    f32::from(before + NAME_LETTERS) * LETTER
}

/// The colour of a node.
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

/// Whether the whole program is legible in its picture.
pub fn is_legible(program: &Program) -> bool {
    let lines = |tree| Listing::of(program.tree(tree)).lines.len();
    [TreeKind::Patrol, TreeKind::Attack]
        .into_iter()
        .all(|tree| lines(tree) < MAX_LINES)
}

/// The number of keys of the shapes of one column.
const COLUMN_KEYS: u16 = 1_000;
/// The first key of the marks before the lines.
const MARK_KEYS: u16 = 10_000;

/// The tree of the line whose mark has this key, and the index of its node.
pub fn node_of_shape(program: &Program, key: u16) -> Option<(TreeKind, usize)> {
    let number = key.checked_sub(MARK_KEYS)?;
    let kind = match number / COLUMN_KEYS {
        0 => TreeKind::Patrol,
        1 => TreeKind::Attack,
        _ => return None,
    };
    let listing = Listing::of(program.tree(kind));
    let line = listing.lines.get(usize::from(number % COLUMN_KEYS))?;
    Some((kind, line.at))
}

/// A line of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedNode {
    /// The key of its mark, by which [`node_of_shape`] finds the node.
    pub key: u16,
    /// The left end and the right end, 0 to 1 from the left.
    pub ends: (f32, f32),
    /// The middle, 0 to 1 from the top.
    pub y: f32,
    /// The height.
    pub height: f32,
}

/// The lines of a picture of a program.
pub fn lines(picture: &Picture) -> Vec<ListedNode> {
    let marks = picture.shapes.iter().filter(|one| one.key >= MARK_KEYS);
    let line = |mark: &Shape| {
        // The text of a line begins right of its mark.
        let is_on_line = |label: &&Label| label.y == mark.y && label.x > mark.x;
        let texts = picture.labels.iter().filter(is_on_line);
        let text = texts.min_by(|one, other| one.x.total_cmp(&other.x));
        let right = text.map_or(mark.x, |label| match label.place {
            LabelPlace::Line { width, .. } => label.x + width,
            LabelPlace::Mark { .. } => label.x,
        });
        ListedNode {
            key: mark.key,
            ends: (mark.x - mark.size / 2.0, right),
            y: mark.y,
            height: mark.size / MARK_SIZE,
        }
    };
    marks.map(line).collect()
}

/// The position of a listing in the picture, as parts of the picture.
struct Column {
    /// The first key of the column's shapes.
    key: u16,
    left: f32,
    top: f32,
    /// The height of a line.
    height: f32,
    /// The factor by which the listing is wider than usual.
    scale: f32,
}

impl Column {
    fn x(&self, indent: u8) -> f32 {
        let x = f32::from(indent) * INDENT + MARK / 2.0;
        self.left + self.scale * x
    }

    fn y(&self, row: usize) -> f32 {
        self.top + (row as f32 + 1.5) * self.height
    }

    fn line(&self, text: String, is_else: bool, tint: Tint, (x, y): (f32, f32)) -> Label {
        let width = width_of(is_else) * self.scale;
        Label {
            text,
            place: LabelPlace::Line { width, tint },
            x,
            y,
            height: self.height,
        }
    }

    fn heading(&self, kind: TreeKind) -> Label {
        let y = self.top + self.height / 2.0;
        let name = name_of_tree(kind).to_owned();
        self.line(name, false, Tint::Calm, (self.left, y))
    }

    fn span(&self, key: u16, span: &Span) -> Shape {
        let scale = self.scale;
        let aside = scale * if span.is_else { 0.006 } else { -0.006 };
        let x = self.x(span.indent) + aside;
        Shape {
            key,
            form: Form::Link {
                x,
                y: self.y(span.last),
            },
            tint: if span.is_else {
                Tint::Ground
            } else {
                Tint::Kind(8)
            },
            x,
            y: self.y(span.first),
            size: scale * 0.008,
        }
    }

    fn mark(&self, row: usize, line: &Line) -> Shape {
        let is_leaf = line.node.arity() == 0;
        Shape {
            key: MARK_KEYS + self.key + row as u16,
            form: if is_leaf { Form::Tile } else { Form::Disc },
            tint: tint(line.node),
            x: self.x(line.indent),
            y: self.y(row),
            size: self.height * MARK_SIZE,
        }
    }

    fn label(&self, row: usize, line: &Line) -> Label {
        let tint = match tint(line.node) {
            Tint::Ground => Tint::Calm,
            tint => tint,
        };
        let x = self.x(line.indent) + self.scale * MARK * 0.6;
        self.line(text(line), line.is_else, tint, (x, self.y(row)))
    }
}

/// The places of both listings in a square: side by side, or the second one below the first if they can be larger so.
/// Lines that would be lower than `least` are as high as that, and both listings stand side by side and go on below the
/// square.
fn columns(listings: &[Listing; 2], least: f32) -> [Column; 2] {
    let rows = listings.each_ref().map(|listing| listing.lines.len() + 1);
    let [left, right] = listings.each_ref().map(Listing::width);
    let height_of = |width: f32, rows: usize| {
        let scale = (1.0 / width).clamp(1.0, MAX_SCALE);
        (scale * LINE_HEIGHT).min(1.0 / rows as f32)
    };
    // A free line stands between two listings one below the other.
    let all = rows[0] + 1 + rows[1];
    let beside = height_of(left + right, rows[0].max(rows[1]));
    let below = height_of(left.max(right), all);
    let column = |key, left, top, height| Column {
        key,
        left,
        top,
        height,
        // Lines that are lower than usual keep their usual width, so that only their height shrinks.
        scale: f32::max(height / LINE_HEIGHT, 1.0),
    };
    if beside.max(below) < least {
        let narrow = (1.0 / (left + right)).clamp(least / LINE_HEIGHT, 1.0);
        return [(0, 0.0), (COLUMN_KEYS, narrow * left)].map(|(key, left)| Column {
            scale: narrow,
            ..column(key, left, 0.0, least)
        });
    }
    if below > beside {
        let top = (rows[0] + 1) as f32 * below;
        return [
            column(0, 0.0, 0.0, below),
            column(COLUMN_KEYS, 0.0, top, below),
        ];
    }
    let split = (left / (left + right)).clamp(0.25, 0.75);
    [
        column(0, 0.0, 0.0, beside),
        column(COLUMN_KEYS, split, 0.0, beside),
    ]
}

/// The picture of both trees, with the patrol tree on the left or above.
pub fn picture(program: &Program) -> Picture {
    long_picture(program, 0.0).0
}

/// The same with a least height of the lines, and the height of the picture, which is 1 or more.
pub fn long_picture(program: &Program, least_line: f32) -> (Picture, f32) {
    const KINDS: [TreeKind; 2] = [TreeKind::Patrol, TreeKind::Attack];
    let listings = KINDS.map(|kind| Listing::of(program.tree(kind)));
    let (mut picture, mut marks) = (Picture::default(), Vec::new());
    let mut end = 1.0_f32;
    for ((listing, kind), column) in listings
        .iter()
        .zip(KINDS)
        .zip(columns(&listings, least_line))
    {
        // The lines of a square fill it at most, apart from rounding.
        let lines = column.top + (listing.lines.len() + 1) as f32 * column.height;
        end = if lines > 1.001 { end.max(lines) } else { end };
        picture.labels.push(column.heading(kind));
        let spans = (column.key..).zip(&listing.spans);
        let spans = spans.map(|(key, span)| column.span(key, span));
        picture.shapes.extend(spans);
        for (row, line) in listing.lines.iter().enumerate() {
            marks.push(column.mark(row, line));
            picture.labels.push(column.label(row, line));
        }
    }
    // The marks lie above the spans.
    picture.shapes.append(&mut marks);
    (picture, end)
}
