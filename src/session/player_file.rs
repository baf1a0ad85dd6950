//! Files of the player that hold one thing each, such as the statistics. They are read at the start, and written in the
//! background when the thing changes. A broken file is renamed, so that nothing is lost, and the player is told.

use std::path::PathBuf;

use bevy::ecs::component::Mutable;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::autosave::{self, Autosave, ReadFiles};
use super::report::FileReport;
use super::store::Folders;
use crate::base::PlainError;

/// The content of a file in the folder of the player's data.
pub trait PlayerFile: Serialize + DeserializeOwned {
    /// The name of the file.
    const NAME: &'static str;
    /// The version of the format, from 1. Files of newer versions are not read.
    const VERSION: u32;

    /// Checks content that was read. The error describes a fault that makes the whole file useless.
    fn check(&self) -> Result<(), PlainError> {
        Ok(())
    }

    /// Returns the path of the file.
    fn path(folders: &Folders) -> PathBuf {
        folders.data.join(Self::NAME)
    }
}

/// Adds a resource that is kept in a file. It has its default value until it was saved for the first time.
pub fn plugin<F: PlayerFile + Resource<Mutability = Mutable> + Default>(app: &mut App) {
    app.init_resource::<F>()
        .add_systems(PreStartup, load::<F>.in_set(ReadFiles));
}

fn load<F: PlayerFile + Resource<Mutability = Mutable>>(
    mut files: PlayerFiles,
    mut kept: ResMut<F>,
) {
    if let Some(read) = files.read() {
        *kept = read;
    }
}

/// Writes a resource to its file in the background. Without folders nothing is written.
pub fn save<F: PlayerFile + Resource>(world: &mut World) {
    world.resource_scope(|world, kept: Mut<F>| save_content::<F>(world, &kept));
}

/// Writes content to its file in the background. Without folders nothing is written.
pub fn save_content<F: PlayerFile>(world: &mut World, content: &F) {
    if let Some(path) = world.get_resource::<Folders>().map(F::path) {
        autosave::save_soon(world, path, F::VERSION, content);
    }
}

/// Writes long content to its file in the background, where its text is made too. Without folders nothing is written.
pub fn save_long<F: PlayerFile + Send + 'static>(world: &mut World, content: F) {
    if let Some(path) = world.get_resource::<Folders>().map(F::path) {
        let mut autosave = world.resource_mut::<Autosave>();
        autosave.write_later(path, F::VERSION, content);
    }
}

/// Reads files of the player, for systems of the set [`ReadFiles`].
#[derive(SystemParam)]
pub struct PlayerFiles<'w> {
    folders: Option<Res<'w, Folders>>,
    autosave: ResMut<'w, Autosave>,
    reports: MessageWriter<'w, FileReport>,
}

impl PlayerFiles<'_> {
    /// Reads the content of a file. Returns `None` if there is no such file, or if it cannot be used; then the player
    /// is told.
    pub fn read<F: PlayerFile>(&mut self) -> Option<F> {
        let path = F::path(self.folders.as_deref()?);
        let read = self.autosave.read::<F>(&path, F::VERSION);
        let checked = read.and_then(|read| match read.as_ref().map(F::check) {
            Some(Err(why)) => Err(self.autosave.set_aside_for(&path, &why)),
            Some(Ok(())) | None => Ok(read),
        });
        checked.unwrap_or_else(|report| {
            self.reports.write(report);
            None
        })
    }

    /// Reads the file of `F` as content of an earlier version, and leaves it as it is. Returns `None` if it is something
    /// else.
    pub fn peek<F: PlayerFile, T: DeserializeOwned>(&self, version: u32) -> Option<T> {
        let path = F::path(self.folders.as_deref()?);
        self.autosave.peek(&path, version)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use bevy::ecs::system::RunSystemOnce;
    use serde::Deserialize;

    use super::*;

    #[derive(Resource, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(transparent)]
    struct Marbles(u32);

    impl PlayerFile for Marbles {
        const NAME: &'static str = "marbles.ron";
        const VERSION: u32 = 2;

        fn check(&self) -> Result<(), PlainError> {
            match self.0 {
                0..=100 => Ok(()),
                more => Err(PlainError::new(format!("nobody has {more} marbles"))),
            }
        }
    }

    fn world(folders: Option<Folders>) -> World {
        let mut world = World::new();
        world.init_resource::<Autosave>();
        world.init_resource::<Marbles>();
        world.init_resource::<Messages<FileReport>>();
        if let Some(folders) = folders {
            world.insert_resource(folders);
        }
        world
    }

    /// Starts with a text in the file. Returns the marbles and the reports.
    fn start_with(folders: &Folders, text: &str) -> (u32, Vec<FileReport>) {
        let path = Marbles::path(folders);
        fs::create_dir_all(&folders.data).expect("a folder");
        fs::write(&path, text).expect("written");
        let mut world = world(Some(folders.clone()));
        world.run_system_once(load::<Marbles>).expect("it is read");
        let mut reports = world.resource_mut::<Messages<FileReport>>();
        let reports = reports.drain().collect();
        (world.resource::<Marbles>().0, reports)
    }

    #[test]
    fn what_was_saved_is_read_at_the_next_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let folders = Folders::within(folder.path());
        let mut first = world(Some(folders.clone()));
        first.insert_resource(Marbles(7));
        save::<Marbles>(&mut first);
        let errors = first.resource_mut::<Autosave>().write_all();
        assert!(errors.is_empty(), "{errors:?}");
        let mut second = world(Some(folders));
        second.run_system_once(load::<Marbles>).expect("it is read");
        assert_eq!(second.resource::<Marbles>(), &Marbles(7));
    }

    #[test]
    fn a_broken_newer_or_impossible_file_is_renamed_and_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let folders = Folders::within(folder.path());
        assert!(matches!(
            start_with(&folders, "(version: 1, content: 5)"),
            (5, reports) if reports.is_empty()
        ));
        for (text, name) in [
            ("(version: 2, content: five)", "marbles.broken-1.ron"),
            ("(version: 2, content: 101)", "marbles.broken-2.ron"),
            ("(version: 3, content: 5)", "marbles.version-3-1.ron"),
        ] {
            let (marbles, reports) = start_with(&folders, text);
            assert_eq!(marbles, 0, "{text}");
            assert!(matches!(reports[..], [FileReport::SetAside(_)]), "{text}");
            let kept = fs::read_to_string(folders.data.join(name));
            assert_eq!(kept.expect("it is kept"), text);
            assert!(!Marbles::path(&folders).exists());
        }
    }

    #[test]
    fn without_folders_nothing_is_read_or_written() {
        let mut world = world(None);
        world.run_system_once(load::<Marbles>).expect("it runs");
        save::<Marbles>(&mut world);
        let waiting = world.resource::<Autosave>().waiting_paths().count();
        assert_eq!(waiting, 0);
        assert!(world.resource::<Messages<FileReport>>().is_empty());
    }
}
