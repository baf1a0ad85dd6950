//! The short way into the theatre, for one run of one problem.

use std::sync::Arc;

use bevy::prelude::*;

use super::{About, MarkElite, Show, open, usual_pace, waiting_runs};
use crate::base::{PlainError, Seed};
use crate::generation::archive::{ArchiveProblem, GenomeOf};
use crate::generation::archive_task::BackgroundArchive;
use crate::generation::driver::RunDriver;
use crate::generation::measure::AxesChange;
use crate::generation::task::{BackgroundRun, background_run};
use crate::generation::watch::WatchedRun;
use crate::generation::{EvolutionParameters, Pick, Problem};
use crate::session::run_file::{Field, RunFile, RunFileError};
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
) -> Result<(), PlainError> {
    let run = background_run(problem, parameters, seed)?;
    open_run(world, run, about, move |world, _, pick, genome| {
        on_pick(world, genome, pick);
    });
    waiting_runs::keep_watched(world);
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
        if let Some((pick, picked)) = found.filter(|(_, picked)| picked.is_feasible()) {
            on_pick(world, run, pick, picked.genome);
        }
    });
}

/// The parameters of an archive that the player has set under a key of the settings, or its usual ones. The population
/// is the number of individuals that a generation makes.
pub fn archive_parameters<P: ArchiveProblem>(world: &World, key: &str) -> EvolutionParameters {
    let settings = world.resource::<Settings>();
    settings.parameters_of(key, usual_archive_parameters::<P>)
}

/// The parameters of an archive, unless the player has changed them.
pub fn usual_archive_parameters<P: ArchiveProblem>() -> EvolutionParameters {
    EvolutionParameters {
        population: P::BATCH,
        generations: P::GENERATIONS,
        ..EvolutionParameters::default()
    }
}

/// Fills an archive in the theatre, from a file or from one that is made for a new archive. `on_pick` gets the genome
/// of the elite that the player picks.
pub fn fill_archive<P: ArchiveProblem>(
    world: &mut World,
    problem: P,
    file: &RunFile,
    about: About,
    on_pick: impl Fn(&mut World, &P, GenomeOf<P>) + Send + Sync + 'static,
) -> Result<(), RunFileError> {
    let unmarked = |_: &World| Arc::new(|_: &P, _: &GenomeOf<P>| None) as MarkElite<P>;
    fill_marked_archive(world, problem, file, about, unmarked, on_pick)
}

/// Fills an archive as [`fill_archive`] does. `marks` is called whenever the theatre opens on it, and returns the
/// function that marks its elites.
pub fn fill_marked_archive<P: ArchiveProblem>(
    world: &mut World,
    problem: P,
    file: &RunFile,
    about: About,
    marks: impl Fn(&World) -> MarkElite<P> + Clone + Send + Sync + 'static,
    on_pick: impl Fn(&mut World, &P, GenomeOf<P>) + Send + Sync + 'static,
) -> Result<(), RunFileError> {
    if !file.interventions.is_empty() {
        let why = "nobody can intervene in an atlas; only its axes change";
        return Err(RunFileError::new(Field::Intervention(0), why));
    }
    AxesChange::check(&file.axes, problem.measures().len())
        .map_err(|(number, why)| RunFileError::new(Field::Axes(number), why))?;
    let run = BackgroundArchive::new(
        problem,
        file.parameters.population,
        file.parameters.generations,
        file.seed,
        file.axes.clone(),
    );
    let (watched, source) = (Arc::clone(&run), file.clone());
    let on_pick = Arc::new(on_pick);
    let show = move |world: &mut World| {
        let on_pick = Arc::clone(&on_pick);
        show_archive(
            world,
            &run,
            &source,
            about,
            move |world, problem, genome| {
                on_pick(world, problem, genome);
            },
        );
        let (mark, run) = (marks(world), Arc::clone(&run));
        world.resource_mut::<Show>().mark = Some(Arc::new(move |generation: u32, cell: u32| {
            let elite = run.elite(Pick::Member(generation, cell))?;
            mark(run.problem(), &elite.genome)
        }));
    };
    waiting_runs::keep(world, watched, show.clone());
    show(world);
    Ok(())
}

/// Opens the theatre on an archive, which may have run before.
fn show_archive<P: ArchiveProblem>(
    world: &mut World,
    run: &Arc<BackgroundArchive<P>>,
    source: &RunFile,
    about: About,
    on_pick: impl Fn(&mut World, &P, GenomeOf<P>) + Send + Sync + 'static,
) {
    let is_new = run.progress().generation.is_none();
    let pace = usual_pace(world);
    let driver = open(
        world,
        Arc::clone(run),
        pace,
        about,
        move |world, run, pick| {
            if let Some(elite) = run.elite(pick) {
                on_pick(world, run.problem(), elite.genome.clone());
            }
        },
    );
    let (run, source, until) = (Arc::clone(run), source.clone(), source.generation);
    world.resource_mut::<Show>().save = Some(Arc::new(move || file_of_archive(&run, &source)));
    if let Some(mut driver) = world.get_mut::<RunDriver>(driver).filter(|_| is_new) {
        driver.until = until;
    }
}

/// The file of an archive as it stands; `None` before its first generation.
fn file_of_archive<P: ArchiveProblem>(
    run: &BackgroundArchive<P>,
    source: &RunFile,
) -> Option<RunFile> {
    let generation = run.progress().generation?;
    let mut axes = run.changes();
    // The next generation may be under way. Axes that were chosen meanwhile are for the one after it.
    axes.retain(|one| one.before <= generation + 2);
    Some(RunFile {
        axes,
        generation: Some(generation),
        ..source.clone()
    })
}
