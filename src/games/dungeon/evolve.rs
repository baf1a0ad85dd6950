//! Evolving dungeons and enemies in the theatre.

use std::sync::Arc;

use bevy::prelude::*;

use super::enemies::problem::{self as enemy_problem, EnemyProblem, EnemySpec};
use super::graph::generator::{self, DungeonSpec};
use super::graph::picture;
use super::graph::problem::{GraphProblem, usual_search};
use super::map::Graph;
use super::rules::EnemyKind;
use super::setup::Setup;
use super::table::DungeonGame;
use crate::base::Seed;
use crate::generation::task::{RunDriver, background_run};
use crate::generation::{EvolutionParameters, WatchedRun};
use crate::session::{Game, Origin};
use crate::shell::notice::Notices;
use crate::shell::settings::Settings;
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::{self, Evolved, launch, new_game};
use crate::shell::theatre::legend::{Legend, OriginalColours};
use crate::shell::theatre::{self, About};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EnemyToEvolve>();
}

/// The name of the parameters of the enemies' evolution in the settings.
pub const ENEMIES: &str = "dungeon-enemies";

/// What evolves with parameters from the settings. The crossover of graphs and programs is their own. All programs are
/// feasible, so there is one population of them.
pub(super) const EVOLVED: &[Evolved] = &[
    Evolved {
        without: &["settings.crossover"],
        mutation: "dungeon.mutation",
        ..Evolved::usual(DungeonGame::KEY, "dungeon.name", usual_search)
    },
    Evolved {
        without: &["settings.crossover", "settings.scheme"],
        mutation: "dungeon.enemies.mutation",
        ..Evolved::usual(ENEMIES, "dungeon.enemies", enemy_problem::usual_search)
    },
];

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

/// The problem of a dungeon, whose map is shown at the end.
pub(super) fn problem_to_watch(spec: &DungeonSpec, seed: Seed) -> GraphProblem {
    GraphProblem {
        layout_preview: Some((spec.locks, seed)),
        ..spec.problem()
    }
}

/// The run of the first dungeon of the new game, for the preview on the setup page.
pub(super) fn preview(world: &World) -> Option<Arc<dyn WatchedRun>> {
    let origin = new_game::origin::<DungeonGame>(world);
    origin.setup.check().ok()?;
    let problem = problem_to_watch(&origin.setup.spec_at(1), origin.seed);
    Some(background_run(problem, origin.search, origin.seed).ok()?)
}
/// The meaning of the colours of graphs.
pub(super) const LEGEND: Legend = Legend {
    signs: picture::LEGEND,
    original: OriginalColours {
        name: "dungeon.legend.original",
        picture: picture::in_original_colours,
        tint: picture::original_tint,
    },
};

/// Opens the theatre on the first dungeon of the new game.
pub fn evolve_dungeon(world: &mut World) -> Result<(), String> {
    let origin = new_game::origin::<DungeonGame>(world);
    origin.setup.check().map_err(|why| why.to_string())?;
    let problem = problem_to_watch(&origin.setup.spec_at(1), origin.seed);
    let (search, seed) = (origin.search.clone(), origin.seed);
    let about = About {
        title: "dungeon.evolving",
        fault: problem.require_playable.then_some("dungeon.fault"),
        legend: Some(LEGEND),
        ..default()
    };
    let on_pick = move |world: &mut World, graph, pick| {
        let search = without_time_limit(world, &origin.search);
        let origin = origin.clone();
        let origin = Origin {
            pick,
            search,
            ..origin
        };
        start_in(world, origin, graph);
    };
    theatre::evolve(world, problem, search, seed, about, on_pick)
}

/// The parameters for the deeper dungeons. A time limit becomes the number of generations that the watched run has made
/// within it, because the meaning of an id must not depend on the speed of a computer.
fn without_time_limit(world: &World, search: &EvolutionParameters) -> EvolutionParameters {
    let run = theatre::watched(world).and_then(|run| world.get::<RunDriver>(run));
    let made = run.and_then(|run| run.watched().progress().generation);
    match made {
        Some(made) if search.milliseconds > 0 => EvolutionParameters {
            generations: made.clamp(1, search.generations),
            milliseconds: 0,
            ..search.clone()
        },
        _ => search.clone(),
    }
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
    let settings = world.resource::<Settings>();
    let search = settings.search_of(ENEMIES, enemy_problem::usual_search);
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
    let problem = problem_to_watch(&Setup::default().spec, seed);
    // The defaults are in range.
    let run = background_run(problem, usual_search(), seed).ok()?;
    Some(run)
}
