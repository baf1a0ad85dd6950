//! The end of a game: its replay is kept, its result is counted, and both are shown some time later.

use bevy::prelude::*;

use super::{Pacing, TableGame, launch, puzzle, save, skill};
use crate::session::played::{PlayedGame, PlayedGames};
use crate::session::replay::kept;
use crate::session::statistics::Statistics;
use crate::session::{Ending, LearntLessons, Moment, ReplayFile, Table};
use crate::shell::audio::{self, Sound};
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;

/// Keeps the replay of the game and counts its result if it has just ended, and then saves the game. Instead of that, a
/// lesson that was done is noted, and the first try at a puzzle is counted.
pub fn count_and_save<G: TableGame>(world: &mut World) {
    puzzle::count_try::<G>(world);
    keep_replay::<G>(world);
    count_result::<G>(world);
    note_lesson::<G>(world);
    save::<G>(world);
}

/// Keeps the replay of the game if it has just ended.
fn keep_replay<G: TableGame>(world: &mut World) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    if !table.bypass_change_detection().keep_once() {
        return;
    }
    let picture = G::picture(&table);
    if let Some(file) = ReplayFile::of(&table, &picture) {
        let name = kept::keep(world, file);
        if let Some(mut table) = world.get_resource_mut::<Table<G>>() {
            table.bypass_change_detection().set_kept_as(name);
        }
    }
}

/// Counts the result of the game if it has just ended.
fn count_result<G: TableGame>(world: &mut World) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    if !table.bypass_change_detection().count_once() {
        return;
    }
    if table.is_taken_over() {
        return;
    }
    let (points, counted_as) = (G::points(&table), G::counted_as(&table));
    let counted = table.result().zip(counted_as);
    let seconds = table.bypass_change_detection().count_seconds() as u32;
    let announced = G::announcement(&table);
    if let Some((result, name)) = counted {
        let announced = announced.or_else(|| skill::announced_success::<G>(world));
        let played = PlayedGame {
            game: G::KEY.to_owned(),
            name,
            result,
            ended: Moment::now(),
            seconds,
            announced: announced.map(|success| success.percent),
            announced_for: announced.map(|success| success.of).unwrap_or_default(),
        };
        // The forecast must be read before the program learns from this game.
        skill::learn_from_game::<G>(world);
        Statistics::count(world, G::KEY, &played.name, result, points);
        PlayedGames::add(world, played);
    }
    G::show_end(world);
}

/// Notes that a lesson was done if it has just been.
fn note_lesson<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let is_done = matches!(table.ending(), Some(Ending::Won(_))) && !table.is_lost();
    if let Some(words) = table
        .lesson()
        .map(|lesson| lesson.words)
        .filter(|_| is_done)
    {
        LearntLessons::note(world, words);
    }
}

/// Counts a game that has ended without a move, for instance because its time was up.
pub(super) fn update_count<G: TableGame>(world: &mut World) {
    if world.resource::<Table<G>>().is_count_due() {
        count_and_save::<G>(world);
    }
}

/// Counts the time for which the game is played. A player who looks back at it does not play it.
pub(super) fn count_seconds<G: TableGame>(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    pacing: Res<Pacing>,
    mut table: ResMut<Table<G>>,
) {
    let is_played = !table.is_over() && !table.is_replay() && !pacing.is_looking_back();
    if *menu.get() == Menu::None && is_played {
        // No system that watches the table for changes needs the time, so this change is not announced.
        let table = table.bypass_change_detection();
        table.add_seconds(time.delta_secs());
    }
}

/// The time since the end of the game under way, in seconds.
#[derive(Resource, Default)]
pub(super) struct EndTimer(f32);

/// Shows the result, some time after the end of the game.
pub(super) fn show_result<G: TableGame>(world: &mut World) {
    let looking_back = world.resource::<Pacing>().is_looking_back();
    let table = world.resource::<Table<G>>();
    if !table.is_over() || table.is_replay() || looking_back {
        world.resource_mut::<EndTimer>().0 = 0.0;
        return;
    }
    let menu = *world.resource::<State<Menu>>().get();
    // While the next game is being prepared, the result stays closed.
    if menu != Menu::None || !G::is_at_rest(world) || launch::is_launching::<G>(world) {
        return;
    }
    let speed = world.resource::<Settings>().animation_speed();
    let delta = world.resource::<Time>().delta_secs() * speed;
    let mut timer = world.resource_mut::<EndTimer>();
    let before = timer.0;
    timer.0 += delta;
    if timer.0 < G::RESULT_DELAY {
        return;
    }
    NextState::set_if_neq(&mut world.resource_mut::<NextState<Menu>>(), Menu::Result);
    if before < G::RESULT_DELAY {
        let table = world.resource::<Table<G>>();
        let sound = match table.ending() {
            Some(Ending::Drawn) => Sound::Draw,
            _ if table.is_lost() => Sound::Lose,
            _ if table.lesson().is_some() || table.puzzle().is_some() => Sound::Solved,
            _ => Sound::Win,
        };
        world.write_message(audio::PlaySound(sound));
    }
}
