//! Results over all games that were ever played, by game and by what was played against.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::autosave;
use super::report::FileReport;
use super::store::{self, Folders};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Statistics>()
        .add_systems(PreStartup, load);
}

/// Format of the file.
const VERSION: u32 = 1;

/// How a game ended for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// How many games ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
    /// Most points; 0 where none are counted.
    #[serde(default)]
    pub best: u32,
}

impl Tally {
    /// All of them.
    pub fn games(self) -> u32 {
        self.won
            .saturating_add(self.drawn)
            .saturating_add(self.lost)
    }
}

/// Tallies by game, and there by what was played against.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Statistics(BTreeMap<String, BTreeMap<String, Tally>>);

impl Statistics {
    /// The tally of a game against something.
    pub fn of(&self, game: &str, against: &str) -> Tally {
        let tally = self.0.get(game).and_then(|game| game.get(against));
        tally.copied().unwrap_or_default()
    }

    /// Counts a result and its points, 0 where there are none, and keeps it.
    pub fn count(world: &mut World, game: &str, against: &str, result: Played, points: u32) {
        let mut statistics = world.resource_mut::<Statistics>();
        let game = statistics.0.entry(game.to_owned()).or_default();
        let tally = game.entry(against.to_owned()).or_default();
        match result {
            Played::Won => tally.won = tally.won.saturating_add(1),
            Played::Drawn => tally.drawn = tally.drawn.saturating_add(1),
            Played::Lost => tally.lost = tally.lost.saturating_add(1),
        }
        tally.best = tally.best.max(points);
        let content = statistics.clone();
        let Some(path) = world.get_resource::<Folders>().map(Folders::statistics) else {
            return;
        };
        autosave::save_soon(world, path, VERSION, &content);
    }
}

fn load(
    folders: Option<Res<Folders>>,
    mut statistics: ResMut<Statistics>,
    mut reports: MessageWriter<FileReport>,
) {
    let Some(folders) = folders else { return };
    match store::read_or_set_aside(&folders.statistics(), VERSION) {
        Ok(Some(read)) => *statistics = read,
        Ok(None) => {}
        Err(aside) => {
            reports.write(FileReport::SetAside(aside));
        }
    }
}
