//! The panel: the pieces of each player, the findings of the computers, and the insights.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::names::{move_name, opponent_name};
use super::{View, chart, move_to, overlays, piece_sprite, terms};
use crate::games::hexxagon::insight::{self, Insight, InsightKind};
use crate::games::hexxagon::players::{Opponent, Reason, Terms, line_of};
use crate::games::hexxagon::rules::{CellMove, Hexxagon, Influence, Move, Player, influences};
use crate::games::hexxagon::setup::Seat;
use crate::games::hexxagon::table::Table;
use crate::search::SearchReport;
use crate::shell::table::computers::Thinking;
use crate::shell::table::panel::PlayerRow;
use crate::shell::table::{clock, lesson, look_back, move_list, player_name, playing, status_text};
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, bound_text, choice, choices, label, stack};
use crate::shell::words::{Words, with_separators};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        // The panel can be spawned after the last change of the table.
        show_shares.run_if(playing::<Hexxagon>),
    );
}

/// The part of the bar that shows a player's share of the board.
#[derive(Component)]
struct Share(Player);

fn table(world: &World) -> Option<&Table> {
    world.get_resource::<Table>()
}

/// Spawns the upper part of the panel.
pub(super) fn spawn_content(top: &mut ChildSpawnerCommands, world: &World) {
    let Some(table) = table(world) else { return };
    let players = table.state().players() as u8;
    let sprites = world.resource::<Sprites>();
    for player in (0..players).map(Player) {
        let row = PlayerRow::<Hexxagon> {
            seat: player.index(),
            picture: sprites.get(piece_sprite(player)),
            picture_size: 36.0,
            beside: clock::spawn_time::<Hexxagon>,
            number: count_text,
            number_size: TextSize::Head,
        };
        row.spawn(top);
    }
    spawn_shares(top, players);
    top.spawn(clock::time_up::<Hexxagon>());
    spawn_insights(top);
}

/// The number of pieces of a player. In the frame in which another game comes to the table, it may have no such player.
fn count_text(table: &Table, seat: usize) -> String {
    let counts = table.state().counts();
    counts.get(seat).map_or(String::new(), u32::to_string)
}

/// Whether the panel has room for the id. Looking back and the list of moves need that room.
pub(super) fn has_room(world: &World) -> bool {
    world.resource::<Insight>().kind() != InsightKind::Game && !move_list::is_open(world)
}

/// The status of the game or, while the player looks back, the number of the position that is shown.
pub(super) fn headline(world: &World) -> String {
    let insight = world.resource::<Insight>();
    let Some(table) = table(world).filter(|_| insight.kind().looks_back()) else {
        return status_text::<Hexxagon>(world);
    };
    look_back::position_text(table, insight.length(), world.resource::<Words>())
}

/// A bar with each player's share of the board.
fn spawn_shares(top: &mut ChildSpawnerCommands, players: u8) {
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
        // The free cells lie between the first player and the others.
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

fn show_shares(table: Res<Table>, mut shares: Query<(&Share, &mut Node)>) {
    let game = table.state();
    let all = game.board().size().max(1) as f32;
    for (Share(player), mut node) in &mut shares {
        let part = game.counts().get(player.index()).copied().unwrap_or(0) as f32;
        let width = percent(100.0 * part / all);
        if node.width != width {
            node.width = width;
        }
    }
}

/// Spawns the choice of insights, and the buttons that turn the board and open the list of moves.
fn spawn_insight_choices(top: &mut ChildSpawnerCommands) {
    let wrapped = Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 3.0)
    };
    let seen = VisibleWhen::new(|world| !lesson::is_under_way::<Hexxagon>(world));
    top.spawn((wrapped, seen)).with_children(|row| {
        choices(
            row,
            InsightKind::ALL.map(|kind| (kind.key(), kind)),
            |world, kind| {
                let insight = world.resource::<Insight>();
                [insight.kind(), insight.layer()].contains(&kind)
            },
            |world, kind| {
                move_list::close(world);
                insight::choose(world, kind);
            },
        );
        let is_turned = SelectedWhen::new(|world| world.resource::<View>().is_turned);
        choice(row, "hex.turn_board", is_turned, |world| {
            world.resource_mut::<View>().is_turned ^= true;
        });
        move_list::spawn_opener(row);
    });
}

/// Spawns the choice of insights, and the part of the panel that belongs to each.
fn spawn_insights(top: &mut ChildSpawnerCommands) {
    spawn_insight_choices(top);
    move_list::spawn_list(top);
    let shown = |is_shown: fn(InsightKind) -> bool| {
        VisibleWhen::new(move |world| is_shown(world.resource::<Insight>().kind()))
    };
    let thoughts = || bound_text(TextSize::Small, palette::THOUGHT, thinking_text);
    top.spawn((thoughts(), shown(|kind| !kind.looks_back())));
    // The list of moves takes the place of the terms.
    let has_terms = VisibleWhen::new(|world| {
        !world.resource::<Insight>().kind().looks_back() && !move_list::is_open(world)
    });
    top.spawn((stack(FlexDirection::Column, 0.0), has_terms))
        .with_children(|part| terms::spawn(part, shown_terms));
    top.spawn((
        label("hex.compare.about", TextSize::Small, palette::MIST),
        shown(|kind| kind == InsightKind::Compare),
    ));
    top.spawn((
        stack(FlexDirection::Column, 8.0),
        shown(|kind| kind == InsightKind::Game),
    ))
    .with_children(|part| {
        chart::spawn(part);
        // While one looks back the text comes and goes with each position, so that it stands below the buttons.
        let has_layer = VisibleWhen::new(|world| {
            let insight = world.resource::<Insight>();
            insight.layer() == InsightKind::Influence || insight.values().is_some()
        });
        part.spawn((thoughts(), has_layer));
    });
}

/// The first five-weight player at the table, with the move that a human points at and its terms as that player counts
/// them.
fn pointed_terms(world: &World) -> Option<(Opponent, CellMove, Terms)> {
    let (table, view) = (table(world)?, world.resource::<View>());
    let (from, to) = view.selected.zip(view.pointed)?;
    let made = move_to(table.state(), from, to)?;
    let mut seats = table.seats().iter();
    let (opponent, weights) = seats.find_map(|seat| match seat {
        Seat::Computer(opponent) => Some((*opponent, opponent.weights()?)),
        Seat::Human => None,
    })?;
    let legal = table.state().read(&made).ok()?;
    Some((opponent, made, weights.terms_in(table.state(), legal)))
}

/// The terms of the move that a human points at, or else of the last move of a five-weight player.
fn shown_terms(world: &World) -> Option<Terms> {
    let thinking = world.resource::<Thinking<Hexxagon>>();
    if thinking.now.is_some() || world.resource::<Insight>().values().is_some() {
        return None;
    }
    if let Some((_, _, terms)) = pointed_terms(world) {
        return Some(terms);
    }
    match thinking.last.as_ref()?.1.reason {
        Reason::Terms(terms) => Some(terms),
        Reason::None | Reason::Search(_) => None,
    }
}

/// The search report of the position, or else the reason for the last move.
fn thinking_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let thinking = world.resource::<Thinking<Hexxagon>>();
    let Some(table) = table(world) else {
        return String::new();
    };
    let insight = world.resource::<Insight>();
    if insight.layer() == InsightKind::Influence {
        return influence_text(table, words);
    }
    // A person who wants no insights is not shown what the rival plans.
    let is_secret = insight.kind() == InsightKind::Off && table.seats().iter().any(Seat::is_human);
    let plan = thinking.now.as_ref().filter(|_| !is_secret);
    if let Some(report) = plan.or(insight.values()) {
        let line = line_of(table.state(), &report.principal_variation);
        let line: Vec<String> = line.into_iter().take(6).map(move_name).collect();
        let line = line.join("  ");
        return format!(
            "{}\n{line}",
            report_text(table, table.turn(), report, words)
        );
    }
    if let Some((opponent, made, _)) = pointed_terms(world) {
        let name = opponent_name(opponent, words);
        let values = [("name", name), ("move", move_name(made))];
        return words.fill("hex.term.pointed", &values);
    }
    match &thinking.last {
        Some((seat, choice)) => {
            let moved = words.fill(
                "hex.moved",
                &[
                    ("colour", player_name(table, *seat, words)),
                    ("move", move_name(choice.made)),
                ],
            );
            let reason = match &choice.reason {
                Reason::Search(report) => report_text(table, Some(*seat), report, words),
                Reason::Terms(_) => words.get("hex.term.best"),
                Reason::None => return moved,
            };
            format!("{moved}\n{reason}")
        }
        None if table.is_over() => String::new(),
        None => last_move_text(table, words).unwrap_or_else(|| words.get("hex.first_steps")),
    }
}

/// The last move, for instance of a game that was resumed; `None` before the first one.
fn last_move_text(table: &Table, words: &Words) -> Option<String> {
    let event = table.state().last().filter(|event| event.to.is_some())?;
    let (player, made) = (event.player, table.moves().last()?);
    let values = [
        ("colour", player_name(table, player.index(), words)),
        ("move", move_name(*made)),
    ];
    Some(words.fill("hex.moved", &values))
}

/// The number of empty cells that each player will probably get, and the explanation of influence.
fn influence_text(table: &Table, words: &Words) -> String {
    let all = influences(table.state());
    let of = |seat: usize| {
        let cells = all.iter().filter(|(_, influence)| {
            matches!(influence, Influence::Of(player, _) if player.index() == seat)
        });
        let values = [
            ("colour", player_name(table, seat, words)),
            ("cells", cells.count().to_string()),
        ];
        words.fill("hex.influence.of", &values)
    };
    let counts: Vec<String> = (0..table.state().players()).map(of).collect();
    format!(
        "{}\n{}",
        counts.join("   "),
        words.get("hex.influence.about")
    )
}

/// The result of the search of a seat's move in words: the player who is ahead, and below it the depth and the nodes of
/// the search.
fn report_text(
    table: &Table,
    seat: Option<usize>,
    report: &SearchReport<Move>,
    words: &Words,
) -> String {
    let key = match report.depth == report.selective_depth {
        true => "hex.searched",
        false => "hex.searched.deeper",
    };
    let values = [
        ("depth", report.depth.to_string()),
        ("deepest", report.selective_depth.to_string()),
        ("nodes", with_separators(&report.nodes.to_string())),
    ];
    let searched = words.fill(key, &values);
    let standing = seat.map(|seat| standing_text(table, seat, report.score, words));
    format!("{}\n{searched}", standing.unwrap_or_default())
}

/// The player who is ahead and their lead in pieces, in words, if a search gives a seat this score.
fn standing_text(table: &Table, seat: usize, score: i32, words: &Words) -> String {
    let named = |seat: usize, [yours, others]: [&str; 2]| {
        let is_you = table.only_human() == Some(seat);
        let values = [
            ("colour", player_name(table, seat, words)),
            ("score", overlays::lead_text(score)),
        ];
        words.fill(if is_you { yours } else { others }, &values)
    };
    // In the frame in which a game of two comes to the table, the seat may be one of a game of three.
    if table.seats().len() != 2 || seat > 1 {
        let values = [
            ("colour", player_name(table, seat, words)),
            ("score", overlays::score_text(score)),
        ];
        return words.fill("hex.standing.score", &values);
    }
    let ahead = if score > 0 { seat } else { 1 - seat };
    if overlays::is_level(score) {
        words.get("hex.standing.level")
    } else if overlays::is_decided(score) {
        named(ahead, ["hex.standing.you_win", "hex.standing.wins"])
    } else {
        named(ahead, ["hex.standing.you", "hex.standing.ahead"])
    }
}
