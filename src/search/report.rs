//! The report of a search: what it has found so far, as data to act on and to show.

use std::time::Duration;

use super::position::{Score, WIN, is_decided};

/// A root move and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its score for the side to move; an upper bound if it is not exact.
    pub score: Score,
    /// Whether the score is exact for the searched depth.
    pub exact: bool,
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// A deeper search would find nothing new.
    Complete,
    /// It reached the limit on the depth.
    Depth,
    /// It reached the limit on the nodes.
    Nodes,
    /// It reached the limit on the time.
    Time,
    /// Its stop token was set.
    Stopped,
}

/// The game-theoretic value of a position: the result with best play of both sides, with the distance
/// in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameValue {
    /// The side to move wins in this many plies.
    Win(u32),
    /// A draw.
    Draw,
    /// The side to move loses in this many plies.
    Loss(u32),
}

impl GameValue {
    /// The value that a score stands for; `None` for an evaluation. A score of 0 is a draw only if the
    /// search was `complete`.
    pub fn from_score(score: Score, complete: bool) -> Option<Self> {
        let plies = (WIN - score.abs()).unsigned_abs();
        match score {
            s if is_decided(s) && s > 0 => Some(GameValue::Win(plies)),
            s if is_decided(s) => Some(GameValue::Loss(plies)),
            0 if complete => Some(GameValue::Draw),
            _ => None,
        }
    }
}

/// The state of a search after an iteration, or its result.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport<M> {
    /// The depth of the last complete iteration, in plies.
    pub depth: u32,
    /// The most plies from the root to a searched node.
    pub selective_depth: u32,
    /// The number of nodes that all threads have searched.
    pub nodes: u64,
    /// The time since the start of the search.
    pub elapsed: Duration,
    /// The score of the best move for the side to move.
    pub score: Score,
    /// The moves that the search expects from both sides, the best move first.
    pub principal_variation: Vec<M>,
    /// The root moves, best first.
    pub candidates: Vec<Candidate<M>>,
    /// Whether the search was not selective and left out no move that matters, so that a decided score
    /// is proven.
    pub sound: bool,
    /// Whether the search has seen the whole game tree, so that every score is proven.
    pub complete: bool,
    /// The reason why the search ended; `None` while it runs.
    pub stop_reason: Option<StopReason>,
}

impl<M> Default for SearchReport<M> {
    fn default() -> Self {
        SearchReport {
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            score: 0,
            principal_variation: Vec::new(),
            candidates: Vec::new(),
            sound: false,
            complete: false,
            stop_reason: None,
        }
    }
}

impl<M: Copy> SearchReport<M> {
    /// The best move; `None` if the game is over.
    pub fn best_move(&self) -> Option<M> {
        self.candidates.first().map(|candidate| candidate.mv)
    }

    /// The same report with its moves converted.
    pub fn map<N>(&self, convert: impl Fn(M) -> N) -> SearchReport<N> {
        let candidate = |candidate: &Candidate<M>| Candidate {
            mv: convert(candidate.mv),
            score: candidate.score,
            exact: candidate.exact,
        };
        SearchReport {
            depth: self.depth,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            score: self.score,
            principal_variation: self
                .principal_variation
                .iter()
                .copied()
                .map(&convert)
                .collect(),
            candidates: self.candidates.iter().map(candidate).collect(),
            sound: self.sound,
            complete: self.complete,
            stop_reason: self.stop_reason,
        }
    }

    /// The same report with another best move, which the caller knows to be as good.
    pub fn with_best_move(mut self, mv: M) -> Self
    where
        M: PartialEq,
    {
        if let Some(at) = self.candidates.iter().position(|c| c.mv == mv) {
            let candidate = self.candidates.remove(at);
            self.candidates.insert(0, candidate);
            self.principal_variation = vec![mv];
        }
        self
    }

    /// The proven value of the root; `None` if the search has not proven one.
    pub fn proven_value(&self) -> Option<GameValue> {
        self.proven_value_of(self.score)
    }

    /// The value that `score`, taken from this report, proves; `None` if it proves none.
    pub fn proven_value_of(&self, score: Score) -> Option<GameValue> {
        let value = GameValue::from_score(score, self.complete)?;
        // The rules alone decide games that end within two plies.
        let immediate = matches!(value, GameValue::Win(0..=1) | GameValue::Loss(0..=2));
        (self.sound || immediate).then_some(value)
    }

    /// The value that the search assumes for the root, proven or not; `None` if its score is an evaluation.
    pub fn assumed_value(&self) -> Option<GameValue> {
        GameValue::from_score(self.score, self.complete)
    }

    /// Searched nodes per second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::position::win_in;

    fn report() -> SearchReport<char> {
        let candidate = |mv, score, exact| Candidate { mv, score, exact };
        SearchReport {
            depth: 3,
            selective_depth: 7,
            nodes: 4_000,
            elapsed: Duration::from_secs(2),
            score: 12,
            principal_variation: vec!['a', 'c'],
            candidates: vec![
                candidate('a', 12, true),
                candidate('b', 12, false),
                candidate('c', -5, true),
            ],
            sound: true,
            complete: true,
            stop_reason: Some(StopReason::Nodes),
        }
    }

    fn scored(score: Score, sound: bool, complete: bool) -> SearchReport<char> {
        SearchReport {
            score,
            sound,
            complete,
            ..SearchReport::default()
        }
    }

    #[test]
    fn a_decided_score_is_a_win_or_a_loss_and_a_complete_zero_a_draw() {
        for complete in [false, true] {
            for (score, value) in [
                (WIN, Some(GameValue::Win(0))),
                (win_in(5), Some(GameValue::Win(5))),
                (-WIN, Some(GameValue::Loss(0))),
                (-win_in(6), Some(GameValue::Loss(6))),
                (1, None),
                (-1, None),
                (0, complete.then_some(GameValue::Draw)),
            ] {
                assert_eq!(GameValue::from_score(score, complete), value, "{score}");
            }
        }
    }

    #[test]
    fn a_sound_search_proves_its_value_and_another_one_only_what_the_rules_decide() {
        for (score, value, is_near) in [
            (WIN, GameValue::Win(0), true),
            (win_in(1), GameValue::Win(1), true),
            (win_in(2), GameValue::Win(2), false),
            (-WIN, GameValue::Loss(0), true),
            (-win_in(2), GameValue::Loss(2), true),
            (-win_in(3), GameValue::Loss(3), false),
            (0, GameValue::Draw, false),
        ] {
            let sound = scored(score, true, true);
            assert_eq!(sound.proven_value(), Some(value));
            let unsound = scored(score, false, true);
            assert_eq!(unsound.proven_value(), is_near.then_some(value));
            assert_eq!(unsound.assumed_value(), Some(value));
        }
        assert_eq!(scored(0, true, false).proven_value(), None);
        assert_eq!(scored(0, true, false).assumed_value(), None);
        assert_eq!(scored(50, true, true).proven_value(), None);
        // The value of another move than the best one.
        let other = scored(win_in(3), true, true).proven_value_of(-win_in(4));
        assert_eq!(other, Some(GameValue::Loss(4)));
    }

    #[test]
    fn the_best_move_is_the_first_candidate() {
        assert_eq!(report().best_move(), Some('a'));
        assert_eq!(SearchReport::<char>::default().best_move(), None);
    }

    #[test]
    fn a_report_with_other_moves_keeps_everything_else() {
        let next = |mv: char| char::from(mv as u8 + 1);
        let mapped = report().map(next);
        let mut expected = report();
        expected.principal_variation = vec!['b', 'd'];
        for candidate in &mut expected.candidates {
            candidate.mv = next(candidate.mv);
        }
        assert_eq!(mapped, expected);
    }

    #[test]
    fn another_best_move_comes_first_and_has_no_known_reply() {
        let moves = |report: &SearchReport<char>| -> String {
            report
                .candidates
                .iter()
                .map(|candidate| candidate.mv)
                .collect()
        };
        let changed = report().with_best_move('c');
        assert_eq!(moves(&changed), "cab");
        assert_eq!(changed.principal_variation, ['c']);
        // A move that the search has not seen changes nothing.
        assert_eq!(report().with_best_move('z'), report());
    }

    #[test]
    fn the_speed_is_the_nodes_by_the_seconds() {
        assert_eq!(report().nodes_per_second(), 2_000.0);
        let mut report = report();
        report.elapsed = Duration::ZERO;
        // A nanosecond at least.
        assert!((report.nodes_per_second() - 4e12).abs() < 1.0);
    }
}
