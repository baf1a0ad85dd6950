//! A whole game: dungeon after dungeon, each deeper and harder, until the last one is left behind or the
//! hero dies.

use std::sync::Arc;

use super::enemies::arena::Arena;
use super::enemies::{Roster, for_strength};
use super::generator::{self, Dungeon, NoDungeon};
use super::player::careful::Temper;
use super::rules::{Event, Game, Hero, Move, Refusal, Status};
use super::setup::Setup;
use crate::generation::{Pick, Search, Seed};
use crate::session::Rules;

/// Where a descent stands.
#[derive(Clone, Debug)]
pub struct Descent {
    /// What it started from.
    from: Arc<Origin>,
    /// Which dungeon is being played, from 1.
    depth: u8,
    /// The dungeon being played.
    pub game: Game,
    /// What the dungeons before it came to.
    before: Sum,
}

/// What all dungeons of a descent come from.
#[derive(Debug)]
struct Origin {
    setup: Setup,
    search: Search,
    seed: Seed,
    breeds: Roster,
}

/// Points, turns and enemies killed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Points.
    pub score: u32,
    /// Turns.
    pub turns: u32,
    /// Enemies killed.
    pub killed: u32,
}

/// How a descent stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes on.
    Descending,
    /// The last dungeon was left alive.
    Through,
    /// The hero died.
    Dead,
}

impl Descent {
    /// The first dungeon of a setup, of which the graph is picked from the run of its search.
    pub fn new(setup: &Setup, search: &Search, seed: Seed, pick: Pick) -> Result<Self, NoDungeon> {
        let from = Origin {
            setup: setup.clone(),
            search: search.clone(),
            seed,
            breeds: setup.roster(),
        };
        Ok(Descent {
            game: from.first(pick)?,
            from: Arc::new(from),
            depth: 1,
            before: Sum::default(),
        })
    }

    /// What it started from.
    pub fn setup(&self) -> &Setup {
        &self.from.setup
    }

    /// Which dungeon is being played, from 1.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// How it stands.
    pub fn fate(&self) -> Fate {
        match self.game.status() {
            Status::Alive => Fate::Descending,
            Status::Escaped => Fate::Through,
            Status::Dead => Fate::Dead,
        }
    }

    /// Points, turns and enemies killed so far, in all dungeons.
    pub fn sum(&self) -> Sum {
        Sum {
            score: self.before.score + self.game.score,
            turns: self.before.turns + self.game.turns,
            killed: self.before.killed + self.game.killed(),
        }
    }

    /// Leaves a dungeon for the next one.
    fn go_deeper(&mut self) -> Result<(), NoDungeon> {
        let dungeon = self.from.dungeon(self.depth + 1)?;
        self.before = self.sum();
        self.depth += 1;
        let mut game = self.from.game(self.depth, dungeon);
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
    /// The seed of a depth; the first one has that of the game, so that its run in the theatre is the same.
    fn seed_of(&self, depth: u8) -> Seed {
        match depth {
            1 => self.seed,
            deeper => self.seed.child(deeper.into()),
        }
    }

    fn first(&self, pick: Pick) -> Result<Game, NoDungeon> {
        if self.setup.arena {
            let guest = self.setup.guests.first().ok_or(NoDungeon::Apart)?;
            let arena = Arena::new(self.seed, Temper::Fights);
            return Ok(arena.start(guest, guest.strength));
        }
        let wish = self.setup.wish(1);
        let dungeon = generator::generate(&wish, &self.search, self.seed, pick)?;
        Ok(self.game(1, dungeon))
    }

    fn dungeon(&self, depth: u8) -> Result<Dungeon, NoDungeon> {
        let (wish, seed) = (self.setup.wish(depth), self.seed_of(depth));
        generator::generate(&wish, &self.search, seed, Pick::Best)
    }

    fn game(&self, depth: u8, dungeon: Dungeon) -> Game {
        let strength = self.setup.strength_at(depth);
        let seed = self.seed_of(depth);
        let breeds = for_strength(&self.breeds, strength);
        Game::new(Arc::new(dungeon), &breeds, strength, seed)
    }
}

/// The rules of a descent, for a session.
pub struct Dungeons;

/// Why a move of a descent is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refused {
    /// By the rules.
    #[error(transparent)]
    Rules(#[from] Refusal),
    /// The next dungeon cannot be made.
    #[error(transparent)]
    Deeper(#[from] NoDungeon),
}

impl Rules for Dungeons {
    type State = Descent;
    type Move = Move;
    type Refusal = Refused;
    type Events = Vec<Event>;

    fn apply(state: &mut Descent, made: &Move) -> Result<Vec<Event>, Refused> {
        let mut events = Vec::new();
        state.make(*made, &mut events)?;
        Ok(events)
    }
}

impl Descent {
    /// Makes a move; into the next dungeon with the last step of one, if there is a next one.
    pub fn make(&mut self, made: Move, events: &mut Vec<Event>) -> Result<(), Refused> {
        self.game.apply(made, events)?;
        if self.game.status() == Status::Escaped && self.depth < self.from.setup.depths {
            self.go_deeper()?;
            events.push(Event::Deeper(self.depth));
        }
        Ok(())
    }
}
