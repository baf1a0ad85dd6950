//! The minimax of document 001 on 3x3: every line to its end, 10 less the depth for a win, -10 and
//! the depth for a loss, 0 for a full board. Whole at once, or a step at a time to be watched.

use super::classes::{Small, cells};
use crate::games::tic_tac_toe::rules::{Cell, Side};

/// The score of a finished game for `me`, `depth` plies below the moves at the root.
fn score(small: Small, me: Side, depth: i32) -> i32 {
    match small.won() {
        Some(winner) if winner == me => 10 - depth,
        Some(_) => -10 + depth,
        None => 0,
    }
}

/// A move and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The move.
    pub cell: Cell,
    /// Its score for who makes it.
    pub score: i32,
}

/// What the minimax of the document finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// All moves with their scores, in the order of the cells.
    pub moves: Vec<Scored>,
    /// Positions looked at, the one asked about included.
    pub nodes: u64,
}

impl Found {
    /// The first of the best moves; `None` when there is none.
    pub fn best(&self) -> Option<Scored> {
        let mut best: Option<Scored> = None;
        for scored in &self.moves {
            if best.is_none_or(|best| scored.score > best.score) {
                best = Some(*scored);
            }
        }
        best
    }
}

/// Looks at everything below a position.
pub fn look(small: Small) -> Found {
    let mut found = Found {
        nodes: 1,
        ..Found::default()
    };
    let me = small.to_move();
    if small.over() {
        return found;
    }
    for cell in cells(small.free()) {
        let score = descend(small.after(cell), me, 0, &mut found.nodes);
        found.moves.push(Scored {
            cell: Cell(cell as u8),
            score,
        });
    }
    found
}

fn descend(small: Small, me: Side, depth: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if small.over() {
        return score(small, me, depth);
    }
    let scores = cells(small.free()).map(|cell| descend(small.after(cell), me, depth + 1, nodes));
    let best = if small.to_move() == me {
        scores.max()
    } else {
        scores.min()
    };
    best.unwrap_or(0)
}

/// A position on the way down, and what has come up to it so far.
#[derive(Clone, Debug)]
pub struct Rung {
    /// The position.
    pub small: Small,
    /// The move that led here; `None` at the root.
    pub by: Option<Cell>,
    /// The moves that have been looked at, with their scores for who searches.
    pub tried: Vec<Scored>,
    /// Whether who searches is to move, and so takes the highest score.
    pub highest: bool,
}

impl Rung {
    /// The score that the moves looked at so far amount to.
    pub fn so_far(&self) -> Option<i32> {
        let scores = self.tried.iter().map(|scored| scored.score);
        if self.highest {
            scores.max()
        } else {
            scores.min()
        }
    }
}

/// What a step of the search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It tried a move.
    Down(Cell),
    /// It came to the end of a game, with this score.
    End(i32),
    /// It carried a score up from the move that it belongs to.
    Up(Scored),
    /// It is done.
    Done,
}

/// The same search, a step at a time.
#[derive(Clone, Debug)]
pub struct Climb {
    me: Side,
    ladder: Vec<Rung>,
    nodes: u64,
    /// The score on its way up.
    carried: Option<i32>,
    last: Option<Step>,
}

impl Climb {
    /// At the root of a position.
    pub fn new(small: Small) -> Self {
        let root = Rung {
            small,
            by: None,
            tried: Vec::new(),
            highest: true,
        };
        Climb {
            me: small.to_move(),
            ladder: vec![root],
            nodes: 1,
            carried: None,
            last: None,
        }
    }

    /// The positions from the root to where the search is.
    pub fn ladder(&self) -> &[Rung] {
        &self.ladder
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the last step did.
    pub fn last(&self) -> Option<Step> {
        self.last
    }

    /// Does one step.
    pub fn step(&mut self) -> Step {
        let step = self.next_step();
        self.last = Some(step);
        step
    }

    fn next_step(&mut self) -> Step {
        let depth = self.ladder.len() as i32 - 2;
        let Some(rung) = self.ladder.last() else {
            return Step::Done;
        };
        if let Some(carried) = self.carried.take() {
            return self.carry(carried);
        }
        let (small, tried) = (rung.small, rung.tried.len());
        if small.over() {
            let score = score(small, self.me, depth);
            self.carried = Some(score);
            return Step::End(score);
        }
        match cells(small.free()).nth(tried) {
            Some(cell) => {
                self.nodes += 1;
                let after = small.after(cell);
                self.ladder.push(Rung {
                    small: after,
                    by: Some(Cell(cell as u8)),
                    tried: Vec::new(),
                    highest: after.to_move() == self.me,
                });
                Step::Down(Cell(cell as u8))
            }
            None if self.ladder.len() == 1 => Step::Done,
            None => {
                let carried = rung.so_far().unwrap_or(0);
                self.carry(carried)
            }
        }
    }

    /// Takes a score one rung up.
    fn carry(&mut self, score: i32) -> Step {
        let below = self.ladder.pop();
        let (Some(cell), Some(rung)) = (below.and_then(|b| b.by), self.ladder.last_mut()) else {
            return Step::Done;
        };
        let scored = Scored { cell, score };
        rung.tried.push(scored);
        Step::Up(scored)
    }

    /// Goes on until the search is back at a rung of at most this height, counted from the root at 0.
    pub fn climb_to(&mut self, height: usize) {
        let from = self.ladder.len();
        while self.step() != Step::Done {
            if self.ladder.len() <= height + 1 && self.ladder.len() <= from {
                break;
            }
        }
    }
}
