//! What is known of the chosen replay, and what can be done with it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::row::{self, chosen};
use super::{Played, figures, share};
use crate::session::replay::{MAX_NAME, ReplayFile, kept};
use crate::session::{FileName, Replays};
use crate::shell::games::{Games, ReplayOf};
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, field, in_row, label, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (fill_name, colour_result).run_if(in_state(Screen::Played)),
    );
}

/// The field for the name, and the replay whose name stands in it.
#[derive(Component, Default)]
struct NameField(Option<FileName>);

/// Marks the result, whose colour follows what it says.
#[derive(Component)]
struct ResultText;

/// Spawns the place for the chosen replay. It is empty while there is none.
pub(super) fn spawn(body: &mut ChildSpawnerCommands) {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        ..stack(FlexDirection::Column, 8.0)
    };
    let any = VisibleWhen::new(|world| chosen(world).is_some());
    body.spawn((node, any)).with_children(|detail| {
        let top = Node {
            align_items: AlignItems::FlexStart,
            ..stack(FlexDirection::Row, 14.0)
        };
        detail.spawn(top).with_children(|top| {
            top.spawn(row::picture_node(None, 170.0));
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
        spawn_name_row(detail);
        spawn_buttons(detail);
    });
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
        ResultText,
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

fn spawn_name_row(detail: &mut ChildSpawnerCommands) {
    let node = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 8.0)
    };
    detail.spawn(node).with_children(|row| {
        row.spawn(label("played.name", TextSize::Body, palette::MIST));
        field(row, NameField::default(), 210.0, "");
        button(row, ButtonStyle::Chip, "played.rename", rename);
    });
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
    in_row(detail, 8.0, |row| {
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
    in_row(detail, 8.0, |row| {
        button(
            row,
            ButtonStyle::Plain,
            "played.copy",
            with_name(share::copy_line),
        );
        button(
            row,
            ButtonStyle::Plain,
            "played.file",
            with_name(share::copy_path),
        );
    });
}

/// Shows the chosen replay.
fn watch(world: &mut World) {
    let name = world.resource::<Played>().chosen.clone();
    let Some((file, name)) = chosen(world).cloned().zip(name) else {
        return;
    };
    if let Err(why) = share::open_replay(world, &file, ReplayOf::Kept(name)) {
        world.resource_mut::<Notices>().show(why);
    }
}

/// Gives the chosen replay the name in the field.
fn rename(world: &mut World) {
    let mut fields = world.query_filtered::<&EditableText, With<NameField>>();
    let text = fields.single(world).map(|field| field.value().to_string());
    let chosen = world.resource::<Played>().chosen.clone();
    if let (Ok(text), Some(name)) = (text, chosen) {
        kept::rename(world, &name, &text);
    }
}

/// Puts the name of the replay that was chosen last into the field.
fn fill_name(
    played: Res<Played>,
    replays: Res<Replays>,
    mut fields: Query<(&mut NameField, &mut EditableText)>,
) {
    for (mut shown, mut text) in &mut fields {
        if shown.0 == played.chosen {
            continue;
        }
        shown.0 = played.chosen.clone();
        let file = shown.0.as_ref().and_then(|name| replays.get(name));
        *text = EditableText {
            max_characters: Some(MAX_NAME),
            ..EditableText::new(file.map_or("", |file| &file.name))
        };
    }
}

fn colour_result(
    played: Res<Played>,
    replays: Res<Replays>,
    mut texts: Query<&mut TextColor, With<ResultText>>,
) {
    let file = played.chosen.as_ref().and_then(|name| replays.get(name));
    let colour = file.map_or(palette::MIST, row::result_colour);
    for mut text in &mut texts {
        text.set_if_neq(TextColor(colour));
    }
}
