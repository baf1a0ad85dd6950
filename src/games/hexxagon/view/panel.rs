//! The panel beside the board: whose turn it is, how many pieces each has, what is thought, and what can
//! be done.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{chart, gem, hand, overlay};
use crate::games::hexxagon::KEY;
use crate::games::hexxagon::play::Play;
use crate::games::hexxagon::players::{Opponent, line_of};
use crate::games::hexxagon::review::{self, Kind, Review};
use crate::games::hexxagon::rules::{Move, Player};
use crate::games::hexxagon::setup::{Seat, Setup};
use crate::games::hexxagon::think::{Pace, Thought};
use crate::search::SearchReport;
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::share;
use crate::shell::side_panel;
use crate::shell::theme::bind::{Able, Lit, Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{Look, Size, button, choice, stack, words};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Play), spawn.run_if(active(KEY)))
        .add_systems(
            Update,
            show_shares
                .run_if(in_state(Screen::Play).and_then(active(KEY)))
                .run_if(resource_exists_and_changed::<Play>),
        );
}

/// Width of the panel, in interface pixels.
pub(super) const PANEL: f32 = 400.0;

/// The part of a bar that shows a player's share of all pieces.
#[derive(Component)]
struct Share(Player);

fn play(world: &World) -> Option<&Play> {
    world.get_resource::<Play>()
}

fn spawn(mut commands: Commands, sprites: Res<Sprites>, play: Option<Res<Play>>) {
    let Some(play) = play else { return };
    let players = play.game().players() as u8;
    side_panel::spawn(
        &mut commands,
        PANEL,
        |top| {
            top.spawn(words(Size::Head, palette::PAPER, Told::by(status)));
            for player in (0..players).map(Player) {
                standing(top, player, sprites.get(gem(player)));
            }
            shares(top, players);
            insights(top);
        },
        actions,
    );
}

/// Whose turn it is, or how it ended.
pub(super) fn status(world: &World) -> String {
    let (Some(play), words) = (play(world), world.resource::<Words>()) else {
        return String::new();
    };
    let colour = |player: Player| words.say(colour_key(player));
    let review = world.resource::<Review>();
    if review.kind() == Kind::Game {
        let here = play.session.moves().len().to_string();
        let all = review.length().to_string();
        return words.fill("hex.after", &[("here", here), ("all", all)]);
    }
    match (play.turn(), play.game().winner()) {
        (Some(player), _) if is_you(&play.setup, player) => words.say("hex.your_turn"),
        (Some(player), _) => {
            let key = if play.human() {
                "hex.turn"
            } else {
                "hex.thinking"
            };
            words.fill(key, &[("colour", colour(player))])
        }
        (None, Some(player)) if is_you(&play.setup, player) => words.say("hex.you_won"),
        (None, Some(player)) => words.fill("hex.won", &[("colour", colour(player))]),
        (None, None) => words.say("hex.drawn"),
    }
}

/// The name of a player's colour in the language files.
pub(super) fn colour_key(player: Player) -> &'static str {
    match player.0 {
        0 => "hex.ruby",
        1 => "hex.pearl",
        _ => "hex.jade",
    }
}

/// Whether a player is the only human.
pub(super) fn is_you(setup: &Setup, player: Player) -> bool {
    setup.seats[player.index()] == Seat::Human && setup.humans().count() == 1
}

/// Who sits in a seat, in words.
pub(super) fn seat_name(setup: &Setup, player: Player, words: &Words) -> String {
    match setup.seats[player.index()] {
        Seat::Human if is_you(setup, player) => words.say("hex.you"),
        Seat::Human => words.fill("hex.player", &[("number", (player.0 + 1).to_string())]),
        Seat::Computer(opponent) => opponent_name(opponent, words),
    }
}

/// An opponent in words.
pub(super) fn opponent_name(opponent: Opponent, words: &Words) -> String {
    let fill = |key: &str, value: String| words.fill(key, &[("value", value)]);
    match opponent {
        Opponent::Level(level) => fill("hex.level", level.number().to_string()),
        Opponent::Set(set) => fill("hex.set", set.to_string()),
        Opponent::Weights(weights) => {
            fill("hex.weights", weights.0.map(|w| w.to_string()).join(" "))
        }
        Opponent::Time(milliseconds) => fill("hex.time", seconds(milliseconds)),
        Opponent::Random => words.say("hex.random"),
        // Those that are there to be measured have no name but their own.
        other => other.to_string(),
    }
}

/// Milliseconds as seconds.
pub(super) fn seconds(milliseconds: u32) -> String {
    format!("{}", f64::from(milliseconds) / 1_000.0)
}

fn standing(top: &mut ChildSpawnerCommands, player: Player, image: Handle<Image>) {
    top.spawn(Node {
        align_items: AlignItems::Center,
        column_gap: px(12),
        ..default()
    })
    .with_children(|row| {
        row.spawn((
            ImageNode::new(image),
            Node {
                width: px(36),
                height: px(36),
                ..default()
            },
        ));
        let name = move |world: &World| {
            let setup = play(world).map(|play| &play.setup);
            setup.map_or(String::new(), |setup| {
                seat_name(setup, player, world.resource::<Words>())
            })
        };
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        })
        .with_child(words(Size::Lead, palette::PAPER, Told::by(name)));
        let pieces = move |world: &World| {
            play(world).map_or(String::new(), |play| {
                play.game().counts()[player.index()].to_string()
            })
        };
        row.spawn(words(Size::Head, palette::LAMP, Told::by(pieces)));
    });
}

/// A bar with each player's share of the board.
fn shares(top: &mut ChildSpawnerCommands, players: u8) {
    top.spawn((
        Node {
            height: px(8),
            border_radius: BorderRadius::MAX,
            overflow: Overflow::clip(),
            ..stack(FlexDirection::Row, 0.0)
        },
        BackgroundColor(palette::NIGHT),
    ))
    .with_children(|bar| {
        // The free cells lie between the first and the others.
        for player in (0..players).map(Player) {
            let margin = if player.0 == 1 {
                UiRect::left(auto())
            } else {
                UiRect::default()
            };
            bar.spawn((
                Share(player),
                Node {
                    width: percent(0),
                    margin,
                    ..default()
                },
                BackgroundColor(palette::player(player.0)),
            ));
        }
    });
}

fn show_shares(play: Res<Play>, mut shares: Query<(&Share, &mut Node)>) {
    let game = play.game();
    let all = game.board().all().count().max(1) as f32;
    for (Share(player), mut node) in &mut shares {
        let part = game.counts().get(player.index()).copied().unwrap_or(0) as f32;
        node.width = percent(100.0 * part / all);
    }
}

/// The choice of insights, and what belongs to each.
fn insights(top: &mut ChildSpawnerCommands) {
    top.spawn(stack(FlexDirection::Row, 6.0))
        .with_children(|row| {
            for kind in Kind::ALL {
                let lit = Lit::when(move |world| world.resource::<Review>().kind() == kind);
                choice(row, Told::key(kind.key()), lit, move |world| {
                    review::look(world, kind);
                });
            }
        });
    let shown = |wanted: fn(Kind) -> bool| {
        Shown::when(move |world| wanted(world.resource::<Review>().kind()))
    };
    top.spawn((
        words(Size::Small, palette::THOUGHT, Told::by(thought)),
        shown(|kind| kind != Kind::Game),
    ));
    top.spawn((
        stack(FlexDirection::Column, 8.0),
        shown(|kind| kind == Kind::Game),
    ))
    .with_children(chart::spawn);
}

/// What is found about the position, or was about the last move.
fn thought(world: &World) -> String {
    let (words, thought) = (world.resource::<Words>(), world.resource::<Thought>());
    let Some(play) = play(world) else {
        return String::new();
    };
    let review = world.resource::<Review>();
    if let Some(found) = thought.now.as_ref().or(review.moves()) {
        let line = line_of(play.game(), &found.principal_variation);
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        let line = line.iter().take(6).cloned().collect::<Vec<_>>().join("  ");
        return format!("{}\n{line}", said(found, words));
    }
    match &thought.last {
        Some((player, made, found)) => {
            let moved = words.fill(
                "hex.moved",
                &[
                    ("colour", words.say(colour_key(*player))),
                    ("move", made.to_string()),
                ],
            );
            let how = found.as_ref().map(|found| said(found, words));
            let how = how.unwrap_or_else(|| words.say("hex.not_searched"));
            format!("{moved}\n{how}")
        }
        None if play.turn().is_none() => String::new(),
        None => words.say("hex.first_steps"),
    }
}

/// What a search has found, in a line.
fn said(found: &SearchReport<Move>, words: &Words) -> String {
    words.fill(
        "hex.found",
        &[
            ("depth", found.depth.to_string()),
            ("deepest", found.selective_depth.to_string()),
            ("nodes", found.nodes.to_string()),
            ("speed", format!("{:.1}", found.nodes_per_second() / 1e6)),
            ("score", overlay::score(found.score)),
        ],
    )
}

fn actions(bottom: &mut ChildSpawnerCommands) {
    let can = |test: fn(&Play) -> bool| Able::when(move |world| play(world).is_some_and(test));
    let mut rows: Vec<(Entity, Able)> = Vec::new();
    paces(bottom);
    bottom
        .spawn(stack(FlexDirection::Row, 8.0))
        .with_children(|row| {
            let undo = button(row, Look::Plain, Told::key("hex.undo"), hand::undo);
            let redo = button(row, Look::Plain, Told::key("hex.redo"), hand::redo);
            let hint = button(row, Look::Plain, Told::key("hex.hint"), hand::show_hint);
            rows.push((undo, can(|play| play.session.can_undo())));
            rows.push((redo, can(|play| play.session.can_redo())));
            rows.push((hint, can(Play::human)));
        });
    bottom
        .spawn(stack(FlexDirection::Row, 8.0))
        .with_children(|row| {
            let restart = button(row, Look::Plain, Told::key("hex.restart"), hand::restart);
            rows.push((restart, can(|play| play.session.can_undo())));
            button(row, Look::Plain, Told::key("hex.pause"), |world| {
                world.resource_mut::<NextState<Menu>>().set(Menu::Pause);
            });
        });
    for (entity, able) in rows {
        bottom.commands_mut().entity(entity).insert(able);
    }
    // The look back needs the room.
    let room = |world: &World| world.resource::<Review>().kind() != Kind::Game;
    bottom
        .spawn((stack(FlexDirection::Column, 8.0), Shown::when(room)))
        .with_children(|block| {
            share::spawn(block, |world| {
                play(world).map_or(String::new(), |play| play.session.id().to_string())
            });
        });
}

/// How fast computers among themselves play, and a button to hold them.
fn paces(bottom: &mut ChildSpawnerCommands) {
    let alone = |world: &World| {
        let looking = world.resource::<Review>().kind() == Kind::Game;
        play(world).is_some_and(Play::alone) && !looking
    };
    bottom
        .spawn((stack(FlexDirection::Row, 6.0), Shown::when(alone)))
        .with_children(|row| {
            let told = Told::by(|world| {
                let paused = world.resource::<Thought>().paused;
                let key = if paused {
                    "hex.computers.go_on"
                } else {
                    "hex.computers.hold"
                };
                world.resource::<Words>().say(key)
            });
            button(row, Look::Chip, told, hand::toggle_computers);
            for pace in Pace::ALL {
                let lit = Lit::when(move |world| world.resource::<Thought>().pace == pace);
                choice(row, Told::key(pace.key()), lit, move |world| {
                    world.resource_mut::<Thought>().pace = pace;
                });
            }
        });
}
