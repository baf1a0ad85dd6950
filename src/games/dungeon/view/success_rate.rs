//! Measuring the success rates: how often automatic players of three kinds complete a descent of the new game. The
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

/// The players, who take turns.
const PLAYERS: [Ruler; 3] = [Ruler::Careful, Ruler::Bold, Ruler::Sneaking];
/// The number of descents that each of them plays.
const DESCENTS: u32 = 50;
/// The seed from which the seeds of the descents come: the same for every player.
const SEED: Seed = Seed(0x0DD5);

/// The descents of one player.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// The number of descents that have ended.
    played: u32,
    /// The number of those that the player completed.
    completed: u32,
}

/// The success rates, as far as they are measured.
#[derive(Resource, Default)]
struct SuccessRate {
    /// The setup and the search that are measured.
    of: Option<(Setup, EvolutionParameters)>,
    /// The descents of each of the players.
    tallies: [Tally; PLAYERS.len()],
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
    /// The number of descents that were tried by all players.
    fn tried(&self) -> u32 {
        let played: u32 = self.tallies.iter().map(|tally| tally.played).sum();
        played + self.failed
    }

    /// Whether more descents are to be played.
    fn is_measuring(&self) -> bool {
        self.tried() < DESCENTS * PLAYERS.len() as u32
    }

    /// The index of the player of the next descent, or of the one that is being played.
    fn player(&self) -> usize {
        self.tried() as usize % PLAYERS.len()
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
                let player = self.player();
                let tally = &mut self.tallies[player];
                tally.played += 1;
                tally.completed += u32::from(completed);
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
        // All players play the same descents.
        let seed = SEED.child(u64::from(self.tried()) / PLAYERS.len() as u64 + 1);
        let ruler = PLAYERS[self.player()];
        let play = async move {
            let outcome = simulate::play_descent_in_slices(ruler, &setup, &search, seed).await;
            let played = outcome.ok().filter(|outcome| !outcome.is_refused());
            played.map(|outcome| outcome.is_completed())
        };
        let guarded = async move { catch_panic_in(play).await.ok().flatten() };
        self.task = Some(AsyncComputeTaskPool::get().spawn(guarded));
    }
}

/// The success rates in words.
pub(super) fn text(world: &World) -> String {
    let (rate, words) = (world.resource::<SuccessRate>(), world.resource::<Words>());
    if rate.tried() == 0 {
        return words.get("dungeon.setup.first_try");
    }
    let names = ["careful", "bold", "sneaking"];
    let of = |tally: &Tally| {
        let values = [
            ("through", tally.completed.to_string()),
            ("plays", tally.played.to_string()),
        ];
        words.fill("dungeon.setup.through", &values)
    };
    let values: Vec<(&str, String)> = names.into_iter().zip(rate.tallies.iter().map(of)).collect();
    let mut text = words.fill("dungeon.setup.odds", &values);
    if rate.failed > 0 {
        text += &words.fill(
            "dungeon.setup.failed_tries",
            &[("failed", rate.failed.to_string())],
        );
    }
    text
}
