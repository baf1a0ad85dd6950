//! Max^n search for three players (Luckhardt and Irani 1986): each player maximises the own score. It
//! cannot prune, so it searches less deeply than the others; it serves as a baseline.

use crate::games::hexxagon::rules::{Board, Move, Player, Position, StuckRule, Word};

/// The score added for a won game; every lead in pieces is below it.
const WIN_SCORE: i32 = 1_000;

/// Largest search depth in plies.
const MAX_PLIES: u32 = 60;

/// The leads of the three players, in the order of moving.
type Leads = [i32; 3];

struct Search<'a> {
    board: &'a Board,
    stuck: StuckRule,
    nodes_left: u64,
}

/// Returns the best move that iterative deepening finds within a number of nodes; `None` if there is
/// no move.
pub fn choose<W: Word>(
    board: &Board,
    position: &Position<3, W>,
    stuck: StuckRule,
    nodes: u64,
) -> Option<Move> {
    let mut chosen = None;
    let mut search = Search {
        board,
        stuck,
        nodes_left: nodes,
    };
    for plies in 0.. {
        let mut best: Option<(i32, Move)> = None;
        let mut complete = true;
        position.each_move(board, |made| {
            match search.leads(&position.after(board, made), plies) {
                Some(leads) => {
                    // After the move, the player who has moved is last in the order.
                    if best.is_none_or(|(lead, _)| leads[2] > lead) {
                        best = Some((leads[2], made));
                    }
                }
                None => complete = false,
            }
        });
        if !complete && chosen.is_some() {
            break;
        }
        chosen = best.map(|(_, made)| made).or(chosen);
        if chosen.is_none() || !complete || plies >= MAX_PLIES {
            break;
        }
    }
    chosen
}

impl Search<'_> {
    /// Returns the leads if each player plays best, in the order of moving; `None` if the nodes do
    /// not suffice.
    fn leads<W: Word>(&mut self, position: &Position<3, W>, plies: u32) -> Option<Leads> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        if position.ending(self.board, self.stuck).is_some() {
            let counts = position.result(self.board, self.stuck);
            let mover = position.mover().index();
            let own = std::array::from_fn(|at| counts[(mover + at) % 3] as i32);
            return Some(leads(own).map(|lead| lead + WIN_SCORE * lead.signum()));
        }
        if plies == 0 {
            let counts = [0, 1, 2].map(|turns| {
                let player = Player((position.mover().0 + turns) % 3);
                position.pieces(player).count() as i32
            });
            return Some(leads(counts));
        }
        let board = self.board;
        let mut best: Option<Leads> = None;
        let mut complete = true;
        let mut search_move = |made| {
            if !complete {
                return;
            }
            match self.leads(&position.after(board, made), plies - 1) {
                Some([next, last, own]) => {
                    if best.is_none_or(|best| own > best[0]) {
                        best = Some([own, next, last]);
                    }
                }
                None => complete = false,
            }
        };
        if position.can_move(board, 0) {
            position.each_move(board, &mut search_move);
        } else {
            search_move(Move::Pass);
        }
        best.filter(|_| complete)
    }
}

/// Returns for each player the own count minus that of the stronger rival.
fn leads(counts: [i32; 3]) -> Leads {
    let [a, b, c] = counts;
    [a - b.max(c), b - a.max(c), c - a.max(b)]
}
