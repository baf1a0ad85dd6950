//! Saving the experiment of the laboratory, its runs and its plot in the player's folder, and opening an experiment
//! again.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::experiments_page::{Experiments, chosen_key};
use super::running::Running;
use super::{Kits, Laboratory, Page, file, take_experiment};
use crate::base::PlainError;
use crate::generation::laboratory::csv::csv;
use crate::session::Folders;
use crate::session::autosave::Autosave;
use crate::session::library::LABORATORY_FOLDER;
use crate::session::store;
use crate::shell::notice::{Notices, refusal, show_failure_of, show_phrase};
use crate::shell::theme::plot::plot_colours;
use crate::shell::words::Words;

/// The experiments that are saved, and the one that is chosen.
#[derive(Resource, Default)]
pub(super) struct SavedExperiments {
    paths: Vec<PathBuf>,
    chosen: usize,
}

impl SavedExperiments {
    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    fn path(&self) -> Option<&PathBuf> {
        self.paths.get(self.chosen)
    }

    /// The name of the chosen experiment; empty if there is none.
    pub(super) fn name(&self) -> String {
        let name = self.path().and_then(|path| path.file_stem());
        name.map_or(String::new(), |name| name.to_string_lossy().into_owned())
    }

    /// Chooses another experiment, in the order of their names and around the ends.
    pub(super) fn step(&mut self, by: i32) {
        let count = self.paths.len().max(1) as i32;
        self.chosen = (self.chosen as i32 + by).rem_euclid(count) as usize;
    }

    /// Adds a file and chooses it.
    fn choose(&mut self, path: PathBuf) {
        let at = self.paths.binary_search(&path);
        self.chosen = at.unwrap_or_else(|at| {
            self.paths.insert(at, path);
            at
        });
    }
}

fn folder(folders: &Folders) -> PathBuf {
    folders.data.join(LABORATORY_FOLDER)
}

/// Looks for the experiments in the player's folder. A folder that is not there holds none.
pub(super) fn find_saved(folders: Option<Res<Folders>>, mut saved: ResMut<SavedExperiments>) {
    let Some(folders) = folders else { return };
    let entries = store::entries_of(&folder(&folders)).into_iter();
    let paths = entries.map(|entry| entry.path());
    let is_experiment = |path: &PathBuf| path.extension().is_some_and(|end| end == "ron");
    saved.paths = paths.filter(is_experiment).collect();
    saved.paths.sort();
    saved.chosen = saved.chosen.min(saved.paths.len().saturating_sub(1));
}

/// Makes the chosen experiment the draft, or shows the fault in its file.
pub(super) fn open_chosen(world: &mut World) {
    let Some(path) = world.resource::<SavedExperiments>().path().cloned() else {
        return;
    };
    show_failure_of(world, |world| load_file(world, &path));
}

/// Makes the experiment of a file the draft. The error names file, line and reason.
fn load_file(world: &mut World, path: &Path) -> Result<(), PlainError> {
    let subjects = world.resource::<Kits>().subjects();
    let lab = file::read(path, &subjects)?;
    take_experiment(world, lab.experiment().clone());
    Ok(())
}

/// The kinds of files that can be saved, named after their extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Saved {
    /// The experiment, for `evolvarium lab`.
    Ron,
    /// The runs.
    Csv,
    /// The plot.
    Svg,
}

impl Saved {
    fn extension(self) -> &'static str {
        match self {
            Saved::Ron => "ron",
            Saved::Csv => "csv",
            Saved::Svg => "svg",
        }
    }
}

/// Saves something under a free name, and shows the path.
pub(super) fn save(world: &mut World, what: Saved) {
    let Some(folders) = world.get_resource::<Folders>() else {
        return show_phrase(world, "notice.no_folders");
    };
    let folder = folder(folders);
    let text = match text_of(world, what) {
        Ok(text) => text,
        Err(why) => {
            world.resource_mut::<Notices>().show(why.to_string());
            return;
        }
    };
    let path = free_path(world, &folder, what);
    let mut autosave = world.resource_mut::<Autosave>();
    autosave.write_text(path.clone(), text);
    if autosave.exists(&path) {
        let values = [("path", path.display().to_string())];
        let said = world.resource::<Words>().fill("lab.saved", &values);
        world.resource_mut::<Notices>().show(said);
        if what == Saved::Ron {
            world.resource_mut::<SavedExperiments>().choose(path);
        }
    }
}

fn text_of(world: &World, what: Saved) -> Result<String, PlainError> {
    let running = world.resource::<Running>();
    let nothing = || refusal(world, "lab.empty");
    match what {
        Saved::Ron => {
            let experiment = world.resource::<Laboratory>().draft.experiment();
            file::text(experiment).map_err(PlainError::from)
        }
        Saved::Csv => running.lab().map(|lab| csv(lab)).ok_or_else(nothing),
        Saved::Svg => {
            let report = match world.resource::<Laboratory>().page {
                Page::Experiments => world.resource::<Experiments>().report(),
                Page::Settings | Page::Results => running.report(),
            };
            let report = report.ok_or_else(nothing)?;
            report.plot.svg(&plot_colours()).map_err(PlainError::from)
        }
    }
}

/// The first path that is free: the name of the experiment that is saved, and a number.
fn free_path(world: &World, folder: &Path, what: Saved) -> PathBuf {
    let extension = what.extension();
    let laboratory = world.resource::<Laboratory>();
    let name = match laboratory.page {
        Page::Experiments => chosen_key(world).unwrap_or_default(),
        // The runs may be those of another experiment than the one that is described now.
        Page::Settings | Page::Results => match world.resource::<Running>().lab() {
            Some(lab) if what != Saved::Ron => &lab.experiment().name,
            _ => &laboratory.draft.experiment().name,
        },
    };
    let name: Vec<&str> = name
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect();
    let name = match name.is_empty() {
        true => "experiment".to_owned(),
        false => name.join("-").to_lowercase(),
    };
    let autosave = world.resource::<Autosave>();
    let path = |number: u32| folder.join(format!("{name}-{number}.{extension}"));
    (1..)
        .map(path)
        .find(|path| !autosave.exists(path))
        .unwrap_or_else(|| path(0))
}
