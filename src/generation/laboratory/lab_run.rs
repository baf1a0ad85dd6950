//! An experiment under way: the runs that are begun, and the outcomes of those that are over.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::experiment::{LabExperiment, LabExperimentError, PreparedSetting};
use super::findings::Findings;
use super::subject::{Prepared, Subject};
use super::trial::{LabTrial, Outcome};
use crate::base::{Seed, catch_panic, lock, parallel_map};
use crate::generation::{EvolutionParameters, StopReason};

/// An experiment with the outcomes of its runs so far. Threads share it.
pub struct LabRun {
    experiment: LabExperiment,
    settings: Vec<PreparedSetting>,
    /// The number of the next run.
    next: AtomicUsize,
    is_stopped: AtomicBool,
    /// The outcome of each run of each setting that is over.
    outcomes: Mutex<Vec<Vec<Option<Outcome>>>>,
}

/// A run that has been begun.
pub struct BegunTrial {
    setting: usize,
    run: usize,
    trial: Box<dyn LabTrial>,
}

/// The slice of work between two checks whether the experiment was stopped, outside of the game.
const SLICE: Duration = Duration::from_millis(20);

impl LabRun {
    /// Prepares an experiment. The error gives its fault and the place of the fault.
    pub fn new(
        experiment: LabExperiment,
        subjects: &[Subject],
    ) -> Result<Self, LabExperimentError> {
        let settings = experiment.prepare(subjects)?;
        let experiment = experiment.with_usual_setups(subjects);
        let none = vec![None; experiment.runs as usize];
        Ok(LabRun {
            outcomes: Mutex::new(vec![none; settings.len()]),
            next: AtomicUsize::new(0),
            is_stopped: AtomicBool::new(false),
            settings,
            experiment,
        })
    }

    /// The experiment.
    pub fn experiment(&self) -> &LabExperiment {
        &self.experiment
    }

    /// The prepared setup of a setting, from 0.
    pub fn prepared(&self, setting: usize) -> &Prepared {
        &self.settings[setting].prepared
    }

    /// The parameters of the runs of a setting.
    pub fn parameters(&self, setting: usize) -> &EvolutionParameters {
        &self.settings[setting].parameters
    }

    /// Whether a run of a setting, from 0, can be solved, because there is a target.
    pub fn has_target(&self, setting: usize) -> bool {
        self.prepared(setting).has_target || self.experiment.settings[setting].target.is_some()
    }

    /// The seed of a run of a setting, both from 0. All runs have seeds of their own, because the rank test compares
    /// independent samples.
    pub fn seed(&self, setting: usize, run: usize) -> Seed {
        let of_setting = self.experiment.seed.child(setting as u64 + 1);
        of_setting.child(run as u64 + 1)
    }

    /// The number of runs of all settings together.
    pub fn all(&self) -> usize {
        self.settings.len() * self.experiment.runs as usize
    }

    /// The number of runs that are over.
    pub fn done(&self) -> usize {
        let outcomes = lock(&self.outcomes);
        outcomes.iter().flatten().flatten().count()
    }

    /// Begins no further run, and gives up those that have been begun; they enter no figure.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Whether [`LabRun::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Begins the next run; `None` if all have been begun, or the experiment was stopped. The settings take turns, so
    /// that other work of the computer slows all of them alike.
    pub fn begin(&self) -> Option<BegunTrial> {
        if self.is_stopped() {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (run, setting) = (number / self.settings.len(), number % self.settings.len());
        if number >= self.all() {
            return None;
        }
        let PreparedSetting {
            prepared,
            parameters,
        } = &self.settings[setting];
        let target = self.experiment.settings[setting].target;
        let seed = self.seed(setting, run);
        let trial = catch_panic(|| prepared.start(parameters.clone(), seed, target));
        let trial = match trial {
            Ok(Ok(trial)) => trial,
            Ok(Err(why)) => Box::new(FailedTrial(why.to_string())),
            Err(why) => Box::new(FailedTrial(why.to_string())),
        };
        Some(BegunTrial {
            setting,
            run,
            trial,
        })
    }

    /// Works on a run for about `most`, and returns whether the run is over.
    pub fn work_on(&self, begun: &mut BegunTrial, most: Duration) -> bool {
        begun.trial.work(most);
        let outcome = begun.trial.outcome();
        let is_over = outcome.is_some();
        if is_over {
            lock(&self.outcomes)[begun.setting][begun.run] = outcome;
        }
        is_over || self.is_stopped()
    }

    /// Makes all runs on up to `threads` threads, until the end or [`LabRun::stop`]. `step` is called after each run.
    pub fn finish(&self, threads: usize, step: &(dyn Fn() + Sync)) {
        parallel_map(threads.clamp(1, self.all()), threads, |_| {
            while let Some(mut begun) = self.begin() {
                while !self.work_on(&mut begun, SLICE) {}
                step();
            }
        });
    }

    /// The outcomes of the runs that are over, with their numbers from 0, for each setting.
    pub fn outcomes(&self) -> Vec<Vec<(usize, Outcome)>> {
        let of_setting = |runs: &Vec<Option<Outcome>>| {
            let runs = runs.iter().enumerate();
            runs.filter_map(|(run, outcome)| Some((run, outcome.clone()?)))
                .collect()
        };
        lock(&self.outcomes).iter().map(of_setting).collect()
    }

    /// Whether all runs were made to their end, and none has failed.
    pub fn is_whole(&self) -> bool {
        let outcomes = lock(&self.outcomes);
        let is_good = |run: &Option<Outcome>| run.as_ref().is_some_and(|one| !one.has_failed());
        outcomes.iter().flatten().all(is_good)
    }

    /// The findings from the runs that are over.
    pub fn findings(&self) -> Findings {
        Findings::of(self)
    }
}

/// A run that could not begin.
struct FailedTrial(String);

impl LabTrial for FailedTrial {
    fn work(&mut self, _: Duration) {}

    fn outcome(&self) -> Option<Outcome> {
        Some(Outcome {
            solved: false,
            stop: StopReason::Failed(self.0.clone()),
            generations: 0,
            evaluations: 0,
            seconds: 0.0,
            steps: Vec::new(),
        })
    }
}
