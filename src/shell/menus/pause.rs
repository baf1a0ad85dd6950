//! The pause menu.

use bevy::prelude::*;

use super::{column, spawn_leave_buttons, spawn_menu};
use crate::session::Folders;
use crate::shell::games::{ActiveGame, Games};
use crate::shell::screen::Menu;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, button, label};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Pause), spawn_pause_menu);
}

/// Whether there is a save of the game under way. A game that has ended has none.
fn is_saved(world: &World) -> bool {
    let game = world.resource::<ActiveGame>().0;
    let card = game.and_then(|game| world.resource::<Games>().find(game));
    let Some((folders, card)) = world.get_resource::<Folders>().zip(card) else {
        return false;
    };
    (card.is_saved)(world) && folders.game(card.key).exists()
}

fn spawn_pause_menu(mut commands: Commands) {
    spawn_menu(&mut commands, Menu::Pause, column(), |menu| {
        menu.spawn(label("pause.title", TextSize::Head, palette::PAPER));
        let saved = label("pause.saved", TextSize::Small, palette::MIST);
        menu.spawn((saved, VisibleWhen::new(is_saved)));
        let open =
            |to: Menu| move |world: &mut World| world.resource_mut::<NextState<Menu>>().set(to);
        button(menu, ButtonStyle::Primary, "play.go_on", open(Menu::None));
        button(
            menu,
            ButtonStyle::Plain,
            "title.settings",
            open(Menu::Settings),
        );
        spawn_leave_buttons(menu);
    });
}
