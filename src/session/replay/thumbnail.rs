//! Small pictures as text: the names of their sprites, and the shapes in a few characters each. At this size texts
//! cannot be read, so they are left out.

use std::fmt::Write;

use crate::base::parse_digits;
use crate::generation::{Form, Picture, Shape, Tint};

/// The steps into which the side of a picture is divided.
const STEPS: f32 = 999.0;

/// Writes the names of the sprites between commas, a line, and the shapes with a semicolon after each: form and tint as
/// letters, then place, size and the other data of the form as numbers.
pub fn write(picture: &Picture) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut shapes = String::new();
    for shape in &picture.shapes {
        let (form, more) = written_form(shape.form, &mut names);
        let numbers = [shape.x, shape.y, shape.size].map(steps);
        let _ = write!(shapes, "{form}{}", written_tint(shape.tint));
        for number in numbers.into_iter().chain(more) {
            let _ = write!(shapes, " {number}");
        }
        shapes.push(';');
    }
    format!("{}|{shapes}", names.join(","))
}

/// A part of the side of a picture in steps.
fn steps(part: f32) -> u32 {
    (part.clamp(0.0, 1.0) * STEPS).round() as u32
}

/// The letter of a form, and its numbers. A sprite has its place in the list of names.
fn written_form(form: Form, names: &mut Vec<&str>) -> (char, Vec<u32>) {
    let mut number_of = |name: &'static str| {
        let known = names.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        }) as u32
    };
    match form {
        Form::Tile => ('t', Vec::new()),
        Form::Hex => ('h', Vec::new()),
        Form::Sprite(name) => ('s', vec![number_of(name)]),
        Form::HexSprite(name) => ('e', vec![number_of(name)]),
        Form::Ring => ('o', Vec::new()),
        Form::Frame => ('f', Vec::new()),
        Form::Cross => ('x', Vec::new()),
        Form::Disc => ('d', Vec::new()),
        Form::Holed(place) => ('i', vec![place.into()]),
        Form::Block { height } => ('b', vec![steps(height)]),
        Form::Link { x, y } => ('l', vec![steps(x), steps(y)]),
    }
}

fn written_tint(tint: Tint) -> String {
    match tint {
        Tint::Calm => "c".to_owned(),
        Tint::Stone => "s".to_owned(),
        Tint::Ground => "g".to_owned(),
        Tint::Letter => "t".to_owned(),
        Tint::Fault => "f".to_owned(),
        Tint::Player(number) => format!("p{number}"),
        Tint::Kind(kind) => format!("k{kind}"),
        Tint::Place(place) => format!("n{place}"),
        Tint::Heat(percent) => format!("h{percent}"),
        Tint::Light(percent) => format!("l{percent}"),
        Tint::Fixed(red, green, blue) => format!("r{red:02x}{green:02x}{blue:02x}"),
    }
}

/// Finds the sprite of a name.
pub type FindSprite<'a> = &'a dyn Fn(&str) -> Option<&'static str>;

/// Reads the shapes. Text that is not a shape is left out, because a broken picture is no reason to refuse a game. A
/// sprite that does not exist any more is left out too.
pub fn read(text: &str, find: FindSprite) -> Picture {
    let (names, shapes) = text.split_once('|').unwrap_or(("", ""));
    let sprites: Vec<_> = names.split(',').map(find).collect();
    let shapes = (0u16..).zip(shapes.split(';'));
    let shapes = shapes.filter_map(|(key, text)| shape(key, text, &sprites));
    Picture::of(shapes.collect())
}

fn shape(key: u16, text: &str, sprites: &[Option<&'static str>]) -> Option<Shape> {
    let mut parts = text.split(' ');
    let kind = parts.next()?;
    let mut number = || parse_digits::<u16>(parts.next()?).filter(|n| *n <= 999);
    let part = |steps: u16| f32::from(steps) / STEPS;
    let (x, y, size) = (part(number()?), part(number()?), part(number()?));
    let sprite = |at: u16| sprites.get(usize::from(at)).copied().flatten();
    let form = match kind.chars().next()? {
        't' => Form::Tile,
        'h' => Form::Hex,
        's' => Form::Sprite(sprite(number()?)?),
        'e' => Form::HexSprite(sprite(number()?)?),
        'o' => Form::Ring,
        'f' => Form::Frame,
        'x' => Form::Cross,
        'd' => Form::Disc,
        'i' => Form::Holed(u8::try_from(number()?).ok().filter(|place| *place < 9)?),
        'b' => Form::Block {
            height: part(number()?),
        },
        'l' => Form::Link {
            x: part(number()?),
            y: part(number()?),
        },
        _ => return None,
    };
    let tint = tint(kind.get(1..)?)?;
    Some(Shape {
        key,
        form,
        tint,
        x,
        y,
        size,
    })
}

fn tint(text: &str) -> Option<Tint> {
    let (kind, value) = (text.chars().next()?, text.get(1..)?);
    Some(match kind {
        'c' => Tint::Calm,
        's' => Tint::Stone,
        'g' => Tint::Ground,
        't' => Tint::Letter,
        'f' => Tint::Fault,
        'p' => Tint::Player(value.parse().ok()?),
        'k' => Tint::Kind(value.parse().ok().filter(|kind| *kind < 9)?),
        'n' => Tint::Place(value.parse().ok().filter(|place| *place < 9)?),
        'h' => Tint::Heat(value.parse().ok()?),
        'l' => Tint::Light(value.parse().ok()?),
        'r' => {
            let part = |at| u8::from_str_radix(value.get(at..at + 2)?, 16).ok();
            Tint::Fixed(part(0)?, part(2)?, part(4)?)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_comes_back_as_it_was_and_nonsense_is_left_out() {
        let shape = |key, form, tint| Shape {
            key,
            form,
            tint,
            x: 0.0,
            y: 1.0,
            size: 333.0 / STEPS,
        };
        let block = Form::Block {
            height: 111.0 / STEPS,
        };
        let link = Form::Link { x: 1.0, y: 0.0 };
        let picture = Picture::of(vec![
            shape(0, Form::Hex, Tint::Player(2)),
            shape(1, block, Tint::Fixed(1, 20, 255)),
            shape(2, link, Tint::Heat(70)),
            shape(3, Form::Cross, Tint::Kind(8)),
            shape(4, Form::HexSprite("known"), Tint::Calm),
            shape(5, Form::Holed(8), Tint::Place(8)),
            shape(6, Form::Disc, Tint::Letter),
        ]);
        let find = |name: &str| (name == "known").then_some("known");
        let text = write(&picture);
        assert_eq!(read(&text, &find), picture);
        let broken = [
            "?",
            "|tz 1 2 3;",
            "|tk9 1 2 3;",
            "|tn9 1 2 3;",
            "|t 1 2;",
            "|é",
            "|tg -1 2 3",
            "|rr0g",
            "|sc 1 2 3 1",
            "|ic 1 2 3 9",
        ];
        for text in broken {
            assert!(read(text, &find).shapes.is_empty(), "{text}");
        }
    }
}
