//! A descent: the hero goes from dungeon to dungeon, each deeper and harder than the last, until the last one is
//! completed or the hero dies.

use std::sync::Arc;

use super::enemies::arena::Arena;
use super::graph::generator::{self, GenerateError};
use super::map::Dungeon;
use super::players::careful::Stance;
use super::rules::{Event, Game, Hero, Move, Refusal, Roster, Status, for_strength};
use super::setup::Setup;
use crate::generation::{Pick, Search, Seed};
use crate::session::Rules;

/// The state of a descent.
#[derive(Clone, Debug)]
pub struct Descent {
    /// The source of all dungeons.
    origin: Arc<Origin>,
    /// The number of the current dungeon, from 1.
    depth: u8,
    /// The game in the current dungeon.
    pub game: Game,
    /// The totals of the completed dungeons.
    before: Totals,
}

/// The source of all dungeons of a descent.
#[derive(Debug)]
struct Origin {
    setup: Setup,
    search: Search,
    seed: Seed,
    breeds: Roster,
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

impl Descent {
    /// The start of a descent. The pick chooses the graph of the first dungeon from its run.
    pub fn new(
        setup: &Setup,
        search: &Search,
        seed: Seed,
        pick: Pick,
    ) -> Result<Self, GenerateError> {
        let origin = Origin {
            setup: setup.clone(),
            search: search.clone(),
            seed,
            breeds: setup.roster(),
        };
        Ok(Descent {
            game: origin.first_game(pick)?,
            origin: Arc::new(origin),
            depth: 1,
            before: Totals::default(),
        })
    }

    /// The setup.
    pub fn setup(&self) -> &Setup {
        &self.origin.setup
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
    pub fn make(&mut self, chosen_move: Move, events: &mut Vec<Event>) -> Result<(), MoveError> {
        self.game.apply(chosen_move, events)?;
        if self.game.status() == Status::Escaped && self.depth < self.origin.setup.depths {
            self.enter_next_dungeon()?;
            events.push(Event::Deeper(self.depth));
        }
        Ok(())
    }

    /// Enters the next dungeon with the hero of this one.
    fn enter_next_dungeon(&mut self) -> Result<(), GenerateError> {
        let dungeon = self.origin.dungeon(self.depth + 1)?;
        self.before = self.totals();
        self.depth += 1;
        let mut game = self.origin.game(self.depth, dungeon);
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
}

impl Origin {
    /// The seed of a depth. The first dungeon has the seed of the descent, so that its run in the theatre is the
    /// same one.
    fn seed_of(&self, depth: u8) -> Seed {
        match depth {
            1 => self.seed,
            deeper => self.seed.child(deeper.into()),
        }
    }

    fn first_game(&self, pick: Pick) -> Result<Game, GenerateError> {
        if self.setup.arena {
            let enemy = self
                .setup
                .custom_enemies
                .first()
                .ok_or(GenerateError::Disconnected)?;
            let arena = Arena::new(self.seed, Stance::Combative);
            return Ok(arena.start(enemy, enemy.strength));
        }
        let spec = self.setup.spec_at(1);
        let dungeon = generator::generate(&spec, &self.search, self.seed, pick)?;
        Ok(self.game(1, dungeon))
    }

    fn dungeon(&self, depth: u8) -> Result<Dungeon, GenerateError> {
        let (spec, seed) = (self.setup.spec_at(depth), self.seed_of(depth));
        generator::generate(&spec, &self.search, seed, Pick::Best)
    }

    fn game(&self, depth: u8, dungeon: Dungeon) -> Game {
        let strength = self.setup.strength_at(depth);
        let seed = self.seed_of(depth);
        let breeds = for_strength(&self.breeds, strength);
        Game::new(Arc::new(dungeon), &breeds, strength, seed)
    }
}

/// The rules of a descent for a session.
pub struct DescentRules;

/// The reason why a move of a descent is impossible.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MoveError {
    /// The rules refuse the move.
    #[error(transparent)]
    Rules(#[from] Refusal),
    /// The next dungeon cannot be generated.
    #[error(transparent)]
    Deeper(#[from] GenerateError),
}

impl Rules for DescentRules {
    type State = Descent;
    type Move = Move;
    type Refusal = MoveError;
    type Events = Vec<Event>;

    fn apply(state: &mut Descent, chosen_move: &Move) -> Result<Vec<Event>, MoveError> {
        let mut events = Vec::new();
        state.make(*chosen_move, &mut events)?;
        Ok(events)
    }
}
