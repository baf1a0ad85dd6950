//! The sums over games that the list of played games no longer holds, so that figures about all games do not shrink when
//! the list is full.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::played::{PlayedGame, Streaks};
use super::player_file::PlayerFile;

/// The sums over some games that ended one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OlderSums {
    /// The time for which they were played, in seconds.
    pub seconds: u64,
    /// The wins in a row up to the last of them, and the most wins in a row.
    pub streaks: Streaks,
}

impl OlderSums {
    fn add(&mut self, played: &PlayedGame) {
        self.seconds = self.seconds.saturating_add(played.seconds.into());
        self.streaks = self.streaks.after([played]);
    }
}

/// The sums over the games that are no longer in the list, by the keys of their kinds.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OlderGames {
    /// The sums over the games of each kind.
    kinds: BTreeMap<String, OlderSums>,
    /// The wins in a row in games of all kinds.
    streaks: Streaks,
}

impl PlayerFile for OlderGames {
    const NAME: &'static str = "older_games.ron";
    const VERSION: u32 = 1;
}

impl OlderGames {
    /// Returns the sums over the games of one kind, or over all of them.
    pub fn of(&self, game: Option<&str>) -> OlderSums {
        match game {
            Some(game) => self.kinds.get(game).copied().unwrap_or_default(),
            None => OlderSums {
                seconds: self
                    .kinds
                    .values()
                    .fold(0, |sum, of| sum.saturating_add(of.seconds)),
                streaks: self.streaks,
            },
        }
    }

    /// Adds a game that leaves the list.
    pub(super) fn add(&mut self, played: &PlayedGame) {
        let sums = self.kinds.entry(played.game.clone()).or_default();
        sums.add(played);
        self.streaks = self.streaks.after([played]);
    }

    /// Forgets games, by the keys of their kinds. It is not known which of the wins in a row in games of all kinds were
    /// theirs, so that these are forgotten too.
    pub(super) fn forget(&mut self, is_chosen: impl Fn(&str) -> bool) {
        let before = self.kinds.len();
        self.kinds.retain(|game, _| !is_chosen(game));
        if self.kinds.len() < before {
            self.streaks = Streaks::default();
        }
    }
}
