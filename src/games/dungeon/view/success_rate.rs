//! Measuring the success rate: how often the careful automatic player completes a descent of the new game. The
//! descents are played in the background while the setup page is open.

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use crate::base::{Seed, catch_panic_in};
use crate::games::dungeon::DungeonGame;
use crate::games::dungeon::players::Ruler;
use crate::games::dungeon::setup::Setup;
use crate::games::dungeon::simulate;
use crate::generation::EvolutionParameters;
use crate::session::Game;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::table::new_game;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SuccessRate>()
        .add_systems(
            Update,
            measure_success_rate.run_if(in_state(Screen::Setup).and_then(active(DungeonGame::KEY))),
        )
        .add_systems(OnExit(Screen::Setup), stop_measuring);
}

/// The number of descents that are played.
const DESCENTS: u32 = 100;
/// The seed from which the seeds of the descents come: the same for every player.
const SEED: Seed = Seed(0x0DD5);

/// The success rate, as far as it is measured.
#[derive(Resource, Default)]
struct SuccessRate {
    /// The setup and the search that are measured.
    of: Option<(Setup, EvolutionParameters)>,
    /// The number of descents that have ended.
    played: u32,
    /// The number of those that the player completed.
    completed: u32,
    /// The number of descents that could not be played. They count as neither completed nor lost.
    failed: u32,
    /// The descent that is being played, and whether the player completes it; `None` if it could not be played.
    task: Option<Task<Option<bool>>>,
}

/// Plays one descent after the other; starts anew when the setup or the search has changed.
fn measure_success_rate(world: &mut World) {
    let origin = new_game::origin::<DungeonGame>(world);
    let of = Some((origin.setup, origin.search));
    let mut rate = world.resource_mut::<SuccessRate>();
    if rate.of != of {
        *rate = SuccessRate { of, ..default() };
    }
    rate.count_result();
    rate.play_next();
}

/// Stops the descent that is being played. It begins again when the page is opened again.
fn stop_measuring(mut rate: ResMut<SuccessRate>) {
    rate.task = None;
}

impl SuccessRate {
    /// Whether more descents are to be played.
    fn is_measuring(&self) -> bool {
        self.played + self.failed < DESCENTS
    }

    /// Counts the descent that is being played, if it has ended.
    fn count_result(&mut self) {
        let Some(task) = &mut self.task else { return };
        let Some(result) = block_on(poll_once(task)) else {
            return;
        };
        self.task = None;
        match result {
            Some(completed) => {
                self.played += 1;
                self.completed += u32::from(completed);
            }
            None => self.failed += 1,
        }
    }

    /// Begins the next descent, if none is being played.
    fn play_next(&mut self) {
        if self.task.is_some() || !self.is_measuring() {
            return;
        }
        let Some((setup, search)) = self.of.clone() else {
            return;
        };
        let seed = SEED.child(u64::from(self.played + self.failed) + 1);
        let play = async move {
            let outcome =
                simulate::play_descent_in_slices(Ruler::Careful, &setup, &search, seed).await;
            let played = outcome.ok().filter(|outcome| !outcome.is_refused());
            played.map(|outcome| outcome.is_completed())
        };
        let guarded = async move { catch_panic_in(play).await.ok().flatten() };
        self.task = Some(AsyncComputeTaskPool::get().spawn(guarded));
    }
}

/// The success rate in words.
pub(super) fn text(world: &World) -> String {
    let rate = world.resource::<SuccessRate>();
    let key = match (rate.is_measuring(), rate.played) {
        (true, 0) => "dungeon.setup.first_try",
        (true, _) => "dungeon.setup.measuring",
        (false, _) => "dungeon.setup.odds",
    };
    let values = [
        ("through", rate.completed.to_string()),
        ("plays", rate.played.to_string()),
        ("failed", rate.failed.to_string()),
        ("wanted", DESCENTS.to_string()),
    ];
    let words = world.resource::<Words>();
    let mut text = words.fill(key, &values);
    if rate.failed > 0 {
        text += &words.fill("dungeon.setup.failed_tries", &values);
    }
    text
}
