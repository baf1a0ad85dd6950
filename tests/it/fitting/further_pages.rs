//! Texts of every size fit on the pages that are reached by playing, watching or reading: games played, statistics,
//! saved games, a family, an atlas, a puzzle, a review, the weights of dungeons, and the next generation of enemies.

use bevy::prelude::*;
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::{self, DungeonGame};
use evolvarium::games::hexxagon::compare::Comparison;
use evolvarium::games::hexxagon::insight::{self, Insight, InsightKind};
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::evolve::evolve_atlas;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::{Game, Table};
use evolvarium::shell::menus::saves::open_saves_menu;
use evolvarium::shell::played::{Played, PlayedTab};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::play_for_human;

use super::other_pages::{press_on_setup_page, until_menu};
use super::{check_briefly, with_window};
use crate::archives_app::grown_atlas;
use crate::dungeon_app::{game, go_down};
use crate::harness::{
    card, is_said, is_text_shown, open_window, press_text, some_frames, start, until,
    wait_for_result,
};
use crate::hexxagon_puzzles::{LEAP_MOVE, cell_move};
use crate::hexxagon_puzzles_app::{app_with_puzzle, open_puzzle};
use crate::replays::{finish, open_page};
use crate::theatre_reading::{app_at_end_of_run, open_family_tree};
use crate::variations::{reviewed, try_other};
use crate::{keys, saves};

const PLAY: (Screen, Menu) = (Screen::Play, Menu::None);

#[test]
fn texts_of_every_size_fit_on_games_played_and_in_the_statistics() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    for seed in ["a", "b"] {
        start(&mut app, &format!("tic-tac-toe:3x3k3-human-random#{seed}"));
        until(&mut app, "the new game", |world| {
            let table = world.get_resource::<Table<TicTacToe>>();
            table.is_some_and(|table| table.moves().is_empty())
        });
        finish(&mut app, TicTacToe::KEY);
    }
    open_page(&mut app);
    some_frames(&mut app);
    let page = (Screen::Played, Menu::None);
    assert!(is_text_shown(app.world_mut(), "Watch"));
    check_briefly(&mut app, page, "games played");
    let mut played = app.world_mut().resource_mut::<Played>();
    (played.tab, played.game) = (PlayedTab::Statistics, Some(TicTacToe::KEY));
    until(&mut app, "the charts", |world| {
        let mut names = world.query::<&Name>();
        names.iter(world).any(|name| name.as_str() == "Plot")
    });
    check_briefly(&mut app, page, "statistics");
}

#[test]
fn texts_of_every_size_fit_in_the_list_of_saved_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    for id in [saves::FIRST, saves::SECOND] {
        saves::play(&mut app, id, 2);
    }
    saves::go_to_title(&mut app);
    let card = card(&app, Hexxagon::KEY);
    open_saves_menu(app.world_mut(), &card);
    until_menu(&mut app, Menu::Saves);
    until(&mut app, "what is said of the games", |world| {
        is_said(world, "2 moves made")
    });
    check_briefly(&mut app, (Screen::Title, Menu::Saves), "saved games");
}

#[test]
fn texts_of_every_size_fit_on_the_page_of_a_family() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_at_end_of_run(folder.path());
    open_window(&mut app);
    open_family_tree(&mut app);
    let theatre = (Screen::Theatre, Menu::None);
    check_briefly(&mut app, theatre, "family tree");
    press_text(&mut app, "Line to a founder");
    some_frames(&mut app);
    check_briefly(&mut app, theatre, "line to a founder");
}

#[test]
fn texts_of_every_size_fit_in_an_atlas() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    grown_atlas(&mut app, TicTacToe::KEY, evolve_atlas);
    check_briefly(&mut app, (Screen::Theatre, Menu::None), "atlas");
}

#[test]
fn texts_of_every_size_fit_in_a_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_puzzle(folder.path());
    open_window(&mut app);
    open_puzzle(&mut app);
    check_briefly(&mut app, PLAY, "puzzle");
    play_for_human::<Hexxagon>(app.world_mut(), cell_move(LEAP_MOVE));
    wait_for_result(&mut app);
    let result = (Screen::Play, Menu::Result);
    check_briefly(&mut app, result, "puzzle that was solved");
}

#[test]
fn texts_of_every_size_fit_beside_a_review_of_hexxagon() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = reviewed(folder.path());
    open_window(&mut app);
    press_text(&mut app, "Try moves");
    try_other(&mut app);
    until(&mut app, "the judgement", |world| {
        let insight = world.resource::<Insight>();
        insight.length() > 0 && insight.is_done()
    });
    check_briefly(&mut app, PLAY, "review with a variation");
    insight::choose(app.world_mut(), InsightKind::Influence);
    some_frames(&mut app);
    check_briefly(&mut app, PLAY, "review with influence");
    insight::show(app.world_mut(), InsightKind::Compare);
    until(&mut app, "both moves", |world| {
        let comparison = world.resource::<Comparison>();
        (0..2).all(|side| comparison.choice(side).is_some())
    });
    some_frames(&mut app);
    check_briefly(&mut app, PLAY, "comparison");
}

#[test]
fn texts_of_every_size_fit_on_the_page_of_the_weights_of_dungeons() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = with_window(folder.path());
    press_on_setup_page(&mut app, DungeonGame::KEY, "What makes it good");
    check_briefly(&mut app, (Screen::Setup, Menu::None), "weights");
}

#[test]
fn texts_of_every_size_fit_on_the_card_of_the_next_generation() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = game(folder.path(), "dungeon:d3f1r6s9e2c1l0h#6");
    open_window(&mut app);
    go_down(&mut app, 2);
    // A boon is chosen before anything else.
    let state = app.world().resource::<dungeon::Table>().state();
    let boon = ReferencePlayer::Careful
        .player()
        .choose(&state.game)
        .expect("a boon");
    let mut table = app.world_mut().resource_mut::<dungeon::Table>();
    table.play(boon).expect("a legal move");
    some_frames(&mut app);
    keys::press(&mut app, KeyCode::KeyF);
    some_frames(&mut app);
    assert!(is_text_shown(app.world_mut(), "The next generation"));
    check_briefly(&mut app, PLAY, "the next generation");
}
