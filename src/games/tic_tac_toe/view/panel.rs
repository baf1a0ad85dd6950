//! The panel: the series, the findings of the computers, and the insights.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{mark_sprite, sunburst};
use crate::games::tic_tac_toe::insight::{Insight, InsightKind};
use crate::games::tic_tac_toe::opponents::saved;
use crate::games::tic_tac_toe::players::minimax::{StackFrame, Step};
use crate::games::tic_tac_toe::players::rules_of_thumb::{self, Rule};
use crate::games::tic_tac_toe::players::{MoveReason, Opponent, StrategyGoal};
use crate::games::tic_tac_toe::rules::{Board, Cell, TicTacToe};
use crate::games::tic_tac_toe::setup::Seat;
use crate::games::tic_tac_toe::table::{CHOSEN, Table};
use crate::search::{GameValue, SearchReport};
use crate::shell::table::computers::Thinking;
use crate::shell::table::panel::PlayerRow;
use crate::shell::table::setup_widgets::show_while;
use crate::shell::table::{clock, lesson, look_back, move_list, player_name};
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, in_row, stack,
};
use crate::shell::words::{Words, signed, with_separators};

fn table(world: &World) -> Option<&Table> {
    world.get_resource::<Table>()
}

/// Spawns the upper part of the panel.
pub(super) fn spawn_content(top: &mut ChildSpawnerCommands, world: &World) {
    let Some(table) = table(world) else { return };
    let marks = [0, 1].map(|seat| {
        let side = table.setup().side_of(seat);
        let name = mark_sprite(table.setup().crosses(side));
        world.resource::<Sprites>().get(name)
    });
    spawn_series(top, marks);
    spawn_insights(top);
    // This text has one line or two, so it lies below everything that is clicked. The tree needs its room.
    let has_place = |world: &World| world.resource::<Insight>().kind() != InsightKind::Tree;
    top.spawn((
        bound_text(TextSize::Small, palette::THOUGHT, thinking_text),
        VisibleWhen::new(has_place),
    ));
}

/// Whether the panel has room for the id. The list of moves, minimax for its stack, and the tree need that room.
pub(super) fn has_room(world: &World) -> bool {
    let kind = world.resource::<Insight>().kind();
    !matches!(kind, InsightKind::Search | InsightKind::Tree) && !move_list::is_open(world)
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
        Opponent::Saved(name) => {
            let given = words.name_given(&saved::label_key(name));
            let name = given.map_or_else(|| name.to_string(), ToOwned::to_owned);
            fill("ttt.saved", "name", name)
        }
    }
}

/// The name under which results are counted, in words: the board, and the opponent.
pub(super) fn counted_text(name: &str, words: &Words) -> String {
    let Some((board, opponent)) = name.split_once(' ') else {
        return name.to_owned();
    };
    let opponent = match opponent.parse::<Opponent>() {
        Ok(known) => opponent_name(&known, words),
        Err(_) if opponent == CHOSEN => words.get("ttt.chosen"),
        Err(_) => opponent.to_owned(),
    };
    let values = [("board", board.to_owned()), ("opponent", opponent)];
    words.fill("ttt.counted", &values)
}

/// The rule by which a game is won, and the number of drawn games.
fn rule_and_draws_text(world: &World) -> String {
    let Some(table) = table(world) else {
        return String::new();
    };
    let words = world.resource::<Words>();
    let values = [("count", table.extra.drawn.to_string())];
    let drawn = words.fill("ttt.series.drawn", &values);
    match table.setup().board {
        Board::Lines(lines) => {
            let rule = words.fill("ttt.wins", &[("wins", lines.wins().to_string())]);
            format!("{rule}  ·  {drawn}")
        }
        Board::Ultimate => drawn,
    }
}

/// The players with the games that each has won and the time that each has left, and the drawn games.
fn spawn_series(top: &mut ChildSpawnerCommands, marks: [Handle<Image>; 2]) {
    for (seat, picture) in marks.into_iter().enumerate() {
        let row = PlayerRow::<TicTacToe> {
            seat,
            picture,
            picture_size: 34.0,
            beside: clock::spawn_time::<TicTacToe>,
            number: |table, seat| table.extra.won[seat].to_string(),
            number_size: TextSize::Lead,
        };
        row.spawn(top);
    }
    top.spawn(bound_text(
        TextSize::Small,
        palette::MIST,
        rule_and_draws_text,
    ));
    top.spawn(clock::time_up::<TicTacToe>());
}

/// The search report of a computer that is thinking, or else the reason for its last move.
fn thinking_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let thinking = world.resource::<Thinking<TicTacToe>>();
    let Some(table) = table(world) else {
        return String::new();
    };
    // A person who wants no insights is not shown what the rival plans.
    let is_plain = world.resource::<Insight>().kind() == InsightKind::Off;
    let is_secret = is_plain && table.seats().iter().any(Seat::is_human);
    if let Some(report) = thinking.now.as_ref().filter(|_| !is_secret) {
        return report_text(report, words);
    }
    let Some((seat, choice)) = &thinking.last else {
        return words.get(match table.setup().board {
            Board::Ultimate => "ttt.ultimate.rules",
            Board::Lines(_) => "ttt.why.none",
        });
    };
    let reason = match &choice.reason {
        MoveReason::Chance => words.get("ttt.why.chance"),
        MoveReason::Strategy => words.get("ttt.why.strategy"),
        MoveReason::Rule(rule) => rule_name(*rule, words),
        MoveReason::Minimax(score, nodes) => words.fill(
            "ttt.why.minimax",
            &[
                ("score", signed(*score)),
                ("nodes", with_separators(&nodes.to_string())),
            ],
        ),
        MoveReason::Search(report) => report_text(report, words),
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

/// A search report in a line.
fn report_text(report: &SearchReport<Cell>, words: &Words) -> String {
    let value = match report.assumed_value() {
        Some(GameValue::Win(plies)) => words.fill("ttt.found.win", &[("plies", plies.to_string())]),
        Some(GameValue::Loss(plies)) => {
            words.fill("ttt.found.loss", &[("plies", plies.to_string())])
        }
        Some(GameValue::Draw) => words.get("ttt.found.draw"),
        None => estimate_text(report.score, words),
    };
    words.fill(
        "ttt.found",
        &[
            ("depth", report.depth.to_string()),
            ("nodes", with_separators(&report.nodes.to_string())),
            ("value", value),
        ],
    )
}

/// The estimate of a position in words: the worth of the own open lines less that of the rival's.
fn estimate_text(score: i32, words: &Words) -> String {
    let key = match score.signum() {
        1 => "ttt.found.ahead",
        -1 => "ttt.found.behind",
        _ => "ttt.found.level",
    };
    words.fill(key, &[("score", signed(score))])
}

/// The number and the text of a rule.
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

/// The choice of insights with the button of the list of moves, and the part of the panel that belongs to each.
fn spawn_insights(top: &mut ChildSpawnerCommands) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 6.0)
    };
    let seen = VisibleWhen::new(|world| !lesson::is_under_way::<TicTacToe>(world));
    top.spawn((row, seen)).with_children(|row| {
        for kind in InsightKind::ALL {
            let is_chosen = move |world: &World| world.resource::<Insight>().kind() == kind;
            let chip = choice(
                row,
                kind.key(),
                SelectedWhen::new(is_chosen),
                move |world| {
                    move_list::close(world);
                    world.resource_mut::<Insight>().show(kind);
                },
            );
            if kind == InsightKind::Search {
                // Only the usual board is small enough to be searched step by step.
                show_while(row, chip, |world| {
                    table(world).is_some_and(|table| table.setup().board.is_usual())
                });
            }
        }
        move_list::spawn_opener(row);
    });
    move_list::spawn_list(top);
    look_back::spawn_variations::<TicTacToe>(top);
    // The list of moves takes the place of the part of an insight.
    let shown = |kind: InsightKind| {
        VisibleWhen::new(move |world| {
            world.resource::<Insight>().kind() == kind && !move_list::is_open(world)
        })
    };
    top.spawn((
        bound_text(TextSize::Small, palette::MIST, values_legend),
        shown(InsightKind::Values),
    ));
    top.spawn((stack(FlexDirection::Column, 4.0), shown(InsightKind::Rules)))
        .with_children(|list| {
            Rule::ALL
                .into_iter()
                .for_each(|rule| spawn_rule(list, rule))
        });
    top.spawn((stack(FlexDirection::Column, 8.0), shown(InsightKind::Tree)))
        .with_children(sunburst::spawn_panel);
    let search = stack(FlexDirection::Column, 6.0);
    top.spawn((search, shown(InsightKind::Search)))
        .with_children(spawn_minimax);
}

/// Spawns the line of a rule of thumb, which is brighter while the rule decides.
fn spawn_rule(list: &mut ChildSpawnerCommands, rule: Rule) {
    let text = BoundText::new(move |world| rule_line(world, rule));
    let decides = move |world: &World| {
        let is_shown = world.resource::<Insight>().kind() == InsightKind::Rules;
        let chosen = table(world)
            .filter(|_| is_shown)
            .and_then(|table| rules_of_thumb::choose(table.state()));
        chosen.is_some_and(|(chosen, _)| chosen == rule)
    };
    let does_not = move |world: &World| !decides(world);
    list.spawn((
        bound_text(TextSize::Small, palette::EMBER, text.clone()),
        VisibleWhen::new(decides),
    ));
    list.spawn((
        bound_text(TextSize::Small, palette::MIST, text),
        VisibleWhen::new(does_not),
    ));
}

/// Spawns the buttons that lead through minimax, and the text of its state.
fn spawn_minimax(search: &mut ChildSpawnerCommands) {
    in_row(search, 6.0, |row| {
        let step = button(row, ButtonStyle::Chip, "ttt.minimax_steps.step", |world| {
            world.resource_mut::<Insight>().step();
        });
        let finish = button(row, ButtonStyle::Chip, "ttt.minimax_steps.out", |world| {
            world.resource_mut::<Insight>().finish_branch();
        });
        let run_text = BoundText::new(|world| {
            let running = world.resource::<Insight>().is_running();
            let key = if running {
                "play.hold"
            } else {
                "ttt.minimax_steps.run"
            };
            world.resource::<Words>().get(key)
        });
        let run = button(row, ButtonStyle::Chip, run_text, |world| {
            world.resource_mut::<Insight>().toggle_run();
        });
        for button in [step, finish, run] {
            let has_steps = EnabledWhen::new(|world| world.resource::<Insight>().has_steps());
            row.commands_mut().entity(button).insert(has_steps);
        }
    });
    search.spawn(bound_text(TextSize::Small, palette::PAPER, minimax_text));
}

fn values_legend(world: &World) -> String {
    let words = world.resource::<Words>();
    let insight = world.resource::<Insight>();
    let is_over = table(world).is_some_and(|table| table.is_over());
    words.get(match insight.values().is_empty() {
        true if insight.is_searching() => "ttt.values.searching",
        true if !is_over => "ttt.values.none",
        _ => "ttt.values.legend",
    })
}

/// A rule, and the cell that it would take.
fn rule_line(world: &World, rule: Rule) -> String {
    let words = world.resource::<Words>();
    let is_shown = world.resource::<Insight>().kind() == InsightKind::Rules;
    let Some(table) = table(world).filter(|_| is_shown) else {
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

/// The last step of minimax, and its stack: the positions from the root to the one that it looks at, with the best
/// score of each so far.
fn minimax_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some((table, minimax)) = table(world).zip(world.resource::<Insight>().minimax()) else {
        return words.get("ttt.minimax_steps.only_3x3");
    };
    let name = |cell: Cell| table.setup().board.name(cell);
    let line = |(depth, frame): (usize, &StackFrame)| {
        let by = frame
            .by
            .map_or_else(|| words.get("ttt.minimax_steps.root"), name);
        let text = match frame.best_so_far() {
            None => words.fill("ttt.minimax_steps.fresh", &[("by", by)]),
            Some(score) => {
                let highest = frame.maximizing;
                let key = if highest {
                    "ttt.minimax_steps.highest"
                } else {
                    "ttt.minimax_steps.lowest"
                };
                let count = frame.tried.len().to_string();
                words.fill(
                    key,
                    &[("by", by), ("score", signed(score)), ("count", count)],
                )
            }
        };
        format!("{}{text}", "  ".repeat(depth))
    };
    let mut lines: Vec<String> = minimax.stack().iter().enumerate().map(line).collect();
    let is_finishing = world.resource::<Insight>().is_finishing();
    let last = match minimax.last() {
        _ if is_finishing => words.get("ttt.minimax_steps.finishing"),
        None => words.get("ttt.minimax_steps.begin"),
        Some(Step::Down(cell)) => words.fill("ttt.minimax_steps.down", &[("cell", name(cell))]),
        Some(Step::End(score)) => words.fill("ttt.minimax_steps.end", &[("score", signed(score))]),
        Some(Step::Up(scored)) => words.fill(
            "ttt.minimax_steps.up",
            &[("cell", name(scored.cell)), ("score", signed(scored.score))],
        ),
        Some(Step::Done) => words.get("ttt.minimax_steps.done"),
    };
    let nodes = words.fill(
        "ttt.minimax_steps.nodes",
        &[("nodes", with_separators(&minimax.nodes().to_string()))],
    );
    lines.insert(0, format!("{last}\n{nodes}"));
    lines.join("\n")
}
