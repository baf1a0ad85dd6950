//! `evolvarium experiment hexxagon-ranking`: how strong five-weight players and the fast levels are.

use clap::Args;

use crate::games::hexxagon::opponents::ranking::{RankedPlayer, Score, rank, total};
use crate::games::hexxagon::players::{Opponent, OpponentError};
use crate::games::hexxagon::rules::BoardError;
use crate::generation::Seed;

/// Each player against each other, on all built-in boards for two, from both seats.
#[derive(Args, Debug)]
pub struct RankingArgs {
    /// set1 to set8, w2n.1.1.3n.2 (five weights) or level1 to level3 [default: all of the sets and levels]
    players: Vec<Opponent>,
    /// Games of each two players on each board, 2 to 100000
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Seed of openings and chance
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Games played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
}

/// The reason why players cannot be ranked.
#[derive(Debug, thiserror::Error)]
pub enum RankingError {
    /// A default player does not exist.
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    /// The built-in boards cannot be read.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A player searches, which takes too long for so many games.
    #[error(
        "{0} searches; only sets, five weights and level1 to level3 are fast enough to be ranked"
    )]
    Slow(Opponent),
    /// A ranking needs two players.
    #[error("a ranking needs two players")]
    Alone,
}

/// Returns the sets and the fast levels.
fn usual_players() -> Result<Vec<Opponent>, OpponentError> {
    let sets = (1..=8).map(|set| format!("set{set}"));
    let levels = (1..=3).map(|level| format!("level{level}"));
    sets.chain(levels).map(|name| name.parse()).collect()
}

/// Plays all games, and returns a table: a row for each player, the strongest first.
pub fn run(args: &RankingArgs) -> Result<String, RankingError> {
    let players = if args.players.is_empty() {
        usual_players()?
    } else {
        args.players.clone()
    };
    if players.len() < 2 {
        return Err(RankingError::Alone);
    }
    let ranked = players.iter().map(|player| {
        let ranked = RankedPlayer::of(*player);
        ranked.ok_or(RankingError::Slow(*player))
    });
    let ranked: Vec<RankedPlayer> = ranked.collect::<Result<_, _>>()?;
    let pairs = args.games.div_ceil(2);
    let scores = rank(&ranked, pairs, args.seed, args.threads as usize)?;
    Ok(table(&players, &scores))
}

/// Writes the scores: each player against all others, and against each of them.
fn table(players: &[Opponent], scores: &[Vec<Score>]) -> String {
    let mut order: Vec<usize> = (0..players.len()).collect();
    let percent = |at: &usize| total(&scores[*at]).percent();
    order.sort_by(|a, b| percent(b).total_cmp(&percent(a)));
    let games = total(&scores[order[0]]).games();
    let mut text = format!("points in a hundred with the 95 % error; {games} games a player\n");
    let name = |at: usize| players[at].to_string();
    text += &format!("{:<18} {:>13}", "", "all");
    for at in &order {
        text += &format!(" {:>13}", name(*at));
    }
    text.push('\n');
    for row in &order {
        let cell = |score: &Score| match score.games() {
            0 => format!(" {:>13}", "–"),
            _ => format!(" {:>6.1} ± {:>4.1}", score.percent(), score.error()),
        };
        text += &format!("{:<18}{}", name(*row), cell(&total(&scores[*row])));
        for column in &order {
            text += &cell(&scores[*row][*column]);
        }
        text.push('\n');
    }
    text
}
