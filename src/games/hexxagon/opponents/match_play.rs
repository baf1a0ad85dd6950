//! Games between fast players, by the hundred, to measure what is evolved.

use crate::games::hexxagon::players::evaluation::Estimator;
use crate::games::hexxagon::players::{Weights, greedy};
use crate::games::hexxagon::rules::{Board, Move, Player, Position, Spots, Stuck};
use crate::generation::{Purpose, Seed, Stream};

/// A player who chooses in microseconds.
#[derive(Clone, Copy, Debug)]
pub enum Fast<'a> {
    /// Five weights.
    Weights(Weights),
    /// The best estimate one move ahead; of 100 moves, so many without looking.
    Greedy(&'a Estimator, u32),
}

impl Fast<'_> {
    fn choose<const N: usize>(
        &self,
        board: &Board,
        position: &Position<N>,
        stuck: Stuck,
        rng: &mut Stream,
    ) -> Option<Move> {
        match self {
            Fast::Weights(weights) => weights.choose(board, position, rng),
            Fast::Greedy(_, slips) if rng.below(100) < *slips => any(board, position, rng),
            Fast::Greedy(estimator, _) => greedy::choose(board, position, stuck, estimator, rng),
        }
    }
}

fn any<const N: usize>(board: &Board, position: &Position<N>, rng: &mut Stream) -> Option<Move> {
    let (mut chosen, mut count) = (None, 0);
    position.each_move(board, |made| {
        count += 1;
        if rng.below(count) == 0 {
            chosen = Some(made);
        }
    });
    chosen
}

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course<const N: usize> {
    /// Points of each player: 1 for a win, shared by those who share it.
    pub points: [f64; N],
    /// Plies it lasted.
    pub plies: u32,
    /// Pieces that were turned over.
    pub turned: u32,
}

/// Longest game in plies; fast players can jump about for ever.
const LONGEST: u32 = 400;

/// Plays a game that begins with so many plies at random.
pub fn play<const N: usize>(
    board: &Board,
    start: Position<N>,
    stuck: Stuck,
    players: [Fast; N],
    random_plies: u32,
    seed: Seed,
) -> Course<N> {
    let mut rng = seed.stream(Purpose::Play);
    let mut position = start;
    let (mut plies, mut turned) = (0, 0);
    while plies < LONGEST && position.ending(board, stuck).is_none() {
        let made = if plies < random_plies {
            any(board, &position, &mut rng)
        } else {
            players[position.mover().index()].choose(board, &position, stuck, &mut rng)
        };
        let made = made.unwrap_or(Move::Pass);
        let to = match made {
            Move::Clone { to } | Move::Jump { to, .. } => board.near(to),
            Move::Pass => Spots::NONE,
        };
        turned += to.and(position.rivals()).count();
        position = position.after(board, made);
        plies += 1;
    }
    let counts = position.result(board, stuck);
    let most = counts.iter().max().copied().unwrap_or(0);
    let first = counts.iter().filter(|count| **count == most).count();
    Course {
        points: counts.map(|count| {
            if count == most {
                1.0 / first as f64
            } else {
                0.0
            }
        }),
        plies,
        turned,
    }
}

/// Points of each hundred that a player scores against another, on a board for two, in games with
/// swapped seats.
pub fn points(
    board: &Board,
    stuck: Stuck,
    player: Fast,
    against: Fast,
    games: std::ops::Range<u32>,
    seed: Seed,
) -> f64 {
    let Some(start) = board.start::<2>() else {
        return 0.0;
    };
    let count = f64::from(games.end - games.start);
    let played = games.map(|game| {
        let first = game % 2 == 0;
        let players = if first {
            [player, against]
        } else {
            [against, player]
        };
        // Two games with the same beginning, seats swapped.
        let seed = seed.child(u64::from(game / 2) + 1);
        let course = play(board, start, stuck, players, OPENING, seed);
        course.points[Player(u8::from(!first)).index()]
    });
    100.0 * played.sum::<f64>() / count
}

/// Plies at random at the beginning.
pub const OPENING: u32 = 4;
