//! The rates at which the automatic players come through each dungeon of a descent. A player's own descents are
//! compared with these rates.

use super::heredity::Learning;
use super::players::Ruler;
use super::setup::Setup;
use crate::session::Difficulty;
use crate::session::survival::{REFERENCES, StageRates};

/// For each difficulty, the easiest first, and each automatic player in the order of [`Ruler::ALL`]: the number of
/// descents, then the numbers of those that came through the first dungeon, the second one, and so on. The enemies do
/// not learn.
///
/// Source: `evolvarium simulate dungeon --player all --setup SETUP --plays 1000 --seed thousand8` with the setups of
/// docs/measurements.md. The dungeons of hard are the first five of expert, so that both rest on the same descents.
const ALIVE: [[&[u32]; REFERENCES]; 4] = [
    [
        &[1000, 992, 976, 948],
        &[1000, 994, 963, 911],
        &[1000, 1000, 999, 999],
        &[1000, 992, 979, 958],
        &[1000, 979, 898, 750],
    ],
    [
        &[1000, 992, 976, 967, 947, 917],
        &[1000, 994, 963, 953, 913, 861],
        &[1000, 1000, 999, 999, 997, 996],
        &[1000, 992, 979, 973, 965, 952],
        &[1000, 979, 898, 844, 693, 452],
    ],
    [
        &[1000, 986, 956, 918, 823, 713],
        &[1000, 993, 926, 838, 708, 527],
        &[1000, 997, 997, 994, 979, 912],
        &[1000, 985, 963, 944, 900, 846],
        &[1000, 963, 811, 613, 352, 131],
    ],
    [
        &[1000, 986, 956, 918, 823, 713, 541],
        &[1000, 993, 926, 838, 708, 527, 332],
        &[1000, 997, 997, 994, 979, 912, 817],
        &[1000, 985, 963, 944, 900, 846, 748],
        &[1000, 963, 811, 613, 352, 131, 25],
    ],
];

/// What was measured of descents whose enemies learn.
struct WithLearning {
    /// The numbers as in [`ALIVE`], each descent with children of its own. A player without numbers was not measured.
    alive: [[&'static [u32]; REFERENCES]; 4],
    /// The factor by which players die more often below the first dungeon, at each difficulty, for the players in
    /// [`WithLearning::alive`] together. It is the exponent that turns a rate without learning into the rate that is
    /// expected of a player before the measurement is taken into account.
    factors: [f64; 4],
}

/// After each dungeon all kinds learn.
///
/// Source: `evolvarium simulate dungeon --player PLAYER --difficulty DIFFICULTY --plays 50 --seed ringing1`, and with
/// the seeds up to `ringing13`; for the thrower up to `ringing4`, all with version 8 of the ids, in which the places of
/// children were shared out by slightly other merits. The dungeons of hard are the first five of expert.
const ALL_KINDS: WithLearning = WithLearning {
    alive: [
        [
            &[650, 644, 617, 560],
            &[650, 645, 607, 506],
            &[650, 649, 644, 627],
            &[200, 197, 195, 188],
            &[],
        ],
        [
            &[650, 644, 617, 590, 523, 417],
            &[650, 645, 607, 561, 477, 335],
            &[650, 649, 644, 629, 593, 501],
            &[200, 197, 195, 191, 178, 168],
            &[],
        ],
        [
            &[650, 647, 599, 517, 369, 178],
            &[650, 638, 575, 435, 257, 86],
            &[650, 647, 637, 591, 462, 256],
            &[200, 199, 188, 172, 142, 100],
            &[],
        ],
        [
            &[650, 647, 599, 517, 369, 178, 71],
            &[650, 638, 575, 435, 257, 86, 23],
            &[650, 647, 637, 591, 462, 256, 131],
            &[200, 199, 188, 172, 142, 100, 60],
            &[],
        ],
    ],
    factors: [2.7, 5.5, 4.0, 3.7],
};

/// After each dungeon one kind learns.
const ONE_KIND: WithLearning = WithLearning {
    alive: [[&[]; REFERENCES]; 4],
    factors: [1.5, 2.5, 2.0, 2.0],
};

/// The number of descents that the expected rate counts for, beside those that were measured.
const EXPECTED: f64 = 10.0;

/// The rate at which a player comes through a dungeon, where the enemies do not learn.
fn rate_without_learning(difficulty: Difficulty, ruler: Ruler, at: usize) -> f64 {
    let alive = ALIVE[difficulty as usize][ruler as usize];
    // Half a descent is added to both outcomes, because no outcome is certain.
    (f64::from(alive[at + 1]) + 0.5) / (f64::from(alive[at]) + 1.0)
}

/// The rate at which a player comes through a dungeon.
fn rate_of(learning: Learning, difficulty: Difficulty, ruler: Ruler, at: usize) -> f64 {
    let off = rate_without_learning(difficulty, ruler, at);
    let measured = match learning {
        Learning::Off => return off,
        Learning::OneKind => &ONE_KIND,
        Learning::AllKinds => &ALL_KINDS,
    };
    // The enemies of the first dungeon have not learnt anything yet.
    if at == 0 {
        return off;
    }
    let expected = off.powf(measured.factors[difficulty as usize]);
    match measured.alive[difficulty as usize][ruler as usize] {
        [] => expected,
        alive => {
            let through = f64::from(alive[at + 1]) + EXPECTED * expected;
            through / (f64::from(alive[at]) + EXPECTED)
        }
    }
}

/// The rates of the dungeons of a setup; `None` unless the setup is that of a difficulty, whatever its learning and its
/// first dungeon.
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
    // The rates have as many digits as the measurement, because the player's file repeats them.
    let round = |rate: f64| (rate * 1e4).round() / 1e4;
    let stage = |at| Ruler::ALL.map(|ruler| round(rate_of(setup.learning, difficulty, ruler, at)));
    Some((0..usize::from(setup.depths)).map(stage).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dungeon_of_every_difficulty_has_rates_that_fall_with_the_kinds_that_learn() {
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
            let [off, one, all] = Learning::ALL.map(through);
            assert!(off > one && one > all, "{off} {one} {all}");
        }
    }

    #[test]
    fn the_rates_are_those_of_the_measurements() {
        // The rates of the careful player in docs/measurements.md; here half a descent is added to both outcomes of
        // each dungeon.
        for (difficulty, percent) in Difficulty::ALL.into_iter().zip([94.8, 91.7, 71.3, 54.1]) {
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
    fn learning_costs_each_player_what_was_measured() {
        // The percentages of descents that came through in docs/measurements.md, on easy, normal, hard and expert.
        for (ruler, percents) in [
            (Ruler::Careful, [86.2, 64.2, 27.4, 10.9]),
            (Ruler::Bold, [77.8, 51.5, 13.2, 3.5]),
            (Ruler::Sneaking, [96.5, 77.1, 39.4, 20.2]),
            (Ruler::Thrower, [94.0, 84.0, 50.0, 30.0]),
        ] {
            for (difficulty, percent) in Difficulty::ALL.into_iter().zip(percents) {
                let rates = of_setup(&Setup::of(difficulty)).expect("it is measured");
                let through = rates.iter().map(|stage| stage[ruler as usize]);
                let through = 100.0 * through.product::<f64>();
                let off = (through - percent).abs();
                // The expected rates pull the small measurements towards them.
                assert!(off < 5.0, "{ruler:?} {difficulty:?}: {through}");
            }
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
