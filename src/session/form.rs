//! Form: the scores that a player is expected to have against rivals, from the moves that the player chooses, corrected
//! by the results.
//!
//! An automatic player that chooses like the player plays against some rivals of known strength in the background.
//! Between their ratings the logarithm of the odds is interpolated, and beyond them it follows the scale of the
//! ratings. It is off by a difference that is taken to be the same against all rivals, because no person chooses quite
//! as the model does. The difference is estimated from the results (Bayes).

use super::forecast::Forecast;

/// The standard deviation of people's odds from those of the automatic player that chooses like them, in logarithms of
/// the odds.
const MISMATCH: f64 = 0.3;
/// The largest difference that is thought possible, in either direction.
const WIDEST: f64 = 2.0;
/// The number of possible differences.
const COUNT: usize = 81;
/// The logarithm of the odds for each point of a rating.
const ODDS_OF_POINT: f64 = std::f64::consts::LN_10 / 400.0;

/// A score against a rival.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RivalScore {
    /// The rating of the rival, on the scale of [`rating`](super::rating).
    pub rival: f64,
    /// The score, 0 to 1: of one game, or the mean of many.
    pub score: f64,
}

/// The scores that a player is expected to have.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The scores of the automatic player, the weakest rival first, at least one.
    scores: Vec<RivalScore>,
    /// The weight of each difference. They sum up to 1.
    weights: Vec<f64>,
}

impl Form {
    /// The form from the mean scores of the automatic player, each more than 0 and less than 1, and from the results of
    /// the player; `None` without scores.
    pub fn of(mut scores: Vec<RivalScore>, results: &[RivalScore]) -> Option<Self> {
        scores.sort_by(|one, other| one.rival.total_cmp(&other.rival));
        if scores.is_empty() {
            return None;
        }
        let mut form = Form {
            scores,
            weights: Vec::new(),
        };
        let density = |difference: f64| {
            let prior = -0.5 * (difference / MISMATCH).powi(2);
            let seen = results.iter().map(|RivalScore { rival, score }| {
                let rate = rate_of(form.odds(*rival) + difference);
                score * rate.ln() + (1.0 - score) * (1.0 - rate).ln()
            });
            prior + seen.sum::<f64>()
        };
        let logs: Vec<f64> = differences().map(density).collect();
        let most = logs.iter().copied().fold(f64::MIN, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
        let sum: f64 = weights.iter().sum();
        form.weights = weights.iter().map(|weight| weight / sum).collect();
        Some(form)
    }

    /// Returns the score that is expected against a rival with a rating, more than 0 and less than 1.
    pub fn expected(&self, rival: f64) -> f64 {
        let scores = self.rates(rival);
        scores.map(|(score, weight)| score * weight).sum()
    }

    /// Returns this score with its interval.
    pub fn forecast(&self, rival: f64) -> Forecast {
        Forecast::of(self.rates(rival).collect())
    }

    fn rates(&self, rival: f64) -> impl Iterator<Item = (f64, f64)> {
        let odds = self.odds(rival);
        let rates = differences().map(move |difference| rate_of(odds + difference));
        rates.zip(self.weights.iter().copied())
    }

    /// The logarithm of the odds of the automatic player against a rival.
    fn odds(&self, rival: f64) -> f64 {
        let odds = |at: usize| odds_of(self.scores[at].score);
        let above = self.scores.partition_point(|one| one.rival < rival);
        let beyond = |at: usize| odds(at) - ODDS_OF_POINT * (rival - self.scores[at].rival);
        if above == 0 {
            return beyond(0);
        }
        if above == self.scores.len() {
            return beyond(above - 1);
        }
        let (low, high) = (self.scores[above - 1].rival, self.scores[above].rival);
        let part = (rival - low) / (high - low);
        odds(above - 1) + part * (odds(above) - odds(above - 1))
    }
}

fn differences() -> impl Iterator<Item = f64> {
    (0..COUNT).map(|at| WIDEST * (2.0 * at as f64 / (COUNT - 1) as f64 - 1.0))
}

fn rate_of(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

fn odds_of(rate: f64) -> f64 {
    (rate / (1.0 - rate)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [RivalScore; 2] = [
        RivalScore {
            rival: 1_000.0,
            score: 0.5,
        },
        RivalScore {
            rival: 600.0,
            score: 0.9,
        },
    ];

    fn form(results: &[RivalScore]) -> Form {
        Form::of(SCORES.to_vec(), results).expect("there are scores")
    }

    /// The result of a game against a rival of 1,000 points.
    fn result(score: f64) -> RivalScore {
        RivalScore {
            rival: 1_000.0,
            score,
        }
    }

    #[test]
    fn without_results_the_scores_of_the_automatic_player_are_expected() {
        assert_eq!(Form::of(Vec::new(), &[result(1.0)]), None);
        let form = form(&[]);
        assert!((form.expected(1_000.0) - 0.5).abs() < 0.01);
        assert!((form.expected(600.0) - 0.9).abs() < 0.02);
        assert!((0.7..0.8).contains(&form.expected(800.0)));
        // 400 points are ten to one.
        assert!((0.08..0.11).contains(&form.expected(1_400.0)));
        assert!(form.expected(200.0) > 0.97);
    }

    #[test]
    fn results_move_all_expectations_and_make_them_surer() {
        let lost = form(&[result(0.0); 30]);
        let even = form(&[[result(0.0); 100], [result(1.0); 100]].concat());
        let new = form(&[]);
        assert!(lost.expected(1_000.0) < 0.38, "{}", lost.expected(1_000.0));
        assert!(lost.expected(600.0) < 0.87);
        assert!((even.expected(1_000.0) - 0.5).abs() < 0.01);
        let width = |form: &Form| form.forecast(1_000.0).high - form.forecast(1_000.0).low;
        assert!(
            width(&even) < width(&new),
            "{} {}",
            width(&even),
            width(&new)
        );
    }
}
