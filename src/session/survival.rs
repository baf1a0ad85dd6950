//! Survival: an estimate of the rate at which a player comes through a row of stages, such as the dungeons of a
//! descent, each of which may be the last.
//!
//! The rates at which some reference players come through each stage are known. A player is taken for a mixture of
//! them, but dies more or less often than the mixture by a factor. The estimate is a weight for each mixture and each
//! such factor of a grid, which every try changes (Bayes). Older tries count less, because people get better.

use super::forecast::Forecast;

/// The number of reference players.
pub const REFERENCES: usize = 5;

/// For each stage, in order, the probability with which each of the reference players comes through it, more than 0 and
/// less than 1.
pub type StageRates = Vec<[f64; REFERENCES]>;

/// The number of equal parts of a mixture, which are shared among the reference players.
const PARTS: usize = 3;
/// The factors of the hazard are these powers of 2.
const POWERS: [f64; 7] = [-2.0, -4.0 / 3.0, -2.0 / 3.0, 0.0, 2.0 / 3.0, 4.0 / 3.0, 2.0];
/// The standard deviation of people's factors from 1, as a power of 2.
const SPREAD: f64 = 1.1;
/// The factor by which the weight of a try falls with each later try.
const MEMORY: f64 = 0.98;

/// A hypothesis about a player: a mixture of the reference players, and a factor by which the player dies more or less
/// often than this mixture.
#[derive(Clone, Debug, PartialEq)]
struct SurvivalHypothesis {
    /// The part of each reference player. The parts sum up to 1.
    mixture: [f64; REFERENCES],
    /// The factor of the hazard: the player dies this many times as often as the mixture.
    hazard: f64,
    /// The logarithms of the weight before anything is known, and of the weight now.
    prior: f64,
    weight: f64,
}

impl SurvivalHypothesis {
    /// The logarithm of the probability of coming through a stage.
    fn log_rate(&self, stage: &[f64; REFERENCES]) -> f64 {
        let parts = self.mixture.iter().zip(stage);
        self.hazard * parts.map(|(part, rate)| part * rate).sum::<f64>().ln()
    }

    /// The logarithm of the probability of coming through a number of stages and not through the next one, if there is
    /// one.
    fn log_likelihood(&self, rates: &[[f64; REFERENCES]], passed: usize) -> f64 {
        let alive: f64 = rates.iter().take(passed).map(|s| self.log_rate(s)).sum();
        let last = rates.get(passed).map(|stage| self.log_rate(stage).exp());
        alive + last.map_or(0.0, |rate| (1.0 - rate).max(f64::MIN_POSITIVE).ln())
    }

    /// The probability of coming through all stages.
    fn rate(&self, rates: &[[f64; REFERENCES]]) -> f64 {
        let logs = rates.iter().map(|stage| self.log_rate(stage));
        logs.sum::<f64>().exp()
    }
}

/// The estimate of a player's survival.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    hypotheses: Vec<SurvivalHypothesis>,
}

impl Default for Survival {
    /// The prior: a player who has not tried yet.
    fn default() -> Self {
        let hypotheses = mixtures().into_iter().flat_map(|mixture| {
            POWERS.map(|power| {
                let prior = -0.5 * (power / SPREAD).powi(2);
                SurvivalHypothesis {
                    mixture,
                    hazard: power.exp2(),
                    prior,
                    weight: prior,
                }
            })
        });
        Survival {
            hypotheses: hypotheses.collect(),
        }
    }
}

impl Survival {
    /// Learns from a try in which the player came through `passed` stages.
    pub fn observe(&mut self, rates: &[[f64; REFERENCES]], passed: usize) {
        for hypothesis in &mut self.hypotheses {
            let remembered = hypothesis.prior + MEMORY * (hypothesis.weight - hypothesis.prior);
            hypothesis.weight = remembered + hypothesis.log_likelihood(rates, passed);
        }
        // Only the differences count, and the numbers stay small.
        let most = self
            .hypotheses
            .iter()
            .map(|hypothesis| hypothesis.weight)
            .fold(f64::MIN, f64::max);
        for hypothesis in &mut self.hypotheses {
            hypothesis.weight -= most;
        }
    }

    /// Returns the rate at which the player is expected to come through all stages, 0 to 1.
    pub fn expected(&self, rates: &[[f64; REFERENCES]]) -> f64 {
        let all: f64 = self
            .hypotheses
            .iter()
            .map(|hypothesis| hypothesis.weight.exp())
            .sum();
        let parts = self.rates(rates).map(|(rate, weight)| rate * weight);
        parts.sum::<f64>() / all
    }

    /// Returns this rate with its interval.
    pub fn forecast(&self, rates: &[[f64; REFERENCES]]) -> Forecast {
        Forecast::of(self.rates(rates).collect())
    }

    /// The rate of each hypothesis, with its weight.
    fn rates(&self, rates: &[[f64; REFERENCES]]) -> impl Iterator<Item = (f64, f64)> {
        let hypotheses = self.hypotheses.iter();
        hypotheses.map(move |hypothesis| (hypothesis.rate(rates), hypothesis.weight.exp()))
    }
}

/// Returns, after each of a player's tries, the rate at which they were expected to come through some stages. A try is
/// its stages and the number of those that they came through; the oldest is the first. A hundred tries take a
/// hundredth of a second.
pub fn course(tries: &[(StageRates, usize)], stages: &[[f64; REFERENCES]]) -> Vec<Forecast> {
    let mut survival = Survival::default();
    let after = |(rates, passed): &(StageRates, usize)| {
        survival.observe(rates, *passed);
        survival.forecast(stages)
    };
    tries.iter().map(after).collect()
}

/// All mixtures of the reference players.
fn mixtures() -> Vec<[f64; REFERENCES]> {
    let base = PARTS + 1;
    let counts = (0..base.pow(REFERENCES as u32)).map(|number| {
        let digit = |at: usize| number / base.pow(at as u32) % base;
        std::array::from_fn(digit)
    });
    let whole = counts.filter(|counts: &[usize; REFERENCES]| counts.iter().sum::<usize>() == PARTS);
    whole
        .map(|counts| counts.map(|count| count as f64 / PARTS as f64))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three stages that the reference players come through more and less often.
    fn rates() -> StageRates {
        vec![[0.99, 0.95, 0.9, 0.8, 0.6]; 3]
    }

    #[test]
    fn the_mixtures_are_all_of_them_and_each_once() {
        let all = mixtures();
        // There are 7 over 4 ways to share 3 parts among 5 players.
        assert_eq!(all.len(), 35);
        for (at, one) in all.iter().enumerate() {
            assert!((one.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{one:?}");
            assert!(!all[..at].contains(one), "{one:?}");
        }
    }

    #[test]
    fn the_probabilities_of_all_ends_sum_up_to_one() {
        let rates = rates();
        for hypothesis in Survival::default().hypotheses {
            let ends =
                (0..=rates.len()).map(|passed| hypothesis.log_likelihood(&rates, passed).exp());
            assert!((ends.sum::<f64>() - 1.0).abs() < 1e-9, "{hypothesis:?}");
        }
    }

    #[test]
    fn a_course_ends_with_what_is_expected_now() {
        let tries: Vec<(StageRates, usize)> = (0..6).map(|passed| (rates(), passed % 4)).collect();
        let mut survival = Survival::default();
        for (rates, passed) in &tries {
            survival.observe(rates, *passed);
        }
        let course = course(&tries, &rates());
        assert_eq!(course.len(), tries.len());
        assert_eq!(course.last(), Some(&survival.forecast(&rates())));
        assert!(course[3].rate > course[0].rate, "{course:?}");
    }

    #[test]
    fn a_player_who_comes_through_is_expected_to_and_one_who_dies_early_is_not() {
        let (rates, new) = (rates(), Survival::default());
        let (mut good, mut bad) = (new.clone(), new.clone());
        for _ in 0..20 {
            good.observe(&rates, 3);
            bad.observe(&rates, 0);
        }
        let [good, new, bad] = [&good, &new, &bad].map(|survival| survival.forecast(&rates));
        assert!(good.rate > 0.9 && bad.rate < 0.1, "{good:?} {bad:?}");
        assert!(
            good.high - good.low < (new.high - new.low) / 2.0,
            "{good:?} {new:?}"
        );
    }
}
