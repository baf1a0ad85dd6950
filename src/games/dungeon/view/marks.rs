//! The marks on the map: the cell that is pointed at, the way there, and the move that a lesson advises.

use bevy::prelude::*;

use super::actor::place;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::Move;
use crate::games::dungeon::{DungeonGame, Table};
use crate::shell::screen::Menu;
use crate::shell::table::Hint;
use crate::shell::theme::sprites::Sprites;

/// A mark on the map.
#[derive(Component, Clone, Copy, PartialEq)]
pub(super) enum Mark {
    /// The cell that is pointed at.
    Pointed,
    /// A step of the way there, by its number.
    Step(usize),
    /// The cell to which a good move leads.
    Hint,
}

/// The cell at which the hinted move aims; `None` for a move without a cell, whose button is lit instead.
pub(super) fn hinted_cell(hint: &Hint<DungeonGame>, table: &Table) -> Option<Cell> {
    let game = &table.state().game;
    let hero = game.hero.at;
    match hint.0? {
        Move::Step(step) => {
            let step = Cell::STEPS.get(usize::from(step.0))?;
            Some(hero.step(*step))
        }
        Move::Wait => Some(hero),
        Move::Throw => game.throw_target().map(|number| game.enemies[number].at),
        _ => None,
    }
}

/// The cell of a mark, if the mark is shown.
fn cell_of(mark: Mark, view: &View, hinted: Option<Cell>, menu: &State<Menu>) -> Option<Cell> {
    if *menu.get() != Menu::None {
        return None;
    }
    match mark {
        Mark::Hint => hinted,
        Mark::Pointed => view.pointed,
        // The last step lies under the mark of the pointed cell.
        Mark::Step(at) if at + 1 >= view.route.len() => None,
        Mark::Step(at) => view.route.get(at).copied(),
    }
}

/// Places the marks on their cells, and removes those that have none.
pub(super) fn place_marks(
    mut commands: Commands,
    view: Res<View>,
    hint: Res<Hint<DungeonGame>>,
    table: Res<Table>,
    menu: Res<State<Menu>>,
    mut marks: Query<(Entity, &Mark, &mut Transform, &mut Sprite)>,
) {
    let hinted = hinted_cell(&hint, &table);
    for (entity, mark, mut transform, mut sprite) in &mut marks {
        let Some(cell) = cell_of(*mark, &view, hinted, &menu) else {
            commands.entity(entity).despawn();
            continue;
        };
        view.frame.put(&mut transform, place(cell));
        sprite.custom_size = Some(Vec2::splat(view.frame.cell));
    }
}

/// Spawns the marks that are missing.
pub(super) fn spawn_marks(
    mut commands: Commands,
    sprites: Res<Sprites>,
    view: Res<View>,
    hint: Res<Hint<DungeonGame>>,
    table: Res<Table>,
    menu: Res<State<Menu>>,
    marks: Query<&Mark>,
) {
    let Some(root) = view.root else { return };
    let hinted = hinted_cell(&hint, &table);
    let steps = (0..view.route.len()).map(Mark::Step);
    for mark in steps.chain([Mark::Pointed, Mark::Hint]) {
        let is_missing = !marks.iter().any(|known| *known == mark);
        if !is_missing || cell_of(mark, &view, hinted, &menu).is_none() {
            continue;
        }
        let (name, z) = match mark {
            Mark::Hint => ("shared/hint", layer::MARK),
            Mark::Pointed => ("dungeon/target", layer::MARK),
            Mark::Step(_) => ("dungeon/step", layer::ROUTE),
        };
        commands.spawn((
            Name::new("Mark"),
            mark,
            art::sprite(&sprites, name, z),
            ChildOf(root),
        ));
    }
}
