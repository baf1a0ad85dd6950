//! `evolvarium atlas dungeon` and `atlas enemies`: archives of dungeons and of enemies.

use clap::Args;

use crate::games::command::atlas::{self, AtlasArgs};
use crate::games::command::{CommandError, Output};
use crate::games::dungeon::enemies::atlas::EnemyAtlas;
use crate::games::dungeon::enemies::spec::EnemySpec;
use crate::games::dungeon::graph::atlas::DungeonAtlas;
use crate::games::dungeon::graph::problem::usual_parameters;
use crate::games::dungeon::map::Graph;
use crate::games::dungeon::rules::EnemyKind;
use crate::games::dungeon::rules::enemy::MAX_STRENGTH;
use crate::games::dungeon::rules::program::Program;
use crate::games::dungeon::setup::Setup;
use crate::games::dungeon::table::DungeonGame;
use crate::session::Origin;

/// Dungeons, by what a hero meets in them.
#[derive(Args, Debug)]
pub struct DungeonAtlasArgs {
    /// A setup as in game ids, such as d5f4r16s12e2c2l1, for rooms and contents [default: the usual one]
    #[arg(long)]
    setup: Option<Setup>,
    #[command(flatten)]
    atlas: AtlasArgs,
}

/// Enemies of a kind, by how they fight.
#[derive(Args, Debug)]
pub struct EnemyAtlasArgs {
    /// The kind: hunter, guard, coward or ambusher
    #[arg(long, default_value = "hunter")]
    kind: EnemyKind,
    /// The strength of the body (1 to 12)
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_STRENGTH)))]
    strength: u8,
    #[command(flatten)]
    atlas: AtlasArgs,
}

/// Fills the archive of dungeons.
pub(super) fn dungeons(args: &DungeonAtlasArgs) -> Result<Output, CommandError> {
    let seed = args.atlas.seed_or_fresh();
    let setup = args.setup.clone().unwrap_or_default();
    let problem = DungeonAtlas::new(&setup.spec_at(1));
    let id = |graph: &Graph| {
        let setup = Setup {
            graph: Some(Box::new(*graph)),
            ..setup.clone()
        };
        let origin = Origin::<DungeonGame> {
            parameters: usual_parameters(),
            ..Origin::new(setup, seed)
        };
        origin.id().to_string()
    };
    atlas::run(&args.atlas, problem, seed, id)
}

/// Fills the archive of enemies.
pub(super) fn enemies(args: &EnemyAtlasArgs) -> Result<Output, CommandError> {
    let seed = args.atlas.seed_or_fresh();
    let spec = EnemySpec::new(args.kind, args.strength);
    let id = |program: &Program| {
        let origin = Origin::<DungeonGame> {
            parameters: usual_parameters(),
            ..Origin::new(Setup::arena(spec.breed(program.clone())), seed)
        };
        origin.id().to_string()
    };
    atlas::run(&args.atlas, EnemyAtlas::new(spec, seed), seed, id)
}
