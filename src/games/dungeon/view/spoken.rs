//! The surroundings of the hero in words, for screen readers. The messages tell the events.

use bevy::prelude::*;

use super::View;
use super::hand::act_on_cell;
use super::look;
use super::panel::depth_text;
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::{Game, LIGHT};
use crate::shell::access::{SpokenBoard, SpokenCell};
use crate::shell::words::Words;

/// The cells around the hero that are described, as the upper left and the lower right one: all cells that the hero may
/// see.
fn corners(game: &Game) -> (Cell, Cell) {
    let at = game.hero.at;
    let reach = LIGHT as i16;
    (at.step((-reach, -reach)), at.step((reach, reach)))
}

/// The bearing of a cell from the hero: the steps in one or two directions.
fn bearing_text(hero: Cell, cell: Cell, words: &Words) -> String {
    let part = |steps: i16, less: &str, more: &str| {
        let key = if steps < 0 { less } else { more };
        (steps != 0).then(|| words.fill(key, &[("steps", steps.unsigned_abs().to_string())]))
    };
    let down = part(
        cell.y - hero.y,
        "dungeon.spoken.north",
        "dungeon.spoken.south",
    );
    let right = part(
        cell.x - hero.x,
        "dungeon.spoken.west",
        "dungeon.spoken.east",
    );
    let parts: Vec<String> = [down, right].into_iter().flatten().collect();
    parts.join(" ")
}

/// The bearing and the description of a cell, as far as the hero knows it.
fn cell_text(world: &World, game: &Game, cell: Cell) -> String {
    let content = look::at_cell(world, game, cell);
    let bearing = bearing_text(game.hero.at, cell, world.resource::<Words>());
    if bearing.is_empty() {
        return content;
    }
    format!("{bearing}: {content}")
}

/// The surroundings in words. The cursor is the cell that is looked at.
pub(super) fn board(world: &World) -> Option<SpokenBoard> {
    let game = &world.get_resource::<Table>()?.state().game;
    let (words, view) = (world.resource::<Words>(), world.resource::<View>());
    let (first, last) = corners(game);
    let spoken = |x: i16, y: i16| SpokenCell {
        name: cell_text(world, game, Cell { x, y }),
        place: Vec2::new(f32::from(x), f32::from(y)),
    };
    let values = [
        ("where", depth_text(world)),
        ("life", game.hero.life.to_string()),
        ("most", game.hero.max_life.to_string()),
    ];
    let pointed = view.pointed.filter(|_| view.looking);
    let cursor = pointed.and_then(|cell| {
        let row = usize::try_from(cell.y - first.y).ok()?;
        Some((row, usize::try_from(cell.x - first.x).ok()?))
    });
    Some(SpokenBoard {
        name: words.fill("dungeon.spoken.board", &values),
        rows: (first.y..=last.y)
            .map(|y| (first.x..=last.x).map(|x| spoken(x, y)).collect())
            .collect(),
        cursor,
        frame: view.frame,
    })
}

/// Acts on a cell as a click does.
pub(super) fn choose_cell(world: &mut World, row: usize, column: usize) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let game = &table.state().game;
    let (first, last) = corners(game);
    let cell = first.step((column as i16, row as i16));
    let is_inside = cell.x <= last.x && cell.y <= last.y;
    if is_inside && game.explored().has(&game.dungeon().layout.map, cell) {
        act_on_cell(world, cell);
    }
}
