//! The suggestion for a new game: it is the strength at which the player is expected to succeed most nearly in 6 of 10.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::session::statistics::GameResult;
use evolvarium::session::{Game, Skills, Trial};
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::NewGame;

use crate::harness::{
    app, finish_run_and_pick_best, is_said, press_text, screen, table, until, written,
};
use crate::pages::open_setup;

/// Learns twenty games against a rival, half of which were won.
fn learn_even_games(app: &mut App, game: &str, rival: f64) {
    Skills::forget(app.world_mut(), game);
    for number in 0..20 {
        let result = [GameResult::Won, GameResult::Lost][number % 2];
        Skills::learn(app.world_mut(), game, Trial::Game { rival, result });
    }
    (0..3).for_each(|_| app.update());
}

/// Whether a suggestion can be taken.
fn can_take(app: &mut App) -> bool {
    (0..3).for_each(|_| app.update());
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let mut all = texts.iter(app.world());
    let (_, child) = all
        .find(|(text, _)| written(text) == "Take it")
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
    open_setup(&mut app, TicTacToe::KEY);
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
            press_text(&mut app, "Take it");
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
        "nearest to 6 of 10: Evolved, 44%, about 6, give or take"
    ));
    press_text(&mut app, "Take it");
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
fn nothing_is_suggested_where_nothing_is_measured_or_learning_is_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_setup(&mut app, TicTacToe::KEY);
    learn_even_games(&mut app, TicTacToe::KEY, 600.0);
    assert!(can_take(&mut app));
    let setup = "4x4k4-human-rules".parse().expect("a setup");
    app.world_mut().resource_mut::<NewGame<TicTacToe>>().setup = setup;
    assert!(!can_take(&mut app), "3x3 alone is measured");
    assert!(!is_said(app.world_mut(), "nearest to 6 of 10"));
    let setup = "3x3k3-human-rules".parse().expect("a setup");
    app.world_mut().resource_mut::<NewGame<TicTacToe>>().setup = setup;
    assert!(can_take(&mut app));
    app.world_mut().resource_mut::<Settings>().for_me = false;
    assert!(!can_take(&mut app));
    assert!(!is_said(app.world_mut(), "nearest to 6 of 10"));
    let setup = &app.world().resource::<NewGame<TicTacToe>>().setup;
    assert_eq!(setup.to_string(), "3x3k3-human-rules");
}
