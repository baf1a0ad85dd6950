//! The whole game without a window: play, saves, settings, setup pages.

use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::match3::Table;
use evolvarium::games::match3::rules::{Match3, Status};
use evolvarium::games::tic_tac_toe::rules::{Board, TicTacToe};
use evolvarium::generation::EvolutionParameters;
use evolvarium::session::{Difficulty, Folders, Game as _};
use evolvarium::shell::games::{ActiveGame, Games};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{TableGame, new_game, share};

use crate::harness::{
    ID, app, app_with_resumed_game, end_program, is_text_shown, menu, notices, play_itself,
    press_text, screen, start, table, until, written,
};
use crate::keys::press;

fn saved(folder: &Path) -> Option<String> {
    std::fs::read_to_string(Folders::within(folder).game("match3")).ok()
}

#[test]
fn an_id_opens_a_game_that_is_saved_after_every_move_and_can_be_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    start(&mut first, ID);
    play_itself(&mut first, 2);
    until(&mut first, "the save", |_| {
        saved(folder.path()).is_some_and(|text| text.contains("made: 2"))
    });
    let text = saved(folder.path()).expect("a save");
    for part in [
        "version: 3",
        "id: \"match3.2:",
        "moves: [",
        "seconds: ",
        "stop: None",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let state = |app: &App| {
        let table = app.world().resource::<Table>();
        let board = table.state().board();
        let blocks: Vec<_> = board
            .size()
            .cells()
            .map(|cell| board.colour(cell))
            .collect();
        (blocks, table.state().score().clone())
    };
    let left = state(&first);
    end_program(&mut first);
    drop(first);

    let second = app_with_resumed_game(folder.path(), "match3");
    assert_eq!(state(&second), left);
    assert!(second.world().resource::<Table>().can_undo());
}

#[test]
fn leaving_in_the_middle_of_a_move_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    play_itself(&mut app, 3);
    assert!(!Match3::is_at_rest(app.world()), "the blocks still move");
    let moves = table::<Match3>(&app).moves().to_vec();
    end_program(&mut app);
    drop(app);
    let again = app_with_resumed_game(folder.path(), "match3");
    assert_eq!(table::<Match3>(&again).moves(), moves);
    assert_eq!(moves.len(), 3);
}

#[test]
fn broken_saves_and_settings_are_set_aside_named_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders::within(folder.path());
    for path in [folders.settings(), folders.game("match3")] {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, "(version: 1, content: (id: \"oops").expect("written");
    }
    let mut app = app(folder.path());
    app.update();
    assert_eq!(*app.world().resource::<Settings>(), Settings::default());
    assert!(
        notices(app.world()).contains("settings.ron"),
        "{}",
        notices(app.world())
    );
    assert!(notices(app.world()).contains("settings.broken-1.ron"));
    let card = app
        .world()
        .resource::<Games>()
        .find("match3")
        .expect("it is listed");
    (card.resume)(app.world_mut());
    app.update();
    assert!(notices(app.world()).contains("match3.broken-1.ron"));
    // The save can be parsed, but its content does not fit.
    std::fs::write(
        folders.game("match3"),
        "(version: 1, content: (id: \"match3:9x9c6-p500#k3f9\", moves: [(0, 0, 0, 1), (0, 0, 0, 1)], made: 2))",
    )
    .expect("written");
    (card.resume)(app.world_mut());
    until(&mut app, "the notice", |world| {
        notices(world).contains("match3.broken-2.ron")
    });
    assert!(notices(app.world()).contains("of the saved game cannot be made"));
    start(&mut app, ID);
    play_itself(&mut app, 1);
}

#[test]
fn a_level_played_to_its_end_shows_the_result_and_leaves_no_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    start(&mut app, ID);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    let card = app
        .world()
        .resource::<Games>()
        .find("match3")
        .expect("it is listed");
    until(&mut app, "the result", |world| {
        (card.play_itself)(world);
        menu(world) == Menu::Result
    });
    let game = app.world().resource::<Table>().state();
    assert_ne!(game.status(), Status::Playing);
    assert_eq!(game.status() == Status::Won, game.goals_met());
    let told = share::result_line::<Match3>(app.world());
    let result = match game.status() {
        Status::Won => "Evolvarium, Match-3: Won in ",
        _ => "Evolvarium, Match-3: Lost after ",
    };
    assert!(told.starts_with(result), "{told}");
    let id = app.world().resource::<Table>().id().to_string();
    assert!(told.ends_with(&id), "{told}");
    assert_eq!(told.contains('★'), game.status() == Status::Won, "{told}");
    until(&mut app, "the save to go", |_| {
        saved(folder.path()).is_none()
    });
}

#[test]
fn the_setup_that_was_played_last_waits_on_its_page_after_a_new_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let open_page = || {
        let mut app = app(folder.path());
        app.update();
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(TicTacToe::KEY);
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Setup);
        until(&mut app, "the page", |world| screen(world) == Screen::Setup);
        app.update();
        app
    };
    let large: Board = "4x4k4".parse().expect("a board");
    let mut first = open_page();
    let is_possible = new_game::change::<TicTacToe>(first.world_mut(), |setup| setup.board = large);
    assert!(is_possible);
    press(&mut first, KeyCode::Enter);
    until(&mut first, "the game", |world| {
        screen(world) == Screen::Play
    });
    let end = |mut app: App| {
        end_program(&mut app);
    };
    end(first);
    let mut second = open_page();
    let setup = new_game::setup::<TicTacToe>(second.world());
    assert_eq!(setup.board, large);
    // With another difficulty in the settings, the page begins with the setup of that difficulty.
    let mut settings = second.world_mut().resource_mut::<Settings>();
    let key = TicTacToe::KEY.to_owned();
    settings.difficulty.insert(key, Difficulty::Hard);
    second.update();
    end(second);
    let third = open_page();
    let setup = new_game::setup::<TicTacToe>(third.world());
    assert_eq!(setup.board, Board::default());
}

#[test]
fn settings_take_effect_at_once_and_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = app(folder.path());
    first.update();
    first.update();
    {
        let mut settings = first.world_mut().resource_mut::<Settings>();
        settings.language = evolvarium::shell::words::Language::Korean;
        let parameters = EvolutionParameters {
            population: 40,
            ..EvolutionParameters::default()
        };
        settings.parameters.insert("match3".to_owned(), parameters);
    }
    first.update();
    first.update();
    let texts = |app: &mut App| {
        let mut texts = app.world_mut().query::<&Text>();
        texts.iter(app.world()).map(written).collect::<Vec<_>>()
    };
    assert!(
        texts(&mut first).contains(&"설정".to_owned()),
        "{:?}",
        texts(&mut first)
    );
    // Files that still wait for the disk are written when the program ends.
    end_program(&mut first);
    drop(first);
    let mut second = app(folder.path());
    second.update();
    let settings = second.world().resource::<Settings>();
    assert_eq!(
        settings.language,
        evolvarium::shell::words::Language::Korean
    );
    assert_eq!(
        settings
            .parameters_of("match3", EvolutionParameters::default)
            .population,
        40
    );
}

#[test]
fn a_notice_lets_clicks_through_to_what_it_covers() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let world = app.world_mut();
    let mut names = world.query::<(Entity, &Name)>();
    let notices = names
        .iter(world)
        .find(|(_, name)| name.as_str() == "Notices");
    let mut inside = vec![notices.expect("they are spawned").0];
    let mut count = 0;
    while let Some(entity) = inside.pop() {
        assert_eq!(world.get::<Pickable>(entity), Some(&Pickable::IGNORE));
        let children = world.get::<Children>(entity);
        inside.extend(children.into_iter().flatten());
        count += 1;
    }
    assert_eq!(count, 3, "a row, a frame and a text");
}

#[test]
fn a_setup_page_begins_with_few_choices_and_remembers_that_all_were_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for game in ["match3", "hexxagon", "tic-tac-toe", "dungeon"] {
        app.world_mut().resource_mut::<Settings>().all_choices = false;
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(game);
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Setup);
        until(&mut app, "the page", |world| {
            is_text_shown(world, "All choices")
        });
        assert!(!is_text_shown(app.world_mut(), "Laboratory"), "{game}");
        assert!(is_text_shown(app.world_mut(), "Difficulty"), "{game}");
        press_text(&mut app, "All choices");
        until(&mut app, "all choices", |world| {
            is_text_shown(world, "Laboratory")
        });
        assert!(is_text_shown(app.world_mut(), "Fewer choices"), "{game}");
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Title);
        until(&mut app, "the title", |world| {
            screen(world) == Screen::Title
        });
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Setup);
        until(&mut app, "the page", |world| {
            is_text_shown(world, "Fewer choices")
        });
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(Screen::Title);
        until(&mut app, "the title", |world| {
            screen(world) == Screen::Title
        });
    }
}
