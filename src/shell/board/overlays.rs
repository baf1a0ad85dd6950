//! The overlays of a board: sprites, squares, lines and words that lie over its cells.

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

use super::Frame;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{TextSize, text_font};

/// Something that lies over a cell. Places and sizes are in cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// A sprite by its name, multiplied with a colour.
    Sprite {
        /// The name of the sprite.
        name: &'static str,
        /// Its middle.
        at: Vec2,
        /// Its width and height.
        size: f32,
        /// Its layer.
        layer: f32,
        /// The colour; white leaves the sprite as it is drawn.
        tint: Color,
    },
    /// A square of one colour.
    Square {
        /// Its middle.
        at: Vec2,
        /// Its width and height.
        size: f32,
        /// Its layer.
        layer: f32,
        /// Its colour.
        colour: Color,
    },
    /// A line between two cells. It leaves their middles free.
    Line {
        /// The middle of one cell.
        from: Vec2,
        /// The middle of the other cell.
        to: Vec2,
        /// Its layer.
        layer: f32,
        /// Its colour.
        colour: Color,
    },
    /// A word.
    Word {
        /// The word.
        text: String,
        /// Its middle.
        at: Vec2,
        /// The size of its font. Very small words are written larger, so that they can be read.
        size: f32,
        /// Its layer.
        layer: f32,
        /// Its colour.
        colour: Color,
    },
}

/// The smallest font on a board, in world units.
const MIN_FONT: f32 = 14.0;
/// The width of a line, in cells.
const LINE_WIDTH: f32 = 0.05;
/// The part of a line that is left out at its ends, in cells.
const LINE_GAP: f32 = 0.5;

impl Overlay {
    /// A sprite over a whole cell.
    pub fn sprite(name: &'static str, at: Vec2, layer: f32) -> Self {
        Overlay::Sprite {
            name,
            at,
            size: 1.0,
            layer,
            tint: Color::WHITE,
        }
    }

    fn spawn(&self, commands: &mut Commands, sprites: &Sprites, parent: Entity, frame: &Frame) {
        let square = |image, at: Vec2, size: f32, layer: f32, color| {
            let sprite = Sprite {
                image,
                color,
                custom_size: Some(Vec2::splat(size * frame.cell)),
                ..default()
            };
            let place = Transform::from_translation(frame.world(at).extend(layer));
            (Name::new("Overlay"), sprite, place, ChildOf(parent))
        };
        match self {
            Overlay::Sprite {
                name,
                at,
                size,
                layer,
                tint,
            } => {
                commands.spawn(square(sprites.get(name), *at, *size, *layer, *tint));
            }
            Overlay::Square {
                at,
                size,
                layer,
                colour,
            } => {
                commands.spawn(square(Handle::default(), *at, *size, *layer, *colour));
            }
            Overlay::Line {
                from,
                to,
                layer,
                colour,
            } => {
                let (from, to) = (frame.world(*from), frame.world(*to));
                let length = from.distance(to) - frame.cell * LINE_GAP;
                commands.spawn((
                    Name::new("Line"),
                    Sprite::from_color(*colour, Vec2::new(length, frame.cell * LINE_WIDTH)),
                    Transform {
                        translation: ((from + to) / 2.0).extend(*layer),
                        rotation: Quat::from_rotation_z((to - from).to_angle()),
                        ..default()
                    },
                    ChildOf(parent),
                ));
            }
            Overlay::Word {
                text,
                at,
                size,
                layer,
                colour,
            } => {
                let font = TextFont {
                    font_size: FontSize::Px((frame.cell * size).max(MIN_FONT)),
                    ..text_font(TextSize::Head)
                };
                commands.spawn((
                    Name::new("Word"),
                    Text2d::new(text.clone()),
                    Text2dShadow::default(),
                    font,
                    TextColor(*colour),
                    Transform::from_translation(frame.world(*at).extend(*layer)),
                    ChildOf(parent),
                ));
            }
        }
    }
}

/// The overlays of a board that are on the screen.
#[derive(Default)]
pub struct Overlays {
    shown: Vec<Overlay>,
    frame: Frame,
    parent: Option<Entity>,
}

impl Overlays {
    /// Spawns the overlays again if they or the frame have changed.
    pub fn show(
        &mut self,
        commands: &mut Commands,
        sprites: &Sprites,
        root: Entity,
        frame: Frame,
        overlays: Vec<Overlay>,
    ) {
        if overlays == self.shown && frame == self.frame {
            return;
        }
        if let Some(parent) = self.parent.take() {
            commands.entity(parent).try_despawn();
        }
        let parent = (
            Name::new("Overlays"),
            Transform::default(),
            Visibility::default(),
            ChildOf(root),
        );
        let parent = commands.spawn(parent).id();
        for overlay in &overlays {
            overlay.spawn(commands, sprites, parent, &frame);
        }
        *self = Overlays {
            shown: overlays,
            frame,
            parent: Some(parent),
        };
    }
}
