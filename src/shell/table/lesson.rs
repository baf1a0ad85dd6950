//! A lesson at the table: the ordinary board and hand, with a card that contains the task, and another card at the end
//! of the lesson. Lessons are neither saved nor counted.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::idle::IdleTime;
use super::launch::{AnyLaunch, Launch, content_of};
use super::result::{spawn_next_buttons, spawn_sentence};
use super::{Hint, ResultButton, TableGame, playing};
use crate::base::{PlainError, Purpose, Seed};
use crate::session::{Folders, Lesson, LessonWords, Pupil, Table};
use crate::shell::menus::spawn_menu;
use crate::shell::screen::{Menu, Screen, set_screen};
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, centred_text, label};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LessonFailures>();
}

/// Adds the system that shows good moves in the lessons of a game.
pub(super) fn add_lessons<G: TableGame>(app: &mut App) {
    app.add_systems(
        Update,
        guide_player::<G>.run_if(playing::<G>).run_if(is_shown::<G>),
    );
}

/// Whether a lesson of this game is on the table.
pub fn is_under_way<G: TableGame>(world: &World) -> bool {
    let table = world.get_resource::<Table<G>>();
    table.is_some_and(|table| table.lesson().is_some())
}

/// A run condition: a lesson of this game is on the table.
fn is_shown<G: TableGame>(table: Option<Res<Table<G>>>) -> bool {
    table.is_some_and(|table| table.lesson().is_some())
}

/// The number of times that the player has failed in the lesson at the table; it decides when a good move is shown.
#[derive(Resource, Default)]
struct LessonFailures(u32);

/// Returns the words of the lessons of a game.
pub(super) fn words<G: TableGame>() -> Vec<LessonWords> {
    G::LESSONS.iter().map(|lesson| lesson.words).collect()
}

/// Starts a lesson by its number. A number without a lesson has no effect.
pub(super) fn start<G: TableGame>(world: &mut World, number: usize) {
    if let Some(lesson) = G::LESSONS.get(number) {
        *world.resource_mut::<LessonFailures>() = LessonFailures::default();
        begin(world, *lesson);
    }
}

/// Begins a lesson as soon as its content is made, which happens in the background.
fn begin<G: TableGame>(world: &mut World, lesson: Lesson<G>) {
    let folders = world.get_resource::<Folders>().cloned();
    let launch = Launch::<G>::of_table(async move {
        let origin = lesson.origin()?;
        let content = content_of(&origin, folders.as_ref()).await?;
        Table::of_lesson(lesson, content, Seed::fresh()).map_err(PlainError::from)
    });
    world.spawn((Name::new("Launch"), AnyLaunch, launch));
}

/// Tries the lesson at the table once more.
fn begin_again<G: TableGame>(world: &mut World) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let (lesson, failed) = (table.lesson().copied(), table.is_lost());
    world.resource_mut::<LessonFailures>().0 += u32::from(failed);
    if let Some(lesson) = lesson {
        begin(world, lesson);
    }
}

/// Returns the number of the lesson that follows the one at the table; `None` after the last one.
fn number_of_next<G: TableGame>(world: &World) -> Option<usize> {
    let lesson = world.get_resource::<Table<G>>()?.lesson()?;
    let number = words::<G>()
        .iter()
        .position(|words| *words == lesson.words)?;
    (number + 1 < G::LESSONS.len()).then_some(number + 1)
}

fn begin_next<G: TableGame>(world: &mut World) {
    if let Some(number) = number_of_next::<G>(world) {
        start::<G>(world, number);
    }
}

/// Returns a good move: in a lesson the move of a player who knows the idea of the lesson, in a puzzle the move to be
/// found, elsewhere the hint of the game.
pub fn good_move<G: TableGame>(table: &Table<G>) -> Option<G::Move> {
    if let Some(puzzle) = table.puzzle() {
        return Some(puzzle.best.clone());
    }
    let Some(lesson) = table.lesson() else {
        return G::hint(table);
    };
    // The same position always gives the same move.
    let mut rng = Seed(table.moves().len() as u64).stream(Purpose::Player);
    (lesson.player)(Pupil::Taught)(table.state(), &mut rng)
}

/// The seconds without a move after which a good move is shown.
const UNTIL_SHOWN: f32 = 20.0;

/// Shows a good move at the beginning of the lessons that want it, always after a failure, and to a player who has not
/// moved for a while.
fn guide_player<G: TableGame>(world: &mut World) {
    let has_failed = world.resource::<LessonFailures>().0 > 0;
    let is_idle = world.resource::<IdleTime>().seconds() > UNTIL_SHOWN;
    let is_idle = is_idle && world.resource::<Settings>().idle_hints;
    let is_shown = world.resource::<Hint<G>>().0.is_some();
    let table = world.resource::<Table<G>>();
    let begins = table.lesson().is_some_and(|lesson| lesson.shows_move) && table.moves().is_empty();
    let is_wanted = table.is_human_turn() && (begins || has_failed || is_idle);
    if is_wanted && !is_shown && G::is_at_rest(world) {
        let good = good_move(world.resource::<Table<G>>());
        world.resource_mut::<Hint<G>>().0 = good;
    }
}

/// Spawns the card with the task, at the top of the panel.
pub(super) fn spawn_card(top: &mut ChildSpawnerCommands, words: LessonWords) {
    top.spawn(label(words.title, TextSize::Head, palette::PAPER));
    top.spawn(label(words.task, TextSize::Body, palette::EMBER));
}

/// Spawns the card at the end of a lesson: whether it was done, and buttons for the next lesson, the same one again, or
/// the game itself.
pub(super) fn spawn_result<G: TableGame>(world: &World, commands: &mut Commands, node: Node) {
    let Some(table) = world.get_resource::<Table<G>>() else {
        return;
    };
    let Some(words) = table.lesson().map(|lesson| lesson.words) else {
        return;
    };
    let is_lost = table.is_lost();
    let (title, colour, sentence) = match is_lost {
        true => ("lesson.failed", palette::FAULT, words.failure),
        false => ("lesson.done", palette::LAMP, words.success),
    };
    let next = number_of_next::<G>(world);
    let next = next.map(|_| ResultButton::new("lesson.next", begin_next::<G>));
    let play = ResultButton::new("play.play", |world| set_screen(world, Screen::Setup));
    let again = ResultButton::new("lesson.again", begin_again::<G>);
    let leave = ResultButton::new("pause.title_screen", |world| {
        set_screen(world, Screen::Title)
    });
    let mut buttons: Vec<_> = next.into_iter().chain([play, leave]).collect();
    buttons.insert(usize::from(!is_lost), again);
    spawn_menu(commands, Menu::Result, node, |card| {
        card.spawn(centred_text(TextSize::Title, colour, title));
        spawn_sentence(card, palette::PAPER, sentence);
        spawn_next_buttons(card, buttons);
    });
}
