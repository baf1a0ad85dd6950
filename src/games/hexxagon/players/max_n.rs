//! The many-player search of the textbooks, max^n (Luckhardt and Irani 1986): everybody plays for
//! themselves. Nothing can be cut, so it sees less far than the others; kept to be measured against.

use crate::games::hexxagon::rules::{Board, Move, Player, Position, Stuck};

/// Beyond every lead in pieces.
const WON: i32 = 1_000;

/// Leads of the three players, in the order of moving.
type Leads = [i32; 3];

struct Search<'a> {
    board: &'a Board,
    stuck: Stuck,
    left: u64,
}

/// The best move found within so many positions; `None` if there is no move.
pub fn choose(board: &Board, position: &Position<3>, stuck: Stuck, nodes: u64) -> Option<Move> {
    let mut chosen = None;
    let mut search = Search {
        board,
        stuck,
        left: nodes,
    };
    for plies in 0.. {
        let mut best: Option<(i32, Move)> = None;
        let mut whole = true;
        position.each_move(board, |made| {
            match search.leads(&position.after(board, made), plies) {
                Some(leads) => {
                    // Who has moved comes last in what follows.
                    if best.is_none_or(|(lead, _)| leads[2] > lead) {
                        best = Some((leads[2], made));
                    }
                }
                None => whole = false,
            }
        });
        if !whole && chosen.is_some() {
            break;
        }
        chosen = best.map(|(_, made)| made).or(chosen);
        if chosen.is_none() || !whole || plies >= 60 {
            break;
        }
    }
    chosen
}

impl Search<'_> {
    /// The leads with best play of everybody, in the order of moving; `None` if there was no time.
    fn leads(&mut self, position: &Position<3>, plies: u32) -> Option<Leads> {
        self.left = self.left.checked_sub(1)?;
        if position.ending(self.board, self.stuck).is_some() {
            let counts = position.result(self.board, self.stuck);
            let mover = position.mover().index();
            let own = std::array::from_fn(|at| counts[(mover + at) % 3] as i32);
            return Some(leads(own).map(|lead| lead + WON * lead.signum()));
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
        let mut whole = true;
        let mut look = |made| {
            if !whole {
                return;
            }
            match self.leads(&position.after(board, made), plies - 1) {
                Some([next, last, own]) => {
                    if best.is_none_or(|best| own > best[0]) {
                        best = Some([own, next, last]);
                    }
                }
                None => whole = false,
            }
        };
        if position.can_move(board, 0) {
            position.each_move(board, &mut look);
        } else {
            look(Move::Pass);
        }
        best.filter(|_| whole)
    }
}

/// Own pieces less those of the stronger rival, for each.
fn leads(counts: [i32; 3]) -> Leads {
    let [a, b, c] = counts;
    [a - b.max(c), b - a.max(c), c - a.max(b)]
}
