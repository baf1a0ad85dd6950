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

/// The ratings of the sets, by number.
const SETS: [f64; 8] = [753.0, 736.0, 612.0, 775.0, 586.0, 793.0, 265.0, 379.0];

impl Opponent {
    /// Returns the rating in games of two; `None` if neither it nor those of its neighbours were measured. The rating
    /// of a blend of two levels is not measured but estimated (see `blended` below).
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

/// An estimate of the rating of a blend, interpolated between the measured ratings A and B of its two levels. It is not
/// measured.
///
/// Against a rival whose rating is half-way between A and B, the weaker level is expected to score
/// a = 1 / (1 + 10^((B - A) / 800)), and the stronger one 1 - a. A blend that plays the part p of its moves as the
/// stronger level is taken to score (1 - p) a + p (1 - a), and its rating is the one that is expected to score so much.
/// This is exact for somebody who plays whole games as one of the levels, and meets this rival alone. A blend that
/// changes from move to move may be stronger or weaker: one weak move can lose what many strong ones have won.
/// For six blends between the levels 1 and 3 the estimate is at most 43 too high and 9 too low, and for two above level 3
/// it is 57 and 85 too high (`docs/measurements.md`).
fn blended(blend: Blend) -> f64 {
    let (lower, upper) = (of_level(blend.lower()), of_level(blend.upper()));
    let middle = (lower + upper) / 2.0;
    let [weak, strong] = [lower, upper].map(|level| expected_score(level, middle));
    let part = blend.part();
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
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert!(ratings.iter().all(|one| rating::is_possible(*one)));
        for text in ["random", "time1000", "w2n.1.1.3n.2", "depth4"] {
            let opponent: Opponent = text.parse().expect("an opponent");
            assert_eq!(opponent.rating(), None, "{text}");
        }
    }

    #[test]
    fn blends_lie_between_their_levels_and_the_more_so_the_stronger() {
        for lower in &Level::ALL[..7] {
            let blends = (1..10).filter_map(|tenths| Blend::new(*lower, tenths));
            let upper = Level::new(lower.number() + 1).expect("a level");
            let ends = [of_level(*lower), of_level(upper)];
            let all = [ends[0]].into_iter().chain(blends.map(blended));
            let all: Vec<f64> = all.chain([ends[1]]).collect();
            assert_eq!(all.len(), 11);
            assert!(all.is_sorted_by(|one, other| one < other), "{all:?}");
            // Half of the moves make it as strong as the mean, and the two ends are alike.
            assert!((all[5] - (ends[0] + ends[1]) / 2.0).abs() < 1e-6);
            assert!((all[2] - ends[0] - (ends[1] - all[8])).abs() < 1e-6);
        }
        // The formula by hand: level 3 has 1,000 and level 4 has 1,749, so that a is 0.1038.
        let blend = Blend::read("3.1").expect("a blend");
        assert!((blended(blend) - 1_114.6).abs() < 0.1, "{}", blended(blend));
    }
}
