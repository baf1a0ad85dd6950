//! The player of document 001: five rules, the first that applies decides. It can be beaten.

use crate::games::tic_tac_toe::rules::ultimate::{completing, join, split};
use crate::games::tic_tac_toe::rules::{Cell, Game, Side};

/// The rules in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Complete a line of one's own.
    Complete,
    /// Take the last cell of a line of the rival's.
    Block,
    /// Take the first free cell beside a mark of the rival's.
    BesideRival,
    /// Take the first free cell beside a mark of one's own.
    BesideOwn,
    /// Take the first free cell.
    Anywhere,
}

impl Rule {
    /// All, in the order in which they are tried.
    pub const ALL: [Rule; 5] = [
        Rule::Complete,
        Rule::Block,
        Rule::BesideRival,
        Rule::BesideOwn,
        Rule::Anywhere,
    ];

    /// The cell that this rule alone would take.
    pub fn cell(self, game: &Game) -> Option<Cell> {
        let (own, rival) = (game.to_move(), game.to_move().other());
        match self {
            Rule::Complete => completes(game, own),
            Rule::Block => completes(game, rival),
            Rule::BesideRival => beside(game, rival),
            Rule::BesideOwn => beside(game, own),
            Rule::Anywhere => game.allowed().first().copied(),
        }
    }
}

/// The first rule that applies, and its cell; `None` when there is no move.
pub fn choose(game: &Game) -> Option<(Rule, Cell)> {
    let try_rule = |rule: Rule| Some((rule, rule.cell(game)?));
    Rule::ALL.into_iter().find_map(try_rule)
}

/// The last free cell of the first line that lacks only it, rows before columns before diagonals.
fn completes(game: &Game, side: Side) -> Option<Cell> {
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
        lacking.filter(|_| own + 1 == line.len() && !game.allowed().is_empty())
    })
}

/// The first cell that may be played and has a mark of `side` among its up to eight neighbours; on
/// the Ultimate board among those on the same board.
fn beside(game: &Game, side: Side) -> Option<Cell> {
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
    game.allowed().into_iter().find(has_neighbour)
}
