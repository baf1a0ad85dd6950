//! Games between fast players, hundreds at a time, which measure opponents and boards.

use crate::games::hexxagon::players::evaluation::Evaluator;
use crate::games::hexxagon::players::{Weights, greedy};
use crate::games::hexxagon::rules::{Bitboard, Board, Move, Player, Position, StuckRule, Word};
use crate::generation::{Purpose, Seed, Stream};

/// A player that chooses a move within microseconds.
#[derive(Clone, Copy, Debug)]
pub enum FastPlayer<'a> {
    /// The player uses five weights.
    Weights(Weights),
    /// The player is greedy; this percentage of its moves is random.
    Greedy(&'a Evaluator, u32),
}

impl FastPlayer<'_> {
    fn choose<const N: usize, W: Word>(
        &self,
        board: &Board,
        position: &Position<N, W>,
        stuck: StuckRule,
        rng: &mut Stream,
    ) -> Option<Move> {
        match self {
            FastPlayer::Weights(weights) => weights.choose(board, position, rng),
            FastPlayer::Greedy(_, percent) if rng.random_below(100) < *percent => {
                random_move(board, position, rng)
            }
            FastPlayer::Greedy(evaluator, _) => {
                greedy::choose(board, position, stuck, evaluator, rng)
            }
        }
    }
}

/// Returns a uniformly random move; `None` if there is none.
fn random_move<const N: usize, W: Word>(
    board: &Board,
    position: &Position<N, W>,
    rng: &mut Stream,
) -> Option<Move> {
    let (mut chosen, mut count) = (None, 0);
    position.each_move(board, |made| {
        count += 1;
        if rng.random_below(count) == 0 {
            chosen = Some(made);
        }
    });
    chosen
}

/// The metrics of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameMetrics<const N: usize> {
    /// Points of each player: winners share one point, the others get none.
    pub points: [f64; N],
    /// Length in plies.
    pub plies: u32,
    /// Number of captured pieces.
    pub captures: u32,
    /// The metrics of each player.
    pub each: [PlayerMetrics; N],
}

/// The metrics of one player in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerMetrics {
    /// Number of moves.
    pub moves: u32,
    /// Number of jumps among them.
    pub jumps: u32,
    /// Number of captured pieces.
    pub captures: u32,
}

/// Length in plies after which a game is stopped, because fast players can jump forever.
const MAX_PLIES: u32 = 400;

/// Plays a game that starts with a number of random plies.
pub fn play<const N: usize, W: Word>(
    board: &Board,
    start: Position<N, W>,
    stuck: StuckRule,
    players: [FastPlayer; N],
    random_plies: u32,
    seed: Seed,
) -> GameMetrics<N> {
    let mut rng = seed.stream(Purpose::Play);
    let mut position = start;
    let (mut plies, mut each) = (0, [PlayerMetrics::default(); N]);
    while plies < MAX_PLIES && position.ending(board, stuck).is_none() {
        let made = if plies < random_plies {
            random_move(board, &position, &mut rng)
        } else {
            players[position.mover().index()].choose(board, &position, stuck, &mut rng)
        };
        let made = made.unwrap_or(Move::Pass);
        let around_target = match made {
            Move::Clone { to } | Move::Jump { to, .. } => board.near(to),
            Move::Pass => Bitboard::none(),
        };
        let own = &mut each[position.mover().index()];
        own.moves += 1;
        own.jumps += u32::from(matches!(made, Move::Jump { .. }));
        own.captures += around_target.and(position.rivals()).count();
        position = position.after(board, made);
        plies += 1;
    }
    let counts = position.result(board, stuck);
    let most = counts.iter().max().copied().unwrap_or(0);
    let winners = counts.iter().filter(|count| **count == most).count();
    GameMetrics {
        points: counts.map(|count| {
            if count == most {
                1.0 / winners as f64
            } else {
                0.0
            }
        }),
        plies,
        captures: each.iter().map(|player| player.captures).sum(),
        each,
    }
}

/// Number of random plies at the start of each game.
pub const RANDOM_PLIES: u32 = 4;

/// Returns the points in a hundred that a player scores against another on a board for two. Each
/// random start is played twice, with the seats swapped.
pub fn points(
    board: &Board,
    stuck: StuckRule,
    player: FastPlayer,
    against: FastPlayer,
    games: std::ops::Range<u32>,
    seed: Seed,
) -> f64 {
    if let Some(start) = board.start::<2>() {
        points_from(board, start, stuck, player, against, games, seed)
    } else if let Some(start) = board.wide_start::<2>() {
        points_from(board, start, stuck, player, against, games, seed)
    } else {
        0.0
    }
}

fn points_from<W: Word>(
    board: &Board,
    start: Position<2, W>,
    stuck: StuckRule,
    player: FastPlayer,
    against: FastPlayer,
    games: std::ops::Range<u32>,
    seed: Seed,
) -> f64 {
    let count = f64::from(games.end - games.start);
    let played = games.map(|game| {
        let first = game % 2 == 0;
        let players = if first {
            [player, against]
        } else {
            [against, player]
        };
        // Two games in a row share a seed, so they start with the same random plies.
        let seed = seed.child(u64::from(game / 2) + 1);
        let played = play(board, start, stuck, players, RANDOM_PLIES, seed);
        played.points[Player(u8::from(!first)).index()]
    });
    100.0 * played.sum::<f64>() / count
}
