//! The cells of an archive, each with the picture of its elite.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::chart::has_grid;
use super::{Grid, Show, controls};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bare_button, label, panel, stack};

/// The side of a cell.
const CELL: f32 = 54.0;
/// The width of a row's name.
const ROW_NAME: f32 = 92.0;
/// The gap between two cells.
const CELL_GAP: f32 = 4.0;

/// The panel, with the grid that its children show.
#[derive(Component, Default)]
pub(super) struct GridPanel(Option<Grid>);

/// Marks the picture of a cell, by the number of the cell.
#[derive(Component)]
pub(super) struct ArchiveCell(pub(super) u32);

/// Spawns the panel that [`spawn_grid`] fills.
pub(super) fn spawn_grid_panel(row: &mut ChildSpawnerCommands) {
    let node = Node {
        padding: UiRect::all(px(14)),
        ..stack(FlexDirection::Column, CELL_GAP)
    };
    row.spawn(panel(node))
        .insert((GridPanel::default(), VisibleWhen::new(has_grid)));
}

/// Spawns the cells, when a run with another grid is watched.
pub(super) fn spawn_grid(
    show: Res<Show>,
    mut panels: Query<(Entity, &mut GridPanel)>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    for (entity, mut panel) in &mut panels {
        if panel.0 == show.about.grid {
            continue;
        }
        panel.0 = show.about.grid;
        let mut panel = commands.entity(entity);
        panel.despawn_children();
        if let Some(grid) = show.about.grid {
            panel.with_children(|panel| spawn_rows(panel, &mut images, grid));
        }
    }
}

/// Spawns the rows of a grid, each with its name, and the name of the axis below them.
fn spawn_rows(panel: &mut ChildSpawnerCommands, images: &mut Assets<Image>, grid: Grid) {
    for (row, name) in grid.rows.iter().enumerate() {
        let line = Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, CELL_GAP)
        };
        panel.spawn(line).with_children(|line| {
            let beside = Node {
                width: px(ROW_NAME),
                flex_shrink: 0.0,
                ..default()
            };
            line.spawn(beside)
                .with_child(label(name, TextSize::Small, palette::MIST));
            for column in 0..grid.columns {
                spawn_cell(line, images, (row * grid.columns + column) as u32);
            }
        });
    }
    let below = Node {
        padding: UiRect::left(px(ROW_NAME + CELL_GAP)),
        ..default()
    };
    panel
        .spawn(below)
        .with_child(label(grid.axis, TextSize::Small, palette::MIST));
}

/// Spawns the button of a cell. A click selects its elite.
fn spawn_cell(parent: &mut ChildSpawnerCommands, images: &mut Assets<Image>, cell: u32) {
    let node = Node {
        width: px(CELL),
        height: px(CELL),
        padding: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    let is_filled = move |world: &World| world.resource::<Show>().member_at(cell).is_some();
    let button = bare_button(ButtonStyle::Tile, node, move |world| {
        if is_filled(world) {
            controls::select_member(world, cell);
        }
    });
    parent.spawn(button).with_child((
        ArchiveCell(cell),
        ImageNode::new(images.add(Image::transparent())),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        VisibleWhen::new(is_filled),
        Pickable::IGNORE,
    ));
}
