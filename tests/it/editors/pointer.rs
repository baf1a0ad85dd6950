//! The pointer over the canvas of an editor.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use evolvarium::games::match3::LevelEditor;
use evolvarium::games::match3::rules::{Kind, Match3};
use evolvarium::session::Game;
use evolvarium::shell::editor::Editor;
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
    let name = |app: &App, row: usize| {
        let editing = editing::<LevelEditor>(app.world());
        let spot = size.cell(row, 2).expect("a cell").index() as u16;
        let words = Words::of(Language::English);
        LevelEditor::spot_name(editing.plan(), editing.tool(), spot, &words)
    };
    let hint = "Choose a kind and paint cells.";
    let fault = "1 cell can never be filled or hit: nothing falls to it.";
    for (row, is_faulty) in [(0, false), (5, true), (1, false)] {
        let name = name(&app, row);
        point_at(&mut app, &name);
        assert_eq!(is_text_shown(app.world_mut(), fault), is_faulty, "{name}");
        assert_eq!(is_text_shown(app.world_mut(), hint), !is_faulty, "{name}");
    }
}
