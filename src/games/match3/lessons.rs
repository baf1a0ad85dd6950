//! The lessons: match the colour of the goal, break shells by matches beside them, and make power pieces. Their boards
//! and their blocks are random.

use super::level::{Level, Setup};
use super::rules::{Cell, Cells, Colour, Game, Goal, Kind, Match3, Size, Status, Swap};
use crate::base::{Purpose, Seed};
use crate::session::lesson::{from_the_start, lesson_words};
use crate::session::{Lesson, LessonGoal, player_with_ideas};

/// The lessons, the first one first.
pub const LESSONS: [Lesson<Match3>; 3] = [
    Lesson {
        words: lesson_words!("match3.lesson.match"),
        seed: Seed(312),
        setup: |seed| small_level(seed, 0, Goal::Collect(Colour(0), 9), 3, false),
        begin: from_the_start,
        goal: LessonGoal::Reach(is_won),
        moves: usize::MAX,
        shows_move: true,
        player: |knows| player_with_ideas(swaps, &[matches_goal], knows),
    },
    Lesson {
        words: lesson_words!("match3.lesson.shells"),
        seed: Seed(35),
        setup: |seed| small_level(seed, 3, Goal::ClearSpecials, 5, false),
        begin: from_the_start,
        goal: LessonGoal::Reach(is_won),
        moves: usize::MAX,
        shows_move: false,
        player: |knows| player_with_ideas(swaps, &[breaks_shells], knows),
    },
    Lesson {
        words: lesson_words!("match3.lesson.powers"),
        seed: Seed(809),
        setup: |seed| small_level(seed, 0, Goal::Score(250), 2, true),
        begin: from_the_start,
        goal: LessonGoal::Reach(is_won),
        moves: usize::MAX,
        shows_move: false,
        player: |knows| player_with_ideas(swaps, &[has_power], knows),
    },
];

/// The rows and the columns of a board.
const SIDE: u8 = 6;
/// The colours of its blocks.
const COLOURS: u8 = 5;

/// A level of a few moves on a small board, with a number of shells in its left half and their mirror images.
fn small_level(seed: Seed, shells: usize, goal: Goal, moves: u32, powers: bool) -> Option<Setup> {
    let mut rng = seed.stream(Purpose::Founders);
    let size = Size::new(SIDE, SIDE).ok()?;
    let in_left_half = |cell: &Cell| cell.row() > 0 && cell.col() < size.cols() / 2;
    let mut cells: Vec<Cell> = size.cells().filter(in_left_half).collect();
    rng.shuffle(&mut cells);
    let mirrored = |cell: Cell| size.cell(cell.row(), size.cols() - 1 - cell.col());
    let pairs = cells.into_iter().take(shells);
    let cells = pairs.flat_map(|cell| [Some(cell), mirrored(cell)]);
    let mut special: Vec<_> = cells.flatten().map(|cell| (cell, Kind::Blocked1)).collect();
    special.sort_by_key(|(cell, _)| *cell);
    let level = Level::new(size, COLOURS, goal, moves, special).ok()?;
    let setup = Setup::of_level(&level.with_powers(powers));
    setup.check().is_ok().then_some(setup)
}

/// The swaps that make a match.
fn swaps(game: &Game) -> Vec<Swap> {
    game.board().swaps().iter().collect()
}

fn is_won(_: &Game, now: &Game) -> bool {
    now.status() == Status::Won
}

/// The cells that a swap lines up.
fn matched(game: &Game, swap: Swap) -> Cells {
    let matches = game.board().matches_of(swap).into_iter();
    matches.fold(Cells::default(), |all, (_, cells)| all | cells)
}

/// 1 if a swap lines up a colour that the goal asks for, else 0.
fn matches_goal(game: &Game, swap: &Swap) -> u32 {
    let matches = game.board().matches_of(*swap);
    let is_wanted = |goal: &Goal| match goal {
        Goal::Collect(wanted, _) => matches
            .iter()
            .any(|(colour, cells)| colour == wanted && !cells.is_empty()),
        Goal::ClearSpecials | Goal::Score(_) => false,
    };
    u32::from(game.goals().iter().any(is_wanted))
}

/// The number of shells that a swap breaks.
fn breaks_shells(game: &Game, swap: &Swap) -> u32 {
    let shells = game.board().breakable() & game.board().walls();
    (matched(game, *swap).around() & shells).len()
}

/// Twice the number of cells that the power pieces of a swap take, and 1 more if the swap makes a power piece.
fn has_power(game: &Game, swap: &Swap) -> u32 {
    let board = game.board();
    let blast = board.first_blast(*swap, matched(game, *swap)).len();
    let lines = board.matches_of(*swap);
    let makes = lines.iter().any(|(_, cells)| cells.len() > 3);
    2 * blast + u32::from(makes)
}
