//! The atlas of opponents: MAP-Elites over how five weights play. The more points they score, the better they are.

use std::sync::Arc;

use super::match_play::{FastPlayer, RANDOM_PLIES, play};
use super::ranking::fast_player;
use super::{OpponentSpec, WeightsProblem};
use crate::games::hexxagon::players::evaluation::{EvaluationWeights, Evaluator};
use crate::games::hexxagon::players::{Level, Weights};
use crate::games::hexxagon::rules::{Board, Player, Position, StuckRule, Word};
use crate::generation::archive::ArchiveProblem;
use crate::generation::measure::Axes;
use crate::generation::{Measure, MutationGaps, Problem, Sample, Seed, Stream};

/// The measures; values beyond a range fall into its outermost bin: points in a hundred games, jumps in percent of all
/// moves, captures in a hundred moves, plies of a game, and the parts in percent of all weights that go to captures and
/// to the own pieces that a jump leaves.
const ALL: [Measure; 6] = [
    Measure::new("hex.measure.points", "hex.measure.points.what", 0.0, 100.0),
    Measure::new("hex.measure.jumps", "hex.measure.jumps.what", 0.0, 100.0),
    Measure::new(
        "hex.measure.captures",
        "hex.measure.captures.what",
        0.0,
        200.0,
    ),
    Measure::new("hex.measure.plies", "hex.fact.plies", 10.0, 150.0),
    Measure::new("hex.measure.greed", "hex.measure.greed.what", -100.0, 100.0),
    Measure::new(
        "hex.measure.caution",
        "hex.measure.caution.what",
        -100.0,
        100.0,
    ),
];

/// The number of games of a measurement. Each two begin the same, with the seats swapped.
const GAMES: u32 = 24;
/// The mutation rate of each of the five weights.
const MUTATION: f64 = 0.3;

/// The archive of opponents.
pub struct OpponentAtlas {
    problem: WeightsProblem,
    board: Arc<Board>,
    stuck: StuckRule,
    evaluator: Evaluator,
    against: Level,
    gaps: MutationGaps,
}

/// The sums over the games of a measurement.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    points: f64,
    plies: u32,
    moves: u32,
    jumps: u32,
    captures: u32,
}

impl OpponentAtlas {
    /// An archive of opponents on a board for two, measured against the level of the specification, whose points do not
    /// matter. The seed determines the games that are shown in numbers beside an opponent.
    pub fn new(spec: OpponentSpec, board: &Arc<Board>, stuck: StuckRule, seed: Seed) -> Self {
        let problem = WeightsProblem::new(spec, board, stuck, seed);
        OpponentAtlas {
            gaps: MutationGaps::new(MUTATION, problem.genes()),
            problem,
            board: Arc::clone(board),
            stuck,
            evaluator: Evaluator::new(EvaluationWeights::evolved(), board),
            against: spec.against,
        }
    }

    fn play<W: Word>(&self, start: Position<2, W>, weights: &Weights, seed: Seed) -> Sums {
        let against = fast_player(self.against, &self.evaluator);
        let player = FastPlayer::Weights(*weights);
        let mut sums = Sums::default();
        for game in 0..GAMES {
            let seat = Player((game % 2) as u8);
            let mut players = [against; 2];
            players[seat.index()] = player;
            let seed = seed.child(u64::from(game / 2) + 1);
            let played = play(&self.board, start, self.stuck, players, RANDOM_PLIES, seed);
            let own = played.each[seat.index()];
            sums.points += played.points[seat.index()];
            sums.plies += played.plies;
            sums.moves += own.moves;
            sums.jumps += own.jumps;
            sums.captures += own.captures;
        }
        sums
    }
}

/// The part of a weight in percent of all weights.
fn part(weights: &Weights, at: usize) -> f64 {
    let all: f64 = weights.0.iter().map(|one| f64::from(one.abs())).sum();
    100.0 * f64::from(weights.0[at]) / all.max(1.0)
}

impl ArchiveProblem for OpponentAtlas {
    type Problem = WeightsProblem;

    fn problem(&self) -> &WeightsProblem {
        &self.problem
    }

    fn measures(&self) -> Vec<Measure> {
        ALL.to_vec()
    }

    /// Captures by jumps.
    fn usual_axes(&self) -> Axes {
        Axes { across: 1, up: 2 }
    }

    fn samples(&self) -> u32 {
        6
    }

    fn measure(&self, weights: &Weights, rng: &mut Stream) -> Option<Sample> {
        let seed = Seed(rng.next_u64());
        let sums = match self.board.start::<2>() {
            Some(start) => self.play(start, weights, seed),
            None => self.play(self.board.wide_start::<2>()?, weights, seed),
        };
        let points = sums.points / f64::from(GAMES);
        let of_moves = |count: u32| 100.0 * f64::from(count) / f64::from(sums.moves.max(1));
        Some(Sample::of(
            points,
            [
                100.0 * points,
                of_moves(sums.jumps),
                of_moves(sums.captures).min(200.0),
                (f64::from(sums.plies) / f64::from(GAMES)).clamp(10.0, 150.0),
                part(weights, 4),
                part(weights, 0),
            ],
        ))
    }

    fn gaps(&self) -> &MutationGaps {
        &self.gaps
    }
}
