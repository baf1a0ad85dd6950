//! `evolvarium atlas hexxagon-boards` and `hexxagon-opponents`: archives of boards and of five-weight players.

use clap::Args;

use crate::games::command::atlas::{self, AtlasArgs};
use crate::games::command::{CommandError, Output};
use crate::games::hexxagon::boards::{BoardAtlas, BoardSpec};
use crate::games::hexxagon::evolve::seat_computer;
use crate::games::hexxagon::opponents::{OpponentAtlas, OpponentSpec};
use crate::games::hexxagon::players::{Opponent, Weights};
use crate::games::hexxagon::rules::{Hexxagon, Plan, StuckRule};
use crate::games::hexxagon::setup::{BoardChoice, Seat, Setup};
use crate::session::Origin;

/// Boards, by their looks and the course of games on them.
#[derive(Args, Debug)]
pub struct BoardAtlasArgs {
    /// Players, 2 or 3
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    players: u8,
    /// The boards need not look the same from every seat
    #[arg(long)]
    asymmetric: bool,
    #[command(flatten)]
    atlas: AtlasArgs,
}

/// Opponents, by how they play.
#[derive(Args, Debug)]
pub struct OpponentAtlasArgs {
    /// The level that they play against, 1 to 3
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3))]
    against: u8,
    #[command(flatten)]
    atlas: AtlasArgs,
}

/// Fills the archive of boards.
pub(super) fn boards(args: &BoardAtlasArgs) -> Result<Output, CommandError> {
    let seed = args.atlas.seed_or_fresh();
    let spec = BoardSpec {
        symmetric: !args.asymmetric,
        ..BoardSpec::usual(args.players.into())
    };
    let id = |plan: &Plan| {
        let mut setup = Setup {
            board: BoardChoice::Custom(*plan),
            ..Setup::default()
        };
        setup.seats.resize(spec.players, setup.seats[1]);
        setup.stuck = StuckRule::usual(spec.players);
        Origin::<Hexxagon>::new(setup, seed).id().to_string()
    };
    atlas::run(&args.atlas, BoardAtlas::new(spec, seed), seed, id)
}

/// Fills the archive of opponents.
pub(super) fn opponents(args: &OpponentAtlasArgs) -> Result<Output, CommandError> {
    let seed = args.atlas.seed_or_fresh();
    let spec = OpponentSpec {
        against: OpponentSpec::LEVELS[usize::from(args.against) - 1],
        ..OpponentSpec::default()
    };
    let setup = Setup::default();
    let board = setup.board.build(seed).map_err(CommandError::usage)?;
    let id = |weights: &Weights| {
        let mut setup = setup.clone();
        seat_computer(&mut setup, Opponent::Weights(*weights));
        debug_assert!(setup.seats.contains(&Seat::Human));
        Origin::<Hexxagon>::new(setup, seed).id().to_string()
    };
    let problem = OpponentAtlas::new(spec, &board, setup.stuck, seed);
    atlas::run(&args.atlas, problem, seed, id)
}
