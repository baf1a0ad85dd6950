//! Experiment: the strength of five-weight players and of the fast levels. Each plays against each other, on all
//! built-in boards for two, from both seats.

use crate::experiment::{Experiment, ExperimentError, Phrases, Report, Table};
use crate::games::hexxagon::opponents::ranking::{Match, RankedPlayer, Score, Tournament, total};
use crate::games::hexxagon::players::{Opponent, OpponentError};
use crate::generation::Seed;
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

/// The tournament of some players.
pub struct RankingExperiment {
    players: Vec<Opponent>,
    tournament: Tournament,
}

impl RankingExperiment {
    /// A tournament with a number of games of each two players on each board. Without players, all sets and the fast
    /// levels play.
    pub fn new(players: Vec<Opponent>, games: u32, seed: Seed) -> Result<Self, ExperimentError> {
        let players = match players.is_empty() {
            true => usual_players().map_err(ExperimentError::failed)?,
            false => players,
        };
        if players.len() < 2 {
            return Err(ExperimentError::refused("a ranking needs two players"));
        }
        let ranked = players.iter().map(|player| {
            let slow = || {
                ExperimentError::Refused(format!(
                    "{player} cannot be ranked: only sets, five weights and level1 to level3 are fast enough"
                ))
            };
            RankedPlayer::of(*player).ok_or_else(slow)
        });
        let ranked = ranked.collect::<Result<_, _>>()?;
        let tournament = Tournament::new(ranked, games.div_ceil(2), seed);
        Ok(RankingExperiment {
            players,
            tournament: tournament.map_err(ExperimentError::failed)?,
        })
    }
}

/// Returns the sets and the fast levels.
fn usual_players() -> Result<Vec<Opponent>, OpponentError> {
    let sets = (1..=8).map(|set| format!("set{set}"));
    let levels = (1..=3).map(|level| format!("level{level}"));
    sets.chain(levels).map(|name| name.parse()).collect()
}

impl Experiment for RankingExperiment {
    type Sample = Match;

    fn samples(&self) -> usize {
        self.tournament.matches()
    }

    fn sample(&self, number: usize) -> Result<Match, ExperimentError> {
        Ok(self.tournament.play(number))
    }

    fn report(&self, samples: &[&Match], phrase: Phrases) -> Result<Report, ExperimentError> {
        let scores = self.tournament.scores(samples.iter().copied());
        let ranking = Ranking::new(&self.players, scores, phrase);
        let mut report = Report {
            plot: ranking.plot(),
            ..Report::default()
        };
        report.say(phrase("hex.experiment.ranking.points", &[]));
        report.table(ranking.table());
        Ok(report)
    }
}

/// The scores of all players against each other.
struct Ranking<'a> {
    players: &'a [Opponent],
    /// The score of each player (row) against each other (column).
    scores: Vec<Vec<Score>>,
    /// The places of the players, the strongest first.
    order: Vec<usize>,
    phrase: Phrases<'a>,
}

impl<'a> Ranking<'a> {
    fn new(players: &'a [Opponent], scores: Vec<Vec<Score>>, phrase: Phrases<'a>) -> Self {
        let mut order: Vec<usize> = (0..players.len()).collect();
        let percent = |at: &usize| total(&scores[*at]).percent();
        order.sort_by(|a, b| percent(b).total_cmp(&percent(a)));
        Ranking {
            players,
            scores,
            order,
            phrase,
        }
    }

    fn name(&self, at: usize) -> String {
        self.players[at].to_string()
    }

    /// The score of each player against all others, and against each of them.
    fn table(&self) -> Table {
        let cell = |score: &Score| match score.games() {
            0 => "–".into(),
            _ => format!("{:.1} ± {:.1}", score.percent(), score.error()),
        };
        let keys = [
            "hex.experiment.ranking.player",
            "hex.experiment.ranking.games",
            "hex.experiment.ranking.all",
        ];
        let heads = keys.map(|key| (self.phrase)(key, &[]));
        let names = self.order.iter().map(|at| self.name(*at));
        let rows = self.order.iter().map(|row| {
            let all = total(&self.scores[*row]);
            let own = [self.name(*row), all.games().to_string(), cell(&all)];
            let each = self.order.iter();
            let each = each.map(|column| cell(&self.scores[*row][*column]));
            own.into_iter().chain(each).collect()
        });
        Table {
            rows: rows.collect(),
            head: heads.into_iter().chain(names).collect(),
        }
    }

    /// The score of each player against all others, with its error, and against each of them as pale dots.
    fn plot(&self) -> Plot {
        let phrase = |key: &str| (self.phrase)(key, &[]);
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
            title: phrase("hex.experiment.ranking.title"),
            panels: vec![Panel {
                title: String::new(),
                x: Axis::named("", names),
                y: Axis::linear(phrase("hex.experiment.ranking.y"), [0.0, 100.0]),
                series: vec![
                    series(1, Style::Dots, against_each.collect()),
                    series(0, Style::Both, against_all.collect()),
                ],
            }],
            columns: 1,
            legend: vec![
                (0, phrase("hex.experiment.ranking.ink.all")),
                (1, phrase("hex.experiment.ranking.ink.each")),
            ],
        }
    }
}
