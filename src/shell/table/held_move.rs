//! A move that needs work before it can be made, for instance the dungeon that it leads into. The work is done in the
//! background while the game goes on, and then the move is made.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::{TableGame, play};
use crate::session::{Game, MoveWork, Table};
use crate::shell::notice::Notices;
use crate::shell::words::Words;

/// The move that waits for its work.
#[derive(Resource)]
pub(super) struct HeldMove<G: Game>(Option<Held<G>>);

struct Held<G: Game> {
    made: G::Move,
    /// The version of the table for which the move was chosen.
    version: (usize, u32),
    work: Task<()>,
}

impl<G: Game> Default for HeldMove<G> {
    fn default() -> Self {
        HeldMove(None)
    }
}

/// Holds a move until its work is done. A move that is held already goes on waiting.
pub(super) fn hold<G: TableGame>(
    world: &mut World,
    made: G::Move,
    version: (usize, u32),
    work: MoveWork,
) {
    let held = &world.resource::<HeldMove<G>>().0;
    if held.as_ref().is_some_and(|held| held.version == version) {
        return;
    }
    let text = world.resource::<Words>().get("play.move_waits");
    world.resource_mut::<Notices>().show(text);
    world.resource_mut::<HeldMove<G>>().0 = Some(Held {
        made,
        version,
        work: AsyncComputeTaskPool::get().spawn(work),
    });
}

/// Makes the move that was held when its work is done. Another move that was made meanwhile takes its place.
pub(super) fn play_held_move<G: TableGame>(world: &mut World) {
    let version = world.resource::<Table<G>>().version();
    let mut held = world.resource_mut::<HeldMove<G>>();
    if held.0.as_ref().is_some_and(|held| held.version != version) {
        held.0 = None;
    }
    if let Some(held) = held.0.take_if(|held| held.work.is_finished()) {
        play::<G>(world, held.made);
    }
}
