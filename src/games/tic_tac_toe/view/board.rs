//! The sprites of the board: cells, marks that grow, boards that are won, and the winning line.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{GAP, View, mark_sprite, place_of};
use crate::games::tic_tac_toe::rules::ultimate::join;
use crate::games::tic_tac_toe::rules::{Board, Cell, Event, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::shell::board::{BoardSprite, Frame, spawn_root, spawn_sprite};
use crate::shell::settings::Settings;
use crate::shell::table::TableGame;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// A sprite that grows to its size; seconds it has grown.
#[derive(Component, Default)]
pub(super) struct Grow(f32);

/// The line that has won; it is drawn from one end.
#[derive(Component)]
pub(super) struct WinningLine {
    from: Vec2,
    to: Vec2,
    drawn: f32,
}

/// Layers of sprites, lowest first.
pub(super) mod layer {
    pub const GROUND: f32 = 0.0;
    pub const OPEN: f32 = 1.0;
    pub const MARK: f32 = 2.0;
    pub const BOARD: f32 = 3.0;
    pub const LINE: f32 = 4.0;
    pub const OVER: f32 = 5.0;
    pub const CURSOR: f32 = 7.0;
}

/// Seconds in which a mark grows.
const GROWTH: f32 = 0.26;
/// Seconds in which the winning line is drawn.
const DRAWING: f32 = 0.45;

/// Makes the board as large as fits beside the panel.
pub(super) fn fit(
    window: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    table: Res<Table>,
    mut view: ResMut<View>,
    mut sprites: ResMut<Sprites>,
) {
    let Ok(window) = window.single() else { return };
    let board = table.setup().board;
    let mut cells = Vec2::new(board.cols() as f32, board.rows() as f32);
    if board == Board::Ultimate {
        cells += 2.0 * GAP;
    }
    let mut frame = Frame::fit(window, scale.0, TicTacToe::PANEL, cells);
    // A few huge cells would look coarse.
    let most = 190.0 * scale.0;
    if frame.cell > most {
        let shrink = Vec2::new(cells.x - 1.0, 1.0 - cells.y) * (frame.cell - most) / 2.0;
        frame.corner += shrink;
        frame.cell = most;
    }
    view.frame = frame;
    sprites.fit((view.frame.cell * window.scale_factor()) as u32);
}

/// Builds the sprites anew when the position was changed otherwise than by a move.
pub(super) fn rebuild(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    if view.revision == Some(table.revision()) {
        return;
    }
    let root = spawn_root(&mut commands, view.root.take());
    *view = View {
        frame: view.frame,
        revision: Some(table.revision()),
        root: Some(root),
        cursor: view.cursor,
        ..View::default()
    };
    let board = table.setup().board;
    for cell in (0..board.cells()).map(|cell| Cell(cell as u8)) {
        let at = place_of(board, cell);
        let name = "tic_tac_toe/cell";
        put(&mut commands, &view, &sprites, name, at, 1.0, layer::GROUND);
    }
    for event in table.state().all_events() {
        show_event(&mut commands, &table, &sprites, &mut view, event, false);
    }
}

/// Puts a sprite on the board.
pub(super) fn put(
    commands: &mut Commands,
    view: &View,
    sprites: &Sprites,
    name: &str,
    at: Vec2,
    size: f32,
    layer: f32,
) -> Entity {
    let size = Vec2::splat(size);
    let place = BoardSprite { at, size };
    spawn_sprite(commands, view.root, sprites.get(name), place, layer)
}

/// Plays the events of moves.
pub(super) fn play_events(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    for event in std::mem::take(&mut view.events) {
        show_event(&mut commands, &table, &sprites, &mut view, event, true);
    }
}

/// Shows what an event has caused: with motion while the game is played, at once when the board is built anew.
fn show_event(
    commands: &mut Commands,
    table: &Table,
    sprites: &Sprites,
    view: &mut View,
    event: Event,
    moving: bool,
) {
    let (setup, board) = (table.setup(), table.setup().board);
    let shown = match event {
        Event::Marked(cell, side) => {
            let (name, at) = (mark_sprite(setup.crosses(side)), place_of(board, cell));
            let mark = put(commands, view, sprites, name, at, 0.94, layer::MARK);
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
                put(commands, view, sprites, name, at, 3.0, layer::BOARD)
            })
        }
        Event::LineWon(from, to) => {
            let ends = (place_of(board, from), place_of(board, to));
            draw_line(commands, view, ends, if moving { 0.0 } else { 1.0 });
            None
        }
    };
    if let Some(sprite) = shown.filter(|_| moving) {
        commands.entity(sprite).insert(Grow::default());
    }
}

/// The marks on a decided board step back.
fn dim_marks(commands: &mut Commands, view: &View, number: usize) {
    for mark in (0..9).filter_map(|spot| view.marks.get(&join(number, spot))) {
        let mut sprite = commands.entity(*mark);
        sprite.entry::<Sprite>().and_modify(|mut sprite| {
            sprite.color = Color::WHITE.with_alpha(0.4);
        });
    }
}

/// Draws the winning line between two places; `drawn` is the part of it that is there already.
fn draw_line(commands: &mut Commands, view: &View, (from, to): (Vec2, Vec2), drawn: f32) {
    let Some(root) = view.root else { return };
    // A little beyond the middles of the outer cells.
    let beyond = (to - from).normalize_or_zero() * 0.36;
    commands.spawn((
        Name::new("Winning line"),
        WinningLine {
            from: from - beyond,
            to: to + beyond,
            drawn,
        },
        Sprite::from_color(palette::EMBER, Vec2::ZERO),
        Transform::from_xyz(0.0, 0.0, layer::LINE),
        ChildOf(root),
    ));
}

/// Grows marks, and draws the winning line.
pub(super) fn grow(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    mut growing: Query<(Entity, &mut Grow)>,
    mut lines: Query<&mut WinningLine>,
) {
    let step = time.delta_secs() * settings.animation_speed();
    for (entity, mut grow) in &mut growing {
        grow.0 += step / GROWTH;
        if grow.0 >= 1.0 {
            commands.entity(entity).remove::<Grow>();
        }
    }
    for mut line in &mut lines {
        line.drawn = (line.drawn + step / DRAWING).min(1.0);
    }
}

/// Puts every sprite where its place is on the screen.
pub(super) fn place(
    view: Res<View>,
    settings: Res<Settings>,
    mut sprites: Query<
        (&BoardSprite, Option<&Grow>, &mut Transform, &mut Sprite),
        Without<WinningLine>,
    >,
    mut lines: Query<(&WinningLine, &mut Transform, &mut Sprite), Without<BoardSprite>>,
) {
    for (place, grow, mut transform, mut sprite) in &mut sprites {
        let at = view.frame.world(place.at);
        transform.translation.x = at.x;
        transform.translation.y = at.y;
        let grown = grow.map_or(1.0, |grow| ease_out_back(grow.0.min(1.0)));
        let grown = if settings.reduced_motion { 1.0 } else { grown };
        sprite.custom_size = Some(place.size * view.frame.cell * grown);
    }
    for (line, mut transform, mut sprite) in &mut lines {
        let eased = 1.0 - (1.0 - line.drawn).powi(3);
        let drawn = if settings.reduced_motion { 1.0 } else { eased };
        let (from, to) = (view.frame.world(line.from), view.frame.world(line.to));
        let end = from.lerp(to, drawn);
        let middle = (from + end) / 2.0;
        transform.translation = middle.extend(layer::LINE);
        transform.rotation = Quat::from_rotation_z((to - from).to_angle());
        sprite.custom_size = Some(Vec2::new(from.distance(end), view.frame.cell * 0.075));
    }
}

/// Grows a little beyond the end, and settles.
fn ease_out_back(t: f32) -> f32 {
    let back = 1.4;
    let left = t - 1.0;
    1.0 + (back + 1.0) * left.powi(3) + back * left.powi(2)
}
