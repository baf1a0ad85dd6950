//! A run: evolution in bounded steps, repeatable bit for bit.
//!
//! A run is advanced in steps by its owner: a test does so in a loop, the command line behind a progress bar, the
//! game in a background task. Offspring are made by an immutable [`Reproduction`], each with its own random stream, so
//! the result depends neither on the threads that make them nor on their order.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::birth::PackedBirth;
use super::genome::MutationGaps;
use super::history::{History, Record, places_in_record};
use super::parameters::EvolutionParameters;
use super::population::{Generation, Individual};
use super::problem::Problem;
use super::reproduction::{Offspring, Reproduction};
use super::run_interventions::InterventionLog;
use crate::base::random::{Purpose, Seed};
use crate::base::{RangeError, parallel_map};

/// The reason why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// An individual met the target.
    TargetMet,
    /// The limit on generations was reached.
    GenerationLimit,
    /// The best individual did not improve for the allowed number of generations.
    Stagnation,
    /// The time was used up.
    TimeBudget,
    /// It was cancelled.
    Cancelled,
    /// It panicked; the text is the panic's message.
    Failed(String),
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::TargetMet => "target met",
            StopReason::GenerationLimit => "generation limit",
            StopReason::Stagnation => "no progress",
            StopReason::TimeBudget => "time used up",
            StopReason::Cancelled => "cancelled",
            StopReason::Failed(why) => return write!(f, "failed: {why}"),
        })
    }
}

/// The individual of a run from which a game makes its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Pick {
    /// The best individual at the end of the run.
    Best,
    /// The best individual so far when this generation was complete.
    BestAt(u32),
    /// A member of this generation, in the order of its record.
    Member(u32, u32),
}

/// Evolution under way, or ended.
pub struct Run<P: Problem> {
    pub(super) reproduction: Reproduction<P>,
    pub(super) seed: Seed,
    /// The number of complete generations; the founders are the first.
    pub(super) complete: u32,
    pub(super) evaluations: u64,
    /// The generation that is being made.
    pub(super) next: Generation<P::Genome>,
    /// The number of its individuals that are made.
    pub(super) made: usize,
    /// The births of these individuals; empty if no history is kept.
    pub(super) births: Vec<PackedBirth>,
    pub(super) best: Option<Individual<P::Genome>>,
    /// The generation in which the best was last improved.
    pub(super) improved: u32,
    pub(super) busy: Duration,
    pub(super) stop: Option<StopReason>,
    pub(super) history: Option<History<P::Genome>>,
    /// The interventions of a player; `None` if there are none.
    pub(super) interventions: Option<Box<InterventionLog<P>>>,
}

impl<P: Problem> Run<P> {
    /// A run that has not begun. Refuses parameters outside their range.
    pub fn new(
        problem: Arc<P>,
        parameters: EvolutionParameters,
        seed: Seed,
    ) -> Result<Self, RangeError> {
        parameters.check()?;
        let size = parameters.population as usize;
        let gaps = MutationGaps::new(parameters.mutation, problem.genes());
        Ok(Run {
            reproduction: Reproduction {
                problem,
                gaps: Arc::new(gaps),
                parents: Arc::new(Generation::with_capacity(size)),
                key: seed.stream_key(Purpose::Founders, 0),
                generation: 0,
                parameters: Arc::new(parameters),
                feasible_places: 0,
                manual_changes: None,
            },
            seed,
            complete: 0,
            evaluations: 0,
            next: Generation::with_capacity(size),
            made: 0,
            births: Vec::new(),
            best: None,
            improved: 0,
            busy: Duration::ZERO,
            stop: None,
            history: None,
            interventions: None,
        })
    }

    /// A run with a history that goes on after a recorded generation. It makes the same generations as the run that was
    /// recorded. `None` for parameters outside their range.
    pub(super) fn from_record(
        problem: Arc<P>,
        parameters: EvolutionParameters,
        seed: Seed,
        record: &Record<P::Genome>,
    ) -> Option<Self> {
        // The run has no limits, because its owner alone decides how far it goes.
        let parameters = EvolutionParameters {
            milliseconds: 0,
            stagnation: 0,
            generations: *EvolutionParameters::GENERATIONS.end(),
            ..parameters
        };
        let mut run = Run::new(problem, parameters, seed).ok()?.with_history();
        let mut members: Vec<&Individual<P::Genome>> = record.members.iter().collect();
        members.sort_by_key(|one| one.number);
        let scheme = run.reproduction.parameters.scheme;
        for member in members {
            run.next.add(scheme, member.clone());
            run.births.push(PackedBirth::FOUNDER);
        }
        run.made = record.members.len();
        run.complete = record.generation;
        run.best = Some(record.best.clone());
        run.complete_generation();
        run.stop = None;
        Some(run)
    }

    /// The same run with a history.
    pub fn with_history(mut self) -> Self {
        self.history = Some(History::new(self.reproduction.parameters.population));
        self
    }

    /// The problem.
    pub fn problem(&self) -> &Arc<P> {
        &self.reproduction.problem
    }

    /// The parameters.
    pub fn parameters(&self) -> &EvolutionParameters {
        &self.reproduction.parameters
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of the newest complete generation; `None` before the founders are evaluated.
    pub fn generation(&self) -> Option<u32> {
        self.complete.checked_sub(1)
    }

    /// The number of evaluations; an elite is evaluated once.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The best individual so far: the fittest feasible one, or the least infeasible one. If the problem judges each
    /// generation anew, it is the best one of the newest generation. `None` before the first generation.
    pub fn best(&self) -> Option<&Individual<P::Genome>> {
        self.best.as_ref()
    }

    /// The reason why the run ended; `None` while it may go on.
    pub fn stop_reason(&self) -> Option<&StopReason> {
        self.stop.as_ref()
    }

    /// The history, if one is kept.
    pub fn history(&self) -> Option<&History<P::Genome>> {
        self.history.as_ref()
    }

    /// The newest complete generation, with its two populations.
    pub fn newest(&self) -> &Generation<P::Genome> {
        &self.reproduction.parents
    }

    /// Ends the run, unless it has ended already.
    pub fn halt(&mut self, why: StopReason) {
        self.stop.get_or_insert(why);
    }

    /// The individuals of the next generation that are still to be made.
    pub fn remaining(&self) -> Range<usize> {
        self.made..self.reproduction.parameters.population as usize
    }

    /// The data with which another thread can make some of [`Run::remaining`].
    pub fn reproduction(&self) -> Reproduction<P> {
        self.reproduction.clone()
    }

    /// Makes up to `most` individuals on this thread, and completes the generation after its last one.
    pub fn step(&mut self, most: usize) {
        if self.stop.is_some() {
            return;
        }
        let started = self.reproduction.parameters.time().map(|_| Instant::now());
        let remaining = self.remaining();
        let end = remaining.end.min(remaining.start.saturating_add(most));
        for index in remaining.start..end {
            self.add(self.reproduction.reproduce(index));
        }
        if let Some(started) = started {
            self.busy += started.elapsed();
        }
        self.complete_generation();
    }

    /// Makes the rest of the generation on several threads. This pays where an individual costs more than handing it to
    /// a thread.
    pub fn step_parallel(&mut self, threads: usize) {
        let (remaining, reproduction) = (self.remaining(), &self.reproduction);
        let started = Instant::now();
        let offspring = parallel_map(remaining.len(), threads, |at| {
            reproduction.reproduce(remaining.start + at)
        });
        self.insert_offspring(offspring, started.elapsed());
    }

    /// Inserts individuals that were made elsewhere: the first ones of [`Run::remaining`], in order. `took` is the time
    /// that this needed.
    pub fn insert_offspring(&mut self, offspring: Vec<Offspring<P::Genome>>, took: Duration) {
        if self.stop.is_some() {
            return;
        }
        self.busy += took;
        for one in offspring.into_iter().take(self.remaining().len()) {
            self.add(one);
        }
        self.complete_generation();
    }

    /// Adds the next individual of the generation that is being made.
    #[inline]
    fn add(&mut self, offspring: Offspring<P::Genome>) {
        let scheme = self.reproduction.parameters.scheme;
        self.next.add(scheme, offspring.individual);
        self.made += 1;
        if self.history.is_some() {
            self.births.push(offspring.birth);
        }
    }

    /// Runs to the end on this thread.
    pub fn finish(&mut self) -> &StopReason {
        while self.stop.is_none() {
            self.step(usize::MAX);
        }
        self.stop.as_ref().expect("the loop ends when it is set")
    }

    /// Turns the offspring into the parents once all of them are made.
    fn complete_generation(&mut self) {
        if !self.remaining().is_empty() {
            return;
        }
        let parameters = Arc::clone(&self.reproduction.parameters);
        self.evaluations += (self.made - self.reproduction.copies()) as u64;
        self.made = 0;
        for population in [&mut self.next.feasible, &mut self.next.infeasible] {
            population.prepare_selection(
                parameters.elitism as usize,
                parameters.selection,
                parameters.scheme,
            );
        }
        let births = self.births_in_record();
        self.births.clear();
        // The buffers of the old parents are used again, unless another thread still holds them.
        let empty = Generation::with_capacity(0);
        let next = Arc::new(std::mem::replace(&mut self.next, empty));
        let old = std::mem::replace(&mut self.reproduction.parents, next);
        self.next = Arc::try_unwrap(old)
            .unwrap_or_else(|_| Generation::with_capacity(parameters.population as usize));
        self.next.clear();
        self.complete += 1;
        self.reproduction.key = self
            .seed
            .stream_key(Purpose::Reproduction, u64::from(self.complete));
        self.reproduction.feasible_places = self.reproduction.parents.feasible.members.len();
        self.reproduction.generation = self.complete;
        self.update_progress(&parameters, &births);
        if self.interventions.is_some() {
            self.begin_changed_generation();
        }
    }

    /// The births of the members of the next generation in the order of its record, if a history is kept.
    fn births_in_record(&self) -> Vec<PackedBirth> {
        if self.history.is_none() {
            return Vec::new();
        }
        let members = self.next.members();
        let births = members.map(|member| self.births[member.number as usize]);
        let scheme = self.reproduction.parameters.scheme;
        let before = places_in_record(&self.reproduction.parents, scheme);
        let (Some(before), Some(places)) = (before, places_in_record(&self.next, scheme)) else {
            return births.collect();
        };
        let mut sorted = vec![PackedBirth::FOUNDER; places.len()];
        for (birth, place) in births.zip(places) {
            sorted[place as usize] = birth.renumbered(|at| before[at as usize]);
        }
        sorted
    }

    /// Updates the best, the history and the stop reason after a generation.
    fn update_progress(&mut self, parameters: &EvolutionParameters, births: &[PackedBirth]) {
        let generation = self.complete - 1;
        self.update_best(parameters, generation);
        if let (Some(history), Some(best)) = (&mut self.history, &self.best) {
            let newest = &self.reproduction.parents;
            if self.reproduction.problem.judges_anew() {
                history.begin_new_scale();
            }
            let record = Record::new(
                generation,
                self.evaluations,
                newest,
                best.clone(),
                parameters.scheme,
            );
            history.push(record, births);
        }
        self.stop = self.reason_to_stop(parameters, generation);
    }

    /// Updates the best individual so far with the members of a new generation.
    fn update_best(&mut self, parameters: &EvolutionParameters, generation: u32) {
        let fitter = |a: &Individual<P::Genome>, b: &Individual<P::Genome>| {
            (a.is_feasible(), a.fitness) > (b.is_feasible(), b.fitness)
        };
        let mut best = self.best.take();
        if self.reproduction.problem.judges_anew() {
            // Figures of different generations cannot be compared.
            best = None;
        }
        // The elites are the best of their population and stand first, so with elitism the first member is enough.
        let most = if parameters.elitism > 0 {
            1
        } else {
            usize::MAX
        };
        let parents = &self.reproduction.parents;
        let feasible = parents.feasible.members.iter().take(most);
        for member in feasible.chain(parents.infeasible.members.iter().take(most)) {
            if best.as_ref().is_none_or(|b| fitter(member, b)) {
                best = Some(member.clone());
                self.improved = generation;
            }
        }
        self.best = best;
    }

    /// The reason why the run ends with a generation; `None` if it goes on.
    fn reason_to_stop(
        &self,
        parameters: &EvolutionParameters,
        generation: u32,
    ) -> Option<StopReason> {
        let target = self.reproduction.problem.target();
        let met = self.best.as_ref().is_some_and(|best| {
            best.is_feasible() && target.is_some_and(|target| best.fitness >= target)
        });
        let idle = generation - self.improved;
        if met {
            Some(StopReason::TargetMet)
        } else if generation >= parameters.generations {
            Some(StopReason::GenerationLimit)
        } else if parameters.stagnation > 0 && idle >= parameters.stagnation {
            Some(StopReason::Stagnation)
        } else if parameters.time().is_some_and(|most| self.busy >= most) && !self.is_made_again() {
            // Generations that a run has made before are made again, however long that takes this time.
            Some(StopReason::TimeBudget)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
