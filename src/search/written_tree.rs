//! For tests: a game whose tree is written down, and which notes what a search does with it.

use std::sync::{Arc, Mutex};

use super::move_list::MoveList;
use super::position::{Position, Score};
use crate::base::lock;

/// A position that is written down. Its moves are the numbers of the positions to which they lead, the best-ranked first.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The evaluation for the side to move.
    pub evaluation: Score,
    /// The score that the rules give to the side to move.
    pub decided: Option<Score>,
    /// The moves that are worth searching.
    pub moves: &'static [usize],
    /// Whether they have the same rank.
    pub equal: bool,
    /// The most by which each move can raise the evaluation. Moves without such a number are never left out.
    pub gains: &'static [Score],
    /// The legal moves that are not worth searching.
    pub left_out: &'static [usize],
    /// The tactical moves.
    pub tactical: &'static [usize],
    /// Whether the side to move has to make a tactical move.
    pub forced: bool,
    /// The position after a null move.
    pub null_move: Option<usize>,
    /// The most plies that the game can still last.
    pub plies_left: u32,
}

const BARE: Place = Place {
    evaluation: 0,
    decided: None,
    moves: &[],
    equal: false,
    gains: &[],
    left_out: &[],
    tactical: &[],
    forced: false,
    null_move: None,
    plies_left: 1_000,
};

/// A position with these moves, none of which is tactical.
pub(super) const fn open(evaluation: Score, moves: &'static [usize]) -> Place {
    Place {
        evaluation,
        moves,
        ..BARE
    }
}

/// A position with these moves, in which the side to move may also pass. The null move leads to place `passed`.
pub(super) const fn passable(evaluation: Score, passed: usize, moves: &'static [usize]) -> Place {
    Place {
        null_move: Some(passed),
        ..open(evaluation, moves)
    }
}

/// A position with these tactical moves, in which the side to move may stand pat.
pub(super) const fn quiet(evaluation: Score, tactical: &'static [usize]) -> Place {
    Place {
        evaluation,
        moves: tactical,
        tactical,
        ..BARE
    }
}

/// A position in which the side to move has to make one of these tactical moves.
pub(super) const fn forced(evaluation: Score, tactical: &'static [usize]) -> Place {
    Place {
        forced: true,
        ..quiet(evaluation, tactical)
    }
}

/// A position whose score the rules give.
pub(super) const fn decided(score: Score) -> Place {
    Place {
        decided: Some(score),
        ..BARE
    }
}

/// The record of a search.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Notes {
    /// The positions that were reached, in their order.
    pub visited: Vec<usize>,
    /// The margins by which moves were to be left out.
    pub margins: Vec<Score>,
}

/// A game that goes from place to place. Its clones share their notes.
#[derive(Clone)]
pub(super) struct Tree {
    places: &'static [Place],
    pub at: usize,
    /// Whether it can tell the move of a packed number.
    pub unpacks: bool,
    notes: Arc<Mutex<Notes>>,
}

impl Tree {
    /// A game at the first place.
    pub(super) fn new(places: &'static [Place]) -> Self {
        Tree {
            places,
            at: 0,
            unpacks: false,
            notes: Arc::default(),
        }
    }

    /// Takes the notes since the last call.
    pub(super) fn take_notes(&self) -> Notes {
        std::mem::take(&mut *lock(&self.notes))
    }

    fn place(&self) -> &'static Place {
        &self.places[self.at]
    }
}

/// Adds moves, each with a lower rank than those before it.
fn push_all(into: &mut MoveList<usize>, moves: &[usize]) {
    for mv in moves {
        into.push(*mv, -(into.len() as i32));
    }
}

impl Position for Tree {
    type Move = usize;
    type Undo = usize;

    const PACKED_MOVES: usize = 64;
    /// No move has so high a rank.
    const NO_REDUCTION_RANK: i32 = 1;

    fn key(&self) -> u64 {
        // Spread over the buckets of the table, so that no place takes the slot of another one.
        (self.at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn terminal_score(&self) -> Option<Score> {
        self.place().decided
    }

    fn evaluate(&self) -> Score {
        self.place().evaluation
    }

    fn moves(&self, into: &mut MoveList<usize>) {
        push_all(into, self.place().moves);
        if self.place().equal {
            into.rerank(|_, _| 0);
        }
    }

    fn every_move(&self, into: &mut MoveList<usize>) {
        push_all(into, self.place().moves);
        push_all(into, self.place().left_out);
    }

    fn tactical_moves(&self, into: &mut MoveList<usize>) {
        push_all(into, self.place().tactical);
        if self.place().forced {
            into.forbid_stand_pat();
        }
    }

    fn make(&mut self, mv: usize) -> usize {
        lock(&self.notes).visited.push(mv);
        std::mem::replace(&mut self.at, mv)
    }

    fn unmake(&mut self, _: usize, before: usize) {
        self.at = before;
    }

    fn pack(mv: usize) -> u16 {
        mv as u16
    }

    fn unpack(&self, packed: u16) -> Option<usize> {
        self.unpacks.then_some(usize::from(packed))
    }

    fn futility_filtered_moves(&self, into: &mut MoveList<usize>, margin: Score) -> bool {
        lock(&self.notes).margins.push(margin);
        let Place { moves, gains, .. } = self.place();
        let gains = gains.iter().copied().chain(std::iter::repeat(Score::MAX));
        let kept: Vec<usize> = moves
            .iter()
            .zip(gains)
            .filter(|(_, gain)| *gain >= margin)
            .map(|(mv, _)| *mv)
            .collect();
        push_all(into, &kept);
        kept.len() < moves.len()
    }

    fn null_move(&self) -> Option<usize> {
        self.place().null_move
    }

    fn plies_left(&self) -> u32 {
        self.place().plies_left
    }

    fn has_complete_moves(&self) -> bool {
        self.place().left_out.is_empty()
    }
}
