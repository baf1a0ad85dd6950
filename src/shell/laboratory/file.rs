//! Files of experiments: RON that is written by hand or by the program.

use std::path::Path;

use crate::base::ron_tokens::{Token, items_of, line_and_column, tokens};
use crate::generation::laboratory::{
    FaultPlace, LabExperiment, LabExperimentError, LabRun, Subject,
};
use crate::session::store::{StoreError, has_field, read_existing};

/// Reads the experiment of a file and prepares its runs. The error names file, line, column and reason.
pub fn read(path: &Path, subjects: &[Subject]) -> Result<LabRun, StoreError> {
    let text = read_existing(path)?;
    parse(path, &text, subjects)
}

/// Whether a text is an experiment, correct or broken, and not another file of the program.
pub fn is_experiment(text: &str) -> bool {
    has_field("settings", text)
}

/// Prepares the runs of the text of a file.
pub fn parse(path: &Path, text: &str, subjects: &[Subject]) -> Result<LabRun, StoreError> {
    let experiment: LabExperiment = options()
        .from_str(text)
        .map_err(|error| StoreError::syntax(path, &error))?;
    LabRun::new(experiment, subjects).map_err(|error: LabExperimentError| {
        let (line, column) = line_and_column(text, place_of(text, error.place));
        StoreError::text(path, line, column, &error.why)
    })
}

/// The text of a file with an experiment.
pub fn text(experiment: &LabExperiment) -> Result<String, ron::Error> {
    let style = ron::ser::PrettyConfig::default();
    Ok(options().to_string_pretty(experiment, style)? + "\n")
}

/// Options by which optional values are written without `Some`.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// The byte at which a field begins. For a field that is left out, it is the byte at which its setting begins.
fn place_of(text: &str, place: FaultPlace) -> usize {
    let (range, field) = match place {
        FaultPlace::Experiment(field) => (0..text.len(), field),
        FaultPlace::Setting(number, field) => {
            let item = items_of(text, "settings").into_iter().nth(number);
            (item.unwrap_or(0..text.len()), field)
        }
    };
    let named = tokens(text)
        .into_iter()
        .find(|(at, token)| range.contains(at) && *token == Token::Name(field));
    named.map_or(range.start, |(at, _)| at)
}
