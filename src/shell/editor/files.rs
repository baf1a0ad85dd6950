//! Plans as files of the player: kept under a name, and opened again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{Editing, Editor, editing};
use crate::base::{PlainError, Towards};
use crate::session::{Autosave, FileName, Folders, Labels, SaveError, StoreError};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::notice::{refusal, show_failure_of};
use crate::shell::table::save_row::save_file;
use crate::shell::theme::bind::{BoundText, EnabledWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, stack};
use crate::shell::words::Words;

/// The row of buttons of the kept plans, with the names that it shows; `None` before the first look at the folder.
#[derive(Component, Default)]
pub(super) struct KeptPlansRow(Option<Vec<FileName>>);

/// Keeps the plan that is edited in a file of a name, and returns the path. Only a playable plan is kept.
pub fn keep<E: Editor>(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
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
pub fn load<E: Editor>(world: &mut World, name: &FileName) -> Result<(), PlainError> {
    let Some(folders) = world.get_resource::<Folders>() else {
        return Err(refusal(world, "notice.no_folders"));
    };
    let path = E::library(folders).path(name);
    if world.resource::<Autosave>().is_pending(&path) {
        return Err(refusal(world, "editor.not_written_yet"));
    }
    let plans = E::load_all(&path)?;
    let first = first_of(&plans, &path)?;
    editing::with_editing::<E>(world, |editing| {
        editing.replace(first);
        editing.set_file(plans);
    });
    Ok(())
}

/// The first plan of a file. A file without any is an error, which names the file.
pub fn first_of<Plan: Clone>(plans: &[Plan], path: &Path) -> Result<Plan, PlainError> {
    let first = plans.first().cloned();
    first.ok_or_else(|| StoreError::text(path, 1, 1, "the list is empty").into())
}

/// Spawns the row that takes another plan of the opened file. It is shown if the file holds several.
pub(super) fn spawn_in_file<E: Editor>(list: &mut ChildSpawnerCommands) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 6.0)
    };
    let has_several = |world: &World| place_in_file::<E>(world).is_some();
    list.spawn((node, VisibleWhen::new(has_several)))
        .with_children(|row| {
            row.spawn(bound_text(
                TextSize::Small,
                palette::LAMP,
                in_file_text::<E>,
            ));
            for (caption, towards) in [
                ("editor.in_file.before", Towards::Previous),
                ("editor.in_file.next", Towards::Next),
            ] {
                let step = button(row, ButtonStyle::Chip, caption, move |world| {
                    if let Some(at) = beside::<E>(world, towards) {
                        editing::with_editing::<E>(world, |editing| editing.take_from_file(at));
                    }
                });
                let can_step = EnabledWhen::new(move |world| beside::<E>(world, towards).is_some());
                row.commands_mut().entity(step).insert(can_step);
            }
        });
}

fn place_in_file<E: Editor>(world: &World) -> Option<(usize, usize)> {
    world.get_resource::<Editing<E>>()?.place_in_file()
}

/// The index of the plan before or after the edited one in its file.
fn beside<E: Editor>(world: &World, towards: Towards) -> Option<usize> {
    let (at, all) = place_in_file::<E>(world)?;
    match towards {
        Towards::Next => Some(at + 1).filter(|next| *next < all),
        Towards::Previous => at.checked_sub(1),
    }
}

fn in_file_text<E: Editor>(world: &World) -> String {
    let Some((at, all)) = place_in_file::<E>(world) else {
        return String::new();
    };
    let values = [("number", (at + 1).to_string()), ("all", all.to_string())];
    world.resource::<Words>().fill("editor.in_file", &values)
}

/// Shows a button for every kept plan. The list is read again when a new plan is on the disk.
pub(super) fn show_kept<E: Editor>(
    folders: Option<Res<Folders>>,
    (autosave, labels): (Res<Autosave>, Res<Labels>),
    mut editing: ResMut<Editing<E>>,
    mut rows: Query<(Entity, &mut KeptPlansRow)>,
    mut commands: Commands,
) {
    let (Some(folders), Ok((entity, mut shown))) = (folders, rows.single_mut()) else {
        return;
    };
    let editing = editing.bypass_change_detection();
    let is_awaited = |path: &PathBuf| autosave.is_pending(path);
    let is_new = shown.0.is_none()
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
    if shown.0.as_ref() == Some(&editing.kept) {
        return;
    }
    shown.0 = Some(editing.kept.clone());
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

/// A plan that its player can keep from the game in which it is played; the shelf then shows it. `label` is the key of the
/// words before the field for its name, in which `name` stands at first.
pub fn plan_to_keep<E: Editor>(plan: E::Plan, label: &'static str, name: String) -> ContentToKeep {
    let kept = plan.clone();
    ContentToKeep {
        label,
        name,
        library: E::library,
        keep: Arc::new(move |autosave, folders, name| E::keep(autosave, folders, name, &kept)),
        is_in: Arc::new(move |path| {
            let plans = E::load_all(path).unwrap_or_else(|why| {
                // The plan is kept once more then, under another name.
                warn!(
                    "{} is not compared with what is played: {why}",
                    path.display()
                );
                Vec::new()
            });
            plans.iter().any(|other| E::is_same(&plan, other))
        }),
    }
}
