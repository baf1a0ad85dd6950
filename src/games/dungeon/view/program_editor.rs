//! The editor of programs: the player selects a line of the listing and chooses the node that stands there.

use std::path::Path;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::art;
use super::program_words::{node_name, tree_name};
use crate::base::{PlainError, Seed};
use crate::games::dungeon::enemies::arena::Arena;
use crate::games::dungeon::enemies::epithet::creature;
use crate::games::dungeon::enemies::problem::{EnemyProblem, Figures};
use crate::games::dungeon::enemies::shipped::shipped_roster;
use crate::games::dungeon::enemies::{listing, roster_file, tree_edit};
use crate::games::dungeon::evolve::{self, EnemyToEvolve};
use crate::games::dungeon::rules::program::{Node, Program, Tree, TreeError, TreeKind};
use crate::games::dungeon::rules::{Breed, for_strength};
use crate::games::dungeon::table::DungeonGame;
use crate::generation::{Creature, Form, Picture, Shape, Tint};
use crate::session::{Autosave, FileName, Folders, Game, Library, SaveError};
use crate::shell::editor::{
    self, Editing, Editor, EditorWords, Gesture, Line, Spot, Verdict, add_editor,
};
use crate::shell::notice::Notices;
use crate::shell::theatre::edit::{IndividualEditor, PutGenome};
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, in_row, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    add_editor::<ProgramEditor>(app);
    app.insert_resource(IndividualEditor::<EnemyProblem> {
        open: edit_individual,
    });
}

/// The editor of programs.
pub struct ProgramEditor;

/// A node of a program: its tree and its index there.
pub type NodePlace = (TreeKind, usize);

/// The study of an enemy, made of fights.
#[derive(Clone, Debug, Default)]
pub struct ProgramStudy {
    /// The figures of each slice of fights.
    slices: Vec<Figures>,
}

/// The number of fights in a slice of the study.
const SLICE_FIGHTS: u32 = 6;
/// The number of slices of the study.
const SLICES: usize = 8;
/// The seed of the arenas in which an enemy that is edited fights.
const STUDY_SEED: Seed = Seed(1);

/// Opens the editor on the shipped enemy of the kind and the strength that the setup page asks for.
pub(super) fn open(world: &mut World) {
    let EnemyToEvolve { kind, strength } = *world.resource::<EnemyToEvolve>();
    let nearest = for_strength(shipped_roster(), strength);
    let breed = nearest.iter().find(|breed| breed.kind == kind);
    if let Some(breed) = breed {
        let program = breed.program.clone();
        let breed = Breed {
            kind,
            strength,
            program,
            adaptation: None,
        };
        editor::open::<ProgramEditor>(world, Arc::new(breed));
    }
}

/// The width of the frame around the selected line, as a part of the picture.
const FRAME: f32 = 0.005;

/// The frame around a line: its four sides.
fn frame_around(line: listing::ListedNode) -> impl Iterator<Item = Shape> {
    let gap = 0.2 * line.height;
    let left = (line.ends.0 - gap).max(FRAME / 2.0);
    let right = (line.ends.1 + gap).min(1.0 - FRAME / 2.0);
    let (top, bottom) = (line.y - 0.47 * line.height, line.y + 0.47 * line.height);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    (0..4).map(move |side| {
        let (from, to) = (corners[side], corners[(side + 1) % 4]);
        Shape {
            key: u16::MAX - 3 + side as u16,
            form: Form::Link { x: to.0, y: to.1 },
            tint: Tint::Heat(100),
            x: from.0,
            y: from.1,
            size: FRAME,
        }
    })
}

/// Opens the editor on an enemy of a run.
fn edit_individual(
    world: &mut World,
    problem: &EnemyProblem,
    program: Program,
    put: PutGenome<Program>,
) {
    let breed = problem.spec().breed(program);
    let put_back = move |world: &mut World, breed: &Arc<Breed>| put(world, breed.program.clone());
    editor::open_individual::<ProgramEditor>(world, breed, Arc::new(put_back));
}

impl Editor for ProgramEditor {
    type Plan = Arc<Breed>;
    type Tool = Option<NodePlace>;
    type Study = ProgramStudy;

    const GAME: &'static str = DungeonGame::KEY;
    /// Files of enemies can hold several, so they are not opened here but come into the dungeon of the new game.
    const FILE_FIELDS: &'static [&'static str] = &[];
    const WORDS: EditorWords = EditorWords {
        kind: "dungeon.kept.enemy",
        title: "dungeon.program.title",
        hint: "dungeon.program.hint",
        other: None,
    };

    /// The node of the first line of the attack tree.
    fn first_tool(breed: &Arc<Breed>) -> Option<NodePlace> {
        let lines = listing::lines(&listing::picture(&breed.program)).into_iter();
        let mut nodes = lines.filter_map(|line| listing::node_of_shape(&breed.program, line.key));
        nodes.find(|(kind, _)| *kind == TreeKind::Attack)
    }

    /// Squares along each line. The focus is shown on the last one of each, which is the leftmost.
    fn spots(breed: &Arc<Breed>) -> Vec<Spot> {
        let along = |line: listing::ListedNode| {
            let (left, right) = line.ends;
            let count = ((right - left) / line.height).ceil().max(1.0) as u16;
            (0..count).rev().map(move |number| Spot {
                id: line.key,
                x: left + (f32::from(number) + 0.5) * line.height,
                y: line.y,
                size: line.height,
            })
        };
        let lines = listing::lines(&legible_listing(breed).0).into_iter();
        lines.flat_map(along).collect()
    }

    fn selected_spot(breed: &Arc<Breed>, selected: Option<NodePlace>) -> Option<u16> {
        let mut lines = listing::lines(&legible_listing(breed).0).into_iter();
        let found = lines.find(|line| is_line_of(breed, selected, line));
        found.map(|line| line.key)
    }

    fn spot_name(
        breed: &Arc<Breed>,
        selected: Option<NodePlace>,
        spot: u16,
        words: &Words,
    ) -> String {
        let Some((tree, at)) = listing::node_of_shape(&breed.program, spot) else {
            return String::new();
        };
        let node = breed.program.tree(tree).nodes().get(at);
        let name = node.map_or(String::new(), |node| node_name(*node, words));
        let tree_name = tree_name(tree, words);
        match selected == Some((tree, at)) {
            true => format!("{tree_name}: {name}, {}", words.get("access.chosen")),
            false => format!("{tree_name}: {name}"),
        }
    }

    /// A click selects a line.
    fn edited(
        breed: &Arc<Breed>,
        selected: Option<NodePlace>,
        gesture: &Gesture,
    ) -> (Arc<Breed>, Option<NodePlace>) {
        let clicked = gesture.first_spot();
        let node = clicked.and_then(|key| listing::node_of_shape(&breed.program, key));
        (Arc::clone(breed), node.or(selected))
    }

    fn picture(breed: &Arc<Breed>, selected: Option<NodePlace>, _: &ProgramStudy) -> Picture {
        let (mut picture, _) = legible_listing(breed);
        let lines = listing::lines(&picture).into_iter();
        let is_selected = |line: &listing::ListedNode| is_line_of(breed, selected, line);
        picture
            .shapes
            .extend(lines.filter(is_selected).flat_map(frame_around));
        picture
    }

    fn height(breed: &Arc<Breed>) -> f32 {
        legible_listing(breed).1
    }

    /// The whole listing in a square.
    fn shelf_picture(breed: &Arc<Breed>) -> Picture {
        listing::picture(&breed.program)
    }

    fn report(breed: &Arc<Breed>, study: &ProgramStudy) -> Vec<Line> {
        let nodes =
            Line::new(Verdict::Note, "dungeon.fact.nodes").with("value", breed.program.size());
        let mut lines = vec![nodes];
        if !breed.program.has_decisions() {
            lines.push(Line::new(Verdict::Wrong, "dungeon.program.no_decision"));
        }
        if study.slices.is_empty() {
            return lines;
        }
        let fights = study.slices.len() as u32 * SLICE_FIGHTS;
        lines.push(Line::new(Verdict::Note, "dungeon.program.fights").with("fights", fights));
        let figures = Figures::mean(&study.slices);
        let facts = figures.facts(breed.kind).into_iter();
        lines
            .extend(facts.map(|fact| Line::new(Verdict::Note, fact.key).with("value", fact.value)));
        lines
    }

    fn is_playable(_: &Arc<Breed>) -> bool {
        true
    }

    /// Lets the enemy fight some intruders.
    fn study(breed: &Arc<Breed>, study: &mut ProgramStudy) -> bool {
        let seed = STUDY_SEED.child(study.slices.len() as u64);
        let arenas = Arena::training(seed, SLICE_FIGHTS, breed.kind);
        study.slices.push(Figures::of(&arenas, breed));
        study.slices.len() < SLICES
    }

    fn spawn_tools(side: &mut ChildSpawnerCommands, _: &Sprites, _: bool) {
        side.spawn(bound_text(TextSize::Body, palette::LAMP, selection_text));
        for is_inner in [true, false] {
            let row = Node::ALL
                .into_iter()
                .filter(move |node| (node.arity() > 0) == is_inner);
            let node_row = bevy::ui::Node {
                flex_wrap: FlexWrap::Wrap,
                row_gap: px(6),
                ..stack(FlexDirection::Row, 6.0)
            };
            side.spawn(node_row).with_children(|chips| {
                for node in row {
                    spawn_node_chip(chips, node);
                }
            });
        }
        in_row(side, 6.0, |row| {
            button(row, ButtonStyle::Chip, "dungeon.program.add", |world| {
                change_tree(world, |tree, (kind, at)| {
                    let (tree, new) = tree_edit::add_after(tree, kind, at)?;
                    Ok((tree, new))
                });
            });
            button(row, ButtonStyle::Chip, "dungeon.program.remove", |world| {
                change_tree(world, |tree, (kind, at)| {
                    Ok((tree_edit::remove(tree, kind, at)?, 0))
                });
            });
        });
    }

    fn play(world: &mut World, breed: &Arc<Breed>) -> Result<(), PlainError> {
        evolve::open_arena(world, Arc::clone(breed))
    }

    fn id(world: &World, breed: &Arc<Breed>) -> Option<String> {
        Some(
            evolve::arena_origin(world, Arc::clone(breed))
                .id()
                .to_string(),
        )
    }

    fn evolve(world: &mut World, breed: &Arc<Breed>) -> Result<(), PlainError> {
        evolve::evolve_enemy_from(world, breed)
    }

    fn creature(breed: &Arc<Breed>) -> Option<Creature> {
        Some(creature(breed))
    }

    fn library(folders: &Folders) -> Library {
        roster_file::library(folders)
    }

    fn keep(
        autosave: &mut Autosave,
        folders: &Folders,
        name: &FileName,
        breed: &Arc<Breed>,
    ) -> Result<(), SaveError> {
        let roster = std::slice::from_ref(breed);
        roster_file::save(autosave, folders, name, roster, "the editor")
    }

    /// The first enemy of a file.
    fn load(path: &Path) -> Result<Arc<Breed>, PlainError> {
        editor::first_of(&roster_file::read(path)?, path)
    }
}

/// Whether a line is that of the selected node.
fn is_line_of(breed: &Breed, selected: Option<NodePlace>, line: &listing::ListedNode) -> bool {
    selected.is_some() && listing::node_of_shape(&breed.program, line.key) == selected
}

/// The listing whose letters can be read on the canvas, and its height.
fn legible_listing(breed: &Breed) -> (Picture, f32) {
    listing::long_picture(&breed.program, editor::LEAST_LINE)
}

/// The program that is edited, and the selected node.
fn selection(world: &World) -> Option<(&Arc<Breed>, NodePlace)> {
    let editing = world.get_resource::<Editing<ProgramEditor>>()?;
    let (kind, at) = editing.tool()?;
    let breed = editing.plan();
    (at < breed.program.tree(kind).nodes().len()).then_some((breed, (kind, at)))
}

/// The kind of enemy and the selected node in words.
fn selection_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some((breed, (kind, at))) = selection(world) else {
        return words.get("dungeon.program.select");
    };
    let values = [
        ("kind", words.get(art::name_of_kind(breed.kind))),
        ("strength", breed.strength.to_string()),
        ("tree", tree_name(kind, words)),
        (
            "node",
            node_name(breed.program.tree(kind).nodes()[at], words),
        ),
    ];
    words.fill("dungeon.program.selected", &values)
}

/// A button that puts a node in the place of the selected one. It is shown where the node may stand.
fn spawn_node_chip(row: &mut ChildSpawnerCommands, node: Node) {
    let fits = VisibleWhen::new(move |world| {
        selection(world)
            .is_some_and(|(breed, (kind, _))| node.fits(kind) && breed.kind.may_use(node))
    });
    let name = BoundText::new(move |world| node_name(node, world.resource::<Words>()));
    let chip = button(row, ButtonStyle::Chip, name, move |world| {
        change_tree(world, |tree, (kind, at)| {
            Ok((tree_edit::replace(tree, kind, at, node)?, at))
        });
    });
    row.commands_mut().entity(chip).insert(fits);
}

/// Changes the tree of the selected node, and selects the node with the new index. A notice says why it cannot be
/// changed.
fn change_tree(
    world: &mut World,
    change: impl FnOnce(&Tree, NodePlace) -> Result<(Tree, usize), TreeError>,
) {
    let Some((breed, place)) = selection(world) else {
        return;
    };
    match change(breed.program.tree(place.0), place) {
        Ok((tree, at)) => {
            editor::change::<ProgramEditor>(world, |breed| {
                *Arc::make_mut(breed).program.tree_mut(place.0) = tree;
            });
            let selected = Some((place.0, at));
            editor::change_tool::<ProgramEditor>(world, |tool| *tool = selected);
        }
        Err(why) => {
            let words = world.resource::<Words>();
            let values = [
                ("tree", tree_name(place.0, words)),
                ("why", why.to_string()),
            ];
            let text = words.fill("dungeon.program.refused", &values);
            world.resource_mut::<Notices>().show(text);
        }
    }
}
