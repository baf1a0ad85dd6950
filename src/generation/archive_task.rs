//! An archive that grows on Bevy's task pools while the theatre watches it.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::yield_now;

use super::archive::{Archive, ArchiveProblem, Elite, Elites, GenomeOf, map_of};
use super::archive_work::ArchiveWork;
use super::history::Summary;
use super::measure::{Axes, AxesChange, CELLS, Measure};
use super::pools::{spawn_guarded, spawn_nothing};
use super::problem::{CloseUp, Fact, Problem};
use super::run::{Pick, StopReason};
use super::showing::Showing;
use super::watch::{
    CurvePoint, DisplaySelection, Frame, Progress, RunControl, Thumbnail, WatchedArchive,
    WatchedRun,
};
use crate::base::{PanicError, Seed, lock};

/// The number of generations that are kept for the timeline.
const MAX_RECORDS: u32 = 400;
/// An elite is new for this many generations.
const NEW: u32 = 3;

/// The archive after a generation.
struct Record<G> {
    generation: u32,
    elites: Elites<G>,
    /// Its point on the curves, for the axes of the snapshot.
    point: CurvePoint,
}

/// The data for watchers, copied from the archive.
struct Snapshot<G> {
    records: Vec<Record<G>>,
    progress: Progress,
    /// The axes that the watcher wants. The next generation fills their map.
    axes: Axes,
    /// The changes of the axes that were made, and the changes of a file that are still to come.
    changes: Vec<AxesChange>,
    /// The number of generations that were begun.
    begun: u32,
    /// The axes of the generation that was begun last.
    used: Axes,
}

impl<G> Snapshot<G> {
    /// Changes the axes, and draws the curves anew for them.
    fn set_axes(&mut self, axes: Axes) {
        self.axes = axes;
        for record in &mut self.records {
            record.point = curve_point(record.generation, &record.elites, axes);
        }
    }

    /// The axes for a generation that is begun now.
    fn begin(&mut self, generation: u32) -> Axes {
        let is_planned = self.changes.iter().any(|one| one.before == generation);
        if !is_planned {
            self.changes.extend(self.pending());
        }
        (self.begun, self.used) = (generation + 1, self.axes);
        self.axes
    }

    /// The change of the axes that takes effect before the next generation if no file plans one; `None` if the axes
    /// stay.
    fn pending(&self) -> Option<AxesChange> {
        let Axes { across, up } = self.axes;
        let before = self.begun;
        (self.axes != self.used).then_some(AxesChange { before, across, up })
    }

    /// Chooses the axes that a file plans for a generation, as the player did before it.
    fn follow_plan(&mut self, generation: u32) {
        let planned = self.changes.iter().find(|one| one.before == generation);
        if let Some(axes) = planned.map(|change| change.axes()) {
            self.set_axes(axes);
        }
    }
}

/// An archive that background tasks work on.
pub struct BackgroundArchive<P: ArchiveProblem> {
    problem: Arc<P>,
    seed: Seed,
    /// The distance in generations between two records that are kept for the timeline.
    stride: u32,
    /// `None` while a task works on it.
    work: Mutex<Option<ArchiveWork<P>>>,
    snapshot: Mutex<Snapshot<GenomeOf<P>>>,
    control: RunControl,
}

impl<P: ArchiveProblem> BackgroundArchive<P> {
    /// An empty archive that makes `generations` generations of `batch_size` individuals, with changes of the axes in
    /// the order of their generations.
    pub fn new(
        problem: P,
        batch_size: u32,
        generations: u32,
        seed: Seed,
        changes: Vec<AxesChange>,
    ) -> Arc<Self> {
        let first = changes.first().filter(|change| change.before == 0);
        let first = first.map(|change| change.axes());
        let problem = Arc::new(problem);
        let archive = Archive::new(Arc::clone(&problem), batch_size as usize, generations, seed);
        Arc::new(BackgroundArchive {
            seed,
            stride: generations / MAX_RECORDS + 1,
            snapshot: Mutex::new(Snapshot {
                records: Vec::new(),
                progress: Progress::default(),
                axes: first.unwrap_or(archive.axes()),
                changes,
                begun: 0,
                used: archive.axes(),
            }),
            work: Mutex::new(Some(ArchiveWork::new(archive))),
            problem,
            control: RunControl::default(),
        })
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The changes of the axes that were made, with the one that takes effect before the next generation. Changes of a
    /// file that are still to come are left out.
    pub fn changes(&self) -> Vec<AxesChange> {
        let snapshot = lock(&self.snapshot);
        let made = snapshot.changes.iter().copied();
        made.filter(|one| one.before < snapshot.begun)
            .chain(snapshot.pending())
            .collect()
    }

    /// The elite that a pick means, on the map with the present axes. A member is the number of a cell. `None` if the
    /// generation is not remembered or the cell is empty.
    pub fn elite(&self, pick: Pick) -> Option<Arc<Elite<GenomeOf<P>>>> {
        let snapshot = lock(&self.snapshot);
        let records = &snapshot.records;
        let at = |generation| records.iter().find(|one| one.generation == generation);
        let (record, cell) = match pick {
            Pick::Best => (records.last(), None),
            // The record of a generation may have been thinned out since it was shown.
            Pick::BestAt(generation) => (at(generation).or(records.last()), None),
            Pick::Member(generation, cell) => (at(generation), Some(cell as usize)),
        };
        let elites = &record?.elites;
        let map = map_of(elites, snapshot.axes);
        let elite = match cell {
            Some(cell) => (*map.get(cell)?)?,
            None => best_of(elites, &map)?.1,
        };
        Some(Arc::clone(&elites[elite]))
    }

    /// The elite that a selection means.
    fn selected_elite(&self, selection: DisplaySelection) -> Option<Arc<Elite<GenomeOf<P>>>> {
        let pick = {
            let snapshot = lock(&self.snapshot);
            let records = &snapshot.records;
            let record = records.get(selection.record).or(records.last())?;
            match selection.member {
                Some(cell) => Pick::Member(record.generation, cell),
                None => Pick::BestAt(record.generation),
            }
        };
        self.elite(pick)
    }

    /// Takes the archive for a task, and takes back a pause. `None` while another task has the archive.
    fn take_up(self: Arc<Self>, generations: u32) -> Option<impl Future<Output = ()>> {
        let work = lock(&self.work).take()?;
        self.control.reset();
        Some(self.work_on(work, generations))
    }

    async fn work_on(self: Arc<Self>, mut work: ArchiveWork<P>, generations: u32) {
        for _ in 0..generations {
            if self.control.should_stop() || !self.begin(&mut work) {
                break;
            }
            let started = Instant::now();
            let finished = work.finish(&self.control).await;
            lock(&self.snapshot).progress.busy += started.elapsed();
            match finished {
                Ok(Some(generation)) => self.publish(&work.archive, generation),
                Ok(None) => {}
                Err(why) => self.fail(why),
            }
            yield_now().await;
        }
        if self.is_cancelled() {
            let mut snapshot = lock(&self.snapshot);
            snapshot.progress.stop.get_or_insert(StopReason::Cancelled);
        }
        *lock(&self.work) = Some(work);
    }

    /// Begins the next generation, unless a pause has left one unfinished. Returns false if the archive has ended.
    fn begin(&self, work: &mut ArchiveWork<P>) -> bool {
        let mut snapshot = lock(&self.snapshot);
        if snapshot.progress.stop.is_some() {
            return false;
        }
        if !work.has_begun() {
            let axes = snapshot.begin(work.archive.generation());
            drop(snapshot);
            work.begin(axes);
        }
        true
    }

    /// Ends the work after a failure.
    fn fail(&self, why: PanicError) {
        lock(&self.snapshot).progress.stop = Some(StopReason::Failed(why.to_string()));
    }

    /// Adds the generation that was made last to the snapshot.
    fn publish(&self, archive: &Archive<P>, generation: u32) {
        let mut snapshot = lock(&self.snapshot);
        let Snapshot {
            records,
            progress,
            axes,
            ..
        } = &mut *snapshot;
        // The newest record stays until another one comes.
        if records
            .last()
            .is_some_and(|last| last.generation % self.stride != 0)
        {
            records.pop();
        }
        let elites = Arc::clone(archive.elites());
        records.push(Record {
            generation,
            point: curve_point(generation, &elites, *axes),
            elites,
        });
        let done = archive.is_complete();
        *progress = Progress {
            generation: Some(generation),
            births: 0,
            evaluations: archive.evaluations(),
            busy: progress.busy,
            stop: done.then_some(StopReason::GenerationLimit),
            records: records.len(),
        };
        snapshot.follow_plan(generation + 1);
    }

    fn thumbnail(&self, individual: &Elite<GenomeOf<P>>, is_new: bool) -> Thumbnail {
        Thumbnail {
            picture: self.problem.problem().picture(&individual.genome),
            fitness: individual.quality(),
            violation: 0,
            elite: is_new,
        }
    }

    /// The facts about an elite: its quality, its measures, and the number of measurements if it is above 1.
    fn facts(&self, elite: &Elite<GenomeOf<P>>) -> Vec<Fact> {
        let (estimate, samples) = (&elite.estimate, elite.estimate.samples);
        let quality = format!("{:.2}", elite.quality());
        let mut facts = vec![Fact::new("theatre.archive.quality", quality)];
        for (at, measure) in self.problem.measures().iter().enumerate() {
            let mut value = measure.text(estimate.mean.values[at]);
            let error = measure.text(estimate.error(at));
            if samples > 1 && error.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
                value = format!("{value} ± {error}");
            }
            facts.push(Fact::new(measure.what, value));
        }
        if samples > 1 {
            facts.push(Fact::new("theatre.archive.samples", samples.to_string()));
        }
        facts
    }
}

/// The cell with the best elite of a map, and that elite.
fn best_of<G>(elites: &Elites<G>, map: &[Option<usize>; CELLS]) -> Option<(usize, usize)> {
    let cells = map.iter().enumerate();
    let filled = cells.filter_map(|(cell, elite)| Some((cell, (*elite)?)));
    filled.max_by(|(_, a), (_, b)| elites[*a].quality().total_cmp(&elites[*b].quality()))
}

/// The qualities on a map. The empty cells count as infeasible, so that the share of the feasible ones is the coverage.
fn curve_point<G>(generation: u32, elites: &Elites<G>, axes: Axes) -> CurvePoint {
    let filled = map_of(elites, axes).into_iter().flatten();
    let feasible = Summary::of(filled.map(|elite| elites[elite].quality()).collect());
    CurvePoint {
        generation,
        feasible,
        infeasible: Summary {
            size: CELLS - feasible.size,
            ..Summary::default()
        },
    }
}

impl<P: ArchiveProblem> WatchedArchive for BackgroundArchive<P> {
    fn measures(&self) -> Vec<Measure> {
        self.problem.measures()
    }

    fn axes(&self) -> Axes {
        lock(&self.snapshot).axes
    }

    fn set_axes(&self, axes: Axes) {
        let mut snapshot = lock(&self.snapshot);
        // A player who chooses axes no longer follows the file.
        let begun = snapshot.begun;
        snapshot.changes.retain(|one| one.before < begun);
        snapshot.set_axes(axes);
    }
}

impl<P: ArchiveProblem> WatchedRun for BackgroundArchive<P> {
    fn advance(self: Arc<Self>, generations: u32) -> Task<()> {
        let watched = Arc::clone(&self);
        let Some(work) = self.take_up(generations) else {
            return spawn_nothing();
        };
        spawn_guarded(work, move |why| watched.fail(why))
    }

    fn control(&self) -> &RunControl {
        &self.control
    }

    fn progress(&self) -> Progress {
        lock(&self.snapshot).progress.clone()
    }

    fn frame(&self, selection: DisplaySelection, most: usize) -> Option<Frame> {
        let (generation, elites, axes) = {
            let snapshot = lock(&self.snapshot);
            let records = &snapshot.records;
            let record = &records[selection.record.min(records.len().checked_sub(1)?)];
            (record.generation, Arc::clone(&record.elites), snapshot.axes)
        };
        let map = map_of(&elites, axes);
        let chosen = selection.member.and_then(|cell| *map.get(cell as usize)?);
        let selected = chosen.or_else(|| Some(best_of(&elites, &map)?.1))?;
        let selected = &elites[selected];
        let filled = (0u32..)
            .zip(map)
            .filter_map(|(cell, elite)| Some((cell, elite?)));
        let member = |(cell, elite): (u32, usize)| {
            let elite = &elites[elite];
            (cell, self.thumbnail(elite, generation < elite.born + NEW))
        };
        let problem = self.problem.problem();
        let members = filled.take(most).map(member).collect();
        Some(Frame {
            insight: problem.insight(&selected.genome),
            creature: problem.creature(&selected.genome),
            facts: self.facts(selected),
            ..Frame::of(generation, self.thumbnail(selected, true), members)
        })
    }

    fn showing(&self, selection: DisplaySelection, number: u32) -> Showing {
        let Some(elite) = self.selected_elite(selection) else {
            return Showing::default();
        };
        Showing::of(self.problem.problem().scenes(&elite.genome, number))
    }

    fn close_up(&self, selection: DisplaySelection, key: u16) -> Option<CloseUp> {
        let elite = self.selected_elite(selection)?;
        self.problem.problem().close_up(&elite.genome, key)
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let snapshot = lock(&self.snapshot);
        snapshot.records.iter().map(|record| record.point).collect()
    }

    fn archive(&self) -> Option<&dyn WatchedArchive> {
        Some(self)
    }

    fn seed(&self) -> Seed {
        self.seed
    }
}

#[cfg(test)]
mod tests;
