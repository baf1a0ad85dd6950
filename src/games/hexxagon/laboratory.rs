//! The kit of Hexxagon for the laboratory: boards, and opponents of five weights.

use std::sync::Arc;

use bevy::prelude::World;

use super::boards::{self, BoardProblem, BoardSpec};
use super::evolve::{board_spec, measurement_board_choice};
use super::opponents::{self, OpponentSpec, WeightsProblem};
use super::rules::{Hexxagon, StuckRule};
use super::setup::{BoardChoice, Setup};
use crate::base::{PlainError, SHORT, Seed, check_range, excerpt, parse_digits};
use crate::generation::laboratory::{
    Kit, LabExperiment, LabSetting, ParameterChanges, Prepared, Preset, Subject,
};
use crate::generation::{Crossover, Scheme};
use crate::session::Game;
use crate::shell::settings::Settings;

/// The key of the boards.
pub const BOARD: &str = "hexxagon-board";
/// The key of the opponents.
pub const OPPONENT: &str = "hexxagon-opponent";

/// The subjects and presets of Hexxagon.
pub const KIT: Kit = Kit {
    subjects: &[
        Subject {
            key: BOARD,
            name: "hex.lab.board",
            usual_setup: || BoardSpec::default().to_string(),
            prepare: prepare_board,
            without: &[],
        },
        Subject {
            key: OPPONENT,
            name: "hex.lab.opponent",
            usual_setup: || opponent_text(&OpponentSpec::default(), &Setup::default()),
            prepare: prepare_opponent,
            // All weights are feasible.
            without: &["settings.scheme"],
        },
    ],
    presets: &[
        Preset {
            key: "hexxagon-strengths",
            name: "hex.lab.preset.strength",
            what: "hex.lab.preset.strength.what",
            experiment: strengths,
        },
        Preset {
            key: "hexxagon-schemes",
            name: "hex.lab.preset.schemes",
            what: "hex.lab.preset.schemes.what",
            experiment: schemes,
        },
    ],
};

fn prepare_board(text: &str) -> Result<Prepared, PlainError> {
    let spec: BoardSpec = text.parse()?;
    let problem = move |seed| BoardProblem::new(spec, seed);
    Ok(Prepared::new(boards::usual_parameters(), problem))
}

/// The text of an opponent: the wanted points, the level that it plays against, and the board with its rule.
pub(super) fn opponent_text(spec: &OpponentSpec, setup: &Setup) -> String {
    let (board, stuck) = measurement_board_choice(setup);
    let rule = match stuck == StuckRule::usual(2) {
        true => String::new(),
        false => format!("-{stuck}"),
    };
    format!(
        "{}-level{}-{board}{rule}",
        spec.points,
        spec.against.number()
    )
}

/// Reads the text of an opponent.
fn parse_opponent(text: &str) -> Result<(OpponentSpec, BoardChoice, StuckRule), PlainError> {
    let shape = || {
        PlainError::new(format!(
            "\"{}\" is not an opponent to evolve; one looks like 50-level2-b1: wanted points in a hundred games, the level \
             that it plays against, 1 to 3, and the board",
            excerpt(text, SHORT),
        ))
    };
    let (points, rest) = text.split_once('-').ok_or_else(shape)?;
    let (level, board) = rest.split_once('-').ok_or_else(shape)?;
    let points: u8 = parse_digits(points).ok_or_else(shape)?;
    check_range("points", points, OpponentSpec::POINTS)?;
    let level = level.strip_prefix("level").ok_or_else(shape)?;
    let mut levels = OpponentSpec::LEVELS.into_iter();
    let against = levels.find(|known| known.number().to_string() == level);
    let against = against.ok_or_else(shape)?;
    // The board and the rule are written as in game ids, where seats stand between them.
    let (board, rule) = board.split_once('-').unwrap_or((board, ""));
    let rule = match rule.is_empty() {
        true => String::new(),
        false => format!("-{rule}"),
    };
    let setup: Setup = format!("{board}-human-human{rule}").parse()?;
    let spec = OpponentSpec { points, against };
    Ok((spec, setup.board, setup.stuck))
}

fn prepare_opponent(text: &str) -> Result<Prepared, PlainError> {
    let (spec, choice, stuck) = parse_opponent(text)?;
    let usual = choice.build(Seed::default())?;
    let problem = move |seed| {
        // If a board has random holes, each run has its own.
        let board = choice.build(seed).unwrap_or_else(|_| Arc::clone(&usual));
        WeightsProblem::new(spec, &board, stuck, seed)
    };
    Ok(Prepared::new(opponents::usual_parameters(), problem))
}

/// The experiment on whether weights can be found for an opponent of any strength, as Hangeol Chang's page says.
fn strengths() -> LabExperiment {
    let setting = |points: u8| LabSetting {
        name: format!("{points}%"),
        problem: OPPONENT.into(),
        setup: format!("{points}-level2-b1"),
        ..LabSetting::default()
    };
    LabExperiment {
        name: "hex.lab.preset.strength".into(),
        runs: 50,
        seed: Seed(1),
        settings: [20, 50, 80].map(setting).to_vec(),
    }
}

/// The experiment that compares boards from two populations with boards from one.
fn schemes() -> LabExperiment {
    let setting = |name: &str, scheme, crossover| LabSetting {
        name: name.into(),
        problem: BOARD.into(),
        setup: BoardSpec::default().to_string(),
        parameters: ParameterChanges {
            scheme,
            crossover,
            ..ParameterChanges::default()
        },
        target: None,
    };
    let one = Some(Scheme::OnePopulation);
    let one_point = Some(Crossover::OnePoint);
    LabExperiment {
        name: "hex.lab.preset.schemes".into(),
        runs: 20,
        seed: Seed(1),
        settings: vec![
            setting("lab.preset.two", None, None),
            setting("lab.preset.one", one, None),
            setting("lab.preset.one_point", None, one_point),
        ],
    }
}

/// The setting with which the setup page evolves a board.
pub(super) fn setting(world: &World) -> Option<LabSetting> {
    let spec = board_spec(world);
    let settings = world.resource::<Settings>();
    let chosen = settings.parameters_of(Hexxagon::KEY, boards::usual_parameters);
    let usual = boards::usual_parameters();
    Some(LabSetting::of(BOARD, spec.to_string(), &usual, &chosen))
}
