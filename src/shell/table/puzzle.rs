//! A puzzle at the table: the ordinary board and hand, with a card that contains the task. The first move is counted;
//! after a wrong one the rival replies, and the player may try again.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::launch::{AnyLaunch, Launch, content_of};
use super::result::{spawn_next_buttons, spawn_sentence};
use super::{Hint, ResultButton, TableGame, actions};
use crate::base::PlainError;
use crate::session::puzzle::{TRIES, key_of};
use crate::session::rating::USUAL;
use crate::session::skill::{RatingPoint, Skill, Skills};
use crate::session::statistics::{GameResult, Statistics};
use crate::session::{Folders, Puzzle, SkillSample, Table};
use crate::shell::menus::spawn_menu;
use crate::shell::screen::{Menu, Screen, set_screen};
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, centred_text, label};
use crate::shell::words::Words;

/// Puts a puzzle on the table.
pub fn start<G: TableGame>(world: &mut World, puzzle: Puzzle<G>) {
    start_when_made(world, async move { Ok(puzzle) });
}

/// Puts a puzzle on the table as soon as some work has made it. An error is shown.
pub fn start_when_made<G: TableGame>(
    world: &mut World,
    work: impl Future<Output = Result<Puzzle<G>, PlainError>> + Send + 'static,
) {
    let folders = world.get_resource::<Folders>().cloned();
    let launch = Launch::<G>::of_table(async move {
        let puzzle = work.await?;
        let content = content_of(&puzzle.origin(), folders.as_ref()).await?;
        Table::of_puzzle(puzzle, content).map_err(PlainError::from)
    });
    world.spawn((Name::new("Launch"), AnyLaunch, launch));
}

/// Returns the rating of the player in the puzzles of a game; `None` before the first one.
fn rating_of<G: TableGame>(world: &World) -> Option<RatingPoint> {
    let skill = world.resource::<Skills>().of(&key_of(G::KEY));
    skill.and_then(|skill| skill.course().last().copied())
}

/// Returns the rating of the puzzles that suit the player: the rating of the player, or that of a new player.
pub fn wanted_rating<G: TableGame>(world: &World) -> f64 {
    rating_of::<G>(world).map_or(USUAL, |rating| rating.mean)
}

/// Counts the first try at the puzzle on the table, as soon as a move is made, and learns from it.
pub(super) fn count_try<G: TableGame>(world: &mut World) {
    let Some(mut table) = world.get_resource_mut::<Table<G>>() else {
        return;
    };
    let Some(result) = table.bypass_change_detection().count_try_once() else {
        return;
    };
    let rating = table.puzzle().map_or(USUAL, |puzzle| puzzle.rating);
    let key = key_of(G::KEY);
    Statistics::count(world, &key, TRIES, result, 0);
    if world.resource::<Settings>().learns_from_player {
        let rival = rating;
        Skills::learn(world, &key, SkillSample::Game { rival, result });
    }
    G::puzzle_tried(world, result == GameResult::Won);
}

/// Spawns the card with the task, at the top of the panel.
pub(super) fn spawn_card<G: TableGame>(top: &mut ChildSpawnerCommands, puzzle: &Puzzle<G>) {
    top.spawn(label("puzzle.title", TextSize::Head, palette::PAPER));
    top.spawn(label(puzzle.task, TextSize::Body, palette::EMBER));
    let rating = format!("{:.0}", puzzle.rating);
    let said = move |world: &World| {
        let words = world.resource::<Words>();
        words.fill("puzzle.rated", &[("rating", rating.clone())])
    };
    top.spawn(bound_text(TextSize::Small, palette::MIST, said));
    let own = bound_text(TextSize::Small, palette::MIST, rating_text::<G>);
    top.spawn(own);
    top.spawn(label("puzzle.alone", TextSize::Small, palette::MIST));
}

/// Returns the rating of the player in puzzles, with the error, and the change by the last puzzle, in words.
pub fn rating_text<G: TableGame>(world: &World) -> String {
    let words = world.resource::<Words>();
    let skill = world.resource::<Skills>().of(&key_of(G::KEY));
    let course = skill.map_or(&[][..], Skill::course);
    let Some(now) = course.last() else {
        return words.get("puzzle.unrated");
    };
    let mut values = vec![
        ("rating", format!("{:.0}", now.mean)),
        ("error", format!("{:.0}", now.deviation)),
    ];
    let Some(before) = course.iter().rev().nth(1) else {
        return words.fill("puzzle.first_rating", &values);
    };
    let change = format!("{:+.0}", now.mean - before.mean);
    values.push(("change", change));
    words.fill("puzzle.rating", &values)
}

/// Returns the title of the result of a puzzle or of any other game.
pub(super) fn result_title<G: TableGame>(world: &World) -> String {
    let table = world.get_resource::<Table<G>>();
    match table.filter(|table| table.puzzle().is_some()) {
        Some(table) => world.resource::<Words>().get(title(table)),
        None => G::result_title(world),
    }
}

fn title<G: TableGame>(table: &Table<G>) -> &'static str {
    match table.is_lost() {
        true => "puzzle.missed",
        false => "puzzle.solved",
    }
}

/// Goes back to the position of the puzzle.
fn try_again<G: TableGame>(world: &mut World) {
    actions::restart::<G>(world);
}

/// Goes back to the position of the puzzle, and shows the move that was to be found.
fn show_best<G: TableGame>(world: &mut World) {
    try_again::<G>(world);
    let puzzle = world.get_resource::<Table<G>>().and_then(Table::puzzle);
    let best = puzzle.map(|puzzle| puzzle.best.clone());
    world.resource_mut::<Hint<G>>().0 = best;
}

/// The buttons of the card.
fn result_buttons<G: TableGame>(is_lost: bool) -> Vec<ResultButton> {
    let again = [
        ResultButton::new("puzzle.again", try_again::<G>),
        ResultButton::new("puzzle.show", show_best::<G>),
    ];
    let mut buttons: Vec<_> = again.into_iter().filter(|_| is_lost).collect();
    buttons.extend(G::PUZZLES.map(|next| ResultButton::new("puzzle.next", next)));
    buttons.extend([
        ResultButton::new("pause.new", |world| set_screen(world, Screen::Setup)),
        ResultButton::new("pause.title_screen", |world| {
            set_screen(world, Screen::Title)
        }),
    ]);
    buttons
}

/// Spawns the card that says whether the move was found.
pub(super) fn spawn_result<G: TableGame>(world: &World, commands: &mut Commands, node: Node) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let is_lost = table.is_lost();
    let counts = table.try_result() == Some(GameResult::Won);
    let (colour, sentence) = match (is_lost, counts) {
        (true, _) => (palette::FAULT, "puzzle.missed.why"),
        (false, true) => (palette::LAMP, "puzzle.solved.why"),
        (false, false) => (palette::EMBER, "puzzle.late.why"),
    };
    let title = title(table);
    spawn_menu(commands, Menu::Result, node, |card| {
        card.spawn(centred_text(TextSize::Title, colour, title));
        spawn_sentence(card, palette::PAPER, sentence);
        spawn_sentence(card, palette::EMBER, rating_text::<G>);
        spawn_next_buttons(card, result_buttons::<G>(is_lost));
    });
}
