//! The glimpses that games of the list of saves lack, for instance because the program was not ended as usual. They are
//! made from the saves in the background, one after the other, while the list is open.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::saves::{SavedGames, paint_work, picture_of};
use crate::base::catch_panic_in;
use crate::session::save::Slot;
use crate::session::{Glimpse, Glimpses, Work};
use crate::shell::games::active_card;
use crate::shell::screen::Menu;
use crate::shell::theme::paint_task::PaintTasks;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MissingGlimpses>()
        .add_systems(Update, make_glimpses.run_if(in_state(Menu::Saves)))
        .add_systems(
            OnExit(Menu::Saves),
            |mut missing: ResMut<MissingGlimpses>| {
                *missing = MissingGlimpses::default();
            },
        );
}

/// The glimpses that the list lacks.
#[derive(Resource, Default)]
pub(super) struct MissingGlimpses {
    /// The games whose glimpses have not begun yet.
    waiting: VecDeque<Missing>,
    /// The glimpse that is being made.
    making: Option<(Missing, Task<Option<Glimpse>>)>,
}

/// A game without a glimpse.
struct Missing {
    slot: Slot,
    /// The picture that the list shows of it.
    image: Handle<Image>,
}

impl MissingGlimpses {
    /// Asks for the glimpse of a saved game, which replaces a picture.
    pub(super) fn ask_for(&mut self, slot: Slot, image: Handle<Image>) {
        self.waiting.push_back(Missing { slot, image });
    }
}

/// Begins to make a glimpse. A save that turns out to be broken has none.
fn begin(work: Work<Glimpse>) -> Task<Option<Glimpse>> {
    AsyncComputeTaskPool::get().spawn(async move {
        let made = catch_panic_in(work).await;
        made.ok()?.ok()
    })
}

/// Shows the glimpse that has been made, and begins with the next one.
fn make_glimpses(world: &mut World) {
    let Some(card) = active_card(world) else {
        return;
    };
    let mut missing = world.resource_mut::<MissingGlimpses>();
    if let Some((_, task)) = &mut missing.making {
        let Some(made) = check_ready(task) else {
            return;
        };
        let of = missing.making.take().map(|(of, _)| of);
        if let Some((of, glimpse)) = of.zip(made) {
            show_glimpse(world, card.key, of, glimpse);
        }
    }
    let next = world.resource_mut::<MissingGlimpses>().waiting.pop_front();
    if let Some(next) = next
        && let Some(work) = (card.glimpse_of_save)(world, next.slot)
    {
        let task = begin(work);
        world.resource_mut::<MissingGlimpses>().making = Some((next, task));
    }
}

/// Notes a glimpse, and shows its picture in the list. The player may have removed the game meanwhile.
fn show_glimpse(world: &mut World, game: &'static str, of: Missing, glimpse: Glimpse) {
    if !world.resource::<SavedGames>().contains(game, of.slot) {
        return;
    }
    let work = paint_work(world, picture_of(&glimpse, world));
    world.resource_mut::<PaintTasks>().paint(&of.image, work);
    Glimpses::note(world, game, of.slot, glimpse);
}
