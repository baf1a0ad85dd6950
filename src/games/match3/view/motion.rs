//! The motions of sprites: they glide, fall with weight and land, fly to the goal, vanish, rise and spark.

use bevy::prelude::*;

use super::View;
use super::board::SpritePlace;
use crate::base::smoothstep;
use crate::shell::settings::Settings;
use crate::shell::theme::palette;

/// Seconds of a match popping.
pub(super) const POP: f32 = 0.24;
/// The acceleration of a fall, in cells per second squared.
const GRAVITY: f32 = 55.0;
/// Seconds of a block on its way to the goal.
const FLIGHT: f32 = 0.5;
/// Seconds of a block on its way into a power piece.
pub(super) const GATHER: f32 = 0.2;
/// Seconds of a landing.
const LANDING: f32 = 0.34;
/// Seconds for which a call is seen.
const CALL: f32 = 0.8;

/// A sprite on its way along places.
#[derive(Component)]
pub(super) struct Glide {
    path: Vec<Vec2>,
    /// Seconds since it began; below 0 it waits.
    time: f32,
    motion: Motion,
}

#[derive(Clone, Copy, PartialEq)]
enum Motion {
    /// Eases in and out over this many seconds.
    Ease(f32),
    /// Falls faster and faster.
    Fall,
}

impl Glide {
    /// A glide that eases in and out over a number of seconds.
    pub(super) fn ease(path: Vec<Vec2>, seconds: f32) -> Self {
        Glide {
            path,
            time: 0.0,
            motion: Motion::Ease(seconds),
        }
    }

    /// A fall that begins after `late` seconds.
    pub(super) fn fall(path: Vec<Vec2>, late: f32) -> Self {
        Glide {
            path,
            time: -late,
            motion: Motion::Fall,
        }
    }

    /// Seconds until the sprite arrives.
    pub(super) fn seconds(&self) -> f32 {
        match self.motion {
            Motion::Ease(seconds) => seconds,
            Motion::Fall => (2.0 * length(&self.path) / GRAVITY).sqrt() - self.time,
        }
    }
}

/// A block that has just landed: it is flattened, and springs back.
#[derive(Component)]
pub(super) struct BlockLanding {
    time: f32,
    strength: f32,
}

/// A block on its way to the goal in the panel.
#[derive(Component)]
pub(super) struct FlightToGoal {
    from: Vec2,
    to: Vec2,
    /// Seconds since it began; below 0 it waits.
    time: f32,
}

impl FlightToGoal {
    /// A flight between two places that begins after `late` seconds.
    pub(super) fn new(from: Vec2, to: Vec2, late: f32) -> Self {
        let time = -late;
        FlightToGoal { from, to, time }
    }
}

/// A block on its way into the power piece that it helps to make.
#[derive(Component)]
pub(super) struct FlightIntoPiece {
    from: Vec2,
    to: Vec2,
    time: f32,
}

impl FlightIntoPiece {
    /// A way between two places.
    pub(super) fn new(from: Vec2, to: Vec2) -> Self {
        let time = 0.0;
        FlightIntoPiece { from, to, time }
    }
}

/// A number that is called out over the board.
#[derive(Component, Default)]
pub(super) struct CalloutNumber {
    time: f32,
}

/// A sprite that shrinks away.
#[derive(Component, Default)]
pub(super) struct ShrinkingOut {
    /// Seconds since it began; below 0 it waits.
    time: f32,
}

impl ShrinkingOut {
    /// A sprite that begins to shrink after `late` seconds.
    pub(super) fn after(late: f32) -> Self {
        ShrinkingOut { time: -late }
    }
}

/// A sprite that grows into its place.
#[derive(Component, Default)]
pub(super) struct GrowingIn {
    time: f32,
}

/// A number of points that floats up.
#[derive(Component)]
pub(super) struct Points {
    pub time: f32,
}

/// A spark that flies off a popped block.
#[derive(Component)]
pub(super) struct Spark {
    pub speed: Vec2,
    /// Seconds since it began; below 0 it waits.
    pub time: f32,
}

/// Seconds that passed for animations.
pub(super) fn delta(time: &Time, settings: &Settings, view: &View) -> f32 {
    time.delta_secs().min(0.1) * settings.animation_speed() * view.playback.tempo()
}

fn length(path: &[Vec2]) -> f32 {
    path.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// The point at a distance along a path.
fn along(path: &[Vec2], mut distance: f32) -> Vec2 {
    for pair in path.windows(2) {
        let step = pair[0].distance(pair[1]);
        if distance < step {
            return pair[0].lerp(pair[1], distance / step);
        }
        distance -= step;
    }
    path.last().copied().unwrap_or_default()
}

pub(super) fn glide_blocks(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut gliding: Query<(Entity, &mut Glide, &mut SpritePlace, &mut Sprite)>,
) {
    for (entity, mut glide, mut place, mut sprite) in &mut gliding {
        glide.time += delta(&time, &settings, &view);
        let (whole, now) = (length(&glide.path), glide.time.max(0.0));
        let distance = match glide.motion {
            _ if settings.reduced_motion => whole,
            Motion::Fall => 0.5 * GRAVITY * now * now,
            Motion::Ease(seconds) => whole * smoothstep((now / seconds).min(1.0)),
        };
        place.at = along(&glide.path, distance);
        let falls = glide.motion == Motion::Fall && !settings.reduced_motion;
        if settings.reduced_motion {
            sprite.color = sprite.color.with_alpha(1.0);
        }
        if falls {
            // A faster block is drawn longer.
            let long = (0.006 * GRAVITY * now).min(0.14);
            place.stretch = Vec2::new(1.0 - 0.5 * long, 1.0 + long);
            // A new block fades in on its way over the upper edge of the board.
            let is_seen = (1.0 + place.at.y).clamp(0.0, 1.0);
            sprite.color = sprite.color.with_alpha(is_seen);
        }
        if distance >= whole {
            place.stretch = Vec2::ONE;
            let mut block = commands.entity(entity);
            block.remove::<Glide>();
            if falls {
                let strength = 0.09 + 0.05 * whole.sqrt();
                let strength = strength.min(0.24);
                block.insert(BlockLanding {
                    time: 0.0,
                    strength,
                });
            }
        }
    }
}

pub(super) fn land_blocks(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut landing: Query<(Entity, &mut BlockLanding, &mut SpritePlace), Without<Glide>>,
) {
    for (entity, mut land, mut place) in &mut landing {
        land.time += delta(&time, &settings, &view);
        // A damped spring.
        let flat = land.strength * (-9.0 * land.time).exp() * (24.0 * land.time).cos();
        place.stretch = Vec2::new(1.0 + 0.6 * flat, 1.0 - flat);
        if land.time >= LANDING {
            place.stretch = Vec2::ONE;
            commands.entity(entity).remove::<BlockLanding>();
        }
    }
}

/// Flies blocks to the goal: a little back first, then faster and faster.
pub(super) fn fly_blocks(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut flying: Query<(
        Entity,
        &mut FlightToGoal,
        &mut SpritePlace,
        &mut Sprite,
        &mut Transform,
    )>,
) {
    for (entity, mut fly, mut place, mut sprite, mut transform) in &mut flying {
        fly.time += delta(&time, &settings, &view);
        let t = (fly.time / FLIGHT).clamp(0.0, 1.0);
        let way = t * t * (2.4 * t - 1.4);
        place.at = fly.from.lerp(fly.to, way);
        place.stretch = Vec2::ONE;
        place.scale = 0.92 * (1.0 + 0.25 * (t * std::f32::consts::PI).sin() - 0.5 * t * t);
        transform.translation.z = super::board::layer::SPARK;
        sprite.color = sprite.color.with_alpha(1.0 - t.powi(6));
        if t >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

/// Draws blocks into the power piece that they make, faster and faster.
pub(super) fn gather_blocks(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut gathered: Query<(Entity, &mut FlightIntoPiece, &mut SpritePlace, &mut Sprite)>,
) {
    for (entity, mut gather, mut place, mut sprite) in &mut gathered {
        gather.time += delta(&time, &settings, &view);
        let t = (gather.time / GATHER).min(1.0);
        place.at = gather.from.lerp(gather.to, t * t);
        place.stretch = Vec2::ONE;
        place.scale = 0.92 * (1.0 - 0.5 * t * t);
        sprite.color = sprite.color.with_alpha(1.0 - t.powi(6));
        if t >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

pub(super) fn show_calls(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut calls: Query<(Entity, &mut CalloutNumber, &mut Transform, &mut TextColor)>,
) {
    for (entity, mut call, mut transform, mut colour) in &mut calls {
        call.time += delta(&time, &settings, &view);
        let t = (call.time / CALL).min(1.0);
        if !settings.reduced_motion {
            // The number eases out to its size, and then grows a little more.
            let way = (t / 0.3).min(1.0);
            let scale = 0.4 + 0.6 * (1.0 - (1.0 - way).powi(3)) + 0.1 * t;
            transform.scale = Vec3::splat(scale);
        }
        let alpha = (2.0 - 2.0 * t).clamp(0.0, 0.9);
        colour.0 = palette::LAMP.with_alpha(alpha);
        if t >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

pub(super) fn vanish_blocks(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut vanishing: Query<(Entity, &mut ShrinkingOut, &mut SpritePlace, &mut Sprite)>,
) {
    for (entity, mut vanish, mut place, mut sprite) in &mut vanishing {
        vanish.time += delta(&time, &settings, &view);
        let t = (vanish.time / POP).clamp(0.0, 1.0);
        if !settings.reduced_motion {
            // The sprite swells a little, and then shrinks to nothing.
            place.scale = 0.92 * (1.0 + 0.9 * t - 1.9 * t * t);
        }
        sprite.color = sprite.color.with_alpha(1.0 - t * t);
        if t >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

type Floating<'a> = (Entity, &'a mut Points, &'a mut Transform, &'a mut TextColor);

/// Lets new sprites grow, points float up, and sparks fly.
pub(super) fn raise_sprites(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut rising: Query<(Entity, &mut GrowingIn, &mut SpritePlace, &mut Sprite)>,
    mut points: Query<Floating, Without<Spark>>,
    mut sparks: Query<
        (Entity, &mut Spark, &mut Transform, &mut Sprite),
        (Without<Points>, Without<GrowingIn>),
    >,
) {
    let step = delta(&time, &settings, &view);
    for (entity, mut rise, mut place, mut sprite) in &mut rising {
        rise.time += step;
        let t = (rise.time / POP).min(1.0);
        if !settings.reduced_motion {
            place.scale = 0.92 * t;
        }
        sprite.color = sprite.color.with_alpha(t);
        if t >= 1.0 {
            place.scale = 0.92;
            commands.entity(entity).remove::<GrowingIn>();
        }
    }
    for (entity, mut points, mut transform, mut colour) in &mut points {
        points.time += step;
        if !settings.reduced_motion {
            transform.translation.y += step * view.frame.cell * 0.9;
        }
        let alpha = (2.0 - 2.0 * points.time / 0.9).clamp(0.0, 1.0);
        colour.0 = palette::EMBER.with_alpha(alpha);
        if points.time > 0.9 {
            commands.entity(entity).despawn();
        }
    }
    for (entity, mut spark, mut transform, mut sprite) in &mut sparks {
        spark.time += step;
        if spark.time < 0.0 {
            continue;
        }
        let fade = 1.0 - spark.time / 0.45;
        transform.translation += (spark.speed * step * fade.max(0.0)).extend(0.0);
        sprite.color = sprite.color.with_alpha(fade.clamp(0.0, 1.0));
        if fade <= 0.0 {
            commands.entity(entity).despawn();
        }
    }
}
