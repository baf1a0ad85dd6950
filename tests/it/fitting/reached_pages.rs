//! Texts of every size fit where one gets to in the middle of something: in an interlude, in the bestiary, beside a
//! replay, in the lists and explanations beside a board, and in a run in which one intervenes.

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::hexxagon::insight::{self, InsightKind as HexxagonInsight};
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::insight::{Insight, InsightKind};
use evolvarium::session::Game;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::{Interludes, Settings};
use evolvarium::shell::table::{self, interlude};

use super::other_pages::press_on_setup_page;
use super::{check_briefly, with_window};
use crate::harness::{is_said, is_text_shown, open_window, press_text, some_frames, start, until};
use crate::hexxagon_openings::reviewed;
use crate::next_dungeon::at_the_exit;
use crate::replays::watch_own_game;
use crate::theatre::open_theatre;

const PLAY: (Screen, Menu) = (Screen::Play, Menu::None);

#[test]
fn texts_of_every_size_fit_in_an_interlude() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, leave) = at_the_exit(folder.path(), Interludes::UntilGoOn);
    open_window(&mut app);
    table::play::<DungeonGame>(app.world_mut(), leave);
    some_frames(&mut app);
    assert!(interlude::is_open(app.world()));
    check_briefly(&mut app, (Screen::Play, Menu::Interlude), "interlude");
}

#[test]
fn texts_of_every_size_fit_in_the_bestiary() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    press_on_setup_page(&mut app, DungeonGame::KEY, "Bestiary");
    until(&mut app, "the figures", |world| {
        is_text_shown(world, "Steps on tracks in a fight:")
            && is_text_shown(world, "Unseen first strikes in a fight:")
    });
    check_briefly(&mut app, (Screen::Setup, Menu::None), "bestiary");
}

#[test]
fn texts_of_every_size_fit_beside_a_replay() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    watch_own_game(&mut app);
    some_frames(&mut app);
    check_briefly(&mut app, PLAY, "replay");
}

#[test]
fn texts_of_every_size_fit_in_the_list_of_openings() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, _) = reviewed(folder.path());
    open_window(&mut app);
    press_text(&mut app, "Openings");
    some_frames(&mut app);
    check_briefly(&mut app, PLAY, "openings");
}

#[test]
fn texts_of_every_size_fit_with_each_insight_beside_a_game_under_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    start(&mut app, "tic-tac-toe:3x3k3-human-minimax#a");
    for kind in [InsightKind::Values, InsightKind::Search, InsightKind::Rules] {
        app.world_mut().resource_mut::<Insight>().show(kind);
        some_frames(&mut app);
        check_briefly(&mut app, PLAY, &format!("tic-tac-toe, {kind:?}"));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    start(&mut app, "hexxagon:b1-human-set6#a");
    for kind in [HexxagonInsight::Moves, HexxagonInsight::Influence] {
        insight::show(app.world_mut(), kind);
        some_frames(&mut app);
        check_briefly(&mut app, PLAY, &format!("{}, {kind:?}", Hexxagon::KEY));
    }
}

#[test]
fn texts_of_every_size_fit_while_one_intervenes_in_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    open_theatre(&mut app);
    press_text(&mut app, "Intervene");
    until(&mut app, "the parts", |world| {
        is_said(world, "Or choose a part here.") && is_said(world, "Swap potential: ")
    });
    press_text(&mut app, "Next part");
    some_frames(&mut app);
    check_briefly(&mut app, (Screen::Theatre, Menu::None), "intervention");
}
