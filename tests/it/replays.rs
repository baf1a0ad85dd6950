//! Games that were played: each is kept, found, watched again and taken over.

use std::path::{Path, PathBuf};

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::Slider;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::session::played::PlayedGames;
use evolvarium::session::replay::{ReplayFile, kept};
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{FileName, Folders, Game, Replays, Table};
use evolvarium::shell::played::{self, Played};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::table::{Pacing, look_back};

use crate::harness::{
    app, card, end_program, fast_game, fix_frame_time, is_said, notices, open_window, press_text,
    screen, some_frames, start, table, texts, until, won_game_of_tic_tac_toe,
};
use crate::keys::press;
use crate::program::{evolvarium, text};

pub const GAME: &str = "tic-tac-toe:3x3k3-human-random#a";

fn replays(app: &App) -> Vec<(FileName, ReplayFile)> {
    let all = app.world().resource::<Replays>().newest_first();
    let own = all
        .into_iter()
        .map(|(name, file)| (name.clone(), file.clone()));
    own.collect()
}

/// Plays the game under way to its end, and returns its replay.
pub fn finish(app: &mut App, key: &'static str) -> (FileName, ReplayFile) {
    let (card, before) = (card(app, key), replays(app).len());
    until(app, "the end", |world| {
        (card.play_itself)(world);
        world.resource::<Replays>().newest_first().len() > before
    });
    replays(app).swap_remove(0)
}

/// Opens the page of games played.
pub fn open_page(app: &mut App) {
    played::open(app.world_mut(), None);
    until(app, "the page", |world| screen(world) == Screen::Played);
    app.update();
}

/// Watches the chosen replay, and waits until it is shown.
pub fn watch<G: Game>(app: &mut App) {
    press_text(app, "Watch");
    until(app, "the replay", |world| {
        let table = world.get_resource::<Table<G>>();
        screen(world) == Screen::Play && table.is_some_and(|table| table.is_replay())
    });
}

/// Plays a game to its end, and watches it.
pub fn watch_own_game(app: &mut App) {
    start(app, GAME);
    finish(app, TicTacToe::KEY);
    open_page(app);
    watch::<TicTacToe>(app);
}

/// Where the replay of a name is kept.
pub fn replay_path(folder: &Path, name: &FileName) -> PathBuf {
    kept::library(&Folders::within(folder)).path(name)
}

#[test]
fn a_finished_game_is_found_watched_and_taken_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), GAME);
    let (_, file) = finish(&mut app, TicTacToe::KEY);
    assert_eq!(file.length, table::<TicTacToe>(&app).moves().len());
    let counted = app.world().resource::<Statistics>().clone();
    open_page(&mut app);
    let page = texts(&mut app);
    for part in [
        "Games played",
        "Tic-tac-toe",
        &file.ended.to_string(),
        &file.id,
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    press_text(&mut app, "Save file");
    let (name, _) = replays(&app).remove(0);
    let copy = Folders::within(folder.path()).shared;
    let copy = copy.join(format!("{name}.ron"));
    until(&mut app, "the notice", |world| {
        let said = notices(world);
        said.contains("Saved as") && said.contains(&*name.to_string())
    });
    let (is_good, said) = check_file(&copy);
    assert!(is_good, "{said}");
    watch::<TicTacToe>(&mut app);
    // The replay goes on by itself from the start to the end, and no move of a player is made in it.
    until(&mut app, "the first move", |world| {
        let table = world.resource::<Table<TicTacToe>>();
        !table.moves().is_empty()
    });
    (card(&app, TicTacToe::KEY).play_itself)(app.world_mut());
    until(&mut app, "the end", |world| {
        world.resource::<Table<TicTacToe>>().is_over()
    });
    assert_eq!(replays(&app).len(), 1, "a replay is not kept again");
    // The keys go to the start, and two moves on.
    press(&mut app, KeyCode::ArrowUp);
    assert!(table::<TicTacToe>(&app).moves().is_empty());
    press(&mut app, KeyCode::ArrowRight);
    press(&mut app, KeyCode::ArrowRight);
    let shown = table::<TicTacToe>(&app).moves().to_vec();
    assert_eq!(shown.len(), 2);
    assert!(texts(&mut app).contains("Replay: move 2 of"));
    press_text(&mut app, "Play on from here");
    until(&mut app, "the game", |world| {
        let table = world.resource::<Table<TicTacToe>>();
        !table.is_replay()
    });
    assert_eq!(table::<TicTacToe>(&app).moves()[..2], shown[..]);
    let (_, second) = finish(&mut app, TicTacToe::KEY);
    assert!(second.taken_over);
    assert_eq!(
        second.moves[..4],
        file.moves[..4],
        "it begins like the first"
    );
    // It counts for no record, and its result is not that of the game of its id.
    let of_id = app.world().resource::<Replays>().of_id(&file.id);
    assert!(of_id.is_some_and(|first| !first.taken_over));
    let now = app.world().resource::<Statistics>();
    let tallies = |statistics: &Statistics| {
        statistics
            .names_of(TicTacToe::KEY)
            .map(|(_, t)| t.games())
            .sum::<u32>()
    };
    assert_eq!((tallies(now), tallies(&counted)), (1, 1));
    assert_eq!(app.world().resource::<PlayedGames>().of(None).count(), 1);
    // The statistics say so.
    open_page(&mut app);
    press_text(&mut app, "Statistics");
    until(&mut app, "the statistics", |world| {
        is_said(world, "1 more game was kept and does not count")
    });
}

#[test]
fn moves_are_tried_in_a_replay_and_stay_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = won_game_of_tic_tac_toe(folder.path());
    until(&mut app, "the replay", |world| {
        !world.resource::<Replays>().is_empty()
    });
    let name = replays(&app).swap_remove(0).0;
    open_page(&mut app);
    watch::<TicTacToe>(&mut app);
    press(&mut app, KeyCode::ArrowUp);
    press(&mut app, KeyCode::ArrowRight);
    press_text(&mut app, "Try moves");
    press(&mut app, KeyCode::Numpad5);
    assert_eq!(table::<TicTacToe>(&app).moves(), [0, 4].map(Cell));
    assert_eq!(table::<TicTacToe>(&app).shown_variation(), Some(0));
    let kept = |app: &App| {
        let replays = app.world().resource::<Replays>();
        let file = replays.get(&name).expect("the replay stays");
        assert_eq!(file.length, 5, "the game itself does not change");
        file.variations.len()
    };
    assert_eq!(kept(&app), 1);
    press_text(&mut app, "Remove variation");
    assert_eq!(kept(&app), 0);
}

#[test]
fn escape_leads_from_a_replay_to_the_list_and_from_there_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), GAME);
    finish(&mut app, TicTacToe::KEY);
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    until(&mut app, "the title", |world| {
        screen(world) == Screen::Title
    });
    open_page(&mut app);
    watch::<TicTacToe>(&mut app);
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the list", |world| {
        screen(world) == Screen::Played
    });
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the title", |world| {
        screen(world) == Screen::Title
    });
}

#[test]
fn the_hero_of_a_replay_does_nothing_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "dungeon:d1f1r6s6e0c0l0#d");
    finish(&mut app, DungeonGame::KEY);
    open_page(&mut app);
    watch::<DungeonGame>(&mut app);
    let unseen = "You have not seen the exit yet.";
    let is_answered = |app: &mut App| {
        press(app, KeyCode::KeyE);
        (0..5).for_each(|_| app.update());
        texts(app).contains(unseen)
    };
    press(&mut app, KeyCode::ArrowUp);
    assert!(!is_answered(&mut app));
    press_text(&mut app, "Play on from here");
    until(&mut app, "the game", |world| {
        !world.resource::<Table<DungeonGame>>().is_replay()
    });
    assert!(is_answered(&mut app));
}

#[test]
fn the_arrows_step_through_a_descent_except_while_the_player_looks_around() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "dungeon:d1f1r6s6e0c0l0#d");
    finish(&mut app, DungeonGame::KEY);
    open_page(&mut app);
    watch::<DungeonGame>(&mut app);
    let moves_after = |app: &mut App, key| {
        press(app, key);
        app.update();
        table::<DungeonGame>(app).moves().len()
    };
    assert_eq!(moves_after(&mut app, KeyCode::ArrowUp), 0);
    assert_eq!(moves_after(&mut app, KeyCode::ArrowRight), 1);
    press(&mut app, KeyCode::KeyV);
    app.update();
    let looked_at = |app: &mut App| {
        (0..3).for_each(|_| app.update());
        texts(app)
    };
    let at_hero = looked_at(&mut app);
    for (key, is_at_hero) in [
        (KeyCode::ArrowRight, false),
        (KeyCode::ArrowLeft, true),
        (KeyCode::ArrowDown, false),
        (KeyCode::ArrowUp, true),
    ] {
        assert_eq!(moves_after(&mut app, key), 1, "{key:?}");
        assert_eq!(looked_at(&mut app) == at_hero, is_at_hero, "{key:?}");
    }
    press(&mut app, KeyCode::KeyV);
    assert_eq!(moves_after(&mut app, KeyCode::ArrowRight), 2);
}

#[test]
fn names_and_stars_are_kept_and_what_is_removed_can_be_put_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = fast_game(folder.path(), GAME);
    let (name, file) = finish(&mut first, TicTacToe::KEY);
    kept::rename(first.world_mut(), &name, "  the fork  ");
    kept::set_star(first.world_mut(), &name, true);
    open_page(&mut first);
    first.world_mut().resource_mut::<Played>().search = "FORK".to_owned();
    first.update();
    let found = &first.world().resource::<Played>().found;
    assert_eq!(found.as_slice(), std::slice::from_ref(&name));
    press_text(&mut first, "Remove");
    assert!(replays(&first).is_empty());
    let path = replay_path(folder.path(), &name);
    until(&mut first, "the removal", |_| !path.exists());
    press_text(&mut first, "Put back what was removed");
    until(&mut first, "the file", |_| path.exists());
    end_program(&mut first);
    drop(first);
    let mut second = app(folder.path());
    until(&mut second, "the replays", |world| {
        world.resource::<Replays>().get(&name).is_some()
    });
    let kept = replays(&second).swap_remove(0).1;
    assert_eq!((kept.name.as_str(), kept.starred), ("the fork", true));
    assert_eq!((kept.moves, kept.ended), (file.moves, file.ended));
}

#[test]
fn every_game_that_was_ever_finished_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), GAME);
    let (name, file) = finish(&mut app, TicTacToe::KEY);
    let many = 3_000;
    let others = (1..=many).map(|number| {
        let mut other = file.clone();
        other.ended.0 -= number;
        other
    });
    let oldest = file.ended.0 - many;
    for other in others {
        kept::keep(app.world_mut(), other).expect("a free name");
    }
    let all = replays(&app);
    assert_eq!(all.len() as i64, many + 1);
    assert_eq!(all[0], (name, file), "the newest is first");
    assert_eq!(all.last().expect("a game").1.ended.0, oldest);
}

/// Checks a replay on the command line, and returns whether it is good and what is said.
pub fn check_file(path: &Path) -> (bool, String) {
    let output = evolvarium(&["replay", "--check", &path.display().to_string()]);
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), text(&said))
}

#[test]
fn a_replay_that_is_opened_while_one_looks_back_at_a_game_begins_at_its_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = won_game_of_tic_tac_toe(folder.path());
    // The first moves of the replay take several frames.
    fix_frame_time(&mut app);
    let (_, file) = replays(&app).remove(0);
    look_back::begin::<TicTacToe>(app.world_mut());
    app.update();
    let line = file.line().expect("a line");
    played::open_line(app.world_mut(), &line).expect("a replay");
    until(&mut app, "the replay", |world| {
        let is_left = !world.resource::<Pacing>().is_looking_back();
        world.resource::<Table<TicTacToe>>().is_replay() && is_left
    });
    assert!(table::<TicTacToe>(&app).moves().is_empty());
}

#[test]
fn keys_go_through_a_replay_also_while_its_slider_has_the_focus() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_window(&mut app);
    watch_own_game(&mut app);
    some_frames(&mut app);
    press(&mut app, KeyCode::ArrowDown);
    let all = table::<TicTacToe>(&app).moves().len();
    let mut sliders = app.world_mut().query_filtered::<Entity, With<Slider>>();
    let slider = sliders.iter(app.world()).next().expect("a slider");
    let mut focus = app.world_mut().resource_mut::<InputFocus>();
    focus.set(slider, FocusCause::Navigated);
    app.update();
    press(&mut app, KeyCode::KeyU);
    assert_eq!(app.world().resource::<InputFocus>().get(), Some(slider));
    assert_eq!(table::<TicTacToe>(&app).moves().len(), all - 1);
}
