//! Smoke, fire and ringing bells on the map.

use bevy::prelude::*;

use super::actor::place;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// What stands on a cell for some turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Matter {
    Smoke,
    Fire,
    Bell,
}

/// The smoke, the fire or the bell on a cell.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) struct Puff {
    cell: Cell,
    matter: Matter,
}

/// The cells of smoke, of fire and of bells that the hero sees.
fn visible_puffs(table: &Table) -> Vec<Puff> {
    let game = &table.state().game;
    let map = &game.dungeon().layout.map;
    let of = |matter: Matter| move |cell: Cell| Puff { cell, matter };
    let smoke = game.smoky_cells().map(of(Matter::Smoke));
    let fire = game.burning_cells().map(of(Matter::Fire));
    let bells = game.ringing_cells().map(of(Matter::Bell));
    let seen = |puff: &Puff| game.visible().has(map, puff.cell);
    smoke.chain(fire).chain(bells).filter(seen).collect()
}

/// Spawns the puffs that are missing, and removes those that are over.
pub(super) fn spawn_clouds(
    table: Res<Table>,
    view: Res<View>,
    sprites: Res<Sprites>,
    mut commands: Commands,
    puffs: Query<(Entity, &Puff)>,
) {
    let Some(root) = view.root else { return };
    let wanted = visible_puffs(&table);
    for (entity, puff) in &puffs {
        if !wanted.contains(puff) {
            commands.entity(entity).despawn();
        }
    }
    for puff in wanted {
        if puffs.iter().any(|(_, known)| *known == puff) {
            continue;
        }
        let (name, z) = match puff.matter {
            Matter::Fire => ("dungeon/flames", layer::TINT),
            Matter::Smoke => ("dungeon/smoke", layer::BADGE),
            Matter::Bell => ("dungeon/bell", layer::TINT),
        };
        let sprite = art::sprite(&sprites, name, z);
        commands.spawn((Name::new("Cloud"), puff, sprite, ChildOf(root)));
    }
}

/// The greatest angle to which a bell swings, in radians.
const SWING: f32 = 0.35;

/// Draws the puffs: smoke and fire swell a little and sink again, and bells swing.
pub(super) fn draw_clouds(
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut puffs: Query<(&Puff, &mut Sprite, &mut Transform)>,
) {
    for (puff, mut sprite, mut transform) in &mut puffs {
        view.frame.put(&mut transform, place(puff.cell));
        let phase = f32::from(puff.cell.x) * 1.7 + f32::from(puff.cell.y) * 2.3;
        let (speed, side, alpha) = match puff.matter {
            Matter::Fire => (7.0, 1.0, 0.9),
            Matter::Smoke => (1.8, 1.35, 0.8),
            Matter::Bell => (9.0, 0.8, 1.0),
        };
        let wave = match settings.reduced_motion {
            true => 0.0,
            false => (time.elapsed_secs() * speed + phase).sin(),
        };
        let (swell, swing) = match puff.matter {
            Matter::Bell => (0.0, SWING * wave),
            Matter::Smoke | Matter::Fire => (0.06 * wave, 0.0),
        };
        transform.rotation = Quat::from_rotation_z(swing);
        sprite.custom_size = Some(Vec2::splat(view.frame.cell * (side + swell)));
        sprite.color = Color::WHITE.with_alpha(alpha);
    }
}
