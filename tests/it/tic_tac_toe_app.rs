//! Tic-tac-toe in the whole app: play by keys, computers' turns, series, saves, strategies.

use bevy::prelude::*;
use evolvarium::games::tic_tac_toe::evolve_opponent;
use evolvarium::games::tic_tac_toe::insight::{Insight, InsightKind};
use evolvarium::games::tic_tac_toe::opponents::saved;
use evolvarium::games::tic_tac_toe::players::rules_of_thumb;
use evolvarium::games::tic_tac_toe::rules::{Board, Cell, Game, Side, Status, TicTacToe};
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{Ending, Folders, Game as _, Table};
use evolvarium::shell::game_id;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::{NewGame, TableGame, launch, play_for_human};
use evolvarium::shell::theatre::{self, close_up};

use crate::harness::{
    app, card, end_and_resume, fast_game, finish_run_and_pick_best, is_said, menu, resume_save,
    screen, start, table, until, wait_for_moves, wait_for_result, won_game_of_tic_tac_toe,
};
use crate::keys::{connect_pad, press, tap};

const KEY: &str = "tic-tac-toe";

#[test]
fn a_free_cell_is_called_empty_also_when_the_game_is_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let app = won_game_of_tic_tac_toe(folder.path());
    assert!(table::<TicTacToe>(&app).is_over());
    let board = TicTacToe::spoken_board(app.world()).expect("a board");
    let last = &board.rows[2][2].name;
    assert!(last.ends_with("empty"), "{last}");
}

#[test]
fn a_cell_whose_value_is_shown_is_called_by_it_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    // The first player has two in a row, and wins with the third.
    for cell in [0, 3, 1, 4] {
        play_for_human::<TicTacToe>(app.world_mut(), Cell(cell));
    }
    app.world_mut()
        .resource_mut::<Insight>()
        .show(InsightKind::Values);
    let name = |world: &World, row: usize, column: usize| {
        let board = TicTacToe::spoken_board(world).expect("a board");
        board.rows[row][column].name.clone()
    };
    until(&mut app, "the values", |world| {
        name(world, 0, 2).ends_with("empty, wins in 1 move")
    });
    assert!(name(app.world(), 2, 2).contains("loses in"));
    assert!(!name(app.world(), 0, 0).contains("wins"), "it is taken");
}

#[test]
fn the_marks_and_the_order_stay_when_an_opponent_evolves_that_had_no_seat() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(KEY);
    let mut game = app.world_mut().resource_mut::<NewGame<TicTacToe>>();
    game.setup = "5x5k4-human-rules-second-noughts".parse().expect("a setup");
    evolve_opponent(app.world_mut()).expect("the run begins");
    let setup = &app.world().resource::<NewGame<TicTacToe>>().setup;
    assert_eq!(setup.to_string(), "3x3k3-human-evolved70-second-noughts");
}

#[test]
fn a_lesson_shows_no_insights() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    (card(&app, KEY).start_lesson)(app.world_mut(), 0);
    until(&mut app, "the lesson", |world| {
        let table = world.get_resource::<Table<TicTacToe>>();
        table.is_some_and(|table| table.lesson().is_some()) && menu(world) == Menu::None
    });
    press(&mut app, KeyCode::KeyV);
    app.update();
    let insight = app.world().resource::<Insight>();
    assert_eq!(insight.kind(), InsightKind::Off);
}

#[test]
fn the_number_pad_is_the_board_and_undo_takes_the_reply_back_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-rules#a");
    press(&mut app, KeyCode::Numpad7);
    wait_for_moves::<TicTacToe>(&mut app, 2);
    // Rule 3: the first free cell beside the rival.
    assert_eq!(table::<TicTacToe>(&app).moves(), [Cell(0), Cell(1)]);
    press(&mut app, KeyCode::Numpad7);
    assert_eq!(
        table::<TicTacToe>(&app).moves().len(),
        2,
        "the cell is taken"
    );
    press(&mut app, KeyCode::Numpad5);
    wait_for_moves::<TicTacToe>(&mut app, 4);
    assert_eq!(
        table::<TicTacToe>(&app).moves()[3],
        Cell(8),
        "rule 2: block"
    );
    press(&mut app, KeyCode::KeyU);
    assert_eq!(table::<TicTacToe>(&app).moves(), [Cell(0), Cell(1)]);
    press(&mut app, KeyCode::KeyU);
    assert_eq!(table::<TicTacToe>(&app).moves(), []);
    press(&mut app, KeyCode::KeyY);
    assert_eq!(table::<TicTacToe>(&app).moves(), [Cell(0), Cell(1)]);
    press(&mut app, KeyCode::KeyR);
    assert_eq!(table::<TicTacToe>(&app).moves(), []);
    // The first arrow puts the cursor into the middle.
    for key in [KeyCode::ArrowUp, KeyCode::ArrowRight, KeyCode::Enter] {
        press(&mut app, key);
    }
    wait_for_moves::<TicTacToe>(&mut app, 2);
    assert_eq!(table::<TicTacToe>(&app).moves()[0], Cell(5));
}

#[test]
fn a_game_is_saved_with_its_series_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-rules#a");
    win_against_the_rules(&mut first);
    assert_eq!(table::<TicTacToe>(&first).extra.won, [1, 0]);
    launch::start_next_game::<TicTacToe>(first.world_mut());
    until(&mut first, "the next game", |world| {
        world.resource::<Table<TicTacToe>>().moves().len() == 1
    });
    assert_eq!(
        table::<TicTacToe>(&first).setup().begins,
        1,
        "the other seat begins"
    );
    let moves = table::<TicTacToe>(&first).moves().to_vec();
    let second = end_and_resume(first, folder.path(), KEY);
    assert_eq!(table::<TicTacToe>(&second).moves(), moves);
    assert_eq!(table::<TicTacToe>(&second).extra.won, [1, 0]);
    let tally = second
        .world()
        .resource::<Statistics>()
        .of(KEY, "3x3k3 rules");
    assert_eq!((tally.won, tally.drawn, tally.lost), (1, 0, 0));
}

/// The moves of a game in which the first player beats the rules of thumb.
fn winning_line(game: &Game) -> Option<Vec<Cell>> {
    match game.status() {
        Status::Won(Side::First) => return Some(Vec::new()),
        Status::Playing => {}
        _ => return None,
    }
    let cells = if game.to_move() == Side::First {
        game.legal_cells()
    } else {
        rules_of_thumb::choose(game)
            .map(|(_, cell)| cell)
            .into_iter()
            .collect()
    };
    cells.into_iter().find_map(|cell| {
        let mut next = game.clone();
        next.play(cell).ok()?;
        let mut line = winning_line(&next)?;
        line.insert(0, cell);
        Some(line)
    })
}

fn win_against_the_rules(app: &mut App) {
    let line = winning_line(&Game::new(Board::default())).expect("they can be beaten");
    for (at, cell) in line.iter().enumerate() {
        if at % 2 == 0 {
            play_for_human::<TicTacToe>(app.world_mut(), *cell);
        }
        wait_for_moves::<TicTacToe>(app, at + 1);
    }
    assert_eq!(table::<TicTacToe>(app).ending(), Some(Ending::Won(0)));
}

#[test]
fn computers_play_each_other_to_the_end_on_every_kind_of_board() {
    let folder = tempfile::tempdir().expect("a folder");
    for setup in [
        "3x3k3-minimax-random",
        "5x5k4-search2-rules",
        "ultimate-rules-random",
    ] {
        let mut app = fast_game(folder.path(), &format!("tic-tac-toe:{setup}#b"));
        wait_for_result(&mut app);
        let table = table::<TicTacToe>(&app);
        assert_ne!(table.state().status(), Status::Playing);
        assert_eq!(table.extra.won.iter().sum::<u32>() + table.extra.drawn, 1);
        let save = Folders::within(folder.path()).game(KEY);
        until(&mut app, "the save to go", |_| !save.exists());
    }
}

#[test]
fn an_opponent_evolves_is_played_saved_and_set_against_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(KEY);
    (card(&app, TicTacToe::KEY).evolve)(app.world_mut()).expect("the usual setup is valid");
    until(&mut app, "the theatre", |world| {
        screen(world) == Screen::Theatre
    });
    let run = theatre::watched(app.world()).expect("a run");
    let name = app.world().get::<Name>(run).map(Name::as_str);
    assert_eq!(name, Some("play.evolving_opponent"));
    finish_run_and_pick_best(&mut app);
    let strategy = table::<TicTacToe>(&app)
        .content
        .strategy
        .clone()
        .expect("it was evolved");
    let id = table::<TicTacToe>(&app).id().to_string();
    assert!(id.contains("human-evolved70~"), "{id}");
    // The id is enough to get the same opponent.
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    app.update();
    start(&mut app, &id);
    assert_eq!(
        **table::<TicTacToe>(&app)
            .content
            .strategy
            .as_ref()
            .expect("the strategy was evolved again"),
        *strategy
    );
    // A strategy that was saved under a name can take a seat.
    let folders = Folders::within(folder.path());
    let name = "mossy".parse().expect("a name");
    let mut autosave = evolvarium::session::Autosave::default();
    saved::save(&mut autosave, &folders, &name, &strategy, &id).expect("kept");
    assert!(autosave.write_all().is_empty());
    app.world_mut()
        .resource_mut::<NextState<Screen>>()
        .set(Screen::Title);
    app.update();
    start(&mut app, "tic-tac-toe:3x3k3-kept.mossy-random#c");
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    wait_for_result(&mut app);
}

#[test]
fn in_the_theatre_one_looks_at_the_squares_of_a_strategy_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(KEY);
    (card(&app, TicTacToe::KEY).evolve)(app.world_mut()).expect("the usual setup is valid");
    until(&mut app, "a view with squares", |world| {
        if screen(world) == Screen::Theatre {
            close_up::look_beside(world, IVec2::X);
        }
        world.resource::<close_up::CloseUpState>().key().is_some()
    });
    let look = app.world().resource::<close_up::CloseUpState>();
    assert_eq!(look.key(), Some(0), "the empty board comes first");
    assert!(look.close_up().is_some());
    app.update();
    assert!(is_said(app.world_mut(), "X moves here and takes"));
    close_up::look_beside(app.world_mut(), IVec2::X);
    assert_eq!(
        app.world().resource::<close_up::CloseUpState>().key(),
        Some(1)
    );
    app.update();
    assert!(is_said(app.world_mut(), "O moves here and takes"));
}

#[test]
fn bad_ids_and_files_are_refused_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    for (id, part) in [
        (
            "tic-tac-toe:100x100k5-human-rules#a",
            "100x100 is not possible",
        ),
        ("tic-tac-toe:3x3k9-human-rules#a", "9 in a row do not fit"),
        (
            "tic-tac-toe:3x3k3-human-kept.nobody#a",
            "there is no such file",
        ),
        ("tic-tac-toe:3x3k3-human-wizard#a", "no opponent called"),
    ] {
        let why = game_id::open_id(app.world_mut(), id).expect_err(id);
        assert!(why.to_string().contains(part), "{id}: {why}");
    }
    let text = "(version: 1, content: (game: (id: \"tic-tac-toe:3x3k3-human-rules#a\", moves: [4, 4], \
                made: 2), series: (won: (0, 0), drawn: 0)))";
    let said = resume_save(&mut app, folder.path(), KEY, text);
    assert!(
        said.contains("move 2 of the saved game cannot be made"),
        "{said}"
    );
    assert!(said.contains("tic-tac-toe.broken-1.ron"), "{said}");
    let kept = std::fs::read_to_string(
        Folders::within(folder.path())
            .game(KEY)
            .with_extension("broken-1.ron"),
    )
    .expect("it is kept");
    assert_eq!(kept, text);
    start(&mut app, "tic-tac-toe:3x3k3-human-rules#a");
}

#[test]
fn the_gamepad_makes_a_move_takes_it_back_and_opens_insight_and_pause() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-rules#a");
    let pad = connect_pad(&mut app);
    // The first tap puts the cursor into the middle.
    for button in [
        GamepadButton::DPadUp,
        GamepadButton::DPadLeft,
        GamepadButton::South,
    ] {
        tap(&mut app, pad, button);
    }
    wait_for_moves::<TicTacToe>(&mut app, 2);
    assert_eq!(table::<TicTacToe>(&app).moves()[0], Cell(3));
    tap(&mut app, pad, GamepadButton::LeftTrigger);
    assert_eq!(table::<TicTacToe>(&app).moves(), []);
    tap(&mut app, pad, GamepadButton::RightTrigger);
    assert_eq!(table::<TicTacToe>(&app).moves().len(), 2);
    tap(&mut app, pad, GamepadButton::Select);
    assert_eq!(
        app.world().resource::<Insight>().kind(),
        InsightKind::Values
    );
    tap(&mut app, pad, GamepadButton::Start);
    app.update();
    assert_eq!(menu(app.world()), Menu::Pause);
}

#[test]
fn a_game_counts_once_however_often_it_is_taken_back_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-rules#a");
    win_against_the_rules(&mut app);
    let tally = |app: &App| {
        app.world()
            .resource::<Statistics>()
            .of(KEY, "3x3k3 rules")
            .games()
    };
    assert_eq!(tally(&app), 1);
    press(&mut app, KeyCode::KeyU);
    let save = Folders::within(folder.path()).game(KEY);
    until(&mut app, "the save", |_| {
        std::fs::read_to_string(&save).is_ok_and(|text| text.contains("counted: true"))
    });
    let mut app = end_and_resume(app, folder.path(), KEY);
    assert_eq!(table::<TicTacToe>(&app).ending(), None);
    press(&mut app, KeyCode::KeyY);
    assert_eq!(table::<TicTacToe>(&app).ending(), Some(Ending::Won(0)));
    assert_eq!(
        (tally(&app), table::<TicTacToe>(&app).extra.won),
        (1, [1, 0])
    );
}

#[test]
fn undo_in_a_game_that_the_computer_began_keeps_what_can_be_redone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-rules-second#a");
    wait_for_moves::<TicTacToe>(&mut app, 1);
    press(&mut app, KeyCode::Numpad5);
    wait_for_moves::<TicTacToe>(&mut app, 3);
    let moves = table::<TicTacToe>(&app).moves().to_vec();
    for key in [KeyCode::KeyU, KeyCode::KeyU, KeyCode::KeyR] {
        press(&mut app, key);
        assert_eq!(table::<TicTacToe>(&app).moves(), &moves[..1], "{key:?}");
    }
    press(&mut app, KeyCode::KeyY);
    assert_eq!(table::<TicTacToe>(&app).moves(), moves);
}

#[test]
fn for_serious_play_no_move_is_taken_back_until_that_is_allowed_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    app.world_mut().resource_mut::<Settings>().allow_undo = false;
    play_for_human::<TicTacToe>(app.world_mut(), Cell(4));
    app.update();
    for key in [KeyCode::KeyU, KeyCode::KeyR] {
        press(&mut app, key);
        assert_eq!(table::<TicTacToe>(&app).moves(), [Cell(4)], "{key:?}");
    }
    app.world_mut().resource_mut::<Settings>().allow_undo = true;
    press(&mut app, KeyCode::KeyU);
    assert_eq!(table::<TicTacToe>(&app).moves(), []);
}

#[test]
fn a_save_whose_strategy_is_missing_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let text = "(version: 1, content: (game: (id: \"tic-tac-toe:3x3k3-human-kept.mossy#a\", moves: \
                [4], made: 1), series: (won: (0, 0), drawn: 0)))";
    let said = resume_save(&mut app, folder.path(), KEY, text);
    assert!(said.contains("mossy.ron: there is no such file"), "{said}");
    let save = Folders::within(folder.path()).game(KEY);
    assert_eq!(std::fs::read_to_string(save).expect("it stays"), text);
}
