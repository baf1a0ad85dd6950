//! The statistics: the results of all games ever played, by game and by a name, for instance that of the opponent.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::player_file::{self, PlayerFile};

/// The result of a game for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// The player has won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The player has lost.
    Lost,
}

impl GameResult {
    /// Returns the part of a win that it is worth: a draw is a half.
    pub fn score(self) -> f64 {
        match self {
            GameResult::Won => 1.0,
            GameResult::Drawn => 0.5,
            GameResult::Lost => 0.0,
        }
    }
}

/// The numbers of games by their result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games that were won.
    pub won: u32,
    /// Games that were drawn.
    pub drawn: u32,
    /// Games that were lost.
    pub lost: u32,
    /// The highest number of points; 0 if the game has no points.
    #[serde(default)]
    pub best: u32,
}

impl Tally {
    /// Returns the sum of two tallies. Of their points it has the higher number.
    pub fn with(self, other: Tally) -> Tally {
        Tally {
            won: self.won.saturating_add(other.won),
            drawn: self.drawn.saturating_add(other.drawn),
            lost: self.lost.saturating_add(other.lost),
            best: self.best.max(other.best),
        }
    }

    /// Returns the number of all games.
    pub fn games(self) -> u32 {
        self.won
            .saturating_add(self.drawn)
            .saturating_add(self.lost)
    }
}

/// The tallies by game, and for each game by name.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Statistics(BTreeMap<String, BTreeMap<String, Tally>>);

impl PlayerFile for Statistics {
    const NAME: &'static str = "statistics.ron";
    const VERSION: u32 = 1;
}

impl Statistics {
    /// Returns the tally of a game under a name.
    pub fn of(&self, game: &str, name: &str) -> Tally {
        let tally = self.0.get(game).and_then(|game| game.get(name));
        tally.copied().unwrap_or_default()
    }

    /// Returns all tallies of a game, by the name under which they are counted.
    pub fn names_of(&self, game: &str) -> impl Iterator<Item = (&str, Tally)> {
        let names = self.0.get(game).into_iter().flatten();
        names.map(|(name, tally)| (name.as_str(), *tally))
    }

    /// Counts a result and its points, and saves the statistics.
    pub fn count(world: &mut World, game: &str, name: &str, result: GameResult, points: u32) {
        let mut statistics = world.resource_mut::<Statistics>();
        let game = statistics.0.entry(game.to_owned()).or_default();
        let tally = game.entry(name.to_owned()).or_default();
        match result {
            GameResult::Won => tally.won = tally.won.saturating_add(1),
            GameResult::Drawn => tally.drawn = tally.drawn.saturating_add(1),
            GameResult::Lost => tally.lost = tally.lost.saturating_add(1),
        }
        tally.best = tally.best.max(points);
        player_file::save::<Statistics>(world);
    }

    /// Forgets the results of games, by their keys, and saves the statistics.
    pub fn forget(world: &mut World, is_chosen: impl Fn(&str) -> bool) {
        let mut statistics = world.resource_mut::<Statistics>();
        statistics.0.retain(|game, _| !is_chosen(game));
        player_file::save::<Statistics>(world);
    }
}
