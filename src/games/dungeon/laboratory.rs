//! The kit that the dungeon hands over to the laboratory, with dungeons and enemies as subjects.

use bevy::prelude::World;

use super::enemies::problem::{DEFAULT_ARENAS, EnemyProblem, EnemySpec, usual_parameters};
use super::graph::generator::DungeonSpec;
use super::graph::problem as graph_problem;
use super::rules::EnemyKind;
use super::rules::enemy::MAX_STRENGTH;
use super::setup::Setup;
use super::table::DungeonGame;
use crate::base::{PlainError, SHORT, Seed, check_range, excerpt};
use crate::generation::laboratory::{
    Kit, LabExperiment, ParameterChanges, Prepared, Preset, Setting, Subject,
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
            usual_setup: || enemy_text(EnemyKind::Hunter, 5),
            prepare: prepare_enemy,
            without: &["settings.crossover", "settings.scheme"],
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

/// The text of an enemy: its kind and its strength.
pub(super) fn enemy_text(kind: EnemyKind, strength: u8) -> String {
    format!("{kind}{strength}")
}

/// Reads the text of an enemy: kind, strength, and behind an `x` the number of arenas if it is not the usual one.
fn parse_enemy(text: &str) -> Result<EnemySpec, PlainError> {
    let shape = || {
        let kinds = EnemyKind::ALL.map(EnemyKind::name).join(", ");
        PlainError::new(format!(
            "\"{}\" is not an enemy to evolve; one looks like hunter5 or hunter5x12: the kind ({kinds}), the strength, and \
             the arenas in which it fights",
            excerpt(text, SHORT),
        ))
    };
    let mut kinds = EnemyKind::ALL.into_iter();
    let kind = kinds.find(|kind| text.starts_with(kind.name()));
    let kind = kind.ok_or_else(shape)?;
    let rest = &text[kind.name().len()..];
    let (strength, arenas) = match rest.split_once('x') {
        Some((strength, arenas)) => (strength, arenas.parse().map_err(|_| shape())?),
        None => (rest, DEFAULT_ARENAS),
    };
    let strength: u8 = strength.parse().map_err(|_| shape())?;
    check_range("strength", strength, 1..=MAX_STRENGTH)?;
    check_range("arenas", arenas, 1..=1_000)?;
    Ok(EnemySpec {
        kind,
        strength,
        arenas,
    })
}

fn prepare_enemy(text: &str) -> Result<Prepared, PlainError> {
    let spec = parse_enemy(text)?;
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
    let setting = |name: &str, parameters| Setting {
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
    let setting = |name: &str, selection| Setting {
        name: name.into(),
        problem: ENEMY.into(),
        setup: enemy_text(EnemyKind::Hunter, 5),
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
pub(super) fn setting(world: &World) -> Option<Setting> {
    let origin = new_game::origin::<DungeonGame>(world);
    let usual = origin.setup.spec.method.usual_parameters();
    let setup = origin.setup.to_string();
    Some(Setting::of(
        DungeonGame::KEY,
        setup,
        &usual,
        &origin.parameters,
    ))
}
