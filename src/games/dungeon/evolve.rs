//! Evolving dungeons and enemies in the theatre.

use std::sync::Arc;

use bevy::prelude::*;

use super::enemies::atlas::EnemyAtlas;
use super::enemies::problem::{self as enemy_problem, EnemyProblem};
use super::enemies::spec::EnemySpec;
use super::graph::atlas::DungeonAtlas;
use super::graph::generator::{self, DungeonSpec};
use super::graph::problem::{GraphProblem, usual_parameters};
use super::graph::{original_colours, picture};
use super::map::Graph;
use super::rules::program::Program;
use super::rules::{Breed, EnemyKind};
use super::setup::{Setup, SetupError};
use super::sprite_names;
use super::table::{DungeonGame, Help};
use crate::base::{PlainError, Seed};
use crate::generation::driver::RunDriver;
use crate::generation::task::background_run;
use crate::generation::{EvolutionParameters, Pick, WatchedRun};
use crate::session::run_file::Field;
use crate::session::{Game, Origin, RunFile, RunFileError};
use crate::shell::notice::show_failure_of;
use crate::shell::settings::Settings;
use crate::shell::table::new_game::SetupSeed;
use crate::shell::table::{self, Evolved, launch, new_game};
use crate::shell::theatre::legend::{Legend, OriginalColours};
use crate::shell::theatre::run_file::{Picked, RunKind, add_run_kind, evolve_file};
use crate::shell::theatre::{self, About};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EnemyToEvolve>();
    for (key, open) in [
        (DUNGEONS, open_dungeons as fn(&mut World, &RunFile) -> _),
        (ENEMIES, open_enemies),
        (DUNGEON_ATLAS_FILES, open_dungeon_atlas),
        (DUNGEON_ATLAS, open_older_dungeon_atlas),
        (ENEMY_ATLAS, open_enemy_atlas),
    ] {
        let game = DungeonGame::KEY;
        add_run_kind(app, RunKind { key, game, open });
    }
}

/// The key of runs of dungeons in files.
const DUNGEONS: &str = "dungeon-graphs";

/// The name of the parameters of the enemies' evolution in the settings, and the key of their runs in files.
pub const ENEMIES: &str = "dungeon-enemies";

/// The name of the parameters of the dungeon atlas in the settings, and the key of its files from before ground mutated
/// by itself.
const DUNGEON_ATLAS: &str = "dungeon-atlas";
/// The key of the files of the dungeon atlas. Those with the older key still give what they gave then.
const DUNGEON_ATLAS_FILES: &str = "dungeon-atlas-2";
/// The name of the parameters of the enemy atlas in the settings, and the key of its files.
const ENEMY_ATLAS: &str = "dungeon-enemy-atlas";

/// The evolutions whose parameters are in the settings. Graphs and programs have crossover operators of their own. All
/// programs are feasible, so there is one population of them, and every generation of them fights in fresh arenas, so
/// that stagnation cannot be measured.
pub(super) const EVOLVED: &[Evolved] = &[
    Evolved {
        without: &["settings.crossover"],
        mutation: "dungeon.mutation",
        scheme: "dungeon.scheme",
        ..Evolved::usual(DungeonGame::KEY, "dungeon.name", usual_parameters)
    },
    Evolved {
        without: &[
            "settings.crossover",
            "settings.scheme",
            "settings.stagnation",
        ],
        mutation: "dungeon.enemies.mutation",
        ..Evolved::usual(ENEMIES, "dungeon.enemies", enemy_problem::usual_parameters)
    },
    Evolved::atlas(
        DUNGEON_ATLAS,
        "dungeon.atlas",
        theatre::usual_archive_parameters::<DungeonAtlas>,
    ),
    Evolved::atlas(
        ENEMY_ATLAS,
        "dungeon.enemy_atlas",
        theatre::usual_archive_parameters::<EnemyAtlas>,
    ),
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
    Some(background_run(problem, origin.parameters, origin.seed).ok()?)
}

/// The meaning of the colours of graphs.
pub(super) const LEGEND: Legend = Legend {
    sentence: None,
    signs: picture::LEGEND,
    original: Some(OriginalColours {
        name: "dungeon.legend.original",
        picture: original_colours::in_original_colours,
        tint: original_colours::original_tint,
    }),
};

/// Opens the theatre on the first dungeon of the new game.
pub fn evolve_dungeon(world: &mut World) -> Result<(), PlainError> {
    let origin = new_game::origin::<DungeonGame>(world);
    origin.setup.check()?;
    let file = RunFile::of_origin(DUNGEONS, &origin);
    watch_dungeons(world, origin, &file).map_err(PlainError::from)
}

/// Opens the theatre on dungeons that descend from a graph. The specification has room for everything in the graph.
pub(super) fn evolve_dungeon_from(world: &mut World, graph: &Graph) -> Result<(), PlainError> {
    let mut origin = new_game::origin::<DungeonGame>(world);
    origin.setup = origin.setup.with_first(None, None);
    origin.setup.spec = origin.setup.spec.with_room_for(graph);
    origin.setup.check()?;
    let file = RunFile::of_origin(DUNGEONS, &origin).with_ancestor(graph.to_string());
    watch_dungeons(world, origin, &file).map_err(PlainError::from)
}

/// Opens the theatre on a run of dungeons from a file.
fn open_dungeons(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let origin = file.origin::<DungeonGame>()?;
    let checked = origin.setup.check();
    checked.map_err(|why| RunFileError::new(Field::Setup, why))?;
    watch_dungeons(world, origin, file)
}

/// The setup of the descents of a file.
fn setup_of_file(file: &RunFile) -> Result<Setup, RunFileError> {
    let refuse = |why: SetupError| RunFileError::new(Field::Setup, why);
    let setup: Setup = file.setup.parse().map_err(refuse)?;
    setup.check().map_err(refuse)?;
    Ok(setup)
}

/// Opens the theatre on the run of a file, which is for the first dungeon of a descent.
fn watch_dungeons(
    world: &mut World,
    origin: Origin<DungeonGame>,
    file: &RunFile,
) -> Result<(), RunFileError> {
    let problem = problem_to_watch(&origin.setup.spec_at(1), origin.seed);
    let about = About {
        title: "dungeon.evolving",
        fault: problem.require_playable.then_some("dungeon.fault"),
        tips: &["dungeon.tip.plan"],
        legend: Some(LEGEND),
        ..default()
    };
    let on_pick = move |world: &mut World, graph, picked: Picked| {
        // The setup holds the graph of a run that the player has changed, because the seed alone does not determine
        // that graph.
        let is_touched = picked.code.is_some();
        let first = is_touched.then_some(graph);
        let setup = origin.setup.clone().with_first(first, None);
        let origin = Origin {
            setup,
            pick: if is_touched { Pick::Best } else { picked.pick },
            parameters: without_time_limit(world, &origin.parameters),
            ..origin.clone()
        };
        start_in(world, origin, graph);
    };
    evolve_file(world, problem, file, about, on_pick)
}

/// The parameters for the deeper dungeons. A time limit becomes the number of generations that the watched run has made
/// within it, because the meaning of an id must not depend on the speed of a computer.
fn without_time_limit(world: &World, parameters: &EvolutionParameters) -> EvolutionParameters {
    let run = theatre::watched(world).and_then(|run| world.get::<RunDriver>(run));
    let made = run.and_then(|run| run.watched().progress().generation);
    match made {
        Some(made) if parameters.milliseconds > 0 => EvolutionParameters {
            generations: made.clamp(1, parameters.generations),
            milliseconds: 0,
            ..parameters.clone()
        },
        _ => parameters.clone(),
    }
}

/// Starts a descent into the dungeon of a picked graph. Only its map has to be laid out.
fn start_in(world: &mut World, origin: Origin<DungeonGame>, graph: Graph) {
    let work = async move {
        let first = generator::dungeon_of(&graph, &origin.setup.spec_at(1), origin.seed)?;
        Ok((origin, Some(Arc::new(first))))
    };
    launch::open_when_made::<DungeonGame>(world, work, Help::default());
}

/// Opens the theatre on the enemy that the setup page asks for. The picked enemy fights in the arena.
pub fn evolve_enemy(world: &mut World) -> Result<(), PlainError> {
    let spec = enemy_to_evolve(world);
    let file = enemy_run(world, spec);
    watch_enemies(world, spec, &file).map_err(PlainError::from)
}

/// Opens the theatre on descendants of an enemy.
pub(super) fn evolve_enemy_from(world: &mut World, breed: &Breed) -> Result<(), PlainError> {
    let spec = EnemySpec::new(breed.kind, breed.strength);
    let file = enemy_run(world, spec).with_ancestor(breed.to_string());
    watch_enemies(world, spec, &file).map_err(PlainError::from)
}

/// The enemy that the setup page asks for.
fn enemy_to_evolve(world: &World) -> EnemySpec {
    let EnemyToEvolve { kind, strength } = *world.resource::<EnemyToEvolve>();
    EnemySpec::new(kind, strength)
}

/// The file of the run of an enemy.
fn enemy_run(world: &World, spec: EnemySpec) -> RunFile {
    let seed = world.resource::<SetupSeed>().0;
    let settings = world.resource::<Settings>();
    let parameters = settings.parameters_of(ENEMIES, enemy_problem::usual_parameters);
    RunFile::new(ENEMIES, spec.to_string(), parameters, seed)
}

/// The specification of the enemy of a file.
fn enemy_of_file(file: &RunFile) -> Result<EnemySpec, RunFileError> {
    let spec = file.setup.parse::<EnemySpec>();
    spec.map_err(|why| RunFileError::new(Field::Setup, why))
}

/// Opens the theatre on a run of enemies from a file.
fn open_enemies(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    watch_enemies(world, enemy_of_file(file)?, file)
}

/// Opens the theatre on the run of a file, which is for an enemy.
fn watch_enemies(world: &mut World, spec: EnemySpec, file: &RunFile) -> Result<(), RunFileError> {
    let seed = file.seed;
    let problem = EnemyProblem::new(spec, seed);
    let about = About {
        title: "dungeon.training",
        tips: &["dungeon.tip.program"],
        watch: Some("dungeon.watch"),
        portrait: Some(sprite_names::of_kind(spec.kind)),
        ..default()
    };
    let on_pick =
        move |world: &mut World, program, _| start_arena_fight(world, spec, program, seed);
    evolve_file(world, problem, file, about, on_pick)
}

/// Starts a fight in the arena against an enemy.
fn start_arena_fight(world: &mut World, spec: EnemySpec, program: Program, seed: Seed) {
    let origin = in_arena(spec.breed(program), seed);
    show_failure_of(world, |world| table::open::<DungeonGame>(world, origin));
}

/// The origin of a fight in the arena.
fn in_arena(breed: Arc<Breed>, seed: Seed) -> Origin<DungeonGame> {
    Origin {
        parameters: usual_parameters(),
        ..Origin::new(Setup::arena(breed), seed)
    }
}

/// The origin of a fight in the arena with the seed of the setup page.
pub(super) fn arena_origin(world: &World, breed: Arc<Breed>) -> Origin<DungeonGame> {
    in_arena(breed, world.resource::<SetupSeed>().0)
}

/// Starts a fight in the arena with the seed of the setup page.
pub(super) fn open_arena(world: &mut World, breed: Arc<Breed>) -> Result<(), PlainError> {
    let origin = arena_origin(world, breed);
    table::open::<DungeonGame>(world, origin)
}

/// Opens the theatre on an atlas of enemies of the kind and strength that the setup page asks for. The picked enemy
/// fights in the arena.
pub fn evolve_enemy_atlas(world: &mut World) -> Result<(), PlainError> {
    let spec = enemy_to_evolve(world);
    let parameters = theatre::archive_parameters::<EnemyAtlas>(world, ENEMY_ATLAS);
    let seed = world.resource::<SetupSeed>().0;
    let file = RunFile::new(ENEMY_ATLAS, spec.to_string(), parameters, seed);
    open_enemy_atlas(world, &file).map_err(PlainError::from)
}

/// Opens the theatre on the atlas of enemies of a file.
fn open_enemy_atlas(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let seed = file.seed;
    let spec = enemy_of_file(file)?;
    let atlas = EnemyAtlas::new(spec, seed);
    let about = About {
        title: "dungeon.evolving_enemy_atlas",
        watch: Some("dungeon.watch"),
        portrait: Some(sprite_names::of_kind(spec.kind)),
        ..default()
    };
    let on_pick = move |world: &mut World, atlas: &EnemyAtlas, program| {
        start_arena_fight(world, atlas.spec(), program, seed);
    };
    theatre::fill_archive(world, atlas, file, about, on_pick)
}

/// Opens the theatre on an atlas of dungeons with the rooms of the new game. The picked dungeon is the first of a
/// descent.
pub fn evolve_dungeon_atlas(world: &mut World) -> Result<(), PlainError> {
    let origin = new_game::origin::<DungeonGame>(world);
    let parameters = theatre::archive_parameters::<DungeonAtlas>(world, DUNGEON_ATLAS);
    let file = RunFile::new(DUNGEON_ATLAS_FILES, &origin.setup, parameters, origin.seed);
    open_dungeon_atlas(world, &file).map_err(PlainError::from)
}

/// Opens the theatre on the atlas of dungeons of a file.
fn open_dungeon_atlas(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    fill_dungeon_atlas(world, file, DungeonAtlas::new)
}

/// Opens the theatre on the atlas of dungeons of a file from before ground mutated by itself.
fn open_older_dungeon_atlas(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    fill_dungeon_atlas(world, file, DungeonAtlas::without_ground_mutation)
}

/// Opens the theatre on an atlas of dungeons with the rooms of a file. The deeper dungeons of a descent evolve as those
/// of a new game do.
fn fill_dungeon_atlas(
    world: &mut World,
    file: &RunFile,
    atlas_of: fn(&DungeonSpec) -> DungeonAtlas,
) -> Result<(), RunFileError> {
    let setup = setup_of_file(file)?;
    let origin = Origin::<DungeonGame> {
        parameters: new_game::origin::<DungeonGame>(world).parameters,
        ..Origin::new(setup, file.seed)
    };
    let about = About {
        title: "dungeon.evolving_atlas",
        legend: Some(LEGEND),
        ..default()
    };
    let atlas = atlas_of(&origin.setup.spec_at(1));
    let on_pick = move |world: &mut World, _: &_, graph| {
        let setup = origin.setup.clone().with_first(Some(graph), None);
        let origin = Origin {
            setup,
            ..origin.clone()
        };
        start_in(world, origin, graph);
    };
    theatre::fill_archive(world, atlas, file, about, on_pick)
}

/// A run to show on the title's tile.
pub(super) fn demo(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
    let problem = problem_to_watch(&Setup::default().spec, seed);
    // The defaults are in range.
    let run = background_run(problem, usual_parameters(), seed).ok()?;
    Some(run)
}
