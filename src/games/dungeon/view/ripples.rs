//! Noises, shown as ripples over the cells on which they are heard, from near to far: a ring grows on each cell and
//! fades, like drops on water.

use std::collections::HashMap;

use bevy::prelude::*;

use super::View;
use super::actor::place;
use super::map::layer;
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::{Event, Game};
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// The part of a ripple on one cell.
#[derive(Component)]
pub(super) struct Ripple {
    at: Vec2,
    /// The time until it begins, as a part of the time in which a ripple spreads.
    delay: f32,
    /// The seconds since the noise.
    time: f32,
}

/// Seconds in which a ripple spreads as far as its noise is heard.
const SPREAD: f32 = 0.35;
/// Seconds in which the ripple on a cell fades.
const FADE: f32 = 0.3;
/// The opacity of a ring at its beginning. The map can be read through it.
const OPACITY: f32 = 0.55;
/// The width of a ring at its beginning and at its end, in cells, so that neighbours can be told apart.
const WIDTHS: [f32; 2] = [0.25, 0.85];

/// Lets ripples spread from the noises of a turn. Those of the turn before end, so that fast turns do not cover the map.
/// After a step that leads down, the map of its noise is gone.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    let mut old = world.query_filtered::<Entity, With<Ripple>>();
    let old: Vec<Entity> = old.iter(world).collect();
    old.into_iter().for_each(|ripple| {
        world.despawn(ripple);
    });
    if events.iter().any(|event| matches!(event, Event::Deeper(_))) {
        return;
    }
    let game = &world.resource::<Table>().state().game;
    let mut delays: HashMap<Cell, f32> = HashMap::new();
    for event in events {
        if let Event::Noise(at, loudness) = *event {
            for (cell, steps) in known_cells(game, at, loudness) {
                let delay = f32::from(steps) / f32::from(loudness.max(1));
                let earliest = delays.entry(cell).or_insert(delay);
                *earliest = earliest.min(delay);
            }
        }
    }
    spawn(world, delays);
}

/// The cells on which a noise is heard, as far as the hero knows them, with their distances.
fn known_cells(game: &Game, at: Cell, loudness: u16) -> Vec<(Cell, u16)> {
    let map = &game.dungeon().layout.map;
    let mut cells = game.cells_in_earshot(at, loudness);
    cells.retain(|(cell, _)| game.explored().has(map, *cell));
    cells
}

/// Spawns a ripple for each cell with its delay.
fn spawn(world: &mut World, delays: HashMap<Cell, f32>) {
    let Some(root) = world.resource::<View>().root else {
        return;
    };
    let ring = world.resource::<Sprites>().get("shared/ring");
    for (cell, delay) in delays {
        world.spawn((
            Name::new("Ripple"),
            Ripple {
                at: place(cell),
                delay,
                time: 0.0,
            },
            Sprite {
                image: ring.clone(),
                color: Color::NONE,
                custom_size: Some(Vec2::ZERO),
                ..default()
            },
            Transform::from_xyz(0.0, 0.0, layer::TINT),
            ChildOf(root),
        ));
    }
}

/// Draws the ripples, and removes those that have faded. With reduced motion all cells of a noise light up at once.
pub(super) fn draw_ripples(
    time: Res<Time>,
    settings: Res<Settings>,
    view: Res<View>,
    mut commands: Commands,
    mut ripples: Query<(Entity, &mut Ripple, &mut Sprite, &mut Transform)>,
) {
    for (entity, mut ripple, mut sprite, mut transform) in &mut ripples {
        ripple.time += time.delta_secs() * settings.animation_speed();
        let delay = match settings.reduced_motion {
            true => 0.0,
            false => SPREAD * ripple.delay,
        };
        let part = (ripple.time - delay) / FADE;
        if part >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        let part = part.max(0.0);
        let opacity = match ripple.time < delay {
            true => 0.0,
            false => OPACITY * (1.0 - part),
        };
        view.frame.put(&mut transform, ripple.at);
        let width = WIDTHS[0].lerp(WIDTHS[1], part);
        sprite.custom_size = Some(Vec2::splat(width * view.frame.cell));
        sprite.color = palette::THOUGHT.with_alpha(opacity);
    }
}
