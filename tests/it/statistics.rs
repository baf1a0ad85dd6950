//! The statistics of the games that were played.

use bevy::prelude::*;
use evolvarium::games::match3::{self, rules::Match3};
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::played::{PlayedGame, PlayedGames, SuccessOf};
use evolvarium::session::statistics::GameResult;
use evolvarium::session::{Game, Moment, Table};
use evolvarium::shell::played::{Played, PlayedTab};
use evolvarium::shell::table::count_and_save;

use crate::harness::{app, end_program, fast_game, is_said, start, texts, until, written};
use crate::journeys::{EASY, make_moves};
use crate::replays::{GAME, finish, open_page};

#[test]
fn each_try_at_a_level_counts_its_own_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), EASY);
    let mut before = app.world().resource::<match3::Table>().seconds();
    for tried in 1..=3 {
        let mut table = app.world_mut().resource_mut::<match3::Table>();
        table.add_seconds(60.0);
        make_moves(&mut app, 1);
        assert!(app.world().resource::<match3::Table>().is_over());
        count_and_save::<Match3>(app.world_mut());
        let games = app.world().resource::<PlayedGames>();
        let seconds: Vec<u32> = games.of(Some("match3")).map(|game| game.seconds).collect();
        assert_eq!(seconds.len(), tried);
        assert!(seconds.contains(&((60.0 + before) as u32)), "{seconds:?}");
        assert_eq!(seconds.iter().filter(|one| **one > 90).count(), 0);
        app.world_mut().resource_mut::<match3::Table>().restart();
        app.update();
        before = app.world().resource::<match3::Table>().seconds();
        assert!(before < 30.0, "{before}");
    }
}

#[test]
fn the_statistics_tell_results_streaks_and_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), GAME);
    finish(&mut app, TicTacToe::KEY);
    start(&mut app, "tic-tac-toe:3x3k3-human-random#b");
    until(&mut app, "the second game", |world| {
        let table = world.resource::<Table<TicTacToe>>();
        table.moves().is_empty()
    });
    finish(&mut app, TicTacToe::KEY);
    let games: Vec<_> = app
        .world()
        .resource::<PlayedGames>()
        .of(Some(TicTacToe::KEY))
        .cloned()
        .collect();
    assert_eq!(games.len(), 2);
    let won = games
        .iter()
        .filter(|game| game.result == GameResult::Won)
        .count();
    open_page(&mut app);
    app.world_mut().resource_mut::<Played>().tab = PlayedTab::Statistics;
    let page = texts(&mut app);
    for part in [
        "Most wins in a row",
        "Time played",
        &format!("{won} ({}%)", won * 50),
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    // The kinds of one game stand apart, in words.
    app.world_mut().resource_mut::<Played>().game = Some(TicTacToe::KEY);
    assert!(
        texts(&mut app).contains("3x3k3, against"),
        "{}",
        texts(&mut app)
    );
    until(&mut app, "the charts", |world| {
        let mut names = world.query::<&Name>();
        names.iter(world).any(|name| name.as_str() == "Plot")
    });
    end_program(&mut app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    let again: Vec<_> = second
        .world()
        .resource::<PlayedGames>()
        .of(None)
        .cloned()
        .collect();
    assert_eq!(again, games);
}

/// The text below a caption of the statistics.
fn value_of(app: &mut App, caption: &str) -> String {
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let mut found = texts.iter(app.world());
    let found = found.find(|(text, _)| written(text) == caption);
    let tile = found.expect("the caption is there").1.parent();
    let inside = app.world().get::<Children>(tile).expect("a tile");
    let value = app.world().get::<Text>(inside[1]);
    written(value.expect("a value"))
}

#[test]
fn the_statistics_count_the_wins_in_a_row_and_the_time_of_all_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for result in [GameResult::Won, GameResult::Won, GameResult::Lost] {
        let game = PlayedGame {
            game: TicTacToe::KEY.to_owned(),
            name: "3x3k3 random".to_owned(),
            result,
            ended: Moment(0),
            seconds: 90,
            announced: None,
            announced_for: SuccessOf::Anybody,
        };
        PlayedGames::add(app.world_mut(), game);
    }
    open_page(&mut app);
    app.world_mut().resource_mut::<Played>().tab = PlayedTab::Statistics;
    until(&mut app, "the figures", |world| {
        is_said(world, "Most wins in a row")
    });
    for (caption, value) in [
        ("Wins in a row", "0"),
        ("Most wins in a row", "2"),
        ("Time played", "4 min"),
    ] {
        assert_eq!(value_of(&mut app, caption), value, "{caption}");
    }
}
