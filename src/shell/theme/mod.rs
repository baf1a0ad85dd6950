//! The theme: the palette, the type scale, the widgets and their bindings, sprites, plots, and the painting of
//! pictures.

pub mod animation;
pub mod asking;
pub mod bind;
pub mod covering;
pub mod large;
mod letters;
pub mod look;
pub mod number;
pub mod outlined_text;
pub mod paint;
pub mod paint_task;
pub mod palette;
pub mod picture_button;
pub mod plot;
pub mod report;
pub mod scroll;
pub mod shown;
pub mod slider;
pub mod sprites;
pub mod stepper;
mod styling;
pub mod svg;
pub mod tooltip;
pub mod widget;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        asking::plugin,
        bind::plugin,
        large::plugin,
        number::plugin,
        outlined_text::plugin,
        paint_task::plugin,
        scroll::plugin,
        shown::plugin,
        slider::plugin,
        sprites::plugin,
        styling::plugin,
        tooltip::plugin,
        widget::plugin,
    ));
}
