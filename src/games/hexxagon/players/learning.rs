//! Learning the evaluation weights: the search plays games against itself, and an evolutionary
//! algorithm finds the weights that predict the results best (least squares on game results, as in
//! Texel's tuning method). The built-in result is `assets/opponents/hexxagon_estimate.ron`.

use std::sync::Arc;

use super::evaluation::{EvaluationFile, EvaluationWeights, Features, LearningSettings, WEIGHTS};
use super::two_player_search::TwoPlayerPosition;
use crate::base::RangeError;
use crate::games::hexxagon::rules::{Board, BoardError, BoardNumber, Move, Player, StuckRule};
use crate::generation::{
    Crossover, EvolutionParameters, MutationGaps, Picture, Problem, Purpose, Run, Seed, Selection,
    Stream,
};
use crate::search::{Limits, Options, Searcher, StopToken};

/// A position of a game, and the result of the game.
#[derive(Clone, Debug)]
struct TrainingSample {
    /// Lead in pieces of the player to move.
    piece_lead: f32,
    /// Factors of the weights for the opening and for the end.
    terms: [f32; 2 * WEIGHTS],
    /// Result for the player to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    result: f32,
}

impl TrainingSample {
    fn new(features: &Features, result: f32) -> Self {
        let free_share = features.free_share as f32 / 64.0;
        let mut plain = [0.0; WEIGHTS];
        plain[0] = 1.0;
        plain[1] = features.best_captures[0] as f32;
        plain[2] = -features.best_captures[1] as f32;
        for (term, count) in plain[3..].iter_mut().zip(features.cells) {
            *term = count as f32;
        }
        let terms = std::array::from_fn(|at| match at.checked_sub(WEIGHTS) {
            None => plain[at] * free_share,
            Some(at) => plain[at] * (1.0 - free_share),
        });
        TrainingSample {
            piece_lead: features.piece_lead as f32,
            terms,
            result,
        }
    }
}

/// The genome: the weights, and the scale from scores to winning probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Genome {
    /// The weights of [`EvaluationWeights`], opening first.
    weights: [i16; 2 * WEIGHTS],
    /// Score in hundredths of a piece that means a winning probability of 75 %, for the opening and
    /// the end.
    scale: [i16; 2],
}

const GENES: usize = 2 * WEIGHTS + 2;
/// Largest absolute value of a weight.
const MAX_WEIGHT: i16 = 400;
/// Range of the scale.
const SCALE: (i16, i16) = (20, 5_000);

impl Genome {
    fn of(start: &EvaluationWeights) -> Self {
        let mut weights = [0; 2 * WEIGHTS];
        weights[..WEIGHTS].copy_from_slice(&start.opening);
        weights[WEIGHTS..].copy_from_slice(&start.end);
        Genome {
            weights,
            scale: [800, 200],
        }
    }

    fn evaluation_weights(&self) -> EvaluationWeights {
        let half = |from: usize| std::array::from_fn(|at| self.weights[from + at]);
        EvaluationWeights {
            opening: half(0),
            end: half(WEIGHTS),
        }
    }

    fn gene(&mut self, at: usize) -> &mut i16 {
        match at.checked_sub(2 * WEIGHTS) {
            None => &mut self.weights[at],
            Some(at) => &mut self.scale[at],
        }
    }
}

/// The problem of predicting the results of games.
pub struct LearningProblem {
    start: EvaluationWeights,
    samples: Vec<TrainingSample>,
}

impl LearningProblem {
    /// Returns the mean squared error of the predicted winning probabilities.
    fn mean_squared_error(&self, genome: &Genome) -> f64 {
        let weights: [f32; 2 * WEIGHTS] = genome.weights.map(f32::from);
        let [opening, end] = genome.scale.map(f32::from);
        let squared_error = |sample: &TrainingSample| {
            let products = weights.iter().zip(&sample.terms).map(|(w, t)| w * t);
            let score = sample.piece_lead * 100.0 + products.sum::<f32>();
            // The first feature is always 1, so its term for the opening is the share of free cells.
            let free_share = sample.terms[0];
            let score = score / (opening * free_share + end * (1.0 - free_share)).max(10.0);
            // This curve resembles the logistic one, but is the same on every computer.
            let predicted = 0.5 + 0.5 * score / (1.0 + score.abs());
            f64::from((predicted - sample.result) * (predicted - sample.result))
        };
        self.samples.iter().map(squared_error).sum::<f64>() / self.samples.len().max(1) as f64
    }
}

impl Problem for LearningProblem {
    type Genome = Genome;

    fn genes(&self) -> usize {
        GENES
    }

    fn random(&self, rng: &mut Stream) -> Genome {
        let mut genome = Genome::of(&self.start);
        for at in 0..GENES {
            *genome.gene(at) += rng.random_below(41) as i16 - 20;
        }
        genome
    }

    fn cross(&self, first: &Genome, second: &Genome, how: Crossover, rng: &mut Stream) -> Genome {
        let (mask, mut child) = (how.mask::<1>(GENES, rng), *first);
        let mut second = *second;
        for at in (0..GENES).filter(|at| !mask.get(*at)) {
            *child.gene(at) = *second.gene(at);
        }
        child
    }

    fn mutate(&self, genome: &mut Genome, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| {
            // The width is drawn on a logarithmic scale, so most steps are small.
            let width = 1 << rng.random_below(8);
            let step = rng.random_below(2 * width + 1) as i16 - width as i16;
            let gene = genome.gene(at);
            let (least, most) = if at < 2 * WEIGHTS {
                (-MAX_WEIGHT, MAX_WEIGHT)
            } else {
                SCALE
            };
            *gene = (*gene + step).clamp(least, most);
        });
    }

    /// Returns 1 minus the mean squared error, 0 to 1.
    fn objective(&self, genome: &Genome, _: &mut Stream) -> f64 {
        1.0 - self.mean_squared_error(genome).min(1.0)
    }

    fn picture(&self, _: &Genome) -> Picture {
        Picture::default()
    }
}

/// The search settings for the weights.
fn usual_parameters() -> EvolutionParameters {
    EvolutionParameters {
        population: 60,
        elitism: 6,
        mutation: 0.06,
        selection: Selection::Tournament(3),
        generations: 2_000,
        milliseconds: 0,
        ..EvolutionParameters::default()
    }
}

/// The reason why weights cannot be learned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LearningError {
    /// A board cannot be built.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The settings of the evolution, or those of the search for moves, are out of range.
    #[error(transparent)]
    Range(#[from] RangeError),
}

/// Learns weights, and reports the number (from 0) and the mean squared error of each round.
pub fn learn(
    settings: &LearningSettings,
    mut report: impl FnMut(u32, f64),
) -> Result<EvaluationFile, LearningError> {
    let mut weights = EvaluationWeights::BY_HAND;
    for round in 0..settings.rounds {
        let seed = settings.seed.child(u64::from(round));
        let problem = LearningProblem {
            start: weights,
            samples: training_samples(settings, &weights, seed)?,
        };
        let mut run = Run::new(Arc::new(problem), usual_parameters(), seed)?;
        run.finish();
        if let Some(best) = run.best() {
            weights = best.genome.evaluation_weights();
            report(round, 1.0 - best.fitness);
        }
    }
    Ok(EvaluationFile {
        origin: settings.clone(),
        weights,
    })
}

/// Plays games of the search against itself on all boards for two, both stuck rules in turn, and
/// returns their positions.
fn training_samples(
    settings: &LearningSettings,
    weights: &EvaluationWeights,
    seed: Seed,
) -> Result<Vec<TrainingSample>, LearningError> {
    let mut samples = Vec::new();
    for number in 0..settings.games {
        let seed = seed.child(u64::from(number));
        // Every second game is played on the default board 1 or on board 0, which it is cut from.
        let board = [number / 2 % 15, number / 2 % 2][number as usize % 2];
        let board = Board::listed(BoardNumber(board as u16), seed)?;
        let stuck = [StuckRule::Ends, StuckRule::Skip][(number / 4 % 2) as usize];
        self_play(&board, stuck, weights, settings.nodes, seed, &mut samples)?;
    }
    Ok(samples)
}

/// Largest number of random plies at the start of a game.
const MAX_RANDOM_PLIES: u32 = 10;
/// Length in plies after which a game is stopped.
const MAX_PLIES: u32 = 300;

/// The result of a game for a player, from the points of both: 1 for a win, 0.5 for a draw, 0 for a loss.
fn result_for(player: Player, [first, second]: [u32; 2]) -> f32 {
    let lead = if player == Player(0) {
        first as i32 - second as i32
    } else {
        second as i32 - first as i32
    };
    0.5 + 0.5 * lead.signum() as f32
}

/// Plays one game, and adds its positions after the random plies to the samples.
fn self_play(
    board: &Arc<Board>,
    stuck: StuckRule,
    weights: &EvaluationWeights,
    nodes: u64,
    seed: Seed,
    samples: &mut Vec<TrainingSample>,
) -> Result<(), LearningError> {
    let Some(mut position) = board.start::<2>() else {
        return Ok(());
    };
    let mut rng = seed.stream(Purpose::Play);
    let options = Options {
        table_megabytes: 1,
        ..Options::default()
    };
    let mut searcher = Searcher::new(options)?;
    let random_plies = 2 + rng.random_below(MAX_RANDOM_PLIES - 1);
    let mut seen: Vec<(Features, Player)> = Vec::new();
    for ply in 0..MAX_PLIES {
        if position.ending(board, stuck).is_some() {
            break;
        }
        let made = if ply < random_plies {
            let mut moves = Vec::new();
            position.each_move(board, |made| moves.push(made));
            rng.choose(&moves).copied()
        } else {
            seen.push((
                Features::of(board, position.own(), position.rivals()),
                position.mover(),
            ));
            let root = TwoPlayerPosition::new(board, position, stuck, weights);
            let found =
                searcher.search(&root, Limits::nodes(nodes), &StopToken::default(), |_| {})?;
            found.best_move()
        };
        position = position.after(board, made.unwrap_or(Move::Pass));
    }
    let counts = position.result(board, stuck);
    let sample = |(features, mover): &(Features, Player)| {
        TrainingSample::new(features, result_for(*mover, counts))
    };
    samples.extend(seen.iter().map(sample));
    Ok(())
}
