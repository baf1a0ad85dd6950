//! A move that needs work before it can be made, for instance the dungeon that it leads into. The work is done in the
//! background while the game goes on, or is shown in an [`interlude`](super::interlude), and then the move is made.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::{TableGame, interlude, play};
use crate::session::{Game, MoveWork, Table, TableVersion};
use crate::shell::notice::show_phrase;
use crate::shell::settings::{Interludes, Settings};

/// The move that waits for its work.
#[derive(Resource)]
pub(super) struct HeldMove<G: Game>(Option<Held<G>>);

struct Held<G: Game> {
    made: G::Move,
    /// The version of the table for which the move was chosen.
    version: TableVersion,
    /// The work, unless an interlude shows it.
    work: Option<Task<()>>,
}

impl<G: Game> Default for HeldMove<G> {
    fn default() -> Self {
        HeldMove(None)
    }
}

/// Holds a move until its work is done. A move that is held for the same version of the table is not replaced.
pub(super) fn hold<G: TableGame>(
    world: &mut World,
    made: G::Move,
    version: TableVersion,
    work: MoveWork,
) {
    let held = &world.resource::<HeldMove<G>>().0;
    if held.as_ref().is_some_and(|held| held.version == version) {
        return;
    }
    let is_shown = world.resource::<Settings>().interludes != Interludes::Off;
    let work = match is_shown.then(|| G::interlude(world, &made)).flatten() {
        Some(shown) => {
            interlude::open(world, shown);
            None
        }
        None => {
            show_phrase(world, "play.move_waits");
            Some(AsyncComputeTaskPool::get().spawn(work))
        }
    };
    world.resource_mut::<HeldMove<G>>().0 = Some(Held {
        made,
        version,
        work,
    });
}

/// Gives up the held move and its work, because the player has left the game.
pub(super) fn drop_held_move<G: TableGame>(mut held: ResMut<HeldMove<G>>) {
    held.0 = None;
}

/// Makes the held move when its work is done. If the table has changed meanwhile, the held move is dropped. If its
/// interlude was closed, it is given up.
pub(super) fn play_held_move<G: TableGame>(world: &mut World) {
    let Some(held) = &world.resource::<HeldMove<G>>().0 else {
        return;
    };
    let version = world.resource::<Table<G>>().version();
    let is_given_up = held.work.is_none() && !interlude::is_open(world);
    let is_late = is_given_up || held.version != version;
    let is_ready = match &held.work {
        Some(work) => work.is_finished(),
        None => interlude::is_over(world),
    };
    if !is_late && !is_ready {
        return;
    }
    let held = world.resource_mut::<HeldMove<G>>().0.take();
    if held.as_ref().is_some_and(|held| held.work.is_none()) {
        interlude::close_interlude(world);
    }
    if is_given_up {
        G::give_up_move(world);
    } else if let Some(held) = held.filter(|_| !is_late) {
        play::<G>(world, held.made);
    }
}
