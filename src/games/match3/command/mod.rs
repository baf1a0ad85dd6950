//! The subcommands of match-3: levels, plays and experiments without a display.

mod atlas;
mod experiment;
mod generate;
mod simulate;

use crate::games::command::{CommandError, Subcommand, Verb};
use crate::games::match3::rules::Match3;
use crate::session::Game;

/// The subcommands, for the command line.
pub fn subcommands() -> Vec<Subcommand> {
    let name = Match3::KEY;
    vec![
        Subcommand::new(Verb::Generate, name, "Levels for match-3", generate::run),
        Subcommand::new(
            Verb::Atlas,
            name,
            "Levels of match-3, by how hard they are and what they look like",
            atlas::run,
        ),
        Subcommand::new(Verb::Simulate, name, "Levels of match-3", |args| {
            simulate::simulate(args).map_err(CommandError::usage)
        }),
        Subcommand::new(
            Verb::Experiment,
            "match3-fi2pop",
            "Whether FI-2Pop finds match-3 levels in fewer generations than one population",
            experiment::fi2pop,
        ),
        Subcommand::new(
            Verb::Experiment,
            "match3-potential",
            "Swap potential of match-3 levels against the swaps that a player needs",
            experiment::potential,
        ),
        Subcommand::new(
            Verb::Experiment,
            "match3-success",
            "Whether match-3 levels are won as often as was asked for",
            experiment::success,
        ),
        Subcommand::new(
            Verb::Experiment,
            "match3-skill",
            "Whether people win match-3 levels as often as was asked for, once their skill is learnt",
            experiment::skill,
        ),
        Subcommand::new(
            Verb::Experiment,
            "match3-kinds",
            "What a lost pattern adds to the swaps that a player needs, by kind of special cell",
            experiment::kinds,
        ),
    ]
}
