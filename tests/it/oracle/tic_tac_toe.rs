//! Tic-tac-toe from `docs/rules/tic_tac_toe.md`: marks in a list, and lines found by walking along them.

use std::collections::BTreeSet;

use evolvarium::base::Stream;
use evolvarium::games::tic_tac_toe::rules::{
    Board, Cell, Event, Game, LineBoard, MoveError, Side, Status, TicTacToe,
};
use evolvarium::session::Rules;

use super::{between, games, one_of};

/// Returns whether a side has `wins` marks in a row anywhere on a board of `rows` x `cols`.
fn has_row(marks: &[Option<usize>], rows: usize, cols: usize, wins: usize, side: usize) -> bool {
    let mark = |row: isize, col: isize| {
        let inside = (0..rows as isize).contains(&row) && (0..cols as isize).contains(&col);
        inside.then(|| marks[row as usize * cols + col as usize])?
    };
    (0..rows * cols).any(|cell| {
        let (row, col) = ((cell / cols) as isize, (cell % cols) as isize);
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|(down, right)| {
                (0..wins as isize).all(|n| mark(row + n * down, col + n * right) == Some(side))
            })
    })
}

/// A game of either kind.
enum Plain {
    Lines {
        rows: usize,
        cols: usize,
        wins: usize,
        marks: Vec<Option<usize>>,
    },
    /// The marks of the nine places of the nine small boards, the winner of each, and the place of the last mark.
    Ultimate {
        marks: Box<[[Option<usize>; 9]; 9]>,
        won: [Option<usize>; 9],
        last_place: Option<usize>,
    },
}

fn full(marks: &[Option<usize>]) -> bool {
    marks.iter().all(Option::is_some)
}

/// Returns the small board of a cell and its place there.
fn small(cell: usize) -> (usize, usize) {
    let (row, col) = (cell / 9, cell % 9);
    (3 * (row / 3) + col / 3, 3 * (row % 3) + col % 3)
}

impl Plain {
    fn new(board: Board) -> Self {
        match board {
            Board::Lines(lines) => Plain::Lines {
                rows: lines.rows(),
                cols: lines.cols(),
                wins: lines.wins(),
                marks: vec![None; lines.rows() * lines.cols()],
            },
            Board::Ultimate => Plain::Ultimate {
                marks: Box::new([[None; 9]; 9]),
                won: [None; 9],
                last_place: None,
            },
        }
    }

    fn cells(&self) -> usize {
        match self {
            Plain::Lines { marks, .. } => marks.len(),
            Plain::Ultimate { .. } => 81,
        }
    }

    fn mark(&self, cell: usize) -> Option<usize> {
        match self {
            Plain::Lines { marks, .. } => marks[cell],
            Plain::Ultimate { marks, .. } => marks[small(cell).0][small(cell).1],
        }
    }

    fn count(&self) -> usize {
        let marked = |cell: &usize| self.mark(*cell).is_some();
        (0..self.cells()).filter(marked).count()
    }

    fn winner(&self) -> Option<usize> {
        (0..2).find(|side| match self {
            Plain::Lines {
                rows,
                cols,
                wins,
                marks,
            } => has_row(marks, *rows, *cols, *wins, *side),
            Plain::Ultimate { won, .. } => has_row(won, 3, 3, 3, *side),
        })
    }

    /// Returns whether a small board is decided.
    fn is_decided(&self, board: usize) -> bool {
        match self {
            Plain::Lines { .. } => false,
            Plain::Ultimate { marks, won, .. } => won[board].is_some() || full(&marks[board]),
        }
    }

    fn is_over(&self) -> bool {
        self.winner().is_some()
            || match self {
                Plain::Lines { marks, .. } => full(marks),
                Plain::Ultimate { .. } => (0..9).all(|board| self.is_decided(board)),
            }
    }

    /// Returns the reason why a cell is illegal.
    fn refusal(&self, cell: usize) -> Option<MoveError> {
        if self.is_over() {
            return Some(MoveError::Over);
        }
        if cell >= self.cells() {
            return Some(MoveError::Outside(cell as u8));
        }
        if self.mark(cell).is_some() {
            return Some(MoveError::Taken);
        }
        let Plain::Ultimate { last_place, .. } = self else {
            return None;
        };
        let board = small(cell).0;
        let asked_for = last_place.filter(|place| !self.is_decided(*place));
        let allowed = !self.is_decided(board) && asked_for.is_none_or(|asked| asked == board);
        (!allowed).then_some(MoveError::OtherBoard)
    }

    fn play(&mut self, cell: usize) {
        let side = self.count() % 2;
        match self {
            Plain::Lines { marks, .. } => marks[cell] = Some(side),
            Plain::Ultimate {
                marks,
                won,
                last_place,
            } => {
                let (board, place) = small(cell);
                marks[board][place] = Some(side);
                if has_row(&marks[board], 3, 3, 3, side) {
                    won[board] = Some(side);
                }
                *last_place = Some(place);
            }
        }
    }
}

fn random_board(rng: &mut Stream) -> Board {
    if rng.random_below(3) == 0 {
        return one_of(rng, &Board::PRESETS);
    }
    let (rows, cols) = (between(rng, 1, 15), between(rng, 2, 15));
    let wins = between(rng, 2, rows.max(cols).min(6));
    Board::Lines(LineBoard::new(rows as u8, cols as u8, wins as u8).expect("a board"))
}

/// Compares all visible data of a position.
fn compare(game: &Game, plain: &Plain, what: &str) {
    for cell in 0..plain.cells() + 1 {
        let found = game.check(Cell(cell as u8)).err();
        assert_eq!(found, plain.refusal(cell), "{what}: cell {cell}");
    }
    let legal = (0..plain.cells()).filter(|cell| plain.refusal(*cell).is_none());
    let found = game.legal_cells().into_iter().map(Cell::index);
    assert_eq!(
        found.collect::<Vec<_>>(),
        legal.collect::<Vec<_>>(),
        "{what}"
    );
    let side = |side: Side| side.index();
    for cell in 0..plain.cells() {
        let found = game.mark(Cell(cell as u8)).map(side);
        assert_eq!(found, plain.mark(cell), "{what}: cell {cell}");
    }
    assert_eq!(game.mark_count(), plain.count(), "{what}");
    assert_eq!(game.to_move().index(), plain.count() % 2, "{what}");
    let status = match plain.winner() {
        Some(side) => Status::Won(Side::BOTH[side]),
        None if plain.is_over() => Status::Drawn,
        None => Status::Playing,
    };
    assert_eq!(game.status(), status, "{what}");
}

/// Checks the reported effects of a move: the mark, the small boards that it decided, and the line that won.
fn compare_events(events: &[Event], cell: usize, before: &BTreeSet<usize>, plain: &Plain) {
    let side = (plain.count() - 1) % 2;
    assert_eq!(events[0], Event::Marked(Cell(cell as u8), Side::BOTH[side]));
    let mut decided = before.clone();
    let mut has_line = false;
    for event in &events[1..] {
        match event {
            Event::Marked(..) => panic!("one mark a move"),
            Event::BoardDecided(board, winner) => {
                let Plain::Ultimate { won, .. } = plain else {
                    panic!("only Ultimate has small boards");
                };
                assert_eq!(winner.map(Side::index), won[*board]);
                assert!(decided.insert(*board));
            }
            Event::LineWon(from, to) => {
                assert_ne!(from, to);
                has_line = true;
            }
        }
    }
    let all = (0..9).filter(|board| plain.is_decided(*board));
    assert_eq!(decided, all.collect());
    assert_eq!(has_line, plain.winner().is_some());
}

/// Checks that the cells of the winning line are a row of the winner's.
fn compare_line(game: &Game, plain: &Plain) {
    let line: Vec<usize> = game.winning_line().into_iter().map(Cell::index).collect();
    let Some(winner) = plain.winner() else {
        return assert!(line.is_empty());
    };
    let mut own: Vec<Option<usize>> = vec![None; plain.cells()];
    for cell in &line {
        own[*cell] = Some(winner);
    }
    match plain {
        Plain::Lines {
            rows, cols, wins, ..
        } => {
            assert!(line.iter().all(|cell| plain.mark(*cell) == Some(winner)));
            assert_eq!(line.len(), *wins);
            assert!(has_row(&own, *rows, *cols, *wins, winner));
        }
        Plain::Ultimate { won, .. } => {
            let boards: Vec<usize> = line.iter().map(|cell| small(*cell).0).collect();
            let mut marks = [None; 9];
            for board in boards {
                marks[board] = won[board];
            }
            assert!(has_row(&marks, 3, 3, 3, winner));
        }
    }
}

#[test]
fn games_of_tic_tac_toe_go_as_by_the_plain_rules() {
    for (number, mut rng) in games(400) {
        let board = random_board(&mut rng);
        let (mut game, mut plain) = (Game::new(board), Plain::new(board));
        loop {
            let what = format!("game {number} on {board}, move {}", plain.count());
            compare(&game, &plain, &what);
            compare_line(&game, &plain);
            if plain.is_over() {
                break;
            }
            // Now and then a move is tried that may be illegal: it must be refused and change nothing.
            let any = rng.random_below(plain.cells() as u32 + 2) as usize;
            let (refused, before) = (plain.refusal(any), game.clone());
            if let Some(why) = refused {
                let made = TicTacToe::apply(&mut game, &Cell(any as u8));
                assert_eq!(made.expect_err("illegal"), why, "{what}");
                assert_eq!(format!("{game:?}"), format!("{before:?}"), "{what}");
            }
            let cell = one_of(&mut rng, &game.legal_cells());
            let decided = (0..9).filter(|board| plain.is_decided(*board)).collect();
            let events = TicTacToe::apply(&mut game, &cell).expect("legal");
            plain.play(cell.index());
            compare_events(&events, cell.index(), &decided, &plain);
            assert_eq!(game.last(), Some(cell));
        }
    }
}
