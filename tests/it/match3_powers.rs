//! Power pieces on positions made by hand: the matches that make them, the cells that they clear, and their
//! combinations.

use evolvarium::games::match3::players::Player;
use evolvarium::games::match3::rules::{
    Blast, Board, Cell, Cells, Colour, Event, Game, Goal, Kind, Power, Size, Status, Swap,
};
use evolvarium::generation::{Purpose, Seed};
use proptest::prelude::*;

const SIDE: usize = 7;

fn size() -> Size {
    Size::new(SIDE as u8, SIDE as u8).expect("7 is from 5 to 12")
}

fn at((row, col): (usize, usize)) -> Cell {
    size().cell(row, col).expect("it is on the board")
}

/// The colour that the tests line up. All other blocks lie so that they do not match.
const OWN: Colour = Colour(7);

/// Makes a pattern of seven colours without lines, with the eighth colour in the given cells.
fn board(own: &[(usize, usize)], special: &[((usize, usize), Kind)]) -> Board {
    let special = special.iter().map(|(cell, kind)| (at(*cell), *kind));
    let mut board = Board::new(size(), 8, special).with_powers(true);
    for cell in size().cells() {
        let wanted = own.iter().any(|own| at(*own) == cell);
        let colour = (cell.col() + 2 * cell.row()) % 7;
        if board.kind(cell).is_none_or(Kind::is_overlay) {
            board.place(cell, if wanted { OWN } else { Colour(colour as u8) });
        }
    }
    assert!(!board.has_match());
    board
}

fn game(board: Board) -> Game {
    Game::resume(
        board,
        Goal::Score(10_000_000),
        0,
        Seed(4).stream(Purpose::Play),
    )
}

/// Returns the events until all blocks rest for the first time.
fn first_step(game: &mut Game, a: (usize, usize), b: (usize, usize)) -> Vec<Event> {
    let swap = Swap::new(at(a), at(b)).expect("neighbours");
    let mut events = Vec::new();
    game.apply(swap, &mut events).expect("it can be made");
    let end = events.iter().position(|event| *event == Event::Settled);
    events.truncate(end.expect("it settles"));
    events
}

fn made(events: &[Event]) -> Vec<(Cell, Power)> {
    let made = |event: &Event| match event {
        Event::Made(cell, power, _) => Some((*cell, *power)),
        _ => None,
    };
    events.iter().filter_map(made).collect()
}

fn fired(events: &[Event]) -> Vec<(Cell, Blast)> {
    let fired = |event: &Event| match event {
        Event::Fired { middle, blast, .. } => Some((*middle, *blast)),
        _ => None,
    };
    events.iter().filter_map(fired).collect()
}

/// Returns all cells whose blocks were removed.
fn gone(events: &[Event]) -> Cells {
    let gone = |event: &Event| match event {
        Event::Cleared(_, cells) => cells.iter().collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    events.iter().flat_map(gone).collect()
}

fn cells(of: &[(usize, usize)]) -> Cells {
    of.iter().map(|cell| at(*cell)).collect()
}

#[test]
fn what_lines_up_says_what_is_made_and_where() {
    // A block comes to (3, 3) and completes each of the lines.
    let (below, beside) = ((4, 3), (3, 4));
    let cases = [
        (below, &[(3, 1), (3, 2), (3, 4)][..], Power::Down),
        (beside, &[(1, 3), (2, 3), (4, 3)], Power::Across),
        (below, &[(3, 4), (3, 5), (2, 3), (1, 3)], Power::Bomb),
        (below, &[(3, 2), (3, 4), (2, 3), (1, 3)], Power::Bomb),
        (below, &[(3, 1), (3, 2), (3, 4), (3, 5)], Power::Colour),
        (beside, &[(1, 3), (2, 3), (4, 3), (5, 3)], Power::Colour),
        (
            below,
            &[(3, 1), (3, 2), (3, 4), (3, 5), (2, 3), (1, 3)],
            Power::Colour,
        ),
    ];
    for (from, own, power) in cases {
        let mut own = own.to_vec();
        own.push(from);
        let start = board(&own, &[]);
        let events = first_step(&mut game(start.clone()), (3, 3), from);
        assert_eq!(made(&events), [(at((3, 3)), power)], "{own:?}");
        assert_eq!(gone(&events).len() as usize, own.len(), "{own:?}");
        let classic = first_step(&mut game(start.with_powers(false)), (3, 3), from);
        assert_eq!(made(&classic), [], "the classic game has none");
    }
    let three = board(&[(3, 1), (3, 2), (4, 3)], &[]);
    assert_eq!(made(&first_step(&mut game(three), (3, 3), (4, 3))), []);
}

#[test]
fn a_blast_hits_its_own_cells_alone_and_no_event_tells_of_nothing() {
    let shell = Kind::Blocked2;
    let (near, far) = ((4, 4), (6, 6));
    let mut start = board(&[(3, 1), (3, 2), (4, 3)], &[(near, shell), (far, shell)]);
    start.set_power(at((3, 2)), Power::Bomb);
    start.set_power(at((4, 3)), Power::Bomb);
    let mut game = game(start);
    let events = first_step(&mut game, (3, 3), (4, 3));
    // Both bombs fire in the line, the second one from its new place beside the shell.
    assert_eq!(fired(&events).len(), 2);
    assert_eq!(game.board().kind(at(near)), Some(Kind::Blocked1));
    assert_eq!(game.board().kind(at(far)), Some(shell));
    for event in &events {
        if let Event::Cleared(_, cells) = event {
            assert!(!cells.is_empty(), "{event:?}");
        }
    }
}

#[test]
fn a_block_that_a_combination_takes_counts_once() {
    // Two bombs change places and line up the four blocks of a colour, which their blast of five by five cells takes.
    let own = [(2, 1), (2, 2), (3, 3), (2, 4)];
    let mut start = board(&own, &[]);
    start.set_power(at((3, 3)), Power::Bomb);
    start.set_power(at((2, 3)), Power::Bomb);
    let mut game = game(start);
    let events = first_step(&mut game, (2, 3), (3, 3));
    let counted: u32 = events
        .iter()
        .map(|event| match event {
            Event::Cleared(Some(OWN), cells) => cells.len(),
            _ => 0,
        })
        .sum();
    assert_eq!(fired(&events), [(at((3, 3)), Blast::Wide)]);
    assert_eq!(counted, 4);
    assert_eq!(made(&events), [], "what is gone makes no piece");
    // Each cell is named once, and each block gives ten points.
    let all = gone(&events).len();
    let named: u32 = events
        .iter()
        .map(|event| match event {
            Event::Cleared(_, cells) => cells.len(),
            _ => 0,
        })
        .sum();
    assert_eq!((named, all), (25, 25));
    let points: u32 = events
        .iter()
        .map(|event| match event {
            Event::Matched { points, .. } | Event::Fired { points, .. } => *points,
            _ => 0,
        })
        .sum();
    assert_eq!(points, 250);
}

#[test]
fn a_piece_that_is_matched_fires_and_sets_off_others() {
    let own = [(3, 1), (3, 2), (4, 3)];
    let row = cells(&(0..SIDE).map(|col| (3, col)).collect::<Vec<_>>());
    let column = cells(&(0..SIDE).map(|row| (row, 6)).collect::<Vec<_>>());
    let mut start = board(&own, &[]);
    start.set_power(at((3, 1)), Power::Across);
    let events = first_step(&mut game(start.clone()), (3, 3), (4, 3));
    assert_eq!(fired(&events), [(at((3, 1)), Blast::Row)]);
    assert_eq!(gone(&events), row);
    start.set_power(at((3, 6)), Power::Down);
    start.set_power(at((6, 6)), Power::Bomb);
    let events = first_step(&mut game(start), (3, 3), (4, 3));
    let all = [
        (at((3, 1)), Blast::Row),
        (at((3, 6)), Blast::Column),
        (at((6, 6)), Blast::Around),
    ];
    assert_eq!(fired(&events), all);
    let corner = cells(&[(5, 5), (6, 5)]);
    assert_eq!(gone(&events), row | column | corner);
}

#[test]
fn a_swapped_piece_fires_from_where_it_comes_to() {
    let mut start = board(&[(3, 1), (3, 2), (4, 3)], &[]);
    start.set_power(at((4, 3)), Power::Down);
    let events = first_step(&mut game(start), (3, 3), (4, 3));
    assert_eq!(fired(&events), [(at((3, 3)), Blast::Column)]);
}

#[test]
fn two_pieces_that_are_swapped_combine() {
    let cases = [
        (Power::Across, Power::Down, Blast::Cross, 13),
        (Power::Across, Power::Across, Blast::Cross, 13),
        (Power::Down, Power::Bomb, Blast::BroadCross, 33),
        (Power::Bomb, Power::Bomb, Blast::Wide, 25),
        (Power::Colour, Power::Colour, Blast::Everything, 49),
    ];
    for (one, other, blast, blocks) in cases {
        let mut start = board(&[], &[]);
        start.set_power(at((3, 3)), one);
        start.set_power(at((3, 2)), other);
        let events = first_step(&mut game(start), (3, 2), (3, 3));
        assert_eq!(fired(&events), [(at((3, 3)), blast)]);
        assert_eq!(gone(&events).len(), blocks, "{one:?} and {other:?}");
    }
}

#[test]
fn a_colour_piece_takes_the_colour_it_is_swapped_with() {
    let own = [(0, 0), (2, 5), (3, 3), (6, 6)];
    let mut start = board(&own, &[]);
    start.set_power(at((3, 2)), Power::Colour);
    assert_eq!(start.colour(at((3, 2))), None);
    let mut play = game(start.clone());
    let events = first_step(&mut play, (3, 2), (3, 3));
    // The block moves to the cell of the piece, and is removed there.
    let taken = cells(&[(0, 0), (2, 5), (3, 2), (6, 6)]);
    assert_eq!(gone(&events), taken | cells(&[(3, 3)]));
    assert!(play.score().collected[7] >= 4);
    // After a swap with a line piece, all blocks of its colour fire as line pieces.
    start.set_power(at((3, 3)), Power::Down);
    let events = first_step(&mut game(start), (3, 2), (3, 3));
    let lines = fired(&events);
    let line = |blast: Blast| matches!(blast, Blast::Row | Blast::Column);
    assert_eq!(lines.iter().filter(|(_, blast)| line(*blast)).count(), 4);
    assert!(gone(&events).len() > 20);
}

#[test]
fn blasts_chip_shells_and_threads_and_what_is_held_stays() {
    let special = [
        ((3, 5), Kind::Blocked2),
        ((3, 6), Kind::Obstacle),
        ((3, 0), Kind::Overlay2),
    ];
    let mut start = board(&[(3, 1), (3, 2), (4, 3)], &special);
    start.set_power(at((3, 1)), Power::Across);
    let mut play = game(start);
    let events = first_step(&mut play, (3, 3), (4, 3));
    assert_eq!(gone(&events), cells(&[(3, 1), (3, 2), (3, 3), (3, 4)]));
    assert_eq!(play.board().kind(at((3, 5))), Some(Kind::Blocked1));
    assert_eq!(play.board().kind(at((3, 6))), Some(Kind::Obstacle));
    assert_eq!(play.board().kind(at((3, 0))), Some(Kind::Overlay1));
}

/// Whether each cell holds at most one block, power pieces lie on blocks, all reached cells are filled, and nothing
/// matches.
fn is_sound(board: &Board) -> bool {
    let one = size().cells().all(|cell| {
        let colours = (0..8).filter(|colour| board.of_colour(Colour(*colour)).has(cell));
        let colours = colours.count();
        match board.power(cell) {
            Some(Power::Colour) => colours == 0,
            Some(_) => colours == 1,
            None => colours <= 1,
        }
    });
    let reached = board.fill().reached();
    one && (reached & board.blocks()) == reached && !board.has_match()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whole_games_stay_sound_and_swaps_are_those_that_can_be_made(seed in 0u64..1_000_000) {
        let special = [((2, 2), Kind::Blocked1), ((4, 4), Kind::Overlay1), ((5, 1), Kind::Obstacle)];
        let special = special.map(|(cell, kind)| (at(cell), kind));
        let board = Board::new(size(), 5, special.into_iter()).with_powers(true);
        let chance = Seed(seed).stream(Purpose::Play);
        let mut game = Game::new(board, Goal::Score(10_000_000), 25, chance).expect("an open board");
        let mut rng = Seed(seed).stream(Purpose::Player);
        let player = [Player::Random, Player::Greedy][seed as usize % 2];
        while game.status() == Status::Playing {
            prop_assert!(is_sound(game.board()));
            let swaps: Vec<Swap> = game.board().swaps().iter().collect();
            for cell in size().cells() {
                let beside = [(cell.row(), cell.col() + 1), (cell.row() + 1, cell.col())];
                for (row, col) in beside {
                    let Some(swap) = size().cell(row, col).and_then(|other| Swap::new(cell, other)) else {
                        continue;
                    };
                    let can = game.clone().apply(swap, &mut ()).is_ok();
                    prop_assert_eq!(can, swaps.contains(&swap), "{:?}", swap);
                }
            }
            let swap = player.choose(&game, &mut rng).expect("there is always a swap");
            game.apply(swap, &mut ()).expect("it is one of the swaps");
        }
    }
}
