//! The padlocks of the large picture: a click locks a part or unlocks it, and a locked part carries a padlock. Without
//! a mouse a part is chosen by its number, and marked.

use bevy::prelude::*;

use super::selected_picture::PicturePointer;
use super::steering::with_selected;
use super::{Show, controls};
use crate::generation::watch::{Frame, PictureKind};
use crate::generation::{Form, LabelPlace, Picture, Shape, Tint};
use crate::shell::theme::palette;

/// The keys of padlocks begin here, above those of all other shapes.
const PADLOCK_KEYS: u16 = 60_000;
/// The key of the mark of the part that was chosen, above those of padlocks.
const MARK_KEY: u16 = u16::MAX;
/// The size of the mark, as a part of the shape that it is on.
const MARK: f32 = 1.2;
/// The least size of the mark, as a part of the picture.
const LEAST_MARK: f32 = 0.03;
/// The size of a padlock, as a part of the shape that it is on.
const PADLOCK: f32 = 0.46;
/// The least and the largest size of a padlock, as parts of the picture.
const PADLOCK_SIZES: (f32, f32) = (0.02, 0.055);

/// Locks or unlocks the part of the large picture that is clicked.
pub(super) fn read_pointer(show: Res<Show>, pointer: PicturePointer, mut commands: Commands) {
    let shows_parts = show.large.kind != PictureKind::Family && show.scene().is_none();
    if !show.steering.is_open || !shows_parts {
        return;
    }
    if let (Some(at), Some(picture)) = (pointer.clicked(), show.picture()) {
        let keys = keys_at(picture, at);
        commands.queue(move |world: &mut World| {
            with_selected(world, |steering, pick| steering.toggle_lock(pick, &keys));
            // The run pauses, so that the part stays on the screen while it is locked.
            controls::pause(world);
        });
    }
}

/// The keys of the shapes at a point of a picture, the uppermost first. A line of text counts as the shape before it.
pub(super) fn keys_at(picture: &Picture, at: Vec2) -> Vec<u16> {
    let own = picture
        .shapes
        .iter()
        .filter(|shape| shape.key < PADLOCK_KEYS);
    let hit = |shape: &&Shape| {
        let is_link = matches!(shape.form, Form::Link { .. });
        let (across, down) = ((at.x - shape.x).abs(), (at.y - shape.y).abs());
        !is_link && 2.0 * across <= shape.size && 2.0 * down <= height(shape)
    };
    let mut keys: Vec<u16> = own.clone().filter(hit).map(|shape| shape.key).collect();
    keys.reverse();
    let line = picture.labels.iter().find(|label| {
        let LabelPlace::Line { width, .. } = label.place else {
            return false;
        };
        (label.x..label.x + width).contains(&at.x) && 2.0 * (at.y - label.y).abs() <= label.height
    });
    if let (true, Some(line)) = (keys.is_empty(), line) {
        let start = Vec2::new(line.x, line.y);
        let away = |shape: &&Shape| start.distance_squared(Vec2::new(shape.x, shape.y));
        let marks = own.filter(|shape| !matches!(shape.form, Form::Link { .. }));
        keys.extend(
            marks
                .min_by(|a, b| away(a).total_cmp(&away(b)))
                .map(|shape| shape.key),
        );
    }
    keys
}

/// Draws a padlock on each locked part of the large picture, and of the other picture of the same shapes.
pub(super) fn add_padlocks(frame: &mut Frame) {
    let Frame {
        locked,
        selected,
        insight,
        ..
    } = frame;
    for picture in [Some(&mut selected.picture), insight.as_mut()]
        .into_iter()
        .flatten()
    {
        let padlocks: Vec<Shape> = locked
            .iter()
            .filter_map(|key| picture.shapes.iter().find(|shape| shape.key == *key))
            .zip(PADLOCK_KEYS..)
            .map(|(shape, key)| padlock_on(shape, key))
            .collect();
        picture.shapes.extend(padlocks);
    }
}

/// The height of a shape.
fn height(shape: &Shape) -> f32 {
    match shape.form {
        Form::Block { height } => height,
        _ => shape.size,
    }
}

/// Marks the part of a number in the large picture, and in the other one of the same shapes.
pub(super) fn mark_part(frame: &mut Frame, number: usize) {
    let Some(key) = frame.lockable.get(number).copied() else {
        return;
    };
    let pictures = [Some(&mut frame.selected.picture), frame.insight.as_mut()];
    for picture in pictures.into_iter().flatten() {
        let shape = picture.shapes.iter().find(|shape| shape.key == key);
        let mark = shape.map(mark_around);
        picture.shapes.extend(mark);
    }
}

/// The frame around a shape.
fn mark_around(shape: &Shape) -> Shape {
    let [red, green, blue, _] = palette::EMBER.to_srgba().to_u8_array();
    let side = shape.size.min(height(shape));
    Shape {
        key: MARK_KEY,
        form: Form::Frame,
        tint: Tint::Fixed(red, green, blue),
        size: (MARK * side).max(LEAST_MARK),
        ..*shape
    }
}

/// The padlock in the upper right corner of a shape.
fn padlock_on(shape: &Shape, key: u16) -> Shape {
    let side = shape.size.min(height(shape));
    let size = (PADLOCK * side).clamp(PADLOCK_SIZES.0, PADLOCK_SIZES.1);
    let aside = (0.5 * side - 0.4 * size).max(0.0);
    Shape {
        key,
        form: Form::Sprite("shared/padlock"),
        tint: Tint::Kind(0),
        x: shape.x + aside,
        y: shape.y - aside,
        size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Label;

    #[test]
    fn the_mark_is_around_its_shape_and_is_no_part_itself() {
        let block = shape(4, Form::Block { height: 0.1 }, 0.3, 0.6);
        let mark = mark_around(&block);
        assert_eq!((mark.x, mark.y, mark.form), (0.3, 0.5, Form::Frame));
        assert!((mark.size - 0.12).abs() < 1e-6, "{}", mark.size);
        let small = mark_around(&shape(4, Form::Disc, 0.3, 0.01));
        assert_eq!(small.size, LEAST_MARK);
        let picture = Picture::of(vec![block, mark]);
        assert_eq!(keys_at(&picture, Vec2::new(0.3, 0.5)), [4]);
    }

    fn shape(key: u16, form: Form, x: f32, size: f32) -> Shape {
        Shape {
            key,
            form,
            tint: Tint::Calm,
            x,
            y: 0.5,
            size,
        }
    }

    #[test]
    fn a_click_finds_the_uppermost_shape_and_a_line_stands_for_its_mark() {
        let link = Form::Link { x: 0.9, y: 0.5 };
        let mut picture = Picture::of(vec![
            shape(0, link, 0.1, 0.5),
            shape(1, Form::Tile, 0.5, 0.4),
            shape(2, Form::Disc, 0.4, 0.1),
            shape(PADLOCK_KEYS, Form::Tile, 0.4, 0.1),
        ]);
        assert_eq!(keys_at(&picture, Vec2::new(0.4, 0.5)), [2, 1]);
        assert_eq!(keys_at(&picture, Vec2::new(0.6, 0.6)), [1]);
        assert!(keys_at(&picture, Vec2::new(0.9, 0.5)).is_empty());
        picture.labels.push(Label {
            text: "if-range".to_owned(),
            place: LabelPlace::Line {
                width: 0.2,
                tint: Tint::Calm,
            },
            x: 0.72,
            y: 0.5,
            height: 0.06,
        });
        assert_eq!(keys_at(&picture, Vec2::new(0.8, 0.51)), [1]);
        assert!(keys_at(&picture, Vec2::new(0.8, 0.56)).is_empty());
    }
}
