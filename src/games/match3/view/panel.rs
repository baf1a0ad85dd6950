//! The panel beside the board: goal, moves, score, and what can be done.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::board::PANEL;
use super::{BLOCKS, View, hand};
use crate::games::match3::KEY;
use crate::games::match3::level::Mode;
use crate::games::match3::play::{self, Play};
use crate::games::match3::rules::{Game, Goal, Goals};
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::share;
use crate::shell::side_panel;
use crate::shell::theme::bind::{Able, Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Look, Size, button, label, stack, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Play), spawn.run_if(active(KEY)));
}

/// The game under way, for words about it.
pub(super) fn game(world: &World) -> Option<&Game> {
    world
        .get_resource::<Play>()
        .map(|play| play.session.state())
}

/// A goal, in words.
fn said(words: &Words, goal: Goal) -> String {
    match goal {
        Goal::Collect(_, count) => {
            words.fill("match3.goal.collect", &[("count", count.to_string())])
        }
        Goal::ClearSpecials => words.say("match3.goal.clear"),
        Goal::Score(points) => words.fill("match3.goal.score", &[("points", points.to_string())]),
    }
}

/// How much is wanting to all goals together.
pub(super) fn wanting(game: &Game) -> u32 {
    game.goals().iter().map(|goal| game.remaining(*goal)).sum()
}

/// How much is wanting to a goal as far as it has been shown.
fn wanting_shown(world: &World, goal: Goal) -> u32 {
    let Some(game) = game(world) else { return 0 };
    let pending = &world.resource::<View>().pending;
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

fn spawn(mut commands: Commands, sprites: Res<Sprites>, play: Option<Res<Play>>) {
    let Some(play) = play else { return };
    let goals = *play.session.state().goals();
    let mode = play.mode;
    let revocable = play.is_revocable();
    side_panel::spawn(
        &mut commands,
        PANEL,
        |top| match mode {
            Mode::Level => standing(top, &goals, &sprites),
            Mode::Endless | Mode::Timed(_) => running(top, mode),
        },
        |bottom| actions(bottom, mode, revocable),
    );
}

/// What there is to see of a game for points.
fn running(top: &mut ChildSpawnerCommands, mode: Mode) {
    let (title, line) = match mode {
        Mode::Timed(_) => ("match3.timed", "match3.timed.line"),
        _ => ("match3.endless", "match3.endless.line"),
    };
    top.spawn(label(title, Size::Lead, palette::PAPER));
    top.spawn(label(line, Size::Small, palette::MIST));
    if matches!(mode, Mode::Timed(_)) {
        figure(top, "match3.time", Told::by(clock), palette::LAMP);
    }
    score(top);
    let longest = |world: &World| {
        game(world)
            .map_or(0, |game| game.score().longest_cascade)
            .to_string()
    };
    figure(top, "match3.longest", Told::by(longest), palette::PAPER);
    let record = |world: &World| {
        let record = world.get_resource::<Play>().map_or(0, |play| play.record);
        if record > 0 {
            record.to_string()
        } else {
            "–".to_owned()
        }
    };
    figure(top, "match3.record", Told::by(record), palette::PAPER);
}

fn score(top: &mut ChildSpawnerCommands) {
    let score = |world: &World| format!("{:.0}", world.resource::<View>().points_shown);
    figure(top, "match3.score", Told::by(score), palette::PAPER);
}

/// The seconds left, as minutes and seconds.
fn clock(world: &World) -> String {
    let left = world.get_resource::<Play>().and_then(Play::seconds_left);
    let left = left.unwrap_or(0.0).ceil() as u32;
    format!("{}:{:02}", left / 60, left % 60)
}

/// Which stop of the journey it is.
fn stop(world: &World) -> Option<u32> {
    world.get_resource::<Play>()?.stop
}

/// Which stop of the journey it is, in words.
pub(super) fn stop_words(world: &World) -> String {
    let values = [("number", (stop(world).unwrap_or(0) + 1).to_string())];
    world.resource::<Words>().fill("match3.stop", &values)
}

fn standing(top: &mut ChildSpawnerCommands, goals: &Goals, sprites: &Sprites) {
    top.spawn((
        words(Size::Lead, palette::LAMP, Told::by(stop_words)),
        Shown::when(|world| stop(world).is_some()),
    ));
    top.spawn(label("match3.goal", Size::Small, palette::MIST));
    for goal in goals.iter() {
        one_goal(top, *goal, goals.len() == 1, sprites);
    }
    if goals.len() == 1 {
        let goal = goals[0];
        let wanting = move |world: &World| wanting_shown(world, goal).to_string();
        figure(top, "match3.wanting", Told::by(wanting), palette::LAMP);
    }
    top.spawn(words(Size::Small, palette::MIST, Told::by(odds)));
    let moves = |world: &World| {
        let left = game(world).and_then(Game::moves_left);
        left.map_or("∞".to_owned(), |left| left.to_string())
    };
    figure(top, "match3.moves", Told::by(moves), palette::PAPER);
    score(top);
}

/// How often the reference player succeeds.
fn odds(world: &World) -> String {
    let Some(offer) = world.get_resource::<Play>().and_then(|play| play.offer) else {
        return String::new();
    };
    let rate = offer.rate.round() as u32;
    // In tens where that is about right.
    let rest = rate % 10;
    let (of, tries) = if rest <= 3 && rate >= 10 || rest >= 7 && rate < 97 {
        (10, (rate + 5) / 10)
    } else {
        (100, rate)
    };
    let values = [("won", tries.to_string()), ("tries", of.to_string())];
    world.resource::<Words>().fill("match3.odds", &values)
}

/// A goal with its picture; one of several has what is wanting beside it.
fn one_goal(top: &mut ChildSpawnerCommands, goal: Goal, alone: bool, sprites: &Sprites) {
    let side = if alone { 48.0 } else { 34.0 };
    let row = Node {
        align_items: AlignItems::Center,
        column_gap: px(12),
        ..default()
    };
    top.spawn(row).with_children(|row| {
        if let Goal::Collect(colour, _) = goal {
            row.spawn((
                ImageNode::new(sprites.get(BLOCKS[usize::from(colour.0) % 8])),
                Node {
                    width: px(side),
                    height: px(side),
                    flex_shrink: 0.0,
                    ..default()
                },
            ));
        }
        let size = if alone { Size::Lead } else { Size::Body };
        let told = Told::by(move |world| said(world.resource::<Words>(), goal));
        row.spawn(words(size, palette::PAPER, told));
        if !alone {
            row.spawn(Node {
                flex_grow: 1.0,
                ..default()
            });
            let wanting = move |world: &World| wanting_shown(world, goal).to_string();
            row.spawn(words(Size::Lead, palette::LAMP, Told::by(wanting)));
        }
    });
}

/// A number under its name.
fn figure(parent: &mut ChildSpawnerCommands, name: &'static str, value: Told, colour: Color) {
    parent
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            align_items: AlignItems::Center,
            ..default()
        })
        .with_children(|row| {
            row.spawn(label(name, Size::Body, palette::MIST));
            row.spawn(words(Size::Title, colour, value));
        });
}

fn actions(bottom: &mut ChildSpawnerCommands, mode: Mode, revocable: bool) {
    button(
        bottom,
        Look::Plain,
        Told::key("play.hint"),
        hand::show_hint,
    );
    if revocable {
        take_back(bottom);
    }
    if mode == Mode::Endless {
        end_button(bottom);
    }
    button(
        bottom,
        Look::Plain,
        Told::key("play.restart"),
        hand::restart,
    );
    button(bottom, Look::Plain, Told::key("play.pause"), |world| {
        world.resource_mut::<NextState<Menu>>().set(Menu::Pause);
    });
    share::spawn(bottom, id);
}

fn id(world: &World) -> String {
    world
        .get_resource::<Play>()
        .map(|play| play.session.id().to_string())
        .unwrap_or_default()
}

fn take_back(bottom: &mut ChildSpawnerCommands) {
    bottom
        .spawn(stack(FlexDirection::Row, 8.0))
        .with_children(|row| {
            let undo = button(row, Look::Plain, Told::key("play.undo"), hand::undo);
            let redo = button(row, Look::Plain, Told::key("play.redo"), hand::redo);
            let can = |test: fn(&Play) -> bool| {
                Able::when(move |world| world.get_resource::<Play>().is_some_and(test))
            };
            for (entity, able) in [
                (undo, can(|play| play.can_undo())),
                (redo, can(|play| play.can_redo())),
            ] {
                row.commands_mut().entity(entity).insert(able);
            }
        });
}

/// Ends a game without end, when asked twice.
fn end_button(bottom: &mut ChildSpawnerCommands) {
    let told = |world: &World| {
        let key = match world.resource::<View>().end_asked {
            true => "match3.finish.really",
            false => "match3.finish",
        };
        world.resource::<Words>().say(key)
    };
    button(bottom, Look::Plain, Told::by(told), |world| {
        let asked = &mut world.resource_mut::<View>().end_asked;
        if std::mem::replace(asked, true) {
            play::finish(world);
        }
    });
}
