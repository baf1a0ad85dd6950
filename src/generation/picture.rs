//! A picture of an individual: shapes in a unit square, coloured by role.
//!
//! Problems draw with it and know nothing of windows; the theatre paints it at any size and can
//! move between two pictures, because shapes carry keys.

/// What a shape stands for; the theme decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tint {
    /// Something plain and free.
    Calm,
    /// Something massive that stays.
    Stone,
    /// Ground to stand on.
    Ground,
    /// Something of a player, 0 to 2.
    Player(u8),
    /// One of nine kinds of things.
    Kind(u8),
    /// Something wrong.
    Fault,
}

/// The outline of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// A square with rounded corners.
    Tile,
    /// A hexagon with a corner to the right.
    Hex,
    /// A ring.
    Ring,
    /// A diagonal cross.
    Cross,
    /// A filled circle.
    Disc,
    /// A rectangle; its size is its width.
    Block {
        /// As part of the picture's longer side.
        height: f32,
    },
    /// A line from the shape's place to another one; its size is the line's width.
    Link {
        /// 0 to 1 from the left.
        x: f32,
        /// 0 to 1 from the top.
        y: f32,
    },
}

/// One shape of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Shapes with the same key in two pictures are the same thing changed.
    pub key: u16,
    /// Its outline.
    pub form: Form,
    /// What it stands for.
    pub tint: Tint,
    /// Centre, 0 to 1 from the left.
    pub x: f32,
    /// Centre, 0 to 1 from the top.
    pub y: f32,
    /// Width and height, as part of the picture's longer side.
    pub size: f32,
}

/// A word of a picture, shown where the picture is large enough for its letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Left end, 0 to 1 from the left.
    pub x: f32,
    /// Middle, 0 to 1 from the top.
    pub y: f32,
    /// The height that there is for it, as part of the picture's longer side.
    pub height: f32,
}

/// Shapes, painted in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The shapes, lowest first, their keys ascending.
    pub shapes: Vec<Shape>,
    /// Words above the shapes.
    pub labels: Vec<Label>,
}

impl Picture {
    /// A picture without words.
    pub fn of(shapes: Vec<Shape>) -> Self {
        Picture {
            shapes,
            labels: Vec::new(),
        }
    }
}
