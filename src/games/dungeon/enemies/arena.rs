//! The arena: three rooms in which an automatic player, the intruder, fights enemies of one breed by the rules of
//! the game.

use std::sync::Arc;

use crate::games::dungeon::map::{Cell, Dungeon, Graph, Room};
use crate::games::dungeon::players::Player;
use crate::games::dungeon::players::careful::{Careful, Stance};
use crate::games::dungeon::rules::{Breed, Creature, Enemy, Event, Game, Status, Weapon};
use crate::generation::{Purpose, Seed};

/// The number of enemies of an arena.
pub const ENEMIES: usize = 3;
/// The largest number of turns of a fight.
pub const MAX_TURNS: u32 = 150;
/// The distance in steps up to which an enemy counts as at its post.
const POST_RADIUS: u16 = 4;
/// The number of steps that an enemy must go before its first blow counts as an ambush.
const AMBUSH_STEPS: u32 = 3;
/// The largest damage that counts, which is a full life and a potion.
const MAX_COUNTED_DAMAGE: u32 = 36;

/// An arena and the stance of its intruder.
#[derive(Clone, Debug)]
pub struct Arena {
    dungeon: Arc<Dungeon>,
    seed: Seed,
    stance: Stance,
}

/// The statistics of a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FightStats {
    /// The damage that the intruder took.
    pub damage_dealt: u32,
    /// Whether the intruder died.
    pub killed: bool,
    /// The remaining share of the enemies' life, 0 to 1.
    pub life_left: f64,
    /// The number of enemies that struck the intruder.
    pub attackers: u32,
    /// The number of enemies that came from elsewhere and struck the intruder before it struck them.
    pub ambushes: u32,
    /// The number of blows at enemies that a guard met.
    pub blocked: u32,
    /// The number of steps out of the intruder's reach by enemies that it had struck.
    pub retreats: u32,
    /// The number of steps towards the intruder by enemies that had noticed it, at most 40.
    pub pursuit_steps: u32,
    /// The number of steps of enemies that had not noticed the intruder, at most 30.
    pub patrol_steps: u32,
    /// The share of their turns that living enemies were away from their posts, 0 to 1.
    pub off_post: f64,
}

impl FightStats {
    /// The points that enemies of every kind get, 0 to 220: for the intruder's death, for damage and for their own
    /// life.
    pub fn points(&self) -> f64 {
        let killed = if self.killed { 100.0 } else { 0.0 };
        let damage = 100.0 * f64::from(self.damage_dealt.min(MAX_COUNTED_DAMAGE))
            / f64::from(MAX_COUNTED_DAMAGE);
        killed + damage + 20.0 * self.life_left
    }
}

impl Arena {
    /// The arena of a seed: three rooms in a row, with enemies in the second and the third one.
    pub fn new(seed: Seed, stance: Stance) -> Self {
        let mut rng = seed.stream(Purpose::Founders);
        let mut side = || 6 + rng.random_below(5) as u8;
        let mut room = |enemies| Room {
            width: side(),
            height: side(),
            enemies,
            chests: 0,
        };
        let mut graph = Graph::of(&[room(0), room(2), room(1)]);
        let roles = graph.roles;
        graph.connect(roles.start, roles.key);
        graph.connect(roles.key, roles.exit);
        let dungeon = Dungeon::of(&graph, 0, seed).expect("the rooms are joined");
        Arena {
            dungeon: Arc::new(dungeon),
            seed,
            stance,
        }
    }

    /// `count` arenas of one seed. In `hurried` of every six of them the intruder is hurried.
    pub fn many(seed: Seed, count: u32, hurried: u32) -> Vec<Arena> {
        let one = |number: u32| {
            // Multiplication by 5 permutes the remainders of 6, which spreads the hurried intruders.
            let stance = if number * 5 % 6 < hurried {
                Stance::Hurried
            } else {
                Stance::Combative
            };
            Arena::new(seed.child(u64::from(number) + 1), stance)
        };
        (0..count).map(one).collect()
    }

    /// The start of a fight. The intruder has a sword, so that it can stand against several enemies.
    pub fn start(&self, breed: &Arc<Breed>, strength: u8) -> Game {
        let breeds = std::slice::from_ref(breed);
        let mut game = Game::new(Arc::clone(&self.dungeon), breeds, strength, self.seed);
        game.hero.weapon = Weapon::Sword;
        game
    }

    /// Plays a fight against enemies of a breed and a strength to its end.
    pub fn fight(&self, breed: &Arc<Breed>, strength: u8) -> FightStats {
        let mut fight = self.begin(breed, strength);
        while fight.step() {}
        fight.stats()
    }

    /// The same fight, to be played turn by turn.
    pub(super) fn begin(&self, breed: &Arc<Breed>, strength: u8) -> Fight<Careful> {
        Fight::new(self.start(breed, strength), Careful::new(self.stance))
    }
}

/// A fight that is played turn by turn, with the statistics so far.
pub(super) struct Fight<P> {
    game: Game,
    intruder: P,
    events: Vec<Event>,
    /// The cell on which each enemy started.
    posts: [Cell; ENEMIES],
    /// Whether each enemy was struck.
    struck: [bool; ENEMIES],
    /// Whether each enemy has struck the intruder.
    has_struck: [bool; ENEMIES],
    /// Whether each enemy has noticed the intruder.
    noticed: [bool; ENEMIES],
    /// The number of steps of each enemy.
    steps: [u32; ENEMIES],
    /// The turns of living enemies, and those of them away from their posts.
    post_turns: [u32; 2],
    stats: FightStats,
}

impl<P: Player> Fight<P> {
    fn new(game: Game, intruder: P) -> Self {
        let post = |at: usize| {
            game.enemies
                .get(at)
                .map_or(Cell::default(), |enemy| enemy.at)
        };
        Fight {
            posts: std::array::from_fn(post),
            intruder,
            events: Vec::new(),
            struck: [false; ENEMIES],
            has_struck: [false; ENEMIES],
            noticed: [false; ENEMIES],
            steps: [0; ENEMIES],
            post_turns: [0; 2],
            stats: FightStats::default(),
            game,
        }
    }

    /// The state of the fight.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// The events of the last turn.
    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Plays a turn and returns true, or returns false when the fight is over.
    pub(super) fn step(&mut self) -> bool {
        let alive = self.game.enemies.iter().any(|enemy| enemy.life > 0);
        if self.game.status() != Status::Alive || !alive || self.game.turns() >= MAX_TURNS {
            return false;
        }
        let Some(chosen_move) = self.intruder.choose(&self.game) else {
            return false;
        };
        self.events.clear();
        if self.game.apply(chosen_move, &mut self.events).is_err() {
            return false;
        }
        let events = std::mem::take(&mut self.events);
        events.iter().for_each(|event| self.note(event));
        self.events = events;
        for (enemy, post) in self.game.enemies.iter().zip(self.posts) {
            if enemy.life > 0 {
                self.post_turns[0] += 1;
                self.post_turns[1] += u32::from(enemy.at.distance_to(post) > POST_RADIUS);
            }
        }
        true
    }

    /// Counts an event.
    fn note(&mut self, event: &Event) {
        match *event {
            Event::Struck {
                by: Creature::Enemy(enemy),
                damage,
                ..
            } => {
                self.stats.damage_dealt += u32::from(damage);
                let first = !std::mem::replace(&mut self.has_struck[enemy], true);
                self.stats.attackers += u32::from(first);
                let moved_before = self.steps[enemy] >= AMBUSH_STEPS;
                self.stats.ambushes += u32::from(first && moved_before && !self.struck[enemy]);
            }
            Event::Struck {
                target: Creature::Enemy(enemy),
                guarded,
                ..
            } => {
                self.struck[enemy] = true;
                self.stats.blocked += u32::from(guarded);
            }
            Event::Noticed(enemy) => self.noticed[enemy] = true,
            Event::Moved(Creature::Enemy(enemy), from, to) => {
                let hero = self.game.hero.at;
                let flees = from.distance_to(hero) == 1 && to.distance_to(hero) > 1;
                self.stats.retreats += u32::from(flees && self.struck[enemy]);
                let approaches =
                    to.distance_to(hero) < from.distance_to(hero) && self.stats.pursuit_steps < 40;
                self.stats.pursuit_steps += u32::from(approaches && self.noticed[enemy]);
                self.steps[enemy] += 1;
                let patrols = !self.noticed[enemy] && self.stats.patrol_steps < 30;
                self.stats.patrol_steps += u32::from(patrols);
            }
            _ => {}
        }
    }

    fn stats(&self) -> FightStats {
        let sum = |life: &dyn Fn(&Enemy) -> u8| {
            self.game
                .enemies
                .iter()
                .map(|enemy| u32::from(life(enemy)))
                .sum::<u32>()
        };
        let (life, max_life) = (sum(&|enemy| enemy.life), sum(&|enemy| enemy.body.max_life));
        let [turns, off_post] = self.post_turns.map(f64::from);
        FightStats {
            killed: self.game.status() == Status::Dead,
            life_left: f64::from(life) / f64::from(max_life.max(1)),
            off_post: off_post / turns.max(1.0),
            ..self.stats
        }
    }
}
