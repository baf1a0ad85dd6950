//! The courses of how well the player plays one game: the ratings for games and for puzzles, or a percentage.

use super::figures::{DEVIATIONS, LazyPanel};
use crate::plot::{Axis, Panel, Phrases, Point, Series, Style};
use crate::session::Forecast;
use crate::session::puzzle::key_of;
use crate::session::skill::{RatingPoint, Skill, Skills};
use crate::session::survival;
use crate::shell::games::{CourseWords, GameCard};

/// The ink of all courses.
const INK: usize = 2;

/// The panels of a game, and their lines of the legend. A course of one point is not shown.
pub(super) fn of_game(
    card: &GameCard,
    skills: &Skills,
    phrase: Phrases,
) -> (Vec<LazyPanel>, Vec<(usize, String)>) {
    let puzzles = key_of(card.key);
    let ratings = [
        (
            card.key,
            ["played.chart.rating", "played.chart.rating.game"],
        ),
        (
            puzzles.as_str(),
            ["played.chart.puzzles", "played.chart.puzzle"],
        ),
    ];
    let panel = |(key, names): (&str, [&str; 2])| {
        let course = skills.of(key).map_or(&[][..], Skill::course);
        (course.len() > 1).then(|| rating_panel(course, names, phrase))
    };
    let mut panels: Vec<LazyPanel> = ratings.into_iter().filter_map(panel).collect();
    let mut legend = Vec::new();
    if !panels.is_empty() {
        legend.push((INK, phrase("played.chart.rating.known", &[])));
    }
    let skill = skills.of(card.key);
    if let Some(panel) = skill.and_then(|skill| percent_panel(card, skill, phrase)) {
        panels.push(panel);
        legend.push((INK, phrase("played.chart.percent.known", &[])));
    }
    (panels, legend)
}

/// A rating over the games or puzzles from which it was learnt, with the range in which it lies. `title` and `x` are
/// the keys of the panel and of its axis.
fn rating_panel(course: &[RatingPoint], [title, x]: [&str; 2], phrase: Phrases) -> LazyPanel {
    let point = |(at, known): (usize, &RatingPoint)| {
        Point::with_error((at + 1) as f64, known.mean, DEVIATIONS * known.deviation)
    };
    let points: Vec<Point> = course.iter().enumerate().map(point).collect();
    let ends = points.iter().flat_map(|point| point.span);
    let y = Axis::linear(phrase("played.chart.rating", &[]), ends);
    let panel = panel(phrase(title, &[]), phrase(x, &[]), y, points);
    Box::new(move || panel)
}

/// The percentage of a game over the games from which it was learnt, with its interval; `None` if there is none. It is
/// either what the game itself has said, or the rate at which the player comes through the stages of a usual game,
/// which is computed again from their tries.
fn percent_panel(card: &GameCard, skill: &Skill, phrase: Phrases) -> Option<LazyPanel> {
    let CourseWords {
        title,
        percent,
        game,
    } = card.course?;
    let [title, percent, game] = [title, percent, game].map(|key| phrase(key, &[]));
    let of_course = move |course: Vec<Forecast>| {
        let point = |(at, share): (usize, &Forecast)| Point {
            span: [100.0 * share.low, 100.0 * share.high],
            ..Point::new((at + 1) as f64, 100.0 * share.rate)
        };
        let points = course.iter().enumerate().map(point).collect();
        let y = Axis::linear(percent, [0.0, 100.0]);
        panel(title, game, y, points)
    };
    let course = skill.measured();
    if course.len() > 1 {
        return Some(Box::new(move || of_course(course)));
    }
    let (tries, stages) = (skill.stage_tries(), (card.usual_stages)()?);
    (tries.len() > 1)
        .then(|| -> LazyPanel { Box::new(move || of_course(survival::course(&tries, &stages))) })
}

/// A panel with a course. The horizontal axis counts games and has a name.
fn panel(title: String, games: String, y: Axis, points: Vec<Point>) -> Panel {
    Panel {
        title,
        x: Axis::counting(games, points.iter().map(|point| point.x)),
        y,
        series: vec![Series {
            ink: INK,
            style: Style::Band,
            points,
        }],
    }
}
