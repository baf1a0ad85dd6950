//! The arena: a few rooms in which automatic players, the intruders, fight enemies of one breed by the rules of the
//! game. The intruders are as well equipped as heroes on their way down, and the rooms hold as many enemies as in a
//! dungeon.

use std::sync::Arc;

use super::fight::{Fight, FightStats, RefusedMoveError};
use crate::games::dungeon::map::{Dungeon, Graph, Ground, Room};
use crate::games::dungeon::players::automatic::Automatic;
use crate::games::dungeon::players::{HeroDouble, ReferencePlayer};
use crate::games::dungeon::rules::{
    Armour, Breed, Consumable, EnemyKind, Game, Hero, Item, Sights, Weapon,
};
use crate::generation::{Purpose, Seed, Stream};

/// An arena and its intruder.
#[derive(Clone, Debug)]
pub struct Arena {
    dungeon: Arc<Dungeon>,
    sights: Arc<Sights>,
    seed: Seed,
    intruder: Intruder,
}

/// The intruder of an arena.
#[derive(Clone, Copy, Debug)]
enum Intruder {
    /// An automatic player, with the equipment of heroes on their way down.
    Usual(ReferencePlayer),
    /// An automatic player that plays like a certain hero, and carries the same things.
    Like(HeroDouble),
}

/// The intruders of arenas, in turn.
const INTRUDERS: [ReferencePlayer; 6] = [
    ReferencePlayer::Careful,
    ReferencePlayer::Bold,
    ReferencePlayer::Careful,
    ReferencePlayer::Hurried,
    ReferencePlayer::Careful,
    ReferencePlayer::Sneaking,
];
/// The intruders of arenas in which hunters train: more of them run away.
const FUGITIVES: [ReferencePlayer; 6] = [
    ReferencePlayer::Hurried,
    ReferencePlayer::Careful,
    ReferencePlayer::Hurried,
    ReferencePlayer::Bold,
    ReferencePlayer::Hurried,
    ReferencePlayer::Sneaking,
];

impl Arena {
    /// The arena of a seed: three rooms in a row, with one or two enemies in the second and in the third one.
    pub fn new(seed: Seed, intruder: ReferencePlayer) -> Self {
        Arena::with(seed, Intruder::Usual(intruder))
    }

    fn with(seed: Seed, intruder: Intruder) -> Self {
        let mut rng = seed.stream(Purpose::Founders);
        let mut room = |most: u32| Room {
            width: 6 + rng.random_below(6) as u8,
            height: 6 + rng.random_below(6) as u8,
            enemies: if most == 0 {
                0
            } else {
                1 + rng.random_below(most) as u8
            },
            ..Room::default()
        };
        let mut graph = Graph::of(&[room(0), room(2), room(2)]);
        let on_ground = match intruder {
            Intruder::Usual(_) => true,
            Intruder::Like(double) => double.on_ground,
        };
        if on_ground {
            for room in graph.all() {
                let number = rng.random_below(Ground::ALL.len() as u32);
                graph.room_mut(room).ground = Ground::ALL[number as usize];
            }
        }
        let roles = graph.roles;
        graph.connect(roles.start, roles.key);
        graph.connect(roles.key, roles.exit);
        let dungeon = Dungeon::of(&graph, 0, seed).expect("the rooms are joined");
        Arena {
            sights: Arc::new(Sights::of(&dungeon.layout.map)),
            dungeon: Arc::new(dungeon),
            seed,
            intruder,
        }
    }

    /// `count` arenas of one seed, with all kinds of intruders.
    pub fn many(seed: Seed, count: u32) -> Vec<Arena> {
        Arena::with_intruders(seed, count, &INTRUDERS)
    }

    /// The arena with a number, from 0, among those that [`Arena::many`] returns.
    pub fn one_of_many(seed: Seed, number: u32) -> Arena {
        Arena::numbered(seed, number, &INTRUDERS)
    }

    /// `count` arenas of one seed, in which a kind trains.
    pub fn training(seed: Seed, count: u32, kind: EnemyKind) -> Vec<Arena> {
        let intruders = match kind {
            EnemyKind::Hunter => &FUGITIVES,
            _ => &INTRUDERS,
        };
        Arena::with_intruders(seed, count, intruders)
    }

    /// `count` arenas of one seed, all with the same double.
    pub fn against(seed: Seed, count: u32, double: HeroDouble) -> Vec<Arena> {
        let one =
            |number: u32| Arena::with(seed.child(u64::from(number) + 1), Intruder::Like(double));
        (0..count).map(one).collect()
    }

    fn with_intruders(seed: Seed, count: u32, intruders: &[ReferencePlayer]) -> Vec<Arena> {
        let arenas = (0..count).map(|number| Arena::numbered(seed, number, intruders));
        arenas.collect()
    }

    fn numbered(seed: Seed, number: u32, intruders: &[ReferencePlayer]) -> Arena {
        let intruder = intruders[number as usize % intruders.len()];
        Arena::new(seed.child(u64::from(number) + 1), intruder)
    }

    /// The start of a fight against enemies of a breed and a strength.
    pub fn start(&self, breed: &Arc<Breed>, strength: u8) -> Game {
        let breeds = std::slice::from_ref(breed);
        let (sights, dungeon) = (Arc::clone(&self.sights), Arc::clone(&self.dungeon));
        let mut game = Game::sharing(sights, dungeon, breeds, strength, self.seed);
        match self.intruder {
            Intruder::Usual(_) => {
                equip(&mut game.hero, &mut self.seed.stream(Purpose::Player));
            }
            Intruder::Like(double) => double.equip(&mut game.hero),
        }
        game
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Plays a fight against enemies of a breed and a strength to its end. The moves of the intruders are legal; tests
    /// play many fights of all of them.
    pub fn fight(&self, breed: &Arc<Breed>, strength: u8) -> FightStats {
        let stats = self.play(breed, strength);
        let refused = stats.refused;
        debug_assert!(refused.is_none(), "seed {}: {refused:?}", self.seed);
        stats
    }

    /// The same. The error is a move of the intruder that the rules refuse.
    pub fn try_fight(
        &self,
        breed: &Arc<Breed>,
        strength: u8,
    ) -> Result<FightStats, RefusedMoveError> {
        self.play(breed, strength).checked()
    }

    fn play(&self, breed: &Arc<Breed>, strength: u8) -> FightStats {
        let mut fight = self.begin(breed, strength);
        while fight.step() {}
        fight.stats()
    }

    /// The same fight, to be played turn by turn.
    pub(super) fn begin(&self, breed: &Arc<Breed>, strength: u8) -> Fight<Automatic> {
        let player = match self.intruder {
            Intruder::Usual(reference) => reference.player(),
            Intruder::Like(double) => Automatic::new(double.habits),
        };
        Fight::new(self.start(breed, strength), player)
    }
}

/// Equips the intruder like heroes on their way down: one in three keeps the things of a new hero, the others get any
/// weapon, mostly light armour, and up to two consumables more on the belt.
fn equip(hero: &mut Hero, rng: &mut Stream) {
    if rng.random_below(3) == 0 {
        return;
    }
    hero.weapon = Weapon::ALL[rng.random_below(5) as usize];
    hero.armour = match rng.random_below(8) {
        0 => Armour::Mail,
        1 | 2 => Armour::Leather,
        _ => Armour::Cloak,
    };
    for _ in 0..rng.random_below(3) {
        let thing = Consumable::ALL[rng.random_below(5) as usize];
        hero.pick_up(Item::Consumable(thing));
    }
}
