//! Experiments with descents and fights. `command` and the laboratory run them.

pub mod arenas;
mod arenas_report;
pub mod fights;
pub mod fights_experiment;
mod fights_report;
pub mod gear;
pub mod gear_experiment;
mod gear_report;
pub mod heredity;
mod verdicts;

use std::sync::Arc;

use super::descent::{Descent, DescentStatus};
use super::players::{Player, ReferencePlayer};
use super::rules::Hero;
use super::setup::Setup;
use super::simulate::MAX_TURNS;
use crate::experiment::{Entry, ExperimentError, ExperimentRun};
use crate::generation::Seed;
use crate::session::Difficulty;
use arenas::ArenasExperiment;
use fights_experiment::{Fights, FightsExperiment};
use gear_experiment::{GearExperiment, GearPart};
use heredity::HeredityExperiment;

/// All experiments of the game, with the extent that they have in the laboratory.
pub const EXPERIMENTS: [Entry; 4] = [
    Entry {
        key: "dungeon-heredity",
        name: "dungeon.experiment.heredity",
        what: "dungeon.experiment.heredity.what",
        prepare: |seed| {
            let players = vec![ReferencePlayer::Careful, ReferencePlayer::Thrower];
            let setup = Setup::of(Difficulty::Normal);
            let experiment = HeredityExperiment::new(players, setup, DEPTHS, DESCENTS, seed)?;
            Ok(Arc::new(ExperimentRun::new(experiment)))
        },
    },
    Entry {
        key: "dungeon-gear",
        name: "dungeon.experiment.gear",
        what: "dungeon.experiment.gear.what",
        prepare: |seed| {
            let players = [
                ReferencePlayer::Careful,
                ReferencePlayer::Sneaking,
                ReferencePlayer::Thrower,
            ];
            let cases = players.map(|player| (player, Difficulty::Expert));
            let parts = vec![
                GearPart::Armours,
                GearPart::EachWeapon,
                GearPart::ThingsUsed,
            ];
            let experiment = GearExperiment::new(cases.to_vec(), parts, GEAR_DESCENTS, seed);
            Ok(Arc::new(ExperimentRun::new(experiment)))
        },
    },
    Entry {
        key: "dungeon-fights",
        name: "dungeon.experiment.fights",
        what: "dungeon.experiment.fights.what",
        prepare: |seed| {
            let players = [
                ReferencePlayer::Careful,
                ReferencePlayer::Bold,
                ReferencePlayer::Sneaking,
            ];
            let experiment = FightsExperiment::new(&players, &Fights::ALL, ROOMS, seed);
            Ok(Arc::new(ExperimentRun::new(experiment)))
        },
    },
    Entry {
        key: "dungeon-arenas",
        name: "dungeon.experiment.arenas",
        what: "dungeon.experiment.arenas.what",
        prepare: |seed| {
            let experiment = ArenasExperiment::new(ARENAS, seed)?;
            Ok(Arc::new(ExperimentRun::new(experiment)))
        },
    },
];

/// The number of dungeons before the comparison of children and ancestors.
const DEPTHS: u8 = 3;
/// The number of descents of each player against children and ancestors.
const DESCENTS: u32 = 100;
/// The number of descents of each player with different gear.
const GEAR_DESCENTS: u32 = 40;
/// The number of rooms of each fight.
const ROOMS: u32 = 60;
/// The number of arenas in which all kinds fight.
const ARENAS: u32 = 200;

/// A play that could not go on, because the rules refused a move or because no dungeon could be made.
#[derive(Debug, thiserror::Error)]
#[error("with the seed {seed} the {player} player could not go on: {why}")]
struct FailedPlayError {
    seed: Seed,
    player: ReferencePlayer,
    why: String,
}

impl FailedPlayError {
    /// The error of a sample in which a player could not go on.
    fn error(seed: Seed, player: ReferencePlayer, why: impl ToString) -> ExperimentError {
        let why = why.to_string();
        ExperimentError::failed(FailedPlayError { seed, player, why })
    }
}

/// Plays until the hero enters a depth, or completes the descent. `keep` may change the hero after each move. Returns
/// false if the hero does neither.
fn play_to(
    player: &mut impl Player,
    descent: &mut Descent,
    depth: u8,
    keep: impl Fn(&mut Hero),
) -> Result<bool, ExperimentError> {
    let mut events = Vec::new();
    while descent.status() == DescentStatus::Descending && descent.depth() < depth {
        let chosen = player.choose(&descent.game);
        let Some(chosen) = chosen.filter(|_| descent.totals().turns < MAX_TURNS) else {
            return Ok(false);
        };
        events.clear();
        let made = descent.make(chosen, &mut events);
        made.map_err(ExperimentError::failed)?;
        keep(&mut descent.game.hero);
    }
    Ok(descent.status() != DescentStatus::Dead)
}

/// The values without repetitions, in the order in which they come first.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut known, value| {
        if !known.contains(&value) {
            known.push(value);
        }
        known
    })
}
