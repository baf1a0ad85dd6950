//! The subcommands of the dungeon, which need no display.

mod arenas;
mod atlas;
mod description;
mod enemies;
mod fights;
mod gear;
mod generate;
mod heredity;
mod simulate;

use crate::games::command::{CommandError, Subcommand, Verb};
use crate::games::dungeon::table::DungeonGame;
use crate::session::Game;

/// The subcommands, for the command line.
pub fn subcommands() -> Vec<Subcommand> {
    let name = DungeonGame::KEY;
    vec![
        Subcommand::new(
            Verb::Generate,
            name,
            "A dungeon, as a map to look at",
            generate::run,
        ),
        Subcommand::new(
            Verb::Generate,
            "enemies",
            "Enemies of the dungeon",
            |args| enemies::run(args).map_err(CommandError::usage),
        ),
        Subcommand::new(
            Verb::Atlas,
            name,
            "Dungeons, by what a hero meets in them",
            atlas::dungeons,
        ),
        Subcommand::new(
            Verb::Atlas,
            "enemies",
            "Enemies of the dungeon, by how they fight",
            atlas::enemies,
        ),
        Subcommand::new(
            Verb::Experiment,
            "dungeon-heredity",
            "Whether the children of enemies are harder for a player than their ancestors",
            heredity::run,
        ),
        Subcommand::new(
            Verb::Experiment,
            "dungeon-gear",
            "What each armour, weapon and thing on the belt is worth to each player in a descent",
            gear::run,
        ),
        Subcommand::new(
            Verb::Experiment,
            "dungeon-fights",
            "Which weapon and which thing on the belt is best against which enemy in one room",
            fights::run,
        ),
        Subcommand::new(
            Verb::Experiment,
            "dungeon-arenas",
            "Whether each kind of enemy is the best of all kinds at its own aim",
            arenas::run,
        ),
        Subcommand::new(
            Verb::Simulate,
            name,
            "Descents into the dungeon",
            simulate::run,
        ),
    ]
}
