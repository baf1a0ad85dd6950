//! A descent: the hero goes from dungeon to dungeon, each deeper and harder than the last, until the last one is
//! completed or the hero dies.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::enemies::arena::Arena;
use super::graph::generator::{DungeonRun, DungeonSpec, GenerateError, dungeon_of};
use super::map::{Dungeon, Graph};
use super::players::Ruler;
use super::rules::{Event, Game, Hero, Move, MoveError, Roster, Status, for_strength};
use super::setup::Setup;
use crate::generation::{EvolutionParameters, Pick, Seed, yield_now};

/// The state of a descent.
#[derive(Clone, Debug)]
pub struct Descent {
    /// The source of all dungeons.
    source: Arc<Source>,
    /// The number of the current dungeon, from 1.
    depth: u8,
    /// The game in the current dungeon.
    pub game: Game,
    /// The totals of the completed dungeons.
    before: Totals,
}

/// The source of all dungeons of a descent. All states of the descent share it, so that no dungeon is evolved twice.
#[derive(Debug)]
struct Source {
    setup: Setup,
    search: EvolutionParameters,
    seed: Seed,
    breeds: Roster,
    /// The dungeons, the first one first. Each is evolved once, at the latest when the hero enters it.
    dungeons: Vec<OnceLock<Result<Arc<Dungeon>, GenerateError>>>,
    /// Whether work in slices evolves the dungeon of a depth.
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

/// The totals of a descent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The points.
    pub score: u32,
    /// The number of turns.
    pub turns: u32,
    /// The number of killed enemies.
    pub killed: u32,
}

/// The status of a descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescentStatus {
    /// The hero lives and is on the way down.
    Descending,
    /// The hero left the last dungeon alive.
    Completed,
    /// The hero died.
    Dead,
}

/// What makes the first dungeon of a descent: a run, from which the pick chooses, or the graph of the setup.
pub fn first_dungeon(
    setup: &Setup,
    search: &EvolutionParameters,
    seed: Seed,
    pick: Pick,
) -> Result<DungeonRun, GenerateError> {
    let spec = setup.spec_at(1);
    match &setup.graph {
        Some(graph) => DungeonRun::of_graph(&spec, **graph, setup.locks.as_deref().cloned(), seed),
        None => DungeonRun::new(&spec, search, seed, pick),
    }
}

impl Descent {
    /// The start of a descent, whose first dungeon is evolved here and now. The pick chooses its graph from the run.
    pub fn new(
        setup: &Setup,
        search: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Result<Self, GenerateError> {
        let first = if setup.arena {
            None
        } else {
            let run = first_dungeon(setup, search, seed, pick)?;
            Some(Arc::new(run.finish_now()?))
        };
        Descent::starting_in(first, setup, search, seed)
    }

    /// The start of a descent in a dungeon that is there already. The arena needs none; elsewhere a missing one is
    /// evolved.
    pub fn starting_in(
        first: Option<Arc<Dungeon>>,
        setup: &Setup,
        search: &EvolutionParameters,
        seed: Seed,
    ) -> Result<Self, GenerateError> {
        let mut dungeons = vec![OnceLock::new(); usize::from(setup.depths)];
        if let (Some(place), Some(first)) = (dungeons.first_mut(), first) {
            *place = OnceLock::from(Ok(first));
        }
        let source = Source {
            setup: setup.clone(),
            search: search.clone(),
            seed,
            breeds: setup.roster(),
            busy: dungeons.iter().map(|_| AtomicBool::new(false)).collect(),
            dungeons,
        };
        Ok(Descent {
            game: source.first_game()?,
            source: Arc::new(source),
            depth: 1,
            before: Totals::default(),
        })
    }

    /// The setup.
    pub fn setup(&self) -> &Setup {
        &self.source.setup
    }

    /// The number of the current dungeon, from 1.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// The status of the descent.
    pub fn status(&self) -> DescentStatus {
        match self.game.status() {
            Status::Alive => DescentStatus::Descending,
            Status::Escaped => DescentStatus::Completed,
            Status::Dead => DescentStatus::Dead,
        }
    }

    /// The totals of all dungeons so far.
    pub fn totals(&self) -> Totals {
        Totals {
            score: self.before.score + self.game.score(),
            turns: self.before.turns + self.game.turns(),
            killed: self.before.killed + self.game.kills(),
        }
    }

    /// Makes a move and appends its events. The step to the exit leads into the next dungeon, if there is one.
    pub fn make(&mut self, chosen_move: Move, events: &mut Vec<Event>) -> Result<(), DescentError> {
        self.game.apply(chosen_move, events)?;
        if self.game.status() == Status::Escaped && self.depth < self.source.setup.depths {
            self.enter_next_dungeon()?;
            events.push(Event::Deeper(self.depth));
        }
        Ok(())
    }

    /// Enters the next dungeon with the hero of this one.
    fn enter_next_dungeon(&mut self) -> Result<(), GenerateError> {
        let dungeon = self.source.dungeon(self.depth + 1)?;
        self.before = self.totals();
        self.depth += 1;
        let mut game = self.source.game(self.depth, dungeon);
        game.hero = Hero {
            at: game.hero.at,
            exit_key: false,
            keys: Vec::new(),
            guard: false,
            ..self.game.hero.clone()
        };
        self.game = game;
        Ok(())
    }

    /// Work that evolves the next dungeon in slices; `None` if there is nothing to do. Two of them for the same dungeon do
    /// the work once.
    pub fn next_dungeon_work(&self) -> Option<impl Future<Output = ()> + Send + use<>> {
        let depth = self.depth + 1;
        let place = self.source.dungeons.get(usize::from(depth) - 1)?;
        if place.get().is_some() {
            return None;
        }
        let source = Arc::clone(&self.source);
        Some(async move { source.evolve_in_slices(depth).await })
    }

    /// The run of the next dungeon, for somebody who shows it; `None` if that dungeon is there or there is none.
    pub fn next_run(&self) -> Option<NextRun> {
        let depth = self.depth + 1;
        let place = self.source.dungeons.get(usize::from(depth) - 1)?;
        place.get().is_none().then(|| NextRun {
            source: Arc::clone(&self.source),
            depth,
        })
    }

    /// The work that a move needs before it can be made without evolving anything: the next dungeon, if the move leads out
    /// of this one.
    pub fn work_before(
        &self,
        chosen_move: Move,
    ) -> Option<impl Future<Output = ()> + Send + use<>> {
        let work = self.next_dungeon_work()?;
        // Only a step from a cell beside the exit can lead out.
        let exit = self.game.dungeon().layout.exit;
        let hero = self.game.hero.at;
        let is_near = exit.x.abs_diff(hero.x) <= 1 && exit.y.abs_diff(hero.y) <= 1;
        if !is_near {
            return None;
        }
        let mut tried = self.game.clone();
        let leaves =
            tried.apply(chosen_move, &mut Vec::new()).is_ok() && tried.status() == Status::Escaped;
        leaves.then_some(work)
    }
}

/// The run that gives the next dungeon of a descent, and the place for what it gives.
pub struct NextRun {
    source: Arc<Source>,
    /// The number of the next dungeon.
    pub depth: u8,
}

impl NextRun {
    /// The specification of the dungeon.
    pub fn spec(&self) -> DungeonSpec {
        self.source.setup.spec_at(self.depth)
    }

    /// The search parameters. A time limit would make the dungeon depend on the speed of the machine, so there is none.
    pub fn search(&self) -> EvolutionParameters {
        EvolutionParameters {
            milliseconds: 0,
            ..self.source.search.clone()
        }
    }

    /// The seed of the run and of the layout.
    pub fn seed(&self) -> Seed {
        self.source.seed_of(self.depth)
    }

    /// Lays out the best individual of the run, or the error that there is none, as the next dungeon, unless that is
    /// there already.
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
    /// The seed of a depth. The first dungeon has the seed of the descent, so that its run in the theatre is the
    /// same one.
    fn seed_of(&self, depth: u8) -> Seed {
        match depth {
            1 => self.seed,
            deeper => self.seed.child(deeper.into()),
        }
    }

    fn first_game(&self) -> Result<Game, GenerateError> {
        if self.setup.arena {
            let enemy = self
                .setup
                .custom_enemies
                .first()
                .ok_or(GenerateError::Disconnected)?;
            let arena = Arena::new(self.seed, Ruler::Careful);
            return Ok(arena.start(enemy, enemy.strength));
        }
        Ok(self.game(1, self.dungeon(1)?))
    }

    /// The run that gives the dungeon of a depth.
    fn run(&self, depth: u8) -> Result<DungeonRun, GenerateError> {
        let (spec, seed) = (self.setup.spec_at(depth), self.seed_of(depth));
        DungeonRun::new(&spec, &self.search, seed, Pick::Best)
    }

    /// Evolves the dungeon of a depth in slices, unless other work does so already. Ends when the dungeon is there.
    async fn evolve_in_slices(&self, depth: u8) {
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
    fn dungeon(&self, depth: u8) -> Result<Arc<Dungeon>, GenerateError> {
        let evolve = || self.run(depth)?.finish_now().map(Arc::new);
        match self.dungeons.get(usize::from(depth) - 1) {
            Some(place) => place.get_or_init(evolve).clone(),
            None => evolve(),
        }
    }

    fn game(&self, depth: u8, dungeon: Arc<Dungeon>) -> Game {
        let strength = self.setup.strength_at(depth);
        let seed = self.seed_of(depth);
        let breeds = for_strength(&self.breeds, strength);
        Game::new(dungeon, &breeds, strength, seed)
    }
}

/// The reason why a move of a descent is impossible.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DescentError {
    /// The rules refuse the move.
    #[error(transparent)]
    Rules(#[from] MoveError),
    /// The next dungeon cannot be generated.
    #[error(transparent)]
    Deeper(#[from] GenerateError),
}
