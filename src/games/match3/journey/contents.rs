//! The contents of the stops of a journey. Each of the first stops brings one new thing; the stop after it has that
//! thing again, and later ones now and then.

use crate::games::match3::level::{GoalKind, GoalKinds};
use crate::games::match3::rules::{Kind, Kinds};
use crate::generation::Stream;

/// A new thing that a stop brings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Novelty {
    /// A kind of special cells.
    Kind(Kind),
    /// Goals that are asked for at once.
    Goals(&'static [GoalKind]),
    /// One colour more.
    Colour,
}

/// The new things of the stops, from the second stop on. The first stop has [`FIRST_KIND`], [`FIRST_GOALS`] and
/// [`FEW_COLOURS`]. Kinds alternate with other things, so that the stop after a new thing can have both.
const NOVELTIES: [Novelty; 14] = [
    Novelty::Goals(&[GoalKind::Score]),
    Novelty::Kind(Kind::Overlay1),
    Novelty::Goals(&[GoalKind::Clear]),
    Novelty::Kind(Kind::Blocked2),
    Novelty::Colour,
    Novelty::Kind(Kind::Obstacle),
    Novelty::Goals(&[GoalKind::Collect, GoalKind::Second]),
    Novelty::Kind(Kind::Overlay2),
    Novelty::Goals(&[GoalKind::Collect, GoalKind::Score]),
    Novelty::Kind(Kind::Blocked3),
    Novelty::Goals(&[GoalKind::Collect, GoalKind::Clear]),
    Novelty::Kind(Kind::Overlay3),
    Novelty::Kind(Kind::Blocked4),
    Novelty::Kind(Kind::Overlay4),
];
/// The kind that every stop has, because a goal to clear cells needs one that can be broken.
const FIRST_KIND: Kind = Kind::Blocked1;
/// The goals of the first stop.
const FIRST_GOALS: &[GoalKind] = &[GoalKind::Collect];
/// The number of colours at first.
const FEW_COLOURS: u8 = 5;

impl Novelty {
    /// The new thing of a stop, by the number of the stop from 0; `None` for the first stop, and when all things are
    /// known.
    pub(super) fn of(number: u32) -> Option<Self> {
        NOVELTIES.get(number.checked_sub(1)? as usize).copied()
    }
}

/// The kinds, the goals and the number of colours of a stop.
pub(super) struct Contents {
    pub(super) kinds: Kinds,
    pub(super) goals: GoalKinds,
    pub(super) colours: u8,
}

impl Contents {
    /// Draws the contents of a stop, by the number of the stop from 0.
    pub(super) fn of(number: u32, rng: &mut Stream) -> Self {
        let brought = (number as usize).min(NOVELTIES.len());
        let known = &NOVELTIES[..brought];
        // The new things of this stop and of the one before it.
        let first = (number as usize).saturating_sub(2).min(brought);
        let recent = &NOVELTIES[first..brought];
        Contents {
            colours: colours(known, recent, rng),
            kinds: kinds(known, recent, rng),
            goals: goals(known, recent, rng),
        }
    }
}

fn colours(known: &[Novelty], recent: &[Novelty], rng: &mut Stream) -> u8 {
    let has_more = |some: &[Novelty]| some.iter().any(|one| matches!(one, Novelty::Colour));
    match (has_more(recent), has_more(known)) {
        (true, _) => FEW_COLOURS + 1,
        (false, true) => FEW_COLOURS + rng.random_below(2) as u8,
        (false, false) => FEW_COLOURS,
    }
}

fn kinds_among(some: &[Novelty]) -> impl Iterator<Item = Kind> {
    some.iter().filter_map(|one| match one {
        Novelty::Kind(kind) => Some(*kind),
        _ => None,
    })
}

/// The recent kinds and others that are known, two or three together, and the one that every stop has.
fn kinds(known: &[Novelty], recent: &[Novelty], rng: &mut Stream) -> Kinds {
    let mut others: Vec<Kind> = kinds_among(known).chain([FIRST_KIND]).collect();
    rng.shuffle(&mut others);
    let count = 2 + rng.random_below(2) as usize;
    let mut kinds: Kinds = kinds_among(recent).collect();
    for kind in others {
        if kinds.len() < count {
            kinds.set(kind, true);
        }
    }
    kinds.set(FIRST_KIND, true);
    kinds
}

fn goals_among(some: &[Novelty]) -> impl DoubleEndedIterator<Item = &'static [GoalKind]> {
    some.iter().filter_map(|one| match one {
        Novelty::Goals(goals) => Some(*goals),
        _ => None,
    })
}

/// The goals that are recent, or else any that are known.
fn goals(known: &[Novelty], recent: &[Novelty], rng: &mut Stream) -> GoalKinds {
    let all: Vec<&[GoalKind]> = goals_among(known).chain([FIRST_GOALS]).collect();
    let drawn = all[rng.random_below(all.len() as u32) as usize];
    let goals = goals_among(recent).next_back().unwrap_or(drawn);
    goals
        .iter()
        .skip(1)
        .fold(GoalKinds::from(goals[0]), |all, kind| all.with(*kind, true))
}
