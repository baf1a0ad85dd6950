//! Judging levels by play: candidates are played by the reference player until it is sure how often it succeeds,
//! few times where there is no hope, and often where there is. Each play is recorded move by move, so that the same
//! plays say what every goal amount and move limit would come to.

use std::ops::{Range, RangeInclusive};

use super::generator::draft;
use super::setup::{GoalKind, Setup};
use super::{BadLevel, Level, LevelGenome};
use crate::games::match3::player::Player;
use crate::games::match3::rules::{Colour, Game, Goal, Status};
use crate::generation::{Purpose, Seed};

/// Who plays the levels.
pub const REFERENCE: Player = Player::Document;
/// Move limits that are offered.
pub const MOVES: RangeInclusive<u32> = 10..=30;
/// Candidates that are played at all.
pub const CANDIDATES: usize = 8;
/// Plays of each candidate in the first round; in every further round half of them are left, and play as often as
/// so far once more.
const FIRST: u32 = 48;
/// The standard error, as a part of all plays, at which the rate of the last candidate is sure.
const SURE: f64 = 0.009;
/// Plays of a candidate at most.
const MOST: u32 = 6_000;
/// How far from the wish a rate may lie, in percent.
pub const NEAR: f64 = 3.0;

/// What one play had reached after each move: blocks, points, or 1 once the special cells are cleared.
pub type Course = Vec<u32>;

/// A goal amount and a move limit, and how often the reference player succeeds with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Blocks, points or nothing to be counted.
    pub amount: u32,
    /// The move limit.
    pub moves: u32,
    /// The part of plays that succeeded, in percent.
    pub rate: f64,
    /// How often it was played.
    pub plays: u32,
}

/// A board on trial.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The board.
    pub genome: LevelGenome,
    level: Level,
    courses: Vec<Course>,
    /// The best offer so far.
    pub offer: Option<Offer>,
}

/// Plays to be made: of a candidate, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which candidate.
    pub candidate: usize,
    /// Which plays.
    pub plays: Range<u32>,
}

/// Candidates being judged, round by round.
#[derive(Clone, Debug)]
pub struct Trial {
    setup: Setup,
    seed: Seed,
    candidates: Vec<Candidate>,
    /// Those that are still in, best first.
    alive: Vec<usize>,
    rounds: u32,
    ended: bool,
}

impl Trial {
    /// A trial of boards, the most promising first; at most [`CANDIDATES`] of them are played. The same boards and
    /// seed give the same result, on any number of threads.
    pub fn new(setup: &Setup, genomes: &[LevelGenome], seed: Seed) -> Result<Self, BadLevel> {
        let candidate = |genome: &LevelGenome| {
            Ok(Candidate {
                genome: *genome,
                level: draft(setup, genome, seed)?,
                courses: Vec::new(),
                offer: None,
            })
        };
        let some = genomes.iter().take(CANDIDATES);
        let candidates: Vec<Candidate> = some.map(candidate).collect::<Result<_, BadLevel>>()?;
        Ok(Trial {
            setup: setup.clone(),
            seed,
            alive: (0..candidates.len()).collect(),
            ended: candidates.is_empty(),
            candidates,
            rounds: 0,
        })
    }

    /// All candidates.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Those that are still in, best first.
    pub fn alive(&self) -> &[usize] {
        &self.alive
    }

    /// Rounds that were played.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether the answer is sure.
    pub fn is_over(&self) -> bool {
        self.ended
    }

    /// The plays of this round, in pieces of at most so many.
    pub fn jobs(&self, piece: u32) -> Vec<Job> {
        let mut jobs = Vec::new();
        for &candidate in &self.alive {
            let played = self.candidates[candidate].courses.len() as u32;
            let end = played + played.max(FIRST);
            let starts = (played..end).step_by(piece.max(1) as usize);
            jobs.extend(starts.map(|start| Job {
                candidate,
                plays: start..(start + piece.max(1)).min(end),
            }));
        }
        jobs
    }

    /// Makes plays; to be given back with [`Trial::end_round`].
    pub fn play(&self, job: &Job) -> Vec<Course> {
        let candidate = &self.candidates[job.candidate];
        let seed = self.seed.child(job.candidate as u64 + 1);
        let play = |number: u32| course(&self.setup, &candidate.level, seed.child(number.into()));
        job.plays.clone().map(play).collect()
    }

    /// Ends the round with its plays, in the order of [`Trial::jobs`].
    pub fn end_round(&mut self, played: impl IntoIterator<Item = (usize, Vec<Course>)>) {
        for (candidate, courses) in played {
            self.candidates[candidate].courses.extend(courses);
        }
        let wanted = f64::from(self.setup.success);
        for &at in &self.alive {
            let candidate = &mut self.candidates[at];
            candidate.offer = best_offer(&self.setup, &candidate.courses, wanted);
        }
        let candidates = &self.candidates;
        let missed = |at: &usize| {
            candidates[*at]
                .offer
                .map_or(f64::MAX, |offer| cost(&offer, wanted))
        };
        self.alive.sort_by(|a, b| missed(a).total_cmp(&missed(b)));
        self.rounds += 1;
        self.alive.truncate(self.alive.len().div_ceil(2));
        let Some(best) = self.alive.first().map(|at| &candidates[*at]) else {
            self.ended = true;
            return;
        };
        let plays = best.courses.len() as f64;
        let rate = best.offer.map_or(0.0, |offer| offer.rate / 100.0);
        // Where a rate is near 0 or 1, as many plays as for a twentieth.
        let spread = (rate * (1.0 - rate)).max(0.05 * 0.95);
        let sure = (spread / plays).sqrt() <= SURE;
        self.ended = self.alive.len() == 1 && (sure || plays as u32 >= MOST);
    }

    /// Judges to the end, here and now, on so many threads.
    pub fn finish(&mut self, threads: usize) {
        while !self.is_over() {
            let jobs = self.jobs(64);
            let next = std::sync::atomic::AtomicUsize::new(0);
            let trial = &*self;
            let work = || {
                let mut done = Vec::new();
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else {
                        return done;
                    };
                    done.push((at, trial.play(job)));
                }
            };
            let mut done: Vec<(usize, Vec<Course>)> = std::thread::scope(|scope| {
                let workers: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
                let mut all = work();
                for worker in workers {
                    match worker.join() {
                        Ok(done) => all.extend(done),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                all
            });
            done.sort_unstable_by_key(|(at, _)| *at);
            let played = done
                .into_iter()
                .map(|(at, courses)| (jobs[at].candidate, courses));
            self.end_round(played.collect::<Vec<_>>());
        }
    }

    /// The best level so far with its offer; `None` before the first round.
    pub fn best(&self) -> Option<(Level, Offer)> {
        self.level(*self.alive.first()?)
    }

    /// The level of a candidate with its offer; `None` before the first round.
    pub fn level(&self, candidate: usize) -> Option<(Level, Offer)> {
        let candidate = self.candidates.get(candidate)?;
        let offer = candidate.offer?;
        let goal = match candidate.level.goals().first()? {
            Goal::Collect(colour, _) => Goal::Collect(*colour, offer.amount),
            Goal::Score(_) => Goal::Score(offer.amount),
            Goal::ClearSpecials => Goal::ClearSpecials,
        };
        let level = candidate
            .level
            .clone()
            .with_goals(goal)
            .with_moves(offer.moves);
        Some((level, offer))
    }
}

/// What a play comes to, move by move, up to the largest limit.
fn course(setup: &Setup, level: &Level, seed: Seed) -> Course {
    let mut rng = seed.stream(Purpose::Player);
    let chance = seed.stream(Purpose::Play);
    let goal = level.goals()[0];
    // A goal that cannot be met: how the play goes on does not depend on the amount that is asked for in the end.
    let endless = match goal {
        Goal::Collect(colour, _) => Goal::Collect(colour, u32::MAX),
        Goal::Score(_) => Goal::Score(u32::MAX),
        Goal::ClearSpecials => Goal::ClearSpecials,
    };
    let last = *MOVES.end();
    let mut course = Vec::with_capacity(last as usize);
    let Ok(mut game) = Game::new(level.board(), endless, last, chance) else {
        return course;
    };
    while game.status() == Status::Playing {
        let swap = REFERENCE.choose(&game, &mut rng);
        if swap.is_none_or(|swap| game.apply(swap, &mut ()).is_err()) {
            break;
        }
        course.push(match setup.goal {
            GoalKind::Collect => game.score().collected[usize::from(colour_of(goal).0) % 8],
            GoalKind::Score => game.score().points,
            GoalKind::Clear => u32::from(game.is_met()),
        });
    }
    course
}

fn colour_of(goal: Goal) -> Colour {
    match goal {
        Goal::Collect(colour, _) => colour,
        _ => Colour(0),
    }
}

/// What a course had reached with a move limit.
fn reached(course: &Course, moves: u32) -> u32 {
    let last = (moves as usize).min(course.len());
    last.checked_sub(1).map_or(0, |at| course[at])
}

/// What an offer lacks: the distance to the wish, and a little for levels that are short or long.
fn cost(offer: &Offer, wanted: f64) -> f64 {
    (offer.rate - wanted).abs() + 0.03 * f64::from(offer.moves.abs_diff(20))
}

/// The best amount and limit for a wanted rate, in percent.
fn best_offer(setup: &Setup, courses: &[Course], wanted: f64) -> Option<Offer> {
    let step = match setup.goal {
        GoalKind::Score => 50,
        GoalKind::Collect | GoalKind::Clear => 1,
    };
    let offers = MOVES.filter_map(|moves| {
        let mut amounts: Vec<u32> = courses
            .iter()
            .map(|course| reached(course, moves) / step)
            .collect();
        amounts.sort_unstable_by(|a, b| b.cmp(a));
        let plays = amounts.len();
        let at = (wanted / 100.0 * plays as f64) as usize;
        // The amount that about as many reach, or one more.
        let here = *amounts.get(at.min(plays.checked_sub(1)?))?;
        let tried = match setup.goal {
            GoalKind::Clear => [1, 1],
            GoalKind::Collect | GoalKind::Score => [here.max(1), here + 1],
        };
        let offers = tried.map(|amount| Offer {
            amount: amount * step,
            moves,
            rate: 100.0 * amounts.partition_point(|reached| *reached >= amount) as f64
                / plays as f64,
            plays: plays as u32,
        });
        offers
            .into_iter()
            .min_by(|a, b| cost(a, wanted).total_cmp(&cost(b, wanted)))
    });
    offers.min_by(|a, b| cost(a, wanted).total_cmp(&cost(b, wanted)))
}
