//! Choosing with the arrows, the stick or the cross: one of the boons that are offered, or something that the hero
//! carries.

use bevy::prelude::*;

use super::View;
use super::hand::request;
use super::messages::{self, Tone};
use super::panel::{ItemPlace, game};
use super::{art, descriptions};
use crate::games::dungeon::rules::boons::OFFERED;
use crate::games::dungeon::rules::hero::BELT;
use crate::games::dungeon::rules::{Boon, Move};
use crate::shell::access::Speech;
use crate::shell::words::Words;

/// The things of which the player chooses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// The boons that are offered.
    Boons,
    /// The belt, and the carried weapons and armours after it.
    Things,
}

fn choice(world: &World) -> Option<Choice> {
    if game(world)?.offer().is_some() {
        return Some(Choice::Boons);
    }
    world.resource::<View>().picked.map(|_| Choice::Things)
}

/// Whether the arrows choose, and do not make steps.
pub(super) fn is_choosing(world: &World) -> bool {
    choice(world).is_some()
}

/// The moves that use the things that the hero carries, in the order of their places.
fn use_moves(world: &World) -> Vec<Move> {
    let Some(game) = game(world) else {
        return Vec::new();
    };
    let belt = (0..game.hero.belt.len()).map(|place| Move::Belt(place as u8));
    let carried = (0..game.hero.items.len()).map(|place| Move::Use(place as u8));
    belt.chain(carried).collect()
}

/// The place of the chosen thing.
pub(super) fn chosen_thing(world: &World) -> Option<ItemPlace> {
    if choice(world) != Some(Choice::Things) {
        return None;
    }
    let at = world.resource::<View>().picked?;
    match *use_moves(world).get(at)? {
        Move::Belt(place) => Some(ItemPlace::Belt(usize::from(place))),
        Move::Use(place) => Some(ItemPlace::Carried(usize::from(place))),
        _ => None,
    }
}

/// Says which boon or thing is chosen, and what it does.
fn say_choice(world: &mut World) {
    let words = world.resource::<Words>();
    let text = match choice(world) {
        Some(Choice::Things) => {
            chosen_thing(world).map(|which| descriptions::place_text(world, which))
        }
        Some(Choice::Boons) => {
            let offer = game(world).and_then(|game| game.offer());
            let boon = offer.and_then(|boons| boons.get(world.resource::<View>().boon).copied());
            boon.map(|boon| boon_text(boon, words))
        }
        None => None,
    };
    world.resource_mut::<Speech>().say(text.unwrap_or_default());
}

/// A boon in words: its name and what it does.
pub(super) fn boon_text(boon: Boon, words: &Words) -> String {
    let name = words.get(art::name_of_boon(boon));
    format!("{name}: {}", words.get(art::use_of_boon(boon)))
}

/// Whether the boon of a place is the chosen one.
pub(super) fn is_chosen_boon(world: &World, place: usize) -> bool {
    choice(world) == Some(Choice::Boons) && world.resource::<View>().boon == place
}

/// Begins to choose a thing that the hero carries, or confirms the choice of a boon or a thing.
pub(super) fn begin_or_confirm_choice(world: &mut World) {
    match choice(world) {
        Some(_) => confirm_choice(world),
        None if use_moves(world).is_empty() => {
            messages::log_message(world, ("dungeon.say.nothing_carried", Tone::Plain, vec![]));
        }
        None => {
            world.resource_mut::<View>().picked = Some(0);
            say_choice(world);
        }
    }
}

/// Goes on to another boon or thing.
pub(super) fn move_choice(world: &mut World, (x, y): (i16, i16)) {
    let Some(choice) = choice(world) else { return };
    let things = use_moves(world);
    let mut view = world.resource_mut::<View>();
    match choice {
        Choice::Boons => view.boon = shifted_index(view.boon, i32::from(x), OFFERED),
        Choice::Things => {
            let at = view.picked.unwrap_or(0);
            // The things that are carried stand in a row below the belt.
            let by = i32::from(x) + i32::from(y) * BELT as i32;
            view.picked = (!things.is_empty()).then(|| shifted_index(at, by, things.len()));
        }
    }
    say_choice(world);
}

/// The index that is a number of places further on, clamped to the first and the last one.
fn shifted_index(at: usize, by: i32, count: usize) -> usize {
    (at as i32 + by).clamp(0, count as i32 - 1) as usize
}

/// Takes the chosen boon, or uses the chosen thing.
pub(super) fn confirm_choice(world: &mut World) {
    let Some(choice) = choice(world) else { return };
    let view = world.resource::<View>();
    let chosen = match choice {
        Choice::Boons => Some(Move::Boon(view.boon as u8)),
        Choice::Things => view.picked.and_then(|at| use_moves(world).get(at).copied()),
    };
    let mut view = world.resource_mut::<View>();
    (view.picked, view.boon) = (None, 0);
    if let Some(chosen) = chosen {
        request(world, chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_place_end_the_row() {
        assert_eq!(shifted_index(0, -1, 3), 0);
        assert_eq!(shifted_index(0, 1, 3), 1);
        assert_eq!(shifted_index(2, 1, 3), 2);
        assert_eq!(shifted_index(1, 4, 7), 5);
        assert_eq!(shifted_index(5, 4, 7), 6);
    }
}
