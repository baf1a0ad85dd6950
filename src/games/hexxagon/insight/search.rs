//! The searches behind the insights: the values of the moves in a position, and the judging of a game.

use bevy::prelude::*;

use super::{Insight, InsightKind, JudgedMove};
use crate::games::hexxagon::players::{self, SearchSettings};
use crate::games::hexxagon::rules::{CellMove, Game, Move};
use crate::games::hexxagon::table::Table;
use crate::search::{BackgroundSearch, Limits, SearchReport, StopToken};

/// A search for the values of the moves in a position.
#[derive(Component)]
pub(super) struct ValueSearch;

/// A search that judges the moves of a game.
#[derive(Component)]
pub(super) struct GameJudge;

type SearchForValues = BackgroundSearch<SearchReport<Move>, Option<SearchReport<Move>>>;
type SearchForMistakes = BackgroundSearch<Vec<JudgedMove>, Vec<JudgedMove>>;

/// The largest number of nodes of a search for values.
const VALUE_NODES: u64 = 8_000_000;
/// The number of nodes that judge a move of a game.
const NODES_A_MOVE: u64 = 25_000;

/// Starts the search for the values of the moves, if they are to be seen, and ends the one that is no longer needed.
pub(super) fn start_value_search(
    mut commands: Commands,
    table: Res<Table>,
    mut insight: ResMut<Insight>,
    searches: Query<Entity, With<ValueSearch>>,
) {
    let version = (insight.layer() == InsightKind::Moves).then(|| table.version());
    if insight.version == version && (version.is_some() || searches.is_empty()) {
        return;
    }
    insight.version = version;
    insight.values = None;
    for entity in &searches {
        commands.entity(entity).despawn();
    }
    let goes_on = table.state().ending().is_none();
    // A computer at its turn needs the processor for itself.
    let is_free = goes_on && (table.computer().is_none() || insight.kind == InsightKind::Game);
    if version.is_some() && is_free {
        commands.spawn((
            Name::new("Values"),
            ValueSearch,
            search_values(table.state().clone()),
        ));
    }
}

/// Starts to judge the line at which the player looks back, and ends searches that are no longer needed. A line is
/// judged once; going through it changes nothing.
pub(super) fn start_judging(
    mut commands: Commands,
    table: Res<Table>,
    mut insight: ResMut<Insight>,
    judges: Query<Entity, With<GameJudge>>,
) {
    let looks_back = insight.kind == InsightKind::Game;
    if insight.is_judging == looks_back && (looks_back || judges.is_empty()) {
        return;
    }
    insight.is_judging = looks_back;
    for entity in &judges {
        commands.entity(entity).despawn();
    }
    if looks_back {
        let (start, shown) = (table.game().start().clone(), insight.shown());
        let judge = judge_game(start, shown.moves.clone(), shown.judged.clone());
        commands.spawn((Name::new("Judge"), GameJudge, judge));
    }
}

fn search_values(game: Game) -> SearchForValues {
    BackgroundSearch::start(move |stop_token, show| {
        let settings = SearchSettings {
            limits: Limits::nodes(VALUE_NODES),
            every_move: true,
            ..SearchSettings::default()
        };
        let watch = &mut |report: &SearchReport<Move>| show(report.clone());
        players::search(&game, &settings, stop_token, watch)
    })
}

/// Judges the moves of a game. The first ones are judged already.
fn judge_game(start: Game, moves: Vec<CellMove>, judged: Vec<JudgedMove>) -> SearchForMistakes {
    BackgroundSearch::start(move |stop_token, show| {
        let (mut game, mut judged_moves) = (start, judged);
        for (number, made) in moves.into_iter().enumerate() {
            if number < judged_moves.len() {
                let Ok(step) = game.read(&made) else { break };
                game.make(step);
                continue;
            }
            let Some(judgement) = judge_move(&game, made, stop_token) else {
                break;
            };
            let Ok(step) = game.read(&made) else { break };
            game.make(step);
            let mut pieces = [0; 3];
            pieces[..game.players()].copy_from_slice(&game.counts());
            judged_moves.push(JudgedMove {
                pieces,
                ..judgement
            });
            show(judged_moves.clone());
            if stop_token.is_stopped() {
                break;
            }
        }
        judged_moves
    })
}

/// Judges one move of a game.
pub fn judge_move(game: &Game, made: CellMove, stop_token: &StopToken) -> Option<JudgedMove> {
    let settings = SearchSettings {
        limits: Limits::nodes(NODES_A_MOVE),
        ..SearchSettings::default()
    };
    let report = players::search(game, &settings, stop_token, &mut |_| {})?;
    let best = game.written(report.best_move()?)?;
    let score = if best == made {
        report.score
    } else {
        players::score_of(game, game.read(&made).ok()?, &settings, stop_token)?
    };
    Some(JudgedMove {
        player: game.mover(),
        made: (made, score),
        // The move that was made is not better than the best one. Its score may come from a deeper search.
        best: (best, report.score.max(score)),
        pieces: [0; 3],
    })
}

/// Takes the results of the searches so far.
pub(super) fn take_reports(
    mut commands: Commands,
    mut searches: Query<(Entity, &mut SearchForValues), With<ValueSearch>>,
    mut judges: Query<(Entity, &mut SearchForMistakes), With<GameJudge>>,
    mut insight: ResMut<Insight>,
) {
    for (entity, mut search) in &mut searches {
        let report = search.take_latest(&mut commands, entity, "the search for values");
        if report.is_some() {
            insight.values = report;
        }
    }
    for (entity, mut judge) in &mut judges {
        let judged_moves = judge.take_latest(&mut commands, entity, "judging the game");
        if let Some(judged_moves) = judged_moves {
            match &mut insight.variation {
                Some(variation) => variation.judged = judged_moves,
                None => insight.game.judged = judged_moves,
            }
        }
    }
}
