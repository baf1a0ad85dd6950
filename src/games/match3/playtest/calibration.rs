//! Calibration by successive halving: the intended player plays all candidates a few times, the better half of them as
//! often again, and so on, until the success rate of the last one is certain. Each play is recorded move by move, so
//! that the same plays tell the success rate of every goal amount and move limit.
//!
//! If special cells are to be cleared, a round of scouting comes first: it tells how many moves a board needs. If the
//! last candidate misses the wanted rate, those that were eliminated get another chance, the last ones first.

use std::ops::{Range, RangeInclusive};

use super::board_search::{EvolvedBoard, ScoredBoard};
use super::goal_candidate::{GoalCandidate, best_goal_candidate};
use super::scouting::{SCOUT_PLAYS, candidate_of_traces, play_scouting_trace};
use super::trace::{Trace, move_limits, record_trace};
use crate::base::parallel_map;
use crate::games::match3::level::{Level, LevelError, Setup, draft, goals_with_amount};
use crate::games::match3::players::Player;

/// The reference player, for whom levels are made unless the setup names another player.
pub const REFERENCE_PLAYER: Player = Player::Greedy;
/// A success rate counts as met within this many percentage points.
pub const RATE_TOLERANCE: f64 = 3.0;

/// Plays of each candidate in the first round. Each further round keeps half of the candidates and doubles the plays
/// of each.
const FIRST_ROUND_PLAYS: u32 = 48;
/// The standard error, as a part of all plays, at which a success rate is certain enough.
const MAX_STANDARD_ERROR: f64 = 0.009;
/// The same for a level that is made for a person. It is larger, because their model is less certain and their plays
/// take longer.
const MAX_STANDARD_ERROR_OF_PERSON: f64 = 0.018;
/// The smallest success rate that the standard error is computed with. Rates nearer to 0 or 1 get as many plays as this
/// one.
const MIN_SPREAD_RATE: f64 = 0.05;
/// The plays of a candidate after which no further round begins.
const MAX_PLAYS: u32 = 6_000;
/// Percentage points of the success rate that a board with a prior score of 0 loses against one with a score of 1.
const PRIOR_WEIGHT: f64 = 3.0;
/// Plays that one thread makes at a time.
const PLAYS_PER_JOB: u32 = 64;
/// Plays after which the move limit of a level to be cleared is known so well that much longer plays tell nothing.
const PLAYS_FOR_LIMIT: usize = 192;
/// The most moves of a level to be cleared in an estimate, which has no scouting.
const ESTIMATED_MOVES: u32 = 60;

/// The percentage points by which the last candidate may miss the wanted rate. A candidate that is certain to miss it
/// by more gives way to another one.
const NEAR_ENOUGH: f64 = 1.0;
/// Standard errors beyond [`RATE_TOLERANCE`] after which a candidate gives way before it is certain.
const HOPELESS_ERRORS: f64 = 4.0;
/// Candidates that get another chance at most.
const MAX_CHANCES: usize = 5;

/// A board that is being calibrated.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The board and its prior score.
    pub scored: ScoredBoard,
    level: Level,
    traces: Vec<Trace>,
    /// The move limits to choose from; `None` before they are scouted.
    limits: Option<RangeInclusive<u32>>,
    /// The best goal candidate so far.
    pub goal: Option<GoalCandidate>,
}

/// Plays to be made of one candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayJob {
    /// The index of the candidate.
    pub candidate: usize,
    /// The numbers of the plays.
    pub plays: Range<u32>,
}

/// Candidates that are being calibrated, round by round.
#[derive(Clone, Debug)]
pub struct Calibration {
    setup: Setup,
    candidates: Vec<Candidate>,
    /// Indices of the candidates that are still in, the best first.
    alive: Vec<usize>,
    /// Indices of the eliminated candidates. The last one gets the next chance.
    eliminated: Vec<usize>,
    /// Indices of the candidates that were last and missed the wanted rate.
    missed: Vec<usize>,
    ended: bool,
}

impl Calibration {
    /// A calibration of some boards. The same boards give the same result on any number of threads, and the last
    /// candidate gets the result that it gets in a calibration alone.
    pub fn new(setup: &Setup, boards: Vec<ScoredBoard>) -> Result<Self, LevelError> {
        let limits = (!setup.requires_clearing()).then(|| move_limits(setup));
        let candidate = |scored: ScoredBoard| {
            Ok(Candidate {
                limits: limits.clone(),
                level: draft(setup, &scored.board.genome, scored.board.seed)?,
                scored,
                traces: Vec::new(),
                goal: None,
            })
        };
        let candidates = boards.into_iter().map(candidate);
        let candidates: Vec<Candidate> = candidates.collect::<Result<_, LevelError>>()?;
        Ok(Calibration {
            setup: setup.clone(),
            alive: (0..candidates.len()).collect(),
            ended: candidates.is_empty(),
            eliminated: Vec::new(),
            missed: Vec::new(),
            candidates,
        })
    }

    /// All candidates.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Indices of the candidates that are still in, the best first.
    pub fn remaining(&self) -> &[usize] {
        &self.alive
    }

    /// Whether the result is certain.
    pub fn is_over(&self) -> bool {
        self.ended
    }

    /// The plays of this round, in jobs of at most `size` plays.
    pub fn jobs(&self, size: u32) -> Vec<PlayJob> {
        let size = size.max(1);
        let mut jobs = Vec::new();
        for &candidate in &self.alive {
            let Candidate { traces, limits, .. } = &self.candidates[candidate];
            let played = traces.len() as u32;
            let end = match limits {
                Some(_) => played + played.max(FIRST_ROUND_PLAYS),
                None => SCOUT_PLAYS,
            };
            let starts = (played..end).step_by(size as usize);
            jobs.extend(starts.map(|start| PlayJob {
                candidate,
                plays: start..(start + size).min(end),
            }));
        }
        jobs
    }

    /// Makes the plays of a job. [`Calibration::end_round`] takes the traces.
    pub fn play(&self, job: &PlayJob) -> Vec<Trace> {
        let candidate = &self.candidates[job.candidate];
        match &candidate.limits {
            Some(limits) => self.play_up_to(*limits.end(), job),
            None => {
                let seed = candidate.scored.board.seed.child(2);
                let play = |number: u32| {
                    let seed = seed.child(number.into());
                    play_scouting_trace(&self.setup, &candidate.level, self.setup.player(), seed)
                };
                job.plays.clone().map(play).collect()
            }
        }
    }

    fn play_up_to(&self, moves: u32, job: &PlayJob) -> Vec<Trace> {
        let candidate = &self.candidates[job.candidate];
        let seed = candidate.scored.board.seed.child(1);
        let play = |number: u32| {
            let (setup, level) = (&self.setup, &candidate.level);
            let seed = seed.child(number.into());
            record_trace(setup, level, setup.player(), seed, moves, |_| false)
        };
        job.plays.clone().map(play).collect()
    }

    /// Ends the round. `played` holds the traces of each job with the index of its candidate, in the order of
    /// [`Calibration::jobs`].
    pub fn end_round(&mut self, played: impl IntoIterator<Item = (usize, Vec<Trace>)>) {
        for (candidate, traces) in played {
            self.candidates[candidate].traces.extend(traces);
        }
        for &at in &self.alive {
            self.candidates[at].evaluate(&self.setup);
        }
        let wanted = f64::from(self.setup.success);
        let candidates = &self.candidates;
        let cost = |at: &usize| {
            let Candidate { goal, scored, .. } = &candidates[*at];
            let prior = PRIOR_WEIGHT * (1.0 - scored.prior_score);
            goal.map_or(f64::MAX, |goal| goal.cost(wanted) + prior)
        };
        self.alive.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
        let out = self.alive.split_off(self.alive.len().div_ceil(2));
        self.eliminated.extend(out.into_iter().rev());
        self.ended = match self.alive[..] {
            [] => true,
            [last] => self.settle(last),
            _ => false,
        };
    }

    /// Whether the last candidate decides the calibration. If it misses the wanted rate, the next one gets a chance;
    /// after the last chance the candidate nearest to the wanted rate decides.
    fn settle(&mut self, last: usize) -> bool {
        let wanted = f64::from(self.setup.success);
        let candidate = &self.candidates[last];
        let is_certain = candidate.is_certain(&self.setup);
        if self.missed.contains(&last) {
            return is_certain;
        }
        let off = candidate.missed_points(wanted);
        let error = 100.0 * candidate.standard_error();
        let is_hopeless = off > RATE_TOLERANCE + HOPELESS_ERRORS * error;
        if !is_certain && !is_hopeless {
            return false;
        }
        if off <= NEAR_ENOUGH {
            return true;
        }
        self.missed.push(last);
        let next = (self.missed.len() <= MAX_CHANCES).then(|| self.eliminated.pop());
        if let Some(next) = next.flatten() {
            self.alive = vec![next];
            return false;
        }
        let off = |at: &usize| self.candidates[*at].missed_points(wanted);
        let nearest = self.missed.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        let nearest = nearest.copied().unwrap_or(last);
        self.alive = vec![nearest];
        self.candidates[nearest].is_certain(&self.setup)
    }

    /// The best goal candidate of the first board after `plays` plays, and the number of a move for each play: the
    /// first move after which the goals were met with `amount`, or else the last move; `None` if there is no goal
    /// candidate.
    pub fn estimate(&self, plays: u32, amount: u32) -> Option<(GoalCandidate, Vec<usize>)> {
        let job = PlayJob {
            candidate: 0,
            plays: 0..plays,
        };
        self.candidates.first()?;
        let wanted = f64::from(self.setup.success);
        let limits = move_limits(&self.setup);
        let limits = *limits.start()..=ESTIMATED_MOVES.min(*limits.end());
        let traces = self.play_up_to(*limits.end(), &job);
        let goal = best_goal_candidate(&self.setup, &traces, limits, wanted)?;
        let needed = |trace: &Trace| {
            let met = trace.iter().position(|reached| *reached >= amount);
            met.map_or(trace.len(), |at| at + 1)
        };
        Some((goal, traces.iter().map(needed).collect()))
    }

    /// Plays all rounds on up to `threads` threads.
    pub fn finish(&mut self, threads: usize) {
        while !self.is_over() {
            let jobs = self.jobs(PLAYS_PER_JOB);
            let calibration = &*self;
            let traces = parallel_map(jobs.len(), threads, |at| calibration.play(&jobs[at]));
            let candidates = jobs.iter().map(|job| job.candidate);
            self.end_round(candidates.zip(traces).collect::<Vec<_>>());
        }
    }

    /// The best level so far with its goal candidate and its board; `None` before the first round.
    pub fn best(&self) -> Option<(Level, GoalCandidate, &EvolvedBoard)> {
        let candidate = &self.candidates[*self.alive.first()?];
        let goal = candidate.goal?;
        let board = &candidate.scored.board;
        let goals = goals_with_amount(&self.setup, board.seed, goal.amount);
        let level = candidate.level.clone();
        let level = level.with_goals(goals).with_moves(goal.moves);
        Some((level, goal, board))
    }
}

impl Candidate {
    /// Finds the best goal candidate of the plays so far, or the move limits after scouting.
    fn evaluate(&mut self, setup: &Setup) {
        let wanted = f64::from(setup.success);
        let Some(limits) = self.limits.clone() else {
            let (goal, limits) = candidate_of_traces(setup, &self.traces, wanted);
            self.goal = goal;
            self.limits = Some(limits);
            self.traces.clear();
            return;
        };
        self.goal = best_goal_candidate(setup, &self.traces, limits.clone(), wanted);
        if let Some(goal) = self.goal
            && setup.requires_clearing()
            && self.traces.len() >= PLAYS_FOR_LIMIT
        {
            let most = (goal.moves * 5 / 4 + 6).min(*limits.end());
            self.limits = Some(*limits.start()..=most);
        }
    }

    /// The percentage points by which the best goal candidate misses a rate.
    fn missed_points(&self, wanted: f64) -> f64 {
        self.goal
            .map_or(f64::MAX, |goal| (goal.rate - wanted).abs())
    }

    /// The standard error of the success rate, as a part of all plays.
    fn standard_error(&self) -> f64 {
        let rate = self.goal.map_or(0.0, |goal| goal.rate / 100.0);
        let spread = (rate * (1.0 - rate)).max(MIN_SPREAD_RATE * (1.0 - MIN_SPREAD_RATE));
        (spread / self.traces.len() as f64).sqrt()
    }

    /// Whether its success rate is certain enough, or it has been played as often as allowed.
    fn is_certain(&self, setup: &Setup) -> bool {
        let most = match setup.intended_player.is_known() {
            true => MAX_STANDARD_ERROR_OF_PERSON,
            false => MAX_STANDARD_ERROR,
        };
        self.standard_error() <= most || self.traces.len() as u32 >= MAX_PLAYS
    }
}
