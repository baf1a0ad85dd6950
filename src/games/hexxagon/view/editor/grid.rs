//! The cells in the editor: their pictures, the marks of faults, and the changes of a click.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{Editing, Tool};
use crate::games::hexxagon::boards;
use crate::games::hexxagon::rules::{Cell, Cells, Fault, Player};
use crate::games::hexxagon::view::{HEIGHT, gem, place_of};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{ButtonStyle, bare_button};

/// The picture of a cell.
#[derive(Component)]
pub(super) struct CellPicture(Cell);

/// The mark of a fault on a cell.
#[derive(Component)]
pub(super) struct FaultMark(Cell);

/// Interface pixels of a cell.
const CELL: f32 = 62.0;

/// Spawns all 81 cells of the grid. Each of them is a button.
pub(super) fn spawn(columns: &mut ChildSpawnerCommands, sprites: &Sprites) {
    let ground = Node {
        padding: UiRect::all(px(16)),
        border_radius: BorderRadius::all(px(12)),
        flex_shrink: 0.0,
        ..default()
    };
    let cells = Node {
        width: px(CELL * 7.0),
        height: px(CELL * HEIGHT * 9.5),
        ..default()
    };
    columns
        .spawn((ground, BackgroundColor(palette::NIGHT)))
        .with_children(|ground| {
            let mut grid = ground.spawn(cells);
            grid.with_children(|grid| {
                for cell in Cell::all() {
                    let at = place_of(cell) * CELL;
                    let node = Node {
                        position_type: PositionType::Absolute,
                        left: px(at.x),
                        top: px(at.y),
                        width: px(CELL),
                        height: px(CELL * HEIGHT),
                        border_radius: BorderRadius::all(px(CELL * 0.4)),
                        ..default()
                    };
                    let mut button =
                        grid.spawn(bare_button(ButtonStyle::Chip, node, move |world| {
                            change_cell(world, cell);
                        }));
                    button.insert((BackgroundColor(Color::NONE), BorderColor::all(Color::NONE)));
                    button.remove::<ButtonStyle>();
                    let whole = Node {
                        position_type: PositionType::Absolute,
                        left: px(0),
                        top: px(-CELL * 0.067),
                        width: px(CELL),
                        height: px(CELL),
                        ..default()
                    };
                    button.with_child((
                        CellPicture(cell),
                        ImageNode::new(sprites.get("hexxagon/blank")),
                        Pickable::IGNORE,
                        whole.clone(),
                    ));
                    button.with_child((
                        FaultMark(cell),
                        ImageNode {
                            image: sprites.get("hexxagon/cursor"),
                            color: palette::FAULT,
                            ..default()
                        },
                        Visibility::Hidden,
                        Pickable::IGNORE,
                        whole,
                    ));
                }
            });
        });
}

/// Shows each cell as it is drawn, and marks the cells with faults.
pub(super) fn show_cells(
    editing: Res<Editing>,
    sprites: Res<Sprites>,
    mut pictures: Query<(&CellPicture, &mut ImageNode), Without<FaultMark>>,
    mut marks: Query<(&FaultMark, &mut Visibility)>,
) {
    let plan = &editing.plan;
    for (CellPicture(cell), mut image) in &mut pictures {
        let start = plan.starts.iter().position(|start| start.has(*cell));
        let name = match start {
            Some(player) => gem(Player(player as u8)),
            None if plan.cells.has(*cell) => "hexxagon/cell",
            None => "hexxagon/blank",
        };
        // Cells are lighter than in play, where only the pieces matter.
        let light = if name == "hexxagon/cell" { 2.6 } else { 1.0 };
        image.color = Color::linear_rgb(light, light, light);
        image.image = sprites.get(name);
    }
    let faults = plan.faults().into_iter();
    let on_cells = faults.filter(|(fault, _)| *fault != Fault::TooFew);
    let wrong = Cells(on_cells.fold(0, |all, (_, cells)| all | cells.0));
    for (FaultMark(cell), mut visibility) in &mut marks {
        visibility.set_if_neq(if wrong.has(*cell) {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
}

/// Changes a cell as the tool says. A symmetric change is made for all players.
fn change_cell(world: &mut World, cell: Cell) {
    let Some(mut editing) = world.get_resource_mut::<Editing>() else {
        return;
    };
    let (players, tool) = (editing.players, editing.tool);
    let turns = if editing.symmetric { players } else { 1 };
    let mut plan = editing.plan;
    let is_added = match tool {
        Tool::Cell => !plan.cells.has(cell),
        Tool::Start(player) => !plan.starts[player].has(cell),
    };
    let mut at = cell;
    for turn in 0..turns {
        match tool {
            Tool::Cell => {
                plan.cells.set(at, is_added);
                for start in &mut plan.starts {
                    start.set(at, false);
                }
            }
            Tool::Start(player) => {
                for start in &mut plan.starts {
                    start.set(at, false);
                }
                plan.starts[(player + turn) % players].set(at, is_added);
                plan.cells.set(at, true);
            }
        }
        at = boards::rotated(at, players);
    }
    editing.plan = plan;
}
