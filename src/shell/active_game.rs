//! The change from one game to another one.

use bevy::prelude::*;

use super::games::{ActiveGame, active_card};
use super::screen::Screen;

/// Makes a game the active one, or none. If another game is on the screen, it is kept as it is left. Returns the game
/// that was active before.
pub fn activate(world: &mut World, game: Option<&'static str>) -> Option<&'static str> {
    let before = world.resource::<ActiveGame>().0;
    let is_played = *world.resource::<State<Screen>>().get() == Screen::Play;
    if before != game
        && is_played
        && let Some(card) = active_card(world)
    {
        (card.keep_as_left)(world);
    }
    world.resource_mut::<ActiveGame>().0 = game;
    before
}
