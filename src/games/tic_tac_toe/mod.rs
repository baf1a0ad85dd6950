//! Tic-tac-toe: every kind of opponent, and the whole tree made visible.

pub mod commands;
pub mod insight;
mod opening;
pub mod opponent;
pub mod play;
pub mod rules;
pub mod setup;
pub mod think;
mod view;

use bevy::prelude::*;

use crate::generation::{Live, task};
use crate::generation::{Search, Seed};
use crate::shell::games::{GameCard, Games};
use opponent::StrategyGoal;
use opponent::evolution::{StrategyProblem, usual_search};

/// The key of the game.
pub const KEY: &str = "tic-tac-toe";

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        play::plugin,
        opening::plugin,
        think::plugin,
        insight::plugin,
        view::plugin,
    ));
    app.world_mut().resource_mut::<Games>().0.push(GameCard {
        key: KEY,
        name: "ttt.name",
        tagline: "ttt.tagline",
        keys: "ttt.keys",
        difficulties: ["ttt.easy", "ttt.normal", "ttt.hard", "ttt.expert"],
        usual_search,
        demo,
        open: opening::open,
        resume: opening::resume,
        is_kept: |_| true,
        generate: play::generate,
        play_itself: view::play_itself,
    });
}

/// A strategy that learns never to lose.
fn demo(seed: Seed) -> Option<std::sync::Arc<dyn Live>> {
    let search = Search {
        population: 60,
        ..usual_search()
    };
    // The usual search is in range.
    let live = task::live(StrategyProblem::new(StrategyGoal::Unbeaten), search, seed);
    live.ok().map(|live| live as _)
}
