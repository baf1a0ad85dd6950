//! Pictures as an SVG sheet, for a reader without a window.

use std::fmt::Write;

use bevy::color::ColorToPacked;

use super::palette;
use crate::generation::{Form, Picture, Shape, Tint};

/// The side of one picture.
const SIDE: f32 = 240.0;
/// The space between pictures, and around the sheet.
const GAP: f32 = 24.0;
/// The height of the line below a picture.
const LINE: f32 = 22.0;

/// Draws pictures in rows of `columns`, each with a line of text below it. The colours and the shapes are those of the
/// theatre; labels in pictures are left out.
pub fn sheet(pictures: &[(Picture, String)], columns: usize) -> String {
    let columns = columns.max(1);
    let rows = pictures.len().div_ceil(columns);
    let width = GAP + columns as f32 * (SIDE + GAP);
    let height = GAP + rows as f32 * (SIDE + LINE + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        hex(palette::NIGHT)
    );
    for (at, (picture, text)) in pictures.iter().enumerate() {
        let x = GAP + (at % columns) as f32 * (SIDE + GAP);
        let y = GAP + (at / columns) as f32 * (SIDE + LINE + GAP);
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
        for shape in &picture.shapes {
            draw(&mut svg, shape);
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

fn hex(colour: bevy::color::Color) -> String {
    let [red, green, blue] = colour.to_srgba().to_u8_array_no_alpha();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn draw(svg: &mut String, shape: &Shape) {
    let colour = hex(palette::tint(shape.tint));
    let (x, y, size) = (shape.x * SIDE, shape.y * SIDE, shape.size * SIDE);
    let half = size / 2.0;
    let (left, top) = (x - half, y - half);
    let rim = if shape.tint == Tint::Stone {
        format!(" stroke=\"{}\"", hex(palette::RIM))
    } else {
        String::new()
    };
    let _ = match shape.form {
        // A reader without a window gets the tile that stands for a sprite.
        Form::Tile | Form::Sprite(_) => writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\" rx=\"{}\" fill=\"{colour}\"{rim}/>",
            size * 0.22
        ),
        Form::Ring => writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\" fill=\"{}\"/>\
             <circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            hex(palette::RAISED),
            half * 0.72,
            size * 0.16
        ),
        Form::Disc => writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{half}\" fill=\"{colour}\"/>"
        ),
        Form::Block { height } => {
            let height = height * SIDE;
            writeln!(
                svg,
                "<rect x=\"{left}\" y=\"{}\" width=\"{size}\" height=\"{height}\" fill=\"{colour}\"/>",
                y - height / 2.0
            )
        }
        Form::Link { x: to_x, y: to_y } => writeln!(
            svg,
            "<path d=\"M{x} {y}L{} {}\" stroke=\"{colour}\" stroke-width=\"{size}\"/>",
            to_x * SIDE,
            to_y * SIDE
        ),
        Form::Frame => writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            size * 0.05
        ),
        Form::Cross => writeln!(
            svg,
            "<path d=\"M{left} {top}l{size} {size}m0 -{size}l-{size} {size}\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            size * 0.16
        ),
        Form::Hex => {
            let corner = |at: u8| {
                let angle = f32::from(at) * std::f32::consts::FRAC_PI_3;
                format!("{},{}", x + half * angle.cos(), y + half * angle.sin())
            };
            let corners: Vec<String> = (0..6).map(corner).collect();
            writeln!(
                svg,
                "<polygon points=\"{}\" fill=\"{colour}\"/>",
                corners.join(" ")
            )
        }
    };
}
