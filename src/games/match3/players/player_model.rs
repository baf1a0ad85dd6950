//! The player model: how a player chooses among the swaps of a board, by habits and a few weights (see
//! [`choice_model`]).

use serde::{Deserialize, Serialize};

use super::greedy;
use super::habits::Habits;
use super::look_ahead::{self, Outlook};
use crate::games::match3::rules::{Game, Swap};
use crate::generation::Stream;
use crate::session::choice_model::{self, Attributes};

/// The number of attributes of a swap.
pub const ATTRIBUTES: usize = 8;

/// The model of a player: a swap is as probable as by the habits, times the exponential of its weighted attributes. Ids
/// from before habits were learnt have weights alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlayerModel {
    /// The habits, which the weights correct.
    pub habits: Habits,
    /// The weight of each attribute, in hundredths.
    pub weights: [i16; ATTRIBUTES],
}

impl PlayerModel {
    /// The largest weight, in hundredths.
    pub const MOST: i16 = 1_500;

    /// The model with some habits and weights.
    pub fn of(habits: Habits, weights: &Attributes<ATTRIBUTES>) -> Self {
        let most = f64::from(PlayerModel::MOST);
        let weights = weights.map(|weight| (100.0 * weight).round().clamp(-most, most) as i16);
        PlayerModel { habits, weights }
    }

    /// Chooses a swap; `None` if there is none.
    pub fn choose(self, game: &Game, rng: &mut Stream) -> Option<Swap> {
        let (swaps, features): (Vec<Swap>, Vec<SwapFeatures>) =
            SwapFeatures::foreseen(game).into_iter().unzip();
        let weights = self.weights.map(|weight| f64::from(weight) / 100.0);
        let before = self.habits.chances(&features);
        let chances = choice_model::probabilities(&before, &weights, &attributes(&features));
        let chosen = choice_model::choose(&chances, rng)?;
        Some(swaps[chosen])
    }
}

/// The features of a swap, foreseen or measured. Files hold the five numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u8, u8, u8, u8, u8)", into = "(u8, u8, u8, u8, u8)")]
pub struct SwapFeatures {
    /// The amount that its first match takes for the goals. If it takes blocks or layers, this is their number plus 1;
    /// otherwise it is 1 if the match hits a special cell, and 0 if not.
    pub(super) taken: u8,
    /// The value of its outlook, in fifths of a block.
    pub(super) ahead: u8,
    /// The blocks that it clears, those of later steps of a cascade more than once, in fifths.
    pub(super) cleared: u8,
    /// The power pieces after it, in fifths.
    pub(super) powers: u8,
    /// The row of its lower block, from the top.
    pub(super) row: u8,
}

impl From<(u8, u8, u8, u8, u8)> for SwapFeatures {
    fn from((taken, ahead, cleared, powers, row): (u8, u8, u8, u8, u8)) -> Self {
        SwapFeatures {
            taken,
            ahead,
            cleared,
            powers,
            row,
        }
    }
}

impl From<SwapFeatures> for (u8, u8, u8, u8, u8) {
    fn from(one: SwapFeatures) -> Self {
        (one.taken, one.ahead, one.cleared, one.powers, one.row)
    }
}

/// The largest difference from the best swap that counts, in fifths of a block.
const MOST_LOST: u8 = 40;
/// The number of parts into which a block is divided.
const PARTS: f64 = 5.0;

impl SwapFeatures {
    /// The features of every swap of a position, as they can be foreseen.
    pub fn foreseen(game: &Game) -> Vec<(Swap, SwapFeatures)> {
        let foresight = look_ahead::foreseen_outlooks(game);
        features_of_swaps(game, foresight)
    }

    /// The features of every swap of a position, measured with random refills, in the order of
    /// [`SwapFeatures::foreseen`].
    pub fn measured(game: &Game, rng: &mut Stream) -> Vec<(Swap, SwapFeatures)> {
        let hindsight = look_ahead::mean_outlooks(game, rng);
        features_of_swaps(game, hindsight)
    }

    /// The amount that its first match takes for the goals. If it takes blocks or layers, this is their number plus 1;
    /// otherwise it is 1 if the match hits a special cell, and 0 if not.
    pub fn taken(self) -> u8 {
        self.taken
    }

    /// The value of its outlook, in blocks.
    pub fn ahead(self) -> f64 {
        f64::from(self.ahead) / PARTS
    }
}

fn features_of_swaps(
    game: &Game,
    outlook: impl Fn(Swap) -> Option<Outlook>,
) -> Vec<(Swap, SwapFeatures)> {
    let gain = greedy::valuation(game);
    let parts = |number: f64| (PARTS * number).round().clamp(0.0, u8::MAX.into()) as u8;
    let of_swap = |swap: Swap| {
        let outlook = outlook(swap)?;
        let features = SwapFeatures {
            taken: match gain(swap) {
                0 => 0,
                gain if gain < greedy::GOAL_GAIN => 1,
                gain => (gain - greedy::GOAL_GAIN + 1).min(u8::MAX.into()) as u8,
            },
            ahead: parts(outlook.value),
            cleared: parts(outlook.points / 10.0),
            powers: parts(outlook.powers),
            row: swap.b().row() as u8,
        };
        Some((swap, features))
    };
    let swaps = game.board().swaps();
    swaps.iter().filter_map(of_swap).collect()
}

/// The attributes of all swaps of a position.
pub fn attributes(features: &[SwapFeatures]) -> Vec<Attributes<ATTRIBUTES>> {
    let most = |of: fn(&SwapFeatures) -> u8| features.iter().map(of).max().unwrap_or(0);
    let (most_taken, most_ahead) = (most(|one| one.taken), most(|one| one.ahead));
    let is = |yes: bool| f64::from(u8::from(yes));
    let of = |one: &SwapFeatures| {
        [
            is(one.taken > 1),
            f64::from(one.taken.saturating_sub(1)) / 3.0,
            -f64::from((most_ahead - one.ahead).min(MOST_LOST)) / (3.0 * PARTS),
            is(one.taken == most_taken),
            is(one.ahead == most_ahead),
            f64::from(one.cleared) / (5.0 * PARTS),
            f64::from(one.powers) / PARTS,
            f64::from(one.row) / 8.0,
        ]
    };
    features.iter().map(of).collect()
}
