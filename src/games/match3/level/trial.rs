//! Judging levels by play: candidates are played by the reference player until it is sure how often it succeeds,
//! few times where there is no hope, and often where there is. Each play is recorded move by move, so that the same
//! plays say what every goal amount and move limit would come to.

use std::ops::{Range, RangeInclusive};

use super::breeding::Bred;
use super::generator::{draft, goals_of, points_of_rung};
use super::setup::Setup;
use super::{BadLevel, Level};
use crate::games::match3::player::Player;
use crate::games::match3::rules::{Game, Goal, Status};
use crate::generation::{Purpose, Seed};

/// Who plays the levels.
pub const REFERENCE: Player = Player::Document;
/// Move limits that are offered; clearing takes longer than counting, and both longest.
fn limits(setup: &Setup) -> RangeInclusive<u32> {
    10..=match (setup.is_cleared(), setup.goals.are_counted()) {
        (false, _) => 30,
        (true, false) => 45,
        (true, true) => 60,
    }
}

/// Candidates that are played at all.
pub const CANDIDATES: usize = 6;
/// Plays of each candidate in the first round; in every further round half of them are left, and play as often as
/// so far once more.
const FIRST: u32 = 48;
/// The standard error, as a part of all plays, at which the rate of the last candidate is sure.
const SURE: f64 = 0.009;
/// Plays of a candidate at most.
const MOST: u32 = 6_000;
/// How far from the wish a rate may lie, in percent.
pub const NEAR: f64 = 3.0;

/// What one play had reached after each move: the highest rung on which all goals were met; see [`goals_of`].
pub type Course = Vec<u32>;

/// A goal amount and a move limit, and how often the reference player succeeds with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// The rung of the goals; see [`goals_of`].
    pub rung: u32,
    /// The move limit.
    pub moves: u32,
    /// The part of plays that succeeded, in percent.
    pub rate: f64,
    /// How often it was played.
    pub plays: u32,
}

/// A board that is to be judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The board.
    pub bred: Bred,
    /// What it promises, 0 to 1.
    pub promise: f64,
}

/// A board on trial.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The board.
    pub entry: Entry,
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
    candidates: Vec<Candidate>,
    /// Those that are still in, best first.
    alive: Vec<usize>,
    rounds: u32,
    ended: bool,
}

impl Trial {
    /// A trial of boards. The same boards give the same result, on any number of threads; and what is found about
    /// the last one is what would be found about it alone.
    pub fn new(setup: &Setup, entries: Vec<Entry>) -> Result<Self, BadLevel> {
        let candidate = |entry: Entry| {
            Ok(Candidate {
                level: draft(setup, &entry.bred.genome, entry.bred.seed)?,
                entry,
                courses: Vec::new(),
                offer: None,
            })
        };
        let candidates = entries.into_iter().map(candidate);
        let candidates: Vec<Candidate> = candidates.collect::<Result<_, BadLevel>>()?;
        Ok(Trial {
            setup: setup.clone(),
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
        let seed = candidate.entry.bred.seed.child(1);
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
            let Candidate { offer, entry, .. } = &candidates[*at];
            let unpromising = PROMISE * (1.0 - entry.promise);
            offer.map_or(f64::MAX, |offer| cost(&offer, wanted) + unpromising)
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

    /// The offer of the first candidate after a few plays; `None` where it is hopeless.
    pub fn glance(&self, plays: u32) -> Option<Offer> {
        let job = Job {
            candidate: 0,
            plays: 0..plays,
        };
        self.candidates.first()?;
        let wanted = f64::from(self.setup.success);
        best_offer(&self.setup, &self.play(&job), wanted)
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

    /// The best level so far with its offer and its board; `None` before the first round.
    pub fn best(&self) -> Option<(Level, Offer, &Bred)> {
        let candidate = &self.candidates[*self.alive.first()?];
        let offer = candidate.offer?;
        let level = candidate.level.clone();
        let goals = goals_of(&self.setup, candidate.entry.bred.seed, offer.rung);
        let level = level.with_goals(goals).with_moves(offer.moves);
        Some((level, offer, &candidate.entry.bred))
    }
}

/// What a play comes to, move by move, up to the largest limit.
fn course(setup: &Setup, level: &Level, seed: Seed) -> Course {
    let mut rng = seed.stream(Purpose::Player);
    let chance = seed.stream(Purpose::Play);
    let last = *limits(setup).end();
    let mut course = Vec::with_capacity(last as usize);
    // Its goals cannot be met: how the play goes on does not depend on the amounts that are asked for in the end.
    let Ok(mut game) = Game::new(level.board(), level.goals(), last, chance) else {
        return course;
    };
    while game.status() == Status::Playing {
        let swap = REFERENCE.choose(&game, &mut rng);
        if swap.is_none_or(|swap| game.apply(swap, &mut ()).is_err()) {
            break;
        }
        course.push(rung_of(setup, &game));
    }
    course
}

/// The highest rung on which all goals are met.
fn rung_of(setup: &Setup, game: &Game) -> u32 {
    let goals = game.goals().iter();
    let rungs = goals.map(|goal| match *goal {
        Goal::Collect(colour, _) => game.score().collected[usize::from(colour.0) % 8],
        Goal::Score(_) => game.score().points / points_of_rung(setup),
        Goal::ClearSpecials if game.wanting(*goal) == 0 => u32::MAX,
        Goal::ClearSpecials => 0,
    });
    // Where nothing is counted, there is one rung.
    rungs.min().unwrap_or(0).min(if setup.goals.are_counted() {
        u32::MAX
    } else {
        1
    })
}

/// What a course had reached with a move limit.
fn reached(course: &Course, moves: u32) -> u32 {
    let last = (moves as usize).min(course.len());
    last.checked_sub(1).map_or(0, |at| course[at])
}

/// Points of the success rate that a board without any promise is worth less than one that promises all.
const PROMISE: f64 = 3.0;

/// What an offer lacks: the distance to the wish, and a little for levels that are short or long.
fn cost(offer: &Offer, wanted: f64) -> f64 {
    (offer.rate - wanted).abs() + 0.03 * f64::from(offer.moves.abs_diff(20))
}

/// What a rung lacks that is met by the way, beside cells to be cleared.
fn slight(setup: &Setup, rung: u32) -> f64 {
    let beside = setup.is_cleared() && setup.goals.are_counted();
    if beside {
        0.4 * f64::from(8u32.saturating_sub(rung))
    } else {
        0.0
    }
}

/// The best rung and limit for a wanted rate, in percent.
fn best_offer(setup: &Setup, courses: &[Course], wanted: f64) -> Option<Offer> {
    let cost = |offer: &Offer, wanted| cost(offer, wanted) + slight(setup, offer.rung);
    let offers = limits(setup).filter_map(|moves| {
        let mut rungs: Vec<u32> = courses
            .iter()
            .map(|course| reached(course, moves))
            .collect();
        rungs.sort_unstable_by(|a, b| b.cmp(a));
        let plays = rungs.len();
        let at = (wanted / 100.0 * plays as f64) as usize;
        // The rung that about as many reach, or one more.
        let here = *rungs.get(at.min(plays.checked_sub(1)?))?;
        let tried = if setup.goals.are_counted() {
            [here.max(1), here + 1]
        } else {
            [1, 1]
        };
        let offers = tried.map(|rung| Offer {
            rung,
            moves,
            rate: 100.0 * rungs.partition_point(|reached| *reached >= rung) as f64 / plays as f64,
            plays: plays as u32,
        });
        offers
            .into_iter()
            .min_by(|a, b| cost(a, wanted).total_cmp(&cost(b, wanted)))
    });
    offers.min_by(|a, b| cost(a, wanted).total_cmp(&cost(b, wanted)))
}
