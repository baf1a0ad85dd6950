//! A game in play: a board, a goal, a move limit, and the score.

use serde::{Deserialize, Serialize};

use super::board::{Board, CannotDeal, Colour};
use super::fill::Fill;
use super::grid::{Cell, Cells};
use super::kind::Kind;
use super::swaps::Swap;
use crate::generation::Stream;

/// What wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// Take so many blocks of one colour off the board.
    Collect(Colour, u32),
    /// Break every special cell that can be broken.
    ClearSpecials,
    /// Reach so many points.
    Score(u32),
}

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

/// Something that happened to a board, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Two blocks changed places.
    Swapped(Swap),
    /// A line or a joined shape of lines of one colour; `cascade` counts from 1.
    Matched {
        /// The colour.
        colour: Colour,
        /// The cells.
        cells: Cells,
        /// The step of the cascade, from 1.
        cascade: u32,
        /// The points it gives.
        points: u32,
    },
    /// A special cell lost a layer.
    Chipped {
        /// Where.
        cell: Cell,
        /// What is left.
        left: Option<Kind>,
    },
    /// Blocks left the board.
    Cleared(Cells),
    /// A block fell along a path of neighbouring cells, from the first to the last.
    Fell(Vec<Cell>),
    /// A block came out of the spawner above the first cell and fell to the last.
    Spawned(Colour, Vec<Cell>),
    /// All blocks rest: the end of one step of a cascade.
    Settled,
    /// The board was dead and its blocks were laid anew.
    Reshuffled(Vec<(Cell, Colour)>),
}

/// Sees what happens to a board. `()` looks away, at no cost.
pub trait Witness {
    /// See [`Event::Swapped`].
    #[inline]
    fn swapped(&mut self, _: Swap) {}
    /// See [`Event::Matched`].
    #[inline]
    fn matched(&mut self, _colour: Colour, _cells: Cells, _cascade: u32) {}
    /// See [`Event::Chipped`].
    #[inline]
    fn chipped(&mut self, _cell: Cell, _before: Kind, _left: Option<Kind>) {}
    /// See [`Event::Cleared`].
    #[inline]
    fn cleared(&mut self, _: Colour, _: Cells) {}
    /// See [`Event::Fell`].
    #[inline]
    fn fell(&mut self, _: &Fill, _from: Cell, _to: Cell) {}
    /// See [`Event::Spawned`].
    #[inline]
    fn spawned(&mut self, _: &Fill, _to: Cell, _: Colour) {}
    /// See [`Event::Settled`].
    #[inline]
    fn settled(&mut self) {}
    /// See [`Event::Reshuffled`].
    #[inline]
    fn reshuffled(&mut self, _: &Board) {}
}

impl Witness for () {}

impl Witness for Vec<Event> {
    fn swapped(&mut self, swap: Swap) {
        self.push(Event::Swapped(swap));
    }

    fn matched(&mut self, colour: Colour, cells: Cells, cascade: u32) {
        self.push(Event::Matched {
            colour,
            cells,
            cascade,
            points: points(cells.len(), cascade),
        });
    }

    fn chipped(&mut self, cell: Cell, _before: Kind, left: Option<Kind>) {
        self.push(Event::Chipped { cell, left });
    }

    fn cleared(&mut self, _: Colour, cells: Cells) {
        self.push(Event::Cleared(cells));
    }

    fn fell(&mut self, fill: &Fill, from: Cell, to: Cell) {
        self.push(Event::Fell(path(fill, to, |cell| cell == from)));
    }

    fn spawned(&mut self, fill: &Fill, to: Cell, colour: Colour) {
        let path = path(fill, to, |cell| fill.source(cell).is_spawner());
        self.push(Event::Spawned(colour, path));
    }

    fn settled(&mut self) {
        self.push(Event::Settled);
    }

    fn reshuffled(&mut self, board: &Board) {
        let blocks = board.size().cells();
        let laid = blocks.filter_map(|cell| Some((cell, board.colour(cell)?)));
        self.push(Event::Reshuffled(laid.collect()));
    }
}

/// The fill path to `to`, from the cell where `start` holds.
fn path(fill: &Fill, to: Cell, start: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut path = vec![to];
    let mut cell = to;
    while !start(cell) {
        cell = fill.source(cell);
        path.push(cell);
    }
    path.reverse();
    path
}

/// Ten points a block, times the step of the cascade.
#[inline]
pub fn points(blocks: u32, cascade: u32) -> u32 {
    10 * blocks * cascade
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
    goal: Goal,
    limit: u32,
    score: Score,
    status: Status,
    rng: Stream,
}

impl Game {
    /// Deals blocks onto `board` and starts. A `limit` of 0 moves means no limit.
    pub fn new(
        mut board: Board,
        goal: Goal,
        limit: u32,
        mut rng: Stream,
    ) -> Result<Self, CannotDeal> {
        board.deal(&mut rng)?;
        Ok(Game::resume(board, goal, limit, rng))
    }

    /// Starts with the blocks that lie on `board`.
    pub fn resume(board: Board, goal: Goal, limit: u32, rng: Stream) -> Self {
        let mut game = Game {
            board,
            goal,
            limit,
            score: Score::default(),
            status: Status::Playing,
            rng,
        };
        if game.wanting() == 0 {
            game.status = Status::Won;
        }
        game
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What wins.
    pub fn goal(&self) -> Goal {
        self.goal
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

    /// How much is wanting to the goal: blocks, layers or points.
    pub fn wanting(&self) -> u32 {
        match self.goal {
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
        if !self.board.has_match() {
            self.board.exchange(swap);
            return Err(Refusal::NoMatch);
        }
        witness.swapped(swap);
        self.score.moves += 1;
        self.cascade(witness);
        self.judge(witness);
        Ok(())
    }

    /// Matches and falls until nothing matches.
    #[inline]
    fn cascade(&mut self, witness: &mut impl Witness) {
        let mut step = 1;
        loop {
            let mut tally = Tally {
                game: &mut self.score,
                next: witness,
            };
            if self.board.pop(step, &mut tally) == 0 {
                break;
            }
            self.board.refill(&mut self.rng, &mut tally);
            witness.settled();
            self.score.longest_cascade = self.score.longest_cascade.max(step);
            step += 1;
        }
    }

    /// Decides how the game stands after a move, and wakes a dead board.
    #[inline]
    fn judge(&mut self, witness: &mut impl Witness) {
        if self.wanting() == 0 {
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
