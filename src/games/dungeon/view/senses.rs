//! The senses of the enemy that is pointed at: the cells on which it would see or hear the hero are tinted.

use bevy::prelude::*;

use super::View;
use super::actor::place;
use super::map::layer;
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::{CellSet, Game};
use crate::shell::screen::Menu;
use crate::shell::theme::palette;

/// A part of the tint: the ground of a cell, or a line at its edge.
#[derive(Component)]
pub(super) struct Tint {
    /// The middle and the size, in cells.
    at: Vec2,
    size: Vec2,
}

/// The enemy whose senses are shown, and the position for which they were computed.
#[derive(Default, PartialEq, Eq, Clone, Copy)]
pub(super) struct ShownSenses(Option<(usize, u32, u8, u32)>);

/// The width of the line around the cells of a sense, in cells.
const WIDTH: f32 = 0.05;

/// The enemy that the player points at.
pub(super) fn pointed_enemy(game: &Game, view: &View) -> Option<usize> {
    game.seen_enemy_at(view.pointed?)
}

/// Spawns the tints of the enemy that is pointed at, and removes those of another one.
pub(super) fn show_senses(
    mut commands: Commands,
    table: Res<Table>,
    menu: Res<State<Menu>>,
    mut view: ResMut<View>,
    tints: Query<Entity, With<Tint>>,
) {
    let (descent, game) = (table.state(), &table.state().game);
    let is_free = *menu.get() == Menu::None;
    let enemy = pointed_enemy(game, &view).filter(|_| is_free);
    let turns = descent.totals().turns;
    let now = ShownSenses(enemy.map(|enemy| (enemy, table.revision(), descent.depth(), turns)));
    if view.senses == now {
        return;
    }
    view.senses = now;
    tints
        .iter()
        .for_each(|tint| commands.entity(tint).despawn());
    let (Some(enemy), Some(root)) = (enemy, view.root) else {
        return;
    };
    let mut parts = Vec::new();
    let heard = game.cells_heard_by(enemy);
    area(game, &heard, palette::THOUGHT, Line::Broken, &mut parts);
    let seen = game.cells_seen_by(enemy);
    area(game, &seen, palette::EMBER, Line::Solid, &mut parts);
    for (at, size, colour) in parts {
        commands.spawn((
            Name::new("Sense"),
            Tint { at, size },
            Sprite {
                color: colour,
                custom_size: Some(Vec2::ZERO),
                ..default()
            },
            Transform::from_xyz(0.0, 0.0, layer::TINT),
            ChildOf(root),
        ));
    }
}

/// The line around an area, which tells two areas apart without their colours.
#[derive(Clone, Copy, PartialEq)]
enum Line {
    Solid,
    Broken,
}

impl Line {
    /// The dashes along a side of a cell: the place of each from the middle, and its length, in cells.
    fn dashes(self) -> &'static [(f32, f32)] {
        match self {
            Line::Solid => &[(0.0, 1.0)],
            Line::Broken => &[(-0.25, 0.26), (0.25, 0.26)],
        }
    }
}

/// The parts of an area: its ground, as far as the hero knows it, and the line around it.
fn area(
    game: &Game,
    cells: &CellSet,
    colour: Color,
    line: Line,
    parts: &mut Vec<(Vec2, Vec2, Color)>,
) {
    let map = &game.dungeon().layout.map;
    let inside = |cell: Cell| cells.has(map, cell) && game.explored().has(map, cell);
    for cell in map.cells().filter(|cell| inside(*cell)) {
        let middle = place(cell);
        parts.push((middle, Vec2::ONE, colour.with_alpha(0.16)));
        for (x, y) in Cell::STEPS.into_iter().take(4) {
            if inside(cell.step((x, y))) {
                continue;
            }
            let way = Vec2::new(f32::from(x), f32::from(y));
            let along = Vec2::ONE - way.abs();
            let side = middle + way * (0.5 - WIDTH / 2.0);
            let dashes = line.dashes().iter().map(|(at, length)| {
                let size = way.abs() * WIDTH + along * *length;
                (side + along * *at, size, colour.with_alpha(0.75))
            });
            parts.extend(dashes);
        }
    }
}

/// Places the tints on their cells.
pub(super) fn draw_senses(view: Res<View>, mut tints: Query<(&Tint, &mut Sprite, &mut Transform)>) {
    for (tint, mut sprite, mut transform) in &mut tints {
        view.frame.put(&mut transform, tint.at);
        sprite.custom_size = Some(tint.size * view.frame.cell);
    }
}
