//! A plot in words, for somebody who cannot see it.

use super::report::Phrases;
use super::{Panel, Plot, Series};

/// The titles and axes of all panels, and the ends and the range of each series.
pub(super) fn words(plot: &Plot, phrase: Phrases) -> String {
    let title = std::iter::once(plot.title.clone());
    let panels = plot.panels.iter();
    let parts = title.chain(panels.flat_map(|panel| panel_words(plot, panel, phrase)));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(". ")
}

/// The words of a panel, sentence by sentence.
fn panel_words(plot: &Plot, panel: &Panel, phrase: Phrases) -> Vec<String> {
    let axes = [("x", panel.x.label.clone()), ("y", panel.y.label.clone())];
    let mut parts = vec![panel.title.clone(), phrase("plot.axes", &axes)];
    for series in &panel.series {
        let named = plot.legend.iter().find(|(ink, _)| *ink == series.ink);
        let course = course_words(panel, series, phrase);
        parts.push(match named {
            Some((_, name)) if !course.is_empty() => format!("{name}: {course}"),
            _ => course,
        });
    }
    parts
}

/// The first and the last value of a series, and its least and its greatest one; nothing if it has no points.
fn course_words(panel: &Panel, series: &Series, phrase: Phrases) -> String {
    let [Some(first), Some(last)] = [series.points.first(), series.points.last()] else {
        return String::new();
    };
    let (at, value) = (|x| panel.x.value_words(x), |y| panel.y.value_words(y));
    if series.points.len() == 1 {
        return phrase(
            "plot.point",
            &[("value", value(first.y)), ("place", at(first.x))],
        );
    }
    let values = series.points.iter().map(|point| point.y);
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), y| {
        (low.min(y), high.max(y))
    });
    let values = [
        ("first", value(first.y)),
        ("start", at(first.x)),
        ("last", value(last.y)),
        ("end", at(last.x)),
        ("low", value(low)),
        ("high", value(high)),
    ];
    phrase("plot.series", &values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Axis, Point, Style};

    /// The key and the values, as they are given.
    fn phrase(key: &str, values: &[(&str, String)]) -> String {
        let values = values.iter().map(|(name, value)| format!("{name}={value}"));
        format!("{key} {}", values.collect::<Vec<_>>().join(" "))
    }

    fn plot(x: Axis, points: Vec<Point>) -> Plot {
        let series = Series {
            ink: 1,
            style: Style::Line,
            points,
        };
        Plot {
            title: "Rating".to_owned(),
            panels: vec![Panel {
                title: String::new(),
                x,
                y: Axis::linear("points", [980.0, 1_210.0]),
                series: vec![series],
            }],
            columns: 1,
            legend: vec![(1, "known".to_owned())],
        }
    }

    #[test]
    fn a_series_is_told_by_its_ends_and_its_range() {
        let points = [(1.0, 1_000.0), (2.0, 980.4), (3.0, 1_210.0), (4.0, 1_100.0)];
        let points = points.map(|(x, y)| Point::new(x, y)).to_vec();
        let x = Axis::counting("games", [1.0, 4.0]);
        assert_eq!(
            plot(x, points).words(&phrase),
            "Rating. plot.axes x=games y=points. known: plot.series first=1000 start=1 last=1100 end=4 low=980 high=1210"
        );
    }

    #[test]
    fn places_with_names_are_told_by_them_and_a_series_without_points_by_nothing() {
        let names = ["guard", "hunter"].map(str::to_owned);
        let x = || Axis::named("kind", names.clone());
        let one = plot(x(), vec![Point::new(1.0, 1_000.0)]).words(&phrase);
        assert!(
            one.ends_with("known: plot.point value=1000 place=hunter"),
            "{one}"
        );
        let none = plot(x(), Vec::new()).words(&phrase);
        assert_eq!(none, "Rating. plot.axes x=kind y=points");
    }
}
