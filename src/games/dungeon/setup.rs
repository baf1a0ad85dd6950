//! What a descent starts from, as it stands in game ids.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use super::enemies::code::BadCode;
use super::enemies::{Breed, Roster, shipped};
use super::generator::{BadTastes, BadWish, Tastes, Wish};
use super::rules::foe::STRONGEST;
use crate::session::Difficulty;

/// Everything a descent starts from, but for the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many dungeons lie one below the other, [`Setup::DEPTHS`].
    pub depths: u8,
    /// What the first dungeon should be like; each deeper one may have two rooms more.
    pub wish: Wish,
    /// How strong the enemies of the first dungeon are, [`Setup::STRENGTHS`]; one more in every second
    /// deeper one.
    pub strength: u8,
    /// Enemies that take the place of those of their kind; at most [`MOST_GUESTS`].
    pub guests: Vec<Arc<Breed>>,
    /// Whether it is no dungeon, but the arena with the guests.
    pub arena: bool,
}

/// Most enemies that stand in an id.
pub const MOST_GUESTS: usize = 4;

impl Default for Setup {
    fn default() -> Self {
        Setup::of(Difficulty::default())
    }
}

/// A text or numbers that are no setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSetup {
    /// It is not written as one is.
    #[error("\"{0}\" is not a setup of the dungeon; one looks like d5f2r16s12e2c1l1")]
    Shape(String),
    /// A number is outside its range.
    #[error(transparent)]
    Number(#[from] BadWish),
    /// The weights of the fitness are none.
    #[error(transparent)]
    Tastes(#[from] BadTastes),
    /// An enemy is none.
    #[error(transparent)]
    Enemy(#[from] BadCode),
    /// There are too many enemies, or none for the arena.
    #[error(
        "a dungeon takes up to {MOST_GUESTS} enemies of one's own, and the arena 1; here are {0}"
    )]
    Guests(usize),
}

impl Setup {
    /// Dungeons to wish for.
    pub const DEPTHS: RangeInclusive<u8> = 1..=12;
    /// Strengths to wish for.
    pub const STRENGTHS: RangeInclusive<u8> = 1..=8;

    /// What a difficulty means here.
    pub fn of(difficulty: Difficulty) -> Self {
        let (depths, rooms, strength, enemies, chests) = match difficulty {
            Difficulty::Easy => (3, 12, 2, 1, 2),
            Difficulty::Normal => (5, 16, 4, 2, 2),
            Difficulty::Hard => (5, 16, 7, 1, 1),
            Difficulty::Expert => (5, 16, 6, 2, 1),
        };
        Setup {
            depths,
            wish: Wish {
                rooms,
                enemies,
                chests,
                ..Wish::default()
            },
            strength,
            guests: Vec::new(),
            arena: false,
        }
    }

    /// The arena with enemies of a breed.
    pub fn arena(breed: Arc<Breed>) -> Self {
        Setup {
            depths: 1,
            strength: breed.strength.min(*Self::STRENGTHS.end()),
            guests: vec![breed],
            arena: true,
            ..Setup::default()
        }
    }

    /// Who lives there: the project's enemies, but for the kinds of which there are guests.
    pub fn roster(&self) -> Roster {
        let invited = |kind| self.guests.iter().any(|guest| guest.kind == kind);
        let own = shipped::shipped()
            .iter()
            .filter(|breed| !invited(breed.kind));
        own.chain(&self.guests).cloned().collect()
    }

    /// Refuses nonsense and names it.
    pub fn check(&self) -> Result<(), BadSetup> {
        self.wish.check()?;
        for (name, value, range) in [
            ("depths", self.depths, Self::DEPTHS),
            ("strength", self.strength, Self::STRENGTHS),
        ] {
            if !range.contains(&value) {
                let (min, max) = (*range.start(), *range.end());
                return Err(BadSetup::Number(BadWish {
                    name,
                    value,
                    min,
                    max,
                }));
            }
        }
        let count = self.guests.len();
        if count > MOST_GUESTS || self.arena && count != 1 {
            return Err(BadSetup::Guests(count));
        }
        Ok(())
    }

    /// What the dungeon of a depth, from 1, should be like.
    pub fn wish(&self, depth: u8) -> Wish {
        let rooms = self.wish.rooms.saturating_add(2 * (depth - 1));
        Wish {
            rooms: rooms.min(*Wish::ROOMS.end()).max(self.wish.rooms),
            ..self.wish
        }
    }

    /// How strong the enemies of a depth are.
    pub fn strength_at(&self, depth: u8) -> u8 {
        (self.strength + (depth - 1) / 2).min(STRONGEST)
    }
}

/// Depths, strength of the enemies, the wish of the first dungeon, and the guests; or the arena's.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.arena {
            f.write_str("arena")?;
        } else {
            write!(f, "d{}f{}{}", self.depths, self.strength, self.wish)?;
        }
        self.guests
            .iter()
            .try_for_each(|guest| write!(f, "-{guest}"))
    }
}

impl FromStr for Setup {
    type Err = BadSetup;

    fn from_str(text: &str) -> Result<Self, BadSetup> {
        let shape = || BadSetup::Shape(text.chars().take(80).collect());
        let mut parts = text.split('-');
        let mut rest = parts.next().unwrap_or_default();
        let guests = parts.map(|part| Ok(Arc::new(part.parse::<Breed>()?)));
        let guests = guests.collect::<Result<Vec<_>, BadSetup>>()?;
        if rest == "arena" {
            let [guest] = guests.as_slice() else {
                return Err(BadSetup::Guests(guests.len()));
            };
            return Ok(Setup::arena(Arc::clone(guest)));
        }
        let mut number = |letter: char| -> Option<u8> {
            rest = rest.strip_prefix(letter)?;
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let (digits, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            let plain = digits.len() <= 3 && (digits == "0" || !digits.starts_with('0'));
            plain.then(|| digits.parse().ok())?
        };
        let mut next = |letter| number(letter).ok_or_else(shape);
        let setup = Setup {
            depths: next('d')?,
            strength: next('f')?,
            wish: Wish {
                rooms: next('r')?,
                side: next('s')?,
                enemies: next('e')?,
                chests: next('c')?,
                locks: next('l')?,
                tastes: Tastes::default(),
            },
            guests,
            arena: false,
        };
        let mut setup = setup;
        match rest.strip_prefix('w') {
            Some(tastes) => setup.wish.tastes = tastes.parse()?,
            None if rest.is_empty() => {}
            None => return Err(shape()),
        }
        setup.check()?;
        Ok(setup)
    }
}
