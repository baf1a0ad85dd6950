//! The clock of a game against time: it begins after a countdown, and goes on while the board can be seen.

use bevy::prelude::*;

use crate::games::match3::level::Mode;
use crate::games::match3::rules::Match3;
use crate::games::match3::table::Table;
use crate::shell::audio::{self, Sound};
use crate::shell::screen::Menu;
use crate::shell::table::clock::{TimeSigns, leaves_game};
use crate::shell::table::playing;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Countdown>().add_systems(
        Update,
        (count_down, count_seconds, pause_game.run_if(leaves_game))
            .chain()
            .run_if(playing::<Match3>),
    );
}

/// The seconds for which the player may look at the board before the clock begins.
const COUNTDOWN: f32 = 3.0;

/// The countdown before the clock begins.
#[derive(Resource, Default)]
pub(super) struct Countdown {
    /// The revision of the table that it is for.
    revision: Option<u32>,
    left: f32,
}

impl Countdown {
    /// Returns the seconds that are left, from 3 to 1; `None` when the clock has begun.
    pub(super) fn seconds(&self) -> Option<u32> {
        (self.left > 0.0).then_some(self.left.ceil() as u32)
    }
}

/// Counts down at the start of a game against time. The first move ends the countdown.
fn count_down(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    table: Res<Table>,
    mut countdown: ResMut<Countdown>,
    mut sounds: MessageWriter<audio::PlaySound>,
) {
    let is_timed = matches!(table.mode(), Mode::Timed(_));
    let has_begun = table.extra.seconds > 0.0 || !table.moves().is_empty();
    if !is_timed || has_begun || table.is_replay() {
        if countdown.left > 0.0 {
            countdown.left = 0.0;
        }
        return;
    }
    if countdown.revision != Some(table.revision()) {
        *countdown = Countdown {
            revision: Some(table.revision()),
            left: COUNTDOWN,
        };
        sounds.write(audio::PlaySound(Sound::Click));
        return;
    }
    if *menu.get() != Menu::None || countdown.left == 0.0 {
        return;
    }
    let before = countdown.seconds();
    countdown.left = (countdown.left - time.delta_secs()).max(0.0);
    if countdown.seconds() != before {
        sounds.write(audio::PlaySound(Sound::Click));
    }
}

/// Counts the seconds that the game is played.
fn count_seconds(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    countdown: Res<Countdown>,
    mut table: ResMut<Table>,
    mut signs: TimeSigns,
) {
    let waits = *menu.get() != Menu::None || countdown.seconds().is_some();
    if waits || table.is_over() || table.is_replay() {
        return;
    }
    let before = table.seconds_left();
    // No system that watches the table for changes needs the clock, so this change is not announced.
    table.bypass_change_detection().extra.seconds += time.delta_secs();
    if let (Some(before), Some(now)) = (before, table.seconds_left()) {
        signs.announce(before, now);
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
