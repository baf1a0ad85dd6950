//! The pictures of the things: on the cards, and of the one that is chosen.

use std::path::PathBuf;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageSampler, ImageType};
use bevy::prelude::*;

use super::{Drawing, Shelf};
use crate::generation::{Label, Place};
use crate::shell::screen::Screen;
use crate::shell::theme::look::Look;
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::sprites::Sprites;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, paint_pictures.run_if(in_state(Screen::Shelf)));
}

/// The picture on a card, or of the thing that is chosen.
#[derive(Component)]
struct ThingPicture {
    card: Option<usize>,
    /// The thing that is painted, and in which look.
    painted: Option<(PathBuf, Look)>,
}

/// A picture in a square.
pub(super) fn picture_node(card: Option<usize>, side: f32) -> impl Bundle {
    (
        Name::new("Thing"),
        ThingPicture {
            card,
            painted: None,
        },
        ImageNode::default(),
        Node {
            width: px(side),
            height: px(side),
            flex_shrink: 0.0,
            ..default()
        },
        Pickable::IGNORE,
    )
}

/// Pixels of a picture for each interface pixel, so that it is sharp on dense displays.
const DENSITY: f32 = 2.0;

/// Paints the pictures whose thing has changed, one a frame, because painting takes a few milliseconds.
fn paint_pictures(
    shelf: Res<Shelf>,
    sprites: Res<Sprites>,
    mut images: ResMut<Assets<Image>>,
    mut pictures: Query<(&mut ThingPicture, &mut ImageNode, &Node)>,
) {
    for (mut picture, mut node, size) in &mut pictures {
        let path = match picture.card {
            Some(card) => shelf.shown.get(shelf.first + card),
            None => shelf.chosen.as_ref(),
        };
        let wanted = path.map(|path| (path.clone(), sprites.look()));
        if picture.painted == wanted {
            continue;
        }
        let found = path.and_then(|path| shelf.thing(path)?.found.as_ref().ok());
        picture.painted = wanted;
        let Val::Px(side) = size.width else { continue };
        let image = found.and_then(|found| image_of(&found.drawing, side * DENSITY, &sprites));
        node.image = image.map_or_else(|| ImageNode::default().image, |image| images.add(image));
        break;
    }
}

/// Paints a drawing in a square of so many pixels.
fn image_of(drawing: &Drawing, side: f32, sprites: &Sprites) -> Option<Image> {
    match drawing {
        Drawing::Picture(picture) => {
            let mut canvas = Canvas::with_sprites(side as u32, side as u32, sprites.painter())?;
            // The lines of a listing are bars where there is no room for letters.
            let is_line = |label: &Label| matches!(label.place, Place::Line { .. });
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
