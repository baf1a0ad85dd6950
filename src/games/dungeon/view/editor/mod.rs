//! The editor of dungeons: the player draws rooms, edges, roles and locks, and sees at once the map that they are laid
//! out on and whether the hero can escape.

mod canvas;
mod gestures;
mod report;
mod tools;

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::base::PlainError;
use crate::games::dungeon::DungeonGame;
use crate::games::dungeon::evolve;
use crate::games::dungeon::graph::plan::{DungeonPlan, Role};
use crate::games::dungeon::graph::problem::GraphProblem;
use crate::games::dungeon::graph::saved;
use crate::games::dungeon::map::{Dungeon, Graph, Lock, Locks, RoomNo};
use crate::games::dungeon::table::Table;
use crate::generation::{Picture, Seed};
use crate::session::{Autosave, FileName, Folders, Game, Library, Origin, SaveError};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::editor::{self, Editor, EditorWords, Gesture, Line, Spot, add_editor};
use crate::shell::notice::refusal;
use crate::shell::table::{self, new_game};
use crate::shell::theatre::edit::{IndividualEditor, PutGenome};
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    add_editor::<DungeonEditor>(app);
    app.insert_resource(IndividualEditor::<GraphProblem> {
        open: edit_individual,
    });
}

/// The editor of dungeons.
pub struct DungeonEditor;

/// The action of a click on rooms and edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditAction {
    /// It selects rooms, and moves them on the canvas.
    Move,
    /// It joins two rooms, or removes the edge between them.
    Edge,
    /// It gives a room a role.
    Role(Role),
    /// It locks an edge, or unlocks it.
    Lock(Lock),
    /// It puts the key of a lock into a room.
    Key(Lock),
}

/// The tool of the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DungeonTool {
    /// The action of a click.
    pub action: EditAction,
    /// The room whose size and contents can be changed, and from which the next edge begins.
    pub selected: Option<RoomNo>,
}

/// The dungeon laid out as a map.
#[derive(Clone, Debug, Default)]
pub struct DungeonStudy {
    /// The map, or that of the plan before while this one is laid out.
    map: Option<Picture>,
    /// The number of pairs of portals, where no corridor fits; `None` while the map is laid out.
    portals: Option<usize>,
}

/// Opens the editor on the first dungeon of the setup, or on a small one to begin with.
pub(super) fn open(world: &mut World) {
    let setup = new_game::setup::<DungeonGame>(world);
    let plan = match (&setup.graph, &setup.locks) {
        (Some(graph), locks) => {
            let none = Locks::default();
            let locks = locks.as_deref().unwrap_or(&none);
            DungeonPlan::with_locks(**graph, locks, FIRST_SEED)
        }
        (None, _) => DungeonPlan::default(),
    };
    editor::open::<DungeonEditor>(world, plan);
}

/// The seed of the first map of a graph that has none yet.
const FIRST_SEED: Seed = Seed(1);

/// Opens the editor on a dungeon of a run. Its locks are drawn later.
fn edit_individual(world: &mut World, problem: &GraphProblem, graph: Graph, put: PutGenome<Graph>) {
    let seed = problem.layout_preview.map_or(FIRST_SEED, |(_, seed)| seed);
    let plan = DungeonPlan::of(graph, None, seed);
    let put_back = move |world: &mut World, plan: &DungeonPlan| put(world, plan.graph);
    editor::open_individual::<DungeonEditor>(world, plan, Arc::new(put_back));
}

/// The dungeon in which the hero of a game is; `None` in an arena.
pub(super) fn content_to_keep(table: &Table) -> Option<ContentToKeep> {
    let (descent, setup) = (table.state(), table.setup());
    let (dungeon, seed) = (descent.game.dungeon(), descent.dungeon_seed());
    let plan = match (&setup.graph, &setup.locks) {
        // The first dungeon of a descent lacks the enemies that its plan has in the room of the start.
        (Some(graph), Some(locks)) if descent.depth() == 1 => {
            DungeonPlan::with_locks(**graph, locks, seed)
        }
        _ => DungeonPlan::with_locks(dungeon.graph, &dungeon.locks, seed),
    };
    let name = seed.to_string();
    (!setup.arena).then(|| editor::plan_to_keep::<DungeonEditor>(plan, "dungeon.keep", name))
}

/// The dungeon of a plan, laid out.
fn laid_out(plan: &DungeonPlan) -> Option<Dungeon> {
    let (graph, locks) = plan.content()?;
    // A dungeon that cannot be solved yet is laid out without its locks.
    let locked = Dungeon::with_locks(&graph, &locks, plan.seed);
    locked.or_else(|| Dungeon::of(&graph, 0, plan.seed))
}

/// The origin of a descent that begins in the dungeon that is drawn.
fn origin_of(world: &World, plan: &DungeonPlan) -> Option<Origin<DungeonGame>> {
    let (graph, locks) = plan.content()?;
    let origin = new_game::origin::<DungeonGame>(world);
    Some(Origin {
        setup: origin.setup.clone().with_first(Some(graph), Some(locks)),
        seed: plan.seed,
        ..origin
    })
}

impl Editor for DungeonEditor {
    type Plan = DungeonPlan;
    type Tool = DungeonTool;
    type Study = DungeonStudy;

    const GAME: &'static str = DungeonGame::KEY;
    const FILE_FIELDS: &'static [&'static str] = &["rooms", "ways"];
    const WORDS: EditorWords = EditorWords {
        kind: "dungeon.kept.dungeon",
        title: "dungeon.editor",
        hint: "dungeon.editor.hint",
        other: Some("dungeon.editor.map"),
    };

    fn first_tool(_: &DungeonPlan) -> DungeonTool {
        DungeonTool {
            action: EditAction::Move,
            selected: None,
        }
    }

    fn spots(plan: &DungeonPlan) -> Vec<Spot> {
        canvas::spots(plan)
    }

    fn spot_name(plan: &DungeonPlan, _: DungeonTool, spot: u16, words: &Words) -> String {
        canvas::spot_name(plan, spot, words)
    }

    fn edited(
        plan: &DungeonPlan,
        tool: DungeonTool,
        gesture: &Gesture,
    ) -> (DungeonPlan, DungeonTool) {
        gestures::edited(plan, tool, gesture)
    }

    fn picture(plan: &DungeonPlan, tool: DungeonTool, _: &DungeonStudy) -> Picture {
        canvas::picture(plan, tool)
    }

    fn other_picture(_: &DungeonPlan, study: &DungeonStudy) -> Option<Picture> {
        study.map.clone()
    }

    fn report(plan: &DungeonPlan, study: &DungeonStudy) -> Vec<Line> {
        report::lines(plan, study)
    }

    fn is_playable(plan: &DungeonPlan) -> bool {
        plan.faults().is_empty()
    }

    fn study(plan: &DungeonPlan, study: &mut DungeonStudy) -> bool {
        let dungeon = laid_out(plan);
        study.portals = dungeon.as_ref().map(Dungeon::portals);
        study.map = dungeon.map(|dungeon| canvas::map(plan, &dungeon));
        false
    }

    /// The map stays until there is the next one.
    fn study_to_keep(study: DungeonStudy) -> DungeonStudy {
        DungeonStudy {
            portals: None,
            ..study
        }
    }

    fn spawn_tools(side: &mut ChildSpawnerCommands, sprites: &Sprites, is_individual: bool) {
        tools::spawn(side, sprites, is_individual);
    }

    fn play(world: &mut World, plan: &DungeonPlan) -> Result<(), PlainError> {
        let unplayable = || refusal(world, "editor.unplayable");
        let origin = origin_of(world, plan).ok_or_else(unplayable)?;
        table::open(world, origin)
    }

    fn id(world: &World, plan: &DungeonPlan) -> Option<String> {
        let origin = origin_of(world, plan)?;
        Some(origin.id().to_string())
    }

    fn evolve(world: &mut World, plan: &DungeonPlan) -> Result<(), PlainError> {
        evolve::evolve_dungeon_from(world, &plan.graph)
    }

    fn library(folders: &Folders) -> Library {
        saved::library(folders)
    }

    fn keep(
        autosave: &mut Autosave,
        folders: &Folders,
        name: &FileName,
        plan: &DungeonPlan,
    ) -> Result<(), SaveError> {
        saved::save(autosave, folders, name, plan)
    }

    /// The places of the rooms on the canvas and the seed of the map do not count, because they do not change what
    /// there is to explore.
    fn is_same(one: &DungeonPlan, other: &DungeonPlan) -> bool {
        one.content() == other.content()
    }

    fn load(path: &Path) -> Result<DungeonPlan, PlainError> {
        saved::read(path).map_err(PlainError::from)
    }
}
