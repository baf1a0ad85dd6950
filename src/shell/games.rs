//! The list of games. The shell knows them by this list alone.

use std::sync::Arc;

use bevy::prelude::*;

use crate::generation::WatchedRun;
use crate::generation::{EvolutionParameters, Seed};
use crate::session::GameId;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Games>();
}

/// The words of a game: keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct GameWords {
    /// Its title.
    pub name: &'static str,
    /// A line on what it is.
    pub tagline: &'static str,
    /// What its keyboard does.
    pub keys: &'static str,
    /// What each difficulty means, easiest first.
    pub difficulties: [&'static str; 4],
    /// The title of its setup page.
    pub setup: &'static str,
}

/// A game as the shell sees it, whatever its types are.
#[derive(Clone, Copy)]
pub struct GameCard {
    /// Its name in game ids, files and settings.
    pub key: &'static str,
    /// Its words.
    pub words: GameWords,
    /// How it searches, unless the player has other wishes.
    pub usual_search: fn() -> EvolutionParameters,
    /// A run to show on its tile.
    pub demo: fn(Seed) -> Option<Arc<dyn WatchedRun>>,
    /// Starts what an id names, or says why not.
    pub open: fn(&mut World, &GameId) -> Result<(), String>,
    /// Goes on with the saved game, or says why not.
    pub resume: fn(&mut World) -> Result<(), String>,
    /// Whether the game under way is saved.
    pub is_saved: fn(&World) -> bool,
    /// Opens the theatre on what the settings ask for.
    pub evolve: fn(&mut World) -> Result<(), String>,
    /// Makes a move of the automatic player in the game under way.
    pub play_itself: fn(&mut World),
}

/// All games, in the order of the title.
#[derive(Resource, Default)]
pub struct Games(pub Vec<GameCard>);

impl Games {
    /// The game of a key.
    pub fn find(&self, key: &str) -> Option<GameCard> {
        self.0.iter().find(|card| card.key == key).copied()
    }
}

/// The game that the setup, theatre and play screens are about.
#[derive(Resource, Default, PartialEq, Eq, Clone, Copy, Debug)]
pub struct ActiveGame(pub Option<&'static str>);

/// A run condition: the screens are about this game.
pub fn active(key: &'static str) -> impl Fn(Option<Res<ActiveGame>>) -> bool + Clone {
    move |game| game.is_some_and(|game| game.0 == Some(key))
}
