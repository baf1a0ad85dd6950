//! The weights of the fitness terms as a player sets them, and their text in game ids.

use std::fmt;

use super::fitness::Weights;
use crate::base::{SHORT, excerpt};

/// The keys of the name and of the explanation of each term, in the order of [`WeightsInTenths`].
pub const TERMS: [[&str; 2]; 8] = [
    ["dungeon.term.distance", "dungeon.term.distance.what"],
    ["dungeon.term.degree", "dungeon.term.degree.what"],
    ["dungeon.term.rooms", "dungeon.term.rooms.what"],
    ["dungeon.term.chests", "dungeon.term.chests.what"],
    ["dungeon.term.enemies", "dungeon.term.enemies.what"],
    ["dungeon.term.format", "dungeon.term.format.what"],
    ["dungeon.term.loops", "dungeon.term.loops.what"],
    ["dungeon.term.ground", "dungeon.term.ground.what"],
];

/// The weights of the fitness terms in tenths and in the order of the terms, each from
/// -[`WeightsInTenths::MAX`] to [`WeightsInTenths::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WeightsInTenths(pub [i16; 8]);

impl WeightsInTenths {
    /// The largest weight in tenths.
    pub const MAX: i16 = 500;
    /// [`Weights::GAME`] in tenths.
    pub const GAME: WeightsInTenths = WeightsInTenths([10, -10, 3, 10, 10, 10, 40, 10]);
    /// [`Weights::ORIGINAL`] in tenths.
    pub const ORIGINAL: WeightsInTenths = WeightsInTenths([10, -10, -4, 10, 10, 10, 0, 10]);

    /// The nearest weights in tenths.
    pub fn of(weights: &Weights) -> Self {
        let all = [
            weights.distance,
            weights.degree,
            weights.rooms,
            weights.chests,
            weights.enemies,
            weights.format,
            weights.loops,
            weights.ground,
        ];
        WeightsInTenths(all.map(|weight| (10.0 * weight).round() as i16))
    }

    /// The weights as they enter the fitness; `furthest` is that of [`Weights::furthest`].
    pub fn to_weights(self, furthest: f64) -> Weights {
        let [
            distance,
            degree,
            rooms,
            chests,
            enemies,
            format,
            loops,
            ground,
        ] = self.0.map(|tenths| f64::from(tenths) / 10.0);
        Weights {
            distance,
            degree,
            rooms,
            chests,
            enemies,
            format,
            loops,
            ground,
            furthest,
            base: Weights::GAME.base,
        }
    }

    /// Raises or lowers a weight to the next round value: small weights in small steps, large ones in large steps.
    pub fn step(&mut self, term: usize, up: bool) {
        let tenths = &mut self.0[term];
        *tenths = next_round(*tenths, up).clamp(-Self::MAX, Self::MAX);
    }
}

/// The ends of ranges that begin at 0 or at the end before, and the width of the steps in each range, in tenths.
const STEPS: [(i16, i16); 4] = [(10, 1), (50, 5), (100, 10), (200, 20)];
/// The width of the steps between larger weights.
const LARGEST_STEP: i16 = 50;

/// The next round value above or below a weight, in tenths.
fn next_round(tenths: i16, up: bool) -> i16 {
    let size = tenths.abs();
    let is_growing = up == (tenths >= 0);
    // A step away from 0 has the width of the steps above the weight, and a step towards 0 has the width of the steps
    // below it.
    let width = |(end, _): &&(i16, i16)| {
        if is_growing {
            size < *end
        } else {
            size <= *end
        }
    };
    let step = STEPS
        .iter()
        .find(width)
        .map_or(LARGEST_STEP, |(_, step)| *step);
    let size = match (is_growing, tenths) {
        (false, 0) | (true, _) => (size / step + 1) * step,
        (false, _) => (size - 1) / step * step,
    };
    if tenths > 0 || tenths == 0 && up {
        size
    } else {
        -size
    }
}

/// The weight of ground in texts that do not name it.
const USUAL_GROUND: i16 = WeightsInTenths::GAME.0[7];

/// Writes the weights as in game ids: the numbers are separated by dots, and an n follows a negative one. The usual
/// weight of ground is left out, as it is in texts from before there was ground.
impl fmt::Display for WeightsInTenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [named @ .., ground] = &self.0;
        let ground = Some(ground).filter(|ground| **ground != USUAL_GROUND);
        for (at, tenths) in named.iter().chain(ground).enumerate() {
            let dot = if at > 0 { "." } else { "" };
            let sign = if *tenths < 0 { "n" } else { "" };
            write!(f, "{dot}{}{sign}", tenths.abs())?;
        }
        Ok(())
    }
}

/// A text that is not a list of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a list of fitness weights: write seven or eight tenths as 10.10n.3.10.10.10.20.5, n \
     after negative ones, up to {most}",
    most = WeightsInTenths::MAX
)]
pub struct WeightsError(String);

impl std::str::FromStr for WeightsInTenths {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let error = || WeightsError(excerpt(text, SHORT));
        let one = |part: &str| -> Option<i16> {
            let digits = part.strip_suffix('n').unwrap_or(part);
            let canonical = digits == "0" && part == "0"
                || !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
            let tenths: i16 = canonical.then(|| digits.parse().ok())??;
            let sign = if digits.len() < part.len() { -1 } else { 1 };
            (tenths <= WeightsInTenths::MAX).then_some(sign * tenths)
        };
        let parts: Option<Vec<i16>> = text.split('.').map(one).collect();
        let mut parts = parts.ok_or_else(error)?;
        if parts.len() == 7 {
            parts.push(USUAL_GROUND);
        } else if parts.last() == Some(&USUAL_GROUND) {
            // The same weights have only one text.
            return Err(error());
        }
        let parts: Option<[i16; 8]> = parts.try_into().ok();
        parts.map(WeightsInTenths).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_in_tenths_are_those_of_the_fitness() {
        let same = |tenths: WeightsInTenths, weights: Weights| {
            assert_eq!(tenths.to_weights(weights.furthest), weights);
            assert_eq!(WeightsInTenths::of(&weights), tenths);
        };
        same(WeightsInTenths::GAME, Weights::GAME);
        same(WeightsInTenths::ORIGINAL, Weights::ORIGINAL);
    }

    #[test]
    fn a_few_steps_lead_from_any_weight_to_0_and_back_again() {
        for start in [180, 500, -500, -4, 3, 1] {
            let mut weights = WeightsInTenths([start; 8]);
            let mut seen = vec![start];
            while weights.0[0] != 0 {
                weights.step(0, start < 0);
                seen.push(weights.0[0]);
            }
            assert!(seen.len() <= 36, "{seen:?}");
            for before in seen.iter().rev().skip(1) {
                weights.step(0, start > 0);
                assert_eq!(weights.0[0], *before);
            }
        }
        let mut odd = WeightsInTenths([187; 8]);
        odd.step(1, true);
        odd.step(2, false);
        assert_eq!(odd.0[..3], [187, 200, 180]);
        let mut most = WeightsInTenths([WeightsInTenths::MAX; 8]);
        most.step(0, true);
        assert_eq!(most.0[0], WeightsInTenths::MAX);
    }
}
