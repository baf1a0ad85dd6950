//! Files of runs: everything that a run of the evolution starts from, the player's interventions, and the generation
//! that it has reached. The same file gives the same run on every machine.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::game::{Game, Origin};
use super::store::{self, StoreError};
use crate::base::bounded::at_most;
use crate::generation::measure::{AxesChange, MOST_MEASURES};
use crate::generation::{Act, EvolutionParameters, Intervention, Seed};

/// The version of the files.
pub const FILE_VERSION: u32 = 1;

/// A run as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// The key of the problem that is evolved.
    pub problem: String,
    /// The setup, in the format of the problem.
    pub setup: String,
    /// The parameters of the evolution. Files call them `search`. A time limit in a file is not read, because the results
    /// would depend on the machine.
    #[serde(default, rename = "search")]
    pub parameters: EvolutionParameters,
    /// The seed.
    #[serde(with = "crate::base::seed_text")]
    pub seed: Seed,
    /// The player's interventions in the run, with genomes in the format of the problem. Files call them `hand`.
    #[serde(default, rename = "hand", deserialize_with = "at_most::<20_000, _, _>")]
    pub interventions: Vec<Intervention<String>>,
    /// The changes of the axes, if the run fills an archive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub axes: Vec<AxesChange>,
    /// The generation that the run has reached; `None` if it is to go on to its end.
    #[serde(default)]
    pub generation: Option<u32>,
}

/// A part of a run file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The problem that is evolved.
    Problem,
    /// The setup.
    Setup,
    /// The parameters of the evolution.
    Parameters,
    /// An intervention, by its number.
    Intervention(usize),
    /// A change of the axes, by its number.
    Axes(usize),
}

/// The reason why a run cannot be made from its file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct RunFileError {
    /// The part that is wrong.
    pub field: Field,
    /// The description of the fault.
    pub why: String,
}

impl RunFileError {
    /// Makes an error for a part of the file.
    pub fn new(field: Field, why: impl ToString) -> Self {
        RunFileError {
            field,
            why: why.to_string(),
        }
    }

    /// The error with the file and the line of its text.
    pub fn in_file(&self, path: &Path, text: &str) -> StoreError {
        let (name, number) = match self.field {
            Field::Problem => ("problem", 0),
            Field::Setup => ("setup", 0),
            Field::Parameters => ("search", 0),
            Field::Intervention(number) => ("before", number),
            Field::Axes(number) => ("across", number),
        };
        let (line, column) = store::place_of(name, number, text);
        StoreError::text(path, line, column, &self.why)
    }
}

impl RunFile {
    /// A run without interventions.
    pub fn new(
        problem: &str,
        setup: impl ToString,
        parameters: EvolutionParameters,
        seed: Seed,
    ) -> Self {
        RunFile {
            problem: problem.to_owned(),
            setup: setup.to_string(),
            parameters,
            seed,
            interventions: Vec::new(),
            axes: Vec::new(),
            generation: None,
        }
    }

    /// The run that an origin names.
    pub fn of_origin<G: Game>(problem: &str, origin: &Origin<G>) -> Self {
        RunFile::new(
            problem,
            &origin.setup,
            origin.parameters.clone(),
            origin.seed,
        )
    }

    /// The origin that the file gives a game. The error says what is wrong with its setup.
    pub fn origin<G: Game>(&self) -> Result<Origin<G>, RunFileError> {
        let setup = self.setup.parse::<G::Setup>();
        let setup = setup.map_err(|why| RunFileError::new(Field::Setup, why))?;
        Ok(Origin {
            parameters: self.parameters.clone(),
            ..Origin::new(setup, self.seed)
        })
    }

    /// The run with an ancestor, given by the text of its genome. The ancestor is among the founders as it is, and half
    /// of them are mutated copies of it.
    pub fn with_ancestor(self, code: String) -> Self {
        let copies = (self.parameters.population / 2).max(1);
        let acts = [Act::Put(code.clone()), Act::MoreLike(code, copies)];
        let founders = acts.map(|act| Intervention { before: 0, act });
        RunFile {
            interventions: founders.into(),
            ..self
        }
    }

    /// Reads the text of a run file. The error names file, line, column and reason.
    pub fn parse(path: &Path, text: &str) -> Result<Self, StoreError> {
        let file: RunFile = store::parse(path, text, FILE_VERSION)?;
        let refuse = |why| RunFileError::new(Field::Parameters, why).in_file(path, text);
        file.parameters.check().map_err(refuse)?;
        AxesChange::check(&file.axes, MOST_MEASURES).map_err(|(number, why)| {
            RunFileError::new(Field::Axes(number), why).in_file(path, text)
        })?;
        Ok(RunFile {
            parameters: EvolutionParameters {
                milliseconds: 0,
                ..file.parameters
            },
            ..file
        })
    }

    /// The text of the file; `path` is only for the error if the content has no text.
    pub fn text(&self, path: &Path) -> Result<String, StoreError> {
        store::text(path, FILE_VERSION, self)
    }
}
