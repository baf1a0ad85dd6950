//! The subjects that the laboratory can run: the problems of the games, by key.

use std::sync::Arc;

use super::experiment::LabExperiment;
use super::trial::{LabTrial, ProblemTrial};
use crate::base::{PlainError, RangeError, Seed};
use crate::generation::{EvolutionParameters, Problem};

/// The subjects and presets that a game hands over to the laboratory.
#[derive(Clone, Copy, Debug)]
pub struct Kit {
    /// The subjects that can be run.
    pub subjects: &'static [Subject],
    /// Experiments to begin with.
    pub presets: &'static [Preset],
}

/// A subject: something that evolves, with the function that makes its problem from the text of a setup.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// Its name in files, in small letters, digits and hyphens.
    pub key: &'static str,
    /// The key of its name in the language files.
    pub name: &'static str,
    /// The setup that it usually has.
    pub usual_setup: fn() -> String,
    /// Prepares runs of a setup. The error describes the fault of the text.
    pub prepare: fn(&str) -> Result<Prepared, PlainError>,
    /// The names of the parameters without an effect, as in the settings, such as `settings.scheme`.
    pub without: &'static [&'static str],
}

/// An experiment that can be chosen by its name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name on the command line, in small letters, digits and hyphens.
    pub key: &'static str,
    /// The key of its name in the language files.
    pub name: &'static str,
    /// The key of the sentence that gives its question and its source.
    pub what: &'static str,
    /// The experiment. Its name and those of its settings are keys of the language files.
    pub experiment: fn() -> LabExperiment,
}

impl Preset {
    /// The experiment with its names in words; `phrase` returns the phrase of a key.
    pub fn in_words(&self, phrase: &dyn Fn(&str) -> String) -> LabExperiment {
        let mut experiment = (self.experiment)();
        experiment.name = phrase(&experiment.name);
        for setting in &mut experiment.settings {
            setting.name = phrase(&setting.name);
        }
        experiment
    }
}

type Start = dyn Fn(EvolutionParameters, Seed, Option<f64>) -> Result<Box<dyn LabTrial>, RangeError>
    + Send
    + Sync;

/// A setup whose runs can begin.
pub struct Prepared {
    /// The usual parameters of the problem.
    pub usual: EvolutionParameters,
    /// Whether the problem has a target, so that a run can be solved.
    pub has_target: bool,
    /// Whether the fitness of a feasible individual stands for a distance from the goal.
    pub measures_distance: bool,
    start: Box<Start>,
}

impl Prepared {
    /// Prepares runs of the problems that `problem` makes for the seed of each run.
    pub fn new<P: Problem>(
        usual: EvolutionParameters,
        problem: impl Fn(Seed) -> P + Send + Sync + 'static,
    ) -> Self {
        let example = problem(Seed::default());
        let start = move |parameters, seed, target| {
            let trial = ProblemTrial::new(Arc::new(problem(seed)), parameters, seed, target)?;
            Ok(Box::new(trial) as Box<dyn LabTrial>)
        };
        Prepared {
            usual,
            has_target: example.target().is_some(),
            measures_distance: example.met_distance().is_some(),
            start: Box::new(start),
        }
    }

    /// Begins a run. Refuses parameters outside their range. With a `target` the run ends as solved at that fitness.
    pub fn start(
        &self,
        parameters: EvolutionParameters,
        seed: Seed,
        target: Option<f64>,
    ) -> Result<Box<dyn LabTrial>, RangeError> {
        (self.start)(parameters, seed, target)
    }
}
