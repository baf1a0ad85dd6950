//! How often the automatic players come through each dungeon of a descent: what a player's own descents are compared with.

use super::heredity::Learning;
use super::players::Ruler;
use super::setup::Setup;
use crate::session::Difficulty;
use crate::session::survival::{REFERENCES, StageRates};

/// For each difficulty, the easiest first, and each automatic player in the order of [`Ruler::ALL`]: the number of descents,
/// then how many of them came through the first dungeon, through the second one, and so on. The enemies do not learn.
///
/// Source: `evolvarium simulate dungeon --player all --setup SETUP --plays 200 --seed rates6` with the setups of
/// docs/measurements.md. The dungeons of hard are the first five of expert, so that both rest on the same descents.
const ALIVE: [[&[u32]; REFERENCES]; 4] = [
    [
        &[200, 198, 197, 191],
        &[200, 198, 190, 173],
        &[200, 200, 200, 199],
        &[200, 198, 197, 193],
        &[200, 194, 170, 139],
    ],
    [
        &[200, 198, 197, 194, 190, 184],
        &[200, 198, 190, 186, 178, 160],
        &[200, 200, 200, 200, 199, 199],
        &[200, 198, 197, 197, 194, 193],
        &[200, 194, 170, 162, 133, 91],
    ],
    [
        &[200, 198, 189, 179, 161, 140],
        &[200, 196, 178, 159, 126, 81],
        &[200, 200, 199, 199, 199, 182],
        &[200, 198, 191, 185, 179, 166],
        &[200, 195, 166, 118, 67, 29],
    ],
    [
        &[200, 198, 189, 179, 161, 140, 104],
        &[200, 196, 178, 159, 126, 81, 49],
        &[200, 200, 199, 199, 199, 182, 162],
        &[200, 198, 191, 185, 179, 166, 146],
        &[200, 195, 166, 118, 67, 29, 5],
    ],
];

/// How many times as often heroes die below the first dungeon when the enemies there learn quickly, at each difficulty: so
/// often that the careful player comes through about as many descents as in docs/measurements.md. The others are taken to
/// suffer as much; what a player's own descents show outweighs it soon.
const QUICK: [f64; 4] = [4.0, 6.0, 3.0, 2.8];
/// The same where they learn slowly: of careful heroes on normal, as it was when it had version 3 of the ids, 51 of 100 came
/// through, and 70 where enemies did not learn.
const SLOW: f64 = 1.8;

fn hazard_of(learning: Learning, difficulty: Difficulty) -> f64 {
    match learning {
        Learning::Off => 1.0,
        Learning::Slow => SLOW,
        Learning::Quick => QUICK[difficulty as usize],
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
            hazard_of(setup.learning, difficulty)
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
        // The careful player in docs/measurements.md: those descents, with half a descent more and less in each dungeon.
        for (difficulty, percent) in Difficulty::ALL.into_iter().zip([95.5, 92.0, 70.0, 52.0]) {
            let setup = Setup {
                learning: Learning::Off,
                ..Setup::of(difficulty)
            };
            let rates = of_setup(&setup).expect("it is measured");
            let careful = rates.iter().map(|stage| stage[Ruler::Careful as usize]);
            let through = 100.0 * careful.product::<f64>();
            assert!((through - percent).abs() < 2.0, "{difficulty:?}: {through}");
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
