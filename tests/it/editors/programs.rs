//! In these tests the program of an enemy is edited: from the setup page, and from a run.

use evolvarium::games::dungeon::enemies::{listing, roster_file};
use evolvarium::games::dungeon::evolve::evolve_enemy;
use evolvarium::games::dungeon::rules::program::{Node, Program, TreeKind};
use evolvarium::games::dungeon::{DungeonGame, ProgramEditor};
use evolvarium::session::Game;
use evolvarium::shell::editor;
use evolvarium::shell::screen::Screen;

use super::runs::{edit_run, evolve_from, put_back};
use super::{kept, open_editor, plan, until_it_says};
use crate::harness::{app, press_text, screen, table, until};

/// The spot of the line of a node of the attack tree.
fn spot_of(program: &Program, at: usize) -> u16 {
    let lines = listing::lines(program);
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
