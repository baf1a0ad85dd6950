//! The subcommands of the dungeon, which need no display.

mod enemies;
mod generate;
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
            |args| generate::run(args).map_err(CommandError::usage),
        ),
        Subcommand::new(
            Verb::Generate,
            "enemies",
            "Enemies of the dungeon",
            |args| enemies::run(args).map_err(CommandError::usage),
        ),
        Subcommand::new(Verb::Simulate, name, "Descents into the dungeon", |args| {
            simulate::run(args).map_err(CommandError::usage)
        }),
    ]
}
