//! Learns the model of a player from their swaps.

use serde::{Deserialize, Serialize};

use super::habits::Habits;
use super::player_model::{ATTRIBUTES, PlayerModel, SwapFeatures, attributes};
use crate::games::match3::rules::{Game, Swap};
use crate::generation::{Purpose, Seed};
use crate::session::choice_model::{Choice, ChoiceModel, Prior};

/// The evidence of a swap: the features of all swaps on the board, and which of them was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The index of the swap.
    own: u8,
    /// The features of all swaps on the board, as they could be foreseen.
    #[serde(rename = "looks")]
    foreseen: Vec<SwapFeatures>,
    /// The features of the same swaps, measured with random refills.
    worth: Vec<SwapFeatures>,
}

impl Evidence {
    /// The evidence of a swap, before it is made; `None` if the board does not have the swap, or no other one.
    pub fn of(game: &Game, swap: Swap, seed: Seed) -> Option<Self> {
        let foreseen = SwapFeatures::foreseen(game);
        let own = foreseen.iter().position(|(one, _)| *one == swap)?;
        let own = u8::try_from(own).ok()?;
        let worth = SwapFeatures::measured(game, &mut seed.stream(Purpose::Player));
        let only = |all: Vec<(Swap, SwapFeatures)>| {
            all.into_iter().map(|(_, features)| features).collect()
        };
        let evidence = Evidence {
            own,
            foreseen: only(foreseen),
            worth: only(worth),
        };
        evidence.is_possible().then_some(evidence)
    }

    /// Whether a position can have these values. A file may hold any values.
    pub fn is_possible(&self) -> bool {
        let count = self.foreseen.len();
        (2..=MOST_SWAPS).contains(&count)
            && self.worth.len() == count
            && usize::from(self.own) < count
    }

    /// Whether no other swap takes more for the goals.
    fn takes_most(&self) -> bool {
        let most = self.foreseen.iter().map(|one| one.taken()).max();
        Some(self.foreseen[usize::from(self.own)].taken()) == most
    }

    /// The blocks by which the best swap leads farther.
    fn lost(&self) -> f64 {
        let own = self.foreseen[usize::from(self.own)].ahead();
        let most = self.foreseen.iter().map(|one| one.ahead());
        most.fold(own, f64::max) - own
    }

    /// The blocks that the swap gains over a swap made at random, and those that the best swap gains over it.
    fn gains(&self) -> (f64, f64) {
        let most = self.foreseen.iter().map(|one| one.ahead());
        let most = most.fold(0.0, f64::max);
        let worth = |one: &SwapFeatures| one.ahead().max(most - MOST_BEHIND);
        let all: f64 = self.foreseen.iter().map(worth).sum();
        let random = all / self.foreseen.len() as f64;
        let own = worth(&self.foreseen[usize::from(self.own)]);
        (own - random, most - random)
    }

    fn choice(&self, habits: Habits) -> Choice<ATTRIBUTES> {
        Choice {
            before: habits.chances(&self.foreseen),
            alternatives: attributes(&self.foreseen),
            worth: attributes(&self.worth),
            chosen: self.own.into(),
        }
    }
}

/// The blocks by which a swap can be behind the best one in [`Evidence::gains`]. A swap that wins is worth so much more
/// that it would outweigh a whole level.
const MOST_BEHIND: f64 = 8.0;

/// The most swaps that a board can have: two for each of 144 cells.
const MOST_SWAPS: usize = 288;

/// The prior of the weights, by which a player departs from their habits. It is narrow, so that a few hundred swaps
/// change the weights only where the habits are clearly wrong.
pub const PRIOR: Prior<ATTRIBUTES> = Prior {
    mean: [0.0; ATTRIBUTES],
    deviation: [0.1; ATTRIBUTES],
};

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Figure {
    /// The mean of some numbers.
    fn of(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let count = (numbers.clone().count() as f64).max(1.0);
        let mean = numbers.clone().sum::<f64>() / count;
        let square = numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / count;
        Figure {
            mean,
            error: (square / count).sqrt(),
        }
    }

    /// The sum of the first numbers of all pairs, as a part of the sum of the second ones; 0 if that sum is not above
    /// 0. The error is that of a ratio of means.
    fn of_ratio(pairs: &[(f64, f64)]) -> Self {
        let whole: f64 = pairs.iter().map(|(_, of)| of).sum();
        if whole <= 0.0 {
            return Figure {
                mean: 0.0,
                error: 0.0,
            };
        }
        let mean = pairs.iter().map(|(part, _)| part).sum::<f64>() / whole;
        let rest = pairs.iter().map(|(part, of)| (part - mean * of).powi(2));
        Figure {
            mean,
            error: rest.sum::<f64>().sqrt() / whole,
        }
    }
}

/// The model that was learnt of a player, and the statistics of their swaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// Their model.
    pub model: PlayerModel,
    /// The part of their swaps that take as much for the goals as the best swap.
    pub takes_most: Figure,
    /// The part of their swaps that lead as far as the best swap.
    pub leads_farthest: Figure,
    /// The blocks that they give away with a swap, as far as that can be foreseen.
    pub lost: Figure,
    /// Their gain over swaps made at random, as a part of the gain of the best swaps: 0 for somebody who swaps at
    /// random, 1 for somebody who always makes the swap that leads farthest.
    pub gained: Figure,
    /// The number of swaps that were seen.
    pub swaps: usize,
}

impl Belief {
    /// Learns from swaps, the oldest and the newest with the same weight.
    pub fn of(swaps: &[Evidence]) -> Self {
        let moves = swaps
            .iter()
            .map(|swap| (&swap.foreseen[..], swap.own.into()));
        let habits = Habits::of(moves);
        let choices: Vec<Choice<ATTRIBUTES>> =
            swaps.iter().map(|swap| swap.choice(habits)).collect();
        let model = ChoiceModel::of(&choices, &PRIOR);
        let part = |yes: bool| f64::from(u8::from(yes));
        Belief {
            model: PlayerModel::of(habits, &model.weights),
            takes_most: Figure::of(swaps.iter().map(|swap| part(swap.takes_most()))),
            leads_farthest: Figure::of(swaps.iter().map(|swap| part(swap.lost() == 0.0))),
            lost: Figure::of(swaps.iter().map(Evidence::lost)),
            gained: Figure::of_ratio(&swaps.iter().map(Evidence::gains).collect::<Vec<_>>()),
            swaps: swaps.len(),
        }
    }
}
