//! The picture of an individual: shapes in a unit square.
//!
//! A problem describes its picture and does not know about windows. The theatre paints it at any size, and animates the
//! change from one picture to another by the keys of the shapes.

/// The meaning of a shape, from which the theme chooses the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tint {
    /// A plain, free thing.
    Calm,
    /// A solid thing that cannot be removed.
    Stone,
    /// Ground to stand on.
    Ground,
    /// A thing that belongs to a player, 0 to 2.
    Player(u8),
    /// One of nine kinds of things, in two groups: kinds 0 to 4 belong together, and kinds 5 to 8.
    Kind(u8),
    /// One of the nine cells of a square, counted row by row from 0. The hue says the row, and the shade the column.
    Place(u8),
    /// A letter on the bare ground of a picture.
    Letter,
    /// A fault.
    Fault,
    /// A quantity in percent of the most that there can be.
    Heat(u8),
    /// Light that lies on the shapes below it, in percent of the brightest.
    Light(u8),
    /// A colour that the source of a picture prescribes, as red, green and blue.
    Fixed(u8, u8, u8),
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
    /// A sprite of the game, by its name. Where it would be too small to be recognised, it is a tile of its tint.
    Sprite(&'static str),
    /// A sprite of a hexagonal cell, or of a thing on one. Where it would be too small, it is a hexagon of its tint.
    HexSprite(&'static str),
    /// The outline of a square.
    Frame,
    /// A diagonal cross.
    Cross,
    /// A filled circle.
    Disc,
    /// A square with rounded corners and a hole in one of nine places, which are counted row by row from 0. Where it
    /// would be too small for the hole, it is a tile.
    Holed(u8),
    /// A rectangle. The shape's size is its width.
    Block {
        /// The height, as a part of the picture's longer side.
        height: f32,
    },
    /// A line from the shape's centre to another point. The shape's size is the line's width.
    Link {
        /// The other point, 0 to 1 from the left.
        x: f32,
        /// The other point, 0 to 1 from the top.
        y: f32,
    },
}

impl Form {
    /// The diameter of the hole of [`Form::Holed`], as a part of the square's side.
    pub const HOLE: f32 = 0.3;

    /// The middle of the hole in a place of [`Form::Holed`], seen from the middle of the square, as parts of its side.
    pub fn hole_at(place: u8) -> (f32, f32) {
        let along = |line: u8| 0.28 * (f32::from(line) - 1.0);
        (along(place % 3), along(place / 3 % 3))
    }
}

/// One shape of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Shapes with the same key in two pictures are the same thing before and after a change.
    pub key: u16,
    /// The outline.
    pub form: Form,
    /// The meaning.
    pub tint: Tint,
    /// The centre, 0 to 1 from the left.
    pub x: f32,
    /// The centre, 0 to 1 from the top.
    pub y: f32,
    /// The width and height, as a part of the picture's longer side.
    pub size: f32,
}

/// The shape with a key among shapes with ascending keys; `None` if none has this key.
pub fn shape_of(shapes: &[Shape], key: u16) -> Option<&Shape> {
    let at = shapes.binary_search_by_key(&key, |one| one.key).ok()?;
    Some(&shapes[at])
}

/// The place of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LabelPlace {
    /// A line of a listing: it begins at the text's position. In a thumbnail a bar stands for it.
    Line {
        /// The width of the text, as a part of the picture's width.
        width: f32,
        /// The meaning of the bar.
        tint: Tint,
    },
    /// A mark on a shape: its middle is at the text's position, and it moves with the shape. In a thumbnail it is left
    /// out.
    Mark {
        /// The key of the shape.
        key: u16,
        /// The meaning.
        tint: Tint,
        /// The shape behind the text, a little larger than the text; `None` if the text stands on the shape with the
        /// key alone.
        ground: Option<(Form, Tint)>,
    },
}

/// A text in a picture. It is shown only where the picture is large enough for its letters.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its place.
    pub place: LabelPlace,
    /// The left end of a line or the middle of a mark, 0 to 1 from the left.
    pub x: f32,
    /// The middle, 0 to 1 from the top.
    pub y: f32,
    /// The height available for it, as a part of the picture's longer side.
    pub height: f32,
}

/// Shapes, which are painted in order, and texts above them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The shapes: the lowest first, with ascending keys.
    pub shapes: Vec<Shape>,
    /// The texts.
    pub labels: Vec<Label>,
}

impl Picture {
    /// A picture without texts.
    pub fn of(shapes: Vec<Shape>) -> Self {
        Picture {
            shapes,
            labels: Vec::new(),
        }
    }

    /// Whether the lines of two listings are equally high, so that shapes beside them can move from one to the other.
    /// Pictures without lines fit each other.
    pub fn fits(&self, other: &Picture) -> bool {
        let height = |picture: &Picture| {
            let mut labels = picture.labels.iter();
            let line = labels.find(|label| matches!(label.place, LabelPlace::Line { .. }));
            line.map(|line| line.height)
        };
        height(self) == height(other)
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn shape(key: u16) -> Shape {
        Shape {
            key,
            form: Form::Tile,
            tint: Tint::Calm,
            x: 0.5,
            y: 0.5,
            size: f32::from(key),
        }
    }

    #[test]
    fn holes_stand_in_three_rows_of_three() {
        let at = [0, 1, 5, 7, 8].map(Form::hole_at);
        let side = 0.28;
        let expected = [
            (-side, -side),
            (0.0, -side),
            (side, 0.0),
            (0.0, side),
            (side, side),
        ];
        assert_eq!(at, expected);
        assert_eq!(Form::hole_at(9), Form::hole_at(0));
    }

    #[test]
    fn a_shape_is_found_by_its_key() {
        let shapes = [2, 3, 7].map(shape);
        assert_eq!(shape_of(&shapes, 3), Some(&shapes[1]));
        assert_eq!(shape_of(&shapes, 4), None);
        assert_eq!(Picture::of(shapes.into()).shapes, shapes);
    }

    #[test]
    fn pictures_fit_if_their_lines_are_equally_high() {
        let label = |place, height| Label {
            text: String::new(),
            place,
            x: 0.0,
            y: 0.0,
            height,
        };
        let line = |height| {
            let (width, tint) = (1.0, Tint::Calm);
            label(LabelPlace::Line { width, tint }, height)
        };
        let mark = |height| {
            let (key, tint, ground) = (0, Tint::Calm, None);
            label(LabelPlace::Mark { key, tint, ground }, height)
        };
        let picture = |labels| Picture {
            labels,
            ..Picture::default()
        };
        let listing = picture(vec![mark(0.5), line(0.25), line(0.125)]);
        assert!(listing.fits(&picture(vec![line(0.25)])));
        assert!(!listing.fits(&picture(vec![line(0.125)])));
        assert!(!listing.fits(&picture(vec![mark(0.25)])));
        assert!(picture(vec![mark(0.5)]).fits(&Picture::default()));
    }
}
