//! Fights in one room: a hero comes from a first room and meets some enemies in a second one.

use std::sync::Arc;

use crate::games::dungeon::graph::generator::GenerateError;
use crate::games::dungeon::map::{Dungeon, Graph, Ground, Room};
use crate::games::dungeon::players::automatic::Automatic;
use crate::games::dungeon::players::reference_players::Habits;
use crate::games::dungeon::players::{Player, ReferencePlayer};
use crate::games::dungeon::rules::hero::LIFE;
use crate::games::dungeon::rules::{
    Actor, Armour, Consumable, EnemyKind, Event, Game, Hero, Item, MoveError, Roster, Sights,
    Status, Weapon, for_strength,
};
use crate::games::dungeon::setup::Setup;
use crate::generation::{Purpose, Seed};

/// The strength of the enemies.
pub const STRENGTH: u8 = 5;
/// The number of turns after which a fight ends, before anybody else comes in.
pub const MAX_TURNS: u32 = 250;
/// The lost life for which a death counts.
pub const DEATH: u32 = 36;
/// The life of a hero whose lost life is measured. Few of them die.
pub const MUCH_LIFE: u8 = 60;

/// The enemies that a hero meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enemies {
    /// Their kind; `None` for enemies of any kind.
    pub kind: Option<EnemyKind>,
    /// Their number.
    pub count: u8,
    /// The ground that covers a part of all rooms.
    pub ground: Ground,
}

/// The hero of a fight, and the habits of the player.
#[derive(Clone, Debug)]
pub struct HeroLoadout {
    habits: Habits,
    life: u8,
    armour: Armour,
    /// The weapon in hand, and the carried ones.
    weapons: (Weapon, Vec<Weapon>),
    belt: Option<Consumable>,
}

impl HeroLoadout {
    /// A hero with much life and one weapon, which the player keeps in hand.
    pub fn with_weapon(reference: ReferencePlayer, weapon: Weapon) -> Self {
        let loadout = HeroLoadout::with_weapons(reference, weapon, &[]);
        HeroLoadout {
            habits: loadout.habits.keeping_one_weapon(),
            ..loadout
        }
    }

    /// A hero with much life, a weapon that the player likes best, and other ones that the player takes in hand as its
    /// habits say.
    pub fn with_weapons(reference: ReferencePlayer, best: Weapon, others: &[Weapon]) -> Self {
        HeroLoadout {
            habits: reference.habits().wielding(best),
            life: MUCH_LIFE,
            armour: Armour::Cloak,
            weapons: (best, others.to_vec()),
            belt: None,
        }
    }

    /// A new hero with a sword, the armour that the player likes best, and at most one thing on the belt. A player who
    /// throws has a spear too.
    pub fn with_belt(reference: ReferencePlayer, belt: Option<Consumable>) -> Self {
        let habits = reference.habits();
        let [.., armour] = habits.armours;
        let thrown = habits.throws.then_some(Weapon::Spear);
        HeroLoadout {
            habits: habits.wielding(Weapon::Sword),
            life: LIFE,
            armour,
            weapons: (Weapon::Sword, thrown.into_iter().collect()),
            belt,
        }
    }

    fn equip(&self, hero: &mut Hero) {
        (hero.life, hero.max_life) = (self.life, self.life);
        hero.armour = self.armour;
        let (weapon, carried) = &self.weapons;
        hero.weapon = *weapon;
        hero.items = carried.iter().copied().map(Item::Weapon).collect();
        hero.belt = self.belt.into_iter().collect();
    }
}

/// The end of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The life that the hero has lost.
    pub lost: u32,
    /// Whether the hero died.
    pub is_dead: bool,
    /// Whether the fight had not ended after [`MAX_TURNS`].
    pub is_unfinished: bool,
}

impl Outcome {
    /// The life that the hero has lost, and [`DEATH`] more if the hero died.
    pub fn damage(&self) -> u32 {
        self.lost + if self.is_dead { DEATH } else { 0 }
    }
}

/// Three rooms in a row with enemies in the middle one, before the hero enters the first one.
pub struct FightRoom {
    dungeon: Arc<Dungeon>,
    sights: Arc<Sights>,
    breeds: Roster,
    seed: Seed,
}

impl FightRoom {
    /// The rooms of a seed, which have sides of 6 to 10 cells. The error says that they could not be joined.
    pub fn new(enemies: Enemies, seed: Seed) -> Result<Self, GenerateError> {
        let mut rng = seed.stream(Purpose::Founders);
        let mut room = |count: u8| Room {
            width: 6 + rng.random_below(5) as u8,
            height: 6 + rng.random_below(5) as u8,
            enemies: count,
            ground: enemies.ground,
            ..Room::default()
        };
        let mut graph = Graph::of(&[room(0), room(enemies.count), room(0)]);
        let roles = graph.roles;
        graph.connect(roles.start, roles.key);
        graph.connect(roles.key, roles.exit);
        let dungeon = Dungeon::of(&graph, 0, seed).ok_or(GenerateError::Disconnected)?;
        let mut breeds = for_strength(&Setup::default().roster(), STRENGTH);
        let is_wanted = |kind| enemies.kind.is_none_or(|wanted| wanted == kind);
        breeds.retain(|breed| is_wanted(breed.kind));
        Ok(FightRoom {
            sights: Arc::new(Sights::of(&dungeon.layout.map)),
            dungeon: Arc::new(dungeon),
            breeds,
            seed,
        })
    }

    /// Lets a hero fight until all enemies are dead or the hero dies or leaves. The same loadout always fights in the
    /// same way. The error is a move of the player that the rules refuse.
    pub fn fight(&self, loadout: &HeroLoadout) -> Result<Outcome, MoveError> {
        let (sights, dungeon) = (Arc::clone(&self.sights), Arc::clone(&self.dungeon));
        let mut game = Game::sharing(sights, dungeon, &self.breeds, STRENGTH, self.seed);
        loadout.equip(&mut game.hero);
        let mut player = Automatic::new(loadout.habits);
        let (mut lost, mut events) = (0, Vec::new());
        let goes_on = |game: &Game| {
            let is_any_left = game.enemies.iter().any(|enemy| enemy.life > 0);
            game.status() == Status::Alive && is_any_left
        };
        while goes_on(&game) && game.turns() < MAX_TURNS {
            let Some(chosen) = player.choose(&game) else {
                break;
            };
            events.clear();
            game.apply(chosen, &mut events)?;
            lost += events.iter().map(life_lost).sum::<u32>();
        }
        Ok(Outcome {
            lost,
            is_dead: game.status() == Status::Dead,
            is_unfinished: goes_on(&game),
        })
    }
}

/// The life that the hero loses by an event.
fn life_lost(event: &Event) -> u32 {
    match event {
        Event::Struck {
            target: Actor::Hero,
            damage,
            ..
        } => u32::from(*damage),
        Event::Burnt(Actor::Hero, damage) => u32::from(*damage),
        _ => 0,
    }
}
