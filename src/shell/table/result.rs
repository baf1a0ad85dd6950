//! The result of a game: how it ended, and what next.

use bevy::prelude::*;

use super::TableGame;
use super::panel::with_commands;
use crate::session::Table;
use crate::shell::menus::{column, cover, leave_buttons_to};
use crate::shell::screen::Menu;
use crate::shell::theme::bind::Told;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, words};

/// Spawns the result of a game over its board.
pub(super) fn spawn<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let colour = if table.is_lost() {
        palette::FAULT
    } else {
        palette::LAMP
    };
    let node = if G::RESULT_ASIDE {
        Node {
            margin: UiRect::left(percent(60)),
            max_width: px(500),
            ..column()
        }
    } else {
        column()
    };
    with_commands(world, |world, commands| {
        cover(commands, Menu::Result, node, |card| {
            card.spawn(words(Size::Title, colour, Told::by(G::result_title)));
            G::result(card, world);
            for (at, next) in G::result_buttons(world).into_iter().enumerate() {
                let look = if at == 0 { Look::Primary } else { Look::Plain };
                button(card, look, Told::key(next.key), move |world| {
                    world.resource_mut::<NextState<Menu>>().set(Menu::None);
                    (next.act)(world);
                });
            }
            leave_buttons_to(card, G::leave_key(world));
        });
    });
}
