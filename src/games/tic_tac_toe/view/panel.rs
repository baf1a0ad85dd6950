//! What the panel says beside the board: the series, what is thought, and the insights.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::mark_sprite;
use crate::games::tic_tac_toe::insight::{Insight, Kind};
use crate::games::tic_tac_toe::players::minimax::{StackFrame, Step};
use crate::games::tic_tac_toe::players::rules_of_thumb::{self, Rule};
use crate::games::tic_tac_toe::players::{Opponent, StrategyGoal, Why};
use crate::games::tic_tac_toe::rules::{Cell, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::search::{GameValue, SearchReport};
use crate::shell::table::computers::Thoughts;
use crate::shell::table::{player_name, seat_name};
use crate::shell::theme::bind::{BoundText, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, choice, stack};
use crate::shell::words::Words;

fn table(world: &World) -> Option<&Table> {
    world.get_resource::<Table>()
}

/// Fills the upper part of the panel.
pub(super) fn fill(top: &mut ChildSpawnerCommands, world: &World) {
    let Some(table) = table(world) else { return };
    let marks = [0, 1].map(|seat| {
        let side = table.setup().side_of(seat);
        let name = mark_sprite(table.setup().crosses(side));
        world.resource::<Sprites>().get(name)
    });
    series(top, marks);
    top.spawn(bound_text(
        TextSize::Small,
        palette::THOUGHT,
        BoundText::new(why),
    ));
    insights(top);
}

/// Whether the panel has room for the id: minimax's ladder needs that room.
pub(super) fn has_room(world: &World) -> bool {
    world.resource::<Insight>().kind() != Kind::Search
}

/// An opponent in words.
pub(super) fn opponent_name(opponent: &Opponent, words: &Words) -> String {
    let fill = |key: &str, name: &str, value: String| words.fill(key, &[(name, value)]);
    match opponent {
        Opponent::Random => words.get("play.random"),
        Opponent::Rules => words.get("ttt.rules"),
        Opponent::Minimax => words.get("ttt.minimax"),
        Opponent::Search(None) => words.get("ttt.search"),
        Opponent::Search(Some(plies)) => fill("ttt.search.plies", "plies", plies.to_string()),
        Opponent::Evolved(StrategyGoal::Score(score)) => {
            fill("ttt.evolved", "score", score.to_string())
        }
        Opponent::Evolved(StrategyGoal::Unbeaten) => words.get("ttt.unbeaten"),
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
                table(world).map_or(String::new(), |table| {
                    seat_name::<TicTacToe>(table.seats(), seat, world.resource::<Words>())
                })
            };
            row.spawn(Node {
                flex_grow: 1.0,
                ..default()
            })
            .with_child(bound_text(
                TextSize::Lead,
                palette::PAPER,
                BoundText::new(name),
            ));
            let won = move |world: &World| {
                table(world).map_or(String::new(), |table| table.extra.won[seat].to_string())
            };
            row.spawn(bound_text(
                TextSize::Lead,
                palette::LAMP,
                BoundText::new(won),
            ));
        });
    }
    let drawn = |world: &World| {
        let drawn = table(world).map_or(0, |table| table.extra.drawn);
        world
            .resource::<Words>()
            .fill("ttt.series.drawn", &[("count", drawn.to_string())])
    };
    top.spawn(bound_text(
        TextSize::Small,
        palette::MIST,
        BoundText::new(drawn),
    ));
}

/// What a computer finds, or why it made its last move.
fn why(world: &World) -> String {
    let words = world.resource::<Words>();
    let thoughts = world.resource::<Thoughts<TicTacToe>>();
    let Some(table) = table(world) else {
        return String::new();
    };
    if let Some(thinking) = &thoughts.now {
        return found(thinking, words);
    }
    let Some((seat, choice)) = &thoughts.last else {
        return words.get("ttt.why.none");
    };
    let reason = match &choice.reason {
        Why::Chance => words.get("ttt.why.chance"),
        Why::Strategy => words.get("ttt.why.strategy"),
        Why::Rule(rule) => rule_name(*rule, words),
        Why::Minimax(score, nodes) => words.fill(
            "ttt.why.minimax",
            &[("score", signed(*score)), ("nodes", nodes.to_string())],
        ),
        Why::Search(thinking) => found(thinking, words),
    };
    words.fill(
        "ttt.why",
        &[
            ("mark", player_name(table, *seat, words)),
            ("cell", table.setup().board.name(choice.made)),
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
        Some(GameValue::Draw) => words.get("ttt.found.draw"),
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
    words.get(key)
}

/// The choice of insights, and what belongs to each.
fn insights(top: &mut ChildSpawnerCommands) {
    top.spawn(stack(FlexDirection::Row, 6.0))
        .with_children(|row| {
            for kind in Kind::ALL {
                let selected =
                    SelectedWhen::new(move |world| world.resource::<Insight>().kind() == kind);
                choice(row, BoundText::phrase(kind.key()), selected, move |world| {
                    world.resource_mut::<Insight>().look(kind);
                });
            }
        });
    let shown = |kind: Kind| VisibleWhen::new(move |w| w.resource::<Insight>().kind() == kind);
    top.spawn((
        bound_text(
            TextSize::Small,
            palette::MIST,
            BoundText::new(values_legend),
        ),
        shown(Kind::Values),
    ));
    top.spawn((stack(FlexDirection::Column, 4.0), shown(Kind::Rules)))
        .with_children(|list| {
            for rule in Rule::ALL {
                let caption = BoundText::new(move |world| rule_line(world, rule));
                let decides = move |world: &World| {
                    let looked = world.resource::<Insight>().kind() == Kind::Rules;
                    let chosen = table(world)
                        .filter(|_| looked)
                        .and_then(|table| rules_of_thumb::choose(table.state()));
                    chosen.is_some_and(|(chosen, _)| chosen == rule)
                };
                let not = move |world: &World| !decides(world);
                list.spawn((
                    bound_text(TextSize::Small, palette::EMBER, caption.clone()),
                    VisibleWhen::new(decides),
                ));
                list.spawn((
                    bound_text(TextSize::Small, palette::MIST, caption),
                    VisibleWhen::new(not),
                ));
            }
        });
    top.spawn((stack(FlexDirection::Column, 6.0), shown(Kind::Search)))
        .with_children(|search| {
            search
                .spawn(stack(FlexDirection::Row, 6.0))
                .with_children(|row| {
                    button(
                        row,
                        ButtonStyle::Chip,
                        BoundText::phrase("ttt.climb.step"),
                        |world| {
                            world.resource_mut::<Insight>().step();
                        },
                    );
                    button(
                        row,
                        ButtonStyle::Chip,
                        BoundText::phrase("ttt.climb.out"),
                        |world| {
                            world.resource_mut::<Insight>().climb_out();
                        },
                    );
                    let run = BoundText::new(|world| {
                        let running = world.resource::<Insight>().running();
                        let key = if running {
                            "play.hold"
                        } else {
                            "ttt.climb.run"
                        };
                        world.resource::<Words>().get(key)
                    });
                    button(row, ButtonStyle::Chip, run, |world| {
                        world.resource_mut::<Insight>().toggle_run();
                    });
                });
            search.spawn(bound_text(
                TextSize::Small,
                palette::PAPER,
                BoundText::new(ladder),
            ));
        });
}

fn values_legend(world: &World) -> String {
    let words = world.resource::<Words>();
    let none = world.resource::<Insight>().values().is_empty();
    let playing = table(world).is_some_and(Table::is_human_turn);
    let key = if none && playing {
        "ttt.values.searching"
    } else {
        "ttt.values.legend"
    };
    words.get(key)
}

/// A rule, and the cell it would take.
fn rule_line(world: &World, rule: Rule) -> String {
    let words = world.resource::<Words>();
    let looked = world.resource::<Insight>().kind() == Kind::Rules;
    let Some(table) = table(world).filter(|_| looked) else {
        return String::new();
    };
    let cell = rule
        .cell(table.state())
        .map(|cell| table.setup().board.name(cell));
    format!(
        "{}: {}",
        rule_name(rule, words),
        cell.unwrap_or_else(|| "–".to_owned())
    )
}

/// The positions from the root to where minimax is, and what has come up to each.
fn ladder(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some((table, climb)) = table(world).zip(world.resource::<Insight>().climb()) else {
        return words.get("ttt.climb.only_3x3");
    };
    let name = |cell: Cell| table.setup().board.name(cell);
    let rung = |(depth, rung): (usize, &StackFrame)| {
        let by = rung.by.map_or_else(|| words.get("ttt.climb.root"), name);
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
        None => words.get("ttt.climb.begin"),
        Some(Step::Down(cell)) => words.fill("ttt.climb.down", &[("cell", name(cell))]),
        Some(Step::End(score)) => words.fill("ttt.climb.end", &[("score", signed(score))]),
        Some(Step::Up(scored)) => words.fill(
            "ttt.climb.up",
            &[("cell", name(scored.cell)), ("score", signed(scored.score))],
        ),
        Some(Step::Done) => words.get("ttt.climb.done"),
    };
    let nodes = words.fill("ttt.climb.nodes", &[("nodes", climb.nodes().to_string())]);
    lines.insert(0, format!("{last}\n{nodes}"));
    lines.join("\n")
}
