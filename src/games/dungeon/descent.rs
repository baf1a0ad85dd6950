//! A descent: the hero goes from dungeon to dungeon, each deeper and harder than the last, until the last one is
//! completed or the hero dies.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::enemies::arena::Arena;
use super::graph::generator::{DungeonRun, DungeonSpec, GenerateError, dungeon_of};
use super::heredity::{Breeding, Chronicle, Heirs};
use super::map::{Dungeon, Graph};
use super::players::{Moment, Opponent, Ruler};
use super::rules::{Boon, Event, Game, Hero, Move, MoveError, Roster, Status, for_strength};
use super::setup::Setup;
use super::trace::Trace;
use crate::base::lock;
use crate::generation::{EvolutionParameters, Pick, Purpose, Seed, yield_now};

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
    /// The breeds from which the enemies of the current dungeon were drawn.
    roster: Arc<Roster>,
    /// Where they come from, if their parents lived in the dungeon above.
    heirs: Option<Arc<Heirs>>,
    /// Whether the enemies are those of the setup whatever the setup says of learning, for comparisons.
    keeps_ancestors: bool,
    /// What happened in the current dungeon so far.
    chronicle: Chronicle,
    /// Where the hero went, and which enemies fell.
    trace: Trace,
}

/// The number of the child seed from which the boons of a depth are drawn.
const BOONS: u64 = 3;

/// The source of all dungeons of a descent. All states of the descent share it, so that no dungeon is evolved twice.
#[derive(Debug)]
struct Source {
    setup: Setup,
    search: EvolutionParameters,
    seed: Seed,
    /// The heirs that were bred, with what they were made of.
    bred: Mutex<Vec<(Breeding, Arc<Heirs>)>>,
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
            bred: Mutex::default(),
            busy: dungeons.iter().map(|_| AtomicBool::new(false)).collect(),
            dungeons,
        };
        let roster = Arc::new(setup.roster());
        Ok(Descent {
            game: source.first_game(&roster)?,
            source: Arc::new(source),
            depth: 1,
            before: Totals::default(),
            roster,
            heirs: None,
            keeps_ancestors: false,
            chronicle: Chronicle::default(),
            trace: Trace::default(),
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
        self.apply(chosen_move, events)?;
        if self.game.status() == Status::Escaped && self.depth < self.source.setup.depths {
            self.enter_next_dungeon()?;
            events.push(Event::Deeper(self.depth));
        }
        Ok(())
    }

    /// Makes a move in the current dungeon, which the hero may leave by it.
    fn apply(&mut self, chosen_move: Move, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let (before, first) = (Moment::of(&self.game), events.len());
        self.game.apply(chosen_move, events)?;
        self.chronicle
            .note(before, &self.game, chosen_move, &events[first..]);
        self.trace.note(self.depth, &self.game, &events[first..]);
        Ok(())
    }

    /// What happened in the current dungeon so far.
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// Where the hero went in the current dungeon, and all enemies that fell.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Where the enemies of the current dungeon come from, if they are children of those in the dungeon above.
    pub fn heirs(&self) -> Option<&Arc<Heirs>> {
        self.heirs.as_ref()
    }

    /// What the enemies of the next dungeon are made of, if the hero left this one now; `None` if enemies do not learn, or
    /// there is no next dungeon.
    fn breeding(&self) -> Option<Breeding> {
        let setup = &self.source.setup;
        let training = setup.learning.training()?;
        if self.keeps_ancestors || self.depth >= setup.depths {
            return None;
        }
        let deeds = self.chronicle.deeds(&self.game);
        let breeds = self.game.enemies.iter().map(|enemy| &enemy.breed);
        let left_alive = deeds.iter().map(|one| one.left_alive.min(one.met)).sum();
        let on_ground = self.game.dungeon().graph.has_ground();
        let conduct = &self.chronicle.conduct;
        let opponent = Opponent::of(&self.game.hero, conduct, left_alive, on_ground);
        let depth = self.depth + 1;
        Some(Breeding::new(
            breeds.cloned().zip(deeds).collect(),
            &self.roster,
            opponent,
            setup.strength_at(depth),
            training,
            self.source.seed_of(depth).child(BREEDING),
        ))
    }

    /// Enters the next dungeon with the hero of this one.
    fn enter_next_dungeon(&mut self) -> Result<(), GenerateError> {
        let dungeon = self.source.dungeon(self.depth + 1)?;
        self.heirs = self.breeding().map(|breeding| self.source.heirs(&breeding));
        if let Some(heirs) = &self.heirs {
            self.roster = Arc::new(heirs.roster());
        }
        self.before = self.totals();
        self.depth += 1;
        self.start_dungeon(dungeon);
        Ok(())
    }

    /// Starts the dungeon of the current depth with the hero of the last game.
    fn start_dungeon(&mut self, dungeon: Arc<Dungeon>) {
        self.chronicle = Chronicle::default();
        self.trace.enter();
        let mut game = self.source.game(self.depth, dungeon, &self.roster);
        game.enter_with(Hero {
            at: game.hero.at,
            exit_key: false,
            keys: Vec::new(),
            guard: false,
            ..self.game.hero.clone()
        });
        let mut rng = self
            .source
            .seed_of(self.depth)
            .child(BOONS)
            .stream(Purpose::Play);
        game.make_offer(Boon::draw(&game.hero, &mut rng));
        self.game = game;
    }

    /// The current dungeon from its beginning, with the hero as they are now and the enemies of the setup instead of
    /// children, to compare both.
    pub fn with_ancestors(&self) -> Descent {
        let mut descent = self.clone();
        descent.roster = Arc::new(self.source.setup.roster());
        descent.heirs = None;
        descent.keeps_ancestors = true;
        descent.start_dungeon(Arc::clone(self.game.dungeon()));
        descent
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

    /// The work that a move needs before it can be made without evolving anything: the next dungeon and its enemies, if the
    /// move leads out of this one.
    pub fn work_before(
        &self,
        chosen_move: Move,
    ) -> Option<impl Future<Output = ()> + Send + use<>> {
        if self.depth >= self.source.setup.depths {
            return None;
        }
        let dungeon = self.next_dungeon_work();
        let breeding = self.breeding_after(chosen_move);
        let breeding = breeding.filter(|breeding| self.source.known_heirs(breeding).is_none());
        if dungeon.is_none() && breeding.is_none() || !self.leaves_by(chosen_move) {
            return None;
        }
        let source = Arc::clone(&self.source);
        Some(async move {
            if let Some(work) = dungeon {
                work.await;
            }
            if let Some(breeding) = breeding {
                source.breed_in_slices(breeding).await;
            }
        })
    }

    /// The work that breeds the enemies of the next dungeon, if a move leads out of this one and they are not bred yet.
    pub fn breeding_work(&self, chosen_move: Move) -> Option<BreedingWork> {
        let breeding = self.breeding_after(chosen_move)?;
        Some(BreedingWork {
            source: Arc::clone(&self.source),
            breeding,
        })
    }

    /// What the enemies of the next dungeon are made of, if a move leads out of this one.
    fn breeding_after(&self, chosen_move: Move) -> Option<Breeding> {
        self.source.setup.learning.training()?;
        self.after_leaving(chosen_move)?.breeding()
    }

    fn leaves_by(&self, chosen_move: Move) -> bool {
        self.after_leaving(chosen_move).is_some()
    }

    /// The descent after a move that leads out of the dungeon, before the next one is entered; `None` if the move does not.
    fn after_leaving(&self, chosen_move: Move) -> Option<Descent> {
        // Only a step from a cell beside the exit can lead out.
        let exit = self.game.dungeon().layout.exit;
        let hero = self.game.hero.at;
        let is_near = exit.x.abs_diff(hero.x) <= 1 && exit.y.abs_diff(hero.y) <= 1;
        if !is_near {
            return None;
        }
        let mut tried = self.clone();
        tried.apply(chosen_move, &mut Vec::new()).ok()?;
        (tried.game.status() == Status::Escaped).then_some(tried)
    }
}

/// The number of the seed with which the enemies of a dungeon are bred.
const BREEDING: u64 = 0x_B4EED;
/// The number of sets of heirs that are kept. A descent has fewer, but a replay may be taken over again and again.
const MOST_KEPT: usize = 24;

/// The work that breeds the enemies of the next dungeon.
pub struct BreedingWork {
    source: Arc<Source>,
    breeding: Breeding,
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

    fn first_game(&self, roster: &Roster) -> Result<Game, GenerateError> {
        if self.setup.arena {
            let enemy = self
                .setup
                .custom_enemies
                .first()
                .ok_or(GenerateError::Disconnected)?;
            let arena = Arena::new(self.seed, Ruler::Careful);
            return Ok(arena.start(enemy, enemy.strength));
        }
        Ok(self.game(1, self.dungeon(1)?, roster))
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

    /// The heirs that were bred of something, if they were.
    fn known_heirs(&self, of: &Breeding) -> Option<Arc<Heirs>> {
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

    async fn breed_in_slices(&self, breeding: Breeding) {
        if self.known_heirs(&breeding).is_none() {
            let heirs = breeding.finish().await;
            self.keep_heirs(breeding, heirs);
        }
    }

    /// The heirs of something, which are bred if they were not yet.
    fn heirs(&self, of: &Breeding) -> Arc<Heirs> {
        let known = self.known_heirs(of);
        known.unwrap_or_else(|| self.keep_heirs(of.clone(), of.finish_now()))
    }

    fn game(&self, depth: u8, dungeon: Arc<Dungeon>, roster: &Roster) -> Game {
        let strength = self.setup.strength_at(depth);
        let seed = self.seed_of(depth);
        let breeds = for_strength(roster, strength);
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
