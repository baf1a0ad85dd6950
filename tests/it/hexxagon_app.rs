//! Hexxagon in the whole app: play by keys, computers' turns, looking back, saves, and the theatre.

use bevy::prelude::*;
use evolvarium::base::PlainError;
use evolvarium::games::hexxagon::insight::{self, Insight, InsightKind};
use evolvarium::games::hexxagon::players::Opponent;
use evolvarium::games::hexxagon::rules::{Cell, CellMove, Hexxagon, Player, StuckRule};
use evolvarium::games::hexxagon::setup::{BoardChoice, Seat};
use evolvarium::games::hexxagon::{evolve_board, evolve_opponent};
use evolvarium::generation::Pick;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::session::statistics::Statistics;
use evolvarium::session::{Folders, Game as _, Table};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::computers::Thinking;
use evolvarium::shell::table::pacing::MovePace;
use evolvarium::shell::table::{Hint, NewGame, Pacing, TableGame as _, play_for_human};
use evolvarium::shell::{game_id, theatre};

use crate::harness::{
    card, end_and_resume, end_program, fast_game, is_said, is_text_shown, menu, notices,
    press_text, screen, table, until, wait_for_moves,
};
use crate::keys::{connect_pad, press, tap};

const KEY: &str = "hexxagon";

#[test]
fn arrows_and_space_take_up_a_piece_and_move_it_and_undo_takes_the_reply_back_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level3#a");
    // The first arrow goes to the first own piece, at cell 2; the next one to the cell above.
    for key in [
        KeyCode::ArrowUp,
        KeyCode::Space,
        KeyCode::ArrowUp,
        KeyCode::Space,
    ] {
        press(&mut app, key);
    }
    assert_eq!(table::<Hexxagon>(&app).moves()[0].to_string(), "3");
    wait_for_moves::<Hexxagon>(&mut app, 2);
    let (start, reply) = (
        table::<Hexxagon>(&app).moves()[0],
        table::<Hexxagon>(&app).moves()[1],
    );
    press(&mut app, KeyCode::KeyU);
    assert_eq!(table::<Hexxagon>(&app).moves(), []);
    press(&mut app, KeyCode::KeyY);
    assert_eq!(table::<Hexxagon>(&app).moves(), [start, reply]);
    press(&mut app, KeyCode::KeyR);
    assert_eq!(table::<Hexxagon>(&app).moves(), []);
    // The target is two cells away, so the piece jumps and leaves its cell.
    press(&mut app, KeyCode::ArrowDown);
    for key in [
        KeyCode::Space,
        KeyCode::ArrowUp,
        KeyCode::ArrowUp,
        KeyCode::Space,
    ] {
        press(&mut app, key);
    }
    assert_eq!(table::<Hexxagon>(&app).moves()[0].to_string(), "2-4");
}

#[test]
fn a_person_sees_what_the_rival_plans_only_with_an_insight() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-time600000#a");
    let made = first_move(&app);
    play_for_human::<Hexxagon>(app.world_mut(), made);
    until(&mut app, "a report", |world| {
        world.resource::<Thinking<Hexxagon>>().now.is_some()
    });
    app.update();
    let depth = "moves ahead, ";
    assert!(!is_text_shown(app.world_mut(), depth));
    insight::show(app.world_mut(), InsightKind::Moves);
    until(&mut app, "the plan", |world| is_text_shown(world, depth));
    assert_eq!(table::<Hexxagon>(&app).moves(), [made], "it still thinks");
}

#[test]
fn a_hint_beside_the_values_of_the_moves_is_none_that_they_call_worse() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    insight::choose(app.world_mut(), InsightKind::Moves);
    let values = |world: &World| world.resource::<Insight>().values().cloned();
    until(&mut app, "values that differ", |world| {
        let range = values(world).map(|values| {
            let worst = values.candidates.last().map_or(0, |one| one.score);
            values.score - worst
        });
        range > Some(100)
    });
    let game = table::<Hexxagon>(&app).state().clone();
    let known = values(app.world()).expect("they were there");
    let worst = known.candidates.last().expect("moves").mv;
    let worst = game.written(worst).expect("no pass");
    app.world_mut().resource_mut::<Hint<Hexxagon>>().0 = Some(worst);
    until(&mut app, "another hint", |world| {
        world.resource::<Hint<Hexxagon>>().0 != Some(worst)
    });
    let hint = app.world().resource::<Hint<Hexxagon>>().0.expect("a hint");
    let known = values(app.world()).expect("still");
    let hinted = game.read(&hint).expect("legal");
    let hinted = known.candidates.iter().find(|one| one.mv == hinted);
    let missed = known.score - hinted.expect("it has a value").score;
    assert!(missed < 20, "the hint is worse by {missed}");
}

#[test]
fn a_hint_is_for_the_position_in_which_it_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    for _ in 0..2 {
        let first = first_move(&app);
        play_for_human::<Hexxagon>(app.world_mut(), first);
        app.update();
    }
    let hint = first_move(&app);
    app.world_mut().resource_mut::<Hint<Hexxagon>>().0 = Some(hint);
    insight::review_move(app.world_mut(), 0);
    assert_eq!(app.world().resource::<Hint<Hexxagon>>().0, None);
}

/// The first move that is possible.
fn first_move(app: &App) -> CellMove {
    let game = table::<Hexxagon>(app).state();
    let made = game.moves()[0];
    game.written(made).expect("no pass")
}

#[test]
fn a_cell_on_which_the_worth_of_a_move_stands_is_called_by_it_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    let named = |world: &World| {
        let board = Hexxagon::spoken_board(world).expect("a board");
        let cells = board.rows.iter().flatten();
        cells.filter(|cell| cell.name.contains(", worth ")).count()
    };
    assert_eq!(named(app.world()), 0);
    insight::choose(app.world_mut(), InsightKind::Moves);
    until(&mut app, "the worths", |world| named(world) > 1);
}

#[test]
fn a_move_is_made_with_the_gamepad_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level1#a");
    let pad = connect_pad(&mut app);
    for button in [
        GamepadButton::DPadUp,
        GamepadButton::South,
        GamepadButton::DPadUp,
        GamepadButton::South,
    ] {
        tap(&mut app, pad, button);
    }
    assert_eq!(table::<Hexxagon>(&app).moves()[0].to_string(), "3");
    wait_for_moves::<Hexxagon>(&mut app, 2);
    tap(&mut app, pad, GamepadButton::LeftTrigger);
    assert_eq!(table::<Hexxagon>(&app).moves(), []);
    tap(&mut app, pad, GamepadButton::Select);
    assert_eq!(app.world().resource::<Insight>().kind(), InsightKind::Moves);
}

#[test]
fn three_computers_play_to_the_end_and_the_game_is_looked_back_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b46-level2-level1-set6#a");
    app.world_mut().resource_mut::<Pacing>().pace = MovePace::FlatOut;
    until(&mut app, "the end", |world| menu(world) == Menu::Result);
    let moves = table::<Hexxagon>(&app).moves().len();
    assert!(table::<Hexxagon>(&app).turn().is_none());
    let world = app.world_mut();
    world.resource_mut::<NextState<Menu>>().set(Menu::None);
    insight::show(world, InsightKind::Game);
    until(&mut app, "every move to be judged", |world| {
        let insight = world.resource::<Insight>();
        insight.length() == moves && insight.is_done()
    });
    let judged = app.world().resource::<Insight>().judged_moves().to_vec();
    assert_eq!(judged.len(), moves);
    assert!(
        judged.iter().any(|one| one.made.0 != one.best.0),
        "level 1 errs"
    );
    let points = app.world().resource::<Insight>().mistakes();
    let worst = judged.iter().map(|one| one.loss()).max().expect("moves");
    assert!(points.iter().any(|at| judged[*at].loss() == worst));
    // The key goes from one mistake to the next, and after the last one back to the end.
    press(&mut app, KeyCode::KeyF);
    let last = points.last().expect("a mistake");
    assert_eq!(table::<Hexxagon>(&app).moves().len(), *last);
    // While the player looks back no move is made, even if Space is pressed. Afterwards the game is at its last move.
    press(&mut app, KeyCode::Space);
    for _ in 0..30 {
        app.update();
    }
    assert_eq!(table::<Hexxagon>(&app).moves().len(), *last);
    lay_insights_over_the_position(&mut app);
    assert_eq!(table::<Hexxagon>(&app).moves().len(), *last);
    // Nothing is paused, because the game is over.
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the menu", |world| {
        is_said(world, "The game is over")
    });
    assert!(!is_said(app.world_mut(), "Paused"));
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the board", |world| menu(world) == Menu::None);
    let known = app.world().resource::<Insight>().judged_moves().len();
    assert_eq!(known, moves, "nothing is judged again");
    insight::choose(app.world_mut(), InsightKind::Game);
    assert_eq!(app.world().resource::<Insight>().kind(), InsightKind::Off);
    assert_eq!(table::<Hexxagon>(&app).moves().len(), moves);
}

/// Chooses each insight that can be laid over the position at which the player looks back.
fn lay_insights_over_the_position(app: &mut App) {
    for (words, layer) in [
        ("Influence", InsightKind::Influence),
        ("Moves", InsightKind::Moves),
        ("Board", InsightKind::Off),
    ] {
        press_text(app, words);
        let values = layer == InsightKind::Moves;
        until(app, "the insight", |world| {
            let insight = world.resource::<Insight>();
            insight.layer() == layer && insight.values().is_some() == values
        });
        let insight = app.world().resource::<Insight>();
        assert_eq!(insight.kind(), InsightKind::Game, "{words}");
    }
}

#[test]
fn a_game_is_saved_goes_on_where_it_was_and_counts_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let id = "hexxagon:b5-human-level1-skip#k";
    let mut first = fast_game(folder.path(), id);
    let card = card(&first, Hexxagon::KEY);
    (card.play_itself)(first.world_mut());
    wait_for_moves::<Hexxagon>(&mut first, 2);
    let moves = table::<Hexxagon>(&first).moves().to_vec();
    let mut second = end_and_resume(first, folder.path(), KEY);
    assert_eq!(table::<Hexxagon>(&second).moves(), moves);
    assert_eq!(table::<Hexxagon>(&second).setup().stuck, StuckRule::Skip);
    second
        .world_mut()
        .resource_mut::<Settings>()
        .animation_percent = 300;
    until(&mut second, "the end", |world| {
        (card.play_itself)(world);
        world.resource::<Table<Hexxagon>>().turn().is_none()
    });
    let counted = |app: &App| {
        app.world()
            .resource::<Statistics>()
            .of(Hexxagon::KEY, "2 level1")
            .games()
    };
    assert_eq!(counted(&second), 1);
    press(&mut second, KeyCode::KeyU);
    assert!(table::<Hexxagon>(&second).turn().is_some(), "it goes on");
    until(&mut second, "the end once more", |world| {
        (card.play_itself)(world);
        world.resource::<Table<Hexxagon>>().turn().is_none()
    });
    assert_eq!(counted(&second), 1, "taken back, it does not count again");
}

#[test]
fn boards_and_opponents_evolve_in_the_theatre_and_are_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-level2#a");
    for (begin, evolves_board) in [
        (evolve_board as fn(&mut World) -> _, true),
        (evolve_opponent, false),
    ] {
        // A position that was edited may have left another first player in the setup.
        let mut new_game = app.world_mut().resource_mut::<NewGame<Hexxagon>>();
        new_game.setup.first = Player(u8::from(evolves_board));
        let begun: Result<(), PlainError> = begin(app.world_mut());
        begun.expect("it begins");
        until(&mut app, "the theatre", |world| {
            screen(world) == Screen::Theatre
        });
        for mut evolution in app
            .world_mut()
            .query::<&mut RunDriver>()
            .iter_mut(app.world_mut())
        {
            evolution.pace = Pace::FlatOut;
        }
        until(&mut app, "the run to end", |world| {
            let mut runs = world.query::<&RunDriver>();
            runs.iter(world)
                .all(|run| run.watched().progress().stop.is_some())
        });
        theatre::pick(app.world_mut(), Pick::Best);
        until(&mut app, "the board", |world| screen(world) == Screen::Play);
        let setup = table::<Hexxagon>(&app).setup().clone();
        assert!(
            matches!(setup.board, BoardChoice::Custom(_)),
            "the board stays"
        );
        assert_eq!(setup.first, Player(0), "the board is fair");
        let evolved = matches!(setup.seats[1], Seat::Computer(Opponent::Weights(_)));
        assert_eq!(evolved, !evolves_board);
        // The id contains the whole setup.
        let id = table::<Hexxagon>(&app).id().to_string();
        game_id::open_id(app.world_mut(), &id).expect("its own id");
        app.update();
        assert_eq!(*table::<Hexxagon>(&app).setup(), setup);
    }
    assert_eq!(
        app.world().resource::<NewGame<Hexxagon>>().setup,
        *table::<Hexxagon>(&app).setup()
    );
}

#[test]
fn what_cannot_be_moved_or_opened_is_refused_and_a_broken_save_is_set_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = fast_game(folder.path(), "hexxagon:b1-human-human#a");
    let made = |text: &str| text.parse().expect("a move");
    play_for_human::<Hexxagon>(app.world_mut(), made("40"));
    assert_eq!(table::<Hexxagon>(&app).moves(), []);
    play_for_human::<Hexxagon>(app.world_mut(), made("3"));
    assert_eq!(
        table::<Hexxagon>(&app)
            .state()
            .last()
            .and_then(|turn| turn.from),
        None
    );
    let there = table::<Hexxagon>(&app)
        .state()
        .board()
        .index_of(Cell(3))
        .expect("on the board");
    assert!(table::<Hexxagon>(&app).state().owner(there).is_some());
    for (id, why) in [
        ("hexxagon:b99-human-human#a", "no board 99"),
        ("hexxagon:b1-human-wizard#a", "wizard"),
        ("exxagon:b1-human-human#a", "Did you mean hexxagon?"),
        ("chess:b1-human-human#a", "There is no game called chess."),
    ] {
        let refused = game_id::open_id(app.world_mut(), id).expect_err(id);
        assert!(refused.to_string().contains(why), "{refused}");
    }
    let card = card(&app, Hexxagon::KEY);
    end_program(&mut app);
    let path = Folders::within(folder.path()).game(KEY);
    let text = std::fs::read_to_string(&path).expect("a save");
    std::fs::write(&path, text.replace("\"3\"", "\"40\"")).expect("written");
    (card.resume)(app.world_mut());
    until(&mut app, "the refusal of the save", |world| {
        notices(world).contains("move 1")
    });
    assert!(!path.exists(), "it is set aside, not deleted");
    let beside = std::fs::read_dir(path.parent().expect("a folder")).expect("readable");
    let kept = beside.flatten().any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.contains("hexxagon") && entry.path() != path
    });
    assert!(kept);
}
