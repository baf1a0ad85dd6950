//! The subcommands `perft`, `duel`, `engine`, `experiment`, `atlas` and `generate` for Hexxagon; they need no display.

mod atlas;
pub mod duel;
pub mod engine;
mod engine_work;
pub mod external_engine;
pub mod generate;
mod lines;
mod move_times;
pub mod perft;
pub mod ranking;

use crate::games::command::{CommandError, Subcommand, Verb};
use crate::games::hexxagon::rules::StuckRule;

/// [`StuckRule`] as a command line value. The help shows the comments of its variants.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum StuckArg {
    /// The game ends, and the empty cells go to the player who moved last.
    Ends,
    /// The player is skipped, until no player can move.
    Skip,
    /// The game ends, and the player has lost.
    Loses,
}

impl From<StuckArg> for StuckRule {
    fn from(arg: StuckArg) -> Self {
        match arg {
            StuckArg::Ends => StuckRule::Ends,
            StuckArg::Skip => StuckRule::Skip,
            StuckArg::Loses => StuckRule::Loses,
        }
    }
}

/// The subcommands, for the command line.
pub fn subcommands() -> Vec<Subcommand> {
    vec![
        Subcommand::new(
            Verb::Generate,
            "hexxagon-board",
            "A board of Hexxagon",
            |args| Ok(generate::board(args)?),
        ),
        Subcommand::new(
            Verb::Generate,
            "hexxagon-puzzle",
            "Puzzles of Hexxagon, each with one winning move",
            |args| Ok(generate::puzzle(args)?),
        ),
        Subcommand::new(
            Verb::Generate,
            "hexxagon-estimate",
            "The weights by which the search of Hexxagon evaluates positions",
            |args| Ok(generate::estimate(args)?),
        ),
        Subcommand::new(
            Verb::Atlas,
            "hexxagon-boards",
            "Boards of Hexxagon, by what games on them are like",
            atlas::boards,
        ),
        Subcommand::new(
            Verb::Atlas,
            "hexxagon-opponents",
            "Opponents for Hexxagon, by how they play",
            atlas::opponents,
        ),
        Subcommand::new(
            Verb::Duel,
            "hexxagon",
            "Hexxagon for two and three players",
            |args| Ok(duel::run(args)?),
        ),
        Subcommand::new(Verb::Perft, "hexxagon", "Hexxagon on any board", |args| {
            perft::run(args).map_err(CommandError::usage)
        }),
        Subcommand::new(
            Verb::Experiment,
            "hexxagon-ranking",
            "How strong the five-weight players and the fast levels of Hexxagon are",
            ranking::run,
        ),
        Subcommand::new(
            Verb::Engine,
            "hexxagon",
            "Hexxagon; docs/engine_protocol.md describes the protocol",
            |_: &EngineArgs| {
                let spoken = engine::run(std::io::stdin().lock(), std::io::stdout());
                spoken.map(|()| String::new()).map_err(CommandError::usage)
            },
        ),
    ]
}

/// The engine takes no arguments.
#[derive(clap::Args)]
struct EngineArgs {}
