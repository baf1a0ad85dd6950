//! Labels: the names that the player gives to saved things, as typed, and the places that the things came from. The
//! names of the files are plainer.
//! All labels are in one file beside the libraries; without it the things are still there, under the names of their
//! files.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::date::Moment;
use super::library::{FileName, Library};
use super::player_file::{self, PlayerFile};
use super::store::Folders;

/// The place of a thing when the player kept it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeptFrom {
    /// It was made or changed in an editor.
    Editor,
    /// It was an individual or a run in the theatre.
    Theatre,
    /// It was on a setup page.
    Setup,
    /// It was in the game with this id.
    Game(String),
}

/// The label of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Label")]
pub struct SavedLabel {
    /// Its name, as typed.
    pub name: String,
    /// The time at which it was kept.
    pub kept: Moment,
    /// Its place at that time, if that is known.
    #[serde(default)]
    pub from: Option<KeptFrom>,
}

/// The labels of all saved things, by folder and name of the file.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Labels(BTreeMap<String, SavedLabel>);

impl PlayerFile for Labels {
    const NAME: &'static str = "labels.ron";
    const VERSION: u32 = 1;
}

/// The folder and the name of a file of a library, as in `match3_levels/sailboat`.
fn key(path: &Path) -> Option<String> {
    let folder = path.parent()?.file_name()?.to_str()?;
    Some(format!("{folder}/{}", path.file_stem()?.to_str()?))
}

impl Labels {
    /// Returns the label of the thing in a file; `None` if it has none.
    pub fn of(&self, path: &Path) -> Option<&SavedLabel> {
        self.0.get(&key(path)?)
    }

    /// Returns the names of all things, as typed, by the folder and the name of the file, as in
    /// `match3_levels/sailboat`.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let named = self.0.iter();
        named.map(|(key, label)| (key.as_str(), label.name.as_str()))
    }

    /// Returns the name of a thing: as typed, or else the name of its file.
    pub fn name_in(&self, library: &Library, name: &FileName) -> String {
        let label = self.of(&library.path(name));
        label.map_or_else(|| name.to_string(), |label| label.name.clone())
    }
}

/// Returns the player's name for a thing of a library.
pub fn kept_name(world: &World, library: fn(&Folders) -> Library, name: &FileName) -> String {
    let folders = world.get_resource::<Folders>();
    let labels = world.resource::<Labels>();
    let name_in = |folders| labels.name_in(&library(folders), name);
    folders.map_or_else(|| name.to_string(), name_in)
}

/// Sets the label of the thing in a file, or removes it. The labels are written in the background.
pub fn set_label(world: &mut World, path: &Path, label: Option<SavedLabel>) {
    let Some(key) = key(path) else { return };
    let mut labels = world.resource_mut::<Labels>();
    match label {
        Some(label) => labels.0.insert(key, label),
        None => labels.0.remove(&key),
    };
    player_file::save::<Labels>(world);
}
