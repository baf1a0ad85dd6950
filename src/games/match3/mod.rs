//! Match-3: levels evolved towards a wanted difficulty, and played.

pub mod atlas;
pub mod command;
pub mod experiment;
pub mod journey;
pub mod level;
mod opening;
pub mod play;
pub mod players;
pub mod playtest;
pub mod rules;
pub mod setup;
mod view;

use bevy::prelude::*;

use crate::generation::{Live, task};
use crate::generation::{Search, Seed};
use crate::shell::games::{GameCard, Games};
use level::{LevelProblem, Setup};

/// The key of the game.
pub const KEY: &str = "match3";

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((play::plugin, opening::plugin, journey::plugin, view::plugin));
    app.world_mut().resource_mut::<Games>().0.push(GameCard {
        key: KEY,
        name: "match3.name",
        tagline: "match3.tagline",
        keys: "match3.keys",
        difficulties: [
            "match3.easy",
            "match3.normal",
            "match3.hard",
            "match3.expert",
        ],
        usual_search: Search::default,
        demo,
        open: opening::open,
        resume: opening::resume,
        is_kept: |_| true,
        generate: opening::generate,
        play_itself: view::play_itself,
    });
}

fn demo(seed: Seed) -> Option<std::sync::Arc<dyn Live>> {
    let problem = LevelProblem::new(Setup::default());
    let live = task::live(problem, Search::default(), seed);
    // The defaults are in range.
    live.ok().map(|live| live as _)
}
