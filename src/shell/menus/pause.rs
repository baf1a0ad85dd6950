//! The pause menu.

use bevy::prelude::*;

use super::{column, cover, leave_buttons};
use crate::session::Folders;
use crate::shell::games::{ActiveGame, Games};
use crate::shell::screen::Menu;
use crate::shell::theme::bind::{Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, label};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Pause), spawn);
}

/// A game that is over is not kept.
fn is_saved(world: &World) -> bool {
    let game = world.resource::<ActiveGame>().0;
    let card = game.and_then(|game| world.resource::<Games>().find(game));
    let Some((folders, card)) = world.get_resource::<Folders>().zip(card) else {
        return false;
    };
    (card.is_saved)(world) && folders.game(card.key).exists()
}

fn spawn(mut commands: Commands) {
    cover(&mut commands, Menu::Pause, column(), |menu| {
        menu.spawn(label("pause.title", Size::Head, palette::PAPER));
        let saved = label("pause.saved", Size::Small, palette::MIST);
        menu.spawn((saved, Shown::when(is_saved)));
        let go =
            |to: Menu| move |world: &mut World| world.resource_mut::<NextState<Menu>>().set(to);
        button(menu, Look::Primary, Told::key("play.go_on"), go(Menu::None));
        button(
            menu,
            Look::Plain,
            Told::key("title.settings"),
            go(Menu::Settings),
        );
        leave_buttons(menu);
    });
}
