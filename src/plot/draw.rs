//! Draws a plot with the crate plotters.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, Circle, DrawingArea, DrawingAreaErrorKind,
    DrawingBackend, IntoDrawingArea, PathElement, Polygon, RGBColor, SVGBackend, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, ShapeStyle, TextStyle};

use super::{Axis, Panel, Plot, PlotColours, Point, Rgb, Series, Style};

/// The height of the title, in pixels.
pub(super) const HEAD: u32 = 40;
/// The height of the legend, in pixels.
pub(super) const FOOT: u32 = 34;

/// The height of the words above a panel, in pixels.
const HEADING: u32 = 54;

/// The fonts of the words in a file: the game's own, or any other without serifs.
const FONTS: &str = "Pretendard, sans-serif";
/// The sizes of the title, of the titles of panels and labels, and of the numbers, as plotters counts them.
const TITLE: f64 = 24.0;
const WORDS: f64 = 18.0;
const NUMBERS: f64 = 16.0;
/// Plotters counts the size of a font from the top of its highest letter to the bottom of its lowest one, SVG in units of
/// the font.
const FONT_UNIT: f64 = 1.24;

/// The radius of a dot, and half the width of the ends of an error bar, in pixels.
const DOT: u32 = 4;
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

/// Draws a dot and words for each entry of the legend, from the left.
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
        let colour = ink_of(colours, *ink);
        area.draw(&Circle::new((x, middle), DOT + 1, colour.filled()))?;
        let style = words(WORDS, colours.text, HPos::Left);
        area.draw(&Text::new(text.as_str(), (x + 12, middle), style))?;
        x += width + gap;
    }
    Ok(())
}

/// The approximate width of words in the legend, in pixels. Letters outside of Latin are about twice as wide.
fn width_of(text: &str) -> i32 {
    let letter = |letter: char| if letter < '\u{1100}' { 7.2 } else { 13.5 };
    text.chars().map(letter).sum::<f64>() as i32
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
    for series in &panel.series {
        draw_series(panel, series, ink_of(colours, series.ink), &mut chart)?;
    }
    Ok(())
}

fn draw_series<B: DrawingBackend>(
    panel: &Panel,
    series: &Series,
    colour: RGBColor,
    chart: &mut Chart<B>,
) -> Result<(), PlotError> {
    let place = |point: &Point, y: f64| (panel.x.place(point.x), panel.y.place(y));
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
    if matches!(series.style, Style::Line | Style::Band) {
        return Ok(());
    }
    for point in &series.points {
        if point.span[0] < point.span[1] {
            let ends = point.span.map(|end| place(point, end));
            let thin = colour.mix(0.7).stroke_width(1);
            area.draw(&PathElement::new(ends, thin))?;
            for end in ends {
                let cap = plotters::element::EmptyElement::at(end)
                    + PathElement::new([(-BAR_END, 0), (BAR_END, 0)], thin);
                area.draw(&cap)?;
            }
        }
        let style: ShapeStyle = if point.is_hollow {
            colour.stroke_width(2)
        } else {
            colour.filled()
        };
        area.draw(&Circle::new(place(point, point.y), DOT, style))?;
    }
    Ok(())
}
