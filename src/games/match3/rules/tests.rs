//! The answers of the rules to players and generators, on positions made by hand.

use super::*;
use crate::base::{Purpose, Seed};

const SIDE: u8 = 5;

fn size() -> Size {
    Size::new(SIDE, SIDE).expect("5 is from 5 to 12")
}

fn at(row: usize, col: usize) -> Cell {
    size().cell(row, col).expect("it is on the board")
}

/// The colour that the tests line up.
const OWN: Colour = Colour(7);

/// A pattern of seven colours without lines, with the eighth colour at (2, 1), (2, 3) and (2, 4).
fn board() -> Board {
    let mut board = Board::new(size(), 8, std::iter::empty()).with_powers(true);
    for cell in size().cells() {
        let is_own = [at(2, 1), at(2, 3), at(2, 4)].contains(&cell);
        let colour = Colour(((cell.col() + 2 * cell.row()) % 7) as u8);
        board.place(cell, if is_own { OWN } else { colour });
    }
    assert!(!board.has_match());
    board
}

/// The swap that moves the first block of this colour beside the two others.
fn swap() -> Swap {
    Swap::new(at(2, 1), at(2, 2)).expect("neighbours")
}

/// The three blocks in a line after the swap.
fn line() -> Cells {
    [at(2, 2), at(2, 3), at(2, 4)].into_iter().collect()
}

#[test]
fn the_cells_that_a_swap_lines_up_are_those_after_it() {
    let matches = board().matches_of(swap());
    let own = matches.iter().find(|(colour, _)| *colour == OWN);
    assert_eq!(own, Some(&(OWN, line())), "without the cell it leaves");
}

#[test]
fn the_first_blast_of_a_swap_is_that_of_the_pieces_in_its_line() {
    let blast_at = |cell: Cell| Blast::Around.cells(cell, size());
    let blast = |bombs: &[Cell]| {
        let mut board = board();
        for bomb in bombs {
            board.set_power(*bomb, Power::Bomb);
        }
        board.first_blast(swap(), line())
    };
    assert_eq!(blast(&[]), Cells::default());
    assert_eq!(blast(&[at(2, 3)]), blast_at(at(2, 3)));
    let both = blast(&[at(2, 3), at(2, 4)]);
    assert_eq!(both, blast_at(at(2, 3)) | blast_at(at(2, 4)));
    // A bomb that the swap moves fires from its new place, and one beside the line not at all.
    assert_eq!(blast(&[at(2, 1)]), blast_at(at(2, 2)));
    assert_eq!(blast(&[at(4, 4)]), Cells::default());
}

#[test]
fn cells_are_numbered_in_reading_order() {
    let large = Size::new(12, 12).expect("12 is from 5 to 12");
    let some: Cells = large.cells().filter(|cell| cell.index() % 5 == 3).collect();
    let cells: Vec<Cell> = some.iter().collect();
    assert!(cells.len() > 25);
    for (number, cell) in cells.iter().enumerate() {
        assert_eq!(some.nth(number as u32), Some(*cell), "{number}");
    }
    assert_eq!(some.nth(some.len()), None);
}

#[test]
fn goals_are_as_many_as_were_given_and_at_most_so_many() {
    let collected = |count: u8| (0..count).map(|colour| Goal::Collect(Colour(colour), 5));
    for count in 0..8 {
        let goals = Goals::all(collected(count));
        let expected: Vec<Goal> = collected(count).take(Goals::MAX_COUNT).collect();
        assert_eq!(goals.iter().copied().collect::<Vec<_>>(), expected);
    }
}

/// Only four cells are open, in a row or round a corner, so that few patterns allow a swap, and few deals have them by
/// chance.
#[test]
fn a_deal_finds_a_swap_where_chance_seldom_does() {
    let row = [at(0, 0), at(0, 1), at(0, 2), at(0, 3)];
    let corner = [at(0, 0), at(0, 1), at(0, 2), at(1, 2)];
    for open in [row, corner] {
        let blocked = size().cells().filter(|cell| !open.contains(cell));
        let special: Vec<(Cell, Kind)> = blocked.map(|cell| (cell, Kind::Obstacle)).collect();
        for seed in 0..300 {
            let mut board = Board::new(size(), 8, special.iter().copied());
            let mut rng = Seed(seed).stream(Purpose::Play);
            assert_eq!(board.deal(&mut rng), Ok(()), "seed {seed}, {open:?}");
            assert!(!board.has_match() && !board.swaps().is_empty());
        }
    }
}

#[test]
fn a_size_has_its_rows_and_all_of_its_cells() {
    for (rows, cols) in [(5, 5), (5, 12), (12, 5), (9, 7), (12, 12)] {
        let size = Size::new(rows, cols).expect("each is from 5 to 12");
        let all: Cells = size.cells().collect();
        assert_eq!(size.area(), usize::from(rows) * usize::from(cols));
        assert_eq!((size.all(), all.len() as usize), (all, size.area()));
        for row in 0..size.rows() {
            let cells: Cells = size.cells().filter(|cell| cell.row() == row).collect();
            assert_eq!(size.row(row), cells, "row {row}");
        }
    }
}

#[test]
fn a_set_of_kinds_gains_and_loses_them_and_has_a_code() {
    let mut kinds = Kinds::default();
    assert!(kinds.is_empty());
    for (number, kind) in Kind::ALL.into_iter().enumerate() {
        kinds.set(kind, true);
        kinds.set(kind, true);
        assert_eq!((kinds.len(), kinds.has(kind)), (number + 1, true));
        assert_eq!(Kinds::of_code(kinds.code()), Some(kinds));
    }
    assert_eq!(Kinds::from(Vec::from(kinds)), kinds);
    for (number, kind) in Kind::ALL.into_iter().enumerate() {
        kinds.set(kind, false);
        kinds.set(kind, false);
        assert_eq!(
            (kinds.len(), kinds.has(kind)),
            (Kind::ALL.len() - number - 1, false)
        );
    }
    assert_eq!(
        (Kinds::of_code(511).is_some(), Kinds::of_code(512)),
        (true, None)
    );
}

#[test]
fn a_swap_is_of_neighbours_in_either_order() {
    let pair = (at(1, 2), at(1, 3));
    let swap = Swap::new(pair.1, pair.0).expect("neighbours");
    assert_eq!((swap.a(), swap.b()), pair);
    assert_eq!(Swap::new(pair.0, pair.1), Some(swap));
    assert_eq!(Swap::try_from((1, 2, 1, 3)), Ok(swap));
    assert_eq!(<(u8, u8, u8, u8)>::from(swap), (1, 2, 1, 3));
    for apart in [(1, 2, 1, 2), (1, 2, 1, 4), (1, 2, 2, 3)] {
        assert!(Swap::try_from(apart).is_err(), "{apart:?}");
    }
    let (edge, beyond) = ((0, 11, 1, 11), (0, 11, 0, 12));
    assert!(Swap::try_from(edge).is_ok() && Swap::try_from(beyond).is_err());
}

#[test]
fn a_set_of_swaps_is_counted_and_filtered() {
    let mut swaps = board().swaps();
    let all: Vec<Swap> = swaps.iter().collect();
    assert_eq!(swaps.len() as usize, all.len());
    assert!(all.contains(&swap()));
    for (number, one) in all.iter().enumerate() {
        assert_eq!(swaps.nth(number as u32), Some(*one));
    }
    let own = board().swaps_of(OWN);
    let of_own = all.iter().filter(|one| {
        let matches = board().matches_of(**one);
        matches
            .iter()
            .any(|(colour, cells)| *colour == OWN && !cells.is_empty())
    });
    assert_eq!(
        own.iter().collect::<Vec<_>>(),
        of_own.copied().collect::<Vec<_>>()
    );
    // All 20 swaps of cells side by side, and the 20 of cells above each other.
    swaps.add_neighbours(size().all(), size().all());
    assert_eq!((swaps.len(), swaps.iter().count()), (40, 40));
    let beside = |one: &Swap| one.a().row() == one.b().row();
    assert_eq!(swaps.iter().filter(beside).count(), 20);
    let mut kept = swaps;
    kept.retain(|one| one.a() == at(2, 1));
    let right_and_below = [at(2, 2), at(3, 1)].map(|other| Swap::new(at(2, 1), other));
    assert_eq!(
        kept.iter().map(Some).collect::<Vec<_>>(),
        right_and_below.to_vec()
    );
    let mut others = swaps;
    others.retain(|one| one != swap());
    assert_eq!(
        (kept & others).iter().map(Some).collect::<Vec<_>>(),
        [right_and_below[1]]
    );
}

#[test]
fn goals_of_one_subject_are_not_given_together() {
    let red = Goal::Collect(Colour(0), 5);
    let pairs = [
        (red, Goal::Collect(Colour(0), 9), false),
        (red, Goal::Collect(Colour(1), 5), true),
        (Goal::ClearSpecials, Goal::ClearSpecials, false),
        (Goal::Score(100), Goal::Score(200), false),
        (Goal::ClearSpecials, Goal::Score(100), true),
    ];
    for (one, other, fits) in pairs {
        assert_eq!(Goals::of(&[one, other]).is_ok(), fits, "{one:?} {other:?}");
    }
}

#[test]
fn every_kind_has_a_name_and_a_letter_of_its_own() {
    let names: Vec<&str> = Kind::ALL.into_iter().map(Kind::name).collect();
    let expected = [
        "obstacle", "blocked1", "blocked2", "blocked3", "blocked4", "overlay1", "overlay2",
        "overlay3", "overlay4",
    ];
    assert_eq!(names, expected);
    for kind in Kind::ALL {
        assert_eq!(Kind::of_letter(kind.letter()), Some(kind));
    }
}

#[test]
fn a_block_under_a_thread_is_lined_up_and_not_moved() {
    let thread = [(at(2, 2), Kind::Overlay1)];
    let mut held = Board::new(size(), 8, thread.into_iter());
    for cell in size().cells() {
        held.place(cell, board().colour(cell).expect("a block"));
    }
    assert_eq!(held.overlays(), [at(2, 2)].into_iter().collect());
    assert!(board().swaps_of(OWN).iter().any(|one| one == swap()));
    assert!(!held.swaps_of(OWN).iter().any(|one| one == swap()));
    assert!(!held.is_movable(swap()) && !held.has_movable_block(at(2, 2)));
    assert!(held.has_movable_block(at(2, 1)));
}

#[test]
fn power_pieces_are_counted() {
    let mut board = board();
    assert_eq!((board.has_powers(), board.power_count()), (false, 0));
    board.set_power(at(0, 0), Power::Across);
    board.set_power(at(4, 4), Power::Colour);
    assert_eq!((board.has_powers(), board.power_count()), (true, 2));
}

#[test]
fn a_swap_is_foreseen_without_the_blocks_that_come_in() {
    let before = board();
    let rng = Seed(1).stream(Purpose::Play);
    let game = Game::resume(before.clone(), Goal::Collect(OWN, 30), 0, rng);
    let after = game.foreseen(swap()).expect("it lines up three");
    let left = size().all() - line();
    assert_eq!(after.board().blocks().len(), left.len());
    for col in 2..5 {
        assert_eq!(after.board().colour(at(0, col)), None, "nothing comes in");
        for row in 0..2 {
            let fallen = after.board().colour(at(row + 1, col));
            assert_eq!(fallen, before.colour(at(row, col)), "{row} {col}");
        }
    }
    assert_eq!(after.remaining(Goal::Collect(OWN, 30)), 27);
    assert_eq!(
        game.remaining(Goal::Collect(OWN, 30)),
        30,
        "it was not made"
    );
}

#[test]
fn the_shape_of_a_group_decides_on_the_piece_that_it_creates() {
    let set = |cells: &[(usize, usize)]| -> Cells {
        cells.iter().map(|(row, col)| at(*row, *col)).collect()
    };
    let row = [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4)];
    let column = [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2)];
    let middle = set(&[(2, 2)]);
    let created = |cells: &[(usize, usize)]| blasts::power_of(set(cells));
    assert_eq!(created(&row[..3]), None);
    assert_eq!(created(&row), Some((Power::Colour, middle)));
    assert_eq!(created(&column), Some((Power::Colour, middle)));
    // Two lines of five that cross in their middles.
    let cross = [row, column].concat();
    assert_eq!(created(&cross), Some((Power::Colour, middle)));
    let bent = [&row[2..], &column[2..]].concat();
    assert_eq!(created(&bent), Some((Power::Bomb, middle)));
    let power = |cells: &[(usize, usize)]| created(cells).map(|(power, _)| power);
    assert_eq!(power(&row[..4]), Some(Power::Down), "it is swept crosswise");
    assert_eq!(power(&column[..4]), Some(Power::Across));
}
