//! The stars of a result, which are stamped onto the card one after the other.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::shell::audio::{PlaySound, Sound};
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{square, square_picture, stack};

/// Side of a star, in interface pixels.
const SIDE: f32 = 58.0;
/// Seconds before the first star.
const FIRST: f32 = 0.35;
/// Seconds between two stars.
const BETWEEN: f32 = 0.38;
/// Seconds in which a star comes down.
const STAMP: f32 = 0.22;
/// The surplus size of a star before it comes down, as a part of its size.
const HEIGHT: f32 = 1.1;

/// A star that comes down on its place.
#[derive(Component)]
pub(super) struct Stamp {
    /// The number of the star, from 1.
    number: u8,
    /// Seconds since it began to come down; below 0 it waits.
    seconds: f32,
    is_down: bool,
}

impl Stamp {
    fn new(number: u8) -> Self {
        Stamp {
            number,
            seconds: -FIRST - BETWEEN * f32::from(number - 1),
            is_down: false,
        }
    }
}

/// Spawns the places of three stars, and as many stars as were earned.
pub(super) fn spawn(card: &mut ChildSpawnerCommands, sprites: &Sprites, earned: u8) {
    let over = Node {
        position_type: PositionType::Absolute,
        ..square(SIDE)
    };
    let node = Node {
        justify_content: JustifyContent::Center,
        ..stack(FlexDirection::Row, 10.0)
    };
    card.spawn(node).with_children(|row| {
        for number in 1..=3 {
            let empty = square_picture(sprites.get("match3/star_empty"), SIDE);
            let mut place = row.spawn((Name::new("Place of a star"), empty));
            if number <= earned {
                let star = ImageNode::new(sprites.get("match3/star"));
                place.with_child((
                    Name::new("Star"),
                    Stamp::new(number),
                    star.with_color(Color::WHITE.with_alpha(0.0)),
                    UiTransform::default(),
                    over.clone(),
                ));
            }
        }
    });
}

/// Brings the stars down. With reduced motion they only fade in.
pub(super) fn stamp_stars(
    time: Res<Time>,
    settings: Res<Settings>,
    mut stars: Query<(&mut Stamp, &mut ImageNode, &mut UiTransform)>,
    mut sounds: MessageWriter<PlaySound>,
) {
    let passed = time.delta_secs().min(0.1) * settings.animation_speed();
    for (mut stamp, mut image, mut place) in &mut stars {
        if stamp.is_down {
            continue;
        }
        stamp.seconds += passed;
        let t = (stamp.seconds / STAMP).clamp(0.0, 1.0);
        image.color = Color::WHITE.with_alpha(t);
        if !settings.reduced_motion {
            // The star falls faster and faster.
            place.scale = Vec2::splat(1.0 + HEIGHT * (1.0 - t * t));
        }
        if t >= 1.0 {
            stamp.is_down = true;
            let step = 2 * u32::from(stamp.number);
            sounds.write(PlaySound(Sound::Combo(step)));
        }
    }
}
