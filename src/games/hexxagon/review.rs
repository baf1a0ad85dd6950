//! Looking into the game: what each move is worth now, and looking back at every move made.

use bevy::prelude::*;

use super::players::{self, SearchSettings};
use super::rules::{CellMove, Game, Hexxagon, Move, Player};
use super::table::Table;
use crate::search::{BackgroundSearch, Limits, Score, SearchReport, StopToken};
use crate::shell::screen::Screen;
use crate::shell::table::actions::go_to;
use crate::shell::table::{Pacing, playing};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Review>()
        .add_systems(OnExit(Screen::Play), forget)
        .add_systems(Update, (follow, take).chain().run_if(playing::<Hexxagon>));
}

/// What is looked into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    #[default]
    Off,
    /// What the moves are worth.
    Moves,
    /// The game so far, move by move.
    Game,
}

impl Kind {
    /// All, in the order in which a key goes through them.
    pub const ALL: [Kind; 3] = [Kind::Off, Kind::Moves, Kind::Game];

    /// Its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            Kind::Off => "play.insight.off",
            Kind::Moves => "hex.insight.moves",
            Kind::Game => "hex.insight.game",
        }
    }
}

/// A move that was made, judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Who made it.
    pub player: Player,
    /// What was made, and its score for who made it.
    pub made: (CellMove, Score),
    /// What would have been best, and its score.
    pub best: (CellMove, Score),
    /// Pieces of each player after it.
    pub pieces: [u32; 3],
}

impl Judged {
    /// What the move has lost, in hundredths of a piece.
    pub fn loss(&self) -> Score {
        if self.made.0 == self.best.0 {
            0
        } else {
            // Beyond this a game is decided, however it is counted.
            let bounded = |score: Score| score.clamp(-DECIDED, DECIDED);
            (bounded(self.best.1) - bounded(self.made.1)).max(0)
        }
    }
}

/// Hundredths of a piece at which a game is as good as decided.
pub const DECIDED: Score = 3_000;
/// Hundredths of a piece that a turning point has lost at least.
const TURNING: Score = 250;
/// Most turning points that are shown.
const MOST: usize = 6;

/// What is looked into, and what is seen.
#[derive(Resource, Default)]
pub struct Review {
    kind: Kind,
    /// The position or game that it is about: moves made and jumps; for a game, its number of moves.
    about: Option<(usize, u32)>,
    /// What the moves of the position are worth.
    moves: Option<SearchReport<Move>>,
    /// The moves of the game, judged as far as it has come.
    judged: Vec<Judged>,
    /// All moves of the game that is looked back at.
    game: Vec<CellMove>,
}

/// The values of a position, being found.
#[derive(Component)]
struct FindingMoves;

/// A game, being judged.
#[derive(Component)]
struct JudgingGame;

type MoveFinder = BackgroundSearch<SearchReport<Move>, Option<SearchReport<Move>>>;
type Judge = BackgroundSearch<Vec<Judged>, Vec<Judged>>;

/// Positions that the values of a position are found by, at most.
const NODES: u64 = 8_000_000;
/// Positions that each move of a game is judged by.
const NODES_A_MOVE: u64 = 25_000;

impl Review {
    /// What is looked into.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What the moves of the position are worth.
    pub fn moves(&self) -> Option<&SearchReport<Move>> {
        self.moves.as_ref().filter(|_| self.kind == Kind::Moves)
    }

    /// The moves of the game, as far as they are judged.
    pub fn judged(&self) -> &[Judged] {
        if self.kind == Kind::Game {
            &self.judged
        } else {
            &[]
        }
    }

    /// How many moves the game has that is looked back at.
    pub fn length(&self) -> usize {
        self.game.len()
    }

    /// The numbers of the moves, from 0, that lost most, in their order.
    pub fn turning_points(&self) -> Vec<usize> {
        let judged = self.judged();
        let mut points: Vec<usize> = (0..judged.len()).collect();
        points.retain(|at| judged[*at].loss() >= TURNING);
        points.sort_by_key(|at| std::cmp::Reverse(judged[*at].loss()));
        points.truncate(MOST);
        points.sort_unstable();
        points
    }

    /// Whether all moves are judged.
    pub fn done(&self) -> bool {
        self.judged.len() == self.game.len()
    }
}

/// Looks into something else. A game that is looked back at stands still meanwhile, and goes on from
/// where it was.
pub fn look(world: &mut World, kind: Kind) {
    let before = world.resource::<Review>().kind;
    if before == kind {
        return;
    }
    if before == Kind::Game {
        go_to_the_end(world);
    }
    world.insert_resource(Review {
        kind,
        ..Review::default()
    });
    world.resource_mut::<Pacing>().looking_back = kind == Kind::Game;
}

/// Goes to where the game was before it was looked back at.
fn go_to_the_end(world: &mut World) {
    let length = world.resource::<Review>().game.len();
    let here = world
        .get_resource::<Table>()
        .map_or(length, |table| table.moves().len());
    if here < length {
        go_to::<Hexxagon>(world, length);
    }
}

/// Looks into the next thing.
pub fn look_next(world: &mut World) {
    let at = world.resource::<Review>().kind as usize + 1;
    look(world, Kind::ALL[at % Kind::ALL.len()]);
}

/// Goes to the next turning point, or to the one before.
pub fn go_to_turning_point(world: &mut World, forward: bool) {
    let points = world.resource::<Review>().turning_points();
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let here = table.moves().len();
    let next = if forward {
        points.into_iter().find(|at| *at > here)
    } else {
        points.into_iter().rev().find(|at| *at < here)
    };
    if let Some(next) = next {
        go_to::<Hexxagon>(world, next);
    }
}

fn forget(world: &mut World) {
    go_to_the_end(world);
    world.insert_resource(Review::default());
    let mut finding = world.query_filtered::<Entity, Or<(With<FindingMoves>, With<JudgingGame>)>>();
    let finding: Vec<Entity> = finding.iter(world).collect();
    for entity in finding {
        world.despawn(entity);
    }
}

/// Begins to look at what is new.
fn follow(
    mut commands: Commands,
    table: Res<Table>,
    mut review: ResMut<Review>,
    finding: Query<Entity, With<FindingMoves>>,
    judging: Query<Entity, With<JudgingGame>>,
) {
    match review.kind {
        Kind::Off => {
            for entity in finding.iter().chain(&judging) {
                commands.entity(entity).despawn();
            }
        }
        Kind::Moves => {
            let about = table.version();
            if review.about == Some(about) {
                return;
            }
            review.about = Some(about);
            review.moves = None;
            for entity in finding.iter().chain(&judging) {
                commands.entity(entity).despawn();
            }
            // A computer at its turn needs the processor for itself.
            if table.is_human_turn() {
                commands.spawn((
                    Name::new("Values"),
                    FindingMoves,
                    find(table.state().clone()),
                ));
            }
        }
        // The game that there was when it began; going through it changes nothing.
        Kind::Game if review.about.is_none() => {
            review.about = Some((0, 0));
            review.game = table.moves().to_vec();
            let start = Game::new(table.state().board(), table.setup().stuck);
            for entity in finding.iter().chain(&judging) {
                commands.entity(entity).despawn();
            }
            let game = judge(start, review.game.clone());
            commands.spawn((Name::new("Judge"), JudgingGame, game));
        }
        Kind::Game => {}
    }
}

fn find(game: Game) -> MoveFinder {
    BackgroundSearch::start(move |stopper, show| {
        let how = SearchSettings {
            limits: Limits::nodes(NODES),
            every_move: true,
            ..SearchSettings::default()
        };
        let watch = &mut |thinking: &SearchReport<Move>| show(thinking.clone());
        players::search(&game, &how, stopper, watch)
    })
}

fn judge(start: Game, moves: Vec<CellMove>) -> Judge {
    BackgroundSearch::start(move |stopper, show| {
        let (mut game, mut judged) = (start, Vec::new());
        for made in moves {
            let Some(judgement) = judged_move(&game, made, stopper) else {
                break;
            };
            let Ok(step) = game.read(&made) else { break };
            game.make(step);
            let mut pieces = [0; 3];
            pieces[..game.players()].copy_from_slice(&game.counts());
            judged.push(Judged {
                pieces,
                ..judgement
            });
            show(judged.clone());
            if stopper.is_stopped() {
                break;
            }
        }
        judged
    })
}

/// Judges one move of a game.
pub fn judged_move(game: &Game, made: CellMove, stopper: &StopToken) -> Option<Judged> {
    let how = SearchSettings {
        limits: Limits::nodes(NODES_A_MOVE),
        ..SearchSettings::default()
    };
    let found = players::search(game, &how, stopper, &mut |_| {})?;
    let best = game.written(found.best_move()?)?;
    let score = if best == made {
        found.score
    } else {
        players::score_of(game, game.read(&made).ok()?, &how, stopper)?
    };
    Some(Judged {
        player: game.mover(),
        made: (made, score),
        // What is made cannot be better than the best, only looked at more deeply.
        best: (best, found.score.max(score)),
        pieces: [0; 3],
    })
}

/// Takes what has been found so far.
fn take(
    mut commands: Commands,
    mut finding: Query<(Entity, &mut MoveFinder), With<FindingMoves>>,
    mut judging: Query<(Entity, &mut Judge), With<JudgingGame>>,
    mut review: ResMut<Review>,
) {
    for (entity, mut finder) in &mut finding {
        let found = match finder.take_result() {
            Some(done) => {
                commands.entity(entity).despawn();
                done.unwrap_or_else(|why| {
                    error!("the moves cannot be weighed: {why}");
                    None
                })
            }
            None => finder.latest_report(),
        };
        if found.is_some() {
            review.moves = found;
        }
    }
    for (entity, mut judge) in &mut judging {
        let judged = match judge.take_result() {
            Some(done) => {
                commands.entity(entity).despawn();
                done.map_err(|why| error!("the game cannot be judged: {why}"))
                    .ok()
            }
            None => judge.latest_report(),
        };
        if let Some(judged) = judged {
            review.judged = judged;
        }
    }
}
