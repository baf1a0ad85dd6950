//! The id of the game under way: it is shown in the panel and copied by a button or a key. Beside it is a button that
//! copies a link to the game.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::session::{GameId, Link};
use crate::shell::input::{Action, Actions};
use crate::shell::notice;
use crate::shell::screen::Screen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, in_equal_row, label};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, copy_id_on_key.run_if(in_state(Screen::Play)));
}

/// The id that the key copies.
#[derive(Component)]
pub struct SharedId(pub fn(&World) -> String);

/// Spawns the id of a game, and the buttons that copy it and a link.
pub fn spawn_id(parent: &mut ChildSpawnerCommands, id: fn(&World) -> String) {
    parent.spawn(label("share.id", TextSize::Small, palette::MIST));
    parent.spawn((
        SharedId(id),
        bound_text(TextSize::Small, palette::PAPER, id),
        TextLayout {
            linebreak: LineBreak::AnyCharacter,
            ..default()
        },
    ));
    in_equal_row(parent, 6.0, |row| {
        button(row, ButtonStyle::Chip, "share.copy", move |world| {
            copy_id(world, id);
        });
        button(row, ButtonStyle::Chip, "share.link", move |world| {
            copy_link(world, id);
        });
    });
}

/// Copies the id of a game, and says so in a notice.
pub fn copy_id(world: &mut World, id: fn(&World) -> String) {
    let id = id(world);
    let done = world.resource::<Words>().get("notice.copied");
    notice::copy(world, id, done);
}

/// Copies a link to the game of an id, and says so in a notice.
fn copy_link(world: &mut World, id: fn(&World) -> String) {
    notice::show_failure_of(world, |world| {
        let id = id(world).parse::<GameId>();
        let link = Link::Game(id.map_err(|why| why.to_string())?);
        let done = world.resource::<Words>().get("notice.link_copied");
        notice::copy(world, link.to_string(), done);
        Ok(())
    });
}

fn copy_id_on_key(actions: Res<Actions>, shared: Query<&SharedId>, mut commands: Commands) {
    if actions.has_begun(Action::Copy)
        && let Some(SharedId(id)) = shared.iter().next()
    {
        let id = *id;
        commands.queue(move |world: &mut World| copy_id(world, id));
    }
}
