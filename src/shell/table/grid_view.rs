//! A ready-made view for games on a board of square cells: the board, its pieces, the mouse and the keys. A game that
//! needs more has its own view.

use bevy::math::U16Vec2;
use bevy::prelude::*;

use super::{Hint, TableGame, play_for_human, playing};
use crate::session::Table;
use crate::shell::board::{
    BoardKeys, BoardSpace, BoardView, DrawingHand, Drawings, Overlay, Pointer,
};
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// A game in which a click on a cell of a grid is a move. Cells are numbered from 0, row by row from the top.
pub trait GridGame: TableGame {
    /// Returns the numbers of columns and rows.
    fn size(table: &Table<Self>) -> (u16, u16);

    /// Returns the seat whose piece lies on a cell.
    fn piece(table: &Table<Self>, cell: u16) -> Option<usize>;

    /// Returns the move that a click on a cell means.
    fn move_at(table: &Table<Self>, cell: u16) -> Self::Move;
}

/// The state of the view. All of it can be lost without a change of the game.
#[derive(Resource, Default)]
struct GridView {
    board: BoardView,
    /// The cell of the keyboard, once the keyboard is used.
    cursor: Option<u16>,
}

/// Shows a game on a grid.
pub fn add_grid_view<G: GridGame>(app: &mut App) {
    app.init_resource::<GridView>()
        .add_systems(OnExit(Screen::Play), |mut view: ResMut<GridView>| {
            *view = GridView::default();
        })
        .add_systems(
            Update,
            (
                fit_board::<G>,
                read_pointer::<G>,
                read_keys::<G>,
                draw_by_hand::<G>,
                draw_board::<G>,
            )
                .chain()
                .run_if(playing::<G>),
        );
}

fn place_of(cell: u16, columns: u16) -> Vec2 {
    Vec2::new(f32::from(cell % columns), f32::from(cell / columns))
}

fn fit_board<G: GridGame>(mut space: BoardSpace, table: Res<Table<G>>, mut view: ResMut<GridView>) {
    let (columns, rows) = G::size(&table);
    let cells = Vec2::new(f32::from(columns), f32::from(rows));
    if let Some(frame) = space.fit(G::PANEL, cells, None) {
        view.board.frame = frame;
    }
}

/// Makes the move of the cell that is clicked.
fn read_pointer<G: GridGame>(
    pointer: Pointer,
    menu: Res<State<Menu>>,
    table: Res<Table<G>>,
    view: Res<GridView>,
    mut commands: Commands,
) {
    let clicked = pointer.buttons.just_pressed(MouseButton::Left);
    if *menu.get() != Menu::None || !clicked {
        return;
    }
    let place = pointer.at().map(|at| view.board.frame.place_at(at));
    if let Some(cell) = place.and_then(|place| cell_at::<G>(&table, place)) {
        make_move::<G>(&mut commands, &table, cell);
    }
}

/// The cell at a place of the board, if there is one.
fn cell_at<G: GridGame>(table: &Table<G>, place: Vec2) -> Option<u16> {
    let (columns, rows) = G::size(table);
    let place = place.round();
    let is_inside =
        (0.0..f32::from(columns)).contains(&place.x) && (0.0..f32::from(rows)).contains(&place.y);
    is_inside.then(|| place.y as u16 * columns + place.x as u16)
}

/// The right button draws arrows and circles.
fn draw_by_hand<G: GridGame>(mut hand: DrawingHand, table: Res<Table<G>>, view: Res<GridView>) {
    let (columns, _) = G::size(&table);
    hand.draw(&view.board.frame, table.version(), |place| {
        cell_at::<G>(&table, place).map(|cell| place_of(cell, columns))
    });
}

/// Moves the cursor with the arrow keys, and makes the move of its cell with Space and Enter.
fn read_keys<G: GridGame>(
    keys: BoardKeys,
    table: Res<Table<G>>,
    mut view: ResMut<GridView>,
    mut commands: Commands,
) {
    let (columns, rows) = G::size(&table);
    for step in keys.steps() {
        let middle = rows / 2 * columns + columns / 2;
        view.cursor = Some(view.cursor.map_or(middle, |cell| {
            let at = U16Vec2::new(cell % columns, cell / columns);
            let next = at.saturating_add_signed(step.as_i16vec2());
            let next = next.min(U16Vec2::new(columns, rows) - 1);
            next.y * columns + next.x
        }));
    }
    if let Some(cell) = view.cursor.filter(|_| keys.is_confirmed()) {
        make_move::<G>(&mut commands, &table, cell);
    }
}

fn make_move<G: GridGame>(commands: &mut Commands, table: &Table<G>, cell: u16) {
    let made = G::move_at(table, cell);
    commands.queue(move |world: &mut World| play_for_human::<G>(world, made));
}

/// Draws the cells, the pieces, the hint and the cursor.
fn draw_board<G: GridGame>(
    mut commands: Commands,
    table: Res<Table<G>>,
    sprites: Res<Sprites>,
    hint: Res<Hint<G>>,
    drawings: Res<Drawings>,
    mut view: ResMut<GridView>,
) {
    let (columns, rows) = G::size(&table);
    let square = |cell: u16, colour: Color, size: f32, layer: f32| Overlay::Square {
        at: place_of(cell, columns),
        size,
        layer,
        colour,
    };
    let mut squares = Vec::new();
    for cell in 0..columns * rows {
        squares.push(square(cell, palette::GLASS, 0.94, 0.0));
        if let Some(seat) = G::piece(&table, cell) {
            squares.push(square(cell, palette::player(seat as u8), 0.7, 2.0));
        }
        let is_hint = |hint: &G::Move| G::move_at(&table, cell) == *hint;
        if hint.0.as_ref().is_some_and(is_hint) {
            squares.push(square(cell, palette::THOUGHT, 0.3, 3.0));
        }
    }
    if let Some(cell) = view.cursor {
        squares.push(square(cell, palette::LAMP, 1.0, -1.0));
    }
    squares.extend(drawings.overlays());
    view.board.clear_if_changed(&mut commands, table.revision());
    view.board.show_overlays(&mut commands, &sprites, squares);
}
