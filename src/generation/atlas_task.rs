//! The filling of an atlas on Bevy's task pools, watched in the theatre like any run.

use std::any::Any;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::tasks::futures_lite::future::yield_now;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::atlas::{Atlas, Chart, Holder, Places};
use super::history::Summary;
use super::picture::Picture;
use super::pools::spawn_piece;
use super::run::Stop;
use super::watch::{CurvePoint, Frame, Lead, Live, Portrait, Progress, Reins};
use crate::base::{Seed, catch_panic, lock};

/// Children of a piece of work on the pools: a few milliseconds.
const PIECE: usize = 2;
/// Generations that are remembered.
const RECORDS: u32 = 500;

/// The atlas as it was after a generation.
struct Record<G> {
    generation: u32,
    places: Places<G>,
}

/// An atlas that is filled in the background.
pub struct LiveAtlas<C: Chart> {
    chart: Arc<C>,
    seed: Seed,
    generations: u32,
    /// `None` while a worker has it.
    atlas: Mutex<Option<Atlas<C>>>,
    seen: Mutex<(Vec<Record<C::Genome>>, Progress)>,
    reins: Reins,
}

impl<C: Chart> LiveAtlas<C> {
    /// An atlas to be filled in so many generations of so many children.
    pub fn new(chart: C, batch: u32, generations: u32, seed: Seed) -> Arc<Self> {
        let chart = Arc::new(chart);
        let atlas = Atlas::new(Arc::clone(&chart), batch as usize, seed);
        Arc::new(LiveAtlas {
            chart,
            seed,
            generations,
            atlas: Mutex::new(Some(atlas)),
            seen: Mutex::new((Vec::new(), Progress::default())),
            reins: Reins::default(),
        })
    }

    /// What it is filled with.
    pub fn chart(&self) -> &C {
        &self.chart
    }

    /// Who had a place after a generation; without a place, the best of all.
    pub fn holder(&self, generation: Option<u32>, place: Option<u32>) -> Option<Holder<C::Genome>> {
        let seen = lock(&self.seen);
        let record = match generation {
            None => seen.0.last(),
            Some(generation) => seen.0.iter().find(|one| one.generation == generation),
        };
        let places = &record?.places;
        let place = place.map_or_else(|| best(places), |place| Some(place as usize))?;
        places.get(place)?.clone()
    }

    async fn work(self: Arc<Self>, generations: u32) {
        self.reins.loosen();
        let Some(mut atlas) = lock(&self.atlas).take() else {
            return;
        };
        for _ in 0..generations {
            let halted = self.reins.pulled();
            if halted || lock(&self.seen).1.stop.is_some() {
                break;
            }
            let started = Instant::now();
            let failed = generation(&mut atlas).await.err();
            self.publish(&atlas, started.elapsed(), failed);
            yield_now().await;
        }
        if self.cancelled() {
            lock(&self.seen).1.stop.get_or_insert(Stop::Cancelled);
        }
        *lock(&self.atlas) = Some(atlas);
    }

    fn publish(&self, atlas: &Atlas<C>, took: Duration, failed: Option<String>) {
        let generation = atlas.generation() - 1;
        let mut seen = lock(&self.seen);
        let (records, progress) = &mut *seen;
        // The newest is always there; of the others every so many-th.
        let stride = self.generations / RECORDS + 1;
        if records
            .last()
            .is_some_and(|last| last.generation % stride != 0)
        {
            records.pop();
        }
        let places = Arc::clone(atlas.places());
        records.push(Record { generation, places });
        let done = atlas.generation() >= self.generations;
        *progress = Progress {
            generation: Some(generation),
            evaluations: atlas.evaluations(),
            busy: progress.busy + took,
            stop: match failed {
                Some(why) => Some(Stop::Failed(why)),
                None => done.then_some(Stop::GenerationLimit),
            },
            records: records.len(),
        };
    }

    fn portrait(&self, holder: &Holder<C::Genome>, elite: bool) -> Portrait {
        Portrait {
            picture: self.chart.picture(&holder.genome),
            fitness: holder.quality,
            violation: 0,
            elite,
        }
    }
}

/// Where the best one is.
fn best<G>(places: &[Option<Holder<G>>]) -> Option<usize> {
    let quality = |at: &usize| places[*at].as_ref().map_or(0.0, |holder| holder.quality);
    let filled = (0..places.len()).filter(|at| places[*at].is_some());
    filled.max_by(|a, b| quality(a).total_cmp(&quality(b)))
}

/// A generation, spread over the pools.
async fn generation<C: Chart>(atlas: &mut Atlas<C>) -> Result<(), String> {
    let (brood, batch) = (atlas.brood(), atlas.batch());
    let mut pieces = Vec::new();
    for (turn, start) in (0..batch).step_by(PIECE).enumerate() {
        let brood = brood.clone();
        let bear = async move { catch_panic(|| brood.bear(start..(start + PIECE).min(batch))) };
        pieces.push(spawn_piece(turn, bear));
    }
    drop(brood);
    let mut born = Vec::new();
    for piece in pieces {
        born.extend(piece.await?);
    }
    atlas.settle(born);
    Ok(())
}

impl<C: Chart> Live for LiveAtlas<C> {
    fn drive(self: Arc<Self>, generations: u32) -> Task<()> {
        AsyncComputeTaskPool::get().spawn(self.work(generations))
    }

    fn reins(&self) -> &Reins {
        &self.reins
    }

    fn progress(&self) -> Progress {
        lock(&self.seen).1.clone()
    }

    fn frame(&self, lead: Lead, most: usize) -> Option<Frame> {
        let (generation, places) = {
            let seen = lock(&self.seen);
            let record = &seen.0[lead.place.min(seen.0.len().checked_sub(1)?)];
            (record.generation, Arc::clone(&record.places))
        };
        let named = lead.member.map(|member| member as usize);
        let named = named.filter(|at| places.get(*at).is_some_and(Option::is_some));
        let star = named.or_else(|| best(&places))?;
        let star = places[star].as_ref()?;
        let filled = (0u32..).zip(places.iter());
        let filled = filled.filter_map(|(at, holder)| Some((at, holder.as_ref()?)));
        let members = filled.take(most);
        Some(Frame {
            generation,
            lead: self.portrait(star, true),
            facts: self.chart.facts(&star.genome),
            members: members
                .map(|(at, holder)| (at, self.portrait(holder, false)))
                .collect(),
        })
    }

    fn scenes(&self, _: Lead, _: u32) -> Vec<Picture> {
        Vec::new()
    }

    fn curve(&self) -> Vec<CurvePoint> {
        let point = |record: &Record<C::Genome>| {
            let filled = record.places.iter().flatten();
            let quality: Vec<f64> = filled.map(|holder| holder.quality).collect();
            let (size, count) = (quality.len(), quality.len().max(1) as f64);
            let mean = quality.iter().sum::<f64>() / count;
            let spread = quality.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
            CurvePoint {
                generation: record.generation,
                feasible: Summary {
                    size,
                    best: quality.iter().copied().fold(0.0, f64::max),
                    mean,
                    deviation: spread.sqrt(),
                },
                // What is still empty.
                infeasible: Summary {
                    size: record.places.len() - size,
                    ..Summary::default()
                },
            }
        };
        lock(&self.seen).0.iter().map(point).collect()
    }

    fn seed(&self) -> Seed {
        self.seed
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
