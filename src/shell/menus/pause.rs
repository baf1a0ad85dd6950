//! The pause menu.

use bevy::prelude::*;

use super::{column, cover, leave_buttons};
use crate::shell::screen::Menu;
use crate::shell::theme::bind::Told;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, label};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Pause), spawn);
}

fn spawn(mut commands: Commands) {
    cover(&mut commands, Menu::Pause, column(), |menu| {
        menu.spawn(label("pause.title", Size::Head, palette::PAPER));
        menu.spawn(label("pause.saved", Size::Small, palette::MIST));
        let go =
            |to: Menu| move |world: &mut World| world.resource_mut::<NextState<Menu>>().set(to);
        button(
            menu,
            Look::Primary,
            Told::key("pause.go_on"),
            go(Menu::None),
        );
        button(
            menu,
            Look::Plain,
            Told::key("title.settings"),
            go(Menu::Settings),
        );
        leave_buttons(menu);
    });
}
