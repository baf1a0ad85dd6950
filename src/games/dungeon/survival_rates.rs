//! How often the automatic players come through each dungeon of a descent: what a player's own descents are compared with.

use super::heredity::Learning;
use super::players::Ruler;
use super::setup::Setup;
use crate::session::Difficulty;
use crate::session::survival::{REFERENCES, StageRates};

/// For each difficulty, the easiest first, and each automatic player in the order of [`Ruler::ALL`]: the number of descents,
/// then how many of them came through the first dungeon, through the second one, and so on. The enemies do not learn.
///
/// Source: `evolvarium simulate dungeon --player all --setup SETUP --plays N --seed finalV6` with the setups of
/// docs/measurements.md and N, the first number of each row.
const ALIVE: [[&[u32]; REFERENCES]; 4] = [
    [
        &[1000, 994, 974, 942],
        &[1000, 993, 963, 889],
        &[1000, 997, 995, 994],
        &[1000, 995, 984, 965],
        &[756, 733, 676, 545],
    ],
    [
        &[396, 394, 388, 368, 333, 284],
        &[443, 441, 424, 384, 321, 235],
        &[422, 420, 420, 419, 413, 391],
        &[565, 562, 557, 533, 509, 470],
        &[938, 911, 831, 656, 437, 210],
    ],
    [
        &[333, 320, 305, 288, 241, 191, 135],
        &[451, 434, 398, 347, 258, 175, 100],
        &[401, 399, 398, 398, 392, 368, 321],
        &[497, 482, 469, 455, 420, 383, 317],
        &[685, 643, 555, 399, 214, 89, 17],
    ],
    [
        &[440, 426, 407, 386, 274, 178, 93],
        &[533, 514, 470, 409, 249, 129, 54],
        &[408, 405, 404, 404, 370, 289, 205],
        &[734, 717, 699, 673, 564, 433, 308],
        &[1000, 935, 813, 588, 225, 45, 4],
    ],
];

/// How many times as often heroes die below the first dungeon when the enemies there are children of those above. With slow
/// learning the careful player came through 51 of 100 normal descents, and without through 70; with quick learning through
/// 33, and through 77 of the same ones without (docs/measurements.md). It was not measured for the others, so they are taken
/// to suffer as much; what a player's own descents show outweighs it soon.
fn hazard_of(learning: Learning) -> f64 {
    match learning {
        Learning::Off => 1.0,
        Learning::Slow => 1.8,
        Learning::Quick => 4.2,
    }
}

/// The rates of the dungeons of a setup; `None` unless it is one of the difficulties, with enemies that learn in any way.
pub fn of_setup(setup: &Setup) -> Option<StageRates> {
    let is_of = |difficulty: &Difficulty| {
        let usual = Setup {
            learning: setup.learning,
            graph: setup.graph.clone(),
            locks: setup.locks.clone(),
            ..Setup::of(*difficulty)
        };
        *setup == usual
    };
    let difficulty = Difficulty::ALL.into_iter().find(is_of)?;
    let alive = &ALIVE[difficulty as usize];
    let stage = |at: usize| {
        let hazard = if at == 0 {
            1.0
        } else {
            hazard_of(setup.learning)
        };
        let rate = |ruler: Ruler| {
            let alive = alive[ruler as usize];
            // Half a descent more and less, because nothing is sure.
            let rate = (f64::from(alive[at + 1]) + 0.5) / (f64::from(alive[at]) + 1.0);
            // As many digits as the measurement has, because the player's file repeats them.
            (rate.powf(hazard) * 1e4).round() / 1e4
        };
        Ruler::ALL.map(rate)
    };
    Some((0..usize::from(setup.depths)).map(stage).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dungeon_of_every_difficulty_has_rates_that_fall_with_learning() {
        for difficulty in Difficulty::ALL {
            let through = |learning: Learning| {
                let setup = Setup {
                    learning,
                    ..Setup::of(difficulty)
                };
                let rates = of_setup(&setup).expect("it is measured");
                assert_eq!(rates.len(), usize::from(setup.depths));
                assert!(
                    rates
                        .iter()
                        .flatten()
                        .all(|rate| *rate > 0.0 && *rate < 1.0)
                );
                let careful = rates.iter().map(|stage| stage[Ruler::Careful as usize]);
                careful.product::<f64>()
            };
            let [off, quick, slow] = [Learning::Off, Learning::Quick, Learning::Slow].map(through);
            assert!(off > slow && slow > quick, "{off} {slow} {quick}");
        }
    }

    #[test]
    fn the_rates_are_those_of_the_measurements() {
        // The careful player in docs/measurements.md, of 1,000 descents: an error of 1.6 there, and of 2.7 here.
        for (difficulty, percent) in Difficulty::ALL.into_iter().zip([94.0, 70.0, 45.0, 23.0]) {
            let setup = Setup {
                learning: Learning::Off,
                ..Setup::of(difficulty)
            };
            let rates = of_setup(&setup).expect("it is measured");
            let careful = rates.iter().map(|stage| stage[Ruler::Careful as usize]);
            let through = 100.0 * careful.product::<f64>();
            assert!((through - percent).abs() < 6.0, "{difficulty:?}: {through}");
        }
    }

    #[test]
    fn nothing_is_known_of_other_setups() {
        let mut setup = Setup::default();
        setup.spec.rooms += 1;
        assert!(of_setup(&setup).is_none());
        let breed = setup.roster()[0].clone();
        assert!(of_setup(&Setup::arena(breed)).is_none());
    }
}
