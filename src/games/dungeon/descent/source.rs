//! The source of a descent's dungeons and enemies. All states of a descent share it, so that nothing is evolved twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use crate::base::lock;
use crate::games::dungeon::enemies::arena::Arena;
use crate::games::dungeon::graph::generator::{DungeonRun, DungeonSpec, GenerateError, dungeon_of};
use crate::games::dungeon::heredity::{Breeding, Heirs};
use crate::games::dungeon::map::{Dungeon, Graph, Theme};
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::rules::{Game, Roster, breeds_of_theme, for_strength};
use crate::games::dungeon::setup::Setup;
use crate::generation::{EvolutionParameters, Pick, Seed, yield_now};

/// The source of all dungeons of a descent.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) setup: Setup,
    parameters: EvolutionParameters,
    seed: Seed,
    /// The heirs that were bred, each with its breeding.
    bred: Mutex<Vec<(Breeding, Arc<Heirs>)>>,
    /// The dungeons, the first one first. Each is evolved once, at the latest when the hero enters it.
    dungeons: Vec<OnceLock<Result<Arc<Dungeon>, GenerateError>>>,
    /// Whether work in slices is evolving the dungeon, for each depth.
    busy: Vec<AtomicBool>,
}

/// Marks a dungeon as being evolved, until the work ends or is dropped.
struct BusyGuard<'a>(&'a AtomicBool);

impl<'a> BusyGuard<'a> {
    fn take(busy: &'a AtomicBool) -> Option<Self> {
        (!busy.swap(true, Ordering::Relaxed)).then_some(BusyGuard(busy))
    }
}

impl Drop for BusyGuard<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// The preparation of the first dungeon of a descent, from a run, in which the pick chooses, or from the graph of the
/// setup.
pub fn first_dungeon(
    setup: &Setup,
    parameters: &EvolutionParameters,
    seed: Seed,
    pick: Pick,
) -> Result<DungeonRun, GenerateError> {
    let spec = setup.spec_at(1);
    match &setup.graph {
        Some(graph) => DungeonRun::of_graph(&spec, **graph, setup.locks.as_deref().cloned(), seed),
        None => DungeonRun::new(&spec, parameters, seed, pick),
    }
}

/// The number of sets of heirs that are kept. A descent has fewer, but a replay may be taken over again and again.
const MOST_KEPT: usize = 24;

/// The work that breeds the enemies of the next dungeon.
pub struct BreedingWork {
    pub(super) source: Arc<Source>,
    pub(super) breeding: Breeding,
}

impl BreedingWork {
    /// The heirs, once they are there.
    pub fn heirs(&self) -> Option<Arc<Heirs>> {
        self.source.known_heirs(&self.breeding)
    }

    /// Breeds in slices, unless that was done already.
    pub async fn finish(&self) {
        self.source.breed_in_slices(self.breeding.clone()).await;
    }
}

/// The run that gives the next dungeon of a descent, and the source that stores that dungeon.
pub struct NextRun {
    pub(super) source: Arc<Source>,
    /// The number of the next dungeon.
    pub depth: u8,
}

impl NextRun {
    /// The specification of the dungeon.
    pub fn spec(&self) -> DungeonSpec {
        self.source.setup.spec_at(self.depth)
    }

    /// The search parameters. A time limit would make the dungeon depend on the speed of the machine, so there is none.
    pub fn parameters(&self) -> EvolutionParameters {
        EvolutionParameters {
            milliseconds: 0,
            ..self.source.parameters.clone()
        }
    }

    /// The seed of the run and of the layout.
    pub fn seed(&self) -> Seed {
        self.source.seed_of(self.depth)
    }

    /// Stores the next dungeon, laid out from the best graph of the run, or the error if the run has none, unless the
    /// dungeon is stored already.
    pub fn lay_out(&self, best: Result<Graph, GenerateError>) {
        let place = self.source.dungeons.get(usize::from(self.depth) - 1);
        if let Some(place) = place.filter(|place| place.get().is_none()) {
            let dungeon = best.and_then(|graph| dungeon_of(&graph, &self.spec(), self.seed()));
            // If other work was faster, the same dungeon is there already.
            let _ = place.set(dungeon.map(Arc::new));
        }
    }
}

impl Source {
    /// The source of a descent; `first` is its first dungeon, if that exists already.
    pub(super) fn new(
        first: Option<Arc<Dungeon>>,
        setup: &Setup,
        parameters: &EvolutionParameters,
        seed: Seed,
    ) -> Self {
        let mut dungeons = vec![OnceLock::new(); usize::from(setup.depths)];
        if let (Some(place), Some(first)) = (dungeons.first_mut(), first) {
            *place = OnceLock::from(Ok(first));
        }
        Source {
            setup: setup.clone(),
            parameters: parameters.clone(),
            seed,
            bred: Mutex::default(),
            busy: dungeons.iter().map(|_| AtomicBool::new(false)).collect(),
            dungeons,
        }
    }

    /// Whether the dungeon of a depth exists, or is known to be impossible; `None` if there is no such depth.
    pub(super) fn is_known(&self, depth: u8) -> Option<bool> {
        let place = self.dungeons.get(usize::from(depth) - 1)?;
        Some(place.get().is_some())
    }

    /// The seed of a depth. The first dungeon has the seed of the descent, so that its run in the theatre is the
    /// same one.
    pub(super) fn seed_of(&self, depth: u8) -> Seed {
        match depth {
            1 => self.seed,
            deeper => self.seed.child(deeper.into()),
        }
    }

    pub(super) fn first_game(&self, roster: &Roster) -> Result<Game, GenerateError> {
        if self.setup.arena {
            let enemy = self
                .setup
                .custom_enemies
                .first()
                .ok_or(GenerateError::Disconnected)?;
            let arena = Arena::new(self.seed, ReferencePlayer::Careful);
            return Ok(arena.start(enemy, enemy.strength));
        }
        Ok(self.game(1, self.dungeon(1)?, roster))
    }

    /// The run that gives the dungeon of a depth.
    fn run(&self, depth: u8) -> Result<DungeonRun, GenerateError> {
        let (spec, seed) = (self.setup.spec_at(depth), self.seed_of(depth));
        DungeonRun::new(&spec, &self.parameters, seed, Pick::Best)
    }

    /// Evolves the dungeon of a depth in slices, unless other work does so already. Ends when the dungeon is there.
    pub(super) async fn evolve_in_slices(&self, depth: u8) {
        let at = usize::from(depth) - 1;
        let (Some(place), Some(busy)) = (self.dungeons.get(at), self.busy.get(at)) else {
            return;
        };
        loop {
            if place.get().is_some() {
                return;
            }
            if let Some(_guard) = BusyGuard::take(busy) {
                let dungeon = match self.run(depth) {
                    Ok(run) => run.finish().await.map(Arc::new),
                    Err(why) => Err(why),
                };
                // If the hero was faster, the same dungeon is there already.
                let _ = place.set(dungeon);
                return;
            }
            yield_now().await;
        }
    }

    /// The dungeon of a depth, which is evolved if it is not there yet.
    pub(super) fn dungeon(&self, depth: u8) -> Result<Arc<Dungeon>, GenerateError> {
        let evolve = || self.run(depth)?.finish_now().map(Arc::new);
        match self.dungeons.get(usize::from(depth) - 1) {
            Some(place) => place.get_or_init(evolve).clone(),
            None => evolve(),
        }
    }

    /// The heirs of a breeding; `None` if they are not bred yet.
    pub(super) fn known_heirs(&self, of: &Breeding) -> Option<Arc<Heirs>> {
        let bred = lock(&self.bred);
        let known = bred.iter().find(|(breeding, _)| breeding == of);
        known.map(|(_, heirs)| Arc::clone(heirs))
    }

    fn keep_heirs(&self, of: Breeding, heirs: Heirs) -> Arc<Heirs> {
        let heirs = Arc::new(heirs);
        let mut bred = lock(&self.bred);
        if bred.len() >= MOST_KEPT {
            bred.remove(0);
        }
        bred.push((of, Arc::clone(&heirs)));
        heirs
    }

    pub(super) async fn breed_in_slices(&self, breeding: Breeding) {
        if self.known_heirs(&breeding).is_none() {
            let heirs = breeding.finish().await;
            self.keep_heirs(breeding, heirs);
        }
    }

    /// The heirs of a breeding, which are bred if they were not yet.
    pub(super) fn heirs(&self, of: &Breeding) -> Arc<Heirs> {
        let known = self.known_heirs(of);
        known.unwrap_or_else(|| self.keep_heirs(of.clone(), of.finish_now()))
    }

    pub(super) fn game(&self, depth: u8, dungeon: Arc<Dungeon>, roster: &Roster) -> Game {
        let strength = self.setup.strength_at(depth);
        let seed = self.seed_of(depth);
        let breeds = for_strength(roster, strength);
        let breeds = match self.setup.spec.has_ground {
            true => breeds_of_theme(&breeds, Theme::of_depth(depth)),
            false => breeds,
        };
        Game::new(dungeon, &breeds, strength, seed)
    }
}
