//! The id of the game under way: shown in its panel, and copied by button or key.

use bevy::clipboard::Clipboard;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::shell::input::{Action, Actions};
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::Told;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, label, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, copy_key.run_if(in_state(Screen::Play)));
}

/// The text that shows the id.
#[derive(Component)]
struct Shared(fn(&World) -> String);

/// A button to copy the id of a game alone, where there is no room to show it.
pub fn spawn_short(parent: &mut ChildSpawnerCommands, id: fn(&World) -> String) {
    let button = button(parent, Look::Chip, Told::key("share.copy"), move |world| {
        copy(world, id);
    });
    parent.commands_mut().entity(button).insert(Shared(id));
}

/// The id of a game and a button to copy it.
pub fn spawn(parent: &mut ChildSpawnerCommands, id: fn(&World) -> String) {
    parent.spawn(label("share.id", Size::Small, palette::MIST));
    parent.spawn((
        Shared(id),
        words(Size::Small, palette::PAPER, Told::by(id)),
        TextLayout {
            linebreak: LineBreak::AnyCharacter,
            ..default()
        },
    ));
    button(parent, Look::Chip, Told::key("share.copy"), move |world| {
        copy(world, id);
    });
}

fn copy(world: &mut World, id: fn(&World) -> String) {
    let id = id(world);
    let Some(mut clipboard) = world.get_resource_mut::<Clipboard>() else {
        return;
    };
    let key = match clipboard.set_text(id) {
        Ok(()) => "notice.copied",
        Err(_) => "notice.not_copied",
    };
    let text = world.resource::<Words>().say(key);
    world.resource_mut::<Notices>().say(text);
}

fn copy_key(actions: Res<Actions>, shared: Query<&Shared>, mut commands: Commands) {
    if actions.begun(Action::Copy)
        && let Some(Shared(id)) = shared.iter().next()
    {
        let id = *id;
        commands.queue(move |world: &mut World| copy(world, id));
    }
}
