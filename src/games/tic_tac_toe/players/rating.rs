//! The strength of the opponents on 3x3, as ratings that tell how often one beats another (see `session::rating`).
//!
//! The ratings have the maximum likelihood for the matches below (Bradley and Terry 1952); a test finds them again.
//! Each pair counts as much as any other. A score against the random player alone would not do: it ranks `evolved90`
//! above strategies that never lose, because those win less often against blunders.

use super::{Opponent, StrategyGoal};
use crate::session::rating;

/// The ratings of the strategies that are evolved to score 20, 30 and so on up to 90 percent.
const EVOLVED: [f64; 8] = [320.0, 408.0, 498.0, 566.0, 648.0, 680.0, 766.0, 854.0];
/// The difference between the scores of two neighbours among them, in percent.
const STEP: usize = 10;

impl Opponent {
    /// Returns the rating on the board of 3x3; `None` if it was not measured. The rating of a strategy that is evolved
    /// for a score between 20, 30 and so on is not measured itself: it is interpolated between those of its neighbours.
    pub fn rating(&self) -> Option<f64> {
        Some(match self {
            Opponent::Random => 567.0,
            Opponent::Rules => rating::USUAL,
            Opponent::Minimax => 1_065.0,
            Opponent::Search(None) => 1_055.0,
            Opponent::Evolved(StrategyGoal::Unbeaten) => 976.0,
            Opponent::Evolved(StrategyGoal::Score(score)) => evolved(*score)?,
            Opponent::Search(Some(_)) | Opponent::Saved(_) => return None,
        })
    }
}

/// The rating of a strategy with a score in percent, interpolated linearly between those of the two nearest scores that
/// were measured; `None` for a score that cannot be evolved.
fn evolved(score: u8) -> Option<f64> {
    let above = usize::from(score.checked_sub(StrategyGoal::LEAST)?);
    let (at, rest) = (above / STEP, above % STEP);
    let (low, high) = (*EVOLVED.get(at)?, EVOLVED.get(at + 1));
    let part = rest as f64 / STEP as f64;
    Some(low + part * (high.unwrap_or(&low) - low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::rating::expected_score;

    const NAMES: [&str; 13] = [
        "random",
        "rules",
        "minimax",
        "search",
        "evolved20",
        "evolved30",
        "evolved40",
        "evolved50",
        "evolved60",
        "evolved70",
        "evolved80",
        "evolved90",
        "unbeaten",
    ];

    /// The part of the points, in percent, that each opponent has won against each one after it. Games between players
    /// without chance are exact, each side beginning once, in the mean of six strategies (seeds 1 to 6); those of
    /// `random` are 2,000 games, and those of `search` 40. Source: `evolvarium duel tic-tac-toe random rules --games
    /// 2000` and so on.
    const MATCHES: [&[f64]; 12] = [
        &[
            16.13, 5.40, 2.50, 79.66, 69.60, 59.84, 50.27, 40.37, 30.55, 20.61, 10.63, 14.75,
        ],
        &[
            25.00, 50.00, 100.0, 95.83, 95.83, 91.67, 87.50, 91.67, 87.50, 79.17, 50.00,
        ],
        &[
            50.00, 95.83, 95.83, 95.83, 95.83, 87.50, 95.83, 87.50, 79.17, 50.00,
        ],
        &[
            100.0, 100.0, 100.0, 91.67, 87.50, 95.83, 91.67, 79.17, 50.00,
        ],
        &[38.19, 31.25, 15.28, 14.58, 7.64, 0.0, 0.0, 9.72],
        &[39.58, 24.31, 20.83, 18.06, 4.86, 1.39, 11.11],
        &[38.19, 42.36, 25.00, 13.19, 5.56, 15.97],
        &[29.17, 24.31, 19.44, 15.28, 18.06],
        &[45.14, 33.33, 19.44, 15.28],
        &[41.67, 28.47, 9.03],
        &[38.89, 18.06],
        &[26.39],
    ];

    /// The number of games that each match counts as. Half a win and half a loss are added, so that the ratings stay
    /// finite.
    const WEIGHT: f64 = 100.0;

    fn rating_of(at: usize) -> f64 {
        let opponent: Opponent = NAMES[at].parse().expect("an opponent");
        opponent.rating().expect("it was measured")
    }

    /// The part of the points that one has won against another.
    fn share(one: usize, other: usize) -> f64 {
        let (first, second) = (one.min(other), one.max(other));
        let percent = MATCHES[first][second - first - 1];
        let share = (percent / 100.0 * WEIGHT + 0.5) / (WEIGHT + 1.0);
        if one < other { share } else { 1.0 - share }
    }

    #[test]
    fn the_ratings_are_those_that_make_the_matches_most_likely() {
        for (one, name) in NAMES.iter().enumerate() {
            let (mut slope, mut bend) = (0.0, 0.0);
            for other in (0..NAMES.len()).filter(|other| *other != one) {
                let expected = expected_score(rating_of(one), rating_of(other));
                slope += share(one, other) - expected;
                bend += expected * (1.0 - expected);
            }
            // One step of Newton from here to the maximum likelihood.
            let off = slope / bend * 400.0 / std::f64::consts::LN_10;
            assert!(off.abs() < 4.0, "{name} is {off} off");
        }
    }

    #[test]
    fn strategies_between_the_measured_ones_lie_between_and_others_have_no_rating() {
        let goals = (StrategyGoal::LEAST..=StrategyGoal::MOST).map(evolved);
        let ratings: Option<Vec<f64>> = goals.collect();
        let ratings = ratings.expect("all of them");
        let lie_between = ratings.is_sorted_by(|one, next| one < next);
        assert!(lie_between && ratings[5] == 364.0, "{ratings:?}");
        assert_eq!(evolved(StrategyGoal::LEAST - 1), None);
        for text in ["search3", "kept.mossy"] {
            let opponent: Opponent = text.parse().expect("an opponent");
            assert_eq!(opponent.rating(), None, "{text}");
        }
    }
}
