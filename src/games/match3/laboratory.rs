//! The kit of match-3 for the laboratory: levels, evolved also by the algorithms that limbsoo's first post compares.

use bevy::prelude::World;

use super::experiment::fi2pop::SchemeComparison;
use super::experiment::schemes::{BlindProblem, Treatment};
use super::level::{LevelProblem, Setup, patterns, usual_parameters};
use crate::base::{PlainError, Seed};
use crate::generation::Scheme;
use crate::generation::laboratory::{
    Kit, LabExperiment, LabSetting, ParameterChanges, Prepared, Preset, Subject,
};
use crate::session::Game;
use crate::shell::table::new_game;

/// The subjects and presets of match-3.
pub const KIT: Kit = Kit {
    subjects: &[
        Subject {
            key: super::Match3::KEY,
            name: "match3.lab.level",
            usual_setup,
            prepare: |text| {
                let setup = parse(text)?;
                Ok(Prepared::new(usual_parameters(), move |_| {
                    LevelProblem::new(setup.clone())
                }))
            },
            without: &[],
        },
        blind("match3-tested", "match3.lab.tested", |text| {
            prepare_blind(text, Treatment::TestedAtTheEnd)
        }),
        blind("match3-discarded", "match3.lab.discarded", |text| {
            prepare_blind(text, Treatment::Discarded)
        }),
        blind("match3-added", "match3.lab.added", |text| {
            prepare_blind(text, Treatment::AddedToDistance)
        }),
    ],
    presets: &[
        Preset {
            key: "match3-schemes",
            name: "match3.lab.preset.schemes",
            what: "match3.lab.preset.schemes.what",
            experiment: schemes,
        },
        Preset {
            key: "match3-potentials",
            name: "match3.lab.preset.wanted",
            what: "match3.lab.preset.wanted.what",
            experiment: wanted_potentials,
        },
    ],
};

/// Levels for an engine that does not know which boards are infeasible, so that it has one population.
const fn blind(
    key: &'static str,
    name: &'static str,
    prepare: fn(&str) -> Result<Prepared, PlainError>,
) -> Subject {
    Subject {
        key,
        name,
        usual_setup,
        prepare,
        without: &["settings.scheme"],
    }
}

fn usual_setup() -> String {
    Setup::default().to_string()
}

fn parse(text: &str) -> Result<Setup, PlainError> {
    let setup: Setup = text.parse()?;
    setup.check()?;
    Ok(setup)
}

fn prepare_blind(text: &str, treatment: Treatment) -> Result<Prepared, PlainError> {
    let setup = parse(text)?;
    Ok(Prepared::new(usual_parameters(), move |_| {
        BlindProblem::new(LevelProblem::new(setup.clone()), treatment)
    }))
}

/// A board of limbsoo's first post, 10x10, with the potential in percent of an open board's.
fn board_of_the_post(percent: u32) -> String {
    let usual = SchemeComparison::usual_setup();
    let setup = Setup {
        wanted: patterns(usual.size) * percent / 100,
        tolerance: patterns(usual.size) * 5 / 100,
        ..usual
    };
    setup.to_string()
}

/// The experiment that compares FI-2Pop with both readings of the algorithm before it, and with fairer rivals.
fn schemes() -> LabExperiment {
    let setting = |treatment: Treatment| LabSetting {
        name: treatment.key().into(),
        problem: match treatment {
            Treatment::TwoPopulations | Treatment::RankedBelow => super::Match3::KEY,
            Treatment::TestedAtTheEnd => "match3-tested",
            Treatment::Discarded => "match3-discarded",
            Treatment::AddedToDistance => "match3-added",
        }
        .into(),
        setup: board_of_the_post(40),
        parameters: ParameterChanges {
            generations: Some(SchemeComparison::GENERATIONS),
            scheme: (treatment == Treatment::RankedBelow).then_some(Scheme::OnePopulation),
            ..ParameterChanges::default()
        },
        target: None,
    };
    LabExperiment {
        name: "match3.lab.preset.schemes".into(),
        runs: 50,
        seed: Seed(1),
        settings: Treatment::ALL.map(setting).to_vec(),
    }
}

/// The experiment that runs the same search for boards of different potential.
fn wanted_potentials() -> LabExperiment {
    let setting = |percent: u32| LabSetting {
        name: format!("{percent}%"),
        problem: super::Match3::KEY.into(),
        setup: board_of_the_post(percent),
        parameters: ParameterChanges {
            generations: Some(SchemeComparison::GENERATIONS),
            ..ParameterChanges::default()
        },
        target: None,
    };
    LabExperiment {
        name: "match3.lab.preset.wanted".into(),
        runs: 100,
        seed: Seed(1),
        settings: [20, 40, 60, 80, 95].map(setting).to_vec(),
    }
}

/// The setting with which the new game evolves its level.
pub(super) fn setting(world: &World) -> Option<LabSetting> {
    let origin = new_game::origin::<super::Match3>(world);
    let setup = Setup {
        board: None,
        ..origin.setup
    };
    let usual = usual_parameters();
    Some(LabSetting::of(
        super::Match3::KEY,
        setup.to_string(),
        &usual,
        &origin.parameters,
    ))
}
