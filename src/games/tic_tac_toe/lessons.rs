//! The lessons: complete a line, block one, make two threats at once, and in Ultimate mind the board to which a mark
//! sends the opponent. Their positions come from games whose marks have evolved; `evolvarium generate lesson --game
//! tic-tac-toe` evolves them again.

use super::players::Opponent;
use super::players::rules_of_thumb::Rule;
use super::rules::{Cell, Game, Side, Status, TicTacToe};
use super::setup::{Seat, Setup};
use crate::base::{PlainError, Seed};
use crate::session::lesson::lesson_words;
use crate::session::{GeneReader, Lesson, LessonGenome, LessonGoal, player_with_ideas};
use crate::shell::table::computers::think_now;

/// The lessons, the first one first.
pub const LESSONS: [Lesson<TicTacToe>; 4] = [
    Lesson {
        words: lesson_words!("ttt.lesson.line"),
        seed: Seed(1),
        genome: LessonGenome::of("b15d81fb311136"),
        setup: |_| setup("6x6k3", 0),
        begin: |game, genes, _| with_threats(after_marks(game, genes, 6)?),
        goal: LessonGoal::Reach(is_won),
        moves: 3,
        shows_move: false,
        player: |pupil| player_with_ideas(Game::legal_cells, &[completion_value], pupil),
        reply: think_now,
    },
    Lesson {
        words: lesson_words!("ttt.lesson.block"),
        seed: Seed(4),
        genome: LessonGenome::of("f0586879"),
        setup: |_| setup("3x3k3", 1),
        begin: |game, genes, _| after_marks(game, genes, 3),
        goal: LessonGoal::Keep(is_not_lost),
        moves: 6,
        shows_move: false,
        player: |pupil| {
            player_with_ideas(Game::legal_cells, &[completion_value, block_value], pupil)
        },
        reply: think_now,
    },
    Lesson {
        words: lesson_words!("ttt.lesson.fork"),
        seed: Seed(1),
        genome: LessonGenome::of("596426a04921f5c60c"),
        setup: |_| setup("6x6k4", 0),
        begin: |game, genes, _| after_marks(game, genes, 8),
        goal: LessonGoal::Reach(is_won),
        moves: 3,
        shows_move: false,
        player: |pupil| {
            player_with_ideas(
                Game::legal_cells,
                &[completion_value, block_value, fork_value],
                pupil,
            )
        },
        reply: think_now,
    },
    Lesson {
        words: lesson_words!("ttt.lesson.board"),
        seed: Seed(1),
        genome: LessonGenome::of("7168abb5c7ef3535fb48c78e22a7f083479cf48d8e59273d40e243b8b56f6d"),
        setup: |_| setup("ultimate", 0),
        begin: |game, genes, _| after_marks(game, genes, 30),
        goal: LessonGoal::Keep(gave_no_board),
        moves: 4,
        shows_move: false,
        player: |pupil| player_with_ideas(Game::legal_cells, &[safe_board_value], pupil),
        reply: think_now,
    },
];

/// A human with crosses against the rules of thumb; `begins` is the seat that moves first.
fn setup(board: &str, begins: usize) -> Option<Setup> {
    Some(Setup {
        board: board.parse().ok()?,
        seats: [Seat::Human, Seat::Computer(Opponent::Rules)],
        begins,
        swapped_marks: false,
        time: None,
    })
}

/// The position after a number of marks, each in a cell that a gene names.
fn after_marks(mut game: Game, genes: &mut GeneReader, count: usize) -> Result<Game, PlainError> {
    let all: Vec<Cell> = (0..game.board().cells() as u8).map(Cell).collect();
    for _ in 0..count {
        let legal = game.legal_cells();
        // In Ultimate few cells are legal, and most genes would name the first of them.
        let named = if game.ultimate().is_some() {
            &legal
        } else {
            &all
        };
        let cell = genes.choose(named, |cell| legal.contains(&cell));
        let cell = cell.ok_or_else(|| PlainError::new("the game of these genes is too short"))?;
        game.play(cell)?;
    }
    Ok(game)
}

/// Refuses a position in which not both sides need only one more mark for a line, because the task says that they do.
fn with_threats(game: Game) -> Result<Game, PlainError> {
    let cells = game.legal_cells();
    let completes = |side, cell: &Cell| completion_value_for(&game, *cell, side) > 0;
    let threatens = |side| cells.iter().any(|cell| completes(side, cell));
    match Side::BOTH.into_iter().all(threatens) {
        true => Ok(game),
        false => Err(PlainError::new("a side has no line to complete")),
    }
}

/// Whether the side that moves first in the lesson has won.
fn is_won(start: &Game, now: &Game) -> bool {
    now.status() == Status::Won(start.to_move())
}

/// Whether the other side has not won.
fn is_not_lost(start: &Game, now: &Game) -> bool {
    now.status() != Status::Won(start.to_move().other())
}

/// Whether the other side has won no further small board.
fn gave_no_board(start: &Game, now: &Game) -> bool {
    let other = start.to_move().other();
    let won = |game: &Game| game.ultimate().map(|ultimate| ultimate.boards_won(other));
    won(start) == won(now)
}

/// 1 if a mark of a side would complete a line, else 0.
fn completion_value_for(game: &Game, cell: Cell, side: Side) -> u32 {
    let lines = game.lines();
    u32::from(lines.is_some_and(|lines| lines.completes(cell, side)))
}

/// 1 if a mark completes a line of its own side, else 0.
fn completion_value(game: &Game, cell: &Cell) -> u32 {
    completion_value_for(game, *cell, game.to_move())
}

/// 1 if a mark takes the last free cell of a line of the opponent, else 0.
fn block_value(game: &Game, cell: &Cell) -> u32 {
    completion_value_for(game, *cell, game.to_move().other())
}

/// 1 if a mark makes two threats at once, of which the opponent can block only one, else 0.
fn fork_value(game: &Game, cell: &Cell) -> u32 {
    let mut after = game.clone();
    let is_made = after.play(*cell).is_ok();
    let threats = |game: &Game| Some(game.lines()?.threats(game.to_move().other()));
    u32::from(is_made && threats(&after).is_some_and(|threats| threats > 1))
}

/// 1 if a mark sends the opponent to a small board that they cannot win at once, else 0.
fn safe_board_value(game: &Game, cell: &Cell) -> u32 {
    let mut after = game.clone();
    u32::from(after.play(*cell).is_ok() && Rule::Complete.cell(&after).is_none())
}
