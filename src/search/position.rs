//! The interface of a game to the search: its positions and their scores.

use std::fmt::Debug;

use super::move_list::MoveList;

/// The value of a position for the side to move, in a unit that the game chooses. Scores of decided games lie beyond
/// every evaluation: a win is [`WIN`] less the plies to it, a loss the opposite.
pub type Score = i32;

/// The score of a game that the side to move has won already.
pub const WIN: Score = 30_000;

/// The most plies from the root; no search goes deeper.
pub const MAX_PLIES: usize = 256;

/// The score of a win in `plies` plies.
pub const fn win_in(plies: u32) -> Score {
    WIN - plies as Score
}

/// Whether a score is a win or a loss, and not an evaluation or a draw.
pub(super) const fn is_decided(score: Score) -> bool {
    let size = score.abs();
    size >= WIN - MAX_PLIES as Score && size <= WIN
}

/// Converts a score relative to a position `ply` plies below the root into one relative to the root:
/// a win or loss is `ply` plies further away.
#[inline]
pub(super) const fn relative_to_root(score: Score, ply: usize) -> Score {
    match score {
        s if !is_decided(s) => s,
        s if s > 0 => s - ply as Score,
        s => s + ply as Score,
    }
}

/// The inverse of [`relative_to_root`].
#[inline]
pub(super) const fn relative_to_position(score: Score, ply: usize) -> Score {
    match score {
        s if !is_decided(s) => s,
        s if s > 0 => s + ply as Score,
        s => s - ply as Score,
    }
}

/// A position of a zero-sum game of two players who move alternately.
pub trait Position: Clone + Send + 'static {
    /// A move.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// The data with which [`Position::unmake`] takes a move back.
    type Undo;

    /// The number of values that [`Position::pack`] can return.
    const PACKED_MOVES: usize;

    /// Moves of at least this rank are never reduced.
    const NO_REDUCTION_RANK: i32 = i32::MAX;

    /// A hash of everything that decides the rest of the game, the side to move included.
    fn key(&self) -> u64;

    /// The exact score if it is known without a search: `-WIN` if the side to move has lost, 0 for a
    /// draw, `win_in(1)` if its next move wins, and so on. It must be known when the game is over.
    fn terminal_score(&self) -> Option<Score>;

    /// The static evaluation; its size stays below that of decided games.
    fn evaluate(&self) -> Score;

    /// Adds the moves that are worth searching, with their ranks. There is at least one, unless the
    /// game is over.
    fn moves(&self, into: &mut MoveList<Self::Move>);

    /// Adds all legal moves, also those that [`Position::moves`] leaves out.
    fn every_move(&self, into: &mut MoveList<Self::Move>) {
        self.moves(into);
    }

    /// Adds the tactical moves, which make the static evaluation unreliable. Where the side to move
    /// has to make one of them, the game calls [`MoveList::forbid_stand_pat`].
    fn tactical_moves(&self, _into: &mut MoveList<Self::Move>) {}

    /// Makes a move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes the last move back.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// A number below [`Position::PACKED_MOVES`] for a move. It is unique within a position.
    fn pack(mv: Self::Move) -> u16;

    /// The move of a packed number if it is legal here. A game that cannot tell returns `None`.
    fn unpack(&self, _packed: u16) -> Option<Self::Move> {
        None
    }

    /// Adds the moves that can raise the static evaluation by at least `margin` for their mover;
    /// returns whether it has left out others. The search calls it just before the horizon.
    fn futility_filtered_moves(&self, into: &mut MoveList<Self::Move>, _margin: Score) -> bool {
        self.moves(into);
        false
    }

    /// The null move; `None` where zugzwang is possible.
    fn null_move(&self) -> Option<Self::Move> {
        None
    }

    /// The most plies that the game can still last.
    fn plies_left(&self) -> u32;

    /// Whether [`Position::moves`] leaves out no move that can change the result.
    fn has_complete_moves(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_up_to_the_most_plies_from_a_win_are_decided() {
        for (score, expected) in [
            (WIN, true),
            (WIN + 1, false),
            (win_in(256), true),
            (win_in(257), false),
            (0, false),
        ] {
            assert_eq!(is_decided(score), expected, "{score}");
            assert_eq!(is_decided(-score), expected, "-{score}");
        }
        assert_eq!(win_in(3), 29_997);
    }

    #[test]
    fn only_decided_scores_depend_on_the_distance_from_the_root() {
        for (at_position, at_root) in [
            (win_in(1), win_in(8)),
            (-win_in(1), -win_in(8)),
            (WIN, win_in(7)),
            (-WIN, -win_in(7)),
            (500, 500),
            (-500, -500),
            (0, 0),
        ] {
            assert_eq!(relative_to_root(at_position, 7), at_root);
            assert_eq!(relative_to_position(at_root, 7), at_position);
        }
    }

    /// A move takes one or two from a number; the player who takes the last one wins.
    #[derive(Clone)]
    struct Countdown(u32);

    impl Position for Countdown {
        type Move = u32;
        type Undo = ();

        const PACKED_MOVES: usize = 3;

        fn key(&self) -> u64 {
            u64::from(self.0)
        }

        fn terminal_score(&self) -> Option<Score> {
            (self.0 == 0).then_some(-WIN)
        }

        fn evaluate(&self) -> Score {
            0
        }

        fn moves(&self, into: &mut MoveList<u32>) {
            (1..=self.0.min(2)).for_each(|taken| into.push(taken, 0));
        }

        fn make(&mut self, taken: u32) {
            self.0 -= taken;
        }

        fn unmake(&mut self, taken: u32, (): ()) {
            self.0 += taken;
        }

        fn pack(taken: u32) -> u16 {
            taken as u16
        }

        fn plies_left(&self) -> u32 {
            self.0
        }
    }

    #[test]
    fn a_game_that_says_nothing_else_has_all_moves_and_no_shortcuts() {
        let position = Countdown(5);
        let mut list = MoveList::default();
        position.tactical_moves(&mut list);
        assert!(list.is_empty());
        position.every_move(&mut list);
        assert_eq!(list.iter().collect::<Vec<_>>(), [1, 2]);
        let mut filtered = MoveList::default();
        assert!(!position.futility_filtered_moves(&mut filtered, 10_000));
        assert_eq!(filtered.iter().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(position.unpack(1), None);
        assert_eq!(position.null_move(), None);
        assert!(position.has_complete_moves());
    }
}
