//! Starts games by their ids.

use bevy::prelude::*;

use super::games::Games;
use super::words::Words;
use crate::base::{PlainError, nearest_word};
use crate::generation::Seed;
use crate::session::{GameId, IdError};

/// Parses an id and starts the game that it names, or returns the reason why it cannot.
pub fn open_id(world: &mut World, text: &str) -> Result<(), PlainError> {
    match text.parse::<GameId>() {
        Ok(id) => open_game(world, &id),
        Err(why) => Err(no_id(world, text, &why)),
    }
}

/// The error of a text that is no id. If the text begins with the name of a game, an id of that game is the example.
fn no_id(world: &World, text: &str, why: &IdError) -> PlainError {
    let begin = text.trim().split([':', '.', '#']).next().unwrap_or("");
    let card = world.resource::<Games>().find(begin);
    let (IdError::Shape(_), Some(card)) = (why, card) else {
        return why.into();
    };
    let words = world.resource::<Words>();
    let values = [
        ("game", words.get(card.words.name)),
        ("example", (card.of_the_day)(Seed(1)).to_string()),
    ];
    PlainError::new(words.fill("title.no_id", &values))
}

/// The error of a name that no game has, with the game that the player may mean.
pub(super) fn no_game(world: &World, name: &str) -> PlainError {
    let games = world.resource::<Games>().0.iter();
    let known: Vec<&str> = games.map(|card| card.key).collect();
    let near = nearest_word(name, &known);
    let key = match near {
        Some(_) => "title.no_such_game.near",
        None => "title.no_such_game",
    };
    let values = [
        ("game", name.to_owned()),
        ("near", near.unwrap_or_default().to_owned()),
    ];
    PlainError::new(world.resource::<Words>().fill(key, &values))
}

/// Starts the game that an id names, or returns the reason why it cannot.
pub fn open_game(world: &mut World, id: &GameId) -> Result<(), PlainError> {
    let card = world.resource::<Games>().find(&id.game);
    let card = card.ok_or_else(|| no_game(world, &id.game))?;
    // The game becomes the active one when it is on the table. Until then another one may be played.
    (card.open)(world, id)
}
