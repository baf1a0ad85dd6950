//! The lessons: match the colour of the goal, break shells by matches beside them, make power pieces, bombs and colour
//! pieces, and bring two power pieces together. Their shells, their blocks and the places of these pieces have evolved;
//! `evolvarium generate lesson --game match3` evolves them again.

use super::level::{Level, Setup};
use super::rules::{
    Board, Cell, Cells, Colour, Game, Goal, Kind, Match3, Power, Size, Status, Swap,
};
use crate::base::{PlainError, Purpose, Seed};
use crate::session::lesson::lesson_words;
use crate::session::{
    GeneReader, Lesson, LessonGenome, LessonGoal, LessonPlayer, LessonWords, Pupil,
    player_with_ideas,
};

/// The lessons, the first one first.
pub const LESSONS: [Lesson<Match3>; 6] = [
    Lesson {
        shows_move: true,
        ..level_lesson(
            lesson_words!("match3.lesson.match"),
            1,
            "14fbd243a59a46815c1a65ec92aaad4410b2084176ccd258cfb974426741dc6916358ac0ae",
            |genes| small_level(genes, 0, Goal::Collect(Colour(0), 9), 3, false),
            |pupil| player_with_ideas(swaps, &[matches_goal], pupil),
        )
    },
    level_lesson(
        lesson_words!("match3.lesson.shells"),
        1,
        "ace44564cc6a0f09543731a412185a497e81087825ccd247cfb974426741dcff0c358ac0aef7e8fd",
        |genes| small_level(genes, 3, Goal::ClearSpecials, 5, false),
        |pupil| player_with_ideas(swaps, &[breaks_shells], pupil),
    ),
    level_lesson(
        lesson_words!("match3.lesson.powers"),
        1,
        "b15d8106319936857d4258d29e54308e336c35558c6bc7e84919172a0b35ee57f3d8b7e4b4",
        level_for_powers,
        |pupil| player_with_ideas(swaps, &[makes_power], pupil),
    ),
    level_lesson(
        lesson_words!("match3.lesson.bomb"),
        1,
        "dfb324a94d7b5e7fd84fcb3174aa540b6877a88ef77862dd84f8e7586195e55d240415d363",
        level_for_powers,
        |pupil| player_with_ideas(swaps, &[makes_bomb], pupil),
    ),
    level_lesson(
        lesson_words!("match3.lesson.colour"),
        2,
        "af969e43144de2f4de5abf562d5095a1c9bdf11a6eb049d760299d074711635c7f27ce6412",
        level_for_powers,
        |pupil| player_with_ideas(swaps, &[makes_colour_piece], pupil),
    ),
    Lesson {
        begin: deal_with_pairs,
        ..level_lesson(
            lesson_words!("match3.lesson.together"),
            1,
            "c6523511c72d053505ef0d5656d41c83479cdc8d8e5b21ce525192035f75d360a2260cf1ae065d",
            |genes| small_level(genes, 0, Goal::Score(300), 2, true),
            |pupil| player_with_ideas(swaps, &[brings_together], pupil),
        )
    },
];

/// A lesson that is a level to be won. `seed` is that of the evolution that has made the genome.
const fn level_lesson(
    words: LessonWords,
    seed: u64,
    genome: &'static str,
    setup: fn(&mut GeneReader) -> Option<Setup>,
    player: fn(Pupil) -> LessonPlayer<Game, Swap>,
) -> Lesson<Match3> {
    Lesson {
        words,
        seed: Seed(seed),
        genome: LessonGenome::of(genome),
        setup,
        begin: deal,
        goal: LessonGoal::Reach(is_won),
        moves: usize::MAX,
        shows_move: false,
        player,
        reply: |_| None,
    }
}

/// The rows and the columns of a board.
const SIDE: u8 = 6;
/// The colours of its blocks.
const COLOURS: u8 = 5;

/// A level of a few moves on a small board, with a number of shells in its left half and their mirror images.
fn small_level(
    genes: &mut GeneReader,
    shells: usize,
    goal: Goal,
    moves: u32,
    powers: bool,
) -> Option<Setup> {
    let size = Size::new(SIDE, SIDE).ok()?;
    let in_left_half = |cell: &Cell| cell.row() > 0 && cell.col() < size.cols() / 2;
    let places: Vec<Cell> = size.cells().filter(in_left_half).collect();
    let mut left = Cells::default();
    for _ in 0..shells {
        left.insert(genes.choose(&places, |cell| !left.has(cell))?);
    }
    let both = left | left.mirrored_aside(size.cols());
    let special = both.iter().map(|cell| (cell, Kind::Blocked1)).collect();
    let level = Level::new(size, COLOURS, goal, moves, special).ok()?;
    let setup = Setup::of_level(&level.with_powers(powers));
    setup.check().is_ok().then_some(setup)
}

/// The level of a lesson about making power pieces: two swaps for more points than matches of three give.
fn level_for_powers(genes: &mut GeneReader) -> Option<Setup> {
    small_level(genes, 0, Goal::Score(250), 2, true)
}

/// Deals the blocks by the genes, so that there is no match. Those that come later are drawn from the lesson's seed.
fn deal(game: Game, genes: &mut GeneReader, _: Seed) -> Result<Game, PlainError> {
    let colours: Vec<Colour> = (0..COLOURS).map(Colour).collect();
    let mut board = game.board().clone();
    let blocks = board.blocks();
    board.clear(blocks);
    for cell in board.size().cells() {
        // A cell without a block has a gene too, so that the genes of the other cells stay theirs.
        let colour = genes.choose(&colours, |colour| !board.would_match(cell, colour));
        if let Some(colour) = colour.filter(|_| blocks.has(cell)) {
            board.place(cell, colour);
        }
    }
    if board.swaps().is_empty() {
        return Err(PlainError::new("no swap makes a match"));
    }
    Ok(on_board(&game, board, genes))
}

/// The same level on another board. The blocks that come later are drawn from the lesson's seed.
fn on_board(game: &Game, board: Board, genes: &GeneReader) -> Game {
    let (goals, limit) = (*game.goals(), game.moves_left().unwrap_or(0));
    let later = genes.seed().stream(Purpose::Play);
    Game::resume(board, goals, limit, later)
}

/// The number of pairs of power pieces from the beginning.
const PAIRS: usize = 2;

/// Deals the blocks, and makes power pieces of some neighbours: the one clears its row, the other its column. A gene
/// chooses each pair.
fn deal_with_pairs(game: Game, genes: &mut GeneReader, luck: Seed) -> Result<Game, PlainError> {
    let game = deal(game, genes, luck)?;
    let mut board = game.board().clone();
    let cells: Vec<Cell> = board.size().cells().collect();
    let beside = |one: Cell| {
        let later = cells.iter().filter(move |other| one < **other);
        later.filter_map(move |other| Swap::new(one, *other))
    };
    let neighbours: Vec<Swap> = cells.iter().flat_map(|one| beside(*one)).collect();
    for _ in 0..PAIRS {
        let is_free = |pair: Swap| {
            let powers = [pair.a(), pair.b()].map(|cell| board.power(cell));
            powers == [None, None]
        };
        let pair = genes.choose(&neighbours, is_free);
        let pair = pair.ok_or_else(|| PlainError::new("there is no room for the power pieces"))?;
        board.set_power(pair.a(), Power::Across);
        board.set_power(pair.b(), Power::Down);
    }
    Ok(on_board(&game, board, genes))
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
fn makes_power(game: &Game, swap: &Swap) -> u32 {
    makes_piece(game, swap, |cells| cells.len() > 3)
}

/// Twice the number of cells that the power pieces of a swap take, and 1 more if the swap makes a bomb.
fn makes_bomb(game: &Game, swap: &Swap) -> u32 {
    makes_piece(game, swap, |cells| cells.len() > 4 && !is_straight(cells))
}

/// Twice the number of cells that the power pieces of a swap take, and 1 more if the swap makes a colour piece.
fn makes_colour_piece(game: &Game, swap: &Swap) -> u32 {
    makes_piece(game, swap, |cells| cells.len() > 4 && is_straight(cells))
}

/// Twice the number of cells that the power pieces of a swap take, and 1 more if the swap lines up cells that make a
/// piece.
fn makes_piece(game: &Game, swap: &Swap, makes: fn(Cells) -> bool) -> u32 {
    let blast = game.board().first_blast(*swap, matched(game, *swap)).len();
    let lines = game.board().matches_of(*swap);
    let is_made = lines.into_iter().any(|(_, cells)| makes(cells));
    2 * blast + u32::from(is_made)
}

/// Whether all cells lie in one row or in one column.
fn is_straight(cells: Cells) -> bool {
    let same = |of: fn(Cell) -> usize| {
        let mut all = cells.iter().map(of);
        let first = all.next();
        all.all(|one| Some(one) == first)
    };
    same(Cell::row) || same(Cell::col)
}

/// The number of cells that a swap takes by bringing two power pieces together.
fn brings_together(game: &Game, swap: &Swap) -> u32 {
    let board = game.board();
    let is_combination = board.is_combination(*swap);
    let blast = is_combination.then(|| board.first_blast(*swap, Cells::default()));
    blast.map_or(0, |cells| cells.len())
}
