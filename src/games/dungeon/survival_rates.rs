//! The rates at which the automatic players come through each dungeon of a descent. A player's own descents are
//! compared with these rates.

use std::ops::RangeInclusive;

use super::heredity::Learning;
use super::players::ReferencePlayer;
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

/// For each automatic player in the order of [`ReferencePlayer::ALL`]: the number of descents, then the numbers of those that
/// came through the first dungeon, the second one, and so on. A player without numbers was not measured.
type Alive = [&'static [u32]; REFERENCES];

/// The numbers for both ladders. The enemies do not learn.
///
/// Source: `evolvarium simulate dungeon --player all --setup SETUP --plays 1000 --seed thousand14` with the setups of
/// docs/measurements.md.
const ALIVE: [Alive; LADDERS] = [
    [
        &[1000, 996, 987, 955, 895, 796],
        &[1000, 997, 973, 945, 880, 753],
        &[1000, 1000, 999, 997, 991, 909],
        &[1000, 997, 986, 972, 957, 914],
        &[1000, 990, 921, 835, 629, 368],
    ],
    [
        &[1000, 990, 963, 920, 797, 643, 401],
        &[1000, 991, 959, 925, 791, 637, 395],
        &[1000, 999, 997, 987, 952, 700, 440],
        &[1000, 993, 978, 958, 909, 836, 682],
        &[1000, 966, 873, 708, 406, 167, 28],
    ],
];

/// The measured rates of descents whose enemies learn.
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
/// Source: `evolvarium simulate dungeon --player PLAYER --setup SETUP --plays 50 --seed heirs151`, and with the other seeds
/// and the setups of docs/measurements.md.
const ALL_KINDS: WithLearning = WithLearning {
    alive: [
        [
            &[1000, 990, 976, 908, 733, 492],
            &[1000, 998, 959, 867, 669, 404],
            &[1000, 1000, 996, 947, 713, 345],
            &[50, 50, 50, 48, 42, 35],
            &[],
        ],
        [
            &[1000, 995, 955, 842, 619, 333, 118],
            &[1000, 994, 946, 789, 561, 236, 61],
            &[1000, 998, 967, 767, 409, 97, 6],
            &[50, 50, 50, 46, 41, 27, 21],
            &[],
        ],
    ],
    factors: [4.4, 3.6],
};

/// After each dungeon one kind learns.
///
/// Source: the same, with the setups of one kind.
const ONE_KIND: WithLearning = WithLearning {
    alive: [
        [
            &[50, 50, 50, 48, 40, 32],
            &[50, 50, 49, 48, 42, 27],
            &[50, 50, 50, 49, 44, 31],
            &[150, 149, 149, 149, 145, 134],
            &[],
        ],
        [
            &[50, 50, 50, 47, 42, 28, 14],
            &[50, 50, 50, 46, 36, 25, 12],
            &[50, 50, 49, 48, 43, 21, 9],
            &[150, 149, 147, 144, 138, 120, 92],
            &[],
        ],
    ],
    factors: [2.0, 1.5],
};

/// The number of descents that the expected rate counts for, beside those that were measured.
const EXPECTED: f64 = 10.0;

/// The rate at which a player comes through a dungeon, where the enemies do not learn.
fn rate_without_learning(difficulty: Difficulty, reference: ReferencePlayer, at: usize) -> f64 {
    let alive = ALIVE[ladder(difficulty)][reference as usize];
    // Half a descent is added to both outcomes, because no outcome is certain.
    (f64::from(alive[at + 1]) + 0.5) / (f64::from(alive[at]) + 1.0)
}

/// The rate at which a player comes through a dungeon.
fn rate_of(
    learning: Learning,
    difficulty: Difficulty,
    reference: ReferencePlayer,
    at: usize,
) -> f64 {
    let off = rate_without_learning(difficulty, reference, at);
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
    match measured.alive[ladder(difficulty)][reference as usize] {
        [] => expected,
        alive => {
            let through = f64::from(alive[at + 1]) + EXPECTED * expected;
            through / (f64::from(alive[at]) + EXPECTED)
        }
    }
}

/// The numbers of dungeons of the descents that count as those of a difficulty; its own number is the greatest. The
/// dungeons of a descent do not depend on how many follow, so the rates of a ladder hold for every descent that ends
/// earlier. Such a descent counts as one of the easiest difficulty with at least as many dungeons.
pub fn depths_of(difficulty: Difficulty) -> RangeInclusive<u8> {
    let most = Setup::of(difficulty).depths;
    let same_ladder = |other: &Difficulty| ladder(*other) == ladder(difficulty);
    let others = Difficulty::ALL.into_iter().filter(same_ladder);
    let shorter = others
        .map(|other| Setup::of(other).depths)
        .filter(|depths| *depths < most);
    shorter.max().unwrap_or(0) + 1..=most
}

/// The probability with which a reference player comes through all stages.
pub fn rate_through(stages: &StageRates, player: ReferencePlayer) -> f64 {
    stages.iter().map(|stage| stage[player as usize]).product()
}

/// The rates of the dungeons of a setup. The setup may differ from that of a difficulty in its learning, and may
/// have fewer dungeons (see [`depths_of`]); for any other setup `None`.
pub fn of_setup(setup: &Setup) -> Option<StageRates> {
    let is_of = |difficulty: &Difficulty| {
        let usual = Setup {
            depths: setup.depths,
            learning: setup.learning,
            ..Setup::of(*difficulty)
        };
        *setup == usual && depths_of(*difficulty).contains(&setup.depths)
    };
    let difficulty = Difficulty::ALL.into_iter().find(is_of)?;
    // The rates have as many digits as the measurement, because the player's file repeats them.
    let round = |rate: f64| (rate * 1e4).round() / 1e4;
    let stage = |at| {
        ReferencePlayer::ALL
            .map(|reference| round(rate_of(setup.learning, difficulty, reference, at)))
    };
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
                rate_through(&rates, ReferencePlayer::Careful)
            };
            let [off, one, all] = Learning::ALL.map(through);
            assert!(off > one && one > all, "{off} {one} {all}");
        }
    }

    #[test]
    fn the_rates_are_those_of_the_measurements() {
        // The rates of the careful player in docs/measurements.md; here half a descent is added to both outcomes of
        // each dungeon.
        for (difficulty, percent) in Difficulty::ALL.into_iter().zip([95.5, 79.6, 64.3, 40.1]) {
            let setup = Setup {
                learning: Learning::Off,
                ..Setup::of(difficulty)
            };
            let rates = of_setup(&setup).expect("it is measured");
            let through = 100.0 * rate_through(&rates, ReferencePlayer::Careful);
            assert!((through - percent).abs() < 2.0, "{difficulty:?}: {through}");
        }
    }

    #[test]
    fn learning_costs_each_player_what_was_measured() {
        // The percentages of descents that came through in docs/measurements.md, on easy, normal, hard and expert.
        for (reference, percents) in [
            (ReferencePlayer::Careful, [91.0, 49.0, 33.0, 12.0]),
            (ReferencePlayer::Bold, [87.0, 40.0, 24.0, 6.0]),
            (ReferencePlayer::Sneaking, [95.0, 34.5, 10.0, 1.0]),
            (ReferencePlayer::Thrower, [96.0, 70.0, 54.0, 42.0]),
        ] {
            for (difficulty, percent) in Difficulty::ALL.into_iter().zip(percents) {
                let rates = of_setup(&Setup::of(difficulty)).expect("it is measured");
                let through = 100.0 * rate_through(&rates, reference);
                let error = (through - percent).abs();
                // The expected rates pull the small measurements towards them.
                assert!(error < 6.0, "{reference:?} {difficulty:?}: {through}");
            }
        }
    }

    #[test]
    fn a_descent_that_ends_earlier_has_the_same_rates() {
        let depths = Difficulty::ALL.map(depths_of);
        assert_eq!(depths, [1..=3, 4..=5, 1..=5, 6..=6]);
        for (difficulty, depths) in Difficulty::ALL.into_iter().zip(depths) {
            let whole = of_setup(&Setup::of(difficulty)).expect("it is measured");
            for depths in depths {
                let setup = Setup {
                    depths,
                    ..Setup::of(difficulty)
                };
                let rates = of_setup(&setup).expect("it is measured");
                assert_eq!(rates, whole[..usize::from(depths)]);
            }
        }
    }

    #[test]
    fn nothing_is_known_of_other_setups() {
        for difficulty in [Difficulty::Normal, Difficulty::Expert] {
            let mut setup = Setup::of(difficulty);
            setup.depths += 1;
            assert!(of_setup(&setup).is_none(), "nobody has been so deep");
        }
        let mut setup = Setup::default();
        setup.spec.rooms += 1;
        assert!(of_setup(&setup).is_none());
        let breed = setup.roster()[0].clone();
        assert!(of_setup(&Setup::arena(breed)).is_none());
    }
}
