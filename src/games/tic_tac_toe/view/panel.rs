//! The panel beside the board: whose turn it is, the series, what is thought, and what can be done.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{hand, mark_sprite};
use crate::games::tic_tac_toe::KEY;
use crate::games::tic_tac_toe::insight::{Insight, Kind};
use crate::games::tic_tac_toe::opponent::minimax::{StackFrame, Step};
use crate::games::tic_tac_toe::opponent::rules_of_thumb::{self, Rule};
use crate::games::tic_tac_toe::opponent::{Choice, Opponent, StrategyGoal, Why};
use crate::games::tic_tac_toe::play::{Play, mark_key};
use crate::games::tic_tac_toe::rules::{Cell, Outcome};
use crate::games::tic_tac_toe::setup::{Seat, Setup};
use crate::games::tic_tac_toe::think::Thought;
use crate::search::{GameValue, SearchReport};
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
    app.add_systems(OnEnter(Screen::Play), spawn.run_if(active(KEY)));
}

/// Width of the panel, in interface pixels.
pub(super) const PANEL: f32 = 400.0;

fn play(world: &World) -> Option<&Play> {
    world.get_resource::<Play>()
}

fn spawn(mut commands: Commands, sprites: Res<Sprites>, play: Option<Res<Play>>) {
    let Some(play) = play else { return };
    let marks = [0, 1].map(|seat| {
        let side = play.setup.side_of(seat);
        sprites.get(mark_sprite(play.setup.crosses(side)))
    });
    side_panel::spawn(
        &mut commands,
        PANEL,
        |top| {
            top.spawn(words(Size::Head, palette::PAPER, Told::by(status)));
            series(top, marks);
            top.spawn(words(Size::Small, palette::THOUGHT, Told::by(why)));
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
    match (play.game().outcome(), play.turn()) {
        (Outcome::Won(side), _) => {
            let seat = play.setup.seat_of(side);
            if is_you(&play.setup, seat) {
                words.say("ttt.you_won")
            } else {
                words.fill(
                    "ttt.won",
                    &[("mark", words.say(mark_key(&play.setup, side)))],
                )
            }
        }
        (Outcome::Playing, Some(seat)) if is_you(&play.setup, seat) => words.say("ttt.your_turn"),
        (Outcome::Playing, Some(seat)) => {
            let side = play.setup.side_of(seat);
            let key = if play.human() {
                "ttt.turn"
            } else {
                "ttt.thinking"
            };
            words.fill(key, &[("mark", words.say(mark_key(&play.setup, side)))])
        }
        _ => words.say("ttt.drawn"),
    }
}

/// Whether a seat is that of the only human.
pub(super) fn is_you(setup: &Setup, seat: usize) -> bool {
    setup.seats[seat] == Seat::Human && setup.humans().count() == 1
}

/// Who sits in a seat, in words.
pub(super) fn seat_name(setup: &Setup, seat: usize, words: &Words) -> String {
    match &setup.seats[seat] {
        Seat::Human if is_you(setup, seat) => words.say("ttt.you"),
        Seat::Human => words.fill("ttt.player", &[("number", (seat + 1).to_string())]),
        Seat::Computer(opponent) => opponent_name(opponent, words),
    }
}

/// An opponent in words.
pub(super) fn opponent_name(opponent: &Opponent, words: &Words) -> String {
    let fill = |key: &str, name: &str, value: String| words.fill(key, &[(name, value)]);
    match opponent {
        Opponent::Random => words.say("ttt.random"),
        Opponent::Rules => words.say("ttt.rules"),
        Opponent::Minimax => words.say("ttt.minimax"),
        Opponent::Search(None) => words.say("ttt.search"),
        Opponent::Search(Some(plies)) => fill("ttt.search.plies", "plies", plies.to_string()),
        Opponent::Evolved(StrategyGoal::Score(score)) => {
            fill("ttt.evolved", "score", score.to_string())
        }
        Opponent::Evolved(StrategyGoal::Unbeaten) => words.say("ttt.unbeaten"),
        Opponent::Saved(name) => fill("ttt.kept", "name", name.to_string()),
    }
}

fn series(top: &mut ChildSpawnerCommands, marks: [Handle<Image>; 2]) {
    for (seat, image) in marks.into_iter().enumerate() {
        top.spawn(Node {
            align_items: AlignItems::Center,
            column_gap: px(12),
            ..default()
        })
        .with_children(|row| {
            row.spawn((
                ImageNode::new(image),
                Node {
                    width: px(34),
                    height: px(34),
                    ..default()
                },
            ));
            let name = move |world: &World| {
                let setup = play(world).map(|play| &play.setup);
                setup.map_or(String::new(), |s| {
                    seat_name(s, seat, world.resource::<Words>())
                })
            };
            row.spawn(Node {
                flex_grow: 1.0,
                ..default()
            })
            .with_child(words(Size::Lead, palette::PAPER, Told::by(name)));
            let won = move |world: &World| {
                play(world).map_or(String::new(), |play| play.series.won[seat].to_string())
            };
            row.spawn(words(Size::Lead, palette::LAMP, Told::by(won)));
        });
    }
    let drawn = |world: &World| {
        let drawn = play(world).map_or(0, |play| play.series.drawn);
        world
            .resource::<Words>()
            .fill("ttt.series.drawn", &[("count", drawn.to_string())])
    };
    top.spawn(words(Size::Small, palette::MIST, Told::by(drawn)));
}

/// What a computer finds, or why it made its last move.
fn why(world: &World) -> String {
    let (words, thought) = (world.resource::<Words>(), world.resource::<Thought>());
    let Some(play) = play(world) else {
        return String::new();
    };
    if let Some(thinking) = &thought.now {
        return found(thinking, words);
    }
    let Some((seat, Choice { cell, why })) = &thought.last else {
        return words.say("ttt.why.none");
    };
    let reason = match why {
        Why::Chance => words.say("ttt.why.chance"),
        Why::Strategy => words.say("ttt.why.strategy"),
        Why::Rule(rule) => rule_name(*rule, words),
        Why::Minimax(score, nodes) => words.fill(
            "ttt.why.minimax",
            &[("score", signed(*score)), ("nodes", nodes.to_string())],
        ),
        Why::Search(thinking) => found(thinking, words),
    };
    let side = play.setup.side_of(*seat);
    words.fill(
        "ttt.why",
        &[
            ("mark", words.say(mark_key(&play.setup, side))),
            ("cell", play.setup.board.name(*cell)),
            ("reason", reason),
        ],
    )
}

/// What a search has found, in a line.
fn found(thinking: &SearchReport<Cell>, words: &Words) -> String {
    let value = match thinking.assumed_value() {
        Some(GameValue::Win(plies)) => words.fill("ttt.found.win", &[("plies", plies.to_string())]),
        Some(GameValue::Loss(plies)) => {
            words.fill("ttt.found.loss", &[("plies", plies.to_string())])
        }
        Some(GameValue::Draw) => words.say("ttt.found.draw"),
        None => words.fill("ttt.found.score", &[("score", signed(thinking.score))]),
    };
    words.fill(
        "ttt.found",
        &[
            ("depth", thinking.depth.to_string()),
            ("deepest", thinking.selective_depth.to_string()),
            ("nodes", thinking.nodes.to_string()),
            ("speed", format!("{:.1}", thinking.nodes_per_second() / 1e6)),
            ("value", value),
        ],
    )
}

/// A score with its sign, but for 0.
pub(super) fn signed(score: i32) -> String {
    if score == 0 {
        "0".to_owned()
    } else {
        format!("{score:+}")
    }
}

/// The number of a rule and what it says.
fn rule_name(rule: Rule, words: &Words) -> String {
    let key = match rule {
        Rule::Complete => "ttt.rule.complete",
        Rule::Block => "ttt.rule.block",
        Rule::BesideRival => "ttt.rule.beside_rival",
        Rule::BesideOwn => "ttt.rule.beside_own",
        Rule::Anywhere => "ttt.rule.anywhere",
    };
    words.say(key)
}

/// The choice of insights, and what belongs to each.
fn insights(top: &mut ChildSpawnerCommands) {
    top.spawn(stack(FlexDirection::Row, 6.0))
        .with_children(|row| {
            for kind in Kind::ALL {
                let lit = Lit::when(move |world| world.resource::<Insight>().kind() == kind);
                choice(row, Told::key(kind.key()), lit, move |world| {
                    world.resource_mut::<Insight>().look(kind);
                });
            }
        });
    let shown = |kind: Kind| Shown::when(move |w| w.resource::<Insight>().kind() == kind);
    top.spawn((
        words(Size::Small, palette::MIST, Told::by(values_legend)),
        shown(Kind::Values),
    ));
    top.spawn((stack(FlexDirection::Column, 4.0), shown(Kind::Rules)))
        .with_children(|list| {
            for rule in Rule::ALL {
                let told = Told::by(move |world| rule_line(world, rule));
                let decides = move |world: &World| {
                    let looked = world.resource::<Insight>().kind() == Kind::Rules;
                    let chosen = play(world)
                        .filter(|_| looked)
                        .and_then(|play| rules_of_thumb::choose(play.game()));
                    chosen.is_some_and(|(chosen, _)| chosen == rule)
                };
                let not = move |world: &World| !decides(world);
                list.spawn((
                    words(Size::Small, palette::EMBER, told.clone()),
                    Shown::when(decides),
                ));
                list.spawn((words(Size::Small, palette::MIST, told), Shown::when(not)));
            }
        });
    top.spawn((stack(FlexDirection::Column, 6.0), shown(Kind::Search)))
        .with_children(|search| {
            search
                .spawn(stack(FlexDirection::Row, 6.0))
                .with_children(|row| {
                    button(row, Look::Chip, Told::key("ttt.climb.step"), |world| {
                        world.resource_mut::<Insight>().step();
                    });
                    button(row, Look::Chip, Told::key("ttt.climb.out"), |world| {
                        world.resource_mut::<Insight>().climb_out();
                    });
                    let run = Told::by(|world| {
                        let running = world.resource::<Insight>().running();
                        let key = if running {
                            "ttt.climb.hold"
                        } else {
                            "ttt.climb.run"
                        };
                        world.resource::<Words>().say(key)
                    });
                    button(row, Look::Chip, run, |world| {
                        world.resource_mut::<Insight>().toggle_run();
                    });
                });
            search.spawn(words(Size::Small, palette::PAPER, Told::by(ladder)));
        });
}

fn values_legend(world: &World) -> String {
    let words = world.resource::<Words>();
    let none = world.resource::<Insight>().values().is_empty();
    let playing = play(world).is_some_and(Play::human);
    let key = if none && playing {
        "ttt.values.searching"
    } else {
        "ttt.values.legend"
    };
    words.say(key)
}

/// A rule, and the cell it would take.
fn rule_line(world: &World, rule: Rule) -> String {
    let words = world.resource::<Words>();
    let looked = world.resource::<Insight>().kind() == Kind::Rules;
    let Some(play) = play(world).filter(|_| looked) else {
        return String::new();
    };
    let cell = rule
        .cell(play.game())
        .map(|cell| play.setup.board.name(cell));
    format!(
        "{}: {}",
        rule_name(rule, words),
        cell.unwrap_or_else(|| "–".to_owned())
    )
}

/// The positions from the root to where minimax is, and what has come up to each.
fn ladder(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some((play, climb)) = play(world).zip(world.resource::<Insight>().climb()) else {
        return words.say("ttt.climb.only_3x3");
    };
    let name = |cell: Cell| play.setup.board.name(cell);
    let rung = |(depth, rung): (usize, &StackFrame)| {
        let by = rung.by.map_or_else(|| words.say("ttt.climb.root"), name);
        let line = match rung.best_so_far() {
            None => words.fill("ttt.climb.fresh", &[("by", by)]),
            Some(score) => {
                let highest = rung.maximizing;
                let key = if highest {
                    "ttt.climb.highest"
                } else {
                    "ttt.climb.lowest"
                };
                let count = rung.tried.len().to_string();
                words.fill(
                    key,
                    &[("by", by), ("score", signed(score)), ("count", count)],
                )
            }
        };
        format!("{}{line}", "  ".repeat(depth))
    };
    let mut lines: Vec<String> = climb.stack().iter().enumerate().map(rung).collect();
    let last = match climb.last() {
        None => words.say("ttt.climb.begin"),
        Some(Step::Down(cell)) => words.fill("ttt.climb.down", &[("cell", name(cell))]),
        Some(Step::End(score)) => words.fill("ttt.climb.end", &[("score", signed(score))]),
        Some(Step::Up(scored)) => words.fill(
            "ttt.climb.up",
            &[("cell", name(scored.cell)), ("score", signed(scored.score))],
        ),
        Some(Step::Done) => words.say("ttt.climb.done"),
    };
    let nodes = words.fill("ttt.climb.nodes", &[("nodes", climb.nodes().to_string())]);
    lines.insert(0, format!("{last}\n{nodes}"));
    lines.join("\n")
}

fn actions(bottom: &mut ChildSpawnerCommands) {
    let can = |test: fn(&Play) -> bool| Able::when(move |world| play(world).is_some_and(test));
    let mut rows: Vec<(Entity, Able)> = Vec::new();
    bottom
        .spawn(stack(FlexDirection::Row, 8.0))
        .with_children(|row| {
            let undo = button(row, Look::Plain, Told::key("ttt.undo"), hand::undo);
            let redo = button(row, Look::Plain, Told::key("ttt.redo"), hand::redo);
            let hint = button(row, Look::Plain, Told::key("ttt.hint"), hand::show_hint);
            rows.push((undo, can(|play| play.session.can_undo())));
            rows.push((redo, can(|play| play.session.can_redo())));
            rows.push((hint, can(Play::human)));
        });
    bottom
        .spawn(stack(FlexDirection::Row, 8.0))
        .with_children(|row| {
            let restart = button(row, Look::Plain, Told::key("ttt.restart"), hand::restart);
            rows.push((restart, can(|play| play.session.can_undo())));
            button(row, Look::Plain, Told::key("ttt.pause"), |world| {
                world.resource_mut::<NextState<Menu>>().set(Menu::Pause);
            });
            let told = Told::by(|world| {
                let paused = world.resource::<Thought>().paused;
                let key = if paused {
                    "ttt.computers.go_on"
                } else {
                    "ttt.computers.hold"
                };
                world.resource::<Words>().say(key)
            });
            let hold = button(row, Look::Plain, told, hand::toggle_computers);
            let alone = |world: &World| play(world).is_some_and(|p| p.setup.humans().count() == 0);
            row.commands_mut().entity(hold).insert(Shown::when(alone));
        });
    for (entity, able) in rows {
        bottom.commands_mut().entity(entity).insert(able);
    }
    // The ladder of the search needs the room.
    let room = |world: &World| world.resource::<Insight>().kind() != Kind::Search;
    bottom
        .spawn((stack(FlexDirection::Column, 8.0), Shown::when(room)))
        .with_children(|block| {
            share::spawn(block, |world| {
                play(world).map_or(String::new(), |play| play.session.id().to_string())
            });
        });
}
