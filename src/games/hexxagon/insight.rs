//! The insights: the value of each move, and looking back at every move of the game.

use bevy::prelude::*;

use super::players::{self, SearchSettings};
use super::rules::{CellMove, Game, Hexxagon, Move, Player};
use super::table::Table;
use crate::search::{BackgroundSearch, Limits, Score, SearchReport, StopToken};
use crate::shell::screen::Screen;
use crate::shell::table::actions::go_to;
use crate::shell::table::{Pacing, playing};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Insight>()
        .add_systems(OnExit(Screen::Play), reset_insight)
        .add_systems(
            Update,
            (note_help, start_searches, take_reports)
                .chain()
                .run_if(playing::<Hexxagon>),
        );
}

/// The kinds of insights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsightKind {
    /// Nothing.
    #[default]
    Off,
    /// The values of the moves.
    Moves,
    /// The moves of two automatic players, side by side.
    Compare,
    /// The game so far, move by move.
    Game,
}

impl InsightKind {
    /// All kinds, in the order in which a key goes through them.
    pub const ALL: [InsightKind; 4] = [
        InsightKind::Off,
        InsightKind::Moves,
        InsightKind::Compare,
        InsightKind::Game,
    ];

    /// The key of its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            InsightKind::Off => "play.insight.off",
            InsightKind::Moves => "hex.insight.moves",
            InsightKind::Compare => "hex.insight.compare",
            InsightKind::Game => "hex.insight.game",
        }
    }

    /// Whether the game stands still meanwhile, so that the player can go through its positions.
    pub fn looks_back(self) -> bool {
        matches!(self, InsightKind::Compare | InsightKind::Game)
    }
}

/// A move of the game, compared with the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The player who made it.
    pub player: Player,
    /// The move, and its score for that player.
    pub made: (CellMove, Score),
    /// The best move, and its score.
    pub best: (CellMove, Score),
    /// The pieces of each player after the move.
    pub pieces: [u32; 3],
}

/// The score, in hundredths of a piece, at which a game is as good as decided.
pub const DECIDED: Score = 3_000;

impl JudgedMove {
    /// The loss of the move against the best one, in hundredths of a piece.
    pub fn loss(&self) -> Score {
        if self.made.0 == self.best.0 {
            0
        } else {
            // In a decided game larger scores mean nothing.
            let bounded = |score: Score| score.clamp(-DECIDED, DECIDED);
            (bounded(self.best.1) - bounded(self.made.1)).max(0)
        }
    }
}

/// Notes that whoever sees an insight into a game under way is helped.
fn note_help(insight: Res<Insight>, mut table: ResMut<Table>) {
    if insight.kind != InsightKind::Off && !table.is_over() {
        // No view shows it, so this change is not announced.
        table.bypass_change_detection().note_help();
    }
}

/// The smallest loss of a turning point, in hundredths of a piece.
const TURNING_LOSS: Score = 250;
/// The largest number of turning points.
const MAX_TURNING_POINTS: usize = 6;

/// The insight that the player has chosen, and what it shows.
#[derive(Resource, Default)]
pub struct Insight {
    kind: InsightKind,
    /// The version of the table that it is about, once a search has started.
    version: Option<(usize, u32)>,
    /// The values of the moves in the position.
    values: Option<SearchReport<Move>>,
    /// The moves of the game that are judged so far.
    judged_moves: Vec<JudgedMove>,
    /// All moves of the game at which the player looks back.
    game: Vec<CellMove>,
}

/// A search for the values of the moves in a position.
#[derive(Component)]
struct ValueSearch;

/// A search that judges the moves of a game.
#[derive(Component)]
struct GameJudge;

type Values = BackgroundSearch<SearchReport<Move>, Option<SearchReport<Move>>>;
type JudgedGame = BackgroundSearch<Vec<JudgedMove>, Vec<JudgedMove>>;

/// The largest number of nodes of a search for values.
const VALUE_NODES: u64 = 8_000_000;
/// The number of nodes that judge a move of a game.
const NODES_A_MOVE: u64 = 25_000;

impl Insight {
    /// The kind of insight.
    pub fn kind(&self) -> InsightKind {
        self.kind
    }

    /// The values of the moves in the position.
    pub fn values(&self) -> Option<&SearchReport<Move>> {
        self.values
            .as_ref()
            .filter(|_| self.kind == InsightKind::Moves)
    }

    /// The moves of the game that are judged so far.
    pub fn judged_moves(&self) -> &[JudgedMove] {
        if self.kind == InsightKind::Game {
            &self.judged_moves
        } else {
            &[]
        }
    }

    /// The number of moves of the game at which the player looks back.
    pub fn length(&self) -> usize {
        self.game.len()
    }

    /// All moves of the game at which the player looks back.
    pub fn game(&self) -> &[CellMove] {
        &self.game
    }

    /// The indices of the moves that lost most, in the order of the game.
    pub fn turning_points(&self) -> Vec<usize> {
        let moves = self.judged_moves();
        let mut points: Vec<usize> = (0..moves.len()).collect();
        points.retain(|index| moves[*index].loss() >= TURNING_LOSS);
        points.sort_by_key(|index| std::cmp::Reverse(moves[*index].loss()));
        points.truncate(MAX_TURNING_POINTS);
        points.sort_unstable();
        points
    }

    /// Whether all moves are judged.
    pub fn is_done(&self) -> bool {
        self.judged_moves.len() == self.game.len()
    }
}

/// Shows another kind of insight. While the player looks back, the game stands still; afterwards it goes on from its last
/// position.
pub fn show(world: &mut World, kind: InsightKind) {
    let before = world.resource::<Insight>().kind;
    if before == kind {
        return;
    }
    if before.looks_back() {
        go_to_last_position(world);
    }
    let table = world.get_resource::<Table>();
    let table = table.filter(|_| kind.looks_back());
    let game = table.map_or(Vec::new(), |table| table.moves().to_vec());
    world.insert_resource(Insight {
        kind,
        game,
        ..Insight::default()
    });
    world.resource_mut::<Pacing>().looking_back = kind.looks_back();
}

/// Goes to the position at which the player began to look back.
fn go_to_last_position(world: &mut World) {
    let length = world.resource::<Insight>().game.len();
    let here = world
        .get_resource::<Table>()
        .map_or(length, |table| table.moves().len());
    if here < length {
        go_to::<Hexxagon>(world, length);
    }
}

/// Shows the next kind of insight.
pub fn show_next(world: &mut World) {
    let next = world.resource::<Insight>().kind as usize + 1;
    show(world, InsightKind::ALL[next % InsightKind::ALL.len()]);
}

/// Looks back at the game, at the position in which a move was made. Moves are numbered from 0.
pub fn review_move(world: &mut World, number: usize) {
    show(world, InsightKind::Game);
    go_to::<Hexxagon>(world, number);
}

/// Goes to the next turning point, or to the one before.
pub fn go_to_turning_point(world: &mut World, forward: bool) {
    let points = world.resource::<Insight>().turning_points();
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let here = table.moves().len();
    let next = if forward {
        points.into_iter().find(|point| *point > here)
    } else {
        points.into_iter().rev().find(|point| *point < here)
    };
    if let Some(next) = next {
        go_to::<Hexxagon>(world, next);
    }
}

fn reset_insight(world: &mut World) {
    if world.resource::<Insight>().kind.looks_back() {
        go_to_last_position(world);
    }
    world.insert_resource(Insight::default());
    let mut searches = world.query_filtered::<Entity, Or<(With<ValueSearch>, With<GameJudge>)>>();
    let searches: Vec<Entity> = searches.iter(world).collect();
    for entity in searches {
        world.despawn(entity);
    }
}

/// Starts the search for the chosen insight, and ends the searches that are no longer needed.
fn start_searches(
    mut commands: Commands,
    table: Res<Table>,
    mut insight: ResMut<Insight>,
    searches: Query<Entity, Or<(With<ValueSearch>, With<GameJudge>)>>,
) {
    match insight.kind {
        InsightKind::Off | InsightKind::Compare => {
            for entity in &searches {
                commands.entity(entity).despawn();
            }
        }
        InsightKind::Moves => {
            let version = table.version();
            if insight.version == Some(version) {
                return;
            }
            insight.version = Some(version);
            insight.values = None;
            for entity in &searches {
                commands.entity(entity).despawn();
            }
            // A computer at its turn needs the processor for itself.
            if table.is_human_turn() {
                commands.spawn((
                    Name::new("Values"),
                    ValueSearch,
                    search_values(table.state().clone()),
                ));
            }
        }
        // The game is judged once. Going through it changes nothing.
        InsightKind::Game if insight.version.is_none() => {
            insight.version = Some(table.version());
            let start = Game::new(table.state().board(), table.setup().stuck);
            for entity in &searches {
                commands.entity(entity).despawn();
            }
            let judge = judge_game(start, insight.game.clone());
            commands.spawn((Name::new("Judge"), GameJudge, judge));
        }
        InsightKind::Game => {}
    }
}

fn search_values(game: Game) -> Values {
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

fn judge_game(start: Game, moves: Vec<CellMove>) -> JudgedGame {
    BackgroundSearch::start(move |stop_token, show| {
        let (mut game, mut judged_moves) = (start, Vec::new());
        for made in moves {
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

/// Takes what the searches have found so far.
fn take_reports(
    mut commands: Commands,
    mut searches: Query<(Entity, &mut Values), With<ValueSearch>>,
    mut judges: Query<(Entity, &mut JudgedGame), With<GameJudge>>,
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
            insight.judged_moves = judged_moves;
        }
    }
}
