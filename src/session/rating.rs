//! A rating: an estimate of the strength of a player from games against rivals of known strength.
//!
//! Against a rival with the rating Q a player with the rating R is expected to score 1 / (1 + 10^((Q - R) / 400))
//! (Bradley and Terry 1952, on the scale of Elo 1978). A drawn game is half a win. The estimate is a weight for each
//! rating of a grid, which every result changes (Bayes). Before each game the weights spread a little, because people
//! get better.

use super::forecast::Forecast;

/// The rating of the opponent of the usual difficulty in every game. The strength of a new player is unknown, so the
/// prior has its mean there.
pub const USUAL: f64 = 1_000.0;
/// The standard deviation of new players' ratings from it.
const SPREAD: f64 = 600.0;
/// The standard deviation of the change of a rating between two games.
const DRIFT: f64 = 20.0;

/// The lowest rating of the grid.
const LOWEST: f64 = -1_000.0;
/// The distance between two ratings of the grid.
const STEP: f64 = 25.0;
/// The number of ratings of the grid, up to 4,000.
const COUNT: usize = 201;

/// The estimate of the strength of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The weight of each rating of the grid. They sum up to 1.
    weights: Vec<f64>,
}

impl Default for Rating {
    /// The prior: the rating of a player who has not played yet.
    fn default() -> Self {
        let weight = |at: usize| (-0.5 * ((rating_at(at) - USUAL) / SPREAD).powi(2)).exp();
        let mut rating = Rating {
            weights: (0..COUNT).map(weight).collect(),
        };
        rating.normalise();
        rating
    }
}

impl Rating {
    /// Learns from a game against a rival with a rating. The score is 1 for a win, 0.5 for a draw and 0 for a loss.
    pub fn observe(&mut self, rival: f64, score: f64) {
        self.spread();
        for (at, weight) in self.weights.iter_mut().enumerate() {
            let expected = expected_score(rating_at(at), rival);
            *weight *= expected.powf(score) * (1.0 - expected).powf(1.0 - score);
        }
        self.normalise();
    }

    /// Returns the mean.
    pub fn mean(&self) -> f64 {
        let parts = self.weights.iter().enumerate();
        parts.map(|(at, weight)| rating_at(at) * weight).sum()
    }

    /// Returns the standard deviation, in points of the rating.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let parts = self.weights.iter().enumerate();
        let square = |(at, weight): (usize, &f64)| (rating_at(at) - mean).powi(2) * weight;
        parts.map(square).sum::<f64>().sqrt()
    }

    /// Returns the score that is expected against a rival with a rating, more than 0 and less than 1.
    pub fn expected(&self, rival: f64) -> f64 {
        self.scores(rival)
            .map(|(score, weight)| score * weight)
            .sum()
    }

    /// Returns this score with its interval.
    pub fn forecast(&self, rival: f64) -> Forecast {
        Forecast::of(self.scores(rival).collect())
    }

    /// The score of each rating of the grid against a rival, with the weight of the rating.
    fn scores(&self, rival: f64) -> impl Iterator<Item = (f64, f64)> {
        let parts = self.weights.iter().enumerate();
        parts.map(move |(at, weight)| (expected_score(rating_at(at), rival), *weight))
    }

    /// Moves a part of each weight to the ratings beside it. The part that would leave the grid stays.
    fn spread(&mut self) {
        let part = (DRIFT / STEP).powi(2) / 2.0;
        let before = self.weights.clone();
        for (at, weight) in self.weights.iter_mut().enumerate() {
            let below = before[at.saturating_sub(1)];
            let above = before[(at + 1).min(COUNT - 1)];
            *weight += part * (below + above - 2.0 * before[at]);
        }
    }

    fn normalise(&mut self) {
        let sum: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|weight| *weight /= sum);
    }
}

/// Whether the estimate can learn from a rival with this rating.
pub fn is_possible(rating: f64) -> bool {
    (rating_at(0)..=rating_at(COUNT - 1)).contains(&rating)
}

/// The score that a player is expected to have against a rival, more than 0 and less than 1, from their ratings.
pub fn expected_score(player: f64, rival: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((rival - player) / 400.0))
}

/// The rating of a player who is expected to have a score, more than 0 and less than 1, against a rival.
pub fn rating_for_score(score: f64, rival: f64) -> f64 {
    rival + 400.0 * (score / (1.0 - score)).log10()
}

/// A rating of the grid.
fn rating_at(at: usize) -> f64 {
    LOWEST + STEP * at as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(games: &[(f64, f64)]) -> Rating {
        let mut rating = Rating::default();
        for (rival, score) in games {
            rating.observe(*rival, *score);
        }
        rating
    }

    #[test]
    fn four_hundred_points_are_ten_to_one() {
        assert_eq!(expected_score(1_000.0, 1_000.0), 0.5);
        assert!((expected_score(1_400.0, 1_000.0) - 10.0 / 11.0).abs() < 1e-12);
        for score in [0.02, 0.5, 0.9] {
            let rating = rating_for_score(score, 700.0);
            assert!((expected_score(rating, 700.0) - score).abs() < 1e-12);
        }
    }

    #[test]
    fn wins_raise_a_rating_losses_lower_it_and_draws_bring_it_to_the_rival() {
        let new = Rating::default();
        assert!((new.mean() - USUAL).abs() < 1.0 && (new.deviation() - SPREAD).abs() < 20.0);
        assert!(after(&[(1_000.0, 1.0)]).mean() > new.mean() + 50.0);
        assert!(after(&[(1_000.0, 0.0)]).mean() < new.mean() - 50.0);
        let drawn = after(&[(1_500.0, 0.5); 60]);
        assert!((drawn.mean() - 1_500.0).abs() < 40.0, "{}", drawn.mean());
    }

    #[test]
    fn games_make_it_surer_and_the_newest_count_most() {
        let half = [(1_000.0, 1.0), (1_000.0, 0.0)].repeat(15);
        let known = after(&half);
        assert!(known.deviation() < Rating::default().deviation() / 4.0);
        let forecast = known.forecast(1_000.0);
        assert!((forecast.rate - 0.5).abs() < 0.06, "{forecast:?}");
        assert!(forecast.low > 0.25 && forecast.high < 0.75, "{forecast:?}");
        let rising = [[(1_000.0, 0.0); 20], [(1_000.0, 1.0); 20]].concat();
        let falling = [[(1_000.0, 1.0); 20], [(1_000.0, 0.0); 20]].concat();
        assert!(after(&rising).mean() > after(&falling).mean() + 60.0);
    }

    #[test]
    fn the_strangest_results_leave_a_rating_on_the_grid() {
        for (rival, score) in [(-1_000.0, 0.0), (4_000.0, 1.0)] {
            let rating = after(&[(rival, score); 300]);
            assert!(rating.mean().is_finite() && is_possible(rating.mean()));
            let sum: f64 = rating.weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
        assert!(!is_possible(f64::NAN) && !is_possible(9_000.0));
    }
}
