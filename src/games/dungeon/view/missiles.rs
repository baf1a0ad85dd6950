//! Missiles in flight: thrown weapons, flasks and bells, and the stones of cowards.

use bevy::prelude::*;

use super::actor::place;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::Event;
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// Something that flies from one place to another.
#[derive(Component)]
pub(super) struct Missile {
    from: Vec2,
    to: Vec2,
    time: f32,
}

/// Seconds of a flight.
const FLIGHT: f32 = 0.16;

/// Shows the flight of things that were thrown in a turn, as far as the hero sees it.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    let thrown = events.iter().filter_map(|event| match *event {
        Event::Thrown(item, from, to) => Some((art::of_item(item), from, to)),
        Event::ConsumableThrown(thing, from, to) => Some((art::of_consumable(thing), from, to)),
        Event::Hurled(_, from, to) => Some(("dungeon/stone", from, to)),
        _ => None,
    });
    let thrown: Vec<(&str, Cell, Cell)> = thrown.collect();
    let Some(root) = world.resource::<View>().root else {
        return;
    };
    for (name, from, to) in thrown {
        let game = &world.resource::<Table>().state().game;
        let map = &game.dungeon().layout.map;
        if !game.visible().has(map, from) && !game.visible().has(map, to) {
            continue;
        }
        let sprite = art::sprite(world.resource::<Sprites>(), name, layer::BADGE);
        let missile = Missile {
            from: place(from),
            to: place(to),
            time: 0.0,
        };
        world.spawn((Name::new("Missile"), missile, sprite, ChildOf(root)));
    }
}

/// Draws the missiles, and removes those that have arrived.
pub(super) fn draw_missiles(
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut commands: Commands,
    mut missiles: Query<(Entity, &mut Missile, &mut Sprite, &mut Transform)>,
) {
    for (entity, mut missile, mut sprite, mut transform) in &mut missiles {
        missile.time += time.delta_secs() * settings.animation_speed();
        let part = (missile.time / FLIGHT).min(1.0);
        let still = settings.reduced_motion;
        let at = missile
            .from
            .lerp(missile.to, if still { 1.0 } else { part });
        view.frame.put(&mut transform, at);
        if !still {
            transform.rotation = Quat::from_rotation_z(-9.0 * part);
        }
        sprite.custom_size = Some(Vec2::splat(view.frame.cell * 0.8));
        if part >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}
