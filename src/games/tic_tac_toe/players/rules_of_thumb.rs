//! The rule player of Cadi (2025): it follows the first of five rules that applies. It can be beaten.

use crate::games::tic_tac_toe::rules::ultimate::{completing, join, split};
use crate::games::tic_tac_toe::rules::{Cell, Game, Side};

/// The rules, in the order in which the player tries them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// It completes its own line.
    Complete,
    /// It takes the last free cell of a line of the opponent.
    Block,
    /// It takes the first free cell beside a mark of the opponent.
    BesideRival,
    /// It takes the first free cell beside its own mark.
    BesideOwn,
    /// It takes the first free cell.
    Anywhere,
}

impl Rule {
    /// All rules, in their order.
    pub const ALL: [Rule; 5] = [
        Rule::Complete,
        Rule::Block,
        Rule::BesideRival,
        Rule::BesideOwn,
        Rule::Anywhere,
    ];

    /// The cell that this rule alone takes; `None` if it does not apply.
    pub fn cell(self, game: &Game) -> Option<Cell> {
        let (own, rival) = (game.to_move(), game.to_move().other());
        match self {
            Rule::Complete => completing_cell(game, own),
            Rule::Block => completing_cell(game, rival),
            Rule::BesideRival => cell_beside(game, rival),
            Rule::BesideOwn => cell_beside(game, own),
            Rule::Anywhere => game.legal_cells().first().copied(),
        }
    }
}

/// The first rule that applies, with its cell; `None` if there is no move.
pub fn choose(game: &Game) -> Option<(Rule, Cell)> {
    let try_rule = |rule: Rule| Some((rule, rule.cell(game)?));
    Rule::ALL.into_iter().find_map(try_rule)
}

/// The free cell of the first line in which `side` lacks only this one. Rows come first, then columns,
/// then diagonals.
fn completing_cell(game: &Game, side: Side) -> Option<Cell> {
    if let Some(ultimate) = game.ultimate() {
        let allowed = ultimate.boards_allowed();
        return (0..9)
            .filter(|board| allowed >> board & 1 == 1)
            .find_map(|board| {
                let (own, other) = (
                    ultimate.on_board(side, board),
                    ultimate.on_board(side.other(), board),
                );
                let found = completing(own, other);
                (found != 0).then(|| join(board, found.trailing_zeros() as usize))
            });
    }
    let lines = game.lines()?;
    lines.lines().iter().find_map(|line| {
        let own = line
            .iter()
            .filter(|cell| lines.mark(**cell) == Some(side))
            .count();
        let lacking = line
            .iter()
            .copied()
            .find(|cell| lines.mark(*cell).is_none());
        lacking.filter(|_| own + 1 == line.len() && !game.legal_cells().is_empty())
    })
}

/// The first legal cell with a mark of `side` among its up to eight neighbours. In Ultimate only
/// neighbours on the same small board count.
fn cell_beside(game: &Game, side: Side) -> Option<Cell> {
    let board = game.board();
    let has_neighbour = |cell: &Cell| {
        let (row, col) = board.place(*cell);
        let near = |at: usize| at.saturating_sub(1)..at + 2;
        near(row).any(|r| {
            near(col).any(|c| {
                board.cell(r, c).is_some_and(|other| {
                    let together = game.ultimate().is_none() || split(other).0 == split(*cell).0;
                    other != *cell && together && game.mark(other) == Some(side)
                })
            })
        })
    };
    game.legal_cells().into_iter().find(has_neighbour)
}
