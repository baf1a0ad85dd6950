//! The second stage of a level, on Bevy's task pools: boards on trial, played round by round, and watched in the
//! theatre like any run.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, ComputeTaskPool, Task};

use super::level::trial::{Entry, NEAR};
use super::level::{
    Bred, Breeding, Graded, LevelGenome, LevelProblem, Offer, Trial, goals_of, graded, unjudged,
};
use crate::generation::watch::{CurvePoint, Frame, Portrait, Progress, Reins};
use crate::generation::{Fact, Lead, Live, Picture, Problem, Seed, Stop, Summary};

/// Plays of a piece of work on the pools: about a millisecond.
const PIECE: u32 = 16;

/// Plays a round, spread over the pools.
async fn play_round(trial: &mut Arc<Trial>) {
    let mut pieces = Vec::new();
    for (turn, job) in trial.jobs(PIECE).into_iter().enumerate() {
        let trial = Arc::clone(trial);
        let play = async move { (job.candidate, trial.play(&job)) };
        pieces.push(if turn % 2 == 0 {
            ComputeTaskPool::get().spawn(play)
        } else {
            AsyncComputeTaskPool::get().spawn(play)
        });
    }
    let mut played = Vec::new();
    for piece in pieces {
        played.push(piece.await);
    }
    Arc::make_mut(trial).end_round(played);
}

/// Breeds boards to the end.
async fn bred(breeding: &mut Breeding) -> Result<(), String> {
    while !breeding.is_over() {
        breeding.step().map_err(|error| error.to_string())?;
        yield_now().await;
    }
    Ok(())
}

/// [`level_of`](super::level::level_of) the boards that come of it, spread over the pools.
pub(super) async fn judged(
    mut breeding: Breeding,
    recent: Vec<LevelGenome>,
) -> Result<Graded, String> {
    bred(&mut breeding).await?;
    let setup = breeding.problem().setup().clone();
    let entries = breeding.entries(&recent);
    if let Some(graded) = unjudged(&setup, &entries) {
        return graded.map_err(|error| error.to_string());
    }
    let mut trial = Arc::new(Trial::new(&setup, entries).map_err(|error| error.to_string())?);
    while !trial.is_over() {
        play_round(&mut trial).await;
        yield_now().await;
    }
    graded(&trial).map_err(|error| error.to_string())
}

/// What a round came to: the offer of each candidate, and whether it was still in.
type Round = Vec<(Option<Offer>, bool)>;

/// What a watcher may see.
#[derive(Default)]
struct Seen {
    rounds: Vec<Round>,
    /// Which candidate was best after each round.
    best: Vec<usize>,
    progress: Progress,
}

/// How far a trial that is watched is.
enum Stage {
    /// Its boards are being bred.
    Breeding(Box<Breeding>),
    /// They are played.
    Trial(Arc<Trial>),
    /// A worker has it.
    Away,
}

/// A trial that is watched.
pub(super) struct Judging {
    problem: Arc<LevelProblem>,
    seed: Seed,
    recent: Vec<LevelGenome>,
    stage: Mutex<Stage>,
    entries: OnceLock<Vec<Entry>>,
    seen: Mutex<Seen>,
    reins: Reins,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Judging {
    /// Nothing bred yet; boards that are unlike recent ones are preferred.
    pub(super) fn new(breeding: Breeding, seed: Seed, recent: Vec<LevelGenome>) -> Arc<Self> {
        Arc::new(Judging {
            problem: Arc::clone(breeding.problem()),
            seed,
            recent,
            stage: Mutex::new(Stage::Breeding(Box::new(breeding))),
            entries: OnceLock::new(),
            seen: Mutex::default(),
            reins: Reins::default(),
        })
    }

    /// A board, once they are bred.
    pub(super) fn board(&self, at: u32) -> Option<&Bred> {
        Some(&self.entries.get()?.get(at as usize)?.bred)
    }

    /// The level that was found, once it is over.
    pub(super) fn result(&self) -> Option<Result<Graded, String>> {
        match &*lock(&self.stage) {
            Stage::Trial(trial) if trial.is_over() => {
                Some(graded(trial).map_err(|why| why.to_string()))
            }
            _ => None,
        }
    }

    fn wanted(&self) -> f64 {
        f64::from(self.problem.setup().success)
    }

    /// 1 for what is wished for, less for what is further away.
    fn fitness(&self, offer: Option<Offer>) -> f64 {
        offer.map_or(0.0, |offer| {
            1.0 / (1.0 + (offer.rate - self.wanted()).abs() / NEAR)
        })
    }

    async fn work(self: Arc<Self>, rounds: u32) {
        self.reins.loosen();
        let stage = std::mem::replace(&mut *lock(&self.stage), Stage::Away);
        let mut trial = match stage {
            Stage::Trial(trial) => trial,
            Stage::Breeding(breeding) => match self.bred(*breeding).await {
                Ok(trial) => trial,
                Err(why) => return lock(&self.seen).progress.stop = Some(Stop::Failed(why)),
            },
            // Another worker is at it.
            Stage::Away => return,
        };
        for _ in 0..rounds {
            let halted = self.reins.pulled();
            if trial.is_over() || halted {
                break;
            }
            let started = Instant::now();
            play_round(&mut trial).await;
            self.publish(&trial, started.elapsed());
            yield_now().await;
        }
        if self.cancelled() {
            lock(&self.seen)
                .progress
                .stop
                .get_or_insert(Stop::Cancelled);
        }
        *lock(&self.stage) = Stage::Trial(trial);
    }

    async fn bred(&self, mut breeding: Breeding) -> Result<Arc<Trial>, String> {
        bred(&mut breeding).await?;
        let entries = breeding.entries(&self.recent);
        let entries = self.entries.get_or_init(|| entries).clone();
        let trial = Trial::new(self.problem.setup(), entries).map_err(|why| why.to_string())?;
        Ok(Arc::new(trial))
    }

    fn publish(&self, trial: &Trial, took: Duration) {
        let alive = trial.alive();
        let round = trial.candidates().iter().enumerate();
        let round = round.map(|(at, candidate)| (candidate.offer, alive.contains(&at)));
        let mut seen = lock(&self.seen);
        seen.rounds.push(round.collect());
        seen.best.push(alive.first().copied().unwrap_or(0));
        let plays = trial.candidates().iter().filter_map(|one| one.offer);
        let rate = alive
            .first()
            .and_then(|at| trial.candidates()[*at].offer)
            .map(|offer| offer.rate);
        let near = rate.is_some_and(|rate| (rate - self.wanted()).abs() <= NEAR);
        seen.progress = Progress {
            generation: Some(trial.rounds() - 1),
            evaluations: plays.map(|offer| u64::from(offer.plays)).sum(),
            busy: seen.progress.busy + took,
            stop: trial.is_over().then_some(if near {
                Stop::TargetMet
            } else {
                Stop::GenerationLimit
            }),
            records: seen.rounds.len(),
        };
    }

    fn genome(&self, at: usize) -> LevelGenome {
        let entry = self.entries.get().and_then(|entries| entries.get(at));
        entry.map_or(LevelGenome::default(), |entry| entry.bred.genome)
    }

    fn portrait(&self, at: usize, (offer, alive): (Option<Offer>, bool), best: bool) -> Portrait {
        Portrait {
            picture: self.problem.picture(&self.genome(at)),
            fitness: self.fitness(offer),
            violation: u32::from(!alive),
            elite: best,
        }
    }

    fn facts(&self, at: usize, offer: Option<Offer>) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(offer) = offer {
            let off = (offer.rate - self.wanted()) / 20.0;
            facts.push(Fact {
                bar: Some(off.clamp(-1.0, 1.0) as f32),
                ..Fact::new("match3.fact.rate", format!("{:.1}", offer.rate))
            });
            facts.push(Fact::new(
                "match3.fact.success",
                format!("{:.0}", self.wanted()),
            ));
            facts.push(Fact::new("match3.fact.plays", offer.plays.to_string()));
            facts.push(Fact::new("match3.fact.moves", offer.moves.to_string()));
            let goals = goals_of(self.problem.setup(), self.seed, offer.rung);
            let amounts = goals.iter().filter_map(|goal| goal.amount());
            let amounts: Vec<String> = amounts.map(|amount| amount.to_string()).collect();
            if !amounts.is_empty() {
                facts.push(Fact::new("match3.fact.amount", amounts.join(" + ")));
            }
        }
        facts.extend(self.problem.facts(&self.genome(at)));
        facts
    }
}

impl Live for Judging {
    fn drive(self: Arc<Self>, generations: u32) -> Task<()> {
        AsyncComputeTaskPool::get().spawn(self.work(generations))
    }

    fn reins(&self) -> &Reins {
        &self.reins
    }

    fn progress(&self) -> Progress {
        lock(&self.seen).progress.clone()
    }

    fn frame(&self, lead: Lead, most: usize) -> Option<Frame> {
        let seen = lock(&self.seen);
        let place = lead.place.min(seen.rounds.len().checked_sub(1)?);
        let (round, best) = (&seen.rounds[place], seen.best[place]);
        let star = lead.member.map_or(best, |member| member as usize);
        let state = *round.get(star)?;
        let mut members: Vec<(u32, Portrait)> = (0u32..)
            .zip(round)
            .map(|(at, state)| (at, self.portrait(at as usize, *state, at as usize == best)))
            .collect();
        members.sort_by(|(_, a), (_, b)| {
            (a.violation.cmp(&b.violation)).then(b.fitness.total_cmp(&a.fitness))
        });
        members.truncate(most);
        Some(Frame {
            generation: place as u32,
            lead: Portrait {
                // Whoever is out can be played all the same.
                violation: 0,
                ..self.portrait(star, state, true)
            },
            facts: self.facts(star, state.0),
            members,
        })
    }

    fn scenes(&self, _: Lead, _: u32) -> Vec<Picture> {
        Vec::new()
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let seen = lock(&self.seen);
        let point = |(generation, round): (u32, &Round)| {
            let summary = |alive: bool| {
                let some = round.iter().filter(|(_, here)| *here == alive);
                let fitness: Vec<f64> = some.map(|(offer, _)| self.fitness(*offer)).collect();
                let size = fitness.len();
                Summary {
                    size,
                    best: fitness.iter().copied().fold(0.0, f64::max),
                    mean: fitness.iter().sum::<f64>() / size.max(1) as f64,
                    deviation: 0.0,
                }
            };
            CurvePoint {
                generation,
                feasible: summary(true),
                infeasible: summary(false),
            }
        };
        (0..).zip(&seen.rounds).map(point).collect()
    }

    fn seed(&self) -> Seed {
        self.seed
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
