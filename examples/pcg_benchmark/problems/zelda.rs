//! Zelda: a dungeon with a player, a key, a door and enemies, all connected, with long ways between the first three.

use std::ops::Range;

use super::grid::{Grid, Tiles, UNREACHED, tiles};
use super::measure::{exactly, rising, trapezoid};
use super::sequence::{Text, either_ratio_holds, ratio};
use super::{Problem, Shape};

/// The tile of a wall.
pub const SOLID: u8 = 0;
/// The tile that one can walk on.
pub const EMPTY: u8 = 1;
/// The tile of the player.
pub const PLAYER: u8 = 2;
/// The tile of the key.
pub const KEY: u8 = 3;
/// The tile of the door.
pub const DOOR: u8 = 4;
/// The tile of an enemy.
pub const ENEMY: u8 = 5;

const OPEN: Tiles = tiles(&[EMPTY, PLAYER, KEY, DOOR, ENEMY]);
const OPEN_WITHOUT_DOOR: Tiles = tiles(&[EMPTY, PLAYER, KEY, ENEMY]);

/// The difference that the ways in two dungeons must have: 1 minus the ratio of their texts.
const DIVERSITY: f64 = 0.3;

/// The diversity of two dungeons whose ways have this ratio.
fn diversity(ratio: f64) -> f64 {
    rising(1.0 - ratio, 0.0, DIVERSITY, 1.0)
}

/// The problem with the size of one variant.
#[derive(Clone, Debug)]
pub struct Zelda {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    enemies: usize,
    enemy_tolerance: usize,
    /// The length that the two ways must have together.
    target: usize,
    /// The most by which a way may differ from the wanted length.
    pub tolerance: usize,
}

/// The measures of a dungeon.
#[derive(Clone, Debug)]
pub struct Info {
    regions: usize,
    players: usize,
    keys: usize,
    doors: usize,
    enemies: usize,
    /// The steps from the player to the key, not over the door; -1 without a way.
    pub player_key: i32,
    /// The steps from the key to the door; -1 without a way.
    pub key_door: i32,
    /// The way to the key as a text.
    way: Text,
}

impl Zelda {
    /// Dungeons of this size with about this number of enemies.
    pub fn new(width: usize, height: usize, enemies: usize) -> Self {
        let target = width + height;
        Zelda {
            width,
            height,
            enemies,
            enemy_tolerance: (enemies / 4).max(1),
            target,
            tolerance: (target / 8).max(1),
        }
    }

    /// The allowed numbers of enemies.
    pub fn enemies(&self) -> Range<u32> {
        let (wanted, tolerance) = (self.enemies as u32, self.enemy_tolerance as u32);
        wanted - tolerance..wanted + tolerance + 1
    }

    fn area(&self) -> f64 {
        (self.width * self.height) as f64
    }

    /// A way as a text, turned so that it starts in the left upper quarter. The original asks for the way from the key
    /// to the door over cells that are no doors, so that way is always empty, and only the way to the key counts.
    fn text(&self, way: &[usize]) -> Text {
        let (width, height) = (self.width, self.height);
        let Some(&start) = way.first() else {
            return Text::default();
        };
        let (flip_x, flip_y) = (2 * (start % width) > width, 2 * (start / width) > height);
        let mut text = Vec::with_capacity(way.len() * 5);
        for cell in way {
            let (mut x, mut y) = (cell % width, cell / width);
            if flip_x {
                x = width - x - 1;
            }
            if flip_y {
                y = height - y - 1;
            }
            push_number(&mut text, x);
            text.push(b',');
            push_number(&mut text, y);
            text.push(b'|');
        }
        Text::new(text)
    }
}

/// Writes a number below 100.
fn push_number(text: &mut Vec<u8>, number: usize) {
    if number >= 10 {
        text.push(b'0' + (number / 10) as u8);
    }
    text.push(b'0' + (number % 10) as u8);
}

impl Problem for Zelda {
    type Info = Info;

    fn space(&self) -> Vec<u8> {
        vec![6; self.width * self.height]
    }

    fn shape(&self) -> Shape {
        Shape::Rows(self.width)
    }

    fn controls(&self) -> Vec<(&'static str, Range<u32>)> {
        let least = self.target as f64 / 2.0 + self.tolerance as f64;
        let range = least as u32..(self.width * self.height / 4) as u32;
        vec![("player_key", range.clone()), ("key_door", range)]
    }

    fn info(&self, content: &[u8]) -> Info {
        let grid = Grid::new(self.width, content);
        let player = grid.find(PLAYER);
        let (key, door) = (grid.find(KEY), grid.find(DOOR));
        let from_player = player.map(|p| grid.distances(p, OPEN_WITHOUT_DOOR));
        let way = match (&from_player, key) {
            (Some(distance), Some(key)) => grid.way(distance, key),
            _ => Vec::new(),
        };
        let distance = |from: &Option<Vec<i32>>, to: Option<usize>| match (from, to) {
            (Some(distance), Some(to)) => distance[to],
            _ => UNREACHED,
        };
        let from_key = key.map(|k| grid.distances(k, OPEN));
        Info {
            regions: grid.regions(OPEN),
            players: grid.count(tiles(&[PLAYER])),
            keys: grid.count(tiles(&[KEY])),
            doors: grid.count(tiles(&[DOOR])),
            enemies: grid.count(tiles(&[ENEMY])),
            player_key: distance(&from_player, key),
            key_door: distance(&from_key, door),
            way: self.text(&way),
        }
    }

    fn quality(&self, info: &Info) -> f64 {
        let area = self.area();
        let regions = exactly(info.regions as f64, 1.0, area / 10.0);
        let one = |count: usize| exactly(count as f64, 1.0, area);
        let (player, key, door) = (one(info.players), one(info.keys), one(info.doors));
        let fewest = (self.enemies - self.enemy_tolerance) as f64;
        let most = (self.enemies + self.enemy_tolerance) as f64;
        let enemies = trapezoid(info.enemies as f64, 0.0, fewest, most, area);
        let stats = (player + key + door + enemies) / 4.0;
        let mut added = 0.0;
        if player >= 1.0 && key >= 1.0 && door >= 1.0 {
            let reached = |distance: i32| f64::from(u8::from(distance > 0));
            added = (reached(info.player_key) + reached(info.key_door)) / 2.0;
            if added == 1.0 {
                let length = f64::from(info.player_key + info.key_door);
                added += rising(length, 0.0, self.target as f64, area);
            }
        }
        (regions + stats + added) / 4.0
    }

    fn control(&self, info: &Info, controls: &[u32]) -> f64 {
        let most = f64::from((self.width * self.height / 4) as u32);
        let tolerance = self.tolerance as f64;
        let near = |length: i32, wanted: u32| {
            let wanted = f64::from(wanted);
            let (low, high) = (wanted - tolerance, wanted + tolerance);
            trapezoid(f64::from(length), 0.0, low, high, most)
        };
        (near(info.player_key, controls[0]) + near(info.key_door, controls[1])) / 2.0
    }

    fn diversity(&self, first: &Info, second: &Info) -> f64 {
        diversity(ratio(&first.way, &second.way))
    }

    fn are_alike(&self, first: &Info, second: &Info) -> bool {
        let below_1 = |ratio: f64| diversity(ratio) < 1.0;
        either_ratio_holds(&first.way, &second.way, below_1)
    }
}
