//! An experiment under way: its samples are taken in any order, on any threads, and can be given up at any time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Experiment, ExperimentError, Phrases, Report};
use crate::base::{catch_panic, parallel_map};

/// An experiment with the samples that have been taken.
pub struct ExperimentRun<E: Experiment> {
    experiment: E,
    samples: Vec<OnceLock<Result<E::Sample, ExperimentError>>>,
    taken: AtomicUsize,
    is_stopped: AtomicBool,
}

impl<E: Experiment> ExperimentRun<E> {
    /// A run without samples.
    pub fn new(experiment: E) -> Self {
        ExperimentRun {
            samples: (0..experiment.samples()).map(|_| OnceLock::new()).collect(),
            experiment,
            taken: AtomicUsize::new(0),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// The reasons why samples have failed, in the order of their numbers. These samples enter no figure.
    pub fn failures(&self) -> impl Iterator<Item = &ExperimentError> {
        let taken = self.samples.iter().filter_map(OnceLock::get);
        taken.filter_map(|sample| sample.as_ref().err())
    }

    fn take(&self, number: usize) {
        self.samples[number].get_or_init(|| {
            let sample = catch_panic(|| self.experiment.sample(number));
            sample.unwrap_or_else(|why| Err(ExperimentError::Panicked(why.to_string())))
        });
        self.taken.fetch_add(1, Ordering::Relaxed);
    }
}

/// A run of any experiment.
pub trait AnyExperiment: Send + Sync {
    /// Takes all samples on up to `threads` threads. `step` is called after each of them.
    fn take_samples(&self, threads: usize, step: &(dyn Fn() + Sync));

    /// The samples that have been taken, and all of them.
    fn progress(&self) -> (usize, usize);

    /// Ends [`AnyExperiment::take_samples`] after the samples that are being taken.
    fn stop(&self);

    /// Whether [`AnyExperiment::stop`] was called.
    fn is_stopped(&self) -> bool;

    /// Returns the report on the samples so far. Samples that have failed enter no figure; the report counts them, and says why the first of
    /// them has failed.
    fn report(&self, phrase: Phrases) -> Result<Report, ExperimentError>;
}

impl<E: Experiment> AnyExperiment for ExperimentRun<E> {
    fn take_samples(&self, threads: usize, step: &(dyn Fn() + Sync)) {
        parallel_map(self.samples.len(), threads, |number| {
            if !self.is_stopped() {
                self.take(number);
                step();
            }
        });
    }

    fn progress(&self) -> (usize, usize) {
        (self.taken.load(Ordering::Relaxed), self.samples.len())
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn report(&self, phrase: Phrases) -> Result<Report, ExperimentError> {
        let taken = self.samples.iter().filter_map(OnceLock::get);
        let good: Vec<&E::Sample> = taken.filter_map(|sample| sample.as_ref().ok()).collect();
        let bad: Vec<_> = self.failures().collect();
        if let (true, Some(why)) = (good.is_empty(), bad.first()) {
            return Err((*why).clone());
        }
        let mut report = self.experiment.report(&good, phrase)?;
        if let Some(why) = bad.first() {
            let values = [
                ("failed", bad.len().to_string()),
                ("all", (good.len() + bad.len()).to_string()),
                ("why", why.to_string()),
            ];
            report.say(phrase("experiment.failed", &values));
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Part;

    /// Its samples are their numbers. The sample 1 fails, the sample 2 panics.
    struct Numbers(usize);

    impl Experiment for Numbers {
        type Sample = usize;

        fn samples(&self) -> usize {
            self.0
        }

        fn sample(&self, number: usize) -> Result<usize, ExperimentError> {
            match number {
                1 => Err(ExperimentError::TooFew(7, 9)),
                2 => panic!("two"),
                _ => Ok(number),
            }
        }

        fn report(&self, samples: &[&usize], _: Phrases) -> Result<Report, ExperimentError> {
            let mut report = Report::default();
            report.say(samples.iter().copied().sum::<usize>().to_string());
            Ok(report)
        }
    }

    fn words(key: &str, values: &[(&str, String)]) -> String {
        let values: Vec<&str> = values.iter().map(|(_, value)| value.as_str()).collect();
        format!("{key} {}", values.join(" "))
    }

    #[test]
    fn failed_samples_are_counted_and_enter_no_figure() {
        let run = ExperimentRun::new(Numbers(5));
        run.take_samples(2, &|| ());
        assert_eq!(run.progress(), (5, 5));
        let report = run.report(&words).expect("a report");
        let why = ExperimentError::TooFew(7, 9);
        let failed = format!("experiment.failed 2 5 {why}");
        assert_eq!(report.parts, [Part::Words("7".into()), Part::Words(failed)]);
    }

    #[test]
    fn an_experiment_without_a_good_sample_says_why() {
        struct Bad;
        impl Experiment for Bad {
            type Sample = ();
            fn samples(&self) -> usize {
                3
            }
            fn sample(&self, number: usize) -> Result<(), ExperimentError> {
                Err(ExperimentError::TooFew(number, 3))
            }
            fn report(&self, _: &[&()], _: Phrases) -> Result<Report, ExperimentError> {
                Ok(Report::default())
            }
        }
        let run = ExperimentRun::new(Bad);
        run.take_samples(1, &|| ());
        let why = run.report(&words).expect_err("nothing was measured");
        assert_eq!(why.to_string(), ExperimentError::TooFew(0, 3).to_string());
    }

    #[test]
    fn a_run_that_is_stopped_takes_no_further_samples() {
        let run = ExperimentRun::new(Numbers(1_000));
        run.take_samples(1, &|| run.stop());
        assert_eq!(run.progress(), (1, 1_000));
    }
}
