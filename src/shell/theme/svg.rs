//! Pictures as an SVG sheet, which can be viewed without a window.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use bevy::color::ColorToPacked;

use super::look::Look;
use super::palette;
use super::sprites::Sprites;
use crate::generation::{Form, Picture, Shape, Tint};

/// The side of one picture.
const SIDE: f32 = 240.0;
/// The space between pictures, and around the sheet.
const GAP: f32 = 24.0;
/// The height of the line below a picture.
const LINE: f32 = 22.0;

/// Draws pictures in rows of `columns`, each with a line of text below it. The colours, the shapes and the sprites are
/// those of the theatre; labels in pictures are left out. A sprite that is not among `sprites` is a tile of its tint.
pub fn sheet(pictures: &[(Picture, String)], columns: usize, sprites: &Sprites) -> String {
    let columns = columns.max(1);
    let rows = pictures.len().div_ceil(columns);
    let width = GAP + columns as f32 * (SIDE + GAP);
    let height = GAP + rows as f32 * (SIDE + LINE + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        hex(palette::NIGHT)
    );
    let shapes = pictures.iter().flat_map(|(picture, _)| &picture.shapes);
    let sources = used_sprites(shapes, sprites);
    for (name, source) in &sources {
        let _ = writeln!(
            svg,
            "<symbol id=\"{}\" viewBox=\"0 0 100 100\"><image width=\"100\" height=\"100\" href=\"{}\"/></symbol>",
            symbol(name),
            data_url(source)
        );
    }
    for (at, (picture, text)) in pictures.iter().enumerate() {
        let x = GAP + (at % columns) as f32 * (SIDE + GAP);
        let y = GAP + (at / columns) as f32 * (SIDE + LINE + GAP);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        for shape in &picture.shapes {
            match shape.form {
                Form::Sprite(name) | Form::HexSprite(name) if sources.contains_key(name) => {
                    draw_sprite(&mut svg, shape, name)
                }
                _ => draw(&mut svg, shape),
            }
        }
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"{}\">{text}</text></g>",
            SIDE + LINE - 5.0,
            hex(palette::MIST)
        );
    }
    svg + "</svg>\n"
}

/// The sources of the sprites that the shapes show.
fn used_sprites<'a>(
    shapes: impl Iterator<Item = &'a Shape>,
    sprites: &Sprites,
) -> BTreeMap<&'static str, String> {
    let names = shapes.filter_map(|shape| match shape.form {
        Form::Sprite(name) | Form::HexSprite(name) => Some(name),
        _ => None,
    });
    let used: BTreeSet<&str> = names.collect();
    let mut sources = sprites.sources(Look::USUAL);
    sources.retain(|name, _| used.contains(name));
    sources
}

/// The id of a sprite's symbol.
fn symbol(name: &str) -> String {
    name.replace('/', "-")
}

/// An SVG as an image of its own, so that its ids cannot collide with those of other sprites.
fn data_url(source: &str) -> String {
    let mut url = String::from("data:image/svg+xml,");
    for letter in source.chars() {
        match letter {
            '%' | '#' | '<' | '>' | '"' | '&' | '\n' => {
                let _ = write!(url, "%{:02X}", u32::from(letter));
            }
            _ => url.push(letter),
        }
    }
    url
}

fn draw_sprite(svg: &mut String, shape: &Shape, name: &str) {
    let size = shape.size * SIDE;
    let (left, top) = (shape.x * SIDE - size / 2.0, shape.y * SIDE - size / 2.0);
    let _ = writeln!(
        svg,
        "<use href=\"#{}\" x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\"/>",
        symbol(name)
    );
}

fn hex(colour: bevy::color::Color) -> String {
    let [red, green, blue] = colour.to_srgba().to_u8_array_no_alpha();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The square around a shape, in units of the sheet: its middle and its side.
#[derive(Clone, Copy)]
struct Square {
    x: f32,
    y: f32,
    side: f32,
}

impl Square {
    fn left(self) -> f32 {
        self.x - self.side / 2.0
    }

    fn top(self) -> f32 {
        self.y - self.side / 2.0
    }

    /// The place and the size of a rectangle, as attributes.
    fn attributes(self) -> String {
        let (left, top, side) = (self.left(), self.top(), self.side);
        format!("x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"")
    }
}

/// Draws any shape but a known sprite.
fn draw(svg: &mut String, shape: &Shape) {
    let colour = hex(palette::tint(shape.tint));
    let (x, y, size) = (shape.x * SIDE, shape.y * SIDE, shape.size * SIDE);
    let square = Square { x, y, side: size };
    let (left, top, half) = (square.left(), square.top(), size / 2.0);
    let element = match shape.form {
        Form::Tile | Form::Sprite(_) => tile(square, &colour, shape.tint == Tint::Stone),
        Form::Holed(place) => holed_tile(square, &colour, place),
        Form::Ring => ring(square, &colour),
        Form::Disc => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{half}\" fill=\"{colour}\"/>"),
        Form::Block { height } => {
            let height = height * SIDE;
            format!(
                "<rect x=\"{left}\" y=\"{}\" width=\"{size}\" height=\"{height}\" fill=\"{colour}\"/>",
                y - height / 2.0
            )
        }
        Form::Link { x: to_x, y: to_y } => format!(
            "<path d=\"M{x} {y}L{} {}\" stroke=\"{colour}\" stroke-width=\"{size}\"/>",
            to_x * SIDE,
            to_y * SIDE
        ),
        Form::Frame => format!(
            "<rect {} fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            square.attributes(),
            size * 0.05
        ),
        Form::Cross => format!(
            "<path d=\"M{left} {top}l{size} {size}m0 -{size}l-{size} {size}\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            size * 0.16
        ),
        Form::Hex | Form::HexSprite(_) => hexagon(square, &colour),
    };
    svg.push_str(&element);
    svg.push('\n');
}

/// A tile with round corners; a stone has a rim.
fn tile(square: Square, colour: &str, is_stone: bool) -> String {
    let rim = match is_stone {
        true => format!(" stroke=\"{}\"", hex(palette::RIM)),
        false => String::new(),
    };
    format!(
        "<rect {} rx=\"{}\" fill=\"{colour}\"{rim}/>",
        square.attributes(),
        square.side * 0.22
    )
}

/// A tile with a hole at one of its places.
fn holed_tile(square: Square, colour: &str, place: u8) -> String {
    let (right, down) = Form::hole_at(place);
    let Square { x, y, side } = square;
    format!(
        "{}<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>",
        tile(square, colour, false),
        x + right * side,
        y + down * side,
        side * Form::HOLE / 2.0,
        hex(palette::NIGHT)
    )
}

/// A ring on a raised square.
fn ring(square: Square, colour: &str) -> String {
    let Square { x, y, side } = square;
    format!(
        "<rect {} fill=\"{}\"/>\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
        square.attributes(),
        hex(palette::RAISED),
        side / 2.0 * 0.72,
        side * 0.16
    )
}

/// A hexagon with two corners at the sides of its square.
fn hexagon(square: Square, colour: &str) -> String {
    let radius = square.side / 2.0;
    let corner = |at: u8| {
        let angle = f32::from(at) * std::f32::consts::FRAC_PI_3;
        let (x, y) = (
            square.x + radius * angle.cos(),
            square.y + radius * angle.sin(),
        );
        format!("{x},{y}")
    };
    let corners: Vec<String> = (0..6).map(corner).collect();
    format!(
        "<polygon points=\"{}\" fill=\"{colour}\"/>",
        corners.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::super::sprites::{Dye, Source, draw as rasterise};
    use super::*;

    /// The red, green, blue and opacity of a pixel.
    fn pixel(svg: &str, pixels: u32, x: u32, y: u32) -> Vec<u8> {
        let image = rasterise(svg, pixels).expect("an SVG");
        let data = image.data.expect("pixels");
        let at = 4 * (y * pixels + x) as usize;
        data[at..at + 4].to_vec()
    }

    #[test]
    fn a_sheet_shows_known_sprites_and_tiles_for_unknown_ones() {
        let mut sprites = Sprites::default();
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs><linearGradient id="a"><stop stop-color="#ff0000"/></linearGradient></defs><path d="M0 0h100v100h-100z" fill="url(#a)"/></svg>"##;
        let name = "red";
        sprites.add(Source { name, svg }, Dye::Own);
        let shape = |key, name, x| Shape {
            key,
            form: Form::Sprite(name),
            tint: Tint::Ground,
            x,
            y: 0.5,
            size: 0.4,
        };
        let picture = Picture::of(vec![shape(0, "red", 0.25), shape(1, "unknown", 0.75)]);
        let svg = sheet(&[(picture, String::from("a & b"))], 1, &sprites);
        // One picture of 240 with a margin of 24; the sheet is 288 wide and 310 high.
        assert_eq!(pixel(&svg, 310, 24 + 60, 24 + 120), [255, 0, 0, 255]);
        let tile = palette::tint(Tint::Ground).to_srgba().to_u8_array();
        assert_eq!(pixel(&svg, 310, 24 + 180, 24 + 120), tile);
    }
}
