//! Plots on the screen: their lines as an image, and their words in the fonts of the game.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use resvg::{tiny_skia, usvg};

use super::look::Look;
use super::palette;
use super::sprites;
use super::widget::{TextSize, text_font};
use crate::base::PlainError;
use crate::plot::{
    HorizontalAnchor, INKS, Label, LabelledSvg, Phrases, Plot, PlotColours, Rgb, VerticalAnchor,
};

/// The colours of plots, on the screen and in files.
pub fn plot_colours() -> PlotColours {
    PlotColours {
        background: rgb(palette::NIGHT),
        frame: rgb(palette::MIST),
        grid: rgb(palette::RAISED),
        text: rgb(palette::PAPER),
        inks: SERIES.map(rgb),
    }
}

/// The inks of series.
const SERIES: [Color; INKS] = [
    palette::LAMP,
    palette::THOUGHT,
    palette::FAULT,
    palette::MIST,
    palette::LEAF,
    palette::EMBER,
];

/// The ink of a series, from 0.
pub fn ink(series: usize) -> Color {
    SERIES[series % INKS]
}

fn rgb(colour: Color) -> Rgb {
    let [red, green, blue, _] = colour.to_srgba().to_u8_array();
    (red, green, blue)
}

/// Pixels of the image for each pixel of the plot, so that lines stay sharp on dense displays.
const DENSITY: f32 = 2.0;

/// A plot that is ready to be shown.
pub struct PlotImage {
    image: Image,
    labels: Vec<Label>,
    /// Width and height of the plot, in its own pixels.
    size: Vec2,
    /// The plot in words, for screen readers.
    words: String,
}

impl PlotImage {
    /// Draws a plot in a look, which may take a few frames, and tells it in words for screen readers. The error says why
    /// it cannot be drawn.
    pub fn of(plot: &Plot, look: Look, phrase: Phrases) -> Result<Self, PlainError> {
        let drawn = plot.labelled_svg(&plot_colours());
        let LabelledSvg { svg, labels } = drawn?;
        // The words are texts of the interface, which are drawn in the look like all other texts.
        let svg = sprites::with_colours(&svg, |colour| look.map_colour(colour));
        let (width, height) = plot.size();
        Ok(PlotImage {
            image: rasterise(&svg)?,
            labels,
            size: Vec2::new(width as f32, height as f32),
            words: plot.words(phrase),
        })
    }
}

/// Rasterises the lines of a plot.
fn rasterise(svg: &str) -> Result<Image, PlainError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let pixels = |side: f32| (side * DENSITY).ceil() as u32;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let mut pixmap =
        tiny_skia::Pixmap::new(width, height).ok_or_else(|| PlainError::new("it has no size"))?;
    let scale = tiny_skia::Transform::from_scale(DENSITY, DENSITY);
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    Ok(sprites::image(&pixmap))
}

/// Spawns a plot as wide as its parent.
pub fn spawn_plot(parent: &mut ChildSpawnerCommands, images: &mut Assets<Image>, plot: &PlotImage) {
    let node = Node {
        width: percent(100),
        aspect_ratio: Some(plot.size.x / plot.size.y),
        flex_shrink: 0.0,
        ..default()
    };
    let image = images.add(plot.image.clone());
    let words = AccessibleLabel(plot.words.clone());
    parent
        .spawn((Name::new("Plot"), ImageNode::new(image), node, words))
        .with_children(|parent| {
            for label in &plot.labels {
                spawn_label(parent, label, plot.size);
            }
        });
}

/// Spawns words of a plot at their place: in a node without a size, which they exceed on the proper side.
fn spawn_label(plot: &mut ChildSpawnerCommands, label: &Label, size: Vec2) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: percent(100.0 * label.x as f32 / size.x),
        top: percent(100.0 * label.y as f32 / size.y),
        width: px(0),
        height: px(0),
        justify_content: match label.horizontal {
            HorizontalAnchor::Left => JustifyContent::FlexStart,
            HorizontalAnchor::Centre => JustifyContent::Center,
            HorizontalAnchor::Right => JustifyContent::FlexEnd,
        },
        align_items: match label.vertical {
            VerticalAnchor::Top => AlignItems::FlexStart,
            VerticalAnchor::Centre => AlignItems::Center,
            VerticalAnchor::Bottom => AlignItems::FlexEnd,
        },
        ..default()
    };
    let (red, green, blue) = label.colour;
    plot.spawn((node, Pickable::IGNORE)).with_child((
        Text::new(label.text.as_str()),
        TextFont {
            font_size: FontSize::Px(label.size),
            ..text_font(TextSize::Small)
        },
        TextColor(Color::srgb_u8(red, green, blue)),
        TextLayout::no_wrap(),
        Node {
            flex_shrink: 0.0,
            ..default()
        },
        Pickable::IGNORE,
    ));
}
