//! The next dungeon of a descent: it evolves before the player's eyes on the way down, or unseen while the hero is
//! still in the dungeon above.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::descent::NextRun;
use super::evolve::{LEGEND, problem_to_watch};
use super::graph::generator::GenerateError;
use super::graph::problem::GraphProblem;
use super::map::Graph;
use super::rules::Move;
use super::table::{DungeonGame, Table};
use crate::generation::task::{BackgroundRun, background_run};
use crate::generation::{EvolutionParameters, Pick, PickError, StopReason, WatchedRun};
use crate::session::MoveWork;
use crate::shell::screen::Screen;
use crate::shell::settings::{Interludes, Settings};
use crate::shell::table::{Interlude, playing};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextDungeon>()
        .add_systems(OnExit(Screen::Play), drop_next_dungeon)
        .add_systems(Update, evolve_ahead.run_if(playing::<DungeonGame>));
}

/// The number of evaluations from which a run takes longer than a player wants to wait on the way down. Such a run
/// begins when the hero enters the dungeon above, and is shown from its beginning all the same.
const MANY_EVALUATIONS: u64 = 500_000;

/// The run of the next dungeon.
#[derive(Resource, Default)]
pub struct NextDungeon {
    /// The revision of the table and the depth of the hero that it is for.
    after: Option<(u32, u8)>,
    run: Option<Arc<BackgroundRun<GraphProblem>>>,
    /// The work that is done ahead of the hero; it stops when this is dropped.
    work: Option<Task<()>>,
}

impl NextDungeon {
    /// The run, if it has begun.
    pub fn run(&self) -> Option<&Arc<BackgroundRun<GraphProblem>>> {
        self.run.as_ref()
    }
}

fn takes_long(parameters: &EvolutionParameters) -> bool {
    u64::from(parameters.population) * u64::from(parameters.generations) > MANY_EVALUATIONS
}

/// Begins to evolve the next dungeon when the hero has entered one, if its evolution is not shown or takes long.
fn evolve_ahead(table: Res<Table>, settings: Res<Settings>, mut next: ResMut<NextDungeon>) {
    let now = Some((table.revision(), table.state().depth()));
    if next.after != now {
        *next = NextDungeon {
            after: now,
            ..default()
        };
    }
    if next.run.is_some() || next.work.is_some() {
        return;
    }
    let Some(of) = table.state().next_run() else {
        return;
    };
    if settings.interludes == Interludes::Off {
        let work = table.state().next_dungeon_work();
        next.work = work.map(|work| AsyncComputeTaskPool::get().spawn(work));
    } else if takes_long(&of.parameters())
        && let Some(run) = run_of(&of)
    {
        next.work = Some(Arc::clone(&run).advance(u32::MAX));
        next.run = Some(run);
    }
}

/// A run that has not begun. The parameters were checked when the descent began.
fn run_of(of: &NextRun) -> Option<Arc<BackgroundRun<GraphProblem>>> {
    let problem = problem_to_watch(&of.spec(), of.seed());
    background_run(problem, of.parameters(), of.seed()).ok()
}

/// The interlude that shows the run of the next dungeon on the way down, to which a move leads. The best graph of the
/// run becomes that dungeon. The enemies of the dungeon are bred meanwhile. `None` if no run is needed.
pub(super) fn interlude(world: &mut World, made: Move) -> Option<Interlude> {
    let table = world.get_resource::<Table>()?;
    let of = table.state().next_run()?;
    let breeding = table.state().breeding_work(made);
    let breeding =
        breeding.map(|work| -> MoveWork { Box::pin(async move { work.finish().await }) });
    let values = [
        ("depth", of.depth.to_string()),
        ("depths", table.setup().depths.to_string()),
    ];
    let title = world.resource::<Words>().fill("dungeon.way_down", &values);
    let mut next = world.resource_mut::<NextDungeon>();
    // A run that the player did not wait for was cancelled.
    let begun = next.run.as_ref().filter(|run| !run.is_cancelled());
    let run = match begun {
        Some(run) => Arc::clone(run),
        None => run_of(&of)?,
    };
    next.run = Some(Arc::clone(&run));
    let generations = of.parameters().generations;
    let found = Arc::clone(&run);
    Some(Interlude {
        title,
        run,
        generations,
        legend: Some(LEGEND),
        then: Box::new(move || of.lay_out(best_of(&found))),
        work: breeding,
    })
}

/// The best graph of a run that has ended.
fn best_of(run: &BackgroundRun<GraphProblem>) -> Result<Graph, GenerateError> {
    let progress = run.progress();
    let best = run.genome(Pick::Best).filter(|best| best.is_feasible());
    best.map(|best| best.genome).ok_or_else(|| {
        GenerateError::Pick(PickError::Infeasible {
            generation: progress.generation.unwrap_or(0),
            why: progress.stop.unwrap_or(StopReason::Cancelled),
        })
    })
}

fn drop_next_dungeon(mut next: ResMut<NextDungeon>) {
    *next = NextDungeon::default();
}
