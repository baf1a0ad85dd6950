//! A row in which the player types a name and saves something under it.

use std::path::{Path, PathBuf};

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use crate::base::PlainError;
use crate::session::labels::{self, KeptFrom, SavedLabel};
use crate::session::library::MAX_NAME;
use crate::session::{Autosave, FileName, Folders, Moment};
use crate::shell::games::active_card;
use crate::shell::input::EnterAction;
use crate::shell::notice::{Notices, refusal};
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, field, label, stack};
use crate::shell::words::Words;

/// Saves something in a file of a name and returns the path, or returns the reason why that is not possible.
pub type Save = fn(&mut World, &FileName) -> Result<PathBuf, PlainError>;

/// Returns the folders of the player, or the reason why nothing can be saved there.
pub fn writable_folders(world: &World) -> Result<Folders, PlainError> {
    if world.resource::<Autosave>().is_locked_out() {
        return Err(refusal(world, "notice.other_copy"));
    }
    let folders = world.get_resource::<Folders>().cloned();
    folders.ok_or_else(|| refusal(world, "play.cannot_save"))
}

/// Lets `save` queue a file of the player, or returns the reason why that is not possible.
pub fn save_file<T, E: Into<PlainError>>(
    world: &mut World,
    save: impl FnOnce(&mut Autosave, &Folders) -> Result<T, E>,
) -> Result<T, PlainError> {
    let folders = writable_folders(world)?;
    let saved = save(&mut world.resource_mut::<Autosave>(), &folders);
    saved.map_err(E::into)
}

/// The error if there is nothing to save.
pub fn nothing_to_save(world: &World) -> PlainError {
    refusal(world, "theatre.nothing_to_save")
}

/// A field for a name, and buttons that save something under it. Enter does the same as the first button.
pub struct SaveRow<'a> {
    /// The key of the words before the field.
    pub label: &'static str,
    /// The width of the field in interface pixels.
    pub width: f32,
    /// The name that stands in the field at first.
    pub name: &'a str,
    /// The look of the buttons.
    pub look: ButtonStyle,
    /// The key of each button's words, and the function that saves.
    pub buttons: Vec<(&'static str, Save)>,
    /// The key of the notice that something was saved; it can contain `{name}`.
    pub saved: &'static str,
}

impl SaveRow<'_> {
    /// Spawns the row.
    pub fn spawn(self, parent: &mut ChildSpawnerCommands) {
        let node = Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, 10.0)
        };
        parent.spawn(node).with_children(|row| {
            row.spawn(label(self.label, TextSize::Body, palette::MIST));
            let name = field(row, (), self.width, self.name);
            let saved = self.saved;
            let act =
                move |save: Save| move |world: &mut World| save_as_typed(world, name, save, saved);
            if let Some((_, save)) = self.buttons.first() {
                let enter = EnterAction::new(act(*save));
                row.commands_mut().entity(name).insert(enter);
            }
            for (key, save) in self.buttons {
                button(row, self.look, key, act(save));
            }
        });
    }
}

/// Saves something under the name in a field, and shows a notice of the result.
fn save_as_typed(world: &mut World, field: Entity, save: Save, saved: &'static str) {
    let Some(text) = world.get::<EditableText>(field) else {
        return;
    };
    let text = text.value().to_string();
    let name = text.trim();
    let file = FileName::typed(name).map_err(|_| no_name(world));
    let notice = match file.and_then(|file| save(world, &file)) {
        Ok(path) => {
            label_as_kept(world, &path, name);
            let words = world.resource::<Words>();
            words.fill(saved, &[("name", name.to_owned())])
        }
        Err(why) => why.to_string(),
    };
    world.resource_mut::<Notices>().show(notice);
}

/// The error of a text that is no name.
pub fn no_name(world: &World) -> PlainError {
    let most = [("most", MAX_NAME.to_string())];
    PlainError::new(world.resource::<Words>().fill("save.no_name", &most))
}

/// Labels a kept thing with its name, and with the time and the place of keeping.
pub fn label_as_kept(world: &mut World, path: &Path, name: &str) {
    let label = SavedLabel {
        name: name.to_owned(),
        kept: Moment::now(),
        from: kept_from(world),
    };
    labels::set_label(world, path, Some(label));
}

/// The place from which something is kept; `None` on other pages.
fn kept_from(world: &World) -> Option<KeptFrom> {
    let menu = *world.resource::<State<Menu>>().get();
    match (menu, *world.resource::<State<Screen>>().get()) {
        // An individual of a run is kept in an editor over the theatre.
        (_, Screen::Theatre) => Some(KeptFrom::Theatre),
        (Menu::Editor, _) => Some(KeptFrom::Editor),
        (_, Screen::Setup) => Some(KeptFrom::Setup),
        (_, Screen::Play) => {
            let card = active_card(world)?;
            (card.id_under_way)(world).map(KeptFrom::Game)
        }
        _ => None,
    }
}
