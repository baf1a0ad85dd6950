//! The end of a level: won or lost, the reason, and the buttons that lead on.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::journey_names::mark_name;
use super::journey_worlds::world_name;
use super::panel::{self, position};
use super::{setup_page, spoken, stars};
use crate::base::PlainError;
use crate::games::match3::StopNumber;
use crate::games::match3::journey::{self, JourneyWorld, PlayerJourney};
use crate::games::match3::level::Mode;
use crate::games::match3::rules::{Match3, Status};
use crate::games::match3::table::Table;
use crate::session::Game as _;
use crate::shell::notice::show_failure_of;
use crate::shell::table::{ResultButton, actions, new_game};
use crate::shell::theatre::waiting_runs::WaitingKind;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, centred_text};
use crate::shell::words::Words;

fn is_won(table: &Table) -> bool {
    table.state().status() == Status::Won
}

/// The ending of the game, in words.
pub(super) fn title(world: &World) -> String {
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    world.resource::<Words>().get(match table.mode() {
        Mode::Timed(_) => "match3.time_up",
        Mode::Endless => "match3.ended",
        Mode::Level if is_won(table) => "match3.won",
        Mode::Level => "match3.lost",
    })
}

/// Spawns the content of the result: the stop of the journey, the stars, the reason for the end, and the points.
pub(super) fn spawn_content(card: &mut ChildSpawnerCommands, world: &World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    if table.extra.stop.is_some() {
        let stop = panel::stop_text;
        card.spawn(centred_text(TextSize::Lead, palette::LAMP, stop));
    }
    if is_won(table) {
        stars::spawn(card, world.resource::<Sprites>(), table.stars());
    }
    card.spawn(centred_text(TextSize::Body, palette::PAPER, reason_text));
    for news in [world_end_text, opened_text] {
        if !news(world).is_empty() {
            card.spawn(centred_text(TextSize::Body, palette::LEAF, news));
        }
    }
    card.spawn(centred_text(TextSize::Lead, palette::EMBER, summary));
    let (size, colour) = match is_record(table) {
        true => (TextSize::Head, palette::LAMP),
        false => (TextSize::Body, palette::MIST),
    };
    card.spawn(centred_text(size, colour, record_text));
}

/// The stop of the journey that was won; `None` if the game was lost or apart from the journey.
fn won_stop(world: &World) -> Option<StopNumber> {
    let journey = &world.resource::<PlayerJourney>().0;
    let table = world
        .get_resource::<Table>()
        .filter(|table| is_won(table))?;
    let stop = table.extra.stop_number()?;
    journey.is_level_of(stop, &table.id()).then_some(stop)
}

/// The sentence that a world of the journey is passed; empty if the game has not brought the journey to its end.
fn world_end_text(world: &World) -> String {
    let next = world.resource::<PlayerJourney>().0.next_index();
    let ends = |stop: &StopNumber| {
        !stop.is_side() && JourneyWorld::ends_at(stop.main) && stop.main + 1 == next
    };
    let Some(stop) = won_stop(world).filter(ends) else {
        return String::new();
    };
    let words = world.resource::<Words>();
    let values = [
        ("world", world_name(stop.main, words)),
        ("next", world_name(next, words)),
    ];
    words.fill("match3.world.passed", &values)
}

/// The sentence that the next stop of a side shoot is open; empty if there is none, or if the player has reached it
/// before.
fn opened_text(world: &World) -> String {
    let journey = &world.resource::<PlayerJourney>().0;
    let opened = won_stop(world).map(StopNumber::next_on_shoot);
    let is_new = |stop: &StopNumber| journey.is_open(*stop) && journey.stop(*stop).is_none();
    let Some(stop) = opened.filter(is_new) else {
        return String::new();
    };
    let words = world.resource::<Words>();
    let mark = mark_name(stop.main, words);
    words.fill(
        "match3.side.opened",
        &[("number", stop.to_string()), ("mark", mark)],
    )
}

/// The buttons of the result before those that leave the game.
pub(super) fn buttons(world: &World) -> Vec<ResultButton> {
    let Some(table) = world.get_resource::<Table>() else {
        return Vec::new();
    };
    let again = ResultButton::new("match3.again", actions::restart::<Match3>);
    match (table.extra.stop_number(), is_won(table)) {
        (Some(_), true) => vec![
            ResultButton::new("match3.journey.on", open_next_stop),
            again,
        ],
        (Some(stop), false) => {
            let key = match stop.is_side() {
                _ if is_won_before(world, stop) => "match3.journey.on",
                true => "match3.side.other",
                false => "match3.journey.easier",
            };
            vec![again, ResultButton::new(key, go_on_after_loss)]
        }
        (None, _) => {
            let key = if table.mode() == Mode::Level {
                "match3.next"
            } else {
                "match3.next.board"
            };
            let mut buttons = vec![ResultButton::new(key, evolve_next_level), again];
            if table.setup().board.is_some() && WaitingKind::Archive.is_there(world) {
                let key = WaitingKind::Archive.button();
                buttons.push(ResultButton::new(key, |world| {
                    WaitingKind::Archive.go_back(world);
                }));
            }
            buttons
        }
    }
}

/// The key of the button that leads to the setup page. After a stop of the journey, that page shows the map.
pub(super) fn leave_key(world: &World) -> &'static str {
    let table = world.get_resource::<Table>();
    if table.is_some_and(|table| table.extra.stop.is_some()) {
        "match3.journey.map"
    } else {
        "pause.new"
    }
}

fn open_next_stop(world: &mut World) {
    show_failure_of(world, journey::open_next_stop);
}

/// Evolves another level of the same setup, or goes on with the journey: to the next stop, or to another level of a
/// stop that was never won, which is easier on the main way.
pub(super) fn begin_other_game(world: &mut World) -> Result<(), PlainError> {
    let table = world.get_resource::<Table>();
    let stop = table.and_then(|table| Some((table.extra.stop_number()?, is_won(table))));
    match stop {
        None => evolve_other_level(world),
        Some((_, true)) => journey::open_next_stop(world),
        Some((stop, false)) if is_won_before(world, stop) => journey::open_next_stop(world),
        Some((stop, false)) if !stop.is_side() => journey::evolve_next_stop(world),
        Some((stop, false)) => journey::evolve_stop(world, stop),
    }
}

/// Whether a stop of the journey was won at an earlier try, so that it keeps its level.
fn is_won_before(world: &World, stop: StopNumber) -> bool {
    let stop = world.resource::<PlayerJourney>().0.stop(stop);
    stop.is_some_and(|stop| stop.stars > 0)
}

fn go_on_after_loss(world: &mut World) {
    show_failure_of(world, begin_other_game);
}

fn evolve_next_level(world: &mut World) {
    show_failure_of(world, evolve_other_level);
}

/// Evolves another level of the same kind.
fn evolve_other_level(world: &mut World) -> Result<(), PlainError> {
    let Some(table) = world.get_resource::<Table>() else {
        return Ok(());
    };
    let adapted = new_game::adapted_setup::<Match3>(world, table.setup());
    let setup = adapted.unwrap_or_else(|| table.setup().clone());
    setup_page::evolve_another(world, setup)
}

/// Whether a game for points has broken the record.
fn is_record(table: &Table) -> bool {
    let counts = table.mode() != Mode::Level && !table.is_taken_over();
    counts && Match3::points(table) > table.extra.record
}

/// The record of a game for points, or that this game has broken it.
fn record_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let points = table.state().score().points;
    let is_level = table.mode() == Mode::Level;
    if is_level && table.state().status() != Status::Won {
        // A level that is lost has no star to lose.
        return String::new();
    }
    if table.is_taken_over() {
        return words.get("played.taken_over");
    }
    if table.extra.strong_hints > 0 {
        let key = ["match3.helped.record", "match3.helped.star"][usize::from(is_level)];
        return words.get(key);
    }
    if table.extra.paid_hint {
        return words.get("match3.hinted.star");
    }
    match table.extra.record {
        record if is_level || record.max(points) == 0 => String::new(),
        _ if is_record(table) => words.get("match3.record.new"),
        record => words.fill("match3.record.old", &[("points", record.to_string())]),
    }
}

/// The reason why the game has ended, in words.
fn reason_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let game = table.state();
    let is_stopped = table.mode() != Mode::Level && game.status() == Status::Playing;
    match game.status() {
        _ if is_stopped => words.fill(
            "match3.ended.why",
            &[("moves", game.score().moves.to_string())],
        ),
        Status::Won => {
            let left = game.moves_left().unwrap_or(0);
            let values = [
                ("moves", game.score().moves.to_string()),
                ("left", left.to_string()),
            ];
            let key = match game.moves_left() {
                Some(_) => "match3.won.why",
                None => "match3.won.unlimited",
            };
            words.fill(key, &values)
        }
        Status::Stuck => words.get("match3.stuck.why"),
        Status::OutOfMoves | Status::Playing => words.fill(
            "match3.lost.why",
            &[("wanting", spoken::open_goals(game, words).join(" "))],
        ),
    }
}

/// The result of a level with its moves and stars, or of a game for points.
pub(super) fn shared(table: &Table, words: &Words) -> String {
    let game = table.state();
    let key = match table.mode() {
        Mode::Level if is_won(table) && game.moves_left().is_none() => "match3.share.unlimited",
        Mode::Level if is_won(table) => "match3.share.won",
        Mode::Level => "match3.share.lost",
        Mode::Timed(_) | Mode::Endless => "match3.share.points",
    };
    let values = [
        ("moves", game.score().moves.to_string()),
        ("left", game.moves_left().unwrap_or(0).to_string()),
        ("stars", "★".repeat(table.stars().into())),
        ("points", game.score().points.to_string()),
    ];
    words.fill(key, &values)
}

fn summary(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some(game) = position(world) else {
        return String::new();
    };
    words.fill(
        "match3.summary",
        &[
            ("points", game.score().points.to_string()),
            ("cascade", game.score().longest_cascade.to_string()),
        ],
    )
}
