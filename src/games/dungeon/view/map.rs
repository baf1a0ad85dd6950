//! The map: the ground of cells and the things on it, as far as the hero knows them. The light lies over it.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::lantern::BRIGHT;
use super::{View, art, themes};
use crate::games::dungeon::map::floor_plan::{PORTALS, key_sprite, seal_sprite};
use crate::games::dungeon::map::{Cell, Tile};
use crate::games::dungeon::rules::{Enemy, Game};
use crate::games::dungeon::{Table, sprite_names};
use crate::session::TableVersion;
use crate::shell::board::{BoardFrame, middle_beside_panel};
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// Width of the panel beside the map, in interface pixels.
pub(super) const PANEL: f32 = 330.0;

/// Layers of sprites, lowest first.
pub(super) mod layer {
    pub const GROUND: f32 = 0.0;
    pub const THING: f32 = 1.0;
    pub const VEIL: f32 = 1.1;
    pub const TINT: f32 = 1.2;
    pub const ROUTE: f32 = 1.5;
    pub const ENEMY: f32 = 2.0;
    pub const HERO: f32 = 2.5;
    pub const BADGE: f32 = 3.0;
    pub const SIGN: f32 = 3.5;
    pub const MARK: f32 = 4.0;
    pub const TEXT: f32 = 5.0;
}

/// A sprite that shows another cell when the map scrolls. The columns and rows of slots repeat over the whole map; the
/// sprite shows the cell in the window that falls on its slot.
#[derive(Component)]
pub(super) struct Slot {
    column: i32,
    row: i32,
    /// Whether it shows the thing on the ground and not the ground itself.
    thing: bool,
}

/// The parent of the slots, with the numbers of their columns and rows.
#[derive(Component, PartialEq, Eq, Clone, Copy)]
pub(super) struct Slots(IVec2);

/// Centres the map on the eye in the space beside the panel, and spawns as many slots as cells fit into the window.
pub(super) fn fit_map(
    window: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
    mut sprites: ResMut<Sprites>,
    slots: Query<(Entity, &Slots)>,
    mut commands: Commands,
) {
    let Ok(window) = window.single() else { return };
    let (cell, last_cell) = (
        view.rows.cell(window.height()),
        view.rows.last_cell(window.height()),
    );
    let eye = view.eye.unwrap_or_default();
    let middle = middle_beside_panel(window, scale.0, PANEL, settings.panel_side);
    let middle = Vec2::new(middle, 0.0);
    view.frame = BoardFrame {
        corner: (middle - Vec2::new(eye.x, -eye.y) * cell).round(),
        cell,
        ..default()
    };
    sprites.fit((last_cell * window.scale_factor()) as u32);
    let slots_of = |cell: f32| (window.size() / cell).ceil().as_ivec2() + IVec2::splat(2);
    let size = slots_of(cell.min(last_cell));
    let Some(root) = view.root else { return };
    match slots.single() {
        Ok((_, Slots(now))) if *now == size => return,
        // More slots than are needed stay until the map has its size.
        Ok((_, Slots(now))) if !view.rows.is_at_rest() && now.cmpge(size).all() => return,
        Ok((old, _)) => commands.entity(old).despawn(),
        Err(_) => {}
    }
    let parent = commands.spawn((
        Name::new("Map"),
        Slots(size),
        Transform::default(),
        Visibility::default(),
        ChildOf(root),
    ));
    let parent = parent.id();
    for row in 0..size.y {
        for column in 0..size.x {
            for thing in [false, true] {
                let z = if thing { layer::THING } else { layer::GROUND };
                let slot = Slot { column, row, thing };
                commands.spawn((slot, art::white_sprite(z), ChildOf(parent)));
            }
        }
    }
}

/// The sprite of the thing that lies on a cell, and its colour.
fn thing_on_cell(game: &Game, cell: Cell) -> Option<(&'static str, Color)> {
    let layout = &game.dungeon().layout;
    let plain = |name| Some((name, Color::WHITE));
    if layout.map.at(cell) == Tile::Portal {
        let (other, lock) = game.portal_at(cell)?;
        if !game.can_open(lock) {
            return plain(seal_sprite(lock?));
        }
        let first = cell.min(other);
        // The portals of a pair have as many dots as the number of the pair, for players who cannot tell the colours
        // apart.
        let figure = PORTALS[dots_of_portal(game, cell) - 1];
        return Some((figure, pair_colour(game, first)));
    }
    if let Some((_, item)) = game.items.iter().rev().find(|(at, _)| *at == cell) {
        return plain(art::of_item(*item));
    }
    if game.chests().contains(&cell) {
        return plain(sprite_names::CHEST);
    }
    if cell == layout.key && !game.hero.exit_key {
        return plain(sprite_names::EXIT_KEY);
    }
    if cell == layout.exit {
        return plain(if game.hero.exit_key {
            sprite_names::EXIT
        } else {
            "dungeon/exit_shut"
        });
    }
    if layout.chests.contains(&cell) {
        return plain("dungeon/chest_open");
    }
    if let Some((lock, _)) = game.lying_keys().find(|(_, at)| *at == cell) {
        return plain(key_sprite(lock));
    }
    if cell == layout.start {
        return plain(sprite_names::START);
    }
    let fell_here = |enemy: &Enemy| enemy.life == 0 && enemy.at == cell;
    let has_fallen = game.enemies.iter().any(fell_here);
    has_fallen.then_some(("dungeon/remains", Color::WHITE))
}

/// The number of dots that are drawn on a portal.
pub(super) fn dots_of_portal(game: &Game, cell: Cell) -> usize {
    let other = game.portal_at(cell).map_or(cell, |(other, _)| other);
    pair_number(game, cell.min(other)) % PORTALS.len() + 1
}

/// The number of a pair of portals, by its first cell.
fn pair_number(game: &Game, first: Cell) -> usize {
    let pairs = game.dungeon().layout.portal_pairs();
    pairs.take_while(|([a, b], _)| *a.min(b) != first).count()
}

/// The colour of a pair of portals, by its first cell.
pub(super) fn pair_colour(game: &Game, first: Cell) -> Color {
    // The first pair keeps the colour in which portals are drawn.
    match pair_number(game, first) {
        0 => Color::WHITE,
        number => palette::kind((number % 8) as u8).mix(&Color::WHITE, 0.25),
    }
}

/// The state on which the pictures in the slots depend.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Pictured {
    version: TableVersion,
    depth: u8,
    turns: u32,
    /// The parent of the slots.
    slots: Entity,
    /// The upper left cell that has a slot, and the numbers of columns and rows.
    cells: (IVec2, IVec2),
}

/// Draws the ground or the thing of its cell into every slot when it may be another one, and moves the slots when the
/// map has moved.
pub(super) fn draw_map(
    table: Res<Table>,
    mut view: ResMut<View>,
    sprites: Res<Sprites>,
    slots: Query<(Entity, &Slots)>,
    mut query: Query<(&Slot, &mut Sprite, &mut Transform)>,
    mut drawn: Local<Option<(Pictured, BoardFrame)>>,
) {
    let Ok((parent, Slots(size))) = slots.single() else {
        return;
    };
    // The upper left cell that has a slot. The slots lie around the middle of the window.
    let half = size.as_vec2() / 2.0;
    let middle = view.frame.place_at(Vec2::ZERO);
    let origin = (middle - half).floor().as_ivec2();
    if view.cells != (origin, *size) {
        view.cells = (origin, *size);
    }
    let pictured = Pictured {
        version: table.version(),
        depth: table.state().depth(),
        turns: table.state().totals().turns,
        slots: parent,
        cells: view.cells,
    };
    let now = (pictured, view.frame);
    if *drawn == Some(now) {
        return;
    }
    let has_changed = drawn.is_none_or(|(before, _)| before != pictured);
    *drawn = Some(now);
    let tint = BRIGHT * themes::tint_of_depth(table.state().depth());
    for (slot, mut sprite, mut transform) in &mut query {
        let x = origin.x + (slot.column - origin.x).rem_euclid(size.x);
        let y = origin.y + (slot.row - origin.y).rem_euclid(size.y);
        if has_changed {
            let cell = Cell {
                x: x as i16,
                y: y as i16,
            };
            show_cell(
                &table.state().game,
                cell,
                slot.thing,
                tint,
                &sprites,
                &mut sprite,
            );
        }
        if sprite.color == Color::NONE {
            continue;
        }
        view.frame
            .put(&mut transform, Vec2::new(x as f32, y as f32));
        // The ground is a little larger than its cell, so that no seam shows between two cells.
        let part = if slot.thing { 0.92 } else { 1.01 };
        sprite.custom_size = Some(Vec2::splat(view.frame.cell * part));
    }
}

/// Gives a slot the picture and the colour of the thing on its cell, or of the ground; no colour if there is none, or the
/// hero does not know it.
fn show_cell(
    game: &Game,
    cell: Cell,
    thing: bool,
    tint: Vec3,
    sprites: &Sprites,
    sprite: &mut Mut<Sprite>,
) {
    let map = &game.dungeon().layout.map;
    let shown = game.explored().has(map, cell).then(|| match thing {
        true => thing_on_cell(game, cell),
        false => sprite_names::of_cell(game, cell).map(|name| (name, Color::WHITE)),
    });
    let Some((name, colour)) = shown.flatten() else {
        sprite.color = Color::NONE;
        return;
    };
    let image = sprites.get(name);
    if sprite.image != image {
        sprite.image = image;
    }
    let own = colour.to_linear();
    // Things are a little brighter than the ground.
    let lift = if thing { 1.25 } else { 1.0 };
    sprite.color = Color::linear_rgba(
        own.red * tint.x * lift,
        own.green * tint.y * lift,
        own.blue * tint.z * lift,
        1.0,
    );
}
