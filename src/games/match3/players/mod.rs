//! Automatic players, for measuring levels, for hints and for the tour. They play by the rules that a person plays by,
//! and see no more than a person.

pub mod belief;
mod greedy;
pub mod habits;
mod look_ahead;
mod person;
pub mod player_model;

use std::str::FromStr;

use super::rules::{Game, Swap, Swaps};
use crate::generation::Stream;
pub use person::{Favourite, Person, read_person};
pub use player_model::PlayerModel;

/// An automatic player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Chooses any swap.
    Random,
    /// Chooses a swap whose first match takes most for the goals, else one that hits a special cell, else any. It is
    /// the player of limbsoo's program.
    Greedy,
    /// Tries each swap with several random refills.
    LookAhead,
    /// Plays like a person.
    Person(Person),
    /// Plays by a model that was learnt of a player.
    Model(PlayerModel),
}

/// The player for whom a level is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IntendedPlayer {
    /// The greedy player. All levels are made for it while nothing is known of the player.
    #[default]
    Reference,
    /// A person who was described.
    Person(Person),
    /// A player of whom a model was learnt.
    Model(PlayerModel),
}

impl IntendedPlayer {
    /// The automatic player that plays like the intended player.
    pub fn player(self) -> Player {
        match self {
            IntendedPlayer::Reference => Player::Greedy,
            IntendedPlayer::Person(person) => Player::Person(person),
            IntendedPlayer::Model(model) => Player::Model(model),
        }
    }

    /// The player whose rate the success rate of a level is. A model is the learner's own only in a level that was
    /// `made_here`, and not read from a file or an id.
    pub fn rated(self, made_here: bool) -> RatedPlayer {
        match self {
            IntendedPlayer::Reference => RatedPlayer::Reference,
            IntendedPlayer::Model(_) if made_here => RatedPlayer::Learner,
            IntendedPlayer::Model(_) | IntendedPlayer::Person(_) => RatedPlayer::Other,
        }
    }

    /// Whether it is another player than the reference player.
    pub fn is_known(self) -> bool {
        self != IntendedPlayer::Reference
    }
}

/// The player whose rate the success rate of a level is, as it is told to the player of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedPlayer {
    /// The reference player.
    Reference,
    /// The player of the game, by the model that was learnt of them.
    Learner,
    /// Somebody else.
    Other,
}

/// A name that no player has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no player \"{0}\"")]
pub struct PlayerNameError(String);

impl Player {
    /// All players that need no description.
    pub const ALL: [Player; 3] = [Player::Random, Player::Greedy, Player::LookAhead];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Greedy => "greedy",
            Player::LookAhead => "look-ahead",
            Player::Person(_) => "person",
            Player::Model(_) => "model",
        }
    }

    /// Chooses a swap; `None` if there is none.
    pub fn choose(self, game: &Game, rng: &mut Stream) -> Option<Swap> {
        match self {
            Player::Random => {
                let swaps = game.board().swaps();
                (!swaps.is_empty()).then(|| swaps.nth(rng.random_below(swaps.len())))?
            }
            Player::Greedy => greedy::choose(game, rng),
            Player::LookAhead => look_ahead::choose(game, rng),
            Player::Person(person) => person.choose(game, rng),
            Player::Model(model) => model.choose(game, rng),
        }
    }
}

impl FromStr for Player {
    type Err = PlayerNameError;

    fn from_str(name: &str) -> Result<Self, PlayerNameError> {
        // The greedy player is also called after the author of its first program.
        let name = if name == "limbsoo" { "greedy" } else { name };
        let player = Player::ALL.into_iter().find(|player| player.name() == name);
        player.ok_or_else(|| PlayerNameError(name.to_owned()))
    }
}

/// The swap with the highest value; equals have the same chance.
fn best_swap<V: PartialOrd + Copy>(
    swaps: &Swaps,
    rng: &mut Stream,
    mut value: impl FnMut(Swap) -> V,
) -> Option<Swap> {
    let mut best: Option<(V, Swap)> = None;
    let mut equals = 0;
    for swap in swaps.iter() {
        let here = value(swap);
        if best.is_none_or(|(most, _)| here > most) {
            best = Some((here, swap));
            equals = 1;
        } else if best.is_some_and(|(most, _)| here == most) {
            // Reservoir sampling.
            equals += 1;
            if rng.random_below(equals) == 0 {
                best = Some((here, swap));
            }
        }
    }
    best.map(|(_, swap)| swap)
}
