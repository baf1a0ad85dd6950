//! The strength of the opponents, as ratings that tell how often one beats another (see `session::rating`).
//!
//! The ratings have the maximum likelihood for the matches below (Bradley and Terry 1952); a test finds them again.
//! Each pair of opponents counts as 400 games at most, because no such scale fits all pairs: level 2 beats level 1 more
//! often, and the weakest sets more seldom, than their ratings say.

use super::{Blend, Level, Opponent};
use crate::session::rating::{self, expected_score, rating_for_score};

/// The ratings of the levels, the weakest first. Level 3 is the opponent of the usual difficulty.
const LEVELS: [f64; 8] = [
    209.0,
    655.0,
    rating::USUAL,
    1_749.0,
    2_254.0,
    2_656.0,
    3_087.0,
    3_531.0,
];

/// The tenths of the blends that were measured.
const MEASURED_TENTHS: [u8; 3] = [2, 5, 8];

/// The ratings of the measured blends above the levels 1 to 5.
const BLENDS: [[f64; 3]; 5] = [
    [277.0, 416.0, 564.0],
    [686.0, 801.0, 933.0],
    [1_110.0, 1_317.0, 1_559.0],
    [1_840.0, 2_033.0, 2_178.0],
    [2_332.0, 2_443.0, 2_559.0],
];

/// The ratings of the sets, by number.
const SETS: [f64; 8] = [753.0, 736.0, 612.0, 775.0, 586.0, 793.0, 265.0, 379.0];

impl Opponent {
    /// Returns the rating in games of two; `None` if neither it nor those of its neighbours were measured. Most ratings
    /// of blends are interpolated, and those above level 6 are estimated (see `blended` below).
    pub fn rating(self) -> Option<f64> {
        match self {
            Opponent::Level(level) => Some(of_level(level)),
            Opponent::Blend(blend) => Some(blended(blend)),
            Opponent::Set(set) => SETS.get(usize::from(set).checked_sub(1)?).copied(),
            _ => None,
        }
    }
}

/// The measured rating of a level.
fn of_level(level: Level) -> f64 {
    LEVELS[usize::from(level.number()) - 1]
}

/// The rating of a blend: measured, interpolated linearly between the two nearest that were measured, or estimated
/// above the levels without measured blends.
fn blended(blend: Blend) -> f64 {
    let (lower, upper) = (of_level(blend.lower()), of_level(blend.upper()));
    let Some([two, five, eight]) = BLENDS.get(usize::from(blend.lower().number()) - 1) else {
        return estimated(blend.part(), lower, upper);
    };
    let [at_two, at_five, at_eight] = MEASURED_TENTHS;
    let known = [
        (0, lower),
        (at_two, *two),
        (at_five, *five),
        (at_eight, *eight),
        (Blend::PARTS, upper),
    ];
    let tenths = blend.tenths();
    let above = known.partition_point(|(at, _)| *at < tenths);
    let ((from, low), (to, high)) = (known[above - 1], known[above]);
    low + (high - low) * f64::from(tenths - from) / f64::from(to - from)
}

/// An estimate of the rating of a blend that plays the part `p` of its moves as the stronger of two levels with the
/// ratings A and B.
///
/// Against a rival whose rating is half-way between A and B, the weaker level is expected to score
/// a = 1 / (1 + 10^((B - A) / 800)), and the stronger one 1 - a. The blend is taken to score (1 - p) a + p (1 - a), and
/// its rating is the one that is expected to score so much. This is exact for somebody who plays whole games as one of
/// the levels, and meets this rival alone. A blend that changes from move to move may be stronger or weaker: one weak
/// move can lose what many strong ones have won. The measured blends are from 85 weaker to 40 stronger than this.
fn estimated(part: f64, lower: f64, upper: f64) -> f64 {
    let middle = (lower + upper) / 2.0;
    let [weak, strong] = [lower, upper].map(|level| expected_score(level, middle));
    rating_for_score((1.0 - part) * weak + part * strong, middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most games that the match of a pair counts as.
    const WEIGHT: f64 = 400.0;

    /// Levels with the points of the first one and the games. Source: `evolvarium duel hexxagon level2 level1 --games
    /// 4000 --seed epq` and so on (board 1, six random plies); the last line is from docs/measurements.md.
    const LEVEL_MATCHES: [(u8, u8, f64, f64); 13] = [
        (2, 1, 3_907.0, 4_000.0),
        (3, 2, 2_983.5, 3_114.0),
        (3, 1, 3_990.0, 4_000.0),
        (4, 3, 683.0, 691.0),
        (4, 2, 405.0, 405.0),
        (4, 1, 620.0, 620.0),
        (5, 4, 293.5, 308.0),
        (5, 3, 131.0, 131.0),
        (6, 5, 203.5, 221.0),
        (6, 4, 52.5, 53.0),
        (7, 6, 147.5, 158.0),
        (7, 5, 14.0, 15.0),
        (8, 7, 186.0, 200.0),
    ];

    /// The points in a hundred of each set against levels 1 to 3, and against the seven other sets together. Source:
    /// docs/measurements.md, `evolvarium experiment hexxagon-ranking`.
    const SET_MATCHES: [(u8, [f64; 3], f64); 8] = [
        (1, [92.9, 59.0, 16.8], 68.4),
        (2, [92.8, 57.0, 15.7], 66.1),
        (3, [92.4, 41.9, 9.7], 48.5),
        (4, [94.6, 64.8, 19.5], 70.5),
        (5, [91.2, 42.8, 14.1], 43.6),
        (6, [95.1, 68.2, 23.2], 72.4),
        (7, [57.9, 16.6, 7.3], 9.8),
        (8, [73.4, 17.6, 6.8], 20.6),
    ];

    /// The matches of a measured blend: the lower level, the tenths, its points against the lower and against the upper
    /// level, and the games of each match. Source: `evolvarium duel hexxagon level1.2 level1 --games 4000 --seed blend1`
    /// and so on, above level 4 with 600 games.
    const BLEND_MATCHES: [(u8, u8, [f64; 2], f64); 15] = [
        (1, 2, [2_613.0, 184.5], 4_000.0),
        (1, 5, [3_353.5, 520.0], 4_000.0),
        (1, 8, [3_774.0, 1_258.0], 4_000.0),
        (2, 2, [2_421.5, 316.5], 4_000.0),
        (2, 5, [3_103.0, 655.0], 4_000.0),
        (2, 8, [3_603.0, 1_346.0], 4_000.0),
        (3, 2, [2_608.0, 103.5], 4_000.0),
        (3, 5, [3_397.5, 356.0], 4_000.0),
        (3, 8, [3_827.0, 1_022.0], 4_000.0),
        (4, 2, [379.5, 47.5], 600.0),
        (4, 5, [494.0, 139.5], 600.0),
        (4, 8, [551.5, 237.0], 600.0),
        (5, 2, [369.0, 78.0], 600.0),
        (5, 5, [446.0, 138.5], 600.0),
        (5, 8, [510.5, 219.0], 600.0),
    ];

    fn level(number: u8) -> Opponent {
        Opponent::Level(Level::new(number).expect("a level"))
    }

    fn rating_of(opponent: Opponent) -> f64 {
        opponent.rating().expect("it was measured")
    }

    /// The pairs of different kinds of opponents, with the part of the points that the first has won, and the weight.
    fn pairs() -> Vec<(Opponent, Opponent, f64, f64)> {
        // Half a win and half a loss are added, so that the rating of a player who has won every game stays finite.
        let share = |points: f64, games: f64| (points + 0.5) / (games + 1.0);
        let levels = LEVEL_MATCHES.map(|(one, other, points, games)| {
            let weight = games.min(WEIGHT);
            (level(one), level(other), share(points, games), weight)
        });
        let against_levels = SET_MATCHES.into_iter().flat_map(|(set, percents, _)| {
            (1..).zip(percents).map(move |(number, percent)| {
                (Opponent::Set(set), level(number), percent / 100.0, WEIGHT)
            })
        });
        levels.into_iter().chain(against_levels).collect()
    }

    /// The slope and the bend of the likelihood at the rating of an opponent. At the maximum likelihood the points that
    /// it was expected to win are those that it has won.
    fn slope_and_bend(opponent: Opponent) -> (f64, f64) {
        let own = rating_of(opponent);
        let (mut slope, mut bend) = (0.0, 0.0);
        let mut add = |rival: Opponent, won: f64, weight: f64| {
            let expected = expected_score(own, rating_of(rival));
            slope += weight * (won - expected);
            bend += weight * expected * (1.0 - expected);
        };
        for (one, other, won, weight) in pairs() {
            if one == opponent {
                add(other, won, weight);
            } else if other == opponent {
                add(one, 1.0 - won, weight);
            }
        }
        if let Opponent::Set(number) = opponent {
            let (_, _, percent) = SET_MATCHES[usize::from(number) - 1];
            for rival in (1..=8).filter(|rival| *rival != number) {
                // Only the sum over all rivals is known, so each is given the mean.
                add(Opponent::Set(rival), percent / 100.0, WEIGHT);
            }
        }
        (slope, bend)
    }

    #[test]
    fn the_ratings_are_those_that_make_the_matches_most_likely() {
        let sets = (1..=8).map(Opponent::Set);
        for opponent in (1..=8).map(level).chain(sets) {
            let (slope, bend) = slope_and_bend(opponent);
            // One step of Newton from here to the maximum likelihood.
            let off = slope / bend * 400.0 / std::f64::consts::LN_10;
            assert!(off.abs() < 4.0, "{opponent} is {off} off");
        }
    }

    #[test]
    fn each_level_is_stronger_than_the_one_before_and_others_are_not_measured() {
        let ratings: Vec<f64> = (1..=8).map(|number| rating_of(level(number))).collect();
        let is_stronger = ratings.is_sorted_by(|one, next| one < next);
        assert!(is_stronger, "{ratings:?}");
        assert!(ratings.iter().all(|one| rating::is_possible(*one)));
        for text in ["random", "time1000", "w2n.1.1.3n.2", "depth4"] {
            let opponent: Opponent = text.parse().expect("an opponent");
            assert_eq!(opponent.rating(), None, "{text}");
        }
    }

    #[test]
    fn the_ratings_of_blends_are_those_that_make_their_matches_most_likely() {
        for (lower, tenths, points, games) in BLEND_MATCHES {
            let level = Level::new(lower).expect("a level");
            let blend = Blend::new(level, tenths).expect("a blend");
            let (mut won, mut expected, mut bend) = (0.0, 0.0, 0.0);
            for (rival, points) in [blend.lower(), blend.upper()].into_iter().zip(points) {
                let score = expected_score(blended(blend), of_level(rival));
                won += points / games;
                expected += score;
                bend += score * (1.0 - score);
            }
            let off = (won - expected) / bend * 400.0 / std::f64::consts::LN_10;
            assert!(off.abs() < 2.0, "{blend} is {off} off");
        }
    }

    #[test]
    fn blends_lie_between_their_levels_and_are_the_stronger_the_more_tenths_they_have() {
        for lower in &Level::ALL[..7] {
            let blends = (1..10).filter_map(|tenths| Blend::new(*lower, tenths));
            let upper = Level::new(lower.number() + 1).expect("a level");
            let all = [of_level(*lower)].into_iter().chain(blends.map(blended));
            let all: Vec<f64> = all.chain([of_level(upper)]).collect();
            assert_eq!(all.len(), 11);
            assert!(all.is_sorted_by(|one, other| one < other), "{all:?}");
        }
    }

    #[test]
    fn a_blend_that_was_not_measured_is_interpolated_or_estimated() {
        let rating = |text| blended(Blend::read(text).expect("a blend"));
        // By hand: from 686 at two tenths to 801 at five, and from 209 at none to 277 at two.
        assert!((rating("2.3") - 724.3).abs() < 0.1, "{}", rating("2.3"));
        assert_eq!(rating("1.1"), 243.0);
        // Half of the moves make it as strong as the mean, and the two ends are alike.
        assert!((rating("6.5") - (2_656.0 + 3_087.0) / 2.0).abs() < 1e-6);
        assert!((rating("6.2") - 2_656.0 - (3_087.0 - rating("6.8"))).abs() < 1e-6);
        // The formula by hand: if the levels have 1,000 and 1,749, a is 0.1038.
        assert!((estimated(0.1, 1_000.0, 1_749.0) - 1_114.6).abs() < 0.1);
    }
}
