//! Tests of the operators on maps of tiles.

use super::*;
use crate::base::{Purpose, Seed};

const DIGGING: Digging = Digging {
    empty: 1,
    amount: 40,
    winding: 0.7,
};

fn map(width: usize, cells: &mut [u8]) -> TileMap<'_> {
    TileMap::new(width, 0, cells)
}

fn sorted(cells: &[u8]) -> Vec<u8> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

#[test]
fn a_dug_maze_is_one_region_without_loops() {
    let mut rng = Seed(5).stream(Purpose::Reproduction);
    for _ in 0..100 {
        let mut cells = [0; 90];
        map(10, &mut cells).dig(DIGGING, &mut rng);
        let dug = map(10, &mut cells);
        let open = (0..90).filter(|&c| dug.is_open(c));
        let ways: usize = open.map(|c| dug.open_neighbours(c)).sum();
        // A tree has one edge less than cells, and each edge is seen from both its ends.
        assert_eq!(ways, 2 * (dug.open() - 1));
        assert!(dug.open() <= 40);
        let mut kept = cells;
        map(10, &mut kept).keep_one_region(&mut rng);
        assert_eq!(kept, cells, "all of it is one region");
    }
}

#[test]
fn a_corridor_is_as_long_as_asked_for_and_touches_itself_nowhere() {
    let mut rng = Seed(8).stream(Purpose::Reproduction);
    for (width, height) in [(11, 7), (8, 12), (14, 14)] {
        for length in [1, 2, 9, width * height * 9 / 20] {
            let mut cells = vec![0; width * height];
            let corridor = map(width, &mut cells).dig_corridor(1, length, &mut rng);
            let dug = map(width, &mut cells);
            assert_eq!((corridor.len(), dug.open()), (length, length));
            for (at, &cell) in corridor.iter().enumerate() {
                let ends = usize::from(at == 0) + usize::from(at + 1 == length);
                assert_eq!(dug.open_neighbours(cell), 2 - ends);
            }
            let is_step = |w: &[usize]| (0..4).any(|d| dug.beside(w[0], d) == Some(w[1]));
            assert!(corridor.windows(2).all(is_step));
        }
    }
    // The length is more than fits in, so the corridor fills as much as it can.
    let mut cells = vec![0; 77];
    let corridor = map(11, &mut cells).dig_corridor(1, 77, &mut rng);
    assert!((40..60).contains(&corridor.len()), "{}", corridor.len());
    assert_eq!(map(11, &mut cells).open(), corridor.len());
}

#[test]
fn without_walls_no_corridor_bends() {
    let mut rng = Seed(1).stream(Purpose::Reproduction);
    let mut full = [1; 9];
    assert!(!map(3, &mut full).bend(1, &mut rng));
    assert_eq!(full, [1; 9]);
}

#[test]
fn trimming_takes_dead_ends_and_leaves_what_stands_at_an_end() {
    let mut rng = Seed(2).stream(Purpose::Reproduction);
    let mut cells = [
        2, 1, 1, 3, //
        0, 1, 0, 0, //
        0, 1, 1, 0, //
    ];
    // Only a rectangle that holds the branch takes it away, so the map is trimmed until one has.
    for _ in 0..200 {
        map(4, &mut cells).trim(4, 1, &mut rng);
    }
    assert_eq!(cells, [2, 1, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn tiles_that_move_stay_as_many() {
    let mut rng = Seed(3).stream(Purpose::Reproduction);
    let start = [2, 1, 1, 3, 0, 1, 0, 4, 5, 1, 1, 0];
    let mut cells = start;
    let mut have_moved = [false; 3];
    for _ in 0..50 {
        for (operator, has_moved) in have_moved.iter_mut().enumerate() {
            let before = cells;
            let mut map = map(4, &mut cells);
            match operator {
                0 => map.swap_open(&mut rng),
                1 => map.shuffle_open(3, &mut rng),
                _ => map.move_tile(5, 1, &mut rng),
            };
            *has_moved |= cells != before;
        }
    }
    assert_eq!(have_moved, [true; 3]);
    assert_eq!(sorted(&cells), sorted(&start));
    let walls = |cells: &[u8]| cells.iter().map(|&t| t == 0).collect::<Vec<_>>();
    assert_eq!(walls(&cells), walls(&start), "no wall has moved");
    assert_eq!(map(4, &mut cells).put(7, 9, &mut rng), None);
}

/// A drawing of five by five cells, turned so that what is drawn towards the top lies towards `side`.
fn turned(drawing: &[u8; 25], side: usize) -> [u8; 25] {
    let mut cells = [0; 25];
    for (at, tile) in drawing.iter().enumerate() {
        cells[turned_cell(at, side)] = *tile;
    }
    cells
}

/// The place of a cell of a drawing after it is turned.
fn turned_cell(cell: usize, side: usize) -> usize {
    let (x, y) = (cell % 5, cell / 5);
    let (x, y) = match side {
        0 => (y, x),
        1 => (4 - y, x),
        2 => (x, y),
        _ => (x, 4 - y),
    };
    y * 5 + x
}

/// A corridor of three cells, which has room to bend towards the top.
const STRAIGHT: [u8; 25] = [
    0, 0, 0, 0, 0, //
    0, 0, 0, 0, 0, //
    0, 0, 0, 0, 0, //
    0, 2, 3, 4, 0, //
    0, 0, 0, 0, 0, //
];
/// The middle of the corridor.
const MIDDLE: usize = 17;

#[test]
fn a_corridor_bends_towards_each_side() {
    let bent = [
        0, 0, 0, 0, 0, //
        0, 0, 0, 0, 0, //
        0, 1, 3, 1, 0, //
        0, 2, 0, 4, 0, //
        0, 0, 0, 0, 0, //
    ];
    for side in 0..4 {
        let mut cells = turned(&STRAIGHT, side);
        assert!(map(5, &mut cells).bend_at(turned_cell(MIDDLE, side), side, 1));
        assert_eq!(cells, turned(&bent, side), "side {side}");
    }
}

#[test]
fn a_bend_needs_a_straight_corridor_and_walls_around_its_new_cells() {
    // Each of these cells hinders the bend if it is changed, a wall to an open cell or the other way around: the new
    // cells and those around them, the corridor itself, and the cell behind its middle.
    const HINDERING: [u8; 25] = [
        0, 0, 0, 0, 0, //
        0, 1, 1, 1, 0, //
        1, 1, 1, 1, 1, //
        0, 1, 1, 1, 0, //
        0, 0, 1, 0, 0, //
    ];
    for side in 0..4 {
        let middle = turned_cell(MIDDLE, side);
        for (at, hinders) in HINDERING.into_iter().enumerate() {
            let mut drawing = STRAIGHT;
            drawing[at] = if STRAIGHT[at] == 0 { 5 } else { 0 };
            let before = turned(&drawing, side);
            let mut cells = before;
            let is_bent = map(5, &mut cells).bend_at(middle, side, 1);
            assert_eq!(is_bent, hinders == 0, "side {side}, cell {at}");
            assert_eq!(cells != before, is_bent, "side {side}, cell {at}");
        }
        // At the edge there is no room.
        let mut drawing = [0; 25];
        drawing[1..4].fill(1);
        let before = turned(&drawing, side);
        let mut cells = before;
        assert!(!map(5, &mut cells).bend_at(turned_cell(2, side), side, 1));
        assert_eq!(cells, before, "side {side}");
    }
}

#[test]
fn the_only_place_for_a_bend_is_found_from_wherever_the_search_begins() {
    // The corridor lies at the edge, so that it can bend towards one side alone.
    let mut straight = [0; 25];
    straight[20..].copy_from_slice(&[0, 2, 3, 4, 0]);
    let mut bent = [0; 25];
    bent[15..].copy_from_slice(&[0, 1, 3, 1, 0, 0, 2, 0, 4, 0]);
    for seed in 0..50 {
        let mut rng = Seed(seed).stream(Purpose::Reproduction);
        for side in 0..4 {
            let mut cells = turned(&straight, side);
            assert!(map(5, &mut cells).bend(1, &mut rng));
            assert_eq!(cells, turned(&bent, side), "side {side}");
        }
    }
}
