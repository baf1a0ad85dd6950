//! The pointer over the canvas of an editor.

use bevy::input::ButtonState;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use evolvarium::games::match3::LevelEditor;
use evolvarium::games::match3::rules::{Cell, Kind, Match3};
use evolvarium::session::Game;
use evolvarium::shell::editor::{self, Editor};
use evolvarium::shell::words::{Language, Words};

use super::{editing, open_editor, paint, plan, spots_named};
use crate::harness::{app, is_text_shown, open_window, until};

/// Points at the spot of the canvas that screen readers know by a name.
fn point_at(app: &mut App, name: &str) {
    let spot = spots_named(app, name)[0];
    let place = app.world().get::<UiGlobalTransform>(spot);
    let at = place.expect("a place").translation;
    let mut windows = app
        .world_mut()
        .query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(app.world_mut()).expect("a window");
    window.set_physical_cursor_position(Some(at.as_dvec2()));
    (0..3).for_each(|_| app.update());
}

/// Presses or releases the left button of the mouse.
fn push(app: &mut App, state: ButtonState) {
    app.world_mut().write_message(MouseButtonInput {
        button: MouseButton::Left,
        state,
        window: Entity::PLACEHOLDER,
    });
    app.update();
}

/// The name of a cell of the edited level for screen readers.
fn name_of(app: &App, cell: Cell) -> String {
    let editing = editing::<LevelEditor>(app.world());
    let words = Words::of(Language::English);
    let spot = cell.index() as u16;
    LevelEditor::spot_name(editing.plan(), editing.tool(), spot, &words)
}

#[test]
fn a_tool_that_is_taken_while_the_mouse_paints_keeps_what_is_painted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    open_editor(&mut app, Match3::KEY, "Level editor");
    (0..5).for_each(|_| app.update());
    let before = plan::<LevelEditor>(&app);
    let cells = [0, 1, 2].map(|col| before.size.cell(0, col).expect("a cell"));
    let go_to = |app: &mut App, cell: Cell| {
        let name = name_of(app, cell);
        point_at(app, &name);
    };
    go_to(&mut app, cells[0]);
    push(&mut app, ButtonState::Pressed);
    go_to(&mut app, cells[1]);
    let painted = plan::<LevelEditor>(&app);
    let kinds = cells.map(|cell| painted.board.kind(cell));
    let shell = Some(Kind::Blocked1);
    assert_eq!(kinds, [shell, shell, None]);
    // A key presses the button of another tool.
    let stone = Some(Kind::Obstacle);
    editor::change_tool::<LevelEditor>(app.world_mut(), |tool| tool.kind = stone);
    go_to(&mut app, cells[2]);
    push(&mut app, ButtonState::Released);
    assert_eq!(plan::<LevelEditor>(&app), painted);
    let editing = editing::<LevelEditor>(app.world());
    assert_eq!(editing.tool().kind, stone);
    // A change in the middle of a stroke stays too, and what was painted before it is a change of its own.
    push(&mut app, ButtonState::Pressed);
    let stroke = plan::<LevelEditor>(&app);
    assert_eq!(stroke.board.kind(cells[2]), stone);
    editor::change::<LevelEditor>(app.world_mut(), |plan| plan.powers = !plan.powers);
    go_to(&mut app, cells[1]);
    push(&mut app, ButtonState::Released);
    assert_ne!(plan::<LevelEditor>(&app).powers, stroke.powers);
    for earlier in [stroke, painted, before] {
        editor::undo::<LevelEditor>(app.world_mut());
        assert_eq!(plan::<LevelEditor>(&app), earlier);
    }
}

#[test]
fn the_line_above_the_level_says_what_is_wrong_with_the_cell_under_the_pointer() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    open_editor(&mut app, Match3::KEY, "Level editor");
    let size = plan::<LevelEditor>(&app).size;
    // Nothing falls below a row of stones.
    let row = (0..size.cols()).filter_map(move |col| size.cell(3, col));
    paint(&mut app, Some(Kind::Obstacle), row);
    until(&mut app, "the report", |world| {
        is_text_shown(world, "cells can never be filled or hit")
    });
    (0..5).for_each(|_| app.update());
    let hint = "Choose a kind and paint cells.";
    let fault = "1 cell can never be filled or hit: nothing falls to it.";
    for (row, is_faulty) in [(0, false), (5, true), (1, false)] {
        let name = name_of(&app, size.cell(row, 2).expect("a cell"));
        point_at(&mut app, &name);
        assert_eq!(is_text_shown(app.world_mut(), fault), is_faulty, "{name}");
        assert_eq!(is_text_shown(app.world_mut(), hint), !is_faulty, "{name}");
    }
}
