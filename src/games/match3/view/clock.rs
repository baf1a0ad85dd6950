//! The clock of a game against time: it goes on while the board can be seen.

use bevy::prelude::*;

use crate::games::match3::level::Mode;
use crate::games::match3::rules::Match3;
use crate::games::match3::table::Table;
use crate::session::Game;
use crate::shell::audio::{self, Sound};
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::window::window_was_left;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (count_seconds, pause_game.run_if(window_was_left))
            .chain()
            .run_if(in_state(Screen::Play).and_then(active(Match3::KEY)))
            .run_if(resource_exists::<Table>),
    );
}

/// A sound marks each of this many last seconds.
const LAST_SECONDS: f32 = 10.0;

/// Counts the seconds that the game is played, with a sound for each of the last ones.
fn count_seconds(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    mut table: ResMut<Table>,
    mut sounds: MessageWriter<audio::PlaySound>,
) {
    if *menu.get() != Menu::None || table.is_over() || table.is_replay() {
        return;
    }
    let before = table.seconds_left();
    // No system that watches the table for changes needs the clock, so this change is not announced.
    table.bypass_change_detection().extra.seconds += time.delta_secs();
    if let (Some(before), Some(now)) = (before, table.seconds_left())
        && now < LAST_SECONDS
        && now.ceil() < before.ceil()
    {
        sounds.write(audio::PlaySound(Sound::Click));
    }
}

/// Pauses a game against the clock when the player turns to another window.
fn pause_game(table: Res<Table>, menu: Res<State<Menu>>, mut next: ResMut<NextState<Menu>>) {
    let is_timed = matches!(table.mode(), Mode::Timed(_));
    let is_running = is_timed && !table.is_over() && !table.is_replay();
    if is_running && *menu.get() == Menu::None {
        next.set(Menu::Pause);
    }
}
