//! A trial: one run of a setting, worked on in slices.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::{RangeError, Seed, catch_panic};
use crate::generation::individual_cost::IndividualCost;
use crate::generation::task::MOST_UNCHECKED;
use crate::generation::{EvolutionParameters, Problem, Run, StopReason};

/// One run of a setting.
pub trait LabTrial: Send {
    /// Works for about `most`, or to the end. A slice is longer if a single individual takes longer.
    fn work(&mut self, most: Duration);

    /// The outcome of the run; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Whether the target was met.
    pub solved: bool,
    /// The reason why the run ended.
    pub stop: StopReason,
    /// The number of its last generation; the founders are generation 0.
    pub generations: u32,
    /// The evaluations of the whole run, with those of its last generation. An elite is evaluated once.
    pub evaluations: u64,
    /// The seconds that a thread has worked on it.
    pub seconds: f64,
    /// The generations in which the best feasible individual so far became better, with its fitness. If every generation
    /// is judged anew, those in which the best one of the generation has another fitness than before.
    pub steps: Vec<(u32, f64)>,
}

impl Outcome {
    /// The fitness of the best feasible individual up to a generation; `None` if there was none.
    pub fn best_at(&self, generation: u32) -> Option<f64> {
        let known = self.steps.partition_point(|(at, _)| *at <= generation);
        known.checked_sub(1).map(|at| self.steps[at].1)
    }

    /// Whether the run has failed, so that it counts in no figure.
    pub fn has_failed(&self) -> bool {
        matches!(self.stop, StopReason::Failed(_))
    }

    /// The fitness of the best feasible individual; `None` if there is none.
    pub fn best(&self) -> Option<f64> {
        self.steps.last().map(|(_, fitness)| *fitness)
    }
}

/// A run of a problem.
pub(super) struct ProblemTrial<P: Problem> {
    run: Run<P>,
    /// The fitness at which it ends; `None` if the problem decides that.
    target: Option<f64>,
    busy: Duration,
    cost: IndividualCost,
    seen: Option<u32>,
    steps: Vec<(u32, f64)>,
}

impl<P: Problem> ProblemTrial<P> {
    pub fn new(
        problem: Arc<P>,
        parameters: EvolutionParameters,
        seed: Seed,
        target: Option<f64>,
    ) -> Result<Self, RangeError> {
        Ok(ProblemTrial {
            run: Run::new(problem, parameters, seed)?,
            target,
            busy: Duration::ZERO,
            cost: IndividualCost::default(),
            seen: None,
            steps: Vec::new(),
        })
    }

    fn make_some(&mut self, most: usize) {
        let before = Instant::now();
        let count = most.min(self.run.remaining().len()).max(1);
        if let Err(why) = catch_panic(|| self.run.step(count)) {
            self.run.halt(StopReason::Failed(why.to_string()));
        }
        self.cost.learn(before.elapsed(), count);
    }

    fn note_progress(&mut self) {
        let generation = self.run.generation();
        if generation == self.seen {
            return;
        }
        self.seen = generation;
        let best = self.run.best().filter(|best| best.is_feasible());
        let (Some(generation), Some(best)) = (generation, best.map(|best| best.fitness)) else {
            return;
        };
        // Values that every generation measures anew cannot be compared, so the largest one would be the luckiest.
        let anew = self.run.problem().judges_anew();
        let before = self.steps.last().map(|(_, fitness)| *fitness);
        if before.is_none_or(|before| best > before || anew && best != before) {
            self.steps.push((generation, best));
        }
        if self.meets_target() {
            self.run.halt(StopReason::TargetMet);
        }
    }

    /// Whether the best individual meets the target that the setting names.
    fn meets_target(&self) -> bool {
        let best = self.steps.last().map(|(_, fitness)| *fitness);
        self.target
            .zip(best)
            .is_some_and(|(target, best)| best >= target)
    }
}

impl<P: Problem> LabTrial for ProblemTrial<P> {
    fn work(&mut self, most: Duration) {
        let started = Instant::now();
        while self.run.stop_reason().is_none() {
            self.make_some(self.cost.count_within(most / 4, MOST_UNCHECKED));
            self.note_progress();
            if started.elapsed() >= most {
                break;
            }
        }
        self.busy += started.elapsed();
    }

    fn outcome(&self) -> Option<Outcome> {
        let stop = self.run.stop_reason()?.clone();
        Some(Outcome {
            // The limit may come in the very generation that meets the target.
            solved: stop == StopReason::TargetMet || self.meets_target(),
            stop,
            generations: self.run.generation().unwrap_or(0),
            evaluations: self.run.evaluations(),
            seconds: self.busy.as_secs_f64(),
            steps: self.steps.clone(),
        })
    }
}
