//! In these tests the program of an enemy is edited: from the setup page, and from a run.

use std::sync::Arc;

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::CalculatedClip;
use evolvarium::games::dungeon::enemies::{listing, roster_file};
use evolvarium::games::dungeon::evolve::evolve_enemy;
use evolvarium::games::dungeon::rules::program::{Node, Program, Tree, TreeKind};
use evolvarium::games::dungeon::{DungeonGame, ProgramEditor};
use evolvarium::generation::LabelPlace;
use evolvarium::session::Game;
use evolvarium::shell::editor::{self, Editor};
use evolvarium::shell::screen::Screen;

use super::runs::{edit_run, evolve_from, put_back};
use super::{editing, kept, open_editor, plan, spots_named, until_it_says};
use crate::harness::{app, open_window, press_text, screen, table, until};
use crate::keys::press;

/// The spot of the line of a node of the attack tree.
fn spot_of(program: &Program, at: usize) -> u16 {
    let lines = listing::lines(&listing::picture(program));
    let found = lines
        .iter()
        .find(|line| listing::node_of_shape(program, line.key) == Some((TreeKind::Attack, at)));
    found.expect("a line").key
}

/// The first leaf of the attack tree.
fn leaf(program: &Program) -> usize {
    let nodes = program.attack.nodes().iter();
    nodes.take_while(|node| node.arity() > 0).count()
}

#[test]
fn a_program_is_changed_line_by_line_kept_and_fought_against() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, DungeonGame::KEY, "Edit its program");
    let before = plan::<ProgramEditor>(&app);
    let at = leaf(&before.program);
    editor::use_spot::<ProgramEditor>(app.world_mut(), spot_of(&before.program, at));
    until_it_says(&mut app, "attack tree");
    press_text(&mut app, "heal");
    let healing = plan::<ProgramEditor>(&app);
    let mut nodes = before.program.attack.nodes().to_vec();
    nodes[at] = Node::Heal;
    assert_eq!(healing.program.attack.nodes(), nodes);
    assert_eq!(healing.program.patrol, before.program.patrol);
    // A line is added after it and changed, and then both are taken away again.
    press_text(&mut app, "Add a line after it");
    press_text(&mut app, "come nearer");
    let longer = plan::<ProgramEditor>(&app);
    nodes.splice(at..=at, [Node::Prog2, Node::Heal, Node::Approach]);
    assert_eq!(longer.program.attack.nodes(), nodes);
    editor::use_spot::<ProgramEditor>(app.world_mut(), spot_of(&longer.program, at + 2));
    press_text(&mut app, "Remove it");
    assert_eq!(plan::<ProgramEditor>(&app), healing);
    editor::undo::<ProgramEditor>(app.world_mut());
    assert_eq!(plan::<ProgramEditor>(&app), longer);
    until_it_says(&mut app, "After 48 fights:");

    let path = kept::<ProgramEditor>(&mut app, folder.path(), "mine");
    assert_eq!(
        roster_file::read(&path).expect("enemies"),
        std::slice::from_ref(&longer)
    );
    let id = editor::share_text::<ProgramEditor>(app.world()).expect("an id");
    editor::play::<ProgramEditor>(app.world_mut()).expect("it can be fought");
    until(&mut app, "the arena", |world| screen(world) == Screen::Play);
    assert_eq!(table::<DungeonGame>(&app).id().to_string(), id);
    assert_eq!(table::<DungeonGame>(&app).setup().custom_enemies, [longer]);
}

/// The program with as many nodes as there can be: conditions seven deep in both trees.
fn largest_program() -> Program {
    fn add(nodes: &mut Vec<Node>, depth: usize, inner: Node, leaf: Node) {
        if depth == 0 {
            return nodes.push(leaf);
        }
        nodes.push(inner);
        (0..2).for_each(|_| add(nodes, depth - 1, inner, leaf));
    }
    let tree = |kind, inner, leaf| {
        let mut nodes = Vec::new();
        add(&mut nodes, 6, inner, leaf);
        Tree::of(nodes, kind).expect("a tree")
    };
    Program {
        patrol: tree(TreeKind::Patrol, Node::IfBlocked, Node::Forward),
        attack: tree(TreeKind::Attack, Node::IfHeroWeak, Node::Approach),
    }
}

/// The height of the canvas and that of the picture on it, as multiples of their widths.
fn heights_of_canvas(world: &mut World) -> [f32; 2] {
    let mut nodes = world.query::<(&Name, &ComputedNode, &ImageNode)>();
    let found = nodes
        .iter(world)
        .find(|(name, ..)| name.as_str() == "Canvas");
    let (_, node, image) = found.expect("a canvas");
    let image = world.resource::<Assets<Image>>().get(&image.image);
    let sizes = [node.size(), image.expect("a picture").size_f32()];
    sizes.map(|size| size.y / size.x)
}

/// The node of the spot of a line, and the part of the window in which it is seen.
fn spot_node(app: &mut App, name: &str) -> (Entity, Rect) {
    // Spots have the order of their lines.
    let spot = *spots_named(app, name).last().expect("a spot");
    let clip = app.world().get::<CalculatedClip>(spot);
    (spot, clip.expect("a part of the window").clip)
}

#[test]
fn the_letters_of_the_largest_program_can_be_read_and_its_last_line_can_be_reached() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    open_editor(&mut app, DungeonGame::KEY, "Edit its program");
    until(&mut app, "a picture", |world| {
        heights_of_canvas(world) == [1.0; 2]
    });
    editor::change::<ProgramEditor>(app.world_mut(), |breed| {
        Arc::make_mut(breed).program = largest_program();
    });
    until(&mut app, "a long picture", |world| {
        let heights = heights_of_canvas(world);
        heights[1] > 2.0 && (heights[0] / heights[1] - 1.0).abs() < 0.01
    });
    let breed = plan::<ProgramEditor>(&app);
    let (tool, study) = (ProgramEditor::first_tool(&breed), Default::default());
    let picture = ProgramEditor::picture(&breed, tool, &study);
    let height = ProgramEditor::height(&breed);
    for label in &picture.labels {
        let letters = editor::line_letters(label.height);
        assert!(letters >= 11.999, "letters of {letters} pixels");
        assert!(label.y + label.height / 2.0 <= height + 1e-3);
        let LabelPlace::Line { width, .. } = label.place else {
            panic!("{} is not a line", label.text);
        };
        let right = label.x + width;
        assert!(right <= 1.01, "{} ends at {right}", label.text);
    }
    // The picture has a frame around the selected line as well.
    let (listed, _) = listing::long_picture(&breed.program, editor::LEAST_LINE);
    let lines = listing::lines(&listed);
    assert_eq!(lines.len(), breed.program.size());
    // The page scrolls to the last line, which has the focus, and Enter selects it.
    let (spot, _) = spot_node(&mut app, "attack: come nearer");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(spot, FocusCause::Navigated);
    press(&mut app, KeyCode::Enter);
    let last = lines.last().expect("lines").key;
    let selected = editing::<ProgramEditor>(app.world()).tool();
    assert_eq!(selected, listing::node_of_shape(&breed.program, last));
    assert_is_seen(&mut app, "attack: come nearer");
    // The page scrolls to a line that is selected otherwise.
    let first = ProgramEditor::first_tool(&breed);
    editor::change_tool::<ProgramEditor>(app.world_mut(), |tool| *tool = first);
    assert_is_seen(&mut app, "attack: if you are weak, selected");
}

/// Asserts that the last spot with a name is in the part of the canvas that is shown.
fn assert_is_seen(app: &mut App, name: &str) {
    (0..5).for_each(|_| app.update());
    let (spot, shown) = spot_node(app, name);
    let place = app.world().get::<UiGlobalTransform>(spot);
    let at = place.expect("a place").translation;
    assert!(shown.contains(at), "{name} at {at} is not in {shown:?}");
}

#[test]
fn a_program_of_a_run_goes_back_and_founds_another_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    edit_run::<ProgramEditor>(&mut app, DungeonGame::KEY, evolve_enemy);
    let before = plan::<ProgramEditor>(&app);
    press_text(&mut app, "Add a line after it");
    let after = plan::<ProgramEditor>(&app);
    assert_eq!(after.program.size(), before.program.size() + 2);
    put_back::<ProgramEditor>(&mut app);
    open_editor(&mut app, DungeonGame::KEY, "Edit its program");
    let founder = plan::<ProgramEditor>(&app).to_string();
    evolve_from::<ProgramEditor>(&mut app, founder);
}
