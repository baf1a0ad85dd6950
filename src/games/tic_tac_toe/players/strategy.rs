//! A strategy for 3x3: one reply for each class of positions, and its exact results.

use super::classes::{CLASS_COUNT, CLASSES, DRAWN, NEXT_COUNT, Position3x3, WON};
use crate::games::tic_tac_toe::rules::{Cell, Side};
use crate::generation::Stream;

/// One reply for each class: a cell, 0 to 8, of the canonical position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    replies: [u8; CLASS_COUNT],
}

/// The results of all games against a random player, who takes each free cell with the same
/// probability. A game counts as many times as there are ways to fill the board after it, so that all
/// counts together are a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// The games that the strategy wins.
    pub won: u32,
    /// The drawn games.
    pub drawn: u32,
    /// The games that the strategy loses.
    pub lost: u32,
}

impl ResultCounts {
    /// The number of all games.
    pub fn count(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The expected score, 0 to 1: a win counts 1, a draw one half.
    pub fn score(self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.count().max(1))
    }
}

/// The number of games of a strategy that moves first, 8 x 6 x 4 x 2 choices of the random player, and
/// of one that moves second, 9 x 7 x 5 x 3.
const GAMES: [u32; 2] = [384, 945];

/// A reply that is illegal in its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reply to {position} is cell {cell}, which is {fault}")]
pub struct ReplyError {
    /// The position, as [`position_text`] writes it.
    pub position: String,
    /// The cell, counted from 1.
    pub cell: u32,
    /// The reason why it is illegal.
    pub fault: IllegalReplyError,
}

/// A reason why a reply is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReplyError {
    /// The cell has a mark already.
    #[error("taken")]
    Taken,
    /// The board has no such cell.
    #[error("no cell")]
    NoCell,
}

/// Writes a position row by row: X moves first, O second, a dot is a free cell.
pub fn position_text(position: Position3x3) -> String {
    let letter = |cell: usize| match (position.marks[0] >> cell & 1, position.marks[1] >> cell & 1)
    {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '.',
    };
    (0..9).map(letter).collect()
}

/// A random cell of a set, which must not be empty.
#[inline]
pub fn random_cell(set: u16, rng: &mut Stream) -> u8 {
    let mut rest = set;
    for _ in 0..rng.random_below(set.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as u8
}

impl Strategy {
    /// A strategy with random replies.
    pub fn random(rng: &mut Stream) -> Self {
        let mut replies = [0; CLASS_COUNT];
        for (reply, class) in replies.iter_mut().zip(CLASSES.list()) {
            *reply = random_cell(class.position.free(), rng);
        }
        Strategy { replies }
    }

    /// The strategy of another player, whose replies `reply` gives by class number. Returns an error
    /// for the first illegal one.
    pub fn of(mut reply: impl FnMut(usize) -> u8) -> Result<Self, ReplyError> {
        let mut replies = [0; CLASS_COUNT];
        for (at, (slot, class)) in replies.iter_mut().zip(CLASSES.list()).enumerate() {
            let cell = reply(at);
            let free = cell < 9 && class.position.free() >> cell & 1 == 1;
            if !free {
                return Err(ReplyError {
                    position: position_text(class.position),
                    cell: u32::from(cell) + 1,
                    fault: match cell < 9 {
                        true => IllegalReplyError::Taken,
                        false => IllegalReplyError::NoCell,
                    },
                });
            }
            *slot = cell;
        }
        Ok(Strategy { replies })
    }

    /// The replies, by class number.
    pub fn replies(&self) -> &[u8; CLASS_COUNT] {
        &self.replies
    }

    /// Replaces the reply to a class by another one, if there is a choice.
    #[inline]
    pub fn redraw(&mut self, class: usize, rng: &mut Stream) {
        let others = CLASSES.list()[class].position.free() & !(1 << self.replies[class]);
        if others != 0 {
            self.replies[class] = random_cell(others, rng);
        }
    }

    /// The crossover of two strategies: the replies of `first` where the mask has a 1, otherwise those of
    /// `second`.
    #[inline]
    pub fn crossover(first: &Self, second: &Self, mask: &[u64]) -> Self {
        let mut replies = second.replies;
        for (at, reply) in replies.iter_mut().enumerate() {
            if mask[at / 64] >> (at % 64) & 1 == 1 {
                *reply = first.replies[at];
            }
        }
        Strategy { replies }
    }

    /// The reply to a position; `None` if the game is over.
    pub fn reply(&self, position: Position3x3) -> Option<Cell> {
        let class = CLASSES.find(position)?;
        let cell = self.replies[usize::from(class)];
        CLASSES
            .cell_in_position(position, cell.into())
            .map(|cell| Cell(cell as u8))
    }

    /// Changes the reply to a position, and so to all positions of its class. A taken cell changes nothing.
    pub fn set_reply(&mut self, position: Position3x3, cell: Cell) {
        let Some(class) = CLASSES.find(position) else {
            return;
        };
        let wanted = Some(usize::from(cell.0));
        let canonical = (0..9).find(|at| CLASSES.cell_in_position(position, *at) == wanted);
        let free = CLASSES.list()[usize::from(class)].position.free();
        if let Some(canonical) = canonical.filter(|at| free >> at & 1 == 1) {
            self.replies[usize::from(class)] = canonical as u8;
        }
    }

    /// The results of a side against a random player. One pass over the classes counts all games.
    pub fn games(&self, side: Side) -> ResultCounts {
        let mut weights = [0; CLASS_COUNT];
        self.count_games(side, &mut weights)
    }

    /// Counts the games like [`Strategy::games`], and stores in `weights` the number of games that pass through each
    /// class. `weights` must be 0 before.
    pub fn count_games(&self, side: Side, weights: &mut [u32; CLASS_COUNT]) -> ResultCounts {
        let mut counts = ResultCounts::default();
        weights[0] = GAMES[side.index()];
        // A move leads to a class with a higher number, so each weight is complete when its turn comes.
        for (at, class) in CLASSES.list().iter().enumerate() {
            let weight = weights[at];
            if weight == 0 {
                continue;
            }
            let own = class.to_move() == side;
            let (moves, share) = if own {
                (1 << self.replies[at], weight)
            } else {
                (
                    class.position.free(),
                    weight / class.position.free().count_ones(),
                )
            };
            let mut rest: u16 = moves;
            while rest != 0 {
                match class.next[rest.trailing_zeros() as usize] {
                    DRAWN => counts.drawn += share,
                    WON if own => counts.won += share,
                    WON => counts.lost += share,
                    next => weights[usize::from(next)] += share,
                }
                rest &= rest - 1;
            }
        }
        counts
    }

    /// The expected score against a random player, 0 to 1. The strategy moves first in half of the games.
    pub fn score(&self) -> f64 {
        let sides = Side::BOTH.map(|side| self.games(side).score());
        (sides[0] + sides[1]) / 2.0
    }

    /// The number of lost games among all 1,329: 384 games as the first side, and 945 as the second.
    pub fn lost(&self) -> u32 {
        Side::BOTH.map(|side| self.games(side).lost).iter().sum()
    }

    /// For each class, whether the strategy has to move there in some game.
    pub fn reached_classes(&self) -> [bool; CLASS_COUNT] {
        let mut reached = [false; CLASS_COUNT];
        for side in Side::BOTH {
            let mut weights = [0; CLASS_COUNT];
            self.count_games(side, &mut weights);
            for (at, class) in CLASSES.list().iter().enumerate() {
                reached[at] |= weights[at] > 0 && class.to_move() == side;
            }
        }
        reached
    }

    /// For each class, whether the strategy, when it moves there, can lose from it.
    pub fn losing_classes(&self) -> [bool; CLASS_COUNT] {
        let (to_move, _) = self.losing();
        std::array::from_fn(|at| to_move[at])
    }

    /// 0 if the strategy never loses, otherwise the number of classes from which it can lose. Classes that it does not
    /// reach count too, so that evolution improves late replies while early ones are still wrong.
    pub fn violation(&self) -> u32 {
        let (to_move, waiting) = self.losing();
        if !to_move[0] && !waiting[0] {
            return 0;
        }
        let from = to_move[..CLASS_COUNT].iter().map(|loses| u32::from(*loses));
        from.sum::<u32>().max(1)
    }

    /// For each value of [`Next`], whether the strategy can lose from it: first when it has to move there,
    /// then when the other side has. One pass back over the classes, without branches.
    fn losing(&self) -> ([bool; NEXT_COUNT], [bool; NEXT_COUNT]) {
        let (mut to_move, mut waiting) = ([false; NEXT_COUNT], [false; NEXT_COUNT]);
        // The other side has moved and won.
        to_move[usize::from(WON)] = true;
        for (at, class) in CLASSES.list().iter().enumerate().rev() {
            let reply = class.next[usize::from(self.replies[at])];
            to_move[at] = waiting[usize::from(reply)];
            let lost = class.next.iter().map(|next| to_move[usize::from(*next)]);
            waiting[at] = lost.fold(false, |any, loses| any | loses);
        }
        (to_move, waiting)
    }
}
