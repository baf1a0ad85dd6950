//! An experiment as data: its settings, and the number of runs of each.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::parameter_changes::ParameterChanges;
use super::subject::{Prepared, Subject};
use crate::base::{PlainError, RangeError, Seed, check_range};
use crate::generation::EvolutionParameters;

/// Several settings that are to be compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Experiment")]
pub struct LabExperiment {
    /// The title; may be empty.
    #[serde(default)]
    pub name: String,
    /// The number of runs of each setting, [`LabExperiment::RUNS`].
    pub runs: u32,
    /// The seed from which the seeds of all runs follow.
    #[serde(default, with = "crate::base::seed_text")]
    pub seed: Seed,
    /// The settings, 1 to [`LabExperiment::MOST_SETTINGS`].
    pub settings: Vec<LabSetting>,
}

/// A subject to evolve, and its parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Setting", deny_unknown_fields)]
pub struct LabSetting {
    /// Its name; if it is empty, the letter of the setting stands for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The key of the [`Subject`].
    pub problem: String,
    /// The text from which the subject makes its problem; if it is empty, the usual one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub setup: String,
    /// The parameters that differ from the usual ones of the problem. Files call them `search`.
    #[serde(default, rename = "search")]
    pub parameters: ParameterChanges,
    /// The fitness at which a run counts as solved and ends, for problems that have no target of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<f64>,
}

/// A fault of an experiment, and its place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{why}")]
pub struct LabExperimentError {
    /// The place.
    pub place: FaultPlace,
    /// The reason.
    pub why: String,
}

/// The place of a fault: the name of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultPlace {
    /// A field of the experiment.
    Experiment(&'static str),
    /// A field of the setting with this number, from 0.
    Setting(usize, &'static str),
}

impl LabExperimentError {
    fn of_setting(number: usize, field: &'static str, why: impl ToString) -> Self {
        LabExperimentError {
            place: FaultPlace::Setting(number, field),
            why: why.to_string(),
        }
    }
}

/// A setting that is ready to be run.
pub(super) struct PreparedSetting {
    pub prepared: Prepared,
    pub parameters: EvolutionParameters,
}

impl LabExperiment {
    /// Allowed numbers of runs of each setting.
    pub const RUNS: RangeInclusive<u32> = 1..=1_000;
    /// The largest number of settings.
    pub const MOST_SETTINGS: usize = 6;
    /// Allowed targets.
    pub const TARGETS: RangeInclusive<f64> = 0.0..=1_000_000.0;

    /// The experiment in which every setting without a setup has the usual one of its subject.
    pub(super) fn with_usual_setups(mut self, subjects: &[Subject]) -> Self {
        for setting in &mut self.settings {
            let mut known = subjects.iter();
            let subject = known.find(|subject| subject.key == setting.problem);
            if let (true, Some(subject)) = (setting.setup.is_empty(), subject) {
                setting.setup = (subject.usual_setup)();
            }
        }
        self
    }

    /// Refuses numbers outside their ranges, unknown subjects, and setups that their subject refuses.
    pub(super) fn prepare(
        &self,
        subjects: &[Subject],
    ) -> Result<Vec<PreparedSetting>, LabExperimentError> {
        let fault = |field, why: RangeError| LabExperimentError {
            place: FaultPlace::Experiment(field),
            why: why.to_string(),
        };
        check_range("runs", self.runs, Self::RUNS).map_err(|why| fault("runs", why))?;
        let range = 1..=Self::MOST_SETTINGS;
        check_range("the number of settings", self.settings.len(), range)
            .map_err(|why| fault("settings", why))?;
        let settings = self.settings.iter().enumerate();
        settings
            .map(|(number, setting)| setting.prepare(number, subjects))
            .collect()
    }
}

impl LabSetting {
    /// The setting of a subject with its usual setup and parameters.
    pub fn usual(subject: &Subject) -> Self {
        LabSetting {
            problem: subject.key.to_owned(),
            setup: (subject.usual_setup)(),
            ..LabSetting::default()
        }
    }

    /// A setting with the setup of a game, and with the parameters that its player has chosen.
    pub fn of(
        problem: &str,
        setup: String,
        usual: &EvolutionParameters,
        chosen: &EvolutionParameters,
    ) -> Self {
        LabSetting {
            problem: problem.to_owned(),
            setup,
            parameters: ParameterChanges::between(usual, chosen),
            ..LabSetting::default()
        }
    }

    /// Finds the subject and lets it prepare the setup. The error names the field at fault.
    pub fn prepare_problem(
        &self,
        subjects: &[Subject],
    ) -> Result<Prepared, (&'static str, PlainError)> {
        let found = subjects.iter().find(|subject| subject.key == self.problem);
        let subject = found.ok_or_else(|| {
            let keys: Vec<&str> = subjects.iter().map(|subject| subject.key).collect();
            let why = format!(
                "there is no problem \"{}\"; the problems are {}",
                self.problem,
                keys.join(", ")
            );
            ("problem", PlainError::new(why))
        })?;
        let usual = || (subject.usual_setup)();
        let setup = Some(&self.setup).filter(|text| !text.is_empty());
        let setup = setup.cloned().unwrap_or_else(usual);
        (subject.prepare)(&setup).map_err(|why| ("setup", why))
    }

    fn prepare(
        &self,
        number: usize,
        subjects: &[Subject],
    ) -> Result<PreparedSetting, LabExperimentError> {
        let prepared = self.prepare_problem(subjects);
        let prepared =
            prepared.map_err(|(field, why)| LabExperimentError::of_setting(number, field, why))?;
        let parameters = self.parameters.applied_to(&prepared.usual);
        let checked = parameters.check();
        checked.map_err(|why| {
            let field = match why.name {
                "tournament" => "selection",
                name => name,
            };
            LabExperimentError::of_setting(number, field, why)
        })?;
        if let Some(target) = self.target {
            if prepared.has_target {
                let why = "this problem has a target of its own, which ends a run";
                return Err(LabExperimentError::of_setting(number, "target", why));
            }
            check_range("target", target, LabExperiment::TARGETS)
                .map_err(|why| LabExperimentError::of_setting(number, "target", why))?;
        }
        Ok(PreparedSetting {
            prepared,
            parameters,
        })
    }
}
