//! How often the careful automatic player comes through what is set up: played in the background while one
//! looks at the setup.

use bevy::prelude::*;
use bevy::tasks::futures_lite::future::{block_on, poll_once};
use bevy::tasks::{AsyncComputeTaskPool, Task};

use crate::games::dungeon::KEY;
use crate::games::dungeon::play::{Wish, wished_id};
use crate::games::dungeon::setup::Setup;
use crate::games::dungeon::simulate;
use crate::generation::{Search, Seed};
use crate::shell::games::active;
use crate::shell::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Odds>().add_systems(
        Update,
        measure.run_if(in_state(Screen::Setup).and_then(active(KEY))),
    );
}

/// How many descents are played.
const PLAYS: u32 = 100;
/// Where their seeds begin: the same for everybody.
const SEED: Seed = Seed(0x0DD5);

/// What was found so far.
#[derive(Resource, Default)]
pub(super) struct Odds {
    /// What was played.
    of: Option<(Setup, Search)>,
    /// Descents played, and those that came through.
    pub plays: u32,
    pub through: u32,
    task: Option<Task<Option<bool>>>,
}

impl Odds {
    /// Whether more is to be played.
    pub fn goes_on(&self) -> bool {
        self.plays < PLAYS
    }
}

fn measure(world: &mut World) {
    let id = wished_id(world);
    let now = (world.resource::<Wish>().setup.clone(), id.search);
    let mut odds = world.resource_mut::<Odds>();
    if odds.of.as_ref() != Some(&now) {
        *odds = Odds {
            of: Some(now),
            ..Odds::default()
        };
    }
    if let Some(mut task) = odds.task.take() {
        match block_on(poll_once(&mut task)) {
            None => odds.task = Some(task),
            Some(through) => {
                odds.plays += 1;
                odds.through += u32::from(through == Some(true));
            }
        }
    }
    if odds.task.is_some() || !odds.goes_on() {
        return;
    }
    let Some((setup, search)) = odds.of.clone() else {
        return;
    };
    let seed = SEED.child(u64::from(odds.plays) + 1);
    let play = async move {
        let play = simulate::play_descent(&setup, &search, seed);
        play.ok().map(|play| play.completed)
    };
    odds.task = Some(AsyncComputeTaskPool::get().spawn(play));
}
