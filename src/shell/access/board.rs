//! The board of the game under way as a screen reader reads it: a grid of named cells.

use accesskit::{Action, Node as AccessNode, NodeId, Rect as AccessRect, Role};
use bevy::a11y::AccessibilityNode;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{DescribeScreen, Speech};
use crate::shell::board::BoardFrame;
use crate::shell::games::{ActiveGame, GameCard, Games};
use crate::shell::screen::{Menu, Screen, is_without_menu};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardNodes>()
        .add_systems(PostUpdate, describe_board.in_set(DescribeScreen));
}

/// A board in words: its cells in rows, from the upper left one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpokenBoard {
    /// The description of the board and of the state of the game.
    pub name: String,
    /// The rows of cells, which may differ in length.
    pub rows: Vec<Vec<SpokenCell>>,
    /// The row and the column of the cell at the cursor, counted in `rows`.
    pub cursor: Option<(usize, usize)>,
    /// The place of the cells on the screen.
    pub frame: BoardFrame,
}

/// A cell in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpokenCell {
    /// The coordinates of the cell, and after them its content.
    pub name: String,
    /// The place of its middle on the board, as in [`BoardFrame`].
    pub place: Vec2,
}

impl SpokenBoard {
    fn shape(&self) -> Vec<usize> {
        self.rows.iter().map(Vec::len).collect()
    }

    fn at_cursor(&self) -> Option<&SpokenCell> {
        let (row, column) = self.cursor?;
        self.rows.get(row)?.get(column)
    }
}

/// The size of a board in words.
pub fn spoken_size(words: &Words, rows: usize, columns: usize) -> String {
    words.fill(
        "access.board",
        &[("rows", rows.to_string()), ("columns", columns.to_string())],
    )
}

/// Marks the node of a cell.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct NodeOfCell {
    row: usize,
    column: usize,
}

/// The nodes of the board that is described.
#[derive(Resource, Default)]
struct BoardNodes {
    shown: SpokenBoard,
    grid: Option<Entity>,
    cells: Vec<Vec<Entity>>,
}

/// The game whose board is on the screen. A board that is hidden, for instance by the pause menu, is not read either.
fn shown_game(world: &World) -> Option<GameCard> {
    let is_played = *world.resource::<State<Screen>>().get() == Screen::Play;
    let is_hidden = world.resource::<State<Menu>>().get().holds_game();
    let key = world.resource::<ActiveGame>().0;
    let key = key.filter(|_| is_played && !is_hidden)?;
    world.resource::<Games>().find(key)
}

/// Chooses a cell as a click would.
pub(super) fn choose_cell(world: &mut World, cell: NodeOfCell) {
    if let Some(card) = shown_game(world).filter(|_| is_without_menu(world)) {
        (card.choose_cell)(world, cell.row, cell.column);
    }
}

/// Describes the board, and says the name of the cell at the cursor when the cursor has moved or the cell has changed.
fn describe_board(world: &mut World) {
    let board = shown_game(world).and_then(|card| (card.spoken_board)(world));
    world.resource_scope(|world, mut nodes: Mut<BoardNodes>| {
        let Some(board) = board else {
            remove_nodes(world, &mut nodes);
            return;
        };
        if board == nodes.shown && nodes.grid.is_some() {
            return;
        }
        if nodes.grid.is_none() {
            world.resource_mut::<Speech>().say(board.name.clone());
        }
        if nodes.grid.is_none() || board.shape() != nodes.shown.shape() {
            remove_nodes(world, &mut nodes);
            spawn_nodes(world, &mut nodes, &board);
        }
        let at_cursor = board.at_cursor().map(|cell| &cell.name);
        let is_new = board.cursor != nodes.shown.cursor
            || at_cursor != nodes.shown.at_cursor().map(|cell| &cell.name);
        if let Some(name) = at_cursor.filter(|_| is_new) {
            world.resource_mut::<Speech>().say(name.clone());
        }
        name_nodes(world, &nodes, &board);
        nodes.shown = board;
    });
}

fn remove_nodes(world: &mut World, nodes: &mut BoardNodes) {
    if let Some(grid) = nodes.grid.take() {
        world.despawn(grid);
    }
    *nodes = BoardNodes::default();
}

fn spawn_nodes(world: &mut World, nodes: &mut BoardNodes, board: &SpokenBoard) {
    let of_role = |role| AccessibilityNode(AccessNode::new(role));
    let grid = world
        .spawn((Name::new("Spoken board"), of_role(Role::Grid)))
        .id();
    let mut cells = Vec::new();
    for (row, in_row) in board.rows.iter().enumerate() {
        let line = world.spawn((of_role(Role::Row), ChildOf(grid))).id();
        let mut line_of = |column| {
            let mut node = AccessNode::new(Role::Cell);
            node.set_row_index(row);
            node.set_column_index(column);
            node.add_action(Action::Click);
            let cell = NodeOfCell { row, column };
            world
                .spawn((AccessibilityNode(node), cell, ChildOf(line)))
                .id()
        };
        cells.push((0..in_row.len()).map(&mut line_of).collect());
    }
    nodes.grid = Some(grid);
    nodes.cells = cells;
}

/// Gives the nodes their names and their places, in the pixels of the window.
fn name_nodes(world: &mut World, nodes: &BoardNodes, board: &SpokenBoard) {
    let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
    let window = windows.single(world).ok();
    let window = window.map(|window| (window.size(), window.scale_factor()));
    let area = |place: Vec2| {
        let (size, scale) = window?;
        let middle = board.frame.world(place);
        let middle = Vec2::new(middle.x + size.x / 2.0, size.y / 2.0 - middle.y) * scale;
        let half = Vec2::splat(board.frame.cell * scale / 2.0);
        let (min, max) = ((middle - half).as_dvec2(), (middle + half).as_dvec2());
        Some(AccessRect::new(min.x, min.y, max.x, max.y))
    };
    for (cells, spoken) in nodes.cells.iter().zip(&board.rows) {
        for (cell, spoken) in cells.iter().zip(spoken) {
            if let Some(mut node) = world.get_mut::<AccessibilityNode>(*cell) {
                node.set_label(spoken.name.as_str());
                if let Some(area) = area(spoken.place) {
                    node.set_bounds(area);
                }
            }
        }
    }
    let at_cursor = board
        .cursor
        .and_then(|(row, column)| nodes.cells.get(row)?.get(column));
    let grid = nodes
        .grid
        .and_then(|grid| world.get_mut::<AccessibilityNode>(grid));
    if let Some(mut grid) = grid {
        grid.set_label(board.name.as_str());
        grid.set_row_count(board.rows.len());
        grid.set_column_count(board.rows.iter().map(Vec::len).max().unwrap_or(0));
        match at_cursor {
            Some(cell) => grid.set_active_descendant(NodeId(cell.to_bits())),
            None => grid.clear_active_descendant(),
        }
    }
}
