//! The rates at which the automatic players come through each dungeon of a descent. A player's own descents are
//! compared with these rates.

use super::heredity::Learning;
use super::players::Ruler;
use super::setup::Setup;
use crate::session::Difficulty;
use crate::session::survival::{REFERENCES, StageRates};

/// The number of ladders of dungeons.
const LADDERS: usize = 2;

/// The ladder of dungeons that a difficulty goes down: easy has the first three dungeons of normal, and hard the first
/// five of expert.
fn ladder(difficulty: Difficulty) -> usize {
    match difficulty {
        Difficulty::Easy | Difficulty::Normal => 0,
        Difficulty::Hard | Difficulty::Expert => 1,
    }
}

/// For each automatic player in the order of [`Ruler::ALL`]: the number of descents, then the numbers of those that
/// came through the first dungeon, the second one, and so on. A player without numbers was not measured.
type Alive = [&'static [u32]; REFERENCES];

/// The numbers for both ladders. The enemies do not learn.
///
/// Source: `evolvarium simulate dungeon --player all --setup SETUP --plays 1000 --seed thousand13` with the setups of
/// docs/measurements.md.
const ALIVE: [Alive; LADDERS] = [
    [
        &[1000, 991, 979, 963, 904, 853],
        &[1000, 996, 975, 947, 861, 791],
        &[1000, 998, 998, 996, 986, 958],
        &[1000, 990, 978, 972, 953, 931],
        &[1000, 984, 902, 785, 555, 368],
    ],
    [
        &[1000, 990, 961, 916, 774, 600, 377],
        &[1000, 995, 955, 891, 754, 567, 369],
        &[1000, 998, 994, 990, 952, 713, 450],
        &[1000, 993, 974, 953, 885, 811, 687],
        &[1000, 979, 874, 696, 389, 153, 31],
    ],
];

/// What was measured of descents whose enemies learn.
struct WithLearning {
    /// The numbers as in [`ALIVE`], each descent with children of its own.
    alive: [Alive; LADDERS],
    /// The factor by which players die more often below the first dungeon, for both ladders and all players in
    /// [`WithLearning::alive`] together. It is the exponent that turns a rate without learning into the rate that is
    /// expected of a player before the measurement is taken into account.
    factors: [f64; LADDERS],
}

/// After each dungeon all kinds learn.
///
/// Source: `evolvarium simulate dungeon --player PLAYER --setup SETUP --plays 50 --seed heirs131`, and with the following
/// seeds, with the setups of docs/measurements.md.
const ALL_KINDS: WithLearning = WithLearning {
    alive: [
        [
            &[150, 150, 147, 133, 107, 80],
            &[150, 149, 145, 129, 91, 64],
            &[150, 150, 146, 135, 96, 56],
            &[150, 150, 149, 143, 134, 127],
            &[],
        ],
        [
            &[150, 148, 142, 121, 88, 37, 13],
            &[150, 149, 134, 110, 76, 24, 6],
            &[100, 99, 97, 73, 31, 7, 1],
            &[100, 97, 97, 94, 84, 55, 41],
            &[],
        ],
    ],
    factors: [5.0, 3.2],
};

/// After each dungeon one kind learns.
///
/// Source: the same, with the setups of one kind.
const ONE_KIND: WithLearning = WithLearning {
    alive: [
        [
            &[50, 50, 49, 48, 45, 39],
            &[50, 50, 50, 49, 40, 32],
            &[50, 50, 48, 48, 44, 35],
            &[50, 50, 48, 48, 47, 45],
            &[],
        ],
        [
            &[50, 48, 47, 42, 32, 19, 11],
            &[50, 50, 48, 43, 32, 16, 5],
            &[50, 49, 48, 45, 35, 17, 11],
            &[50, 47, 47, 46, 41, 33, 23],
            &[],
        ],
    ],
    factors: [2.3, 2.0],
};

/// The number of descents that the expected rate counts for, beside those that were measured.
const EXPECTED: f64 = 10.0;

/// The rate at which a player comes through a dungeon, where the enemies do not learn.
fn rate_without_learning(difficulty: Difficulty, ruler: Ruler, at: usize) -> f64 {
    let alive = ALIVE[ladder(difficulty)][ruler as usize];
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
    let expected = off.powf(measured.factors[ladder(difficulty)]);
    match measured.alive[ladder(difficulty)][ruler as usize] {
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
        for (difficulty, percent) in Difficulty::ALL.into_iter().zip([96.3, 85.3, 60.0, 37.7]) {
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
            (Ruler::Careful, [88.7, 53.3, 24.7, 8.7]),
            (Ruler::Bold, [86.0, 42.7, 16.0, 4.0]),
            (Ruler::Sneaking, [90.0, 37.3, 7.0, 1.0]),
            (Ruler::Thrower, [95.3, 84.7, 55.0, 41.0]),
        ] {
            for (difficulty, percent) in Difficulty::ALL.into_iter().zip(percents) {
                let rates = of_setup(&Setup::of(difficulty)).expect("it is measured");
                let through = rates.iter().map(|stage| stage[ruler as usize]);
                let through = 100.0 * through.product::<f64>();
                let off = (through - percent).abs();
                // The expected rates pull the small measurements towards them.
                assert!(off < 6.0, "{ruler:?} {difficulty:?}: {through}");
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
