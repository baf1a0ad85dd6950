//! The content of the game under way, such as a level, which the player can put on the shelf from the pause menu.
//! While that menu is open, the shelf is searched for it in the background, so that the menu says where it is already.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{IoTaskPool, Task};

use super::save_row::{SaveRow, nothing_to_save, save_file};
use crate::base::PlainError;
use crate::session::labels::kept_name;
use crate::session::{Autosave, FileName, Folders, SaveError};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::games::active_card;
use crate::shell::screen::Menu;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShelfSearch>()
        .add_systems(Update, search_shelf.run_if(in_state(Menu::Pause)));
}

/// The search for the content of the game under way on the shelf.
#[derive(Resource, Default)]
pub struct ShelfSearch {
    /// The content that is searched for; `None` if the game has none.
    content: Option<ContentToKeep>,
    progress: SearchProgress,
}

/// The progress of a search.
#[derive(Default)]
enum SearchProgress {
    /// The search has not begun, because files of the shelf may be waiting for the disk.
    #[default]
    Due,
    /// The search goes on.
    Searching(Task<Option<FileName>>),
    /// The search is over. It gave the name of the file that holds the content, if there is one.
    Over(Option<FileName>),
}

impl ShelfSearch {
    /// The name of the file that holds the content; `None` as long as none was found.
    fn found(&self) -> Option<&FileName> {
        match &self.progress {
            SearchProgress::Over(found) => found.as_ref(),
            SearchProgress::Due | SearchProgress::Searching(_) => None,
        }
    }
}

/// Begins the search for the content of the game under way, and returns the content. Without folders nothing can be
/// kept.
pub fn begin_search(world: &mut World) -> Option<ContentToKeep> {
    let content = world
        .get_resource::<Folders>()
        .and_then(|_| (active_card(world)?.content_to_keep)(world));
    world.insert_resource(ShelfSearch {
        content: content.clone(),
        ..default()
    });
    content
}

/// Searches the files of the shelf, once all files that wait for the disk are written.
fn search_shelf(
    folders: Option<Res<Folders>>,
    autosave: Res<Autosave>,
    mut search: ResMut<ShelfSearch>,
) {
    let search = search.bypass_change_detection();
    match &mut search.progress {
        SearchProgress::Due => {}
        SearchProgress::Searching(task) => {
            if let Some(found) = check_ready(task) {
                search.progress = SearchProgress::Over(found);
            }
            return;
        }
        SearchProgress::Over(_) => return,
    }
    let (Some(folders), Some(content)) = (folders, &search.content) else {
        return;
    };
    let library = (content.library)(&folders);
    let is_due = |path: &Path| library.holds(path);
    if autosave.waiting_paths().any(is_due) {
        return;
    }
    let is_in = Arc::clone(&content.is_in);
    search.progress = SearchProgress::Searching(IoTaskPool::get().spawn(async move {
        let mut names = library.names().into_iter();
        names.find(|name| is_in(&library.path(name)))
    }));
}

/// Keeps the content of the game under way in a file of a name, and returns the path.
fn keep(world: &mut World, name: &FileName) -> Result<PathBuf, PlainError> {
    let content = world.resource::<ShelfSearch>().content.clone();
    let content = content.ok_or_else(|| nothing_to_save(world))?;
    let path = save_file(world, |autosave, folders| {
        (content.keep)(autosave, folders, name)?;
        Ok::<_, SaveError>((content.library)(folders).path(name))
    })?;
    world.resource_mut::<ShelfSearch>().progress = SearchProgress::Over(Some(name.clone()));
    Ok(path)
}

/// Spawns the row with which the content is kept and, for when it is on the shelf, a sentence that names it there.
pub fn spawn_row(menu: &mut ChildSpawnerCommands, content: &ContentToKeep) {
    let is_on_shelf = |world: &World| world.resource::<ShelfSearch>().found().is_some();
    let missing = VisibleWhen::new(move |world| !is_on_shelf(world));
    menu.spawn((Node::default(), missing)).with_children(|row| {
        let save_row = SaveRow {
            label: content.label,
            width: 170.0,
            name: &content.name,
            look: ButtonStyle::Chip,
            buttons: vec![("editor.keep", keep)],
            saved: "editor.kept_as",
        };
        save_row.spawn(row);
    });
    menu.spawn((Node::default(), VisibleWhen::new(is_on_shelf)))
        .with_child(bound_text(TextSize::Small, palette::MIST, on_shelf_text));
}

/// Names the content on the shelf; empty if it is not there.
fn on_shelf_text(world: &World) -> String {
    let search = world.resource::<ShelfSearch>();
    let Some((content, file)) = search.content.as_ref().zip(search.found()) else {
        return String::new();
    };
    let name = kept_name(world, content.library, file);
    let words = world.resource::<Words>();
    words.fill("pause.on_shelf", &[("name", name)])
}
