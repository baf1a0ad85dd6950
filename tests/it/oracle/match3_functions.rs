//! The swap potential, the feasibility and the filling of boards from `docs/rules/match3.md`, cell by cell on random
//! boards.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use evolvarium::base::Stream;
use evolvarium::games::match3::level::Level;
use evolvarium::games::match3::level::feasibility::{Feasibility, Layout};
use evolvarium::games::match3::level::potential::{Breakdown, PotentialMap, swap_potential};
use evolvarium::games::match3::rules::{Board, Cells, Event, Goal, Kind, Size};

use super::match3::{At, Ground, Plain, random_board};
use super::{between, games, one_of};

/// The pairs that make three in a line with a cell.
const PAIRS: [[(isize, isize); 2]; 6] = [
    [(0, 1), (0, 2)],
    [(0, -1), (0, -2)],
    [(0, -1), (0, 1)],
    [(1, 0), (2, 0)],
    [(-1, 0), (-2, 0)],
    [(-1, 0), (1, 0)],
];

/// A pattern: the cell on which the block lands, the pair, and the cell from which the block comes.
type Pattern = (At, [At; 2], At);

/// Returns the patterns whose four cells are on the board.
fn patterns(plain: &Plain) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for at in plain.cells() {
        for [one, other] in PAIRS {
            let (Some(one), Some(other)) = (
                plain.step(at, one.0, one.1),
                plain.step(at, other.0, other.1),
            ) else {
                continue;
            };
            let from = plain
                .sides(at)
                .filter(|from| *from != one && *from != other);
            // If the pair lies on both sides, the block comes from across the line.
            patterns.extend(from.map(|from| (at, [one, other], from)));
        }
    }
    patterns
}

fn is_special(plain: &Plain, at: At) -> bool {
    plain.ground[&at] != Ground::Open
}

fn holds_no_block(plain: &Plain, at: At) -> bool {
    matches!(plain.ground[&at], Ground::Stone | Ground::Shell(_))
}

/// Returns the special cells that stop a pattern.
fn stops(plain: &Plain, (at, pair, from): Pattern) -> Vec<At> {
    let ends = [at, from]
        .into_iter()
        .filter(|cell| is_special(plain, *cell));
    let pair = pair.into_iter().filter(|cell| holds_no_block(plain, *cell));
    ends.chain(pair).collect()
}

fn layout(board: &Board) -> Layout {
    let of = |holds: &dyn Fn(Kind) -> bool| -> Cells {
        let cells = board.size().cells();
        cells
            .filter(|cell| board.kind(*cell).is_some_and(holds))
            .collect()
    };
    Layout {
        obstacles: of(&|kind| kind == Kind::Obstacle),
        blocked: of(&|kind| kind != Kind::Obstacle && !kind.is_overlay()),
        overlays: of(&Kind::is_overlay),
    }
}

#[test]
fn the_swap_potential_is_the_number_of_live_patterns() {
    for (number, mut rng) in games(400) {
        let board = random_board(&mut rng);
        let plain = Plain::of(&board);
        let (mut alive, mut lost) = (BTreeMap::new(), [0; 9]);
        let all = patterns(&plain);
        for pattern in &all {
            let stops = stops(&plain, *pattern);
            if stops.is_empty() {
                *alive.entry(pattern.0).or_insert(0) += 1;
            }
            for (row, col) in &stops {
                let cell = board.size().cell(*row, *col).expect("on the board");
                let kind = board.kind(cell).expect("it is special");
                lost[kind as usize] += 12 / stops.len() as u32;
            }
        }
        let total: u32 = alive.values().sum();
        let layout = layout(&board);
        let free = board.size().all() - layout.obstacles - layout.blocked - layout.overlays;
        let held = free | layout.overlays;
        assert_eq!(swap_potential(free, held), total, "board {number}");
        let map = PotentialMap::of(free, held);
        for cell in board.size().cells() {
            let wanted = alive.get(&(cell.row(), cell.col())).copied().unwrap_or(0);
            assert_eq!(map.at(cell), wanted, "board {number}: {cell:?}");
        }
        let breakdown = Breakdown::of(board.size(), |cell| board.kind(cell));
        assert_eq!(
            (breakdown.potential, breakdown.lost),
            (total, lost),
            "board {number}"
        );
        let twelfths: u32 = lost.iter().sum();
        assert_eq!(total + twelfths / 12, all.len() as u32, "board {number}");
    }
}

/// Returns the cells that no block can reach.
fn unreachable(plain: &Plain) -> BTreeSet<At> {
    let reached = plain.reached();
    let is_reached = |at: At, down: isize, right: isize| {
        plain
            .step(at, down, right)
            .is_some_and(|cell| reached.contains(&cell))
    };
    let wrong = |at: &At| {
        let beside = [(-1, 0), (0, -1), (0, 1)]
            .iter()
            .any(|way| is_reached(*at, way.0, way.1));
        match plain.ground[at] {
            Ground::Open => !reached.contains(at),
            Ground::Stone => false,
            Ground::Shell(_) => !(beside || at.0 == 0 && is_reached(*at, 1, 0)),
            Ground::Thread(_) => !beside && at.0 > 0,
        }
    };
    plain.cells().filter(wrong).collect()
}

/// Returns the shells and threads that no match of a swap ever hits.
fn untouchable(mut plain: Plain) -> BTreeSet<At> {
    loop {
        let reached = plain.reached();
        let holds = |at: &At| reached.contains(at) || matches!(plain.ground[at], Ground::Thread(_));
        let mut hit = BTreeSet::new();
        for (at, pair, from) in patterns(&plain) {
            if !reached.contains(&at) || !reached.contains(&from) || !pair.iter().all(holds) {
                continue;
            }
            for cell in [at, pair[0], pair[1]] {
                let shell = |at: &At| matches!(plain.ground[at], Ground::Shell(_));
                hit.extend(plain.sides(cell).filter(shell));
                hit.extend(Some(cell).filter(|at| matches!(plain.ground[at], Ground::Thread(_))));
            }
        }
        if hit.is_empty() {
            let closed = |at: &At| matches!(plain.ground[at], Ground::Shell(_) | Ground::Thread(_));
            return plain.cells().filter(closed).collect();
        }
        plain
            .ground
            .extend(hit.into_iter().map(|at| (at, Ground::Open)));
    }
}

fn places(cells: Cells) -> BTreeSet<At> {
    cells.iter().map(|cell| (cell.row(), cell.col())).collect()
}

/// Draws a board of wells: each column is open down to a depth, where a special cell lies on stones. All cells can be
/// reached, but not all special cells can be hit.
fn random_wells(rng: &mut Stream) -> Board {
    let size = Size::new(between(rng, 5, 12) as u8, between(rng, 5, 12) as u8).expect("a size");
    let rows = size.rows();
    let mut depths = Vec::new();
    for _ in 0..size.cols() {
        let last = depths.last().copied().unwrap_or(1);
        let new = rng.random_below(rows as u32 + 1) as usize;
        depths.push(if rng.random_below(2) == 0 { last } else { new });
    }
    let special = size
        .cells()
        .filter_map(|cell| match cell.row().cmp(&depths[cell.col()]) {
            Ordering::Less => None,
            Ordering::Equal => Some((cell, one_of(rng, &Kind::ALL))),
            Ordering::Greater => Some((cell, Kind::Obstacle)),
        });
    Board::new(size, 5, special.collect::<Vec<_>>().into_iter())
}

#[test]
fn what_cannot_be_played_is_what_the_plain_rule_finds() {
    let mut faults = [0; 3];
    for (number, mut rng) in games(400) {
        let board = match number % 2 {
            0 => random_board(&mut rng),
            _ => random_wells(&mut rng),
        };
        let plain = Plain::of(&board);
        let out_of_reach = unreachable(&plain);
        let never_hit = match out_of_reach.is_empty() {
            true => untouchable(plain),
            false => BTreeSet::new(),
        };
        let found = Feasibility::of(board.size(), &layout(&board));
        assert_eq!(places(found.unreachable), out_of_reach, "board {number}");
        assert_eq!(places(found.untouchable), never_hit, "board {number}");
        let special = board
            .size()
            .cells()
            .filter_map(|cell| Some((cell, board.kind(cell)?)));
        let level = Level::new(
            board.size(),
            board.colours(),
            Goal::Score(1),
            9,
            special.collect(),
        );
        assert_eq!(
            level.expect("a level").feasibility(),
            found,
            "board {number}"
        );
        let is_feasible = out_of_reach.is_empty() && never_hit.is_empty();
        faults[0] += usize::from(!out_of_reach.is_empty());
        faults[1] += usize::from(!never_hit.is_empty());
        faults[2] += usize::from(is_feasible);
    }
    assert!(
        faults.iter().all(|count| *count > 0),
        "kinds of boards met: {faults:?}"
    );
}

#[test]
fn boards_with_gaps_are_filled_as_by_the_plain_rule() {
    let (mut boards, mut dealt) = (0, 0);
    for (number, mut rng) in games(400) {
        let mut board = random_board(&mut rng);
        boards += 1;
        if board.deal(&mut rng).is_err() {
            continue;
        }
        dealt += 1;
        let percent = rng.random_below(101);
        let gaps = board.blocks() - board.overlays();
        let gaps: Cells = gaps
            .iter()
            .filter(|_| rng.random_below(100) < percent)
            .collect();
        board.clear(gaps);
        let mut plain = Plain::of(&board);
        assert_eq!(
            places(board.fill().reached()),
            plain.reached(),
            "board {number}"
        );
        let mut events: Vec<Event> = Vec::new();
        board.refill(&mut rng, &mut events);
        let mut colours = events.iter().filter_map(|event| match event {
            Event::Spawned(colour, _) => Some(colour.0),
            _ => None,
        });
        plain.refill(|| colours.next().expect("as many new blocks"));
        assert_eq!(colours.next(), None, "board {number}");
        assert_eq!(Plain::of(&board), plain, "board {number}");
    }
    assert!(2 * dealt > boards, "{dealt} of {boards} boards were dealt");
}
