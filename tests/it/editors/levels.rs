//! The editor of levels: what it says of a level, the goals that are given, and files of several levels.

use bevy::prelude::*;
use evolvarium::games::match3::LevelEditor;
use evolvarium::games::match3::level::{LevelPlan, Setup as LevelSetup, saved as level_file};
use evolvarium::games::match3::rules::{Kind, Match3};
use evolvarium::session::Game;
use evolvarium::shell::editor;
use evolvarium::shell::screen::{Menu, Screen};

use super::{editing, elsewhere, kept, name, open_editor, paint, plan, refusal, until_it_says};
use crate::harness::{app, menu, open_dropped, press_text, screen, table, until};
use crate::keys::press;

#[test]
fn a_level_says_what_is_wrong_is_measured_kept_and_played_with_its_own_goals() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_editor(&mut app, Match3::KEY, "Level editor");
    let size = plan::<LevelEditor>(&app).size;
    let row = |row: usize| (0..size.cols()).filter_map(move |col| size.cell(row, col));
    paint(&mut app, Some(Kind::Obstacle), row(3));
    until_it_says(&mut app, "can never be filled or hit");
    assert!(editor::play::<LevelEditor>(app.world_mut()).is_err());
    editor::undo::<LevelEditor>(app.world_mut());
    let aim = |app: &mut App, change: fn(&mut evolvarium::games::match3::level::PlannedAim)| {
        editor::change::<LevelEditor>(app.world_mut(), |plan| {
            change(plan.aim.as_mut().expect("a level has an aim"));
        });
    };
    aim(&mut app, |aim| aim.clears = true);
    until_it_says(&mut app, "none of them can be");
    aim(&mut app, |aim| aim.blocks = [0; 8]);
    let threads = || row(size.rows() - 1).skip(3).take(3);
    paint(&mut app, Some(Kind::Overlay2), threads());
    until_it_says(&mut app, "The goals suit the board.");
    aim(&mut app, |aim| (aim.blocks[2], aim.moves) = (12, 34));
    until(&mut app, "the plays", |world| {
        editing::<LevelEditor>(world).study().plays == 960
    });
    let (made, study) = (
        plan::<LevelEditor>(&app),
        *editing::<LevelEditor>(app.world()).study(),
    );
    assert!((1..study.plays).contains(&study.won), "{}", study.won);
    let path = kept::<LevelEditor>(&mut app, folder.path(), "mylevel");
    // The file is one that the command line reads too.
    let level = level_file::read(&path).expect("a level").remove(0);
    assert_eq!(LevelPlan::of(&level), made);
    let text = std::fs::read_to_string(&path).expect("readable");
    let letter = text.replace('b', "?");
    let why = refusal::<LevelEditor>(&mut app, &path, &letter);
    assert!(why.contains("line"), "{why}");
    paint(&mut app, None, threads());
    editor::load::<LevelEditor>(app.world_mut(), &name("mylevel")).expect("it is good");
    assert_eq!(plan::<LevelEditor>(&app), made);
    let id = editor::share_text::<LevelEditor>(app.world()).expect("it can be played");
    editor::play::<LevelEditor>(app.world_mut()).expect("it can be played");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    let content = table::<Match3>(&app).content.clone();
    assert_eq!(content.level, level);
    assert_eq!(content.goal.map(|goal| goal.moves), Some(34));
    // The id gives the same level with the same rate anywhere.
    let other = tempfile::tempdir().expect("a folder");
    let again = elsewhere(other.path(), &id);
    assert_eq!(table::<Match3>(&again).content, content);
}

/// The command line writes several levels into one file.
#[test]
fn a_file_of_several_levels_opens_with_a_row_that_takes_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let level = |goal: u32| {
        let row = ".".repeat(9);
        let rows = vec![format!("\"{row}\""); 9].join(", ");
        format!("(level: (colours: 5, goals: [Score({goal})], moves: 20, rows: [{rows}]))")
    };
    let path = folder.path().join("levels.ron");
    let text = format!("[{}]", [500, 600, 700].map(level).join(", "));
    std::fs::write(&path, text).expect("it is written");
    let plans: Vec<LevelPlan> = level_file::read(&path)
        .expect("three levels")
        .iter()
        .map(LevelPlan::of)
        .collect();
    open_dropped(&mut app, &path);
    until(&mut app, "the editor", |world| menu(world) == Menu::Editor);
    until_it_says(&mut app, "1 of 3 in this file");
    assert_eq!(plan::<LevelEditor>(&app), plans[0]);
    press_text(&mut app, "Next");
    until_it_says(&mut app, "2 of 3 in this file");
    assert_eq!(plan::<LevelEditor>(&app), plans[1]);
    press_text(&mut app, "Next");
    until_it_says(&mut app, "3 of 3 in this file");
    assert_eq!(plan::<LevelEditor>(&app), plans[2]);
    press_text(&mut app, "Previous");
    until_it_says(&mut app, "2 of 3 in this file");
    // Taking another level is a change like any other.
    editor::undo::<LevelEditor>(app.world_mut());
    until_it_says(&mut app, "3 of 3 in this file");
    assert_eq!(plan::<LevelEditor>(&app), plans[2]);
    editor::undo::<LevelEditor>(app.world_mut());
    until_it_says(&mut app, "2 of 3 in this file");
    editor::undo::<LevelEditor>(app.world_mut());
    until_it_says(&mut app, "1 of 3 in this file");
    // A level that is changed keeps its place, also one to which undoing has led back.
    let cell = plans[0].size.cells().take(1);
    paint(&mut app, Some(Kind::Obstacle), cell);
    until_it_says(&mut app, "1 of 3 in this file");
    let changed = plan::<LevelEditor>(&app);
    assert!(!plans.contains(&changed));
    let place = |app: &App| editing::<LevelEditor>(app.world()).place_in_file();
    assert_eq!(place(&app), Some((0, 3)));
    // The draft that goes on later belongs to no file.
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the page behind", |world| {
        menu(world) == Menu::None
    });
    editor::open::<LevelEditor>(app.world_mut(), plans[0].clone());
    until(&mut app, "the draft", |world| menu(world) == Menu::Editor);
    assert_eq!(plan::<LevelEditor>(&app), changed);
    assert_eq!(place(&app), None);
    // A file of one level has no such row.
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the setup page", |world| {
        menu(world) == Menu::None
    });
    let one = folder.path().join("one.ron");
    std::fs::write(&one, format!("[{}]", level(800))).expect("it is written");
    open_dropped(&mut app, &one);
    until(&mut app, "the editor", |world| menu(world) == Menu::Editor);
    assert_eq!(place(&app), None);
}

#[test]
fn goals_that_are_given_have_a_text_and_need_a_board_that_suits_them() {
    let text = "9x9c6-p0m30.c0x20.l.p500_4a5b70";
    let setup: LevelSetup = text.parse().expect("a setup");
    let level = setup.given_level().expect("it is given").expect("a level");
    assert_eq!(level.moves(), 30);
    assert_eq!(level.goals().len(), 3);
    let of_level = LevelSetup::of_level(&level);
    let again: LevelSetup = of_level.to_string().parse().expect("its own text");
    assert_eq!(again, of_level);
    assert_eq!(again.given_level(), Some(Ok(level)));
    for (wrong, why) in [
        ("9x9c6-p500m30.c0x20", "board"),
        ("9x9c6-p500m30_81", "cannot be read"),
        ("9x9c6-p500m30.l_81", "none that can be broken"),
        ("9x9c6-p500m30.c7x20_81", "colour 7"),
        ("9x9c6-p500em30.p500_81", "board"),
        ("9x9c6-p500m30.c0x20.c0x5_81", "cannot be read"),
    ] {
        let refused = wrong.parse::<LevelSetup>().expect_err(wrong).to_string();
        assert!(refused.contains(why), "{wrong}: {refused}");
    }
}
