//! Tests of the operators on maps of tiles.

use std::collections::BTreeSet;

use super::*;
use crate::base::{Purpose, Seed, text_hash};

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
    let mut have_moved = [false; 2];
    for _ in 0..50 {
        for (operator, has_moved) in have_moved.iter_mut().enumerate() {
            let before = cells;
            let mut map = map(4, &mut cells);
            match operator {
                0 => map.shuffle_open(3, &mut rng),
                _ => map.move_tile(5, 1, &mut rng),
            };
            *has_moved |= cells != before;
        }
    }
    assert_eq!(have_moved, [true; 2]);
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

/// A stream for random operators.
fn stream() -> Stream {
    Seed(6).stream(Purpose::Reproduction)
}

#[test]
fn a_cell_has_neighbours_within_the_map_alone() {
    let mut cells = [1, 0, 1, 1, 1, 0];
    let map = map(3, &mut cells);
    assert_eq!((map.height(), map.open()), (2, 4));
    let beside = |cell| [0, 1, 2, 3].map(|direction| map.beside(cell, direction));
    assert_eq!(beside(0), [None, Some(1), None, Some(3)]);
    assert_eq!(beside(1), [Some(0), Some(2), None, Some(4)]);
    assert_eq!(beside(2), [Some(1), None, None, Some(5)]);
    assert_eq!(beside(3), [None, Some(4), Some(0), None]);
    assert_eq!(beside(5), [Some(4), None, Some(2), None]);
    assert_eq!(map.beside(0, 4), None);
    let neighbours = [0, 1, 2, 3, 4, 5].map(|cell| map.open_neighbours(cell));
    assert_eq!(neighbours, [1, 3, 0, 2, 1, 2]);
}

#[test]
fn each_cell_with_a_tile_is_found_and_no_other() {
    let mut rng = stream();
    let mut cells = [2, 1, 2, 1, 2, 3];
    let found: BTreeSet<_> = (0..100)
        .map(|_| map(3, &mut cells).find(2, &mut rng))
        .collect();
    assert_eq!(found, [0, 2, 4].map(Some).into());
    assert_eq!(map(3, &mut cells).find(7, &mut rng), None);
    assert_eq!(map(3, &mut cells).put(7, 3, &mut rng), Some(5));
    assert_eq!(cells, [2, 1, 2, 1, 2, 7]);
}

#[test]
fn a_tile_moves_onto_another_one_if_there_are_both() {
    let mut rng = stream();
    let moved = |tile, rng: &mut Stream| {
        let mut cells = [5, 1, 2, 1];
        map(2, &mut cells).move_tile(tile, 1, rng);
        cells
    };
    let found: BTreeSet<_> = (0..100).map(|_| moved(5, &mut rng)).collect();
    assert_eq!(found, [[1, 5, 2, 1], [1, 1, 2, 5]].into());
    assert_eq!(moved(7, &mut rng), [5, 1, 2, 1]);
}

#[test]
fn open_cells_change_places() {
    let mut rng = stream();
    let changed = |change: &dyn Fn(&mut TileMap, &mut Stream), rng: &mut Stream| {
        let all = (0..200).map(|_| {
            let mut cells = [5, 0, 6, 7];
            change(&mut map(2, &mut cells), rng);
            cells
        });
        all.collect::<BTreeSet<_>>()
    };
    let shuffled = changed(&|map, rng| map.shuffle_open(2, rng), &mut rng);
    assert_eq!(shuffled.len(), 6, "all orders of three");
    assert!(shuffled.iter().all(|cells| cells[1] == 0));
}

#[test]
fn each_rectangle_of_the_allowed_sizes_is_drawn() {
    let mut rng = stream();
    // The numbers of rectangles of up to one, two and any number of cells on a side, on a map of three by two cells.
    for (most, count) in [(0, 6), (1, 6), (2, 5 * 3), (9, 6 * 3)] {
        let mut cells = [1; 6];
        let map = map(3, &mut cells);
        let drawn = (0..1_000).map(|_| map.rectangle(most, &mut rng));
        let drawn: BTreeSet<Vec<usize>> = drawn.collect();
        assert_eq!(drawn.len(), count, "{most}");
        for rectangle in drawn {
            let columns: BTreeSet<usize> = rectangle.iter().map(|cell| cell % 3).collect();
            let rows: BTreeSet<usize> = rectangle.iter().map(|cell| cell / 3).collect();
            assert_eq!(rectangle.len(), columns.len() * rows.len());
            let is_whole = |all: &BTreeSet<usize>| {
                let ends = all.first().zip(all.last()).expect("a line");
                ends.1 - ends.0 + 1 == all.len() && all.len() <= most.max(1)
            };
            assert!(is_whole(&columns) && is_whole(&rows), "{rectangle:?}");
        }
    }
}

#[test]
fn what_lies_in_a_rectangle_is_buried() {
    let mut rng = stream();
    let buried = |_| {
        let mut cells = [1, 2, 3, 4];
        map(2, &mut cells).bury(1, &mut rng);
        cells
    };
    let expected = [[0, 2, 3, 4], [1, 0, 3, 4], [1, 2, 0, 4], [1, 2, 3, 0]];
    assert_eq!(
        (0..100).map(buried).collect::<BTreeSet<_>>(),
        expected.into()
    );
}

#[test]
fn one_region_is_kept_as_a_whole() {
    let mut rng = stream();
    let regions = [
        1, 1, 0, 4, //
        0, 2, 0, 5, //
        3, 2, 0, 5, //
    ];
    let mut first = regions;
    [3, 7, 11].into_iter().for_each(|cell| first[cell] = 0);
    let mut second = [0; 12];
    [3, 7, 11]
        .into_iter()
        .for_each(|cell| second[cell] = regions[cell]);
    let kept = |_| {
        let mut cells = regions;
        map(4, &mut cells).keep_one_region(&mut rng);
        cells
    };
    assert_eq!(
        (0..100).map(kept).collect::<BTreeSet<_>>(),
        [first, second].into()
    );
    let mut walls = [0; 4];
    map(2, &mut walls).keep_one_region(&mut rng);
    assert_eq!(walls, [0; 4]);
}

#[test]
fn digging_ends_at_the_amount_and_goes_on_from_what_is_open() {
    let mut rng = stream();
    for amount in [1, 2, 7, 30] {
        let mut cells = [0; 90];
        map(10, &mut cells).dig(Digging { amount, ..DIGGING }, &mut rng);
        assert_eq!(map(10, &mut cells).open(), amount);
    }
    // Cells that are open already count, and stay open.
    for (amount, open) in [(0, 3), (3, 3), (4, 4), (20, 20)] {
        let mut cells = [0; 90];
        [44, 45, 46].into_iter().for_each(|cell| cells[cell] = 3);
        map(10, &mut cells).dig(Digging { amount, ..DIGGING }, &mut rng);
        assert_eq!(map(10, &mut cells).open(), open);
        assert_eq!(cells[44..47], [3; 3]);
        assert_eq!(cells.iter().filter(|tile| **tile == 1).count(), open - 3);
    }
    // A row has no room for more.
    let mut row = [0; 5];
    map(5, &mut row).dig(DIGGING, &mut rng);
    assert_eq!(row, [1; 5]);
}

#[test]
fn the_more_winding_a_maze_is_the_fewer_dead_ends_it_has() {
    let mut rng = stream();
    let mut ends = |winding| {
        let of_maze = |_| {
            let mut cells = [0; 225];
            let amount = 80;
            map(15, &mut cells).dig(
                Digging {
                    amount,
                    winding,
                    ..DIGGING
                },
                &mut rng,
            );
            let dug = map(15, &mut cells);
            let open = (0..225).filter(|cell| dug.is_open(*cell));
            open.filter(|cell| dug.open_neighbours(*cell) == 1).count()
        };
        (0..20).map(of_maze).sum::<usize>()
    };
    let (branched, winding) = (ends(0.0), ends(1.0));
    assert!(3 * winding < 2 * branched, "{winding} and {branched}");
}

#[test]
fn a_cell_is_dug_beside_one_open_cell_alone() {
    let mut rng = stream();
    let mut cells = [
        0, 0, 0, 0, //
        0, 1, 0, 1, //
        0, 0, 0, 0, //
    ];
    let map = map(4, &mut cells);
    let dug: BTreeSet<_> = (0..100).map(|_| map.cell_to_dig(5, &mut rng)).collect();
    // The other open cell lies to the right of it.
    assert_eq!(dug, [1, 4, 9].map(Some).into());
    let dug: BTreeSet<_> = (0..100).map(|_| map.cell_to_dig(7, &mut rng)).collect();
    assert_eq!(dug, [3, 11].map(Some).into());
}

#[test]
fn only_dead_ends_of_the_empty_tile_are_trimmed() {
    let mut rng = stream();
    let mut cells = [
        1, 1, 1, //
        1, 0, 1, //
        1, 1, 1, //
    ];
    map(3, &mut cells).trim(9, 1, &mut rng);
    assert_eq!(cells.iter().sum::<u8>(), 8, "a loop has no dead end");
    let mut alone = [0, 2, 0, 1];
    for _ in 0..50 {
        map(4, &mut alone).trim(4, 1, &mut rng);
    }
    assert_eq!(alone, [0, 2, 0, 0]);
}

#[test]
fn the_operators_make_the_same_maps_on_every_machine() {
    let mut rng = stream();
    let mut made = String::new();
    for _ in 0..30 {
        let mut cells = [0; 120];
        let mut tiles = map(12, &mut cells);
        tiles.dig(DIGGING, &mut rng);
        tiles.put(2, 1, &mut rng);
        tiles.put(3, 1, &mut rng);
        tiles.bend(1, &mut rng);
        tiles.move_tile(2, 1, &mut rng);
        tiles.shuffle_open(5, &mut rng);
        tiles.trim(6, 1, &mut rng);
        tiles.bury(3, &mut rng);
        tiles.keep_one_region(&mut rng);
        made += &format!("{cells:?}");
        let mut cells = [0; 120];
        let corridor = map(12, &mut cells).dig_corridor(1, 50, &mut rng);
        made += &format!("{corridor:?}");
    }
    assert_eq!(text_hash(&made), 6_055_775_497_637_080_354);
}
