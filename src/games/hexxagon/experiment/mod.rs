//! Experiments with Hexxagon. `command` and the laboratory run them.

pub mod ranking;

use std::sync::Arc;

use crate::experiment::{Entry, ExperimentRun};
use ranking::RankingExperiment;

/// All experiments of the game, with the extent that they have in it.
pub const EXPERIMENTS: [Entry; 1] = [Entry {
    key: "hexxagon-ranking",
    name: "hex.experiment.ranking",
    what: "hex.experiment.ranking.what",
    prepare: |seed| {
        let experiment = RankingExperiment::new(Vec::new(), GAMES, seed)?;
        Ok(Arc::new(ExperimentRun::new(experiment)))
    },
}];

/// The games of each two players on each board.
const GAMES: u32 = 100;
