//! The sounds of the events of a turn.

use bevy::prelude::*;

use crate::games::dungeon::Table;
use crate::games::dungeon::map::{Cell, Ground};
use crate::games::dungeon::rules::{Actor, Consumable, Event, Game};
use crate::shell::audio::{PlaySound, Sound};

/// Plays the loudest sound of a turn, and under it that of the hero's step.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    let game = &world.resource::<Table>().state().game;
    let of_turn = events.iter().filter_map(|event| sound_of(game, event));
    let loudest = of_turn
        .max_by_key(|(rank, _)| *rank)
        .map(|(_, sound)| sound);
    let goes_down = events.iter().any(|event| matches!(event, Event::Deeper(_)));
    let step = events.iter().find_map(|event| match event {
        // After a step that leads down, the map on which it was made is gone.
        Event::Moved(Actor::Hero, _, to) if !goes_down => sound_of_step(game, *to),
        _ => None,
    });
    for sound in loudest.into_iter().chain(step) {
        world.write_message(PlaySound(sound));
    }
}

/// The sound of an event, and its rank among those of a turn.
fn sound_of(game: &Game, event: &Event) -> Option<(u8, Sound)> {
    Some(match *event {
        Event::Deeper(_) => (9, Sound::Win),
        Event::FoundExitKey | Event::FoundKey(_) => (8, Sound::Combo(4)),
        Event::CameIn(_) => (8, Sound::Combo(0)),
        Event::Teleported(Actor::Hero, ..) => (8, Sound::Portal),
        // The end of the game has a sound of its own.
        Event::Died(Actor::Enemy(_)) => (8, Sound::Fall),
        Event::Healed(Actor::Hero, life) if life > 1 => (7, Sound::Combo(2)),
        Event::Used(Consumable::Fire) => (7, Sound::Flame),
        Event::ConsumableThrown(Consumable::Bell, ..) => (7, Sound::Bell),
        Event::Spare(_) | Event::TookBoon(_) => (6, Sound::Combo(3)),
        // A blow from hiding and a leap are heard instead of the blow that follows them.
        Event::Ambushed(_) => (7, Sound::Burst),
        Event::Lunged(_) => (7, Sound::Leap),
        Event::Struck {
            defence: Some(_), ..
        } => (5, Sound::Clang),
        Event::Struck { .. } => (6, Sound::Break),
        Event::Chest(..) | Event::Found(_) => (5, Sound::Combo(1)),
        Event::Full(_) => (5, Sound::Refuse),
        // A change of mind of an enemy that the hero does not see makes no sound.
        Event::Noticed(enemy) | Event::Tracked(enemy) if game.sees_enemy(enemy) => {
            (4, Sound::Alert)
        }
        Event::Lost(enemy) | Event::Listens(enemy) if game.sees_enemy(enemy) => (4, Sound::Calm),
        Event::Teleported(Actor::Enemy(enemy), ..) if game.sees_enemy(enemy) => (4, Sound::Portal),
        Event::Burnt(..) => (4, Sound::Flame),
        Event::Thrown(..) | Event::Hurled(..) => (3, Sound::Whoosh),
        Event::Opened(_) | Event::Unlocked(..) => (3, Sound::Creak),
        Event::InUse(_) => (3, Sound::Equip),
        Event::Heard(enemy) if game.sees_enemy(enemy) => (2, Sound::Alert),
        Event::Used(_) | Event::Hooded(_) => (2, Sound::Move),
        // Steps have sounds of their own, and the ends of games too. A ripple shows a noise.
        Event::Moved(..)
        | Event::Noise(..)
        | Event::Healed(..)
        | Event::Died(Actor::Hero)
        | Event::Escaped
        | Event::ConsumableThrown(..)
        | Event::Noticed(_)
        | Event::Heard(_)
        | Event::Listens(_)
        | Event::Tracked(_)
        | Event::Lost(_)
        | Event::Teleported(..) => return None,
    })
}

/// The sound of a step of the hero onto a cell; `None` on stone and oil, and in water,
/// which is silent.
fn sound_of_step(game: &Game, to: Cell) -> Option<Sound> {
    match game.ground_at(to) {
        Ground::Grass => Some(Sound::Rustle),
        Ground::Rubble => Some(Sound::Crunch),
        Ground::Stone | Ground::Oil | Ground::Water => None,
    }
}
