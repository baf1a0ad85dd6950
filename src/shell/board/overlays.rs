//! The overlays of a board: sprites, squares, arrows and words that lie over its cells.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::BoardFrame;
use crate::shell::at_rest::DecorationTime;
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
}

/// Spawns overlays as children of an entity.
struct OverlaySpawner<'a, 'w, 's> {
    commands: &'a mut Commands<'w, 's>,
    sprites: &'a Sprites,
    parent: Entity,
    frame: &'a BoardFrame,
}

impl OverlaySpawner<'_, '_, '_> {
    fn spawn(&mut self, overlay: &Overlay) {
        match overlay {
            Overlay::Sprite {
                name,
                at,
                size,
                layer,
                tint,
            } => {
                let image = self.sprites.get(name);
                self.spawn_square(image, self.place(*at, *layer), *size, *tint);
            }
            Overlay::Pulse { name, at, layer } => {
                let image = self.sprites.get(name);
                let sprite = self.spawn_square(image, self.place(*at, *layer), 1.0, Color::WHITE);
                self.commands
                    .entity(sprite)
                    .insert(Pulsing(self.frame.cell));
            }
            Overlay::Square {
                at,
                size,
                layer,
                colour,
            } => {
                self.spawn_square(Handle::default(), self.place(*at, *layer), *size, *colour);
            }
            Overlay::Arrow {
                from,
                to,
                layer,
                colour,
            } => {
                let [from, to] = [from, to].map(|end| self.frame.world(*end));
                self.spawn_arrow(from, to, *layer, *colour);
            }
            Overlay::Word {
                text,
                at,
                size,
                layer,
                colour,
            } => self.spawn_word(
                text,
                self.place(*at, *layer),
                self.font_size(*size),
                *colour,
            ),
            Overlay::Caption {
                text,
                at,
                size,
                layer,
            } => self.spawn_caption(text, self.place(*at, *layer), self.font_size(*size)),
        }
    }

    /// The place of a point of the board on a layer, in world units.
    fn place(&self, at: Vec2, layer: f32) -> Vec3 {
        self.frame.world(at).extend(layer)
    }

    /// The size of a font that is given in cells, in world units.
    fn font_size(&self, cells: f32) -> f32 {
        (self.frame.cell * cells).max(MIN_FONT)
    }

    /// Spawns a square of an image, whose size is given in cells.
    fn spawn_square(
        &mut self,
        image: Handle<Image>,
        place: Vec3,
        size: f32,
        color: Color,
    ) -> Entity {
        let sprite = Sprite {
            image,
            color,
            custom_size: Some(Vec2::splat(size * self.frame.cell)),
            ..default()
        };
        let square = (
            Name::new("Overlay"),
            sprite,
            Transform::from_translation(place),
            ChildOf(self.parent),
        );
        self.commands.spawn(square).id()
    }

    /// Spawns a word and its shade.
    fn spawn_word(&mut self, text: &str, place: Vec3, size: f32, colour: Color) {
        self.spawn_shade(text, place, size, colour.alpha());
        let font = TextFont {
            font_size: FontSize::Px(size),
            ..text_font(TextSize::Head)
        };
        self.commands.spawn((
            Name::new("Word"),
            Text2d::new(text),
            font,
            TextColor(colour),
            Transform::from_translation(place),
            ChildOf(self.parent),
        ));
    }

    /// Spawns a text with an outline, and its shade.
    fn spawn_caption(&mut self, text: &str, place: Vec3, size: f32) {
        self.spawn_shade(text, place, size, 1.0);
        self.commands.spawn((
            Name::new("Caption"),
            outlined_text(text.to_owned(), size, palette::PAPER),
            Transform::from_translation(place),
            ChildOf(self.parent),
        ));
    }

    /// Spawns the shade below a text.
    fn spawn_shade(&mut self, text: &str, place: Vec3, size: f32, alpha: f32) {
        let shade = Sprite {
            image: self.sprites.get("shared/halo"),
            color: Color::WHITE.with_alpha(alpha),
            custom_size: Some(shade_of_word(text) * size),
            ..default()
        };
        self.commands.spawn((
            Name::new("Shade"),
            shade,
            Transform::from_translation(place - Vec3::Z * BELOW),
            ChildOf(self.parent),
        ));
    }

    /// Spawns an arrow between two points in world units.
    fn spawn_arrow(&mut self, from: Vec2, to: Vec2, layer: f32, colour: Color) {
        let cell = self.frame.cell;
        let along = (to - from).normalize_or(Vec2::X);
        let (begin, tip) = (
            from + along * ARROW_GAPS.0 * cell,
            to - along * ARROW_GAPS.1 * cell,
        );
        // The head is notched, and the shaft reaches into the notch.
        let end = tip - along * 0.7 * ARROW_HEAD * cell;
        let mut part = |name: &str, middle: Vec2, size: Vec2, layer: f32| {
            self.commands.spawn((
                Name::new("Arrow"),
                Sprite {
                    image: self.sprites.get(name),
                    color: colour,
                    custom_size: Some(size),
                    ..default()
                },
                Transform {
                    translation: middle.extend(layer),
                    rotation: Quat::from_rotation_z(along.to_angle()),
                    ..default()
                },
                ChildOf(self.parent),
            ));
        };
        let length = (end - begin).dot(along).max(0.0);
        let size = Vec2::new(length, ARROW_SHAFT * cell);
        part("shared/arrow_shaft", (begin + end) / 2.0, size, layer);
        let middle = tip - along * ARROW_HEAD * cell / 2.0;
        let size = Vec2::splat(ARROW_HEAD * cell);
        part("shared/arrow_head", middle, size, layer + BELOW);
    }
}

/// The size of the shade below a word, in sizes of its font. It is estimated from the number of letters.
fn shade_of_word(text: &str) -> Vec2 {
    Vec2::new(0.6 * text.chars().count() as f32 + 1.1, 1.9)
}

/// An overlay that swells and fades, with its usual width in world units.
#[derive(Component)]
pub(super) struct Pulsing(f32);

/// Seconds from one swelling to the next.
const PULSE: f32 = 1.3;

/// Lets overlays swell and fade. With reduced motion they only fade.
pub(super) fn pulse_overlays(
    time: Res<DecorationTime>,
    settings: Res<Settings>,
    mut sprites: Query<(&Pulsing, &mut Sprite)>,
) {
    let turn = TAU * time.seconds() / PULSE;
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
    frame: BoardFrame,
    parent: Option<Entity>,
}

impl Overlays {
    /// Spawns the overlays again if they or the frame have changed.
    pub fn show(
        &mut self,
        commands: &mut Commands,
        sprites: &Sprites,
        root: Entity,
        frame: BoardFrame,
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
        let mut spawner = OverlaySpawner {
            commands,
            sprites,
            parent,
            frame: &frame,
        };
        overlays.iter().for_each(|overlay| spawner.spawn(overlay));
        *self = Overlays {
            shown: overlays,
            frame,
            parent: Some(parent),
        };
    }
}
