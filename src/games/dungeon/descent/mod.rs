//! A descent: the hero goes from dungeon to dungeon, each deeper and harder than the last, until the last one is
//! completed or the hero dies.

mod source;

use std::sync::Arc;

use super::graph::generator::GenerateError;
use super::heredity::{Breeding, ChildBreed, Chronicle, EnemyLineage, EnemyWithDeeds, Heirs};
use super::map::Dungeon;
use super::players::{HeroDouble, Situation};
use super::rules::{Boon, Breed, Event, Game, Hero, Move, MoveError, Roster, Status, for_strength};
use super::setup::Setup;
use super::trace::Trace;
use crate::generation::{EvolutionParameters, Pick, Purpose, Seed};
use source::Source;
pub use source::{BreedingWork, NextRun, first_dungeon};

/// The state of a descent.
#[derive(Clone, Debug)]
pub struct Descent {
    /// The source of all dungeons.
    source: Arc<Source>,
    /// The seed of the luck; `None` for the descent's own luck.
    luck: Option<Seed>,
    /// The number of the current dungeon, from 1.
    depth: u8,
    /// The game in the current dungeon.
    pub game: Game,
    /// The totals of the completed dungeons.
    before: Totals,
    /// The breeds from which the enemies of the current dungeon were drawn.
    roster: Arc<Roster>,
    /// The heirs of each dungeon but the first, from which its enemies were drawn, beginning with the second dungeon;
    /// empty if the enemies are not bred.
    heirs: Vec<Arc<Heirs>>,
    /// The heirs that are used instead of newly bred ones, in the same order.
    given_heirs: Vec<Arc<Heirs>>,
    /// Whether the enemies of the setup stay unchanged even if the setup lets enemies learn. Comparisons use this.
    keeps_ancestors: bool,
    /// The chronicle of the current dungeon so far.
    chronicle: Chronicle,
    /// The way of the hero through the current dungeon, and all enemies that fell.
    trace: Trace,
}

/// The number of the seed with which the enemies of a dungeon are bred.
const BREEDING: u64 = 0x_B4EED;
/// The number of the child seed from which the boons of a depth are drawn.
const BOONS: u64 = 3;

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

/// A family among the ancestors of an enemy.
#[derive(Clone, Copy, Debug)]
pub struct Ancestor<'a> {
    /// The number of the dungeon in which the family's children live.
    pub depth: u8,
    /// The family.
    pub family: &'a EnemyLineage,
    /// The breed of children to which the enemy, or its forebear, belongs.
    pub child: &'a ChildBreed,
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

impl Descent {
    /// The start of a descent, whose first dungeon is evolved here and now. The pick chooses its graph from the run.
    pub fn new(
        setup: &Setup,
        parameters: &EvolutionParameters,
        seed: Seed,
        pick: Pick,
    ) -> Result<Self, GenerateError> {
        let first = if setup.arena {
            None
        } else {
            let run = first_dungeon(setup, parameters, seed, pick)?;
            Some(Arc::new(run.finish_now()?))
        };
        Descent::starting_in(first, setup, parameters, seed)
    }

    /// The start of a descent in a first dungeon that exists already. The arena needs none; elsewhere the dungeon is
    /// evolved if it is missing.
    pub fn starting_in(
        first: Option<Arc<Dungeon>>,
        setup: &Setup,
        parameters: &EvolutionParameters,
        seed: Seed,
    ) -> Result<Self, GenerateError> {
        Descent::start(Source::new(first, setup, parameters, seed).into(), None)
    }

    /// The same descent from its start with other luck, which comes from a seed instead of the descent's own. Both
    /// share the evolved dungeons and the bred enemies.
    pub fn with_luck(&self, luck: Seed) -> Result<Self, GenerateError> {
        Descent::start(Arc::clone(&self.source), Some(luck))
    }

    /// The same descent with the heirs of another play of it, in the dungeons that the other play has reached. In
    /// deeper dungeons the enemies have children of their own.
    pub fn with_heirs(self, given_heirs: Vec<Arc<Heirs>>) -> Self {
        Descent {
            given_heirs,
            ..self
        }
    }

    fn start(source: Arc<Source>, luck: Option<Seed>) -> Result<Self, GenerateError> {
        let roster = Arc::new(source.setup.roster());
        let mut game = source.first_game(&roster)?;
        if let Some(luck) = luck {
            game.draw_from(luck.child(1));
        }
        Ok(Descent {
            game,
            source,
            luck,
            depth: 1,
            before: Totals::default(),
            roster,
            heirs: Vec::new(),
            given_heirs: Vec::new(),
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

    /// Whether the exit of the current dungeon ends the descent, and does not lead into a deeper dungeon.
    pub fn is_at_last_depth(&self) -> bool {
        self.depth >= self.source.setup.depths
    }

    /// The seed from which the current dungeon was evolved and laid out.
    pub fn dungeon_seed(&self) -> Seed {
        self.source.seed_of(self.depth)
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

    /// Makes a move and appends its events. The step to the exit leads into the next dungeon, if there is one. If that
    /// dungeon cannot be made, the move is refused, and nothing changes.
    pub fn make(&mut self, chosen_move: Move, events: &mut Vec<Event>) -> Result<(), DescentError> {
        let goes_deeper = !self.is_at_last_depth() && self.leaves_by(chosen_move);
        let next = match goes_deeper {
            true => Some(self.source.dungeon(self.depth + 1)?),
            false => None,
        };
        self.apply(chosen_move, events)?;
        if let Some(next) = next {
            self.enter(next);
            events.push(Event::Deeper(self.depth));
        }
        Ok(())
    }

    /// Makes a move in the current dungeon. The hero may leave the dungeon by it, but does not enter the next one.
    fn apply(&mut self, chosen_move: Move, events: &mut Vec<Event>) -> Result<(), MoveError> {
        let (before, first) = (Situation::of(&self.game), events.len());
        self.game.apply(chosen_move, events)?;
        self.chronicle
            .note(before, &self.game, chosen_move, &events[first..]);
        self.trace.note(self.depth, &self.game, &events[first..]);
        Ok(())
    }

    /// The chronicle of the current dungeon so far.
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// The way of the hero through the current dungeon, and all enemies that fell in the descent.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The heirs from which the enemies of the current dungeon were drawn; `None` if they are not children of those in
    /// the dungeon above.
    pub fn heirs(&self) -> Option<&Arc<Heirs>> {
        self.heirs.last()
    }

    /// The heirs of each dungeon but the first, down to the current one, beginning with the second dungeon; empty if
    /// the enemies are not bred.
    pub fn all_heirs(&self) -> &[Arc<Heirs>] {
        &self.heirs
    }

    /// The families among the ancestors of a breed of the current dungeon, the newest one first, back to the one whose
    /// parent has no family.
    pub fn ancestry(&self, breed: &Breed) -> Vec<Ancestor<'_>> {
        let mut breed = breed.clone();
        let mut found = Vec::new();
        for (at, heirs) in self.heirs.iter().enumerate().rev() {
            let family = heirs.family(breed.kind);
            let child = family.and_then(|family| Some((family, family.child(&breed)?)));
            let Some((family, child)) = child else { break };
            found.push(Ancestor {
                depth: at as u8 + 2,
                family,
                child,
            });
            breed = (*family.parent).clone();
        }
        found
    }

    /// The breeding of the next dungeon's enemies, as if the hero left this dungeon now; `None` if enemies do not
    /// learn, if the next heirs are given, or if there is no next dungeon.
    fn breeding(&self) -> Option<Breeding> {
        let setup = &self.source.setup;
        let learners = setup.learning.learners()?;
        let is_given = self.next_given_heirs().is_some();
        if self.keeps_ancestors || is_given || self.is_at_last_depth() {
            return None;
        }
        let deeds = self.chronicle.deeds(&self.game);
        let left_alive = deeds.iter().map(|one| one.met_alive).sum();
        let enemies = self.game.enemies.iter().zip(deeds);
        let individuals = enemies.map(|(enemy, deeds)| EnemyWithDeeds {
            breed: Arc::clone(&enemy.breed),
            deeds,
        });
        let on_ground = self.game.dungeon().graph.has_ground();
        let conduct = &self.chronicle.conduct;
        let double = HeroDouble::of(&self.game.hero, conduct, left_alive, on_ground);
        let depth = self.depth + 1;
        Some(Breeding::new(
            individuals.collect(),
            // Only these appear.
            &for_strength(&self.roster, setup.strength_at(self.depth)),
            double,
            setup.strength_at(depth),
            learners,
            self.source.seed_of(depth).child(BREEDING),
        ))
    }

    /// The given heirs of the next dungeon, which replace newly bred ones; `None` if none are given.
    fn next_given_heirs(&self) -> Option<&Arc<Heirs>> {
        self.given_heirs.get(usize::from(self.depth) - 1)
    }

    /// Enters the next dungeon with the hero of this one.
    fn enter(&mut self, next: Arc<Dungeon>) {
        let bred = || Some(self.source.heirs(&self.breeding()?));
        if let Some(heirs) = self.next_given_heirs().cloned().or_else(bred) {
            self.roster = Arc::new(heirs.roster());
            self.heirs.push(heirs);
        }
        self.before = self.totals();
        self.depth += 1;
        self.start_dungeon(next);
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
        if let Some(luck) = self.luck {
            game.draw_from(luck.child(self.depth.into()));
        }
        game.make_offer(Boon::draw(&game.hero, &mut rng));
        self.game = game;
    }

    /// The current dungeon from its beginning, with the hero as they are now and the enemies of the setup instead of
    /// children, to compare both.
    pub fn with_ancestors(&self) -> Descent {
        let mut descent = self.clone();
        descent.roster = Arc::new(self.source.setup.roster());
        descent.heirs.clear();
        descent.keeps_ancestors = true;
        descent.start_dungeon(Arc::clone(self.game.dungeon()));
        descent
    }

    /// Work that evolves the next dungeon in slices; `None` if that dungeon exists already or there is none. If it is
    /// started twice for the same dungeon, the dungeon is evolved once.
    pub fn next_dungeon_work(&self) -> Option<impl Future<Output = ()> + Send + use<>> {
        let depth = self.depth + 1;
        if self.source.is_known(depth)? {
            return None;
        }
        let source = Arc::clone(&self.source);
        Some(async move { source.evolve_in_slices(depth).await })
    }

    /// The run of the next dungeon, to be shown; `None` if that dungeon exists already or there is none.
    pub fn next_run(&self) -> Option<NextRun> {
        let depth = self.depth + 1;
        let is_known = self.source.is_known(depth)?;
        (!is_known).then(|| NextRun {
            source: Arc::clone(&self.source),
            depth,
        })
    }

    /// The work that a move needs before it can be made without evolving anything: the next dungeon and its enemies, if
    /// the move leads out of this one.
    pub fn work_before(
        &self,
        chosen_move: Move,
    ) -> Option<impl Future<Output = ()> + Send + use<>> {
        if self.is_at_last_depth() {
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

    /// The work that breeds the enemies of the next dungeon, unless they are bred already; `None` if the move does not
    /// lead out of this dungeon or no enemies are bred.
    pub fn breeding_work(&self, chosen_move: Move) -> Option<BreedingWork> {
        let breeding = self.breeding_after(chosen_move)?;
        Some(BreedingWork {
            source: Arc::clone(&self.source),
            breeding,
        })
    }

    /// The breeding of the next dungeon's enemies, if a move leads out of this dungeon.
    fn breeding_after(&self, chosen_move: Move) -> Option<Breeding> {
        self.source.setup.learning.learners()?;
        self.after_leaving(chosen_move)?.breeding()
    }

    fn leaves_by(&self, chosen_move: Move) -> bool {
        self.after_leaving(chosen_move).is_some()
    }

    /// The descent after a move that leads out of the dungeon, before the next one is entered; `None` if the move does
    /// not.
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
