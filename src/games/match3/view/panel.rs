//! The panel beside the board: the goals, the moves, the score, and a button that ends an endless game.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::clock::Countdown;
use super::potential::{
    PotentialShown, Shown, change_potential, potential_caption, potential_explanation,
};
use super::{BLOCKS, View};
use crate::games::match3::StopNumber;
use crate::games::match3::level::Mode;
use crate::games::match3::players::RatedPlayer;
use crate::games::match3::rules::{Board, Colour, Game, Goal, Goals, Match3, Status};
use crate::games::match3::table::{Table, rated_player};
use crate::shell::table::clock::{LAST_SECONDS, clock_text};
use crate::shell::table::{self, lesson};
use crate::shell::theme::asking::Question;
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::tooltip::Tooltip;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, choice, in_column, label, square_picture, stack,
};
use crate::shell::words::Words;

fn table(world: &World) -> Option<&Table> {
    world.get_resource::<Table>()
}

/// The position of the game under way.
pub(super) fn position(world: &World) -> Option<&Game> {
    table(world).map(Table::state)
}

/// A goal of a level that begins with a board, in words.
fn goal_text(words: &Words, goal: Goal, board: &Board) -> String {
    match goal {
        Goal::Collect(_, count) => {
            words.fill("match3.goal.collect", &[("count", count.to_string())])
        }
        Goal::ClearSpecials => {
            let shells = board.breakable() & board.walls();
            let threads = board.overlays();
            words.get(match (shells.is_empty(), threads.is_empty()) {
                (false, true) => "match3.goal.clear_shells",
                (true, false) => "match3.goal.clear_threads",
                _ => "match3.goal.clear",
            })
        }
        Goal::Score(points) => words.fill("match3.goal.score", &[("points", points.to_string())]),
    }
}

/// The name under which results are counted, in words: the mode, or the measured success rate in steps of 5 %.
pub(super) fn counted_text(name: &str, words: &Words) -> String {
    let fill = |key: &str, value: &str| words.fill(key, &[("value", value.to_owned())]);
    match name.split_once(' ') {
        _ if name == "journey" => words.get("match3.counted.journey"),
        _ if name == "endless" => words.get("match3.counted.endless"),
        Some(("timed", seconds)) => fill("match3.counted.timed", seconds),
        _ => fill("match3.counted.level", name),
    }
}

/// The amount that a goal still needs, as far as the moves have been shown.
fn remaining_shown(world: &World, goal: Goal) -> u32 {
    let Some(game) = position(world) else {
        return 0;
    };
    let pending = &world.resource::<View>().playback.pending;
    match goal {
        Goal::Collect(colour, count) => {
            let at = usize::from(colour.0) % 8;
            let shown = game.score().collected[at].saturating_sub(pending.collected[at]);
            count.saturating_sub(shown)
        }
        Goal::Score(points) => {
            points.saturating_sub(game.score().points.saturating_sub(pending.points))
        }
        Goal::ClearSpecials => game.remaining(goal) + pending.layers,
    }
}

/// The moves left, without those that have gone off in the finale.
fn moves_left_shown(world: &World) -> String {
    let left = position(world).and_then(Game::moves_left);
    let gone = world.resource::<View>().moves_gone;
    left.map_or("∞".to_owned(), |left| {
        left.saturating_sub(gone).to_string()
    })
}

/// The stop of the journey, or else the mode. The headline of a level stands above its goals.
pub(super) fn headline(world: &World) -> String {
    let words = world.resource::<Words>();
    match table(world) {
        Some(table) if table.shown_stop().is_some() => stop_text(world),
        Some(table) => words.get(match table.mode() {
            Mode::Level => "match3.goal",
            Mode::Endless => "match3.endless",
            Mode::Timed(_) => "match3.timed",
        }),
        None => String::new(),
    }
}

/// Spawns the upper part of the panel.
pub(super) fn spawn_content(top: &mut ChildSpawnerCommands, world: &World) {
    let Some(table) = table(world) else { return };
    match table.mode() {
        Mode::Level => spawn_level(top, table.state().goals(), world.resource::<Sprites>()),
        Mode::Endless | Mode::Timed(_) => spawn_points_game(top, table.mode()),
    }
}

/// Adds the button of the swap potential, and one that ends an endless game.
pub(super) fn spawn_controls(bottom: &mut ChildSpawnerCommands, world: &World) {
    if lesson::is_under_way::<Match3>(world) {
        return;
    }
    let is_shown = |world: &World| world.resource::<PotentialShown>().what != Shown::Nothing;
    let selected = SelectedWhen::new(is_shown);
    // The numbers are the caption of the button, so that nothing in the panel moves when they are shown. The button is
    // alone in its column, because its explanation would belong to the buttons after it as well.
    in_column(bottom, 0.0, |own| {
        let button = choice(own, potential_caption, selected, change_potential);
        let explanation = Tooltip::new(potential_explanation);
        own.commands_mut().entity(button).insert(explanation);
    });
    if table(world).is_some_and(|table| table.mode() == Mode::Endless) {
        spawn_end_button(bottom);
    }
}

/// Adds the numbers of a game for points.
fn spawn_points_game(top: &mut ChildSpawnerCommands, mode: Mode) {
    let line = match mode {
        Mode::Timed(_) => "match3.timed.line",
        _ => "match3.endless.line",
    };
    top.spawn(label(line, TextSize::Small, palette::MIST));
    if matches!(mode, Mode::Timed(_)) {
        for (is_last, colour) in [(false, palette::LAMP), (true, palette::FAULT)] {
            let seen = VisibleWhen::new(move |world| are_last_seconds(world) == is_last);
            let place = stack(FlexDirection::Column, 0.0);
            top.spawn((place, seen))
                .with_children(|place| spawn_figure(place, "match3.time", clock, colour));
        }
    }
    spawn_score(top);
    let longest = |world: &World| {
        position(world)
            .map_or(0, |game| game.score().longest_cascade)
            .to_string()
    };
    spawn_figure(top, "match3.longest", longest, palette::PAPER);
    let record = |world: &World| {
        let record = table(world).map_or(0, |table| table.extra.record);
        if record > 0 {
            record.to_string()
        } else {
            "–".to_owned()
        }
    };
    spawn_figure(top, "match3.record", record, palette::PAPER);
}

fn spawn_score(top: &mut ChildSpawnerCommands) {
    let score = |world: &World| format!("{:.0}", world.resource::<View>().playback.points_shown);
    spawn_figure(top, "match3.score", score, palette::PAPER);
}

/// Whether a game against time is about to end.
fn are_last_seconds(world: &World) -> bool {
    let left = table(world).and_then(Table::seconds_left);
    left.is_some_and(|left| left < LAST_SECONDS)
}

/// The seconds left, as minutes and seconds, or those of the countdown.
fn clock(world: &World) -> String {
    if let Some(seconds) = world.resource::<Countdown>().seconds() {
        let values = [("seconds", seconds.to_string())];
        return world.resource::<Words>().fill("match3.ready", &values);
    }
    let left = table(world).and_then(Table::seconds_left);
    clock_text(left.unwrap_or(0.0))
}

/// The stop of the journey that the game is or was a try of.
fn stop(world: &World) -> Option<StopNumber> {
    table(world)?.shown_stop()
}

/// The stop of the journey in words.
pub(super) fn stop_text(world: &World) -> String {
    let stop = stop(world).unwrap_or_default();
    let key = match stop.is_side() {
        true => "match3.side",
        false => "match3.stop",
    };
    let values = [("number", stop.to_string())];
    world.resource::<Words>().fill(key, &values)
}

/// Adds the goals of a level, the success rate, the moves left and the score.
fn spawn_level(top: &mut ChildSpawnerCommands, goals: &Goals, sprites: &Sprites) {
    // Only a stop of the journey needs this label. Otherwise the headline says the same.
    top.spawn((
        label("match3.goal", TextSize::Small, palette::MIST),
        VisibleWhen::new(|world| stop(world).is_some()),
    ));
    for goal in goals.iter() {
        spawn_goal(top, *goal, goals.len() == 1, sprites);
    }
    if goals.len() == 1 {
        let goal = goals[0];
        let remaining = move |world: &World| remaining_shown(world, goal).to_string();
        spawn_figure(top, "match3.wanting", remaining, palette::LAMP);
    }
    top.spawn(bound_text(
        TextSize::Small,
        palette::MIST,
        success_rate_text,
    ));
    spawn_figure(top, "match3.moves", moves_left_shown, palette::PAPER);
    spawn_stars(top, sprites);
    spawn_score(top);
}

/// The side of a star, in interface pixels.
const STAR: f32 = 22.0;

/// The stars that the level has given, or would give with the next move; `None` where there are none, as after a loss.
fn stars_now(world: &World) -> Option<u8> {
    let table = table(world).filter(|table| table.lesson().is_none())?;
    let can_be_won = matches!(table.state().status(), Status::Playing | Status::Won);
    can_be_won.then(|| table.stars_if_won())
}

/// Adds the stars that the level has given, or would give with the next move, in words and as pictures.
fn spawn_stars(top: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let row = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 4.0)
    };
    let seen = VisibleWhen::new(|world| stars_now(world).is_some());
    top.spawn((row, seen)).with_children(|row| {
        let words = |world: &World| {
            let stars = stars_now(world).unwrap_or(0).to_string();
            let words = world.resource::<Words>();
            words.fill("match3.stars_now", &[("stars", stars)])
        };
        row.spawn(bound_text(TextSize::Small, palette::MIST, words));
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        for number in 1..=3 {
            let empty = square_picture(sprites.get("match3/star_empty"), STAR);
            let earned = VisibleWhen::new(move |world| stars_now(world) >= Some(number));
            let star = square_picture(sprites.get("match3/star"), STAR);
            row.spawn(empty).with_child((star, earned));
        }
    });
}

/// The success rate in words: that of the player for whom the level was made, or that of the reference player.
fn success_rate_text(world: &World) -> String {
    // A lesson shows no success rate, because the reference player already knows what it teaches.
    let level = table(world).filter(|table| table.lesson().is_none());
    let Some(goal) = level.and_then(|table| table.content.goal) else {
        return String::new();
    };
    let rate = goal.rate.round() as u32;
    // The rate is given out of ten tries where that is about right, and otherwise out of a hundred.
    let rest = rate % 10;
    let (of, tries) = if rest <= 3 && rate >= 10 || rest >= 7 && rate < 97 {
        (10, (rate + 5) / 10)
    } else {
        (100, rate)
    };
    let values = [("won", tries.to_string()), ("tries", of.to_string())];
    let key = match table(world).map(rated_player) {
        Some(RatedPlayer::Learner) => "match3.odds.me",
        Some(RatedPlayer::Other) => "match3.odds.other",
        Some(RatedPlayer::Reference) | None => "match3.odds",
    };
    world.resource::<Words>().fill(key, &values)
}

/// The picture of the colour that a goal asks for, to which collected blocks fly.
#[derive(Component)]
pub(super) struct GoalPicture(pub(super) Colour);

/// A goal with its picture. If there are several goals, the amount that it still needs stands beside it.
fn spawn_goal(top: &mut ChildSpawnerCommands, goal: Goal, alone: bool, sprites: &Sprites) {
    let side = if alone { 48.0 } else { 34.0 };
    let row = Node {
        align_items: AlignItems::Center,
        column_gap: px(12),
        ..default()
    };
    top.spawn(row).with_children(|row| {
        if let Goal::Collect(colour, _) = goal {
            let block = BLOCKS[usize::from(colour.0) % 8].name;
            let picture = square_picture(sprites.get(block), side);
            row.spawn((GoalPicture(colour), picture));
        }
        let size = if alone {
            TextSize::Lead
        } else {
            TextSize::Body
        };
        let caption = BoundText::new(move |world| {
            let words = world.resource::<Words>();
            table(world).map_or(String::new(), |table| {
                goal_text(words, goal, table.session().start().board())
            })
        });
        row.spawn(bound_text(size, palette::PAPER, caption));
        if !alone {
            row.spawn(Node {
                flex_grow: 1.0,
                ..default()
            });
            let remaining = move |world: &World| remaining_shown(world, goal).to_string();
            row.spawn(bound_text(TextSize::Lead, palette::LAMP, remaining));
        }
    });
}

/// A row with a name and a number.
fn spawn_figure(
    parent: &mut ChildSpawnerCommands,
    name: &'static str,
    value: impl Into<BoundText>,
    colour: Color,
) {
    parent
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            align_items: AlignItems::Center,
            ..default()
        })
        .with_children(|row| {
            row.spawn(label(name, TextSize::Body, palette::MIST));
            row.spawn(bound_text(TextSize::Title, colour, value));
        });
}

/// A button that ends the game when it is pressed twice.
fn spawn_end_button(bottom: &mut ChildSpawnerCommands) {
    let question = Question {
        caption: "match3.finish",
        question: "match3.finish.really",
        number: 0,
    };
    question.spawn_button(bottom, ButtonStyle::Plain, |world| {
        table::change::<Match3>(world, |table| table.extra.is_finished = true);
    });
}
