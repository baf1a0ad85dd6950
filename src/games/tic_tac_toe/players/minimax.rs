//! The plain minimax of Cadi (2025) on 3x3: it searches every line to its end and scores a win 10 less
//! the depth, a loss -10 plus the depth and a full board 0. It runs whole ([`search`]) or step by step to
//! be watched ([`SteppedMinimax`]).

use super::classes::{Position3x3, cells};
use crate::games::tic_tac_toe::rules::{Cell, Side};

/// The score of a finished game for `searcher`. `depth` counts the plies below the root moves.
fn terminal_score(position: Position3x3, searcher: Side, depth: i32) -> i32 {
    match position.winner() {
        Some(winner) if winner == searcher => 10 - depth,
        Some(_) => -10 + depth,
        None => 0,
    }
}

/// A move and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub cell: Cell,
    /// Its score for the side that searches.
    pub score: i32,
}

/// The result of a minimax search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinimaxResult {
    /// All moves with their scores, in the order of the cells.
    pub moves: Vec<ScoredMove>,
    /// The number of visited positions, the root included.
    pub nodes: u64,
}

impl MinimaxResult {
    /// The first of the best moves; `None` if the game is over.
    pub fn best(&self) -> Option<ScoredMove> {
        let mut best: Option<ScoredMove> = None;
        for scored in &self.moves {
            if best.is_none_or(|best| scored.score > best.score) {
                best = Some(*scored);
            }
        }
        best
    }
}

/// Searches the whole tree below a position.
pub fn search(root: Position3x3) -> MinimaxResult {
    let mut result = MinimaxResult {
        nodes: 1,
        ..MinimaxResult::default()
    };
    let searcher = root.to_move();
    if root.is_over() {
        return result;
    }
    for cell in cells(root.free()) {
        let score = minimax(root.after(cell), searcher, 0, &mut result.nodes);
        result.moves.push(ScoredMove {
            cell: Cell(cell as u8),
            score,
        });
    }
    result
}

fn minimax(position: Position3x3, searcher: Side, depth: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if position.is_over() {
        return terminal_score(position, searcher, depth);
    }
    let scores = cells(position.free())
        .map(|cell| minimax(position.after(cell), searcher, depth + 1, nodes));
    let best = if position.to_move() == searcher {
        scores.max()
    } else {
        scores.min()
    };
    best.unwrap_or(0)
}

/// A position on the current line of a stepped search, with the moves that it has searched there.
#[derive(Clone, Debug)]
pub struct StackFrame {
    /// The position.
    pub position: Position3x3,
    /// The move that led here; `None` at the root.
    pub by: Option<Cell>,
    /// The searched moves and their scores.
    pub tried: Vec<ScoredMove>,
    /// Whether the side that searches is to move, so that the frame takes the highest score.
    pub maximizing: bool,
}

impl StackFrame {
    /// The best score of the moves searched so far, for the side to move.
    pub fn best_so_far(&self) -> Option<i32> {
        let scores = self.tried.iter().map(|scored| scored.score);
        if self.maximizing {
            scores.max()
        } else {
            scores.min()
        }
    }
}

/// The effect of a step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It made a move.
    Down(Cell),
    /// It reached the end of a game, with this score.
    End(i32),
    /// It returned a score to the position before this move.
    Up(ScoredMove),
    /// It has finished.
    Done,
}

/// The same search as [`search`], one step at a time.
#[derive(Clone, Debug)]
pub struct SteppedMinimax {
    searcher: Side,
    /// The current line, from the root on.
    stack: Vec<StackFrame>,
    nodes: u64,
    /// The score of the last frame, if it is known and not yet returned.
    returned: Option<i32>,
    last: Option<Step>,
}

impl SteppedMinimax {
    /// A search that stands at its root. In a game that is over there is nothing to search, as in [`search`].
    pub fn new(root: Position3x3) -> Self {
        let frame = StackFrame {
            position: root,
            by: None,
            tried: Vec::new(),
            maximizing: true,
        };
        SteppedMinimax {
            searcher: root.to_move(),
            stack: vec![frame],
            nodes: 1,
            returned: None,
            last: root.is_over().then_some(Step::Done),
        }
    }

    /// The positions from the root to the current one.
    pub fn stack(&self) -> &[StackFrame] {
        &self.stack
    }

    /// The number of positions that the search has visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The effect of the last step.
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
        let depth = self.stack.len() as i32 - 2;
        let Some(frame) = self.stack.last() else {
            return Step::Done;
        };
        if let Some(score) = self.returned.take() {
            return self.return_score(score);
        }
        let (position, tried) = (frame.position, frame.tried.len());
        if position.is_over() {
            if self.stack.len() == 1 {
                return Step::Done;
            }
            let score = terminal_score(position, self.searcher, depth);
            self.returned = Some(score);
            return Step::End(score);
        }
        match cells(position.free()).nth(tried) {
            Some(cell) => {
                self.nodes += 1;
                let after = position.after(cell);
                self.stack.push(StackFrame {
                    position: after,
                    by: Some(Cell(cell as u8)),
                    tried: Vec::new(),
                    maximizing: after.to_move() == self.searcher,
                });
                Step::Down(Cell(cell as u8))
            }
            None if self.stack.len() == 1 => Step::Done,
            None => {
                let score = frame.best_so_far().unwrap_or(0);
                self.return_score(score)
            }
        }
    }

    /// Removes the last frame and gives its score to the one above.
    fn return_score(&mut self, score: i32) -> Step {
        let last = self.stack.pop();
        let (Some(cell), Some(frame)) = (last.and_then(|frame| frame.by), self.stack.last_mut())
        else {
            return Step::Done;
        };
        let scored = ScoredMove { cell, score };
        frame.tried.push(scored);
        Step::Up(scored)
    }

    /// Runs until at most `length` positions are on the stack or the search has finished, but makes no more than
    /// `most_steps` steps. Returns whether it has got there.
    pub fn run_to_length(&mut self, length: usize, most_steps: u32) -> bool {
        (0..most_steps).any(|_| self.step() == Step::Done || self.stack.len() <= length)
    }
}
