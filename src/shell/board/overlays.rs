//! The overlays of a board: sprites, squares, arrows and words that lie over its cells.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::Frame;
use crate::shell::settings::Settings;
use crate::shell::theme::outlined_text::outlined_text;
use crate::shell::theme::palette;
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
    /// A sprite over a cell that swells and fades, so that it is found at once.
    Pulse {
        /// The name of the sprite.
        name: &'static str,
        /// Its middle.
        at: Vec2,
        /// Its layer.
        layer: f32,
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
    /// A tapered arrow from one cell to another. It leaves their middles free.
    Arrow {
        /// The middle of the cell that it leaves.
        from: Vec2,
        /// The middle of the cell that it points to.
        to: Vec2,
        /// Its layer.
        layer: f32,
        /// Its colour.
        colour: Color,
    },
    /// A word on a soft shade, so that it can be read over a cell.
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
    /// A text with an outline on a soft shade, which may be longer than a cell and can be read over pieces.
    Caption {
        /// The text.
        text: String,
        /// Its middle.
        at: Vec2,
        /// The size of its font. Very small ones are written larger, so that they can be read.
        size: f32,
        /// Its layer.
        layer: f32,
    },
}

/// The smallest font on a board, in world units.
const MIN_FONT: f32 = 14.0;
/// The distance of the beginning of an arrow from the middle of its cell, and of its tip from the middle of the other
/// cell, in cells.
const ARROW_GAPS: (f32, f32) = (0.24, 0.24);
/// The width and the height of the head of an arrow, in cells.
const ARROW_HEAD: f32 = 0.34;
/// The width of an arrow where its shaft meets its head, in cells.
const ARROW_SHAFT: f32 = 0.18;

/// The difference between the layers of a word and of its shade, and of the head and of the shaft of an arrow.
const BELOW: f32 = 0.05;

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

    /// The name of a cell, or a part of it at the rim of the board.
    pub fn cell_name(text: &str, at: Vec2, size: f32, layer: f32) -> Self {
        Overlay::Word {
            text: text.to_owned(),
            at,
            size,
            layer,
            colour: palette::MIST,
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
            Overlay::Pulse { name, at, layer } => {
                let sprite = square(sprites.get(name), *at, 1.0, *layer, Color::WHITE);
                commands.spawn((sprite, Pulsing(frame.cell)));
            }
            Overlay::Square {
                at,
                size,
                layer,
                colour,
            } => {
                commands.spawn(square(Handle::default(), *at, *size, *layer, *colour));
            }
            Overlay::Arrow {
                from,
                to,
                layer,
                colour,
            } => {
                let images =
                    ["shared/arrow_shaft", "shared/arrow_head"].map(|name| sprites.get(name));
                let ends = (frame.world(*from), frame.world(*to));
                let look = (*layer, *colour);
                spawn_arrow(commands, images, parent, frame.cell, ends, look);
            }
            Overlay::Word {
                text,
                at,
                size,
                layer,
                colour,
            } => {
                let look = (
                    frame.world(*at).extend(*layer),
                    font_size(*size, frame),
                    *colour,
                );
                spawn_word(commands, sprites, parent, text, look);
            }
            Overlay::Caption {
                text,
                at,
                size,
                layer,
            } => {
                let place = frame.world(*at).extend(*layer);
                spawn_caption(
                    commands,
                    sprites,
                    parent,
                    text,
                    (place, font_size(*size, frame)),
                );
            }
        }
    }
}

/// The size of a font that is given in cells, in world units.
fn font_size(cells: f32, frame: &Frame) -> f32 {
    (frame.cell * cells).max(MIN_FONT)
}

/// Spawns a word and its shade.
fn spawn_word(
    commands: &mut Commands,
    sprites: &Sprites,
    parent: Entity,
    text: &str,
    (place, size, colour): (Vec3, f32, Color),
) {
    spawn_shade(commands, sprites, parent, text, (place, size, colour));
    let font = TextFont {
        font_size: FontSize::Px(size),
        ..text_font(TextSize::Head)
    };
    commands.spawn((
        Name::new("Word"),
        Text2d::new(text),
        font,
        TextColor(colour),
        Transform::from_translation(place),
        ChildOf(parent),
    ));
}

/// Spawns a text with an outline, and its shade.
fn spawn_caption(
    commands: &mut Commands,
    sprites: &Sprites,
    parent: Entity,
    text: &str,
    (place, size): (Vec3, f32),
) {
    let colour = palette::PAPER;
    spawn_shade(commands, sprites, parent, text, (place, size, colour));
    commands.spawn((
        Name::new("Caption"),
        outlined_text(text.to_owned(), size, colour),
        Transform::from_translation(place),
        ChildOf(parent),
    ));
}

/// Spawns the shade below a text.
fn spawn_shade(
    commands: &mut Commands,
    sprites: &Sprites,
    parent: Entity,
    text: &str,
    (place, size, colour): (Vec3, f32, Color),
) {
    let shade = Sprite {
        image: sprites.get("shared/halo"),
        color: Color::WHITE.with_alpha(colour.alpha()),
        custom_size: Some(shade_of_word(text) * size),
        ..default()
    };
    commands.spawn((
        Name::new("Shade"),
        shade,
        Transform::from_translation(place - Vec3::Z * BELOW),
        ChildOf(parent),
    ));
}

/// The size of the shade below a word, in sizes of its font. It is estimated from the number of letters.
fn shade_of_word(text: &str) -> Vec2 {
    Vec2::new(0.6 * text.chars().count() as f32 + 1.1, 1.9)
}

/// Spawns an arrow between two points in world units.
fn spawn_arrow(
    commands: &mut Commands,
    [shaft, head]: [Handle<Image>; 2],
    parent: Entity,
    cell: f32,
    (from, to): (Vec2, Vec2),
    (layer, colour): (f32, Color),
) {
    let along = (to - from).normalize_or(Vec2::X);
    let (begin, tip) = (
        from + along * ARROW_GAPS.0 * cell,
        to - along * ARROW_GAPS.1 * cell,
    );
    // The head is notched, and the shaft reaches into the notch.
    let end = tip - along * 0.7 * ARROW_HEAD * cell;
    let mut part = |image, middle: Vec2, size: Vec2, layer: f32| {
        commands.spawn((
            Name::new("Arrow"),
            Sprite {
                image,
                color: colour,
                custom_size: Some(size),
                ..default()
            },
            Transform {
                translation: middle.extend(layer),
                rotation: Quat::from_rotation_z(along.to_angle()),
                ..default()
            },
            ChildOf(parent),
        ));
    };
    let length = (end - begin).dot(along).max(0.0);
    let size = Vec2::new(length, ARROW_SHAFT * cell);
    part(shaft, (begin + end) / 2.0, size, layer);
    let middle = tip - along * ARROW_HEAD * cell / 2.0;
    part(head, middle, Vec2::splat(ARROW_HEAD * cell), layer + BELOW);
}

/// An overlay that swells and fades, with its usual width in world units.
#[derive(Component)]
pub(super) struct Pulsing(f32);

/// Seconds from one swelling to the next.
const PULSE: f32 = 1.3;

/// Lets overlays swell and fade. With reduced motion they only fade.
pub(super) fn pulse_overlays(
    time: Res<Time>,
    settings: Res<Settings>,
    mut sprites: Query<(&Pulsing, &mut Sprite)>,
) {
    let turn = TAU * time.elapsed_secs_wrapped() / PULSE;
    let wave = 0.5 - 0.5 * turn.cos();
    let swollen = match settings.reduced_motion {
        true => 1.0,
        false => 1.0 + 0.07 * wave,
    };
    for (Pulsing(width), mut sprite) in &mut sprites {
        sprite.color = Color::WHITE.with_alpha(0.5 + 0.5 * wave);
        sprite.custom_size = Some(Vec2::splat(width * swollen));
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
