//! `evolvarium atlas tic-tac-toe`: an archive of strategies.

use clap::Args;

use crate::games::command::atlas::{self, AtlasArgs};
use crate::games::command::{CommandError, Output};
use crate::games::tic_tac_toe::opponents::atlas::StrategyAtlas;
use crate::games::tic_tac_toe::players::Strategy;

/// Strategies for 3x3, by how they play against a random player. Instead of an id a strategy has its 627 replies in the
/// order of the classes: cells of the canonical position, from 1.
#[derive(Args, Debug)]
pub struct StrategyAtlasArgs {
    #[command(flatten)]
    atlas: AtlasArgs,
}

/// Fills the archive.
pub(super) fn run(args: &StrategyAtlasArgs) -> Result<Output, CommandError> {
    let replies = |strategy: &Strategy| -> String {
        let replies = strategy.replies().iter();
        replies.map(|cell| char::from(b'1' + cell)).collect()
    };
    let seed = args.atlas.seed_or_fresh();
    atlas::run(&args.atlas, StrategyAtlas::new(), seed, replies)
}
