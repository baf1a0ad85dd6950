//! Motion on the board: pieces jump or grow out of another piece, and captured pieces turn over.

use std::f32::consts::PI;

use bevy::prelude::*;

use super::layer;
use super::{View, piece_sprite};
use crate::games::hexxagon::rules::Player;
use crate::shell::board::BoardSprite;
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// A piece on its way to its place.
#[derive(Component)]
pub(super) struct Arriving {
    pub from: Vec2,
    /// A piece that jumps rises on its way. A clone grows.
    pub jumps: bool,
    /// Seconds since it started.
    pub seconds: f32,
}

/// A piece that turns over to another player.
#[derive(Component)]
pub(super) struct Turning {
    pub to: Player,
    /// Seconds before it starts to turn.
    pub delay: f32,
    /// Seconds that have passed, with the delay.
    pub seconds: f32,
    /// Whether it shows its new side.
    pub has_turned: bool,
}

/// A piece that cannot make the wanted move, and shakes its head.
#[derive(Component, Default)]
pub(super) struct Shaking {
    /// Seconds since it started.
    seconds: f32,
}

/// Seconds for which a piece shakes.
const SHAKE: f32 = 0.4;
/// The distance that a shaking piece moves, in cells.
const SHAKE_WIDTH: f32 = 0.06;

/// Seconds of a clone or jump.
pub(super) const ARRIVAL: f32 = 0.32;
/// Seconds in which a piece turns over.
const TURN: f32 = 0.30;

/// Moves the animations on by a frame.
pub(super) fn advance_animations(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    sprites: Res<Sprites>,
    mut pieces: Query<
        (
            Entity,
            Option<&mut Arriving>,
            Option<&mut Turning>,
            Option<&mut Shaking>,
            &mut Transform,
            &mut Sprite,
        ),
        Or<(With<Arriving>, With<Turning>, With<Shaking>)>,
    >,
) {
    let step = time.delta_secs() * settings.animation_speed();
    // A piece that is still on its way may be captured. It turns over then while it goes on.
    for (entity, arriving, turning, shaking, mut transform, mut sprite) in &mut pieces {
        let mut piece = commands.entity(entity);
        if let Some(mut arriving) = arriving {
            arriving.seconds += step;
            if arriving.seconds >= ARRIVAL {
                sprite.color = Color::WHITE;
                transform.translation.z = layer::PIECE;
                piece.remove::<Arriving>();
            }
        }
        if let Some(mut turning) = turning {
            turning.seconds += step;
            if !turning.has_turned && turning.seconds >= turning.delay + TURN / 2.0 {
                turning.has_turned = true;
                sprite.image = sprites.get(piece_sprite(turning.to));
            }
            if turning.seconds >= turning.delay + TURN {
                sprite.color = Color::WHITE;
                piece.remove::<Turning>();
            }
        }
        if let Some(mut shaking) = shaking {
            shaking.seconds += step;
            if shaking.seconds >= SHAKE {
                sprite.color = Color::WHITE;
                piece.remove::<Shaking>();
            }
        }
    }
}

/// The look of a sprite at one moment.
struct MomentaryLook {
    /// The place on the board.
    at: Vec2,
    /// The size in cells.
    size: Vec2,
    /// The opacity; `None` if no animation sets it.
    alpha: Option<f32>,
}

impl MomentaryLook {
    /// Makes the piece paler than another animation leaves it.
    fn fade(&mut self, alpha: f32) {
        self.alpha = Some(self.alpha.unwrap_or(1.0) * alpha);
    }

    /// The piece comes to its place, or appears there.
    fn arrive(&mut self, arriving: &Arriving, to: Vec2, reduced_motion: bool) {
        let t = (arriving.seconds / ARRIVAL).min(1.0);
        let eased = 1.0 - (1.0 - t).powi(3);
        if reduced_motion {
            self.fade(t);
        } else {
            self.at = arriving.from.lerp(to, eased);
            let lift = (t * PI).sin();
            if arriving.jumps {
                self.size *= 1.0 + 0.28 * lift;
            } else {
                // The new piece swells out of the old one.
                self.size *= 0.72 + 0.28 * eased + 0.06 * lift;
            }
        }
    }

    fn turn(&mut self, turning: &Turning, reduced_motion: bool) {
        let t = ((turning.seconds - turning.delay) / TURN).clamp(0.0, 1.0);
        if reduced_motion {
            self.fade((2.0 * t - 1.0).abs());
        } else {
            self.size.x *= (t * PI).cos().abs().max(0.04);
        }
    }

    fn shake(&mut self, shaking: &Shaking, reduced_motion: bool) {
        let t = (shaking.seconds / SHAKE).min(1.0);
        if reduced_motion {
            self.fade(1.0 - 0.5 * (t * PI).sin());
        } else {
            self.at.x += SHAKE_WIDTH * (1.0 - t) * (6.0 * t * PI).sin();
        }
    }
}

/// Puts every sprite to its place on the screen.
pub(super) fn place_sprites(
    view: Res<View>,
    settings: Res<Settings>,
    mut sprites: Query<(
        &BoardSprite,
        Option<&Arriving>,
        Option<&Turning>,
        Option<&Shaking>,
        &mut Transform,
        &mut Sprite,
    )>,
) {
    let frame = view.board.frame;
    for (place, arriving, turning, shaking, mut transform, mut sprite) in &mut sprites {
        let reduced = settings.reduced_motion;
        let mut look = MomentaryLook {
            at: place.at,
            size: place.size,
            alpha: None,
        };
        if let Some(arriving) = arriving {
            look.arrive(arriving, place.at, reduced);
        }
        if let Some(turning) = turning {
            look.turn(turning, reduced);
        }
        if let Some(shaking) = shaking {
            look.shake(shaking, reduced);
        }
        if let Some(alpha) = look.alpha {
            sprite.color = Color::WHITE.with_alpha(alpha);
        } else if arriving.is_some() || turning.is_some() {
            sprite.color = Color::WHITE;
        }
        let world = frame.world(look.at);
        transform.translation.x = world.x;
        transform.translation.y = world.y;
        sprite.custom_size = Some(look.size * frame.cell);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn a_piece_that_is_captured_on_its_way_arrives_while_it_turns_over() {
        let mut world = World::new();
        world.init_resource::<Settings>();
        world.init_resource::<Sprites>();
        let mut time = Time::<()>::default();
        time.advance_by(Duration::from_secs_f32(0.6 * ARRIVAL));
        world.insert_resource(time);
        let arriving = Arriving {
            from: Vec2::ZERO,
            jumps: false,
            seconds: 0.0,
        };
        let turning = Turning {
            to: Player(1),
            delay: ARRIVAL,
            seconds: 0.0,
            has_turned: false,
        };
        let piece = (arriving, turning, Transform::default(), Sprite::default());
        let piece = world.spawn(piece).id();
        for has_arrived in [false, true, true] {
            let advanced = world.run_system_once(advance_animations);
            advanced.expect("its resources are there");
            assert_eq!(!world.entity(piece).contains::<Arriving>(), has_arrived);
            assert!(world.entity(piece).contains::<Turning>());
        }
        (0..3).for_each(|_| {
            let advanced = world.run_system_once(advance_animations);
            advanced.expect("its resources are there");
        });
        assert!(!world.entity(piece).contains::<Turning>());
    }
}
