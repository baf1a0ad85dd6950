//! The arena: a few rooms, an intruder who plays carefully, and enemies of one breed. What a program is worth
//! is measured by the game's own rules.

use std::sync::Arc;

use super::Breed;
use crate::games::dungeon::generator::Dungeon;
use crate::games::dungeon::graph::{Graph, Room};
use crate::games::dungeon::layout::Cell;
use crate::games::dungeon::player::careful::{Careful, Temper};
use crate::games::dungeon::rules::{Event, Game, Status, Weapon, Who};
use crate::generation::{Purpose, Seed};

/// Enemies of an arena.
pub const FOES: usize = 3;
/// Turns of a fight.
pub const TURNS: u32 = 150;
/// How far from where it stood an enemy has left its post.
const POST: u16 = 4;
/// Steps after which an enemy comes from elsewhere.
const STALK: u32 = 3;
/// Wounds that count at most: a whole life, and a potion.
const MOST_HURT: u32 = 36;

/// One arena.
#[derive(Clone, Debug)]
pub struct Arena {
    dungeon: Arc<Dungeon>,
    seed: Seed,
    /// What the intruder is out for.
    temper: Temper,
}

/// How a fight went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// Wounds that the intruder took.
    pub hurt: u32,
    /// Whether the intruder died.
    pub killed: bool,
    /// The life that is left to the enemies, 0 to 1.
    pub life: f64,
    /// Enemies that struck the intruder.
    pub strikers: u32,
    /// Enemies that came from elsewhere and whose first blow came before the first one at them.
    pub stalks: u32,
    /// Blows at enemies that met a guard.
    pub blocked: u32,
    /// Steps out of the intruder's reach by enemies that it had struck.
    pub flights: u32,
    /// Steps towards the intruder by enemies that had noticed it, at most 40.
    pub chased: u32,
    /// Cells that enemies walked before they noticed anybody, at most 30.
    pub walked: u32,
    /// The part of their time that living enemies were away from their posts, 0 to 1.
    pub away: f64,
}

impl Course {
    /// What a fight is worth to any enemy: the intruder's death, wounds, and the own life; up to 220.
    pub fn points(&self) -> f64 {
        let killed = if self.killed { 100.0 } else { 0.0 };
        let hurt = 100.0 * f64::from(self.hurt.min(MOST_HURT)) / f64::from(MOST_HURT);
        killed + hurt + 20.0 * self.life
    }
}

impl Arena {
    /// The arena of a seed and an intruder: three rooms in a row, the enemies in the second and the third.
    pub fn new(seed: Seed, temper: Temper) -> Self {
        let mut rng = seed.stream(Purpose::Found);
        let mut side = || 6 + rng.below(5) as u8;
        let mut room = |enemies| Room {
            width: side(),
            height: side(),
            enemies,
            chests: 0,
        };
        let mut graph = Graph::of(&[room(0), room(2), room(1)]);
        let roles = graph.roles;
        graph.join(roles.start, roles.key);
        graph.join(roles.key, roles.exit);
        let dungeon = Dungeon::of(&graph, 0, seed).expect("the rooms are joined");
        Arena {
            dungeon: Arc::new(dungeon),
            seed,
            temper,
        }
    }

    /// So many arenas of one seed, with intruders that hurry through in so many of six.
    pub fn many(seed: Seed, count: u32, hurried: u32) -> Vec<Arena> {
        let one = |number: u32| {
            // 5 leaves all rests of 6, so that the kinds of intruders take turns.
            let temper = if number * 5 % 6 < hurried {
                Temper::Hurries
            } else {
                Temper::Fights
            };
            Arena::new(seed.child(u64::from(number) + 1), temper)
        };
        (0..count).map(one).collect()
    }

    /// The fight at its start. The intruder carries a sword, to be a match for several.
    pub fn start(&self, breed: &Arc<Breed>, strength: u8) -> Game {
        let breeds = std::slice::from_ref(breed);
        let mut game = Game::new(Arc::clone(&self.dungeon), breeds, strength, self.seed);
        game.hero.weapon = Weapon::Sword;
        game
    }

    /// Fights with enemies of a breed and a strength to the end.
    pub fn fight(&self, breed: &Arc<Breed>, strength: u8) -> Course {
        let mut watch = self.watch(breed, strength);
        while watch.step() {}
        watch.course()
    }

    /// The same fight, to be watched turn by turn.
    pub(super) fn watch(&self, breed: &Arc<Breed>, strength: u8) -> Watch {
        Watch::new(self.start(breed, strength), self.temper)
    }
}

/// A fight being watched.
pub(super) struct Watch {
    game: Game,
    intruder: Careful,
    events: Vec<Event>,
    posts: [Cell; FOES],
    /// For each enemy: whether it was struck, has struck, has noticed, and how often it has gone.
    struck: [bool; FOES],
    has_struck: [bool; FOES],
    noticed: [bool; FOES],
    gone: [u32; FOES],
    /// Turns of living enemies, and of those away from their posts.
    stood: [u32; 2],
    course: Course,
}

impl Watch {
    fn new(game: Game, temper: Temper) -> Self {
        let post = |at: usize| game.foes.get(at).map_or(Cell::default(), |foe| foe.at);
        Watch {
            posts: std::array::from_fn(post),
            intruder: Careful::new(temper),
            events: Vec::new(),
            struck: [false; FOES],
            has_struck: [false; FOES],
            noticed: [false; FOES],
            gone: [0; FOES],
            stood: [0; 2],
            course: Course::default(),
            game,
        }
    }

    /// The fight as it stands.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// What happened in the last turn.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// A turn; whether the fight goes on.
    pub(super) fn step(&mut self) -> bool {
        let alive = self.game.foes.iter().any(|foe| foe.life > 0);
        if self.game.status() != Status::Alive || !alive || self.game.turns >= TURNS {
            return false;
        }
        let Some(made) = self.intruder.choose(&self.game) else {
            return false;
        };
        self.events.clear();
        if self.game.apply(made, &mut self.events).is_err() {
            return false;
        }
        let events = std::mem::take(&mut self.events);
        events.iter().for_each(|event| self.note(event));
        self.events = events;
        for (foe, post) in self.game.foes.iter().zip(self.posts) {
            if foe.life > 0 {
                self.stood[0] += 1;
                self.stood[1] += u32::from(foe.at.steps_to(post) > POST);
            }
        }
        true
    }

    fn note(&mut self, event: &Event) {
        match *event {
            Event::Struck {
                by: Who::Foe(foe),
                wounds,
                ..
            } => {
                self.course.hurt += u32::from(wounds);
                let first = !std::mem::replace(&mut self.has_struck[foe], true);
                self.course.strikers += u32::from(first);
                let came = self.gone[foe] >= STALK;
                self.course.stalks += u32::from(first && came && !self.struck[foe]);
            }
            Event::Struck {
                at: Who::Foe(foe),
                guarded,
                ..
            } => {
                self.struck[foe] = true;
                self.course.blocked += u32::from(guarded);
            }
            Event::Noticed(foe) => self.noticed[foe] = true,
            Event::Went(Who::Foe(foe), from, to) => {
                let hero = self.game.hero.at;
                let flees = from.steps_to(hero) == 1 && to.steps_to(hero) > 1;
                self.course.flights += u32::from(flees && self.struck[foe]);
                let nears = to.steps_to(hero) < from.steps_to(hero) && self.course.chased < 40;
                self.course.chased += u32::from(nears && self.noticed[foe]);
                self.gone[foe] += 1;
                let patrols = !self.noticed[foe] && self.course.walked < 30;
                self.course.walked += u32::from(patrols);
            }
            _ => {}
        }
    }

    fn course(&self) -> Course {
        let sum = |life: &dyn Fn(&crate::games::dungeon::rules::Foe) -> u8| {
            self.game
                .foes
                .iter()
                .map(|foe| u32::from(life(foe)))
                .sum::<u32>()
        };
        let (left, whole) = (sum(&|foe| foe.life), sum(&|foe| foe.body.life));
        let [stood, away] = self.stood.map(f64::from);
        Course {
            killed: self.game.status() == Status::Dead,
            life: f64::from(left) / f64::from(whole.max(1)),
            away: away / stood.max(1.0),
            ..self.course
        }
    }
}
