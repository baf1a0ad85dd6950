//! The words of a plot apart from its lines, for a screen that draws words with its own fonts.

use std::io;

use plotters::backend::SVGBackend;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::draw::{self, PlotError};
use super::{Plot, PlotColours, Rgb};

/// A plot whose words are not part of its SVG.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelledSvg {
    /// The lines and dots.
    pub svg: String,
    /// The words.
    pub labels: Vec<Label>,
}

/// Words in a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The words.
    pub text: String,
    /// The distance of the anchor from the left, in pixels.
    pub x: i32,
    /// The distance of the anchor from the top, in pixels.
    pub y: i32,
    /// The height of the letters, in pixels.
    pub size: f32,
    /// The colour.
    pub colour: Rgb,
    /// The part of the words that lies at `x`.
    pub horizontal: HorizontalAnchor,
    /// The part of the words that lies at `y`.
    pub vertical: VerticalAnchor,
}

/// The point of a line of words that lies at the anchor, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HorizontalAnchor {
    /// Its beginning.
    Left,
    /// Its middle.
    Centre,
    /// Its end.
    Right,
}

/// The point of a line of words that lies at the anchor, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerticalAnchor {
    /// Its upper edge.
    Top,
    /// Its middle.
    Centre,
    /// Its lower edge.
    Bottom,
}

/// The plot as SVG without words, and the words.
pub(super) fn labelled_svg(plot: &Plot, colours: &PlotColours) -> Result<LabelledSvg, PlotError> {
    let mut whole = LabelledSvg::default();
    let backend = LabelCollector {
        svg: SVGBackend::with_string(&mut whole.svg, plot.size()),
        labels: &mut whole.labels,
    };
    draw::draw(plot, colours, backend)?;
    Ok(whole)
}

/// Passes everything to an SVG but words, which it collects.
struct LabelCollector<'a> {
    svg: SVGBackend<'a>,
    labels: &'a mut Vec<Label>,
}

type DrawResult = Result<(), DrawingErrorKind<io::Error>>;

impl DrawingBackend for LabelCollector<'_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        self.svg.get_size()
    }

    fn ensure_prepared(&mut self) -> DrawResult {
        self.svg.ensure_prepared()
    }

    fn present(&mut self) -> DrawResult {
        self.svg.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> DrawResult {
        self.svg.draw_pixel(at, colour)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> DrawResult {
        self.svg.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> DrawResult {
        self.svg.draw_rect(from, to, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> DrawResult {
        self.svg.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> DrawResult {
        self.svg.draw_circle(centre, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> DrawResult {
        self.svg.fill_polygon(corners, style)
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> DrawResult {
        let anchor = style.anchor();
        self.labels.push(Label {
            text: text.to_owned(),
            x,
            y,
            size: draw::letter_height(style.size()),
            colour: style.color().rgb,
            horizontal: match anchor.h_pos {
                HPos::Left => HorizontalAnchor::Left,
                HPos::Center => HorizontalAnchor::Centre,
                HPos::Right => HorizontalAnchor::Right,
            },
            vertical: match anchor.v_pos {
                VPos::Top => VerticalAnchor::Top,
                VPos::Center => VerticalAnchor::Centre,
                VPos::Bottom => VerticalAnchor::Bottom,
            },
        });
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<io::Error>> {
        self.svg.estimate_text_size(text, style)
    }
}
