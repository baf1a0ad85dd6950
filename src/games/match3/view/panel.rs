//! The panel beside the board: goal, moves, score, and what can be done.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::board::PANEL;
use super::{BLOCKS, View, hand};
use crate::games::match3::KEY;
use crate::games::match3::play::Play;
use crate::games::match3::rules::{Game, Goal};
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::share;
use crate::shell::side_panel;
use crate::shell::theme::bind::{Able, Told};
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

/// What wins, in words.
pub(super) fn goal(world: &World) -> String {
    let (Some(game), words) = (game(world), world.resource::<Words>()) else {
        return String::new();
    };
    match game.goal() {
        Goal::Collect(_, count) => {
            words.fill("match3.goal.collect", &[("count", count.to_string())])
        }
        Goal::ClearSpecials => words.say("match3.goal.clear"),
        Goal::Score(points) => words.fill("match3.goal.score", &[("points", points.to_string())]),
    }
}

fn spawn(mut commands: Commands, sprites: Res<Sprites>, play: Option<Res<Play>>) {
    let Some(play) = play else { return };
    let target = match play.session.state().goal() {
        Goal::Collect(colour, _) => Some(sprites.get(BLOCKS[usize::from(colour.0) % 8])),
        _ => None,
    };
    side_panel::spawn(&mut commands, PANEL, |top| standing(top, target), actions);
}

fn standing(top: &mut ChildSpawnerCommands, target: Option<Handle<Image>>) {
    top.spawn(label("match3.goal", Size::Small, palette::MIST));
    top.spawn(Node {
        align_items: AlignItems::Center,
        column_gap: px(12),
        ..default()
    })
    .with_children(|row| {
        if let Some(image) = target {
            row.spawn((
                ImageNode::new(image),
                Node {
                    width: px(48),
                    height: px(48),
                    flex_shrink: 0.0,
                    ..default()
                },
            ));
        }
        row.spawn(words(Size::Lead, palette::PAPER, Told::by(goal)));
    });
    let wanting = |world: &World| game(world).map_or(0, Game::wanting).to_string();
    figure(top, "match3.wanting", Told::by(wanting), palette::LAMP);
    let moves = |world: &World| {
        let left = game(world).and_then(Game::moves_left);
        left.map_or("∞".to_owned(), |left| left.to_string())
    };
    figure(top, "match3.moves", Told::by(moves), palette::PAPER);
    let score = |world: &World| format!("{:.0}", world.resource::<View>().points_shown);
    figure(top, "match3.score", Told::by(score), palette::PAPER);
}

/// A number under its name.
fn figure(parent: &mut ChildSpawnerCommands, name: &'static str, value: Told, colour: Color) {
    parent
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            align_items: AlignItems::Baseline,
            ..default()
        })
        .with_children(|row| {
            row.spawn(label(name, Size::Body, palette::MIST));
            row.spawn(words(Size::Title, colour, value));
        });
}

fn actions(bottom: &mut ChildSpawnerCommands) {
    button(
        bottom,
        Look::Plain,
        Told::key("match3.hint"),
        hand::show_hint,
    );
    bottom
        .spawn(stack(FlexDirection::Row, 8.0))
        .with_children(|row| {
            let undo = button(row, Look::Plain, Told::key("match3.undo"), hand::undo);
            let redo = button(row, Look::Plain, Told::key("match3.redo"), hand::redo);
            let can = |test: fn(&Play) -> bool| {
                Able::when(move |world| world.get_resource::<Play>().is_some_and(test))
            };
            for (entity, able) in [
                (undo, can(|play| play.session.can_undo())),
                (redo, can(|play| play.session.can_redo())),
            ] {
                row.commands_mut().entity(entity).insert(able);
            }
        });
    button(
        bottom,
        Look::Plain,
        Told::key("match3.restart"),
        hand::restart,
    );
    button(bottom, Look::Plain, Told::key("match3.pause"), |world| {
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
