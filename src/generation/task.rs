//! Background runs: on Bevy's background threads, in slices of at most 2 ms.
//!
//! The run is in a [`BackgroundRun`]: a task takes it, works on it and puts it back. While the task works, it copies
//! the data for watchers into a snapshot, but only if the last snapshot has been read. The tasks of a run are started
//! by its [`RunDriver`](super::driver::RunDriver).

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::yield_now;

use super::diversity::diversity_of_records;
use super::dots::{Dot, dots_of_records};
use super::family::family;
use super::genealogy::Genealogy;
use super::history::{History, Record};
use super::individual_cost::IndividualCost;
use super::intervention::Intervention;
use super::parameters::EvolutionParameters;
use super::pools::{run_pieces, spawn_guarded, spawn_nothing};
use super::population::Individual;
use super::problem::{CloseUp, Problem};
use super::reproduction::{Offspring, Reproduction};
use super::run::{Pick, Run, StopReason};
use super::showing::Showing;
use super::steering::{LockedParts, Request, SteerableRun, SteeringState};
use super::story::{Event, Milestone, milestones};
use super::tree::{FamilyQuery, FamilyTree};
use super::watch::{
    Births, CurvePoint, DisplaySelection, Frame, Progress, RunControl, WatchedRun, frame_of_record,
};
use crate::base::{PanicError, RangeError, Seed, catch_panic, lock};

/// The longest slice of work between two yields. It is half of the limit that the module promises, to leave a margin.
const SLICE: Duration = Duration::from_millis(1);
/// The largest number of individuals that are made before the clock is read again; else as many as take a quarter of a
/// slice.
pub(super) const MOST_UNCHECKED: usize = 4_096;
/// The largest number of individuals of a piece of a generation.
const MOST_IN_PIECE: usize = 16_384;
/// A generation that takes longer than this is spread over the threads of the background.
const WORTH_SPREADING: Duration = Duration::from_micros(400);

/// The data for watchers, copied from the run.
pub(super) struct Snapshot<P: Problem> {
    /// The problem, whose aims a player may have changed.
    pub(super) problem: Arc<P>,
    history: History<P::Genome>,
    /// The timeline of the history, see [`Genealogy::timeline`].
    timeline: u64,
    pub(super) progress: Progress,
    pub(super) interventions: Vec<Intervention<P::Genome>>,
    pub(super) locked: LockedParts<P::Genome>,
    pub(super) steering: SteeringState,
}

impl<P: Problem> Snapshot<P> {
    /// The record of a selection, and whether it is the last one of a run that has ended.
    fn record(&self, selection: DisplaySelection) -> Option<(Arc<Record<P::Genome>>, bool)> {
        let records = self.history.records();
        let record = Arc::clone(records.get(selection.record).or(records.last())?);
        let is_last = selection.record.saturating_add(1) >= records.len();
        Some((record, is_last && self.progress.stop.is_some()))
    }
}

/// A run of one problem that background tasks work on.
pub struct BackgroundRun<P: Problem> {
    seed: Seed,
    pub(super) run: Mutex<Option<Run<P>>>,
    pub(super) snapshot: Mutex<Snapshot<P>>,
    /// The requests that are carried out when no task works on the run.
    pub(super) requests: Mutex<Vec<Request<P::Genome>>>,
    /// The number of requests whose outcome has not been published yet.
    pub(super) open_requests: AtomicUsize,
    /// The genome that was chosen as the first parent.
    pub(super) parent: Mutex<Option<P::Genome>>,
    /// The number of generations that the run had completed before an intervention was taken back. Until the run has as
    /// many again, it goes on at any pace, and no snapshot is published.
    behind: AtomicU32,
    /// Whether a watcher has read the snapshot since it was written, so that a new one is wanted.
    snapshot_read: AtomicBool,
    control: RunControl,
    pub(super) genealogy: Genealogy<P>,
    cost: IndividualCost,
}

impl<P: Problem> BackgroundRun<P> {
    /// Prepares a run for the background.
    pub fn new(run: Run<P>) -> Arc<Self> {
        let run = run.with_history();
        let background = BackgroundRun {
            seed: run.seed(),
            genealogy: Genealogy::new(&run),
            snapshot: Mutex::new(Snapshot {
                problem: Arc::clone(run.problem()),
                history: History::new(run.parameters().population),
                timeline: 0,
                progress: Progress::default(),
                interventions: Vec::new(),
                locked: None,
                steering: SteeringState::default(),
            }),
            requests: Mutex::default(),
            open_requests: AtomicUsize::new(0),
            parent: Mutex::default(),
            behind: AtomicU32::new(0),
            run: Mutex::new(None),
            snapshot_read: AtomicBool::new(true),
            control: RunControl::default(),
            cost: IndividualCost::default(),
        };
        background.publish_steering(&run);
        *lock(&background.run) = Some(run);
        Arc::new(background)
    }

    /// The problem, with the aims that a player may have changed.
    pub fn problem(&self) -> Arc<P> {
        Arc::clone(&lock(&self.snapshot).problem)
    }

    /// Lets the run go on, at any pace, until it has reached a generation.
    pub(super) fn catch_up_to(&self, generation: Option<u32>) {
        let count = generation.map_or(0, |generation| generation.saturating_add(1));
        self.behind.fetch_max(count, Ordering::Relaxed);
    }

    /// The number of generations that the run has to catch up to; 0 once it has.
    pub(super) fn generations_behind(&self, run: &Run<P>) -> u32 {
        let wanted = self.behind.load(Ordering::Relaxed);
        let has_caught_up = run.generation().is_some_and(|g| g + 1 >= wanted);
        if wanted > 0 && (has_caught_up || run.stop_reason().is_some()) {
            self.behind.store(0, Ordering::Relaxed);
            self.snapshot_read.store(true, Ordering::Relaxed);
            return 0;
        }
        wanted
    }

    /// The individual of a pick; `None` if the history does not hold it.
    pub fn genome(&self, pick: Pick) -> Option<Individual<P::Genome>> {
        let snapshot = lock(&self.snapshot);
        let records = snapshot.history.records();
        let record = |generation| records.iter().find(|r| r.generation == generation);
        match pick {
            Pick::Best => records.last().map(|r| r.best.clone()),
            Pick::BestAt(generation) => record(generation).map(|r| r.best.clone()),
            Pick::Member(generation, member) => {
                record(generation)?.members.get(member as usize).cloned()
            }
        }
    }

    /// The individual of a pick, with the pick that names it. A long run forgets generations, so the best so far may be
    /// that of a newer generation than the player saw. `None` if the individual is forgotten.
    pub fn individual(&self, pick: Pick) -> Option<(Pick, Individual<P::Genome>)> {
        let newest = || match pick {
            Pick::BestAt(_) => self.newest_best(),
            Pick::Best | Pick::Member(..) => None,
        };
        let found = self.genome(pick).map(|found| (pick, found));
        found.or_else(|| newest().map(|(generation, best)| (Pick::BestAt(generation), best)))
    }

    /// The best individual so far, with the newest generation that the history holds; `None` before the first one.
    pub fn newest_best(&self) -> Option<(u32, Individual<P::Genome>)> {
        let snapshot = lock(&self.snapshot);
        let newest = snapshot.history.newest()?;
        Some((newest.generation, newest.best.clone()))
    }

    /// Writes a new snapshot if the last one was read or the run has ended.
    pub(super) fn publish(&self, run: &Run<P>, busy: Duration) {
        let ended = run.stop_reason().is_some();
        if self.generations_behind(run) > 0 {
            return;
        }
        if !self.snapshot_read.swap(false, Ordering::Relaxed) && !ended {
            return;
        }
        // The chart reads the summaries on the main thread, so they are computed here.
        let records = run.history().map_or(&[][..], History::records);
        for record in records {
            record.summaries();
        }
        // An intervention may wait for its generation, and changes the problem and the parameters only then.
        if lock(&self.snapshot).steering.in_effect != run.interventions_in_effect() {
            self.publish_state(run);
        }
        // Each frame waits for the lock, so that the history is cloned before it, and the old one is dropped after it.
        let history = run.history().cloned();
        let mut snapshot = lock(&self.snapshot);
        let old = history.map(|history| {
            snapshot.timeline = self.genealogy.timeline();
            std::mem::replace(&mut snapshot.history, history)
        });
        snapshot.progress = Progress {
            generation: run.generation(),
            births: run
                .generation()
                .map_or(0, |at| run.newest().len() * at.min(1) as usize),
            evaluations: run.evaluations(),
            busy,
            stop: run.stop_reason().cloned(),
            records: snapshot.history.records().len(),
        };
        drop(snapshot);
        drop(old);
    }

    /// Takes the run for a task, and takes back a pause. `None` while another task has the run.
    fn take_up(self: Arc<Self>, generations: u32) -> Option<impl Future<Output = ()>> {
        let run = lock(&self.run).take()?;
        self.control.reset();
        Some(self.work(run, generations))
    }

    async fn work(self: Arc<Self>, mut run: Run<P>, generations: u32) {
        let mut busy = lock(&self.snapshot).progress.busy;
        // The generations asked for come after the one that the run had reached.
        let had_reached = self.generations_behind(&run).checked_sub(1);
        let last = match run.generation().max(had_reached) {
            Some(generation) => generation.saturating_add(generations),
            None => generations.saturating_sub(1),
        };
        loop {
            if self.is_cancelled() {
                run.halt(StopReason::Cancelled);
            }
            self.answer_requests(&mut run);
            let behind = self.generations_behind(&run);
            let due = run
                .generation()
                .is_none_or(|g| g < last.max(behind.saturating_sub(1)));
            if run.stop_reason().is_some() || !due || self.control.should_stop() {
                break;
            }
            let started = Instant::now();
            if self.cost.time_of(run.parameters().population) < WORTH_SPREADING {
                self.work_slice(&mut run, last.max(behind.saturating_sub(1)));
            } else {
                self.spread_generation(&mut run).await;
            }
            busy += started.elapsed();
            self.publish(&run, busy);
            yield_now().await;
        }
        let mut idle = lock(&self.run);
        // The run is idle from here on, so that later requests are answered at once.
        self.answer_requests(&mut run);
        self.snapshot_read.store(true, Ordering::Relaxed);
        self.publish(&run, busy);
        *idle = Some(run);
    }

    /// Makes individuals on this thread for one slice.
    fn work_slice(&self, run: &mut Run<P>, last: u32) {
        let started = Instant::now();
        while started.elapsed() < SLICE
            && run.stop_reason().is_none()
            && run.generation().is_none_or(|g| g < last)
        {
            let (before, most) = (
                Instant::now(),
                self.cost.count_within(SLICE / 4, MOST_UNCHECKED),
            );
            let count = most.min(run.remaining().len());
            if let Err(why) = catch_panic(|| run.step(most)) {
                run.halt(StopReason::Failed(why.to_string()));
            }
            self.cost.learn(before.elapsed(), count);
        }
    }

    /// Makes the rest of a generation on all threads of the background, in pieces that take one slice each.
    async fn spread_generation(&self, run: &mut Run<P>) {
        let piece = self.cost.count_within(SLICE, MOST_IN_PIECE);
        let remaining = run.remaining();
        let reproduction = run.reproduction();
        // A pause takes effect between two pieces. The rest of the generation is made later.
        let starts = remaining.clone().step_by(piece);
        let pieces = starts
            .take_while(|_| !self.control.should_stop())
            .map(|start| {
                let (reproduction, end) =
                    (reproduction.clone(), (start + piece).min(remaining.end));
                async move { timed(&reproduction, start..end) }
            });
        let mut made = Vec::new();
        run_pieces(pieces, |piece| made.push(piece)).await;
        for piece in made {
            match piece {
                Ok((offspring, took)) => {
                    self.cost.learn(took, offspring.len());
                    run.insert_offspring(offspring, took);
                }
                Err(why) => run.halt(StopReason::Failed(why.to_string())),
            }
        }
    }
}

/// A piece of offspring with the time that it took, or the message of a panic.
type TimedOffspring<G> = Result<(Vec<Offspring<G>>, Duration), PanicError>;

fn timed<P: Problem>(
    reproduction: &Reproduction<P>,
    range: std::ops::Range<usize>,
) -> TimedOffspring<P::Genome> {
    let started = Instant::now();
    let offspring = catch_panic(|| reproduction.reproduce_range(range))?;
    Ok((offspring, started.elapsed()))
}

impl<P: Problem> WatchedRun for BackgroundRun<P> {
    fn advance(self: Arc<Self>, generations: u32) -> Task<()> {
        let watched = Arc::clone(&self);
        let Some(work) = self.take_up(generations) else {
            return spawn_nothing();
        };
        spawn_guarded(work, move |why| {
            lock(&watched.snapshot).progress.stop = Some(StopReason::Failed(why.to_string()));
        })
    }

    fn control(&self) -> &RunControl {
        &self.control
    }

    fn progress(&self) -> Progress {
        self.snapshot_read.store(true, Ordering::Relaxed);
        lock(&self.snapshot).progress.clone()
    }

    fn frame(&self, selection: DisplaySelection, most: usize) -> Option<Frame> {
        let (record, ended, history) = {
            let snapshot = lock(&self.snapshot);
            let (record, ended) = snapshot.record(selection)?;
            (record, ended, (most > 0).then(|| snapshot.history.clone()))
        };
        let problem = self.problem();
        let mut frame = frame_of_record(&*problem, &record, selection, most);
        let selected = record.member_or_best(selection.member);
        if let Some(outcome) = (ended && selected.is_feasible())
            .then(|| problem.outcome(&selected.genome))
            .flatten()
        {
            frame.selected.picture = outcome;
            frame.is_outcome = true;
        }
        (frame.lockable, frame.locked) =
            self.shapes_of_parts(&selected.genome, &frame.selected.picture);
        if let Some(history) = history {
            let at = selection
                .record
                .min(history.records().len().saturating_sub(1));
            frame.family = family(&*problem, &history, at, selection.member);
            frame.births = Births::of_record(&history, at);
            frame.life = self
                .genealogy
                .life(&problem, &history, &record, selection.member);
        }
        Some(frame)
    }

    fn showing(&self, selection: DisplaySelection, number: u32) -> Showing {
        let Some((record, _)) = lock(&self.snapshot).record(selection) else {
            return Showing::default();
        };
        let individual = record.member_or_best(selection.member);
        Showing::of(self.problem().scenes(&individual.genome, number))
    }

    fn close_up(&self, selection: DisplaySelection, key: u16) -> Option<CloseUp> {
        let (record, _) = lock(&self.snapshot).record(selection)?;
        let individual = record.member_or_best(selection.member);
        self.problem().close_up(&individual.genome, key)
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let snapshot = lock(&self.snapshot);
        let point = |record: &Arc<Record<P::Genome>>| {
            let [feasible, infeasible] = *record.summaries();
            CurvePoint {
                generation: record.generation,
                feasible,
                infeasible,
            }
        };
        snapshot.history.records().iter().map(point).collect()
    }

    fn dots(&self, shown: usize) -> Vec<Dot> {
        let records = lock(&self.snapshot).history.records().to_vec();
        dots_of_records(&records, shown)
    }

    fn diversity(&self) -> Vec<(u32, f64)> {
        let records = lock(&self.snapshot).history.records().to_vec();
        diversity_of_records(&*self.problem(), &records)
    }

    fn story(&self) -> Option<Arc<[Event]>> {
        let (history, timeline, progress) = {
            let snapshot = lock(&self.snapshot);
            let progress = snapshot.progress.clone();
            (snapshot.history.clone(), snapshot.timeline, progress)
        };
        let of = (&history, timeline);
        self.genealogy.story(&self.problem(), of, &progress)
    }

    fn milestones(&self) -> Vec<Milestone> {
        milestones(lock(&self.snapshot).history.pedigree())
    }

    fn family_tree(&self, of: FamilyQuery) -> Option<FamilyTree> {
        let history = lock(&self.snapshot).history.clone();
        self.genealogy.family_tree(&self.problem(), &history, of)
    }

    fn target(&self) -> Option<f64> {
        // Any feasible individual meets a target of 0.
        self.problem().target().filter(|target| *target > 0.0)
    }

    fn met_distance(&self) -> Option<f64> {
        self.problem().met_distance()
    }

    fn steerable(&self) -> Option<&dyn SteerableRun> {
        Some(self)
    }

    fn is_behind(&self) -> bool {
        self.behind.load(Ordering::Relaxed) > 0
    }

    fn seed(&self) -> Seed {
        self.seed
    }
}

/// A background run of `problem`. Refuses parameters outside their range.
pub fn background_run<P: Problem>(
    problem: P,
    parameters: EvolutionParameters,
    seed: Seed,
) -> Result<Arc<BackgroundRun<P>>, RangeError> {
    Ok(BackgroundRun::new(Run::new(
        Arc::new(problem),
        parameters,
        seed,
    )?))
}

#[cfg(test)]
pub(super) mod tests;
