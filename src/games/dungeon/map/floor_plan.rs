//! The map as a picture: each room is a block, and each corridor cell, door and portal is a tile. In the tiled style
//! all floor, walls and doors are drawn as the hero meets them, and the block of a room is its rim.

use super::dungeon::Dungeon;
use super::ground::Ground;
use super::layout::{Cell, Layout, Tile};
use super::locks::Lock;
use crate::generation::{Form, Shape, Tint};

/// The first key of the shapes that stand for rooms.
pub const ROOM_KEYS: u16 = 5_000;
/// The first key of the shapes of plain floor in rooms, in the tiled style.
pub const FLOOR_KEYS: u16 = 6_000;
/// The first key of the shapes that stand for other cells.
pub const CELL_KEYS: u16 = 30_000;
/// The first key of the light that lies on cells.
pub const LIGHT_KEYS: u16 = 59_000;
/// The first key that no shape of a floor plan has.
pub const FREE_KEYS: u16 = 60_000;

/// The sprite of a door without a lock.
pub const DOOR: &str = "dungeon/door";
/// The most usual sprite of the floor in rooms.
pub const FLOOR: &str = "dungeon/floor1";
/// The sprite of grass.
pub const GRASS: &str = "dungeon/grass";

/// The sprite of ground, and its colour where the sprite would be too small; `None` for plain stone.
pub fn ground_sign(ground: Ground) -> Option<(&'static str, Tint)> {
    Some(match ground {
        Ground::Stone => return None,
        Ground::Grass => (GRASS, Tint::Kind(2)),
        Ground::Water => ("dungeon/water", Tint::Kind(3)),
        Ground::Oil => ("dungeon/oil", Tint::Kind(4)),
        Ground::Rubble => ("dungeon/rubble", Tint::Stone),
    })
}

/// The sprite of a tile without ground; `None` for rock. Walls and floor have several sprites, which are strewn over
/// the map.
pub fn tile_sprite(tile: Tile, cell: Cell) -> Option<&'static str> {
    let chance = (cell.x as u32)
        .wrapping_mul(0x9E37_79B1)
        .wrapping_add((cell.y as u32).wrapping_mul(0x85EB_CA6B));
    let chance = (chance ^ (chance >> 15)).wrapping_mul(0x2C1B_3C6D) >> 24;
    Some(match tile {
        Tile::Rock => return None,
        Tile::Wall => ["dungeon/wall1", "dungeon/wall2"][chance as usize % 2],
        Tile::Floor | Tile::Portal => {
            let kinds = [FLOOR, FLOOR, "dungeon/floor2", "dungeon/floor3"];
            kinds[chance as usize % kinds.len()]
        }
        Tile::Corridor => "dungeon/path",
        Tile::Door => DOOR,
    })
}

/// The sprite of a locked door.
pub fn lock_sprite(lock: Lock) -> &'static str {
    ["dungeon/lock1", "dungeon/lock2", "dungeon/lock3"][usize::from(lock.0) % 3]
}

/// The sprite of the key of a lock.
pub fn key_sprite(lock: Lock) -> &'static str {
    ["dungeon/key1", "dungeon/key2", "dungeon/key3"][usize::from(lock.0) % 3]
}

/// The sprite of a locked portal.
pub fn seal_sprite(lock: Lock) -> &'static str {
    ["dungeon/seal1", "dungeon/seal2", "dungeon/seal3"][usize::from(lock.0) % 3]
}

/// The sprites of the pairs of portals, with one to six dots.
pub const PORTALS: [&str; 6] = [
    "dungeon/portal1",
    "dungeon/portal2",
    "dungeon/portal3",
    "dungeon/portal4",
    "dungeon/portal5",
    "dungeon/portal6",
];

/// The style in which the cells of a map are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileStyle {
    /// As coloured squares.
    Plain,
    /// With their sprites, where those can be recognised.
    Tiled,
}

/// The rim of a room in the tiled style, in cells.
const RIM: f32 = 0.3;
/// The side of a sprite of floor or ground, in cells.
const OVERLAP: f32 = 1.08;

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

    /// Whether a cell lies in the picture or less than a cell from its edge, so that it is there before it comes into
    /// view.
    pub fn contains_cell(self, cell: Cell) -> bool {
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
    pub fn shapes(self, dungeon: &Dungeon, rooms: &[(u16, Tint)], style: TileStyle) -> Vec<Shape> {
        let layout = &dungeon.layout;
        let rim = match style {
            TileStyle::Plain => 0.0,
            TileStyle::Tiled => 2.0 * RIM,
        };
        let areas = rooms.iter().zip(&layout.rooms);
        let blocks = areas.clone().map(|((number, tint), area)| {
            let (w, h) = (f32::from(area.width), f32::from(area.height));
            let (x, y) = (f32::from(area.origin.x), f32::from(area.origin.y));
            let (x, y) = self.position(x + w / 2.0, y + h / 2.0);
            Shape {
                key: ROOM_KEYS + number,
                form: Form::Block {
                    height: (h + rim) * self.cell,
                },
                tint: *tint,
                x,
                y,
                size: (w + rim) * self.cell,
            }
        });
        let mut shapes: Vec<Shape> = blocks.collect();
        if style == TileStyle::Tiled {
            let cells = areas.flat_map(|((_, tint), area)| area.cells().map(|at| (at, *tint)));
            let floor = cells.filter_map(|(at, tint)| {
                let is_plain = matches!(layout.map.at(at), Tile::Floor | Tile::Portal);
                Some((at, tile_sprite(Tile::Floor, at).filter(|_| is_plain)?, tint))
            });
            let keyed = (FLOOR_KEYS..CELL_KEYS).zip(floor);
            shapes.extend(
                keyed.map(|(key, (at, sprite, tint))| {
                    self.tile(key, at, Form::Sprite(sprite), tint)
                }),
            );
        }
        // A map with more cells than there are keys is so large that its cells cannot be seen.
        let cells = (CELL_KEYS..LIGHT_KEYS).zip(cells(layout, style));
        shapes.extend(cells.map(|(key, (at, form, tint))| self.tile(key, at, form, tint)));
        shapes
    }

    fn tile(self, key: u16, at: Cell, form: Form, tint: Tint) -> Shape {
        let (x, y) = self.middle(at);
        // Sprites overlap a little, so that no line of the room's colour shows between them.
        let overlap = match form {
            Form::Sprite(_) => OVERLAP,
            _ => 1.0,
        };
        Shape {
            key,
            form,
            tint,
            x,
            y,
            size: overlap * self.cell,
        }
    }
}

/// The cells that are no plain floor of a room: ground, inner walls, corridors, doors and portals.
fn cells(layout: &Layout, style: TileStyle) -> impl Iterator<Item = (Cell, Form, Tint)> {
    let map = &layout.map;
    let inside = |at: Cell| layout.rooms.iter().any(|area| area.contains(at));
    let tiles = map.cells().filter_map(move |at| {
        let tile = map.at(at);
        let tint = match tile {
            Tile::Portal => Tint::Player(0),
            Tile::Door => Tint::Kind(1),
            Tile::Corridor => Tint::Ground,
            Tile::Wall if inside(at) => Tint::Stone,
            _ => return None,
        };
        let sprite = match (style, tile) {
            (TileStyle::Plain, _) => None,
            (TileStyle::Tiled, Tile::Portal) => Some(portal_sprite(layout, at)),
            (TileStyle::Tiled, Tile::Door) => {
                match layout.connection_of_door(at).and_then(|way| way.lock) {
                    Some(lock) => Some(lock_sprite(lock)),
                    None => tile_sprite(tile, at),
                }
            }
            (TileStyle::Tiled, _) => tile_sprite(tile, at),
        };
        Some((at, sprite.map_or(Form::Tile, Form::Sprite), tint))
    });
    let grounds = map.cells().filter_map(|at| {
        let (sprite, tint) = ground_sign(map.ground(at))?;
        Some((at, Form::Sprite(sprite), tint))
    });
    grounds.chain(tiles)
}

/// The ends of each pair of portals, with the sprite of the pair.
pub fn pictured_portals(layout: &Layout) -> impl Iterator<Item = ([Cell; 2], &'static str)> {
    let pairs = layout.portal_pairs().map(|(ends, _)| ends);
    pairs.zip(PORTALS.into_iter().cycle())
}

/// The sprite of a portal, by the number of its pair.
fn portal_sprite(layout: &Layout, portal: Cell) -> &'static str {
    let mut pairs = pictured_portals(layout);
    let pair = pairs.find(|(ends, _)| ends.contains(&portal));
    pair.map_or(PORTALS[0], |(_, sprite)| sprite)
}
