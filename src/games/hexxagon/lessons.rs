//! The lessons: capture pieces, and leap only if that captures something. Their small boards have evolved; `evolvarium
//! generate lesson --game hexxagon` evolves them again.

use super::players::Opponent;
use super::rules::{Cell, CellMove, Cells, Fault, Game, Hexxagon, Plan, Player, StuckRule};
use super::setup::{BoardChoice, Seat, Setup};
use crate::base::Seed;
use crate::session::lesson::{begin_at_first_position, lesson_words};
use crate::session::{GeneReader, Lesson, LessonGenome, LessonGoal, player_with_ideas};
use crate::shell::table::computers::think_now;

/// The lessons, the first one first.
pub const LESSONS: [Lesson<Hexxagon>; 2] = [
    Lesson {
        words: lesson_words!("hex.lesson.take"),
        seed: Seed(1),
        genome: LessonGenome::of("ab5e0cf4a5c9065b64da89"),
        setup: small_board,
        begin: begin_at_first_position,
        goal: LessonGoal::Reach(is_won),
        moves: MOVES,
        shows_move: true,
        player: |pupil| player_with_ideas(moves, &[clone_value, taken_pieces], pupil),
        reply: think_now,
    },
    Lesson {
        words: lesson_words!("hex.lesson.leap"),
        seed: Seed(1),
        genome: LessonGenome::of("7156a636b299b9d9ab792f"),
        setup: small_board,
        begin: begin_at_first_position,
        goal: LessonGoal::Reach(is_won),
        moves: MOVES,
        shows_move: false,
        player: |pupil| player_with_ideas(moves, &[taken_pieces, clone_value], pupil),
        reply: think_now,
    },
];

/// A number of moves that no game on a small board has.
const MOVES: usize = 40;
/// The number of steps from the middle of a small board to its rim.
const RADIUS: u32 = 2;
/// The largest number of holes of a small board.
const HOLES: usize = 4;
/// The pieces of each player at the start.
const PIECES: usize = 3;

/// A board of up to 19 cells with some holes, and three pieces of each player anywhere.
fn small_board(genes: &mut GeneReader) -> Option<Setup> {
    let middle = Cell::new((Cell::COUNT / 2) as u8)?;
    let near = |cell: &Cell| cell.distance(middle) <= RADIUS;
    let area: Vec<Cell> = Cell::all().filter(near).collect();
    let mut cells: Cells = area.iter().copied().collect();
    for _ in 0..HOLES {
        // Every second gene names no cell, so that some boards have fewer holes.
        if let Some(hole) = area.get(genes.below(2 * area.len())) {
            cells.set(*hole, false);
        }
    }
    let mut starts = [Cells::default(); 3];
    for piece in 0..2 * PIECES {
        let is_free = |cell| cells.has(cell) && !starts.iter().any(|start| start.has(cell));
        let cell = genes.choose(&area, is_free)?;
        starts[piece % 2].set(cell, true);
    }
    let plan = Plan { cells, starts };
    // Here pieces may be taken with the first move.
    let is_playable = |(fault, _): &(Fault, Cells)| *fault == Fault::TooClose;
    plan.faults().iter().all(is_playable).then(|| Setup {
        board: BoardChoice::Custom(plan),
        seats: vec![Seat::Human, Seat::Computer(Opponent::Set(1))],
        stuck: StuckRule::usual(2),
        first: Player::default(),
        time: None,
    })
}

/// The moves of the player to move.
fn moves(game: &Game) -> Vec<CellMove> {
    let moves = game.moves().into_iter();
    moves.filter_map(|made| game.written(made)).collect()
}

/// Whether the player who moves first has won.
fn is_won(start: &Game, now: &Game) -> bool {
    now.winner() == Some(start.mover())
}

/// The number of pieces that a move captures.
fn taken_pieces(game: &Game, made: &CellMove) -> u32 {
    let to = game.board().index_of(made.to);
    to.map_or(0, |to| game.captured_at(to).count())
}

/// 1 for a clone, which leaves no cell empty, else 0.
fn clone_value(_: &Game, made: &CellMove) -> u32 {
    u32::from(made.from.is_none())
}
