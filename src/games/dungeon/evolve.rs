//! Evolving dungeons and enemies in the theatre, and the next dungeon of a descent ahead of the hero.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::enemies::problem::{self as enemy_problem, EnemyProblem, EnemySpec};
use super::graph::generator;
use super::graph::problem::{GraphProblem, usual_search};
use super::map::Graph;
use super::rules::EnemyKind;
use super::setup::Setup;
use super::table::{DungeonGame, Table};
use crate::base::Seed;
use crate::generation::WatchedRun;
use crate::generation::task::background_run;
use crate::session::{Game, Origin};
use crate::shell::games::active;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::{self, launch, new_game};
use crate::shell::theatre::{self, About};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EnemyToEvolve>()
        .init_resource::<NextDungeon>()
        .add_systems(OnExit(Screen::Play), drop_next_dungeon)
        .add_systems(
            Update,
            evolve_next_dungeon
                .run_if(in_state(Screen::Play).and_then(active(DungeonGame::KEY)))
                .run_if(resource_exists::<Table>),
        );
}

/// The enemy that the setup page asks for.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnemyToEvolve {
    /// The kind, which decides the body and the score.
    pub kind: EnemyKind,
    /// The strength of the body, from 1.
    pub strength: u8,
}

impl Default for EnemyToEvolve {
    fn default() -> Self {
        EnemyToEvolve {
            kind: EnemyKind::Hunter,
            strength: 5,
        }
    }
}

/// The problem of the first dungeon of a setup; the theatre shows its map at the end.
fn problem_to_watch(setup: &Setup, seed: Seed) -> GraphProblem {
    GraphProblem {
        layout_preview: Some((setup.spec.locks, seed)),
        ..setup.spec_at(1).problem()
    }
}

/// The run of the first dungeon of the new game, for the preview on the setup page.
pub(super) fn preview(world: &World) -> Option<Arc<dyn WatchedRun>> {
    let origin = new_game::origin::<DungeonGame>(world);
    origin.setup.check().ok()?;
    let problem = problem_to_watch(&origin.setup, origin.seed);
    Some(background_run(problem, origin.search, origin.seed).ok()?)
}

/// Opens the theatre on the first dungeon of the new game.
pub fn evolve_dungeon(world: &mut World) -> Result<(), String> {
    let origin = new_game::origin::<DungeonGame>(world);
    origin.setup.check().map_err(|why| why.to_string())?;
    let problem = problem_to_watch(&origin.setup, origin.seed);
    let (search, seed) = (origin.search.clone(), origin.seed);
    let about = About {
        title: "dungeon.evolving",
        fault: Some("dungeon.fault"),
        ..default()
    };
    let on_pick = move |world: &mut World, graph, pick| {
        let origin = origin.clone();
        start_in(world, Origin { pick, ..origin }, graph);
    };
    theatre::evolve(world, problem, search, seed, about, on_pick)
}

/// Starts the descent into the dungeon of a graph that was picked. Only its map has to be laid out.
fn start_in(world: &mut World, origin: Origin<DungeonGame>, graph: Graph) {
    let work = async move {
        let first = generator::dungeon_of(&graph, &origin.setup.spec_at(1), origin.seed)
            .map_err(|why| why.to_string())?;
        Ok((origin, Some(Arc::new(first))))
    };
    launch::open_when_made::<DungeonGame>(world, work, ());
}

/// Opens the theatre on the enemy that the setup page asks for. The one that is picked fights in the arena.
pub fn evolve_enemy(world: &mut World) -> Result<(), String> {
    let EnemyToEvolve { kind, strength } = *world.resource::<EnemyToEvolve>();
    let seed = world.resource::<SetupSeed>().0;
    let spec = EnemySpec {
        kind,
        strength,
        arenas: enemy_problem::DEFAULT_ARENAS,
    };
    let problem = EnemyProblem::new(spec, seed);
    let search = enemy_problem::usual_search();
    let about = About {
        title: "dungeon.training",
        watch: Some("dungeon.watch"),
        ..default()
    };
    let on_pick = move |world: &mut World, program, _| {
        let origin = Origin {
            search: usual_search(),
            ..Origin::new(Setup::arena(spec.breed(program)), seed)
        };
        if let Err(why) = table::open::<DungeonGame>(world, origin) {
            world.resource_mut::<Notices>().show(why);
        }
    };
    theatre::evolve(world, problem, search, seed, about, on_pick)
}

/// A run to show on the title's tile.
pub(super) fn demo(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
    let problem = problem_to_watch(&Setup::default(), seed);
    // The defaults are in range.
    let run = background_run(problem, usual_search(), seed).ok()?;
    Some(run)
}

/// The next dungeon of the descent, which is evolved while the hero is in this one.
#[derive(Resource, Default)]
struct NextDungeon {
    /// The revision of the table and the depth of the hero that it is for.
    after: Option<(u32, u8)>,
    /// The work; it stops when this is dropped.
    _work: Option<Task<()>>,
}

/// Starts to evolve the next dungeon when the hero has entered one.
fn evolve_next_dungeon(table: Res<Table>, mut next: ResMut<NextDungeon>) {
    let now = Some((table.revision(), table.state().depth()));
    if next.after != now {
        let work = table.state().next_dungeon_work();
        *next = NextDungeon {
            after: now,
            _work: work.map(|work| AsyncComputeTaskPool::get().spawn(work)),
        };
    }
}

fn drop_next_dungeon(mut next: ResMut<NextDungeon>) {
    *next = NextDungeon::default();
}
