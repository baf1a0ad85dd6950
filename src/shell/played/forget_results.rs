//! The button that forgets the results, so that the statistics begin anew. It asks once.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Played;
use crate::session::played::PlayedGames;
use crate::session::puzzle::key_of;
use crate::session::statistics::Statistics;
use crate::shell::games::Games;
use crate::shell::screen::Screen;
use crate::shell::theme::bind::EnabledWhen;
use crate::shell::theme::widget::{ButtonStyle, button};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Question>().add_systems(
        OnExit(Screen::Played),
        |mut question: ResMut<Question>| {
            *question = Question::default();
        },
    );
}

/// The choice of games for which the player was asked whether the results are really to go.
#[derive(Resource, Default)]
struct Question {
    asked_for: Option<Option<&'static str>>,
}

/// The keys under which the results of the chosen games are counted.
fn result_keys(world: &World) -> Vec<String> {
    let chosen = world.resource::<Played>().game;
    let games = world.resource::<Games>().0.iter();
    let chosen = games.filter(|card| chosen.is_none_or(|chosen| card.key == chosen));
    chosen
        .flat_map(|card| [card.key.to_owned(), key_of(card.key)])
        .collect()
}

/// Spawns the button.
pub(super) fn spawn(row: &mut ChildSpawnerCommands) {
    let is_asked = |world: &World| {
        let asked_for = world.resource::<Question>().asked_for;
        asked_for == Some(world.resource::<Played>().game)
    };
    let caption = move |world: &World| {
        let key = match is_asked(world) {
            true => "played.anew.really",
            false => "played.anew",
        };
        world.resource::<Words>().get(key)
    };
    let anew = button(row, ButtonStyle::Chip, caption, move |world| {
        if is_asked(world) {
            *world.resource_mut::<Question>() = Question::default();
            forget_results(world);
        } else {
            let game = world.resource::<Played>().game;
            world.resource_mut::<Question>().asked_for = Some(game);
        }
    });
    let has_results = EnabledWhen::new(|world| {
        let results = world.resource::<Statistics>();
        result_keys(world)
            .iter()
            .any(|key| results.names_of(key).next().is_some())
    });
    row.commands_mut().entity(anew).insert(has_results);
}

/// Forgets the results of the chosen games. The games that are kept stay.
fn forget_results(world: &mut World) {
    let keys = result_keys(world);
    let is_meant = |game: &str| keys.iter().any(|key| key == game);
    Statistics::forget(world, is_meant);
    PlayedGames::forget(world, is_meant);
}
