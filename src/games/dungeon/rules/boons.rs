//! Boons, of which the hero gains one of three between two dungeons.

use super::{Event, Game, Item, MoveError};
use crate::games::dungeon::rules::hero::{Consumable, Hero};
use crate::generation::Stream;

/// A gain of the hero for the rest of the descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Boon {
    /// The largest life and the life grow by [`BOON_LIFE`].
    Life,
    /// Every blow does a point of damage more.
    Edge,
    /// The belt is filled with potions, as far as it may hold them.
    Potions,
    /// Every blow does the hero a point of damage less. It is taken once.
    Skin,
    /// Steps are heard [`QUIET`] steps less far. It is taken once.
    Quiet,
    /// Rest gives a point of life in [`QUICK_REST_TURNS`] turns. It is taken once.
    Rest,
}

/// The largest number of boons of a descent, which gives one after each dungeon but the last.
pub const MAX_BOONS: usize = 11;
/// The life of [`Boon::Life`].
pub const BOON_LIFE: u8 = 5;
/// The distance in steps that [`Boon::Quiet`] takes off the noise of steps.
pub const QUIET: u16 = 3;
/// The number of turns of rest for a point of life with [`Boon::Rest`].
pub const QUICK_REST_TURNS: u8 = 8;
/// The number of boons that are offered.
pub const OFFERED: usize = 3;

impl Boon {
    /// All boons.
    pub const ALL: [Boon; 6] = [
        Boon::Life,
        Boon::Edge,
        Boon::Potions,
        Boon::Skin,
        Boon::Quiet,
        Boon::Rest,
    ];

    /// Whether the hero can take it more than once.
    fn repeats(self) -> bool {
        matches!(self, Boon::Life | Boon::Edge | Boon::Potions)
    }

    /// Draws three different boons that a hero can take.
    pub fn draw(hero: &Hero, rng: &mut Stream) -> [Boon; OFFERED] {
        let mut left = Boon::ALL.to_vec();
        left.retain(|boon| boon.repeats() || hero.count(*boon) == 0);
        std::array::from_fn(|_| left.remove(rng.random_below(left.len() as u32) as usize))
    }
}

impl Game {
    /// The boons of which the hero has to take one before any other move.
    pub fn offer(&self) -> Option<[Boon; OFFERED]> {
        self.offer
    }

    /// Offers boons to the hero.
    pub fn make_offer(&mut self, boons: [Boon; OFFERED]) {
        self.offer = Some(boons);
    }

    /// The hero takes a boon.
    pub(super) fn take_boon(
        &mut self,
        place: u8,
        events: &mut Vec<Event>,
    ) -> Result<(), MoveError> {
        let offer = self.offer.ok_or(MoveError::NoBoon)?;
        let boon = *offer.get(usize::from(place)).ok_or(MoveError::NoBoon)?;
        self.offer = None;
        let hero = &mut self.hero;
        hero.boons.push(boon);
        match boon {
            Boon::Life => hero.grow(BOON_LIFE),
            Boon::Potions => {
                let potion = Item::Consumable(Consumable::Potion);
                while hero.has_room(potion) {
                    hero.pick_up(potion);
                }
            }
            Boon::Edge | Boon::Skin | Boon::Quiet | Boon::Rest => {}
        }
        events.push(Event::TookBoon(boon));
        Ok(())
    }
}
