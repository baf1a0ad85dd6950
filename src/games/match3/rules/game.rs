//! A game in play: a board, goals, a move limit and the score.

use super::board::{Board, Colour};
use super::dealing::DealError;
use super::event::{Event, Observer, points};
use super::fill::Fill;
use super::goal::{Goal, Goals};
use super::grid::{Cell, Cells};
use super::kind::Kind;
use super::power::{Blast, Power};
use super::swaps::Swap;
use crate::generation::Stream;
use crate::session::Rules;

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The player can move.
    Playing,
    /// All goals are met.
    Won,
    /// The moves ran out before all goals were met.
    OutOfMoves,
    /// No deal of the blocks has a swap any more.
    Stuck,
}

/// The reason why the rules refuse a swap. A refused swap changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// One of the cells holds no block that a player can move.
    #[error("there is no block to swap")]
    NotMovable,
    /// The swap would make no match.
    #[error("the swap makes no match")]
    NoMatch,
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Updates the score with all events, and passes them on to another observer.
struct ScoreKeeper<'a, W> {
    score: &'a mut Score,
    next: &'a mut W,
}

impl<W: Observer> Observer for ScoreKeeper<'_, W> {
    #[inline]
    fn matched(&mut self, colour: Colour, cells: Cells, cascade: u32) {
        self.score.points = self
            .score
            .points
            .saturating_add(points(cells.len(), cascade));
        self.next.matched(colour, cells, cascade);
    }
    #[inline]
    fn chipped(&mut self, cell: Cell, left: Option<Kind>) {
        self.next.chipped(cell, left);
    }
    #[inline]
    fn cleared(&mut self, colour: Colour, cells: Cells) {
        self.score.collected[colour.0 as usize] += cells.len();
        self.next.cleared(colour, cells);
    }
    #[inline]
    fn cleared_colourless(&mut self, cells: Cells) {
        self.next.cleared_colourless(cells);
    }
    #[inline]
    fn made(&mut self, cell: Cell, power: Power, colour: Colour) {
        self.next.made(cell, power, colour);
    }
    #[inline]
    fn fired(&mut self, middle: Cell, blast: Blast, cells: Cells, blocks: u32, cascade: u32) {
        self.score.points = self.score.points.saturating_add(points(blocks, cascade));
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

/// The score of a game so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Points.
    pub points: u32,
    /// Cleared blocks, by colour.
    pub collected: [u32; 8],
    /// Swaps made.
    pub moves: u32,
    /// The number of steps of the longest cascade.
    pub longest_cascade: u32,
}

/// The blocks that come from above.
#[derive(Clone, Copy)]
enum NewBlocks {
    /// They have random colours.
    Random,
    /// There are none yet.
    Unknown,
}

/// A game in play. The board, the random stream and the swaps decide everything that happens.
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
    /// Deals blocks onto `board` and starts a game. A `limit` of 0 moves means no limit.
    pub fn new(
        mut board: Board,
        goals: impl Into<Goals>,
        limit: u32,
        mut rng: Stream,
    ) -> Result<Self, DealError> {
        board.deal(&mut rng)?;
        Ok(Game::resume(board, goals, limit, rng))
    }

    /// Starts a game with the blocks on `board`. A `limit` of 0 moves means no limit.
    pub fn resume(board: Board, goals: impl Into<Goals>, limit: u32, rng: Stream) -> Self {
        let mut game = Game {
            board,
            goals: goals.into(),
            limit,
            score: Score::default(),
            status: Status::Playing,
            rng,
        };
        if game.goals_met() {
            game.status = Status::Won;
        }
        game
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The goals.
    #[inline]
    pub fn goals(&self) -> &Goals {
        &self.goals
    }

    /// The same position with another random stream, for players that try swaps on copies.
    #[inline]
    pub fn with_rng(&self, rng: Stream) -> Self {
        Game {
            rng,
            ..self.clone()
        }
    }

    /// The score.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// The status.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The number of moves left; `None` without a limit.
    pub fn moves_left(&self) -> Option<u32> {
        (self.limit > 0).then(|| self.limit.saturating_sub(self.score.moves))
    }

    /// The blocks, layers or points that remain until a goal is met.
    #[inline]
    pub fn remaining(&self, goal: Goal) -> u32 {
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
    pub fn goals_met(&self) -> bool {
        !self.goals.is_empty() && self.goals.iter().all(|goal| self.remaining(*goal) == 0)
    }

    /// The stars of a won game; 0 before it is won.
    pub fn stars(&self) -> u8 {
        match self.status {
            Status::Won => self.moves_left().map_or(1, |left| self.stars_with(left)),
            _ => 0,
        }
    }

    /// The stars of a won game, or of the game if the next move wins it.
    pub fn stars_if_won(&self) -> u8 {
        if self.status == Status::Won {
            return self.stars();
        }
        let left = self.moves_left();
        left.map_or(1, |left| self.stars_with(left.saturating_sub(1)))
    }

    /// The stars of a game that is won with so many moves left: one, two with an eighth of the moves, three with a
    /// third.
    fn stars_with(&self, left: u32) -> u8 {
        let left = f64::from(left) / f64::from(self.limit);
        1 + u8::from(left >= 0.125) + u8::from(left >= 1.0 / 3.0)
    }

    /// Makes a swap with all its consequences, and reports them to `observer` in order.
    #[inline]
    pub fn apply(&mut self, swap: Swap, observer: &mut impl Observer) -> Result<(), MoveError> {
        self.exchange(swap)?;
        observer.swapped(swap);
        self.cascade(swap, NewBlocks::Random, observer);
        self.update_status(observer);
        Ok(())
    }

    /// The position after a swap, as far as it can be foreseen: the new blocks are unknown, so their cells stay empty.
    #[inline]
    pub fn foreseen(&self, swap: Swap) -> Result<Self, MoveError> {
        let mut game = self.clone();
        game.exchange(swap)?;
        game.cascade(swap, NewBlocks::Unknown, &mut ());
        if game.goals_met() {
            game.status = Status::Won;
        }
        Ok(game)
    }

    /// Exchanges two blocks, if that is a move.
    #[inline]
    fn exchange(&mut self, swap: Swap) -> Result<(), MoveError> {
        if self.status != Status::Playing {
            return Err(MoveError::Over);
        }
        if !self.board.is_movable(swap) {
            return Err(MoveError::NotMovable);
        }
        self.board.exchange(swap);
        if !self.board.has_match() && !self.board.is_combination(swap) {
            self.board.exchange(swap);
            return Err(MoveError::NoMatch);
        }
        self.score.moves += 1;
        Ok(())
    }

    /// Clears matches and refills the board until there is no match.
    #[inline]
    fn cascade(&mut self, swap: Swap, new_blocks: NewBlocks, observer: &mut impl Observer) {
        let mut step = 1;
        let mut moved: Cells = [swap.a(), swap.b()].into_iter().collect();
        loop {
            let mut score_keeper = ScoreKeeper {
                score: &mut self.score,
                next: observer,
            };
            if !self.board.clear_matches(step, moved, &mut score_keeper) {
                break;
            }
            moved = Cells::default();
            match new_blocks {
                NewBlocks::Random => self.board.refill(&mut self.rng, &mut score_keeper),
                NewBlocks::Unknown => self.board.settle(&mut score_keeper),
            }
            observer.settled();
            self.score.longest_cascade = self.score.longest_cascade.max(step);
            step += 1;
        }
    }

    /// Updates the status after a move, and reshuffles a board without swaps.
    #[inline]
    fn update_status(&mut self, observer: &mut impl Observer) {
        if self.goals_met() {
            self.status = Status::Won;
        } else if self.moves_left() == Some(0) {
            self.status = Status::OutOfMoves;
        } else if self.board.swaps().is_empty() {
            match self.board.reshuffle(&mut self.rng) {
                Ok(()) => observer.reshuffled(&self.board),
                Err(DealError) => self.status = Status::Stuck,
            }
        }
    }
}

/// The rules of match-3 for sessions.
#[derive(Clone, Copy, Debug)]
pub struct Match3;

impl Rules for Match3 {
    type State = Game;
    type Move = Swap;
    type MoveError = MoveError;
    type Events = Vec<Event>;

    fn apply(game: &mut Game, swap: &Swap) -> Result<Vec<Event>, MoveError> {
        let mut events = Vec::new();
        game.apply(*swap, &mut events)?;
        Ok(events)
    }
}
