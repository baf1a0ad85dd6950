//! The details of the chosen replay, and the actions that are possible with it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::row::{self, ResultText, chosen};
use super::{Played, figures, share};
use crate::session::replay::{ReplayFile, kept};
use crate::session::{FileName, Replays};
use crate::shell::catalogue::{picture_node, spawn_detail, spawn_name_row};
use crate::shell::games::{Games, ReplaySource};
use crate::shell::notice::show_failure_of;
use crate::shell::theme::bind::BoundText;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, in_equal_row, stack};
use crate::shell::words::Words;

/// Spawns the place for the chosen replay. It is empty while there is none.
pub(super) fn spawn(body: &mut ChildSpawnerCommands) {
    spawn_detail(
        body,
        |world| chosen(world).is_some(),
        |detail| {
            let top = Node {
                align_items: AlignItems::FlexStart,
                ..stack(FlexDirection::Row, 14.0)
            };
            detail.spawn(top).with_children(|top| {
                top.spawn(picture_node::<Played>(None, 170.0));
                let facts = Node {
                    flex_grow: 1.0,
                    flex_basis: px(0),
                    min_width: px(0),
                    ..stack(FlexDirection::Column, 4.0)
                };
                top.spawn(facts).with_children(spawn_facts);
            });
            detail.spawn((
                bound_text(
                    TextSize::Small,
                    palette::MIST,
                    of_chosen(|_, file, _| file.id.clone()),
                ),
                TextLayout {
                    linebreak: LineBreak::AnyCharacter,
                    ..default()
                },
                Node {
                    max_height: px(58),
                    overflow: Overflow::clip(),
                    ..default()
                },
            ));
            spawn_name_row::<Played>(detail, 210.0);
            spawn_buttons(detail);
        },
    );
}

/// A text about the chosen replay.
fn of_chosen(of: fn(&Games, &ReplayFile, &Words) -> String) -> BoundText {
    BoundText::new(move |world| {
        let (games, words) = (world.resource::<Games>(), world.resource::<Words>());
        chosen(world).map_or(String::new(), |file| of(games, file, words))
    })
}

fn spawn_facts(facts: &mut ChildSpawnerCommands) {
    facts.spawn(bound_text(
        TextSize::Lead,
        palette::PAPER,
        of_chosen(row::title_text),
    ));
    facts.spawn((
        ResultText(None),
        bound_text(
            TextSize::Body,
            palette::MIST,
            of_chosen(|_, file, words| row::result_text(file, words)),
        ),
    ));
    let more = of_chosen(|games, file, words| {
        let moves = words.fill("played.moves", &[("moves", file.length.to_string())]);
        let time = figures::duration_text(u64::from(file.seconds), words);
        let mut lines = vec![
            row::players_text(games, file, words),
            moves,
            words.fill("played.time", &[("time", time)]),
            file.ended.to_string(),
        ];
        if file.taken_over {
            lines.push(words.get("played.taken_over"));
        }
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    });
    facts.spawn(bound_text(TextSize::Small, palette::MIST, more));
}

fn spawn_buttons(detail: &mut ChildSpawnerCommands) {
    button(detail, ButtonStyle::Primary, "played.watch", watch);
    let with_name = |act: fn(&mut World, &FileName)| {
        move |world: &mut World| {
            if let Some(name) = world.resource::<Played>().chosen.clone() {
                act(world, &name);
            }
        }
    };
    in_equal_row(detail, 8.0, |row| {
        let star = BoundText::new(|world| {
            let starred = chosen(world).is_some_and(|file| file.starred);
            let key = if starred {
                "played.unstar"
            } else {
                "played.star"
            };
            world.resource::<Words>().get(key)
        });
        let turn = with_name(|world, name| {
            let starred = world
                .resource::<Replays>()
                .get(name)
                .is_some_and(|f| f.starred);
            kept::set_star(world, name, !starred);
        });
        button(row, ButtonStyle::Plain, star, turn);
        button(
            row,
            ButtonStyle::Plain,
            "saves.remove",
            with_name(kept::remove),
        );
    });
    in_equal_row(detail, 8.0, |row| {
        button(
            row,
            ButtonStyle::Plain,
            "played.copy",
            with_name(share::copy_line),
        );
        button(
            row,
            ButtonStyle::Plain,
            "share.link",
            with_name(share::copy_link),
        );
        button(
            row,
            ButtonStyle::Plain,
            "played.file",
            with_name(share::save_copy),
        );
    });
}

/// Shows the chosen replay.
fn watch(world: &mut World) {
    let name = world.resource::<Played>().chosen.clone();
    let Some((file, name)) = chosen(world).cloned().zip(name) else {
        return;
    };
    show_failure_of(world, |world| {
        share::open_replay(world, &file, ReplaySource::Kept(name))
    });
}
