//! The places on the map of the journey. Each row is a world. Its name stands in a lane above its stops.

use bevy::prelude::*;

use crate::games::match3::journey::JourneyWorld;

/// Stops a row and rows a page.
const COLS: u32 = JourneyWorld::STOPS;
pub(super) const ROWS: u32 = 3;
pub(super) const PAGE: u32 = COLS * ROWS;
/// The distance between neighbouring stops, in interface pixels.
const STEP: Vec2 = Vec2::new(116.0, 146.0);
/// Side of a stop.
pub(super) const SIDE: f32 = 72.0;
/// The middle of the first stop of a row that runs to the right, from the upper left corner of the row.
const FIRST: Vec2 = Vec2::new(47.0, 94.0);
/// The largest distance of a stop from the middle of its row, up or down.
const SWING: f32 = 5.0;
/// The distance of the name of a world from the upper edge of its row.
const NAME_DOWN: f32 = 8.0;
/// The distance of the name from the middle of the first stop. The stem that comes down from the row before, and its
/// leaves, lie between them.
const NAME_ASIDE: f32 = 15.0;

/// The size of the map.
pub(super) fn map_size() -> Vec2 {
    Vec2::new(COLS as f32, ROWS as f32) * STEP
}

/// Whether a row runs to the left. The rows run to the right and to the left in turn.
fn runs_left(row: u32) -> bool {
    !row.is_multiple_of(2)
}

/// The middle of a place of the page. The stem swings up and down.
pub(super) fn place_at(place: u32) -> Vec2 {
    let (row, along) = (place / COLS, place % COLS);
    let col = if runs_left(row) {
        COLS - 1 - along
    } else {
        along
    };
    let swing = (place as f32 * 1.9).sin() * SWING;
    Vec2::new(col as f32, row as f32) * STEP + FIRST + Vec2::new(0.0, swing)
}

/// The first place of a row.
pub(super) fn first_of_row(row: u32) -> u32 {
    row * COLS
}

/// The part of the map on which a world lies.
pub(super) fn band_of_row(row: u32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: px(row as f32 * STEP.y + 1.0),
        width: px(map_size().x),
        height: px(STEP.y - 2.0),
        border_radius: BorderRadius::all(px(12)),
        ..default()
    }
}

/// The place of the name of a world: where its row begins.
pub(super) fn name_of_row(row: u32) -> Node {
    let first = place_at(first_of_row(row)).x;
    let (left, right) = match runs_left(row) {
        false => (px(first + NAME_ASIDE), auto()),
        true => (auto(), px(map_size().x - first + NAME_ASIDE)),
    };
    Node {
        position_type: PositionType::Absolute,
        left,
        right,
        top: px(row as f32 * STEP.y + NAME_DOWN),
        ..default()
    }
}

/// A square of the map, as the position and the size of a node.
pub(super) fn square_at(middle: Vec2, side: f32) -> Node {
    let corner = middle - Vec2::splat(side / 2.0);
    Node {
        position_type: PositionType::Absolute,
        left: px(corner.x),
        top: px(corner.y),
        width: px(side),
        height: px(side),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    }
}
