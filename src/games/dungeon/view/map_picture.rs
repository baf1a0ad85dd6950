//! The picture of the map: all explored cells, each a few pixels large. The most important cells have a shape as
//! well as a colour.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::map::pair_colour;
use crate::games::dungeon::map::{Area, Cell, Ground, Map, Tile};
use crate::games::dungeon::rules::Game;
use crate::shell::theme::look::Look;
use crate::shell::theme::palette;

/// The number of cells by which the shown area grows at a time.
const GROWTH: i16 = 8;

/// The number of pixels along the side of a shape. In smaller cells it covers a part of the cells around.
const SHAPE: i16 = 3;

/// The shape in which a cell is drawn, on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The whole cell.
    Full,
    /// A diagonal cross: an enemy.
    Cross,
    /// A bar: a locked door.
    Bar,
    /// An upright cross: a key.
    Plus,
    /// A square with a hole: the exit.
    Ring,
    /// The middle alone: a thing or a chest.
    Dot,
    /// The four corners: a portal.
    Corners,
}

impl Shape {
    /// Whether a pixel belongs to the shape, by its column and its row in it.
    fn has(self, x: i16, y: i16) -> bool {
        let is_middle = |at: i16| at == SHAPE / 2;
        match self {
            Shape::Full => true,
            Shape::Bar => is_middle(y),
            Shape::Cross => x == y || x + y + 1 == SHAPE,
            Shape::Plus => is_middle(x) || is_middle(y),
            Shape::Ring => !is_middle(x) || !is_middle(y),
            Shape::Dot => is_middle(x) && is_middle(y),
            Shape::Corners => !is_middle(x) && !is_middle(y),
        }
    }
}

/// The signs of the hero and of all that lies or stands on the map, by their cells.
type Signs = HashMap<Cell, (Shape, Color)>;

fn signs_of(game: &Game) -> Signs {
    let layout = &game.dungeon().layout;
    let items = game.items.iter().map(|(at, _)| *at);
    let things = game.chests().iter().copied().chain(items);
    let things = things.map(|at| (at, (Shape::Dot, palette::THOUGHT)));
    let exit = (layout.exit, (Shape::Ring, palette::LEAF));
    let exit_key = (!game.hero.exit_key).then_some(layout.key);
    let keys = game.lying_keys().map(|(_, at)| at).chain(exit_key);
    let keys = keys.map(|at| (at, (Shape::Plus, palette::EMBER)));
    let enemies = game.visible_enemies();
    let enemies = enemies.map(|number| (game.enemies[number].at, (Shape::Cross, palette::FAULT)));
    let hero = (game.hero.at, (Shape::Full, palette::LAMP));
    // A later sign covers an earlier one on the same cell.
    let signs = things.chain([exit]).chain(keys).chain(enemies);
    signs.chain([hero]).collect()
}

/// The shape of a cell and its colour; `None` where nothing was seen.
fn look_of_cell(game: &Game, signs: &Signs, cell: Cell) -> Option<(Shape, Color)> {
    let map = &game.dungeon().layout.map;
    let tile = map.at(cell);
    if !game.explored().has(map, cell) || tile == Tile::Rock {
        return None;
    }
    if let Some(sign) = signs.get(&cell) {
        return Some(*sign);
    }
    if tile == Tile::Door && game.lock_at(cell).is_some() {
        return Some((Shape::Bar, palette::FAULT));
    }
    Some(match tile {
        Tile::Wall => (Shape::Full, palette::RIM),
        Tile::Door => (Shape::Full, palette::MIST),
        Tile::Portal => {
            let colour = match game.portal_at(cell) {
                Some((other, _)) => pair_colour(game, cell.min(other)).mix(&palette::THOUGHT, 0.3),
                None => palette::THOUGHT,
            };
            (Shape::Corners, colour)
        }
        _ => {
            let lit = game.visible().has(map, cell);
            (Shape::Full, of_ground(game, cell, lit))
        }
    })
}

/// The colour around the shape of a cell. A locked door stands in a wall, and everything else on the ground.
fn colour_around(game: &Game, cell: Cell, shape: Shape) -> Color {
    let map = &game.dungeon().layout.map;
    match shape {
        Shape::Bar => palette::RIM,
        _ => of_ground(game, cell, game.visible().has(map, cell)),
    }
}

/// The colour of a floor by its ground: bright where the hero sees it, and dim where it is remembered.
fn of_ground(game: &Game, cell: Cell, lit: bool) -> Color {
    let bright = match game.ground_at(cell) {
        Ground::Stone => palette::MAP_STONE,
        Ground::Grass => palette::MAP_GRASS,
        Ground::Water => palette::MAP_WATER,
        Ground::Oil => palette::MAP_OIL,
        Ground::Rubble => palette::MAP_RUBBLE,
    };
    match lit {
        true => bright,
        false => bright.mix(&palette::NIGHT, 0.5),
    }
}

/// The area that is shown, around all explored cells.
pub(super) fn shown_area(game: &Game) -> Area {
    let map = &game.dungeon().layout.map;
    let seen = map.cells().filter(|cell| game.explored().has(map, *cell));
    let (low, high) = seen.fold((game.hero.at, game.hero.at), |(low, high), cell| {
        let (x, y) = (low.x.min(cell.x), low.y.min(cell.y));
        (
            Cell { x, y },
            Cell {
                x: high.x.max(cell.x),
                y: high.y.max(cell.y),
            },
        )
    });
    area_around(low, high, map)
}

/// The area from one corner to the other, both included. Its edges are moved outwards to multiples of [`GROWTH`] or to
/// the edge of the map, so that the minimap does not move with every cell that is explored.
fn area_around(low: Cell, high: Cell, map: &Map) -> Area {
    let before = |at: i16| at - at.rem_euclid(GROWTH);
    let origin = Cell {
        x: before(low.x),
        y: before(low.y),
    };
    Area {
        origin,
        width: (before(high.x) + GROWTH).min(map.width) - origin.x,
        height: (before(high.y) + GROWTH).min(map.height) - origin.y,
    }
}

/// The side of a cell in pixels with which an area fills a room in one direction, at most `largest`. It is a whole
/// number, so that all cells are alike, unless the cells are smaller than two pixels and much room would be lost.
pub(super) fn cell_side(room: Vec2, area: Area, largest: f32) -> f32 {
    let cells = Vec2::new(area.width.into(), area.height.into());
    let side = (room / cells).min_element().min(largest);
    match side >= 2.0 {
        true => side.floor(),
        false => side,
    }
}

/// The number of pixels of the picture along the side of a cell that is this many pixels of the screen wide.
pub(super) fn pixels_of(side: f32) -> i16 {
    (side as i16).clamp(1, SHAPE)
}

/// The picture that is painted.
struct Canvas {
    width: i16,
    height: i16,
    /// The bytes of the pixels, in rows.
    data: Vec<u8>,
}

impl Canvas {
    fn new(width: i16, height: i16) -> Self {
        let pixels = usize::from(width.unsigned_abs()) * usize::from(height.unsigned_abs());
        Canvas {
            width,
            height,
            data: vec![0; 4 * pixels],
        }
    }

    /// Paints a pixel, if it lies in the picture.
    fn paint(&mut self, x: i16, y: i16, colour: [u8; 4]) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            let at = i32::from(y) * i32::from(self.width) + i32::from(x);
            let at = 4 * at.unsigned_abs() as usize;
            self.data[at..at + 4].copy_from_slice(&colour);
        }
    }

    fn into_image(self) -> Image {
        let size = Extent3d {
            width: u32::from(self.width.unsigned_abs()),
            height: u32::from(self.height.unsigned_abs()),
            depth_or_array_layers: 1,
        };
        let (kind, format) = (TextureDimension::D2, TextureFormat::Rgba8UnormSrgb);
        let mut image = Image::new(size, kind, self.data, format, RenderAssetUsages::default());
        image.sampler = bevy::image::ImageSampler::nearest();
        image
    }
}

fn pixels_in_square(side: i16) -> impl Iterator<Item = (i16, i16)> {
    (0..side).flat_map(move |y| (0..side).map(move |x| (x, y)))
}

/// The colours of a picture in a look. A map has about twenty colours, and each is mapped once.
struct Inks<'a> {
    look: &'a Look,
    mapped: Vec<(Color, [u8; 4])>,
}

impl Inks<'_> {
    /// The bytes of a pixel with a colour.
    fn of(&mut self, colour: Color) -> [u8; 4] {
        let known = self.mapped.iter().find(|(known, _)| *known == colour);
        if let Some((_, ink)) = known {
            return *ink;
        }
        let ink = self.look.map_colour(colour).to_srgba().to_u8_array();
        self.mapped.push((colour, ink));
        ink
    }
}

/// The picture of an area, with this many pixels along the side of each cell. The shapes are painted last, so that
/// nothing covers them.
pub(super) fn picture_of(game: &Game, area: Area, pixels: i16, look: &Look) -> Image {
    let mut canvas = Canvas::new(area.width * pixels, area.height * pixels);
    let mapped = Vec::new();
    let mut inks = Inks { look, mapped };
    let signs = signs_of(game);
    let mut shapes = Vec::new();
    for cell in area.cells() {
        let Some((shape, colour)) = look_of_cell(game, &signs, cell) else {
            continue;
        };
        let left = (cell.x - area.origin.x) * pixels;
        let top = (cell.y - area.origin.y) * pixels;
        let mut ground = inks.of(colour);
        if shape != Shape::Full {
            let before = (SHAPE - pixels) / 2;
            shapes.push((left - before, top - before, shape, ground));
            ground = inks.of(colour_around(game, cell, shape));
        }
        for (x, y) in pixels_in_square(pixels) {
            canvas.paint(left + x, top + y, ground);
        }
    }
    for (left, top, shape, colour) in shapes {
        for (x, y) in pixels_in_square(SHAPE).filter(|(x, y)| shape.has(*x, *y)) {
            canvas.paint(left + x, top + y, colour);
        }
    }
    canvas.into_image()
}

/// The picture of a sign alone, for a legend.
pub(super) fn sign_of(shape: Shape, colour: Color, look: &Look) -> Image {
    let mut canvas = Canvas::new(SHAPE, SHAPE);
    let ink = look.map_colour(colour).to_srgba().to_u8_array();
    for (x, y) in pixels_in_square(SHAPE).filter(|(x, y)| shape.has(*x, *y)) {
        canvas.paint(x, y, ink);
    }
    canvas.into_image()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::descent::Descent;
    use crate::games::dungeon::graph::problem::usual_parameters;
    use crate::games::dungeon::players::{Player as _, ReferencePlayer};
    use crate::games::dungeon::setup::Setup;
    use crate::generation::{Pick, Seed};

    /// The room of the minimap in a window of 1280 x 720, in pixels.
    const ROOM: Vec2 = Vec2::new(190.0, 96.0);
    /// The largest side of a cell.
    const LARGEST: f32 = 6.0;

    #[test]
    fn all_signs_differ_without_colour() {
        let pattern = |shape: Shape| -> Vec<bool> {
            let places = pixels_in_square(SHAPE);
            places.map(|(x, y)| shape.has(x, y)).collect()
        };
        let all = [
            Shape::Full,
            Shape::Cross,
            Shape::Bar,
            Shape::Plus,
            Shape::Ring,
            Shape::Dot,
            Shape::Corners,
        ]
        .map(pattern);
        for (at, shape) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(shape), "{shape:?}");
        }
    }

    /// A state in which a careful player has seen a locked door, without an enemy in sight, and the cell of the door.
    fn locked_door(seed: u64) -> Option<(Game, Cell)> {
        let parameters = usual_parameters();
        let descent = Descent::new(&Setup::default(), &parameters, Seed(seed), Pick::Best);
        let (mut descent, mut player) = (descent.ok()?, ReferencePlayer::Careful.player());
        for _ in 0..300 {
            let game = &descent.game;
            let mut cells = game.dungeon().layout.map.cells();
            let is_seen = |cell: &Cell| game.explored().has(&game.dungeon().layout.map, *cell);
            let door = cells.find(|cell| is_seen(cell) && game.lock_at(*cell).is_some());
            if let Some(door) = door.filter(|_| game.visible_enemies().next().is_none()) {
                return Some((game.clone(), door));
            }
            let made = player.choose(game)?;
            descent.make(made, &mut Vec::new()).ok()?;
        }
        None
    }

    #[test]
    fn the_shape_of_a_locked_door_is_as_large_in_small_cells() {
        let (game, door) = (0..20).find_map(locked_door).expect("a locked door");
        let around = Area {
            origin: Cell {
                x: door.x - 1,
                y: door.y - 1,
            },
            width: 3,
            height: 3,
        };
        let look = Look::default();
        let own = look.map_colour(palette::FAULT).to_srgba().to_u8_array();
        for side in [1.0, 2.5, 3.0, 6.0] {
            let image = picture_of(&game, around, pixels_of(side), &look);
            let data = image.data.expect("it is painted");
            let painted = data.chunks(4).filter(|pixel| **pixel == own).count();
            assert_eq!(painted, 3, "a bar of three pixels, {side}");
        }
    }

    #[test]
    fn the_area_grows_in_large_steps_and_fills_its_room_in_one_direction() {
        let descent = Descent::new(&Setup::default(), &usual_parameters(), Seed(3), Pick::Best);
        let descent = descent.expect("it evolves");
        let map = &descent.game.dungeon().layout.map;
        let middle = Cell {
            x: map.width / 2,
            y: map.height / 2,
        };
        let mut areas = Vec::new();
        for by in 0..map.width.max(map.height) {
            let corner = |sign: i16| Cell {
                x: (middle.x + sign * by).clamp(0, map.width - 1),
                y: (middle.y + sign * by).clamp(0, map.height - 1),
            };
            let (low, high) = (corner(-1), corner(1));
            let area = area_around(low, high, map);
            assert!(area.contains(low) && area.contains(high));
            let side = cell_side(ROOM, area, LARGEST);
            let cells = Vec2::new(area.width.into(), area.height.into());
            let left = ROOM - side * cells;
            assert!(left.min_element() >= -0.01, "{area:?}: {left}");
            // With cells that are a pixel larger it would not fit.
            let is_full = (left / cells).min_element() < 1.0;
            assert!(is_full || side == LARGEST, "{area:?}: {left}");
            areas.push(area);
        }
        areas.dedup();
        let steps = usize::from(map.width.max(map.height).unsigned_abs()) / 8 + 2;
        assert!(areas.len() <= 2 * steps, "{} areas", areas.len());
        let whole = areas.last().expect("an area");
        assert_eq!((whole.width, whole.height), (map.width, map.height));
    }
}
