//! A model of how a player chooses among alternatives, with a weight for each of their attributes (the conditional
//! logit model, McFadden 1974).
//!
//! An alternative has attributes, such as the immediate gain of a move. Each attribute has a weight, and an alternative
//! is chosen with a probability that is proportional to the exponential of the weighted sum of its attributes. Large
//! weights mean a careful player, and small ones a careless player.
//!
//! The estimated weights are those with which the model has the same mean of each attribute as the choices that were
//! seen, apart from a normal prior around the usual weights. So the model gains as much as the player does, even if the
//! player chooses in a way that the model cannot express. If the player sees all that is known of the worth of the
//! alternatives, these weights have the largest posterior density; else this is the method of moments with instruments
//! (Hansen 1982).

use crate::generation::Stream;

/// The attributes of an alternative, or a weight for each of them.
pub type Attributes<const N: usize> = [f64; N];

/// Alternatives, of which one was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<const N: usize> {
    /// The probability of each alternative without its attributes, up to a common factor.
    pub before: Vec<f64>,
    /// The attributes of each alternative, by which the model chooses.
    pub alternatives: Vec<Attributes<N>>,
    /// The real worth of the alternatives, attribute by attribute. More may be known of it than the player sees before
    /// the choice.
    pub worth: Vec<Attributes<N>>,
    /// The index of the alternative that was chosen.
    pub chosen: usize,
}

/// The distribution of the weights before choices are seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior<const N: usize> {
    /// The usual weights.
    pub mean: Attributes<N>,
    /// The standard deviation of people's weights from them.
    pub deviation: Attributes<N>,
}

/// The estimated weights of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceModel<const N: usize> {
    /// The weights.
    pub weights: Attributes<N>,
}

/// The most steps of Newton's method. It nearly always needs fewer than ten.
const MOST_STEPS: usize = 40;
/// The imbalance at which the search ends.
const BALANCED: f64 = 1e-6;
/// The search ends if no step longer than this part of Newton's step is an improvement.
const SHORTEST_STEP: f64 = 1e-3;

impl<const N: usize> ChoiceModel<N> {
    /// Learns the weights from choices, by Newton's method with shorter steps where the full one leads too far.
    pub fn of(choices: &[Choice<N>], prior: &Prior<N>) -> Self {
        let mut here = Point::at(prior.mean, choices, prior);
        for _ in 0..MOST_STEPS {
            let step = inverse_of(&here.slope).map(|row| dot(&row, &here.missing));
            let Some(next) = improved_point(&here, &step, choices, prior) else {
                break;
            };
            here = next;
            if here.imbalance < BALANCED {
                break;
            }
        }
        ChoiceModel {
            weights: here.weights,
        }
    }
}

/// The next point in the direction of a step, if it is better.
fn improved_point<const N: usize>(
    here: &Point<N>,
    step: &Attributes<N>,
    choices: &[Choice<N>],
    prior: &Prior<N>,
) -> Option<Point<N>> {
    let mut length = 1.0;
    while length > SHORTEST_STEP {
        let weights = std::array::from_fn(|at| here.weights[at] + length * step[at]);
        let next = Point::at(weights, choices, prior);
        if next.imbalance < here.imbalance {
            return Some(next);
        }
        length /= 2.0;
    }
    None
}

/// A comparison of the model with the choices at some weights.
struct Point<const N: usize> {
    weights: Attributes<N>,
    /// The amount of each attribute that the model lacks, the prior included.
    missing: Attributes<N>,
    /// The amount of each attribute (row) that a change of each weight (column) adds.
    slope: [[f64; N]; N],
    /// The size of the missing amounts: the sum of their squares, in units of the prior.
    imbalance: f64,
}

impl<const N: usize> Point<N> {
    fn at(weights: Attributes<N>, choices: &[Choice<N>], prior: &Prior<N>) -> Self {
        let mut point = Point {
            weights,
            missing: [0.0; N],
            slope: [[0.0; N]; N],
            imbalance: 0.0,
        };
        for (at, weight) in weights.iter().enumerate() {
            let precision = prior.deviation[at].powi(-2);
            point.missing[at] -= precision * (weight - prior.mean[at]);
            point.slope[at][at] += precision;
        }
        for choice in choices {
            point.add(choice);
        }
        let scaled = (0..N).map(|at| (point.missing[at] * prior.deviation[at]).powi(2));
        point.imbalance = scaled.sum();
        point
    }

    /// Adds a choice.
    fn add(&mut self, choice: &Choice<N>) {
        let chances = probabilities(&choice.before, &self.weights, &choice.alternatives);
        let mean_of = |attributes: &[Attributes<N>]| -> Attributes<N> {
            let parts = || chances.iter().zip(attributes);
            std::array::from_fn(|at| parts().map(|(chance, one)| chance * one[at]).sum())
        };
        let (mean, worth) = (mean_of(&choice.alternatives), mean_of(&choice.worth));
        let alternatives = choice.alternatives.iter().zip(&choice.worth);
        for (chance, (seen, real)) in chances.iter().zip(alternatives) {
            for row in 0..N {
                let off = chance * (real[row] - worth[row]);
                for at in 0..N {
                    self.slope[row][at] += off * (seen[at] - mean[at]);
                }
            }
        }
        let chosen = &choice.worth[choice.chosen];
        for (missing, (own, mean)) in self.missing.iter_mut().zip(chosen.iter().zip(worth)) {
            *missing += own - mean;
        }
    }
}

/// The probability with which each alternative is chosen; `before` is the probability without the attributes, up to a
/// common factor.
pub fn probabilities<const N: usize>(
    before: &[f64],
    weights: &Attributes<N>,
    alternatives: &[Attributes<N>],
) -> Vec<f64> {
    let sums = (before.iter().zip(alternatives))
        .map(|(before, attributes)| dot(weights, attributes) + before.ln());
    let mut chances: Vec<f64> = sums.collect();
    let most = chances.iter().copied().fold(f64::MIN, f64::max);
    // The largest value becomes 1, so that no value overflows.
    chances
        .iter_mut()
        .for_each(|sum| *sum = (*sum - most).exp());
    let all: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= all);
    chances
}

/// Chooses an alternative by the probability of each; `None` if there is none.
pub fn choose(chances: &[f64], rng: &mut Stream) -> Option<usize> {
    let mut left = rng.random_f64();
    let chosen = chances.iter().position(|chance| {
        left -= chance;
        left <= 0.0
    });
    // The sum may be a little below 1.
    chosen.or(chances.len().checked_sub(1))
}

fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The inverse of a matrix whose diagonal outweighs the rest, by Gauss and Jordan.
fn inverse_of<const N: usize>(matrix: &[[f64; N]; N]) -> [[f64; N]; N] {
    let mut left = *matrix;
    let mut right: [[f64; N]; N] =
        std::array::from_fn(|row| std::array::from_fn(|at| f64::from(u8::from(row == at))));
    for at in 0..N {
        let pivot = left[at][at];
        left[at].iter_mut().for_each(|number| *number /= pivot);
        right[at].iter_mut().for_each(|number| *number /= pivot);
        let (pivot_left, pivot_right) = (left[at], right[at]);
        for row in (0..N).filter(|row| *row != at) {
            let times = left[row][at];
            for column in 0..N {
                left[row][column] -= times * pivot_left[column];
                right[row][column] -= times * pivot_right[column];
            }
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::{Purpose, Seed};

    const PRIOR: Prior<2> = Prior {
        mean: [0.0, 0.0],
        deviation: [3.0, 3.0],
    };

    /// A number of choices among five alternatives.
    fn choices(weights: [f64; 2], count: usize) -> Vec<Choice<2>> {
        let mut rng = Seed(5).stream(Purpose::Player);
        let choice = |_| {
            let alternatives: Vec<[f64; 2]> = (0..5)
                .map(|_| [rng.random_f64(), f64::from(rng.random_below(3))])
                .collect();
            let chances = probabilities(&[1.0; 5], &weights, &alternatives);
            let chosen = choose(&chances, &mut rng).expect("there are five");
            Choice {
                before: vec![1.0; 5],
                worth: alternatives.clone(),
                alternatives,
                chosen,
            }
        };
        (0..count).map(choice).collect()
    }

    /// The standard deviation of a weight that was learnt from choices.
    fn deviation(model: &ChoiceModel<2>, choices: &[Choice<2>], at: usize) -> f64 {
        let here = Point::at(model.weights, choices, &PRIOR);
        inverse_of(&here.slope)[at][at].sqrt()
    }

    #[test]
    fn the_weights_of_somebody_are_found_again_and_more_choices_make_them_surer() {
        let weights = [2.0, -1.0];
        let [few_choices, many_choices] = [100, 4_000].map(|count| choices(weights, count));
        let few = ChoiceModel::of(&few_choices, &PRIOR);
        let many = ChoiceModel::of(&many_choices, &PRIOR);
        for (at, weight) in weights.iter().enumerate() {
            let few_deviation = deviation(&few, &few_choices, at);
            let deviation = deviation(&many, &many_choices, at);
            assert!(deviation < few_deviation / 4.0, "{few:?} {many:?}");
            let off = (many.weights[at] - weight).abs();
            assert!(off < 4.0 * deviation, "{many:?}");
        }
    }

    #[test]
    fn without_choices_the_prior_is_believed_in() {
        let model = ChoiceModel::of(&[], &PRIOR);
        assert_eq!(model.weights, PRIOR.mean);
        assert!((deviation(&model, &[], 0) - 3.0).abs() < 1e-9);
    }

    /// A player who always takes the largest first attribute: no finite weight is the most likely one.
    #[test]
    fn somebody_without_errors_gets_finite_weights_and_the_model_gains_as_much() {
        let mut seen = choices([0.0, 0.0], 300);
        for choice in &mut seen {
            let gains = choice.alternatives.iter().enumerate();
            let best = gains.max_by(|(_, one), (_, other)| one[0].total_cmp(&other[0]));
            choice.chosen = best.expect("there are five").0;
        }
        let model = ChoiceModel::of(&seen, &PRIOR);
        assert!(
            model.weights[0] > 5.0 && model.weights[0].is_finite(),
            "{model:?}"
        );
        let gain = |choice: &Choice<2>| {
            let chances = probabilities(&choice.before, &model.weights, &choice.alternatives);
            let parts = chances.iter().zip(&choice.alternatives);
            let expected: f64 = parts.map(|(chance, one)| chance * one[0]).sum();
            choice.alternatives[choice.chosen][0] - expected
        };
        let missed = seen.iter().map(gain).sum::<f64>() / seen.len() as f64;
        assert!((0.0..0.1).contains(&missed), "{missed}");
    }
}
