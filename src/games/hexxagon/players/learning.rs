//! Evolving the estimate: from games that the search plays against itself, weights are evolved that
//! foretell the results. What came of it is kept in `assets/opponents/hexxagon_estimate.ron`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::evaluation::{Counts, Estimate, WEIGHTS};
use super::two_player_search::DuelPosition;
use crate::games::hexxagon::rules::{BadBoard, Board, BoardNumber, Move, Player, Stuck};
use crate::generation::search::OutOfRange;
use crate::generation::{
    Crossover, Gaps, Picture, Problem, Purpose, Run, Search, Seed, Selection, Stream,
};
use crate::search::{Limits, Options, Searcher, Stopper};

/// The evolved estimate as it is written, with what it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// How it can be evolved again.
    pub origin: Origin,
    /// What came of it.
    pub estimate: Estimate,
}

/// What an estimate is evolved from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Seed of games and evolution.
    pub seed: Seed,
    /// How often games are played anew with what was evolved, from the weights made by hand on.
    pub rounds: u32,
    /// Games a round.
    pub games: u32,
    /// Positions that the search looks at for a move of these games.
    pub nodes: u64,
}

/// A position of a game, and how it ended.
#[derive(Clone, Debug)]
struct Lesson {
    pieces: f32,
    /// What the weights for the opening and for the end are multiplied by.
    terms: [f32; 2 * WEIGHTS],
    /// 1 if who is to move won, 0.5 for a draw, 0 for a loss.
    result: f32,
}

impl Lesson {
    fn new(counts: &Counts, result: f32) -> Self {
        let open = counts.open as f32 / 64.0;
        let mut plain = [0.0; WEIGHTS];
        plain[0] = 1.0;
        plain[1] = counts.hits[0] as f32;
        plain[2] = -counts.hits[1] as f32;
        for (term, count) in plain[3..].iter_mut().zip(counts.cells) {
            *term = count as f32;
        }
        let terms = std::array::from_fn(|at| match at.checked_sub(WEIGHTS) {
            None => plain[at] * open,
            Some(at) => plain[at] * (1.0 - open),
        });
        Lesson {
            pieces: counts.pieces as f32,
            terms,
            result,
        }
    }
}

/// What is evolved: the weights, and how fast the chance of winning grows with the estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Genome {
    /// As in [`Estimate`], opening first.
    weights: [i16; 2 * WEIGHTS],
    /// Hundredths of a piece at which three of four games are won, for the opening and the end.
    scale: [i16; 2],
}

const GENES: usize = 2 * WEIGHTS + 2;
/// Weights go from minus this to this.
const MOST: i16 = 400;

impl Genome {
    fn of(estimate: &Estimate) -> Self {
        let mut weights = [0; 2 * WEIGHTS];
        weights[..WEIGHTS].copy_from_slice(&estimate.opening);
        weights[WEIGHTS..].copy_from_slice(&estimate.end);
        Genome {
            weights,
            scale: [800, 200],
        }
    }

    fn estimate(&self) -> Estimate {
        let half = |from: usize| std::array::from_fn(|at| self.weights[from + at]);
        Estimate {
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

/// The problem of foretelling how games end.
pub struct LearningProblem {
    from: Estimate,
    lessons: Vec<Lesson>,
}

impl LearningProblem {
    /// Mean squared error of the chances of winning that an estimate foretells.
    fn error(&self, genome: &Genome) -> f64 {
        let weights: [f32; 2 * WEIGHTS] = genome.weights.map(f32::from);
        let [opening, end] = genome.scale.map(f32::from);
        let error = |lesson: &Lesson| {
            let products = weights.iter().zip(&lesson.terms).map(|(w, t)| w * t);
            let score = lesson.pieces * 100.0 + products.sum::<f32>();
            let open = lesson.terms[0];
            let score = score / (opening * open + end * (1.0 - open)).max(10.0);
            // A curve like the logistic one, but the same on every machine.
            let chance = 0.5 + 0.5 * score / (1.0 + score.abs());
            f64::from((chance - lesson.result) * (chance - lesson.result))
        };
        self.lessons.iter().map(error).sum::<f64>() / self.lessons.len().max(1) as f64
    }
}

impl Problem for LearningProblem {
    type Genome = Genome;

    fn genes(&self) -> usize {
        GENES
    }

    fn random(&self, rng: &mut Stream) -> Genome {
        let mut genome = Genome::of(&self.from);
        for at in 0..GENES {
            *genome.gene(at) += rng.below(41) as i16 - 20;
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

    fn mutate(&self, genome: &mut Genome, gaps: &Gaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| {
            // Small steps mostly, and now and then a large one.
            let width = 1 << rng.below(8);
            let step = rng.below(2 * width + 1) as i16 - width as i16;
            let gene = genome.gene(at);
            let (least, most) = if at < 2 * WEIGHTS {
                (-MOST, MOST)
            } else {
                (20, 5_000)
            };
            *gene = (*gene + step).clamp(least, most);
        });
    }

    /// 1 less the mean squared error, from 0 to 1.
    fn objective(&self, genome: &Genome, _: &mut Stream) -> f64 {
        1.0 - self.error(genome).min(1.0)
    }

    fn picture(&self, _: &Genome) -> Picture {
        Picture::default()
    }
}

/// How the weights are searched for.
fn usual_search() -> Search {
    Search {
        population: 60,
        elitism: 6,
        mutation: 0.06,
        selection: Selection::Tournament(3),
        generations: 2_000,
        milliseconds: 0,
        ..Search::default()
    }
}

/// Why nothing can be evolved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// A board cannot be read.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// The search cannot be run.
    #[error(transparent)]
    Search(#[from] OutOfRange),
    /// The search for moves cannot be run.
    #[error(transparent)]
    Limits(#[from] crate::search::Bad),
}

/// Evolves an estimate; `tell` hears how far it has come: a round, and the error.
pub fn evolve(origin: &Origin, mut tell: impl FnMut(u32, f64)) -> Result<Written, Failure> {
    let mut estimate = Estimate::BY_HAND;
    for round in 0..origin.rounds {
        let seed = origin.seed.child(u64::from(round));
        let problem = LearningProblem {
            from: estimate,
            lessons: lessons(origin, &estimate, seed)?,
        };
        let mut run = Run::new(Arc::new(problem), usual_search(), seed)?;
        run.finish();
        if let Some(best) = run.best() {
            estimate = best.genome.estimate();
            tell(round, 1.0 - best.fitness);
        }
    }
    Ok(Written {
        origin: origin.clone(),
        estimate,
    })
}

/// Positions of games that the search plays against itself on all boards for two, both rules in turn.
fn lessons(origin: &Origin, estimate: &Estimate, seed: Seed) -> Result<Vec<Lesson>, Failure> {
    let mut lessons = Vec::new();
    for number in 0..origin.games {
        let seed = seed.child(u64::from(number));
        // Every second game on the usual board and its kin.
        let board = [number / 2 % 15, number / 2 % 2][number as usize % 2];
        let board = Board::of(BoardNumber(board as u16), seed)?;
        let stuck = [Stuck::Ends, Stuck::Skip][(number / 4 % 2) as usize];
        self_play(&board, stuck, estimate, origin.nodes, seed, &mut lessons)?;
    }
    Ok(lessons)
}

/// Plies made at random first, at most.
const RANDOM_PLIES: u32 = 10;
/// Longest game in plies.
const LONGEST: u32 = 300;

fn self_play(
    board: &Arc<Board>,
    stuck: Stuck,
    estimate: &Estimate,
    nodes: u64,
    seed: Seed,
    lessons: &mut Vec<Lesson>,
) -> Result<(), Failure> {
    let Some(mut position) = board.start::<2>() else {
        return Ok(());
    };
    let mut rng = seed.stream(Purpose::Play);
    let options = Options {
        table_megabytes: 1,
        ..Options::default()
    };
    let mut searcher = Searcher::new(options)?;
    let random = 2 + rng.below(RANDOM_PLIES - 1);
    let mut seen: Vec<(Counts, Player)> = Vec::new();
    for ply in 0..LONGEST {
        if position.ending(board, stuck).is_some() {
            break;
        }
        let made = if ply < random {
            let mut moves = Vec::new();
            position.each_move(board, |made| moves.push(made));
            rng.pick(&moves).copied()
        } else {
            seen.push((
                Counts::of(board, position.own(), position.rivals()),
                position.mover(),
            ));
            let root = DuelPosition::new(board, position, stuck, estimate);
            let found = searcher.think(&root, Limits::nodes(nodes), &Stopper::default(), |_| {})?;
            found.best()
        };
        position = position.after(board, made.unwrap_or(Move::Pass));
    }
    let [first, second] = position.result(board, stuck);
    let won = |player: Player| {
        let lead = if player == Player(0) {
            first as i32 - second as i32
        } else {
            second as i32 - first as i32
        };
        0.5 + 0.5 * lead.signum() as f32
    };
    lessons.extend(
        seen.iter()
            .map(|(counts, mover)| Lesson::new(counts, won(*mover))),
    );
    Ok(())
}
