//! The sprites of the board: cells, marks, boards that are won, and the winning line.

use bevy::prelude::*;

use super::animation::{Growing, LinePart, NOT_BEGUN, WinningLine};
use super::coordinates;
use super::{GAP, View, layer, mark_colour, mark_sprite, place_of};
use crate::games::tic_tac_toe::rules::ultimate::join;
use crate::games::tic_tac_toe::rules::{Board, Cell, Event, Side, Status, TicTacToe};
use crate::games::tic_tac_toe::setup::Setup;
use crate::games::tic_tac_toe::table::Table;
use crate::generation::{Form, Picture, Shape, Tint};
use crate::shell::board::BoardSpace;
use crate::shell::settings::Settings;
use crate::shell::table::TableGame;
use crate::shell::theme::sprites::Sprites;

/// The largest width of a cell in interface pixels. A few huge cells would look coarse.
const MAX_CELL: f32 = 190.0;

/// The position as a picture.
pub(super) fn picture(table: &Table) -> Picture {
    picture_of(table.setup(), |cell| table.state().mark(cell))
}

/// The board of a setup as a picture, with the marks in its cells.
pub(super) fn picture_of(setup: &Setup, mark: impl Fn(Cell) -> Option<Side>) -> Picture {
    let board = setup.board;
    let cells = || (0..board.cells()).map(|cell| Cell(cell as u8));
    let corner = cells().map(|cell| place_of(board, cell));
    let far = corner.fold(Vec2::ZERO, Vec2::max) + 1.0;
    let side = far.max_element();
    let shape = |cell: Cell, number: u16, sprite: &'static str, size: f32| {
        let at = (place_of(board, cell) + 0.5 + (side - far) / 2.0) / side;
        Shape {
            key: 2 * u16::from(cell.0) + number,
            form: Form::Sprite(sprite),
            tint: Tint::Ground,
            x: at.x,
            y: at.y,
            size: size / side,
        }
    };
    let of_cell = |cell: Cell| {
        let mark = mark(cell).map(|side| {
            let crosses = setup.crosses(side);
            Shape {
                tint: Tint::Player(u8::from(!crosses)),
                ..shape(cell, 1, mark_sprite(crosses), 0.8)
            }
        });
        [Some(shape(cell, 0, "tic_tac_toe/cell", 1.0)), mark]
    };
    Picture::of(cells().flat_map(of_cell).flatten().collect())
}

/// Makes the board as large as fits beside the panel.
pub(super) fn fit_board(
    mut space: BoardSpace,
    table: Res<Table>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
) {
    let board = table.setup().board;
    let mut cells = Vec2::new(board.cols() as f32, board.rows() as f32);
    if board == Board::Ultimate {
        cells += 2.0 * GAP;
    }
    // The rim lies above the board and at its left.
    let rim = coordinates::rim(board, settings.cell_names);
    cells += rim;
    if let Some(mut frame) = space.fit(TicTacToe::PANEL, cells, Some(MAX_CELL)) {
        frame.corner += Vec2::new(rim, -rim) * frame.cell;
        view.board.frame = frame;
    }
}

/// Spawns the board again when the position was changed otherwise than by a move.
pub(super) fn respawn_board(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    if !view.board.clear_if_changed(&mut commands, table.revision()) {
        return;
    }
    *view = View {
        board: std::mem::take(&mut view.board),
        cursor: view.cursor,
        ..View::default()
    };
    let board = table.setup().board;
    for cell in (0..board.cells()).map(|cell| Cell(cell as u8)) {
        let (name, at) = ("tic_tac_toe/cell", place_of(board, cell));
        view.board
            .spawn_sprite(&mut commands, &sprites, name, at, 1.0, layer::GROUND);
    }
    for event in table.state().all_events() {
        show_event(&mut commands, &table, &sprites, &mut view, event, false);
    }
}

/// Shows the events of the moves that were made since the last frame.
pub(super) fn show_events(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    for event in std::mem::take(&mut view.events) {
        show_event(&mut commands, &table, &sprites, &mut view, event, true);
    }
}

/// Shows an event. It is animated while the game is played, and not when the board is spawned again.
fn show_event(
    commands: &mut Commands,
    table: &Table,
    sprites: &Sprites,
    view: &mut View,
    event: Event,
    animated: bool,
) {
    let (setup, board) = (table.setup(), table.setup().board);
    let new_sprite = match event {
        Event::Marked(cell, side) => {
            let (name, at) = (mark_sprite(setup.crosses(side)), place_of(board, cell));
            let mark = view
                .board
                .spawn_sprite(commands, sprites, name, at, 0.94, layer::MARK);
            view.marks.insert(cell, mark);
            Some(mark)
        }
        Event::BoardDecided(number, winner) => {
            dim_marks(commands, view, number);
            winner.map(|side| {
                let name = if setup.crosses(side) {
                    "tic_tac_toe/x_big"
                } else {
                    "tic_tac_toe/o_big"
                };
                let at = place_of(board, join(number, 4));
                view.board
                    .spawn_sprite(commands, sprites, name, at, 3.0, layer::BOARD)
            })
        }
        Event::LineWon(from, to) => {
            let ends = (place_of(board, from), place_of(board, to));
            show_win(commands, table, sprites, view, ends, animated);
            None
        }
    };
    if let Some(sprite) = new_sprite.filter(|_| animated) {
        commands.entity(sprite).insert(Growing::default());
    }
}

/// Dims the marks on a board of Ultimate that is decided.
fn dim_marks(commands: &mut Commands, view: &View, number: usize) {
    for mark in (0..9).filter_map(|small_cell| view.marks.get(&join(number, small_cell))) {
        let mut sprite = commands.entity(*mark);
        sprite.entry::<Sprite>().and_modify(|mut sprite| {
            sprite.color = Color::WHITE.with_alpha(0.4);
        });
    }
}

/// Shows how the game was won: the cells of the line glow, and the line is drawn over them in the winner's colour.
fn show_win(
    commands: &mut Commands,
    table: &Table,
    sprites: &Sprites,
    view: &View,
    ends: (Vec2, Vec2),
    animated: bool,
) {
    let (setup, game) = (table.setup(), table.state());
    let Status::Won(side) = game.status() else {
        return;
    };
    let colour = mark_colour(setup.crosses(side));
    let (cells, light) = match setup.board {
        Board::Lines(_) => (1.0, 1.7),
        Board::Ultimate => (3.0, 4.0),
    };
    for cell in game.winning_line() {
        let (at, name) = (place_of(setup.board, cell), "tic_tac_toe/drop");
        let glow = view
            .board
            .spawn_sprite(commands, sprites, name, at, light, layer::OPEN);
        let mut glow = commands.entity(glow);
        glow.entry::<Sprite>()
            .and_modify(move |mut sprite| sprite.color = colour.with_alpha(0.5));
        if animated {
            glow.insert(Growing::default());
        }
    }
    spawn_winning_line(commands, sprites, view, ends, cells, colour, animated);
}

/// The widths of the winning line, of its bright core, and of the light around it. They are parts of a cell, or of a
/// board of Ultimate.
const LINE_WIDTHS: [f32; 3] = [0.11, 0.045, 0.8];

/// Spawns the winning line between two places; `scale` is the width of the cells or boards that it connects, in cells.
fn spawn_winning_line(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &View,
    (from, to): (Vec2, Vec2),
    scale: f32,
    colour: Color,
    animated: bool,
) {
    let Some(root) = view.board.root() else {
        return;
    };
    let [width, core, glow] = LINE_WIDTHS;
    // The line goes a little beyond the middles of the outer cells.
    let overhang = (to - from).normalize_or_zero() * 0.36 * scale;
    let bright = Color::srgb(1.0, 1.0, 1.0).mix(&colour, 0.4);
    let mut spawn = |part, width: f32, colour, layer: f32| {
        let image = match part {
            LinePart::Stroke => Handle::default(),
            LinePart::Begin | LinePart::End => sprites.get("shared/disc"),
            LinePart::Glow => sprites.get("tic_tac_toe/drop"),
        };
        let line = WinningLine {
            from: from - overhang,
            to: to + overhang,
            drawn: if animated { NOT_BEGUN } else { 1.0 },
            part,
            width: width * scale.sqrt(),
            colour,
        };
        let sprite = Sprite {
            image,
            custom_size: Some(Vec2::ZERO),
            ..default()
        };
        let place = Transform::from_xyz(0.0, 0.0, layer);
        commands.spawn((
            Name::new("Winning line"),
            line,
            sprite,
            place,
            ChildOf(root),
        ));
    };
    spawn(LinePart::Glow, glow, colour.with_alpha(0.6), layer::LINE);
    for part in [LinePart::Stroke, LinePart::Begin, LinePart::End] {
        spawn(part, width, colour, layer::LINE + 0.1);
        spawn(part, core, bright, layer::LINE + 0.2);
    }
}
