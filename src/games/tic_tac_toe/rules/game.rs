//! A game on any board, for sessions, opponents and the view.

use super::board::{Board, Cell, Side};
use super::line_game::LineGame;
use super::ultimate::{UltimateGame, completing, join};
use crate::session::Rules;

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game goes on.
    Playing,
    /// This side has won.
    Won(Side),
    /// The game is over without a winner.
    Drawn,
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The board has no such cell.
    #[error("the board has no cell {0}")]
    Outside(u8),
    /// The cell has a mark.
    #[error("the cell is taken")]
    Taken,
    /// The cell lies on another small board than the one to play on.
    #[error("the last move asks for another board")]
    OtherBoard,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

#[derive(Clone, Debug)]
enum Position {
    Lines(LineGame),
    Ultimate(UltimateGame),
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    position: Position,
    last: Option<Cell>,
}

impl Game {
    /// A new game on a board.
    pub fn new(board: Board) -> Self {
        let position = match board {
            Board::Lines(lines) => Position::Lines(LineGame::new(lines)),
            Board::Ultimate => Position::Ultimate(UltimateGame::default()),
        };
        Game {
            board,
            position,
            last: None,
        }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The position if the board is m x n.
    pub fn lines(&self) -> Option<&LineGame> {
        match &self.position {
            Position::Lines(lines) => Some(lines),
            Position::Ultimate(_) => None,
        }
    }

    /// The position if the board is Ultimate.
    pub fn ultimate(&self) -> Option<&UltimateGame> {
        match &self.position {
            Position::Lines(_) => None,
            Position::Ultimate(ultimate) => Some(ultimate),
        }
    }

    /// The side to move. When the game is over, the side whose turn it would be.
    pub fn to_move(&self) -> Side {
        match &self.position {
            Position::Lines(lines) => lines.to_move(),
            Position::Ultimate(ultimate) => ultimate.to_move(),
        }
    }

    /// The mark in a cell.
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        match &self.position {
            Position::Lines(lines) => lines.mark(cell),
            Position::Ultimate(ultimate) => ultimate.mark(cell),
        }
    }

    /// The number of marks.
    pub fn mark_count(&self) -> usize {
        match &self.position {
            Position::Lines(lines) => lines.mark_count(),
            Position::Ultimate(ultimate) => ultimate.mark_count(),
        }
    }

    /// The last cell that was marked.
    pub fn last(&self) -> Option<Cell> {
        self.last
    }

    /// The status of the game.
    pub fn status(&self) -> Status {
        let (won, over) = match &self.position {
            Position::Lines(lines) => (lines.winner(), lines.is_over()),
            Position::Ultimate(ultimate) => (ultimate.winner(), ultimate.is_over()),
        };
        match (won, over) {
            (Some(side), _) => Status::Won(side),
            (None, true) => Status::Drawn,
            (None, false) => Status::Playing,
        }
    }

    /// The number of cells (in Ultimate, of small boards) with which a side would complete a line at once; 0 if the
    /// game is over.
    pub fn threats(&self, side: Side) -> usize {
        match &self.position {
            _ if self.status() != Status::Playing => 0,
            Position::Lines(lines) => lines.threats(side),
            Position::Ultimate(ultimate) => {
                let won = ultimate.boards_won(side);
                let lost = ultimate.boards_decided() & !won;
                completing(won, lost).count_ones() as usize
            }
        }
    }

    /// The legal cells, row by row; none if the game is over.
    pub fn legal_cells(&self) -> Vec<Cell> {
        match &self.position {
            _ if self.status() != Status::Playing => Vec::new(),
            Position::Lines(lines) => lines.free().collect(),
            Position::Ultimate(ultimate) => {
                let mut cells: Vec<Cell> = ultimate.legal_cells().collect();
                cells.sort();
                cells
            }
        }
    }

    /// Returns an error if a cell is illegal.
    pub fn check(&self, cell: Cell) -> Result<(), MoveError> {
        if self.status() != Status::Playing {
            return Err(MoveError::Over);
        }
        if cell.index() >= self.board.cells() {
            return Err(MoveError::Outside(cell.0));
        }
        if self.mark(cell).is_some() {
            return Err(MoveError::Taken);
        }
        match &self.position {
            Position::Ultimate(ultimate) if !ultimate.legal_cells().any(|c| c == cell) => {
                Err(MoveError::OtherBoard)
            }
            _ => Ok(()),
        }
    }

    /// Marks a cell for the side to move. An error leaves the game unchanged.
    pub fn play(&mut self, cell: Cell) -> Result<(), MoveError> {
        self.check(cell)?;
        match &mut self.position {
            Position::Lines(lines) => lines.make(cell),
            Position::Ultimate(ultimate) => ultimate.make(cell),
        }
        self.last = Some(cell);
        Ok(())
    }

    /// The cells of the line that has won; in Ultimate the middle cells of its three small boards.
    pub fn winning_line(&self) -> Vec<Cell> {
        match &self.position {
            Position::Lines(lines) => lines.complete_line().unwrap_or_default().to_vec(),
            Position::Ultimate(ultimate) => {
                let boards = ultimate.complete_line();
                boards.map_or(Vec::new(), |boards| {
                    boards.map(|board| join(board, 4)).to_vec()
                })
            }
        }
    }

    /// Bit `n` is set if board `n` of Ultimate is decided.
    fn boards_decided(&self) -> u16 {
        self.ultimate().map_or(0, UltimateGame::boards_decided)
    }

    /// The events that lead to this position from the empty board, for a view that shows it at once.
    pub fn all_events(&self) -> Vec<Event> {
        let cells = (0..self.board.cells()).map(|cell| Cell(cell as u8));
        let marked = cells.filter_map(|cell| Some(Event::Marked(cell, self.mark(cell)?)));
        marked.chain(self.events_since(0)).collect()
    }

    /// The events of boards and lines that are decided now, and were not when `decided` was the set of decided boards.
    fn events_since(&self, decided: u16) -> Vec<Event> {
        let new = self.boards_decided() & !decided;
        let winner = |board: usize| {
            let ultimate = self.ultimate()?;
            let mut sides = Side::BOTH.into_iter();
            sides.find(|side| ultimate.boards_won(*side) >> board & 1 == 1)
        };
        let boards = (0..9).filter(|board| new >> board & 1 == 1);
        let boards = boards.map(|board| Event::BoardDecided(board, winner(board)));
        let line = self.winning_line();
        let ends = line.first().zip(line.last());
        let line = ends.map(|(from, to)| Event::LineWon(*from, *to));
        boards.chain(line).collect()
    }
}

/// An effect of a move, for the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The side has marked the cell.
    Marked(Cell, Side),
    /// A board of Ultimate is decided: its number, and the side that has won it.
    BoardDecided(usize, Option<Side>),
    /// The game is won by the line from one cell to another.
    LineWon(Cell, Cell),
}

/// The rules of tic-tac-toe for sessions.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

impl Rules for TicTacToe {
    type State = Game;
    type Move = Cell;
    type MoveError = MoveError;
    type Events = Vec<Event>;

    fn apply(game: &mut Game, cell: &Cell) -> Result<Vec<Event>, MoveError> {
        let (side, decided) = (game.to_move(), game.boards_decided());
        game.play(*cell)?;
        let mut events = vec![Event::Marked(*cell, side)];
        events.extend(game.events_since(decided));
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ultimate::holds_line;
    use super::*;

    fn played(board: &str, moves: &[u8]) -> Game {
        let mut game = Game::new(board.parse().expect("a board"));
        for cell in moves {
            game.play(Cell(*cell)).expect("a legal move");
        }
        game
    }

    #[test]
    fn a_game_knows_its_marks_and_whose_turn_it_is() {
        for board in ["3x3k3", "ultimate"] {
            let game = played(board, &[]);
            assert_eq!((game.mark_count(), game.last()), (0, None));
            assert_eq!(
                (game.to_move(), game.status()),
                (Side::First, Status::Playing)
            );
            assert_eq!(game.board().to_string(), board);
            let game = played(board, &[2, 6]);
            assert_eq!((game.mark_count(), game.last()), (2, Some(Cell(6))));
            let marks = [2, 6, 7].map(|cell| game.mark(Cell(cell)));
            assert_eq!(marks, [Some(Side::First), Some(Side::Second), None]);
            assert_eq!(played(board, &[2]).to_move(), Side::Second);
            assert_eq!(game.lines().is_some(), board != "ultimate");
            assert_eq!(game.ultimate().is_some(), board == "ultimate");
        }
    }

    #[test]
    fn legal_cells_are_free_and_in_order() {
        let cells =
            |game: &Game| -> Vec<u8> { game.legal_cells().iter().map(|cell| cell.0).collect() };
        assert_eq!(cells(&played("3x3k3", &[4, 0])), [1, 2, 3, 5, 6, 7, 8]);
        assert!(cells(&played("3x3k3", &[0, 3, 1, 4, 2])).is_empty());
        // Any cell at first, and then those of the small board in the middle of the upper edge.
        assert_eq!(cells(&played("ultimate", &[])), (0..81).collect::<Vec<_>>());
        let middle = [3, 4, 5, 12, 13, 14, 21, 22, 23];
        assert_eq!(cells(&played("ultimate", &[1])), middle);
    }

    #[test]
    fn a_side_threatens_where_it_lacks_one_mark_or_one_small_board() {
        let threats = |game: &Game| Side::BOTH.map(|side| game.threats(side));
        assert_eq!(threats(&played("3x3k3", &[])), [0, 0]);
        // Both sides have two in a row.
        assert_eq!(threats(&played("3x3k3", &[0, 3, 1, 4])), [1, 1]);
        assert_eq!(threats(&played("3x3k3", &[0, 3, 1, 4, 5])), [1, 0]);
        // Three corners threaten two lines.
        assert_eq!(threats(&played("3x3k3", &[0, 4, 8, 1, 6])), [2, 1]);
        assert_eq!(threats(&played("3x3k3", &[0, 3, 1, 4, 2])), [0, 0]);
        // A line of a small board threatens no line of small boards.
        assert_eq!(threats(&played("ultimate", &[0, 9, 27, 10, 30])), [0, 0]);
        let one_by_one = |game: &Game, side: Side| {
            let Position::Ultimate(ultimate) = &game.position else {
                panic!("this is Ultimate");
            };
            let (won, decided) = (ultimate.boards_won(side), ultimate.boards_decided());
            let completes = |board: &u16| decided >> board & 1 == 0 && holds_line(won | 1 << board);
            (0..9u16).filter(completes).count()
        };
        let mut game = played("ultimate", &[]);
        let mut most = [0; 2];
        // The first cell that can be marked, again and again, leads to small boards in a row.
        while let Some(cell) = game.legal_cells().first() {
            let all = Side::BOTH.map(|side| one_by_one(&game, side));
            assert_eq!(threats(&game), all);
            most = [most[0].max(all[0]), most[1].max(all[1])];
            game.play(*cell).expect("a legal move");
        }
        assert!(most.into_iter().sum::<usize>() > 0);
        assert_eq!(threats(&game), [0, 0]);
    }

    #[test]
    fn illegal_cells_are_refused_with_the_reason() {
        let won = played("3x3k3", &[0, 3, 1, 4, 2]);
        assert_eq!(won.check(Cell(8)), Err(MoveError::Over));
        let game = played("3x3k3", &[0]);
        assert_eq!(game.check(Cell(8)), Ok(()));
        assert_eq!(game.check(Cell(9)), Err(MoveError::Outside(9)));
        assert_eq!(game.check(Cell(0)), Err(MoveError::Taken));
        let game = played("ultimate", &[1]);
        assert_eq!(game.check(Cell(80)), Err(MoveError::OtherBoard));
        assert_eq!(game.check(Cell(81)), Err(MoveError::Outside(81)));
        assert_eq!(game.check(Cell(3)), Ok(()));
    }

    #[test]
    fn a_game_is_won_by_its_line_or_drawn_on_a_full_board() {
        for (moves, status, line) in [
            (
                &[0, 3, 1, 4, 2][..],
                Status::Won(Side::First),
                &[0, 1, 2][..],
            ),
            (&[0, 2, 1, 4, 8, 6], Status::Won(Side::Second), &[2, 4, 6]),
            (&[0, 1, 2, 4, 3, 5, 7, 6, 8], Status::Drawn, &[]),
            (&[0, 1], Status::Playing, &[]),
        ] {
            let game = played("3x3k3", moves);
            assert_eq!(game.status(), status);
            let found: Vec<u8> = game.winning_line().iter().map(|cell| cell.0).collect();
            assert_eq!(found, line);
            let events = game.all_events();
            let ends = line.first().zip(line.last());
            let won = ends.map(|(from, to)| Event::LineWon(Cell(*from), Cell(*to)));
            let marked = events
                .iter()
                .filter(|event| matches!(event, Event::Marked(..)));
            assert_eq!(marked.count(), moves.len());
            assert_eq!(events.len(), moves.len() + usize::from(won.is_some()));
            assert!(won.is_none_or(|won| events.last() == Some(&won)));
        }
        let first = played("3x3k3", &[4, 0]).all_events();
        let (of_first, of_second) = (Event::Marked(Cell(4), Side::First), Side::Second);
        assert_eq!(first, [Event::Marked(Cell(0), of_second), of_first]);
    }

    #[test]
    fn a_move_in_ultimate_tells_which_board_it_has_decided() {
        // The second side marks the middle row of the first small board, to which each move of the first side sends it.
        let mut game = played("ultimate", &[0, 9, 27, 10, 30]);
        let events = TicTacToe::apply(&mut game, &Cell(11)).expect("a legal move");
        let decided = Event::BoardDecided(0, Some(Side::Second));
        assert_eq!(events, [Event::Marked(Cell(11), Side::Second), decided]);
        // The board was decided before the next move.
        let next = game.legal_cells()[0];
        let events = TicTacToe::apply(&mut game, &next).expect("a legal move");
        assert_eq!(events, [Event::Marked(next, Side::First)]);
        assert!(game.all_events().contains(&decided));
        assert!(game.winning_line().is_empty());
    }
}
