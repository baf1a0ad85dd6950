//! Generations that the history of a run has forgotten. They are computed again, with the player's interventions.

use std::sync::{Arc, Mutex};

use super::history::Record;
use super::intervention::{Act, Intervention, Setting};
use super::parameters::EvolutionParameters;
use super::pedigree::{Kin, Pedigree};
use super::problem::Problem;
use super::run::Run;
use crate::base::{Seed, lock};

/// The number of individuals that were made again and are kept.
const MOST_RECOMPUTED: usize = 8_000;

/// The start of a run and its interventions, from which its generations can be computed again.
pub(super) struct ForgottenGenerations<P: Problem> {
    /// The problem and the parameters with which the run began.
    problem: Arc<P>,
    parameters: EvolutionParameters,
    seed: Seed,
    interventions: Mutex<Vec<Intervention<P::Genome>>>,
    /// Generations that were made again.
    recomputed: Mutex<Vec<Arc<Record<P::Genome>>>>,
}

impl<P: Problem> ForgottenGenerations<P> {
    pub(super) fn of(run: &Run<P>) -> Self {
        ForgottenGenerations {
            problem: Arc::clone(run.problem()),
            parameters: run.parameters().clone(),
            seed: run.seed(),
            interventions: Mutex::default(),
            recomputed: Mutex::default(),
        }
    }

    /// Notes the interventions of a player. Generations that were made again are dropped, because they may differ now.
    pub(super) fn note_interventions(&self, all: &[Intervention<P::Genome>]) {
        *lock(&self.interventions) = all.to_vec();
        lock(&self.recomputed).clear();
    }

    /// Returns a generation that is made again from a record before it, or was made again already. `None` if it differs
    /// from the generation in the pedigree.
    pub(super) fn recompute(
        &self,
        from: &Record<P::Genome>,
        generation: u32,
        pedigree: &Pedigree,
    ) -> Option<Arc<Record<P::Genome>>> {
        let mut recomputed = lock(&self.recomputed);
        if let Some(known) = recomputed.iter().find(|one| one.generation == generation) {
            return Some(Arc::clone(known));
        }
        let made = self.rerun(from, generation, pedigree)?;
        recomputed.push(Arc::clone(&made));
        let individuals = |recomputed: &[Arc<Record<_>>]| -> usize {
            recomputed.iter().map(|record| record.members.len()).sum()
        };
        while recomputed.len() > 1 && individuals(&recomputed) > MOST_RECOMPUTED {
            recomputed.remove(0);
        }
        Some(made)
    }

    /// Runs from a record to a later generation.
    fn rerun(
        &self,
        from: &Record<P::Genome>,
        generation: u32,
        pedigree: &Pedigree,
    ) -> Option<Arc<Record<P::Genome>>> {
        let mut run = self.run_after(from)?;
        while run.generation() != Some(generation) {
            if run.stop_reason().is_some() {
                return None;
            }
            run.step(usize::MAX);
        }
        let again = run.history()?;
        let record = Arc::clone(again.newest()?);
        let is_same = (0..).zip(&record.members).all(|(place, member)| {
            let one = Kin::at(generation, place);
            pedigree.fitness(one) == Some(f64::from(member.fitness as f32))
                && pedigree.birth(one) == again.pedigree().birth(one)
        });
        is_same.then_some(record)
    }

    /// The run as it was after a recorded generation, with the interventions after it. Its owner alone decides how far
    /// it goes. `None` if it cannot be made.
    fn run_after(&self, record: &Record<P::Genome>) -> Option<Run<P>> {
        let is_limit = |act: &Act<_>| {
            matches!(
                act,
                Act::Set(Setting::Generations(_) | Setting::Stagnation(_))
            )
        };
        let lasts = |act: &Act<_>| {
            matches!(
                act,
                Act::Lock { .. } | Act::Unlock(_) | Act::Set(_) | Act::Aim(..)
            )
        };
        let mut past = lock(&self.interventions).clone();
        past.retain(|one| !is_limit(&one.act));
        let later = past.split_off(past.partition_point(|one| one.before <= record.generation));
        past.retain(|one| lasts(&one.act));
        let mut parameters = self.parameters.clone();
        for one in &past {
            if let Act::Set(setting) = &one.act {
                parameters = setting.applied_to(&parameters);
            }
        }
        Run::from_record(Arc::clone(&self.problem), parameters, self.seed, record)?
            .after(past)
            .with_interventions(later)
            .ok()
    }
}
