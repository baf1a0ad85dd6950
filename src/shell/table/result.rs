//! The result of a game: the ending, and buttons for the next steps. The whole card is centred. Its texts are as wide as
//! the card, which wraps them, and their lines are in the middle; a list or a row stands in the middle as a block.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::panel::with_commands;
use super::{
    ResultButton, TableGame, actions, harder, launch, lesson, look_back, puzzle, resign, share,
};
use crate::session::Table;
use crate::shell::creature::{full_name, sigil};
use crate::shell::menus::{column, spawn_leave_buttons, spawn_menu};
use crate::shell::screen::{Menu, set_menu};
use crate::shell::settings::{PanelSide, Settings};
use crate::shell::theme::bind::BoundText;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, centred_text, in_equal_row, in_middle, stack,
};
use crate::shell::window_picture;
use crate::shell::words::Words;

/// The width of a sentence, in interface pixels.
const SENTENCE_WIDTH: f32 = 420.0;

/// Spawns a sentence of a result.
pub(super) fn spawn_sentence(
    card: &mut ChildSpawnerCommands,
    colour: Color,
    sentence: impl Into<BoundText>,
) {
    let width = Node {
        max_width: px(SENTENCE_WIDTH),
        ..default()
    };
    in_middle(card, |middle| {
        let sentence = centred_text(TextSize::Body, colour, sentence);
        middle.spawn(width).with_child(sentence);
    });
}

/// Returns the buttons for the next steps after a game against rivals: the next game, a harder one, `look_back`, which
/// looks back at the game, and the move that can be taken back.
pub fn buttons_after_rivals<G: TableGame>(
    world: &World,
    look_back: fn(&mut World),
) -> Vec<ResultButton> {
    let next = ResultButton::new("play.next", launch::start_next_game::<G>);
    let mut buttons = vec![next];
    buttons.extend(harder::result_button::<G>(world));
    buttons.extend(look_back::result_button::<G>(world, look_back));
    buttons.extend(actions::take_back_button::<G>(world));
    buttons
}

/// Spawns the buttons for the next steps. Each closes the result first.
pub(super) fn spawn_next_buttons(card: &mut ChildSpawnerCommands, buttons: Vec<ResultButton>) {
    for (at, next) in buttons.into_iter().enumerate() {
        let style = if at == 0 {
            ButtonStyle::Primary
        } else {
            ButtonStyle::Plain
        };
        button(card, style, next.key, move |world| {
            set_menu(world, Menu::None);
            (next.act)(world);
        });
    }
}

/// Spawns the result of a game.
pub(super) fn spawn_result<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let colour = if table.is_lost() {
        palette::FAULT
    } else {
        palette::LAMP
    };
    // The result stands beside the board, so that the end of the game is seen. With large texts it needs the whole
    // width.
    let settings = world.resource::<Settings>();
    let node = if !settings.has_large_text() {
        let board = percent(62.5);
        Node {
            margin: match settings.panel_side {
                PanelSide::Right => UiRect::left(board),
                PanelSide::Left => UiRect::right(board),
            },
            max_width: px(460),
            ..column()
        }
    } else {
        column()
    };
    let (is_lesson, is_puzzle) = (table.lesson().is_some(), table.puzzle().is_some());
    with_commands(world, |world, commands| {
        if is_lesson {
            lesson::spawn_result::<G>(world, commands, node);
            return;
        }
        if is_puzzle {
            puzzle::spawn_result::<G>(world, commands, node);
            return;
        }
        spawn_menu(commands, Menu::Result, node, |card| {
            card.spawn(centred_text(TextSize::Title, colour, G::result_title));
            spawn_evolved_opponent::<G>(card, world);
            let resigned = resign::resigned_text::<G>;
            if !resigned(world).is_empty() {
                card.spawn(centred_text(TextSize::Body, palette::PAPER, resigned));
            }
            G::result(card, world);
            spawn_next_buttons(card, G::result_buttons(world));
            if G::has_recap(world) {
                button(card, ButtonStyle::Plain, "play.recap", |world| {
                    set_menu(world, Menu::Recap);
                });
            }
            spawn_leave_buttons(card, G::leave_key(world));
            in_equal_row(card, 6.0, |row| {
                let copy = share::copy_result::<G>;
                button(row, ButtonStyle::Chip, "share.result.copy", copy);
                let take = window_picture::take_picture;
                button(row, ButtonStyle::Chip, "play.picture", take);
            });
        });
    });
}

/// The side of the sigil of an evolved opponent, in interface pixels.
const SIGIL: f32 = 36.0;

/// Spawns the sigil and the name of the evolved opponent, if there was one.
fn spawn_evolved_opponent<G: TableGame>(card: &mut ChildSpawnerCommands, world: &World) {
    let table = world.get_resource::<Table<G>>();
    let Some(opponent) = table.and_then(G::evolved_opponent) else {
        return;
    };
    let node = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..stack(FlexDirection::Row, 10.0)
    };
    card.spawn(node).with_children(|row| {
        row.spawn(sigil(SIGIL, move |_: &World| Some(opponent)));
        let against = move |world: &World| {
            let words = world.resource::<Words>();
            words.fill("play.against", &[("name", full_name(opponent, words))])
        };
        row.spawn(bound_text(TextSize::Lead, palette::LAMP, against));
    });
}

/// Spawns the page about the game that has ended.
pub(super) fn spawn_recap<G: TableGame>(world: &mut World) {
    with_commands(world, |world, commands| {
        spawn_menu(commands, Menu::Recap, column(), |card| {
            G::recap(card, world);
            button(card, ButtonStyle::Primary, "play.back", |world| {
                set_menu(world, Menu::Result);
            });
        });
    });
}
