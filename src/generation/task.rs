//! Runs in the background: on Bevy's task pools, in slices of at most 2 ms, at a chosen pace.
//!
//! An [`Evolution`] is an entity's component that a system drives once a frame. The run itself
//! lives in a [`LiveRun`], which a background task takes, works on and puts back. While it works
//! it publishes what a watcher may see, at most once a frame and only when asked.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::history::{History, Record};
use super::picture::Picture;
use super::pools::spawn_piece;
use super::population::Individual;
use super::problem::Problem;
use super::run::{Job, Pick, Run, Stop};
use super::search::Search;
use super::watch::{CurvePoint, Frame, Lead, Live, Progress, Reins, portray};
use crate::base::{RangeError, Seed, catch_panic, lock};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, drive);
}

/// Longest slice of work between two yields; half of what is promised.
const SLICE: Duration = Duration::from_millis(1);
/// Work of a generation from which on it is spread over the pools.
const WORTH_SPREADING: Duration = Duration::from_micros(400);

/// How fast a run goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Not at all; [`Evolution::step`] does one generation.
    Paused,
    /// So many generations a second.
    PerSecond(f32),
    /// As fast as it goes.
    FlatOut,
}

/// A run that ended: triggered once on the entity of its [`Evolution`].
#[derive(EntityEvent, Clone, Debug)]
pub struct Evolved {
    /// The entity with the evolution.
    pub entity: Entity,
    /// Why it ended.
    pub stop: Stop,
}

/// A run in the background, at a pace.
#[derive(Component)]
pub struct Evolution {
    live: Arc<dyn Live>,
    /// How fast it goes.
    pub pace: Pace,
    /// Generations that are due but not begun.
    credit: f32,
    task: Option<Task<()>>,
    told: bool,
}

impl Evolution {
    /// Drives `live` at `pace`.
    pub fn new(live: Arc<dyn Live>, pace: Pace) -> Self {
        Evolution {
            live,
            pace,
            credit: 0.0,
            task: None,
            told: false,
        }
    }

    /// What is driven.
    pub fn live(&self) -> &Arc<dyn Live> {
        &self.live
    }

    /// Does one generation, and pauses.
    pub fn step(&mut self) {
        self.pace = Pace::Paused;
        self.credit = 1.0;
    }

    /// Ends the run; what it has found stays.
    pub fn cancel(&mut self) {
        self.live.cancel();
    }
}

fn drive(mut commands: Commands, time: Res<Time>, mut runs: Query<(Entity, &mut Evolution)>) {
    for (entity, mut evolution) in &mut runs {
        let evolution = &mut *evolution;
        if evolution.task.as_ref().is_some_and(|t| !t.is_finished()) {
            if evolution.pace == Pace::Paused {
                evolution.live.brake();
            }
            continue;
        }
        evolution.task = None;
        if let Some(stop) = evolution.live.progress().stop {
            if !evolution.told {
                evolution.told = true;
                commands.trigger(Evolved { entity, stop });
            }
            continue;
        }
        let generations = match evolution.pace {
            Pace::Paused => std::mem::take(&mut evolution.credit) as u32,
            Pace::FlatOut => u32::MAX,
            Pace::PerSecond(rate) => {
                evolution.credit += rate * time.delta_secs().min(0.25);
                let due = evolution.credit.floor();
                evolution.credit -= due;
                due as u32
            }
        };
        if generations > 0 || evolution.live.cancelled() {
            evolution.task = Some(Arc::clone(&evolution.live).drive(generations));
        }
    }
}

/// What a watcher may see, copied out of the run.
struct Ledger<G> {
    history: History<G>,
    progress: Progress,
}

/// A run of one problem that background tasks work on.
pub struct LiveRun<P: Problem> {
    problem: Arc<P>,
    seed: Seed,
    run: Mutex<Option<Run<P>>>,
    ledger: Mutex<Ledger<P::Genome>>,
    /// The watcher has looked since the ledger was written.
    looked: AtomicBool,
    reins: Reins,
    /// Nanoseconds that breeding one individual took lately; at first [`UNKNOWN`].
    cost: AtomicU32,
}

/// A cost that has not been measured: one individual is bred to learn it.
const UNKNOWN: u32 = 0;

impl<P: Problem> LiveRun<P> {
    /// Readies a run for the background.
    pub fn new(run: Run<P>) -> Arc<Self> {
        let run = run.with_history();
        Arc::new(LiveRun {
            problem: Arc::clone(run.problem()),
            seed: run.seed(),
            ledger: Mutex::new(Ledger {
                history: History::new(run.search().population),
                progress: Progress::default(),
            }),
            run: Mutex::new(Some(run)),
            looked: AtomicBool::new(true),
            reins: Reins::default(),
            cost: AtomicU32::new(UNKNOWN),
        })
    }

    /// What is evolved.
    pub fn problem(&self) -> &Arc<P> {
        &self.problem
    }

    /// The genome that a pick names, and whether it is feasible.
    pub fn genome(&self, pick: Pick) -> Option<Individual<P::Genome>> {
        let ledger = lock(&self.ledger);
        let records = ledger.history.records();
        let record = |generation| records.iter().find(|r| r.generation == generation);
        match pick {
            Pick::Best => records.last().map(|r| r.best.clone()),
            Pick::BestAt(generation) => record(generation).map(|r| r.best.clone()),
            Pick::Member(generation, member) => {
                record(generation)?.members.get(member as usize).cloned()
            }
        }
    }

    /// Copies out what a watcher may see, if one has looked or the run has ended.
    fn publish(&self, run: &Run<P>, busy: Duration) {
        let ended = run.stopped().is_some();
        if !self.looked.swap(false, Ordering::Relaxed) && !ended {
            return;
        }
        let mut ledger = lock(&self.ledger);
        if let Some(history) = run.history() {
            ledger.history.clone_from(history);
        }
        ledger.progress = Progress {
            generation: run.generation(),
            evaluations: run.evaluations(),
            busy,
            stop: run.stopped().cloned(),
            records: ledger.history.records().len(),
        };
    }

    /// The record that a lead is taken from, and whether it is the last one of a run that has ended.
    fn record(&self, lead: Lead) -> Option<(Arc<Record<P::Genome>>, bool)> {
        let ledger = lock(&self.ledger);
        let records = ledger.history.records();
        let record = Arc::clone(records.get(lead.place).or(records.last())?);
        let last = lead.place.saturating_add(1) >= records.len();
        Some((record, last && ledger.progress.stop.is_some()))
    }

    async fn work(self: Arc<Self>, generations: u32) {
        let Some(mut run) = lock(&self.run).take() else {
            return;
        };
        let mut busy = lock(&self.ledger).progress.busy;
        self.reins.loosen();
        let last = match run.generation() {
            Some(generation) => generation.saturating_add(generations),
            None => generations.saturating_sub(1),
        };
        loop {
            if self.cancelled() {
                run.halt(Stop::Cancelled);
            }
            let due = run.generation().is_none_or(|g| g < last);
            if run.stopped().is_some() || !due || self.reins.pulled() {
                break;
            }
            let started = Instant::now();
            if self.generation_cost(&run) < WORTH_SPREADING {
                self.slice(&mut run, last);
            } else {
                self.spread(&mut run).await;
            }
            busy += started.elapsed();
            self.publish(&run, busy);
            yield_now().await;
        }
        self.looked.store(true, Ordering::Relaxed);
        self.publish(&run, busy);
        *lock(&self.run) = Some(run);
    }

    fn generation_cost(&self, run: &Run<P>) -> Duration {
        let each = u64::from(self.cost.load(Ordering::Relaxed));
        Duration::from_nanos(each * u64::from(run.search().population))
    }

    /// As many individuals as fit into a slice.
    fn individuals_a_slice(&self) -> usize {
        match self.cost.load(Ordering::Relaxed) {
            UNKNOWN => 1,
            cost => (SLICE.as_nanos() / 4 / u128::from(cost)).clamp(1, 4_096) as usize,
        }
    }

    /// Works alone for one slice.
    fn slice(&self, run: &mut Run<P>, last: u32) {
        let started = Instant::now();
        while started.elapsed() < SLICE
            && run.stopped().is_none()
            && run.generation().is_none_or(|g| g < last)
        {
            let (before, most) = (Instant::now(), self.individuals_a_slice());
            let count = most.min(run.unborn().len());
            if let Err(why) = catch_panic(|| run.step(most)) {
                run.halt(Stop::Failed(why));
            }
            self.learn_cost(before.elapsed(), count);
        }
    }

    /// Spreads the rest of a generation over the pools, in pieces of a slice each.
    async fn spread(&self, run: &mut Run<P>) {
        let piece = match self.cost.load(Ordering::Relaxed) {
            UNKNOWN => 1,
            cost => (SLICE.as_nanos() / u128::from(cost)).clamp(1, 16_384) as usize,
        };
        let unborn = run.unborn();
        let mut pieces = Vec::new();
        for (turn, start) in unborn.clone().step_by(piece).enumerate() {
            let (job, end) = (run.job(), (start + piece).min(unborn.end));
            let breed = async move { timed(&job, start..end) };
            pieces.push(spawn_piece(turn, breed));
        }
        for piece in pieces {
            match piece.await {
                Ok((born, took)) => {
                    self.learn_cost(took, born.len());
                    run.deliver(born, took);
                }
                Err(why) => run.halt(Stop::Failed(why)),
            }
        }
    }

    fn learn_cost(&self, took: Duration, count: usize) {
        let each = (took.as_nanos() / count.max(1) as u128).min(u128::from(u32::MAX)) as u32;
        let old = self.cost.load(Ordering::Relaxed);
        // Up at once, down by and by: a slice is rather too short than too long.
        let new = if old == UNKNOWN {
            each
        } else {
            each.max(old - old / 4 + each / 4)
        };
        self.cost.store(new.max(1), Ordering::Relaxed);
    }
}

type Born<G> = Result<(Vec<Individual<G>>, Duration), String>;

fn timed<P: Problem>(job: &Job<P>, range: std::ops::Range<usize>) -> Born<P::Genome> {
    let started = Instant::now();
    let born = catch_panic(|| job.breed_range(range))?;
    Ok((born, started.elapsed()))
}

impl<P: Problem> Live for LiveRun<P> {
    fn drive(self: Arc<Self>, generations: u32) -> Task<()> {
        AsyncComputeTaskPool::get().spawn(self.work(generations))
    }

    fn reins(&self) -> &Reins {
        &self.reins
    }

    fn progress(&self) -> Progress {
        self.looked.store(true, Ordering::Relaxed);
        lock(&self.ledger).progress.clone()
    }

    fn frame(&self, lead: Lead, most: usize) -> Option<Frame> {
        let (record, ended) = self.record(lead)?;
        let mut frame = portray(&*self.problem, &record, lead, most);
        let star = record.lead(lead.member);
        if let Some(outcome) = (ended && star.feasible())
            .then(|| self.problem.outcome(&star.genome))
            .flatten()
        {
            frame.lead.picture = outcome;
        }
        Some(frame)
    }

    fn scenes(&self, lead: Lead, showing: u32) -> Vec<Picture> {
        let Some((record, _)) = self.record(lead) else {
            return Vec::new();
        };
        self.problem
            .scenes(&record.lead(lead.member).genome, showing)
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let ledger = lock(&self.ledger);
        let point = |record: &Arc<Record<P::Genome>>| CurvePoint {
            generation: record.generation,
            feasible: record.feasible,
            infeasible: record.infeasible,
        };
        ledger.history.records().iter().map(point).collect()
    }

    fn seed(&self) -> Seed {
        self.seed
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A run of `problem` for the background.
pub fn live<P: Problem>(
    problem: P,
    search: Search,
    seed: Seed,
) -> Result<Arc<LiveRun<P>>, RangeError> {
    Ok(LiveRun::new(Run::new(Arc::new(problem), search, seed)?))
}
