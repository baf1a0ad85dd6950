//! A game in play: a board, goals, a move limit, and the score.

use super::board::{Board, Colour};
use super::dealing::CannotDeal;
use super::event::{Witness, points};
use super::fill::Fill;
use super::goal::{Goal, Goals};
use super::grid::{Cell, Cells};
use super::kind::Kind;
use super::power::{Blast, Power};
use super::swaps::Swap;
use crate::generation::Stream;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Moves can be made.
    Playing,
    /// The goal is met.
    Won,
    /// The moves ran out before the goal was met.
    OutOfMoves,
    /// No swap can ever make a match again.
    Stuck,
}

/// Why a swap was not made. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// One of the cells holds nothing that can be moved by hand.
    #[error("there is no block to swap")]
    NotMovable,
    /// The swap would make no match.
    #[error("the swap makes no match")]
    NoMatch,
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Counts for the goal what passes by on its way to another witness.
struct Tally<'a, W> {
    game: &'a mut Score,
    next: &'a mut W,
}

impl<W: Witness> Witness for Tally<'_, W> {
    #[inline]
    fn matched(&mut self, colour: Colour, cells: Cells, cascade: u32) {
        self.game.points = self
            .game
            .points
            .saturating_add(points(cells.len(), cascade));
        self.next.matched(colour, cells, cascade);
    }
    #[inline]
    fn chipped(&mut self, cell: Cell, before: Kind, left: Option<Kind>) {
        self.next.chipped(cell, before, left);
    }
    #[inline]
    fn cleared(&mut self, colour: Colour, cells: Cells) {
        self.game.collected[colour.0 as usize] += cells.len();
        self.next.cleared(colour, cells);
    }
    #[inline]
    fn went(&mut self, cells: Cells) {
        self.next.went(cells);
    }
    #[inline]
    fn made(&mut self, cell: Cell, power: Power, colour: Colour) {
        self.next.made(cell, power, colour);
    }
    #[inline]
    fn fired(&mut self, middle: Cell, blast: Blast, cells: Cells, blocks: u32, cascade: u32) {
        self.game.points = self.game.points.saturating_add(points(blocks, cascade));
        self.next.fired(middle, blast, cells, blocks, cascade);
    }
    #[inline]
    fn fell(&mut self, fill: &Fill, from: Cell, to: Cell) {
        self.next.fell(fill, from, to);
    }
    #[inline]
    fn spawned(&mut self, fill: &Fill, to: Cell, colour: Colour) {
        self.next.spawned(fill, to, colour);
    }
}

/// What has been reached so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Points.
    pub points: u32,
    /// Blocks taken off the board, by colour.
    pub collected: [u32; 8],
    /// Swaps made.
    pub moves: u32,
    /// Steps of the longest cascade.
    pub longest_cascade: u32,
}

/// A game in play. What happens is decided by the board, the seed and the swaps alone.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    goals: Goals,
    limit: u32,
    score: Score,
    status: Status,
    rng: Stream,
}

impl Game {
    /// Deals blocks onto `board` and starts. A `limit` of 0 moves means no limit.
    pub fn new(
        mut board: Board,
        goals: impl Into<Goals>,
        limit: u32,
        mut rng: Stream,
    ) -> Result<Self, CannotDeal> {
        board.deal(&mut rng)?;
        Ok(Game::resume(board, goals, limit, rng))
    }

    /// Starts with the blocks that lie on `board`.
    pub fn resume(board: Board, goals: impl Into<Goals>, limit: u32, rng: Stream) -> Self {
        let mut game = Game {
            board,
            goals: goals.into(),
            limit,
            score: Score::default(),
            status: Status::Playing,
            rng,
        };
        if game.is_met() {
            game.status = Status::Won;
        }
        game
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What wins.
    #[inline]
    pub fn goals(&self) -> &Goals {
        &self.goals
    }

    /// The same position with other luck: for who wants to guess what a swap may lead to.
    #[inline]
    pub fn with_luck(&self, rng: Stream) -> Self {
        Game {
            rng,
            ..self.clone()
        }
    }

    /// What has been reached.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// How it stands.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Moves left; `None` without a limit.
    pub fn moves_left(&self) -> Option<u32> {
        (self.limit > 0).then(|| self.limit.saturating_sub(self.score.moves))
    }

    /// How much is wanting to a goal: blocks, layers or points.
    #[inline]
    pub fn wanting(&self, goal: Goal) -> u32 {
        match goal {
            Goal::Collect(colour, count) => {
                count.saturating_sub(self.score.collected[colour.0 as usize % 8])
            }
            Goal::Score(points) => points.saturating_sub(self.score.points),
            Goal::ClearSpecials => {
                let breakable = self.board.breakable();
                let layers = breakable.iter().filter_map(|c| self.board.kind(c));
                layers.map(Kind::layers).sum()
            }
        }
    }

    /// Whether there are goals, and all of them are met.
    #[inline]
    pub fn is_met(&self) -> bool {
        !self.goals.is_empty() && self.goals.iter().all(|goal| self.wanting(*goal) == 0)
    }

    /// Stars for a game that is won: one, two with an eighth of the moves left, three with a third; 0 else.
    pub fn stars(&self) -> u8 {
        let left = match (self.status, self.moves_left()) {
            (Status::Won, Some(left)) => f64::from(left) / f64::from(self.limit),
            (Status::Won, None) => return 1,
            _ => return 0,
        };
        1 + u8::from(left >= 0.125) + u8::from(left >= 1.0 / 3.0)
    }

    /// Makes a swap and everything that follows from it, and tells `witness` in order.
    #[inline]
    pub fn apply(&mut self, swap: Swap, witness: &mut impl Witness) -> Result<(), Refusal> {
        if self.status != Status::Playing {
            return Err(Refusal::Over);
        }
        if !self.board.movable(swap) {
            return Err(Refusal::NotMovable);
        }
        self.board.exchange(swap);
        if !self.board.has_match() && !self.board.is_combination(swap) {
            self.board.exchange(swap);
            return Err(Refusal::NoMatch);
        }
        witness.swapped(swap);
        self.score.moves += 1;
        self.cascade(swap, witness);
        self.judge(witness);
        Ok(())
    }

    /// Matches and falls until nothing matches.
    #[inline]
    fn cascade(&mut self, swap: Swap, witness: &mut impl Witness) {
        let mut step = 1;
        let mut moved: Cells = [swap.a(), swap.b()].into_iter().collect();
        loop {
            let mut tally = Tally {
                game: &mut self.score,
                next: witness,
            };
            if !self.board.pop(step, moved, &mut tally) {
                break;
            }
            moved = Cells::default();
            self.board.refill(&mut self.rng, &mut tally);
            witness.settled();
            self.score.longest_cascade = self.score.longest_cascade.max(step);
            step += 1;
        }
    }

    /// Decides how the game stands after a move, and wakes a dead board.
    #[inline]
    fn judge(&mut self, witness: &mut impl Witness) {
        if self.is_met() {
            self.status = Status::Won;
        } else if self.moves_left() == Some(0) {
            self.status = Status::OutOfMoves;
        } else if self.board.swaps().is_empty() {
            match self.board.reshuffle(&mut self.rng) {
                Ok(()) => witness.reshuffled(&self.board),
                Err(CannotDeal) => self.status = Status::Stuck,
            }
        }
    }
}
