//! The experiment that the player describes.

use crate::base::Seed;
use crate::generation::EvolutionParameters;
use crate::generation::laboratory::{LabExperiment, LabSetting, ParameterChanges, Subject};
use crate::shell::menus::parameters::step_in_list;
use crate::shell::theme::number::NumberChange;

/// An experiment that can be changed, with information about its settings.
#[derive(Clone, Debug)]
pub struct Draft {
    experiment: LabExperiment,
    known: Vec<SettingInfo>,
    /// Counts up when widgets have to be spawned anew.
    version: u32,
}

/// Information about a setting.
#[derive(Clone, Debug, Default)]
struct SettingInfo {
    /// The usual parameters of its problem.
    usual: EvolutionParameters,
    /// Whether its problem has a target of its own.
    has_target: bool,
    /// The reason why it cannot be run; `None` if it can.
    fault: Option<String>,
}

/// The usual number of runs of each setting.
const RUNS: u32 = 20;

impl Default for Draft {
    fn default() -> Self {
        let experiment = LabExperiment {
            name: String::new(),
            runs: RUNS,
            seed: Seed(1),
            settings: Vec::new(),
        };
        Draft {
            experiment,
            known: Vec::new(),
            version: 0,
        }
    }
}

impl SettingInfo {
    fn of(setting: &LabSetting, subjects: &[Subject]) -> Self {
        match setting.prepare_problem(subjects) {
            Ok(prepared) => SettingInfo {
                has_target: prepared.has_target,
                usual: prepared.usual,
                fault: None,
            },
            Err((_, why)) => SettingInfo {
                fault: Some(why.to_string()),
                ..SettingInfo::default()
            },
        }
    }
}

impl Draft {
    /// A draft that compares a setting with a copy of it, which the player then changes.
    pub fn comparing(setting: LabSetting, subjects: &[Subject]) -> Self {
        let mut draft = Draft::default();
        draft.load(
            LabExperiment {
                settings: vec![setting.clone(), setting],
                ..draft.experiment.clone()
            },
            subjects,
        );
        draft
    }

    /// Takes over an experiment.
    pub fn load(&mut self, experiment: LabExperiment, subjects: &[Subject]) {
        let settings = experiment.settings.iter();
        self.known = settings
            .map(|setting| SettingInfo::of(setting, subjects))
            .collect();
        self.experiment = experiment;
        self.version += 1;
    }

    /// The experiment.
    pub fn experiment(&self) -> &LabExperiment {
        &self.experiment
    }

    /// The settings.
    pub fn settings(&self) -> &[LabSetting] {
        &self.experiment.settings
    }

    /// Counts up when widgets have to be spawned anew.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The parameters of a setting.
    pub fn parameters(&self, number: usize) -> EvolutionParameters {
        let (Some(setting), Some(known)) = (self.settings().get(number), self.known.get(number))
        else {
            return EvolutionParameters::default();
        };
        setting.parameters.applied_to(&known.usual)
    }

    /// Whether the problem of a setting has a target of its own.
    pub fn has_own_target(&self, number: usize) -> bool {
        self.known.get(number).is_some_and(|known| known.has_target)
    }

    /// The number of the first setting that cannot be run, and the reason.
    pub fn fault(&self) -> Option<(usize, &str)> {
        let mut known = self.known.iter().enumerate();
        known.find_map(|(number, known)| Some((number, known.fault.as_deref()?)))
    }

    /// Adds a copy of the last setting, unless the number of settings is the largest possible.
    pub fn add(&mut self) {
        let full = self.settings().len() >= LabExperiment::MOST_SETTINGS;
        if let (false, Some(last), Some(known)) = (
            full,
            self.settings().last().cloned(),
            self.known.last().cloned(),
        ) {
            self.experiment.settings.push(LabSetting {
                name: String::new(),
                ..last
            });
            self.known.push(known);
            self.version += 1;
        }
    }

    /// Removes a setting, unless it is the last one.
    pub fn remove(&mut self, number: usize) {
        if self.settings().len() > 1 && number < self.settings().len() {
            self.experiment.settings.remove(number);
            self.known.remove(number);
            self.version += 1;
        }
    }

    /// Changes the parameters of a setting.
    pub fn change_parameters(
        &mut self,
        number: usize,
        change: impl FnOnce(&mut EvolutionParameters),
    ) {
        let mut parameters = self.parameters(number);
        change(&mut parameters);
        if let (Some(setting), Some(known)) = (
            self.experiment.settings.get_mut(number),
            self.known.get(number),
        ) {
            setting.parameters = ParameterChanges::between(&known.usual, &parameters);
        }
    }

    /// Replaces the subject of a setting by the one `step` places further in the list, around its ends, with its usual
    /// setup.
    pub fn step_subject(&mut self, number: usize, step: i32, subjects: &[Subject]) {
        let Some(setting) = self.experiment.settings.get_mut(number) else {
            return;
        };
        let at = subjects
            .iter()
            .position(|one| one.key == setting.problem)
            .unwrap_or(0);
        let next = (at as i32 + step).rem_euclid(subjects.len().max(1) as i32);
        if let Some(subject) = subjects.get(next as usize) {
            *setting = LabSetting {
                name: std::mem::take(&mut setting.name),
                ..LabSetting::usual(subject)
            };
            self.known[number] = SettingInfo::of(setting, subjects);
            self.version += 1;
        }
    }

    /// Takes over the text of a setup as it is typed.
    pub fn set_setup(&mut self, number: usize, text: &str, subjects: &[Subject]) {
        let Some(setting) = self.experiment.settings.get_mut(number) else {
            return;
        };
        if setting.setup == text {
            return;
        }
        setting.setup = text.to_owned();
        match SettingInfo::of(setting, subjects) {
            // The information about the problem stays while its setup is being typed.
            SettingInfo {
                fault: Some(why), ..
            } => self.known[number].fault = Some(why),
            known => self.known[number] = known,
        }
    }

    /// Takes over the name of a setting as it is typed.
    pub fn set_name(&mut self, number: usize, text: &str) {
        if let Some(setting) = self.experiment.settings.get_mut(number) {
            setting.name = text.to_owned();
        }
    }

    /// Changes the target of a setting whose problem has none of its own. A target of 0 or less is removed.
    pub fn change_target(&mut self, number: usize, change: NumberChange) {
        if self.has_own_target(number) {
            return;
        }
        if let Some(setting) = self.experiment.settings.get_mut(number) {
            let target = match change {
                NumberChange::Step(step) => {
                    setting.target.unwrap_or(0.0) + TARGET_STEP * f64::from(step)
                }
                NumberChange::To(target) => target,
            };
            setting.target = (target > 0.0).then_some(target.min(*LabExperiment::TARGETS.end()));
        }
    }

    /// Changes the number of runs by a number of steps in `RUNS_TO_CHOOSE`.
    pub fn step_runs(&mut self, step: i32) {
        self.experiment.runs = step_in_list(&RUNS_TO_CHOOSE, self.experiment.runs, step);
    }

    /// Sets the title of the experiment.
    pub fn set_title(&mut self, text: &str) {
        self.experiment.name = text.to_owned();
    }

    /// Sets the seed of the experiment.
    pub fn set_seed(&mut self, seed: Seed) {
        self.experiment.seed = seed;
    }
}

/// The difference in fitness by which a step raises or lowers a target.
const TARGET_STEP: f64 = 5.0;
/// The numbers of runs to choose from.
const RUNS_TO_CHOOSE: [u32; 5] = [5, 10, 20, 50, 100];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_next_number_of_runs_also_from_one_that_is_not_in_the_list() {
        let stepped = |runs, step| {
            let mut draft = Draft::default();
            draft.experiment.runs = runs;
            draft.step_runs(step);
            draft.experiment.runs
        };
        for (runs, step, next) in [
            (20, 1, 50),
            (20, -1, 10),
            (30, 1, 50),
            (30, -1, 20),
            (100, 1, 100),
            (1_000, 1, 1_000),
            (3, -1, 3),
        ] {
            assert_eq!(stepped(runs, step), next, "{step} from {runs}");
        }
    }
}
