//! The button that forgets the results, after a question, so that the statistics begin anew.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Played;
use crate::session::played::PlayedGames;
use crate::session::puzzle::key_of;
use crate::session::statistics::Statistics;
use crate::shell::games::Games;
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::EnabledWhen;
use crate::shell::theme::widget::ButtonStyle;

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
    let question = Question {
        caption: "played.anew",
        question: "played.anew.really",
        number: 0,
    };
    let anew = question.spawn_button(row, ButtonStyle::Chip, forget_results);
    let has_results = EnabledWhen::new(|world| {
        let results = world.resource::<Statistics>();
        result_keys(world)
            .iter()
            .any(|key| results.names_of(key).next().is_some())
    });
    row.commands_mut().entity(anew).insert(has_results);
}

/// Forgets the results of the chosen games. The replays stay.
fn forget_results(world: &mut World) {
    let keys = result_keys(world);
    let is_chosen = |game: &str| keys.iter().any(|key| key == game);
    Statistics::forget(world, is_chosen);
    PlayedGames::forget(world, is_chosen);
}
