//! The habits of a player: the part of the swaps that they notice, and the criteria by which they judge those.

use super::player_model::SwapFeatures;

/// The number of [`CRITERIA`].
const COUNT: usize = 5;

/// The criteria by which a swap can be judged; the highest value is the best. They are the amount that its first match
/// takes for the goals, the value of its outlook, the points that it makes, and how high or low it is on the board.
const CRITERIA: [fn(&SwapFeatures) -> i16; COUNT] = [
    |one| one.taken.into(),
    |one| one.ahead.into(),
    |one| one.cleared.into(),
    |one| -i16::from(one.row),
    |one| one.row.into(),
];

/// The habits of a player, in percent. A move makes any swap if it belongs to no share, or if no swap is noticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Habits {
    /// The part of the swaps on the board that are noticed before a move.
    pub notices: u8,
    /// The part of the moves that make the best noticed swap, by each of the criteria.
    pub shares: [u8; COUNT],
}

/// The moves of each share that count as seen at the beginning (a Dirichlet prior).
const SEEN_BEFORE: f64 = 1.0;
/// The most steps of a search for shares.
const MOST_STEPS: usize = 200;
/// The change of all shares at which the search ends.
const SETTLED: f64 = 1e-5;

impl Habits {
    /// The largest part of the swaps that a player can notice. It is below 100 %, so that every swap has a chance.
    pub const MOST_NOTICED: u8 = 99;

    /// The most probable habits of a player, by expectation maximisation (Dempster, Laird and Rubin 1977). A move is
    /// given by the features of all swaps and the index of the swap that was made.
    pub fn of<'a>(moves: impl Iterator<Item = (&'a [SwapFeatures], usize)>) -> Self {
        let moves: Vec<Standing> = (moves)
            .map(|(features, own)| Standing::of(features, own))
            .collect();
        let mut best: Option<(Habits, f64)> = None;
        for notices in (1..=Habits::MOST_NOTICED).step_by(2) {
            let (shares, fit) = shares(&moves, part(notices));
            if best.is_none_or(|(_, most)| fit > most) {
                // The cumulative sums are rounded, so that the shares do not add up to more than 100 %.
                let percent = |to: usize| (100.0 * shares[..to].iter().sum::<f64>()).round() as u8;
                let shares = std::array::from_fn(|at| percent(at + 1) - percent(at));
                best = Some((Habits { notices, shares }, fit));
            }
        }
        best.map_or_else(Habits::default, |(habits, _)| habits)
    }

    /// Whether a player can have these habits.
    pub fn is_possible(self) -> bool {
        let all: u32 = self.shares.into_iter().map(u32::from).sum();
        self.notices <= Habits::MOST_NOTICED && all <= 100
    }

    /// The probability of each swap, as a multiple of its probability if all swaps were equally probable.
    pub fn chances(self, features: &[SwapFeatures]) -> Vec<f64> {
        let notices = part(self.notices);
        let count = features.len();
        let judged = part(self.shares.iter().sum());
        let unnoticed = (1.0 - notices).powi(count as i32);
        let mut chances = vec![1.0 - judged + judged * unnoticed; count];
        for (criterion, share) in CRITERIA.iter().zip(self.shares) {
            if share > 0 {
                for (at, chance) in chances.iter_mut().enumerate() {
                    let best = Rank::of(features, at, *criterion).chance(notices);
                    *chance += part(share) * best * count as f64;
                }
            }
        }
        chances
    }
}

fn part(percent: u8) -> f64 {
    f64::from(percent) / 100.0
}

/// The rank of a swap among all swaps of a position, by one criterion.
#[derive(Clone, Copy)]
struct Rank {
    /// The number of better swaps.
    better: i32,
    /// The number of equally good swaps, the swap itself included.
    equal: i32,
}

impl Rank {
    fn of(features: &[SwapFeatures], at: usize, criterion: impl Fn(&SwapFeatures) -> i16) -> Self {
        let own = criterion(&features[at]);
        let mut rank = Rank {
            better: 0,
            equal: 0,
        };
        for one in features {
            match criterion(one).cmp(&own) {
                std::cmp::Ordering::Greater => rank.better += 1,
                std::cmp::Ordering::Equal => rank.equal += 1,
                std::cmp::Ordering::Less => {}
            }
        }
        rank
    }

    /// The chance that it is chosen as the best noticed swap. Equals have the same chance.
    fn chance(self, notices: f64) -> f64 {
        let unnoticed = |swaps: i32| (1.0 - notices).powi(swaps);
        unnoticed(self.better) * (1.0 - unnoticed(self.equal)) / f64::from(self.equal)
    }
}

/// The ranks of a swap that was made, by each criterion.
struct Standing {
    /// The number of all swaps.
    all: i32,
    ranks: [Rank; COUNT],
}

impl Standing {
    fn of(features: &[SwapFeatures], own: usize) -> Self {
        Standing {
            all: features.len() as i32,
            ranks: CRITERIA.map(|criterion| Rank::of(features, own, criterion)),
        }
    }

    /// The chance that it is made by each criterion, and last the chance that it is made as any swap.
    fn chances(&self, notices: f64) -> [f64; COUNT + 1] {
        let any = 1.0 / f64::from(self.all);
        let without = (1.0 - notices).powi(self.all) * any;
        let by = |at: usize| match self.ranks.get(at) {
            Some(rank) => rank.chance(notices) + without,
            None => any,
        };
        std::array::from_fn(by)
    }
}

/// The most probable shares if a part of the swaps is noticed, with the share of any swap last, and the logarithm of
/// their posterior probability, up to a constant.
fn shares(moves: &[Standing], notices: f64) -> ([f64; COUNT + 1], f64) {
    let moves: Vec<[f64; COUNT + 1]> = moves.iter().map(|one| one.chances(notices)).collect();
    let mut shares = [1.0 / (COUNT + 1) as f64; COUNT + 1];
    for _ in 0..MOST_STEPS {
        let mut sums = [SEEN_BEFORE; COUNT + 1];
        for chances in &moves {
            let all = mixed(chances, &shares);
            for ((sum, chance), share) in sums.iter_mut().zip(chances).zip(&shares) {
                *sum += chance * share / all;
            }
        }
        let all: f64 = sums.iter().sum();
        let next = sums.map(|sum| sum / all);
        let change: f64 = (next.iter().zip(&shares))
            .map(|(next, share)| (next - share).abs())
            .sum();
        shares = next;
        if change < SETTLED {
            break;
        }
    }
    let seen: f64 = moves
        .iter()
        .map(|chances| mixed(chances, &shares).ln())
        .sum();
    let before: f64 = shares.iter().map(|share| SEEN_BEFORE * share.ln()).sum();
    // The prior is highest for a player who notices half of the swaps.
    (shares, seen + before + (notices * (1.0 - notices)).ln())
}

fn mixed(chances: &[f64; COUNT + 1], shares: &[f64; COUNT + 1]) -> f64 {
    (chances.iter().zip(shares))
        .map(|(chance, share)| chance * share)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::{Purpose, Seed};
    use crate::session::choice_model;

    /// The moves of a player with some habits, among twenty swaps drawn at random.
    fn moves(habits: Habits, count: usize) -> Vec<(Vec<SwapFeatures>, usize)> {
        let mut rng = Seed(6).stream(Purpose::Player);
        let one = |_| {
            let mut below = |most: u32| rng.random_below(most) as u8;
            let features: Vec<SwapFeatures> = (0..20)
                .map(|_| (below(5), below(30), below(40), below(3), below(9)).into())
                .collect();
            let chances = habits.chances(&features).into_iter();
            let chances: Vec<f64> = chances.map(|chance| chance / 20.0).collect();
            let own = choice_model::choose(&chances, &mut rng);
            (features, own.expect("there are twenty"))
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn the_habits_of_somebody_are_found_again() {
        for (notices, shares) in [
            (70, [50, 30, 0, 0, 0]),
            (30, [60, 0, 20, 0, 10]),
            (96, [0, 90, 0, 0, 0]),
        ] {
            let habits = Habits { notices, shares };
            let seen = moves(habits, 3_000);
            let found = Habits::of(seen.iter().map(|(features, own)| (&features[..], *own)));
            assert!(found.is_possible(), "{found:?}");
            assert!(found.notices.abs_diff(notices) <= 6, "{found:?}");
            for (found, share) in found.shares.iter().zip(shares) {
                assert!(found.abs_diff(share) <= 6, "{habits:?} {found:?}");
            }
        }
    }

    #[test]
    fn the_chances_are_shared_among_all_swaps_and_without_habits_all_have_the_same() {
        let habits = Habits {
            notices: 60,
            shares: [30, 20, 10, 10, 10],
        };
        for (features, _) in moves(habits, 20) {
            let chances = habits.chances(&features);
            let mean = chances.iter().sum::<f64>() / chances.len() as f64;
            assert!((mean - 1.0).abs() < 1e-9, "{chances:?}");
            assert!(chances.iter().all(|chance| *chance > 0.0), "{chances:?}");
            let same = Habits::default().chances(&features);
            assert!(same.iter().all(|chance| *chance == 1.0), "{same:?}");
        }
    }
}
