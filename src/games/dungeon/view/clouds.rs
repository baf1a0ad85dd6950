//! Smoke and fire on the map.

use bevy::prelude::*;

use super::actor::place;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::shell::settings::Settings;
use crate::shell::theme::sprites::Sprites;

/// The smoke or the fire on a cell.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) struct Puff {
    cell: Cell,
    burns: bool,
}

/// The cells of smoke and of fire that the hero sees.
fn visible_puffs(table: &Table) -> Vec<Puff> {
    let game = &table.state().game;
    let map = &game.dungeon().layout.map;
    let mut puffs = Vec::new();
    let seen = |cell: &Cell| game.visible().has(map, *cell);
    let smoke = game.smoky_cells().filter(seen);
    puffs.extend(smoke.map(|cell| Puff { cell, burns: false }));
    let fire = game.burning_cells().filter(seen);
    puffs.extend(fire.map(|cell| Puff { cell, burns: true }));
    puffs
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
        let (name, z) = match puff.burns {
            true => ("dungeon/flames", layer::TINT),
            false => ("dungeon/smoke", layer::BADGE),
        };
        let sprite = art::sprite(&sprites, name, z);
        commands.spawn((Name::new("Cloud"), puff, sprite, ChildOf(root)));
    }
}

/// Draws the puffs, which swell a little and sink again.
pub(super) fn draw_clouds(
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut puffs: Query<(&Puff, &mut Sprite, &mut Transform)>,
) {
    for (puff, mut sprite, mut transform) in &mut puffs {
        view.frame.put(&mut transform, place(puff.cell));
        let phase = f32::from(puff.cell.x) * 1.7 + f32::from(puff.cell.y) * 2.3;
        let speed = if puff.burns { 7.0 } else { 1.8 };
        let swell = match settings.reduced_motion {
            true => 0.0,
            false => (time.elapsed_secs() * speed + phase).sin(),
        };
        let side = if puff.burns { 1.0 } else { 1.35 };
        sprite.custom_size = Some(Vec2::splat(view.frame.cell * (side + 0.06 * swell)));
        sprite.color = Color::WHITE.with_alpha(if puff.burns { 0.9 } else { 0.8 });
    }
}
