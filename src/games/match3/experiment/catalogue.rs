//! The experiments that a player can run in the game, with the extent that they have there.

use std::sync::Arc;

use super::Extent;
use super::fi2pop::SchemeComparison;
use super::kinds::KindsExperiment;
use super::potential::PotentialExperiment;
use super::skill::SkillExperiment;
use super::success::SuccessExperiment;
use crate::experiment::{Entry, ExperimentRun};
use crate::games::match3::level::Setup;
use crate::games::match3::rules::Size;
use crate::generation::Seed;

/// All experiments of the game.
pub const EXPERIMENTS: [Entry; 5] = [
    Entry {
        key: "match3-fi2pop",
        name: "match3.experiment.fi2pop",
        what: "match3.experiment.fi2pop.what",
        prepare: |seed| {
            let setup = SchemeComparison::usual_setup();
            let limit = SchemeComparison::GENERATIONS;
            let comparison = SchemeComparison::new(setup, RUNS, limit, seed);
            Ok(Arc::new(ExperimentRun::new(comparison)))
        },
    },
    Entry {
        key: "match3-potential",
        name: "match3.experiment.potential",
        what: "match3.experiment.potential.what",
        prepare: |seed| {
            let experiment = PotentialExperiment::new(extent(50, 2_000, seed))?;
            Ok(Arc::new(ExperimentRun::new(experiment)))
        },
    },
    Entry {
        key: "match3-kinds",
        name: "match3.experiment.kinds",
        what: "match3.experiment.kinds.what",
        prepare: |seed| {
            let side = KindsExperiment::SIDE;
            let size = Size::new(side, side).expect("10 is from 5 to 12");
            let extent = extent(200, 2_000, seed);
            let experiment = KindsExperiment::new(extent, size, KindsExperiment::COLOURS);
            Ok(Arc::new(ExperimentRun::new(experiment)))
        },
    },
    Entry {
        key: "match3-success",
        name: "match3.experiment.success",
        what: "match3.experiment.success.what",
        prepare: |seed| {
            let extent = extent(10, 10_000, seed);
            let experiment = SuccessExperiment::new(Setup::default(), extent);
            Ok(Arc::new(ExperimentRun::new(experiment)))
        },
    },
    Entry {
        key: "match3-skill",
        name: "match3.experiment.skill",
        what: "match3.experiment.skill.what",
        prepare: |seed| {
            let experiment = SkillExperiment::new(
                Setup::default(),
                SkillExperiment::TRIES,
                extent(8, 100, seed),
            );
            Ok(Arc::new(ExperimentRun::new(experiment)))
        },
    },
];

/// Runs of each algorithm on each board.
const RUNS: u32 = 50;

fn extent(levels: u32, plays: u32, seed: Seed) -> Extent {
    Extent {
        plays,
        levels,
        seed,
    }
}
