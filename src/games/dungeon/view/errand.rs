//! What the hero does for many turns without being asked each turn, and what ends it.

use bevy::prelude::*;

use super::messages::Tone;
use super::{View, art, messages, own_move};
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::play::Play;
use crate::games::dungeon::rules::{Creature, Event, Game, Move};
use crate::shell::words::Words;

/// Something that takes many turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// Where something is unseen.
    Explore,
    /// To a cell.
    Travel(Cell),
    /// Until nothing hurts.
    Rest,
    /// As the automatic player does.
    PlayItself,
}

/// Begins an errand. With an enemy near that knows of the hero one thinks about every step: of a journey
/// the first one is made, and nothing else is begun.
pub(super) fn begin(world: &mut World, errand: Errand) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let danger = errand != Errand::PlayItself && is_danger(&play.descent().game);
    if !danger {
        world.resource_mut::<View>().errand = Some(errand);
        return;
    }
    if let Errand::Travel(to) = errand {
        world.resource_scope(|world, mut view: Mut<View>| {
            let game = &world.resource::<Play>().descent().game;
            view.wanted = view.routes.towards(game, |cell| cell == to);
        });
        return;
    }
    messages::say(world, ("dungeon.say.danger", Tone::Warning, vec![]));
}

/// To the exit, if it was seen.
pub(super) fn to_exit(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let game = &play.descent().game;
    let layout = &game.dungeon().layout;
    let exit = layout.exit;
    let why = if !game.explored().has(&layout.map, exit) {
        "dungeon.say.no_exit"
    } else if !game.hero.exit_key {
        "dungeon.say.exit_locked"
    } else {
        begin(world, Errand::Travel(exit));
        return;
    };
    messages::say(world, (why, Tone::Plain, vec![]));
}

/// So near an enemy that knows of the hero is a danger.
const NEAR: u16 = 6;

fn is_danger(game: &Game) -> bool {
    game.visible_enemies().any(|number| {
        let foe = &game.enemies[number];
        foe.aware && foe.at.distance_to(game.hero.at) <= NEAR
    })
}

/// The next move of the errand; what has nothing left to do ends.
pub(super) fn next(world: &mut World) -> Option<Move> {
    let errand = world.resource::<View>().errand?;
    let (made, ended) = match errand {
        Errand::PlayItself => (own_move(world), None),
        _ => world.resource_scope(|world, mut view: Mut<View>| {
            let game = &world.resource::<Play>().descent().game;
            match errand {
                Errand::Explore => {
                    let made = view.routes.explore(game);
                    (made, Some("dungeon.say.explored"))
                }
                Errand::Travel(to) if game.hero.at == to => (None, None),
                Errand::Travel(to) => {
                    let made = view.routes.towards(game, |cell| cell == to);
                    (made, Some("dungeon.say.no_way"))
                }
                Errand::Rest if game.hero.life < game.hero.max_life => (Some(Move::Wait), None),
                Errand::Rest => (None, Some("dungeon.say.rested")),
                Errand::PlayItself => (None, None),
            }
        }),
    };
    if made.is_none() {
        world.resource_mut::<View>().errand = None;
        if let Some(key) = ended {
            messages::say(world, (key, Tone::Plain, vec![]));
        }
    }
    made
}

/// Ends what is done without thinking when something happens that needs thought: an enemy comes into sight
/// or near, a blow, another dungeon.
pub(super) fn heed(world: &mut World, events: &[Event]) {
    let game = &world.resource::<Play>().descent().game;
    let seen: Vec<usize> = game.visible_enemies().collect();
    let known = &world.resource::<View>().in_sight;
    let fresh = seen.iter().copied().find(|foe| !known.contains(foe));
    let danger = is_danger(game);
    let kind = fresh.map(|foe| game.enemies[foe].breed.kind);
    let mut view = world.resource_mut::<View>();
    view.in_sight = seen;
    let thoughtless = view.errand.filter(|errand| *errand != Errand::PlayItself);
    if thoughtless.is_none() {
        return;
    }
    let hurt = |event: &Event| {
        matches!(
            event,
            Event::Struck {
                target: Creature::Hero,
                ..
            }
        )
    };
    let found = |event: &Event| matches!(event, Event::Deeper(_) | Event::Full(_));
    if fresh.is_some() || danger || events.iter().any(|e| hurt(e) || found(e)) {
        view.errand = None;
    }
    if let Some(kind) = kind {
        let name = world.resource::<Words>().say(art::name_of_kind(kind));
        let phrase = ("dungeon.say.sees", Tone::Warning, vec![("foe", name)]);
        messages::say(world, phrase);
    }
}
