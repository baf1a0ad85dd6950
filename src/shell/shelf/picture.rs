//! The pictures of the things.

use std::sync::Arc;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageSampler, ImageType};
use bevy::prelude::*;

use super::Drawing;
use crate::generation::{Label, LabelPlace};
use crate::shell::catalogue::DENSITY;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::sprites::SpritePainter;

/// Paints a drawing in a square with a number of pixels a side.
pub(super) fn image_of(drawing: &Drawing, side: f32, sprites: Arc<SpritePainter>) -> Option<Image> {
    match drawing {
        Drawing::Picture(picture) => {
            let canvas = Canvas::with_sprites(side as u32, side as u32, sprites)?;
            let mut canvas = canvas.at_density(DENSITY);
            // The lines of a listing are bars where there is no room for letters.
            let is_line = |label: &Label| matches!(label.place, LabelPlace::Line { .. });
            if picture.labels.iter().any(is_line) {
                canvas.thumbnail(picture, Vec2::ZERO, side);
            } else {
                canvas.picture(picture, Vec2::ZERO, side);
            }
            Some(canvas.image())
        }
        Drawing::Painted(bytes) => {
            let kind = ImageType::Format(ImageFormat::Png);
            let (formats, usage) = (CompressedImageFormats::NONE, RenderAssetUsages::default());
            Image::from_buffer(bytes, kind, formats, true, ImageSampler::Default, usage).ok()
        }
    }
}
