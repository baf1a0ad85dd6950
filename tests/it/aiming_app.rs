//! The suggestion for a new game: it is the strength at which the player is expected to succeed most nearly in 6 of 10.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use evolvarium::games::dungeon::DungeonGame;
use evolvarium::games::dungeon::setup::Setup as Descents;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::puzzle::key_of;
use evolvarium::session::statistics::GameResult;
use evolvarium::session::{Challenge, Difficulty, Game, SkillSample, Skills};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{NewGame, actions, play_for_human};

use crate::harness::{
    app, end_and_resume, finish_run_and_pick_best, is_said, is_text_shown, open_whole_setup,
    press_text, screen, table, until, wait_for_moves, written,
};

/// Learns twenty games against a rival, half of which were won.
fn learn_even_games(app: &mut App, game: &str, rival: f64) {
    Skills::forget(app.world_mut(), game);
    for number in 0..20 {
        let result = [GameResult::Won, GameResult::Lost][number % 2];
        Skills::learn(app.world_mut(), game, SkillSample::Game { rival, result });
    }
    (0..3).for_each(|_| app.update());
}

/// Whether a suggestion can be taken.
fn can_take(app: &mut App) -> bool {
    (0..3).for_each(|_| app.update());
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let mut all = texts.iter(app.world());
    let (_, child) = all
        .find(|(text, _)| written(text) == "Use this")
        .expect("the button");
    let button = app.world().entity(child.parent());
    !button.contains::<InteractionDisabled>()
}

/// The success that is expected in the new game.
fn expected<G: Game>(app: &App) -> f64 {
    let challenge = G::challenge(&app.world().resource::<NewGame<G>>().setup);
    let skill = app.world().resource::<Skills>().of(G::KEY);
    let skill = skill.expect("something was learnt");
    skill.rate(&challenge.expect("it is measured"))
}

#[test]
fn tic_tac_toe_suggests_the_score_for_which_a_fitting_strategy_evolves() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_whole_setup(&mut app, TicTacToe::KEY);
    for (rival, wanted, off) in [
        // The weakest strategy is stronger than the player likes.
        (300.0, "evolved20", 0.15),
        (450.0, "evolved27", 0.01),
        (600.0, "evolved44", 0.01),
        (700.0, "evolved57", 0.01),
        (800.0, "evolved75", 0.01),
        (1_000.0, "unbeaten", 0.1),
        (1_100.0, "rules", 0.05),
        // Nobody plays better than minimax.
        (1_200.0, "minimax", 0.1),
    ] {
        learn_even_games(&mut app, TicTacToe::KEY, rival);
        if can_take(&mut app) {
            press_text(&mut app, "Use this");
        }
        let taken = &app.world().resource::<NewGame<TicTacToe>>().setup;
        assert_eq!(taken.to_string(), format!("3x3k3-human-{wanted}"));
        let rate = expected::<TicTacToe>(&app);
        assert!((rate - 0.6).abs() < off, "{rival}: {rate}");
        assert!(!can_take(&mut app), "it is taken");
    }
    // The opponent that is suggested evolves and sits down.
    learn_even_games(&mut app, TicTacToe::KEY, 600.0);
    assert!(is_said(
        app.world_mut(),
        "Nearest to 6 of 10: Evolved, 44%, about 6, give or take"
    ));
    press_text(&mut app, "Use this");
    (0..3).for_each(|_| app.update());
    press_text(&mut app, "Evolve and play");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    finish_run_and_pick_best(&mut app);
    let table = table::<TicTacToe>(&app);
    assert_eq!(table.setup().to_string(), "3x3k3-human-evolved44");
    assert!(table.content.strategy.is_some());
}

#[test]
fn hexxagon_suggests_a_player_between_two_levels_who_sits_down_and_repeats_the_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_whole_setup(&mut app, Hexxagon::KEY);
    for (rival, wanted) in [
        (300.0, "level1.1"),
        (600.0, "level1.7"),
        (1_400.0, "level3.5"),
        (1_995.0, "level4.3"),
        (2_500.0, "level5.4"),
        (3_000.0, "level6.6"),
        (1_000.0, "level2.8"),
    ] {
        learn_even_games(&mut app, Hexxagon::KEY, rival);
        press_text(&mut app, "Use this");
        let taken = &app.world().resource::<NewGame<Hexxagon>>().setup;
        assert_eq!(taken.to_string(), format!("b1-human-{wanted}"));
        let rate = expected::<Hexxagon>(&app);
        assert!((rate - 0.6).abs() < 0.03, "{rival}: {rate}");
    }
    assert!(is_said(app.world_mut(), "2.8 / 8"));
    assert!(is_said(
        app.world_mut(),
        "Plays 8 of 10 moves as level 3, the others as level 2"
    ));
    press_text(&mut app, "Play");
    until(&mut app, "the board", |world| screen(world) == Screen::Play);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    let first = table::<Hexxagon>(&app).state();
    let made = first.written(first.moves()[0]).expect("a move");
    let mut replies = Vec::new();
    for _ in 0..2 {
        play_for_human::<Hexxagon>(app.world_mut(), made);
        wait_for_moves::<Hexxagon>(&mut app, 2);
        replies.push(table::<Hexxagon>(&app).moves()[1]);
        actions::undo::<Hexxagon>(app.world_mut());
        assert_eq!(table::<Hexxagon>(&app).moves(), []);
    }
    assert_eq!(replies[0], replies[1]);
    play_for_human::<Hexxagon>(app.world_mut(), made);
    wait_for_moves::<Hexxagon>(&mut app, 2);
    // The save names the blend.
    let app = end_and_resume(app, folder.path(), Hexxagon::KEY);
    let table = table::<Hexxagon>(&app);
    assert_eq!(table.setup().to_string(), "b1-human-level2.8");
    assert_eq!(table.moves(), [made, replies[0]]);
}

#[test]
fn a_result_against_a_blend_counts_with_its_measured_rating() {
    let rating = |text: &str| {
        let setup = text.parse().expect(text);
        match Hexxagon::challenge(&setup) {
            Some(Challenge::Rival(rating)) => Some(rating),
            _ => None,
        }
    };
    let between = rating("b1-human-level3.5").expect("a rating");
    assert_eq!(Some(between), rating("b2-level3.5-human"));
    assert_eq!(between, 1_317.0);
    assert_eq!(rating("b1-level3.5-level4"), None, "nobody plays");
}

#[test]
fn the_dungeon_suggests_how_far_the_descent_leads() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_whole_setup(&mut app, DungeonGame::KEY);
    let challenge = DungeonGame::challenge(&Descents::of(Difficulty::Normal));
    let Some(Challenge::Stages(rates)) = challenge else {
        panic!("the difficulties are measured");
    };
    // The numbers of dungeons that the player has come through at normal difficulty, again and again.
    for (passed, difficulty, depths, name) in [
        ([1, 2, 1, 3], Difficulty::Easy, 2, "Easy, 2 dungeons"),
        ([2, 3, 3, 2], Difficulty::Easy, 3, "Easy"),
        ([5, 3, 5, 4], Difficulty::Hard, 4, "Hard, 4 dungeons"),
        ([3, 4, 5, 3], Difficulty::Normal, 4, "Normal, 4 dungeons"),
    ] {
        Skills::forget(app.world_mut(), DungeonGame::KEY);
        for number in 0..20 {
            let sample = SkillSample::Stages {
                rates: rates.clone(),
                passed: passed[number % 4],
            };
            Skills::learn(app.world_mut(), DungeonGame::KEY, sample);
        }
        assert!(can_take(&mut app), "{name}");
        let said = format!("Nearest to 6 of 10: {name}, about ");
        assert!(is_said(app.world_mut(), &said), "{said}");
        press_text(&mut app, "Use this");
        let wanted = Descents {
            depths,
            ..Descents::of(difficulty)
        };
        let taken = &app.world().resource::<NewGame<DungeonGame>>().setup;
        assert_eq!(*taken, wanted);
        let rate = expected::<DungeonGame>(&app);
        assert!((rate - 0.6).abs() < 0.08, "{name}: {rate}");
    }
    // The suggested game begins, and the program learns from its result.
    press_text(&mut app, "Evolve and play");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    finish_run_and_pick_best(&mut app);
    let setup = table::<DungeonGame>(&app).setup();
    assert_eq!(setup.depths, 4);
    assert!(DungeonGame::challenge(setup).is_some());
}

#[test]
fn nothing_is_suggested_where_nothing_is_measured_or_learning_is_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_whole_setup(&mut app, TicTacToe::KEY);
    learn_even_games(&mut app, TicTacToe::KEY, 600.0);
    assert!(can_take(&mut app));
    let setup = "4x4k4-human-rules".parse().expect("a setup");
    app.world_mut().resource_mut::<NewGame<TicTacToe>>().setup = setup;
    assert!(!can_take(&mut app), "3x3 alone is measured");
    assert!(!is_said(app.world_mut(), "Nearest to 6 of 10"));
    let setup = "3x3k3-human-rules".parse().expect("a setup");
    app.world_mut().resource_mut::<NewGame<TicTacToe>>().setup = setup;
    assert!(can_take(&mut app));
    app.world_mut()
        .resource_mut::<Settings>()
        .learns_from_player = false;
    assert!(!can_take(&mut app));
    assert!(!is_said(app.world_mut(), "Nearest to 6 of 10"));
    let setup = &app.world().resource::<NewGame<TicTacToe>>().setup;
    assert_eq!(setup.to_string(), "3x3k3-human-rules");
}

#[test]
fn what_is_known_of_the_player_is_erased_together_with_the_rating_at_puzzles() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    open_whole_setup(&mut app, DungeonGame::KEY);
    let puzzles = key_of(DungeonGame::KEY);
    learn_even_games(&mut app, &puzzles, 1_500.0);
    press_text(&mut app, "Erase");
    until(&mut app, "the question", |world| {
        is_text_shown(world, "Really erase?")
    });
    press_text(&mut app, "Really erase?");
    assert!(app.world().resource::<Skills>().of(&puzzles).is_none());
}
