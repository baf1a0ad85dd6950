//! The kit that the dungeon hands over to the laboratory, with dungeons and enemies as subjects.

use bevy::prelude::World;

use super::enemies::problem::{EnemyProblem, usual_parameters};
use super::enemies::spec::EnemySpec;
use super::graph::generator::DungeonSpec;
use super::graph::problem as graph_problem;
use super::rules::EnemyKind;
use super::setup::Setup;
use super::table::DungeonGame;
use crate::base::{PlainError, Seed};
use crate::generation::laboratory::{
    Kit, LabExperiment, LabSetting, ParameterChanges, Prepared, Preset, Subject,
};
use crate::generation::{Scheme, Selection};
use crate::session::Game;
use crate::shell::table::new_game;

/// The key of the enemies.
pub const ENEMY: &str = "dungeon-enemy";

/// The kit of the dungeon. Graphs and programs have crossover operators of their own, and all programs are feasible.
pub const KIT: Kit = Kit {
    subjects: &[
        Subject {
            key: DungeonGame::KEY,
            name: "dungeon.lab.dungeon",
            usual_setup: || Setup::default().to_string(),
            prepare: prepare_dungeon,
            without: &["settings.crossover"],
        },
        Subject {
            key: ENEMY,
            name: "dungeon.lab.enemy",
            usual_setup: || EnemySpec::new(EnemyKind::Hunter, 5).to_string(),
            prepare: prepare_enemy,
            // Every generation is judged anew, so that stagnation cannot be measured.
            without: &[
                "settings.crossover",
                "settings.scheme",
                "settings.stagnation",
            ],
        },
    ],
    presets: &[
        Preset {
            key: "dungeon-parameters",
            name: "dungeon.lab.preset.parameters",
            what: "dungeon.lab.preset.parameters.what",
            experiment: parameters,
        },
        Preset {
            key: "dungeon-enemies",
            name: "dungeon.lab.preset.enemies",
            what: "dungeon.lab.preset.enemies.what",
            experiment: enemies,
        },
    ],
};

fn prepare_dungeon(text: &str) -> Result<Prepared, PlainError> {
    let setup: Setup = text.parse()?;
    if setup.arena {
        return Err(PlainError::new("the arena evolves no dungeon"));
    }
    let spec = setup.spec_at(1);
    Ok(Prepared::new(spec.method.usual_parameters(), move |_| {
        spec.problem()
    }))
}

fn prepare_enemy(text: &str) -> Result<Prepared, PlainError> {
    let spec: EnemySpec = text.parse()?;
    let problem = move |seed| EnemyProblem::new(spec, seed);
    Ok(Prepared::new(usual_parameters(), problem))
}

/// An experiment that compares the parameters in the source code of GeneticGame with those of this game and with its
/// elitism alone, all on the fitness of GeneticGame and with equally many generations.
fn parameters() -> LabExperiment {
    let setup = Setup {
        spec: DungeonSpec::default().original(),
        ..Setup::default()
    };
    let setting = |name: &str, parameters| LabSetting {
        name: name.into(),
        problem: DungeonGame::KEY.into(),
        setup: setup.to_string(),
        parameters,
        target: None,
    };
    let own = graph_problem::usual_parameters();
    let ours = ParameterChanges {
        elitism: Some(own.elitism),
        mutation: Some(own.mutation),
        selection: Some(own.selection),
        ..ParameterChanges::default()
    };
    let elites = ParameterChanges {
        elitism: Some(own.elitism),
        ..ParameterChanges::default()
    };
    LabExperiment {
        name: "dungeon.lab.preset.parameters".into(),
        runs: 100,
        seed: Seed(1),
        settings: vec![
            setting("dungeon.lab.preset.original", ParameterChanges::default()),
            setting("dungeon.lab.preset.elites", elites),
            setting("dungeon.lab.preset.ours", ours),
        ],
    }
}

/// An experiment that evolves hunters with the tournament selection of GeneticGame and with other selections.
fn enemies() -> LabExperiment {
    let setting = |name: &str, selection| LabSetting {
        name: name.into(),
        problem: ENEMY.into(),
        setup: EnemySpec::new(EnemyKind::Hunter, 5).to_string(),
        parameters: ParameterChanges {
            selection,
            scheme: Some(Scheme::OnePopulation),
            generations: Some(50),
            ..ParameterChanges::default()
        },
        target: None,
    };
    LabExperiment {
        name: "dungeon.lab.preset.enemies".into(),
        runs: 20,
        seed: Seed(1),
        settings: vec![
            setting("settings.selection.tournament3", None),
            setting(
                "settings.selection.tournament2",
                Some(Selection::Tournament(2)),
            ),
            setting("settings.selection.roulette", Some(Selection::Roulette)),
        ],
    }
}

/// The setting with which the new game evolves its first dungeon.
pub(super) fn setting(world: &World) -> Option<LabSetting> {
    let origin = new_game::origin::<DungeonGame>(world);
    let usual = origin.setup.spec.method.usual_parameters();
    let setup = origin.setup.to_string();
    Some(LabSetting::of(
        DungeonGame::KEY,
        setup,
        &usual,
        &origin.parameters,
    ))
}
