//! Plots: points with error bars and curves on labelled axes. They are drawn as SVG for a file, or as SVG without its
//! words for a screen that has fonts of its own.

mod axis;
mod draw;
mod labels;
pub mod report;
pub mod sunburst;
mod words;

pub use axis::Axis;
pub use draw::PlotError;
pub use labels::{HorizontalAnchor, Label, LabelledSvg, VerticalAnchor};
pub use report::{Part, Phrases, Report, Table};

/// Red, green and blue, 0 to 255 each.
pub type Rgb = (u8, u8, u8);

/// The number of inks that series are drawn in.
pub const INKS: usize = 6;

/// The colours of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotColours {
    /// The ground of the whole plot.
    pub background: Rgb,
    /// Axes.
    pub frame: Rgb,
    /// Lines across the plot.
    pub grid: Rgb,
    /// Words and numbers.
    pub text: Rgb,
    /// Series.
    pub inks: [Rgb; INKS],
}

/// A picture of one or more panels with a common legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// The words above all panels.
    pub title: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// The number of panels side by side, at least 1.
    pub columns: usize,
    /// The inks, from 0, and the words for what is drawn in them.
    pub legend: Vec<(usize, String)>,
}

/// A pair of axes with series.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The words above the panel.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series, the first at the bottom.
    pub series: Vec<Series>,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The number of its ink, from 0.
    pub ink: usize,
    /// The way in which it is drawn.
    pub style: Style,
    /// The points; lines join them in this order.
    pub points: Vec<Point>,
}

/// The way in which a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A mark at each point: a dot, a square or another shape, by the ink.
    Dots,
    /// A line through all points.
    Line,
    /// Marks, and a line through them.
    Both,
    /// A line through all points, on a band as wide as their error bars.
    Band,
}

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place on the horizontal axis, in the unit of the axis.
    pub x: f64,
    /// The place on the vertical axis, in the unit of the axis.
    pub y: f64,
    /// The ends of its error bar on the vertical axis; equal ends draw no bar.
    pub span: [f64; 2],
    /// Whether it is drawn hollow, as a value that is only known to be at least so large.
    pub is_hollow: bool,
}

impl Point {
    /// A point without an error bar.
    pub fn new(x: f64, y: f64) -> Self {
        Point {
            x,
            y,
            span: [y, y],
            is_hollow: false,
        }
    }

    /// A point with an error bar of the same length up and down.
    pub fn with_error(x: f64, y: f64, error: f64) -> Self {
        Point {
            span: [y - error, y + error],
            ..Point::new(x, y)
        }
    }
}

impl Plot {
    /// The width of every plot, in pixels.
    pub const WIDTH: u32 = 1_024;

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        let rows = self.panels.len().div_ceil(self.columns.max(1)).max(1) as u32;
        let panel = if rows == 1 { 420 } else { 304 };
        (Plot::WIDTH, draw::HEAD + rows * panel + draw::FOOT)
    }

    /// The plot as an SVG file. It is an error if the drawing library refuses a value, such as an endless axis.
    pub fn svg(&self, colours: &PlotColours) -> Result<String, PlotError> {
        draw::svg(self, colours)
    }

    /// The plot in words, for somebody who cannot see it: what its axes show, and the course of each series.
    pub fn words(&self, phrase: Phrases) -> String {
        words::words(self, phrase)
    }

    /// The plot as SVG without words, and the words with their places.
    pub fn labelled_svg(&self, colours: &PlotColours) -> Result<LabelledSvg, PlotError> {
        labels::labelled_svg(self, colours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLOURS: PlotColours = PlotColours {
        background: (0, 0, 0),
        frame: (90, 90, 90),
        grid: (30, 30, 30),
        text: (255, 255, 255),
        inks: [(200, 0, 0); INKS],
    };

    fn plot() -> Plot {
        let points = vec![Point::with_error(1.0, 10.0, 2.0), Point::new(3.0, 100.0)];
        Plot {
            title: "Swaps & <patterns>".into(),
            columns: 1,
            legend: vec![(0, "levels".into())],
            panels: vec![Panel {
                title: "one panel".into(),
                x: Axis::linear("patterns", [1.0, 3.0]),
                y: Axis::logarithmic("generations", [1.0, 1_000.0]),
                series: vec![Series {
                    ink: 0,
                    style: Style::Both,
                    points,
                }],
            }],
        }
    }

    #[test]
    fn a_plot_has_its_words_and_a_dot_for_each_point() {
        let svg = plot().svg(&COLOURS).expect("an SVG");
        for words in [
            "Swaps &amp; &lt;patterns&gt;",
            "one panel",
            "patterns",
            "generations",
            "levels",
            "1000",
        ] {
            assert!(svg.contains(words), "{words} is missing in {svg}");
        }
        // Two points and the dot of the legend.
        assert_eq!(svg.matches("<circle").count(), 3);
    }

    #[test]
    fn the_words_are_beside_the_picture_or_in_it() {
        let whole = plot().svg(&COLOURS).expect("an SVG");
        let apart = plot().labelled_svg(&COLOURS).expect("an SVG");
        assert!(!apart.svg.contains("<text"));
        assert_eq!(apart.labels.len(), whole.matches("<text").count());
        assert_eq!(
            apart.svg.matches("<circle").count(),
            whole.matches("<circle").count()
        );
        let (width, height) = plot().size();
        for label in &apart.labels {
            assert!(!label.text.is_empty());
            assert!((0..=width as i32).contains(&label.x), "{label:?}");
            assert!((0..=height as i32).contains(&label.y), "{label:?}");
        }
    }

    /// The shape of each mark in a picture without words: `None` for a disc, else its corners from the first one.
    fn marks(svg: &str) -> Vec<Option<Vec<(i32, i32)>>> {
        let number = |text: &str| text.parse::<i32>().expect("a whole number of pixels");
        let of_line = |line: &str| {
            if line.starts_with("<circle") {
                return Some(None);
            }
            let points = line.strip_prefix("<polygon")?.split("points=\"").nth(1)?;
            let points = points.split('"').next()?.split_whitespace();
            let places = points.map(|place| place.split_once(',').expect("a place"));
            let places: Vec<(i32, i32)> = places.map(|(x, y)| (number(x), number(y))).collect();
            let (left, top) = *places.first()?;
            let corners = places.into_iter().map(|(x, y)| (x - left, y - top));
            Some(Some(corners.collect()))
        };
        svg.lines().filter_map(of_line).collect()
    }

    /// A plot with a series of three points in each ink, and all inks in the legend.
    fn plot_of_all_inks(style: Style, is_hollow: bool) -> Plot {
        let mut plot = plot();
        plot.legend = (0..INKS).map(|ink| (ink, ink.to_string())).collect();
        let point = |x: f64, ink: usize| Point {
            is_hollow,
            ..Point::new(x, 10.0 * (ink + 1) as f64)
        };
        let series = |ink: usize| Series {
            ink,
            style,
            points: [1.0, 2.0, 3.0].map(|x| point(x, ink)).to_vec(),
        };
        plot.panels[0].series = (0..INKS).map(series).collect();
        plot
    }

    #[test]
    fn each_ink_has_a_mark_of_its_own_in_the_panel_and_in_the_legend() {
        for is_hollow in [false, true] {
            let plot = plot_of_all_inks(Style::Dots, is_hollow);
            let marks = marks(&plot.labelled_svg(&COLOURS).expect("an SVG").svg);
            assert_eq!(marks.len(), 4 * INKS, "{marks:?}");
            let (points, legend) = marks.split_at(3 * INKS);
            let all: std::collections::BTreeSet<_> = legend.iter().collect();
            assert_eq!(all.len(), INKS, "{legend:?}");
            for (of_ink, mark) in points.chunks(3).zip(legend) {
                assert!(
                    of_ink.iter().all(|shape| shape == mark),
                    "{of_ink:?} {mark:?}"
                );
            }
        }
    }

    #[test]
    fn lines_have_marks_where_there_are_several() {
        let mut plot = plot_of_all_inks(Style::Line, false);
        let several = marks(&plot.labelled_svg(&COLOURS).expect("an SVG").svg);
        let (on_lines, legend) = several.split_at(several.len() - INKS);
        assert!(
            legend.iter().all(|mark| on_lines.contains(mark)),
            "{several:?}"
        );
        // A single line needs none.
        plot.panels[0].series.truncate(1);
        let one = marks(&plot.labelled_svg(&COLOURS).expect("an SVG").svg);
        assert_eq!(one.len(), INKS, "the legend alone: {one:?}");
    }
}
