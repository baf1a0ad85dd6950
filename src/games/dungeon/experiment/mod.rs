//! Experiments with descents. `command` and the laboratory run them.

pub mod heredity;

use std::sync::Arc;

use super::players::Ruler;
use super::setup::Setup;
use crate::experiment::{Entry, ExperimentRun};
use crate::session::Difficulty;
use heredity::HeredityExperiment;

/// All experiments of the game, with the extent that they have in the laboratory.
pub const EXPERIMENTS: [Entry; 1] = [Entry {
    key: "dungeon-heredity",
    name: "dungeon.experiment.heredity",
    what: "dungeon.experiment.heredity.what",
    prepare: |seed| {
        let players = vec![Ruler::Careful, Ruler::Thrower];
        let setup = Setup::of(Difficulty::Normal);
        let experiment = HeredityExperiment::new(players, setup, DEPTHS, DESCENTS, seed)?;
        Ok(Arc::new(ExperimentRun::new(experiment)))
    },
}];

/// The number of dungeons before the comparison.
const DEPTHS: u8 = 3;
/// The number of descents of each player.
const DESCENTS: u32 = 100;
