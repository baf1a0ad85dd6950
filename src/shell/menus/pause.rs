//! The pause menu.

use bevy::prelude::*;

use super::{column, lessons, spawn_leave_buttons, spawn_menu};
use crate::session::FileState;
use crate::shell::games::{ActiveGame, Games};
use crate::shell::screen::Menu;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, label};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Pause), spawn_pause_menu);
}

/// Says whether the game under way is saved.
fn save_text(world: &World) -> String {
    let game = world.resource::<ActiveGame>().0;
    let card = game.and_then(|game| world.resource::<Games>().find(game));
    let words = world.resource::<Words>();
    match card.and_then(|card| (card.save_state)(world)) {
        None => String::new(),
        Some(FileState::Saved) => words.get("pause.saved"),
        Some(FileState::Waiting) => words.get("pause.saving"),
        Some(FileState::Failed(why)) => words.fill("pause.not_saved", &[("why", why)]),
        Some(FileState::NotKept | FileState::Absent) => words.get("pause.not_kept"),
    }
}

fn spawn_pause_menu(mut commands: Commands) {
    spawn_menu(&mut commands, Menu::Pause, column(), |menu| {
        menu.spawn(label("pause.title", TextSize::Head, palette::PAPER));
        let width = Node {
            max_width: px(420),
            ..default()
        };
        menu.spawn(width.clone())
            .with_child(bound_text(TextSize::Small, palette::MIST, save_text));
        let open =
            |to: Menu| move |world: &mut World| world.resource_mut::<NextState<Menu>>().set(to);
        button(menu, ButtonStyle::Primary, "play.go_on", open(Menu::None));
        button(
            menu,
            ButtonStyle::Plain,
            "title.settings",
            open(Menu::Settings),
        );
        lessons::spawn_button(menu, ButtonStyle::Plain);
        spawn_leave_buttons(menu);
        menu.spawn(width)
            .with_child(label("pause.panel", TextSize::Small, palette::MIST));
    });
}
