//! Evolving the estimate: from games that the search plays against itself, weights are evolved that
//! foretell the results. What came of it is kept in `assets/opponents/`, for two players in
//! `hexxagon_estimate.ron` and for three in `hexxagon_estimate_three.ron`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::estimate::{Counts, Estimate, PIECE, WEIGHTS};
use super::look_ahead::DuelPosition;
use super::look_ahead_three::{TrioPosition, Way, lead};
use super::weights::Weights;
use crate::games::hexxagon::rules::{
    BadBoard, Board, BoardNumber, Move, Player, Position as Pieces, Stuck,
};
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
    /// How many play: 2 or 3.
    pub players: u8,
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
    /// The lead in pieces, which has no weight.
    lead: f32,
    /// What the weights for the opening and for the end are multiplied by.
    terms: [f32; 2 * WEIGHTS],
    /// 1 if the side to move won, 0.5 for a draw, 0 for a loss.
    result: f32,
}

impl Lesson {
    fn new(lead: f32, counts: &Counts, result: f32) -> Self {
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
            lead,
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
            let score = lesson.lead * PIECE as f32 + products.sum::<f32>();
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

/// Positions of games on all boards for so many players, in both rules for who is stuck.
fn lessons(origin: &Origin, estimate: &Estimate, seed: Seed) -> Result<Vec<Lesson>, Failure> {
    let mut lessons = Vec::new();
    for number in 0..origin.games {
        let seed = seed.child(u64::from(number));
        let half = number / 2;
        let stuck = [Stuck::Ends, Stuck::Skip][(half / 2 % 2) as usize];
        if origin.players == 3 {
            // The boards for three are 40 to 46; every second game is against the document's players.
            let board = Board::of(BoardNumber(40 + (half % 7) as u16), seed)?;
            let alone = number % 2 == 1;
            SelfPlay::new(&board, stuck, estimate, origin).of_three(alone, seed, &mut lessons)?;
        } else {
            // Every second game on the usual board and its kin.
            let board = [half % 15, half % 2][number as usize % 2];
            let board = Board::of(BoardNumber(board as u16), seed)?;
            SelfPlay::new(&board, stuck, estimate, origin).of_two(seed, &mut lessons)?;
        }
    }
    Ok(lessons)
}

/// Plies made at random first, at most.
const RANDOM_PLIES: u32 = 10;
/// A small table: few positions are looked at for a move.
fn options() -> Options {
    Options {
        table_megabytes: 1,
        ..Options::default()
    }
}
/// Longest game in plies.
const LONGEST: u32 = 300;

/// A game to learn from.
struct SelfPlay<'a> {
    board: &'a Arc<Board>,
    stuck: Stuck,
    estimate: &'a Estimate,
    limits: Limits,
}

impl<'a> SelfPlay<'a> {
    fn new(board: &'a Arc<Board>, stuck: Stuck, estimate: &'a Estimate, origin: &Origin) -> Self {
        SelfPlay {
            board,
            stuck,
            estimate,
            limits: Limits::nodes(origin.nodes),
        }
    }

    fn of_two(self, seed: Seed, lessons: &mut Vec<Lesson>) -> Result<(), Failure> {
        let mut seen: Vec<(Counts, Player)> = Vec::new();
        let mut searcher = Searcher::new(options())?;
        let Some(last) = self.play::<2>(seed, |position, _| {
            let (own, rivals) = (position.own(), position.rivals());
            seen.push((Counts::of(self.board, own, rivals), position.mover()));
            let root = DuelPosition::new(self.board, *position, self.stuck, self.estimate);
            let found = searcher.think(&root, self.limits, &Stopper::default(), |_| {})?;
            Ok(found.best())
        })?
        else {
            return Ok(());
        };
        let results = results(&last.result(self.board, self.stuck));
        lessons.extend(seen.iter().map(|(counts, mover)| {
            Lesson::new(counts.pieces as f32, counts, results[mover.index()])
        }));
        Ok(())
    }

    /// Three searches, or one `alone` against two players of the document.
    fn of_three(self, alone: bool, seed: Seed, lessons: &mut Vec<Lesson>) -> Result<(), Failure> {
        let mut rng = seed.stream(Purpose::Player);
        let searching = rng.below(3) as u8;
        let sets: [Weights; 3] =
            std::array::from_fn(|_| Weights::SETS[rng.below(Weights::SETS.len() as u32) as usize]);
        let mut seen: Vec<Pieces<3>> = Vec::new();
        let mut searcher = Searcher::new(options())?;
        let Some(last) = self.play::<3>(seed, |position, rng| {
            seen.push(*position);
            let mover = position.mover();
            if alone && mover.0 != searching {
                return Ok(sets[mover.index()].choose(self.board, position, rng));
            }
            let (board, stuck, estimate) = (self.board, self.stuck, self.estimate);
            let root = TrioPosition::new(board, position, stuck, Way::Paranoid, estimate);
            let found = searcher.think(&root, self.limits, &Stopper::default(), |_| {})?;
            Ok(found.best().map(|best| best.made))
        })?
        else {
            return Ok(());
        };
        let results = results(&last.result(self.board, self.stuck));
        for position in &seen {
            self.learn_three(position, results, (!alone).then_some(searching), lessons);
        }
        Ok(())
    }

    /// A position as each of the players sees it, or as `only` one of them: who is to move against the
    /// others, and who waits as the one whom the others move against.
    fn learn_three(
        &self,
        position: &Pieces<3>,
        results: [f32; 3],
        only: Option<u8>,
        lessons: &mut Vec<Lesson>,
    ) {
        let pieces = [0, 1, 2].map(|player| position.pieces(Player(player)));
        for player in 0..3u8 {
            if only.is_some_and(|only| only != player) {
                continue;
            }
            let at = usize::from(player);
            let (own, others) = (pieces[at], position.occupied().without(pieces[at]));
            let ahead = lead([at, (at + 1) % 3, (at + 2) % 3].map(|at| pieces[at].count()));
            let ahead = ahead as f32 / PIECE as f32;
            lessons.push(if position.mover().0 == player {
                let counts = Counts::of(self.board, own, others);
                Lesson::new(ahead, &counts, results[at])
            } else {
                let counts = Counts::of(self.board, others, own);
                Lesson::new(-ahead, &counts, 1.0 - results[at])
            });
        }
    }

    /// Plays a game, a few plies of it at random and then by `choose`; how it ended, or `None` if the
    /// board is for another number of players.
    fn play<const N: usize>(
        &self,
        seed: Seed,
        mut choose: impl FnMut(&Pieces<N>, &mut Stream) -> Result<Option<Move>, Failure>,
    ) -> Result<Option<Pieces<N>>, Failure> {
        let Some(mut position) = self.board.start::<N>() else {
            return Ok(None);
        };
        let mut rng = seed.stream(Purpose::Play);
        let random = 2 + rng.below(RANDOM_PLIES - 1);
        for ply in 0..LONGEST {
            if position.ending(self.board, self.stuck).is_some() {
                break;
            }
            let made = if ply < random {
                let mut moves = Vec::new();
                position.each_move(self.board, |made| moves.push(made));
                rng.pick(&moves).copied()
            } else {
                choose(&position, &mut rng)?
            };
            position = position.after(self.board, made.unwrap_or(Move::Pass));
        }
        Ok(Some(position))
    }
}

/// For each player 1 for having the most cells, 0.5 for sharing that, and 0 else.
fn results<const N: usize>(counts: &[u32; N]) -> [f32; N] {
    std::array::from_fn(|player| {
        let others = (0..N).filter(|at| *at != player).map(|at| counts[at]);
        let most = others.max().unwrap_or(0);
        0.5 + 0.5 * (counts[player] as i32 - most as i32).signum() as f32
    })
}
