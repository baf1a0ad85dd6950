//! Noises, shown as rings that spread as far as a noise is heard.

use bevy::prelude::*;

use super::actor::place;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::rules::Event;
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// A ring of noise.
#[derive(Component)]
pub(super) struct Ripple {
    at: Vec2,
    /// The radius in cells at which it ends.
    radius: f32,
    time: f32,
}

/// Seconds for which a ring spreads.
const SPREAD: f32 = 0.55;

/// Lets rings spread from the noises of a turn.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    for event in events {
        if let Event::Noise(at, loudness) = *event {
            spawn(world, place(at), f32::from(loudness) + 0.5);
        }
    }
}

fn spawn(world: &mut World, at: Vec2, radius: f32) {
    let Some(root) = world.resource::<View>().root else {
        return;
    };
    let sprite = art::sprite(world.resource::<Sprites>(), "dungeon/ripple", layer::TINT);
    let ripple = Ripple {
        at,
        radius,
        time: 0.0,
    };
    world.spawn((Name::new("Ripple"), ripple, sprite, ChildOf(root)));
}

/// Draws the rings, and removes those that have spread.
pub(super) fn draw_ripples(
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut commands: Commands,
    mut ripples: Query<(Entity, &mut Ripple, &mut Sprite, &mut Transform)>,
) {
    for (entity, mut ripple, mut sprite, mut transform) in &mut ripples {
        ripple.time += time.delta_secs() * settings.animation_speed();
        let part = (ripple.time / SPREAD).min(1.0);
        let spread = if settings.reduced_motion {
            1.0
        } else {
            1.0 - (1.0 - part).powi(2)
        };
        view.frame.put(&mut transform, ripple.at);
        sprite.custom_size = Some(Vec2::splat(2.0 * ripple.radius * spread * view.frame.cell));
        sprite.color = Color::WHITE.with_alpha(0.55 * (1.0 - part));
        if part >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}
