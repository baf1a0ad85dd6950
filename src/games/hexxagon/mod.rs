//! Hexxagon: pieces that divide and leap, for two and three players.

pub mod boards;
pub mod command;
pub mod opponents;
pub mod play;
pub mod players;
pub mod review;
pub mod rules;
pub mod setup;
pub mod think;
mod view;

use bevy::prelude::*;

use crate::generation::{Live, task};
use crate::generation::{Search, Seed};
use crate::shell::games::{GameCard, Games};
use boards::{BoardProblem, BoardSpec, usual_search};

/// The key of the game.
pub const KEY: &str = "hexxagon";

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((play::plugin, think::plugin, review::plugin, view::plugin));
    app.world_mut().resource_mut::<Games>().0.push(GameCard {
        key: KEY,
        name: "hex.name",
        tagline: "hex.tagline",
        keys: "hex.keys",
        difficulties: ["hex.easy", "hex.normal", "hex.hard", "hex.expert"],
        usual_search,
        demo,
        open: play::open,
        resume: play::resume,
        is_kept: |_| true,
        generate: play::generate,
        play_itself: view::play_itself,
    });
}

/// A board for three.
fn demo(seed: Seed) -> Option<std::sync::Arc<dyn Live>> {
    let search = Search {
        population: 24,
        generations: 60,
        ..usual_search()
    };
    // The usual search is in range.
    let live = task::live(BoardProblem::new(BoardSpec::usual(3), seed), search, seed);
    live.ok().map(|live| live as _)
}
