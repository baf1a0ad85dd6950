//! Starts games by their ids.

use bevy::prelude::*;

use super::games::{ActiveGame, Games};
use super::words::Words;
use crate::generation::Seed;
use crate::session::{GameId, IdError};

/// Parses an id and starts the game that it names, or returns the reason why it cannot.
pub fn open_id(world: &mut World, text: &str) -> Result<(), String> {
    match text.parse::<GameId>() {
        Ok(id) => open_game(world, &id),
        Err(why) => Err(why_no_id(world, text, &why)),
    }
}

/// The reason why a text is no id. If the text begins with the name of a game, an id of that game is the example.
fn why_no_id(world: &World, text: &str, why: &IdError) -> String {
    let begin = text.trim().split([':', '.', '#']).next().unwrap_or("");
    let card = world.resource::<Games>().find(begin);
    let (IdError::Shape(_), Some(card)) = (why, card) else {
        return why.to_string();
    };
    let words = world.resource::<Words>();
    let values = [
        ("game", words.get(card.words.name)),
        ("example", (card.of_the_day)(Seed(1)).to_string()),
    ];
    words.fill("title.no_id", &values)
}

/// Starts the game that an id names, or returns the reason why it cannot.
pub fn open_game(world: &mut World, id: &GameId) -> Result<(), String> {
    let card = world.resource::<Games>().find(&id.game);
    let words = world.resource::<Words>();
    let card =
        card.ok_or_else(|| words.fill("title.no_such_game", &[("game", id.game.clone())]))?;
    world.resource_mut::<ActiveGame>().0 = Some(card.key);
    (card.open)(world, id)
}
