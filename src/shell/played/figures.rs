//! The figures of the statistics, in words, tables and plots.

use super::courses;
use crate::plot::{Axis, Panel, Phrases, Plot, Point, Series, Style, Table};
use crate::session::older_games::OlderGames;
use crate::session::played::{Calibration, PlayedGame, PlayedGames, Streaks, SuccessOf};
use crate::session::puzzle::{TRIES, key_of};
use crate::session::skill::Skills;
use crate::session::statistics::{GameResult, Statistics, Tally};
use crate::shell::games::GameCard;
use crate::shell::words::{Words, with_separators};

/// The number of games over which the share of wins is averaged.
const WINDOW: usize = 10;

/// The number of standard deviations that the bars of the chart reach on each side: 95 of 100 such bars contain the
/// true rate.
pub(super) const DEVIATIONS: f64 = 1.96;

/// The figures of one game, or of all games together.
pub(super) struct Figures {
    /// The results.
    tally: Tally,
    /// The wins in a row.
    streaks: Streaks,
    /// The time played, in seconds.
    seconds: u64,
    /// Whether the highest number of points is shown, because it is above 0 and belongs to a single game.
    has_best: bool,
}

impl Figures {
    /// The figures of some games.
    pub(super) fn of(
        cards: &[GameCard],
        results: &Statistics,
        games: &PlayedGames,
        older: &OlderGames,
    ) -> Self {
        let names = cards.iter().flat_map(|card| results.names_of(card.key));
        let tally = names.fold(Tally::default(), |sum, (_, tally)| sum.with(tally));
        let played = || of_cards(cards, games);
        let older = older.of(match cards {
            [card] => Some(card.key),
            _ => None,
        });
        Figures {
            tally,
            streaks: older.streaks.after(played()),
            seconds: played().fold(older.seconds, |sum, game| {
                sum.saturating_add(game.seconds.into())
            }),
            has_best: cards.len() == 1 && tally.best > 0,
        }
    }

    /// The number of games that were kept and are not among these figures, if `kept` games were kept.
    pub(super) fn uncounted(&self, kept: usize) -> usize {
        kept.saturating_sub(self.tally.games() as usize)
    }

    /// The captions and the values, as they stand side by side.
    pub(super) fn texts(&self, words: &Words) -> Vec<(&'static str, String)> {
        let Tally { won, best, .. } = self.tally;
        let games = self.tally.games();
        let percent = 100.0 * f64::from(won) / f64::from(games.max(1));
        let values = [("won", number(won)), ("percent", format!("{percent:.0}"))];
        let of_all = match games {
            0 => number(won),
            _ => words.fill("played.won_percent", &values),
        };
        let mut texts = vec![
            ("played.figure.games", number(games)),
            ("played.figure.won", of_all),
            ("played.figure.streak", number(self.streaks.now)),
            ("played.figure.longest", number(self.streaks.longest)),
            ("played.figure.time", duration_text(self.seconds, words)),
        ];
        if self.has_best {
            texts.push(("played.figure.best", number(best)));
        }
        texts
    }
}

fn of_cards<'a>(
    cards: &'a [GameCard],
    games: &'a PlayedGames,
) -> impl Iterator<Item = &'a PlayedGame> {
    let is_chosen = |game: &&PlayedGame| cards.iter().any(|card| card.key == game.game);
    games.of(None).filter(is_chosen)
}

/// A number of games or points.
fn number(number: u32) -> String {
    with_separators(&number.to_string())
}

/// A length of time, in minutes or hours.
pub(super) fn duration_text(seconds: u64, words: &Words) -> String {
    let fill = |key: &str, values: &[(&str, String)]| words.fill(key, values);
    match (seconds / 3_600, seconds / 60 % 60) {
        (0, 0) => fill("played.seconds", &[("seconds", seconds.to_string())]),
        (0, minutes) => fill("played.minutes", &[("minutes", minutes.to_string())]),
        (hours, minutes) => {
            let values = [
                ("hours", hours.to_string()),
                ("minutes", minutes.to_string()),
            ];
            fill("played.hours", &values)
        }
    }
}

/// The table of one game by kind or opponent, or of all games.
pub(super) fn table(cards: &[GameCard], results: &Statistics, words: &Words) -> Table {
    let by_game = cards.len() > 1;
    let mut lines: Vec<(String, Tally)> = Vec::new();
    for card in cards {
        if by_game {
            let tallies = results.names_of(card.key).map(|(_, tally)| tally);
            let sum = tallies.fold(Tally::default(), Tally::with);
            lines.push((words.get(card.words.name), sum));
        } else {
            let names = results.names_of(card.key);
            lines.extend(names.map(|(name, tally)| ((card.counted_text)(name, words), tally)));
            let puzzles = results.of(&key_of(card.key), TRIES);
            lines.push((words.get("puzzle.counted"), puzzles));
        }
    }
    lines.retain(|(_, tally)| tally.games() > 0);
    lines.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
    let first = if by_game {
        "played.table.game"
    } else {
        "played.table.kind"
    };
    let head = [
        first,
        "played.figure.games",
        "played.won",
        "played.drawn",
        "played.lost",
        "played.figure.best",
    ];
    let row = |(name, tally): (String, Tally)| {
        let best = match tally.best {
            0 => "–".to_owned(),
            best => number(best),
        };
        let numbers = [tally.games(), tally.won, tally.drawn, tally.lost];
        let numbers = numbers.into_iter().map(number);
        std::iter::once(name).chain(numbers).chain([best]).collect()
    };
    Table {
        head: head.iter().map(|key| words.get(key)).collect(),
        rows: lines.into_iter().map(row).collect(),
    }
}

/// The charts, before they are made. Some of their panels take longer than a frame.
pub(super) struct Charts {
    panels: Vec<LazyPanel>,
    legend: Vec<(usize, String)>,
}

/// A panel that is made when it is called.
pub(super) type LazyPanel = Box<dyn FnOnce() -> Panel + Send>;

impl Charts {
    /// The course of the wins and, in one game, of the player's skill at it, and the forecasts against the results;
    /// `None` before there is enough for a line.
    pub(super) fn of(
        cards: &[GameCard],
        games: &PlayedGames,
        skills: &Skills,
        phrase: Phrases,
    ) -> Option<Self> {
        let played: Vec<&PlayedGame> = of_cards(cards, games).collect();
        let mut charts = Charts {
            panels: Vec::new(),
            legend: Vec::new(),
        };
        if played.len() > 1 {
            charts.add(course_panel(&played, phrase));
            let values = [("games", WINDOW.to_string())];
            charts.note(0, phrase("played.chart.window", &values));
        }
        if let [card] = cards {
            let (panels, legend) = courses::of_game(card, skills, phrase);
            charts.panels.extend(panels);
            charts.legend.extend(legend);
        }
        let calibrations = [
            (SuccessOf::Anybody, "played.chart.calibration"),
            (SuccessOf::Player, "played.chart.calibration.me"),
        ];
        let groups = calibrations.map(|(player, title)| {
            let groups = Calibration::of(played.iter().copied(), player);
            (groups, title)
        });
        let is_shown = |(groups, _): &(Vec<_>, &str)| !groups.is_empty() && played.len() > 1;
        for (groups, title) in groups.iter().filter(|group| is_shown(group)) {
            charts.add(calibration_panel(groups, title, phrase));
        }
        if groups.iter().any(is_shown) {
            charts.note(1, phrase("played.chart.happened", &[]));
            charts.note(3, phrase("played.chart.as_said", &[]));
        }
        (!charts.panels.is_empty()).then_some(charts)
    }

    fn add(&mut self, panel: Panel) {
        self.panels.push(Box::new(move || panel));
    }

    /// Adds a line to the legend.
    fn note(&mut self, ink: usize, words: String) {
        self.legend.push((ink, words));
    }

    /// Makes the panels.
    pub(super) fn plot(self) -> Plot {
        Plot {
            title: String::new(),
            columns: self.panels.len().min(2),
            panels: self.panels.into_iter().map(|panel| panel()).collect(),
            legend: self.legend,
        }
    }
}

/// The share of wins among the last games, over the games.
fn course_panel(played: &[&PlayedGame], phrase: Phrases) -> Panel {
    let is_won = |game: &&&PlayedGame| game.result == GameResult::Won;
    let at = |end: usize| {
        let last = &played[end.saturating_sub(WINDOW)..end];
        let won = last.iter().filter(is_won).count();
        Point::new(end as f64, 100.0 * won as f64 / last.len() as f64)
    };
    let points: Vec<Point> = (1..=played.len()).map(at).collect();
    Panel {
        title: phrase("played.chart.course", &[]),
        x: Axis::counting(phrase("played.chart.game", &[]), points.iter().map(|p| p.x)),
        y: Axis::linear(phrase("played.chart.percent", &[]), [0.0, 100.0]),
        series: vec![Series {
            ink: 0,
            style: Style::Line,
            points,
        }],
    }
}

/// Forecasts against results, with the range that chance alone can explain.
fn calibration_panel(groups: &[Calibration], title: &str, phrase: Phrases) -> Panel {
    let point = |group: &Calibration| {
        let rate = group.score / f64::from(group.games);
        Point {
            span: interval(group.score, group.games).map(|end| 100.0 * end),
            ..Point::new(group.announced, 100.0 * rate)
        }
    };
    let line = [0.0, 100.0].map(|end| Point::new(end, end)).to_vec();
    Panel {
        title: phrase(title, &[]),
        x: Axis::linear(phrase("played.chart.said", &[]), [0.0, 100.0]),
        y: Axis::linear(phrase("played.chart.percent", &[]), [0.0, 100.0]),
        series: vec![
            Series {
                ink: 3,
                style: Style::Line,
                points: line,
            },
            Series {
                ink: 1,
                style: Style::Dots,
                points: groups.iter().map(point).collect(),
            },
        ],
    }
}

/// The Wilson interval for a rate: unlike the normal interval, it never leaves the range from 0 to 1.
fn interval(won: f64, games: u32) -> [f64; 2] {
    let (n, rate) = (f64::from(games), won / f64::from(games));
    let square = DEVIATIONS * DEVIATIONS;
    let middle = (rate + square / (2.0 * n)) / (1.0 + square / n);
    let spread = rate * (1.0 - rate) / n + square / (4.0 * n * n);
    let half = DEVIATIONS * spread.sqrt() / (1.0 + square / n);
    [middle - half, middle + half]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_rate_is_the_one_of_wilson() {
        // Newcombe 1998, table I: 81 of 263.
        let [low, high] = interval(81.0, 263);
        assert!(
            (low - 0.2553).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4,
            "{low} {high}"
        );
        let [low, high] = interval(0.0, 5);
        assert!(low.abs() < 1e-9 && high < 0.5);
    }
}
