//! The map as a picture: each room is a block, and each corridor cell, door and portal is a tile.

use super::dungeon::Dungeon;
use super::ground::Ground;
use super::layout::{Cell, Tile};
use crate::generation::{Form, Shape, Tint};

/// The first key of the shapes that stand for rooms.
pub const ROOM_KEYS: u16 = 5_000;
/// The first key of the shapes that stand for cells.
pub const CELL_KEYS: u16 = 6_000;
/// The first key that no shape of a floor plan has.
pub const FREE_KEYS: u16 = 60_000;

/// The sprite of ground, and its colour where the sprite would be too small; `None` for plain stone.
pub fn ground_sign(ground: Ground) -> Option<(&'static str, Tint)> {
    Some(match ground {
        Ground::Stone => return None,
        Ground::Grass => ("dungeon/grass", Tint::Kind(2)),
        Ground::Water => ("dungeon/water", Tint::Kind(3)),
        Ground::Oil => ("dungeon/oil", Tint::Kind(4)),
        Ground::Rubble => ("dungeon/rubble", Tint::Stone),
    })
}

/// The scale and position of a map in a picture.
#[derive(Clone, Copy, Debug)]
pub struct FloorPlan {
    /// The side of a cell, as a part of the picture.
    pub cell: f32,
    /// The position of the map's upper left corner, as parts of the picture.
    origin: (f32, f32),
}

impl FloorPlan {
    /// The largest scale at which all walkable cells fit into the picture.
    pub fn of(dungeon: &Dungeon) -> Self {
        let map = &dungeon.layout.map;
        let (mut low, mut high) = ((i16::MAX, i16::MAX), (0, 0));
        for at in map.cells().filter(|at| map.at(*at).is_open()) {
            low = (low.0.min(at.x), low.1.min(at.y));
            high = (high.0.max(at.x + 1), high.1.max(at.y + 1));
        }
        let (left, top) = (f32::from(low.0), f32::from(low.1));
        let (width, height) = (f32::from(high.0) - left, f32::from(high.1) - top);
        let cell = 0.98 / width.max(height);
        FloorPlan {
            cell,
            origin: (
                0.5 - (left + width / 2.0) * cell,
                0.5 - (top + height / 2.0) * cell,
            ),
        }
    }

    /// The scale at which a square part of the map fills the picture, given its middle and its side in cells.
    pub fn of_part(middle: (f32, f32), side: f32) -> Self {
        let cell = 1.0 / side;
        FloorPlan {
            cell,
            origin: (0.5 - middle.0 * cell, 0.5 - middle.1 * cell),
        }
    }

    /// Whether a cell lies in the picture or less than a cell from its edge, so that it is there before it comes into view.
    pub fn holds(self, cell: Cell) -> bool {
        let (x, y) = self.middle(cell);
        let near = -self.cell..=1.0 + self.cell;
        near.contains(&x) && near.contains(&y)
    }

    /// The position in the picture of a point of the map, which is given in cells.
    pub fn position(self, x: f32, y: f32) -> (f32, f32) {
        (self.origin.0 + x * self.cell, self.origin.1 + y * self.cell)
    }

    /// The position in the picture of the middle of a cell.
    pub fn middle(self, at: Cell) -> (f32, f32) {
        self.position(f32::from(at.x) + 0.5, f32::from(at.y) + 0.5)
    }

    /// The shapes of the rooms and of everything between them; `rooms` holds the number and the tint of each
    /// room, in order.
    pub fn shapes(self, dungeon: &Dungeon, rooms: &[(u16, Tint)]) -> Vec<Shape> {
        let map = &dungeon.layout.map;
        let areas = rooms.iter().zip(&dungeon.layout.rooms);
        let mut shapes: Vec<Shape> = areas
            .map(|((number, tint), area)| {
                let (w, h) = (f32::from(area.width), f32::from(area.height));
                let (x, y) = (f32::from(area.origin.x), f32::from(area.origin.y));
                let (x, y) = self.position(x + w / 2.0, y + h / 2.0);
                Shape {
                    key: ROOM_KEYS + number,
                    form: Form::Block {
                        height: h * self.cell,
                    },
                    tint: *tint,
                    x,
                    y,
                    size: w * self.cell,
                }
            })
            .collect();
        let inside = |at: Cell| dungeon.layout.rooms.iter().any(|area| area.contains(at));
        let tiles = map.cells().filter_map(|at| match map.at(at) {
            Tile::Portal => Some((at, Tint::Player(0))),
            Tile::Door => Some((at, Tint::Kind(1))),
            Tile::Corridor => Some((at, Tint::Ground)),
            Tile::Wall if inside(at) => Some((at, Tint::Stone)),
            _ => None,
        });
        let tiles = tiles.map(|(at, tint)| (at, Form::Tile, tint));
        let grounds = map.cells().filter_map(|at| {
            let (sprite, tint) = ground_sign(map.ground(at))?;
            Some((at, Form::Sprite(sprite), tint))
        });
        let cells = grounds.chain(tiles);
        shapes.extend((CELL_KEYS..).zip(cells).map(|(key, (at, form, tint))| {
            let (x, y) = self.middle(at);
            Shape {
                key,
                form,
                tint,
                x,
                y,
                size: self.cell,
            }
        }));
        shapes
    }
}
