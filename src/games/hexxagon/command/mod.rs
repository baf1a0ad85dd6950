//! The subcommands `perft`, `duel`, `engine` and `generate` for Hexxagon; they need no display.

pub mod duel;
pub mod engine;
mod external_engine;
pub mod generate;
pub mod perft;

use super::rules::StuckRule;

/// [`StuckRule`] as a command line value. The help shows the comments of its variants.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum StuckArg {
    /// The game ends, and the empty cells go to who moved last.
    Ends,
    /// The player is skipped, until nobody can move.
    Skip,
}

impl From<StuckArg> for StuckRule {
    fn from(arg: StuckArg) -> Self {
        match arg {
            StuckArg::Ends => StuckRule::Ends,
            StuckArg::Skip => StuckRule::Skip,
        }
    }
}
