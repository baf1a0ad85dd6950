//! A strategy for 3x3: one reply for each class of positions, and exactly how it fares.

use super::classes::{CLASSES, COUNT, DRAWN, NEXTS, Small, WON, cells};
use crate::games::tic_tac_toe::rules::{Cell, Side};
use crate::generation::Stream;

/// One reply for each class, a cell (0 to 8) of the position that stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    replies: [u8; COUNT],
}

/// Games against a player who takes each free cell with the same probability, counted by lines: all
/// lines of play of a strategy weigh the same, because each is as long as all others would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

impl Lines {
    /// All.
    pub fn count(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Expected points: 1 for a win, one half for a draw.
    pub fn score(self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.count().max(1))
    }
}

/// Choices of the other side when moving first: 8 x 6 x 4 x 2; when moving second: 9 x 7 x 5 x 3.
const CHOICES: [u32; 2] = [384, 945];

/// A reply that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the reply to {position} is cell {cell}, which is {why}")]
pub struct BadReply {
    /// The position, row by row: X moves first, O second, a dot is free.
    pub position: String,
    /// The cell, from 1.
    pub cell: u32,
    /// Taken, or no cell at all.
    pub why: &'static str,
}

/// A position row by row: X moves first, O second, a dot is free.
pub fn written(small: Small) -> String {
    let letter = |cell: usize| match (small.marks[0] >> cell & 1, small.marks[1] >> cell & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '.',
    };
    (0..9).map(letter).collect()
}

/// A random one of a set of cells.
#[inline]
pub(super) fn one_of(set: u16, rng: &mut Stream) -> u8 {
    let mut rest = set;
    for _ in 0..rng.below(set.count_ones()) {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as u8
}

impl Strategy {
    /// Replies at random.
    pub fn random(rng: &mut Stream) -> Self {
        let mut replies = [0; COUNT];
        for (reply, class) in replies.iter_mut().zip(CLASSES.list()) {
            *reply = one_of(class.small.free(), rng);
        }
        Strategy { replies }
    }

    /// The replies of another player, given by class number.
    pub fn of(mut reply: impl FnMut(usize) -> u8) -> Result<Self, BadReply> {
        let mut replies = [0; COUNT];
        for (at, (slot, class)) in replies.iter_mut().zip(CLASSES.list()).enumerate() {
            let cell = reply(at);
            let free = cell < 9 && class.small.free() >> cell & 1 == 1;
            if !free {
                return Err(BadReply {
                    position: written(class.small),
                    cell: u32::from(cell) + 1,
                    why: if cell < 9 { "taken" } else { "no cell" },
                });
            }
            *slot = cell;
        }
        Ok(Strategy { replies })
    }

    /// The replies, by class number.
    pub fn replies(&self) -> &[u8; COUNT] {
        &self.replies
    }

    /// Draws another reply to a class, where there is a choice.
    #[inline]
    pub(super) fn redraw(&mut self, class: usize, rng: &mut Stream) {
        let others = CLASSES.list()[class].small.free() & !(1 << self.replies[class]);
        if others != 0 {
            self.replies[class] = one_of(others, rng);
        }
    }

    /// Replies from `first` where the mask has a 1, from `second` elsewhere.
    #[inline]
    pub(super) fn blend(first: &Self, second: &Self, mask: &[u64]) -> Self {
        let mut replies = second.replies;
        for (at, reply) in replies.iter_mut().enumerate() {
            if mask[at / 64] >> (at % 64) & 1 == 1 {
                *reply = first.replies[at];
            }
        }
        Strategy { replies }
    }

    /// The reply to a position; `None` when the game is over.
    pub fn reply(&self, small: Small) -> Option<Cell> {
        let class = CLASSES.find(small)?;
        let cell = self.replies[usize::from(class)];
        CLASSES.lay(small, cell.into()).map(|cell| Cell(cell as u8))
    }

    /// All games of a side against a player who moves at random: one walk over the classes.
    pub fn games(&self, side: Side) -> Lines {
        let mut weights = [0; COUNT];
        self.walk(side, &mut weights)
    }

    /// The same; `weights` gets how many lines come through each class.
    pub fn walk(&self, side: Side, weights: &mut [u32; COUNT]) -> Lines {
        let mut lines = Lines::default();
        weights[0] = CHOICES[side.index()];
        // A move leads to a class with a higher number.
        for (at, class) in CLASSES.list().iter().enumerate() {
            let weight = weights[at];
            if weight == 0 {
                continue;
            }
            let own = class.to_move() == side;
            let (moves, share) = if own {
                (1 << self.replies[at], weight)
            } else {
                (class.small.free(), weight / class.small.free().count_ones())
            };
            let mut rest: u16 = moves;
            while rest != 0 {
                match class.next[rest.trailing_zeros() as usize] {
                    DRAWN => lines.drawn += share,
                    WON if own => lines.won += share,
                    WON => lines.lost += share,
                    next => weights[usize::from(next)] += share,
                }
                rest &= rest - 1;
            }
        }
        lines
    }

    /// Expected points against a player who moves at random, moving first half of the time.
    pub fn score(&self) -> f64 {
        let sides = Side::BOTH.map(|side| self.games(side).score());
        (sides[0] + sides[1]) / 2.0
    }

    /// Lines that are lost, moving first and second, of 1,329.
    pub fn lost(&self) -> u32 {
        Side::BOTH.map(|side| self.games(side).lost).iter().sum()
    }

    /// For each class whether it comes up in play with this strategy to move.
    pub fn comes_up(&self) -> [bool; COUNT] {
        let mut comes_up = [false; COUNT];
        for side in Side::BOTH {
            let mut weights = [0; COUNT];
            self.walk(side, &mut weights);
            for (at, class) in CLASSES.list().iter().enumerate() {
                comes_up[at] |= weights[at] > 0 && class.to_move() == side;
            }
        }
        comes_up
    }

    /// For each class whether the strategy, to move there, loses in some line from it.
    pub fn loses_from(&self) -> [bool; COUNT] {
        let (to_move, _) = self.losing();
        std::array::from_fn(|at| to_move[at])
    }

    /// 0 if the strategy never loses; otherwise from how many classes it can lose, whether they come
    /// up or not: so that replies late in the game are learned even while early ones are wrong.
    pub fn violation(&self) -> u32 {
        let (to_move, waiting) = self.losing();
        if !to_move[0] && !waiting[0] {
            return 0;
        }
        let from = to_move[..COUNT].iter().map(|loses| u32::from(*loses));
        from.sum::<u32>().max(1)
    }

    /// For each class whether the strategy loses in some line from it: when it is to move there, and
    /// when the other side is. One walk back over the classes, without branches.
    fn losing(&self) -> ([bool; NEXTS], [bool; NEXTS]) {
        let (mut to_move, mut waiting) = ([false; NEXTS], [false; NEXTS]);
        // Where the other side has moved and won.
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

/// Expected games against a player who moves at random, of a side that takes each cell of a set
/// with the same probability; `set` gives it by class number. Parts of 1: won, drawn, lost.
pub fn expected(side: Side, set: impl Fn(usize) -> u16) -> [f64; 3] {
    let mut weights = vec![0.0; COUNT];
    let mut parts = [0.0; 3];
    weights[0] = 1.0;
    for (at, class) in CLASSES.list().iter().enumerate() {
        let own = class.to_move() == side;
        let moves = if own { set(at) } else { class.small.free() };
        let share = weights[at] / f64::from(moves.count_ones());
        for cell in cells(moves) {
            match class.next[cell] {
                DRAWN => parts[1] += share,
                WON => parts[if own { 0 } else { 2 }] += share,
                next => weights[usize::from(next)] += share,
            }
        }
    }
    parts
}
