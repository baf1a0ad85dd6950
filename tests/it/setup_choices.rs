//! The setup pages of the board games: the arrows beside the board, the faces of the difficulties, and the player's side.

use std::collections::BTreeSet;
use std::path::Path;

use bevy::prelude::*;
use evolvarium::games::hexxagon::rules::Hexxagon;
use evolvarium::games::tic_tac_toe::rules::TicTacToe;
use evolvarium::generation::Seed;
use evolvarium::session::{Game, Seat};
use evolvarium::shell::game_id;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::{Screen, set_screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::new_game::{self, SetupSeed};
use evolvarium::shell::table::{NewGame, TableGame};
use evolvarium::shell::theatre;
use evolvarium::shell::theme::bind::SelectedWhen;

use crate::fitting::is_shown;
use crate::harness::{
    app, end_program, finish_run_and_pick_best, is_text_shown, open_window, press_text, screen,
    some_frames, table, until, written,
};

/// Opens the setup page of a game, with few choices.
fn open_page<G: TableGame>(folder: &Path) -> App {
    let mut app = app(folder);
    app.update();
    show_page::<G>(&mut app);
    app
}

fn show_page<G: TableGame>(app: &mut App) {
    app.world_mut().resource_mut::<ActiveGame>().0 = Some(G::KEY);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    until(app, "the page", |world| screen(world) == Screen::Setup);
    some_frames(app);
}

/// The setup on the page, as in a game id.
fn chosen<G: TableGame>(app: &App) -> String {
    new_game::setup::<G>(app.world()).to_string()
}

fn set_up<G: TableGame>(app: &mut App, text: &str) {
    let Ok(setup) = text.parse() else {
        panic!("{text} is no setup");
    };
    app.world_mut().resource_mut::<NewGame<G>>().setup = setup;
    some_frames(app);
}

/// Whether a button that is shown with a text is drawn as the chosen one.
fn is_lit(app: &mut App, text: &str) -> bool {
    some_frames(app);
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let world = app.world();
    let buttons = texts
        .iter(world)
        .filter(|(shown, _)| written(shown) == text)
        .map(|(_, parent)| parent.parent());
    let mut buttons = buttons.filter(|button| is_shown(world, *button));
    let chosen = buttons.find_map(|button| world.get::<SelectedWhen>(button));
    chosen.expect("such a button").is_selected()
}

/// The sides of a page that are lit.
fn lit_sides(app: &mut App, sides: &[&'static str]) -> Vec<&'static str> {
    let all = sides.iter().copied();
    all.filter(|side| is_lit(app, side)).collect()
}

/// Presses a button, and checks the beginning of the setup that follows.
fn press_and_find<G: TableGame>(app: &mut App, button: &str, wanted: &str) {
    press_text(app, button);
    let now = chosen::<G>(app);
    assert!(now.starts_with(wanted), "{button}: {now}");
}

#[test]
fn the_arrows_step_through_the_boards_of_hexxagon_and_around_the_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_page::<Hexxagon>(folder.path());
    for (arrow, board) in [
        ("Next board", "b2-"),
        ("Previous board", "b1-"),
        ("Previous board", "b0-"),
        ("Previous board", "b999-"),
        ("Next board", "b0-"),
    ] {
        press_and_find::<Hexxagon>(&mut app, arrow, board);
    }
    some_frames(&mut app);
    assert!(is_text_shown(app.world_mut(), "Vanilla: 61 cells, for two"));
    until(&mut app, "the length of a game", |world| {
        is_text_shown(world, "Vanilla: 61 cells, for two, about ")
    });
    // The boards for three are a list of their own.
    press_text(&mut app, "Three");
    some_frames(&mut app);
    press_and_find::<Hexxagon>(&mut app, "Previous board", "b46-");
    press_and_find::<Hexxagon>(&mut app, "Next board", "b40-");
}

#[test]
fn the_arrows_step_through_the_boards_of_tic_tac_toe_and_from_any_other_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_page::<TicTacToe>(folder.path());
    for (arrow, board) in [
        ("Next board", "3x4k3-"),
        ("Previous board", "3x3k3-"),
        ("Previous board", "ultimate-"),
        ("Next board", "3x3k3-"),
    ] {
        press_and_find::<TicTacToe>(&mut app, arrow, board);
    }
    some_frames(&mut app);
    assert!(is_text_shown(app.world_mut(), "3 x 3  ·  3 in a row"));
    set_up::<TicTacToe>(&mut app, "7x7k4-human-rules");
    press_and_find::<TicTacToe>(&mut app, "Next board", "3x3k3-");
    set_up::<TicTacToe>(&mut app, "7x7k4-human-rules");
    press_and_find::<TicTacToe>(&mut app, "Previous board", "ultimate-");
}

#[test]
fn the_board_keeps_its_place_and_gives_it_up_to_all_choices() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_page::<Hexxagon>(folder.path());
    open_window(&mut app);
    let place = |app: &mut App, name: &str| {
        some_frames(app);
        let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
        let mut all = texts.iter(app.world());
        let found = all.find(|(text, _)| written(text) == name);
        let button = found.expect("the button").1.parent();
        let place = app.world().get::<UiGlobalTransform>(button);
        place.expect("a node").translation
    };
    let names = ["Previous board", "Next board", "At random", "Easy", "Back"];
    (0..10).for_each(|_| app.update());
    let before: Vec<Vec2> = names.iter().map(|name| place(&mut app, name)).collect();
    for (button, board) in [("Next board", "b2-"), ("Easy", "b2-human-level1")] {
        press_and_find::<Hexxagon>(&mut app, button, board);
        let now: Vec<Vec2> = names.iter().map(|name| place(&mut app, name)).collect();
        assert_eq!(now, before, "after {button}");
    }
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    some_frames(&mut app);
    assert!(!is_text_shown(app.world_mut(), "Island: "));
    assert!(is_lit(&mut app, "Easy"));
}

/// Begins the game that is set up, and returns its setup.
fn begin<G: TableGame>(app: &mut App) -> String {
    press_text(app, "Play");
    until(app, "the board", |world| screen(world) == Screen::Play);
    table::<G>(app).setup().to_string()
}

#[test]
fn a_chosen_side_is_that_of_the_human_when_the_game_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_page::<Hexxagon>(folder.path());
    let colours = ["Ruby", "Pearl", "At random"];
    assert_eq!(lit_sides(&mut app, &colours), ["Ruby"]);
    press_and_find::<Hexxagon>(&mut app, "Pearl", "b1-level3-human");
    assert_eq!(lit_sides(&mut app, &colours), ["Pearl"]);
    assert!(is_lit(&mut app, "Normal"), "the difficulty stays");
    press_text(&mut app, "Three");
    some_frames(&mut app);
    press_and_find::<Hexxagon>(&mut app, "Jade", "b40-level3-level3-human");
    // A player whose seat is gone takes the last one.
    press_text(&mut app, "Two");
    assert_eq!(chosen::<Hexxagon>(&app), "b1-level3-human");
    assert_eq!(begin::<Hexxagon>(&mut app), "b1-level3-human");
    assert_eq!(table::<Hexxagon>(&app).only_human(), Some(1));
}

#[test]
fn the_sides_of_tic_tac_toe_are_its_marks_whoever_has_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_page::<TicTacToe>(folder.path());
    press_and_find::<TicTacToe>(&mut app, "O", "3x3k3-rules-human");
    assert_eq!(lit_sides(&mut app, &["X", "O", "At random"]), ["O"]);
    set_up::<TicTacToe>(&mut app, "3x3k3-rules-human-noughts");
    assert_eq!(lit_sides(&mut app, &["X", "O", "At random"]), ["X"]);
    press_and_find::<TicTacToe>(&mut app, "O", "3x3k3-human-rules-noughts");
    assert_eq!(begin::<TicTacToe>(&mut app), "3x3k3-human-rules-noughts");
}

#[test]
fn no_side_is_lit_until_there_is_one_human() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_page::<Hexxagon>(folder.path());
    let colours = ["Ruby", "Pearl", "At random"];
    for (setup, side, after) in [
        ("b1-human-human", "Pearl", "b1-level3-human"),
        ("b1-level1-level2", "Ruby", "b1-human-level2"),
        ("b1-human-human", "At random", "b1-human-level3"),
        ("b1-level1-level2", "At random", "b1-human-level2"),
    ] {
        set_up::<Hexxagon>(&mut app, setup);
        let none: [&str; 0] = [];
        assert_eq!(lit_sides(&mut app, &colours), none, "{setup}");
        press_text(&mut app, side);
        assert_eq!(chosen::<Hexxagon>(&app), after);
        assert_eq!(lit_sides(&mut app, &colours), [side], "{setup}");
    }
    // A player who moves the human to another seat has chosen that seat.
    new_game::change::<Hexxagon>(app.world_mut(), |setup| setup.seats.reverse());
    assert_eq!(lit_sides(&mut app, &colours), ["Pearl"]);
}

/// The seats in which the only human sits in the games of forty seeds.
fn drawn_seats<G: TableGame>(app: &mut App) -> BTreeSet<usize> {
    let before = chosen::<G>(app);
    let mut seats = BTreeSet::new();
    for seed in 0..40 {
        app.world_mut().resource_mut::<SetupSeed>().0 = Seed(seed);
        let drawn = new_game::origin::<G>(app.world());
        let again = new_game::origin::<G>(app.world());
        assert_eq!(drawn.id(), again.id(), "the seed decides it");
        let players = G::seats(&drawn.setup);
        let humans: Vec<usize> = (0..players.len())
            .filter(|seat| players[*seat] == Seat::Human)
            .collect();
        assert_eq!(humans.len(), 1);
        seats.extend(humans);
    }
    assert_eq!(chosen::<G>(app), before, "the page keeps its seats");
    seats
}

#[test]
fn at_random_the_seed_decides_the_side_and_the_id_says_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_page::<Hexxagon>(folder.path());
    assert_eq!(drawn_seats::<Hexxagon>(&mut app), BTreeSet::from([0]));
    press_text(&mut app, "At random");
    assert_eq!(drawn_seats::<Hexxagon>(&mut app), BTreeSet::from([0, 1]));
    press_text(&mut app, "Three");
    assert_eq!(drawn_seats::<Hexxagon>(&mut app), BTreeSet::from([0, 1, 2]));
    assert!(is_lit(&mut app, "At random"));
    for (button, setup) in [
        ("Jade", "b40-level3-level3-human"),
        ("At random", "b40-level3-level3-human"),
        ("Two", "b1-level3-human"),
        ("Three", "b40-level3-human-level3"),
    ] {
        press_and_find::<Hexxagon>(&mut app, button, setup);
    }
    assert!(is_lit(&mut app, "At random"), "with any number of players");
    // The game that begins has the seats that its id says, and nothing is drawn when the id is opened.
    let origin = (0..40).find_map(|seed| {
        app.world_mut().resource_mut::<SetupSeed>().0 = Seed(seed);
        let origin = new_game::origin::<Hexxagon>(app.world());
        (origin.setup.seats[2] == Seat::Human).then_some(origin)
    });
    let id = origin.expect("a seed for Jade").id().to_string();
    begin::<Hexxagon>(&mut app);
    assert_eq!(table::<Hexxagon>(&app).id().to_string(), id);
    assert_eq!(table::<Hexxagon>(&app).only_human(), Some(2));
    game_id::open_id(app.world_mut(), &id).expect("its own id");
    some_frames(&mut app);
    assert_eq!(table::<Hexxagon>(&app).id().to_string(), id);
    show_page::<TicTacToe>(&mut app);
    press_text(&mut app, "At random");
    assert_eq!(drawn_seats::<TicTacToe>(&mut app), BTreeSet::from([0, 1]));
}

#[test]
fn chance_is_remembered_with_the_setup_that_was_played_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = open_page::<TicTacToe>(folder.path());
    press_text(&mut first, "At random");
    begin::<TicTacToe>(&mut first);
    end_program(&mut first);
    drop(first);
    let mut second = open_page::<TicTacToe>(folder.path());
    assert!(is_lit(&mut second, "At random"));
    press_text(&mut second, "X");
    assert!(!second.world().resource::<NewGame<TicTacToe>>().random_side);
}

/// The place to which the page is scrolled.
fn scrolled(app: &mut App) -> f32 {
    some_frames(app);
    let mut areas = app.world_mut().query::<(Entity, &Name, &ScrollPosition)>();
    let world = app.world();
    let shown = areas.iter(world).find(|(area, name, _)| {
        let mut above = std::iter::successors(Some(*area), |one| {
            world.get::<ChildOf>(*one).map(ChildOf::parent)
        });
        let is_setup = |one: Entity| {
            world
                .get::<Name>(one)
                .is_some_and(|n| n.as_str() == "Setup")
        };
        name.as_str() == "Scroll area" && above.any(is_setup)
    });
    shown.expect("the page").2.y
}

#[test]
fn a_setup_page_opens_where_it_was_left_and_with_its_seed_until_the_title_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = open_page::<Hexxagon>(folder.path());
    open_window(&mut app);
    assert_eq!(scrolled(&mut app), 0.0);
    let mut areas = app.world_mut().query::<(&Name, &mut ScrollPosition)>();
    for (name, mut place) in areas.iter_mut(app.world_mut()) {
        if name.as_str() == "Scroll area" {
            place.0.y = 40.0;
        }
    }
    some_frames(&mut app);
    let seed = |app: &App| app.world().resource::<SetupSeed>().0;
    let offered = seed(&app);
    set_screen(app.world_mut(), Screen::Laboratory);
    until(&mut app, "the laboratory", |world| {
        screen(world) == Screen::Laboratory
    });
    show_page::<Hexxagon>(&mut app);
    assert_eq!(scrolled(&mut app), 40.0);
    assert_eq!(seed(&app), offered);
    show_page_after_title::<Hexxagon>(&mut app);
    assert_eq!(scrolled(&mut app), 0.0);
    assert_ne!(seed(&app), offered, "a new game has a seed of its own");
}

fn show_page_after_title<G: TableGame>(app: &mut App) {
    set_screen(app.world_mut(), Screen::Title);
    until(app, "the title", |world| screen(world) == Screen::Title);
    show_page::<G>(app);
}

/// Presses a button on the page of few choices, and waits for the theatre with a run.
fn watch<G: TableGame>(folder: &Path, button: &str) -> App {
    let mut app = open_page::<G>(folder);
    press_text(&mut app, button);
    until(&mut app, button, |world| {
        screen(world) == Screen::Theatre && theatre::watched(world).is_some()
    });
    app
}

#[test]
fn a_page_of_few_choices_shows_how_opponents_and_boards_evolve() {
    let folder = tempfile::tempdir().expect("a folder");
    for button in ["Breed an opponent", "Evolve a board"] {
        let app = watch::<Hexxagon>(folder.path(), button);
        assert_eq!(app.world().resource::<ActiveGame>().0, Some(Hexxagon::KEY));
    }
    let mut app = watch::<TicTacToe>(folder.path(), "Breed an opponent");
    finish_run_and_pick_best(&mut app);
    let rivals = table::<TicTacToe>(&app).setup().to_string();
    assert!(rivals.starts_with("3x3k3-human-evolved70"), "{rivals}");
    // With all choices there is a tab for that, with every wish.
    let mut app = open_page::<Hexxagon>(folder.path());
    let is_there = |app: &mut App| is_text_shown(app.world_mut(), "Watch it evolve, then play");
    assert!(is_there(&mut app));
    app.world_mut().resource_mut::<Settings>().all_choices = true;
    some_frames(&mut app);
    assert!(!is_there(&mut app));
}
