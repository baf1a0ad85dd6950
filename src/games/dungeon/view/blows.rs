//! Blows, and the numbers that float up from actors that were hit or healed.

use bevy::prelude::*;

use super::actor::each_actor;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::rules::Actor;
use crate::games::dungeon::sprite_names;
use crate::shell::settings::Settings;
use crate::shell::theme::outlined_text::outlined_text;
use crate::shell::theme::shown::OnDarkGround;
use crate::shell::theme::sprites::Sprites;

/// A number that floats up.
#[derive(Component)]
pub(super) struct FloatingNumber {
    at: Vec2,
    time: f32,
}

/// A blow, seen for a moment.
#[derive(Component)]
pub(super) struct Slash {
    at: Vec2,
    time: f32,
}

/// Seconds that a blow is seen.
const SLASH: f32 = 0.22;
/// The size of the letters of a number, in interface pixels, so that they grow with the window and the text size.
const NUMBER: f32 = 28.0;
/// Seconds that a number floats.
const FLOAT: f32 = 0.9;
/// The opacity of an actor up to which nobody sees it. An actor that fades away comes near to 0, and takes long to get
/// there.
const UNSEEN: f32 = 0.1;

/// Spawns a blow from a direction onto a place.
pub(super) fn spawn_slash(world: &mut World, at: Vec2, direction: Vec2) {
    let Some(root) = world.resource::<View>().root else {
        return;
    };
    let sprite = art::sprite(
        world.resource::<Sprites>(),
        sprite_names::SLASH,
        layer::BADGE,
    );
    let slash = (
        Name::new("Slash"),
        sprite,
        Slash { at, time: 0.0 },
        ChildOf(root),
    );
    let mut slash = world.spawn(slash);
    // The sprite needs no rotation for a blow to the right. Rows go down, but the y axis of the world goes up.
    let turn = Quat::from_rotation_z(Vec2::new(direction.x, -direction.y).to_angle());
    if let Some(mut transform) = slash.get_mut::<Transform>() {
        transform.rotation = turn;
    }
}

/// Spawns a number that floats up from an actor that is seen, at a distance beside it.
pub(super) fn float_number(world: &mut World, who: Actor, aside: f32, text: &str, colour: Color) {
    let mut at = None;
    each_actor(world, |actor| {
        if actor.who == who && (actor.shown > UNSEEN || who == Actor::Hero) {
            at = Some(actor.to);
        }
    });
    let size = NUMBER * world.resource::<UiScale>().0;
    let root = world.resource::<View>().root;
    if let (Some(at), Some(root)) = (at, root) {
        world.spawn((
            Name::new("Number"),
            FloatingNumber {
                at: at + Vec2::new(aside, 0.0),
                time: 0.0,
            },
            outlined_text(text.to_owned(), size, colour),
            OnDarkGround,
            Transform::from_xyz(0.0, 0.0, layer::TEXT),
            ChildOf(root),
        ));
    }
}

/// Draws the blows, and removes those that were seen long enough.
pub(super) fn draw_slashes(
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut commands: Commands,
    mut slashes: Query<(Entity, &mut Slash, &mut Sprite, &mut Transform)>,
) {
    for (entity, mut slash, mut sprite, mut transform) in &mut slashes {
        slash.time += time.delta_secs() * settings.animation_speed();
        view.frame.put(&mut transform, slash.at);
        sprite.custom_size = Some(Vec2::splat(view.frame.cell * 1.1));
        let alpha = (1.0 - slash.time / SLASH).clamp(0.0, 1.0);
        sprite.color = Color::WHITE.with_alpha(alpha);
        if slash.time > SLASH {
            commands.entity(entity).despawn();
        }
    }
}

/// Draws the numbers that float up, and removes those that were seen long enough.
pub(super) fn draw_numbers(
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut commands: Commands,
    mut floats: Query<(Entity, &mut FloatingNumber, &mut TextColor, &mut Transform)>,
) {
    for (entity, mut float, mut colour, mut transform) in &mut floats {
        float.time += time.delta_secs() * settings.animation_speed();
        let rise = if settings.reduced_motion {
            0.3
        } else {
            float.time
        };
        view.frame
            .put(&mut transform, float.at - Vec2::new(0.0, 0.4 + rise));
        let alpha = (2.0 - 2.0 * float.time / FLOAT).clamp(0.0, 1.0);
        colour.0 = colour.0.with_alpha(alpha);
        if float.time > FLOAT {
            commands.entity(entity).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::actor::ActorSprite;
    use super::*;
    use crate::shell::theme::palette;

    #[test]
    fn a_number_floats_over_an_enemy_only_as_long_as_it_can_be_seen() {
        let enemy = Actor::Enemy(0);
        for (shown, numbers) in [(1.0, 1), (0.2, 1), (0.01, 0), (0.0, 0)] {
            let mut world = World::new();
            world.insert_resource(UiScale(1.0));
            let root = world.spawn_empty().id();
            world.insert_resource(View {
                root: Some(root),
                ..default()
            });
            world.spawn(ActorSprite {
                who: enemy,
                at: Vec2::ZERO,
                to: Vec2::ZERO,
                lunge: Vec2::ZERO,
                strike: 0.0,
                hit: 0.0,
                shown,
            });
            float_number(&mut world, enemy, 0.0, "3", palette::EMBER);
            let mut floating = world.query::<&FloatingNumber>();
            assert_eq!(floating.iter(&world).count(), numbers, "{shown}");
        }
    }
}
