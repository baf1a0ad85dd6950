//! The editor of levels: the player paints cells and chooses goals and moves, and reads at once whether the board can
//! be filled, its swap potential, and after a moment the success rate of the reference player.

mod report;
mod tools;

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::spoken;
use crate::base::PlainError;
use crate::games::match3::evolve;
use crate::games::match3::level::{
    LevelGenome, LevelPlan, LevelProblem, Mode, Setup, place_of_cell, plan_picture,
    potential_picture, saved,
};
use crate::games::match3::playtest::REFERENCE_PLAYER;
use crate::games::match3::playtest::plays::{limit_of, play};
use crate::games::match3::rules::{Cell, Kind, Match3};
use crate::games::match3::table::Table;
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
    add_editor::<LevelEditor>(app);
    app.insert_resource(IndividualEditor::<LevelProblem> {
        open: edit_individual,
    });
}

/// The editor of levels.
pub struct LevelEditor;

/// The tool with which the player paints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelTool {
    /// The kind of special cell; `None` for an open cell.
    pub kind: Option<Kind>,
    /// Whether the other half of the board is painted too.
    pub mirrored: bool,
}

/// The plays of the reference player in a level that is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LevelStudy {
    /// The number of plays so far.
    pub plays: u32,
    /// The number of plays that met all goals.
    pub won: u32,
}

/// The number of plays of a slice of the study, which takes a few milliseconds.
const SLICE_PLAYS: u32 = 48;
/// The number of plays of a whole study.
const STUDY_PLAYS: u32 = 960;
/// The seed of these plays.
const STUDY_SEED: Seed = Seed(1);

/// Opens the editor on the board of the setup page, with the usual goal.
pub(super) fn open(world: &mut World) {
    let plan = LevelPlan::of_setup(new_game::setup::<Match3>(world));
    editor::open::<LevelEditor>(world, plan);
}

/// Opens the editor on a board of a run. Its goals are calibrated later.
fn edit_individual(
    world: &mut World,
    problem: &LevelProblem,
    board: LevelGenome,
    put: PutGenome<LevelGenome>,
) {
    let setup = problem.setup();
    let plan = LevelPlan {
        board,
        aim: None,
        ..LevelPlan::of_setup(setup)
    };
    let size = setup.size;
    let put_back = move |world: &mut World, plan: &LevelPlan| {
        if plan.size != size {
            let words = world.resource::<Words>();
            let values = [("size", size.to_string())];
            let why = words.fill("match3.editor.other_size", &values);
            return Err(PlainError::new(why));
        }
        put(world, plan.board)
    };
    editor::open_individual::<LevelEditor>(world, plan, Arc::new(put_back));
}

/// The level of a game. A game without a goal has a board alone, which no file of a level can hold.
pub(super) fn content_to_keep(table: &Table) -> Option<ContentToKeep> {
    let plan = LevelPlan::of(&table.content.level);
    let name = table.origin().seed.to_string();
    (table.mode() == Mode::Level)
        .then(|| editor::plan_to_keep::<LevelEditor>(plan, "match3.keep", name))
}

/// The origin of a game with the level that is drawn.
fn origin_of(world: &World, plan: &LevelPlan) -> Result<Origin<Match3>, PlainError> {
    let missing = || refusal(world, "editor.unplayable");
    let level = plan.level().ok_or_else(missing)??;
    let setup = Setup::of_level(&level);
    setup.check()?;
    Ok(Origin {
        setup,
        ..new_game::origin::<Match3>(world)
    })
}

/// The cell at a spot of the canvas.
fn cell_of(plan: &LevelPlan, spot: u16) -> Option<Cell> {
    let mut cells = plan.size.cells();
    cells.find(|cell| cell.index() as u16 == spot)
}

impl Editor for LevelEditor {
    type Plan = LevelPlan;
    type Tool = LevelTool;
    type Study = LevelStudy;

    const GAME: &'static str = Match3::KEY;
    const FILE_FIELDS: &'static [&'static str] = &["colours", "rows"];
    const WORDS: EditorWords = EditorWords {
        kind: "match3.kept",
        title: "match3.editor",
        hint: "match3.editor.hint",
        other: Some("match3.insight"),
    };

    fn first_tool(_: &LevelPlan) -> LevelTool {
        LevelTool {
            kind: Some(Kind::Blocked1),
            mirrored: true,
        }
    }

    fn spots(plan: &LevelPlan) -> Vec<Spot> {
        let spot = |cell: Cell| {
            let (x, y, size) = place_of_cell(plan.size, cell);
            Spot {
                id: cell.index() as u16,
                x,
                y,
                size,
            }
        };
        plan.size.cells().map(spot).collect()
    }

    fn spot_name(plan: &LevelPlan, _: LevelTool, spot: u16, words: &Words) -> String {
        cell_of(plan, spot).map_or(String::new(), |cell| {
            let kind = plan.board.kind(cell);
            let kind = kind.map(|kind| spoken::kind_text(kind, words));
            let content = kind.unwrap_or_else(|| words.get("access.empty"));
            format!("{}, {content}", spoken::cell_name(cell))
        })
    }

    /// The fault of a cell that is marked on the canvas.
    fn spot_fault(plan: &LevelPlan, spot: u16, words: &Words) -> String {
        let Some(cell) = cell_of(plan, spot) else {
            return String::new();
        };
        let faults = plan.feasibility();
        let key = match (faults.unreachable.has(cell), faults.untouchable.has(cell)) {
            (true, _) => "match3.editor.unreachable",
            (false, true) => "match3.editor.untouchable",
            (false, false) => return String::new(),
        };
        words.fill(key, &[("count", "1".to_owned())])
    }

    /// Gives all cells that the hand touches the same kind: the kind of the tool, or open if the first cell was of that
    /// kind.
    fn edited(plan: &LevelPlan, tool: LevelTool, gesture: &Gesture) -> (LevelPlan, LevelTool) {
        let mut new = plan.clone();
        let at = |id: &u16| cell_of(plan, *id);
        let touched: Vec<Cell> = gesture.spots.iter().filter_map(at).collect();
        let is_there = touched
            .first()
            .is_some_and(|first| plan.board.kind(*first) == tool.kind);
        let kind = tool.kind.filter(|_| !is_there);
        for cell in touched {
            new.board.set(cell, kind);
            if tool.mirrored {
                new.board.set(plan.mirrored(cell), kind);
            }
        }
        (new, tool)
    }

    fn picture(plan: &LevelPlan, _: LevelTool, _: &LevelStudy) -> Picture {
        let faults = plan.feasibility();
        plan_picture(
            plan.size,
            &plan.board,
            faults.unreachable | faults.untouchable,
        )
    }

    fn other_picture(plan: &LevelPlan, _: &LevelStudy) -> Option<Picture> {
        Some(potential_picture(plan.size, |cell| plan.board.kind(cell)))
    }

    fn report(plan: &LevelPlan, study: &LevelStudy) -> Vec<Line> {
        report::lines(plan, study)
    }

    fn is_playable(plan: &LevelPlan) -> bool {
        plan.aim.is_some() && plan.faults().is_empty()
    }

    fn study(plan: &LevelPlan, study: &mut LevelStudy) -> bool {
        let level = plan.level().filter(|_| Self::is_playable(plan));
        let Some(Ok(level)) = level else { return false };
        let limit = limit_of(&level);
        for number in study.plays..study.plays + SLICE_PLAYS {
            let seed = STUDY_SEED.child(number.into());
            study.won += u32::from(play(&level, REFERENCE_PLAYER, limit, seed).won);
        }
        study.plays += SLICE_PLAYS;
        study.plays < STUDY_PLAYS
    }

    fn spawn_tools(side: &mut ChildSpawnerCommands, sprites: &Sprites, is_individual: bool) {
        tools::spawn(side, sprites, is_individual);
    }

    fn play(world: &mut World, plan: &LevelPlan) -> Result<(), PlainError> {
        let origin = origin_of(world, plan)?;
        table::open(world, origin)
    }

    fn id(world: &World, plan: &LevelPlan) -> Option<String> {
        let origin = origin_of(world, plan).ok()?;
        Some(origin.id().to_string())
    }

    fn evolve(world: &mut World, plan: &LevelPlan) -> Result<(), PlainError> {
        let setup = plan.setup_to_evolve(new_game::setup::<Match3>(world));
        evolve::evolve_level_from(world, setup, &plan.board)
    }

    fn library(folders: &Folders) -> Library {
        saved::library(folders)
    }

    fn keep(
        autosave: &mut Autosave,
        folders: &Folders,
        name: &FileName,
        plan: &LevelPlan,
    ) -> Result<(), SaveError> {
        match plan.level() {
            Some(Ok(level)) => saved::save(autosave, folders, name, &level),
            Some(Err(_)) | None => Err(SaveError::Unplayable),
        }
    }

    fn load(path: &Path) -> Result<LevelPlan, PlainError> {
        editor::first_of(&Self::load_all(path)?, path)
    }

    /// The command line writes lists of levels.
    fn load_all(path: &Path) -> Result<Vec<LevelPlan>, PlainError> {
        let levels = saved::read(path)?;
        Ok(levels.iter().map(LevelPlan::of).collect())
    }
}
