//! The details of the chosen thing, and the actions that are possible with it.

use std::path::Path;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::list::{creature_text, kept_at, kind_text, name_of};
use super::{Shelf, Thing, ThingContent, act};
use crate::base::PlainError;
use crate::session::{KeptFrom, Labels};
use crate::shell::catalogue::{picture_node, spawn_detail, spawn_name_row};
use crate::shell::creature::sigil;
use crate::shell::notice::{self, show_failure_of};
use crate::shell::theme::bind::{BoundText, EnabledWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, in_equal_row, stack};
use crate::shell::words::Words;

/// The side of the picture of the chosen thing, in interface pixels.
const PICTURE: f32 = 180.0;
/// The side of its sigil, in interface pixels.
const SIGIL: f32 = 88.0;

fn chosen(world: &World) -> Option<&Thing> {
    world.resource::<Shelf>().chosen_thing()
}

fn can_be_read(world: &World) -> bool {
    chosen(world).is_some_and(|thing| thing.content.is_ok())
}

/// A text about the chosen thing.
fn of_chosen(of: fn(&World, &Thing) -> String) -> BoundText {
    BoundText::new(move |world| chosen(world).map_or(String::new(), |thing| of(world, thing)))
}

/// Spawns the place for the chosen thing. It is empty while there is none.
pub(super) fn spawn(body: &mut ChildSpawnerCommands) {
    spawn_detail(
        body,
        |world| chosen(world).is_some(),
        |detail| {
            // The reason why a thing cannot be read needs the room, and such a thing has no picture.
            detail
                .spawn((
                    stack(FlexDirection::Row, 14.0),
                    VisibleWhen::new(can_be_read),
                ))
                .with_children(|row| {
                    row.spawn(picture_node::<Shelf>(None, PICTURE));
                    row.spawn(sigil(SIGIL, |world: &World| chosen(world)?.creature()));
                });
            for (size, colour, of) in [
                (
                    TextSize::Lead,
                    palette::PAPER,
                    name_of as fn(&World, &Thing) -> String,
                ),
                (TextSize::Body, palette::LAMP, creature_text),
                (TextSize::Body, palette::EMBER, kind_text),
                (TextSize::Small, palette::MIST, from_text),
                (TextSize::Small, palette::FAULT, fault_text),
            ] {
                detail.spawn((
                    bound_text(size, colour, of_chosen(of)),
                    TextLayout {
                        linebreak: LineBreak::WordOrCharacter,
                        ..default()
                    },
                ));
            }
            spawn_name_row::<Shelf>(detail, 200.0);
            spawn_buttons(detail);
        },
    );
}

/// The date at which the thing was kept, the place from which it was kept, which one of several in its file is played,
/// and how it gets a picture if it has none.
fn from_text(world: &World, thing: &Thing) -> String {
    let (labels, words) = (world.resource::<Labels>(), world.resource::<Words>());
    let date = kept_at(labels, thing).to_string();
    let mut lines = vec![words.fill("shelf.kept", &[("date", date)])];
    let from = labels.of(&thing.path).and_then(|label| label.from.as_ref());
    lines.extend(from.map(|from| match from {
        KeptFrom::Editor => words.get("shelf.from.editor"),
        KeptFrom::Theatre => words.get("shelf.from.theatre"),
        KeptFrom::Setup => words.get("shelf.from.setup"),
        KeptFrom::Game(id) => words.fill("shelf.from.game", &[("id", id.clone())]),
    }));
    let count = thing.content.as_ref().map_or(1, |content| content.count);
    if count > 1 {
        let values = [("count", count.to_string())];
        lines.push(words.fill("shelf.several", &values));
    }
    let content = thing.content.as_ref();
    if content.is_ok_and(ThingContent::lacks_picture) {
        lines.push(words.get("shelf.no_picture"));
    }
    lines.join("\n")
}

/// The reason why the thing cannot be read; empty if it can.
fn fault_text(world: &World, thing: &Thing) -> String {
    let why = thing.content.as_ref().err();
    why.map_or(String::new(), |why| {
        let words = world.resource::<Words>();
        words.fill("shelf.broken", &[("why", why.to_string())])
    })
}

fn spawn_buttons(detail: &mut ChildSpawnerCommands) {
    in_equal_row(detail, 8.0, |row| {
        let play = button(
            row,
            ButtonStyle::Primary,
            "shelf.play",
            with_chosen(act::play),
        );
        let can_be_played = |world: &World| {
            can_be_read(world) && chosen(world).is_some_and(|thing| thing.kind.play.is_some())
        };
        let look = button(
            row,
            ButtonStyle::Plain,
            "shelf.look",
            with_chosen(act::look_at),
        );
        row.commands_mut()
            .entity(play)
            .insert(EnabledWhen::new(can_be_played));
        row.commands_mut()
            .entity(look)
            .insert(EnabledWhen::new(can_be_read));
    });
    in_equal_row(detail, 8.0, |row| {
        let copy = button(row, ButtonStyle::Plain, "played.copy", with_chosen(copy));
        row.commands_mut()
            .entity(copy)
            .insert(EnabledWhen::new(can_be_read));
        button(
            row,
            ButtonStyle::Plain,
            "saves.remove",
            with_chosen(act::remove),
        );
    });
}

/// Does something with the chosen thing, or shows the reason why it cannot be done.
fn with_chosen(
    act: fn(&mut World, &Path) -> Result<(), PlainError>,
) -> impl Fn(&mut World) + Clone + Send + Sync + 'static {
    move |world| {
        let Some(path) = world.resource::<Shelf>().chosen.clone() else {
            return;
        };
        show_failure_of(world, |world| act(world, &path));
    }
}

/// Copies the text that gives a thing to another player.
fn copy(world: &mut World, path: &Path) -> Result<(), PlainError> {
    let text = act::text_of(world, path)?;
    let done = world.resource::<Words>().get("notice.copied");
    notice::copy(world, text, done);
    Ok(())
}
