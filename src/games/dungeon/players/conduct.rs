//! The conduct of the hero in a dungeon, as counts, and the intruder of arenas that plays in the same way.

use std::ops::AddAssign;

use super::reference_players::{Habits, ReferencePlayer};
use crate::games::dungeon::rules::hero::{BELT, MAX_ITEMS};
use crate::games::dungeon::rules::{
    Actor, Armour, Boon, Consumable, Event, Game, Hero, Item, MAX_BOONS, Move, Weapon,
};

/// The situation of the hero before a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Situation {
    /// Whether an enemy that knows of the hero is in sight.
    pub is_watched: bool,
    /// Whether any enemy is in sight.
    pub sees_enemy: bool,
    /// Whether an enemy stands beside the hero.
    pub is_beside: bool,
    /// Whether the hero stands in a door or a corridor.
    pub is_narrow: bool,
    /// The hero's life in quarters of the largest life, rounded down, 0 to 4.
    pub quarters: u8,
    /// Whether the lantern is hooded.
    is_hooded: bool,
    /// The number of enemies in sight that do not know of the hero.
    unaware: u32,
}

impl Situation {
    /// The situation of the hero of a game now.
    pub fn of(game: &Game) -> Self {
        let hero = &game.hero;
        let mut moment = Situation {
            is_narrow: game.dungeon().layout.map.at(hero.at).is_narrow(),
            is_hooded: hero.hooded,
            quarters: (4 * u32::from(hero.life) / u32::from(hero.max_life.max(1))) as u8,
            ..Situation::default()
        };
        for number in game.visible_enemies() {
            let enemy = &game.enemies[number];
            moment.sees_enemy = true;
            moment.is_watched |= enemy.aware;
            moment.is_beside |= enemy.at.distance_to(hero.at) == 1;
            moment.unaware += u32::from(!enemy.aware);
        }
        moment
    }
}

/// The conduct of the hero, in counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Moves with an enemy beside the hero.
    pub fights: u32,
    /// The number of these moves in a door or a corridor.
    pub narrow_fights: u32,
    /// Blows of the hero, thrown ones too.
    pub blows: u32,
    /// The number of these blows at enemies that did not know of the hero.
    pub surprises: u32,
    /// Weapons that were thrown.
    pub throws: u32,
    /// Weapons that were taken in hand with an enemy in sight that knows of the hero.
    pub changes: u32,
    /// Moves with an enemy in sight that knows of the hero, and no enemy beside the hero.
    pub meetings: u32,
    /// The number of these moves that were waiting or guarding.
    pub waits: u32,
    /// The number of these waiting moves that were guarding.
    pub guards: u32,
    /// Moves of waiting or guarding without an enemy in sight, at less than full life, by the quarters of life that the
    /// hero had.
    pub rests: [u32; 4],
    /// The number of all moves that were made with the lantern hooded.
    pub hooded: u32,
    /// Enemies that the hero killed.
    pub kills: u32,
    /// Moves.
    pub moves: u32,
}

impl AddAssign for Conduct {
    fn add_assign(&mut self, other: Self) {
        self.fights += other.fights;
        self.narrow_fights += other.narrow_fights;
        self.blows += other.blows;
        self.surprises += other.surprises;
        self.throws += other.throws;
        self.changes += other.changes;
        self.meetings += other.meetings;
        self.waits += other.waits;
        self.guards += other.guards;
        for (own, other) in self.rests.iter_mut().zip(other.rests) {
            *own += other;
        }
        self.hooded += other.hooded;
        self.kills += other.kills;
        self.moves += other.moves;
    }
}

impl Conduct {
    /// Records a move, with the situation before it, the game after it, and its events.
    pub fn note(&mut self, before: Situation, game: &Game, made: Move, events: &[Event]) {
        let stays = matches!(made, Move::Wait | Move::Guard);
        self.moves += 1;
        self.hooded += u32::from(before.is_hooded);
        if before.is_beside {
            self.fights += 1;
            self.narrow_fights += u32::from(before.is_narrow);
        } else if before.is_watched {
            self.meetings += 1;
            self.waits += u32::from(stays);
            self.guards += u32::from(made == Move::Guard);
        } else if stays && !before.sees_enemy && game.hero.life < game.hero.max_life {
            self.rests[usize::from(before.quarters.min(3))] += 1;
        }
        for event in events {
            match event {
                Event::Struck {
                    by: Actor::Hero, ..
                } => {
                    self.blows += 1;
                    let unnoticed = before.unaware > 0 && !before.is_watched;
                    self.surprises += u32::from(unnoticed);
                }
                Event::Thrown(Item::Weapon(_), ..) => self.throws += 1,
                Event::InUse(Item::Weapon(_)) => self.changes += u32::from(before.is_watched),
                Event::Died(Actor::Enemy(_)) => self.kills += 1,
                _ => {}
            }
        }
    }

    /// The habits of an automatic player that plays in this way. `left_alive` is the number of enemies that knew of the
    /// hero and live.
    pub fn habits(&self, left_alive: u32) -> Habits {
        let most_of = |part: u32, all: u32, share: u32| all > 0 && share * part >= all;
        let sneaks = most_of(self.surprises, self.blows, 15);
        let careful = ReferencePlayer::Careful.habits();
        let usual = match self.changes {
            0 => careful.keeping_one_weapon(),
            _ => careful,
        };
        Habits {
            waits: if most_of(self.waits, self.meetings, 20) {
                6
            } else {
                0
            },
            guards: most_of(self.guards, self.waits, 2),
            rests_below: self.rests_below(),
            steps_back: most_of(self.narrow_fights, self.fights, 2),
            goes_past: left_alive > self.kills,
            sneaks,
            hoods: most_of(self.hooded, self.moves, 2),
            first_weapon: sneaks.then_some(Weapon::Dagger),
            throws: most_of(self.throws, self.blows, 8),
            ..usual
        }
    }
}

impl Conduct {
    /// The least number of quarters of life below which at least nine of ten rests were; 0 without any rests.
    fn rests_below(&self) -> u8 {
        let all: u32 = self.rests.iter().sum();
        let below = |quarters: &u8| -> bool {
            let some: u32 = self.rests[..usize::from(*quarters)].iter().sum();
            10 * some >= 9 * all
        };
        (0..=4).find(below).unwrap_or(4)
    }
}

/// The intruder of arenas that plays like the hero, and has the same things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeroDouble {
    /// Its habits.
    pub habits: Habits,
    /// Its weapon.
    pub weapon: Weapon,
    /// Its armour.
    pub armour: Armour,
    /// The things on its belt.
    pub belt: [Option<Consumable>; BELT],
    /// The other weapons and armours that it carries.
    pub items: [Option<Item>; MAX_ITEMS],
    /// Its boons.
    pub boons: [Option<Boon>; MAX_BOONS],
    /// Its largest life.
    pub max_life: u8,
    /// Whether enemies meet it in rooms with ground.
    pub on_ground: bool,
}

impl HeroDouble {
    /// The double that plays as a hero did, with the hero's things.
    pub fn of(hero: &Hero, conduct: &Conduct, left_alive: u32, on_ground: bool) -> Self {
        let (mut belt, mut items) = ([None; BELT], [None; MAX_ITEMS]);
        for (place, thing) in belt.iter_mut().zip(&hero.belt) {
            *place = Some(*thing);
        }
        for (place, item) in items.iter_mut().zip(&hero.items) {
            *place = Some(*item);
        }
        let mut boons = [None; MAX_BOONS];
        for (place, boon) in boons.iter_mut().zip(&hero.boons) {
            *place = Some(*boon);
        }
        let habits = conduct.habits(left_alive);
        HeroDouble {
            habits: habits.wearing(hero.armour).wielding(hero.weapon),
            weapon: hero.weapon,
            armour: hero.armour,
            belt,
            items,
            boons,
            max_life: hero.max_life,
            on_ground,
        }
    }

    /// Gives a hero the things, the boons and the life of the double.
    pub fn equip(&self, hero: &mut Hero) {
        hero.weapon = self.weapon;
        hero.armour = self.armour;
        (hero.life, hero.max_life) = (self.max_life, self.max_life);
        hero.belt = self.belt.iter().flatten().copied().collect();
        hero.items = self.items.iter().flatten().copied().collect();
        hero.boons = self.boons.iter().flatten().copied().collect();
    }
}
