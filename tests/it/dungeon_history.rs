//! The history of a descent: its lines are those of the moves, whichever way the player comes to a position.

use bevy::prelude::*;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::Move;
use evolvarium::games::dungeon::{DungeonGame, Table};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::play;
use evolvarium::shell::words::Language;

use crate::dungeon_app::{KEY, game, table};
use crate::harness::end_and_resume;
use crate::keys::press;

/// Opens the history, and returns its lines.
pub fn open_history(app: &mut App) -> Vec<String> {
    press(app, KeyCode::KeyR);
    app.update();
    app.update();
    shown_history(app)
}

/// The lines of the history that is open.
fn shown_history(app: &mut App) -> Vec<String> {
    let mut names = app.world_mut().query::<(&Name, &Children)>();
    let panel = names
        .iter(app.world())
        .find(|(name, _)| name.as_str() == "History");
    let (_, lines) = panel.expect("the history is on the screen");
    let text = |line: Entity| app.world().get::<Text>(line).map(|text| text.0.clone());
    lines
        .iter()
        .filter_map(text)
        .filter(|text| !text.is_empty())
        .collect()
}

/// Lets the careful player make moves one by one, and not by an action that lasts. It ends early before a move that needs
/// work. With `refused`, moves are tried between them that are refused, which the history tells too.
fn make_moves(app: &mut App, count: usize, refused: bool) {
    let mut player = ReferencePlayer::Careful.player();
    for number in 0..count {
        if refused && number % 10 == 9 {
            assert!(!play::<DungeonGame>(app.world_mut(), Move::Boon(7)));
        }
        let state = table(app).state();
        let Some(chosen) = player.choose(&state.game) else {
            break;
        };
        if state.work_before(chosen).is_some() {
            break;
        }
        assert!(play::<DungeonGame>(app.world_mut(), chosen));
        app.update();
    }
}

#[test]
fn enemies_that_come_into_sight_are_named_and_again_after_a_resumption() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = game(folder.path(), "dungeon:d2f1r8s8e4c1l0#a");
    make_moves(&mut first, 60, false);
    let told = open_history(&mut first);
    let named = told.iter().filter(|line| line.contains(" in sight: "));
    assert!(named.count() > 0, "{told:?}");
    let mut second = end_and_resume(first, folder.path(), KEY);
    assert_eq!(open_history(&mut second), told);
}

#[test]
fn the_history_after_a_jump_is_that_of_a_game_that_is_resumed_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), "dungeon:d2f1r8s8e4c1l0#a");
    make_moves(&mut app, 100, true);
    let all = table(&app).moves().len();
    assert!(all > 70, "positions of several moves are kept: {all}");
    open_history(&mut app);
    let mut told = Vec::new();
    // The histories begin at positions that were kept while the moves were made, and the second time at more of them.
    for places in [[all, 40, 70, 5], [all, 40, 70, 5]] {
        for made in places {
            app.world_mut().resource_mut::<Table>().go_to(made);
            app.update();
            app.update();
            told.push((made, shown_history(&mut app)));
        }
    }
    for (made, lines) in told {
        let folder = tempfile::tempdir().expect("a folder");
        let mut other = game(folder.path(), "dungeon:d2f1r8s8e4c1l0#a");
        make_moves(&mut other, made, false);
        let mut resumed = end_and_resume(other, folder.path(), KEY);
        assert_eq!(open_history(&mut resumed), lines, "after {made} moves");
    }
}

#[test]
fn the_lines_of_the_history_are_in_the_language_that_was_chosen_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), "dungeon:d2f1r8s8e4c1l0#a");
    make_moves(&mut app, 60, false);
    let english = open_history(&mut app);
    let in_language = |app: &mut App, language| {
        app.world_mut().resource_mut::<Settings>().language = language;
        (0..3).for_each(|_| app.update());
        shown_history(app)
    };
    let korean = in_language(&mut app, Language::Korean);
    let is_latin = |line: &String| line.contains(|letter: char| letter.is_ascii_alphabetic());
    assert!(english.len() > 3 && english.iter().all(is_latin));
    let left: Vec<&String> = korean.iter().filter(|line| is_latin(line)).collect();
    assert!(korean.len() > 3 && left.is_empty(), "{left:?}");
    // Later lines follow, and the history comes back as it was.
    make_moves(&mut app, 10, false);
    let korean = shown_history(&mut app);
    assert!(!korean.iter().any(is_latin), "{korean:?}");
    let moves = table(&app).moves().len();
    assert!(moves > 60);
    app.world_mut().resource_mut::<Table>().go_to(60);
    assert_eq!(in_language(&mut app, Language::English), english);
}
