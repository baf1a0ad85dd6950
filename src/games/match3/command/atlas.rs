//! `evolvarium atlas match3`: an archive of levels.

use clap::Args;

use crate::games::command::atlas::{self, AtlasArgs};
use crate::games::command::{CommandError, Output};
use crate::games::match3::atlas::{AtlasBoard, LevelAtlas, usual_parameters};
use crate::games::match3::level::Setup;
use crate::games::match3::rules::Match3;
use crate::session::Origin;

/// Levels, by their difficulty and their looks.
#[derive(Args, Debug)]
pub struct LevelAtlasArgs {
    /// A setup as in game ids, such as 9x9c6-p488g03, for size, colours, kinds and goals [default: the usual level]
    #[arg(long)]
    setup: Option<Setup>,
    #[command(flatten)]
    atlas: AtlasArgs,
}

/// Fills the archive.
pub(super) fn run(args: &LevelAtlasArgs) -> Result<Output, CommandError> {
    let setup = args.setup.clone().unwrap_or_default();
    setup.check().map_err(CommandError::usage)?;
    let seed = args.atlas.seed_or_fresh();
    let levels = LevelAtlas::new(setup.clone(), &usual_parameters());
    let setups = LevelAtlas::new(setup, &usual_parameters());
    let id = |elite: &AtlasBoard| {
        let origin: Origin<Match3> = Origin::new(setups.setup_of(elite), seed);
        origin.id().to_string()
    };
    atlas::run(&args.atlas, levels, seed, id)
}
