//! Draws a plot with the crate plotters.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, Circle, DrawingArea, DrawingAreaErrorKind,
    DrawingBackend, EmptyElement, IntoDrawingArea, PathElement, Polygon, RGBColor, SVGBackend,
    Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, ShapeStyle, TextStyle};

use super::{Axis, INKS, Panel, Plot, PlotColours, Point, Rgb, Series, Style};

/// The height of the title, in pixels.
pub(super) const HEAD: u32 = 40;
/// The height of the legend, in pixels.
pub(super) const FOOT: u32 = 34;

/// The height of the words above a panel, in pixels.
const HEADING: u32 = 54;

/// The fonts of the words in a file: the game's own, or any other without serifs.
const FONTS: &str = "Pretendard, sans-serif";
/// The size of the title, as plotters counts it.
const TITLE: f64 = 24.0;
/// The size of the titles of panels and of labels.
const WORDS: f64 = 18.0;
/// The size of the numbers.
const NUMBERS: f64 = 16.0;
/// Plotters counts the size of a font from the top of its highest letter to the bottom of its lowest one, SVG in units of
/// the font.
const FONT_UNIT: f64 = 1.24;

/// The corners of the mark of each ink, in pixels around its middle, so that series differ without colour too. The mark
/// of the first ink is a disc, and has none.
const MARKS: [&[(i32, i32)]; INKS] = [
    &[],
    // A square.
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    // A triangle that points up.
    &[(0, -6), (5, 4), (-5, 4)],
    // A diamond.
    &[(0, -6), (6, 0), (0, 6), (-6, 0)],
    // A triangle that points down.
    &[(0, 6), (5, -4), (-5, -4)],
    // A cross.
    &[
        (0, -2),
        (3, -5),
        (5, -3),
        (2, 0),
        (5, 3),
        (3, 5),
        (0, 2),
        (-3, 5),
        (-5, 3),
        (-2, 0),
        (-5, -3),
        (-3, -5),
    ],
];
/// The number of marks on a line that is one of several.
const MARKS_ON_LINE: usize = 6;

/// The radius of a dot, in pixels.
const DOT: u32 = 4;
/// Half the width of the ends of an error bar, in pixels.
const BAR_END: i32 = 3;

/// Why a plot cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for PlotError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        PlotError(error.to_string())
    }
}

/// The height of letters in pixels, for a size as plotters counts it.
pub(super) fn letter_height(size: f64) -> f32 {
    (size / FONT_UNIT) as f32
}

/// The plot as an SVG file.
pub(super) fn svg(plot: &Plot, colours: &PlotColours) -> Result<String, PlotError> {
    let mut text = String::new();
    draw(
        plot,
        colours,
        SVGBackend::with_string(&mut text, plot.size()),
    )?;
    Ok(text)
}

/// Draws a plot on any backend.
pub(super) fn draw<B: DrawingBackend>(
    plot: &Plot,
    colours: &PlotColours,
    backend: B,
) -> Result<(), PlotError> {
    let root = backend.into_drawing_area();
    root.fill(&rgb(colours.background))?;
    let (width, height) = root.dim_in_pixel();
    let (head, below) = root.split_vertically(HEAD);
    let (body, foot) = below.split_vertically(height - HEAD - FOOT);
    let title = words(TITLE, colours.text, HPos::Center);
    head.draw(&Text::new(
        plot.title.as_str(),
        (width as i32 / 2, HEAD as i32 / 2),
        title,
    ))?;
    let columns = plot.columns.max(1);
    let rows = plot.panels.len().div_ceil(columns).max(1);
    for (panel, area) in plot.panels.iter().zip(body.split_evenly((rows, columns))) {
        draw_panel(panel, colours, &area)?;
    }
    draw_legend(plot, colours, &foot)?;
    root.present()?;
    Ok(())
}

fn rgb((red, green, blue): Rgb) -> RGBColor {
    RGBColor(red, green, blue)
}

fn words(size: f64, colour: Rgb, across: HPos) -> TextStyle<'static> {
    let style = (FONTS, size).into_font().color(&rgb(colour));
    style.pos(Pos::new(across, VPos::Center))
}

/// Draws a mark and words for each entry of the legend, from the left.
fn draw_legend<B: DrawingBackend>(
    plot: &Plot,
    colours: &PlotColours,
    area: &DrawingArea<B, Shift>,
) -> Result<(), PlotError> {
    let middle = FOOT as i32 / 2 - 2;
    let widths: Vec<i32> = plot.legend.iter().map(|(_, text)| width_of(text)).collect();
    let gap = 34;
    let all = widths.iter().map(|width| width + gap).sum::<i32>() - gap + 12;
    let mut x = ((area.dim_in_pixel().0 as i32 - all) / 2).max(16);
    for ((ink, text), width) in plot.legend.iter().zip(widths) {
        draw_mark(area, (x, middle), *ink, colours, false)?;
        let style = words(WORDS, colours.text, HPos::Left);
        area.draw(&Text::new(text.as_str(), (x + 12, middle), style))?;
        x += width + gap;
    }
    Ok(())
}

/// The approximate width of words in the legend, in pixels. Letters outside of Latin are about twice as wide.
fn width_of(text: &str) -> i32 {
    let letter = |letter: char| if letter < '\u{1100}' { 8.0 } else { 14.0 };
    text.chars().map(letter).sum::<f64>() as i32
}

/// Draws the mark of an ink at a place in pixels.
fn draw_mark<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    at: (i32, i32),
    ink: usize,
    colours: &PlotColours,
    is_hollow: bool,
) -> Result<(), PlotError> {
    let colour = ink_of(colours, ink);
    let style: ShapeStyle = if is_hollow {
        colour.stroke_width(2)
    } else {
        colour.filled()
    };
    let corners = MARKS[ink % INKS];
    if corners.is_empty() {
        area.draw(&Circle::new(at, DOT, style))?;
        return Ok(());
    }
    let inside = match is_hollow {
        true => rgb(colours.background).filled(),
        false => style,
    };
    area.draw(&(EmptyElement::at(at) + Polygon::new(corners, inside)))?;
    if is_hollow {
        let edge: Vec<(i32, i32)> = corners.iter().chain(corners.first()).copied().collect();
        area.draw(&(EmptyElement::at(at) + PathElement::new(edge, style)))?;
    }
    Ok(())
}

fn ink_of(colours: &PlotColours, ink: usize) -> RGBColor {
    rgb(colours.inks[ink % colours.inks.len()])
}

type Chart<'a, B> = ChartContext<'a, B, Cartesian2d<Coordinates, Coordinates>>;

/// The places of an axis, for plotters.
struct Coordinates {
    range: [f64; 2],
    ticks: Vec<f64>,
}

impl Coordinates {
    fn of(axis: &Axis) -> Self {
        Coordinates {
            range: axis.range,
            ticks: axis.ticks.iter().map(|(place, _)| *place).collect(),
        }
    }
}

impl Ranged for Coordinates {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (first, last): (i32, i32)) -> i32 {
        let [low, high] = self.range;
        let part = (place - low) / (high - low);
        first + (f64::from(last - first) * part).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks.clone()
        }
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.range[0]..self.range[1]
    }
}

fn draw_panel<B: DrawingBackend>(
    panel: &Panel,
    colours: &PlotColours,
    area: &DrawingArea<B, Shift>,
) -> Result<(), PlotError> {
    // The label of the vertical axis stands above it, where it can be read without turning one's head.
    let (head, body) = area.split_vertically(HEADING);
    let (width, _) = head.dim_in_pixel();
    let title = words(WORDS, colours.text, HPos::Center);
    head.draw(&Text::new(
        panel.title.as_str(),
        (width as i32 / 2, 18),
        title,
    ))?;
    let label = words(NUMBERS, colours.text, HPos::Left);
    head.draw(&Text::new(panel.y.label.as_str(), (10, 42), label))?;
    let mut chart = ChartBuilder::on(&body)
        .margin_right(16)
        .margin_left(4)
        .margin_top(4)
        .x_label_area_size(58)
        .y_label_area_size(52)
        .build_cartesian_2d(Coordinates::of(&panel.x), Coordinates::of(&panel.y))?;
    chart
        .configure_mesh()
        .bold_line_style(rgb(colours.grid))
        .light_line_style(rgb(colours.grid))
        .axis_style(rgb(colours.frame))
        .label_style((FONTS, NUMBERS).into_font().color(&rgb(colours.text)))
        .axis_desc_style((FONTS, NUMBERS).into_font().color(&rgb(colours.text)))
        .x_desc(panel.x.label.as_str())
        .x_label_formatter(&|place| panel.x.words(*place))
        .y_label_formatter(&|place| panel.y.words(*place))
        .draw()?;
    let is_line = |series: &&Series| {
        matches!(series.style, Style::Line | Style::Band) && series.points.len() > 2
    };
    let has_many_lines = panel.series.iter().filter(is_line).count() > 1;
    for series in &panel.series {
        draw_lines(panel, series, ink_of(colours, series.ink), &chart)?;
        match series.style {
            Style::Dots | Style::Both => draw_points(panel, series, colours, &chart)?,
            Style::Line | Style::Band if has_many_lines => {
                draw_marks_on_line(panel, series, colours, &chart)?;
            }
            Style::Line | Style::Band => {}
        }
    }
    Ok(())
}

/// The place of a height at a point, on the axes of its panel.
fn place_at(panel: &Panel, point: &Point, y: f64) -> (f64, f64) {
    (panel.x.place(point.x), panel.y.place(y))
}

/// Draws the band of a series and the line through its points, as far as its style has them.
fn draw_lines<B: DrawingBackend>(
    panel: &Panel,
    series: &Series,
    colour: RGBColor,
    chart: &Chart<B>,
) -> Result<(), PlotError> {
    let place = |point: &Point, y: f64| place_at(panel, point, y);
    let area = chart.plotting_area();
    if series.style == Style::Band {
        let upper = series.points.iter().map(|p| place(p, p.span[1]));
        let lower = series.points.iter().rev().map(|p| place(p, p.span[0]));
        let corners: Vec<(f64, f64)> = upper.chain(lower).collect();
        if corners.len() > 2 {
            area.draw(&Polygon::new(corners, colour.mix(0.22)))?;
        }
    }
    if series.style != Style::Dots {
        let path: Vec<(f64, f64)> = series.points.iter().map(|p| place(p, p.y)).collect();
        area.draw(&PathElement::new(path, colour.stroke_width(2)))?;
    }
    Ok(())
}

/// Draws the points of a series with their error bars.
fn draw_points<B: DrawingBackend>(
    panel: &Panel,
    series: &Series,
    colours: &PlotColours,
    chart: &Chart<B>,
) -> Result<(), PlotError> {
    let place = |point: &Point, y: f64| place_at(panel, point, y);
    let (area, colour) = (chart.plotting_area(), ink_of(colours, series.ink));
    for point in &series.points {
        if point.span[0] < point.span[1] {
            let ends = point.span.map(|end| place(point, end));
            let thin = colour.mix(0.7).stroke_width(1);
            area.draw(&PathElement::new(ends, thin))?;
            for end in ends {
                let cap =
                    EmptyElement::at(end) + PathElement::new([(-BAR_END, 0), (BAR_END, 0)], thin);
                area.draw(&cap)?;
            }
        }
        draw_mark_of(panel, point, series.ink, colours, chart)?;
    }
    Ok(())
}

/// Draws a few marks on a line, at other places than those of lines in other inks.
fn draw_marks_on_line<B: DrawingBackend>(
    panel: &Panel,
    series: &Series,
    colours: &PlotColours,
    chart: &Chart<B>,
) -> Result<(), PlotError> {
    let shift = series.ink % INKS;
    // The number of the last point that has a mark, so that no point of a short line has two.
    let mut last = None;
    for mark in 0..MARKS_ON_LINE {
        let at = series.points.len() * (mark * INKS + shift) / (MARKS_ON_LINE * INKS);
        if let Some(point) = series.points.get(at).filter(|_| last != Some(at)) {
            draw_mark_of(panel, point, series.ink, colours, chart)?;
            last = Some(at);
        }
    }
    Ok(())
}

/// Draws the mark of a point of a series.
fn draw_mark_of<B: DrawingBackend>(
    panel: &Panel,
    point: &Point,
    ink: usize,
    colours: &PlotColours,
    chart: &Chart<B>,
) -> Result<(), PlotError> {
    let area = chart.plotting_area();
    // Marks have the same size in pixels everywhere.
    let (x, y) = area.map_coordinate(&place_at(panel, point, point.y));
    let flat = area.strip_coord_spec();
    let (left, top) = flat.get_base_pixel();
    draw_mark(&flat, (x - left, y - top), ink, colours, point.is_hollow)
}
