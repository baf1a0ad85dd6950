//! Puzzles of Hexxagon in the app: put on the table, tried, counted, and made from games that have ended.

use bevy::prelude::*;
use evolvarium::games::hexxagon::Hexxagon;
use evolvarium::games::hexxagon::puzzle_book::{PuzzleBook, Source, next_puzzle};
use evolvarium::games::hexxagon::puzzles::{Puzzle, find_best_move, game_of};
use evolvarium::session::puzzle::{TRIES, key_of};
use evolvarium::session::skill::Skills;
use evolvarium::session::statistics::{Statistics, Tally};
use evolvarium::session::{Ending, Game, Replays, save};
use evolvarium::shell::screen::{Menu, Screen};
use evolvarium::shell::settings::Settings;
use evolvarium::shell::table::play_for_human;

use crate::harness::{
    app, card, end_program, is_said, menu, press_text, screen, start, table, until, wait_for_result,
};
use crate::hexxagon_puzzles::{LEAP, LEAP_MOVE, cell_move, position};

/// An app whose book holds the hand-worked puzzle alone.
pub fn app_with_puzzle(folder: &std::path::Path) -> App {
    let mut app = app(folder);
    app.update();
    add_puzzle(&mut app);
    app.world_mut().resource_mut::<Settings>().animation_percent = 300;
    app
}

/// Adds the hand-worked puzzle, in which a leap wins, to the book.
pub fn add_puzzle(app: &mut App) {
    let game = game_of(&position(LEAP)).expect("a position");
    let found = find_best_move(&game).expect("a best move");
    let puzzle = Puzzle::checked(position(LEAP), &found).expect("it stands");
    let mut book = app.world_mut().resource_mut::<PuzzleBook>();
    book.add(puzzle, Source::Evolved);
}

pub fn open_puzzle(app: &mut App) {
    next_puzzle(app.world_mut());
    until(app, "the puzzle", |world| screen(world) == Screen::Play);
    app.update();
    assert!(table::<Hexxagon>(app).puzzle().is_some());
}

fn tries(app: &App) -> Tally {
    let statistics = app.world().resource::<Statistics>();
    statistics.of(&key_of(Hexxagon::KEY), TRIES)
}

fn learnt(app: &App) -> usize {
    let skills = app.world().resource::<Skills>();
    let skill = skills.of(&key_of(Hexxagon::KEY));
    skill.map_or(0, |skill| skill.samples())
}

fn solved(app: &App) -> Option<bool> {
    app.world().resource::<PuzzleBook>().entries()[0].solved
}

#[test]
fn a_wrong_move_is_answered_and_counts_once_however_often_one_tries_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_puzzle(folder.path());
    open_puzzle(&mut app);
    assert!(is_said(app.world_mut(), "Exactly one move wins"));
    play_for_human::<Hexxagon>(app.world_mut(), cell_move("3"));
    assert_eq!((tries(&app).won, tries(&app).lost), (0, 1));
    wait_for_result(&mut app);
    let moves = table::<Hexxagon>(&app).moves().to_vec();
    assert_eq!(moves, [cell_move("3"), cell_move("5")], "the rival replies");
    assert_eq!(table::<Hexxagon>(&app).ending(), Some(Ending::Lost));
    assert!(is_said(app.world_mut(), "Not this one"));
    press_text(&mut app, "Try again");
    until(&mut app, "the board", |world| menu(world) == Menu::None);
    assert!(table::<Hexxagon>(&app).is_human_turn());
    play_for_human::<Hexxagon>(app.world_mut(), cell_move(LEAP_MOVE));
    wait_for_result(&mut app);
    assert_eq!(table::<Hexxagon>(&app).ending(), Some(Ending::Won(0)));
    assert!(is_said(app.world_mut(), "Solved"));
    assert!(is_said(app.world_mut(), "only the first try counts"));
    assert_eq!((tries(&app).won, tries(&app).lost), (0, 1));
    assert_eq!((learnt(&app), solved(&app)), (1, Some(false)));
    // Puzzles are no games, so they are not kept, saved or counted as games.
    let world = app.world();
    let counted = world
        .resource::<Statistics>()
        .names_of(Hexxagon::KEY)
        .count();
    assert_eq!(counted, 0);
    assert!(world.resource::<Replays>().newest_first().is_empty());
    assert!(save::slots(world, Hexxagon::KEY).is_empty());
}

#[test]
fn a_puzzle_that_is_solved_at_once_raises_the_rating_and_is_not_given_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_puzzle(folder.path());
    open_puzzle(&mut app);
    play_for_human::<Hexxagon>(app.world_mut(), cell_move(LEAP_MOVE));
    assert!(is_said(app.world_mut(), "counts as missed"));
    wait_for_result(&mut app);
    assert_eq!((tries(&app).won, tries(&app).lost), (1, 0));
    assert!(is_said(app.world_mut(), "You found the one winning move."));
    assert_eq!(solved(&app), Some(true));
    let skills = app.world().resource::<Skills>();
    let skill = skills
        .of(&key_of(Hexxagon::KEY))
        .expect("something is known");
    assert!(skill.course()[0].mean > evolvarium::session::rating::USUAL);
    let book = app.world().resource::<PuzzleBook>();
    let rating = book.entries()[0].puzzle.difficulty.rating;
    let again = book.next(rating).map(|puzzle| puzzle.position);
    assert_ne!(again, Some(position(LEAP)));
}

#[test]
fn a_player_who_lets_the_move_be_made_has_not_solved_the_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_puzzle(folder.path());
    open_puzzle(&mut app);
    (card(&app, Hexxagon::KEY).play_itself)(app.world_mut());
    assert_eq!(table::<Hexxagon>(&app).moves(), [cell_move(LEAP_MOVE)]);
    assert_eq!(table::<Hexxagon>(&app).ending(), Some(Ending::Won(0)));
    assert_eq!((tries(&app).won, tries(&app).lost), (0, 1));
}

#[test]
fn a_game_with_a_missed_move_leaves_a_puzzle_in_the_book_that_a_new_start_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app_of_game = app(folder.path());
    start(&mut app_of_game, &format!("hexxagon:{LEAP}-human-level8#1"));
    app_of_game
        .world_mut()
        .resource_mut::<Settings>()
        .animation_percent = 300;
    app_of_game.update();
    play_for_human::<Hexxagon>(app_of_game.world_mut(), cell_move("3"));
    until(&mut app_of_game, "the puzzle", |world| {
        !world.resource::<PuzzleBook>().entries().is_empty()
    });
    let entry = app_of_game.world().resource::<PuzzleBook>().entries()[0].clone();
    assert_eq!(entry.source, Source::Played);
    assert_eq!(entry.puzzle.position, position(LEAP));
    assert_eq!(entry.solved, None);
    end_program(&mut app_of_game);
    drop(app_of_game);
    let mut later = app(folder.path());
    later.update();
    assert_eq!(later.world().resource::<PuzzleBook>().entries(), [entry]);
}

#[test]
fn the_button_of_the_setup_page_puts_a_puzzle_on_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_with_puzzle(folder.path());
    app.world_mut()
        .resource_mut::<evolvarium::shell::games::ActiveGame>()
        .0 = Some(Hexxagon::KEY);
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Setup);
    (0..3).for_each(|_| app.update());
    press_text(&mut app, "Puzzles");
    until(&mut app, "the puzzle", |world| {
        screen(world) == Screen::Play
    });
    assert!(table::<Hexxagon>(&app).puzzle().is_some());
}
