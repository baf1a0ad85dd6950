//! The verdict of a search on a position: whether one move wins and all others do clearly worse.

use crate::games::hexxagon::players::{SearchSettings, search};
use crate::games::hexxagon::rules::{CellMove, Game, Move};
use crate::search::{GameValue, Limits, Score, SearchReport, StopToken};

/// The number of nodes of the search that finds a puzzle.
pub const FINDING_NODES: u64 = 20_000;
/// The number of times by which the search that checks a puzzle is longer.
pub const TIMES_AS_LONG: u64 = 10;
/// The score, in hundredths of a piece, at which a game is as good as decided. Beyond it a larger lead means nothing.
pub const DECIDED: Score = 3_000;

/// The claim about the best move of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Claim {
    /// It wins, and with every other move the rival at least draws. Every line was searched to its end.
    ProvenWin,
    /// It wins, and every other move leaves the player even at best, as far as the search sees.
    Win,
    /// It wins nothing, but is worth at least three pieces more than every other move. Files of earlier versions have
    /// such puzzles; no new ones are made.
    Gain,
}

/// The best move of a position, and the scores that compare it with the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The best move.
    pub best: CellMove,
    /// Its score for the player who makes it, in hundredths of a piece.
    pub score: Score,
    /// The score of the second best move.
    pub second: Score,
    /// The number of moves that win.
    pub winning: usize,
    /// The number of legal moves.
    pub moves: usize,
    /// Whether every line was searched to its end.
    complete: bool,
}

/// Whether a score is that of a won game.
fn is_won(score: Score) -> bool {
    matches!(GameValue::from_score(score, false), Some(GameValue::Win(_)))
}

impl Verdict {
    /// Reads the report of a search; `None` with fewer than two moves, because then there is nothing to find.
    fn of(game: &Game, report: &SearchReport<Move>) -> Option<Verdict> {
        let (best, others) = report.candidates.split_first()?;
        // A search that was stopped lists the moves that it has searched again first, so that any of the others may be
        // the second best.
        let second = others.iter().map(|one| one.score).max()?;
        let winning = report.candidates.iter().filter(|one| is_won(one.score));
        Some(Verdict {
            best: game.written(best.mv)?,
            score: best.score,
            second,
            winning: winning.count(),
            moves: report.candidates.len(),
            complete: report.complete && report.sound,
        })
    }

    /// Returns the claim that holds for the best move; `None` if it does not win, or another move leaves the player
    /// ahead too.
    pub fn claim(&self) -> Option<Claim> {
        let claim = match self.complete {
            true => Claim::ProvenWin,
            false => Claim::Win,
        };
        let is_only_win = is_won(self.score) && self.winning == 1;
        (is_only_win && self.second <= 0).then_some(claim)
    }
}

/// Searches every move of a position.
fn verdict(game: &Game, nodes: u64, selective: bool) -> Option<Verdict> {
    let settings = SearchSettings {
        limits: Limits::nodes(nodes),
        every_move: true,
        selective,
        ..SearchSettings::default()
    };
    let report = search(game, &settings, &StopToken::default(), &mut |_| {})?;
    Verdict::of(game, &report)
}

/// The number of nodes of the shortest search.
const GLANCING_NODES: u64 = 3_000;

/// Returns the score of a position by a short search.
pub(super) fn short_search_score(game: &Game) -> Score {
    let settings = SearchSettings {
        limits: Limits::nodes(GLANCING_NODES),
        ..SearchSettings::default()
    };
    let report = search(game, &settings, &StopToken::default(), &mut |_| {});
    report.map_or(0, |report| report.score)
}

/// Looks for the best move of a position.
pub fn find_best_move(game: &Game) -> Option<Verdict> {
    verdict(game, FINDING_NODES, true)
}

/// Checks a verdict by a search ten times as long. If that suffices to search every line to its end, the result is
/// proven. `None` if another move is best or the claim does not hold.
pub fn check(game: &Game, found: &Verdict) -> Option<Claim> {
    let nodes = FINDING_NODES * TIMES_AS_LONG;
    let exact = verdict(game, nodes, false).filter(|exact| exact.complete);
    let checked = match exact {
        Some(exact) => exact,
        None => verdict(game, nodes, true)?,
    };
    let claim = checked.claim()?;
    found.claim()?;
    (checked.best == found.best).then_some(claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hexxagon::rules::{Board, BoardNumber, StuckRule};
    use crate::generation::Seed;
    use crate::search::{Candidate, win_in};

    #[test]
    fn a_move_that_gains_much_and_wins_nothing_makes_no_puzzle() {
        let verdict = |score: Score, second: Score| Verdict {
            best: "3".parse().expect("a move"),
            score,
            second,
            winning: usize::from(is_won(score)),
            moves: 2,
            complete: false,
        };
        let won = win_in(9);
        assert_eq!(verdict(won, 0).claim(), Some(Claim::Win));
        assert_eq!(verdict(won, 1).claim(), None, "another move is good too");
        assert_eq!(verdict(900, 0).claim(), None);
        assert_eq!(verdict(DECIDED, -DECIDED).claim(), None);
    }

    #[test]
    fn a_good_move_behind_worse_ones_in_the_report_of_a_stopped_search_counts() {
        let board = Board::listed(BoardNumber(1), Seed(1)).expect("a board");
        let game = Game::new(&board, StuckRule::Skip);
        let moves = game.moves();
        let claim = |scores: [Score; 3]| {
            let candidates = moves.iter().zip(scores).map(|(mv, score)| Candidate {
                mv: *mv,
                score,
                exact: true,
            });
            let report = SearchReport {
                candidates: candidates.collect(),
                ..SearchReport::default()
            };
            Verdict::of(&game, &report).expect("three moves").claim()
        };
        let won = win_in(9);
        assert_eq!(claim([won, -100, -50]), Some(Claim::Win));
        assert_eq!(claim([won, -100, 400]), None, "the last is good too");
        assert_eq!(claim([won, -100, won]), None, "the last wins too");
    }
}
