//! The kit of tic-tac-toe for the laboratory: strategies.

use bevy::prelude::World;

use super::opponents::{StrategyProblem, usual_parameters};
use super::players::StrategyGoal;
use super::rules::TicTacToe;
use crate::base::Seed;
use crate::generation::laboratory::{
    Kit, LabExperiment, LabSetting, ParameterChanges, Prepared, Preset, Subject,
};
use crate::generation::{Crossover, Scheme};
use crate::session::Game;
use crate::shell::settings::Settings;
use crate::shell::table::new_game;

/// The subjects and presets of tic-tac-toe.
pub const KIT: Kit = Kit {
    subjects: &[Subject {
        key: TicTacToe::KEY,
        name: "ttt.lab.strategy",
        usual_setup: || StrategyGoal::USUAL.to_string(),
        prepare: |text| {
            let goal: StrategyGoal = text.parse()?;
            Ok(Prepared::new(usual_parameters(), move |_| {
                StrategyProblem::new(goal)
            }))
        },
        without: &[],
    }],
    presets: &[Preset {
        key: "tic-tac-toe-unbeaten",
        name: "ttt.lab.preset.unbeaten",
        what: "ttt.lab.preset.unbeaten.what",
        experiment: unbeaten,
    }],
};

/// The experiment that compares ways to evolve strategies that never lose.
fn unbeaten() -> LabExperiment {
    let setting = |name: &str, crossover, scheme| LabSetting {
        name: name.into(),
        problem: TicTacToe::KEY.into(),
        setup: StrategyGoal::Unbeaten.to_string(),
        parameters: ParameterChanges {
            crossover,
            scheme,
            ..ParameterChanges::default()
        },
        target: None,
    };
    LabExperiment {
        name: "ttt.lab.preset.unbeaten".into(),
        runs: 20,
        seed: Seed(1),
        settings: vec![
            setting("lab.preset.uniform", None, None),
            setting("lab.preset.one_point", Some(Crossover::OnePoint), None),
            setting("lab.preset.one", None, Some(Scheme::OnePopulation)),
        ],
    }
}

/// The setting with which the new game evolves its opponent.
pub(super) fn setting(world: &World) -> Option<LabSetting> {
    let goal = new_game::setup::<TicTacToe>(world).evolved();
    let settings = world.resource::<Settings>();
    let chosen = settings.parameters_of(TicTacToe::KEY, usual_parameters);
    let setup = goal.unwrap_or(StrategyGoal::USUAL).to_string();
    Some(LabSetting::of(
        TicTacToe::KEY,
        setup,
        &usual_parameters(),
        &chosen,
    ))
}
