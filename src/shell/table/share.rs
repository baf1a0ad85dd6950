//! The id of the game under way: it is shown in the panel and copied by a button or a key. Beside it is a button that
//! copies a link to the game. A game that has ended can be copied as a line with its result.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::TableGame;
use crate::session::{Link, Table};
use crate::shell::game_of_the_day;
use crate::shell::input::{Action, Actions};
use crate::shell::notice;
use crate::shell::screen::Screen;
use crate::shell::theme::palette;
use crate::shell::theme::tooltip::Tooltip;
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
    // The explanation belongs to the buttons below the name as well.
    parent.spawn((
        label("share.id", TextSize::Small, palette::MIST),
        Hovered::default(),
        Tooltip::of_name("share.id"),
    ));
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
        let link = Link::Game(id(world).parse()?);
        let done = world.resource::<Words>().get("notice.link_copied");
        notice::copy(world, link.to_string(), done);
        Ok(())
    });
}

/// Returns a line about the game on the table that can be sent to somebody: the game, its result and its id. The game of
/// the day is called so.
pub fn result_line<G: TableGame>(world: &World) -> String {
    let (Some(table), words) = (world.get_resource::<Table<G>>(), world.resource::<Words>()) else {
        return String::new();
    };
    let id = table.id().to_string();
    let day = game_of_the_day::day_of(world, &id);
    let mut values = vec![
        ("game", words.get(G::WORDS.name)),
        ("result", honest_result(table, words)),
        ("id", id),
    ];
    let Some(day) = day else {
        return words.fill("share.result", &values);
    };
    values.push(("day", day.to_string()));
    words.fill("share.result.daily", &values)
}

/// The result, and whether it is the player's own.
fn honest_result<G: TableGame>(table: &Table<G>, words: &Words) -> String {
    let result = G::shared_result(table, words);
    let key = match (table.is_taken_over(), table.is_helped()) {
        (true, _) => "share.taken_over",
        (false, true) => "share.helped",
        (false, false) => return result,
    };
    words.fill(key, &[("result", result)])
}

/// Copies the line about the game on the table, and says so in a notice.
pub(super) fn copy_result<G: TableGame>(world: &mut World) {
    let line = result_line::<G>(world);
    let done = world.resource::<Words>().get("notice.text_copied");
    notice::copy(world, line, done);
}

fn copy_id_on_key(actions: Res<Actions>, shared: Query<&SharedId>, mut commands: Commands) {
    if actions.has_begun(Action::Copy)
        && let Some(SharedId(id)) = shared.iter().next()
    {
        let id = *id;
        commands.queue(move |world: &mut World| copy_id(world, id));
    }
}
