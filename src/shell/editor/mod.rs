//! Editors: a player changes a thing of a game part by part, and reads at once which conditions hold and which are
//! violated. The edited plan can be played, kept, shared, evolved from, and put back into the run that it was taken
//! from.
//!
//! A game implements [`Editor`] and adds it with [`add_editor`]. The page, the canvas, undo and redo, the files and the
//! work in the background are the same for all.

mod canvas;
mod editing;
mod files;
mod page;
mod pointer;
mod study;

use std::path::Path;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::base::PlainError;
use crate::generation::{Creature, Picture};
use crate::session::{Autosave, FileName, Folders, Library, SaveError};
use crate::shell::input::TakeActions;
use crate::shell::notice::refusal;
use crate::shell::open_file::{FileKind, Opening, add_file_kind, open_as};
use crate::shell::screen::Menu;
use crate::shell::shelf::{Drawing, ShelfKind, ThingContent, add_shelf_kind};
use crate::shell::theatre::legend::Legend;
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::Words;

pub use canvas::{LEAST_LINE, line_letters};
pub use editing::{
    Editing, PutBack, change, change_tool, open, open_individual, redo, undo, use_spot,
};
pub use files::{first_of, keep, load, plan_to_keep};
pub use page::{accept_doubts, evolve, leave, play, put_back, share_text};

/// The plan, the tool and the functions of a game's editor. All functions but those that get the world are pure.
pub trait Editor: Send + Sync + Sized + 'static {
    /// The thing that is edited. It may have faults.
    type Plan: Clone + PartialEq + Send + Sync + 'static;
    /// The tool that the player uses on the canvas.
    type Tool: Copy + PartialEq + Send + Sync + 'static;
    /// The findings of the work in the background about a plan.
    type Study: Clone + Default + Send + Sync + 'static;

    /// The key of the game.
    const GAME: &'static str;
    /// Names of fields by which a file of a plan is recognised.
    const FILE_FIELDS: &'static [&'static str];
    /// The words of the page.
    const WORDS: EditorWords;

    /// The tool with which the editor opens on a plan.
    fn first_tool(plan: &Self::Plan) -> Self::Tool;

    /// The places on the canvas that the tool can act on.
    fn spots(plan: &Self::Plan) -> Vec<Spot>;

    /// The spot that the tool has selected, which is to be seen on a canvas that scrolls; `None` if it selects none.
    fn selected_spot(_: &Self::Plan, _: Self::Tool) -> Option<u16> {
        None
    }

    /// The name of a spot with what is there, for screen readers.
    fn spot_name(plan: &Self::Plan, tool: Self::Tool, spot: u16, words: &Words) -> String;

    /// Says what is wrong at a spot; empty if nothing is, or if the report alone says it.
    fn spot_fault(_plan: &Self::Plan, _spot: u16, _words: &Words) -> String {
        String::new()
    }

    /// The plan and the tool after a gesture.
    fn edited(plan: &Self::Plan, tool: Self::Tool, gesture: &Gesture) -> (Self::Plan, Self::Tool);

    /// The picture on the canvas.
    fn picture(plan: &Self::Plan, tool: Self::Tool, study: &Self::Study) -> Picture;

    /// The height of the picture on the canvas, as a multiple of its width; at least 1. A higher one scrolls.
    fn height(_: &Self::Plan) -> f32 {
        1.0
    }

    /// The other picture of the plan, which stands beside the canvas.
    fn other_picture(_: &Self::Plan, _: &Self::Study) -> Option<Picture> {
        None
    }

    /// The meaning of the colours of the other picture, if it needs an explanation.
    const OTHER_LEGEND: Option<Legend> = None;

    /// The conditions that hold, the violated ones, and remarks.
    fn report(plan: &Self::Plan, study: &Self::Study) -> Vec<Line>;

    /// Whether the plan can be played as it is.
    fn is_playable(plan: &Self::Plan) -> bool;

    /// The phrase that asks whether the player means a plan that can be played but is doubtful; `None` if there is no
    /// doubt.
    fn doubt(_: &Self::Plan) -> Option<&'static str> {
        None
    }

    /// Does a little more of the work in the background on a plan. Returns whether there is more to do.
    fn study(_: &Self::Plan, _: &mut Self::Study) -> bool {
        false
    }

    /// The part of a study that stays when the plan changes, until there are new findings.
    fn study_to_keep(_: Self::Study) -> Self::Study {
        Self::Study::default()
    }

    /// Spawns the tools. The plan of an individual of a run consists of its genome alone.
    fn spawn_tools(side: &mut ChildSpawnerCommands, sprites: &Sprites, is_individual: bool);

    /// Starts a game with a plan that can be played.
    fn play(world: &mut World, plan: &Self::Plan) -> Result<(), PlainError>;

    /// The text with which another player can play the plan: the id of the game. `None` if it cannot be played.
    fn id(world: &World, plan: &Self::Plan) -> Option<String>;

    /// Opens the theatre on a run whose founders descend from the plan.
    fn evolve(world: &mut World, plan: &Self::Plan) -> Result<(), PlainError>;

    /// The folder of kept plans.
    fn library(folders: &Folders) -> Library;

    /// Keeps a plan under a name that is not taken.
    fn keep(
        autosave: &mut Autosave,
        folders: &Folders,
        name: &FileName,
        plan: &Self::Plan,
    ) -> Result<(), SaveError>;

    /// Whether two plans are the same thing to play.
    fn is_same(one: &Self::Plan, other: &Self::Plan) -> bool {
        one == other
    }

    /// The creature that a plan is, if it is one.
    fn creature(_: &Self::Plan) -> Option<Creature> {
        None
    }

    /// The picture of a kept plan on the shelf: as in the theatre.
    fn shelf_picture(plan: &Self::Plan) -> Picture {
        Self::picture(plan, Self::first_tool(plan), &Self::Study::default())
    }

    /// Reads a kept plan. The error names the file and the fault in it.
    fn load(path: &Path) -> Result<Self::Plan, PlainError>;

    /// Reads all plans of a file, the one that [`Editor::load`] reads first. The files of most editors hold one.
    fn load_all(path: &Path) -> Result<Vec<Self::Plan>, PlainError> {
        Self::load(path).map(|plan| vec![plan])
    }
}

/// The words of an editor, as keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct EditorWords {
    /// The kind of the plan, in a word.
    pub kind: &'static str,
    /// The title.
    pub title: &'static str,
    /// The instructions, in one line.
    pub hint: &'static str,
    /// The button that makes the other picture the large one; `None` if there is no other picture.
    pub other: Option<&'static str>,
}

/// A place on the canvas that the tool can act on: a square, whose middle and side are parts of the width of the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Its number, which gestures name.
    pub id: u16,
    /// Its middle, 0 to 1 from the left.
    pub x: f32,
    /// Its middle, from the top, 0 to the height of the canvas.
    pub y: f32,
    /// Its side.
    pub size: f32,
}

/// The movement of the pointer between pressing and releasing, or the use of a key on a spot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gesture {
    /// The spots that the gesture has touched, the first one first. The same spot is not listed twice in a row.
    pub spots: Vec<u16>,
    /// The points at which the gesture began and at which it is, from the left and from the top, as parts of the width
    /// of the canvas; `None` without a pointer.
    pub points: Option<(Vec2, Vec2)>,
    /// Whether it began on a spot.
    pub began_on_spot: bool,
}

impl Gesture {
    /// The vector from the first point of the pointer to the current one; zero without a pointer.
    pub fn movement(&self) -> Vec2 {
        self.points.map_or(Vec2::ZERO, |(from, to)| to - from)
    }

    /// The spot on which it began.
    pub fn first_spot(&self) -> Option<u16> {
        self.spots.first().copied().filter(|_| self.began_on_spot)
    }
}

/// The verdict of a line of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as it should be.
    Holds,
    /// It is wrong.
    Wrong,
    /// It is worth knowing.
    Note,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The verdict.
    pub verdict: Verdict,
    /// The key of the phrase.
    pub key: &'static str,
    /// The values in the phrase.
    pub values: Vec<(&'static str, String)>,
}

impl Line {
    /// A line without values.
    pub fn new(verdict: Verdict, key: &'static str) -> Self {
        Line {
            verdict,
            key,
            values: Vec::new(),
        }
    }

    /// The line with another value.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.values.push((name, value.to_string()));
        self
    }

    /// Returns the line in words.
    pub fn text(&self, words: &Words) -> String {
        words.fill(self.key, &self.values)
    }
}

/// The files of an editor.
fn file_kind<E: Editor>() -> FileKind {
    FileKind {
        game: E::GAME,
        fields: E::FILE_FIELDS,
        read: |path| {
            let plans = E::load_all(path)?;
            let first = files::first_of(&plans, path)?;
            let opening: Opening = Box::new(move |world: &mut World| {
                open::<E>(world, first);
                editing::with_editing::<E>(world, |editing| editing.set_file(plans));
                Ok(())
            });
            Ok(opening)
        },
    }
}

/// The kept plans of an editor on the shelf.
fn shelf_kind<E: Editor>() -> ShelfKind {
    ShelfKind {
        game: Some(E::GAME),
        name: E::WORDS.kind,
        library: E::library,
        read: |path| {
            let plans = E::load_all(path)?;
            let plan = files::first_of(&plans, path)?;
            Ok(ThingContent {
                drawing: Drawing::Picture(E::shelf_picture(&plan)),
                creature: E::creature(&plan),
                count: plans.len(),
                problem: None,
            })
        },
        play: Some(|world, path| E::play(world, &E::load(path)?)),
        look: |world, path| {
            open_as(world, file_kind::<E>(), path);
            Ok(())
        },
        text: |world, path| {
            let id = E::id(world, &E::load(path)?);
            id.ok_or_else(|| refusal(world, "editor.unplayable"))
        },
    }
}

/// Adds the editor of a game, which also opens files of its plans. Its kept plans are on the shelf.
pub fn add_editor<E: Editor>(app: &mut App) {
    add_file_kind(app, file_kind::<E>());
    add_shelf_kind(app, shelf_kind::<E>());
    let is_open = resource_exists::<Editing<E>>;
    app.init_resource::<editing::Drafts<E>>()
        .add_systems(OnEnter(Menu::Editor), page::spawn_page::<E>.run_if(is_open))
        .add_systems(
            OnExit(Menu::Editor),
            editing::leave_draft::<E>.run_if(is_open),
        )
        .add_systems(
            PreUpdate,
            pointer::read_keys::<E>
                .in_set(TakeActions::OfPage)
                .run_if(is_open),
        )
        .add_systems(
            Update,
            (
                pointer::read_pointer::<E>,
                study::study_plan::<E>,
                editing::write_report::<E>,
                canvas::size_canvas::<E>,
                canvas::place_spots::<E>,
                canvas::show_selected::<E>,
                canvas::paint_pictures::<E>,
                files::show_kept::<E>,
            )
                .chain()
                .run_if(is_open.and_then(in_state(Menu::Editor))),
        );
}
