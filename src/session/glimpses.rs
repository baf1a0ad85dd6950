//! Glimpses of the games under way: a small picture and the kind of each, by which the player recognises a game in the
//! list of saves.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::game::Game;
use super::player_file::{self, PlayerFile};
use super::replay::{FindSprite, thumbnail};
use super::save::{self, Slot};
use super::table::Table;
use crate::generation::Picture;

/// A glimpse of a game under way, as it was when the player left it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glimpse {
    /// The name under which the result will be counted; empty if it will not be counted.
    pub name: String,
    /// The picture as text.
    picture: String,
}

impl Glimpse {
    /// The glimpse of a table with this picture.
    pub fn of<G: Game>(table: &Table<G>, picture: &Picture) -> Self {
        Glimpse {
            name: G::counted_as(table).unwrap_or_default(),
            picture: thumbnail::write(picture),
        }
    }

    /// The picture.
    pub fn picture(&self, find: FindSprite) -> Picture {
        thumbnail::read(&self.picture, find)
    }
}

/// The glimpses, by the names of the save files.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Glimpses(BTreeMap<String, Glimpse>);

impl PlayerFile for Glimpses {
    const NAME: &'static str = "glimpses.ron";
    const VERSION: u32 = 1;
}

impl Glimpses {
    /// Returns the glimpse of a saved game; `None` if the player has not left the game yet.
    pub fn of(&self, game: &str, slot: Slot) -> Option<&Glimpse> {
        self.0.get(&slot.file_name(game))
    }

    /// Forgets the glimpse of a game, because another game takes its slot.
    pub fn forget(world: &mut World, game: &str, slot: Slot) {
        let mut glimpses = world.resource_mut::<Glimpses>();
        if glimpses.0.remove(&slot.file_name(game)).is_some() {
            player_file::save::<Glimpses>(world);
        }
    }

    /// Notes the glimpse of a saved game, and forgets those of games of this kind whose saves are gone.
    pub fn note(world: &mut World, game: &str, slot: Slot, glimpse: Glimpse) {
        let saves = save::slots(world, game);
        let is_there = |name: &str| match Slot::of_file_name(name, game) {
            Some(slot) => saves.contains(&slot),
            None => true,
        };
        let mut glimpses = world.resource_mut::<Glimpses>();
        glimpses.0.retain(|name, _| is_there(name));
        glimpses.0.insert(slot.file_name(game), glimpse);
        player_file::save::<Glimpses>(world);
    }
}
