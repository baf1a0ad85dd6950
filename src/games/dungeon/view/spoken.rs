//! The surroundings of the hero in words, for screen readers. The messages tell the events.

use bevy::prelude::*;

use super::hand::act_on_cell;
use super::marks::hinted_cell;
use super::panel::{ItemPlace, depth_text};
use super::{View, art, descriptions};
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::{Game, LIGHT, Move};
use crate::games::dungeon::{DungeonGame, Table};
use crate::shell::access::{SpokenBoard, SpokenCell};
use crate::shell::table::Hint;
use crate::shell::words::Words;

/// The cells around the hero that are described, as the upper left and the lower right one: all cells that the hero may
/// see. While the player looks at a cell farther off, they lie as far over there as is needed to contain it.
fn corners(game: &Game, view: &View) -> (Cell, Cell) {
    let reach = LIGHT as i16;
    let hero = game.hero.at;
    let at = looked_at(view).map_or(hero, |cell| Cell {
        x: hero.x.clamp(cell.x - reach, cell.x + reach),
        y: hero.y.clamp(cell.y - reach, cell.y + reach),
    });
    (at.step((-reach, -reach)), at.step((reach, reach)))
}

/// The cell that the player looks at.
fn looked_at(view: &View) -> Option<Cell> {
    view.pointed.filter(|_| view.looking)
}

/// The bearing of a cell from the hero: the steps in one or two directions.
pub(super) fn bearing_text(hero: Cell, cell: Cell, words: &Words) -> String {
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
fn cell_text(world: &World, descent: &Descent, cell: Cell) -> String {
    let content = descriptions::describe_cell(world, descent, cell);
    let bearing = bearing_text(descent.game.hero.at, cell, world.resource::<Words>());
    if bearing.is_empty() {
        return content;
    }
    format!("{bearing}: {content}")
}

/// The surroundings in words. The cursor is the cell that is looked at.
pub(super) fn board(world: &World) -> Option<SpokenBoard> {
    let table = world.get_resource::<Table>()?;
    let descent = table.state();
    let game = &descent.game;
    let hinted = hinted_cell(world.resource::<Hint<DungeonGame>>(), table);
    let (words, view) = (world.resource::<Words>(), world.resource::<View>());
    let (first, last) = corners(game, view);
    let spoken = |x: i16, y: i16| {
        let cell = Cell { x, y };
        let mut name = cell_text(world, descent, cell);
        if hinted == Some(cell) {
            name = format!("{name}, {}", words.get("access.hinted"));
        }
        SpokenCell {
            name,
            place: Vec2::new(f32::from(x), f32::from(y)),
        }
    };
    let values = [
        ("where", depth_text(world)),
        ("life", game.hero.life.to_string()),
        ("most", game.hero.max_life.to_string()),
    ];
    let cursor = looked_at(view).and_then(|cell| {
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

/// A good move in words.
pub(super) fn hint_text(table: &Table, made: Move, words: &Words) -> String {
    let game = &table.state().game;
    match made {
        Move::Step(step) => {
            let way = Cell::STEPS.get(usize::from(step.0)).copied();
            way.map_or(String::new(), |way| {
                step_text(game, game.hero.at.step(way), words)
            })
        }
        Move::Belt(place) => use_text(game, ItemPlace::Belt(usize::from(place)), words),
        Move::Use(place) => use_text(game, ItemPlace::Carried(usize::from(place)), words),
        Move::Boon(place) => {
            let boon = game
                .offer()
                .and_then(|boons| boons.get(usize::from(place)).copied());
            boon.map_or(String::new(), |boon| {
                let name = words.get(art::name_of_boon(boon));
                words.fill("dungeon.spoken.hint_boon", &[("boon", name)])
            })
        }
        Move::Wait => words.get("dungeon.spoken.hint_wait"),
        Move::Guard => words.get("dungeon.spoken.hint_guard"),
        Move::Hood => words.get("dungeon.spoken.hint_hood"),
        Move::Throw => words.get("dungeon.spoken.hint_throw"),
        Move::Portal => words.get("dungeon.spoken.hint_portal"),
    }
}

/// The use of a thing in words.
fn use_text(game: &Game, place: ItemPlace, words: &Words) -> String {
    place.item(game).map_or(String::new(), |item| {
        let name = words.get(art::name_of_item(item));
        words.fill("dungeon.spoken.hint_use", &[("item", name)])
    })
}

/// A step to a cell in words, or a blow at the enemy there.
fn step_text(game: &Game, cell: Cell, words: &Words) -> String {
    let bearing = ("where", bearing_text(game.hero.at, cell, words));
    match game.seen_enemy_at(cell) {
        Some(number) => {
            let kind = game.enemies[number].breed.kind;
            let enemy = ("enemy", words.get(art::name_of_kind(kind)));
            words.fill("dungeon.spoken.hint_strike", &[bearing, enemy])
        }
        None => words.fill("dungeon.spoken.hint_step", &[bearing]),
    }
}

/// Acts on a cell as a click does.
pub(super) fn choose_cell(world: &mut World, row: usize, column: usize) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let game = &table.state().game;
    let (first, last) = corners(game, world.resource::<View>());
    let cell = first.step((column as i16, row as i16));
    let is_inside = cell.x <= last.x && cell.y <= last.y;
    if is_inside && game.explored().has(&game.dungeon().layout.map, cell) {
        act_on_cell(world, cell);
    }
}
