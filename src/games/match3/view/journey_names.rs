//! The names of the stops of the journey, as they are shown and read out.

use bevy::prelude::*;

use super::journey_map::{number_at, stop_at};
use super::journey_worlds::world_name;
use crate::games::match3::journey::PlayerJourney;
use crate::shell::creature::made_up_name;
use crate::shell::words::Words;

/// The number of a stop and its name, for the phrases about it.
pub(super) fn number_and_name(world: &World, number: u32) -> [(&'static str, String); 2] {
    let naming = world.resource::<PlayerJourney>().0.naming_text(number);
    let name = made_up_name(&naming, world.resource::<Words>());
    [("number", (number + 1).to_string()), ("name", name)]
}

/// The stop at a place of the page in words: its number, its name, its stars or that it is still to come, and its world.
pub(super) fn stop_name(world: &World, place: u32) -> String {
    let words = world.resource::<Words>();
    let Some(number) = number_at(world, place) else {
        return String::new();
    };
    let within = ("world", world_name(number, words));
    let [number, name] = number_and_name(world, number);
    match stop_at(world, place) {
        Some(stop) => {
            let values = [number, name, ("stars", stop.stars.to_string()), within];
            words.fill("match3.stop.spoken", &values)
        }
        None => words.fill("match3.ahead.spoken", &[number, name, within]),
    }
}
