//! The row of a setup page about what the game learns of the player: whether it learns at all, what it has learnt, and
//! the button that forgets it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_page::row;
use crate::shell::settings::Settings;
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::large::FillsLineWhenLarge;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, choices, stack};

/// The words and the functions of the row.
pub struct LearningRow {
    /// The key of its name.
    pub name: &'static str,
    /// The keys of the choices that let the game learn, and not learn, in the order in which they stand.
    pub choices: [(&'static str, bool); 2],
    /// The text about what has been learnt.
    pub text: fn(&World) -> String,
    /// The colour of the text.
    pub colour: Color,
    /// The key of the button that forgets it.
    pub forget: &'static str,
    /// Whether there is anything to forget.
    pub is_known: fn(&World) -> bool,
    /// Forgets it.
    pub do_forget: fn(&mut World),
    /// Whether one of the further buttons is there.
    pub has_button: fn(&World) -> bool,
}

/// Spawns the row, with further buttons before the one that forgets.
pub fn spawn_learning_row(
    page: &mut ChildSpawnerCommands,
    about: LearningRow,
    buttons: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    row(page, about.name, |row| {
        choices(
            row,
            about.choices,
            |world, on| world.resource::<Settings>().learns_from_player == on,
            |world, on| world.resource_mut::<Settings>().learns_from_player = on,
        );
        // The text shrinks, and the buttons keep their width. A large text has a line of its own.
        let rest = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        let text = bound_text(TextSize::Small, about.colour, BoundText::new(about.text));
        row.spawn((rest, FillsLineWhenLarge)).with_child(text);
        let place = Node {
            flex_shrink: 0.0,
            ..stack(FlexDirection::Row, 8.0)
        };
        // An empty place would still have the gap before it.
        let is_there = move |world: &World| (about.is_known)(world) || (about.has_button)(world);
        row.spawn((place, VisibleWhen::new(is_there)))
            .with_children(|place| {
                buttons(place);
                let question = Question {
                    caption: about.forget,
                    question: "play.for_you.really",
                    number: 0,
                };
                let forget = question.spawn_button(place, ButtonStyle::Chip, about.do_forget);
                let seen = VisibleWhen::new(about.is_known);
                place.commands_mut().entity(forget).insert(seen);
            });
    })
}
