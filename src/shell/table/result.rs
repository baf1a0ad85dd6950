//! The result of a game: how it ended, and buttons for what comes next.

use bevy::prelude::*;

use super::panel::with_commands;
use super::{TableGame, lesson, puzzle};
use crate::session::Table;
use crate::shell::menus::{column, spawn_leave_buttons_with, spawn_menu};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button};

/// Spawns the result of a game over its board.
pub(super) fn spawn_result<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let colour = if table.is_lost() {
        palette::FAULT
    } else {
        palette::LAMP
    };
    // With large texts the result needs the whole width.
    let is_aside = G::RESULT_ASIDE && !world.resource::<Settings>().has_large_text();
    let node = if is_aside {
        Node {
            margin: UiRect::left(percent(60)),
            max_width: px(500),
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
            card.spawn(bound_text(TextSize::Title, colour, G::result_title));
            G::result(card, world);
            for (at, next) in G::result_buttons(world).into_iter().enumerate() {
                let style = if at == 0 {
                    ButtonStyle::Primary
                } else {
                    ButtonStyle::Plain
                };
                button(card, style, next.key, move |world| {
                    world.resource_mut::<NextState<Menu>>().set(Menu::None);
                    (next.act)(world);
                });
            }
            if G::has_recap(world) {
                button(card, ButtonStyle::Plain, "play.recap", |world| {
                    world.resource_mut::<NextState<Menu>>().set(Menu::Recap);
                });
            }
            spawn_leave_buttons_with(card, G::leave_key(world));
        });
    });
}

/// Spawns the page about the game that has ended.
pub(super) fn spawn_recap<G: TableGame>(world: &mut World) {
    with_commands(world, |world, commands| {
        spawn_menu(commands, Menu::Recap, column(), |card| {
            G::recap(card, world);
            button(card, ButtonStyle::Primary, "play.back", |world| {
                world.resource_mut::<NextState<Menu>>().set(Menu::Result);
            });
        });
    });
}
