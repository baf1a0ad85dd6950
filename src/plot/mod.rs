//! Plots: points with error bars and curves on labelled axes. They are drawn as SVG for a file, or as SVG without its
//! words for a screen that has fonts of its own.

mod axis;
mod draw;
mod labels;
pub mod report;
pub mod sunburst;

pub use axis::Axis;
pub use draw::PlotError;
pub use labels::{HorizontalAnchor, Label, LabelledSvg, VerticalAnchor};
pub use report::{Part, Report, Say, Table};

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
    /// A dot at each point.
    Dots,
    /// A line through all points.
    Line,
    /// Dots, and a line through them.
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
}
