//! Choosing an automatic player: its kind, and its strength within the kind.

use bevy::prelude::*;

use super::names::{opponent_name, seconds, weights_text};
use crate::games::hexxagon::opponents;
use crate::games::hexxagon::players::{Level, LevelMethod, Opponent, Weights};
use crate::games::hexxagon::setup::opponent_of;
use crate::session::autosave::read_all;
use crate::session::labels::kept_name;
use crate::session::{Difficulty, FileName};
use crate::shell::creature::full_name;
use crate::shell::notice::Notices;
use crate::shell::words::{Words, with_separators};

/// The kinds of automatic players that a player of the game can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpponentKind {
    /// One of the eight levels, or a blend of two of them.
    Level,
    /// One of the eight sets of weights.
    Set,
    /// A search with a time limit.
    Time,
    /// Five weights that were set by hand, evolved or saved.
    Weights,
}

impl OpponentKind {
    pub(super) const ALL: [OpponentKind; 4] = [
        OpponentKind::Level,
        OpponentKind::Set,
        OpponentKind::Time,
        OpponentKind::Weights,
    ];

    /// The kind of an opponent; `None` for the opponents of measurements.
    pub(super) fn of(opponent: Opponent) -> Option<Self> {
        match opponent {
            Opponent::Level(_) | Opponent::Blend(_) => Some(OpponentKind::Level),
            Opponent::Set(_) => Some(OpponentKind::Set),
            Opponent::Time(_) => Some(OpponentKind::Time),
            Opponent::Weights(_) => Some(OpponentKind::Weights),
            _ => None,
        }
    }

    /// The key of its name in the language files.
    pub(super) fn key(self) -> &'static str {
        match self {
            OpponentKind::Level => "hex.seat.level",
            OpponentKind::Set => "hex.seat.set",
            OpponentKind::Time => "hex.seat.time",
            OpponentKind::Weights => "hex.seat.weights",
        }
    }

    /// The opponent of this kind that takes the place of `now`. Its five weights, if it has any, are kept.
    pub(super) fn usual(self, world: &World, now: Option<Opponent>) -> Opponent {
        match self {
            OpponentKind::Level => opponent_of(Difficulty::default()),
            OpponentKind::Set => Opponent::Set(USUAL_SET),
            OpponentKind::Time => Opponent::Time(1_000),
            OpponentKind::Weights => {
                let saved = world.resource::<SavedOpponents>().saved.first();
                let weights = now.and_then(Opponent::weights);
                let weights = weights.or(saved.map(|(_, weights)| *weights));
                let usual = Weights::SETS[usize::from(USUAL_SET) - 1];
                Opponent::Weights(weights.unwrap_or(usual))
            }
        }
    }
}

/// The set that the game of (Chang, Hexxagon) is shipped with.
const USUAL_SET: u8 = 6;

/// The strength of an opponent within its kind, or its name.
pub(super) fn strength_text(world: &World, opponent: Opponent) -> String {
    let words = world.resource::<Words>();
    let of_eight = |number: usize| format!("{number} / 8");
    match opponent {
        Opponent::Level(level) => of_eight(level.number().into()),
        Opponent::Blend(blend) => format!("{blend} / 8"),
        Opponent::Set(set) => of_eight(Weights::strength_of_set(set).map_or(0, |(place, _)| place)),
        Opponent::Time(milliseconds) => {
            words.fill("play.seconds", &[("value", seconds(milliseconds))])
        }
        Opponent::Weights(weights) => {
            let name = world.resource::<SavedOpponents>().name_of(weights);
            name.map_or_else(
                || full_name(weights.creature(), words),
                |name| kept_name(world, opponents::saved::library, name),
            )
        }
        other => opponent_name(other, words),
    }
}

/// The method by which an opponent chooses its moves, in words.
pub(super) fn method_text(words: &Words, opponent: Opponent) -> String {
    let value = |key: &str, value: String| words.fill(key, &[("value", value)]);
    match opponent {
        Opponent::Level(level) => match level.method() {
            LevelMethod::Greedy(slips) => value("hex.seat.greedy", slips.to_string()),
            LevelMethod::Search(nodes) => {
                value("hex.seat.search", with_separators(&nodes.to_string()))
            }
        },
        Opponent::Blend(blend) => {
            let values = [
                ("tenths", blend.tenths().to_string()),
                ("upper", blend.upper().number().to_string()),
                ("lower", blend.lower().number().to_string()),
            ];
            words.fill("hex.seat.blend", &values)
        }
        Opponent::Set(set) => {
            let rate = Weights::strength_of_set(set).map_or(0, |(_, rate)| rate);
            let values = [("set", set.to_string()), ("rate", rate.to_string())];
            words.fill("hex.seat.rate", &values)
        }
        Opponent::Weights(weights) => weights_text(weights),
        Opponent::Time(_) => words.get("hex.seat.timed"),
        other => opponent_name(other, words),
    }
}

/// The times for a move of an opponent that can be chosen, in milliseconds.
const TIMES: [u32; 7] = [100, 300, 1_000, 2_000, 5_000, 10_000, 30_000];

/// The next stronger or weaker opponent of the same kind, or the next saved one.
pub(super) fn stepped(world: &mut World, opponent: Opponent, step: i32) -> Option<Opponent> {
    let next = |now: usize| (now as i32 + step).clamp(1, 8) as usize;
    match opponent {
        Opponent::Level(level) => {
            Level::new(next(level.number().into()) as u8).map(Opponent::Level)
        }
        Opponent::Blend(blend) => Some(Opponent::Level(match step < 0 {
            true => blend.lower(),
            false => blend.upper(),
        })),
        Opponent::Set(set) => {
            let (place, _) = Weights::strength_of_set(set)?;
            Some(Opponent::Set(Weights::SETS_BY_STRENGTH[next(place) - 1].0))
        }
        Opponent::Time(time) => {
            // The time of a game from an id may lie between two of the list.
            let at = match step < 0 {
                true => TIMES.partition_point(|listed| *listed < time).max(1) - 1,
                false => TIMES.partition_point(|listed| *listed <= time),
            };
            Some(Opponent::Time(TIMES[at.min(TIMES.len() - 1)]))
        }
        Opponent::Weights(weights) => next_saved(world, weights, step).map(Opponent::Weights),
        _ => None,
    }
}

/// Whether there is another opponent of the same kind. Among five weights there are those that the player has saved.
pub(super) fn has_steps(world: &World, opponent: Opponent) -> bool {
    match opponent {
        Opponent::Weights(_) => !world.resource::<SavedOpponents>().saved.is_empty(),
        other => OpponentKind::of(other).is_some(),
    }
}

/// The five-weight players that the player has saved, as they were when the page was opened.
#[derive(Resource, Default)]
pub(super) struct SavedOpponents {
    pub(super) saved: Vec<(FileName, Weights)>,
    /// The weights that were left last without having been saved. Steps through the saved ones come back to them.
    unsaved: Option<Weights>,
}

impl SavedOpponents {
    fn name_of(&self, weights: Weights) -> Option<&FileName> {
        let mut named = self.saved.iter();
        let named = named.find(|(_, other)| *other == weights);
        named.map(|(name, _)| name)
    }

    /// Adds a player under a name, in the order of the names.
    pub(super) fn add(&mut self, name: FileName, weights: Weights) {
        self.saved.push((name, weights));
        self.saved.sort_by(|(one, _), (other, _)| one.cmp(other));
    }
}

/// Reads the opponents that the player has saved. Notices name those that cannot be read.
pub(super) fn read_opponents(world: &mut World) {
    let mut saved = Vec::new();
    for (name, read) in read_all(world, opponents::saved::library, opponents::saved::parse) {
        match read {
            Ok(weights) => saved.push((name, weights)),
            Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
        }
    }
    world.resource_mut::<SavedOpponents>().saved = saved;
}

/// The saved weights that come after others, or before them; `None` if no weights are saved.
fn next_saved(world: &mut World, now: Weights, step: i32) -> Option<Weights> {
    let mut saved = world.resource_mut::<SavedOpponents>();
    if saved.saved.is_empty() {
        return None;
    }
    if saved.name_of(now).is_none() {
        saved.unsaved = Some(now);
    }
    let own = saved.saved.iter().map(|(_, weights)| *weights);
    let mut all: Vec<Weights> = Vec::new();
    for weights in own.chain(saved.unsaved) {
        // The same weights may be saved under two names.
        if !all.contains(&weights) {
            all.push(weights);
        }
    }
    let at = all.iter().position(|other| *other == now).unwrap_or(0) as i32;
    let next = (at + step).rem_euclid(all.len() as i32);
    all.get(next as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_are_not_in_the_list_step_to_the_nearest_ones() {
        let mut world = World::new();
        let mut step = |time, step| stepped(&mut world, Opponent::Time(time), step);
        assert_eq!(step(60_000, -1), Some(Opponent::Time(30_000)));
        assert_eq!(step(60_000, 1), Some(Opponent::Time(30_000)));
        assert_eq!(step(1_000, -1), Some(Opponent::Time(300)));
        assert_eq!(step(1_000, 1), Some(Opponent::Time(2_000)));
        assert_eq!(step(100, -1), Some(Opponent::Time(100)));
        assert_eq!(step(30_000, 1), Some(Opponent::Time(30_000)));
        // Between two of the list.
        assert_eq!(step(500, -1), Some(Opponent::Time(300)));
        assert_eq!(step(500, 1), Some(Opponent::Time(1_000)));
    }

    #[test]
    fn weights_that_are_saved_under_two_names_hold_up_no_step() {
        let mut world = World::new();
        let weights = |text: &str| match text.parse() {
            Ok(Opponent::Weights(weights)) => weights,
            other => panic!("{other:?}"),
        };
        let (twice, once) = (weights("w2n.1.1.3n.2"), weights("w1.1.1.1.1"));
        let name = |text: &str| text.parse().expect("a name");
        world.insert_resource(SavedOpponents {
            saved: vec![(name("a"), twice), (name("b"), twice), (name("c"), once)],
            ..default()
        });
        assert_eq!(next_saved(&mut world, twice, 1), Some(once));
        assert_eq!(next_saved(&mut world, once, 1), Some(twice));
    }
}
