//! What somebody's swaps tell of how they play: how many swaps they notice, how often they look ahead or
//! like long matches, and how often they err.
//!
//! A [`Person`] with these parts makes every swap of a position with a probability that can be computed: of the
//! swaps that are noticed the best one is made, as the greedy or the strong player sees it, or the longest match. So every swap that somebody has made is
//! evidence for some persons and against others (Bayes). What is believed is a weight for each person of a grid.

use serde::{Deserialize, Serialize};

use super::{Favourite, Person, greedy, look_ahead};
use crate::games::match3::rules::{Game, Swap};
use crate::generation::{Purpose, Seed};

/// How often the strong player values the swaps of a position, each time with other random refills.
const VALUATIONS: usize = 6;

/// What a swap tells: how many swaps were better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The number of swaps on the board.
    all: u8,
    /// How many of them the greedy player finds better, and how many as good, the swap itself included.
    greedy: (u8, u8),
    /// How many of them match more blocks, and how many as many, the swap itself included.
    long: (u8, u8),
    /// How many the strong player finds better, each time.
    ahead: [u8; VALUATIONS],
}

impl Evidence {
    /// What a swap tells, before it is made; `None` if there is no other one.
    pub fn of(game: &Game, swap: Swap, seed: Seed) -> Option<Self> {
        let swaps: Vec<Swap> = game.board().swaps().iter().collect();
        let own = swaps.iter().position(|one| *one == swap)?;
        if swaps.len() < 2 {
            return None;
        }
        let mut rng = seed.stream(Purpose::Player);
        let ahead = std::array::from_fn(|_| {
            let value = look_ahead::valuation(game, &mut rng);
            standing(&swaps, own, value).0
        });
        Some(Evidence {
            all: small(swaps.len()),
            greedy: standing(&swaps, own, greedy::valuation(game)),
            long: standing(&swaps, own, Favourite::Long.valuation(game)),
            ahead,
        })
    }

    /// Whether a position can tell this. A file may say anything.
    pub fn is_possible(&self) -> bool {
        let fits =
            |(better, equal): (u8, u8)| equal > 0 && better.checked_add(equal) <= Some(self.all);
        let is_below = |better: &u8| *better < self.all;
        self.all > 1 && fits(self.greedy) && fits(self.long) && self.ahead.iter().all(is_below)
    }

    /// The probability that a person makes this swap. `unnoticed` holds the powers of the part of the swaps that the person does
    /// not notice.
    fn probability(&self, person: &Weights, unnoticed: &[f64; POWERS]) -> f64 {
        let power = |count: u8| unnoticed[usize::from(count).min(POWERS - 1)];
        // The best of the noticed swaps is this one if no better one is noticed, and this one or its equals are.
        let best =
            |(better, equal): (u8, u8)| power(better) * (1.0 - power(equal)) / f64::from(equal);
        let ahead = self.ahead.iter().map(|better| best((*better, 1)));
        let ahead = ahead.sum::<f64>() / VALUATIONS as f64;
        let greedy = best(self.greedy);
        let reasoned = greedy + (ahead - greedy) * person.looks_ahead;
        let chosen = reasoned + (best(self.long) - reasoned) * person.favours;
        let any = 1.0 / f64::from(self.all);
        // Somebody who notices nothing makes any swap.
        let careful = chosen + power(self.all) * any;
        careful + (any - careful) * person.errors
    }
}

/// How many swaps have a higher value than one of them, and how many the same, itself included.
fn standing<V: PartialOrd>(swaps: &[Swap], own: usize, value: impl Fn(Swap) -> V) -> (u8, u8) {
    let values: Vec<V> = swaps.iter().copied().map(value).collect();
    let better = values.iter().filter(|one| **one > values[own]).count();
    let equal = values.iter().filter(|one| **one == values[own]).count();
    (small(better), small(equal))
}

fn small(count: usize) -> u8 {
    count.min(u8::MAX.into()) as u8
}

/// The powers that are kept; so many swaps are hardly ever on a board.
const POWERS: usize = 128;
/// The grid has a person for each tenth of each part.
const STEPS: u16 = 10;

/// The parts of a person, 0 to 1.
struct Weights {
    errors: f64,
    favours: f64,
    looks_ahead: f64,
}

/// What is believed of somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// The mean of all persons, by their weight.
    pub person: Person,
    /// The standard deviations of its errors, of what it notices, favours, and of how often it looks ahead, in percent.
    pub spread: [f64; PARTS],
    /// The number of swaps that were seen.
    pub swaps: usize,
}

/// The number of parts of a person that are learnt: errors, what is noticed, favours, and looking ahead.
const PARTS: usize = 4;
const PART_NUMBERS: [usize; PARTS] = [0, 1, 2, 3];
/// The parts that are usual, 0 to 1.
const USUAL: [f64; PARTS] = [0.15, 0.7, 0.1, 0.25];
/// How far people are from what is usual.
const SPREAD: f64 = 0.3;

/// The logarithm of how likely a person is before anything is known.
fn prior(place: &[f64; PARTS]) -> f64 {
    let far = |at: usize| ((place[at] - USUAL[at]) / SPREAD).powi(2);
    -0.5 * PART_NUMBERS.map(far).iter().sum::<f64>()
}

impl Belief {
    /// What swaps tell, the oldest and the newest alike.
    pub fn of(swaps: &[Evidence]) -> Self {
        let part = |step: u16| f64::from(step) / f64::from(STEPS);
        let mut points: Vec<([f64; PARTS], f64)> = Vec::new();
        for notices in 1..=STEPS {
            let mut unnoticed = [1.0; POWERS];
            for at in 1..POWERS {
                unnoticed[at] = unnoticed[at - 1] * (1.0 - part(notices));
            }
            for at in 0..11 * 11 * 11 {
                let steps = [at % 11, at / 11 % 11, at / 121];
                let [errors, favours, looks_ahead] = steps.map(part);
                let person = Weights {
                    // Nobody is so careful that an error would be a miracle.
                    errors: errors.max(0.01),
                    favours,
                    looks_ahead,
                };
                let seen = swaps.iter().map(|one| one.probability(&person, &unnoticed));
                let seen: f64 = seen.map(|chance| chance.max(1e-6).ln()).sum();
                let place = [errors, part(notices), favours, looks_ahead];
                points.push((place, prior(&place) + seen));
            }
        }
        Belief::of_points(&points, swaps.len())
    }

    /// The mean and the spread of persons with the logarithms of their weights.
    fn of_points(points: &[([f64; PARTS], f64)], swaps: usize) -> Self {
        let most = points
            .iter()
            .map(|(_, weight)| *weight)
            .fold(f64::MIN, f64::max);
        let weight = |log: &f64| (log - most).exp();
        let sum: f64 = points.iter().map(|(_, log)| weight(log)).sum();
        let mean = |of: &dyn Fn(&[f64; PARTS]) -> f64| {
            points
                .iter()
                .map(|(place, log)| of(place) * weight(log))
                .sum::<f64>()
                / sum
        };
        let means = PART_NUMBERS.map(|at| mean(&|place| place[at]));
        let spread =
            PART_NUMBERS.map(|at| 100.0 * mean(&|place| (place[at] - means[at]).powi(2)).sqrt());
        let [errors, notices, favours, looks_ahead] =
            means.map(|mean| (100.0 * mean).round() as u8);
        Belief {
            person: Person {
                errors,
                notices,
                favours,
                looks_ahead,
                ..Person::default()
            },
            spread,
            swaps,
        }
    }
}
