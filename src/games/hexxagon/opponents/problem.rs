//! The problem of evolving five weights that play with a wanted strength.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::match_play::{FastPlayer, points};
use super::ranking::fast_player;
use super::steering::KEYS;
use crate::base::{SHORT, excerpt, parse_digits};
use crate::games::hexxagon::players::evaluation::{EvaluationWeights, Evaluator};
use crate::games::hexxagon::players::{Level, Weights};
use crate::games::hexxagon::rules::{Board, StuckRule};
use crate::generation::{
    Creature, Crossover, EvolutionParameters, Fact, Form, Label, LabelPlace, MutationGaps, Picture,
    Problem, Seed, Selection, Shape, Steering, Stream, Tint,
};

/// The wanted strength of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpponentSpec {
    /// Wanted points in a hundred games.
    pub points: u8,
    /// The level that it plays these games against.
    pub against: Level,
}

impl Default for OpponentSpec {
    fn default() -> Self {
        OpponentSpec {
            points: 50,
            against: OpponentSpec::LEVELS[1],
        }
    }
}

impl OpponentSpec {
    /// Range of the wanted points.
    pub const POINTS: std::ops::RangeInclusive<u8> = 10..=90;
    /// The levels to play against: the greedy ones, which are fast enough.
    pub const LEVELS: [Level; 3] = [Level::ALL[0], Level::ALL[1], Level::ALL[2]];
    /// Largest difference from the wanted points that meets the specification.
    pub const TOLERANCE: f64 = 1.5;
}

/// Writes the points and the level, as in `50l2`.
impl fmt::Display for OpponentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}l{}", self.points, self.against.number())
    }
}

/// A text is not the wanted strength of an opponent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not the strength of an opponent; write 10 to 90 points against level 1 to 3 as 50l2"
)]
pub struct ParseSpecError(String);

impl FromStr for OpponentSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, ParseSpecError> {
        let read = || {
            let (points, level) = text.split_once('l')?;
            let points = parse_digits(points)?;
            let against = Level::new(parse_digits(level)?)?;
            let known = Self::POINTS.contains(&points) && Self::LEVELS.contains(&against);
            known.then_some(OpponentSpec { points, against })
        };
        read().ok_or_else(|| ParseSpecError(excerpt(text, SHORT)))
    }
}

/// Number of games of the first measurement of an opponent.
const SCREENING_GAMES: u32 = 24;
/// Number of games of the full measurement, which includes those of the first one.
const ALL_GAMES: u32 = 240;
/// Largest difference from the wanted points in the first measurement that leads to a full one.
const PROMISING_DISTANCE: f64 = 20.0;

/// The problem of evolving five weights.
pub struct WeightsProblem {
    spec: OpponentSpec,
    board: Arc<Board>,
    stuck: StuckRule,
    evaluator: Evaluator,
    seed: Seed,
}

impl WeightsProblem {
    /// Creates the problem on a board for two; the seed determines the measuring games.
    pub fn new(spec: OpponentSpec, board: &Arc<Board>, stuck: StuckRule, seed: Seed) -> Self {
        WeightsProblem {
            spec,
            board: Arc::clone(board),
            stuck,
            evaluator: Evaluator::new(EvaluationWeights::evolved(), board),
            seed,
        }
    }

    /// The wanted strength.
    pub fn spec(&self) -> OpponentSpec {
        self.spec
    }

    /// The problem of another strength, with the same measuring games.
    pub(super) fn with_spec(&self, spec: OpponentSpec) -> Self {
        WeightsProblem::new(spec, &self.board, self.stuck, self.seed)
    }

    /// Returns the points in a hundred that weights score against the level of the specification,
    /// over a range of games.
    pub fn points(&self, weights: &Weights, games: std::ops::Range<u32>) -> f64 {
        let against = fast_player(self.spec.against, &self.evaluator);
        let player = FastPlayer::Weights(*weights);
        points(&self.board, self.stuck, player, against, games, self.seed)
    }

    /// Returns the points by which weights are judged. All games are played only if the first ones are promising.
    fn judged_points(&self, weights: &Weights) -> f64 {
        let first = self.points(weights, 0..SCREENING_GAMES);
        if (first - f64::from(self.spec.points)).abs() > PROMISING_DISTANCE {
            return first;
        }
        let rest = self.points(weights, SCREENING_GAMES..ALL_GAMES);
        let share = f64::from(SCREENING_GAMES) / f64::from(ALL_GAMES);
        first * share + rest * (1.0 - share)
    }

    /// Returns the difference from the wanted points.
    fn distance(&self, weights: &Weights) -> f64 {
        (self.judged_points(weights) - f64::from(self.spec.points)).abs()
    }
}

/// Returns the usual search settings; five weights need only a small population.
pub fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: 10,
        elitism: 1,
        mutation: 0.3,
        selection: Selection::Tournament(2),
        generations: 300,
        ..EvolutionParameters::default()
    }
}

/// Largest absolute value of an evolved weight.
pub const MAX_WEIGHT: i32 = 9;

fn random_weight(rng: &mut Stream) -> i8 {
    rng.random_below(2 * MAX_WEIGHT as u32 + 1) as i8 - MAX_WEIGHT as i8
}

impl Problem for WeightsProblem {
    type Genome = Weights;

    fn genes(&self) -> usize {
        5
    }

    fn random(&self, rng: &mut Stream) -> Weights {
        Weights(std::array::from_fn(|_| random_weight(rng)))
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

    fn mutate(&self, weights: &mut Weights, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| {
            // One mutation in four draws a new weight, the others take a small step. The steps of runs in files stay as
            // they are, although they go up more often than down.
            let most = MAX_WEIGHT as i8;
            weights.0[at] = match rng.random_below(4) {
                0 => random_weight(rng),
                1 => (weights.0[at] + 2).min(most),
                2 => (weights.0[at] - 1).max(-most),
                _ => (weights.0[at] + 1).min(most),
            };
        });
    }

    /// Returns 1 / (1 + difference from the wanted points).
    fn objective(&self, weights: &Weights, _: &mut Stream) -> f64 {
        1.0 / (1.0 + self.distance(weights))
    }

    fn target(&self) -> Option<f64> {
        Some(1.0 / (1.0 + OpponentSpec::TOLERANCE))
    }

    fn met_distance(&self) -> Option<f64> {
        Some(OpponentSpec::TOLERANCE)
    }

    fn picture(&self, weights: &Weights) -> Picture {
        weights_picture(weights)
    }

    fn creature(&self, weights: &Weights) -> Option<Creature> {
        Some(weights.creature())
    }

    fn facts(&self, weights: &Weights) -> Vec<Fact> {
        let fact = Fact::new;
        let points = fact(
            "hex.fact.points",
            format!("{:.1}%", self.judged_points(weights)),
        );
        let mut facts = vec![points.wanted(format!("{}%", self.spec.points))];
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

    fn steering(&self) -> Option<&dyn Steering<Self>> {
        Some(self)
    }
}

/// The middle of the tile that stands for a value of a weight in the picture.
pub fn place_of_weight(column: usize, value: i32) -> (f32, f32) {
    (0.1 + 0.2 * column as f32, 0.5 - 0.048 * value as f32)
}

/// The height of the numbers in the picture of weights.
const NUMBER: f32 = 0.045;

/// The meaning of the colours of weights, with the keys of the phrases.
pub const LEGEND: &[(Form, Tint, &str)] = &[
    (Form::Tile, FOR, "hex.legend.for"),
    (Form::Tile, AGAINST, "hex.legend.against"),
];

const FOR: Tint = Tint::Kind(0);
const AGAINST: Tint = Tint::Kind(5);

/// The numbers of the columns, as in the lines about the weights. A number stands at the end of its column that has no
/// tile.
fn column_numbers(weights: &Weights) -> Vec<Label> {
    let columns = weights.0.iter().enumerate();
    let number = |(column, weight): (usize, &i8)| {
        let beside = if *weight < 0 { 1 } else { -1 };
        let (x, y) = place_of_weight(column, beside);
        Label {
            text: (column + 1).to_string(),
            place: LabelPlace::Mark {
                key: column as u16 * KEYS,
                tint: Tint::Player(1),
                ground: None,
            },
            x,
            y,
            height: NUMBER,
        }
    };
    columns.map(number).collect()
}

/// Draws five columns of tiles, upwards for positive weights and downwards for negative ones.
pub fn weights_picture(weights: &Weights) -> Picture {
    let mut shapes = Vec::new();
    for (column, weight) in weights.0.iter().enumerate() {
        for step in 0..=MAX_WEIGHT {
            let reached = step <= i32::from(weight.unsigned_abs());
            let sign = i32::from(weight.signum());
            let value = step * if sign < 0 { -1 } else { 1 };
            let (x, y) = place_of_weight(column, value);
            shapes.push(Shape {
                key: column as u16 * KEYS + step as u16,
                form: Form::Tile,
                tint: match (reached, sign) {
                    (true, -1) => AGAINST,
                    (true, 1) => FOR,
                    (true, _) => Tint::Ground,
                    (false, _) => Tint::Calm,
                },
                x,
                y,
                size: if reached { 0.044 } else { 0.016 },
            });
        }
    }
    Picture {
        labels: column_numbers(weights),
        ..Picture::of(shapes)
    }
}
