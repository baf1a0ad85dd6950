//! The player's skill in the whole game: it is learnt from games, kept, forgotten, and shown on the pages.

use std::fs;
use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::setup::Setup as Descents;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::match3::rules::Match3;
use evolvarium::games::tic_tac_toe::insight::{Insight, InsightKind};
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::session::played::{PlayedGame, PlayedGames, SuccessOf};
use evolvarium::session::statistics::{GameResult, Statistics};
use evolvarium::session::{
    Challenge, Difficulty, Forecast, Game, Moment, Skill, SkillSample, Skills, Table,
};
use evolvarium::shell::played::{self, Played, PlayedTab};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::table::{NewGame, actions, play_for_human};

use crate::harness::{
    app, app_with_resumed_game, card, fast_game, is_said, notices, open_setup, press_text, screen,
    start, table, until, wait_for_moves,
};

/// The number of games from which the skill was learnt.
fn learnt(app: &App, game: &str) -> usize {
    let skills = app.world().resource::<Skills>();
    skills.of(game).map_or(0, Skill::samples)
}

/// Plays the game under way to its end, always on the first free cell.
fn finish_by_hand(app: &mut App) {
    until(app, "the end", |world| {
        let table = world.resource::<Table<TicTacToe>>();
        let next = table
            .is_human_turn()
            .then(|| table.state().legal_cells()[0]);
        if let Some(cell) = next {
            play_for_human::<TicTacToe>(world, cell);
        }
        world.resource::<Table<TicTacToe>>().is_over()
    });
    app.update();
}

/// Writes the tries of games against a rival with the usual rating, half of which were won.
fn write_skill(folder: &Path, game: &str, games: usize) {
    let sample = |number: usize| {
        let result = ["Won", "Lost"][number % 2];
        format!("Game(rival: 1000.0, result: {result})")
    };
    let samples: Vec<String> = (0..games).map(sample).collect();
    let text = format!(
        "(version: 1, content: {{\"{game}\": [{}]}})",
        samples.join(", ")
    );
    fs::create_dir_all(folder.join("data")).expect("a folder");
    fs::write(folder.join("data/skills.ron"), text).expect("it is written");
}

#[test]
fn games_played_by_hand_are_learnt_from_and_games_with_help_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-random#a");
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 1);
    let path = folder.path().join("data/skills.ron");
    until(&mut app, "the file", |_| path.exists());
    // A game with a move that the program has made is not learnt from.
    start(&mut app, "tic-tac-toe:3x3k3-human-random#b");
    until(&mut app, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
    });
    (card(&app, TicTacToe::KEY).play_itself)(app.world_mut());
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 1);
    // A game with a move that was taken back is not learnt from.
    start(&mut app, "tic-tac-toe:3x3k3-human-random#c");
    until(&mut app, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
    });
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    wait_for_moves::<TicTacToe>(&mut app, 2);
    actions::undo::<TicTacToe>(app.world_mut());
    assert!(table::<TicTacToe>(&app).moves().is_empty());
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 1);
    // A game in which the values of the cells were seen for a moment is not learnt from.
    start(&mut app, "tic-tac-toe:3x3k3-human-random#d");
    until(&mut app, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
    });
    // The screen is entered anew, which hides all insights.
    app.update();
    for kind in [InsightKind::Values, InsightKind::Off] {
        app.world_mut().resource_mut::<Insight>().show(kind);
        app.update();
    }
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 1);
    let counted = app.world().resource::<PlayedGames>().of(None).count();
    assert_eq!(counted, 4, "the statistics count all of them");
    drop(app);
    let mut second = crate::harness::app(folder.path());
    second.update();
    assert_eq!(learnt(&second, TicTacToe::KEY), 1, "it is kept");
}

#[test]
fn a_game_that_was_taken_over_counts_neither_for_records_nor_for_the_rating() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    fs::create_dir_all(&data).expect("a folder");
    let save = "(version: 2, content: (game: (id: \"tic-tac-toe:3x3k3-human-random#a\", \
                moves: [4], made: 1), taken_over: true))";
    fs::write(data.join("tic-tac-toe.ron"), save).expect("it is written");
    let mut app = app_with_resumed_game(folder.path(), TicTacToe::KEY);
    assert!(table::<TicTacToe>(&app).is_taken_over());
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 0);
    let statistics = app.world().resource::<Statistics>();
    assert_eq!(statistics.names_of(TicTacToe::KEY).count(), 0);
}

#[test]
fn what_was_said_of_a_game_is_remembered_beside_its_result() {
    let folder = tempfile::tempdir().expect("a folder");
    write_skill(folder.path(), TicTacToe::KEY, 20);
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-random#a");
    finish_by_hand(&mut app);
    assert_eq!(learnt(&app, TicTacToe::KEY), 21);
    let said = |app: &App| {
        let played = app.world().resource::<PlayedGames>();
        let last = played.of(None).last();
        last.and_then(|game| Some((game.announced?, game.announced_for)))
    };
    // The player is as strong as the rules of thumb, and plays against random moves.
    let (percent, player) = said(&app).expect("something was said");
    assert_eq!(player, SuccessOf::Player);
    assert!((80.0..=98.0).contains(&percent), "{percent}");
    app.world_mut()
        .resource_mut::<evolvarium::shell::settings::Settings>()
        .learns_from_player = false;
    start(&mut app, "tic-tac-toe:3x3k3-human-random#b");
    until(&mut app, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().is_empty()
    });
    finish_by_hand(&mut app);
    assert_eq!((learnt(&app, TicTacToe::KEY), said(&app)), (21, None));
}

#[test]
fn the_setup_page_says_how_often_the_player_wins_until_they_are_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    write_skill(folder.path(), Hexxagon::KEY, 20);
    let mut app = app(folder.path());
    app.update();
    open_setup(&mut app, Hexxagon::KEY);
    let says = |app: &mut App, part: &str| {
        (0..3).for_each(|_| app.update());
        is_said(app.world_mut(), part)
    };
    assert!(says(
        &mut app,
        "After 20 games: you win about 5 of 10, give or take"
    ));
    assert!(says(&mut app, "Nearest to 6 of 10: Level 2.8, about 6"));
    press_text(&mut app, "Off");
    assert!(says(&mut app, "Nothing is learnt about how well you play"));
    assert!(!says(&mut app, "you win about"));
    press_text(&mut app, "On");
    assert!(says(&mut app, "you win about"));
    let setup = "b1-human-time1000".parse().expect("a setup");
    app.world_mut().resource_mut::<NewGame<Hexxagon>>().setup = setup;
    assert!(says(&mut app, "Nobody has measured how hard this is"));
    assert!(!says(&mut app, "you win about"));
    // The strength that suits the player is taken at a press.
    assert!(says(&mut app, "Nearest to 6 of 10: Level 2.8, about 6"));
    press_text(&mut app, "Use this");
    let setup = "b1-human-level2.8".parse().expect("a setup");
    let taken = &app.world().resource::<NewGame<Hexxagon>>().setup;
    assert_eq!(*taken, setup);
    assert!(says(&mut app, "you win about 6 of 10"));
    press_text(&mut app, "Erase");
    app.update();
    assert_ne!(learnt(&app, Hexxagon::KEY), 0, "the button asks first");
    press_text(&mut app, "Really erase?");
    assert!(says(&mut app, "After 5 more games without help"));
    assert_eq!(learnt(&app, Hexxagon::KEY), 0);
    let path = folder.path().join("data/skills.ron");
    until(&mut app, "the file is empty", |_| {
        fs::read_to_string(&path).is_ok_and(|text| !text.contains("hexxagon"))
    });
}

#[test]
fn the_dungeon_says_it_of_its_difficulties_and_of_no_other_descent() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let challenge = DungeonGame::challenge(&Descents::of(Difficulty::Normal));
    let Some(Challenge::Stages(rates)) = challenge else {
        panic!("the difficulties are measured");
    };
    for passed in [5, 5, 2, 5, 3, 5] {
        let rates = rates.clone();
        Skills::learn(
            app.world_mut(),
            DungeonGame::KEY,
            SkillSample::Stages { rates, passed },
        );
    }
    open_setup(&mut app, DungeonGame::KEY);
    assert!(is_said(
        app.world_mut(),
        "After 6 descents: you come through about"
    ));
    let mut game = app.world_mut().resource_mut::<NewGame<DungeonGame>>();
    game.setup.spec.enemies += 1;
    (0..3).for_each(|_| app.update());
    assert!(!is_said(app.world_mut(), "you come through about"));
}

#[test]
fn a_broken_file_about_how_well_the_player_does_is_set_aside_with_a_word() {
    for (text, why) in [
        (
            "(version: 1, content: {\"hexxagon\": [Game(rival: 1e9, result: Won)]})",
            "game 1 of hexxagon cannot have been played",
        ),
        (
            "(version: 1, content: {\"dungeon\": [Stages(rates: [(0.5, 0.5, 0.5, 0.5, 1.0)], passed: 1)]})",
            "game 1 of dungeon cannot have been played",
        ),
        (
            "(version: 3, content: {\"dungeon\": [Measured((rate: 0.5, low: 0.6, high: 0.7))]})",
            "game 1 of dungeon cannot have been played",
        ),
        ("(version: 1, content: {", "line 1"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        fs::create_dir_all(&data).expect("a folder");
        fs::write(data.join("skills.ron"), text).expect("it is written");
        let mut app = app(folder.path());
        until(&mut app, "a word about it", |world| {
            let said = notices(world);
            said.contains("skills.broken-1.ron") && said.contains(why)
        });
        assert_eq!(learnt(&app, "hexxagon") + learnt(&app, "dungeon"), 0);
        let kept = fs::read_to_string(data.join("skills.broken-1.ron"));
        assert_eq!(kept.expect("it is kept"), text);
    }
}

#[test]
fn the_statistics_show_the_rating_and_what_was_said_against_what_happened() {
    let folder = tempfile::tempdir().expect("a folder");
    write_skill(folder.path(), TicTacToe::KEY, 20);
    let mut app = app(folder.path());
    app.update();
    let results = [GameResult::Won, GameResult::Drawn, GameResult::Lost];
    let add = |app: &mut App, result, announced_for| {
        let game = PlayedGame {
            game: TicTacToe::KEY.to_owned(),
            name: "3x3k3 random".to_owned(),
            result,
            ended: Moment(0),
            seconds: 9,
            announced: Some(55.0),
            announced_for,
        };
        PlayedGames::add(app.world_mut(), game);
    };
    for result in results {
        add(&mut app, result, SuccessOf::Anybody);
    }
    played::open(app.world_mut(), Some(TicTacToe::KEY));
    until(&mut app, "the page", |world| {
        screen(world) == Screen::Played
    });
    app.world_mut().resource_mut::<Played>().tab = PlayedTab::Statistics;
    until(&mut app, "the charts", |world| {
        is_said(world, "rating and its interval") && is_said(world, "Predictions and results")
    });
    // A rating belongs to one game.
    app.world_mut().resource_mut::<Played>().game = None;
    until(&mut app, "the charts of all games", |world| {
        is_said(world, "Predictions and results") && !is_said(world, "rating and its interval")
    });
    assert!(!is_said(app.world_mut(), "Predictions about you"));
    // The predictions about the player have a chart of their own.
    add(&mut app, GameResult::Won, SuccessOf::Player);
    app.world_mut().resource_mut::<Played>().game = Some(TicTacToe::KEY);
    until(&mut app, "both charts", |world| {
        is_said(world, "Predictions and results")
            && is_said(world, "Predictions about you, and results")
    });
}

#[test]
fn the_statistics_show_how_well_the_player_does_in_games_without_ratings() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let challenge = DungeonGame::challenge(&Descents::of(Difficulty::Easy));
    let Some(Challenge::Stages(rates)) = challenge else {
        panic!("the difficulties are measured");
    };
    for passed in [3, 1, 2] {
        let rates = rates.clone();
        let sample = SkillSample::Stages { rates, passed };
        Skills::learn(app.world_mut(), DungeonGame::KEY, sample);
    }
    for rate in [0.4, 0.5] {
        let sample = SkillSample::Measured(Forecast::with_error(rate, 0.05));
        Skills::learn(app.world_mut(), Match3::KEY, sample);
    }
    played::open(app.world_mut(), Some(DungeonGame::KEY));
    until(&mut app, "the page", |world| {
        screen(world) == Screen::Played
    });
    app.world_mut().resource_mut::<Played>().tab = PlayedTab::Statistics;
    for (game, title, axis) in [
        (
            DungeonGame::KEY,
            "How often you come through",
            "Chance at normal difficulty, %",
        ),
        (
            Match3::KEY,
            "How well you swap",
            "0: any swap, 100: the best",
        ),
    ] {
        app.world_mut().resource_mut::<Played>().game = Some(game);
        until(&mut app, title, |world| {
            let parts = [title, axis, "percentage and its interval"];
            parts.into_iter().all(|part| is_said(world, part))
        });
    }
}
