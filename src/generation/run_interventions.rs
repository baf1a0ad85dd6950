//! Runs that a player steers: interventions take effect between two generations, and can be taken back.

use std::sync::Arc;

use super::birth::PackedBirth;
use super::genome::MutationGaps;
use super::intervention::{self, Act, Intervention, InterventionError, Part};
use super::manual_changes::{Immigrant, Lock, ManualChanges, genome_of_immigrant};
use super::population::{Generation, Individual, Population};
use super::problem::Problem;
use super::reproduction::{Offspring, Reproduction};
use super::run::{Run, StopReason};
use super::run_checkpoints::Checkpoints;
use crate::base::Stream;

/// The interventions in a run.
pub(super) struct InterventionLog<P: Problem> {
    /// All interventions, in the order in which they take effect.
    entries: Vec<Intervention<P::Genome>>,
    /// The number of interventions that have taken effect.
    in_effect: usize,
    /// The number of generations that the run had when it went back, as far as it makes the same ones again.
    made_before: u32,
    pub(super) checkpoints: Checkpoints<P>,
}

// A derived implementation would require that the problem itself is `Clone`.
impl<P: Problem> Clone for InterventionLog<P> {
    fn clone(&self) -> Self {
        InterventionLog {
            entries: self.entries.clone(),
            in_effect: self.in_effect,
            made_before: self.made_before,
            checkpoints: self.checkpoints.clone(),
        }
    }
}

impl<P: Problem> InterventionLog<P> {
    const fn empty() -> Self {
        InterventionLog {
            entries: Vec::new(),
            in_effect: 0,
            made_before: 0,
            checkpoints: Checkpoints::none(),
        }
    }

    /// The interventions that have not taken effect yet.
    fn pending(&self) -> &[Intervention<P::Genome>] {
        &self.entries[self.in_effect..]
    }
}

/// A copy of a run between two generations.
impl<P: Problem> Clone for Run<P> {
    fn clone(&self) -> Self {
        Run {
            reproduction: self.reproduction.clone(),
            seed: self.seed,
            complete: self.complete,
            evaluations: self.evaluations,
            next: self.next.clone(),
            made: self.made,
            births: self.births.clone(),
            best: self.best.clone(),
            improved: self.improved,
            busy: self.busy,
            stop: self.stop.clone(),
            history: self.history.clone(),
            interventions: self.interventions.clone(),
        }
    }
}

impl<P: Problem> Reproduction<P> {
    /// Makes and evaluates an individual of a generation that a player has changed.
    #[cold]
    pub(super) fn reproduce_with_changes(
        &self,
        changes: &ManualChanges<P::Genome>,
        number: u32,
        rng: &mut Stream,
    ) -> Offspring<P::Genome> {
        let problem = &*self.problem;
        let (population, before) = self.population_of(number as usize);
        let place = self.place_of(before);
        let (mut genome, birth) = if let Some(immigrant) = changes.immigrant(number) {
            let operators = (self.parameters.crossover, &*self.gaps);
            let mutation = self.parameters.mutation;
            let genome = genome_of_immigrant(problem, immigrant, operators, mutation, rng);
            (genome, PackedBirth::IMMIGRANT)
        } else if self.parents.is_empty() {
            (problem.random(rng), PackedBirth::FOUNDER)
        } else if let Some(elite) = self.elite(number) {
            let birth = PackedBirth::elite(place + number as usize - before);
            if !changes.renews_elites && !problem.judges_anew() {
                let elite = elite.clone();
                let individual = Individual { number, ..elite };
                return Offspring { individual, birth };
            }
            (elite.genome.clone(), birth)
        } else {
            self.child(population, place, rng)
        };
        changes.restore(problem, &mut genome);
        let individual = self.evaluate(genome, number, rng);
        Offspring { individual, birth }
    }

    /// The elite that enters the next generation with a number; `None` if the number is not that of an elite.
    fn elite(&self, number: u32) -> Option<&Individual<P::Genome>> {
        let (population, before) = self.population_of(number as usize);
        let elites = &population.members[..population.elites];
        elites.get(number as usize - before)
    }

    /// The number of individuals that enter the next generation without being evaluated.
    pub(super) fn copies(&self) -> usize {
        if self.problem.judges_anew() {
            return 0;
        }
        let elites = self.parents.feasible.elites + self.parents.infeasible.elites;
        match &self.manual_changes {
            None => elites,
            Some(changes) if changes.renews_elites => 0,
            Some(changes) => {
                let replaced = changes.immigrants.iter();
                elites - replaced.filter(|(at, _)| self.elite(*at).is_some()).count()
            }
        }
    }
}

impl<P: Problem> Run<P> {
    /// The same run with interventions. Each takes effect before its generation is made. Refuses interventions that
    /// have no meaning for the problem.
    pub fn with_interventions(
        mut self,
        mut entries: Vec<Intervention<P::Genome>>,
    ) -> Result<Self, InterventionError> {
        for entry in &entries {
            intervention::check(self.problem().as_ref(), &entry.act)?;
        }
        entries.sort_by_key(|entry| entry.before);
        let log = InterventionLog {
            entries,
            ..InterventionLog::empty()
        };
        self.interventions = Some(Box::new(log));
        self.apply_interventions();
        Ok(self)
    }

    /// The same run, in which the lasting changes of earlier interventions hold.
    pub(super) fn after(mut self, earlier: Vec<Intervention<P::Genome>>) -> Self {
        let (best, improved) = (self.best.clone(), self.improved);
        for one in earlier {
            self.apply(one.act);
        }
        if let Some(changes) = &self.reproduction.manual_changes {
            let lasting = changes.lasting();
            self.set_manual_changes(lasting);
        }
        (self.best, self.improved) = (best, improved);
        self
    }

    /// The interventions, in the order in which they take effect.
    pub fn interventions(&self) -> &[Intervention<P::Genome>] {
        self.interventions.as_ref().map_or(&[], |log| &log.entries)
    }

    /// The run as it was before the first intervention that has taken effect.
    pub(super) fn before_interventions(&self) -> &Run<P> {
        let log = self.interventions.as_ref();
        let first = log.and_then(|log| log.checkpoints.first());
        first.unwrap_or(self)
    }

    /// The number of interventions that have taken effect.
    pub fn interventions_in_effect(&self) -> usize {
        self.interventions.as_ref().map_or(0, |log| log.in_effect)
    }

    /// Whether the run makes generations that it had made before, because it went back or is that of a file: those up to
    /// the last intervention that is still to take effect, and those before the one that was taken back.
    pub(super) fn is_made_again(&self) -> bool {
        let log = self.interventions.as_ref();
        log.is_some_and(|log| !log.pending().is_empty() || self.complete < log.made_before)
    }

    /// The locked parts, and the genome that they are from; `None` if no part is locked.
    pub fn locked(&self) -> Option<(&[Part], &P::Genome)> {
        let lock = self.reproduction.manual_changes.as_ref()?.lock.as_ref()?;
        Some((&lock.parts, &lock.of))
    }

    /// Adds an intervention, which takes effect before the next generation that is not begun yet. A run that has ended
    /// goes on. A new value replaces a value that was given before the same generation. An act that has no meaning for
    /// the problem is refused, and so is any act in a run that was stopped or has failed.
    pub fn intervene(&mut self, act: Act<P::Genome>) -> Result<(), InterventionError> {
        if let Some(StopReason::Cancelled | StopReason::Failed(_)) = self.stop {
            return Err(InterventionError::Over);
        }
        intervention::check(self.problem().as_ref(), &act)?;
        let before = self.complete + u32::from(self.made > 0);
        let replaced = self
            .interventions()
            .iter()
            .rposition(|old| old.before == before && act.replaces(&old.act));
        if let Some(replaced) = replaced {
            self.take_back(replaced)?;
        }
        let empty = || Box::new(InterventionLog::empty());
        let log = self.interventions.get_or_insert_with(empty);
        let at = log.entries.partition_point(|entry| entry.before <= before);
        log.entries.insert(at, Intervention { before, act });
        self.apply_interventions();
        Ok(())
    }

    /// Takes an intervention back: the run is then as if it had never been made. If it had taken effect, the run goes
    /// back to that generation, or to an earlier one where a checkpoint is kept; the returned generation is the one that
    /// it had reached. In a run that was stopped or has failed it is refused, because the generations that it would go
    /// back over could not be made again.
    pub fn take_back(&mut self, number: usize) -> Result<Option<u32>, InterventionError> {
        if let Some(StopReason::Cancelled | StopReason::Failed(_)) = self.stop {
            return Err(InterventionError::Over);
        }
        let (reached, made) = (self.generation(), self.complete);
        let log = self.interventions.as_mut();
        let Some(log) = log.filter(|log| number < log.entries.len()) else {
            return Ok(None);
        };
        let removed = log.entries.remove(number);
        log.made_before = removed.before.min(made.max(log.made_before));
        if number >= log.in_effect {
            return Ok(reached);
        }
        if let Some(before) = log.checkpoints.take_before(number) {
            log.in_effect = before.in_effect;
            let log = self.interventions.take();
            *self = before.run.clone();
            self.interventions = log;
            self.apply_interventions();
        }
        Ok(reached)
    }

    /// Ends the changes that hold for the last generation alone, and applies the interventions that are due.
    pub(super) fn begin_changed_generation(&mut self) {
        if let Some(changes) = &self.reproduction.manual_changes {
            let lasting = changes.lasting();
            self.set_manual_changes(lasting);
        }
        self.apply_interventions();
    }

    /// Applies the interventions that are due, between two generations.
    fn apply_interventions(&mut self) {
        while self.made == 0 {
            let Some(mut log) = self.interventions.take() else {
                return;
            };
            let due = log.pending().first();
            let act = due
                .filter(|entry| entry.before <= self.complete)
                .map(|entry| entry.act.clone());
            if act.is_some() {
                log.checkpoints.keep(self, log.in_effect);
                log.in_effect += 1;
            }
            self.interventions = Some(log);
            let Some(act) = act else { return };
            self.apply(act);
            self.stop = None;
        }
    }

    /// Sets the manual changes of the next generation.
    fn set_manual_changes(&mut self, changes: ManualChanges<P::Genome>) {
        self.reproduction.manual_changes = (!changes.is_none()).then(|| Arc::new(changes));
    }

    fn apply(&mut self, act: Act<P::Genome>) {
        let mut changes = match &self.reproduction.manual_changes {
            Some(changes) => (**changes).clone(),
            None => ManualChanges::NONE,
        };
        match act {
            Act::Lock { parts, of } => {
                changes.lock = Some(self.joined_lock(changes.lock.take(), parts, of));
                changes.renews_elites = true;
            }
            Act::Unlock(parts) => {
                if let Some(lock) = &mut changes.lock {
                    lock.parts.retain(|part| !parts.contains(part));
                }
                changes.lock = changes.lock.filter(|lock| !lock.parts.is_empty());
            }
            Act::Put(genome) => self.add_immigrants(&mut changes, Immigrant::Itself(genome), 1),
            Act::Mate(first, second, count) => {
                self.add_immigrants(&mut changes, Immigrant::Child(first, second), count);
            }
            Act::MoreLike(model, count) => {
                self.add_immigrants(&mut changes, Immigrant::Mutant(model), count)
            }
            Act::Set(value) => {
                let before = self.parameters().population;
                self.set_parameters(value.applied_to(self.parameters()));
                if self.parameters().population != before {
                    self.renumber_immigrants(&mut changes);
                }
            }
            Act::Aim(name, value) => changes.renews_elites |= self.set_aim(&name, value),
        }
        if changes.renews_elites {
            // The best so far may lack the parts that are locked now, or be far from the new target.
            self.best = None;
            self.improved = self.complete;
            if let Some(history) = &mut self.history {
                history.begin_new_scale();
            }
        }
        self.set_manual_changes(changes);
    }

    /// A lock of more parts. The parts that were locked before stay as they are.
    fn joined_lock(
        &self,
        old: Option<Lock<P::Genome>>,
        mut parts: Vec<Part>,
        mut of: P::Genome,
    ) -> Lock<P::Genome> {
        if let Some(old) = old {
            old.restore(self.problem().as_ref(), &mut of);
            parts.extend(old.parts);
        }
        parts.sort_unstable();
        parts.dedup();
        Lock { parts, of }
    }

    /// Puts immigrants into the next generation.
    fn add_immigrants(
        &self,
        changes: &mut ManualChanges<P::Genome>,
        immigrant: Immigrant<P::Genome>,
        count: u32,
    ) {
        self.put_in(changes, std::iter::repeat_n(immigrant, count as usize));
    }

    /// Gives the immigrants of the next generation numbers that it still has after its size has changed. Those that were
    /// put in first have the highest numbers.
    fn renumber_immigrants(&self, changes: &mut ManualChanges<P::Genome>) {
        let immigrants = std::mem::take(&mut changes.immigrants).into_iter().rev();
        self.put_in(changes, immigrants.map(|(_, immigrant)| immigrant));
    }

    fn put_in(
        &self,
        changes: &mut ManualChanges<P::Genome>,
        immigrants: impl Iterator<Item = Immigrant<P::Genome>>,
    ) {
        let reproduction = &self.reproduction;
        let is_elite =
            |number| !reproduction.parents.is_empty() && reproduction.elite(number).is_some();
        changes.put_in(immigrants, self.parameters().population, is_elite);
    }

    /// Changes the target. Returns whether anything has changed.
    fn set_aim(&mut self, name: &str, value: i32) -> bool {
        let problem = self.problem();
        let changed = problem.steering().and_then(|steering| {
            let number = steering.aims().iter().position(|aim| aim.name == name)?;
            steering.with_aim(number, value)
        });
        let Some(changed) = changed else { return false };
        self.reproduction.problem = Arc::new(changed);
        self.set_gaps();
        true
    }

    fn set_gaps(&mut self) {
        let genes = self.problem().genes();
        let gaps = MutationGaps::new(self.parameters().mutation, genes);
        self.reproduction.gaps = Arc::new(gaps);
    }

    /// Changes the parameters. A new number of elites takes full effect when the next generation is complete.
    fn set_parameters(&mut self, new: super::EvolutionParameters) {
        let resized = new.population != self.parameters().population;
        let (size, elitism) = (new.population as usize, new.elitism as usize);
        let (selection, scheme) = (new.selection, new.scheme);
        self.reproduction.parameters = Arc::new(new);
        self.set_gaps();
        let parents = Arc::make_mut(&mut self.reproduction.parents);
        for population in [&mut parents.feasible, &mut parents.infeasible] {
            population.elites = population.elites.min(elitism);
            if !population.members.is_empty() {
                population.prepare_weights(selection, scheme);
            }
        }
        if resized {
            self.reproduction.feasible_places = feasible_places(parents, size);
            if let Some(history) = &mut self.history {
                history.resize(size as u32);
            }
        }
    }
}

/// The number of individuals that come from the feasible population when the generation gets another size. It is the
/// share of that population, but neither population is lost.
fn feasible_places<G>(parents: &Generation<G>, size: usize) -> usize {
    let (feasible, infeasible) = (&parents.feasible, &parents.infeasible);
    let least = |population: &Population<G>| population.elites.max(population.members.len().min(1));
    let share = size * feasible.members.len() / parents.len().max(1);
    share.clamp(least(feasible), size - least(infeasible))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::population::tests::individual;

    /// A generation of so many feasible and infeasible individuals, with so many elites.
    fn generation(counts: [usize; 2], elites: [usize; 2]) -> Generation<u8> {
        let mut generation = Generation::with_capacity(9);
        let populations = [&mut generation.feasible, &mut generation.infeasible];
        for ((population, count), elites) in populations.into_iter().zip(counts).zip(elites) {
            population.members = vec![individual(0, 1.0, 0); count];
            population.elites = elites;
        }
        generation
    }

    #[test]
    fn a_generation_of_another_size_keeps_the_shares_of_both_populations() {
        for (counts, elites, size, places) in [
            ([10, 10], [2, 2], 40, 20),
            ([5, 15], [2, 2], 40, 10),
            ([15, 5], [0, 0], 10, 7),
            // Both populations are kept, with their elites.
            ([1, 19], [0, 0], 4, 1),
            ([19, 1], [0, 0], 4, 3),
            ([2, 18], [2, 1], 4, 2),
            ([18, 2], [2, 2], 4, 2),
            ([20, 0], [2, 0], 8, 8),
            ([0, 20], [0, 2], 8, 0),
            ([0, 0], [0, 0], 8, 0),
        ] {
            let parents = generation(counts, elites);
            assert_eq!(feasible_places(&parents, size), places, "{counts:?}");
        }
    }
}
