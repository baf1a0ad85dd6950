//! The end of a level: won or lost, why, and what next.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::hand;
use super::panel::{self, game};
use crate::games::match3::journey;
use crate::games::match3::level::{Mode, Setup};
use crate::games::match3::opening::generate;
use crate::games::match3::play::Wish;
use crate::games::match3::rules::Status;
use crate::games::match3::{KEY, play::Play};
use crate::generation::Seed;
use crate::shell::games::active;
use crate::shell::menus::{column, cover, leave_buttons_to};
use crate::shell::notice::Notices;
use crate::shell::screen::Menu;
use crate::shell::setup::WishedSeed;
use crate::shell::theme::bind::Told;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Look, Size, button, label, stack, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Result), spawn.run_if(active(KEY)));
}

fn spawn(mut commands: Commands, sprites: Res<Sprites>, play: Option<Res<Play>>) {
    let Some(play) = play else { return };
    let earned = play.session.state().stars();
    let won = play.session.state().status() == Status::Won;
    let (title, colour) = match play.mode {
        Mode::Timed(_) => ("match3.time_up", palette::LAMP),
        Mode::Endless => ("match3.ended", palette::LAMP),
        Mode::Level if won => ("match3.won", palette::LAMP),
        Mode::Level => ("match3.lost", palette::FAULT),
    };
    let (journey, level) = (play.stop.is_some(), play.mode == Mode::Level);
    cover(&mut commands, Menu::Result, column(), |menu| {
        menu.spawn(label(title, Size::Title, colour));
        if journey {
            let told = Told::by(super::panel::stop_words);
            menu.spawn(words(Size::Lead, palette::LAMP, told));
        }
        if won {
            stars(menu, &sprites, earned);
        }
        menu.spawn(words(Size::Body, palette::PAPER, Told::by(why)));
        menu.spawn(words(Size::Lead, palette::EMBER, Told::by(summary)));
        menu.spawn(words(Size::Body, palette::MIST, Told::by(record)));
        let again = |world: &mut World| {
            world.resource_mut::<NextState<Menu>>().set(Menu::None);
            hand::restart(world);
        };
        match (journey, won) {
            (true, true) => {
                button(menu, Look::Primary, Told::key("match3.journey.on"), go_on);
                button(menu, Look::Plain, Told::key("match3.again"), again);
            }
            (true, false) => {
                button(menu, Look::Primary, Told::key("match3.again"), again);
                button(
                    menu,
                    Look::Plain,
                    Told::key("match3.journey.easier"),
                    evolve,
                );
            }
            (false, _) => {
                let next = match level {
                    true => "match3.next",
                    false => "match3.next.board",
                };
                button(menu, Look::Primary, Told::key(next), next_level);
                button(menu, Look::Plain, Told::key("match3.again"), again);
            }
        }
        leave_buttons_to(
            menu,
            match journey {
                true => "match3.journey.map",
                false => "pause.new",
            },
        );
    });
}

fn go_on(world: &mut World) {
    if let Err(why) = journey::open_next_stop(world) {
        world.resource_mut::<Notices>().say(why);
    }
}

fn evolve(world: &mut World) {
    if let Err(why) = journey::evolve_next_stop(world) {
        world.resource_mut::<Notices>().say(why);
    }
}

/// The most points before, where that is what counts.
fn record(world: &World) -> String {
    let words = world.resource::<Words>();
    let (Some(play), Some(game)) = (world.get_resource::<Play>(), game(world)) else {
        return String::new();
    };
    let points = game.score().points;
    match play.record {
        record if play.mode == Mode::Level || record.max(points) == 0 => String::new(),
        record if points > record => words.say("match3.record.new"),
        record => words.fill("match3.record.old", &[("points", record.to_string())]),
    }
}

/// Three stars, as many of them lit as were earned.
fn stars(menu: &mut ChildSpawnerCommands, sprites: &Sprites, earned: u8) {
    menu.spawn(stack(FlexDirection::Row, 10.0))
        .with_children(|row| {
            for star in 1..=3 {
                let name = if star <= earned {
                    "match3/star"
                } else {
                    "match3/star_empty"
                };
                row.spawn((
                    Name::new("Star"),
                    ImageNode::new(sprites.get(name)),
                    Node {
                        width: px(58),
                        height: px(58),
                        ..default()
                    },
                ));
            }
        });
}

/// Evolves another level of the same kind.
fn next_level(world: &mut World) {
    let played = world.get_resource::<Play>();
    let setup = played.and_then(|play| play.session.id().setup.parse::<Setup>().ok());
    let mut wish = world.resource_mut::<Wish>();
    if let Some(setup) = setup {
        wish.setup = setup;
        // The next one is evolved.
        wish.setup.board = None;
    }
    let seed = Seed::fresh();
    wish.offered = Some(seed);
    world.resource_mut::<WishedSeed>().0 = seed;
    if let Err(why) = generate(world) {
        world.resource_mut::<Notices>().say(why);
    }
}

fn why(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some(game) = game(world) else {
        return String::new();
    };
    let mode = world.get_resource::<Play>().map(|play| play.mode);
    let over_time = mode != Some(Mode::Level) && game.status() == Status::Playing;
    match game.status() {
        _ if over_time => words.fill(
            "match3.ended.why",
            &[("moves", game.score().moves.to_string())],
        ),
        Status::Won => {
            let left = game.moves_left().unwrap_or(0);
            let values = [
                ("moves", game.score().moves.to_string()),
                ("left", left.to_string()),
            ];
            words.fill("match3.won.why", &values)
        }
        Status::Stuck => words.say("match3.stuck.why"),
        Status::OutOfMoves | Status::Playing => words.fill(
            "match3.lost.why",
            &[("wanting", panel::wanting(game).to_string())],
        ),
    }
}

fn summary(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some(game) = game(world) else {
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
