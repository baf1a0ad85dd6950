//! The influence on empty cells of Hexxagon, in positions worked out by hand. The cells e1 to e9 are 36 to 44; each
//! lies beside the next one.

use std::sync::Arc;

use evolvarium::base::Seed;
use evolvarium::games::hexxagon::rules::{
    Board, BoardNumber, Cell, Game, Influence, Player, StuckRule, influences,
};

const RUBY: Player = Player(0);
const PEARL: Player = Player(1);

/// A position with the pieces of Ruby and Pearl on a board.
fn position(board: &Arc<Board>, pieces: &[&[u8]], mover: Player) -> Game {
    let cells = |cells: &&[u8]| cells.iter().map(|cell| Cell(*cell)).collect();
    let pieces: Vec<Vec<Cell>> = pieces.iter().map(cells).collect();
    Game::set_up(board, StuckRule::Skip, &pieces, mover).expect("a legal position")
}

/// The built-in board without holes that has all cells used here.
fn board() -> Arc<Board> {
    Board::listed(BoardNumber(0), Seed(1)).expect("a board")
}

fn on(game: &Game, cell: u8) -> Option<Influence> {
    let index = game.board().index_of(Cell(cell))?;
    let all = influences(game);
    all.into_iter()
        .find(|(at, _)| *at == index)
        .map(|(_, influence)| influence)
}

#[test]
fn a_cell_belongs_to_whoever_is_there_in_fewer_moves() {
    let game = position(&board(), &[&[36], &[44]], RUBY);
    let expected = [
        (37, Influence::Of(RUBY, 1)),
        (38, Influence::Of(RUBY, 1)),
        (39, Influence::Of(RUBY, 2)),
        (40, Influence::Contested),
        (41, Influence::Of(PEARL, 2)),
        (42, Influence::Of(PEARL, 1)),
        (43, Influence::Of(PEARL, 1)),
    ];
    for (cell, influence) in expected {
        assert_eq!(on(&game, cell), Some(influence), "cell {cell}");
    }
}

#[test]
fn pieces_have_no_influence_on_themselves_and_every_empty_cell_has_one() {
    let game = position(&board(), &[&[36], &[44]], RUBY);
    assert_eq!((on(&game, 36), on(&game, 44)), (None, None));
    assert_eq!(influences(&game).len() as u32, game.free().count());
}

#[test]
fn of_two_players_who_can_be_there_at_once_the_one_who_gains_more_has_the_cell() {
    // Beside 37 lie 36, 38, 27, 28, 45 and 46. Ruby would grow and take two pieces there, Pearl would grow and take
    // one.
    let game = position(&board(), &[&[36], &[38, 46]], RUBY);
    assert_eq!(on(&game, 37), Some(Influence::Of(RUBY, 1)));
    // With one piece each, both would grow and take one.
    let game = position(&board(), &[&[36], &[38]], RUBY);
    assert_eq!(on(&game, 37), Some(Influence::Contested));
    // Ruby would grow beside its piece and take nothing, Pearl would jump and take one.
    let game = position(&board(), &[&[37], &[40]], RUBY);
    assert_eq!(on(&game, 38), Some(Influence::Contested));
    // With a second piece of Ruby there, Pearl would take two, and Ruby would still only grow.
    let game = position(&board(), &[&[37, 46], &[40]], RUBY);
    let beside = [37, 46].map(|cell| Cell(cell).distance(Cell(38)));
    assert_eq!((beside, Cell(40).distance(Cell(38))), ([1, 1], 2));
    assert_eq!(on(&game, 38), Some(Influence::Of(PEARL, 1)));
}

#[test]
fn whose_turn_it_is_makes_no_difference() {
    let first = position(&board(), &[&[36], &[38, 46]], RUBY);
    let second = position(&board(), &[&[36], &[38, 46]], PEARL);
    assert_eq!(influences(&first), influences(&second));
}
