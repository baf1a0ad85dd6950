//! Motion on the board: marks grow, and the winning line is drawn from one end to the other.

use bevy::prelude::*;

use super::View;
use super::layer;
use crate::shell::board::BoardSprite;
use crate::shell::settings::Settings;

/// A sprite that grows to its size.
#[derive(Component, Default)]
pub(super) struct Growing {
    /// The part of the time that has passed, 0 to 1.
    done: f32,
}

/// The winning line. Its ends are places on the board.
#[derive(Component)]
pub(super) struct WinningLine {
    pub from: Vec2,
    pub to: Vec2,
    /// The part of the line that is drawn, 0 to 1.
    pub drawn: f32,
}

/// Seconds in which a mark grows.
const GROWTH: f32 = 0.26;
/// Seconds in which the winning line is drawn.
const DRAWING: f32 = 0.45;
/// Width of the winning line in cells.
const LINE_WIDTH: f32 = 0.075;

/// Moves the animations on by a frame.
pub(super) fn advance_animations(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    mut growing: Query<(Entity, &mut Growing)>,
    mut lines: Query<&mut WinningLine>,
) {
    let step = time.delta_secs() * settings.animation_speed();
    for (entity, mut growing) in &mut growing {
        growing.done += step / GROWTH;
        if growing.done >= 1.0 {
            commands.entity(entity).remove::<Growing>();
        }
    }
    for mut line in &mut lines {
        line.drawn = (line.drawn + step / DRAWING).min(1.0);
    }
}

/// Puts every sprite to its place on the screen.
pub(super) fn place_sprites(
    view: Res<View>,
    settings: Res<Settings>,
    mut sprites: Query<
        (&BoardSprite, Option<&Growing>, &mut Transform, &mut Sprite),
        Without<WinningLine>,
    >,
    mut lines: Query<(&WinningLine, &mut Transform, &mut Sprite), Without<BoardSprite>>,
) {
    let frame = view.board.frame;
    for (place, growing, mut transform, mut sprite) in &mut sprites {
        let at = frame.world(place.at);
        transform.translation.x = at.x;
        transform.translation.y = at.y;
        let grown = growing.filter(|_| !settings.reduced_motion);
        let grown = grown.map_or(1.0, |growing| ease_out_back(growing.done.min(1.0)));
        sprite.custom_size = Some(place.size * frame.cell * grown);
    }
    for (line, mut transform, mut sprite) in &mut lines {
        let eased = 1.0 - (1.0 - line.drawn).powi(3);
        let drawn = if settings.reduced_motion { 1.0 } else { eased };
        let (from, to) = (frame.world(line.from), frame.world(line.to));
        let end = from.lerp(to, drawn);
        transform.translation = ((from + end) / 2.0).extend(layer::LINE);
        transform.rotation = Quat::from_rotation_z((to - from).to_angle());
        sprite.custom_size = Some(Vec2::new(from.distance(end), frame.cell * LINE_WIDTH));
    }
}

/// Grows a little more than needed, and then shrinks to the final size.
fn ease_out_back(t: f32) -> f32 {
    let back = 1.4;
    let left = t - 1.0;
    1.0 + (back + 1.0) * left.powi(3) + back * left.powi(2)
}
