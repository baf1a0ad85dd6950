//! Isaac: rooms with doors, all connected, without loose doors, with a start, a boss, a shop and a treasure room.

use std::ops::Range;

use super::grid::{Grid, UNREACHED, tiles};
use super::measure::{exactly, rising, trapezoid};
use super::{Problem, Shape};

/// The doors of a room as bits: left, up, right, down.
const LEFT: u8 = 1;
/// The door up.
const UP: u8 = 2;
/// The door to the right.
const RIGHT: u8 = 4;
/// The door down.
const DOWN: u8 = 8;

/// The rooms that a dungeon must have. The original's variants name their own numbers, but it reads another parameter,
/// so that this one holds for all of them.
const ROOMS: usize = 6;

/// The difference that two dungeons must have.
const DIVERSITY: f64 = 0.6;

/// The contents of a cell of the map, which has 3 x 3 cells for each room.
const MIDDLE: u8 = 1;
const DOOR: u8 = 2;
const START: u8 = 3;
const BOSS: u8 = 4;

/// A door between a room and the one to its right or below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// The room to its left, or above.
    pub room: usize,
    /// The number of the other room is greater by this: 1, or the number of rooms in a row.
    pub step: usize,
}

impl Door {
    /// The bits that it has in its two rooms.
    fn bits(self) -> (u8, u8) {
        if self.step == 1 {
            (RIGHT, LEFT)
        } else {
            (DOWN, UP)
        }
    }

    /// Opens or closes it, from both sides.
    pub fn flip(self, content: &mut [u8]) {
        let (here, there) = self.bits();
        content[self.room] ^= here;
        content[self.room + self.step] ^= there;
    }

    /// Whether it is open.
    pub fn is_open(self, content: &[u8]) -> bool {
        content[self.room] & self.bits().0 != 0
    }
}

/// The problem with the size of one variant.
#[derive(Clone, Debug)]
pub struct Isaac {
    /// The number of rooms in a row, and of rows.
    pub size: usize,
    /// Doors in the order in which breeding numbers them; empty before it begins.
    pub ring: Vec<Door>,
}

/// The measures of a dungeon.
#[derive(Clone, Debug)]
pub struct Info {
    /// The number of rooms.
    pub rooms: usize,
    room_regions: usize,
    connected_regions: usize,
    loose_doors: usize,
    /// The number of different rooms with doors among the four special rooms.
    places: usize,
    start_to_boss: i32,
    /// The doors of all rooms as bits, 16 rooms a word.
    doors: Vec<u64>,
    /// The rooms that have doors, as the lowest of the four bits of each room.
    with_doors: Vec<u64>,
}

impl Isaac {
    /// Dungeons of `size` x `size` rooms.
    pub fn new(size: usize) -> Self {
        Isaac {
            size,
            ring: Vec::new(),
        }
    }

    /// The number of rooms that there is space for.
    pub fn area(&self) -> usize {
        self.size * self.size
    }

    fn map(&self, layout: &[u8]) -> Vec<u8> {
        let width = 3 * self.size;
        let mut map = vec![0; width * width];
        for (room, &doors) in layout.iter().enumerate() {
            let corner = 3 * (room / self.size) * width + 3 * (room % self.size);
            let middle = corner + width + 1;
            map[middle] = if doors > 0 { MIDDLE } else { 0 };
            let cells = [middle - 1, middle - width, middle + 1, middle + width];
            for (bit, cell) in cells.into_iter().enumerate() {
                if doors >> bit & 1 == 1 {
                    map[cell] = DOOR;
                }
            }
        }
        map
    }

    /// The doors that lead to no door: at the border of the map, and between two rooms.
    fn loose_doors(&self, map: &[u8]) -> usize {
        let width = 3 * self.size;
        let is_loose = |cell: usize| {
            let (x, y) = (cell % width, cell / width);
            if x == 0 || x == width - 1 || y == 0 || y == width - 1 {
                return map[cell] == DOOR;
            }
            (x % 3 == 2 && map[cell] != map[cell + 1])
                || (y % 3 == 2 && map[cell] != map[cell + width])
        };
        (0..map.len()).filter(|&cell| is_loose(cell)).count()
    }

    /// The steps from the start to the boss. The original puts both on the map of 3 x 3 cells a room by their place in
    /// the layout, without scaling, so that they lie in its left upper part. They are put there here too.
    fn start_to_boss(&self, map: &[u8], start: usize, boss: usize) -> i32 {
        let width = 3 * self.size;
        let place = |room: usize| room / self.size * width + room % self.size;
        if start == boss {
            return UNREACHED;
        }
        let mut level = map.to_vec();
        level[place(start)] = START;
        level[place(boss)] = BOSS;
        let grid = Grid::new(width, &level);
        grid.distances(place(start), tiles(&[MIDDLE, DOOR, START, BOSS]))[place(boss)]
    }
}

/// The doors of rooms as bits, four for each room.
fn to_bits(layout: &[u8]) -> Vec<u64> {
    let word = |rooms: &[u8]| {
        rooms
            .iter()
            .fold(0, |word, &doors| word << 4 | u64::from(doors))
    };
    layout.chunks(16).map(word).collect()
}

/// The lowest bit of each group of four bits, set if any of the four is.
fn lowest_bits(doors: u64) -> u64 {
    (doors | doors >> 1 | doors >> 2 | doors >> 3) & 0x1111_1111_1111_1111
}

impl Problem for Isaac {
    type Info = Info;

    fn space(&self) -> Vec<u8> {
        let mut space = vec![16; self.area()];
        space.extend([self.area() as u8; 4]);
        space
    }

    fn shape(&self) -> Shape {
        Shape::Rooms(self.area())
    }

    fn controls(&self) -> Vec<(&'static str, Range<u32>)> {
        vec![("map_size", ROOMS as u32..self.area() as u32)]
    }

    fn info(&self, content: &[u8]) -> Info {
        let (layout, special) = content.split_at(self.area());
        let map = self.map(layout);
        let rooms = Grid::new(self.size, layout);
        let any_door = tiles(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let mut places: Vec<u8> = special.to_vec();
        places.retain(|&room| layout[usize::from(room)] > 0);
        places.sort_unstable();
        places.dedup();
        let doors = to_bits(layout);
        Info {
            rooms: rooms.count(any_door),
            room_regions: rooms.regions(any_door),
            connected_regions: Grid::new(3 * self.size, &map).regions(tiles(&[MIDDLE, DOOR])),
            loose_doors: self.loose_doors(&map),
            places: places.len(),
            start_to_boss: self.start_to_boss(&map, special[0].into(), special[1].into()),
            with_doors: doors.iter().map(|&doors| lowest_bits(doors)).collect(),
            doors,
        }
    }

    fn quality(&self, info: &Info) -> f64 {
        let area = self.area() as f64;
        let rooms = rising(info.rooms as f64, 0.0, ROOMS as f64, area);
        let mut regions = 0.0;
        if rooms >= 1.0 {
            regions += exactly(info.room_regions as f64, 1.0, area);
            regions += exactly(info.connected_regions as f64, 1.0, area);
        }
        regions /= 2.0;
        let mut functional = 0.0;
        if regions >= 1.0 {
            functional += rising(info.places as f64, 0.0, 4.0, 4.0);
            let far = 2.0 * self.size as f64;
            functional += rising(f64::from(info.start_to_boss), 0.0, far, 9.0 * area);
            functional /= 2.0;
        }
        let mut loose = 0.0;
        if functional >= 1.0 {
            loose = trapezoid(info.loose_doors as f64, 0.0, 0.0, 0.0, area);
        }
        0.9 * (rooms + regions + functional) / 3.0 + 0.1 * loose
    }

    /// The original gives its tolerance as the range in which the value rises, so that a dungeon must have the wanted
    /// number of rooms plus the tolerance. No dungeon can meet wanted numbers near the top.
    fn control(&self, info: &Info, controls: &[u32]) -> f64 {
        let area = self.area() as f64;
        let (wanted, tolerance) = (f64::from(controls[0]), 0.2 * area);
        rising(
            info.rooms as f64,
            wanted - tolerance,
            wanted + tolerance,
            area,
        )
    }

    /// A measure falls to 0 above the number of rooms in the original, so two dungeons with very many different doors
    /// count as alike.
    fn diversity(&self, first: &Info, second: &Info) -> f64 {
        let area = self.area() as f64;
        let differences = |first: &[u64], second: &[u64]| {
            let pairs = first.iter().zip(second);
            f64::from(pairs.map(|(a, b)| (a ^ b).count_ones()).sum::<u32>())
        };
        let rooms = differences(&first.with_doors, &second.with_doors);
        let doors = differences(&first.doors, &second.doors);
        let rooms = rising(rooms, 0.0, area, area);
        let doors = rising(doors, 0.0, area, area);
        rising(0.25 * rooms + 0.75 * doors, 0.0, DIVERSITY, 1.0)
    }
}
