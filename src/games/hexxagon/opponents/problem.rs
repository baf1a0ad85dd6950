//! Evolving five weights that play as strongly as is wanted.

use std::sync::Arc;

use super::match_play::{Fast, points};
use crate::games::hexxagon::players::evaluation::{Estimate, Estimator};
use crate::games::hexxagon::players::{Level, Means, Weights};
use crate::games::hexxagon::rules::{Board, Stuck};
use crate::generation::{
    Crossover, Fact, Form, Gaps, Picture, Problem, Search, Seed, Selection, Shape, Stream, Tint,
};

/// How strong an opponent should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wish {
    /// Points of 100 that it should score.
    pub points: u8,
    /// Against this level.
    pub against: Level,
}

impl Default for Wish {
    fn default() -> Self {
        Wish {
            points: 50,
            against: Wish::LEVELS[1],
        }
    }
}

impl Wish {
    /// Points that can be wished for.
    pub const POINTS: std::ops::RangeInclusive<u8> = 10..=90;
    /// Levels that five weights can be measured against: those that look one move ahead.
    pub const LEVELS: [Level; 3] = [Level::ALL[0], Level::ALL[1], Level::ALL[2]];
    /// How far from the wish is near enough, in points over all games of a measurement.
    pub const TOLERANCE: f64 = 1.5;
}

/// Games of a first measurement, and of all of one that is worth it.
const GAMES: (u32, u32) = (24, 240);

/// The problem of evolving a weight set.
pub struct WeightsProblem {
    wish: Wish,
    board: Arc<Board>,
    stuck: Stuck,
    estimator: Estimator,
    seed: Seed,
}

impl WeightsProblem {
    /// The problem of a wish on a board for two; games are drawn from the seed.
    pub fn new(wish: Wish, board: &Arc<Board>, stuck: Stuck, seed: Seed) -> Self {
        WeightsProblem {
            wish,
            board: Arc::clone(board),
            stuck,
            estimator: Estimator::new(Estimate::evolved(), board),
            seed,
        }
    }

    /// Points of 100 that weights score against the level of the wish, over a range of games.
    pub fn points(&self, weights: &Weights, games: std::ops::Range<u32>) -> f64 {
        let slips = match self.wish.against.means() {
            Means::Greedy(slips) => slips,
            Means::Search(_) => 0,
        };
        let against = Fast::Greedy(&self.estimator, slips);
        let player = Fast::Weights(*weights);
        points(&self.board, self.stuck, player, against, games, self.seed)
    }

    /// How far from the wish a set is, in points. Only where a few games leave hope are more played.
    fn distance(&self, weights: &Weights) -> f64 {
        let wanted = f64::from(self.wish.points);
        let (few, all) = GAMES;
        let first = self.points(weights, 0..few);
        if (first - wanted).abs() > 20.0 {
            return (first - wanted).abs();
        }
        let rest = self.points(weights, few..all);
        let share = f64::from(few) / f64::from(all);
        (first * share + rest * (1.0 - share) - wanted).abs()
    }
}

/// The usual search: five weights need few individuals.
pub fn usual_search() -> Search {
    Search {
        population: 10,
        elitism: 1,
        mutation: 0.3,
        selection: Selection::Tournament(2),
        generations: 300,
        ..Search::default()
    }
}

/// Weights are drawn from minus this to this.
const MOST: u32 = 9;

fn draw(rng: &mut Stream) -> i8 {
    rng.below(2 * MOST + 1) as i8 - MOST as i8
}

impl Problem for WeightsProblem {
    type Genome = Weights;

    fn genes(&self) -> usize {
        5
    }

    fn random(&self, rng: &mut Stream) -> Weights {
        Weights(std::array::from_fn(|_| draw(rng)))
    }

    fn cross(
        &self,
        first: &Weights,
        second: &Weights,
        how: Crossover,
        rng: &mut Stream,
    ) -> Weights {
        let mask = how.mask::<1>(5, rng);
        let gene = |at: usize| {
            if mask.get(at) {
                first.0[at]
            } else {
                second.0[at]
            }
        };
        Weights(std::array::from_fn(gene))
    }

    fn mutate(&self, weights: &mut Weights, gaps: &Gaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| {
            // A small step mostly, now and then a new weight.
            let most = MOST as i8;
            weights.0[at] = match rng.below(4) {
                0 => draw(rng),
                1 => (weights.0[at] + 2).min(most),
                2 => (weights.0[at] - 1).max(-most),
                _ => (weights.0[at] + 1).min(most),
            };
        });
    }

    /// 1 / (1 + points of 100 away from the wish).
    fn objective(&self, weights: &Weights, _: &mut Stream) -> f64 {
        1.0 / (1.0 + self.distance(weights))
    }

    fn target(&self) -> Option<f64> {
        Some(1.0 / (1.0 + Wish::TOLERANCE))
    }

    fn picture(&self, weights: &Weights) -> Picture {
        picture(weights)
    }

    fn facts(&self, weights: &Weights) -> Vec<Fact> {
        let fact = Fact::new;
        let points = self.points(weights, 0..GAMES.1 / 2);
        let mut facts = vec![fact("hex.fact.points", format!("{points:.1} %"))];
        let keys = [
            "hex.fact.own_left",
            "hex.fact.rivals_left",
            "hex.fact.clone",
            "hex.fact.jump",
            "hex.fact.turned",
        ];
        let weights = keys.into_iter().zip(weights.0);
        facts.extend(weights.map(|(key, weight)| fact(key, format!("{weight:+}"))));
        facts
    }
}

/// Five columns of tiles: up for what a weight adds, down for what it takes.
fn picture(weights: &Weights) -> Picture {
    let mut shapes = Vec::new();
    for (column, weight) in weights.0.iter().enumerate() {
        for step in 0..=MOST as i32 {
            let reached = step <= i32::from(weight.unsigned_abs());
            let sign = i32::from(weight.signum());
            let row = 0.5 - 0.048 * (step * if sign < 0 { -1 } else { 1 }) as f32;
            shapes.push(Shape {
                key: (column * 16) as u16 + step as u16,
                form: Form::Tile,
                tint: match (reached, sign) {
                    (true, -1) => Tint::Kind(5),
                    (true, 1) => Tint::Kind(0),
                    (true, _) => Tint::Ground,
                    (false, _) => Tint::Calm,
                },
                x: 0.1 + 0.2 * column as f32,
                y: row,
                size: if reached { 0.044 } else { 0.016 },
            });
        }
    }
    Picture::of(shapes)
}
