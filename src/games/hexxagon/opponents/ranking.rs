//! Ranking fast players: each plays against each other on all built-in boards for two of up to 64 cells.

use std::sync::Arc;

use super::match_play::{FastPlayer, RANDOM_PLIES, play};
use crate::games::hexxagon::players::evaluation::{EvaluationWeights, Evaluator};
use crate::games::hexxagon::players::{Level, LevelMethod, Opponent, Weights};
use crate::games::hexxagon::rules::{Board, BoardError, Position, StuckRule, Word};
use crate::generation::Seed;

/// A player of a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankedPlayer {
    /// The player uses five weights.
    Weights(Weights),
    /// The player is one of the levels that look one move ahead; this percentage of its moves is random.
    Greedy(u32),
}

impl RankedPlayer {
    /// Returns the player of an opponent; `None` if the opponent searches, or plays at random or as two levels.
    pub fn of(opponent: Opponent) -> Option<Self> {
        match opponent {
            Opponent::Level(level) => Self::of_level(level),
            other => other.weights().map(RankedPlayer::Weights),
        }
    }

    fn of_level(level: Level) -> Option<Self> {
        match level.method() {
            LevelMethod::Greedy(random_percent) => Some(RankedPlayer::Greedy(random_percent)),
            LevelMethod::Search(_) => None,
        }
    }

    fn on_board(self, evaluator: &Evaluator) -> FastPlayer<'_> {
        match self {
            RankedPlayer::Weights(weights) => FastPlayer::Weights(weights),
            RankedPlayer::Greedy(random_percent) => FastPlayer::Greedy(evaluator, random_percent),
        }
    }
}

/// Returns a level as a player that does not search. In place of a level that searches it chooses the move that is best
/// at once.
pub(super) fn fast_player(level: Level, evaluator: &Evaluator) -> FastPlayer<'_> {
    let greedy = RankedPlayer::of_level(level).unwrap_or(RankedPlayer::Greedy(0));
    greedy.on_board(evaluator)
}

/// The share of the points that one player has scored against another. It is counted in pairs of games: both begin
/// with the same random plies, and the players swap the seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    pairs: u32,
    sum: f64,
    squares: f64,
}

impl Score {
    /// Adds a pair of games, with the share of their points that the player has won, 0 to 1.
    fn add_pair(&mut self, share: f64) {
        self.pairs += 1;
        self.sum += share;
        self.squares += share * share;
    }

    /// Adds the games of another score.
    pub fn add(&mut self, other: &Score) {
        self.pairs += other.pairs;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the score of the rival in the same games.
    fn of_rival(&self) -> Score {
        let pairs = f64::from(self.pairs);
        Score {
            pairs: self.pairs,
            sum: pairs - self.sum,
            squares: pairs - 2.0 * self.sum + self.squares,
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        2 * self.pairs
    }

    /// Returns the points in a hundred.
    pub fn percent(&self) -> f64 {
        100.0 * self.sum / f64::from(self.pairs.max(1))
    }

    /// Returns half the width of the 95 % confidence interval of [`Score::percent`].
    pub fn error(&self) -> f64 {
        let pairs = f64::from(self.pairs.max(2));
        let mean = self.sum / pairs;
        let variance = (self.squares / pairs - mean * mean).max(0.0) * pairs / (pairs - 1.0);
        196.0 * (variance / pairs).sqrt()
    }
}

/// All matches of some players: each against each other, on every built-in board for two of at most 64 cells, with the
/// usual rule.
pub struct Tournament {
    players: Vec<RankedPlayer>,
    boards: Vec<Arc<Board>>,
    pairs_a_board: u32,
    seed: Seed,
}

/// A match of two players on one board.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// The places of the players.
    players: [usize; 2],
    /// The score of the first of them.
    score: Score,
}

impl Tournament {
    /// The tournament with a number of pairs of games in each match.
    pub fn new(
        players: Vec<RankedPlayer>,
        pairs_a_board: u32,
        seed: Seed,
    ) -> Result<Self, BoardError> {
        let numbers = Board::list()?.into_iter().map(|(number, _)| number);
        let boards: Result<Vec<_>, _> = numbers.map(|number| Board::listed(number, seed)).collect();
        let boards = boards?.into_iter();
        Ok(Tournament {
            players,
            boards: boards
                .filter(|board| board.start::<2>().is_some())
                .collect(),
            pairs_a_board,
            seed,
        })
    }

    /// The number of matches.
    pub fn matches(&self) -> usize {
        let count = self.players.len();
        count * count.saturating_sub(1) / 2 * self.boards.len()
    }

    /// Plays a match, by its number.
    pub fn play(&self, number: usize) -> Match {
        let count = self.players.len();
        let mut pairs =
            (0..count).flat_map(|first| (first + 1..count).map(move |second| [first, second]));
        let board = number % self.boards.len();
        let players = pairs.nth(number / self.boards.len());
        let players = players.expect("there is a match with this number");
        let [first, second] = players.map(|at| self.players[at]);
        // Every match on a board has the same openings.
        let seed = self.seed.child(board as u64 + 1);
        Match {
            players,
            score: play_match(&self.boards[board], first, second, self.pairs_a_board, seed),
        }
    }

    /// Returns the score of each player (row) against each other (column) in some of the matches; the diagonal is
    /// empty.
    pub fn scores<'a>(&self, matches: impl IntoIterator<Item = &'a Match>) -> Vec<Vec<Score>> {
        let count = self.players.len();
        let mut scores = vec![vec![Score::default(); count]; count];
        for played in matches {
            let [first, second] = played.players;
            scores[first][second].add(&played.score);
            scores[second][first].add(&played.score.of_rival());
        }
        scores
    }
}

/// Plays pairs of games on one board, and returns the score of the first player.
fn play_match(
    board: &Board,
    first: RankedPlayer,
    second: RankedPlayer,
    pairs: u32,
    seed: Seed,
) -> Score {
    let mut score = Score::default();
    let Some(start) = board.start::<2>() else {
        return score;
    };
    let evaluator = Evaluator::new(EvaluationWeights::evolved(), board);
    let players = [first, second].map(|player| player.on_board(&evaluator));
    for pair in 0..pairs {
        let seed = seed.child(u64::from(pair) + 1);
        score.add_pair(play_pair(board, start, StuckRule::usual(2), players, seed));
    }
    score
}

/// Plays two games with the same random start, in which the players swap the seats. Returns the share of the points
/// that the first player has won, 0 to 1.
fn play_pair<W: Word>(
    board: &Board,
    start: Position<2, W>,
    stuck: StuckRule,
    [first, second]: [FastPlayer; 2],
    seed: Seed,
) -> f64 {
    let begins = play(board, start, stuck, [first, second], RANDOM_PLIES, seed);
    let follows = play(board, start, stuck, [second, first], RANDOM_PLIES, seed);
    (begins.points[0] + follows.points[1]) / 2.0
}

/// Plays up to a number of pairs of games of a player against each of its rivals on a board for two, a pair against
/// each of them in turn. Calls `go_on` with the scores after each round, and ends when it returns false. Returns the
/// scores against the rivals.
pub fn try_out(
    player: RankedPlayer,
    rivals: &[RankedPlayer],
    board: &Board,
    stuck: StuckRule,
    pairs: u32,
    seed: Seed,
    go_on: impl FnMut(&[Score]) -> bool,
) -> Vec<Score> {
    let board_and_rule = (board, stuck);
    if let Some(start) = board.start::<2>() {
        try_out_from(start, player, rivals, board_and_rule, pairs, seed, go_on)
    } else if let Some(start) = board.wide_start::<2>() {
        try_out_from(start, player, rivals, board_and_rule, pairs, seed, go_on)
    } else {
        Vec::new()
    }
}

fn try_out_from<W: Word>(
    start: Position<2, W>,
    player: RankedPlayer,
    rivals: &[RankedPlayer],
    (board, stuck): (&Board, StuckRule),
    pairs: u32,
    seed: Seed,
    mut go_on: impl FnMut(&[Score]) -> bool,
) -> Vec<Score> {
    let mut scores = vec![Score::default(); rivals.len()];
    let evaluator = Evaluator::new(EvaluationWeights::evolved(), board);
    for pair in 0..pairs {
        let seed = seed.child(u64::from(pair) + 1);
        for (score, rival) in scores.iter_mut().zip(rivals) {
            let players = [player, *rival].map(|player| player.on_board(&evaluator));
            score.add_pair(play_pair(board, start, stuck, players, seed));
        }
        if !go_on(&scores) {
            break;
        }
    }
    scores
}

/// Returns the score of a player against all others together.
pub fn total(scores: &[Score]) -> Score {
    let mut total = Score::default();
    for score in scores {
        total.add(score);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_and_that_of_the_rival_make_a_hundred_with_the_same_error() {
        let mut score = Score::default();
        for share in [1.0, 0.5, 0.5, 0.75] {
            score.add_pair(share);
        }
        let rival = score.of_rival();
        assert_eq!((score.games(), rival.games()), (8, 8));
        assert_eq!((score.percent(), rival.percent()), (68.75, 31.25));
        // The mean is 0.6875, and the squared differences 0.0977, twice 0.0352 and 0.0039 make 0.1719; a third of it is
        // the variance 0.0573, and 1.96 times the root of a quarter of that is 0.2346.
        assert!((score.error() - 23.46).abs() < 0.01, "{}", score.error());
        assert!((rival.error() - score.error()).abs() < 1e-9);
    }
}
