//! Plans as files of the player: kept under a name, and opened again.

use std::path::PathBuf;

use bevy::prelude::*;

use super::{Editing, Editor, editing};
use crate::session::{Autosave, FileName, Folders, Labels, SaveError};
use crate::shell::notice::show_failure_of;
use crate::shell::table::save_row::save_file;
use crate::shell::theme::bind::BoundText;
use crate::shell::theme::widget::{ButtonStyle, button};
use crate::shell::words::Words;

/// The place for the names of the kept plans.
#[derive(Component, Default)]
pub(super) struct KeptPlace(Option<Vec<FileName>>);

/// Keeps the plan that is edited in a file of a name, and returns the path. Only a playable plan is kept.
pub fn keep<E: Editor>(world: &mut World, name: &FileName) -> Result<PathBuf, String> {
    let plan = super::page::playable_plan::<E>(world)?;
    let path = save_file(world, |autosave, folders| {
        E::keep(autosave, folders, name, &plan)?;
        Ok::<_, SaveError>(E::library(folders).path(name))
    })?;
    editing::with_editing::<E>(world, |editing| {
        editing.awaited = Some(path.clone());
        editing.has_kept = true;
    });
    Ok(path)
}

/// Opens a kept plan in place of the plan that is edited, or returns the reason why it cannot be opened.
pub fn load<E: Editor>(world: &mut World, name: &FileName) -> Result<(), String> {
    let Some(folders) = world.get_resource::<Folders>() else {
        return Err(world.resource::<Words>().get("notice.no_folders"));
    };
    let path = E::library(folders).path(name);
    if world.resource::<Autosave>().is_pending(&path) {
        return Err(world.resource::<Words>().get("editor.not_written_yet"));
    }
    let plan = E::load(&path)?;
    editing::with_editing::<E>(world, |editing| editing.replace(plan));
    Ok(())
}

/// Shows a button for every kept plan. The list is read again when a new plan is on the disk.
pub(super) fn show_kept<E: Editor>(
    folders: Option<Res<Folders>>,
    (autosave, labels): (Res<Autosave>, Res<Labels>),
    mut editing: ResMut<Editing<E>>,
    mut places: Query<(Entity, &mut KeptPlace)>,
    mut commands: Commands,
) {
    let (Some(folders), Ok((entity, mut place))) = (folders, places.single_mut()) else {
        return;
    };
    let editing = editing.bypass_change_detection();
    let is_awaited = |path: &PathBuf| autosave.is_pending(path);
    let is_new = place.0.is_none()
        || editing
            .awaited
            .as_ref()
            .is_some_and(|path| !is_awaited(path));
    if !is_new {
        return;
    }
    editing.awaited = None;
    let library = E::library(&folders);
    editing.kept = library.names();
    if place.0.as_ref() == Some(&editing.kept) {
        return;
    }
    place.0 = Some(editing.kept.clone());
    commands
        .entity(entity)
        .despawn_children()
        .with_children(|row| {
            for name in editing.kept.clone() {
                let text = labels.name_in(&library, &name);
                let caption = BoundText::new(move |_| text.clone());
                button(row, ButtonStyle::Chip, caption, move |world| {
                    show_failure_of(world, |world| load::<E>(world, &name));
                });
            }
        });
}
