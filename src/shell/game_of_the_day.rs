//! The game of the day: one of the games in turn, with a seed that is the day's. It is the same everywhere on the same
//! date, and needs no server.

use bevy::prelude::*;

use super::game_id::open_game;
use super::games::{GameCard, Games};
use super::notice::show_failure_of;
use super::played::result_text;
use super::screen::Screen;
use super::words::Words;
use crate::generation::Seed;
use crate::session::{Day, GameId, Replays};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), find_game_of_today)
        .add_systems(
            Update,
            find_game_of_today.run_if(in_state(Screen::Title).and_then(is_another_day)),
        );
}

/// The game of the day.
#[derive(Resource)]
pub struct GameOfTheDay {
    card: GameCard,
    /// The day.
    pub day: Day,
    /// The id of the game.
    pub id: GameId,
}

/// Returns the game of a day; `None` if there are no games.
pub fn game_of(games: &Games, day: Day) -> Option<GameOfTheDay> {
    let number = day.number();
    let count = games.0.len() as u64;
    let card = *games
        .0
        .get(usize::try_from(number.checked_rem(count)?).ok()?)?;
    let id = (card.of_the_day)(Seed(number));
    Some(GameOfTheDay { card, day, id })
}

/// The day of which the game with this id is the game; `None` if it is not today's.
pub fn day_of(world: &World, id: &str) -> Option<Day> {
    let today = world.get_resource::<GameOfTheDay>();
    today
        .filter(|today| today.id.to_string() == id)
        .map(|today| today.day)
}

/// The day that counts as today, so that pictures do not depend on the date.
#[derive(Resource)]
pub struct FixedDay(pub Day);

/// The day of today, or the one that counts as today.
fn today(fixed: Option<Res<FixedDay>>) -> Day {
    fixed.map_or_else(Day::today, |fixed| fixed.0)
}

fn find_game_of_today(games: Res<Games>, fixed: Option<Res<FixedDay>>, mut commands: Commands) {
    if let Some(game) = game_of(&games, today(fixed)) {
        commands.insert_resource(game);
    }
}

/// Whether the day has changed since its game was found.
fn is_another_day(found: Option<Res<GameOfTheDay>>, fixed: Option<Res<FixedDay>>) -> bool {
    let today = today(fixed);
    found.is_some_and(|found| found.day != today)
}

/// Returns the name of today's game, and the result if the game was played; empty if there is no game of the day.
pub(super) fn text(world: &World) -> String {
    let Some(today) = world.get_resource::<GameOfTheDay>() else {
        return String::new();
    };
    let words = world.resource::<Words>();
    let game = ("game", words.get(today.card.words.name));
    let played = world.resource::<Replays>().of_id(&today.id.to_string());
    match played {
        None => words.fill("title.daily", &[game]),
        Some(file) => {
            let result = ("result", result_text(file, words));
            words.fill("title.daily_done", &[game, result])
        }
    }
}

/// Starts the game of the day.
pub(super) fn start(world: &mut World) {
    let today = world.get_resource::<GameOfTheDay>();
    let Some(id) = today.map(|today| today.id.clone()) else {
        return;
    };
    show_failure_of(world, |world| open_game(world, &id));
}
