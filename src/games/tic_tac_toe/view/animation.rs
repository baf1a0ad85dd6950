//! Motion on the board: marks grow, and the winning line is drawn from one end to the other.

use bevy::prelude::*;

use super::View;
use crate::shell::board::BoardSprite;
use crate::shell::settings::Settings;

/// A sprite that grows to its size.
#[derive(Component, Default)]
pub(super) struct Growing {
    /// The part of the time that has passed, 0 to 1.
    done: f32,
}

/// A part of the winning line. The ends of the line are places on the board.
#[derive(Component, Clone)]
pub(super) struct WinningLine {
    pub from: Vec2,
    pub to: Vec2,
    /// The part of the line that is drawn, 0 to 1; below 0 it waits for its last mark to grow.
    pub drawn: f32,
    pub part: LinePart,
    /// Its width in cells.
    pub width: f32,
    pub colour: Color,
}

/// The parts of a line with round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinePart {
    /// The line without its ends.
    Stroke,
    /// The round end at which it begins.
    Begin,
    /// The round end that moves on while it is drawn.
    End,
    /// The light around it.
    Glow,
}

/// Seconds in which a mark grows.
const GROWTH: f32 = 0.26;
/// Seconds in which the winning line is drawn.
const DRAWING: f32 = 0.5;
/// The drawn part of a line that waits for its last mark; it is below 0.
pub(super) const NOT_BEGUN: f32 = -0.7 * GROWTH / DRAWING;

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
        frame.put(&mut transform, place.at);
        let grown = growing.filter(|_| !settings.reduced_motion);
        let grown = grown.map_or(1.0, |growing| ease_out_back(growing.done.min(1.0)));
        sprite.custom_size = Some(place.size * frame.cell * grown);
    }
    for (line, mut transform, mut sprite) in &mut lines {
        let drawn = line.drawn.clamp(0.0, 1.0);
        let eased = 1.0 - (1.0 - drawn).powi(3);
        // With reduced motion the whole line fades in.
        let (reached, alpha) = match settings.reduced_motion {
            true => (1.0, drawn),
            false => (eased, if drawn > 0.0 { 1.0 } else { 0.0 }),
        };
        let (from, to) = (frame.world(line.from), frame.world(line.to));
        let end = from.lerp(to, reached);
        let (length, width) = (from.distance(end), frame.cell * line.width);
        let (at, size) = match line.part {
            LinePart::Stroke => ((from + end) / 2.0, Vec2::new(length, width)),
            LinePart::Begin => (from, Vec2::splat(width)),
            LinePart::End => (end, Vec2::splat(width)),
            LinePart::Glow => ((from + end) / 2.0, Vec2::new(length + width, width)),
        };
        (transform.translation.x, transform.translation.y) = (at.x, at.y);
        transform.rotation = Quat::from_rotation_z((to - from).to_angle());
        sprite.custom_size = Some(size);
        sprite.color = line.colour.with_alpha(line.colour.alpha() * alpha);
    }
}

/// Grows a little more than needed, and then shrinks to the final size.
fn ease_out_back(t: f32) -> f32 {
    let back = 1.4;
    let left = t - 1.0;
    1.0 + (back + 1.0) * left.powi(3) + back * left.powi(2)
}
