//! Runs as files: saved from the theatre, and opened in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::{About, Show, edit, evolve, kept_picture, waiting_runs};
use crate::base::PlainError;
use crate::generation::driver::RunDriver;
use crate::generation::intervention;
use crate::generation::task::BackgroundRun;
use crate::generation::watch::WatchedRun;
use crate::generation::{Intervention, Pick, Problem, Run};
use crate::session::library::no_free_name;
use crate::session::run_file::{FILE_VERSION, Field, RunFile, RunFileError};
use crate::session::store::has_field;
use crate::session::{Autosave, FileName, Folders, Library};
use crate::shell::active_game;
use crate::shell::games::ActiveGame;
use crate::shell::notice::Notices;
use crate::shell::table::save_row::{label_as_kept, nothing_to_save, writable_folders};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RunKinds>();
}

/// Opens the theatre on the run of a file.
type OpenRun = fn(&mut World, &RunFile) -> Result<(), RunFileError>;

/// A kind of evolution whose runs can be files.
#[derive(Clone, Copy)]
pub struct RunKind {
    /// The key of the problem.
    pub key: &'static str,
    /// The key of the game to which it belongs.
    pub game: &'static str,
    /// Opens the theatre on the run of a file.
    pub open: OpenRun,
}

/// All kinds of evolution whose runs can be files. The games add their kinds.
#[derive(Resource, Default)]
pub struct RunKinds(pub Vec<RunKind>);

/// Whether a text is the file of a run, even if there is something wrong with it.
pub fn is_run(text: &str) -> bool {
    has_field("problem", text)
}

/// Adds a kind of evolution whose runs can be files.
pub fn add_run_kind(app: &mut App, kind: RunKind) {
    app.world_mut()
        .get_resource_or_init::<RunKinds>()
        .0
        .push(kind);
}

/// The individual that a player has picked.
#[derive(Clone, Debug, PartialEq)]
pub struct Picked {
    /// Its place in the run.
    pub pick: Pick,
    /// The text of its genome, if the setup and the seed alone do not determine the run, because the player intervened
    /// in it.
    pub code: Option<String>,
}

/// Makes the file of a run as it stands.
pub(super) type SaveRun = Arc<dyn Fn() -> Option<RunFile> + Send + Sync>;

/// Evolves a problem in the theatre, from a file or from one that is made for a new run. `on_pick` gets the genome of
/// the individual that the player picks, if that individual is feasible.
pub fn evolve_file<P: Problem>(
    world: &mut World,
    problem: P,
    file: &RunFile,
    about: About,
    on_pick: impl Fn(&mut World, P::Genome, Picked) + Send + Sync + 'static,
) -> Result<(), RunFileError> {
    let run = run_of_file(problem, file)?;
    evolve::open_run(
        world,
        run.clone(),
        about,
        move |world, run, pick, picked| {
            let code = run
                .is_touched()
                .then(|| Some(run.problem().steering()?.code(&picked)))
                .flatten();
            on_pick(world, picked, Picked { pick, code });
        },
    );
    watch_file(world, run, file);
    Ok(())
}

/// The run of a file, before its first generation.
pub fn run_of_file<P: Problem>(
    problem: P,
    file: &RunFile,
) -> Result<Arc<BackgroundRun<P>>, RunFileError> {
    if !file.axes.is_empty() {
        let why = "this is a run and no atlas, so it has no axes";
        return Err(RunFileError::new(Field::Axes(0), why));
    }
    let entries = file.interventions.iter().enumerate();
    let entries = entries.map(|(number, entry)| read_entry(&problem, number, entry));
    let entries = entries.collect::<Result<Vec<_>, RunFileError>>()?;
    let run = Run::new(Arc::new(problem), file.parameters.clone(), file.seed)
        .map_err(|why| RunFileError::new(Field::Parameters, why))?;
    let run = run.with_history().with_interventions(entries);
    let run = run.map_err(|why| RunFileError::new(Field::Intervention(0), why))?;
    Ok(BackgroundRun::new(run))
}

/// Reads the genomes of an intervention, and checks it.
fn read_entry<P: Problem>(
    problem: &P,
    number: usize,
    entry: &Intervention<String>,
) -> Result<Intervention<P::Genome>, RunFileError> {
    let refuse = |why: PlainError| RunFileError::new(Field::Intervention(number), why);
    let read = |code: String| match problem.steering() {
        Some(steering) => steering.genome(&code),
        None => Err(intervention::InterventionError::NotSteerable.into()),
    };
    let act = entry.act.clone().map(read).map_err(refuse)?;
    intervention::check(problem, &act).map_err(|why| refuse(why.into()))?;
    Ok(Intervention {
        before: entry.before,
        act,
    })
}

/// Makes it possible to save a run that is watched and to come back to it, and lets it go on by itself to the generation
/// that its file names.
pub fn watch_file<P: Problem>(world: &mut World, run: Arc<BackgroundRun<P>>, file: &RunFile) {
    let source = file.clone();
    edit::offer_editor(world, &run);
    let mut show = world.resource_mut::<Show>();
    show.save = Some(Arc::new(move || file_of(&run, &source)));
    if let Some(mut driver) = show.run.and_then(|run| world.get_mut::<RunDriver>(run)) {
        driver.until = file.generation;
    }
    waiting_runs::keep_watched(world);
}

/// The file of a run as it stands; `None` before its first generation, or if its genomes have no text.
fn file_of<P: Problem>(run: &BackgroundRun<P>, source: &RunFile) -> Option<RunFile> {
    let problem = run.problem();
    let write = |entry: Intervention<P::Genome>| {
        let code = |genome| Ok::<_, ()>(problem.steering().ok_or(())?.code(&genome));
        Some(Intervention {
            before: entry.before,
            act: entry.act.map(code).ok()?,
        })
    };
    let steering: Option<Vec<_>> = run.interventions().into_iter().map(write).collect();
    let mut file = source.clone();
    file.parameters.milliseconds = 0;
    file.interventions = steering?;
    file.generation = Some(run.progress().generation?);
    Some(file)
}

/// The folder of saved runs.
pub fn library(folders: &Folders) -> Library {
    Library::of(folders, "runs")
}

/// Saves the run, and shows the path, or the reason why it was not saved.
pub(super) fn save_and_announce(world: &mut World) {
    let said = match save_run(world) {
        Ok(path) => {
            let path = path.display().to_string();
            let words = world.resource::<Words>();
            words.fill("theatre.run_saved", &[("path", path)])
        }
        Err(why) => why.to_string(),
    };
    world.resource_mut::<Notices>().show(said);
}

/// Saves the run that is watched under the next free number.
pub fn save_run(world: &mut World) -> Result<PathBuf, PlainError> {
    let save = world.resource::<Show>().save.clone();
    let file = save.and_then(|save| save());
    let file = file.ok_or_else(|| nothing_to_save(world))?;
    let library = library(&writable_folders(world)?);
    let kind: String = file
        .problem
        .chars()
        .filter(char::is_ascii_lowercase)
        .collect();
    let kind: String = kind.chars().take(12).collect();
    let taken = library.names();
    let autosave = world.resource::<Autosave>();
    let free = |name: &FileName| !taken.contains(name) && !autosave.exists(&library.path(name));
    let mut names = (1u32..).filter_map(|number| format!("{kind}{number}").parse().ok());
    let name: FileName = names.find(free).ok_or_else(no_free_name)?;
    let mut autosave = world.resource_mut::<Autosave>();
    autosave.write_new(&library, &name, FILE_VERSION, &file)?;
    let path = library.path(&name);
    kept_picture::paint_saved(world, &path, file.generation);
    label_as_kept(world, &path, &name.to_string());
    Ok(path)
}

/// Opens the theatre on the run of a file that was read. The error names file, line and reason; `text` is only for its
/// line.
pub(in crate::shell) fn open(
    world: &mut World,
    path: &Path,
    text: &str,
    file: &RunFile,
) -> Result<(), PlainError> {
    let kinds = world.resource::<RunKinds>();
    let kind = kinds
        .0
        .iter()
        .find(|kind| kind.key == file.problem)
        .copied();
    let kind = kind.ok_or_else(|| {
        let known: Vec<&str> = kinds.0.iter().map(|kind| kind.key).collect();
        let why = format!(
            "there is no problem \"{}\"; there are {}",
            file.problem,
            known.join(", ")
        );
        RunFileError::new(Field::Problem, why)
    });
    let opened = kind.and_then(|kind| {
        // The run is kept for the game that is active when it opens.
        let before = active_game::activate(world, Some(kind.game));
        (kind.open)(world, file).inspect_err(|_| world.resource_mut::<ActiveGame>().0 = before)?;
        kept_picture::note_missing(world, path, file.generation);
        Ok(())
    });
    opened.map_err(|why| why.in_file(path, text).into())
}
