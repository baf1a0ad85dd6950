//! The places on the map of the journey. Each row is a world. In a lane above its stops stand its name and, behind the
//! fork, the stops of its side shoot.

use bevy::prelude::*;

use crate::games::match3::StopNumber;
use crate::games::match3::journey::{Fork, JourneyWorld};

/// The number of stops in a row.
const COLS: u32 = JourneyWorld::STOPS;
/// The number of rows on a page.
pub(super) const ROWS: u32 = 3;
/// The number of stops on a page.
pub(super) const PAGE: u32 = COLS * ROWS;
/// The distance between neighbouring stops, in interface pixels.
const STEP: Vec2 = Vec2::new(116.0, 146.0);
/// The side of a stop of the main way.
pub(super) const SIDE: f32 = 72.0;
/// The side of a side stop.
const SMALL_SIDE: f32 = 44.0;
/// The side of the stars of a stop of the main way, and the distance by which they hang below it.
const STARS: (f32, f32) = (20.0, 11.0);
/// The same two lengths of a side stop.
const SMALL_STARS: (f32, f32) = (12.0, 6.0);
/// The distance of the middle of a side stop from the upper edge of its row.
const SHOOT_DOWN: f32 = 24.0;
/// The distance of the first side stop from the fork, in a row that runs to the right. The number of a stop of the main
/// way stands at its upper left corner, and no side stop lies over it.
const SHOOT_RIGHT: f32 = 52.0;
/// The same distance in a row that runs to the left.
const SHOOT_LEFT: f32 = -66.0;
/// The distance of the mark of a side shoot from the middle of its last stop.
const MARK_ASIDE: f32 = SMALL_SIDE / 2.0 + 6.0;
/// The distance of the mark from the upper edge of its row.
const MARK_DOWN: f32 = 14.0;
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

/// A place of the page where a stop lies, of the main way or of a side shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// The place of the main way.
    pub place: u32,
    /// The stop of the side shoot there, from 1; 0 for the main way itself.
    pub side: u8,
}

impl Spot {
    /// All spots of a page, in the order in which they come. A side shoot may have fewer stops than there are spots.
    pub(super) fn all() -> impl Iterator<Item = Spot> {
        let most = |place: u32| Fork::at(place).map_or(0, |_| Fork::MOST);
        (0..PAGE).flat_map(move |place| (0..=most(place)).map(move |side| Spot { place, side }))
    }

    /// The number of its stop on a page that begins with a stop. Pages begin with worlds, so that the way forks at the
    /// same places of each of them.
    pub(super) fn number(self, first: u32) -> StopNumber {
        StopNumber {
            main: first + self.place,
            side: self.side,
        }
    }

    /// Its middle.
    pub(super) fn middle(self) -> Vec2 {
        let at = place_at(self.place);
        let Some(further) = self.side.checked_sub(1) else {
            return at;
        };
        let row = self.place / COLS;
        let (begin, step) = match runs_left(row) {
            false => (SHOOT_RIGHT, STEP.x),
            true => (SHOOT_LEFT, -STEP.x),
        };
        let along = begin + f32::from(further) * step;
        Vec2::new(at.x + along, row as f32 * STEP.y + SHOOT_DOWN)
    }

    /// The side of its square.
    pub(super) fn width(self) -> f32 {
        match self.side {
            0 => SIDE,
            _ => SMALL_SIDE,
        }
    }

    /// The side of its stars, and how far they hang below its square.
    pub(super) fn stars(self) -> (f32, f32) {
        match self.side {
            0 => STARS,
            _ => SMALL_STARS,
        }
    }

    /// Its square, as the position and the size of a node.
    pub(super) fn node(self) -> Node {
        let (side, corner) = (self.width(), self.middle() - self.width() / 2.0);
        Node {
            position_type: PositionType::Absolute,
            left: px(corner.x),
            top: px(corner.y),
            width: px(side),
            height: px(side),
            border_radius: BorderRadius::all(px(side / 6.0)),
            justify_content: JustifyContent::Center,
            align_items: AlignItems::Center,
            ..default()
        }
    }

    /// The place of the mark of a side shoot, if this is its last stop.
    pub(super) fn mark_node(self) -> Node {
        let at = self.middle().x;
        let (left, right) = match runs_left(self.place / COLS) {
            false => (px(at + MARK_ASIDE), auto()),
            true => (auto(), px(map_size().x - at + MARK_ASIDE)),
        };
        Node {
            position_type: PositionType::Absolute,
            left,
            right,
            top: px((self.place / COLS) as f32 * STEP.y + MARK_DOWN),
            ..default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares of all spots with their stars, and the numbers of the stops of the main way, each with its name.
    fn things() -> Vec<(String, Rect)> {
        let mut things = Vec::new();
        for spot in Spot::all() {
            let half = Vec2::splat(spot.width() / 2.0);
            let (star, hang) = spot.stars();
            let (middle, foot) = (spot.middle(), spot.middle() + Vec2::new(0.0, half.y + hang));
            let stars = Vec2::new(1.5 * star + 2.0, star);
            things.push((
                format!("{spot:?}"),
                Rect::from_center_half_size(middle, half),
            ));
            let rect = Rect::from_corners(foot - stars, foot + Vec2::new(stars.x, 0.0));
            things.push((format!("stars of {spot:?}"), rect));
            if spot.side == 0 {
                let corner = middle - half - Vec2::new(6.0, 9.0);
                let rect = Rect::from_corners(corner, corner + Vec2::new(36.0, 18.0));
                things.push((format!("number of {spot:?}"), rect));
            }
        }
        things
    }

    #[test]
    fn no_stop_of_the_map_lies_over_another_one_or_beyond_the_map() {
        let all = things();
        assert!(all.len() > 50, "{}", all.len());
        let own = |name: &str| name.split("Spot").last().map(str::to_owned);
        for (at, (name, rect)) in all.iter().enumerate() {
            let over = (rect.max - map_size()).max(-rect.min);
            assert!(over.max_element() <= 0.5, "{name} at {rect:?}");
            for (other, of) in &all[..at] {
                let both = rect.intersect(*of).size().min_element();
                assert!(
                    own(name) == own(other) || both <= 0.5,
                    "{name} and {other}: {both}"
                );
            }
        }
    }

    #[test]
    fn the_names_of_worlds_and_the_marks_of_shoots_have_room_beside_the_side_stops() {
        // The widest names and marks at the usual size, in interface pixels; the map grows with the texts.
        const NAME: f32 = 190.0;
        const MARK: f32 = 66.0;
        let place = |node: &Node, width: f32| match (node.left, node.right) {
            (Val::Px(left), _) => (left, left + width),
            (_, Val::Px(right)) => (map_size().x - right - width, map_size().x - right),
            other => panic!("{other:?}"),
        };
        for row in 0..ROWS {
            let (left, right) = place(&name_of_row(row), NAME);
            let spots = Spot::all().filter(|spot| spot.place / COLS == row && spot.side > 0);
            for spot in spots {
                let (at, half) = (spot.middle().x, spot.width() / 2.0);
                assert!(at + half < left || at - half > right, "{spot:?}");
                let (from, to) = place(&spot.mark_node(), MARK);
                assert!(from > 0.0 && to < map_size().x, "{spot:?}: {from} to {to}");
                assert!(to < left || from > right, "{spot:?}");
                // With one stop the mark stands where the second stop would be, with two behind it.
                assert!(to < at - half || from > at + half, "{spot:?}");
            }
        }
    }
}
