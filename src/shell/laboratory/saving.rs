//! Saving what the laboratory has: the experiment, its runs and its plot, in the player's folder.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::running::Running;
use super::{Laboratory, file};
use crate::generation::laboratory::csv::csv;
use crate::session::Folders;
use crate::session::autosave::Autosave;
use crate::shell::notice::Notices;
use crate::shell::theme::plot::plot_colours;
use crate::shell::words::Words;

/// What can be saved, named after the end of its file.
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

/// Saves something under a free name, and tells the player where.
pub(super) fn save(world: &mut World, what: Saved) {
    let Some(folders) = world.get_resource::<Folders>() else {
        let text = world.resource::<Words>().get("notice.no_folders");
        world.resource_mut::<Notices>().show(text);
        return;
    };
    let folder = folders.data.join("laboratory");
    let text = match text_of(world, what) {
        Ok(text) => text,
        Err(why) => {
            world.resource_mut::<Notices>().show(why);
            return;
        }
    };
    let path = free_path(world, &folder, what.extension());
    let mut autosave = world.resource_mut::<Autosave>();
    autosave.write_text(path.clone(), text);
    if autosave.exists(&path) {
        let values = [("path", path.display().to_string())];
        let said = world.resource::<Words>().fill("lab.saved", &values);
        world.resource_mut::<Notices>().show(said);
    }
}

fn text_of(world: &World, what: Saved) -> Result<String, String> {
    let running = world.resource::<Running>();
    let nothing = || world.resource::<Words>().get("lab.empty");
    match what {
        Saved::Ron => {
            let experiment = world.resource::<Laboratory>().draft.experiment();
            file::text(experiment).map_err(|why| why.to_string())
        }
        Saved::Csv => running.lab().map(|lab| csv(lab)).ok_or_else(nothing),
        Saved::Svg => {
            let report = running.report().ok_or_else(nothing)?;
            report
                .plot
                .svg(&plot_colours())
                .map_err(|why| why.to_string())
        }
    }
}

/// The first path that is free: the name of the experiment, and a number.
fn free_path(world: &World, folder: &Path, extension: &str) -> PathBuf {
    let name = &world.resource::<Laboratory>().draft.experiment().name;
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
