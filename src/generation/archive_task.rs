//! An archive that grows on Bevy's task pools while the theatre watches it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::tasks::Task;
use bevy::tasks::futures_lite::future::yield_now;

use super::archive::{Archive, ArchiveProblem, Cells, Elite};
use super::history::Summary;
use super::picture::Picture;
use super::pools::{run_pieces, spawn_guarded};
use super::run::StopReason;
use super::watch::{
    CurvePoint, DisplaySelection, Frame, Progress, RunControl, Thumbnail, WatchedRun,
};
use crate::base::{Seed, catch_panic, lock};

/// The number of individuals in a piece of work for the pools; they take a few milliseconds.
const PIECE: usize = 2;
/// The number of generations that are kept for the timeline.
const MAX_RECORDS: u32 = 500;

/// The archive after a generation.
struct Record<G> {
    generation: u32,
    cells: Cells<G>,
}

/// The data for watchers, copied from the archive.
struct Snapshot<G> {
    records: Vec<Record<G>>,
    progress: Progress,
}

/// An archive that background tasks work on.
pub struct BackgroundArchive<P: ArchiveProblem> {
    problem: Arc<P>,
    seed: Seed,
    generations: u32,
    /// `None` while a task works on it.
    archive: Mutex<Option<Archive<P>>>,
    snapshot: Mutex<Snapshot<P::Genome>>,
    control: RunControl,
}

impl<P: ArchiveProblem> BackgroundArchive<P> {
    /// An empty archive that ends after `generations` generations of `batch_size` individuals.
    pub fn new(problem: P, batch_size: u32, generations: u32, seed: Seed) -> Arc<Self> {
        let problem = Arc::new(problem);
        let archive = Archive::new(Arc::clone(&problem), batch_size as usize, seed);
        Arc::new(BackgroundArchive {
            problem,
            seed,
            generations,
            archive: Mutex::new(Some(archive)),
            snapshot: Mutex::new(Snapshot {
                records: Vec::new(),
                progress: Progress::default(),
            }),
            control: RunControl::default(),
        })
    }

    /// The problem.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The elite of a cell after a generation. Without a generation it is the newest one, without a cell the best of all.
    pub fn elite(&self, generation: Option<u32>, cell: Option<u32>) -> Option<Elite<P::Genome>> {
        let snapshot = lock(&self.snapshot);
        let records = &snapshot.records;
        let record = match generation {
            None => records.last(),
            Some(generation) => records.iter().find(|one| one.generation == generation),
        };
        let cells = &record?.cells;
        let cell = cell.map_or_else(|| best_cell(cells), |cell| Some(cell as usize))?;
        cells.get(cell)?.clone()
    }

    async fn work(self: Arc<Self>, generations: u32) {
        self.control.reset();
        let Some(mut archive) = lock(&self.archive).take() else {
            return;
        };
        for _ in 0..generations {
            let ended = lock(&self.snapshot).progress.stop.is_some();
            if self.control.should_stop() || ended {
                break;
            }
            let started = Instant::now();
            match step_on_pools(&mut archive).await {
                Ok(generation) => self.publish(&archive, generation, started.elapsed()),
                Err(why) => self.fail(why),
            }
            yield_now().await;
        }
        if self.cancelled() {
            let mut snapshot = lock(&self.snapshot);
            snapshot.progress.stop.get_or_insert(StopReason::Cancelled);
        }
        *lock(&self.archive) = Some(archive);
    }

    /// Ends the work after a failure.
    fn fail(&self, why: String) {
        lock(&self.snapshot).progress.stop = Some(StopReason::Failed(why));
    }

    /// Adds the generation that was made last to the snapshot.
    fn publish(&self, archive: &Archive<P>, generation: u32, took: Duration) {
        let mut snapshot = lock(&self.snapshot);
        let Snapshot { records, progress } = &mut *snapshot;
        // Every `stride`-th generation stays, and always the newest one.
        let stride = self.generations / MAX_RECORDS + 1;
        if records
            .last()
            .is_some_and(|last| last.generation % stride != 0)
        {
            records.pop();
        }
        let cells = Arc::clone(archive.cells());
        records.push(Record { generation, cells });
        let done = archive.generation() >= self.generations;
        *progress = Progress {
            generation: Some(generation),
            evaluations: archive.evaluations(),
            busy: progress.busy + took,
            stop: done.then_some(StopReason::GenerationLimit),
            records: records.len(),
        };
    }

    fn thumbnail(&self, individual: &Elite<P::Genome>, elite: bool) -> Thumbnail {
        Thumbnail {
            picture: self.problem.picture(&individual.genome),
            fitness: individual.quality,
            violation: 0,
            elite,
        }
    }
}

/// The cell with the best elite.
fn best_cell<G>(cells: &[Option<Elite<G>>]) -> Option<usize> {
    let quality = |cell: &usize| cells[*cell].as_ref().map_or(0.0, |elite| elite.quality);
    let filled = (0..cells.len()).filter(|cell| cells[*cell].is_some());
    filled.max_by(|a, b| quality(a).total_cmp(&quality(b)))
}

/// Makes a generation in pieces on the pools, and returns its number.
async fn step_on_pools<P: ArchiveProblem>(archive: &mut Archive<P>) -> Result<u32, String> {
    let generation = archive.generation();
    let (batch, size) = (archive.next_batch(), archive.batch_size());
    let pieces = (0..size).step_by(PIECE).map(|start| {
        let (batch, end) = (batch.clone(), (start + PIECE).min(size));
        async move { catch_panic(|| batch.reproduce(start..end)) }
    });
    let mut made = Vec::new();
    run_pieces(pieces, |piece| made.push(piece)).await;
    drop(batch);
    let mut offspring = Vec::new();
    for piece in made {
        offspring.extend(piece?);
    }
    catch_panic(|| archive.insert_offspring(offspring))?;
    Ok(generation)
}

impl<P: ArchiveProblem> WatchedRun for BackgroundArchive<P> {
    fn advance(self: Arc<Self>, generations: u32) -> Task<()> {
        let run = Arc::clone(&self);
        spawn_guarded(self.work(generations), move |why| run.fail(why))
    }

    fn control(&self) -> &RunControl {
        &self.control
    }

    fn progress(&self) -> Progress {
        lock(&self.snapshot).progress.clone()
    }

    fn frame(&self, selection: DisplaySelection, most: usize) -> Option<Frame> {
        let (generation, cells) = {
            let snapshot = lock(&self.snapshot);
            let records = &snapshot.records;
            let record = &records[selection.record.min(records.len().checked_sub(1)?)];
            (record.generation, Arc::clone(&record.cells))
        };
        let chosen = selection.member.map(|member| member as usize);
        let chosen = chosen.filter(|cell| cells.get(*cell).is_some_and(Option::is_some));
        let selected = chosen.or_else(|| best_cell(&cells))?;
        let selected = cells[selected].as_ref()?;
        let filled = (0u32..).zip(cells.iter());
        let filled = filled.filter_map(|(cell, elite)| Some((cell, elite.as_ref()?)));
        let members = filled.take(most);
        Some(Frame {
            generation,
            selected: self.thumbnail(selected, true),
            insight: self.problem.insight(&selected.genome),
            family: None,
            facts: self.problem.facts(&selected.genome),
            members: members
                .map(|(cell, elite)| (cell, self.thumbnail(elite, false)))
                .collect(),
        })
    }

    fn scenes(&self, _: DisplaySelection, _: u32) -> Vec<Picture> {
        Vec::new()
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let point = |record: &Record<P::Genome>| {
            let filled = record.cells.iter().flatten();
            let feasible = Summary::of(filled.map(|elite| elite.quality).collect());
            let size = feasible.size;
            CurvePoint {
                generation: record.generation,
                feasible,
                // The empty cells count as infeasible, so that the chart's share is the coverage.
                infeasible: Summary {
                    size: record.cells.len() - size,
                    ..Summary::default()
                },
            }
        };
        lock(&self.snapshot).records.iter().map(point).collect()
    }

    fn seed(&self) -> Seed {
        self.seed
    }
}
