//! `evolvarium experiment hexxagon-ranking`: how strong five-weight players and the fast levels are.

use std::path::PathBuf;

use clap::Args;

use crate::games::command::plot_file::PlotFile;
use crate::games::command::{CommandError, Output};
use crate::games::hexxagon::opponents::ranking::{RankedPlayer, Score, rank, total};
use crate::games::hexxagon::players::{Opponent, OpponentError};
use crate::games::hexxagon::rules::BoardError;
use crate::generation::Seed;
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

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
    /// The file of the plot [default: hexxagon-ranking.svg, in this folder]
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
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

/// Plays all games. Returns a table with a row for each player, the strongest first, and writes the plot.
pub fn run(args: &RankingArgs) -> Result<Output, CommandError> {
    let (players, ranked) = players(args).map_err(CommandError::usage)?;
    let file = PlotFile::open(args.plot.as_ref(), "hexxagon-ranking")?;
    let pairs = args.games.div_ceil(2);
    let scores = rank(&ranked, pairs, args.seed, args.threads as usize);
    let ranking = Ranking::new(players, scores.map_err(CommandError::failed)?);
    Ok(Output {
        summary: file.write(&ranking.plot())?,
        text: ranking.table(),
        ..Output::default()
    })
}

/// Returns the players, as they are named and as they are ranked.
fn players(args: &RankingArgs) -> Result<(Vec<Opponent>, Vec<RankedPlayer>), RankingError> {
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
    let ranked = ranked.collect::<Result<_, _>>()?;
    Ok((players, ranked))
}

/// What all players have scored against each other.
struct Ranking {
    players: Vec<Opponent>,
    /// The score of each player (row) against each other (column).
    scores: Vec<Vec<Score>>,
    /// The places of the players, the strongest first.
    order: Vec<usize>,
}

impl Ranking {
    fn new(players: Vec<Opponent>, scores: Vec<Vec<Score>>) -> Self {
        let mut order: Vec<usize> = (0..players.len()).collect();
        let percent = |at: &usize| total(&scores[*at]).percent();
        order.sort_by(|a, b| percent(b).total_cmp(&percent(a)));
        Ranking {
            players,
            scores,
            order,
        }
    }

    fn name(&self, at: usize) -> String {
        self.players[at].to_string()
    }

    /// Each player against all others, and against each of them, in words.
    fn table(&self) -> String {
        let games = total(&self.scores[self.order[0]]).games();
        let mut text = format!("points in a hundred with the 95 % error; {games} games a player\n");
        text += &format!("{:<18} {:>13}", "", "all");
        for at in &self.order {
            text += &format!(" {:>13}", self.name(*at));
        }
        text.push('\n');
        for row in &self.order {
            let cell = |score: &Score| match score.games() {
                0 => format!(" {:>13}", "–"),
                _ => format!(" {:>6.1} ± {:>4.1}", score.percent(), score.error()),
            };
            text += &format!(
                "{:<18}{}",
                self.name(*row),
                cell(&total(&self.scores[*row]))
            );
            for column in &self.order {
                text += &cell(&self.scores[*row][*column]);
            }
            text.push('\n');
        }
        text
    }

    /// Each player against all others, with the error, and against each of them as pale dots.
    fn plot(&self) -> Plot {
        let places = || (0..self.order.len()).zip(&self.order);
        let against_all = places().map(|(x, at)| {
            let score = total(&self.scores[*at]);
            Point::with_error(x as f64, score.percent(), score.error())
        });
        let against_each = places().flat_map(|(x, at)| {
            let met = self.scores[*at].iter().filter(|score| score.games() > 0);
            met.map(move |score| Point::new(x as f64, score.percent()))
        });
        let series = |ink, style, points| Series { ink, style, points };
        let names = self.order.iter().map(|at| self.name(*at));
        Plot {
            title: "Five-weight players of Hexxagon and the fast levels".into(),
            panels: vec![Panel {
                title: format!(
                    "{} games a player",
                    total(&self.scores[self.order[0]]).games()
                ),
                x: Axis::named("", names),
                y: Axis::linear("points in a hundred", [0.0, 100.0]),
                series: vec![
                    series(1, Style::Dots, against_each.collect()),
                    series(0, Style::Both, against_all.collect()),
                ],
            }],
            columns: 1,
            legend: vec![
                (0, "against all, with the 95 % error".into()),
                (1, "against each".into()),
            ],
        }
    }
}
