//! The clocks of the people at the table: they run while the board can be seen and it is a person's turn. Here are also
//! the time in the panel, the words about a loss on time, and the rows of the setup page.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::WindowFocused;

use super::launch::AnyLaunch;
use super::setup_page::row;
use super::setup_widgets::show_while;
use super::{Pacing, TableGame, count_and_save, new_game, player_name, playing};
use crate::session::{ClockGame, Table, TimeControl};
use crate::shell::access::Speech;
use crate::shell::audio::{self, Sound};
use crate::shell::screen::Menu;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, choices};
use crate::shell::window::has_left_window;
use crate::shell::words::Words;

/// Adds the systems that let the clocks of a game run.
pub fn add_clocks<G: ClockGame + TableGame>(app: &mut App) {
    app.add_systems(
        Update,
        (run_clock::<G>, pause_game::<G>.run_if(leaves_game))
            .chain()
            .run_if(playing::<G>),
    )
    .add_systems(OnEnter(Menu::Pause), save_clocks::<G>.run_if(playing::<G>));
}

/// Whether the player has left the window and the game under way stays on the screen. A game that is being prepared
/// takes its place, and a menu would drop that.
pub fn leaves_game(
    focus: MessageReader<WindowFocused>,
    launches: Query<(), With<AnyLaunch>>,
) -> bool {
    has_left_window(focus) && launches.is_empty()
}

/// A sound marks each of this many last seconds.
pub const LAST_SECONDS: f32 = 10.0;
/// The numbers of seconds left that a screen reader says.
const ANNOUNCED: [f32; 3] = [60.0, 30.0, 10.0];

/// Tells a player how much time is left.
#[derive(SystemParam)]
pub struct TimeSigns<'w> {
    sounds: MessageWriter<'w, audio::PlaySound>,
    speech: ResMut<'w, Speech>,
    words: Res<'w, Words>,
}

impl TimeSigns<'_> {
    /// The time left has gone from `before` to `now`, in seconds. Each of the last ones has a sound, and a screen reader
    /// says some of them.
    pub fn announce(&mut self, before: f32, now: f32) {
        if now < LAST_SECONDS && now.ceil() < before.ceil() {
            self.sounds.write(audio::PlaySound(Sound::Click));
        }
        if let Some(seconds) = ANNOUNCED
            .iter()
            .find(|seconds| now <= **seconds && before > **seconds)
        {
            let values = [("seconds", seconds.to_string())];
            self.speech.say(self.words.fill("play.clock.left", &values));
        }
    }
}

/// Whether a game with clocks is under way.
fn is_under_way<G: ClockGame>(table: &Table<G>) -> bool {
    table.has_clocks() && table.is_recorded() && !table.is_over()
}

/// Lets the clock of the person to move run.
fn run_clock<G: ClockGame + TableGame>(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    pacing: Res<Pacing>,
    mut table: ResMut<Table<G>>,
    mut signs: TimeSigns,
) {
    if *menu.get() != Menu::None || pacing.is_looking_back() || !is_under_way(&table) {
        return;
    }
    let Some(seat) = table.turn() else { return };
    let Some(before) = table.seconds_left(seat) else {
        return;
    };
    // No system that watches the table for changes needs the clocks, so this change is not announced.
    table.bypass_change_detection().run_clock(time.delta_secs());
    let now = table.seconds_left(seat).unwrap_or(0.0);
    signs.announce(before, now);
    if now == 0.0 {
        signs.speech.say(time_up_text(&table, &signs.words));
        // The position is lost now, which views have to show.
        table.set_changed();
    }
}

/// Pauses a game with clocks when the player turns to another window.
fn pause_game<G: ClockGame>(
    table: Res<Table<G>>,
    pacing: Res<Pacing>,
    menu: Res<State<Menu>>,
    mut next: ResMut<NextState<Menu>>,
) {
    let runs = is_under_way(&table) && table.is_human_turn() && !pacing.is_looking_back();
    if runs && *menu.get() == Menu::None {
        next.set(Menu::Pause);
    }
}

/// Saves the time that has been used since the last move.
fn save_clocks<G: ClockGame + TableGame>(world: &mut World) {
    let looking_back = world.resource::<Pacing>().is_looking_back();
    let table = world.get_resource::<Table<G>>();
    if !looking_back && table.is_some_and(is_under_way) {
        count_and_save::<G>(world);
    }
}

/// Spawns the time that a player has left. It takes no place if the player has no clock. Earlier positions of a game have
/// no times of their own, so it is not there either while the player looks back.
pub fn spawn_time<G: ClockGame>(row: &mut ChildSpawnerCommands, seat: usize) {
    let left = move |world: &World| {
        let table = world.get_resource::<Table<G>>()?;
        let is_now = table.is_recorded() && !world.resource::<Pacing>().is_looking_back();
        table.seconds_left(seat).filter(|_| is_now)
    };
    let text = move |world: &World| left(world).map_or(String::new(), clock_text);
    let shown = VisibleWhen::new(move |world| left(world).is_some());
    row.spawn((bound_text(TextSize::Lead, palette::LAMP, text), shown));
}

/// Seconds as minutes and seconds. A second that has begun counts as whole, so that the clock shows zero only when the
/// time is up.
pub fn clock_text(seconds: f32) -> String {
    let seconds = seconds.ceil() as u32;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Spawns a line that says whose time was up. It is there only in the position that was lost by it.
pub fn time_up<G: ClockGame + TableGame>() -> impl Bundle {
    let text = |world: &World| {
        let table = world.get_resource::<Table<G>>();
        let words = world.resource::<Words>();
        table.map_or(String::new(), |table| time_up_text(table, words))
    };
    let shown = VisibleWhen::new(|world| {
        let table = world.get_resource::<Table<G>>();
        table.is_some_and(|table| table.seat_out_of_time().is_some())
    });
    (bound_text(TextSize::Body, palette::PAPER, text), shown)
}

/// Says whose time was up; empty if nobody's was.
fn time_up_text<G: ClockGame + TableGame>(table: &Table<G>, words: &Words) -> String {
    match table.seat_out_of_time() {
        None => String::new(),
        Some(seat) if table.only_human() == Some(seat) => words.get("play.time_up.you"),
        Some(seat) => {
            let player = player_name(table, seat, words);
            words.fill("play.time_up", &[("player", player)])
        }
    }
}

/// The minutes that can be chosen.
const MINUTES: [u8; 4] = [3, 5, 10, 20];
/// The seconds for each move that can be chosen.
const INCREMENTS: [u8; 4] = [0, 2, 5, 10];

/// The time that people have in the new game.
fn time<G: ClockGame>(world: &World) -> Option<TimeControl> {
    G::time(new_game::setup::<G>(world))
}

/// Changes the time that people have in the new game.
fn set_time<G: ClockGame + TableGame>(world: &mut World, time: Option<TimeControl>) {
    new_game::change::<G>(world, |setup| G::set_time(setup, time));
}

/// Spawns the rows of the setup page in which people give themselves a clock.
pub fn spawn_rows<G: ClockGame + TableGame>(page: &mut ChildSpawnerCommands) {
    row(page, "setup.clock", |row| {
        let minutes = std::iter::once(None).chain(MINUTES.map(Some));
        let minutes = minutes.map(|minutes| (minutes_text(minutes), minutes));
        choices(
            row,
            minutes,
            |world, minutes| time::<G>(world).map(TimeControl::minutes) == minutes,
            |world, minutes| {
                let increment = time::<G>(world).map_or(0, TimeControl::increment);
                let chosen = minutes.and_then(|minutes| TimeControl::new(minutes, increment).ok());
                set_time::<G>(world, chosen);
            },
        );
    });
    let increments = row(page, "setup.increment", |row| {
        choices(
            row,
            INCREMENTS.map(|seconds| (increment_text(seconds), seconds)),
            |world, seconds| time::<G>(world).map(TimeControl::increment) == Some(seconds),
            |world, seconds| {
                let minutes = time::<G>(world).map(TimeControl::minutes);
                let chosen = minutes.and_then(|minutes| TimeControl::new(minutes, seconds).ok());
                set_time::<G>(world, chosen);
            },
        );
    });
    show_while(page, increments, |world| time::<G>(world).is_some());
}

fn minutes_text(minutes: Option<u8>) -> BoundText {
    BoundText::new(move |world| {
        let words = world.resource::<Words>();
        match minutes {
            None => words.get("play.clock.off"),
            Some(minutes) => words.fill("play.clock.minutes", &[("value", minutes.to_string())]),
        }
    })
}

fn increment_text(seconds: u8) -> BoundText {
    BoundText::new(move |world| {
        let words = world.resource::<Words>();
        words.fill("play.seconds", &[("value", seconds.to_string())])
    })
}
