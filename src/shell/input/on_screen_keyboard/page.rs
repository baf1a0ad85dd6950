//! The view of the on-screen keyboard: the end of the text so far, and the keys below it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::AcquireFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::auto_directional_navigation::AutoDirectionalNavigation;
use bevy::ui_widgets::observe;

use super::layout::{Key, Layout, Stroke};
use super::{OnScreenKeyboard, Open, strike_key, written_character};
use crate::shell::input::prompts::Device;
use crate::shell::theme::bind::{BoundText, SelectedWhen};
use crate::shell::theme::covering::CoversPictures;
use crate::shell::theme::number::NumberField;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bare_button, bound_text, panel, stack};
use crate::shell::words::Words;

/// The width of a key, in interface pixels.
const WIDTH: f32 = 46.0;
/// The height of a key, in interface pixels.
const HEIGHT: f32 = 36.0;
/// The gap between keys, in interface pixels.
const GAP: f32 = 4.0;
/// The most characters that are shown from the end of the text.
const SHOWN: usize = 44;

/// Marks a key by its row and its number there.
#[derive(Component, Clone, Copy, Debug)]
pub(in crate::shell::input) struct KeyNode {
    pub row: usize,
    pub number: usize,
}

/// Spawns the keyboard at the lower edge of the window, or at the upper edge if the field is low.
pub(super) fn spawn(commands: &mut Commands, layout: Layout, is_field_low: bool) -> Entity {
    let (top, bottom) = match is_field_low {
        true => (px(10), auto()),
        false => (auto(), px(10)),
    };
    let whole = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        top,
        bottom,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let mut root = commands.spawn((
        Name::new("On-screen keyboard"),
        whole,
        GlobalZIndex(80),
        Pickable::IGNORE,
    ));
    root.with_children(|root| {
        let node = Node {
            padding: UiRect::all(px(12)),
            ..stack(FlexDirection::Column, GAP)
        };
        // A key that is clicked must not take the focus from the field.
        let keeps_focus = observe(|mut acquire: On<AcquireFocus>| acquire.propagate(false));
        root.spawn((panel(node), keeps_focus, CoversPictures))
            .with_children(|board| {
                let line = Node {
                    height: px(22),
                    ..default()
                };
                board.spawn(line).with_child((
                    bound_text(TextSize::Body, palette::EMBER, text_so_far),
                    TextLayout::no_wrap(),
                ));
                for (row, keys) in layout.rows().into_iter().enumerate() {
                    board
                        .spawn(stack(FlexDirection::Row, GAP))
                        .with_children(|line| {
                            for (number, key) in keys.into_iter().enumerate() {
                                spawn_key(line, key, KeyNode { row, number });
                            }
                        });
                }
            });
    });
    root.id()
}

fn open(world: &World) -> Option<&Open> {
    world.resource::<OnScreenKeyboard>().open.as_ref()
}

fn spawn_key(line: &mut ChildSpawnerCommands, key: Key, at: KeyNode) {
    let columns = key.columns as f32;
    let node = Node {
        width: px(columns * WIDTH + (columns - 1.0) * GAP),
        height: px(HEIGHT),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    // The key at which the gamepad is. For a mouse the pointer shows it.
    let is_chosen = SelectedWhen::new(move |world| {
        let is_gamepad = *world.resource::<Device>() == Device::Gamepad;
        is_gamepad
            && open(world).is_some_and(|open| {
                let rows = open.layout.rows();
                (open.place.row, open.place.key(&rows)) == (at.row, at.number)
            })
    });
    let caption = BoundText::new(move |world| caption(world, key.stroke));
    let press = move |world: &mut World| strike_key(world, key.stroke);
    line.spawn((bare_button(ButtonStyle::Chip, node, press), is_chosen, at))
        .insert(Name::new("Key"))
        // The field keeps the focus.
        .remove::<(TabIndex, AutoDirectionalNavigation)>()
        .with_child(bound_text(TextSize::Body, palette::PAPER, caption));
}

/// The text on a key.
fn caption(world: &World, stroke: Stroke) -> String {
    let words = world.resource::<Words>();
    let hangul = world.resource::<OnScreenKeyboard>().hangul;
    match stroke {
        Stroke::Write(key) => {
            let capitals = open(world).is_some_and(|open| open.capitals);
            written_character(key, hangul, capitals).to_string()
        }
        Stroke::Space => words.get("keyboard.space"),
        Stroke::Delete => words.get("keyboard.delete"),
        Stroke::Left => "←".to_owned(),
        Stroke::Right => "→".to_owned(),
        // The capitals of Hangul are mostly doubled consonants.
        Stroke::Capitals if hangul => "ㄱㄲ".to_owned(),
        Stroke::Capitals => "Aa".to_owned(),
        Stroke::Hangul if hangul => "abc".to_owned(),
        Stroke::Hangul => "한글".to_owned(),
        Stroke::Done => words.get("keyboard.done"),
    }
}

/// The text so far, with a sign at its end where the next character comes.
fn text_so_far(world: &World) -> String {
    open(world).map_or(String::new(), |open| {
        format!("{}_", end_of_text(world, open))
    })
}

/// The words of a screen reader about the keyboard: the key to which the gamepad has moved, and the text so far. `None`
/// while the keyboard is closed.
pub fn spoken_keyboard(world: &World) -> Option<(String, String)> {
    let open = open(world)?;
    let rows = open.layout.rows();
    let key = &rows[open.place.row][open.place.key(&rows)];
    Some((caption(world, key.stroke), end_of_text(world, open)))
}

/// The end of the text so far.
fn end_of_text(world: &World, open: &Open) -> String {
    let text = match open.layout {
        Layout::Text => {
            let field = world.get::<EditableText>(open.field);
            field.map(|field| field.value().to_string())
        }
        Layout::Number => {
            let number = world.get::<NumberField>(open.field);
            number.and_then(|number| number.typed().map(str::to_owned))
        }
    };
    let text = text.unwrap_or_default();
    let before = text.chars().count().saturating_sub(SHOWN);
    let end: String = text.chars().skip(before).collect();
    if before > 0 { format!("…{end}") } else { end }
}
