//! The short way into the theatre, for one run of one problem.

use std::sync::Arc;

use bevy::prelude::*;

use super::{About, open, usual_pace};
use crate::base::Seed;
use crate::generation::archive::{ArchiveProblem, GenomeOf};
use crate::generation::archive_task::BackgroundArchive;
use crate::generation::task::{BackgroundRun, background_run};
use crate::generation::{EvolutionParameters, Pick, Problem};
use crate::shell::settings::Settings;

/// Evolves a problem in the theatre. `on_pick` gets the genome of the individual that the player picks, if that
/// individual is feasible. Refuses search parameters outside their ranges.
pub fn evolve<P: Problem>(
    world: &mut World,
    problem: P,
    parameters: EvolutionParameters,
    seed: Seed,
    about: About,
    on_pick: impl Fn(&mut World, P::Genome, Pick) + Send + Sync + 'static,
) -> Result<(), String> {
    let run = background_run(problem, parameters, seed).map_err(|why| why.to_string())?;
    open_run(world, run, about, move |world, _, pick, genome| {
        on_pick(world, genome, pick);
    });
    Ok(())
}

/// Opens the theatre on a run. `on_pick` gets the run, the pick and the genome of a feasible individual.
pub(super) fn open_run<P: Problem>(
    world: &mut World,
    run: Arc<BackgroundRun<P>>,
    about: About,
    on_pick: impl Fn(&mut World, &BackgroundRun<P>, Pick, P::Genome) + Send + Sync + 'static,
) {
    let pace = usual_pace(world);
    open(world, run, pace, about, move |world, run, pick| {
        let found = run.individual(pick);
        if let Some((pick, picked)) = found.filter(|(_, picked)| picked.feasible()) {
            on_pick(world, run, pick, picked.genome);
        }
    });
}

/// How much work an archive gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveSize {
    /// The number of individuals that a generation makes.
    pub batch: u32,
    /// The number of generations.
    pub generations: u32,
}

impl ArchiveSize {
    /// The size that the player has set for an archive under a key of the settings, or its usual one.
    pub fn in_settings<P: ArchiveProblem>(world: &World, key: &str) -> Self {
        let settings = world.resource::<Settings>();
        ArchiveSize::of(&settings.search_of(key, usual_archive_search::<P>))
    }

    /// The size by the parameters of the settings, whose population is the number of offspring.
    pub fn of(search: &EvolutionParameters) -> Self {
        ArchiveSize {
            batch: search.population,
            generations: search.generations,
        }
    }
}

/// The parameters of an archive, unless the player has changed them.
pub fn usual_archive_search<P: ArchiveProblem>() -> EvolutionParameters {
    EvolutionParameters {
        population: P::BATCH,
        generations: P::GENERATIONS,
        ..EvolutionParameters::default()
    }
}

/// Fills an archive in the theatre. `on_pick` gets the genome of the elite that the player picks.
pub fn fill_archive<P: ArchiveProblem>(
    world: &mut World,
    problem: P,
    size: ArchiveSize,
    seed: Seed,
    about: About,
    on_pick: impl Fn(&mut World, &P, GenomeOf<P>) + Send + Sync + 'static,
) {
    let run = BackgroundArchive::new(problem, size.batch, size.generations, seed);
    let pace = usual_pace(world);
    open(world, run, pace, about, move |world, run, pick| {
        if let Some(elite) = run.elite(pick) {
            on_pick(world, run.problem(), elite.genome.clone());
        }
    });
}
