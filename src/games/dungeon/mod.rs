//! The dungeon: evolved as a graph, laid out as one map, played as a roguelike, its enemies evolved too.

pub mod command;
pub mod descent;
pub mod enemies;
pub mod graph;
pub mod map;
pub mod play;
pub mod players;
pub mod rules;
pub mod setup;
pub mod simulate;
mod view;

use bevy::prelude::*;

use crate::shell::games::{GameCard, Games};

/// The key of the game.
pub const KEY: &str = "dungeon";

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((play::plugin, view::plugin));
    app.world_mut().resource_mut::<Games>().0.push(GameCard {
        key: KEY,
        name: "dungeon.name",
        tagline: "dungeon.tagline",
        keys: "dungeon.keys",
        difficulties: [
            "dungeon.easy",
            "dungeon.normal",
            "dungeon.hard",
            "dungeon.expert",
        ],
        usual_search: graph::problem::usual_search,
        demo: play::demo,
        open: play::open,
        resume: play::resume,
        is_kept: play::is_kept,
        generate: play::generate,
        play_itself: view::play_itself,
    });
}
