//! Smoke, fire and ringing bells on the map.

use bevy::prelude::*;

use super::actor::place;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::{Table, sprite_names};
use crate::shell::at_rest::DecorationTime;
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// The kind of an effect that covers a cell for some turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EffectKind {
    Smoke,
    Fire,
    Bell,
}

/// The smoke, the fire or the bell on a cell.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effect {
    cell: Cell,
    kind: EffectKind,
}

/// The cells of smoke, of fire and of bells that the hero sees.
fn visible_effects(table: &Table) -> Vec<Effect> {
    let game = &table.state().game;
    let map = &game.dungeon().layout.map;
    let of = |kind: EffectKind| move |cell: Cell| Effect { cell, kind };
    let smoke = game.smoky_cells().map(of(EffectKind::Smoke));
    let fire = game.burning_cells().map(of(EffectKind::Fire));
    let bells = game.ringing_cells().map(of(EffectKind::Bell));
    let seen = |effect: &Effect| game.visible().has(map, effect.cell);
    smoke.chain(fire).chain(bells).filter(seen).collect()
}

/// Spawns the effects that are missing, and removes those that are over.
pub(super) fn spawn_effects(
    table: Res<Table>,
    view: Res<View>,
    sprites: Res<Sprites>,
    mut commands: Commands,
    effects: Query<(Entity, &Effect)>,
) {
    let Some(root) = view.root else { return };
    let wanted = visible_effects(&table);
    for (entity, effect) in &effects {
        if !wanted.contains(effect) {
            commands.entity(entity).despawn();
        }
    }
    for effect in wanted {
        if effects.iter().any(|(_, known)| *known == effect) {
            continue;
        }
        let (name, z) = match effect.kind {
            EffectKind::Fire => (sprite_names::FLAMES, layer::TINT),
            EffectKind::Smoke => (sprite_names::SMOKE, layer::BADGE),
            EffectKind::Bell => (sprite_names::BELL, layer::TINT),
        };
        let sprite = art::sprite(&sprites, name, z);
        commands.spawn((Name::new("Effect"), effect, sprite, ChildOf(root)));
    }
}

/// The greatest angle to which a bell swings, in radians.
const SWING: f32 = 0.35;

/// Draws the effects: smoke and fire swell a little and sink again, and bells swing.
pub(super) fn draw_effects(
    time: Res<DecorationTime>,
    settings: Res<Settings>,
    view: Res<View>,
    mut effects: Query<(&Effect, &mut Sprite, &mut Transform)>,
) {
    for (effect, mut sprite, mut transform) in &mut effects {
        view.frame.put(&mut transform, place(effect.cell));
        let phase = f32::from(effect.cell.x) * 1.7 + f32::from(effect.cell.y) * 2.3;
        let (speed, side, alpha) = match effect.kind {
            EffectKind::Fire => (7.0, 1.0, 0.9),
            EffectKind::Smoke => (1.8, 1.35, 0.8),
            EffectKind::Bell => (9.0, 0.8, 1.0),
        };
        let wave = match settings.reduced_motion {
            true => 0.0,
            false => (time.seconds() * speed + phase).sin(),
        };
        let (swell, swing) = match effect.kind {
            EffectKind::Bell => (0.0, SWING * wave),
            EffectKind::Smoke | EffectKind::Fire => (0.06 * wave, 0.0),
        };
        transform.rotation = Quat::from_rotation_z(swing);
        sprite.custom_size = Some(Vec2::splat(view.frame.cell * (side + swell)));
        sprite.color = Color::WHITE.with_alpha(alpha);
    }
}
