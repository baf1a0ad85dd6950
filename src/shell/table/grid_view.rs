//! A ready-made view for games on a board of square cells: the board, its pieces, the mouse and the keys. A game that
//! needs more has its own view.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;
use bevy::window::PrimaryWindow;

use super::{Hint, TableGame, play_for_human, playing};
use crate::session::Table;
use crate::shell::board::{Frame, Pointer};
use crate::shell::input::{Action, Actions};
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::palette;

/// A game in which a click on a cell of a grid is a move. Cells are numbered from 0, row by row from the top.
pub trait GridGame: TableGame {
    /// Returns the numbers of columns and rows.
    fn size(table: &Table<Self>) -> (u16, u16);

    /// Returns the seat whose piece lies on a cell.
    fn piece(table: &Table<Self>, cell: u16) -> Option<usize>;

    /// Returns the move that a click on a cell means.
    fn move_at(table: &Table<Self>, cell: u16) -> Self::Move;
}

/// The place of the board, and the cursor of the keyboard once it is used.
#[derive(Resource, Default)]
struct GridView {
    frame: Frame,
    cursor: Option<u16>,
    /// The values that were drawn last: the version of the table, the frame, the cursor and the cell of the hint.
    drawn: Option<((usize, u32), Frame, Option<u16>, Option<u16>)>,
}

/// A sprite of the board.
#[derive(Component)]
struct GridSprite;

/// Adds the systems that show a game on a grid.
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
                draw_board::<G>,
            )
                .chain()
                .run_if(playing::<G>),
        );
}

fn place_of(cell: u16, columns: u16) -> Vec2 {
    Vec2::new(f32::from(cell % columns), f32::from(cell / columns))
}

fn fit_board<G: GridGame>(
    window: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    table: Res<Table<G>>,
    mut view: ResMut<GridView>,
) {
    let Ok(window) = window.single() else { return };
    let (columns, rows) = G::size(&table);
    let cells = Vec2::new(f32::from(columns), f32::from(rows));
    view.frame = Frame::fit(window, scale.0, G::PANEL, cells);
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
    let (columns, rows) = G::size(&table);
    let place = pointer.at().map(|at| view.frame.place_at(at).round());
    let inside = |place: &Vec2| {
        (0.0..f32::from(columns)).contains(&place.x) && (0.0..f32::from(rows)).contains(&place.y)
    };
    if let Some(place) = place.filter(inside) {
        make_move::<G>(
            &mut commands,
            &table,
            place.y as u16 * columns + place.x as u16,
        );
    }
}

/// Moves the cursor with the arrow keys, and makes the move of its cell with Space and Enter.
fn read_keys<G: GridGame>(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    focus: Res<InputFocus>,
    buttons: Query<(), With<Button>>,
    table: Res<Table<G>>,
    mut view: ResMut<GridView>,
    mut commands: Commands,
) {
    if *menu.get() != Menu::None {
        return;
    }
    let (columns, rows) = G::size(&table);
    for (action, right, down) in [
        (Action::Left, -1, 0),
        (Action::Right, 1, 0),
        (Action::Up, 0, -1),
        (Action::Down, 0, 1),
    ] {
        if actions.begun(action) {
            let middle = rows / 2 * columns + columns / 2;
            view.cursor = Some(view.cursor.map_or(middle, |cell| {
                let column = (cell % columns)
                    .saturating_add_signed(right)
                    .min(columns - 1);
                let row = (cell / columns).saturating_add_signed(down).min(rows - 1);
                row * columns + column
            }));
        }
    }
    // A focused button reacts to Enter and Space itself.
    let free = !focus.get().is_some_and(|entity| buttons.contains(entity));
    let chosen = free && (actions.begun(Action::Toggle) || actions.begun(Action::Confirm));
    if let Some(cell) = view.cursor.filter(|_| chosen) {
        make_move::<G>(&mut commands, &table, cell);
    }
}

fn make_move<G: GridGame>(commands: &mut Commands, table: &Table<G>, cell: u16) {
    let made = G::move_at(table, cell);
    commands.queue(move |world: &mut World| play_for_human::<G>(world, made));
}

/// Draws the board again when something on it has changed.
fn draw_board<G: GridGame>(
    mut commands: Commands,
    table: Res<Table<G>>,
    hint: Res<Hint<G>>,
    mut view: ResMut<GridView>,
    old: Query<Entity, With<GridSprite>>,
) {
    let (columns, rows) = G::size(&table);
    let cells = 0..columns * rows;
    let hinted = hint.0.as_ref().and_then(|hint| {
        let mut cells = cells.clone();
        cells.find(|cell| G::move_at(&table, *cell) == *hint)
    });
    let now = Some((table.version(), view.frame, view.cursor, hinted));
    if view.drawn == now {
        return;
    }
    view.drawn = now;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let mut draw = |cell: u16, colour: Color, size: f32, layer: f32| {
        let at = view.frame.world(place_of(cell, columns));
        commands.spawn((
            GridSprite,
            DespawnOnExit(Screen::Play),
            Sprite::from_color(colour, Vec2::splat(size * view.frame.cell)),
            Transform::from_translation(at.extend(layer)),
        ));
    };
    for cell in cells {
        draw(cell, palette::GLASS, 0.94, 0.0);
        if let Some(seat) = G::piece(&table, cell) {
            draw(cell, palette::player(seat as u8), 0.7, 2.0);
        }
    }
    if let Some(cell) = hinted {
        draw(cell, palette::THOUGHT, 0.3, 3.0);
    }
    if let Some(cell) = view.cursor {
        draw(cell, palette::LAMP, 1.0, -1.0);
    }
}
