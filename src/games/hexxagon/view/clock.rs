//! The clocks of the people at the table: they run while the board can be seen and it is a person's turn.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::setup_page::{change, setup};
use crate::games::hexxagon::rules::{Hexxagon, TimeControl};
use crate::games::hexxagon::table::Table;
use crate::shell::access::Speech;
use crate::shell::audio::{self, Sound};
use crate::shell::screen::Menu;
use crate::shell::table::setup_page::row;
use crate::shell::table::{self, Pacing, player_name, playing};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, choices};
use crate::shell::window::window_was_left;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (run_clock, pause_game.run_if(window_was_left))
            .chain()
            .run_if(playing::<Hexxagon>),
    )
    .add_systems(
        OnEnter(Menu::Pause),
        save_clocks.run_if(playing::<Hexxagon>),
    );
}

/// A sound marks each of this many last seconds.
const LAST_SECONDS: f32 = 10.0;
/// The numbers of seconds left that a screen reader says.
const TOLD: [f32; 3] = [60.0, 30.0, 10.0];

/// Whether a game with clocks is under way.
fn has_clocks(table: &Table) -> bool {
    table.setup().time.is_some() && table.is_recorded() && !table.is_over()
}

/// Lets the clock of the person to move run.
fn run_clock(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    pacing: Res<Pacing>,
    mut table: ResMut<Table>,
    mut sounds: MessageWriter<audio::PlaySound>,
    mut speech: ResMut<Speech>,
    words: Res<Words>,
) {
    if *menu.get() != Menu::None || pacing.looking_back || !has_clocks(&table) {
        return;
    }
    let Some(seat) = table.turn() else { return };
    let Some(before) = table.seconds_left(seat) else {
        return;
    };
    // No system that watches the table for changes needs the clocks, so this change is not announced.
    table.bypass_change_detection().run_clock(time.delta_secs());
    let now = table.seconds_left(seat).unwrap_or(0.0);
    if now < LAST_SECONDS && now.ceil() < before.ceil() {
        sounds.write(audio::PlaySound(Sound::Click));
    }
    if let Some(seconds) = TOLD.iter().find(|told| now <= **told && before > **told) {
        speech.say(words.fill("hex.clock.left", &[("seconds", seconds.to_string())]));
    }
    if now == 0.0 {
        let colour = player_name(&table, seat, &words);
        speech.say(words.fill("hex.end.time", &[("colour", colour)]));
        // The position is lost now, which views have to show.
        table.set_changed();
    }
}

/// Pauses a game with clocks when the player turns to another window.
fn pause_game(
    table: Res<Table>,
    pacing: Res<Pacing>,
    menu: Res<State<Menu>>,
    mut next: ResMut<NextState<Menu>>,
) {
    let runs = has_clocks(&table) && table.is_human_turn() && !pacing.looking_back;
    if runs && *menu.get() == Menu::None {
        next.set(Menu::Pause);
    }
}

/// Saves the time that has been used since the last move.
fn save_clocks(world: &mut World) {
    let looking_back = world.resource::<Pacing>().looking_back;
    if !looking_back && world.get_resource::<Table>().is_some_and(has_clocks) {
        table::count_and_save::<Hexxagon>(world);
    }
}

/// Spawns the line of the panel with the time that each person has left. Without a clock it takes no place.
pub(super) fn spawn_times(top: &mut ChildSpawnerCommands) {
    let shown = VisibleWhen::new(|world| {
        let table = world.get_resource::<Table>();
        table.is_some_and(|table| table.setup().time.is_some() && !table.is_replay())
    });
    top.spawn((bound_text(TextSize::Lead, palette::LAMP, times_text), shown));
}

fn times_text(world: &World) -> String {
    let (Some(table), words) = (world.get_resource::<Table>(), world.resource::<Words>()) else {
        return String::new();
    };
    let of = |seat: usize| {
        let left = table.seconds_left(seat)?;
        let values = [
            ("colour", player_name(table, seat, words)),
            ("time", clock_text(left)),
        ];
        Some(words.fill("hex.clock.of", &values))
    };
    let times: Vec<String> = (0..table.seats().len()).filter_map(of).collect();
    times.join("   ")
}

/// Seconds as minutes and seconds. A second that has begun counts as whole, so that the clock shows zero only when the
/// time is up.
fn clock_text(seconds: f32) -> String {
    let seconds = seconds.ceil() as u32;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The minutes that can be chosen.
const MINUTES: [u8; 4] = [3, 5, 10, 20];
/// The seconds for each move that can be chosen.
const INCREMENTS: [u8; 4] = [0, 2, 5, 10];

/// Spawns the row of the setup page on which people give themselves a clock.
pub(super) fn spawn_row(page: &mut ChildSpawnerCommands) {
    row(page, "hex.setup.clock", |row| {
        let minutes = std::iter::once(None).chain(MINUTES.map(Some));
        let minutes = minutes.map(|minutes| (minutes_text(minutes), minutes));
        choices(
            row,
            minutes,
            |world, minutes| setup(world).time.map(TimeControl::minutes) == minutes,
            |world, minutes| {
                let increment = setup(world).time.map_or(0, TimeControl::increment);
                let time = minutes.and_then(|minutes| TimeControl::new(minutes, increment).ok());
                change(world, |setup| setup.time = time);
            },
        );
    });
    let increments = row(page, "hex.setup.increment", |row| {
        choices(
            row,
            INCREMENTS.map(|seconds| (increment_text(seconds), seconds)),
            |world, seconds| setup(world).time.map(TimeControl::increment) == Some(seconds),
            |world, seconds| {
                let minutes = setup(world).time.map(TimeControl::minutes);
                let time = minutes.and_then(|minutes| TimeControl::new(minutes, seconds).ok());
                change(world, |setup| setup.time = time);
            },
        );
    });
    let has_clock = VisibleWhen::new(|world| setup(world).time.is_some());
    page.commands_mut().entity(increments).insert(has_clock);
}

fn minutes_text(minutes: Option<u8>) -> BoundText {
    BoundText::new(move |world| {
        let words = world.resource::<Words>();
        match minutes {
            None => words.get("hex.clock.off"),
            Some(minutes) => words.fill("hex.clock.minutes", &[("value", minutes.to_string())]),
        }
    })
}

fn increment_text(seconds: u8) -> BoundText {
    BoundText::new(move |world| {
        let words = world.resource::<Words>();
        words.fill("hex.seconds", &[("value", seconds.to_string())])
    })
}
