//! The marks on the map: the cell that is pointed at, and the way there.

use bevy::prelude::*;

use super::actors::place;
use super::map::layer;
use super::{View, art};
use crate::games::dungeon::map::Cell;
use crate::shell::screen::Menu;
use crate::shell::theme::sprites::Sprites;

/// A mark on the map.
#[derive(Component, Clone, Copy, PartialEq)]
pub(super) enum Mark {
    /// The cell that is pointed at.
    Pointed,
    /// A step of the way there, by its number.
    Step(usize),
}

/// The cell of a mark, if it is to be seen.
fn cell_of(mark: Mark, view: &View, menu: &State<Menu>) -> Option<Cell> {
    if *menu.get() != Menu::None {
        return None;
    }
    match mark {
        Mark::Pointed => view.pointed,
        // The last step lies under the mark of what is pointed at.
        Mark::Step(at) if at + 1 >= view.route.len() => None,
        Mark::Step(at) => view.route.get(at).copied(),
    }
}

/// Places the marks on their cells, and removes those that have none.
pub(super) fn place_marks(
    mut commands: Commands,
    view: Res<View>,
    menu: Res<State<Menu>>,
    mut marks: Query<(Entity, &Mark, &mut Transform, &mut Sprite)>,
) {
    for (entity, mark, mut transform, mut sprite) in &mut marks {
        let Some(cell) = cell_of(*mark, &view, &menu) else {
            commands.entity(entity).despawn();
            continue;
        };
        let at = view.frame.world(place(cell));
        transform.translation.x = at.x;
        transform.translation.y = at.y;
        sprite.custom_size = Some(Vec2::splat(view.frame.cell));
    }
}

/// Spawns the marks that are missing.
pub(super) fn spawn_marks(
    mut commands: Commands,
    sprites: Res<Sprites>,
    view: Res<View>,
    menu: Res<State<Menu>>,
    marks: Query<&Mark>,
) {
    let Some(root) = view.root else { return };
    let steps = (0..view.route.len()).map(Mark::Step);
    for mark in steps.chain([Mark::Pointed]) {
        let is_missing = !marks.iter().any(|known| *known == mark);
        if !is_missing || cell_of(mark, &view, &menu).is_none() {
            continue;
        }
        let (name, z) = match mark {
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
