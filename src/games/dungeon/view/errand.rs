//! What the hero does for many turns without being asked each turn, and what ends it.

use bevy::prelude::*;

use super::{View, messages, own_move};
use crate::games::dungeon::layout::Cell;
use crate::games::dungeon::play::Play;
use crate::games::dungeon::rules::{Event, Game, Move, Who};

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

/// Begins an errand, unless there is danger in sight.
pub(super) fn begin(world: &mut World, errand: Errand) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let danger = errand != Errand::PlayItself && sees_foe(&play.descent().game);
    if danger {
        messages::say(world, "dungeon.say.danger", messages::Tone::Warning, &[]);
    }
    world.resource_mut::<View>().errand = (!danger).then_some(errand);
}

/// To the exit, if it was seen.
pub(super) fn to_exit(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let game = &play.descent().game;
    let layout = &game.dungeon().layout;
    let exit = layout.exit;
    let why = if !game.seen.has(&layout.map, exit) {
        "dungeon.say.no_exit"
    } else if !game.hero.exit_key {
        "dungeon.say.exit_locked"
    } else {
        begin(world, Errand::Travel(exit));
        return;
    };
    messages::say(world, why, messages::Tone::Plain, &[]);
}

fn sees_foe(game: &Game) -> bool {
    game.foes_seen().next().is_some()
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
                Errand::Rest if game.hero.life < game.hero.whole => (Some(Move::Wait), None),
                Errand::Rest => (None, Some("dungeon.say.rested")),
                Errand::PlayItself => (None, None),
            }
        }),
    };
    if made.is_none() {
        world.resource_mut::<View>().errand = None;
        if let Some(key) = ended {
            messages::say(world, key, messages::Tone::Plain, &[]);
        }
    }
    made
}

/// Ends what is done without thinking when something happens that needs thought.
pub(super) fn heed(world: &mut World, events: &[Event]) {
    let Some(errand) = world.resource::<View>().errand else {
        return;
    };
    if errand == Errand::PlayItself {
        return;
    }
    let game = &world.resource::<Play>().descent().game;
    let hurt = |event: &Event| matches!(event, Event::Struck { at: Who::Hero, .. });
    let found = |event: &Event| matches!(event, Event::Deeper(_) | Event::Full(_));
    let ends = sees_foe(game) || events.iter().any(|e| hurt(e) || found(e));
    if ends {
        world.resource_mut::<View>().errand = None;
    }
}
